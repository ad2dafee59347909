//! Bodies, poses, motions and planes.

pub(crate) mod arithmetic;
pub(crate) mod exact_float;
pub mod motion;
pub mod plane;
pub mod polytope;
pub mod pose;
pub(crate) mod simd;
pub(crate) mod support;
pub(crate) mod vertices;
