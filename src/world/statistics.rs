//! What a frame took.

use crate::world::ids::PairKey;
use crate::world::pairs::Ids;

/// Counts and times of a frame. All but the times are the same for any number of threads.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// Bodies of the world.
    pub bodies: u64,
    /// Bodies that may move.
    pub moving: u64,
    /// Pairs whose boxes meet on their way: which the exact queries tested.
    pub pairs: u64,
    /// Pairs decided by the state of the frame before; counted in mode poses only.
    pub by_state: u64,
    /// Decided in f64, in mode poses.
    pub by_float: u64,
    /// Decided by exact integers, in mode poses.
    pub by_exact: u64,
    /// Decided by linear programs, in modes first and all: bodies that do not turn, and those proved apart without a
    /// sample.
    pub by_program: u64,
    /// Decided by advancing along planes, in modes first and all.
    pub by_advance: u64,
    /// Proved apart.
    pub separated: u64,
    /// Proved in contact.
    pub hit: u64,
    /// Neither, those over the budget included.
    pub undecided: u64,
    /// Not queried, for the budget was spent.
    pub over_budget: u64,
    /// Changes of motions within the frame.
    pub changes: u64,
    /// Pairs tested again after such a change.
    pub tested_again: u64,
    /// Support queries on each body.
    pub iterations: u64,
    /// Distance solves.
    pub solves: u64,
    /// The pair that took most support queries; the least of several by ids.
    pub slowest: Option<PairKey>,
    /// Its number of iterations.
    pub slowest_iterations: u32,
    /// Seconds for motions and boxes.
    pub boxes_s: f64,
    /// Seconds for the pairs whose boxes meet.
    pub broad_phase_s: f64,
    /// Seconds for their states and the exact queries.
    pub narrow_phase_s: f64,
    /// Seconds for the events in order.
    pub events_s: f64,
}

impl Statistics {
    /// Adds the counts and times of another frame, or of a later chunk of the pairs. `bodies` and `moving` become the larger of both.
    pub fn add(&mut self, piece: &Statistics) {
        (self.bodies, self.moving) = (self.bodies.max(piece.bodies), self.moving.max(piece.moving));
        let sums = [
            (&mut self.pairs, piece.pairs),
            (&mut self.by_state, piece.by_state),
            (&mut self.by_float, piece.by_float),
            (&mut self.by_exact, piece.by_exact),
            (&mut self.by_program, piece.by_program),
            (&mut self.by_advance, piece.by_advance),
            (&mut self.separated, piece.separated),
            (&mut self.hit, piece.hit),
            (&mut self.undecided, piece.undecided),
            (&mut self.over_budget, piece.over_budget),
            (&mut self.changes, piece.changes),
            (&mut self.tested_again, piece.tested_again),
            (&mut self.iterations, piece.iterations),
            (&mut self.solves, piece.solves),
        ];
        for (sum, more) in sums {
            *sum += more;
        }
        let times = [
            (&mut self.boxes_s, piece.boxes_s),
            (&mut self.broad_phase_s, piece.broad_phase_s),
            (&mut self.narrow_phase_s, piece.narrow_phase_s),
            (&mut self.events_s, piece.events_s),
        ];
        for (sum, more) in times {
            *sum += more;
        }
        if let Some(key) = piece.slowest {
            self.slower(&key, piece.slowest_iterations);
        }
    }

    /// Adds the effort of a pair.
    pub(crate) fn took(&mut self, ids: &Ids, iterations: u32, solves: u32) {
        self.iterations += u64::from(iterations);
        self.solves += u64::from(solves);
        if iterations >= self.slowest_iterations {
            self.slower(&PairKey::whole(*ids), iterations);
        }
    }

    #[inline(always)]
    fn slower(&mut self, key: &PairKey, iterations: u32) {
        let first =
            iterations == self.slowest_iterations && self.slowest.is_none_or(|own| *key < own);
        if iterations > self.slowest_iterations || first {
            (self.slowest, self.slowest_iterations) = (Some(*key), iterations);
        }
    }
}
