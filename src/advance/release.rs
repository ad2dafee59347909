//! The release from a contact at t = 0 that the caller ignores: when are the bodies apart, and when do they meet again?
//!
//! Samples at times that double search for bodies that are apart, from the time in which they may move by a tolerance. The
//! advance goes on from there. Loses where bodies part and meet again between two samples: that is not seen, unless they come deeper
//! then and the caller ignores a contact only because they do not approach in it (`deepening`).

use crate::advance::advance::AdvanceEnd;
use crate::advance::contact_at::unit_normal;
use crate::advance::deepening::Deepening;
use crate::advance::distance_at::{GJK_REL_TOL, measure_outlined, until};
use crate::advance::impact::{InitialContact, TimeOfImpact};
use crate::advance::impact_query::{ImpactQuery, TurningAdvance, tolerance};
use crate::advance::linear_time::gap_at_start;
use crate::advance::polytope_advance::advance_outlined;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::AdvanceRequest;
use crate::advance::time_search::first_step;
use crate::motion::pairs::Cores;
use crate::motion::rigid_motion::Motion;
use crate::pair::PairState;
use crate::solver::subsimplex::Subsimplex;

/// Least gap that has a plane in f64, in roundings of the pair.
const LEAST_PLAIN: f64 = 0.125;

impl ImpactQuery<'_> {
    /// Goes on from a contact at t = 0.
    #[cold]
    pub(crate) fn beyond_contact(
        &self,
        start: &TimeOfImpact,
        state: &mut PairState,
    ) -> TimeOfImpact {
        match self.options.initial_contact.counts(start) {
            true => *start,
            false => {
                let pair = RelativeMotion::new(&self.scaled);
                self.turning_advance(&pair).after_release(start, state)
            }
        }
    }
}

impl TurningAdvance<'_> {
    /// Ignores the contact at t = 0: samples at times that double until the bodies are apart, and goes on from there. Returns the
    /// contact of the start if they never are.
    ///
    /// The distance of bodies that do not turn is convex in time: once they are apart, at any gap, they never meet again.
    #[cold]
    pub(crate) fn after_release(
        &self,
        start: &TimeOfImpact,
        state: &mut PairState,
    ) -> TimeOfImpact {
        let (pair, ask) = (self.pair, &self.ask);
        let (mut solves, mut queries) = (0, 0);
        let mut hints = [state.hint_a, state.hint_b];
        let mut columns = Subsimplex::default();
        let stop = &until(ask.target, GJK_REL_TOL);
        let is_straight = !pair.scaled.is_turning();
        let stops_deeper = self.query.options.initial_contact == InitialContact::OnlyIfApproaching;
        let deepening = (stops_deeper && !is_straight).then(|| {
            let scaled = &self.query.scaled;
            let tolerance = tolerance(scaled, self.query.options);
            Deepening::new(scaled, start.depth, tolerance, self.query.max_pivots)
        });
        let mut last = 0.0;
        let mut t = first_step(pair, ask.tolerance).min(1.0);
        let answer = loop {
            let posed = pair.pose(t);
            let nearest = measure_outlined(pair, &posed, &columns, stop, &mut hints, &mut queries);
            columns = nearest.simplex;
            solves += 1;
            let apart = nearest.lower > ask.target + 8.0 * pair.rounding();
            let apart = apart && (is_straight || nearest.upper > ask.target + ask.tolerance);
            if let Some(deepening) = &deepening {
                let deeper = match (apart, start.normal, unit_normal(&nearest)) {
                    (true, Some(then), Some(now)) => deepening.through(last, t, [&then, &now]),
                    (true, ..) => None,
                    (false, ..) => deepening.at(last, t),
                };
                if let Some(deeper) = deeper {
                    break deeper;
                }
            }
            last = t;
            if t == 1.0 {
                break match apart {
                    true => TimeOfImpact::separated(1.0, Some(nearest.normal)),
                    false => self.parted_at_end().unwrap_or(*start),
                };
            }
            if apart && is_straight {
                let never_near = AdvanceRequest {
                    tolerance: f64::MIN_POSITIVE,
                    ..ask.less(solves)
                };
                let parted = advance_outlined(pair, &never_near, t, state, &mut |_| {});
                solves += parted.solves;
                queries += parted.queries;
                if parted.end == AdvanceEnd::Apart {
                    break TimeOfImpact::separated(t, unit_normal(&parted.nearest));
                }
            } else if apart {
                let rest = TurningAdvance {
                    ask: ask.less(solves),
                    ..*self
                };
                let ask = &rest.ask.above_half(pair.rounding());
                let progress = advance_outlined(pair, ask, t, state, &mut |_| {});
                break rest.progress(&progress, t);
            }
            t = (2.0 * t).min(1.0);
        };
        answer.after(solves, queries)
    }

    /// Decides by integers whether bodies that do not turn are apart at the end of the frame. A gap that is far below rounding
    /// has no plane in f64, so the contact lasts.
    fn parted_at_end(&self) -> Option<TimeOfImpact> {
        let scaled = &self.query.scaled;
        if scaled.is_turning() || self.query.options.target_separation > 0.0 {
            return None;
        }
        let [a, b] = scaled.motions.map(|motion| Motion::fixed(*motion.end()));
        let cores = Cores {
            places: [&a, &b],
            ..scaled.cores()
        };
        let gap = gap_at_start(&ScaledMotions::new(&cores))?;
        let (x, k) = gap.length;
        let is_plain = libm::ldexp(x, k) > LEAST_PLAIN * self.pair.rounding();
        is_plain.then(|| TimeOfImpact::separated(1.0, Some(gap.normal)))
    }
}
