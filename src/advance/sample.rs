//! A sample: both bodies at one time. Also the search for a time at which contact is proved, beyond one at which
//! the gap drowns in rounding.

use crate::advance::advance::{GJK_REL_TOL, measure_anew, until};
use crate::advance::overlap_restart::overlap_askew;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::advance::step::AdvanceRequest;
use crate::numeric::arithmetic::U;
use crate::solver::gjk::{GjkProof, NearestPoints};
use crate::solver::subsimplex::Subsimplex;

/// Result of one sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sample {
    /// Clearly apart.
    Apart,
    Overlap,
    /// The gap is at most this, within the tolerance; scaled.
    Near(f64),
    Between,
}

/// A step between samples is no longer than this part of the frame,
const LONGEST_STEP: f64 = 1.0 / 64.0;
/// nor a turn of more than this many radians.
const LARGEST_TURN: f64 = 0.1;
/// The first look is not earlier than this, or not before the bodies may move by so many roundings.
const LEAST_STEP: f64 = 1e-12;
const MOVED: f64 = 8.0;
/// Halvings of the time in which a contact began or ended: the longest step down to a last place.
const HALVINGS: u32 = 48;

pub(crate) fn longest_step(pair: &RelativeMotion<'_>) -> f64 {
    (LARGEST_TURN / pair.faster_angle()).min(LONGEST_STEP)
}

/// The time in which the bodies may move by a tolerance; or, where that is too short a time, by a few roundings.
pub(crate) fn first_step(pair: &RelativeMotion<'_>, tolerance: f64) -> f64 {
    let fastest = pair.fastest();
    let least = LEAST_STEP.min(MOVED * pair.rounding() / fastest);
    // Never 0, of which twice is 0 too.
    (tolerance / fastest).max(least).max(f64::MIN_POSITIVE)
}

/// The bodies at time t. `columns` are those of the last look.
#[inline(always)]
pub(crate) fn sample(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    t: f64,
    columns: &mut Subsimplex,
    queries: &mut u32,
) -> (Sample, RelativePoses, NearestPoints) {
    let posed = pair.pose(t);
    let stop = &until(ask.target, GJK_REL_TOL);
    let found = measure_anew(pair, &posed, columns, stop, queries);
    *columns = found.simplex;
    // Enough for the advance to begin there.
    let room = 8.0 * pair.rounding() + 32.0 * U * ask.target;
    let clear = found.lower > ask.target + room;
    let seen = match found.kind {
        GjkProof::Overlap => Sample::Overlap,
        _ if found.upper <= ask.target + ask.tolerance => Sample::Near(found.upper),
        GjkProof::Unclear if ask.target == 0.0 => match overlap_askew(pair, &posed, queries) {
            Some(found) => return (Sample::Overlap, posed, found),
            None => Sample::Between,
        },
        GjkProof::Apart if clear && found.upper > ask.target + 2.0 * ask.tolerance => Sample::Apart,
        _ => Sample::Between,
    };
    (seen, posed, found)
}

/// Looks at times after `low` that double their distance from `step` to `longest`, until `seen` says yes: the last
/// time that was visited in vain, and that. `seen` says None to end the search.
pub(crate) fn doubling(
    mut low: f64,
    [mut step, longest]: [f64; 2],
    mut seen: impl FnMut(f64) -> Option<bool>,
) -> (f64, Option<f64>) {
    while low < 1.0 {
        let t = (low + step).min(1.0);
        match seen(t) {
            Some(false) => low = t,
            Some(true) => return (low, Some(t)),
            None => break,
        }
        step = (2.0 * step).min(longest);
    }
    (low, None)
}

/// Draws `high`, where `seen` says yes, back towards `low`, where it does not, to within `width`.
pub(crate) fn halving(
    [mut low, mut high]: [f64; 2],
    width: f64,
    mut seen: impl FnMut(f64) -> Option<bool>,
) -> f64 {
    for _ in 0..HALVINGS {
        let middle = low + 0.5 * (high - low);
        if high - low <= width || middle <= low || middle >= high {
            break;
        }
        match seen(middle) {
            Some(true) => high = middle,
            Some(false) => low = middle,
            None => break,
        }
    }
    high
}
