//! What a world keeps of pairs from frame to frame: a list in the order in which the broad phase finds pairs, which is that of
//! space, so that the bodies of one pair are at hand when the next is asked about. The pairs of a new frame come in the same
//! order and are merged with it.

use crate::pair::PairState;
use crate::world::ids::{BodyId, PairKey, Piece};

/// Of a pair whose boxes met in the last frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PairRecord {
    pub(crate) key: PairKey,
    pub(crate) state: PairState,
    /// Whether it was in contact, or may have been.
    pub(crate) touching: bool,
}

/// Where bodies stand, by their indices.
pub(crate) struct Standing<'a> {
    /// In the order of the broad phase.
    pub(crate) spots: &'a [u32],
    /// In the order of bodies; `u32::MAX` where there is none.
    pub(crate) ranks: &'a [u32],
    /// By rank.
    pub(crate) ids: &'a [BodyId],
}

impl Standing<'_> {
    /// None where one of the two is no more.
    pub(crate) fn ranks_of(&self, key: &PairKey) -> Option<[u32; 2]> {
        let rank = |id: BodyId| {
            let rank = self.ranks[id.index() as usize];
            (self.ids.get(rank as usize) == Some(&id)).then_some(rank)
        };
        Some([rank(key.a.body)?, rank(key.b.body)?])
    }

    /// As one number: what the broad phase finds first comes first.
    fn place(&self, a: u32, b: u32) -> u64 {
        let [a, b] = [a, b].map(|index| u64::from(self.spots[index as usize]));
        a.min(b) << 32 | a.max(b)
    }

    fn new_record(&self, a: u32, b: u32) -> PairRecord {
        let [a, b] = [a, b].map(|index| self.ranks[index as usize]);
        let piece = |rank: u32| Piece::whole(self.ids[rank as usize]);
        PairRecord {
            key: PairKey {
                a: piece(a.min(b)),
                b: piece(a.max(b)),
            },
            state: PairState::default(),
            touching: false,
        }
    }
}

/// The records of the pairs `found`, which are in order: those that there were, and new ones. Calls `parted` with every pair
/// that was in contact and is not found, where both its bodies still are. `order` is for its memory.
pub(crate) fn merge(
    old: &[PairRecord],
    found: impl Iterator<Item = [u32; 2]>,
    standing: &Standing<'_>,
    order: &mut Vec<(u64, u32)>,
    new: &mut Vec<PairRecord>,
    mut parted: impl FnMut(&PairKey),
) {
    order.clear();
    order.extend(old.iter().zip(0..).filter_map(|(record, number)| {
        let key = &record.key;
        standing.ranks_of(key)?;
        Some((
            standing.place(key.a.body.index(), key.b.body.index()),
            number,
        ))
    }));
    // In order already unless a tree was built since; then runs of it are.
    if !order.is_sorted() {
        order.sort();
    }
    let mut left = order
        .iter()
        .map(|&(place, number)| (place, &old[number as usize]));
    let mut next = left.next();
    let mut leave = |record: &PairRecord| {
        if record.touching {
            parted(&record.key);
        }
    };
    for [a, b] in found {
        let place = standing.place(a, b);
        while let Some((_, record)) = next.filter(|(at, _)| *at < place) {
            leave(record);
            next = left.next();
        }
        match next {
            Some((at, record)) if at == place => {
                new.push(*record);
                next = left.next();
            }
            _ => new.push(standing.new_record(a, b)),
        }
    }
    next.into_iter()
        .chain(left)
        .for_each(|(_, record)| leave(record));
}
