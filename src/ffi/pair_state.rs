//! What one frame leaves to the next, as C sees it: the library's `PairState`, byte for byte.

use std::mem::offset_of;

use super::boundary::{Fault, enter, optional, output};
use super::status::ifr_status;
use crate::pair::PairState;

/// Warm-start memory of one pair. Keep one for each pair of bodies that you ask about frame after
/// frame; a query reads and updates it, and a coherent frame then costs about one look.
///
/// A hint only: a stale or foreign state, or one from before a body was replaced, costs time and
/// never changes a verdict. All zero is empty. Plain data without padding: assign it to take a
/// snapshot, compare it with memcmp, write it to disk for the same version on the same machine.
/// The fields are the library's own; reading or setting them is not supported.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_pair_state {
    /// Private.
    pub normal_world: [f64; 3],
    /// Private.
    pub portal_a: [u32; 3],
    /// Private.
    pub portal_b: [u32; 3],
    /// Private.
    pub hint_a: u32,
    /// Private.
    pub hint_b: u32,
}

macro_rules! same_place {
    ($($field:ident)+) => {$(
        assert!(offset_of!(ifr_pair_state, $field) == offset_of!(PairState, $field));
    )+};
}

// `with_state` casts between the two. The fields fill the struct, so that memcmp sees no padding.
const _: () = {
    assert!(size_of::<ifr_pair_state>() == size_of::<PairState>());
    assert!(align_of::<ifr_pair_state>() == align_of::<PairState>());
    assert!(size_of::<PairState>() == 24 + 2 * 12 + 2 * 4);
    same_place!(normal_world portal_a portal_b hint_a hint_b);
};

/// Writes the empty state, which is all zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_pair_state_init(out: *mut ifr_pair_state) -> ifr_status {
    // SAFETY: no error struct; `out` is as the header's first section demands.
    unsafe { enter(std::ptr::null_mut(), || output(out, "out").map(|_| ())) }
}

/// Runs a query on a copy of the caller's state (of an empty one for NULL) and stores the copy
/// when it has an answer, so that a failed call leaves the state as it was.
///
/// # Safety
/// `state` is NULL, misaligned, or points to a state that nobody else touches meanwhile.
pub(super) unsafe fn with_state<T>(
    state: *mut ifr_pair_state,
    query: impl FnOnce(&mut PairState) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // SAFETY: the caller's promise; the two types have the same fields at the same places, all of
    // them numbers.
    let given = unsafe { optional(state.cast::<PairState>(), "state") }?;
    let mut copy = given.copied().unwrap_or_default();
    let answer = query(&mut copy)?;
    if !state.is_null() {
        // SAFETY: checked above, and the caller has it to himself.
        unsafe { *state.cast::<PairState>() = copy };
    }
    Ok(answer)
}
