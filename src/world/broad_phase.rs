//! Which bodies may meet in a frame: pairs whose boxes meet on their way.
//!
//! Problem: most bodies move by less than their size, a few by many; boxes of all that the latter pass through spoil a tree.
//! Idea: three trees. Bodies that never move have one, built when one of them changes. Those that move slowly have one that
//! is measured again each frame and built anew every eighth. All others, the fast and those that came since, have one built
//! each frame, and their boxes are cast through the others along their way. A pair is found from one side only: the leaf
//! that stands first, or the loose body. What is found depends on boxes alone: every pair that is found is tested by
//! the two moving boxes, so no tree's shape shows.
//!
//! Sources: median splits and refitting are old; the parts were chosen by measuring (`docs/BENCHMARKS.md`). Loses where all
//! are fast: then each frame builds a tree.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::body::box3::Box3;
use crate::body::simd;
use crate::error::{Error, Result};
use crate::motion::moving_box::{MovingBox, Ways};
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::tree::{Item, LEAF, Tree};

/// A body whose way is longer than so many times its box is fast.
const FAST: f64 = 1.0;

/// Frames that the tree of slow bodies serves.
const FRAMES: u32 = 8;

/// One in so many slow bodies that has no place in their tree makes a new one worth while.
const STRAYS: usize = 16;

/// Bodies of a piece of work: whole leaves.
const PIECE: usize = 256;

/// Of a body without a place in the tree of slow ones.
const NOWHERE: u32 = u32::MAX;

/// Spots of bodies that never move are from here on.
const FIXED: u32 = 1 << 31;

#[derive(Debug, Clone, Default)]
pub(crate) struct BroadPhase {
    fixed: Tree,
    slow: Tree,
    loose: Tree,
    /// How those in each node of the tree of loose ones move.
    ways: Vec<Ways>,
    /// Where in the tree of slow bodies each body is, by its index.
    places: Vec<u32>,
    /// Where in the order of pairs each body is: loose ones, slow ones, those that never move, each in the order of leaves.
    spots: Vec<u32>,
    /// Frames since the tree of slow bodies was built.
    age: u32,
    found: Vec<Found>,
}

/// Pairs that a piece of work found.
#[derive(Debug, Clone, Default)]
struct Found {
    /// Where its bodies begin.
    start: usize,
    pairs: Vec<[u32; 2]>,
}

/// The bodies of a frame, by their indices.
pub(crate) struct Bodies<'a> {
    pub(crate) boxes: &'a [MovingBox],
    /// Those that move, and are not empty.
    pub(crate) moving: &'a [u32],
    /// Those that do not; None when they are as in the frame before.
    pub(crate) fixed: Option<&'a [u32]>,
    /// Whether a pair is to be looked at; None where all are.
    pub(crate) allowed: Option<&'a (dyn Fn(u32, u32) -> bool + Sync)>,
    /// So many pairs are too many.
    pub(crate) max_pairs: u64,
}

impl BroadPhase {
    /// The body of this index is no more, or another.
    pub(crate) fn forget(&mut self, index: u32) {
        if let Some(place) = self.places.get_mut(index as usize) {
            *place = NOWHERE;
        }
    }

