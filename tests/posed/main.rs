//! Queries of two poses.

#[path = "../common/mod.rs"]
mod common;

mod answers_at_rest;
mod cases;
mod common_points;
mod contact_gaps;
mod contact_points;
mod contains;
mod cuboids;
mod curved;
mod curved_manifold;
mod directed;
mod distance;
mod flush_boxes;
mod hull;
mod hull_bounds;
mod independent_sizes;
mod interior_point;
mod manifold;
mod minkowski;
mod mpr;
mod options;
mod oracle;
mod penetration;
mod planar;
mod point_sets;
mod powers_of_two;
mod properties;
mod round;
mod rounded_faces;
mod slivers;
mod smooth_mpr;
mod support;
mod tableau;
mod within;
