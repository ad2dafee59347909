//! How far apart, how deep, and where: measures of two bodies that `intersect` only decides.

pub(crate) mod clip;
pub(crate) mod closest_face;
pub(crate) mod contact_face;
pub(crate) mod contact_point;
pub(crate) mod contains;
pub(crate) mod curved;
pub(crate) mod depth;
pub(crate) mod epa;
pub(crate) mod epa_polytope;
pub(crate) mod gjk;
pub(crate) mod inner_edges;
pub(crate) mod inscribed;
pub(crate) mod manifold;
pub(crate) mod minkowski;
pub(crate) mod near;
pub(crate) mod pair_distance;
pub(crate) mod penetration;
pub(crate) mod penetration_along;
pub(crate) mod precise;
pub(crate) mod rounded;
pub(crate) mod subsimplex;
pub(crate) mod thin;
pub(crate) mod within;