    /// Finds every pair that is allowed and whose boxes meet, or says that they are too many.
    pub(crate) fn search(&mut self, bodies: &Bodies<'_>, jobs: &dyn Jobs) -> Result<()> {
        self.places.resize(bodies.boxes.len(), NOWHERE);
        self.spots.resize(bodies.boxes.len(), NOWHERE);
        let swept = |&index: &u32| (index, bodies.boxes[index as usize].swept());
        if let Some(fixed) = bodies.fixed {
            self.fixed.rebuild(fixed.iter().map(swept));
            for (item, spot) in self.fixed.items().iter().zip(FIXED..) {
                self.spots[item.of as usize] = spot;
            }
        }
        self.place(bodies, &swept);
        let (loose_count, slow_count) = (self.loose.items().len(), self.slow.items().len());
        let starts = (0..loose_count)
            .step_by(PIECE)
            .chain((0..slow_count).step_by(PIECE));
        let loose_pieces = loose_count.div_ceil(PIECE);
        let pieces = loose_pieces + slow_count.div_ceil(PIECE);
        self.found.resize_with(pieces, Found::default);
        for (found, start) in self.found.iter_mut().zip(starts) {
            found.start = start;
        }
        let search = Search {
            bodies,
            trees: [&self.fixed, &self.slow, &self.loose],
            ways: &self.ways,
            spots: &self.spots,
        };
        // No piece begins when there are too many, and none goes on when it has too many alone.
        let so_far = AtomicUsize::new(0);
        in_pieces(jobs, &mut self.found, 1, &|piece, found| {
            let Found { start, pairs } = &mut found[0];
            pairs.clear();
            if so_far.load(Ordering::Relaxed) as u64 > bodies.max_pairs {
                return;
            }
            match piece < loose_pieces {
                true => search.of_loose(*start..loose_count.min(*start + PIECE), pairs),
                false => search.of_slow(*start..*start + PIECE, pairs),
            }
            so_far.fetch_add(pairs.len(), Ordering::Relaxed);
        })?;
        let max = bodies.max_pairs;
        match so_far.into_inner() as u64 > max {
            true => {
                self.found.clear();
                Err(Error::TooManyPairs { max })
            }
            false => Ok(()),
        }
    }

    /// What the last search found, each pair once, in the order of spots.
    pub(crate) fn found(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.found
            .iter()
            .flat_map(|found| found.pairs.iter().copied())
    }

    /// How many pairs that are.
    pub(crate) fn count(&self) -> usize {
        self.found.iter().map(|found| found.pairs.len()).sum()
    }

    /// Indices of bodies that move, by spots. Some may be of bodies that are no more, or stand there a second time.
    pub(crate) fn movers(&self) -> impl Iterator<Item = u32> + '_ {
        let items = self.loose.items().iter().chain(self.slow.items());
        items.map(|item| item.of)
    }

    pub(crate) fn spots(&self) -> &[u32] {
        &self.spots
    }

    /// Gives every moving body its place in one of the two trees.
    fn place(&mut self, bodies: &Bodies<'_>, swept: &dyn Fn(&u32) -> (u32, Box3)) {
        let is_slow = |index: &u32| bodies.boxes[*index as usize].speed() <= FAST;
        let strays = |places: &[u32]| {
            let strayed = |index: &&u32| places[**index as usize] == NOWHERE && is_slow(index);
            bodies.moving.iter().filter(strayed).count()
        };
        self.age += 1;
        let many = self.slow.items().len() / STRAYS;
        if self.age >= FRAMES || strays(&self.places) > many {
            self.age = 0;
            let slow = bodies.moving.iter().filter(|&index| is_slow(index));
            self.slow.rebuild(slow.map(swept));
            self.places.fill(NOWHERE);
            for (item, place) in self.slow.items().iter().zip(0..) {
                self.places[item.of as usize] = place;
            }
        } else {
            for &index in bodies.moving {
                if !is_slow(&index) {
                    self.places[index as usize] = NOWHERE;
                }
            }
            let places = &self.places;
            self.slow.refit(
                |place, index| match places[index as usize] == place as u32 {
                    true => swept(&index).1,
                    false => Box3::EMPTY,
                },
            );
        }
        let places = &self.places;
        let loose = bodies
            .moving
            .iter()
            .filter(|&&index| places[index as usize] == NOWHERE);
        self.loose.rebuild(loose.map(swept));
        let way = |item: &Item| Ways::of(&bodies.boxes[item.of as usize]);
        self.loose.fold(&mut self.ways, way, Ways::and);
        let movers = self.loose.items().iter().chain(self.slow.items());
        let loose_count = self.loose.items().len();
        for (item, spot) in movers.zip(0..) {
            let index = item.of as usize;
            // Places that bodies left are no spots.
            if (spot as usize) < loose_count
                || places[index] as usize == spot as usize - loose_count
            {
                self.spots[index] = spot;
            }
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let trees = [&self.fixed, &self.slow, &self.loose];
        trees.map(Tree::memory_bytes).iter().sum::<usize>()
            + self.ways.capacity() * size_of::<Ways>()
            + (self.places.capacity() + self.spots.capacity()) * size_of::<u32>()
            + self
                .found
                .iter()
                .map(|found| found.pairs.capacity())
                .sum::<usize>()
                * size_of::<[u32; 2]>()
    }
}

