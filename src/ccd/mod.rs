//! The questions: did they meet at these poses, did they meet between these frames.

mod askew;
mod capsules;
mod carry;
pub mod certify;
mod certify_contact;
pub mod certify_exit;
pub mod certify_intervals;
pub mod certify_motion;
pub mod contact_intervals;
mod decide;
mod exit_walk;
mod gap_model;
#[cfg(feature = "good_lp")]
mod good_lp;
#[cfg(feature = "good_lp")]
mod good_lp_time;
pub mod impact;
pub mod interframe;
mod interior_point;
pub mod intersect;
mod linear_time;
mod look;
mod moving_plane;
mod pair_course;
pub mod self_check;
mod step;
mod still_plane;
mod tableau;
pub mod time_of_exit;
pub mod time_of_impact;
mod walk;
