//! Batches and worlds.

#[path = "../common/mod.rs"]
mod common;

mod batch;
mod bodies;
