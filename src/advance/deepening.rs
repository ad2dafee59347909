//! When do bodies come deeper than at t = 0, while their contact there is ignored because they do not approach in it?
//!
//! Bodies that turn may approach later: a box that stands on one edge tips over. Depths are sampled at the times that the caller
//! names. Between the last sample that is no deeper and the first that is, the time is bisected.

use nalgebra::Vector3;

use crate::advance::contact_at::unscaled;
use crate::advance::impact::TimeOfImpact;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::start_contact::{self, approaching_face, is_approaching};
use crate::motion::pairs::{ConvexPair, Cores};
use crate::motion::rigid_motion::Motion;
use crate::query::penetration;
use crate::query::penetration_answer::Penetration;
use crate::verdict::Verdict;

/// The least difference of two depths that counts, in gaps that rounding alone may make. Less has no common point that f64 proves.
const LEAST_DEEPER: f64 = 8.0;

/// The bracket is bisected to this part of the time. Narrower ones cost more depths.
const NARROW: f64 = 1e-9;

/// Samples between a time of contact and a later one at which the bodies are apart on another side. Fewer miss thinner bodies.
const SAMPLES_THROUGH: u32 = 64;

/// Quarters of the time before a deeper sample that are looked at. More find what is deeper for shorter times.
const ORDERS_BEFORE: u32 = 12;

pub(crate) struct Deepening<'a> {
    sides: ConvexPair<'a, Motion>,
    /// Those of the boxes around curved bodies.
    scaled: &'a ScaledMotions<'a>,
    /// Depths above this are deeper.
    most: f64,
    tolerance: f64,
    max_pivots: u32,
}

impl<'a> Deepening<'a> {
    /// Deeper is what is deeper than `depth` by the tolerance, and by more than rounding can make of it.
    pub(crate) fn new(
        sides: ConvexPair<'a, Motion>,
        scaled: &'a ScaledMotions<'a>,
        depth: f64,
        tolerance: f64,
        max_pivots: u32,
    ) -> Self {
        let pair = RelativeMotion::new(scaled);
        let rounding = unscaled(pair.level_gap(), pair.scale);
        Deepening {
            sides,
            scaled,
            most: depth + tolerance.max(LEAST_DEEPER * rounding),
            tolerance,
            max_pivots,
        }
    }

    fn depth_at(&self, t: f64) -> Option<Penetration> {
        let [motion_a, motion_b] = self.sides.places;
        let (pose_a, pose_b) = (motion_a.pose_at(t).ok()?, motion_b.pose_at(t).ok()?);
        let then = self.sides.at([&pose_a, &pose_b]);
        let deep = penetration::of_convex(&then, self.max_pivots);
        (deep.verdict == Verdict::Hit && deep.depth - deep.error > self.most).then_some(deep)
    }

    /// The hit of bodies that are deeper at the second time, and not at the first.
    fn hit(&self, [mut lo, mut hi]: [f64; 2]) -> Option<TimeOfImpact> {
        let mut deep = self.depth_at(hi)?;
        // They may have come deeper more than once: the earliest time of all orders of magnitude.
        let (from, mut width) = (lo, hi - lo);
        for _ in 0..ORDERS_BEFORE {
            width *= 0.25;
            let t = from + width;
            match self.depth_at(t) {
                Some(found) => (lo, hi, deep) = (from, t, found),
                None if lo == from => lo = t,
                None => {}
            }
        }
        while hi - lo > NARROW * hi {
            let middle = lo + 0.5 * (hi - lo);
            if !(middle > lo && middle < hi) {
                break;
            }
            match self.depth_at(middle) {
                Some(found) => (hi, deep) = (middle, found),
                None => lo = middle,
            }
        }
        // Nothing moves after the end of the frame.
        let from = if hi < 1.0 { hi } else { lo };
        let [motion_a, motion_b] = self.scaled.motions;
        let ([_, rest_a], [_, rest_b]) = (motion_a.split(from).ok()?, motion_b.split(from).ok()?);
        let cores = Cores {
            places: [&rest_a, &rest_b],
            ..self.scaled.cores()
        };
        let rest = &ScaledMotions::new(&cores);
        let found = start_contact::of_depth(rest, &deep);
        let found = match is_approaching(&found) {
            true => found,
            false => {
                let then = self.sides.at([rest_a.start(), rest_b.start()]);
                approaching_face(rest, &then, self.tolerance, self.max_pivots).unwrap_or(found)
            }
        };
        Some(TimeOfImpact {
            initial: false,
            free_from: lo,
            t_lo: lo,
            t_hi: hi,
            separation_velocity: found.separation_velocity / (1.0 - from),
            ..found
        })
    }

    /// The hit of bodies that are deeper at `t`, and were not at `last`.
    pub(crate) fn at(&self, last: f64, t: f64) -> Option<TimeOfImpact> {
        self.depth_at(t).and_then(|_| self.hit([last, t]))
    }

    /// The hit of bodies that are apart at `t`, on a side that is not that of the contact, and come deeper between `last` and `t`.
    pub(crate) fn through(
        &self,
        last: f64,
        t: f64,
        [before, now]: [&Vector3<f64>; 2],
    ) -> Option<TimeOfImpact> {
        if before.dot(now) >= 0.0 {
            return None;
        }
        let at = |k: u32| last + (t - last) * f64::from(k) / f64::from(SAMPLES_THROUGH);
        (1..SAMPLES_THROUGH).find_map(|k| self.at(at(k - 1), at(k)))
    }
}
