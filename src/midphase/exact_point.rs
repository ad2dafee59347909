//! A point of one body in the frame of another, as integers, and on which side of lines and planes it is there.
//!
//! With N and M the squares of the two quaternions, N M times the point is an integer vector, in some power of two.

use dashu_int::IBig;
use nalgebra::Vector3;

use crate::motion::pose::Pose;
use crate::numeric::exact_float::{Int3, int_dot, int_sub, int_vector, scaled, unit_of};
use crate::numeric::exact_rotation::Rotation;
use crate::numeric::predicates::normal_exact;

/// A point of one body in the frame of another: `numbers` times 2^`unit`, divided by `weight`.
pub(super) struct ExactPoint {
    numbers: Int3,
    weight: IBig,
    unit: i32,
}

impl ExactPoint {
    /// A point of the second of two bodies in the frame of the first.
    pub(super) fn new(point: &Vector3<f64>, [pose, its_pose]: [&Pose; 2]) -> Self {
        let vectors = [*point, pose.translation(), its_pose.translation()];
        let unit = unit_of_all(&vectors);
        let [point, origin, its_origin] = vectors.map(|v| int_vector(&v, unit));
        let [own, its] = [pose, its_pose].map(|pose| Rotation::new(&pose.quaternion()));
        let apart = int_sub(&its_origin, &origin).map(|x| x * &its.norm_sq);
        let turned = its.turn(&point);
        let there = std::array::from_fn(|k| &turned[k] + &apart[k]);
        ExactPoint {
            numbers: own.turn_back(&there),
            weight: &own.norm_sq * &its.norm_sq,
            unit,
        }
    }

    /// Where it is from a vertex, times a positive number; in units of 2^`unit`, which divides all.
    fn from(&self, vertex: &Vector3<f64>, unit: i32) -> Int3 {
        std::array::from_fn(|k| {
            let own = &self.numbers[k] << (self.unit - unit) as usize;
            own - scaled(vertex[k], unit) * &self.weight
        })
    }

    /// On which side of the line through two vertices it is, seen from the upper end of an axis.
    pub(super) fn orient2d(&self, u: &Vector3<f64>, v: &Vector3<f64>, axis: usize) -> i32 {
        let unit = unit_of_all(&[*u, *v]).min(self.unit);
        let along = int_sub(&int_vector(v, unit), &int_vector(u, unit));
        let from = self.from(u, unit);
        let [x, y] = [(axis + 1) % 3, (axis + 2) % 3];
        (&along[x] * &from[y] - &along[y] * &from[x]).cmp(&IBig::ZERO) as i32
    }

    /// On which side of the plane of three vertices it is.
    pub(super) fn orient3d(&self, [a, b, c]: &[Vector3<f64>; 3]) -> i32 {
        let from = self.from(a, unit_of_all(&[*a]).min(self.unit));
        int_dot(&normal_exact(a, b, c), &from).cmp(&IBig::ZERO) as i32
    }

    /// How far points are in front of the plane of three vertices, all times one positive number. The points are of one body.
    pub(super) fn heights(points: &[Self; 3], [a, b, c]: &[Vector3<f64>; 3]) -> [IBig; 3] {
        let units = points.iter().map(|point| point.unit);
        let unit = units.fold(unit_of_all(&[*a]), i32::min);
        let normal = normal_exact(a, b, c);
        points
            .each_ref()
            .map(|point| int_dot(&normal, &point.from(a, unit)))
    }
}

/// The largest unit of which all coordinates are multiples.
fn unit_of_all(vectors: &[Vector3<f64>]) -> i32 {
    let units = vectors.iter().flat_map(|v| v.iter()).map(|&x| unit_of(x));
    units.min().filter(|unit| *unit != i32::MAX).unwrap_or(0)
}
