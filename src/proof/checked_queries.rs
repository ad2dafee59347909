//! The queries as the crate has them: with the feature `self_check`, those that check their own answers.

#[cfg(not(feature = "self_check"))]
pub use crate::{
    ccd::contact_intervals::{contact_intervals, into_list},
    ccd::time_of_impact::time_of_impact,
    query::interframe::interframe,
    query::intersect::intersect,
};

#[cfg(feature = "self_check")]
pub use crate::proof::self_check::{
    contact_intervals, interframe, intersect, into_list, time_of_impact,
};
