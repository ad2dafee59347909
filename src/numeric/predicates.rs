//! On which side of a plane, of a line: signs that are always those of real arithmetic.
//!
//! Problem: a hull built on rounded signs can be inconsistent with itself, and everything later
//! rests on it. Idea: three tiers. (1) f64 with a derived error bound decides nearly everything.
//! (2) Adaptive expansions (the `robust` crate: Shewchuk, "Adaptive Precision Floating-Point
//! Arithmetic and Fast Robust Geometric Predicates", 1997) decide the rest, as long as no
//! product can underflow or overflow. (3) Integers decide where one could. The bounds are derived
//! in `docs/theory/DESIGN.md`. Loses: on coordinates outside the plain range every call costs tier 3,
//! about a microsecond; callers with many such points scale them by a power of two first.

use dashu_int::IBig;
use nalgebra::Vector3;
use robust::{Coord, Coord3D};

use crate::numeric::arithmetic::U;
use crate::numeric::exact_float::{Int3, int_cross, int_dot, int_sub, int_vector, scaled, unit_of};

/// Coordinates that are 0 or of magnitude within these two never underflow or overflow in a
/// predicate: each is a multiple of 2^-292, so products of three differences are multiples of
/// 2^-876 and below 2^906, and even the smallest error term that `robust` compares with (2^-102
/// of such a product) is a normal number.
pub(crate) const PLAIN_MIN: f64 = f64::from_bits((1023 - 240) << 52);
const PLAIN_MAX: f64 = f64::from_bits((1023 + 300) << 52);

/// Rounding of a 3x3 determinant of differences: at most `((1 + U)^8 - 1)` of the sum of its
/// terms' magnitudes. The ninth U pays for the rounding of that sum itself.
pub(crate) const ORIENT3D_ROUNDING: f64 = 9.0 * U;

/// Rounding of a 2x2 determinant: differences, product, subtraction are four roundings; the fifth U pays for
/// the sum.
const ORIENT2D_ROUNDING: f64 = 5.0 * U;

/// Sign of `((b - a) x (c - a)).(d - a)`: 1 when d lies on the side from which a, b, c turn
/// counter-clockwise, 0 when the four points are coplanar. Any finite input.
pub(crate) fn orient3d(
    a: &Vector3<f64>,
    b: &Vector3<f64>,
    c: &Vector3<f64>,
    d: &Vector3<f64>,
) -> i32 {
    if ![a, b, c, d].iter().all(|p| p.iter().all(|&x| plain(x))) {
        return orient3d_exact(a, b, c, d);
    }
    let (u, v, w) = (b - a, c - a, d - a);
    let (n, weight) = normal_with_weight(&u, &v);
    let det = (n.x * w.x + n.y * w.y) + n.z * w.z;
    let bound =
        ORIENT3D_ROUNDING * ((weight.x * w.x.abs() + weight.y * w.y.abs()) + weight.z * w.z.abs());
    if det > bound {
        return 1;
    }
    if det < -bound {
        return -1;
    }
    // `robust` is positive when d lies below, hence the minus.
    -sign(robust::orient3d(coord(a), coord(b), coord(c), coord(d)))
}

