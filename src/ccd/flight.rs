//! Two bodies and their motions, with the scale at which their lengths are ordinary numbers.

use nalgebra::Matrix3;

use crate::body::polytope::Polytope;
use crate::motion::rigid_motion::Motion;
use crate::query::interframe::motion_scale;
use crate::support::swept_hull::ExtendedHull;

/// A and B on their way.
#[derive(Clone, Copy)]
pub(crate) struct Flight<'a> {
    pub(crate) bodies: [&'a Polytope; 2],
    pub(crate) motions: [&'a Motion; 2],
    /// Lengths are taken times this.
    pub(crate) scale: f64,
}

impl<'a> Flight<'a> {
    #[inline(always)]
    pub(crate) fn new(bodies: [&'a Polytope; 2], motions: [&'a Motion; 2]) -> Self {
        let scale = motion_scale(bodies[0], motions[0], bodies[1], motions[1]);
        Flight {
            bodies,
            motions,
            scale,
        }
    }

    #[inline(always)]
    pub(crate) fn is_turning(&self) -> bool {
        self.motions[0].is_turning() || self.motions[1].is_turning()
    }

    #[inline(always)]
    pub(crate) fn has_empty(&self) -> bool {
        self.bodies[0].is_empty() || self.bodies[1].is_empty()
    }

    /// The rotations at the start, times the scale.
    pub(crate) fn matrices(&self) -> [Matrix3<f64>; 2] {
        self.motions
            .map(|motion| motion.start().matrix() * self.scale)
    }

    /// What the bodies sweep up to `t`, carried straight from the start.
    pub(crate) fn swept<'h>(&self, matrices: [&'h Matrix3<f64>; 2], t: f64) -> [ExtendedHull<'h>; 2]
    where
        'a: 'h,
    {
        [0, 1].map(|k| {
            let (body, motion, from) = (self.bodies[k], self.motions[k], self.motions[0]);
            ExtendedHull::of_travel(body, motion, matrices[k], from, t, self.scale)
        })
    }
}
