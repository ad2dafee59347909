//! Contact manifolds: clipped faces of two convex bodies, and the way out of bodies of several pieces.

pub(crate) mod ball_contact;
pub(crate) mod clip;
pub(crate) mod contact_face;
pub(crate) mod contacts;
pub(crate) mod curved_face;
mod curved_last_touch;
pub(crate) mod curved_manifold;
pub(crate) mod deciding_triangle;
pub(crate) mod facet_contacts;
pub(crate) mod inner_edges;
pub(crate) mod last_touch;
pub(crate) mod manifold_settings;
pub(crate) mod minimum_translation;
pub(crate) mod pair_manifold;
pub(crate) mod piece_contact;
pub(crate) mod piece_overlap;
pub(crate) mod pieces_manifold;
pub(crate) mod sharp_corner;
pub(crate) mod thin_contact;
mod touch_bounds;
pub(crate) mod ways_through;
