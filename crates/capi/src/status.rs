//! What a call returns when it cannot answer, and where the details go. `Fault::status` (`fault.rs`) chooses the status.

use std::ffi::CStr;

use libc::c_char;

/// Outcome of a call. Anything but IFR_STATUS_OK means that the call answered nothing: its
/// outputs are zeroed (verdict undecided, pointers NULL) and the pair state is as it was.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_status {
    /// The call answered. "Undecided" is an answer too.
    IFR_STATUS_OK = 0,
    /// A pointer that must be set is NULL, or a pointer is not aligned for its type.
    IFR_STATUS_BAD_POINTER = 1,
    /// An integer is none of the values of its enum.
    IFR_STATUS_UNKNOWN_VALUE = 2,
    /// An index is not below its count.
    IFR_STATUS_OUT_OF_RANGE = 3,
    /// A number is NaN or infinite, or so large that a value computed from it is infinite.
    IFR_STATUS_NOT_FINITE = 4,
    /// More vertices than the library can number (2^29 - 1 for one body).
    IFR_STATUS_TOO_MANY_VERTICES = 5,
    /// The norm of a quaternion is farther than 1e-3 from 1. For example, a zeroed quaternion has norm 0.
    IFR_STATUS_QUATERNION_NORM = 6,
    /// Start and end orientation are exactly half a turn apart, so the axis is not unique. Give
    /// the motion by its rotation vector (IFR_MOTION_KIND_TURN).
    IFR_STATUS_HALF_TURN = 7,
    /// A setting is outside its range.
    IFR_STATUS_SETTING = 8,
    /// The library's own code failed and was stopped at this boundary. A defect: please report
    /// it. The process is sound and other calls may go on; the pair state may have changed, which
    /// does no harm. A world that was being changed is to be restored or destroyed.
    IFR_STATUS_PANIC = 9,
    /// A text or list does not fit into the memory that was given.
    IFR_STATUS_BUFFER_TOO_SMALL = 10,
    /// This query is not answered by this method, or not in this build of the library.
    IFR_STATUS_METHOD = 11,
    /// A certificate does not prove what it claims, or is not a certificate.
    IFR_STATUS_REJECTED = 12,
    /// This query does not take a body of this kind: docs/guide/ROUND.md and docs/guide/MESHES.md, section 1, say
    /// which query takes which.
    IFR_STATUS_BODY = 13,
    /// Corners deviate from those of a rectangle by more than 1e-9 of its diagonal; the message says by how much.
    IFR_STATUS_NOT_A_RECTANGLE = 14,
    /// A world has no body of this id, or has it no longer.
    IFR_STATUS_NO_SUCH_BODY = 15,
    /// A body of a world cannot have this motion: it is static, has one already, or is elsewhere.
    IFR_STATUS_BODY_MOTION = 16,
    /// More pairs of boxes meet than max_pairs allows.
    IFR_STATUS_TOO_MANY_PAIRS = 17,
    /// Bytes are no snapshot, a shape is missing, or you ask for a frame that is no longer the world's last one.
    IFR_STATUS_WORLD = 18,
    /// ifr_jobs.run came back without having run every chunk.
    IFR_STATUS_JOBS = 19,
    /// Two bodies meet, and their pair has no event function.
    IFR_STATUS_EVENT_SLOTS = 20,
    /// A matrix is no rotation with a position: it scales, shears or mirrors, or its last row is not 0 0 0 1. The message
    /// says which, and by how much.
    IFR_STATUS_MATRIX = 21,
    /// Bytes are no body, or damaged, or of another version.
    IFR_STATUS_BYTES = 22,
    /// A mesh file cannot be read. The message says what is wrong, with the line.
    IFR_STATUS_MESH_FILE = 23,
    /// Memory has run out. What was called changed nothing, and what it had allocated is free again.
    IFR_STATUS_OUT_OF_MEMORY = 24,
    /// The allocator is chosen already: set it before any other call.
    IFR_STATUS_TOO_LATE = 25,
}

/// Number of bytes of ifr_error.message, the ending NUL included.
pub const IFR_ERROR_MESSAGE_SIZE: usize = 252;

/// Details of a failed call, for people. Pass a pointer to one, or NULL if you do not want it: then
/// nothing is written and a failed call is a little cheaper.
/// Every call that takes one sets it, on success to IFR_STATUS_OK and an empty message.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_error {
    /// The status that the call returned.
    pub status: ifr_status,
    /// The fault and its place, for example "input.pair.motion_a.turn[0] is NaN; it must be finite". UTF-8, ends with
    /// NUL, cut short if need be. Wording may change with any version.
    pub message: [c_char; IFR_ERROR_MESSAGE_SIZE],
}

/// One line of English for a status; never NULL, "unknown status" for any other integer. Static
/// memory: do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_status_text(status: i32) -> *const c_char {
    const TEXTS: [&CStr; 26] = [
        c"ok",
        c"a pointer is NULL or not aligned",
        c"an integer is none of the values of its enum",
        c"an index is out of range",
        c"a number is NaN or infinite",
        c"too many vertices",
        c"a quaternion's norm is farther than 1e-3 from 1",
        c"two orientations exactly half a turn apart have no unique axis",
        c"a setting is out of range",
        c"the library's own code failed; please report it",
        c"a text or list does not fit into its memory",
        c"the method does not answer this query",
        c"the certificate is rejected",
        c"the query does not take such a body",
        c"corners are not those of a rectangle",
        c"a world has no such body",
        c"a body cannot have this motion",
        c"too many pairs of boxes meet",
        c"bytes are no snapshot of a world, or a frame is past",
        c"not every piece of work was run",
        c"two bodies without an event function meet",
        c"a matrix is no rotation with a position",
        c"bytes are no body",
        c"a mesh file cannot be read",
        c"memory has run out",
        c"the library has allocated already",
    ];
    let known = usize::try_from(status).ok().and_then(|at| TEXTS.get(at));
    known.copied().unwrap_or(c"unknown status").as_ptr()
}
