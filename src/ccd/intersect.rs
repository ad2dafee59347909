//! Do two bodies meet at given poses?

use nalgebra::Vector3;

use crate::geometry::plane::Plane;
use crate::geometry::polytope::Polytope;
use crate::geometry::pose::Pose;
use crate::pair::PairState;
use crate::settings::Settings;
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Answer of [`intersect`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intersection {
    /// `Separated` or `Hit`: static queries are exact and never undecided.
    pub verdict: Verdict,
    /// With `Separated`: the plane that proves it. None when a body is empty.
    pub plane: Option<Plane>,
    /// With `Hit`: a common point to rounding, world frame.
    pub point: Option<Vector3<f64>>,
    /// Support queries on each body, 0 for an empty body.
    pub iterations: u32,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
}

/// Do two bodies meet at given poses? Placeholder.
pub fn intersect(
    a: &Polytope,
    pose_a: &Pose,
    b: &Polytope,
    pose_b: &Pose,
    state: &mut PairState,
    settings: &Settings,
) -> Intersection {
    let _ = (a, pose_a, b, pose_b, state, settings, Reason::None);
    unimplemented!("lands with the ray simplex")
}
