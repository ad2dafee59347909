//! The C interface, behind `include/interframe.h`. Rust programs have no use for it.
//!
//! Every function is a thin shell: it checks what C handed over, calls the safe library, and
//! writes plain structs back. Four rules hold everywhere and are kept by `boundary`:
//! - NULL or misaligned pointers and unknown integers become a status. Integers that stand for
//!   an enum arrive as `i32` and are compared, never transmuted.
//! - An output is set to its zero value (verdict undecided) before anything else can fail.
//! - A panic stops here and becomes a status.
//! - Nothing is global and mutable: the text of an error goes into a struct of the caller's.
//!
//! The doc comments of this module are the header's text: they speak to C programmers. What the
//! functions ask of their pointers stands once, in the head of the header (`cbindgen.toml`).
#![allow(unsafe_code, non_camel_case_types)]
#![allow(clippy::missing_safety_doc)] // the contract is the header's first section

mod boundary;
pub mod certificate;
pub mod contact_intervals;
pub mod contains;
pub mod distance;
pub mod feature;
#[cfg(test)]
mod header;
pub mod interframe;
pub mod intersect;
pub mod layout;
pub mod manifold;
pub mod minkowski;
mod mirror;
pub mod motion;
pub mod mpr;
pub mod pair_state;
pub mod penetration;
pub mod planar;
pub mod plane;
pub mod point_sets;
pub mod polytope;
pub mod pose;
pub mod replay;
pub mod settings;
pub mod status;
pub mod time_of_exit;
pub mod time_of_impact;
pub mod verdict;
pub mod version;
