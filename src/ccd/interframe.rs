//! Do two bodies meet between two frames?

use nalgebra::Vector3;

use crate::error::Result;
use crate::geometry::motion::Motion;
use crate::geometry::plane::Plane;
use crate::geometry::polytope::Polytope;
use crate::pair::PairState;
use crate::settings::Settings;
use crate::verdict::{About, DecidedBy, Reason, Verdict};

/// Which extended hull stands for a moving body.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Sweep {
    /// The hull of the start and the end pose dilated until it holds every pose in between.
    #[default]
    Certified = 0,
    /// The hull of the start and the end pose, nothing else. Misses what a turning body touches
    /// in between.
    Full = 1,
}

/// In which frame the bodies are swept.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Frame {
    /// Moving with A's pivot, world axes: exact when neither body turns.
    #[default]
    Relative = 0,
    /// Fixed in the world: both bodies are swept, as in the 2005 paper.
    World = 1,
}

/// A body that deforms: `start[i]` moves to `end[i]`, world frame.
#[derive(Debug, Clone, Copy)]
pub struct VertexSweep<'a> {
    /// Vertices at t = 0.
    pub start: &'a [Vector3<f64>],
    /// Vertices at t = 1, the same number.
    pub end: &'a [Vector3<f64>],
}

/// Answer of [`interframe`] and [`interframe_vertices`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interframe {
    /// The verdict, about what `about` says.
    pub verdict: Verdict,
    /// Why it is `Undecided`.
    pub reason: Reason,
    /// What the verdict speaks about.
    pub about: About,
    /// Sum of the two dilation radii of a certified sweep; 0 otherwise.
    pub slack: f64,
    /// With `Separated`: the plane that proves it, with at least `slack` between it and the
    /// undilated hulls taken together. In the relative frame it moves with A's pivot and is given
    /// at t = 0. None when a body is empty.
    pub plane: Option<Plane>,
    /// With `Hit`: a point common to the hulls to rounding, in the frame of the query (world
    /// coordinates at t = 0).
    pub point: Option<Vector3<f64>>,
    /// Support queries on each body.
    pub iterations: u32,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
}

/// Placeholder.
#[allow(clippy::too_many_arguments)]
pub fn interframe(
    a: &Polytope,
    motion_a: &Motion,
    b: &Polytope,
    motion_b: &Motion,
    sweep: Sweep,
    frame: Frame,
    state: &mut PairState,
    settings: &Settings,
) -> Interframe {
    let _ = (a, motion_a, b, motion_b, sweep, frame, state, settings);
    unimplemented!("lands with the ray simplex")
}

/// Placeholder.
///
/// # Errors
/// `MismatchedCounts`, `NonFiniteVertex`, `TooManyVertices`.
pub fn interframe_vertices(
    a: VertexSweep<'_>,
    b: VertexSweep<'_>,
    state: &mut PairState,
    settings: &Settings,
) -> Result<Interframe> {
    let _ = (a, b, state, settings);
    unimplemented!("lands with the ray simplex")
}
