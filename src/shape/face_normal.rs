//! The unit normal of a face, accurate however thin the face is.
//!
//! Idea: any three corners of a strictly convex polygon define its plane; three that lie far
//! apart, with differences taken at the apex opposite the longest side, lose least. Where the
//! f64 cross product still cancels, integers give its direction.

use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};
use nalgebra::Vector3;

use crate::bvh::aabb::greater;
use crate::numeric::arithmetic::{U, dot, norm, norm1};
use crate::numeric::predicates::{normal_exact, normal_with_weight};
use crate::numeric::scaling::{exponent_above, scale_all};

/// Largest relative error of a cross product that is taken as it is.
const ACCURACY: f64 = 1e-12;

/// Three corners of a face's loop, counter-clockwise, not collinear, far apart.
pub(crate) fn spread_corners(face: &[u32]) -> [u32; 3] {
    let k = face.len();
    [face[0], face[k / 3], face[2 * k / 3]]
}

/// Rotates the three points so that the first is opposite the longest side.
pub(crate) fn at_apex([a, b, c]: [Vector3<f64>; 3]) -> [Vector3<f64>; 3] {
    let length_sq = |p: &Vector3<f64>, q: &Vector3<f64>| {
        let d = p - q;
        dot(&d, &d)
    };
    let (ab, bc, ca) = (length_sq(&a, &b), length_sq(&b, &c), length_sq(&c, &a));
    if bc >= ab && bc >= ca {
        [a, b, c]
    } else if ca >= ab {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

/// The unit normal of the plane of three points that are not collinear, to where they turn
/// counter-clockwise; within 1e-12 of the exact one.
pub(crate) fn unit_normal(corners: [Vector3<f64>; 3]) -> Vector3<f64> {
    rounded_normal(&corners).unwrap_or_else(|| exact_normal(&corners))
}

/// `None` where f64 cannot promise the accuracy.
#[inline(always)]
fn rounded_normal(corners: &[Vector3<f64>; 3]) -> Option<Vector3<f64>> {
    let [a, b, c] = corners;
    let k = exponent_above(greater(greater(largest(a), largest(b)), largest(c)));
    let near = corners.map(|p| scale_all(&p, -k));
    let lossless = near.iter().zip(corners).all(|(q, p)| {
        q.iter()
            .zip(p.iter())
            .all(|(&y, &x)| y.abs() > 1e-100 || x == 0.0)
    });
    if !lossless {
        return None;
    }
    let [a, b, c] = at_apex(near);
    let (n, weight) = normal_with_weight(&(b - a), &(c - a));
    // Each entry is within 4 U of its weight.
    if 8.0 * U * norm1(&weight) > ACCURACY * largest(&n) {
        return None;
    }
    Some(normalized(&n))
}

#[cold]
fn exact_normal([a, b, c]: &[Vector3<f64>; 3]) -> Vector3<f64> {
    let n = normal_exact(a, b, c);
    let bits = n.iter().map(|x| x.clone().abs().bit_len()).max();
    let surplus = bits.unwrap_or(0).saturating_sub(120);
    normalized(&Vector3::from_fn(|i, _| {
        let top: IBig = &n[i] >> surplus;
        i128::try_from(top).map_or(0.0, |x| x as f64)
    }))
}

#[inline(always)]
fn largest(v: &Vector3<f64>) -> f64 {
    greater(greater(v.x.abs(), v.y.abs()), v.z.abs())
}

#[inline(always)]
fn normalized(n: &Vector3<f64>) -> Vector3<f64> {
    let k = exponent_above(largest(n));
    let n = scale_all(n, -k);
    let length = norm(&n);
    n.map(|x| x / length + 0.0)
}
