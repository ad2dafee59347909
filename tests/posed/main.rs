//! Queries of two poses.

#[path = "../common/mod.rs"]
mod common;

mod cases;
mod contact_points;
mod contains;
mod cuboids;
mod curved;
mod directed;
mod distance;
mod hull;
mod hull_bounds;
mod interior_point;
mod manifold;
mod minkowski;
mod mpr;
mod options;
mod oracle;
mod penetration;
mod planar;
mod point_sets;
mod properties;
mod round;
mod rounded_faces;
mod sizes_at_rest;
mod slivers;
mod smooth_mpr;
mod support;
mod tableau;
mod within;
