//! The search for all contacts of two convex bodies within a frame, from the first one on.
//!
//! From the beginning of a contact the bodies are sampled at times that double, until they are apart again. That time is drawn back
//! by halving to where they were last in contact, and the advance goes on to the next contact.

use crate::advance::advance::AdvanceEnd;
use crate::advance::contact_at::surface_gap;
use crate::advance::curved_advance::CurvedBudget;
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::impact::Contact;
use crate::advance::polytope_advance::advance_outlined;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::sample::{Sample, sample};
use crate::advance::step::AdvanceRequest;
use crate::advance::time_search::{BeyondLostGap, doubling, first_step, halving, longest_step};
use crate::ccd::interval_list::{ContactInterval, IntervalList};
use crate::pair::PairState;
use crate::solver::subsimplex::Subsimplex;
use crate::verdict::{Reason, Verdict};

/// Bodies apart for less than this part of the longest step have not parted.
const SHORTEST_HOP: f64 = 1e-6;

/// Where two bodies are at one time.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ContactSample {
    /// Clearly apart.
    Apart,
    /// With the gap, in world units.
    Contact(Contact, f64),
    Unclear,
}

/// Two bodies of which the times of contact are searched.
pub(super) trait Moving {
    fn motion(&self) -> &RelativeMotion<'_>;

    /// The tolerance, scaled.
    fn tolerance(&self) -> f64;

    /// Distance solves allowed.
    fn budget(&self) -> u32;

    /// Returns where the bodies are at a time.
    fn sample(&mut self, t: f64, list: &mut IntervalList<'_>) -> ContactSample;

    /// Advances from a time at which the bodies are apart. Returns what comes next; None if they stay apart.
    fn next(&mut self, from: f64, list: &mut IntervalList<'_>) -> Option<Next>;
}

/// The next contact, or the time from which two bodies are not proved to be apart.
pub(super) struct Next {
    /// Proved apart before the first, and `seen` at the second.
    times: [f64; 2],
    seen: ContactSample,
    /// Why nothing is seen.
    reason: Reason,
}

/// Puts all contacts into a list, from the first one to the end of the frame.
pub(super) fn search(
    bodies: &mut impl Moving,
    first: ContactInterval,
    list: &mut IntervalList<'_>,
) {
    let mut interval = first;
    let (mut since, mut hops) = match first.contact {
        Contact::None => (first.enter[0], 0),
        _ => (first.enter[1], 0),
    };
    let longest = longest_step(bodies.motion());
    loop {
        let apart = match interval.reason {
            Reason::Budget => None,
            _ => leave(bodies, since, hops, &mut interval, list),
        };
        let Some(from) = apart.filter(|t| *t < 1.0) else {
            list.push(interval);
            return;
        };
        let Some(Next {
            times,
            seen,
            reason,
        }) = bodies.next(from, list)
        else {
            list.push(interval);
            return;
        };
        let [free, t] = times;
        let mut next = ContactInterval {
            enter: times,
            exit: [free, 1.0],
            reason,
            ..ContactInterval::default()
        };
        note(seen, t, &mut next);
        since = t;
        if free - from > SHORTEST_HOP * longest || reason == Reason::Budget {
            list.push(std::mem::replace(&mut interval, next));
            hops = 0;
            continue;
        }
        // Hardly apart before they meet again, or before f64 cannot tell: one contact, and the
        // next look is later.
        hops += 1;
        interval.exit[1] = 1.0;
        note(seen, t, &mut interval);
    }
}

/// Searches for the end of a contact, and sets it. The time from which the bodies are apart; None when they are not
/// seen so.
fn leave(
    bodies: &mut impl Moving,
    since: f64,
    hops: i32,
    interval: &mut ContactInterval,
    list: &mut IntervalList<'_>,
) -> Option<f64> {
    let (motion, tolerance, budget) = (bodies.motion(), bodies.tolerance(), bodies.budget());
    let width = tolerance / motion.fastest();
    let longest = longest_step(motion);
    let step = libm::ldexp(first_step(motion, tolerance), hops.min(64)).min(longest);
    let mut is_apart = |t: f64| {
        // What is known then is a bracket, though a wider one.
        if list.solves >= budget {
            return None;
        }
        list.solves += 1;
        let seen = bodies.sample(t, list);
        note(seen, t, interval);
        Some(seen == ContactSample::Apart)
    };
    let (reached, apart) = doubling([since, 1.0], [step, longest], &mut is_apart);
    let Some(apart) = apart else {
        if reached < 1.0 {
            interval.reason = Reason::Budget;
        } else if interval.exit[0] < 1.0 {
            // Not in contact at the end for certain, nor apart.
            interval.exit[1] = 1.0;
        }
        return None;
    };
    let high = halving([reached, apart], width, is_apart);
    interval.exit[1] = high;
    Some(high)
}

/// Contact seen at time t: the last so far, or the first that is certified.
fn note(seen: ContactSample, t: f64, interval: &mut ContactInterval) {
    let ContactSample::Contact(contact, gap) = seen else {
        return;
    };
    if interval.contact == Contact::None {
        (interval.contact, interval.gap) = (contact, gap);
        (interval.enter[1], interval.reason) = (t, Reason::None);
    }
    interval.exit[0] = t;
}

/// Two polytopes on their way, with radii or without.
pub(super) struct MovingPolytopes<'a> {
    motion: &'a RelativeMotion<'a>,
    ask: AdvanceRequest,
    state: &'a mut PairState,
    columns: Subsimplex,
}

impl<'a> MovingPolytopes<'a> {
    pub(super) fn new(
        motion: &'a RelativeMotion<'a>,
        ask: AdvanceRequest,
        state: &'a mut PairState,
    ) -> Self {
        MovingPolytopes {
            motion,
            ask,
            state,
            columns: Subsimplex::default(),
        }
    }

