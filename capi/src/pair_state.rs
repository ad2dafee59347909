//! What one frame leaves to the next, as C sees it: the words of the library's `PairState`.

use crate::boundary::{Fault, enter, optional, output};
use crate::status::ifr_status;
use interframe::PairState;

/// Warm-start memory of one pair. Keep one for each pair of bodies that you ask about frame after
/// frame; a query reads and updates it, and a coherent frame then costs about one look.
///
/// A hint only: a stale or foreign state, or one from before a body was replaced, costs time and
/// never changes a verdict. All zero is empty. Plain data without padding: assign it to take a
/// snapshot, compare it with memcmp, write it to disk for the same version.
/// The words are the library's own; reading or setting them is not supported.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ifr_pair_state {
    /// Private.
    pub words: [u64; 7],
}

// Words without padding, so that memcmp compares states.
const _: () = assert!(size_of::<ifr_pair_state>() == size_of::<PairState>());

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
pub(crate) unsafe fn with_state<T>(
    state: *mut ifr_pair_state,
    query: impl FnOnce(&mut PairState) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // SAFETY: the caller's promise is the same.
    let given = unsafe { optional(state.cast_const(), "state") }?;
    let mut copy = given.map_or_else(PairState::default, |given| {
        PairState::from_words(given.words)
    });
    let answer = query(&mut copy)?;
    if !state.is_null() {
        // SAFETY: checked above, and the caller has it to himself.
        unsafe { (*state).words = copy.to_words() };
    }
    Ok(answer)
}
