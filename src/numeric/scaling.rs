//! Scaling by powers of two, and bounds of lengths that hold in real arithmetic.
//!
//! Problem: a body may be 1e300 wide or 1e-300, and squares overflow or vanish. Idea: measure in
//! units of a power of two near the body's extent, where f64 is at its best, and convert results
//! back, rounding outwards only where the conversion itself rounds.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, corners_of_box, norm, norm1};

/// `x * 2^k`, rounded at most once unless the result is below 2^-1022.
#[inline]
pub(crate) fn scale(x: f64, k: i32) -> f64 {
    let power = |k: i32| f64::from_bits(((k + 1023) as u64) << 52);
    match k {
        -1022..=1023 => x * power(k),
        1024.. => scale(x * power(1023), (k - 1023).min(2200)),
        _ => scale(x * power(-1022), (k + 1022).max(-2200)),
    }
}

/// [`scale`] of every coordinate.
#[inline(always)]
pub(crate) fn scale_all(v: &Vector3<f64>, k: i32) -> Vector3<f64> {
    match k {
        -1022..=1023 => v * f64::from_bits(((k + 1023) as u64) << 52),
        _ => scale_far(v, k),
    }
}

#[cold]
fn scale_far(v: &Vector3<f64>, k: i32) -> Vector3<f64> {
    v.map(|x| scale(x, k))
}

/// The least k with `|x| < 2^k`; 0 for 0. `x` must be finite.
pub(crate) fn exponent_above(x: f64) -> i32 {
    if x == 0.0 {
        return 0;
    }
    let (mantissa, exponent) = crate::numeric::exact_float::decompose(x);
    exponent + (64 - mantissa.unsigned_abs().leading_zeros() as i32)
}

/// The length of a vector whose squares may overflow or vanish.
#[inline(always)]
pub(crate) fn length_of_any(v: &Vector3<f64>) -> f64 {
    let sum = norm1(v);
    match is_ordinary(sum) || sum == 0.0 || !sum.is_finite() {
        true => norm(v),
        false => length_of_extreme(v),
    }
}

#[cold]
fn length_of_extreme(v: &Vector3<f64>) -> f64 {
    let k = exponent_above(v.amax());
    scale(norm(&scale_all(v, -k)), k)
}

/// Whether products of a dozen such lengths neither overflow nor vanish.
#[inline(always)]
pub(crate) fn is_ordinary(size: f64) -> bool {
    size > 1e-21 && size < 1e21
}

/// The vector, times a power of two that brings it near length 1 if it is extreme.
#[inline(always)]
pub(crate) fn near_one(v: &Vector3<f64>) -> Vector3<f64> {
    if is_ordinary(norm1(v)) {
        *v
    } else {
        brought_near_one(v)
    }
}

#[cold]
fn brought_near_one(v: &Vector3<f64>) -> Vector3<f64> {
    let most = v.amax();
    if !(most > 0.0 && most.is_finite()) {
        return *v;
    }
    let k = libm::ilogb(most);
    v.map(|x| libm::ldexp(x, -k))
}

/// The points of a body in units of 2^`shift`, so chosen that the body's extent is about 1 (or,
/// where the body is more than 2^900 extents from its origin, that no coordinate passes 2^900).
pub(crate) struct Local {
    pub shift: i32,
    pub points: Vec<Vector3<f64>>,
    /// Bound on what scaling and underflowing products can have lost in any length computed
    /// here, in local units: 0 unless some coordinate is tiny beside the unit.
    pub slack: f64,
}

/// Below this a coordinate may be rounded by scaling, or its products underflow.
const SMALL: f64 = f64::from_bits((1023 - 900) << 52);

/// Far above 2^-1074 times the number of operations behind any length, far below anything that
/// matters.
const SLACK: f64 = f64::from_bits((1023 - 1000) << 52);

impl Local {
    /// `points` must not be empty.
    pub(crate) fn new(points: &[Vector3<f64>]) -> Self {
        let (low, high) = corners_of_box(points.iter().copied());
        let largest = low.abs().sup(&high.abs()).max();
        // Half of each, so that the difference cannot overflow.
        let half_extent = (high * 0.5 - low * 0.5).max();
        let shift = if half_extent > 0.0 {
            (exponent_above(half_extent) + 1).max(exponent_above(largest) - 900)
        } else {
            exponent_above(largest)
        };
        let scaled: Vec<_> = points.iter().map(|p| p.map(|x| scale(x, -shift))).collect();
        let lossless = points
            .iter()
            .zip(&scaled)
            .all(|(p, q)| p.iter().zip(q.iter()).all(|(&x, &y)| lossless(x, y)));
        Local {
            shift,
            points: scaled,
            slack: if lossless { 0.0 } else { SLACK },
        }
    }

