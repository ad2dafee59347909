//! Many pairs in one call, and all that moves in a frame.

pub(crate) mod advance;
pub(crate) mod advance_options;
pub(crate) mod batch;
pub(crate) mod bodies;
mod body_class;
mod body_proxy;
mod broad_phase;
pub(crate) mod casts;
mod chunk_result;
pub(crate) mod contact_events;
pub(crate) mod continuing_frame;
pub(crate) mod event;
mod event_order;
mod event_selection;
pub(crate) mod filter;
mod fingerprint;
#[cfg(all(feature = "serde", not(test)))]
pub(crate) mod frame_capture;
pub(crate) mod frame_contact;
mod frame_motions;
mod here;
pub(crate) mod ids;
pub(crate) mod jobs;
mod lanes;
mod narrow_phase;
pub(crate) mod nearest;
mod pair_search;
mod pairs;
pub(crate) mod queries;
mod query_trees;
pub(crate) mod response;
mod scratch;
mod snapshot;
pub(crate) mod statistics;
mod tree;
mod wide_tree;
