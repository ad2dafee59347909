//! Convex bodies: built once, immutable, with all that makes them fast to ask.

pub(crate) mod bounding_sphere;
pub(crate) mod bounds;
pub(crate) mod box3;
pub(crate) mod capsule;
pub(crate) mod cells;
pub(crate) mod climb;
pub(crate) mod curved;
pub(crate) mod dimension;
pub(crate) mod ellipsoids;
pub(crate) mod face_normal;
pub(crate) mod faces_at;
pub(crate) mod farthest;
pub(crate) mod handle;
pub(crate) mod hull;
pub(crate) mod options;
pub(crate) mod oriented_box;
pub(crate) mod polytope;
pub(crate) mod shape;
pub(crate) mod simd;
pub(crate) mod start_table;
pub mod strategies;
pub(crate) mod support;
pub(crate) mod validate;
pub(crate) mod vertices;
