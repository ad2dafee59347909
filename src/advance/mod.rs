//! From one time that is proved free to the next: what the questions about moving bodies are solved with.

#[allow(clippy::module_inception)] // the loop itself
pub(crate) mod advance;
pub(crate) mod advance_plane;
pub(crate) mod approach;
pub(crate) mod approach_search;
pub(crate) mod capsules;
pub(crate) mod contact_at;
pub(crate) mod curved_by_hundred_bits;
pub(crate) mod curved_cast;
pub(crate) mod curved_time;
pub(crate) mod edge_pivots;
pub(crate) mod exact_wall;
pub(crate) mod gap_model;
#[cfg(feature = "good_lp")]
pub(crate) mod good_lp_time;
pub(crate) mod half_space;
pub(crate) mod impact;
pub(crate) mod interior_point_time;
pub(crate) mod linear_time;
pub(crate) mod moving_plane;
pub(crate) mod near_miss;
pub(crate) mod overlap_restart;
pub(crate) mod parting_normal;
pub(crate) mod plain_data;
pub(crate) mod relative_motion;
pub(crate) mod round_time;
pub(crate) mod sample;
pub(crate) mod scaled_motions;
pub(crate) mod start_contact;
pub(crate) mod step;
pub(crate) mod still_plane;
pub(crate) mod trajectory;
pub(crate) mod triangle_cast;
pub(crate) mod turning_time;
