//! The plane: polygons as bodies of dimension 2, their distance, and their Minkowski difference; cuboids that are
//! known by their plan and their heights.

pub(crate) mod cuboid_separation;
pub(crate) mod distance;
pub(crate) mod minkowski;
pub(crate) mod pairs;
pub(crate) mod polygon;
pub(crate) mod pose;
pub(crate) mod subsimplex;
pub(crate) mod yaw_cuboid;
