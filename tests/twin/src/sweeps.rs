//! Two-frame pairs: touching hulls by construction, the same a few last places off, random
//! motions with turns, deforming vertex lists.

use crate::cases::WrittenMotion;
use crate::near_contact::{common_offset, exact, exponent, lattice, nudge, placed, times, turn};
use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::random_pairs::{PosedPair, random_pair};

/// Two moving bodies.
#[derive(Debug, Clone)]
pub struct MovingPair {
    pub family: &'static str,
    pub a: Vec<V3>,
    pub motion_a: WrittenMotion,
    pub b: Vec<V3>,
    pub motion_b: WrittenMotion,
    /// Set when the two-pose hulls' verdict is known in both frames.
    pub meets: Option<bool>,
}

/// Two deforming bodies.
#[derive(Debug, Clone)]
pub struct DeformingPair {
    pub a: [Vec<V3>; 2],
    pub b: [Vec<V3>; 2],
    pub meets: Option<bool>,
}

/// Case `index` of a fixed endless list: half near contact, half random motions.
pub fn moving_pair(index: u64) -> MovingPair {
    let mut rng = case_generator(4, index);
    if rng.flip() {
        near_contact_motion(&mut rng)
    } else {
        random_motion(&mut rng)
    }
}

/// Both bodies shift away from the contact plane, A to its side and B to its own; played
/// backwards every other time. Their hulls touch in both frames.
fn near_contact_motion(rng: &mut SplitMix64) -> MovingPair {
    let lattice = lattice(rng);
    let (turn_a, turn_b) = (turn(rng), turn(rng));
    let grid = turn_a.norm_sq * turn_b.norm_sq;
    let (offset, exponent) = (common_offset(rng), exponent(rng));
    let shift = |rng: &mut SplitMix64, side: i64| {
        let z = side * rng.integer(0, 20);
        let local = [rng.integer(-20, 20), rng.integer(-20, 20), z].map(i128::from);
        times(&lattice.matrix, &local)
    };
    let shifts = [shift(rng, -1), shift(rng, 1)];
    let backwards = rng.flip();
    let body = |points: &[[i128; 3]], turn, shift: &[i128; 3]| {
        let (vertices, near) = placed(points, turn, &[0; 3], grid, &offset, exponent);
        let away = [0, 1, 2].map(|k| grid * shift[k] + offset[k]);
        let away = Pose {
            p: exact(&away, exponent),
            q: near.q,
        };
        let (start, end) = if backwards {
            (away, near)
        } else {
            (near, away)
        };
        (vertices, start, end)
    };
    let (a, start_a, end_a) = body(&lattice.a, &turn_a, &shifts[0]);
    let (b, start_b, end_b) = body(&lattice.b, &turn_b, &shifts[1]);
    let mut pair = PosedPair {
        family: lattice.family,
        a,
        pose_a: start_a,
        b,
        pose_b: start_b,
        meets: Some(true),
    };
    if rng.flip() {
        nudge(rng, &mut pair);
    }
    let mut motion = |start: Pose, end: Pose| WrittenMotion {
        start,
        end_p: end.p,
        end_q: rng.flip().then_some(end.q),
        turn: None,
        pivot: [0.0; 3],
    };
    let mut motions = [motion(pair.pose_a, end_a), motion(pair.pose_b, end_b)];
    let mut meets = pair.meets;
    if rng.below(4) == 0 {
        // Another orientation at the end: the twin decides.
        motions[0].end_q = Some(turn(rng).q);
        meets = None;
    }
    let [motion_a, motion_b] = motions;
    MovingPair {
        family: pair.family,
        a: pair.a,
        motion_a,
        b: pair.b,
        motion_b,
        meets,
    }
}

/// Random solids that pass each other at about a body's length, turning or not.
fn random_motion(rng: &mut SplitMix64) -> MovingPair {
    let pair = loop {
        let pair = random_pair(rng.next_u64());
        if pair.a.len() + pair.b.len() < 200 {
            break pair;
        }
    };
    let mut motion = |start: Pose| {
        let d = rng.direction();
        let length = rng.between(0.0, 3.0);
        let kind = rng.below(4);
        let angle = match rng.below(3) {
            0 => rng.between(0.0, 0.2),
            1 => rng.between(0.0, 3.0),
            _ => rng.between(0.0, 20.0),
        };
        WrittenMotion {
            start,
            end_p: [0, 1, 2].map(|k| start.p[k] + length * d[k]),
            end_q: (kind == 1).then(|| rng.quaternion()),
            turn: (kind >= 2).then(|| rng.direction().map(|x| x * angle)),
            pivot: if rng.flip() {
                [0.0; 3]
            } else {
                rng.direction()
            },
        }
    };
    MovingPair {
        family: "random motion",
        motion_a: motion(pair.pose_a),
        motion_b: motion(pair.pose_b),
        a: pair.a,
        b: pair.b,
        meets: None,
    }
}

/// Case `index` of a fixed endless list of deforming pairs: on the lattice touching exactly or a
/// last place off, and random ones.
pub fn deforming_pair(index: u64) -> DeformingPair {
    let mut rng = case_generator(5, index);
    let rng = &mut rng;
    if rng.flip() {
        let (first, second) = (lattice(rng), lattice(rng));
        let exponent = exponent(rng);
        let points =
            |list: &[[i128; 3]]| -> Vec<V3> { list.iter().map(|p| exact(p, exponent)).collect() };
        // The same count at both ends: the end list repeats the start's contact and adds bulk.
        let mut a = [points(&first.a), points(&first.a)];
        let mut b = [points(&first.b), points(&first.b)];
        let mut meets = Some(true);
        match rng.below(3) {
            0 => {
                let i = rng.below(b[1].len());
                b[1][i][rng.below(3)] *= 1.0 + f64::EPSILON;
                meets = None;
            }
            1 => {
                let other = points(&second.a);
                a[1] = a[1]
                    .iter()
                    .zip(other.iter().cycle())
                    .map(|(_, p)| *p)
                    .collect();
                meets = None;
            }
            _ => {}
        }
        return DeformingPair { a, b, meets };
    }
    let mut body = |x: f64| {
        let n = 1 + rng.below(6);
        let mut list = |x: f64| -> Vec<V3> {
            (0..n)
                .map(|_| {
                    let d = rng.direction();
                    [d[0] + x, d[1], d[2]]
                })
                .collect()
        };
        [list(x), list(1.2 * x)]
    };
    DeformingPair {
        a: body(0.0),
        b: body(1.3),
        meets: None,
    }
}
