//! Sums and products of f64 without rounding, on the stack.
//!
//! An expansion is a sum of f64 that do not overlap, the smallest first, none of them 0 (Shewchuk, "Adaptive Precision
//! Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997). Its last term has the sign of the sum. Exact
//! short of overflow, and of underflow in products. Loses against integers on sums whose terms are far apart: room is for
//! [`ROOM`] terms only.

use crate::numeric::double::Double;

/// Terms of one expansion. Of numbers within a hundred binary places of each other, sums of products of three have about
/// ten.
const ROOM: usize = 24;

/// A sum of f64, exactly.
#[derive(Clone, Copy)]
pub(crate) struct Expansion {
    terms: [f64; ROOM],
    count: usize,
    /// A term found no room, or overflowed: nothing is known.
    is_lost: bool,
}

impl Expansion {
    pub(crate) const ZERO: Expansion = Expansion {
        terms: [0.0; ROOM],
        count: 0,
        is_lost: false,
    };

    /// The sum of these.
    pub(crate) fn sum<const N: usize>(numbers: [f64; N]) -> Self {
        let mut sum = Expansion::ZERO;
        for x in numbers {
            sum.add(x);
        }
        sum
    }

    /// Adds a number: Shewchuk's Grow-Expansion, without zeros.
    pub(crate) fn add(&mut self, x: f64) {
        let (mut carried, mut kept) = (x, 0);
        for k in 0..self.count {
            let (high, low) = Double::sum(carried, self.terms[k]).parts();
            carried = high;
            if low != 0.0 {
                self.terms[kept] = low;
                kept += 1;
            }
        }
        self.is_lost |= !carried.is_finite() || kept == ROOM;
        if carried != 0.0 && kept < ROOM {
            self.terms[kept] = carried;
            kept += 1;
        }
        self.count = kept;
    }

    /// Adds a product.
    pub(crate) fn add_product(&mut self, x: f64, y: f64) {
        let (high, low) = Double::product(x, y).parts();
        self.add(low);
        self.add(high);
    }

    fn terms(&self) -> &[f64] {
        &self.terms[..self.count]
    }

    /// Adds another expansion.
    pub(crate) fn add_all(&mut self, other: &Expansion) {
        self.is_lost |= other.is_lost;
        other.terms().iter().for_each(|&x| self.add(x));
    }

    /// Takes another expansion away.
    pub(crate) fn take_away(&mut self, other: &Expansion) {
        self.is_lost |= other.is_lost;
        other.terms().iter().for_each(|&x| self.add(-x));
    }

    /// Adds `factor` times another expansion.
    pub(crate) fn add_scaled(&mut self, other: &Expansion, factor: f64) {
        self.is_lost |= other.is_lost;
        for &x in other.terms() {
            self.add_product(x, factor);
        }
    }

    /// The product of two.
    pub(crate) fn times(&self, other: &Expansion) -> Expansion {
        let mut product = Expansion::ZERO;
        product.is_lost = self.is_lost;
        for &x in self.terms() {
            product.add_scaled(other, x);
        }
        product
    }

    /// 1, 0 or -1; None where terms were lost.
    pub(crate) fn sign(&self) -> Option<i32> {
        let last = self.terms().last().copied().unwrap_or(0.0);
        (!self.is_lost).then_some(i32::from(last > 0.0) - i32::from(last < 0.0))
    }

    /// The sum, rounded: to within two roundings.
    pub(crate) fn value(&self) -> f64 {
        self.terms().iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::exact_float::scaled;
    use dashu_int::IBig;
    use twin::random::SplitMix64;

    /// In units of 2^-1074.
    fn integer(x: &Expansion) -> IBig {
        let terms = x.terms().iter().map(|&x| scaled(x, -1074));
        terms.fold(IBig::ZERO, |sum, x| sum + x)
    }

    #[test]
    fn sums_and_products_are_those_of_integers() {
        let rng = &mut SplitMix64(11);
        let mut zeros = 0;
        for round in 0..2000 {
            let mut number = || rng.between(-1.0, 1.0) * 2f64.powi(rng.next_u64() as i32 % 60);
            let x: [f64; 6] = std::array::from_fn(|_| number());
            let mut sum = Expansion::sum(x);
            let exact = (x.iter()).fold(IBig::ZERO, |sum, &x| sum + scaled(x, -1074));
            assert_eq!(integer(&sum), exact);
            assert_eq!(sum.sign(), Some(exact.cmp(&IBig::ZERO) as i32));
            let y = Expansion::sum([number(), number()]);
            let product = integer(&sum.times(&y)) << 1074;
            assert_eq!(product, &exact * integer(&y));
            assert!((sum.value() - x.iter().sum::<f64>()).abs() <= 1e-14 * 2f64.powi(60));
            if round % 2 == 0 {
                // Taken away again, in another order.
                x.iter().for_each(|x| sum.add(-x));
                zeros += 1;
                assert_eq!((sum.sign(), sum.value()), (Some(0), 0.0));
            }
        }
        assert_eq!(zeros, 1000);
    }

    #[test]
    fn what_has_no_room_is_not_answered() {
        let mut sum = Expansion::ZERO;
        for k in 0..=ROOM {
            assert_eq!(sum.sign(), Some(i32::from(k > 0)));
            sum.add(2f64.powi(1000 - 60 * k as i32));
        }
        assert_eq!(sum.sign(), None);
        assert_eq!(Expansion::sum([f64::MAX, f64::MAX]).sign(), None);
    }
}
