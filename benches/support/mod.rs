//! What all benchmarks share: bodies, workloads, contenders, and the driver that times them.
//!
//! Every contender answers the same queries in the same order, from poses in its own native form
//! that were converted beforehand; verdicts are compared before anything is timed.

// Each benchmark is a crate of its own and uses a part of this module.
#![allow(dead_code)]

pub mod bodies;
pub mod bullets;
pub mod casts;
pub mod contacts;
pub mod contenders;
pub mod driver;
pub mod flights;
pub mod floor;
pub mod kinds;
pub mod near_contact;
pub mod plot;
pub mod questions;
pub mod round_casts;
pub mod rows;
pub mod rows_by_kind;
pub mod shots;
pub mod swarm;
pub mod table;
pub mod when;
pub mod workloads;
