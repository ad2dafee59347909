//! Many pairs in one call, and all that moves in a frame.

pub(crate) mod advance;
pub(crate) mod advance_options;
pub(crate) mod batch;
pub(crate) mod bodies;
mod body_class;
mod broad_phase;
mod chunk_result;
pub(crate) mod contact_events;
pub(crate) mod event;
mod event_order;
mod event_selection;
mod fingerprint;
#[cfg(feature = "serde")]
pub(crate) mod frame_capture;
pub(crate) mod ids;
pub(crate) mod jobs;
mod narrow_phase;
pub(crate) mod nearest;
mod pair_search;
mod pairs;
pub(crate) mod queries;
mod scratch;
mod snapshot;
pub(crate) mod statistics;
mod tree;
