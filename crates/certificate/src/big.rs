//! Intervals of big floats, rounded outward: for signs that f64 leaves open.
//!
//! A number is m 2^e with an integer m of at most `bits` bits (or one more after a carry) and any e, so
//! that nothing overflows or underflows: lengths of 2^-1074 stand beside those of 2^1024.

use std::cmp::Ordering;

use dashu_base::{Abs, BitTest, SquareRoot};
use dashu_int::{IBig, UBig};

use super::dyadic::decode;
use super::enclosure::{Enclosure, Unit};
use super::half_pi::half_pi;

/// m 2^e.
#[derive(Debug, Clone)]
struct Number {
    m: IBig,
    e: isize,
}

/// Where a bound may be rounded to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Side {
    Down,
    Up,
}

/// x 2^shift, rounded.
fn shifted(x: &IBig, shift: isize, side: Side) -> IBig {
    let by = shift.unsigned_abs();
    if shift >= 0 {
        return x << by;
    }
    let size: IBig = x.clone().abs() >> by;
    let exact = x.trailing_zeros().is_none_or(|zeros| zeros >= by);
    match (*x >= IBig::ZERO, side) {
        (true, Side::Up) if !exact => size + 1,
        (true, _) => size,
        (false, Side::Down) if !exact => -size - 1,
        (false, _) => -size,
    }
}

/// x / y, y > 0, rounded.
fn quotient(x: &IBig, y: &IBig, side: Side) -> IBig {
    let size: IBig = x.clone().abs() / y;
    let exact = &size * y == x.clone().abs();
    match (*x >= IBig::ZERO, side) {
        (true, Side::Up) if !exact => size + 1,
        (true, _) => size,
        (false, Side::Down) if !exact => -size - 1,
        (false, _) => -size,
    }
}

fn bit_length(x: &IBig) -> isize {
    x.clone().abs().bit_len() as isize
}

impl Number {
    const ZERO: Number = Number::new(IBig::ZERO, 0);

    const fn new(m: IBig, e: isize) -> Self {
        Number { m, e }
    }

    /// Cut to `length` bits.
    fn rounded(m: IBig, e: isize, length: isize, side: Side) -> Self {
        if m == IBig::ZERO {
            return Number::ZERO;
        }
        let drop = bit_length(&m) - length;
        if drop <= 0 {
            return Number::new(m, e);
        }
        Number::new(shifted(&m, -drop, side), e + drop)
    }

    fn sign(&self) -> Ordering {
        self.m.cmp(&IBig::ZERO)
    }

    fn neg(&self) -> Self {
        Number::new(-&self.m, self.e)
    }

    /// |x| < 2^top; of 0 less than of any other.
    fn top(&self) -> isize {
        match self.m == IBig::ZERO {
            true => isize::MIN / 4,
            false => bit_length(&self.m) + self.e,
        }
    }

    fn times_power(&self, by: isize) -> Self {
        Number::new(self.m.clone(), self.e + by)
    }

    fn add(&self, other: &Self, length: isize, side: Side) -> Self {
        let (high, low) = if self.e >= other.e {
            (self, other)
        } else {
            (other, self)
        };
        if low.m == IBig::ZERO || high.m == IBig::ZERO {
            let one = if low.m == IBig::ZERO { high } else { low };
            return Number::rounded(one.m.clone(), one.e, length, side);
        }
        if low.top() + 2 * length >= high.e {
            let sum = (&high.m << (high.e - low.e) as usize) + &low.m;
            return Number::rounded(sum, low.e, length, side);
        }
        // Far below the last place of `high`: its sign is all that counts.
        let nudge = match (side, low.sign()) {
            (Side::Down, Ordering::Less) => -IBig::ONE,
            (Side::Up, Ordering::Greater) => IBig::ONE,
            _ => IBig::ZERO,
        };
        let sum = (&high.m << (2 * length) as usize) + nudge;
        Number::rounded(sum, high.e - 2 * length, length, side)
    }

    fn mul(&self, other: &Self, length: isize, side: Side) -> Self {
        Number::rounded(&self.m * &other.m, self.e + other.e, length, side)
    }

