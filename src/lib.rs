//! Did two convex polytopes meet between two frames, and what proves it?
//!
//! | question | function | answer |
//! |---|---|---|
//! | do they meet at these poses? | [`intersect`] | `Separated` or `Hit`, exactly |
//! | do they meet between these frames? | [`interframe`] | `Separated` or `Hit`, or `Undecided` for bodies that turn |
//! | do deforming vertex lists meet? | [`interframe_vertices`] | `Separated` or `Hit` of their hulls, exactly |
//!
//! Build each body once as a [`Polytope`] (any finite point list; its convex hull), give each a
//! [`Pose`] or a [`Motion`] each frame, and keep one [`PairState`] for each pair.
//!
//! # Verdicts
//! [`Verdict::Separated`] comes with a plane that was checked against every vertex, rounding
//! included. [`Verdict::Hit`] comes with a witness; bodies are closed, so touching is a hit. All else
//! is [`Verdict::Undecided`], the zero value, with a [`Reason`]; [`Verdict::may_hit`] maps it to the
//! safe side. An iteration limit is never a verdict. The empty body meets nothing.
//!
//! # Frames, units, signs
//! Lengths in one unit of your choice, angles in radians, t in [0, 1] over a frame. Quantities are in
//! world axes unless a name ends in `_a` or says "body frame". Normals are unit vectors and point
//! from A to B.
//!
//! # Replay
//! [`intersect_to_json`] and its like write a query as one line that gives the same bits when
//! `interframe query` runs it again: attach it to a report. See [`replay`].
//!
//! # Threads, bits, memory
//! Bodies are immutable and shared; nothing is global. The same inputs and pair state give the same
//! bits on every run, with or without wide SIMD. Queries allocate nothing, except for pairs that
//! touch to rounding, which exact integers decide. `docs/DESIGN.md` derives every bound.

pub mod ccd;
pub mod error;
pub mod ffi;
pub mod geometry;
mod lp;
pub mod pair;
pub mod replay;
pub mod settings;
mod sweep;
pub mod verdict;

pub use ccd::interframe::{Frame, Interframe, Sweep, VertexSweep, interframe, interframe_vertices};
pub use ccd::intersect::{Intersection, intersect};
pub use error::{Error, Result};
pub use geometry::motion::Motion;
pub use geometry::obb::OrientedBox;
pub use geometry::options::PolytopeOptions;
pub use geometry::plane::{Plane, Span};
pub use geometry::polytope::{Dimension, Polytope};
pub use geometry::pose::Pose;
pub use geometry::validate::ValidationError;
#[cfg(feature = "good_lp")]
pub use lp::good_lp::max_norm_distance;
pub use pair::PairState;
pub use replay::{CaseLine, interframe_to_json, interframe_vertices_to_json, intersect_to_json};
pub use settings::{Method, Settings};
pub use verdict::{About, DecidedBy, Reason, Verdict};

/// The README's Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
