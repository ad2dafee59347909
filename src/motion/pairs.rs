//! Two bodies and where they are: what a query is asked about.

use crate::body::handle::Body;
use crate::body::polytope::Polytope;
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;

/// Two bodies at rest. Normals of answers point from A to B.
#[derive(Debug, Clone, Copy)]
pub struct PosedPair<'a> {
    /// The first body.
    pub a: Body<'a>,
    /// Where it is.
    pub pose_a: &'a Pose,
    /// The other body.
    pub b: Body<'a>,
    /// Where that is.
    pub pose_b: &'a Pose,
}

impl<'a> PosedPair<'a> {
    /// Two bodies, each with its pose.
    #[inline]
    pub fn new(
        a: impl Into<Body<'a>>,
        pose_a: &'a Pose,
        b: impl Into<Body<'a>>,
        pose_b: &'a Pose,
    ) -> Self {
        PosedPair {
            a: a.into(),
            pose_a,
            b: b.into(),
            pose_b,
        }
    }

    #[inline(always)]
    pub(crate) fn polytopes(&self) -> (&'a Polytope, &'a Pose, &'a Polytope, &'a Pose) {
        let (Body::Polytope(a), Body::Polytope(b)) = (self.a, self.b);
        (a, self.pose_a, b, self.pose_b)
    }
}

/// Two bodies on their way over a frame, t from 0 to 1. Normals of answers point from A to B.
#[derive(Debug, Clone, Copy)]
pub struct MovingPair<'a> {
    /// The first body.
    pub a: Body<'a>,
    /// How it moves.
    pub motion_a: &'a Motion,
    /// The other body.
    pub b: Body<'a>,
    /// How that moves.
    pub motion_b: &'a Motion,
}

impl<'a> MovingPair<'a> {
    /// Two bodies, each with its motion.
    #[inline]
    pub fn new(
        a: impl Into<Body<'a>>,
        motion_a: &'a Motion,
        b: impl Into<Body<'a>>,
        motion_b: &'a Motion,
    ) -> Self {
        MovingPair {
            a: a.into(),
            motion_a,
            b: b.into(),
            motion_b,
        }
    }

    #[inline(always)]
    pub(crate) fn polytopes(&self) -> (&'a Polytope, &'a Motion, &'a Polytope, &'a Motion) {
        let (Body::Polytope(a), Body::Polytope(b)) = (self.a, self.b);
        (a, self.motion_a, b, self.motion_b)
    }
}
