//! The C interface, behind `include/interframe.h`. Rust programs have no use for it.
//!
//! Every function is a thin shell: it checks what C handed over, calls the safe library, and
//! writes plain structs back. One file holds what is to one query: its input, its result (`mirror::answers!`), the call
//! (`query::ask!`), its line of JSON (`query::capture!`) and the certificate of its answer
//! (`query::certify!`). Other functions are made by `entry::entry!`, enums by `mirror::c_enum!`. Four rules hold everywhere and are kept by `boundary`:
//! - NULL or misaligned pointers and unknown integers become a status. Integers that stand for
//!   an enum arrive as `i32` and are compared, never transmuted.
//! - An output holds its zero value (verdict undecided) when a call fails.
//! - A panic stops here and becomes a status.
//! - Nothing is global and mutable but the allocator (`memory`) and the logger (`log`): the text of an error goes into a struct of
//!   the caller's.
//!
//! The doc comments of this module are the header's text: they speak to C programmers. What the
//! functions ask of their pointers stands once, in the head of the header (`cbindgen.toml`).
#![allow(unsafe_code, non_camel_case_types)]
#![allow(clippy::missing_safety_doc)] // the contract is the header's first section

pub mod batch;
pub mod body;
mod boundary;
pub mod certificate;
pub mod closest_approach;
pub mod contact_events;
pub mod contact_intervals;
pub mod contact_manifold;
pub mod contains;
pub mod contains_point;
pub mod cuboid_separation;
pub mod distance;
pub mod distance_2d;
mod entry;
pub mod extended_boxes_meet;
mod fault;
pub mod feature;
#[cfg(test)]
#[path = "../../../ffi-tests/header.rs"]
mod header;
pub mod interframe;
pub mod interframe_vertices;
pub mod intersect;
pub mod intersect_sets;
pub mod is_subset;
pub mod jobs;
pub mod log;
pub mod memory;
pub mod mesh_file;
pub mod method;
pub mod minkowski_difference;
pub mod minkowski_difference_2d;
pub mod minkowski_sum;
pub mod minkowski_sum_2d;
mod mirror;
pub mod motion;
pub mod mpr;
pub mod pair;
pub mod pair_state;
pub mod penetration;
pub mod pieces;
pub mod plane;
#[cfg(test)]
#[path = "../../../ffi-tests/pointers.rs"]
mod pointers;
pub mod polygon;
pub mod pose;
#[cfg(test)]
#[path = "../../../ffi-tests/price.rs"]
mod price;
mod query;
pub mod round_body;
pub mod sets;
pub mod status;
pub mod text;
pub mod time_of_exit;
pub mod time_of_impact;
pub mod vectors;
pub mod verdict;
pub mod version;
pub mod within;
pub mod world;
pub mod world_frame;
pub mod world_queries;
pub mod world_responses;
