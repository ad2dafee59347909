//! The search for a time within a frame: steps that double until something is there, then halves.
//!
//! The first step is the time in which the bodies may move by a tolerance, so nothing that lasts is leapt over nearby. The
//! longest is a small part of the frame and of a turn. Loses on what lasts shorter than a step: that is not seen.

use crate::advance::relative_motion::RelativeMotion;

/// A step between samples is no longer than this part of the frame,
const LONGEST_STEP: f64 = 1.0 / 64.0;
/// nor a turn of more than this many radians.
const LARGEST_TURN: f64 = 0.1;
/// The first sample is not earlier than this, or not before the bodies may move by so many roundings.
const MIN_FIRST_STEP: f64 = 1e-12;
const FIRST_STEP_ROUNDINGS: f64 = 8.0;
/// Halvings of the time in which a contact began or ended: the longest step down to a last place.
const HALVINGS: u32 = 48;

pub(crate) fn longest_step(pair: &RelativeMotion<'_>) -> f64 {
    (LARGEST_TURN / pair.faster_angle()).min(LONGEST_STEP)
}

/// The time in which the bodies may move by a tolerance; or, where that is too short a time, by a few roundings.
pub(crate) fn first_step(pair: &RelativeMotion<'_>, tolerance: f64) -> f64 {
    let fastest = pair.fastest();
    let least = MIN_FIRST_STEP.min(FIRST_STEP_ROUNDINGS * pair.rounding() / fastest);
    // Never 0, of which twice is 0 too.
    (tolerance / fastest).max(least).max(f64::MIN_POSITIVE)
}

/// Visits times after `from`, on the way to `end`, whose distances double from `first` to `longest`, until `is_there` returns
/// true. Returns the last time that was visited in vain, and the one that was not. `is_there` returns None to end the search.
pub(crate) fn doubling(
    [from, end]: [f64; 2],
    [first, longest]: [f64; 2],
    mut is_there: impl FnMut(f64) -> Option<bool>,
) -> (f64, Option<f64>) {
    let (mut low, mut step) = (from, first);
    while low != end {
        let t = match end > low {
            true => (low + step).min(end),
            false => (low - step).max(end),
        };
        match is_there(t) {
            Some(false) => low = t,
            Some(true) => return (low, Some(t)),
            None => break,
        }
        step = (2.0 * step).min(longest);
    }
    (low, None)
}

/// Draws `high`, where `is_there` returns true, back towards `low`, where it returns false, to within `width`. None ends the
/// search.
pub(crate) fn halving(
    [mut low, mut high]: [f64; 2],
    width: f64,
    mut is_there: impl FnMut(f64) -> Option<bool>,
) -> f64 {
    for _ in 0..HALVINGS {
        let middle = low + 0.5 * (high - low);
        if high - low <= width || middle <= low || middle >= high {
            break;
        }
        match is_there(middle) {
            Some(true) => high = middle,
            Some(false) => low = middle,
            None => break,
        }
    }
    high
}

/// What a sample beyond a gap that is lost in rounding shows.
#[allow(clippy::large_enum_variant)] // it is returned and taken apart
pub(crate) enum BeyondLostGap<C> {
    Contact(C),
    Apart,
    Unclear,
}

/// Searches for the first contact that is proved after a time at which the gap is lost in rounding. Returns as an error a time
/// by which the bodies are apart again, or None where there is neither. `sample` returns None when the budget is spent.
pub(crate) fn contact_after<C>(
    from: f64,
    [first, longest]: [f64; 2],
    mut sample: impl FnMut(f64) -> Option<BeyondLostGap<C>>,
) -> Result<C, Option<f64>> {
    let mut contact = None;
    let steps = [first.min(longest), longest];
    let (low, found) = doubling([from, 1.0], steps, |t| {
        match sample(t)? {
            BeyondLostGap::Contact(seen) => contact = Some(seen),
            BeyondLostGap::Apart => {}
            BeyondLostGap::Unclear => return Some(false),
        }
        Some(true)
    });
    let (Some(high), Some(mut contact)) = (found, contact) else {
        return Err(found);
    };
    // Drawn back to where contact is first proved.
    halving([low, high], first, |t| match sample(t)? {
        BeyondLostGap::Contact(seen) => {
            contact = seen;
            Some(true)
        }
        BeyondLostGap::Apart | BeyondLostGap::Unclear => Some(false),
    });
    Ok(contact)
}
