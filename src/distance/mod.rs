//! How far apart, how deep, and where: measures of two bodies that `intersect` only decides.

mod clip;
pub mod contains;
mod depth;
pub mod directed;
mod expanding_hull;
mod foot;
pub(crate) mod gjk;
pub mod manifold;
mod meeting;
pub mod minkowski;
pub mod mpr;
mod outline;
pub mod penetration;
pub mod query;
pub(crate) mod subsimplex;
