//! Numbers in f32 that keep a promise made in f64.
//!
//! Problem: engines store f32, and a bound that is rounded to nearest may be none. Idea: round bounds outwards, and points
//! to nearest, with a bound on the distance that they move.

use nalgebra::Vector3;

use crate::error::{Result, check_number};
use crate::numeric::scaling::length_up;

/// The largest f32 not above `x`; NaN of NaN.
///
/// Use it for lower bounds, for example `t_lo` and a distance less its error.
///
/// ```
/// use interframe::{f32_above, f32_below};
/// assert!(f64::from(f32_below(0.1)) < 0.1 && 0.1 < f64::from(f32_above(0.1)));
/// assert_eq!((f32_below(0.5), f32_above(0.5)), (0.5, 0.5));
/// assert_eq!((f32_below(1e300), f32_above(1e300)), (f32::MAX, f32::INFINITY));
/// ```
#[must_use]
pub fn f32_below(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) > x { y.next_down() } else { y }
}

/// The smallest f32 not below `x`; NaN of NaN.
///
/// Use it for upper bounds, for example `t_hi`, an error and a depth with its error.
#[must_use]
pub fn f32_above(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) < x { y.next_up() } else { y }
}

/// Each coordinate of a point or normal rounded to the nearest f32, and a bound on the distance that this moves it, rounded
/// up.
///
/// The distance is at most 2^-24 of the length for coordinates of ordinary size. Add it to the error of the point. A
/// plane's normal in f32 proves nothing any more.
///
/// # Errors
/// [`Error::NonFinite`](crate::Error::NonFinite) for a coordinate that is NaN, infinite or beyond f32.
///
/// ```
/// use interframe::f32_point;
/// use nalgebra::Vector3;
/// let (point, moved) = f32_point(&Vector3::new(0.1, 0.0, 100.0))?;
/// assert_eq!((point, moved < 2e-9), ([0.1, 0.0, 100.0], true));
/// assert!(f32_point(&Vector3::new(0.0, 1e39, 0.0)).is_err());
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn f32_point(point: &Vector3<f64>) -> Result<([f32; 3], f64)> {
    let near = [point.x, point.y, point.z].map(|x| x as f32);
    for (x, what) in near.into_iter().zip(["x in f32", "y in f32", "z in f32"]) {
        check_number(what, f64::from(x))?;
    }
    // Exact: f32 nearest to x is within a factor of 2 of it, or the difference has as few digits as f64 has.
    Ok((
        near,
        length_up(&(Vector3::from(near.map(f64::from)) - point)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_the_nearest_on_their_side() {
        let mut state = 1_u64;
        let mut numbers = vec![
            0.0,
            -0.0,
            1e-46,
            -1e-46,
            3.5e38,
            -3.5e38,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        for _ in 0..100_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let x = f64::from_bits(state ^ (state >> 29));
            // Most bits are beyond f32.
            numbers.extend([
                x,
                f64::from_bits((x.to_bits() & !(0x7ff << 52)) | (900 + state % 250) << 52),
            ]);
        }
        for x in numbers.into_iter().filter(|x| !x.is_nan()) {
            let (below, above) = (f32_below(x), f32_above(x));
            assert!(f64::from(below) <= x && x <= f64::from(above), "{x:e}");
            assert!(below == above || below.next_up() == above, "{x:e}");
            if let Ok(([_, y, _], moved)) = f32_point(&Vector3::new(0.0, x, 0.0)) {
                assert!(
                    (f64::from(y) - x).abs() <= moved && (y == below || y == above),
                    "{x:e}"
                );
            }
        }
        assert!(f32_below(f64::NAN).is_nan() && f32_above(f64::NAN).is_nan());
    }
}