    /// `by` > 0.
    fn div(&self, by: &Self, length: isize, side: Side) -> Self {
        let shift = (length + 2 + bit_length(&by.m) - bit_length(&self.m)).max(0);
        let m = quotient(&(&self.m << shift as usize), &by.m, side);
        Number::rounded(m, self.e - shift - by.e, length, side)
    }

    /// Square root of a number that is not negative.
    fn sqrt(&self, length: isize, side: Side) -> Self {
        let mut shift = (2 * length + 2 - bit_length(&self.m)).max(0);
        shift += (self.e - shift).rem_euclid(2);
        let square = &self.m << shift as usize;
        let root = UBig::try_from(square.clone()).unwrap_or(UBig::ZERO).sqrt();
        let root = IBig::from(root);
        let exact = &root * &root == square;
        let m = if side == Side::Up && !exact {
            root + 1
        } else {
            root
        };
        Number::rounded(m, (self.e - shift) / 2, length, side)
    }

    fn order(&self, other: &Self) -> Ordering {
        let signs = (self.sign(), other.sign());
        match signs {
            (Ordering::Greater, Ordering::Greater) => {}
            (Ordering::Less, Ordering::Less) => return other.neg().order(&self.neg()),
            (one, two) => return one.cmp(&two),
        }
        // Of equal lengths in bits the exponents differ by no more than that.
        self.top().cmp(&other.top()).then_with(|| {
            let least = self.e.min(other.e);
            let aligned = |x: &Self| &x.m << (x.e - least) as usize;
            aligned(self).cmp(&aligned(other))
        })
    }

    fn least(&self, other: &Self) -> Self {
        match self.order(other) {
            Ordering::Greater => other.clone(),
            _ => self.clone(),
        }
    }

    /// The f64 at or just below x.
    fn f64_down(&self) -> f64 {
        let Number { m, e } = Number::rounded(self.m.clone(), self.e, 53, Side::Down);
        // At most 2^53 in size: exact.
        let leading = i64::try_from(&m).unwrap_or(0) as f64;
        let value = libm::ldexp(leading, e.clamp(-4000, 4000) as i32);
        if leading == 0.0 || value.is_normal() {
            return value;
        }
        // Beyond the largest f64, or below the smallest normal one, where ldexp rounds.
        match value > 0.0 {
            true if value.is_infinite() => f64::MAX,
            _ => value.next_down(),
        }
    }

    /// The integer at or just below x 2^places.
    fn fixed(&self, places: isize) -> IBig {
        shifted(&self.m, self.e + places, Side::Down)
    }
}

/// All real numbers from `lo` to `hi`.
#[derive(Debug, Clone)]
pub(super) struct Big {
    lo: Number,
    hi: Number,
    /// Bits to which every result is rounded.
    bits: isize,
}

impl Big {
    const HALVINGS: isize = 24;

    /// An interval with these ends, and as many bits as this one.
    fn with(&self, lo: Number, hi: Number) -> Self {
        let bits = self.bits;
        Big { lo, hi, bits }
    }

    /// Places of the fixed point that sines and cosines are summed in.
    fn places(&self) -> isize {
        self.bits + 128
    }

    /// Their error: each of the halvings undone makes it four times as large and adds eight units in the
    /// last place; the series errs by less than 2^11 of them.
    fn error(&self) -> isize {
        2 * Self::HALVINGS + 12 - self.places()
    }

    fn clamped(self) -> Self {
        let one = Number::new(IBig::ONE, 0);
        self.with(self.lo.neg().least(&one).neg(), self.hi.least(&one))
    }

    fn half_width(&self) -> Number {
        let width = self.hi.add(&self.lo.neg(), self.bits, Side::Up);
        width.times_power(-1)
    }

    /// x 2^-places with an error of at most 2^error, and that of an argument that is off by `off`.
    fn about(&self, x: IBig, error: isize, off: &Number) -> Self {
        let x = Number::new(x, -self.places());
        let off = off.add(&Number::new(IBig::ONE, error), self.bits, Side::Up);
        self.with(
            x.add(&off.neg(), self.bits, Side::Down),
            x.add(&off, self.bits, Side::Up),
        )
    }

