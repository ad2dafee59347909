//! Does a triangle of one body meet the inside of another, its boundary left out? The answer is that of real arithmetic.
//!
//! The triangle is cut by the planes of all faces, in integers: its points are weights of its corners, and the height of a corner
//! over a plane is an integer. What is left lies in the closed body. A point in the middle of it is strictly below every plane if
//! any point of it is.

use dashu_base::Gcd;
use dashu_int::IBig;
use nalgebra::Vector3;

use crate::midphase::exact_point::ExactPoint;
use crate::motion::pose::Pose;
use crate::numeric::predicates::orient3d;
use crate::shape::polytope::Polytope;

/// A point of a triangle: weights of its corners, not negative.
type Weights = [IBig; 3];

/// Whether a triangle meets the inside of a body with volume. None if the faces of the body are not exact. Allocates.
#[cold]
pub(crate) fn meets_interior(
    (corners, pose): (&[Vector3<f64>; 3], &Pose),
    (body, its_pose): (&Polytope, &Pose),
) -> Option<bool> {
    let points = corners.map(|corner| ExactPoint::new(&corner, [its_pose, pose]));
    let corner = |k: usize| std::array::from_fn(|i| IBig::from(i32::from(i == k)));
    let mut left: Vec<Weights> = (0..3).map(corner).collect();
    let mut faces = Vec::with_capacity(body.face_count());
    for face in 0..body.face_count() {
        let heights = ExactPoint::heights(&points, &plane(body, face)?);
        left = below(left, &heights);
        if left.is_empty() {
            return Some(false);
        }
        faces.push(heights);
    }
    let middle: Weights = std::array::from_fn(|k| left.iter().map(|point| &point[k]).sum());
    Some(
        faces
            .iter()
            .all(|heights| height(&middle, heights) < IBig::ZERO),
    )
}

/// Three corners of a face, counter-clockwise from outside, if no corner of the body is in front of them.
fn plane(body: &Polytope, face: usize) -> Option<[Vector3<f64>; 3]> {
    let corners = body.face(face);
    let at = |k: usize| body.vertex(corners[k] as usize);
    let (a, b, c) = (at(0), at(1), at(2));
    let is_behind = body.vertices().all(|v| orient3d(&a, &b, &c, &v) <= 0);
    is_behind.then_some([a, b, c])
}

fn height(point: &Weights, heights: &[IBig; 3]) -> IBig {
    (0..3).map(|k| &point[k] * &heights[k]).sum()
}

/// The part of a polygon that is not in front of a plane.
fn below(polygon: Vec<Weights>, heights: &[IBig; 3]) -> Vec<Weights> {
    let sides: Vec<IBig> = polygon.iter().map(|point| height(point, heights)).collect();
    if sides.iter().all(|side| *side <= IBig::ZERO) {
        return polygon;
    }
    let mut left = Vec::with_capacity(polygon.len() + 1);
    for (k, (point, side)) in polygon.iter().zip(&sides).enumerate() {
        let next = (k + 1) % polygon.len();
        if *side <= IBig::ZERO {
            left.push(point.clone());
        }
        if (*side > IBig::ZERO && sides[next] < IBig::ZERO)
            || (*side < IBig::ZERO && sides[next] > IBig::ZERO)
        {
            left.push(between((point, side), (&polygon[next], &sides[next])));
        }
    }
    left
}

/// The point of a side at height 0; the ends have heights of opposite signs.
fn between((p, p_side): (&Weights, &IBig), (q, q_side): (&Weights, &IBig)) -> Weights {
    let sign = if *p_side > IBig::ZERO { 1 } else { -1 };
    let point: Weights = std::array::from_fn(|k| (&q[k] * p_side - &p[k] * q_side) * sign);
    let [a, b, c] = &point;
    let common = IBig::from(IBig::from(a.gcd(b)).gcd(c));
    match common > IBig::ZERO {
        true => point.map(|x| x / &common),
        false => point,
    }
}
