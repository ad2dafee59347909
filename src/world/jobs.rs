//! Threads: work in chunks that any number of threads share. Chunks are cut by number, and each puts its results into a
//! place of its own. So no answer depends on which thread ran a chunk, or when.

#[cfg(feature = "rayon")]
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result, ensure};

/// Runs chunks: one after the other ([`Serial`]), or on threads.
///
/// ```
/// use interframe::Jobs;
///
/// /// As many threads as pieces, for the sake of an example.
/// struct ThreadEach;
///
/// impl Jobs for ThreadEach {
///     fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
///         std::thread::scope(|scope| {
///             for piece in 0..n {
///                 scope.spawn(move || job(piece));
///             }
///         });
///     }
/// }
/// ```
pub trait Jobs: Sync {
    /// Calls `job` with each of 0 to `n` - 1 once, in any order and on any threads, and returns when all are done.
    /// What leaves some out is noticed ([`Error::Jobs`]).
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync));
}

/// One piece after the other, on the calling thread.
#[derive(Debug, Clone, Copy, Default)]
pub struct Serial;

impl Jobs for Serial {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..n).for_each(job);
    }
}

/// On the threads of the rayon pool that it is called from.
#[cfg(feature = "rayon")]
#[derive(Debug, Clone, Copy, Default)]
pub struct Rayon;

#[cfg(feature = "rayon")]
impl Jobs for Rayon {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
        // One by one, so that threads that come late or finish early share what is left.
        (0..n).into_par_iter().with_max_len(1).for_each(job);
    }
}

#[cfg(feature = "rayon")]
impl Rayon {
    /// Does `work`, a frame of a world for one, while the other threads of the pool look for pieces without a pause.
    /// Between the runs of a frame they would fall asleep, and waking them takes as long as many a piece does: two
    /// threads were 1.6 times as fast as one without this, 1.75 times with it. Call it on a thread of the pool
    /// (`pool.install`, or a pool with `use_current_thread`). Others that find nothing 20,000 times in a row do fall
    /// asleep. As for everything that waits in a pool: a thread that takes up other work of the pool meanwhile ends
    /// that first, and the frame waits for it.
    ///
    /// ```
    /// use interframe::{AdvanceOptions, Rayon, World};
    ///
    /// let mut world = World::new();
    /// let frame = Rayon::awake(|| world.advance(&[], &AdvanceOptions::default(), &Rayon))?;
    /// assert_eq!(frame.events.len(), 0);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn awake<R>(work: impl FnOnce() -> R) -> R {
        /// Polls in a row without work after which a thread stops spinning. Fewer let it fall asleep between runs; more burn a core.
        const MAX_IDLE_POLLS: u32 = 20_000;
        /// Says so when it is dropped: however `work` ends.
        struct Done<'a>(&'a AtomicBool);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let is_done = AtomicBool::new(false);
        let own = rayon::current_thread_index();
        rayon::in_place_scope(|scope| {
            scope.spawn_broadcast(|_, other| {
                let mut idle = 0;
                while own != Some(other.index())
                    && idle < MAX_IDLE_POLLS
                    && !is_done.load(Ordering::Relaxed)
                {
                    match rayon::yield_now() {
                        Some(rayon::Yield::Executed) => idle = 0,
                        _ => idle += 1,
                    }
                }
            });
            let _done = Done(&is_done);
            work()
        })
    }
}

/// The input of a chunk until it was run, and its result from then on.
struct TaskSlot<'a, T, R> {
    places: Option<&'a mut [T]>,
    result: Option<R>,
}

/// Cuts `places` into pieces of `size`; what `job` returns for each, in their order. It is given the number of the first
/// place of its piece.
pub(crate) fn in_pieces<T: Send, R: Send>(
    jobs: &dyn Jobs,
    places: &mut [T],
    size: usize,
    job: &(dyn Fn(usize, &mut [T]) -> R + Sync),
) -> Result<Vec<R>> {
    let slots: Vec<_> = places
        .chunks_mut(size)
        .map(|places| {
            Mutex::new(TaskSlot {
                places: Some(places),
                result: None,
            })
        })
        .collect();
    let piece = |k: usize| {
        // Not held while the job runs; a piece that is run twice is empty the second time.
        let Some(slot) = slots.get(k) else { return };
        let taken = slot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .places
            .take();
        if let Some(places) = taken {
            let result = job(k * size, places);
            slot.lock().unwrap_or_else(PoisonError::into_inner).result = Some(result);
        }
    };
    // One piece is not worth waking anyone.
    match slots.len() {
        0 => {}
        1 => piece(0),
        n => jobs.run(n, &piece),
    }
    let pieces = slots.len();
    let results = slots.into_iter().filter_map(|slot| {
        slot.into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .result
    });
    let results: Vec<R> = results.collect();
    let done = results.len();
    ensure(done == pieces, || Error::Jobs { done, pieces })?;
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs some pieces twice, or leaves some out.
    struct Odd {
        every: usize,
        twice: bool,
    }

    impl Jobs for Odd {
        fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
            for k in (0..n + 3).rev().filter(|k| k % self.every == 0) {
                job(k);
                if self.twice {
                    job(k);
                }
            }
        }
    }

    #[test]
    fn every_place_is_worked_on_once() {
        for (count, size) in [(0, 4), (1, 4), (4, 4), (9, 4), (100, 7)] {
            let mut places: Vec<usize> = (0..count).collect();
            let odd = Odd {
                every: 1,
                twice: true,
            };
            let sums = in_pieces(&odd, &mut places, size, &|first, piece| {
                assert_eq!(piece[0], first);
                piece.iter_mut().for_each(|x| *x *= 2);
                piece.iter().sum::<usize>()
            });
            let sums = sums.expect("all pieces run");
            assert_eq!(places, (0..count).map(|x| 2 * x).collect::<Vec<_>>());
            assert_eq!(sums.iter().sum::<usize>(), places.iter().sum::<usize>());
        }
    }

    #[test]
    fn what_leaves_pieces_out_is_refused() {
        let odd = Odd {
            every: 2,
            twice: false,
        };
        let found = in_pieces(&odd, &mut [0; 10], 2, &|_, _| ());
        assert_eq!(found, Err(Error::Jobs { done: 3, pieces: 5 }));
    }
}
