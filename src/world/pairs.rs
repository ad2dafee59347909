//! What a world keeps of pairs from frame to frame: lists in the order in which the broad phase finds pairs, which is that of
//! space, so that the bodies of one pair are at hand when the next is queried. The pairs of a new frame come in the same
//! order and are merged with them.
//!
//! The memory of a pair is cached while the pair is found in each frame. It is dropped in `advance.rs` when the boxes no longer
//! overlap, and in `bodies.rs` when a body is gone. There is no sleeping and there are no islands.

use crate::error::Result;
use crate::numeric::memory::heap_bytes;
use crate::pair::PairState;
use crate::world::broad_phase::BroadPhase;
use crate::world::ids::BodyId;
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::pair_search::{FIRST_SLOW_KEY, pair_key};

/// Record of a pair whose boxes overlapped in the last frame. As long as a line of most caches.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(align(64))]
pub(crate) struct CachedPair {
    pub(crate) state: PairState,
    /// Whether it was in contact, or may have been.
    pub(crate) touching: bool,
}

/// A and B of a pair.
pub(crate) type Ids = [BodyId; 2];

/// Pairs whose boxes met in a frame, and what is cached of each.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pairs {
    /// Where each was in that frame; none, of any, where nobody knows.
    pub(crate) keys: Vec<u64>,
    pub(crate) ids: Vec<Ids>,
    pub(crate) cached: Vec<CachedPair>,
}

impl Pairs {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Ids, &CachedPair)> {
        self.ids.iter().zip(&self.cached)
    }

    pub(crate) fn push(&mut self, ids: Ids, cached: CachedPair) {
        self.ids.push(ids);
        self.cached.push(cached);
    }

    /// Leaves those out for which `holds` does not hold.
    pub(crate) fn retain(&mut self, holds: impl Fn(&Ids) -> bool) {
        let mut left = self.ids.iter().map(&holds);
        self.cached.retain(|_| left.next() == Some(true));
        let mut left = self.ids.iter().map(&holds);
        self.keys.retain(|_| left.next() == Some(true));
        self.ids.retain(holds);
    }

    /// For those of its keys; what is in them is of others.
    pub(crate) fn resize(&mut self) {
        let count = self.keys.len();
        self.ids.resize(count, [BodyId::NOBODY; 2]);
        self.cached.resize(count, CachedPair::default());
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes(&self.keys) + heap_bytes(&self.ids) + heap_bytes(&self.cached)
    }
}

/// The pairs of a frame in the order of the keys that they have in the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Order {
    /// Those that have another key: that and their numbers.
    moved: Vec<(u64, u32)>,
    /// Which these are, by number.
    is_moved: Vec<bool>,
}

impl Order {
    /// Finds the order of the last frame's pairs in the search of the next.
    pub(crate) fn sort(
        &mut self,
        pairs: &Pairs,
        broad_phase: &BroadPhase,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        const PAIRS_PER_CHUNK: usize = 4096;
        let (keys, proxies) = (&pairs.keys, broad_phase.proxies());
        self.is_moved.resize(pairs.ids.len(), true);
        let moved = in_pieces(
            jobs,
            &mut self.is_moved,
            PAIRS_PER_CHUNK,
            &|first, is_moved| {
                let mut moved = Vec::new();
                for (is_moved, number) in is_moved.iter_mut().zip(first..) {
                    let key = keys.get(number);
                    *is_moved = !key.is_some_and(|key| broad_phase.has_stayed(*key));
                    if *is_moved {
                        let [a, b] = pairs.ids[number].map(|id| proxies[id.index() as usize]);
                        moved.push((pair_key(a, b), number as u32));
                    }
                }
                moved
            },
        )?;
        self.moved.clear();
        self.moved.extend(moved.into_iter().flatten());
        if !self.moved.is_sorted() {
            self.moved.sort();
        }
        Ok(())
    }

    /// Those from this key on.
    pub(crate) fn from<'o>(&'o self, pairs: &'o Pairs, key: u64) -> RemainingOrder<'o> {
        let first = self.moved.partition_point(|(at, _)| *at < key);
        // Places of loose bodies are of that search alone.
        let key = key.max(FIRST_SLOW_KEY);
        let number = pairs.keys.partition_point(|at| *at < key);
        RemainingOrder {
            moved: &self.moved[first..],
            keys: &pairs.keys,
            is_moved: &self.is_moved,
            number,
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes(&self.moved) + heap_bytes(&self.is_moved)
    }
}

/// The rest of an [`Order`]. Those that moved are pairs of loose bodies, which come first, or they are all.
pub(crate) struct RemainingOrder<'o> {
    moved: &'o [(u64, u32)],
    keys: &'o [u64],
    is_moved: &'o [bool],
    /// Number of the next pair that did not move.
    number: usize,
}

impl RemainingOrder<'_> {
    /// The next one, if it comes before `end`: its key and number.
    #[inline(always)]
    pub(crate) fn next_before(&mut self, end: u64) -> Option<(u64, usize)> {
        if let Some(((key, number), rest)) = self.moved.split_first() {
            if *key >= end {
                return None;
            }
            self.moved = rest;
            return Some((*key, *number as usize));
        }
        while let Some(&key) = self.keys.get(self.number)
            && key < end
        {
            let number = self.number;
            self.number += 1;
            if !self.is_moved[number] {
                return Some((key, number));
            }
        }
        None
    }

    /// The number of the one so many ahead, or of one near it.
    #[inline(always)]
    pub(crate) fn ahead(&self, count: usize) -> usize {
        match self.moved.get(count) {
            Some((_, number)) => *number as usize,
            None => self.number + count,
        }
    }
}
