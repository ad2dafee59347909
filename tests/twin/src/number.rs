//! Exact numbers: f64 as integers on a common power of two, and fractions of integers.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_int::Sign;
use dashu_int::ops::BitTest;

/// A point or vector of integers.
pub type P3 = [IBig; 3];

/// `x = mantissa * 2^exponent` with an odd mantissa, or (0, `i32::MAX`) for zero.
fn split(x: f64) -> (i64, i32) {
    assert!(x.is_finite(), "the twin judges finite numbers only");
    let bits = x.abs().to_bits();
    let field = (bits >> 52) as i32;
    let fraction = (bits & ((1u64 << 52) - 1)) as i64;
    let (m, e) = match field {
        0 => (fraction, -1074),
        _ => (fraction + (1i64 << 52), field - 1075),
    };
    if m == 0 {
        return (0, i32::MAX);
    }
    let zeros = m.trailing_zeros();
    let m = m >> zeros;
    (if x < 0.0 { -m } else { m }, e + zeros as i32)
}

/// The largest u such that every number is an integer times 2^u; 0 when all are zero.
pub fn common_unit(numbers: impl IntoIterator<Item = f64>) -> i32 {
    match numbers.into_iter().map(|x| split(x).1).min() {
        None | Some(i32::MAX) => 0,
        Some(unit) => unit,
    }
}

/// `x / 2^unit`, which must be an integer.
pub fn integer(x: f64, unit: i32) -> IBig {
    let (m, e) = split(x);
    if m == 0 {
        return IBig::ZERO;
    }
    assert!(e >= unit, "not an integer on this unit");
    IBig::from(m) << (e - unit) as usize
}

/// The vector on a unit.
pub fn integers(v: &[f64; 3], unit: i32) -> P3 {
    v.map(|x| integer(x, unit))
}

/// 2^exponent, exactly and the same on every machine; -1022 to 1023.
pub fn power_of_two(exponent: i32) -> f64 {
    assert!((-1022..=1023).contains(&exponent));
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

pub fn is_positive(x: &IBig) -> bool {
    !x.is_zero() && x.sign() == Sign::Positive
}

pub fn is_negative(x: &IBig) -> bool {
    x.sign() == Sign::Negative
}

pub fn dot(a: &P3, b: &P3) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub fn sub(a: &P3, b: &P3) -> P3 {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

pub fn add(a: &P3, b: &P3) -> P3 {
    [&a[0] + &b[0], &a[1] + &b[1], &a[2] + &b[2]]
}

pub fn scale(a: &P3, s: &IBig) -> P3 {
    [&a[0] * s, &a[1] * s, &a[2] * s]
}

pub fn cross(a: &P3, b: &P3) -> P3 {
    [
        &a[1] * &b[2] - &a[2] * &b[1],
        &a[2] * &b[0] - &a[0] * &b[2],
        &a[0] * &b[1] - &a[1] * &b[0],
    ]
}

pub fn is_zero(a: &P3) -> bool {
    a.iter().all(IBig::is_zero)
}

/// The numbers divided by one power of two so that the largest is at most 2^300: rounded, for
/// guesses only.
pub fn approximate<'a>(numbers: impl Iterator<Item = &'a IBig> + Clone) -> (Vec<f64>, usize) {
    let bits = numbers.clone().map(BitTest::bit_len).max().unwrap_or(0);
    let drop = bits.saturating_sub(300);
    let rounded = numbers.map(|x| (x >> drop).to_f64().value()).collect();
    (rounded, drop)
}

/// A fraction; the denominator is positive. Not reduced: it is compared, never chained.
#[derive(Debug, Clone)]
pub struct Rational {
    num: IBig,
    den: IBig,
}

impl Rational {
    /// `num / den`; `den` must not be zero.
    pub fn new(num: IBig, den: IBig) -> Self {
        assert!(!den.is_zero());
        if is_negative(&den) {
            return Rational {
                num: -num,
                den: -den,
            };
        }
        Rational { num, den }
    }

    pub fn zero() -> Self {
        Rational::new(IBig::ZERO, IBig::ONE)
    }

    /// Exactly `x`.
    pub fn from_f64(x: f64) -> Self {
        Rational::new(IBig::ONE, IBig::ONE).times_f64(x)
    }

    fn times_f64(&self, x: f64) -> Self {
        let unit = common_unit([x]);
        self.times_power(unit, integer(x, unit))
    }

    /// This times `factor * 2^exponent`.
    pub fn times_power(&self, exponent: i32, factor: IBig) -> Self {
        let shift = exponent.unsigned_abs() as usize;
        let num = &self.num * factor;
        if exponent >= 0 {
            Rational::new(num << shift, self.den.clone())
        } else {
            Rational::new(num, &self.den << shift)
        }
    }

    /// x^2 exactly.
    pub fn square_of(x: f64) -> Self {
        Rational::from_f64(x).times_f64(x)
    }

    /// (x + y)^2.
    pub fn square_of_sum(x: f64, y: f64) -> Self {
        let unit = common_unit([x, y]);
        let sum = integer(x, unit) + integer(y, unit);
        Rational::new(&sum * &sum, IBig::ONE).times_power(2 * unit, IBig::ONE)
    }

    /// The nearest f64 to a few last places; 0 and infinity beyond its range.
    pub fn to_f64(&self) -> f64 {
        let shift = 80 + self.den.bit_len() as i64 - self.num.bit_len() as i64;
        let quotient = if shift >= 0 {
            (&self.num << shift as usize) / &self.den
        } else {
            &self.num / (&self.den << (-shift) as usize)
        };
        let mut x = quotient.to_f64().value();
        // Two or three steps, since 2^-shift itself may not be an f64.
        let mut left = -shift;
        while left != 0 && x != 0.0 && x.is_finite() {
            let step = left.clamp(-900, 900);
            x *= power_of_two(step as i32);
            left -= step;
        }
        x
    }

    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// The square root to a few last places, also where this itself is beyond f64.
    pub fn root(&self) -> f64 {
        let half = (self.num.bit_len() as i32 - self.den.bit_len() as i32) / 2;
        let near_one = self.times_power(-2 * half, IBig::ONE);
        let mut x = near_one.to_f64().sqrt();
        let mut left = half;
        while left != 0 && x != 0.0 && x.is_finite() {
            let step = left.clamp(-900, 900);
            x *= power_of_two(step);
            left -= step;
        }
        x
    }

    /// Numerator and denominator.
    pub fn into_parts(self) -> (IBig, IBig) {
        (self.num, self.den)
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Rational {}
impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.num * &other.den).cmp(&(&other.num * &self.den))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_value() {
        for x in [1.0, -0.1, 5e-324, -1e300, 3.0 * 2f64.powi(-1060), 0.0] {
            assert_eq!(Rational::from_f64(x).to_f64(), x);
        }
        assert!(Rational::from_f64(0.1) > Rational::new(IBig::from(1), IBig::from(10)));
        for x in [3.0, 1e-200, 1e300, 5e-324] {
            let root = Rational::square_of(x).root();
            assert!((root / x - 1.0).abs() < 1e-15, "{x}");
        }
        assert_eq!(Rational::zero().root(), 0.0);
        assert!(Rational::square_of(-3.0) == Rational::from_f64(9.0));
        assert_eq!(common_unit([0.0, 6.0, 0.25]), -2);
    }
}
