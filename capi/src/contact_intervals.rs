//! All times of contact within a frame.

use crate::boundary::{Fault, enter, output, output_list, required};
use crate::pair_state::{ifr_pair_state, with_state};
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::time_of_impact::{ifr_contact, ifr_time_of_impact_input};
use crate::verdict::{ifr_reason, ifr_verdict};
use interframe::for_c::{List, into_list};
use interframe::{ContactInterval, ContactIntervals, MovingPair};

/// A time of contact.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_contact_interval {
    /// What is certified about enter: a shared point, or a gap within the tolerance at `enter[1]`.
    /// IFR_CONTACT_NONE: nothing; the bodies may have stayed apart.
    pub contact: ifr_contact,
    /// Why nothing is certified, or why the end was not looked for: then exit ends at 1.
    pub reason: ifr_reason,
    /// Proved apart from the end of the interval before (or t = 0) up to `enter[0]`; in contact at
    /// some time from `enter[0]` to `enter[1]`.
    pub enter: [f64; 2],
    /// In contact at some time from `exit[0]` to `exit[1]`; proved apart from `exit[1]` up to the next
    /// interval (or t = 1). Both 1: in contact to the end of the frame.
    pub exit: [f64; 2],
    /// With IFR_CONTACT_NEAR: the gap at `enter[1]` is at most this.
    pub gap: f64,
}

impl From<ContactInterval> for ifr_contact_interval {
    fn from(interval: ContactInterval) -> Self {
        ifr_contact_interval {
            contact: interval.contact.into(),
            reason: interval.reason.into(),
            enter: interval.enter,
            exit: interval.exit,
            gap: interval.gap,
        }
    }
}

/// Answer of ifr_contact_intervals. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_contact_intervals_result {
    /// Separated: apart throughout, no interval. Hit: some interval has a certified contact.
    /// Undecided: there are intervals, but none has.
    pub verdict: ifr_verdict,
    /// Distance solves, those of capsules around the bodies included; 0 when linear programs answered.
    pub solves: u32,
    /// Support queries on each body.
    pub iterations: u32,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 4],
    /// Intervals of the frame. Larger than written when the list was too short.
    pub count: usize,
    /// Intervals in the list, the first of all.
    pub written: usize,
    /// Of count, how many have no certified contact.
    pub undecided: usize,
}

impl From<ContactIntervals> for ifr_contact_intervals_result {
    fn from(answer: ContactIntervals) -> Self {
        ifr_contact_intervals_result {
            verdict: answer.verdict.into(),
            solves: answer.solves,
            iterations: answer.iterations,
            count: answer.count,
            written: answer.written,
            undecided: answer.undecided,
            reserved: [0; 4],
        }
    }
}

/// All times at which two moving bodies are in contact, as brackets of where each contact begins
/// and ends, in the order of time.
///
/// Outside the intervals the bodies are proved apart. Every interval holds a certified overlap or a
/// gap within the tolerance, or says why not. A contact has ended when the gap exceeds twice the
/// tolerance; bodies that part and meet again within a 64th of the frame, or a turn of 1/10 radian,
/// may be one interval.
///
/// intervals has room for capacity entries and may be NULL when that is 0; entries that are not
/// written are zero. When it is too short, count says how many there are. The input's budget is for
/// the whole frame; its initial_contact must be 0. state, settings and error as for ifr_intersect.
/// Does not allocate, unless exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contact_intervals(
    input: *const ifr_time_of_impact_input,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    intervals: *mut ifr_contact_interval,
    capacity: usize,
    out: *mut ifr_contact_intervals_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let intervals = output_list(intervals, capacity, "intervals")?;
            let input = required(input, "input")?;
            let ([a, b], [motion_a, motion_b]) = input.read()?;
            let options = input.read_options()?;
            let settings = settings::read(settings)?;
            let put = &mut |k: usize, interval: ContactInterval| intervals[k] = interval.into();
            let list = List::new(capacity, put);
            *out = with_state(state, |state| {
                into_list(
                    &MovingPair::new(a, &motion_a, b, &motion_b),
                    &options,
                    &settings,
                    state,
                    list,
                )
                .map_err(Fault::input("input"))
            })?
            .into();
            Ok(())
        })
    }
}