struct Search<'a> {
    bodies: &'a Bodies<'a>,
    trees: [&'a Tree; 3],
    ways: &'a [Ways],
    spots: &'a [u32],
}

/// Of one body, those that it meets: spot and index of each.
type Met = Vec<[u32; 2]>;

impl Search<'_> {
    #[inline(always)]
    fn test(&self, a: u32, b: u32, met: &mut Met) {
        let [box_a, box_b] = [a, b].map(|index| &self.bodies.boxes[index as usize]);
        if box_a.meets(box_b) && self.bodies.allowed.is_none_or(|allowed| allowed(a, b)) {
            met.push([self.spots[b as usize], b]);
        }
    }

    /// Slow bodies of a range of places, with those behind them and with those that never move.
    fn of_slow(&self, range: std::ops::Range<usize>, found: &mut Vec<[u32; 2]>) {
        simd::widest(
            #[inline(always)]
            || self.of_slow_inlined(range, found),
        );
    }

    #[inline(always)]
    fn of_slow_inlined(&self, range: std::ops::Range<usize>, found: &mut Vec<[u32; 2]>) {
        let [fixed, slow, _] = self.trees;
        let mut met: [Met; LEAF] = Default::default();
        for (held, first, own) in slow.leaves(range) {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let meets = |_: usize, other: &Box3| other.meets(&held);
            slow.search(first, meets, |others| {
                for ((a, place), met) in own.iter().zip(first..).zip(&mut met) {
                    // Of its own leaf those behind it.
                    let skipped = (place + 1).saturating_sub(others.start);
                    self.test_leaf(a, slow, others.clone(), skipped, met);
                }
            });
            fixed.search(0, meets, |others| {
                for (a, met) in own.iter().zip(&mut met) {
                    self.test_leaf(a, fixed, others.clone(), 0, met);
                }
            });
            for (a, met) in own.iter().zip(&mut met) {
                take(a.of, met, found);
            }
        }
    }

    #[inline(always)]
    fn test_leaf(
        &self,
        a: &Item,
        tree: &Tree,
        others: std::ops::Range<usize>,
        skipped: usize,
        met: &mut Met,
    ) {
        let meet = tree.lanes(others.start).meet(&a.held);
        let items = tree.items()[others].iter().zip(meet).skip(skipped);
        for (b, _) in items.filter(|(_, meets)| *meets) {
            self.test(a.of, b.of, met);
        }
    }

    /// Loose bodies of a range of places, with those behind them and with all others.
    fn of_loose(&self, range: std::ops::Range<usize>, found: &mut Vec<[u32; 2]>) {
        let [fixed, slow, loose] = self.trees;
        let met = &mut Met::new();
        for place in range {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let a = loose.items()[place].of;
            let way = &self.bodies.boxes[a as usize];
            let cast = way.cast();
            for tree in [fixed, slow] {
                tree.visit(|held| cast.passes(held), |b| self.test(a, b.of, met));
            }
            // Those that fly beside it pass where it passes, at other times.
            let meets =
                |node: usize, held: &Box3| cast.passes(held) && way.may_meet(&self.ways[node]);
            loose.search(place + 1, meets, |others| {
                let behind = &loose.items()[others.start.max(place + 1)..others.end];
                for b in behind.iter().filter(|b| cast.passes(&b.held)) {
                    self.test(a, b.of, met);
                }
            });
            take(a, met, found);
        }
    }
}

/// In the order of spots.
#[inline(always)]
fn take(a: u32, met: &mut Met, found: &mut Vec<[u32; 2]>) {
    met.sort_unstable();
    found.extend(met.iter().map(|&[_, b]| [a, b]));
    met.clear();
}
