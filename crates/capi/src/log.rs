//! Log lines as a C program takes them.

use std::ffi::CString;
use std::sync::Arc;

use interframe::{LogLevel, set_logger};
use libc::{c_char, c_void};

use crate::entry::entry_without_error;
use crate::mirror::{c_enum, choice, texts};
use crate::world::User;

c_enum! {
    /// Importance of a log line.
    ifr_log_level = LogLevel {
        /// Input that is legal but probably not meant, and budgets that were spent.
        IFR_LOG_LEVEL_WARNING = 0 => Warning,
        /// What happened, for somebody who looks for a cause.
        IFR_LOG_LEVEL_INFO = 1 => Info,
    }
}

texts! {
    /// "warning", "info", or "unknown". See ifr_verdict_text.
    ifr_log_level_text(level) = ifr_log_level;
}

/// Takes a log line: an ifr_log_level, and a text that is valid during the call. Any thread that works for the library may
/// call it, several at once. It may not end by an exception or longjmp.
pub type ifr_log_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, level: i32, text: *const c_char)>;

entry_without_error! {
    /// Lets a function take the library's log lines, those of most_level (an ifr_log_level) and of lower numbers; NULL: none,
    /// which costs nothing. It is one for the process. Warnings: points that stand twice, triangles on a line or given twice,
    /// vertices that no triangle has, numbers that look like floats read as doubles, pairs of a frame that its budget left
    /// untested. Queries about a pair write no lines: their answers say what they could not decide. Lines allocate. Once it
    /// returned, another thread may still be in the function before. IFR_STATUS_UNKNOWN_VALUE for another level.
    ifr_set_log(most_level: i32, log: ifr_log_callback, user: *mut c_void) = enter() {
        let most: LogLevel = choice(most_level, "most_level")?;
        let user = User(user);
        set_logger(log.map(|log| {
            let logger = move |level: LogLevel, line: &str| {
                if level as i32 <= most as i32 {
                    let line = CString::new(line).unwrap_or_default();
                    // SAFETY: the program vouches for its function.
                    log(user.get(), level as i32, line.as_ptr())
                }
            };
            Arc::new(logger) as interframe::Logger
        }));
        Ok(())
    }
}
