//! Where texts go.

use std::ffi::c_char;

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

/// Where bytes go. With capacity 0 a call says how much memory they take: its status is then
/// IFR_STATUS_BUFFER_TOO_SMALL.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_bytes {
    /// Yours: room for capacity bytes; may be NULL when that is 0. Receives the bytes if they fit.
    pub data: *mut u8,
    /// Bytes in data.
    pub capacity: usize,
    /// Written by the call: how many bytes there are, fitting or not; 0 on another failure.
    pub needed: usize,
}
