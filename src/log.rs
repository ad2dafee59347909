//! Log lines: what is no error, but which a program may want to know of.
//!
//! There is one logger for the process. While there is none, a line costs one relaxed load, and only where bodies are built and
//! frames end: no query about a pair has one.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use crate::names::named;

named! {
    /// Importance of a log line.
    #[non_exhaustive]
    pub enum LogLevel, a "level of a log line" {
        /// Input that is legal but probably not meant, and budgets that were spent.
        Warning = 0: "warning",
        /// What happened, for somebody who looks for a cause.
        Info = 1: "info",
    }
}

/// A function that takes log lines, on whichever thread they come up.
pub type Logger = Arc<dyn Fn(LogLevel, &str) + Send + Sync>;

static IS_SET: AtomicBool = AtomicBool::new(false);
static LOGGER: RwLock<Option<Logger>> = RwLock::new(None);

/// Sets the function that takes the library's log lines from now on; None: nobody does. A line that another thread is
/// writing may still go to the function before.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use interframe::{LogLevel, Polytope, set_logger};
/// use nalgebra::Vector3;
///
/// let lines = Arc::new(Mutex::new(Vec::new()));
/// let kept = Arc::clone(&lines);
/// set_logger(Some(Arc::new(move |level, line| {
///     kept.lock().unwrap().push(format!("{}: {line}", level.name()));
/// })));
/// Polytope::new(&[Vector3::zeros(), Vector3::x(), Vector3::zeros()])?;
/// set_logger(None);
/// assert_eq!(*lines.lock().unwrap(), ["warning: hull: 1 of 3 points stand twice"]);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn set_logger(logger: Option<Logger>) {
    let mut place = LOGGER.write().unwrap_or_else(PoisonError::into_inner);
    IS_SET.store(logger.is_some(), Ordering::Relaxed);
    *place = logger;
}

/// Whether somebody takes log lines, for what has to be counted for them.
#[inline]
pub(crate) fn is_logged() -> bool {
    IS_SET.load(Ordering::Relaxed)
}

/// Writes a warning about numbers that look like floats read as doubles.
pub(crate) fn warn_of_suspects(of: &str, count: u32) {
    warn_of(
        count as usize,
        format_args!(
            "{of}: {count} numbers below 1e-300 beside large ones: were floats read as doubles?"
        ),
    );
}

/// Writes a line, if somebody takes it.
#[inline]
pub(crate) fn log(level: LogLevel, line: fmt::Arguments<'_>) {
    if is_logged() {
        write(level, line);
    }
}

/// Writes a warning about some of many, if there are any.
#[inline]
pub(crate) fn warn_of(count: usize, line: fmt::Arguments<'_>) {
    if count > 0 {
        log(LogLevel::Warning, line);
    }
}

/// No lock is held while the function runs, so that it may set another.
#[cold]
fn write(level: LogLevel, line: fmt::Arguments<'_>) {
    let logger = LOGGER
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    if let Some(logger) = logger {
        logger(level, &line.to_string());
    }
}
