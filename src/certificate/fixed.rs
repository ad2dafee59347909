//! Intervals with ends in multiples of 2^-BITS, rounded outward: for what f64 cannot tell.
//!
//! Numbers are big integers; magnitudes are without limit, resolution is absolute, so lengths are
//! scaled to about 1 first. Sine and cosine halve the argument until the series is short and double
//! it back, which needs no pi.

use dashu_base::{Abs, BitTest, SquareRoot};
use dashu_int::{IBig, UBig};

use super::dyadic::decode;
use super::enclosure::Enclosure;

/// All real numbers from lo 2^-BITS to hi 2^-BITS.
#[derive(Debug, Clone)]
pub(super) struct Fixed<const BITS: usize> {
    lo: IBig,
    hi: IBig,
}

/// x 2^shift rounded down.
fn shift_down(x: &IBig, shift: isize) -> IBig {
    if shift >= 0 {
        return x << shift.unsigned_abs();
    }
    let by = shift.unsigned_abs();
    let size: IBig = x.clone().abs() >> by;
    if *x >= IBig::ZERO {
        size
    } else if (&size << by) == x.clone().abs() {
        -size
    } else {
        -size - 1
    }
}

fn shift_up(x: &IBig, shift: isize) -> IBig {
    -shift_down(&-x, shift)
}

/// x / y rounded down, y > 0.
fn quotient_down(x: &IBig, y: &IBig) -> IBig {
    let size: IBig = x.clone().abs() / y;
    if *x >= IBig::ZERO {
        size
    } else if &size * y == x.clone().abs() {
        -size
    } else {
        -size - 1
    }
}

fn quotient_up(x: &IBig, y: &IBig) -> IBig {
    -quotient_down(&-x, y)
}

/// Integer root of x >= 0, rounded down.
fn root(x: &IBig) -> IBig {
    let x = UBig::try_from(x.clone()).unwrap_or(UBig::ZERO);
    IBig::from(x.sqrt())
}

impl<const BITS: usize> Fixed<BITS> {
    fn new(lo: IBig, hi: IBig) -> Self {
        debug_assert!(lo <= hi);
        Fixed { lo, hi }
    }

    fn integer(n: u32) -> Self {
        let n = IBig::from(n) << BITS;
        Fixed::new(n.clone(), n)
    }

    /// A vector of integers times the power of two that brings it near length 1; None for 0.
    pub(super) fn direction(v: &[IBig; 3]) -> Option<[Self; 3]> {
        let bits = v.iter().map(|x| x.clone().abs().bit_len()).max()?;
        let shift = BITS as isize - bits as isize;
        let near_1 = |x: &IBig| Fixed::new(shift_down(x, shift), shift_up(x, shift));
        (bits > 0).then(|| v.each_ref().map(near_1))
    }

    /// Exactly x / 2^halvings, or outward.
    fn shifted(&self, by: isize) -> Self {
        Fixed::new(shift_down(&self.lo, by), shift_up(&self.hi, by))
    }
}

/// The f64 just below or at x 2^-bits, from its leading 53 bits.
fn to_f64_down(x: &IBig, bits: usize) -> f64 {
    let length = x.clone().abs().bit_len() as isize;
    let drop = (length - 53).max(0);
    let leading = shift_down(x, -drop);
    // At most 2^53 in size: exact.
    let leading = i64::try_from(&leading).unwrap_or(0) as f64;
    let exponent = drop - bits as isize;
    let exponent = exponent.clamp(-3000, 3000) as i32;
    let value = libm::ldexp(leading, exponent);
    // Below the smallest normal, and beyond the largest, ldexp rounds.
    if leading == 0.0 || value.is_normal() {
        value
    } else {
        value.next_down()
    }
}

impl<const BITS: usize> Enclosure for Fixed<BITS> {
    // (2n + 1)! with n = BITS/8 exceeds 2^BITS for BITS of 256 and more.
    const TERMS: u32 = BITS as u32 / 8;

    fn scaled(x: f64, scale: i32) -> Self {
        let (mantissa, exponent) = decode(x);
        let mantissa = IBig::from(mantissa);
        let shift = exponent as isize + scale as isize + BITS as isize;
        Fixed::new(shift_down(&mantissa, shift), shift_up(&mantissa, shift))
    }

    fn add(&self, other: &Self) -> Self {
        Fixed::new(&self.lo + &other.lo, &self.hi + &other.hi)
    }

    fn neg(&self) -> Self {
        Fixed::new(-&self.hi, -&self.lo)
    }

    fn mul(&self, other: &Self) -> Self {
        let back = -(BITS as isize);
        if self.lo == self.hi && other.lo == other.hi {
            let p = &self.lo * &other.lo;
            return Fixed::new(shift_down(&p, back), shift_up(&p, back));
        }
        let corners = [
            &self.lo * &other.lo,
            &self.lo * &other.hi,
            &self.hi * &other.lo,
            &self.hi * &other.hi,
        ];
        let [first, rest @ ..] = &corners;
        let lo = rest.iter().fold(first, |x, y| x.min(y));
        let hi = rest.iter().fold(first, |x, y| x.max(y));
        Fixed::new(shift_down(lo, back), shift_up(hi, back))
    }

