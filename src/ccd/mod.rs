//! Questions about moving bodies: when they meet, part, leave, and how near they come.

pub(crate) mod closest_approach;
pub(crate) mod contact_intervals;
pub(crate) mod ignored_pairs;
pub(crate) mod interval_list;
mod interval_search;
pub(crate) mod level_contacts;
pub(crate) mod pieces_first_contact;
pub(crate) mod pieces_start_contact;
pub(crate) mod rubbing;
mod solid_intervals;
pub(crate) mod time_of_exit;
pub(crate) mod time_of_impact;
