//! Boolean queries: which method answers, and what the answer says.

pub(crate) mod extended_boxes;
pub(crate) mod interframe;
pub(crate) mod interframe_vertices;
pub(crate) mod intersect;
pub(crate) mod method;
