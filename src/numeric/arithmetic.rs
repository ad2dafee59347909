//! Vector arithmetic in one fixed order, so that results are the same bits on every machine:
//! sums run left to right, no fused multiply-add. All bounds in `docs/theory/DESIGN.md` are for these.

use nalgebra::{Matrix3, Vector3};

/// Unit roundoff of f64, 2^-53.
pub(crate) const U: f64 = f64::EPSILON / 2.0;

/// `(a.x*b.x + a.y*b.y) + a.z*b.z`; error at most 3 U |a||b|.
#[inline(always)]
pub(crate) fn dot(a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    (a.x * b.x + a.y * b.y) + a.z * b.z
}

#[inline(always)]
pub(crate) fn cross(a: &Vector3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(
        a.y * b.z - a.z * b.y,
        a.z * b.x - a.x * b.z,
        a.x * b.y - a.y * b.x,
    )
}

/// `m * v`.
#[inline(always)]
pub(crate) fn rotate(m: &Matrix3<f64>, v: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(
        (m.m11 * v.x + m.m12 * v.y) + m.m13 * v.z,
        (m.m21 * v.x + m.m22 * v.y) + m.m23 * v.z,
        (m.m31 * v.x + m.m32 * v.y) + m.m33 * v.z,
    )
}

/// `m^T * v`.
#[inline(always)]
pub(crate) fn rotate_back(m: &Matrix3<f64>, v: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(
        (m.m11 * v.x + m.m21 * v.y) + m.m31 * v.z,
        (m.m12 * v.x + m.m22 * v.y) + m.m32 * v.z,
        (m.m13 * v.x + m.m23 * v.y) + m.m33 * v.z,
    )
}

/// |x| + |y| + |z|: never below the Euclidean norm by more than rounding.
#[inline(always)]
pub(crate) fn norm1(v: &Vector3<f64>) -> f64 {
    (v.x.abs() + v.y.abs()) + v.z.abs()
}

#[inline(always)]
pub(crate) fn norm(v: &Vector3<f64>) -> f64 {
    dot(v, v).sqrt()
}

/// Below this the square of a number loses places, or is 0.
const LEAST_SQUARED: f64 = f64::from_bits((1023 - 480) << 52);

/// Not below the length but by rounding: [`norm`], and where its squares underflow the sum of the sizes, up to 1.8 times that.
#[inline(always)]
pub(crate) fn norm_not_below(v: &Vector3<f64>) -> f64 {
    match v.amax() < LEAST_SQUARED {
        true => norm1(v),
        false => norm(v),
    }
}

/// To 1e-12, which the room in the rounding bounds covers.
#[inline(always)]
pub(crate) fn is_unit(n: &Vector3<f64>) -> bool {
    (dot(n, n) - 1.0).abs() < 1e-12
}

/// A point, if all its coordinates are numbers of f64.
#[inline(always)]
pub(crate) fn in_range(p: Vector3<f64>) -> Option<Vector3<f64>> {
    p.iter().all(|x| x.is_finite()).then_some(p)
}

/// Some vector at a right angle to `v`: its cross product with the axis it is least along.
pub(crate) fn perpendicular(v: &Vector3<f64>) -> Vector3<f64> {
    let a = v.abs();
    if a.x <= a.y && a.x <= a.z {
        cross(v, &Vector3::x())
    } else if a.y <= a.z {
        cross(v, &Vector3::y())
    } else {
        cross(v, &Vector3::z())
    }
}

/// The eight corners of the box between two points.
pub(crate) fn eight_corners(low: [f64; 3], high: [f64; 3]) -> [Vector3<f64>; 8] {
    std::array::from_fn(|i| Vector3::from_fn(|k, _| [low, high][i >> k & 1][k]))
}

/// The least and the largest coordinates of some points; there is one at least.
pub(crate) fn corners_of_box(
    points: impl IntoIterator<Item = Vector3<f64>>,
) -> (Vector3<f64>, Vector3<f64>) {
    let mut points = points.into_iter();
    let first = points.next().expect("a point");
    points.fold((first, first), |(low, high), p| (low.inf(&p), high.sup(&p)))
}
