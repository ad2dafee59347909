//! Lists of a frame that the next uses again, for their memory.

use nalgebra::Vector3;

use crate::ccd::contact_intervals::ContactInterval;
use crate::world::event::Event;
use crate::world::event_order::EventOrder;
use crate::world::pairs::{Ids, Order, Pairs};
use crate::world::statistics::Statistics;

/// Pairs of a piece of work.
pub(crate) const PAIRS: usize = 64;

#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch {
    /// Those of this frame, until it is whole.
    pub(crate) pairs: Pairs,
    /// Of those of the frame before.
    pub(crate) order: Order,
    /// What each piece of the pairs gave.
    pub(crate) found: Vec<Found>,
    /// In mode poses the contacts of each piece, in the first of its [`PAIRS`] places.
    pub(crate) seen: Vec<Seen>,
    pub(crate) events: EventOrder,
}

impl Scratch {
    pub(crate) fn memory_bytes(&self) -> usize {
        let events = |found: &Found| {
            found.events.capacity() * size_of::<Event>()
                + (found.ranks.capacity() + found.seen.capacity()) * size_of::<[u32; 2]>()
        };
        self.pairs.memory_bytes()
            + self.order.memory_bytes()
            + self.found.capacity() * size_of::<Found>()
            + self.found.iter().map(events).sum::<usize>()
            + self.seen.capacity() * size_of::<Seen>()
            + self.events.memory_bytes()
    }
}

/// What a piece of the pairs gave.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// In mode poses without what is only [`Seen`].
    pub(crate) events: Vec<Event>,
    /// Where A and B of each of these stand in the order of bodies.
    pub(crate) ranks: Vec<[u32; 2]>,
    /// The same of what is seen.
    pub(crate) seen: Vec<[u32; 2]>,
    pub(crate) statistics: Statistics,
    pub(crate) intervals: Vec<ContactInterval>,
}

/// A hit of whole bodies at the end poses. As long as a line of most caches: events are gathered from all over.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Seen {
    pub(crate) ids: Ids,
    pub(crate) users: [u64; 2],
    pub(crate) point: Vector3<f64>,
    /// Whether they were in contact a frame before.
    pub(crate) was: bool,
    pub(crate) sensor: bool,
}

impl Found {
    /// An event of a pair of these ranks.
    pub(crate) fn push(&mut self, event: Event, ranks: [u32; 2]) {
        self.ranks.push(ranks);
        self.events.push(event);
    }

    /// For another piece.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.ranks.clear();
        self.seen.clear();
        self.intervals.clear();
        self.statistics = Statistics::default();
    }
}
