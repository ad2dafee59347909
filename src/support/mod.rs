//! Support mappings: a body at one pose, or all that it occupies at the two ends of a frame.
//!
//! Nothing is copied: the hull of two poses answers a support query with the better of the two
//! poses.

pub(crate) mod dilation;
pub(crate) mod extended_box;
pub(crate) mod mapping;
pub(crate) mod posed;
pub(crate) mod posed_any;
pub(crate) mod swept_hull;
pub(crate) mod vertex_lists;
