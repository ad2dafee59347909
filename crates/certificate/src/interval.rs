//! Intervals of f64, rounded outward.
//!
//! A sum is widened only when it was rounded (TwoSum shows that), a product, quotient or root by one last
//! place on each side. A result that overflows or is not a number becomes the whole line, which proves
//! nothing.

use dashu_int::IBig;

use super::big::Big;
use super::enclosure::{Enclosure, Unit};

/// All real numbers from `lo` to `hi`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Interval {
    lo: f64,
    hi: f64,
}

impl Interval {
    const WHOLE: Interval = Interval {
        lo: f64::NEG_INFINITY,
        hi: f64::INFINITY,
    };

    pub(super) const fn point(x: f64) -> Self {
        Interval { lo: x, hi: x }
    }

    /// Written so that NaN gives the whole line.
    pub(super) fn between(lo: f64, hi: f64) -> Self {
        if lo <= hi {
            Interval { lo, hi }
        } else {
            Interval::WHOLE
        }
    }

    /// The largest absolute value.
    pub(super) fn magnitude(&self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }
}

/// The lower and upper bound of x + y: rounded sum s, its exact error e (Knuth 1969, TwoSum).
fn sum_down(x: f64, y: f64) -> f64 {
    let s = x + y;
    // False for NaN, after an overflow too.
    if two_sum_error(x, y, s) >= 0.0 {
        s
    } else {
        s.next_down()
    }
}

fn sum_up(x: f64, y: f64) -> f64 {
    let s = x + y;
    if two_sum_error(x, y, s) <= 0.0 {
        s
    } else {
        s.next_up()
    }
}

fn two_sum_error(x: f64, y: f64, s: f64) -> f64 {
    let back = s - x;
    (x - (s - back)) + (y - back)
}

/// x y with an infinite bound times 0 being 0: the bound stands for numbers as large as you like.
fn product(x: f64, y: f64) -> f64 {
    if x == 0.0 || y == 0.0 { 0.0 } else { x * y }
}

fn down(x: f64) -> f64 {
    if x == 0.0 { x } else { x.next_down() }
}

fn up(x: f64) -> f64 {
    if x == 0.0 { x } else { x.next_up() }
}

/// Bounds of a product that may have underflowed to 0 although neither factor is 0.
fn product_bounds(x: f64, y: f64) -> (f64, f64) {
    if x == 0.0 || y == 0.0 {
        return (0.0, 0.0);
    }
    let p = x * y;
    (p.next_down(), p.next_up())
}

impl Interval {
    /// A product of bounds of which some may be 0 or infinite.
    #[cold]
    fn mul_any(&self, other: &Self) -> Self {
        let corners = [
            (self.lo, other.lo),
            (self.lo, other.hi),
            (self.hi, other.lo),
            (self.hi, other.hi),
        ];
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for (x, y) in corners {
            if product(x, y).is_nan() {
                return Interval::WHOLE;
            }
            let (below, above) = product_bounds(x, y);
            lo = lo.min(below);
            hi = hi.max(above);
        }
        Interval::between(lo, hi)
    }
}

/// First 33 bits of pi/2, the next 33, and bounds of what is left (from the digits of pi; a test
/// holds them against an arithmetic of 256 bits).
const HALF_PI: [f64; 2] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11];
const HALF_PI_REST: Interval = Interval {
    lo: 2.022_266_248_795_95e-21,
    hi: 2.022_266_248_795_951_3e-21,
};

/// Parts whose sums lie below and above pi/2.
#[cfg(test)]
pub(super) fn half_pi_bounds() -> [[f64; 3]; 2] {
    let [first, second] = HALF_PI;
    [HALF_PI_REST.lo, HALF_PI_REST.hi].map(|rest| [first, second, rest])
}

/// 20 bits of quarter turns times 33 bits of pi/2 is exact, so a count is taken in three parts.
const PART: f64 = 1_048_576.0;
/// Beyond, angles in f64 are too coarse for any use.
const MAX_QUARTERS: f64 = 1_125_899_906_842_624.0;

impl Interval {
    /// sin(x)/x and cos x by their series, for |x| <= 1. With z = x^2,
    /// sin x = x (1 - z/(2 3) (1 - z/(4 5) (1 - ...))), where every bracket lies in [0, 1] because
    /// its series alternates and falls; the one after the last term is taken as all of [0, 1].
    fn series(&self) -> (Self, Self) {
        // 1/21! is below 2^-65.
        const TERMS: u32 = 10;
        let one = Interval::point(1.0);
        let rest = Interval { lo: 0.0, hi: 1.0 };
        let z = self.square();
        let (mut sinc, mut cos) = (rest, rest);
        for k in (1..=TERMS).rev() {
            sinc = one.sub(&z.mul(&sinc).div_int(2 * k * (2 * k + 1)));
            cos = one.sub(&z.mul(&cos).div_int((2 * k - 1) * (2 * k)));
        }
        (sinc, cos)
    }
}

