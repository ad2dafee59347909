//! A gap of curved bodies that is lost in rounding: where is contact first proved beyond it? The idea is that of `lost_gap`.

use crate::advance::curved_advance::CurvedBudget;
use crate::advance::curved_impact::Record;
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::impact::{Contact, TimeOfImpact};
use crate::advance::time_search::{BeyondLostGap, contact_after, first_step, longest_step};
use crate::numeric::arithmetic::{U, norm1};
use crate::numeric::length_sum::LengthSum;
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::solver::curved_distance::{curved_depth, finely, known, measure};
use crate::solver::gjk::GjkProof;
use crate::verdict::{Reason, Verdict};

impl CurvedAdvance<'_> {
    /// Goes on as long as an answer is lost in rounding: searches for a contact, or for a time at which the bodies are apart
    /// again and from which they advance.
    pub(crate) fn beyond_rounding(
        &self,
        mut answer: TimeOfImpact,
        record: &mut Record<'_>,
    ) -> TimeOfImpact {
        let free = answer.t_lo;
        while answer.reason == Reason::Rounding {
            let spent = &mut CurvedBudget {
                solves: answer.solves,
                iterations: answer.iterations,
            };
            let found = self.beyond(answer.t_lo, spent);
            let after = |answer: TimeOfImpact| TimeOfImpact {
                t_lo: free,
                ..answer.after(spent.solves, spent.iterations)
            };
            let open = |reason| after(TimeOfImpact::undecided(reason, 0.0, free));
            let from = match found {
                Ok(contact) => return after(contact),
                Err(Some(t)) if t < 1.0 => t,
                Err(None) if spent.solves >= self.options.budget => return open(Reason::Budget),
                Err(_) => return open(Reason::Rounding),
            };
            answer = self.run_from(from, *spent, true, record);
            if answer.verdict == Verdict::Separated {
                let lost = TimeOfImpact::undecided(Reason::Rounding, 0.0, free);
                return lost.after(answer.solves, answer.iterations);
            }
        }
        TimeOfImpact {
            t_lo: free,
            ..answer
        }
    }

    /// Searches for a contact from a time at which the gap is lost in rounding. See [`contact_after`].
    fn beyond(&self, from: f64, spent: &mut CurvedBudget) -> Result<TimeOfImpact, Option<f64>> {
        let first = first_step(&self.motion, self.tolerance());
        contact_after(from, [first, longest_step(&self.motion)], |t| {
            (spent.solves < self.options.budget).then(|| self.look(t, 0.0, spent))
        })
    }

    /// Samples the bodies at one time. They are apart only across a gap of more than `beyond`, scaled.
    pub(crate) fn look(
        &self,
        t: f64,
        beyond: f64,
        spent: &mut CurvedBudget,
    ) -> BeyondLostGap<TimeOfImpact> {
        let (clear, radii) = (self.clear(), self.radii());
        let posed = self.motion.pose_outlined(t);
        let [a, b] = &self.sets(&posed);
        let measured = measure([a, b], None, &finely(MAX_PIVOTS));
        let found = &measured.found;
        spent.solves += 1;
        spent.iterations += measured.queries;
        let apart = (found.upper - radii).max(0.0);
        let near = self.near((&posed, &measured, None), radii, apart);
        if found.kind == GjkProof::Overlap || found.upper <= radii {
            return BeyondLostGap::Contact(TimeOfImpact {
                contact: Contact::Overlap,
                gap: 0.0,
                ..near
            });
        }
        if found.upper - clear.below <= clear.tolerance * (1.0 - 4.0 * U) {
            return BeyondLostGap::Contact(near);
        }
        let room = 8.0 * self.motion.rounding() + 32.0 * U * clear.above;
        match found.lower > clear.above + room {
            true if found.upper > clear.below + beyond => BeyondLostGap::Apart,
            true => BeyondLostGap::Unclear,
            false => (self.deep_at(t, near)).map_or(BeyondLostGap::Unclear, BeyondLostGap::Contact),
        }
    }

    /// Returns the contact at a time at which GJK in f64 proves nothing, if the bodies are deeper in each other than their poses
    /// may be off.
    #[cold]
    fn deep_at(&self, t: f64, near: TimeOfImpact) -> Option<TimeOfImpact> {
        let poses = self.sides.places.map(|motion| motion.pose_at(t));
        let [Ok(a), Ok(b)] = &poses else {
            return None;
        };
        let there = self.sides.at([a, b]);
        let state = &mut PairState::default();
        let found = known(&there, 0.0, self.options.max_pivots, state);
        if found.verdict != Verdict::Hit {
            return None;
        }
        let [radius_a, radius_b] = self.sides.radii;
        let [radii, _] = LengthSum([0.0, radius_a, radius_b]).bounds(1.0);
        let far = norm1(&a.translation()) + norm1(&b.translation());
        let off = self.motion.rounding() / self.motion.scale + 16.0 * U * far;
        let [point_a, point_b] = found.points.map(Some);
        (curved_depth(&there).depth[0] + radii > 8.0 * off).then_some(TimeOfImpact {
            contact: Contact::Overlap,
            gap: 0.0,
            point_a,
            point_b,
            ..near
        })
    }
}
