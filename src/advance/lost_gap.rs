//! A gap that is lost in rounding: where is contact first proved beyond it?
//!
//! Problem: an advance ends where the gap is as small as its rounding, though the bodies may touch only later, or never. Idea:
//! samples at times that double look for a contact that f64 proves, or for bodies that are apart again. A contact is drawn
//! back towards the last time at which there was none, because bodies deeper in each other than rounding have no normal.

use crate::advance::advance::AdvanceEnd;
use crate::advance::contact_at::surface_gap;
use crate::advance::impact::TimeOfImpact;
use crate::advance::impact_query::TurningAdvance;
use crate::advance::linear_time::StartGap;
use crate::advance::overlap_restart::overlap_askew;
use crate::advance::polytope_advance::{Progress, advance_outlined};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::sample::{Sample, sample};
use crate::advance::step::AdvanceRequest;
use crate::advance::time_search::{BeyondLostGap, contact_after, first_step, longest_step};
use crate::numeric::arithmetic::U;
use crate::pair::PairState;
use crate::solver::gjk::GjkProof;
use crate::solver::subsimplex::Subsimplex;

impl TurningAdvance<'_> {
    /// Returns the answer of an advance from `from`. If its gap was lost, this searches for a contact beyond.
    pub(crate) fn progress(&self, progress: &Progress, from: f64) -> TimeOfImpact {
        if progress.end != AdvanceEnd::Rounding {
            return self.answered(progress, from);
        }
        TimeOfImpact {
            t_lo: progress.t,
            ..self.answered(
                &self.sharpened(progress.t, after_rounding(self.pair, &self.ask, progress)),
                from,
            )
        }
    }

    /// Answers for bodies that are apart at t = 0 by less than rounding: near each other a moment later, unless they part.
    pub(crate) fn first_moment(&self, gap: &StartGap) -> TimeOfImpact {
        let (pair, ask) = (self.pair, &self.ask);
        let StartGap {
            length: (x, k),
            normal,
        } = gap;
        let (x, k) = (*x, *k);
        // Along the normal as it is rounded.
        let along = libm::ldexp(x, k) * (1.0 - 1e-9) - 8.0 * U * pair.size;
        let closing = pair.closing_at_most(normal, &pair.across(normal));
        if along > 0.0 && closing < along {
            return TimeOfImpact::separated(0.0, Some(*normal));
        }
        let fastest = pair.fastest();
        let mut free = 1.0;
        if fastest > 0.0 {
            free = libm::ldexp(x * (1.0 - 1e-9) / fastest, k).min(1.0);
            // Times below this have not all their digits.
            if free < f64::MIN_POSITIVE {
                free = free.next_down().max(0.0);
            }
        }
        if free >= 1.0 {
            return TimeOfImpact::separated(0.0, None);
        }
        let first = self.sampled((0.25 * ask.tolerance / fastest).clamp(free, 1.0));
        let mut progress = self.sharpened(free, first);
        if progress.end == AdvanceEnd::Overlap {
            progress.nearest.normal = *normal;
        }
        TimeOfImpact {
            t_lo: free,
            ..self.progress(&progress, 0.0)
        }
    }

    /// Draws an overlap back towards `free`, a time until which the bodies are apart, to where f64 first proves that they meet.
    /// Bodies deeper in each other than rounding have no normal. Waits since `free` are halved on a scale of logarithms.
    fn sharpened(&self, free: f64, mut progress: Progress) -> Progress {
        let overlaps = |seen: &Progress| match seen.end {
            AdvanceEnd::Overlap => true,
            AdvanceEnd::Near => surface_gap(self.pair, seen.nearest.upper).is_none(),
            _ => false,
        };
        let mut before = self.pair.rounding() / self.pair.fastest();
        while overlaps(&progress) && 2.0 * before < progress.t - free {
            let after = (before * (progress.t - free)).sqrt();
            let t = free + after;
            if !(free < t && t < progress.t) || progress.solves >= self.ask.budget {
                break;
            }
            let sample = self.sampled(t);
            let (solves, queries) = (progress.solves + 1, progress.queries + sample.queries);
            match overlaps(&sample) {
                true => progress = sample,
                false => before = after,
            }
            (progress.solves, progress.queries) = (solves, queries);
        }
        progress
    }

    /// Measures the bodies at one time, as if an advance ended there.
    fn sampled(&self, t: f64) -> Progress {
        let (posed, mut queries) = (self.pair.pose_outlined(t), 0);
        let nearest = self.finely(&posed, &Subsimplex::default(), &mut queries);
        let askew = match nearest.kind {
            GjkProof::Unclear if self.ask.target == 0.0 => {
                overlap_askew(self.pair, &posed, &mut queries)
            }
            _ => None,
        };
        let nearest = askew.unwrap_or(nearest);
        Progress {
            end: match nearest.kind {
                GjkProof::Overlap => AdvanceEnd::Overlap,
                _ if nearest.upper <= self.ask.target + self.ask.tolerance => AdvanceEnd::Near,
                _ => AdvanceEnd::Rounding,
            },
            t,
            nearest,
            posed,
            solves: 1,
            queries,
        }
    }
}

/// Goes on with an advance whose gap was lost in rounding. Returns the first contact that is proved later, or the end of the
/// advance if there is none.
#[cold]
#[inline(never)]
fn after_rounding(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    progress: &Progress,
) -> Progress {
    let mut last = *progress;
    loop {
        let t = match beyond_rounding(pair, ask, &mut last) {
            Ok(contact) => return contact,
            Err(Some(t)) if t < 1.0 && last.solves < ask.budget => t,
            Err(_) => break,
        };
        let rest = ask.less(last.solves);
        let next = advance_outlined(pair, &rest, t, &mut PairState::default(), &mut |_| {});
        last = Progress {
            solves: last.solves + next.solves,
            queries: last.queries + next.queries,
            ..next
        };
        match next.end {
            AdvanceEnd::Near | AdvanceEnd::Overlap => return last,
            AdvanceEnd::Rounding | AdvanceEnd::Start => {}
            AdvanceEnd::Apart | AdvanceEnd::Budget => break,
        }
    }
    let end = if last.solves < ask.budget {
        AdvanceEnd::Rounding
    } else {
        AdvanceEnd::Budget
    };
    Progress {
        end,
        t: progress.t,
        ..last
    }
}

/// Searches from the end of an advance whose gap is lost in rounding, and counts the samples there. Returns a contact that is
/// proved, which begins between that end and its time; or what [`contact_after`] found instead.
fn beyond_rounding(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    progress: &mut Progress,
) -> Result<Progress, Option<f64>> {
    let steps = [first_step(pair, ask.tolerance), longest_step(pair)];
    let mut columns = progress.nearest.simplex;
    let found = contact_after(progress.t, steps, |t| {
        if progress.solves >= ask.budget {
            return None;
        }
        progress.solves += 1;
        let (seen, posed, nearest) = sample(pair, ask, t, &mut columns, &mut progress.queries);
        let end = match seen {
            Sample::Overlap => AdvanceEnd::Overlap,
            Sample::Near(_) => AdvanceEnd::Near,
            Sample::Apart => return Some(BeyondLostGap::Apart),
            Sample::Between => return Some(BeyondLostGap::Unclear),
        };
        Some(BeyondLostGap::Contact(Progress {
            end,
            t,
            posed,
            nearest,
            ..*progress
        }))
    })?;
    Ok(Progress {
        solves: progress.solves,
        queries: progress.queries,
        ..found
    })
}
