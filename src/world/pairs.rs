//! What a world keeps of pairs from frame to frame: lists in the order in which the broad phase finds pairs, which is that of
//! space, so that the bodies of one pair are at hand when the next is asked about. The pairs of a new frame come in the same
//! order and are merged with them.

use crate::error::Result;
use crate::pair::PairState;
use crate::world::broad_phase::{is_of_loose, place_of};
use crate::world::ids::BodyId;
use crate::world::jobs::{Jobs, in_pieces};

/// Of a pair whose boxes met in the last frame. As long as a line of most caches.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(align(64))]
pub(crate) struct Kept {
    pub(crate) state: PairState,
    /// Whether it was in contact, or may have been.
    pub(crate) touching: bool,
}

/// A and B of a pair.
pub(crate) type Ids = [BodyId; 2];

/// Pairs whose boxes met in a frame, and what is kept of each.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pairs {
    pub(crate) ids: Vec<Ids>,
    pub(crate) kept: Vec<Kept>,
}

impl Pairs {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Ids, &Kept)> {
        self.ids.iter().zip(&self.kept)
    }

    pub(crate) fn push(&mut self, ids: Ids, kept: Kept) {
        self.ids.push(ids);
        self.kept.push(kept);
    }

    /// Leaves those out for which `holds` does not hold.
    pub(crate) fn retain(&mut self, holds: impl Fn(&Ids) -> bool) {
        let mut left = self.ids.iter().map(&holds);
        self.kept.retain(|_| left.next() == Some(true));
        self.ids.retain(holds);
    }

    /// For so many pairs; what is in them is of others.
    pub(crate) fn resize(&mut self, count: usize) {
        self.ids.resize(count, [BodyId::NOBODY; 2]);
        self.kept.resize(count, Kept::default());
    }

    /// Lists them in the order of the places that they have in the frame of these `spots`, each with its number.
    pub(crate) fn order(
        &self,
        spots: &[u32],
        jobs: &dyn Jobs,
        order: &mut Vec<(u64, u32)>,
    ) -> Result<()> {
        const PIECE: usize = 4096;
        order.resize(self.ids.len(), (0, 0));
        in_pieces(jobs, order, PIECE, &|first, order| {
            for ((entry, ids), number) in order.iter_mut().zip(&self.ids[first..]).zip(first..) {
                let [a, b] = ids.map(|id| spots[id.index() as usize]);
                *entry = (place_of(a, b), number as u32);
            }
        })?;
        if order.is_sorted() {
            return Ok(());
        }
        // Bodies that left the tree of slow ones come first now. All others are in order, unless a tree was built since.
        let mut loose: Vec<_> = order
            .extract_if(.., |(place, _)| is_of_loose(*place))
            .collect();
        for list in [&mut loose, &mut *order] {
            if !list.is_sorted() {
                list.sort();
            }
        }
        order.splice(..0, loose);
        Ok(())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.ids.capacity() * size_of::<Ids>() + self.kept.capacity() * size_of::<Kept>()
    }
}
