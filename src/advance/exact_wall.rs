//! Does a body stay below a face of another that turns about its own normal? Decided in integers.
//!
//! Let n be the face's outward normal at t = 0, in the world. If each body turns about n or not at all, then n stays what it
//! is, and n . (exp(t w) x) = n . x for every arm x. So along n the height of a point x is linear in time:
//!
//! ```text
//! h(x, t) = n . (p0 + R0 x) + t n . U,    U the path of the body's pivot,
//! ```
//!
//! and B stays below the face as long as its highest vertex does at both ends. Heights are integers over the squared norms
//! of the quaternions. Where a body turns about another axis, nothing is decided.

use dashu_int::IBig;
use nalgebra::{Quaternion, Vector3};

use crate::motion::rigid_motion::Motion;
use crate::numeric::exact_float::{Int3, int_cross, int_dot, int_sub, int_vector, scaled, unit_of};
use crate::numeric::exact_rotation::Rotation;
use crate::shape::polytope::Polytope;

/// Whether B is proved never above the plane of a face of A, given by its corners, from t = 0 to `until`.
pub(crate) fn stays_below(
    bodies: [&Polytope; 2],
    motions: [&Motion; 2],
    face: &[u32],
    until: f64,
) -> bool {
    let corners = [0, 1, 2].map(|i| bodies[0].vertex(face[i] as usize));
    let lengths = (corners.into_iter().chain(bodies[1].vertices()))
        .chain(motions.into_iter().flat_map(points_of));
    let unit = lengths.flat_map(|v| [v.x, v.y, v.z]).map(unit_of).min();
    let unit = unit.unwrap_or(0).min(0);
    let [p, q, r] = corners.map(|v| int_vector(&v, unit));
    let outward = int_cross(&int_sub(&q, &p), &int_sub(&r, &p));
    let normal = Rotation::new(&motions[0].start().quaternion()).turn(&outward);
    if is_zero(&normal) || !motions.iter().all(|motion| is_steady(motion, &normal)) {
        return false;
    }
    let wall = Height::of(motions[0], &normal, unit, [corners[0]].into_iter());
    let top = Height::of(motions[1], &normal, unit, bodies[1].vertices());
    [0.0, until].iter().all(|&t| wall.is_above(&top, t))
}

fn points_of(motion: &Motion) -> [Vector3<f64>; 3] {
    [
        motion.start().translation(),
        motion.end_translation(),
        motion.pivot(),
    ]
}

fn is_zero(v: &Int3) -> bool {
    v.iter().all(IBig::is_zero)
}

/// Whether a motion turns about this direction, or not at all.
fn is_steady(motion: &Motion, normal: &Int3) -> bool {
    let axis = match motion.turn() {
        Some(turn) => {
            let unit = turn.iter().map(|x| unit_of(*x)).min().unwrap_or(0);
            int_vector(&turn, unit)
        }
        None => arc_between(&motion.start().quaternion(), &motion.end().quaternion()),
    };
    is_zero(&int_cross(normal, &axis))
}

/// The vector part of q1 times the conjugate of q0, of any length.
fn arc_between(q0: &Quaternion<f64>, q1: &Quaternion<f64>) -> Int3 {
    let parts = |q: &Quaternion<f64>| {
        let unit = q.coords.iter().map(|x| unit_of(*x)).min().unwrap_or(0);
        (int_vector(&q.imag(), unit), scaled(q.scalar(), unit))
    };
    let ((v0, s0), (v1, s1)) = (parts(q0), parts(q1));
    let crossed = int_cross(&v1, &v0);
    std::array::from_fn(|i| &s0 * &v1[i] - &s1 * &v0[i] - &crossed[i])
}

/// The largest height of some points along a direction: (`start` + t `path`)/`over`.
struct Height {
    start: IBig,
    path: IBig,
    over: IBig,
}

impl Height {
    fn of(
        motion: &Motion,
        normal: &Int3,
        unit: i32,
        points: impl Iterator<Item = Vector3<f64>>,
    ) -> Self {
        let [from, to, pivot] = points_of(motion).map(|v| int_vector(&v, unit));
        let first = Rotation::new(&motion.start().quaternion());
        let along = |v: &Int3| int_dot(normal, v);
        let arms = points.map(|x| along(&first.turn(&int_vector(&x, unit))));
        let height = Height {
            start: &first.norm_sq * along(&from) + arms.max().unwrap_or(IBig::ZERO),
            path: &first.norm_sq * along(&int_sub(&to, &from)),
            over: first.norm_sq.clone(),
        };
        if motion.turn().is_some() {
            return height;
        }
        // By two poses the origin goes straight on the numbers, and the pivot by what its turned arm adds.
        let last = Rotation::new(&motion.end().quaternion());
        let swung =
            &first.norm_sq * along(&last.turn(&pivot)) - &last.norm_sq * along(&first.turn(&pivot));
        Height {
            start: height.start * &last.norm_sq,
            path: height.path * &last.norm_sq + swung,
            over: height.over * &last.norm_sq,
        }
    }

