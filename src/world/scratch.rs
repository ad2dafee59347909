//! Lists of a frame that the next uses again, for their memory.

use crate::numeric::memory::heap_bytes;
use crate::world::chunk_result::{ChunkResult, ReportedHit};
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
            heap_bytes(&found.events) + heap_bytes(&found.ranks) + heap_bytes(&found.seen)
        };
        self.pairs.memory_bytes()
            + self.order.memory_bytes()
            + heap_bytes(&self.found)
            + self.found.iter().map(events).sum::<usize>()
            + heap_bytes(&self.seen)
            + self.events.memory_bytes()
    }
}