    /// x less the nearest multiple of a quarter turn, in fixed point, and that multiple modulo 4. None
    /// for an angle that no f64 has.
    fn reduced(&self, x: &Number) -> Option<(IBig, i32)> {
        let whole = x.top().max(0) + 4;
        if whole > 1_100 {
            return None;
        }
        // k times the error of pi/2 stays below a unit.
        let places = self.places() + whole;
        let (x, quarter) = (x.fixed(places), half_pi(places as usize));
        let k = quotient(&(&x + (&quarter >> 1)), &quarter, Side::Down);
        let rest = x - &k * quarter;
        let turns = i32::try_from(k & IBig::from(3)).unwrap_or(0);
        Some((shifted(&rest, -whole, Side::Down), turns))
    }

    /// Sine and cosine of |x| <= 1 in fixed point. The argument is halved until few terms are
    /// enough; sin 2x = 2 sin x cos x and cos 2x = 1 - 2 sin^2 x double it back.
    fn sines(&self, x: &IBig) -> (IBig, IBig) {
        let places = self.places();
        let one = IBig::ONE << places as usize;
        let product = |x: &IBig, y: &IBig| shifted(&(x * y), -places, Side::Down);
        let small = shifted(x, -Self::HALVINGS, Side::Down);
        let z = product(&small, &small);
        let (mut sin, mut cos) = (small.clone(), one.clone());
        let (mut odd, mut even) = (small, one.clone());
        for k in 1_u32.. {
            even = -product(&even, &z) / IBig::from((2 * k - 1) * (2 * k));
            odd = -product(&odd, &z) / IBig::from(2 * k * (2 * k + 1));
            // Rounded down, they end at -1 or 0; below that no term has a unit.
            if bit_length(&even) <= 1 && bit_length(&odd) <= 1 {
                break;
            }
            sin += &odd;
            cos += &even;
        }
        for _ in 0..Self::HALVINGS {
            let twice: IBig = &sin << 1;
            let next = &one - product(&twice, &sin);
            sin = product(&twice, &cos);
            cos = next;
        }
        (sin, cos)
    }

    /// sin(x)/x = 1 - x^2/6 + x^4/120 - ... of 0 <= x <= 2^-12 in fixed point.
    fn small_sinc(&self, x: &Number) -> IBig {
        let places = self.places();
        let x = x.fixed(places);
        let z = shifted(&(&x * &x), -places, Side::Down);
        let mut term: IBig = IBig::ONE << places as usize;
        let mut sum = term.clone();
        for k in 1_u32.. {
            term = -shifted(&(&term * &z), -places, Side::Down) / IBig::from(2 * k * (2 * k + 1));
            if bit_length(&term) <= 1 {
                break;
            }
            sum += &term;
        }
        sum
    }

    fn mid(&self) -> Number {
        let sum = self.lo.add(&self.hi, self.bits, Side::Down);
        sum.times_power(-1)
    }
}

impl Enclosure for Big {
    fn new(x: f64, Unit { scale, bits }: Unit) -> Self {
        let (m, e) = decode(x);
        let x = Number::new(IBig::from(m), (e + scale) as isize);
        Big {
            lo: x.clone(),
            hi: x,
            bits,
        }
    }

    fn like(&self, x: f64) -> Self {
        Big::new(x, Unit::plain(self.bits))
    }

    fn direction(v: &[IBig; 3], bits: isize) -> Option<[Self; 3]> {
        let e = -v.iter().map(bit_length).max()?;
        let near_1 = |m: &IBig| {
            let bound = |side| Number::rounded(m.clone(), e, bits, side);
            Big {
                lo: bound(Side::Down),
                hi: bound(Side::Up),
                bits,
            }
        };
        (e < 0).then(|| v.each_ref().map(near_1))
    }

    fn add(&self, other: &Self) -> Self {
        self.with(
            self.lo.add(&other.lo, self.bits, Side::Down),
            self.hi.add(&other.hi, self.bits, Side::Up),
        )
    }

    fn neg(&self) -> Self {
        self.with(self.hi.neg(), self.lo.neg())
    }

