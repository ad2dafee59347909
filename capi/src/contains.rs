//! Is one body inside another?

use std::ffi::c_char;

use crate::boundary::{Result, answer};
use crate::certificate::{certify, ifr_certificate};
use crate::mirror::{answered, or_default};
use crate::pair::ifr_posed_pair;
use crate::pair_state::ifr_pair_state;
use crate::status::{ifr_error, ifr_status};
use crate::text::{capture, ifr_text};
use crate::verdict::{ifr_containment_verdict, ifr_decided_by, ifr_reason};
use interframe::case::Query;
use interframe::{Containment, ContainsOptions, PairState, certify_contains, contains};

/// What ifr_contains is asked.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_contains_input {
    /// The outer body A, the inner body B, and their poses.
    pub pair: ifr_posed_pair,
    /// As of ifr_intersect_input.
    pub max_pivots: u32,
}

impl ifr_contains_input {
    #[inline(always)]
    fn options(&self) -> Result<ContainsOptions> {
        let default = ContainsOptions::default();
        Ok(ContainsOptions {
            max_pivots: or_default(self.max_pivots, default.max_pivots),
        })
    }
}

/// Answer of ifr_contains. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_contains_result {
    /// Whether every point of B is a point of A; touching the boundary from within is inside, and
    /// the empty body is inside every body. A call that succeeds is never undecided here.
    pub verdict: ifr_containment_verdict,
    /// IFR_REASON_NONE.
    pub reason: ifr_reason,
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Half-spaces of A that were looked at, a support query on B each.
    pub iterations: u32,
    /// Whether margin, error and vertex are set: unless a body is empty.
    pub has_margin: bool,
    /// Whether face is set: it is not at an edge of a flat A, nor when A has no faces.
    pub has_face: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 6],
    /// How far every face of A could move inwards before it reaches B; inside a solid, the radius
    /// by which B may be dilated. Negative when not inside: the farthest that B reaches beyond the
    /// plane of a face. At most 0 when A has no volume.
    pub margin: f64,
    /// The true margin is within this of margin.
    pub error: f64,
    /// The face of A of the least margin, as numbered by ifr_polytope_get_face.
    pub face: u32,
    /// The vertex of B nearest to it or farthest beyond it.
    pub vertex: u32,
}

answered!(Containment => ifr_contains_result, answer {
    same: verdict, reason, decided_by, iterations, error;
    or_zero: margin, face, vertex;
    zero: reserved;
    has_margin = answer.margin.is_some();
    has_face = answer.face.is_some();
});

/// Is B inside A at these poses, and with what margin? Inside is decided as in real arithmetic on
/// the numbers given.
///
/// Costs a support query on B for each face of A; does not allocate, unless doubles cannot tell and
/// exact arithmetic decides. state is not looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contains(
    input: *const ifr_contains_input,
    state: *mut ifr_pair_state,
    result: *mut ifr_contains_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        answer(input, state, result, error, |given, state| {
            Ok(contains(
                &given.pair.read()?.pair(),
                &given.options()?,
                state,
            )?)
        })
    }
}

/// Writes what ifr_contains is asked as one line of JSON. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contains_to_json(
    input: *const ifr_contains_input,
    state: *const ifr_pair_state,
    id: *const c_char,
    text: *mut ifr_text,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        capture(input, state, id, text, error, |given| {
            Ok(Query::contains(
                &given.pair.read()?.pair(),
                &given.options()?,
            ))
        })
    }
}

/// Asks what ifr_contains asks and makes the certificate of the answer; as
/// ifr_certificate_of_intersect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_contains(
    input: *const ifr_contains_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        certify(input, out, error, |given| {
            let (read, options) = (given.pair.read()?, given.options()?);
            let pair = read.pair();
            let answer = contains(&pair, &options, &mut PairState::default())?;
            Ok(Some(certify_contains(&pair, &answer)))
        })
    }
}
