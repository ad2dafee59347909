//! The answer of one advance of curved bodies, from any time on.
//!
//! The phases:
//! 1. Advance to half of the tolerance beyond the target, so that no step leaps over a contact within it.
//! 2. If the bodies start within that half, advance to the whole tolerance.
//! 3. Where f64 tells nothing, a hundred bits tell the contact or the next plane (`curved_precise`), and the advance
//!    goes on from there.

use crate::advance::advance::AdvanceEnd;
use crate::advance::curved_advance::{AdvanceResult, CurvedBudget};
use crate::advance::curved_cast::{CertifiedStep, Clear};
use crate::advance::curved_measure::{CurvedAdvance, Ending};
use crate::advance::curved_precise::PreciseSample;
use crate::advance::impact::TimeOfImpact;
use crate::verdict::Reason;

/// Receives every step of an advance, and then what a near contact was measured of.
pub(crate) struct Record<'a> {
    pub(crate) step: &'a mut dyn FnMut(CertifiedStep),
    pub(crate) ended: &'a mut dyn FnMut(Ending<'_>),
}

impl CurvedAdvance<'_> {
    /// Returns the answer of an advance from a time, with the effort spent before. `is_apart`: the bodies are known to be apart
    /// then, although f64 may not prove it.
    pub(crate) fn run_from(
        &self,
        from: f64,
        mut spent: CurvedBudget,
        is_apart: bool,
        record: &mut Record<'_>,
    ) -> TimeOfImpact {
        let clear = self.clear();
        let mut walked = self.above_half(from, &clear, &mut spent, record);
        let is_lost = matches!(walked.end, AdvanceEnd::Overlap | AdvanceEnd::Rounding);
        let mut near = None;
        if is_lost && (is_apart || walked.t > from) {
            near = self.beyond_f64(&mut walked, &clear, &mut spent, record);
        }
        let found = &walked.measured.found;
        let open = |reason| TimeOfImpact::undecided(reason, 0.0, walked.t);
        let answer = match (near, walked.end) {
            (Some(near), _) => near,
            (_, AdvanceEnd::Near) => {
                (record.ended)(Ending::Measured(found));
                let apart = (found.upper - self.radii()).max(0.0);
                let at = (&walked.posed, &walked.measured, walked.before);
                self.near(at, clear.below, apart)
            }
            (_, AdvanceEnd::Apart) => TimeOfImpact::separated(0.0, Some(found.normal)),
            (_, AdvanceEnd::Budget) => open(Reason::Budget),
            (_, AdvanceEnd::Start | AdvanceEnd::Overlap | AdvanceEnd::Rounding) => {
                open(Reason::Rounding)
            }
        };
        answer.after(spent.solves, spent.iterations)
    }

    /// Advances with half of the tolerance as part of the target: steps that prove gaps beyond that half step over none within
    /// it. If the bodies start within that half, advances to the whole tolerance.
    fn above_half(
        &self,
        from: f64,
        clear: &Clear,
        spent: &mut CurvedBudget,
        record: &mut Record<'_>,
    ) -> AdvanceResult {
        let half = 0.5 * clear.tolerance;
        let above_half = Clear {
            below: clear.below + half,
            above: clear.above + half,
            tolerance: half,
            ..*clear
        };
        let walked = self.advance(from, &above_half, spent, record.step);
        match walked.t == from && walked.end == AdvanceEnd::Rounding {
            true => self.advance(from, clear, spent, record.step),
            false => walked,
        }
    }

    /// Goes on from where f64 proves nothing: a hundred bits prove the next step, and again wherever f64 stops. `walked` becomes
    /// the end of the last advance. Returns a contact that a hundred bits prove.
    #[cold]
    #[inline(never)]
    fn beyond_f64(
        &self,
        walked: &mut AdvanceResult,
        clear: &Clear,
        spent: &mut CurvedBudget,
        record: &mut Record<'_>,
    ) -> Option<TimeOfImpact> {
        while matches!(walked.end, AdvanceEnd::Overlap | AdvanceEnd::Rounding)
            && spent.solves < clear.budget
        {
            spent.solves += 1;
            let proved = match self.look_precisely(walked, clear.above)? {
                PreciseSample::Apart(proved) => proved,
                PreciseSample::Near(contact, parts) => {
                    (record.ended)(Ending::Parts(&parts));
                    return Some(contact);
                }
            };
            (record.step)(proved);
            let next = proved.times[1];
            if next == 1.0 {
                *walked = self.never_met(Some(proved.normal));
                break;
            }
            *walked = self.above_half(next, clear, spent, record);
            walked.before = walked.before.or(Some(proved.normal));
        }
        None
    }
}
