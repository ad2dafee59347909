//! Bodies: built once, immutable, with all that makes support queries fast.

pub(crate) mod body;
pub(crate) mod bounding_sphere;
pub(crate) mod bounding_volume;
pub(crate) mod bounds;
pub(crate) mod capsule;
pub(crate) mod climb;
pub(crate) mod compound;
pub(crate) mod curved;
pub(crate) mod dimension;
pub(crate) mod ellipsoids;
pub(crate) mod face_normal;
pub(crate) mod faces_at;
pub(crate) mod farthest;
pub(crate) mod feature;
pub(crate) mod height_field;
pub(crate) mod hull;
#[allow(clippy::module_inception)] // a hull before it is a body
pub(crate) mod hull_data;
pub(crate) mod options;
pub(crate) mod oriented_box;
pub(crate) mod outlines;
pub(crate) mod pieces;
pub(crate) mod points;
pub(crate) mod polytope;
mod shells;
pub(crate) mod start_table;
pub mod strategies;
pub(crate) mod support;
pub(crate) mod support_cells;
pub(crate) mod triangle;
pub(crate) mod triangle_mesh;
mod triangle_pair;
pub(crate) mod validate;
