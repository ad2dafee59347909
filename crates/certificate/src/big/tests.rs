//! The two arithmetics against each other and against another library's.

use dashu_float::FBig;
use dashu_float::round::mode::{Down, Up};

use super::*;
use crate::interval::{Interval, half_pi_bounds};

const WIDE: Unit = Unit {
    scale: 0,
    bits: 256,
};
const WIDEST: Unit = Unit {
    scale: 0,
    bits: 2304,
};

fn in_256(x: f64) -> Big {
    Big::new(x, WIDE)
}

fn widest(x: f64) -> Big {
    Big::new(x, WIDEST)
}

fn in_f64(x: f64) -> Interval {
    Interval::between(x, x)
}

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

/// Whether x <= significand 2^exponent.
fn at_most(x: &Number, significand: &IBig, exponent: isize) -> bool {
    let other = Number::new(significand.clone(), exponent);
    x.order(&other) != Ordering::Greater
}

fn holds(x: &Big, low: &FBig<Down, 2>, high: &FBig<Up, 2>) -> bool {
    let (l, h) = (low.repr(), high.repr());
    at_most(&x.lo, h.significand(), h.exponent())
        && at_most(&x.hi.neg(), &-l.significand(), l.exponent())
}

#[test]
fn sine_and_cosine_hold_those_of_another_library() {
    let mut numbers = Numbers(1);
    for _ in 0..300 {
        let x = numbers.next();
        let (sin, cos) = in_256(x).sin_cos();
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
        // Narrow enough to be of use.
        for x in [sin, cos] {
            assert!(x.half_width().top() < -250);
        }
    }
}

/// Whether an interval of f64 holds all of a narrow one of 256 bits.
fn covers(rough: &Interval, fine: &Big) -> bool {
    fine.sub(&in_256(rough.lower())).is_not_negative()
        && in_256(rough.upper()).sub(fine).is_not_negative()
}

