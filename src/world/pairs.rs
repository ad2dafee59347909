//! What a world keeps of pairs from frame to frame: lists in the order in which the broad phase finds pairs, which is that of
//! space, so that the bodies of one pair are at hand when the next is queried. The pairs of a new frame come in the same
//! order and are merged with them.
//!
//! The memory of a pair is kept while the pair is found in each frame. It is dropped in `advance.rs` when the boxes no longer
//! overlap, and in `bodies.rs` when a body is gone. There is no sleeping and there are no islands.

use crate::error::Result;
use crate::pair::PairState;
use crate::world::broad_phase::{BroadPhase, FIRST_OF_SLOW, place_of};
use crate::world::ids::BodyId;
use crate::world::jobs::{Jobs, in_pieces};

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

/// Pairs whose boxes met in a frame, and what is kept of each.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pairs {
    /// Where each was in that frame; none, of any, where nobody knows.
    pub(crate) places: Vec<u64>,
    pub(crate) ids: Vec<Ids>,
    pub(crate) kept: Vec<CachedPair>,
}

impl Pairs {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Ids, &CachedPair)> {
        self.ids.iter().zip(&self.kept)
    }

    pub(crate) fn push(&mut self, ids: Ids, kept: CachedPair) {
        self.ids.push(ids);
        self.kept.push(kept);
    }

    /// Leaves those out for which `holds` does not hold.
    pub(crate) fn retain(&mut self, holds: impl Fn(&Ids) -> bool) {
        let mut left = self.ids.iter().map(&holds);
        self.kept.retain(|_| left.next() == Some(true));
        let mut left = self.ids.iter().map(&holds);
        self.places.retain(|_| left.next() == Some(true));
        self.ids.retain(holds);
    }

    /// For those of its places; what is in them is of others.
    pub(crate) fn resize(&mut self) {
        let count = self.places.len();
        self.ids.resize(count, [BodyId::NOBODY; 2]);
        self.kept.resize(count, CachedPair::default());
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.places.capacity() * size_of::<u64>()
            + self.ids.capacity() * size_of::<Ids>()
            + self.kept.capacity() * size_of::<CachedPair>()
    }
}

/// The pairs of a frame in the order of the places that they have in the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Order {
    /// Those that have another place: that and their numbers.
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
        let (places, pair_order) = (&pairs.places, broad_phase.pair_order());
        self.is_moved.resize(pairs.ids.len(), true);
        let moved = in_pieces(
            jobs,
            &mut self.is_moved,
            PAIRS_PER_CHUNK,
            &|first, is_moved| {
                let mut moved = Vec::new();
                for (is_moved, number) in is_moved.iter_mut().zip(first..) {
                    let place = places.get(number);
                    *is_moved = !place.is_some_and(|place| broad_phase.has_stayed(*place));
                    if *is_moved {
                        let [a, b] = pairs.ids[number].map(|id| pair_order[id.index() as usize]);
                        moved.push((place_of(a, b), number as u32));
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

    /// Those from this place on.
    pub(crate) fn from<'o>(&'o self, pairs: &'o Pairs, place: u64) -> RemainingOrder<'o> {
        let first = self.moved.partition_point(|(at, _)| *at < place);
        // Places of loose bodies are of that search alone.
        let place = place.max(FIRST_OF_SLOW);
        let number = pairs.places.partition_point(|at| *at < place);
        RemainingOrder {
            moved: &self.moved[first..],
            places: &pairs.places,
            is_moved: &self.is_moved,
            number,
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.moved.capacity() * size_of::<(u64, u32)>() + self.is_moved.capacity()
    }
}

/// The rest of an [`Order`]. Those that moved are pairs of loose bodies, which come first, or they are all.
pub(crate) struct RemainingOrder<'o> {
    moved: &'o [(u64, u32)],
    places: &'o [u64],
    is_moved: &'o [bool],
    /// Number of the next pair that did not move.
    number: usize,
}

impl RemainingOrder<'_> {
    /// The next one, if it comes before `end`: its place and number.
    #[inline(always)]
    pub(crate) fn next_before(&mut self, end: u64) -> Option<(u64, usize)> {
        if let Some(((place, number), rest)) = self.moved.split_first() {
            if *place >= end {
                return None;
            }
            self.moved = rest;
            return Some((*place, *number as usize));
        }
        while let Some(&place) = self.places.get(self.number)
            && place < end
        {
            let number = self.number;
            self.number += 1;
            if !self.is_moved[number] {
                return Some((place, number));
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
