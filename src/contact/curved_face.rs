//! What a cylinder, cone or ellipsoid shows along the normal of a contact: eight points of a rim, a line of its side, or a point.
//!
//! All of these are on the surface. A circle has points outside of the eight: the deepest of these, where the circle leans, is
//! the point of the solver, which the clip adds.

use nalgebra::{Matrix3, Vector3};

use crate::contact::contact_face::{ContactFace, OutlineCorner, TangentFrame};
use crate::numeric::arithmetic::{dot, norm, rotate, rotate_back};
use crate::shape::curved::{Curved, CurvedShape, RIM_POINTS, rim};

/// An end or a side that is steeper than this (cosine of its normal with that of the contact) shows one point, because heights on it
/// would be worth nothing.
const MIN_COSINE: f64 = 0.05;

/// What a body shows along a direction, in its own frame.
enum ShownFeature {
    /// The circle of this radius at this height, which ends the body on its side of it.
    Circle {
        radius: f64,
        z: f64,
    },
    Line([Vector3<f64>; 2]),
    Point(Vector3<f64>),
}

/// What the shape shows along a unit vector in its frame: of a flat end and the side the one that looks more along it.
fn shown(body: &Curved, towards: &Vector3<f64>) -> ShownFeature {
    let farthest = body.farthest(towards);
    let (half, radius, upper) = match body.shape() {
        CurvedShape::Cylinder {
            half_length,
            radius,
        } => (half_length, radius, radius),
        CurvedShape::Cone {
            half_length,
            radius,
        } => (half_length, radius, 0.0),
        CurvedShape::Ellipsoid { .. } => return ShownFeature::Point(farthest),
    };
    let across = towards.xy().norm();
    let (rise, run) = (2.0 * half, radius - upper);
    let of_side = (rise * across + run * towards.z) / rise.hypot(run).max(f64::MIN_POSITIVE);
    let has_end = radius > 0.0 && (towards.z < 0.0 || upper > 0.0);
    if has_end && towards.z.abs() >= of_side.max(MIN_COSINE) {
        let z = half.copysign(towards.z);
        return ShownFeature::Circle { radius, z };
    }
    if !(of_side > MIN_COSINE && across > f64::MIN_POSITIVE) {
        return ShownFeature::Point(farthest);
    }
    let out = towards.xy() / across;
    let at = |radius: f64, z: f64| Vector3::new(radius * out.x, radius * out.y, z);
    ShownFeature::Line([at(radius, -half), at(upper, half)])
}

/// The feature of the body along `sign` n, where the matrix and the offset take it. `matrix` times `unscale` is a rotation. `radius`:
/// that about its surface, times the scale.
pub(crate) fn curved_face(
    body: &Curved,
    (matrix, unscale, offset): (&Matrix3<f64>, f64, Vector3<f64>),
    frame: &TangentFrame,
    (sign, radius): (f64, f64),
) -> ContactFace<'static> {
    let axes = [&frame.t1, &frame.t2, &frame.n];
    let on_axes = |v: &Vector3<f64>| Vector3::from(axes.map(|axis| dot(axis, v)));
    let put = |v: &Vector3<f64>, out: &Vector3<f64>| {
        let [x, y, h] = (on_axes(&(rotate(matrix, v) + offset)) + out).into();
        OutlineCorner { x, y, h }
    };
    let upwards = Vector3::new(0.0, 0.0, sign);
    let point = |v: &Vector3<f64>| {
        let corner = put(v, &(upwards * radius));
        ContactFace::of_corners(rim(), &[corner], None, sign)
    };
    match shown(body, &(rotate_back(matrix, &frame.n) * (sign * unscale))) {
        ShownFeature::Point(v) => point(&v),
        ShownFeature::Line(ends) => {
            let along = on_axes(&rotate(matrix, &(ends[1] - ends[0])));
            let (flat, long) = (along.xy().norm(), norm(&along));
            // Across the line, of length 1.
            let out = (upwards - along * (along.z * sign / (long * long))) * (long / flat);
            let corners = ends.map(|v| put(&v, &(out * radius)));
            ContactFace::of_corners(rim(), &corners, None, sign)
        }
        ShownFeature::Circle { radius: wide, z } => {
            let axis = Vector3::new(0.0, 0.0, 1.0_f64.copysign(z));
            let out = on_axes(&rotate(matrix, &axis)) * unscale;
            let corner = |k: usize| {
                let at = rim().vertex(k) * wide + Vector3::new(0.0, 0.0, z);
                put(&at, &(out * radius))
            };
            let corners: [OutlineCorner; RIM_POINTS] = std::array::from_fn(corner);
            let along = [-out.x / out.z, -out.y / out.z];
            let first = &corners[0];
            let height = first.h - (along[0] * first.x + along[1] * first.y);
            let face = u32::from((rim().face_normal(0).z > 0.0) != (axis.z > 0.0));
            ContactFace::of_corners(
                rim(),
                &corners,
                Some((face, [along[0], along[1], height])),
                sign,
            )
        }
    }
}