    fn seen(&self, seen: Sample) -> ContactSample {
        match seen {
            Sample::Overlap => ContactSample::Contact(Contact::Overlap, 0.0),
            Sample::Near(upper) => match surface_gap(self.motion, upper) {
                Some(gap) => ContactSample::Contact(Contact::Near, gap),
                None => ContactSample::Contact(Contact::Overlap, 0.0),
            },
            Sample::Apart => ContactSample::Apart,
            Sample::Between => ContactSample::Unclear,
        }
    }
}

impl Moving for MovingPolytopes<'_> {
    fn motion(&self) -> &RelativeMotion<'_> {
        self.motion
    }

    fn tolerance(&self) -> f64 {
        self.ask.tolerance
    }

    fn budget(&self) -> u32 {
        self.ask.budget
    }

    fn sample(&mut self, t: f64, list: &mut IntervalList<'_>) -> ContactSample {
        let (columns, queries) = (&mut self.columns, &mut list.iterations);
        let (seen, ..) = sample(self.motion, &self.ask, t, columns, queries);
        self.seen(seen)
    }

    fn next(&mut self, from: f64, list: &mut IntervalList<'_>) -> Option<Next> {
        // A contact that ended here is left from no memory.
        self.columns = Subsimplex::default();
        let rest = self.ask.less(list.solves);
        let rest = rest.above_half(self.motion.rounding());
        let progress = advance_outlined(self.motion, &rest, from, self.state, &mut |_| {});
        list.solves += progress.solves;
        list.iterations += progress.queries;
        let (seen, reason) = match progress.end {
            AdvanceEnd::Apart => return None,
            AdvanceEnd::Near => (Sample::Near(progress.nearest.upper), Reason::None),
            AdvanceEnd::Overlap => (Sample::Overlap, Reason::None),
            AdvanceEnd::Budget => (Sample::Between, Reason::Budget),
            AdvanceEnd::Rounding | AdvanceEnd::Start => (Sample::Between, Reason::Rounding),
        };
        Some(Next {
            times: [progress.t; 2],
            seen: self.seen(seen),
            reason,
        })
    }
}

/// Two bodies on their way, one of which is curved.
pub(super) struct MovingCurved<'s, 'a> {
    pub(super) advance: &'s CurvedAdvance<'a>,
}

impl Moving for MovingCurved<'_, '_> {
    fn motion(&self) -> &RelativeMotion<'_> {
        &self.advance.motion
    }

    fn tolerance(&self) -> f64 {
        self.advance.tolerance()
    }

    fn budget(&self) -> u32 {
        self.advance.options.budget
    }

    fn sample(&mut self, t: f64, list: &mut IntervalList<'_>) -> ContactSample {
        let mut spent = CurvedBudget::default();
        let seen = self.advance.look(t, 2.0 * self.tolerance(), &mut spent);
        list.iterations += spent.iterations;
        match seen {
            BeyondLostGap::Contact(contact) => ContactSample::Contact(contact.contact, contact.gap),
            BeyondLostGap::Apart => ContactSample::Apart,
            BeyondLostGap::Unclear => ContactSample::Unclear,
        }
    }

    fn next(&mut self, from: f64, list: &mut IntervalList<'_>) -> Option<Next> {
        let spent = CurvedBudget {
            solves: list.solves,
            iterations: list.iterations,
        };
        let found = self.advance.contact_from(from, spent);
        (list.solves, list.iterations) = (found.solves, found.iterations);
        let free = found.t_lo.max(from);
        let (seen, t) = match found.verdict {
            Verdict::Separated => return None,
            Verdict::Hit => (ContactSample::Contact(found.contact, found.gap), found.t_hi),
            Verdict::Undecided => (ContactSample::Unclear, free),
        };
        Some(Next {
            times: [free, t],
            seen,
            reason: found.reason,
        })
    }
}
