//! Is the distance of two bodies at most d?

use std::ffi::c_char;

use crate::boundary::{Result, answer};
use crate::mirror::{answered, or_default};
use crate::pair::ifr_posed_pair;
use crate::pair_state::ifr_pair_state;
use crate::status::{ifr_error, ifr_status};
use crate::text::{capture, ifr_text};
use crate::verdict::{ifr_decided_by, ifr_reason, ifr_verdict};
use interframe::case::Query;
use interframe::{Within, WithinOptions, within};

/// What ifr_within is asked.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_within_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// Bodies this near to each other are a hit: finite, not negative. 0: as ifr_intersect.
    pub distance: f64,
    /// As of ifr_intersect_input.
    pub max_pivots: u32,
}

impl ifr_within_input {
    #[inline(always)]
    fn options(&self) -> Result<WithinOptions> {
        Ok(WithinOptions {
            distance: self.distance,
            max_pivots: or_default(self.max_pivots, WithinOptions::default().max_pivots),
        })
    }
}

/// Answer of ifr_within. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_within_result {
    /// Hit: the distance is at most that of the input, and equal is a hit. Separated: it is larger. A
    /// call that succeeds is never undecided here.
    pub verdict: ifr_verdict,
    /// IFR_REASON_NONE.
    pub reason: ifr_reason,
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Support queries on each body; 0 when a body is empty.
    pub iterations: u32,
    /// Whether point_a and point_b are set: when hit.
    pub has_points: bool,
    /// Whether normal is set: when separated, unless a body is empty.
    pub has_normal: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 6],
    /// A point of A, world frame, that is so near to point_b, to rounding. All zero without has_points.
    pub point_a: [f64; 3],
    /// That point of B. As point_a.
    pub point_b: [f64; 3],
    /// Unit normal from A to B, world axes, along which they are farther apart than that; to rounding
    /// where exact arithmetic decided. All zero without has_normal.
    pub normal: [f64; 3],
}

answered!(Within => ifr_within_result, answer {
    same: verdict, reason, decided_by, iterations;
    or_zero: point_a, point_b, normal;
    zero: reserved;
    has_points = answer.point_a.is_some();
    has_normal = answer.normal.is_some();
});

/// Is the distance of two bodies at these poses at most that of the input? Decided as in real
/// arithmetic on the numbers given; cheaper than ifr_distance, for it ends as soon as that is known.
///
/// Tens to hundreds of nanoseconds; does not allocate, unless the distance is the asked one to
/// rounding and exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_within(
    input: *const ifr_within_input,
    state: *mut ifr_pair_state,
    result: *mut ifr_within_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        answer(input, state, result, error, |given, state| {
            Ok(within(
                &given.pair.read()?.pair(),
                &given.options()?,
                state,
            )?)
        })
    }
}

/// Writes what ifr_within is asked as one line of JSON. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_within_to_json(
    input: *const ifr_within_input,
    state: *const ifr_pair_state,
    id: *const c_char,
    text: *mut ifr_text,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        capture(input, state, id, text, error, |given| {
            Ok(Query::within(&given.pair.read()?.pair(), &given.options()?))
        })
    }
}
