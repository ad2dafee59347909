//! interframe beside [rapier](https://rapier.rs): the contacts of a step that rapier loses, and bodies stopped at them.
//!
//! rapier keeps the dynamics. A [`Mirror`](f64::mirror::Mirror) follows its colliders, sweeps the motion of each step as it was,
//! and returns every contact in the order of time: of two bullets, of spinning bodies, of sensors. It can also put bodies back to
//! where they met something, so that nothing tunnels. `docs/guide/RAPIER.md` is its guide.
//!
//! The modules [`mod@f64`] (the feature `f64`, for `rapier3d-f64`) and `f32` (the feature `f32`, for `rapier3d`) have the same
//! contents. Our numbers are f64 in both.

mod error;
mod placement;

#[cfg(feature = "f32")]
pub mod f32;
#[cfg(feature = "f64")]
pub mod f64;

pub use error::{Error, Result};
pub use interframe;

/// The guide's code is compiled and run.
#[cfg(all(doctest, feature = "f64"))]
#[doc = include_str!("../../../docs/guide/RAPIER.md")]
struct Guide;