    fn mul(&self, other: &Self) -> Self {
        let product = |x: &Number, y: &Number, side| x.mul(y, self.bits, side);
        let between = |lo: [&Number; 2], hi: [&Number; 2]| {
            self.with(
                product(lo[0], lo[1], Side::Down),
                product(hi[0], hi[1], Side::Up),
            )
        };
        let ((a, b), (c, d)) = ((&self.lo, &self.hi), (&other.lo, &other.hi));
        match (self.part(), other.part()) {
            (Part::Below, _) => self.neg().mul(other).neg(),
            (_, Part::Below) => self.mul(&other.neg()).neg(),
            (Part::Above, Part::Above) => between([a, c], [b, d]),
            (Part::Above, Part::Both) => between([b, c], [b, d]),
            (Part::Both, Part::Above) => between([a, d], [b, d]),
            (Part::Both, Part::Both) => {
                let (one, two) = (between([a, d], [a, c]), between([b, c], [b, d]));
                one.hull(&two)
            }
        }
    }

    fn div(&self, other: &Self) -> Option<Self> {
        if other.is_negative() {
            return self.neg().div(&other.neg());
        }
        if !other.is_positive() {
            return None;
        }
        // Towards 0 by the larger divisor, away from it by the smaller.
        let low = match self.lo.sign() {
            Ordering::Less => &other.lo,
            _ => &other.hi,
        };
        let high = match self.hi.sign() {
            Ordering::Less => &other.hi,
            _ => &other.lo,
        };
        Some(self.with(
            self.lo.div(low, self.bits, Side::Down),
            self.hi.div(high, self.bits, Side::Up),
        ))
    }

    fn div_int(&self, by: u32) -> Self {
        let by = Number::new(IBig::from(by), 0);
        self.with(
            self.lo.div(&by, self.bits, Side::Down),
            self.hi.div(&by, self.bits, Side::Up),
        )
    }

    fn sqrt(&self) -> Self {
        let root = |x: &Number, side| match x.sign() {
            Ordering::Greater => x.sqrt(self.bits, side),
            _ => Number::ZERO,
        };
        self.with(root(&self.lo, Side::Down), root(&self.hi, Side::Up))
    }

    fn sin_cos(&self) -> (Self, Self) {
        let all = || self.like(-1.0).hull(&self.like(1.0));
        let off = self.half_width();
        if off.top() > 1 {
            return (all(), all());
        }
        let Some((rest, turns)) = self.reduced(&self.mid()) else {
            return (all(), all());
        };
        let (sin, cos) = self.sines(&rest);
        let (sin, cos) = match turns {
            0 => (sin, cos),
            1 => (cos, -sin),
            2 => (-sin, -cos),
            _ => (-cos, sin),
        };
        let about = |x| self.about(x, self.error(), &off).clamped();
        (about(sin), about(cos))
    }

    fn sinc_cos(&self) -> (Self, Self) {
        let (sin, cos) = self.sin_cos();
        let off = self.half_width();
        let sinc = if self.is_not_negative() && self.hi.top() <= -12 {
            // Its slope is below 1; 2^10 units pay for the rounding of all terms.
            self.about(self.small_sinc(&self.mid()), 10 - self.places(), &off)
        } else {
            let one = self.like(1.0);
            sin.div(self).unwrap_or_else(|| one.neg().hull(&one))
        };
        (sinc.clamped(), cos)
    }

    fn hull(&self, other: &Self) -> Self {
        self.with(
            self.lo.least(&other.lo),
            self.hi.neg().least(&other.hi.neg()).neg(),
        )
    }

    fn max(&self, other: &Self) -> Self {
        let largest = |x: &Number, y: &Number| x.neg().least(&y.neg()).neg();
        self.with(largest(&self.lo, &other.lo), largest(&self.hi, &other.hi))
    }

    fn middle(&self) -> Self {
        self.with(self.mid(), self.mid())
    }

    fn is_positive(&self) -> bool {
        self.lo.sign() == Ordering::Greater
    }

    fn is_negative(&self) -> bool {
        self.hi.sign() == Ordering::Less
    }

    fn is_not_negative(&self) -> bool {
        self.lo.sign() != Ordering::Less
    }

    fn lower(&self) -> f64 {
        self.lo.f64_down()
    }

    fn upper(&self) -> f64 {
        -self.hi.neg().f64_down()
    }
}

/// On which side of 0 an interval lies.
enum Part {
    Above,
    Below,
    Both,
}

impl Big {
    fn part(&self) -> Part {
        if self.is_not_negative() {
            Part::Above
        } else if self.hi.sign() != Ordering::Greater {
            Part::Below
        } else {
            Part::Both
        }
    }
}

#[cfg(test)]
mod tests;
