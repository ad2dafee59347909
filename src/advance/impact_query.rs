//! A query for the first contact of two polytopes, and how the end of an advance becomes its answer.
//!
//! The answer's normal is one that parts the bodies where they touch (`parting_normal`); its features are the vertices that
//! hold the contact.

use std::cell::Cell;

use crate::advance::advance::AdvanceEnd;
use crate::advance::contact_at::{ContactAt, unit_normal};
use crate::advance::distance_at::{CONTACT_REL_TOL, measure_anew, until};
use crate::advance::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::advance::parting_normal::parting_normal;
use crate::advance::polytope_advance::Progress;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses, origin_at};
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::{Advance, AdvanceRequest};
use crate::motion::tolerance::DEFAULT_REL_TOL;
use crate::numeric::arithmetic::in_range;
use crate::shape::feature::Feature;
use crate::solver::gjk::NearestPoints;
use crate::solver::subsimplex::Subsimplex;
use crate::verdict::Reason;

/// A query for the first contact of two polytopes, with radii or without.
pub(crate) struct ImpactQuery<'a> {
    pub(crate) scaled: ScaledMotions<'a>,
    pub(crate) options: &'a TimeOfImpactOptions,
    pub(crate) max_pivots: u32,
    pub(crate) advance: Advance,
    /// Receives the measure of a contact, for its proof.
    pub(crate) seen: Option<&'a Cell<Option<Progress>>>,
}

impl<'a> ImpactQuery<'a> {
    #[inline(always)]
    pub(crate) fn new(
        scaled: ScaledMotions<'a>,
        options: &'a TimeOfImpactOptions,
        max_pivots: u32,
    ) -> Self {
        ImpactQuery {
            scaled,
            options,
            max_pivots,
            advance: Advance::MovingPlane,
            seen: None,
        }
    }

    #[inline(always)]
    pub(crate) fn turning_advance<'b>(
        &'b self,
        pair: &'b RelativeMotion<'b>,
    ) -> TurningAdvance<'b> {
        TurningAdvance {
            query: self,
            pair,
            ask: ask(&self.scaled, self.options, self.advance),
        }
    }

    /// Returns the hit of a contact, with its points in the world.
    #[inline(always)]
    pub(crate) fn hit(
        &self,
        touch: &ContactAt,
        [t_lo, t_hi]: [f64; 2],
        scale: f64,
    ) -> TimeOfImpact {
        let origin = origin_at(self.scaled.motions[0], t_hi);
        let [point_a, point_b] = touch.points.map(|p| in_range(p / scale + origin));
        TimeOfImpact {
            contact: touch.contact,
            t_lo,
            t_hi,
            gap: touch.gap,
            point_a,
            point_b,
            normal: touch.normal,
            separation_velocity: touch.speed,
            ..TimeOfImpact::HIT
        }
    }

    /// Returns the features that hold the contact: the vertices of positive weight.
    #[inline(always)]
    pub(crate) fn features(
        &self,
        columns: impl Iterator<Item = (u32, u32, f64)> + Clone,
    ) -> [Feature; 2] {
        let held = columns.filter(|c| c.2 > MIN_WEIGHT && c.0 != u32::MAX);
        let [a, b] = self.scaled.bodies;
        [
            Feature::new(a, held.clone().map(|c| c.0)),
            Feature::new(b, held.map(|c| c.1)),
        ]
    }
}

/// A query about bodies that advance in steps: their relative motion, and the settings of an advance.
pub(crate) struct TurningAdvance<'a> {
    pub(crate) query: &'a ImpactQuery<'a>,
    pub(crate) pair: &'a RelativeMotion<'a>,
    pub(crate) ask: AdvanceRequest,
}

impl TurningAdvance<'_> {
    /// Returns the answer for each end of an advance that began at `from`.
    pub(crate) fn answered(&self, progress: &Progress, from: f64) -> TimeOfImpact {
        let found = &progress.nearest;
        let mut queries = progress.queries;
        let answer = match progress.end {
            AdvanceEnd::Apart => TimeOfImpact::separated(from, unit_normal(found)),
            AdvanceEnd::Near | AdvanceEnd::Overlap => {
                if let Some(seen) = self.query.seen {
                    seen.set(Some(*progress));
                }
                let touch = self.touched(progress, &mut queries);
                let found = &found.shared();
                // No feature holds a point within.
                let holds = (1..4).contains(&found.simplex.count);
                let ids = found.simplex.columns[..found.simplex.count.min(3)].iter();
                let features = || self.query.features(ids.map(|c| (c.id_a, c.id_b, 1.0)));
                TimeOfImpact {
                    free_from: from,
                    features: holds.then(features),
                    ..self.query.hit(&touch, [progress.t; 2], self.pair.scale)
                }
            }
            AdvanceEnd::Budget => TimeOfImpact::undecided(Reason::Budget, from, progress.t),
            AdvanceEnd::Rounding | AdvanceEnd::Start => {
                TimeOfImpact::undecided(Reason::Rounding, from, progress.t)
            }
        };
        TimeOfImpact {
            solves: progress.solves,
            iterations: queries,
            ..answer
        }
    }

    /// Returns the contact at which an advance ended, with a normal that parts the bodies there.
    #[inline(always)]
    fn touched(&self, progress: &Progress, queries: &mut u32) -> ContactAt {
        let (pair, posed, found) = (self.pair, &progress.posed, &progress.nearest);
        let (apart, near) = match progress.end {
            AdvanceEnd::Near => (self.ask.target, Some(found.upper)),
            _ => (
                pair.scaled.touching_distance(0.0).bounds(pair.scale)[0],
                None,
            ),
        };
        let normal = parting_normal(pair, posed, found, apart, queries);
        ContactAt::measured(pair, posed, found, near).along(pair, posed, normal)
    }

    /// Measures the distance at one pose where a contact is answered.
    pub(crate) fn finely(
        &self,
        posed: &RelativePoses,
        start: &Subsimplex,
        queries: &mut u32,
    ) -> NearestPoints {
        let stop = &until(self.ask.target, CONTACT_REL_TOL);
        measure_anew(self.pair, posed, start, stop, queries)
    }
}

/// Returns the settings of an advance, from the options of the query.
pub(crate) fn ask(
    scaled: &ScaledMotions<'_>,
    options: &TimeOfImpactOptions,
    advance: Advance,
) -> AdvanceRequest {
    // A target that vanishes when scaled is still one.
    let target = match scaled.is_round() {
        true => scaled
            .touching_distance(options.target_separation)
            .bounds(scaled.scale)[1],
        false => options.target_separation * scaled.scale,
    };
    AdvanceRequest {
        tolerance: tolerance(scaled, options) * scaled.scale,
        target: match options.target_separation > 0.0 || scaled.is_round() {
            true => target.max(f64::MIN_POSITIVE),
            false => 0.0,
        },
        budget: options.budget,
        advance,
    }
}

/// Returns the largest gap of a near contact, in world units.
#[inline(always)]
pub(crate) fn tolerance(scaled: &ScaledMotions<'_>, options: &TimeOfImpactOptions) -> f64 {
    (options.tolerance).unwrap_or_else(|| DEFAULT_REL_TOL * scaled.size())
}

/// Least weight of a vertex that holds a contact. Smaller weights are rounding.
const MIN_WEIGHT: f64 = 1e-12;
