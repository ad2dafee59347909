//! The order of a frame's events: by time, then by A and B. Events of one pair stay as they came.
//!
//! The chunks of pairs, which any thread may have run, have their events in the order of space. So the result depends on
//! no thread. Events are first sorted by A, by counting; each A has so few that the rest is compared.

use crate::numeric::memory::heap_bytes;
use crate::numeric::simd;
use crate::world::chunk_result::{ChunkResult, PAIRS_PER_CHUNK, ReportedHit};
use crate::world::event::Event;

/// Events are counted by A if there is one for this many bodies. Fewer are compared, so that a frame with few events does
/// not touch every body.
const MIN_EVENT_RATIO: usize = 16;

/// Events by their numbers: first what is seen, by its place, then those of the pieces, one piece after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct EventOrder {
    /// In order; above each number where B stands.
    numbers: Vec<u64>,
    /// Where the next event of each A belongs.
    next: Vec<u32>,
    /// Groups whose brackets overlap; none where there is but one.
    groups: Vec<u32>,
}

impl EventOrder {
    /// Sorts the events that these chunks found.
    pub(crate) fn sort(&mut self, found: &[ChunkResult], seen: usize, bodies: usize) {
        let own = found
            .iter()
            .zip((0..).step_by(PAIRS_PER_CHUNK))
            .flat_map(|(found, first)| found.seen.iter().zip(first..));
        let events = found.iter().flat_map(|found| &found.ranks);
        let all = own.chain(events.zip(seen as u32..));
        self.groups.clear();
        let number = |second: u32, number: u32| u64::from(second) << 32 | u64::from(number);
        let count = found
            .iter()
            .map(|found| found.seen.len() + found.ranks.len());
        if count.sum::<usize>() < bodies / MIN_EVENT_RATIO {
            let mut few: Vec<_> = all.map(|([a, b], at)| (*a, number(*b, at))).collect();
            few.sort_unstable();
            self.numbers.clear();
            self.numbers
                .extend(few.into_iter().map(|(_, number)| number));
            return;
        }
        self.next.clear();
        self.next.resize(bodies + 1, 0);
        all.clone()
            .for_each(|([first, _], _)| self.next[*first as usize + 1] += 1);
        for k in 1..self.next.len() {
            self.next[k] += self.next[k - 1];
        }
        let count = self.next.last().map_or(0, |count| *count as usize);
        self.numbers.resize(count, 0);
        all.for_each(|([first, second], at)| {
            let place = &mut self.next[*first as usize];
            self.numbers[*place as usize] = number(*second, at);
            *place += 1;
        });
        // Where those of one end, the next begin.
        let mut start = 0;
        for &end in &self.next[..bodies] {
            self.numbers[start..end as usize].sort_unstable();
            start = end as usize;
        }
    }

    /// By time, those of one time as they are; numbers groups.
    pub(crate) fn sort_by_time(&mut self, events: &ReportedEvents<'_>) {
        let timed = self.numbers.iter();
        let mut timed: Vec<_> = timed
            .map(|number| (events.time(*number as u32), *number))
            .collect();
        timed.sort_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let (mut group, mut reached) = (0, f64::NEG_INFINITY);
        for (place, ([low, high], number)) in self.numbers.iter_mut().zip(timed) {
            if low > reached && !self.groups.is_empty() {
                group += 1;
            }
            reached = reached.max(high);
            self.groups.push(group);
            *place = number;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The number of each from this one on, and its group.
    pub(crate) fn from(&self, first: usize) -> impl Iterator<Item = (u32, u32)> {
        let numbers = self.numbers[first..].iter().zip(first..);
        numbers.map(|(number, at)| (*number as u32, self.groups.get(at).copied().unwrap_or(0)))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes(&self.numbers) + heap_bytes(&self.next) + heap_bytes(&self.groups)
    }
}

/// Reported events, by their numbers.
pub(crate) struct ReportedEvents<'a> {
    seen: &'a [ReportedHit],
    events: Vec<&'a Event>,
}

impl<'a> ReportedEvents<'a> {
    pub(crate) fn new(found: &'a [ChunkResult], seen: &'a [ReportedHit]) -> Self {
        ReportedEvents {
            seen,
            events: found.iter().flat_map(|found| &found.events).collect(),
        }
    }

    /// Prefetches its data, because it is reported soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, number: u32) {
        match self.seen.get(number as usize) {
            Some(seen) => simd::prefetch(seen),
            None => simd::prefetch_all(self.events[number as usize - self.seen.len()]),
        }
    }

    #[inline(always)]
    pub(crate) fn event(&self, number: u32) -> Event {
        match self.seen.get(number as usize) {
            Some(seen) => seen.event(),
            None => *self.events[number as usize - self.seen.len()],
        }
    }

    /// Whether all have one bracket.
    pub(crate) fn is_at_once(&self) -> bool {
        let mut times = self.events.iter().map(|event| [event.t_lo, event.t_hi]);
        let own = (!self.seen.is_empty()).then_some([1.0; 2]);
        let first = own.or_else(|| times.clone().next());
        times.all(|time| Some(time) == first)
    }

    fn time(&self, number: u32) -> [f64; 2] {
        match (number as usize).checked_sub(self.seen.len()) {
            Some(at) => [self.events[at].t_lo, self.events[at].t_hi],
            None => [1.0; 2],
        }
    }
}
