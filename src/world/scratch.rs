//! Lists of a frame that the next uses again, for their memory.

use crate::ccd::contact_intervals::ContactInterval;
use crate::world::event::Event;
use crate::world::ids::PairKey;
use crate::world::pairs::PairRecord;
use crate::world::statistics::Statistics;

#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch {
    /// Of the pairs of this frame, until it is whole.
    pub(crate) records: Vec<PairRecord>,
    /// Those of the frame before, in order.
    pub(crate) order: Vec<(u64, u32)>,
    /// Pairs that were in contact and whose boxes meet no more.
    pub(crate) parted: Vec<PairKey>,
    /// What each piece of the pairs gave.
    pub(crate) found: Vec<Found>,
}

impl Scratch {
    pub(crate) fn memory_bytes(&self) -> usize {
        let events = self
            .found
            .iter()
            .map(|found| found.events.capacity())
            .sum::<usize>();
        self.records.capacity() * size_of::<PairRecord>()
            + self.order.capacity() * size_of::<(u64, u32)>()
            + self.parted.capacity() * size_of::<PairKey>()
            + self.found.capacity() * size_of::<Found>()
            + events * size_of::<Event>()
    }
}

/// What a piece of the pairs gave.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pub(crate) events: Vec<Event>,
    pub(crate) statistics: Statistics,
    pub(crate) intervals: Vec<ContactInterval>,
}

impl Found {
    /// For another piece.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.intervals.clear();
        self.statistics = Statistics::default();
    }
}
