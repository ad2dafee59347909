//! Are the numbers that a certificate is about such as make sense: C10, C15, C20 to C22 of
//! `docs/guide/CERTIFICATES.md`.

use dashu_int::IBig;

use super::big::Big;
use super::chain::{GivenHulls, GivenMotion, GivenPose, Placement};
use super::dyadic::{integer, unit};
use super::enclosure::{Enclosure, Unit, Vector};
use super::failure::{Failure, Problem, refuse};
use super::placed::{matrix, turn_of};
use super::shape::Shape;

/// Vertices of a body: C10.
const MAX_VERTICES: usize = 1 << 22;

pub(super) fn check_numbers(
    bodies: [&[[f64; 3]]; 2],
    placement: &Placement,
) -> Result<(), Failure> {
    for (list, name) in bodies.iter().zip(["A", "B"]) {
        if list.len() > MAX_VERTICES {
            let (what, count) = (format!("the number of vertices of {name}"), list.len());
            return Err(Failure::range(10, what, count as f64, "at most 4194304"));
        }
        for (i, v) in list.iter().enumerate() {
            finite(v, 10, || format!("vertex {i} of {name}"))?;
        }
    }
    match placement {
        Placement::Poses(poses) => poses.iter().try_for_each(|p| check_pose(p, "pose")),
        Placement::Motions(motions) => motions.iter().try_for_each(check_motion),
        Placement::Hulls(hulls) => check_hulls(hulls),
        Placement::Lists => Ok(()),
    }
}

/// C15.
pub(super) fn check_shape(shape: &Shape, vertices: &[[f64; 3]], body: char) -> Result<(), Failure> {
    for length in shape.half_extents() {
        at_least_0(length, 15, "length of a shape")?;
    }
    for (id, v) in (0..).zip(vertices) {
        refuse!(15 if !shape.holds(v) => Problem::OutsideShape { body, id });
    }
    Ok(())
}

fn check_pose(pose: &GivenPose, what: &str) -> Result<(), Failure> {
    finite(&pose.p, 4, || what.into())?;
    check_quaternion(&pose.q)
}

/// 0.998 <= |q|^2 <= 1.0021, exactly.
fn check_quaternion(q: &[f64; 4]) -> Result<(), Failure> {
    finite(q, 4, || "quaternion".into())?;
    let square: f64 = q.iter().map(|x| x * x).sum();
    let right = if (0.999..1.002).contains(&square) {
        true
    } else if q.iter().any(|x| x.abs() > 2.0) {
        false
    } else {
        let own = q.iter().filter_map(|&x| unit(x)).min().unwrap_or(0).min(0);
        let square = q
            .map(|x| integer(x, own))
            .iter()
            .fold(IBig::ZERO, |sum, x| sum + x * x);
        let scaled = square * IBig::from(10_000);
        let limit = |n: u32| IBig::from(n) << (2 * own.unsigned_abs()) as usize;
        scaled >= limit(9_980) && scaled <= limit(10_021)
    };
    let what = "the square of a quaternion's norm";
    match right {
        true => Ok(()),
        false => Err(Failure::range(20, what, square, "from 0.998 to 1.0021")),
    }
}

fn check_motion(motion: &GivenMotion) -> Result<(), Failure> {
    check_pose(&motion.start, "start of a motion")?;
    finite(&motion.end.p, 4, || "end of a motion".into())?;
    finite(&motion.pivot, 4, || "pivot".into())?;
    match (&motion.end.q, &motion.end.turn) {
        (Some(q), None) => {
            check_quaternion(q)?;
            refuse!(21 if turn_of(&motion.start.q, q).1 == IBig::ZERO =>
                "a motion between two poses exactly half a turn apart has no unique axis");
            Ok(())
        }
        (None, Some(turn)) => finite(turn, 4, || "turn".into()),
        _ => refuse!(21 => "a motion ends with one of `q` and `turn`"),
    }
}

fn check_hulls(hulls: &GivenHulls) -> Result<(), Failure> {
    for (motion, q) in hulls.motions.iter().zip(&hulls.end_q) {
        check_motion(motion)?;
        check_quaternion(q)?;
        let right = match motion.end.turn {
            Some(turn) => is_end_of_turn(&motion.start.q, &turn, q),
            None => motion.end.q == Some(*q),
        };
        refuse!(22 if !right => "`end_q` is not the orientation at the end of the motion");
    }
    Ok(())
}

/// Whether R(q)/|q|^2 is within 1e-14 of R(d) R0, d the quaternion that the documented formula gives
/// the turn.
fn is_end_of_turn(q0: &[f64; 4], turn: &[f64; 3], q: &[f64; 4]) -> bool {
    let number = |x| Big::new(x, Unit::plain(Unit::MIDDLE));
    let m = turn.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let d = if m == 0.0 {
        [0.0, 0.0, 0.0, 1.0].map(number)
    } else {
        let e = turn.map(|x| x / m);
        let l = ((e[0] * e[0] + e[1] * e[1]) + e[2] * e[2]).sqrt();
        let h = (m * l) * 0.5;
        if !h.is_finite() {
            return false;
        }
        let (sin, cos) = number(h).sin_cos();
        let Some(factor) = sin.div(&number(l)) else {
            return false;
        };
        let [x, y, z] = e.map(|x| factor.mul(&number(x)));
        [x, y, z, cos]
    };
    let (turned, start) = (matrix(&d), matrix(&q0.map(number)));
    let given = matrix(&q.map(number));
    let entry = |row: &Vector<Big>, column: usize| {
        let part = |i: usize| row[i].mul(&start[i][column]);
        part(0).add(&part(1)).add(&part(2))
    };
    (0..3).all(|i| {
        (0..3).all(|j| {
            let off = entry(&turned[i], j).sub(&given[i][j]);
            let allowed = number(1e-14);
            allowed.sub(&off).is_not_negative() && allowed.add(&off).is_not_negative()
        })
    })
}

pub(super) fn finite(
    numbers: &[f64],
    condition: u16,
    what: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let finite = numbers.iter().all(|x| x.is_finite());
    refuse!(condition if !finite => Problem::NotFinite { what: what() });
    Ok(())
}

pub(super) fn check_direction(
    normal: &[f64; 3],
    condition: u16,
    what: &str,
) -> Result<(), Failure> {
    finite(normal, 4, || what.into())?;
    refuse!(condition if *normal == [0.0; 3] => "{what} is 0");
    Ok(())
}

pub(super) fn time(t: f64, condition: u16, what: &str) -> Result<(), Failure> {
    if (0.0..=1.0).contains(&t) {
        return Ok(());
    }
    Err(Failure::range(condition, what, t, "between 0 and 1"))
}

pub(super) fn at_least_0(x: f64, condition: u16, what: &str) -> Result<(), Failure> {
    if x >= 0.0 && x.is_finite() {
        return Ok(());
    }
    Err(Failure::range(condition, what, x, "finite and at least 0"))
}
