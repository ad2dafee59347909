//! The plane: polygons as bodies of dimension 2, their distance, and their Minkowski difference.

pub(crate) mod distance;
pub(crate) mod minkowski;
pub(crate) mod pairs;
pub(crate) mod polygon;
pub(crate) mod pose;
pub(crate) mod subsimplex;
