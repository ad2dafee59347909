//! What the checker computes with: sets of real numbers that hold the true one in spite of
//! rounding. Two kinds: [`Interval`](super::interval::Interval) in f64, and
//! [`Big`](super::big::Big), of many digits, for signs that f64 leaves open.

use dashu_int::IBig;

/// In what numbers are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    /// Lengths are times 2^scale.
    pub(super) scale: i32,
    /// Bits of a [`Big`](super::big::Big); an f64 always has its own 53.
    pub(super) bits: isize,
}

impl Unit {
    /// Those of f64.
    pub(super) const ROUGH: isize = 53;
    /// Bits for signs that f64 leaves open, and for those that are open even then.
    pub(super) const MIDDLE: isize = 256;
    pub(super) const FINE: isize = 2304;

    /// The unit of numbers that are not scaled, with this many bits.
    pub(super) fn plain(bits: isize) -> Self {
        Unit { scale: 0, bits }
    }

    pub(super) fn scaled(self, scale: i32) -> Self {
        Unit { scale, ..self }
    }
}

/// A closed interval of real numbers. Every operation returns an interval that holds every result
/// of the operation on numbers of the operands.
pub(super) trait Enclosure: Clone + Sized {
    /// x 2^scale.
    fn new(x: f64, unit: Unit) -> Self;
    /// x, with as many bits as this number has.
    fn like(&self, x: f64) -> Self;

    /// A vector of integers times the power of two that brings it near length 1; None for 0.
    fn direction(v: &[IBig; 3], bits: isize) -> Option<Vector<Self>>;

    fn add(&self, other: &Self) -> Self;
    fn neg(&self) -> Self;
    fn mul(&self, other: &Self) -> Self;
    /// None when the divisor may be 0.
    fn div(&self, other: &Self) -> Option<Self>;
    fn div_int(&self, by: u32) -> Self;
    /// Square root of the part that is not negative.
    fn sqrt(&self) -> Self;
    fn sin_cos(&self) -> (Self, Self);
    /// The smallest interval that holds both.
    fn hull(&self, other: &Self) -> Self;
    /// The larger of two numbers, for all pairs of numbers in the operands.
    fn max(&self, other: &Self) -> Self;
    /// A number inside, as an interval of no width.
    fn middle(&self) -> Self;

    /// Whether all its numbers are above 0.
    fn is_positive(&self) -> bool;
    /// Whether all its numbers are below 0.
    fn is_negative(&self) -> bool;
    /// Whether none of its numbers is below 0.
    fn is_not_negative(&self) -> bool;
    /// A bound from below, and one from above.
    fn lower(&self) -> f64;
    fn upper(&self) -> f64;

    fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    fn square(&self) -> Self {
        let zero = self.like(0.0);
        self.mul(self).max(&zero)
    }

    /// sin(x)/x and cos x, x >= 0.
    fn sinc_cos(&self) -> (Self, Self);

    /// The smaller of two numbers, for all pairs of numbers in the operands.
    fn min(&self, other: &Self) -> Self {
        self.neg().max(&other.neg()).neg()
    }
}

/// Three intervals.
pub(super) type Vector<N> = [N; 3];

pub(super) fn vector<N: Enclosure>(v: &[f64; 3], unit: Unit) -> Vector<N> {
    v.map(|x| N::new(x, unit))
}

/// 0, with as many bits as this number has.
pub(super) fn zeros<N: Enclosure>(like: &N) -> Vector<N> {
    [0; 3].map(|_| like.like(0.0))
}

pub(super) fn add<N: Enclosure>(x: &Vector<N>, y: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| x[i].add(&y[i]))
}

pub(super) fn sub<N: Enclosure>(x: &Vector<N>, y: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| x[i].sub(&y[i]))
}

pub(super) fn times<N: Enclosure>(x: &Vector<N>, by: &N) -> Vector<N> {
    std::array::from_fn(|i| x[i].mul(by))
}

pub(super) fn dot<N: Enclosure>(x: &Vector<N>, y: &Vector<N>) -> N {
    x[0].mul(&y[0]).add(&x[1].mul(&y[1])).add(&x[2].mul(&y[2]))
}

pub(super) fn cross<N: Enclosure>(x: &Vector<N>, y: &Vector<N>) -> Vector<N> {
    let minor = |i: usize, j: usize| x[i].mul(&y[j]).sub(&x[j].mul(&y[i]));
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

pub(super) fn norm<N: Enclosure>(x: &Vector<N>) -> N {
    x[0].square().add(&x[1].square()).add(&x[2].square()).sqrt()
}

/// Determinant of three columns.
pub(super) fn det<N: Enclosure>(x: &Vector<N>, y: &Vector<N>, z: &Vector<N>) -> N {
    dot(x, &cross(y, z))
}
