//! Lists of a frame that the next uses again, for their memory.

use crate::world::chunk_result::{ChunkResult, ReportedHit};
use crate::world::event::Event;
use crate::world::event_order::EventOrder;
use crate::world::pairs::{Order, Pairs};

#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch {
    /// Those of this frame, until it is whole.
    pub(crate) pairs: Pairs,
    /// Order of the pairs of the frame before.
    pub(crate) order: Order,
    /// Result of each chunk of the pairs.
    pub(crate) found: Vec<ChunkResult>,
    /// In mode poses the contacts of each piece, in the first of its [`PAIRS_PER_CHUNK`](crate::world::chunk_result::PAIRS_PER_CHUNK) places.
    pub(crate) seen: Vec<ReportedHit>,
    pub(crate) events: EventOrder,
}

impl Scratch {
    pub(crate) fn memory_bytes(&self) -> usize {
        let events = |found: &ChunkResult| {
            found.events.capacity() * size_of::<Event>()
                + (found.ranks.capacity() + found.seen.capacity()) * size_of::<[u32; 2]>()
        };
        self.pairs.memory_bytes()
            + self.order.memory_bytes()
            + self.found.capacity() * size_of::<ChunkResult>()
            + self.found.iter().map(events).sum::<usize>()
            + self.seen.capacity() * size_of::<ReportedHit>()
            + self.events.memory_bytes()
    }
}
