//! When do moving bodies meet, part, leave: times, with what proves them.

pub(crate) mod advance;
pub(crate) mod advance_plane;
pub(crate) mod askew;
pub(crate) mod capsules;
pub(crate) mod closest_approach;
pub(crate) mod contact_intervals;
pub(crate) mod corner_first;
pub(crate) mod curved_time;
pub(crate) mod first_contact;
pub(crate) mod flight;
pub(crate) mod gap_model;
pub(crate) mod given;
#[cfg(feature = "good_lp")]
pub(crate) mod good_lp_time;
pub(crate) mod half_space;
pub(crate) mod impact;
pub(crate) mod interior_point_time;
pub(crate) mod linear_time;
pub(crate) mod moving_plane;
pub(crate) mod relative_motion;
pub(crate) mod sample;
pub(crate) mod step;
pub(crate) mod still_plane;
pub(crate) mod time_of_exit;
pub(crate) mod time_of_impact;
pub(crate) mod trajectory;