/// Sign of `(b - a) x (c - a)` in the plane: 1 when a, b, c turn counter-clockwise, 0 when they
/// are collinear. Any finite input.
pub(crate) fn orient2d(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> i32 {
    if ![a, b, c].iter().all(|p| p.iter().all(|&x| plain(x))) {
        return orient2d_exact(a, b, c);
    }
    let left = (b[0] - a[0]) * (c[1] - a[1]);
    let right = (b[1] - a[1]) * (c[0] - a[0]);
    let det = left - right;
    let bound = ORIENT2D_ROUNDING * (left.abs() + right.abs());
    if det > bound {
        return 1;
    }
    if det < -bound {
        return -1;
    }
    let coord = |p: [f64; 2]| Coord { x: p[0], y: p[1] };
    sign(robust::orient2d(coord(a), coord(b), coord(c)))
}

/// Whether three points lie on one line: exactly when all three projections do.
pub(crate) fn collinear(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> bool {
    (0..3).all(|axis| orient2d(project(a, axis), project(b, axis), project(c, axis)) == 0)
}

/// Drops coordinate `axis`; the order of the other two keeps orientation: seen from the positive
/// end of the axis, counter-clockwise stays counter-clockwise.
#[inline]
pub(crate) fn project(p: &Vector3<f64>, axis: usize) -> [f64; 2] {
    [p[(axis + 1) % 3], p[(axis + 2) % 3]]
}

/// The corners of points in lexicographic order, counter-clockwise: Andrew's monotone chain ("Another Efficient Algorithm
/// for Convex Hulls in Two Dimensions", 1979). `is_left`: whether three points turn left. Points inside edges fall away.
pub(crate) fn convex_ring<T: Copy>(sorted: &[T], is_left: impl Fn(T, T, T) -> bool) -> Vec<T> {
    let half = |points: &mut dyn Iterator<Item = &T>| {
        let mut chain: Vec<T> = Vec::new();
        for &point in points {
            while let [.., a, b] = chain[..]
                && !is_left(a, b, point)
            {
                chain.pop();
            }
            chain.push(point);
        }
        // It ends where the other half begins.
        chain.pop();
        chain
    };
    let mut ring = half(&mut sorted.iter());
    ring.extend(half(&mut sorted.iter().rev()));
    ring
}

/// `u x v` and, entry by entry, the sum of its two products' magnitudes, on which the entry's
/// rounding error is measured.
#[inline(always)]
pub(crate) fn normal_with_weight(
    u: &Vector3<f64>,
    v: &Vector3<f64>,
) -> (Vector3<f64>, Vector3<f64>) {
    let (yz, zy) = (u.y * v.z, u.z * v.y);
    let (zx, xz) = (u.z * v.x, u.x * v.z);
    let (xy, yx) = (u.x * v.y, u.y * v.x);
    (
        Vector3::new(yz - zy, zx - xz, xy - yx),
        Vector3::new(
            yz.abs() + zy.abs(),
            zx.abs() + xz.abs(),
            xy.abs() + yx.abs(),
        ),
    )
}

/// `(b - a) x (c - a)` in integers, times an unknown positive power of two.
pub(crate) fn normal_exact(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> Int3 {
    let unit = common_unit(&[a, b, c]);
    int_cross(&difference(b, a, unit), &difference(c, a, unit))
}

#[cold]
fn orient3d_exact(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>, d: &Vector3<f64>) -> i32 {
    let unit = common_unit(&[a, b, c, d]);
    let [u, v, w] = [b, c, d].map(|p| difference(p, a, unit));
    sign_of(&int_dot(&int_cross(&u, &v), &w))
}

#[cold]
fn orient2d_exact(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> i32 {
    let unit = common([a, b, c].iter().flatten().copied());
    let at = |p: [f64; 2], i: usize| scaled(p[i], unit);
    sign_of(
        &((at(b, 0) - at(a, 0)) * (at(c, 1) - at(a, 1))
            - (at(b, 1) - at(a, 1)) * (at(c, 0) - at(a, 0))),
    )
}

fn difference(p: &Vector3<f64>, q: &Vector3<f64>, unit: i32) -> Int3 {
    int_sub(&int_vector(p, unit), &int_vector(q, unit))
}

fn common_unit(points: &[&Vector3<f64>]) -> i32 {
    common(points.iter().flat_map(|p| p.iter().copied()))
}

/// The largest unit of which every value is a multiple (0 when all are zero).
fn common(values: impl Iterator<Item = f64>) -> i32 {
    match values.map(unit_of).min() {
        Some(unit) if unit != i32::MAX => unit,
        _ => 0,
    }
}

fn sign_of(x: &IBig) -> i32 {
    x.cmp(&IBig::ZERO) as i32
}

#[inline(always)]
fn plain(x: f64) -> bool {
    x == 0.0 || (x.abs() >= PLAIN_MIN && x.abs() <= PLAIN_MAX)
}

fn sign(x: f64) -> i32 {
    i32::from(x > 0.0) - i32::from(x < 0.0)
}

fn coord(p: &Vector3<f64>) -> Coord3D<f64> {
    Coord3D {
        x: p.x,
        y: p.y,
        z: p.z,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twin::random::SplitMix64;

    fn point(rng: &mut SplitMix64, scale: f64) -> Vector3<f64> {
        Vector3::from([0; 3].map(|_| rng.between(-1.0, 1.0))) * scale
    }

    #[test]
    fn orientation_has_the_documented_sign() {
        let (o, x, y, z) = (Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z());
        assert_eq!(orient3d(&o, &x, &y, &z), 1);
        assert_eq!(orient3d(&o, &y, &x, &z), -1);
        assert_eq!(orient3d(&o, &x, &y, &(x + y)), 0);
        // The same through `robust` and through integers.
        let tiny = z * 1e-17;
        assert_eq!(orient3d(&(x * 0.1), &(x * 0.7), &(y * 0.3), &tiny), 1);
        assert_eq!(
            orient3d(&(x * 1e-300), &(x * 1e300), &y, &(tiny * 1e-300)),
            1
        );
        assert_eq!(orient2d([0.0, 0.0], [1.0, 0.0], [0.0, 1.0]), 1);
    }

    #[test]
    fn signs_equal_those_of_integers() {
        let rng = &mut SplitMix64(7);
        let mut zeros = 0;
        for exponent in [
            -320, -306, -200, -110, -100, -50, 0, 50, 90, 100, 110, 200, 305,
        ] {
            let scale = 10f64.powi(exponent);
            for round in 0..400 {
                let (a, b, c) = (point(rng, scale), point(rng, scale), point(rng, scale));
                // In turn: anywhere; in the plane to rounding; exactly in the plane; mixed sizes.
                let d = match round % 4 {
                    0 => point(rng, scale),
                    1 => {
                        let [s, t] = [0; 2].map(|_| rng.between(-1.0, 1.0));
                        a + (b - a) * s + (c - a) * t
                    }
                    2 => {
                        zeros += 1;
                        b
                    }
                    _ => point(rng, scale * 10f64.powi(-(round % 60))),
                };
                let expected = orient3d_exact(&a, &b, &c, &d);
                assert_eq!(orient3d(&a, &b, &c, &d), expected, "{a} {b} {c} {d}");
                assert_eq!(orient3d(&b, &a, &c, &d), -expected);
                assert_eq!(orient3d(&d, &b, &c, &a), -expected);
                for axis in 0..3 {
                    let p = |v: &Vector3<f64>| project(v, axis);
                    assert_eq!(
                        orient2d(p(&a), p(&b), p(&d)),
                        orient2d_exact(p(&a), p(&b), p(&d))
                    );
                }
            }
        }
        assert!(zeros > 1000);
    }

    #[test]
    fn near_collinear_lattice_points() {
        // Shewchuk's picture: points a few last places from a diagonal.
        let step = f64::EPSILON / 2.0;
        for i in 0..64i32 {
            for j in 0..64 {
                let a = [0.5 + f64::from(i) * step, 0.5 + f64::from(j) * step];
                let (b, c) = ([12.0, 12.0], [24.0, 24.0]);
                assert_eq!(orient2d(a, b, c), (j - i).signum());
            }
        }
    }
}
