//! The plane: polygons as bodies of dimension 2, their distance, and their Minkowski difference.

pub mod distance;
pub mod minkowski;
pub mod polygon;
pub mod pose;
mod subsimplex;
