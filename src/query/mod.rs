//! Questions about bodies at given poses, a file each.

pub(crate) mod contact_manifold;
pub(crate) mod contains;
pub(crate) mod distance;
mod distance_answer;
pub(crate) mod extended_boxes;
mod fold;
mod free_place;
pub(crate) mod interframe;
pub(crate) mod interframe_vertices;
pub(crate) mod intersect;
pub(crate) mod method;
pub(crate) mod minkowski;
pub(crate) mod mpr;
pub(crate) mod penetration;
pub(crate) mod penetration_along;
pub(crate) mod penetration_answer;
mod solid_contains;
mod solid_manifold;
mod way_out;
pub(crate) mod within;
