//! Numbers: vector arithmetic in one order, scaling, signs that are always right, f64 as integers.

pub(crate) mod arithmetic;
pub(crate) mod bytes;
pub(crate) mod double;
pub(crate) mod exact_float;
pub(crate) mod exact_rotation;
pub(crate) mod expansion;
pub(crate) mod length_sum;
pub(crate) mod memory;
pub(crate) mod predicates;
pub(crate) mod scaling;
pub(crate) mod segments;
pub(crate) mod simd;
pub(crate) mod single;
pub(crate) mod sort;
pub(crate) mod vertices;
