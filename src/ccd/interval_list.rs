//! The answer of a search for all contacts within a frame, and the list that it fills.

use crate::advance::impact::Contact;
use crate::shape::pieces::PieceId;
use crate::verdict::{Reason, Verdict};

/// A time of contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct ContactInterval {
    /// Proved apart from the end of the interval before (or t = 0) up to the first of these times; in
    /// contact at some time from the first to the second, unless `contact` is `None`.
    pub enter: [f64; 2],
    /// In contact at some time from the first of these times to the second, unless `contact` is `None`; proved apart from the
    /// second up to the next interval (or t = 1). Both 1: in contact to the end of the frame. Only the second 1: it ends
    /// between the two, or lasts.
    pub exit: [f64; 2],
    /// Kind of contact that is certified about `enter`: `Overlap` a shared point, `Near` a gap within the tolerance.
    /// `None`: nothing; the bodies may have stayed apart, and `enter` and `exit` both are the whole time in which
    /// they are not proved to be.
    pub contact: Contact,
    /// With `Near`: the gap at the second time of `enter` is at most this. Otherwise 0.
    pub gap: f64,
    /// Why nothing is certified, or why the end was not searched: then `exit` ends at 1.
    pub reason: Reason,
    /// Which pieces of the two bodies meet first; None where both are convex.
    pub pieces: Option<[PieceId; 2]>,
}

/// Answer of [`contact_intervals`](crate::contact_intervals).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ContactIntervals {
    /// `Separated`: apart throughout, no interval. `Hit`: some interval has a certified contact.
    /// `Undecided`: there are intervals, but none has.
    pub verdict: Verdict,
    /// Why it is `Undecided`: the reason of the first interval.
    pub reason: Reason,
    /// Support queries on each body.
    pub iterations: u32,
    /// Distance solves: what the budget counts. 0 when linear programs answered.
    pub solves: u32,
    /// Intervals of the frame. Larger than `written` when the caller's list was too short.
    pub count: usize,
    /// Intervals in the caller's list, the first of all.
    pub written: usize,
    /// Number of intervals, out of `count`, that have no certified contact.
    pub undecided: usize,
}

impl ContactIntervals {
    /// Whether the caller's list holds every interval.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.written == self.count
    }
}

/// Returns the times between intervals, and before and after them.
pub(crate) fn between(found: &[ContactInterval]) -> impl Iterator<Item = [f64; 2]> {
    let starts = std::iter::once(0.0).chain(found.iter().map(|i| i.exit[1]));
    let ends = found.iter().map(|i| i.enter[0]).chain([1.0]);
    starts.zip(ends).map(|(from, to)| [from, to])
}

/// The caller's list.
pub struct IntervalList<'a> {
    capacity: usize,
    /// Puts an interval into a place below `capacity`.
    put: &'a mut dyn FnMut(usize, ContactInterval),
    count: usize,
    certified: usize,
    reason: Reason,
    pub(crate) solves: u32,
    pub(crate) iterations: u32,
}

impl<'a> IntervalList<'a> {
    /// Up to `capacity` intervals go through `put`.
    pub fn new(capacity: usize, put: &'a mut dyn FnMut(usize, ContactInterval)) -> Self {
        IntervalList {
            capacity,
            put,
            count: 0,
            certified: 0,
            reason: Reason::None,
            solves: 0,
            iterations: 0,
        }
    }

    pub(crate) fn push(&mut self, mut interval: ContactInterval) {
        // Nothing is certified: whatever meets, meets while the two are not proved apart.
        if interval.contact == Contact::None {
            let ContactInterval { enter, exit, .. } = &mut interval;
            (enter[1], exit[0]) = (exit[1], enter[0]);
        }
        if self.count < self.capacity {
            (self.put)(self.count, interval);
        }
        if self.count == 0 {
            self.reason = interval.reason;
        }
        self.count += 1;
        self.certified += usize::from(interval.contact != Contact::None);
    }

    pub(crate) fn answer(&self) -> ContactIntervals {
        let (verdict, reason) = match (self.count, self.certified) {
            (0, _) => (Verdict::Separated, Reason::None),
            (_, 0) => (Verdict::Undecided, self.reason),
            _ => (Verdict::Hit, Reason::None),
        };
        ContactIntervals {
            verdict,
            reason,
            iterations: self.iterations,
            solves: self.solves,
            count: self.count,
            written: self.count.min(self.capacity),
            undecided: self.count - self.certified,
        }
    }
}