    /// A body point in local units, and the slack of lengths measured from it.
    pub(crate) fn enter(&self, p: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let q = p.map(|x| scale(x, -self.shift));
        let clean = p.iter().zip(q.iter()).all(|(&x, &y)| lossless(x, y));
        (q, if clean { self.slack } else { SLACK })
    }

    /// A local point in body units, rounded.
    pub(crate) fn leave(&self, q: &Vector3<f64>) -> Vector3<f64> {
        // `+ 0.0` turns -0.0 into 0.0.
        q.map(|x| scale(x, self.shift) + 0.0)
    }

    /// A length in body units, not below `x` local units.
    pub(crate) fn length_up(&self, x: f64) -> f64 {
        let y = scale(x, self.shift);
        if scale(y, -self.shift) >= x {
            y
        } else {
            y.next_up()
        }
    }

    /// A length in body units, not above `x` local units.
    pub(crate) fn length_down(&self, x: f64) -> f64 {
        let y = scale(x, self.shift);
        if y.is_finite() && scale(y, -self.shift) <= x {
            y
        } else {
            y.next_down()
        }
    }
}

fn lossless(x: f64, y: f64) -> bool {
    x == 0.0 || y.abs() >= SMALL
}

/// Not below the Euclidean length of a difference of two points that was computed in f64 and is
/// within U of the real one in each coordinate. Any magnitude; may be infinite, never NaN.
pub(crate) fn length_up(d: &Vector3<f64>) -> f64 {
    let largest = d.abs().max();
    if largest == 0.0 {
        return 0.0;
    }
    if !largest.is_finite() {
        return f64::INFINITY;
    }
    let k = exponent_above(largest);
    // Scaled into [1/2, 1): what underflows now is below 2^-1000 of the result. Roundings: U from
    // the difference, then three of squares and sums, halved by the root, and the root itself:
    // below 4 U. The multiplication here is the fifth, the sixth pays for second order.
    let length = norm(&d.map(|x| scale(x, -k))) * (1.0 + 8.0 * U);
    let back = scale(length, k);
    if scale(back, -k) >= length {
        back
    } else {
        back.next_up()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_is_exact_where_f64_allows() {
        for x in [1.0, -3.5, f64::MIN_POSITIVE, 5e-324, 1.7e308] {
            for k in [-2000, -1500, -1074, -1023, -1, 0, 1, 700, 1100, 2098] {
                let y = scale(x, k);
                if y.is_finite() && y.abs() >= f64::MIN_POSITIVE {
                    assert_eq!(scale(y, -k), x, "{x} {k}");
                }
            }
        }
        assert_eq!(scale(5e-324, 1074), 1.0);
        assert_eq!(scale(1.0, -1074), 5e-324);
        assert_eq!(scale(1.0, 5000), f64::INFINITY);
    }

    #[test]
    fn exponent_is_the_least_above() {
        assert_eq!(exponent_above(1.0), 1);
        assert_eq!(exponent_above(0.75), 0);
        assert_eq!(exponent_above(-2.0), 2);
        assert_eq!(exponent_above(5e-324), -1073);
        assert_eq!(exponent_above(f64::MAX), 1024);
    }

    #[test]
    fn lengths_round_outwards() {
        for (d, least) in [
            (Vector3::new(3.0, 4.0, 0.0), 5.0),
            (Vector3::new(3e-320, 0.0, 0.0), 3e-320),
            (Vector3::new(3e200, 4e200, 0.0), 5e200),
        ] {
            let length = length_up(&d);
            assert!(length >= least && length <= least * (1.0 + 1e-14) + 1e-323);
        }
        assert_eq!(length_up(&Vector3::repeat(1.7e308)), f64::INFINITY);
        let local = Local::new(&[Vector3::repeat(1e300), Vector3::repeat(-1e300)]);
        assert!(local.points.iter().all(|p| p.abs().max() <= 1.0));
        assert_eq!(local.leave(&local.points[0]), Vector3::repeat(1e300));
        assert!(local.length_down(f64::MAX).is_finite());
        assert!(local.length_up(1e-300) > 0.0);
    }
}
