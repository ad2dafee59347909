//! Queries of two motions.

#[path = "../common/mod.rs"]
mod common;

mod apart_at_start;
mod below_rounding;
mod closest_approach;
mod contact_intervals;
mod curved;
mod curved_approach;
mod curved_deep;
mod curved_grazes;
mod curved_intervals;
mod extended_boxes;
mod kinds;
mod linear_times;
mod memory;
mod methods;
mod mixed_sizes;
mod motion;
mod own_hits;
mod partial;
mod parting;
mod reasons;
mod round;
mod round_straight;
mod spinning_times;
mod start_contacts;
mod straight_contacts;
mod sweeps;
mod thin_normals;
mod time_of_exit;
mod time_of_impact;
mod tipping;
mod tolerance;
mod turning_contacts;
mod turning_together;
mod unequal_lengths;