impl Enclosure for Interval {
    fn new(x: f64, Unit { scale, .. }: Unit) -> Self {
        if scale == 0 {
            return Interval::point(x);
        }
        let y = libm::ldexp(x, scale);
        if libm::ldexp(y, -scale) == x {
            Interval::point(y)
        } else {
            Interval::between(y.next_down(), y.next_up())
        }
    }

    fn like(&self, x: f64) -> Self {
        Interval::point(x)
    }

    fn direction(v: &[IBig; 3], _bits: isize) -> Option<[Self; 3]> {
        let v = Big::direction(v, Unit::MIDDLE)?;
        Some(v.map(|x| Interval::between(x.lower(), x.upper())))
    }

    fn add(&self, other: &Self) -> Self {
        Interval::between(sum_down(self.lo, other.lo), sum_up(self.hi, other.hi))
    }

    fn neg(&self) -> Self {
        Interval {
            lo: -self.hi,
            hi: -self.lo,
        }
    }

    fn mul(&self, other: &Self) -> Self {
        if self.lo == self.hi && other.lo == other.hi {
            let (lo, hi) = product_bounds(self.lo, other.lo);
            return Interval::between(lo, hi);
        }
        // Where no bound is 0 the least and the largest corner alone are widened.
        let corners = [
            self.lo * other.lo,
            self.lo * other.hi,
            self.hi * other.lo,
            self.hi * other.hi,
        ];
        let sum: f64 = corners.iter().sum();
        let none_is_0 = self.lo * self.hi != 0.0 && other.lo * other.hi != 0.0;
        if none_is_0 && sum.is_finite() {
            let lo = corners.iter().copied().fold(f64::INFINITY, f64::min);
            let hi = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            return Interval::between(lo.next_down(), hi.next_up());
        }
        self.mul_any(other)
    }

    fn div(&self, other: &Self) -> Option<Self> {
        if !(other.lo > 0.0 || other.hi < 0.0) {
            return None;
        }
        let inverse = Interval::between((1.0 / other.hi).next_down(), (1.0 / other.lo).next_up());
        Some(self.mul(&inverse))
    }

    fn div_int(&self, by: u32) -> Self {
        let by = f64::from(by);
        let (lo, hi) = (self.lo / by, self.hi / by);
        let low = if self.lo == 0.0 { 0.0 } else { lo.next_down() };
        let high = if self.hi == 0.0 { 0.0 } else { hi.next_up() };
        Interval::between(low, high)
    }

    fn sqrt(&self) -> Self {
        let (lo, hi) = (self.lo.max(0.0).sqrt(), self.hi.max(0.0).sqrt());
        Interval::between(down(lo).max(0.0), up(hi))
    }

    fn sin_cos(&self) -> (Self, Self) {
        let middle = self.lo + 0.5 * (self.hi - self.lo);
        let quarters = (middle * std::f64::consts::FRAC_2_PI).round();
        let all = Interval::between(-1.0, 1.0);
        if !(quarters.abs() < MAX_QUARTERS) {
            return (all, all);
        }
        let (low, middle) = (quarters % PART, quarters % (PART * PART));
        let counts = [quarters - middle, middle - low, low];
        let rest = HALF_PI.iter().fold(*self, |rest, part| {
            counts
                .iter()
                .fold(rest, |rest, count| rest.sub(&Interval::point(count * part)))
        });
        let rest = rest.sub(&Interval::point(quarters).mul(&HALF_PI_REST));
        if !(rest.magnitude() < 1.0) {
            return (all, all);
        }
        let (sinc, cos) = rest.series();
        let sin = rest.mul(&sinc);
        let clamped = |x: Interval| Interval::between(x.lo.max(-1.0), x.hi.min(1.0));
        let (sin, cos) = match (quarters as i64).rem_euclid(4) {
            0 => (sin, cos),
            1 => (cos, sin.neg()),
            2 => (sin.neg(), cos.neg()),
            _ => (cos.neg(), sin),
        };
        (clamped(sin), clamped(cos))
    }

    fn sinc_cos(&self) -> (Self, Self) {
        if self.hi <= 1.0 {
            return self.series();
        }
        let (sin, cos) = self.sin_cos();
        let all = Interval::between(-1.0, 1.0);
        (sin.div(self).unwrap_or(all), cos)
    }

    fn hull(&self, other: &Self) -> Self {
        Interval::between(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    fn max(&self, other: &Self) -> Self {
        Interval::between(self.lo.max(other.lo), self.hi.max(other.hi))
    }

    fn middle(&self) -> Self {
        Interval::point(self.lo + 0.5 * (self.hi - self.lo))
    }

    fn is_positive(&self) -> bool {
        self.lo > 0.0
    }

    fn is_negative(&self) -> bool {
        self.hi < 0.0
    }

    fn is_not_negative(&self) -> bool {
        self.lo >= 0.0
    }

    fn lower(&self) -> f64 {
        self.lo
    }

    fn upper(&self) -> f64 {
        self.hi
    }
}
