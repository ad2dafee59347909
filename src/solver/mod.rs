//! Linear programs and nearest points over the Minkowski difference M = A - B: the bodies meet iff M holds the origin.
//!
//! No column is ever written out. Dantzig's rule asks for the column of most negative reduced
//! cost, and that is one support query on each body.

pub(crate) mod bounding_spheres;
pub(crate) mod closest_face;
pub(crate) mod curved_distance;
pub(crate) mod decide;
pub(crate) mod decision;
pub(crate) mod ellipsoids;
pub(crate) mod epa;
pub(crate) mod epa_polytope;
pub(crate) mod exact;
pub(crate) mod gjk;
pub(crate) mod inscribed;
pub(crate) mod linear_toi;
pub(crate) mod minkowski_difference;
pub(crate) mod nearest_weights;
pub(crate) mod parallel_boxes;
pub(crate) mod plane_test;
pub(crate) mod portal;
pub(crate) mod portal_refinement;
pub(crate) mod precise;
pub(crate) mod ray_simplex;
pub(crate) mod rounded_distance;
pub(crate) mod smooth;
pub(crate) mod subsimplex;
pub(crate) mod thin_cores;
pub(crate) mod warm_start;
pub(crate) mod within_distance;