    fn div(&self, other: &Self) -> Option<Self> {
        if other.hi < IBig::ZERO {
            return self.neg().div(&other.neg());
        }
        if other.lo <= IBig::ZERO {
            return None;
        }
        let (lo, hi) = (&self.lo << BITS, &self.hi << BITS);
        // Towards 0 by the larger divisor, away from it by the smaller.
        let low = if lo >= IBig::ZERO {
            &other.hi
        } else {
            &other.lo
        };
        let high = if hi >= IBig::ZERO {
            &other.lo
        } else {
            &other.hi
        };
        Some(Fixed::new(quotient_down(&lo, low), quotient_up(&hi, high)))
    }

    fn div_int(&self, by: u32) -> Self {
        let by = IBig::from(by);
        Fixed::new(quotient_down(&self.lo, &by), quotient_up(&self.hi, &by))
    }

    fn sqrt(&self) -> Self {
        let zero = IBig::ZERO;
        let lo = root(&(self.lo.clone().max(zero.clone()) << BITS));
        let square = self.hi.clone().max(zero) << BITS;
        let hi = root(&square);
        let hi = if &hi * &hi == square { hi } else { hi + 1 };
        Fixed::new(lo, hi)
    }

    fn sin_cos(&self) -> (Self, Self) {
        let size = self.lo.clone().abs().max(self.hi.clone().abs());
        // Below 2^-8 a term of the series gains 16 bits and more.
        let halvings = (size.bit_len() as isize + 8 - BITS as isize).max(0);
        let small = self.shifted(-halvings);
        let (sinc, mut cos) = small.series(BITS as u32 / 16 + 2);
        let mut sin = small.mul(&sinc);
        let one = Fixed::integer(1);
        for _ in 0..halvings {
            let twice = sin.shifted(1);
            let next = one.sub(&twice.mul(&sin));
            sin = twice.mul(&cos);
            cos = next;
        }
        (sin, cos)
    }

    fn hull(&self, other: &Self) -> Self {
        Fixed::new(
            self.lo.clone().min(other.lo.clone()),
            self.hi.clone().max(other.hi.clone()),
        )
    }

    fn max(&self, other: &Self) -> Self {
        Fixed::new(
            self.lo.clone().max(other.lo.clone()),
            self.hi.clone().max(other.hi.clone()),
        )
    }

    fn middle(&self) -> Self {
        let middle = shift_down(&(&self.lo + &self.hi), -1);
        Fixed::new(middle.clone(), middle)
    }

    fn is_positive(&self) -> bool {
        self.lo > IBig::ZERO
    }

    fn is_negative(&self) -> bool {
        self.hi < IBig::ZERO
    }

    fn is_not_negative(&self) -> bool {
        self.lo >= IBig::ZERO
    }

    fn lower(&self) -> f64 {
        to_f64_down(&self.lo, BITS)
    }

    fn upper(&self) -> f64 {
        -to_f64_down(&-&self.hi, BITS)
    }
}

#[cfg(test)]
mod tests {
    use dashu_float::FBig;
    use dashu_float::round::mode::{Down, Up};

    use super::super::interval::{Interval, half_pi_bounds};
    use super::*;

    type Wide = Fixed<256>;

    /// Numbers of all sizes that matter, from a seed.
    struct Numbers(u64);

    impl Numbers {
        fn bits(&mut self) -> u64 {
            // SplitMix64.
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }

        fn next(&mut self) -> f64 {
            let unit = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
            let exponent = (self.bits() % 40) as i32 - 20;
            let sign = if self.bits() & 1 == 0 { 1.0 } else { -1.0 };
            sign * libm::ldexp(1.0 + unit, exponent)
        }
    }

    /// Whether x 2^-256 <= significand 2^exponent.
    fn at_most(x: &IBig, significand: &IBig, exponent: isize) -> bool {
        let shift = exponent + 256;
        if shift >= 0 {
            *x <= significand << shift as usize
        } else {
            (x << shift.unsigned_abs()) <= *significand
        }
    }

    fn holds(x: &Wide, low: &FBig<Down, 2>, high: &FBig<Up, 2>) -> bool {
        let (l, h) = (low.repr(), high.repr());
        at_most(&x.lo, h.significand(), h.exponent())
            && at_most(&-&x.hi, &-l.significand(), l.exponent())
    }

