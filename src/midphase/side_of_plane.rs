//! On which side of a triangle's plane a point is, each in a frame of its own: the sign of real arithmetic.
//!
//! Problem: what starts a hair in front of a surface must be met, and a pose rounds by more than a hair. Idea: f64 with an error
//! bound decides nearly always; where it leaves doubt, integers do, with each rotation times the square of its quaternion.
//! Loses: tens of microseconds, and memory, for a point within some 1e-14 of its size from the plane.
//!
//! One-sided meshes need it: `piece_pairs` (`is_from_behind`) skips a triangle if the other piece's centre is not in front.

use dashu_int::IBig;
use nalgebra::Vector3;

use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, cross, dot, norm1, rotate_back};
use crate::numeric::exact_float::{int_dot, int_sub, int_vector, unit_of};
use crate::numeric::exact_rotation::Rotation;
use crate::numeric::predicates::normal_exact;

/// 1 in front, from where the corners go round counter-clockwise; 0 in the plane, and of a triangle that has none; -1 behind.
#[inline]
pub(super) fn side_of_plane(
    (corners, pose): (&[Vector3<f64>; 3], &Pose),
    (point, its_pose): (&Vector3<f64>, &Pose),
) -> i32 {
    let [a, b, c] = corners;
    let there = its_pose.transform_point(point) - pose.translation();
    let from = rotate_back(pose.matrix(), &there) - a;
    let (u, v) = (b - a, c - a);
    let n = cross(&u, &v);
    let height = dot(&n, &from);
    // An entry of a matrix is off by 17 U, so `there` by 22 U of what it is made of; turned back, with rows of at most sqrt(3),
    // `from` is off by less than 90 U of that. An entry of the normal is off by 5 U of the sides' product.
    let size =
        norm1(point) + norm1(a) + norm1(&pose.translation()) + norm1(&its_pose.translation());
    let off = 128.0 * U * size + f64::MIN_POSITIVE;
    let room = norm1(&n) * off
        + 16.0 * U * (norm1(&u) * norm1(&v)) * (norm1(&from) + off)
        + f64::MIN_POSITIVE * (1.0 + norm1(&from));
    // Also where a number is infinite, or none.
    match height.abs() > room && height.is_finite() {
        true => height.signum() as i32,
        false => exact((corners, pose), (point, its_pose)),
    }
}

/// With N and M the squares of the two quaternions, N M times the point in the triangle's frame is an integer vector.
#[cold]
fn exact(
    ([a, b, c], pose): (&[Vector3<f64>; 3], &Pose),
    (point, its_pose): (&Vector3<f64>, &Pose),
) -> i32 {
    let origins = [pose.translation(), its_pose.translation()];
    let numbers = [a, point, &origins[0], &origins[1]];
    let unit = numbers.iter().flat_map(|p| p.iter()).map(|&x| unit_of(x));
    // All may be 0.
    let unit = unit.min().filter(|unit| *unit != i32::MAX).unwrap_or(0);
    let [a_there, point, origin, its_origin] = numbers.map(|p| int_vector(p, unit));
    let [own, its] = [pose, its_pose].map(|pose| Rotation::new(&pose.quaternion()));
    let apart = int_sub(&its_origin, &origin).map(|x| x * &its.norm_sq);
    let turned = its.turn(&point);
    let there = std::array::from_fn(|i| &turned[i] + &apart[i]);
    let squares = &own.norm_sq * &its.norm_sq;
    let from = int_sub(&own.turn_back(&there), &a_there.map(|x| x * &squares));
    int_dot(&normal_exact(a, b, c), &from).cmp(&IBig::ZERO) as i32
}
