//! Linear programs over the Minkowski difference M = A - B: the bodies meet iff M holds the origin.
//!
//! No column is ever written out. Dantzig's rule asks for the column of most negative reduced
//! cost, and that is one support query on each body.

pub(crate) mod bounding_spheres;
pub(crate) mod decide;
pub(crate) mod ellipsoids;
pub(crate) mod exact;
pub(crate) mod linear_toi;
pub(crate) mod plane_test;
pub(crate) mod portal;
pub(crate) mod problem;
pub(crate) mod ray_simplex;
pub(crate) mod warm_start;
