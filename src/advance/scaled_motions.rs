//! Two bodies and their motions, with the scale at which their lengths are ordinary numbers.

use nalgebra::{Matrix3, Vector3};

use crate::motion::pairs::Cores;
use crate::motion::rigid_motion::Motion;
use crate::numeric::length_sum::LengthSum;
use crate::numeric::scaling::length_of_any;
use crate::query::interframe::motion_scale;
use crate::shape::polytope::Polytope;
use crate::solver::rounded_distance;
use crate::support::swept_hull::ExtendedHull;

/// A and B on their way.
#[derive(Clone, Copy)]
pub(crate) struct ScaledMotions<'a> {
    pub(crate) bodies: [&'a Polytope; 2],
    pub(crate) motions: [&'a Motion; 2],
    /// About the bodies' cores; in world units.
    pub(crate) radii: [f64; 2],
    /// Lengths are taken times this.
    pub(crate) scale: f64,
}

impl<'a> ScaledMotions<'a> {
    #[inline(always)]
    pub(crate) fn new(cores: &Cores<'a, Motion>) -> Self {
        let Cores {
            bodies,
            places: motions,
            radii,
        } = *cores;
        let scale = motion_scale(bodies[0], motions[0], bodies[1], motions[1]);
        ScaledMotions {
            bodies,
            motions,
            radii,
            scale,
        }
    }

    /// Size of the pair, see [`Cores::size`].
    pub(crate) fn size(&self) -> f64 {
        self.cores().size()
    }

    pub(crate) fn cores(&self) -> Cores<'a, Motion> {
        Cores {
            bodies: self.bodies,
            places: self.motions,
            radii: self.radii,
        }
    }

    /// Distance of the cores of bodies that touch, plus `more`; in world units.
    #[inline(always)]
    pub(crate) fn touching_distance(&self, more: f64) -> LengthSum {
        LengthSum([more, self.radii[0], self.radii[1]])
    }

    /// Whether balls about both positions, and more, are apart at the start by this much.
    pub(crate) fn starts_afar(&self, more: f64) -> bool {
        let [a, b] = self.motions.map(|motion| motion.start().translation());
        let [reach_a, reach_b] = self.bodies.map(Polytope::reach);
        let sum = (reach_a + reach_b) + self.touching_distance(more).rounded();
        length_of_any(&(b - a)) > sum * (1.0 + 1e-9) + f64::MIN_POSITIVE
    }

    #[inline(always)]
    pub(crate) fn is_round(&self) -> bool {
        self.radii != [0.0; 2]
    }

    /// Moves points of the cores, scaled, to the surfaces: see [`rounded_distance::nearer`].
    #[inline(always)]
    pub(crate) fn on_surfaces(&self, points: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        match self.is_round() {
            true => rounded_distance::nearer(points, self.radii.map(|radius| radius * self.scale)),
            false => points,
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

    /// Hulls that the bodies sweep up to `t`, carried straight from the start.
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