#[test]
fn intervals_hold_the_results_of_256_bits() {
    let mut numbers = Numbers(2);
    for _ in 0..20_000 {
        let (x, y) = (numbers.next(), numbers.next());
        let (rx, ry) = (in_f64(x), in_f64(y));
        let (fx, fy) = (in_256(x), in_256(y));
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
    for i in 0..3_000 {
        // Up to 2^42.
        let x = libm::ldexp(numbers.next(), i % 24 - 2);
        let (rough, fine) = (in_f64(x).sin_cos(), in_256(x).sin_cos());
        assert!(covers(&rough.0, &fine.0), "sin {x}");
        assert!(covers(&rough.1, &fine.1), "cos {x}");
        let width = (rough.0.upper() - rough.0.lower()).max(rough.1.upper() - rough.1.lower());
        assert!(width < 1e-15 + 1e-20 * x.abs(), "{x}: {width}");
        // An interval of some width holds the values at both ends.
        let wide = Interval::between(x, x + 0.25).sin_cos();
        let end = in_256(x + 0.25).sin_cos();
        assert!(covers(&wide.0, &fine.0) && covers(&wide.0, &end.0));
        assert!(covers(&wide.1, &fine.1) && covers(&wide.1, &end.1));
        let size = x.abs();
        let small = (in_f64(size).sinc_cos(), in_256(size).sinc_cos());
        assert!(covers(&small.0.0, &small.1.0), "sinc {x}");
        assert!(covers(&small.0.1, &small.1.1), "cos {x}");
    }
}

#[test]
fn the_digits_of_half_pi_are_right() {
    let [low, high] = half_pi_bounds().map(|parts| {
        let terms = parts.map(in_256);
        terms[0].add(&terms[1]).add(&terms[2]).sin_cos().1
    });
    // Cosine falls through 0 there.
    assert!(low.is_positive() && high.is_negative());
}

#[test]
fn overflow_and_nan_prove_nothing() {
    let huge = in_f64(f64::MAX);
    for x in [
        huge.add(&huge),
        huge.mul(&huge),
        huge.sub(&huge.neg()),
        huge.mul(&huge).sub(&huge.mul(&huge)),
        Interval::between(f64::NAN, 1.0),
    ] {
        assert!(!(x.upper() < f64::INFINITY), "{x:?}");
        assert!(!x.is_negative());
    }
    assert!(huge.mul(&huge).lower() >= f64::MAX.next_down());
    assert!(in_f64(1.0).div(&Interval::between(-1.0, 1.0)).is_none());
    let tiny = in_f64(5e-324);
    let product = tiny.mul(&tiny);
    assert!(product.lower() <= 0.0 && product.upper() > 0.0);
}

#[test]
fn f64_bounds_of_fixed_numbers_enclose_them() {
    let mut numbers = Numbers(4);
    for _ in 0..2_000 {
        let x = in_256(numbers.next()).div(&in_256(3.0)).unwrap();
        let (low, high) = (x.lower(), x.upper());
        assert!(covers(&Interval::between(low, high), &x));
        assert!(high <= low.next_up().next_up());
    }
    let beyond = in_256(f64::MAX).mul(&in_256(8.0));
    assert!(beyond.lower() == f64::MAX && beyond.upper() == f64::INFINITY);
    let tiny = in_256(5e-324).mul(&in_256(0.125));
    assert!(tiny.lower() <= 0.0 && tiny.upper() == 5e-324 && tiny.is_positive());
}

/// sin^2 + cos^2 = 1, and the two arithmetics meet, for angles of any size.
#[test]
fn sine_and_cosine_of_any_angle() {
    let mut numbers = Numbers(5);
    for i in 0..200 {
        let x = libm::ldexp(numbers.next(), 6 * i - 180);
        let (sin, cos) = widest(x).sin_cos();
        let one = sin.square().add(&cos.square());
        assert!(one.sub(&widest(1.0)).half_width().top() < -2290, "{x}");
        assert!(!one.sub(&widest(1.0)).is_positive());
        assert!(!one.sub(&widest(1.0)).is_negative());
        let (sin_256, cos_256) = in_256(x).sin_cos();
        for (fine, rough) in [(&sin, &sin_256), (&cos, &cos_256)] {
            assert!(rough.lo.order(&fine.hi) != Ordering::Greater, "{x}");
            assert!(fine.lo.order(&rough.hi) != Ordering::Greater, "{x}");
            assert!(rough.half_width().top() < -250, "{x}");
        }
        let double = widest(2.0 * x).sin_cos().0;
        let product = sin.mul(&cos).mul(&widest(2.0));
        assert!(double.sub(&product).half_width().top() < -2280, "{x}");
        assert!(!double.sub(&product).is_positive() && !double.sub(&product).is_negative());
        // sin(x)/x times x.
        let angle = widest(x.abs());
        let back = angle.sinc_cos().0.mul(&angle).sub(&angle.sin_cos().0);
        assert!(!back.is_positive() && !back.is_negative(), "{x}");
    }
    let all = in_256(-3.0).hull(&in_256(3.0)).sin_cos().0;
    assert_eq!((all.lower(), all.upper()), (-1.0, 1.0));
}

#[test]
fn lengths_of_all_sizes_stand_side_by_side() {
    let (large, small) = (widest(f64::MAX), widest(5e-324));
    let rest = large.add(&small).sub(&large);
    assert!(rest.sub(&small).half_width().m == IBig::ZERO);
    // A square that f64 does not have.
    let root = small.square().sqrt();
    assert!(root.sub(&small).half_width().top() < -1074 - 2290);
    // Far below the last place the bounds part by a last place, no more.
    let far = in_256(1.0).add(&Big::new(1.0, WIDE.scaled(-30_000)));
    assert!(far.sub(&in_256(1.0)).is_not_negative());
    assert!(far.half_width().top() <= -255);
    let under = in_256(1.0).sub(&Big::new(1.0, WIDE.scaled(-30_000)));
    assert!(!under.sub(&in_256(1.0)).is_positive());
}
