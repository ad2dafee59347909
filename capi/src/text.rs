//! Queries as text that asks them again.

use std::ffi::c_char;

use crate::boundary::{Result, optional, required, text, write_text};
use crate::pair_state::ifr_pair_state;
use crate::status::{ifr_error, ifr_status};
use interframe::PairState;
use interframe::case::{Case, Query};

/// Where a text goes. With capacity 0 a call says how much memory it takes: its status is then
/// IFR_STATUS_BUFFER_TOO_SMALL.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_text {
    /// Yours: room for capacity bytes; may be NULL when that is 0. Receives the text and NUL, or the
    /// empty string when the text does not fit or the call fails. Never a byte beyond capacity.
    pub buffer: *mut c_char,
    /// Bytes in buffer.
    pub capacity: usize,
    /// Written by the call: the bytes that the text and NUL take, fitting or not; 0 on another failure.
    pub needed: usize,
}

/// An `ifr_..._to_json`: writes the query that `read` makes of the input.
///
/// # Safety
/// The pointers are as the header's first section demands.
pub(crate) unsafe fn capture<'a, I: 'a>(
    input: *const I,
    state: *const ifr_pair_state,
    id: *const c_char,
    out: *mut ifr_text,
    error: *mut ifr_error,
    read: impl FnOnce(&'a I) -> Result<Query>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same; a pair state is the library's own, word for word.
    unsafe {
        write_text(out, error, || {
            let input = required(input, "input")?;
            let id = text(id, "id")?;
            let state = optional(state.cast::<PairState>(), "state")?;
            let query = read(input)?;
            query.validate()?;
            Ok(Case::new(&id, query, state).to_json())
        })
    }
}
