//! Lists of a frame that the next uses again, for their memory.

use nalgebra::Vector3;

use crate::body::pieces::PieceId;
use crate::ccd::contact_intervals::ContactInterval;
use crate::verdict::{Reason, Verdict};
use crate::world::event::{Event, Phase};
use crate::world::pairs::Pairs;
use crate::world::statistics::Statistics;

#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch {
    /// Where the pairs of this frame are, in order.
    pub(crate) places: Vec<u64>,
    /// What is kept of them, until the frame is whole.
    pub(crate) pairs: Pairs,
    /// Those of the frame before, in order.
    pub(crate) order: Vec<(u64, u32)>,
    /// What each piece of the pairs gave.
    pub(crate) found: Vec<Found>,
}

impl Scratch {
    pub(crate) fn memory_bytes(&self) -> usize {
        let events = |found: &Found| {
            found.events.capacity() * size_of::<Event>()
                + found.seen.capacity() * size_of::<Seen>()
                + found.keys.capacity() * size_of::<Key>()
        };
        self.places.capacity() * size_of::<u64>()
            + self.pairs.memory_bytes()
            + self.order.capacity() * size_of::<(u64, u32)>()
            + self.found.capacity() * size_of::<Found>()
            + self.found.iter().map(events).sum::<usize>()
    }
}

/// What a piece of the pairs gave.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    pub(crate) events: Vec<Event>,
    /// In mode poses, instead of events.
    pub(crate) seen: Vec<Seen>,
    /// Of each of either.
    pub(crate) keys: Vec<Key>,
    pub(crate) statistics: Statistics,
    pub(crate) intervals: Vec<ContactInterval>,
}

/// What is seen of a pair at the end poses: all that an event says beside the bodies.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Seen {
    pub(crate) phase: Phase,
    pub(crate) verdict: Verdict,
    pub(crate) reason: Reason,
    pub(crate) point: Option<Vector3<f64>>,
    pub(crate) pieces: Option<[PieceId; 2]>,
}

/// What an event is sorted by: its bracket, and where A and B stand in the order of bodies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    pub(crate) time: [f64; 2],
    pub(crate) ranks: [u32; 2],
}

impl Found {
    /// An event of a pair of these ranks.
    pub(crate) fn push(&mut self, event: Event, ranks: [u32; 2]) {
        self.keys.push(Key {
            time: [event.t_lo, event.t_hi],
            ranks,
        });
        self.events.push(event);
    }

    /// What is seen of a pair of these ranks.
    pub(crate) fn see(&mut self, seen: Seen, ranks: [u32; 2]) {
        self.keys.push(Key {
            time: [1.0; 2],
            ranks,
        });
        self.seen.push(seen);
    }

    /// For another piece.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.seen.clear();
        self.keys.clear();
        self.intervals.clear();
        self.statistics = Statistics::default();
    }
}
