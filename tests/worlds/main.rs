//! Batches and worlds.

#[path = "../common/mod.rs"]
mod common;

mod batch;
mod bodies;
mod bouncing;
mod brackets;
mod contact_event_values;
mod contact_events;
mod continuing;
mod event_sides;
mod example;
mod extremes;
mod filters;
mod frame_limits;
mod frames;
mod model;
mod motions;
mod queries;
mod query_trees;
mod snapshots;
mod stopping;
mod whole;