    #[test]
    fn sine_and_cosine_hold_those_of_another_library() {
        let mut numbers = Numbers(1);
        for _ in 0..300 {
            let x = numbers.next();
            let (sin, cos) = Wide::exact(x).sin_cos();
            let down = FBig::<Down, 2>::try_from(x)
                .unwrap()
                .with_precision(320)
                .value();
            let up = FBig::<Up, 2>::try_from(x)
                .unwrap()
                .with_precision(320)
                .value();
            assert!(holds(&sin, &down.sin(), &up.sin()), "sin {x}");
            assert!(holds(&cos, &down.cos(), &up.cos()), "cos {x}");
            // Narrow enough to be of use: 2^-190.
            let narrow = IBig::ONE << 66;
            assert!(&sin.hi - &sin.lo < narrow && &cos.hi - &cos.lo < narrow);
        }
    }

    /// Whether an interval of f64 holds all of a narrow one of 256 bits.
    fn covers(rough: &Interval, fine: &Wide) -> bool {
        fine.sub(&Wide::exact(rough.lower())).is_not_negative()
            && Wide::exact(rough.upper()).sub(fine).is_not_negative()
    }

    #[test]
    fn intervals_hold_the_results_of_256_bits() {
        let mut numbers = Numbers(2);
        for _ in 0..20_000 {
            let (x, y) = (numbers.next(), numbers.next());
            let (rx, ry) = (Interval::exact(x), Interval::exact(y));
            let (fx, fy) = (Wide::exact(x), Wide::exact(y));
            assert!(covers(&rx.add(&ry), &fx.add(&fy)), "{x} + {y}");
            assert!(covers(&rx.sub(&ry), &fx.sub(&fy)), "{x} - {y}");
            assert!(covers(&rx.mul(&ry), &fx.mul(&fy)), "{x} * {y}");
            let quotient = (rx.div(&ry).unwrap(), fx.div(&fy).unwrap());
            assert!(covers(&quotient.0, &quotient.1), "{x} / {y}");
            assert!(
                covers(&rx.square().sqrt(), &fx.square().sqrt()),
                "root of {x}^2"
            );
            assert!(covers(&rx.div_int(7), &fx.div_int(7)), "{x} / 7");
        }
    }

    #[test]
    fn sine_and_cosine_of_intervals_hold_those_of_256_bits() {
        let mut numbers = Numbers(3);
        for _ in 0..3_000 {
            let x = libm::ldexp(numbers.next(), -2);
            let (rough, fine) = (Interval::exact(x).sin_cos(), Wide::exact(x).sin_cos());
            assert!(covers(&rough.0, &fine.0), "sin {x}");
            assert!(covers(&rough.1, &fine.1), "cos {x}");
            let width = (rough.0.upper() - rough.0.lower()).max(rough.1.upper() - rough.1.lower());
            assert!(width < 1e-15 + 1e-20 * x.abs(), "{x}: {width}");
            // An interval of some width holds the values at both ends.
            let wide = Interval::new(x, x + 0.25).sin_cos();
            let end = Wide::exact(x + 0.25).sin_cos();
            assert!(covers(&wide.0, &fine.0) && covers(&wide.0, &end.0));
            assert!(covers(&wide.1, &fine.1) && covers(&wide.1, &end.1));
            let small = (Interval::exact(x.abs()).sinc(), Wide::exact(x.abs()).sinc());
            assert!(covers(&small.0, &small.1), "sinc {x}");
        }
    }

    #[test]
    fn the_digits_of_half_pi_are_right() {
        let [low, high] = half_pi_bounds().map(|parts| {
            let terms = parts.map(Wide::exact);
            terms[0].add(&terms[1]).add(&terms[2]).sin_cos().1
        });
        // Cosine falls through 0 there.
        assert!(low.is_positive() && high.is_negative());
    }

    #[test]
    fn overflow_and_nan_prove_nothing() {
        let huge = Interval::exact(f64::MAX);
        for x in [
            huge.add(&huge),
            huge.mul(&huge),
            huge.sub(&huge.neg()),
            huge.mul(&huge).sub(&huge.mul(&huge)),
            Interval::new(f64::NAN, 1.0),
        ] {
            assert!(!(x.upper() < f64::INFINITY), "{x:?}");
            assert!(!x.is_negative());
        }
        assert!(huge.mul(&huge).lower() >= f64::MAX.next_down());
        assert!(
            Interval::exact(1.0)
                .div(&Interval::new(-1.0, 1.0))
                .is_none()
        );
        let tiny = Interval::exact(5e-324);
        let product = tiny.mul(&tiny);
        assert!(product.lower() <= 0.0 && product.upper() > 0.0);
    }

    #[test]
    fn f64_bounds_of_fixed_numbers_enclose_them() {
        let mut numbers = Numbers(4);
        for _ in 0..2_000 {
            let x = Wide::exact(numbers.next()).div(&Wide::exact(3.0)).unwrap();
            let (low, high) = (x.lower(), x.upper());
            assert!(covers(&Interval::new(low, high), &x));
            assert!(high <= low.next_up().next_up());
        }
        let small = Wide::new(IBig::ONE, IBig::ONE);
        assert_eq!(small.lower(), libm::ldexp(1.0, -256));
        assert_eq!(small.upper(), libm::ldexp(1.0, -256));
    }
}
