//! Axis-aligned boxes, and trees of them over the pieces of one body.

pub(crate) mod aabb;
pub(crate) mod box_tree;
