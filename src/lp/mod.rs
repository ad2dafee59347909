//! Linear programs over the Minkowski difference M = A - B: the bodies meet iff M holds the origin.
//!
//! No column is ever written out. Dantzig's rule asks for the column of most negative reduced
//! cost, and that is one support query on each body.

pub(crate) mod balls;
pub(crate) mod basis_proof;
pub(crate) mod cholesky;
pub(crate) mod exact;
#[cfg(feature = "good_lp")]
pub(crate) mod good_lp;
pub(crate) mod interior_point;
pub(crate) mod linear_toi;
pub(crate) mod ovals;
pub(crate) mod plane_look;
pub mod point_sets;
pub(crate) mod portal;
pub(crate) mod problem;
pub(crate) mod ray_simplex;
pub(crate) mod tableau;
pub(crate) mod tableau_exact;
pub(crate) mod warm_start;
mod weights;
pub(crate) mod working_set;
