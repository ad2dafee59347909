//! Bodies, poses, motions and planes.

pub(crate) mod arithmetic;
mod bounds;
pub(crate) mod capsule;
mod cells;
mod climb;
pub(crate) mod course;
pub(crate) mod exact_float;
pub(crate) mod face_normal;
mod faces_at;
mod facets;
pub(crate) mod farthest;
mod hull;
mod hull_flat;
pub(crate) mod local;
pub mod motion;
pub mod obb;
pub mod options;
pub(crate) mod oval;
pub mod plane;
pub mod polytope;
pub mod pose;
pub(crate) mod predicates;
pub(crate) mod simd;
mod sites;
mod sphere;
mod start_table;
pub(crate) mod support;
pub mod validate;
pub(crate) mod vertices;
#[doc(hidden)]
pub mod ways;
