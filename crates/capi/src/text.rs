//! Where texts go.

use libc::{c_char, size_t};

/// The capacity that makes a call allocate.
pub(crate) const ALLOCATE: size_t = size_t::MAX;

/// Where a text goes. With capacity 0 a call says how much memory it takes: its status is then
/// IFR_STATUS_BUFFER_TOO_SMALL. With capacity IFR_ALLOCATE and buffer NULL it allocates as much: buffer is then yours, to be freed by
/// ifr_memory_free, and capacity is its size. If such a call fails, buffer stays NULL.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_text {
    /// Yours: room for capacity bytes; may be NULL when that is 0. Receives the text and NUL, or the
    /// empty string when the text does not fit or the call fails. Never a byte beyond capacity.
    pub buffer: *mut c_char,
    /// Bytes in buffer.
    pub capacity: size_t,
    /// Written by the call: the bytes that the text and NUL take, fitting or not; 0 on another failure.
    pub needed: size_t,
}

/// Where bytes go. With capacity 0 a call says how much memory they take, and with IFR_ALLOCATE it allocates as much: see
/// ifr_text.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_bytes {
    /// Yours: room for capacity bytes; may be NULL when that is 0. Receives the bytes if they fit.
    pub data: *mut u8,
    /// Bytes in data.
    pub capacity: size_t,
    /// Written by the call: how many bytes there are, fitting or not; 0 on another failure.
    pub needed: size_t,
}