    /// Whether it is not below another one at time t, 0 to 1.
    fn is_above(&self, other: &Height, t: f64) -> bool {
        let unit = unit_of(t).min(0);
        let at = |height: &Height| {
            (&height.start << unit.unsigned_abs() as usize) + &height.path * scaled(t, unit)
        };
        at(self) * &other.over >= at(other) * &self.over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::pose::Pose;

    fn cube(half: f64) -> Polytope {
        Polytope::cuboid([half; 3]).unwrap()
    }

    /// The face of A whose corners are all at this height on the x axis.
    fn face(a: &Polytope, x: f64) -> Vec<u32> {
        let right = |loop_: &&[u32]| loop_.iter().all(|&v| a.vertex(v as usize).x == x);
        let mut faces = (0..a.face_count()).map(|face| a.face(face));
        faces.find(right).unwrap().to_vec()
    }

    /// A body at x that turns and moves to another x.
    fn motion(x: [f64; 2], turn: [f64; 3]) -> Motion {
        let start = Pose::from_translation(Vector3::new(x[0], 0.0, 0.0)).unwrap();
        let end = Vector3::new(x[1], 0.0, 0.0);
        Motion::from_turn(start, end, turn.into(), Vector3::zeros()).unwrap()
    }

    #[test]
    fn a_last_place_above_the_wall_is_above() {
        let (a, b) = (cube(4.0), cube(1.0));
        let wall = face(&a, 4.0);
        let spins = [[0.0; 3], [7.0, 0.0, 0.0], [-1e9, 0.0, 0.0]];
        for (turn_a, turn_b) in spins.into_iter().zip(spins.into_iter().rev()) {
            let still = motion([0.0; 2], turn_a);
            let stays = |x: [f64; 2], until| {
                stays_below([&a, &b], [&still, &motion(x, turn_b)], &wall, until)
            };
            assert!(stays([3.0, 3.0], 1.0) && stays([-9.0, 3.0], 1.0) && stays([0.0, 6.0], 0.5));
            assert!(!stays([3.0_f64.next_up(), 3.0], 1.0));
            assert!(!stays([3.0, 3.0_f64.next_up()], 1.0));
            assert!(!stays([0.0, 6.0], 0.5_f64.next_up()));
        }
    }

    #[test]
    fn other_axes_are_not_decided() {
        let (a, b) = (cube(4.0), cube(1.0));
        let wall = face(&a, 4.0);
        for turn in [[0.0, 1e-300, 0.0], [1.0, 0.0, -1e-16]] {
            let [still, turned] = [[0.0; 3], turn].map(|turn| motion([0.0; 2], turn));
            assert!(!stays_below([&a, &b], [&turned, &still], &wall, 1.0));
            assert!(!stays_below([&a, &b], [&still, &turned], &wall, 1.0));
        }
    }

    /// About a pivot beside the body, by two poses: both bodies go round the x axis together, by a quarter and by any angle.
    #[test]
    fn motions_by_two_poses_go_by_their_pivots() {
        let (a, b) = (cube(4.0), cube(1.0));
        let wall = face(&a, 4.0);
        let by = |q: [f64; 4], x: f64, end_x: f64| {
            let at =
                |x, q: [f64; 4]| Pose::new(Vector3::new(x, 0.0, 0.0), Quaternion::from(q)).unwrap();
            let pivot = Vector3::new(1.0, 2.0, -5.0);
            Motion::between(at(x, [0.0, 0.0, 0.0, 1.0]), at(end_x, q), pivot).unwrap()
        };
        for q in [[0.5, 0.0, 0.0, 0.5], [0.6, 0.0, 0.0, 0.8]].map(|q: [f64; 4]| {
            let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            q.map(|x| x / norm)
        }) {
            let still = motion([0.0; 2], [0.0; 3]);
            assert!(stays_below(
                [&a, &b],
                [&still, &by(q, 3.0, 3.0)],
                &wall,
                1.0
            ));
            assert!(stays_below(
                [&a, &b],
                [&by(q, 0.0, 0.0), &by(q, -9.0, 3.0)],
                &wall,
                1.0
            ));
            let out = by(q, 3.0, 3.0_f64.next_up());
            assert!(!stays_below([&a, &b], [&still, &out], &wall, 1.0));
            let out = by(q, 0.0, 0.0_f64.next_down());
            let flush = by(q, 3.0, 3.0);
            assert!(!stays_below([&a, &b], [&out, &flush], &wall, 1.0));
        }
    }
}
