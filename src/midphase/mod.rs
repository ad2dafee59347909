//! Bodies of several pieces: which pairs of pieces may meet, at poses and on their way.

mod carried_body;
mod exact_point;
pub(crate) mod inside;
pub(crate) mod meets_interior;
pub(crate) mod near_triangles;
pub(crate) mod piece_pairs;
mod point_in_solid;
mod posed_body;
pub(crate) mod posed_facet;
mod posed_traversal;
mod side_of_plane;
mod translating_box;
pub(crate) mod translation_cast;
mod translation_traversal;
