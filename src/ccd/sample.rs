//! A look at both bodies at one time, and the search for a time at which contact is proved beyond one
//! at which the gap drowns in rounding.

use crate::ccd::advance::{End, GJK_REL_TOL, Progress, advance_outlined, measure_outlined, until};
use crate::ccd::askew::overlap_askew;
use crate::ccd::relative_motion::{Posed, RelativeMotion};
use crate::ccd::step::Ask;
use crate::distance::gjk::{Kind, Nearest};
use crate::distance::subsimplex::Subsimplex;
use crate::numeric::arithmetic::U;
use crate::pair::PairState;

/// What one look saw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Seen {
    /// Clearly apart.
    Apart,
    Overlap,
    /// The gap is at most this, within the tolerance; scaled.
    Near(f64),
    Between,
}

/// A look passes over no more than this part of the frame,
const LONGEST_STEP: f64 = 1.0 / 64.0;
/// nor a turn of more than this many radians.
const LARGEST_TURN: f64 = 0.1;
/// The first look is not earlier than this, or not before the bodies may move by so many roundings.
const LEAST_STEP: f64 = 1e-12;
const MOVED: f64 = 8.0;
/// Halvings of the time in which a contact began or ended: the longest step down to a last place.
pub(crate) const HALVINGS: u32 = 48;

pub(crate) fn longest_step(pair: &RelativeMotion<'_>) -> f64 {
    let turn = pair.trajectory_a.angle.max(pair.trajectory_b.angle);
    (LARGEST_TURN / turn).min(LONGEST_STEP)
}

/// The time in which the bodies may move by a tolerance; or, where that is too short a time, by a few roundings.
pub(crate) fn first_step(pair: &RelativeMotion<'_>, ask: &Ask) -> f64 {
    let fastest = pair.fastest();
    let least = LEAST_STEP.min(MOVED * pair.rounding() / fastest);
    // Never 0, of which twice is 0 too.
    (ask.tolerance / fastest).max(least).max(f64::MIN_POSITIVE)
}

/// The bodies at time t. `columns` are those of the last look.
#[inline(always)]
pub(crate) fn sample(
    pair: &RelativeMotion<'_>,
    ask: &Ask,
    t: f64,
    columns: &mut Subsimplex,
    queries: &mut u32,
) -> (Seen, Posed, Nearest) {
    let posed = pair.pose(t);
    let hints = &mut [0; 2];
    let found = measure_outlined(
        pair,
        &posed,
        columns,
        &until(ask.target, GJK_REL_TOL),
        hints,
        queries,
    );
    *columns = found.simplex;
    // Enough for the advance to begin there.
    let room = 8.0 * pair.rounding() + 32.0 * U * ask.target;
    let clear = found.lower > ask.target + room;
    let seen = match found.kind {
        Kind::Overlap => Seen::Overlap,
        _ if found.upper <= ask.target + ask.tolerance => Seen::Near(found.upper),
        Kind::Unclear if ask.target == 0.0 => match overlap_askew(pair, &posed, queries) {
            Some(found) => return (Seen::Overlap, posed, found),
            None => Seen::Between,
        },
        Kind::Apart if clear && found.upper > ask.target + 2.0 * ask.tolerance => Seen::Apart,
        _ => Seen::Between,
    };
    (seen, posed, found)
}

/// An advance whose gap drowned in rounding, gone on with: the first contact that is proved later; or
/// the end of the advance, where there is none.
#[cold]
#[inline(never)]
pub(crate) fn after_rounding(
    pair: &RelativeMotion<'_>,
    ask: &Ask,
    progress: &Progress,
) -> Progress {
    let mut last = *progress;
    loop {
        let t = match beyond_rounding(pair, ask, &mut last) {
            Ok(contact) => return contact,
            Err(Some(t)) if t < 1.0 && last.solves < ask.budget => t,
            Err(_) => break,
        };
        let rest = Ask {
            budget: ask.budget - last.solves,
            ..*ask
        };
        let next = advance_outlined(pair, &rest, t, &mut PairState::default(), &mut |_| {});
        last = Progress {
            solves: last.solves + next.solves,
            queries: last.queries + next.queries,
            ..next
        };
        match next.end {
            End::Near | End::Overlap => return last,
            End::Rounding | End::Start => {}
            End::Apart | End::Budget => break,
        }
    }
    let end = if last.solves < ask.budget {
        End::Rounding
    } else {
        End::Budget
    };
    Progress {
        end,
        t: progress.t,
        ..last
    }
}

/// Looks from the end of an advance whose gap drowned in rounding, and counts them there. A proved contact,
/// which begins between that end and its time; or a time by which the bodies are apart again; or neither
/// up to the end of the frame, or within the budget.
fn beyond_rounding(
    pair: &RelativeMotion<'_>,
    ask: &Ask,
    progress: &mut Progress,
) -> Result<Progress, Option<f64>> {
    let (first, longest) = (first_step(pair, ask), longest_step(pair));
    let mut columns = progress.nearest.simplex;
    let (mut low, mut step) = (progress.t, first.min(longest));
    let mut best: Option<Progress> = None;
    let counts = &mut [progress.solves, progress.queries];
    let mut contact_at = |t: f64, counts: &mut [u32; 2]| {
        counts[0] += 1;
        let (seen, posed, nearest) = sample(pair, ask, t, &mut columns, &mut counts[1]);
        let end = match seen {
            Seen::Overlap => End::Overlap,
            Seen::Near(_) => End::Near,
            Seen::Apart => return Err(true),
            Seen::Between => return Err(false),
        };
        Ok(Progress {
            end,
            t,
            posed,
            nearest,
            ..*progress
        })
    };
    let mut apart = None;
    while low < 1.0 && counts[0] < ask.budget {
        let t = (low + step).min(1.0);
        match contact_at(t, counts) {
            Ok(contact) => {
                best = Some(contact);
                break;
            }
            Err(true) => {
                apart = Some(t);
                break;
            }
            Err(false) => low = t,
        }
        step = (2.0 * step).min(longest);
    }
    if let Some(contact) = &mut best {
        // Drawn back to where contact is first proved.
        for _ in 0..HALVINGS {
            let middle = low + 0.5 * (contact.t - low);
            let narrow = contact.t - low <= first || middle <= low || middle >= contact.t;
            if narrow || counts[0] >= ask.budget {
                break;
            }
            match contact_at(middle, counts) {
                Ok(sooner) => *contact = sooner,
                Err(_) => low = middle,
            }
        }
    }
    [progress.solves, progress.queries] = *counts;
    match best {
        Some(contact) => Ok(Progress {
            solves: progress.solves,
            queries: progress.queries,
            ..contact
        }),
        None => Err(apart),
    }
}
