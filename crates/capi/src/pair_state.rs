//! What one frame leaves to the next, as C sees it: the words of the library's `PairState`.

use crate::entry::entry_without_error;
use interframe::PairState;

/// Warm-start memory of one pair. Keep one for each pair of bodies that you query frame after
/// frame; a query reads and updates it, and a coherent frame then costs about one support query.
///
/// A hint only: a stale or foreign state, or one from before a body was replaced, costs time and never changes an
/// exact verdict. One case differs: ifr_interframe with a certified sweep of bodies that turn, whose hulls nearly
/// touch. It may be separated with one state and undecided with another. All zero is empty. Plain data without
/// padding: assign it to take a snapshot, compare it with memcmp, write it to disk for the same version and
/// machine. The words are the library's own; reading or setting them is not supported.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ifr_pair_state {
    /// Private.
    pub words: [u64; 7],
}

// Numbers without padding, in place of which the library sees its own (`boundary::answer`).
const _: () = {
    assert!(size_of::<ifr_pair_state>() == size_of::<PairState>());
    assert!(align_of::<ifr_pair_state>() == align_of::<PairState>());
};

entry_without_error! {
    /// Writes the empty state, which is all zero.
    ifr_pair_state_init(out: *mut ifr_pair_state) = call(out, "out") {
        Ok(ifr_pair_state::default())
    }
}
