//! When do two moving bodies first meet, one of which is curved?
//!
//! First the start is settled: bodies far from each other, or apart by a first step of the advance, are free there. For the
//! others a distance at t = 0 decides. Then the bodies advance through the frame (`curved_impact`), beyond times at which the
//! gap is lost in rounding (`curved_lost_gap`). A contact at t = 0 that the caller ignores is left first (`curved_release`).

use std::cell::Cell;

use crate::advance::curved_advance::CurvedBudget;
use crate::advance::curved_impact::Record;
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::impact::{InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::start_contact;
use crate::contact::curved_manifold::deepest_contact;
use crate::error::Result;
use crate::motion::pairs::{ConvexPair, MovingPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::U;
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::query::penetration;
use crate::solver::curved_distance::{finely, known, measure};
use crate::verdict::{Reason, Verdict};

/// Returns the first contact of two convex bodies, one of which is curved.
pub(crate) fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
) -> Result<TimeOfImpact> {
    if pair.convex_pair().bounding_polytopes().has_empty() {
        return Ok(TimeOfImpact::separated(0.0, None));
    }
    let target = options.target_separation;
    let scaled = ScaledMotions::new(&pair.convex_pair().bounding_polytopes());
    let walk = CurvedAdvance::new(pair, &scaled, options);
    if scaled.starts_afar(target) {
        return Ok(walk.first_contact());
    }
    let at_start = pair.at_start();
    let at_start = at_start.convex_pair();
    if options.initial_contact != InitialContact::Report {
        return Ok(walk.past_start(&at_start));
    }
    let within = |distance| {
        let state = &mut PairState::default();
        known(&at_start, distance, options.max_pivots, state)
    };
    // A first step proves that they start apart, and most do.
    if let Some(answer) = walk.first_contact_if_apart() {
        return Ok(answer);
    }
    let start = within(target);
    match start.verdict {
        Verdict::Separated => return Ok(walk.first_contact()),
        Verdict::Hit if target == 0.0 || within(0.0).verdict == Verdict::Hit => {}
        verdict => return Ok(walk.near_at_start(verdict == Verdict::Hit)),
    }
    Ok(walk.meeting(&at_start))
}

impl CurvedAdvance<'_> {
    /// Returns the hit of bodies that meet at the start.
    pub(crate) fn meeting(&self, at_start: &ConvexPair<'_, Pose>) -> TimeOfImpact {
        let (pivots, state) = (self.options.max_pivots, &mut PairState::default());
        let (seen, touch) = deepest_contact(at_start, 0.0, pivots, state);
        let scaled = &self.motion.scaled;
        match touch {
            Some(touch) => start_contact::of_curved_contact(scaled, &touch),
            None => start_contact::of_depth(scaled, &penetration::curved(at_start, pivots)),
        }
        .after(1, seen.iterations)
    }

    /// Returns the hit of bodies near each other at the start. Unless they are `sure`ly so, it must be measured.
    pub(crate) fn near_at_start(&self, sure: bool) -> TimeOfImpact {
        let scale = self.motion.scale;
        let posed = self.motion.pose(0.0);
        let [a, b] = &self.sets(&posed);
        let measured = measure([a, b], None, &finely(MAX_PIVOTS));
        let radii = self.radii();
        let apart = (measured.found.upper - radii).max(0.0);
        let most = (self.options.target_separation + self.tolerance) * scale;
        if !sure && !(apart <= most * (1.0 - 4.0 * U)) {
            return TimeOfImpact::undecided(Reason::Touching, 0.0, 0.0).after(1, measured.queries);
        }
        let near = self.near((&posed, &measured, None), radii, apart);
        TimeOfImpact {
            initial: true,
            iterations: measured.queries,
            solves: 1,
            // What f64 does not measure is within the target.
            gap: match near.gap.is_finite() {
                true => near.gap,
                false => self.options.target_separation,
            },
            ..near
        }
    }

    /// Returns [`Self::first_contact`] if f64 proves its first step.
    fn first_contact_if_apart(&self) -> Option<TimeOfImpact> {
        let is_apart = Cell::new(false);
        let record = &mut Record {
            step: &mut |_| is_apart.set(true),
            ended: &mut |_| {},
        };
        let answer = self.run_from(0.0, CurvedBudget::default(), false, record);
        is_apart.get().then(|| self.beyond_rounding(answer, record))
    }

    /// Returns the first contact of bodies that are apart at the start, beyond times at which the gap is lost in rounding.
    pub(crate) fn first_contact(&self) -> TimeOfImpact {
        self.contact_from(0.0, CurvedBudget::default())
    }

    /// Returns the first contact from a time on at which the bodies are apart, with the effort spent before.
    pub(crate) fn contact_from(&self, from: f64, spent: CurvedBudget) -> TimeOfImpact {
        let record = &mut Record {
            step: &mut |_| {},
            ended: &mut |_| {},
        };
        let answer = self.run_from(from, spent, true, record);
        self.beyond_rounding(answer, record)
    }

    /// Returns [`Self::contact_from`] of an effort of its own, and passes its proof to `record`.
    pub(crate) fn recorded(&self, from: f64, record: &mut Record<'_>) -> TimeOfImpact {
        let answer = self.run_from(from, CurvedBudget::default(), true, record);
        self.beyond_rounding(answer, record)
    }
}
