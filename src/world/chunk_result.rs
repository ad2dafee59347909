//! Results of the chunks of a frame's pairs, before its events are put in order.

use nalgebra::Vector3;

use crate::ccd::interval_list::ContactInterval;
use crate::world::event::Event;
use crate::world::pairs::Ids;
use crate::world::statistics::Statistics;

/// Pairs of a chunk.
pub(crate) const PAIRS_PER_CHUNK: usize = 64;

/// Result of a chunk of the pairs.
#[derive(Debug, Clone, Default)]
pub(crate) struct ChunkResult {
    /// In mode poses without what is only [`ReportedHit`].
    pub(crate) events: Vec<Event>,
    /// Where A and B of each of these stand in the order of bodies.
    pub(crate) ranks: Vec<[u32; 2]>,
    /// Positions of A and B in the order of bodies, for each pair that is only [`ReportedHit`].
    pub(crate) seen: Vec<[u32; 2]>,
    pub(crate) statistics: Statistics,
    pub(crate) intervals: Vec<ContactInterval>,
}

/// A hit of whole bodies at the end poses. As long as a line of most caches: events are gathered from all over.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct ReportedHit {
    pub(crate) ids: Ids,
    pub(crate) users: [u64; 2],
    pub(crate) point: Vector3<f64>,
    /// Whether they were in contact a frame before.
    pub(crate) was: bool,
    pub(crate) sensor: bool,
}

impl ChunkResult {
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
