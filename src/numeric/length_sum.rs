//! A length that is a sum: of two radii and a distance, or a difference of radii, which need not be one number of
//! f64.

use dashu_int::IBig;

use crate::numeric::arithmetic::U;
use crate::numeric::exact_float::{scaled, unit_of};

/// The sum of three numbers, each finite; not negative, and of two at most if one of them is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LengthSum(pub(crate) [f64; 3]);

impl LengthSum {
    /// The sum times a power of two, from below and from above.
    #[inline(always)]
    pub(crate) fn bounds(&self, scale: f64) -> [f64; 2] {
        let [x, y, z] = self.0;
        // At the scale first: the sum itself may be beyond f64.
        let reach = (x * scale + y * scale) + z * scale;
        // A product of denormal size is rounded; one beyond f64 is still above the largest number.
        if y == 0.0 && z == 0.0 || x == 0.0 && (y == 0.0 || z == 0.0) {
            return [reach.min(f64::MAX).next_down(), reach.next_up()];
        }
        let off = 4.0 * U * reach + f64::MIN_POSITIVE;
        [(reach - off).min(f64::MAX * (1.0 - 4.0 * U)), reach + off]
    }

    /// The sum rounded.
    #[inline(always)]
    pub(crate) fn rounded(&self) -> f64 {
        let [x, y, z] = self.0;
        (x + y) + z
    }

    /// The largest unit in which it is an integer.
    pub(crate) fn unit(&self) -> i32 {
        self.0
            .iter()
            .fold(i32::MAX, |unit, &x| unit.min(unit_of(x)))
    }

    /// In such a unit.
    pub(crate) fn integer(&self, unit: i32) -> IBig {
        let sum = |sum: IBig, &x: &f64| sum + scaled(x, unit);
        self.0.iter().fold(IBig::ZERO, sum)
    }
}
