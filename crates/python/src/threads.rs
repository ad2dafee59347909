//! Runs chunks of a batch or a frame on threads that live as long as the call, so that nothing is left to a forked process.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use interframe::Jobs;
use pyo3::prelude::*;

use crate::arguments::whole;

/// A number of threads, the calling one included.
#[derive(Debug, Clone, Copy)]
pub struct Threads(usize);

/// Threads, at most.
const MAX_THREADS: usize = 1024;

impl Threads {
    /// The number that the caller gave; `default` without one.
    pub fn read(given: Option<&Bound<'_, PyAny>>, default: fn() -> usize) -> PyResult<Self> {
        let wanted = given.map_or_else(
            || Ok(default()),
            |given| whole(given, "threads", 1..=MAX_THREADS),
        );
        wanted.map(Threads)
    }

    /// The number of processors.
    pub fn all() -> usize {
        thread::available_parallelism()
            .map_or(1, usize::from)
            .min(MAX_THREADS)
    }

    /// The calling thread only.
    pub fn single() -> Self {
        Threads(1)
    }

    /// One thread: the default of calls that are mostly short.
    pub fn one() -> usize {
        1
    }
}

impl Jobs for Threads {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let k = next.fetch_add(1, Ordering::Relaxed);
                if k >= n {
                    return;
                }
                job(k);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.0.min(n) {
                // Where no thread can be had, those that are there do all.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }
}
