//! Threads of the program's, as the library uses them.

use libc::{c_void, size_t};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError};

use interframe::{Jobs, Serial};

/// A chunk: call it with each k from 0 to n - 1 once, and with the context that came with it. Chunks may
/// run at the same time.
pub type ifr_job_callback = Option<unsafe extern "C" fn(context: *mut c_void, k: size_t)>;

/// Calls job(context, k) for each k from 0 to n - 1, in any order and on any threads, and returns when all calls
/// have returned: a parallel loop that waits. It is not called for a single chunk.
pub type ifr_run_callback = Option<
    unsafe extern "C" fn(user: *mut c_void, n: size_t, job: ifr_job_callback, context: *mut c_void),
>;

/// Where work runs. Zeroed: on the calling thread. Results are the same bits on any threads.
///
/// Lend the threads of your job system: run pushes n jobs, works on them itself, and returns when all are done. A frame of a
/// world calls run up to about fifteen times, and a call may last 5 microseconds. So never start a thread in run: a helper
/// that is spawned for a single run costs more than it gains. Keep threads that wait without sleeping between the runs of a
/// frame, and let each take one k after the other. See docs/guide/WORLD.md, section 5.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_jobs {
    /// Yours, or NULL: one chunk after the other. Neither it nor a thread it uses may leave a job by an exception or longjmp.
    pub run: ifr_run_callback,
    /// Handed to run.
    pub user: *mut c_void,
}

/// The library's view of an [`ifr_jobs`].
pub(crate) struct Threads(ifr_jobs);

// SAFETY: `user` is only handed back to the program's own function, on the thread that called the library.
unsafe impl Sync for Threads {}

/// State that the chunks of one loop share.
struct Loop<'a> {
    job: &'a (dyn Fn(usize) + Sync),
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl ifr_jobs {
    /// # Safety
    /// `run` is NULL or does what its type says.
    pub(crate) unsafe fn threads(self) -> Threads {
        Threads(self)
    }
}

impl Jobs for Threads {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        let Some(run) = self.0.run else {
            return Serial.run(n, job);
        };
        let pieces = Loop {
            job,
            panic: Mutex::new(None),
        };
        let context = (&raw const pieces).cast_mut().cast();
        // SAFETY: whoever made this vouches for `run`; `pieces` lives until it returns.
        unsafe { run(self.0.user, n, Some(piece), context) };
        let panic = pieces.panic.into_inner();
        if let Some(payload) = panic.unwrap_or_else(PoisonError::into_inner) {
            resume_unwind(payload);
        }
    }
}

/// A panic of the library's waits until the loop is over: it must not go through C.
///
/// # Safety
/// `context` is that of a [`Loop`] that is running.
unsafe extern "C" fn piece(context: *mut c_void, k: usize) {
    // SAFETY: the caller's promise is the same; a loop is shared between threads.
    let pieces = unsafe { &*context.cast_const().cast::<Loop<'_>>() };
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| (pieces.job)(k))) {
        *pieces.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(payload);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn backwards(
        user: *mut c_void,
        n: usize,
        job: ifr_job_callback,
        context: *mut c_void,
    ) {
        let job = job.expect("a job");
        // SAFETY: `user` is the counter below.
        unsafe { *user.cast::<usize>() += n };
        for k in (0..n).rev() {
            // SAFETY: as it was given.
            unsafe { job(context, k) };
        }
    }

    #[test]
    fn a_panic_of_a_piece_waits_for_the_others() {
        let mut calls = 0_usize;
        let jobs = ifr_jobs {
            run: Some(backwards),
            user: (&raw mut calls).cast(),
        };
        // SAFETY: `backwards` does what its type says.
        let threads = unsafe { jobs.threads() };
        let done = Mutex::new(Vec::new());
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            threads.run(4, &|k| {
                assert!(k != 2, "piece two");
                done.lock().expect("nobody panics with it").push(k);
            });
        }));
        assert!(outcome.is_err());
        assert_eq!(done.into_inner().expect("not poisoned"), [3, 1, 0]);
        assert_eq!(calls, 4);
    }
}
