//! Broad phase: the pairs of bodies whose moving boxes overlap in a frame.
//!
//! Problem: most bodies move by less than their size, a few by many. The boxes of all that the latter pass through would
//! spoil a tree. Idea: three trees.
//! - Bodies that never move have one, built when one of them changes.
//! - Slow bodies have one that is refitted each frame and rebuilt every eighth.
//! - All others, the fast and the new, have one built each frame. Their boxes are cast through the other trees along their
//!   way.
//!
//! A pair is found from one side only: the leaf that stands first, or the loose body. Every pair that is found is tested by
//! the two moving boxes, so the result does not depend on the shape of a tree.
//!
//! Slow bodies may keep fat boxes, an eighth larger on every side. Their margin is [`FAT_MARGIN`]. The pairs of fat boxes that overlap are cached in a
//! neighbour list, so that most frames only test that list again. It is rebuilt once one body in 16 has left its fat box. If
//! a list serves only a few frames, the next trees go without, because a list that is hardly used costs more than it
//! saves.
//!
//! Boxes come here wide enough already: by at least half of the gap that counts as contact (`AdvanceOptions::widening`),
//! and by rounding (`moving_box`). The fat margin only saves work, because no pair depends on it.
//!
//! Sources: median splits and refitting are old; lists of neighbours are from Verlet, "Computer experiments on classical
//! fluids" (1967); the parts were chosen by measuring (`docs/measured/BENCHMARKS.md`). Loses where all are fast: then each frame builds
//! a tree.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::bvh::aabb::Aabb;
use crate::error::{Error, Result};
use crate::motion::moving_box::{MovingBox, Ways};
use crate::numeric::memory::has_room;
use crate::numeric::simd;
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::tree::{self, Item, LEAF_BOXES, Tree};

/// Displacement above which a body is fast, in sizes of its box.
const FAST_BODY_RATIO: f64 = 1.0;

/// Frames that the tree of slow bodies serves.
const MAX_TREE_AGE: u32 = 8;

/// The tree of slow bodies is rebuilt once one body in this many has left it.
const MAX_STRAY_RATIO: usize = 16;

/// Margin of a slow body's fat box on each side while there is a neighbour list, in longest sides of its box.
const FAT_MARGIN: f64 = 0.125;

/// Fewest frames that a neighbour list should serve. After one that served fewer, the next trees have no list: [`LIST_BACKOFF_TREES`].
const MIN_LIST_FRAMES: u32 = 4;

/// Backoff after a neighbour list that did not last, in trees. Fewer build lists in vain; more miss quiet frames.
const LIST_BACKOFF_TREES: u32 = 16;

/// Largest number of listed pairs a body. More would cost memory; fewer would give up the list in dense scenes.
const MAX_LISTED_PAIRS_A_BODY: usize = 64;

/// Prefetch distance, in boxes.
const PREFETCH_DISTANCE: usize = 16;

/// Bodies in a chunk of the search for pairs: whole leaves.
const BODIES_PER_CHUNK: usize = 64;

/// Index of a body that is not in the tree of slow ones.
const NOT_IN_TREE: u32 = u32::MAX;

/// First index of bodies in the tree of slow ones; those in the tree of loose ones count from 0.
const FIRST_SLOW: u32 = 1 << 30;

/// First index of bodies that never move.
const FIRST_STATIC: u32 = 1 << 31;

#[derive(Debug, Clone, Default)]
pub(crate) struct BroadPhase {
    fixed: BodyClass,
    slow: BodyClass,
    loose: BodyClass,
    /// Motions of the bodies in each node of the tree of loose ones.
    ways: Vec<Ways>,
    /// Where in the tree of slow bodies each body is, by its index.
    places: Vec<u32>,
    /// Where in the order of pairs each body is: loose ones, slow ones, those that never move, each in the order of leaves.
    pair_order: Vec<u32>,
    /// Which slow bodies have the proxy indices of the search before.
    have_stayed: Vec<bool>,
    /// Frames since the tree of slow bodies was built.
    age: u32,
    /// Neighbour list: the pairs whose fat boxes overlap, by chunks of slow bodies; None without a list.
    listed: Option<Vec<Vec<u64>>>,
    /// Trees to be built before times may be calm.
    restless: u32,
    found: Vec<ChunkPairs>,
}

/// Bodies of one kind.
#[derive(Debug, Clone, Default)]
struct BodyClass {
    tree: Tree,
    /// Their boxes, in the order of leaves: near each other in memory as they are in space.
    boxes: Vec<MovingBox>,
}

impl BodyClass {
    /// `fat_margin`: [`FAT_MARGIN`], or 0 for boxes that are not fat.
    fn rebuild(
        &mut self,
        of: &[u32],
        boxes: &[MovingBox],
        fat_margin: f64,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let held = |index: u32| {
            let held = &boxes[index as usize];
            let swept = held.swept();
            // Not of boxes beyond f64.
            match fat_margin * held.start.longest_side() {
                more if more > 0.0 => swept.wider(more),
                _ => swept,
            }
        };
        self.tree.rebuild(of, &held, jobs)?;
        let items = self.tree.items();
        self.boxes.resize(items.len(), MovingBox::EMPTY);
        in_pieces(
            jobs,
            &mut self.boxes,
            tree::BOXES_PER_CHUNK,
            &|first, held| {
                for (held, item) in held.iter_mut().zip(&items[first..]) {
                    *held = boxes[item.of as usize];
                }
            },
        )
        .map(|_| ())
    }

    /// Refits the tree to the same bodies, without those for which `is_there` does not hold.
    fn refit(
        &mut self,
        is_there: impl Fn(usize, u32) -> bool + Sync,
        boxes: &[MovingBox],
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let items = self.tree.items();
        in_pieces(
            jobs,
            &mut self.boxes,
            tree::BOXES_PER_CHUNK,
            &|first, held| {
                for ((held, item), place) in held.iter_mut().zip(&items[first..]).zip(first..) {
                    *held = match is_there(place, item.of) {
                        true => boxes[item.of as usize],
                        false => MovingBox::EMPTY,
                    };
                }
            },
        )?;
        let held = &self.boxes;
        let swept = |place: usize, index| match is_there(place, index) {
            true => held[place].swept(),
            false => Aabb::EMPTY,
        };
        self.tree.refit(&swept, jobs)
    }

    /// Returns the indices of the bodies that left their fat boxes.
    fn follow(
        &mut self,
        is_there: impl Fn(usize, u32) -> bool + Sync,
        boxes: &[MovingBox],
        jobs: &dyn Jobs,
    ) -> Result<Vec<Vec<u32>>> {
        let items = self.tree.items();
        in_pieces(
            jobs,
            &mut self.boxes,
            tree::BOXES_PER_CHUNK,
            &|first, held| {
                let mut left = Vec::new();
                for ((held, item), place) in held.iter_mut().zip(&items[first..]).zip(first..) {
                    if let Some(soon) = items.get(place + PREFETCH_DISTANCE) {
                        simd::prefetch_all(&boxes[soon.of as usize]);
                    }
                    let way = &boxes[item.of as usize];
                    *held = match is_there(place, item.of) {
                        true if item.held.holds(&way.swept()) => *way,
                        true => {
                            left.push(item.of);
                            MovingBox::EMPTY
                        }
                        false => MovingBox::EMPTY,
                    };
                }
                left
            },
        )
    }

    fn len(&self) -> usize {
        self.boxes.len()
    }

    fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes() + self.boxes.capacity() * size_of::<MovingBox>()
    }
}

/// Pairs that a chunk found.
#[derive(Debug, Clone, Default)]
struct ChunkPairs {
    /// Where its bodies begin.
    start: usize,
    pairs: Vec<u64>,
}

/// A pair as one number, by the proxy indices of its bodies: what is found first comes first.
#[inline(always)]
pub(crate) fn place_of(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// Pairs of loose bodies have places before this one.
pub(crate) const FIRST_OF_SLOW: u64 = (FIRST_SLOW as u64) << 32;

/// The bodies of a frame, by their indices.
pub(crate) struct FrameBodies<'a> {
    pub(crate) boxes: &'a [MovingBox],
    /// Those that move, and are not empty.
    pub(crate) moving: &'a [u32],
    /// Those that do not; None when they are as in the frame before.
    pub(crate) fixed: Option<&'a [u32]>,
    /// Whether a pair is to be visited; None where all are.
    pub(crate) allowed: Option<&'a (dyn Fn(u32, u32) -> bool + Sync)>,
    /// Largest number of pairs.
    pub(crate) max_pairs: u64,
    /// Whether no box moves.
    pub(crate) still: bool,
}

impl BroadPhase {
    /// The body of this index is no more, or another.
    pub(crate) fn forget(&mut self, index: u32) {
        if let Some(place) = self.places.get_mut(index as usize) {
            *place = NOT_IN_TREE;
        }
    }

    /// Finds every pair that is allowed and whose boxes meet, or says that they are too many.
    pub(crate) fn search(&mut self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<()> {
        self.places.resize(bodies.boxes.len(), NOT_IN_TREE);
        self.pair_order.resize(bodies.boxes.len(), NOT_IN_TREE);
        if let Some(fixed) = bodies.fixed {
            self.fixed.rebuild(fixed, bodies.boxes, 0.0, jobs)?;
            for (item, spot) in self.fixed.tree.items().iter().zip(FIRST_STATIC..) {
                self.pair_order[item.of as usize] = spot;
            }
        }
        self.have_stayed.clear();
        let placed = self.place(bodies, jobs);
        if placed.is_err() {
            // A tree that is not whole serves no other frame.
            (self.age, self.listed) = (MAX_TREE_AGE, None);
        }
        placed?;
        let (loose_count, slow_count) = (self.loose.len(), self.slow.len());
        let starts = (0..loose_count)
            .step_by(BODIES_PER_CHUNK)
            .chain((0..slow_count).step_by(BODIES_PER_CHUNK));
        let loose_pieces = loose_count.div_ceil(BODIES_PER_CHUNK);
        let pieces = loose_pieces + slow_count.div_ceil(BODIES_PER_CHUNK);
        self.found.resize_with(pieces, ChunkPairs::default);
        for (found, start) in self.found.iter_mut().zip(starts) {
            found.start = start;
        }
        let is_out = AtomicBool::new(false);
        let search = PairSearch {
            bodies,
            fixed: &self.fixed,
            slow: &self.slow,
            loose: &self.loose,
            ways: &self.ways,
            is_out: &is_out,
        };
        let listed = self.listed.as_ref();
        // No piece begins when there are too many, and none goes on when it has too many alone.
        let so_far = AtomicUsize::new(0);
        in_pieces(jobs, &mut self.found, 1, &|piece, found| {
            let ChunkPairs { start, pairs } = &mut found[0];
            pairs.clear();
            if so_far.load(Ordering::Relaxed) as u64 > bodies.max_pairs {
                return;
            }
            let listed = || listed.map(|listed| &listed[piece - loose_pieces]);
            if piece < loose_pieces {
                search.of_loose(*start..loose_count.min(*start + BODIES_PER_CHUNK), pairs);
            } else if let Some(listed) = listed() {
                search.of_listed(listed, pairs);
            } else {
                search.of_slow::<false>(*start..*start + BODIES_PER_CHUNK, pairs);
            }
            so_far.fetch_add(pairs.len(), Ordering::Relaxed);
        })?;
        search.check()?;
        for (item, spot) in self.loose.tree.items().iter().zip(0..) {
            self.pair_order[item.of as usize] = spot;
        }
        let max = bodies.max_pairs;
        match so_far.into_inner() as u64 > max {
            true => {
                self.found.clear();
                Err(Error::TooManyPairs { max })
            }
            false => Ok(()),
        }
    }

    /// Pairs that the last search found, each once, in order.
    pub(crate) fn found(&self) -> impl Iterator<Item = &[u64]> {
        self.found.iter().map(|found| found.pairs.as_slice())
    }

    /// Whether both bodies of a place of the search before have their proxy indices still.
    #[inline(always)]
    pub(crate) fn has_stayed(&self, place: u64) -> bool {
        let stayed = |spot: u32| match spot {
            FIRST_STATIC.. => true,
            FIRST_SLOW.. => self.have_stayed[(spot - FIRST_SLOW) as usize],
            _ => false,
        };
        !self.have_stayed.is_empty() && stayed((place >> 32) as u32) && stayed(place as u32)
    }

    /// Where in the order of pairs each body is, by its index.
    pub(crate) fn pair_order(&self) -> &[u32] {
        &self.pair_order
    }

    /// The index of the body of a proxy index.
    #[inline(always)]
    pub(crate) fn index(&self, spot: u32) -> u32 {
        let (kind, first) = match spot {
            FIRST_STATIC.. => (&self.fixed, FIRST_STATIC),
            FIRST_SLOW.. => (&self.slow, FIRST_SLOW),
            _ => (&self.loose, 0),
        };
        kind.tree.items()[(spot - first) as usize].of
    }

    /// Number of slots of bodies that move.
    pub(crate) fn movers(&self) -> usize {
        self.loose.len() + self.slow.len()
    }

    /// The index of the body of one of these, by their order. It may be no more, or stand there a second time.
    pub(crate) fn index_of_mover(&self, mover: usize) -> u32 {
        let items = self.loose.tree.items();
        match mover.checked_sub(items.len()) {
            Some(place) => self.slow.tree.items()[place].of,
            None => items[mover].of,
        }
    }

    /// Which of these a proxy index belongs to; none for a body that never moves.
    #[inline(always)]
    pub(crate) fn mover(&self, spot: u32) -> Option<usize> {
        match spot {
            FIRST_STATIC.. => None,
            FIRST_SLOW.. => Some(self.loose.len() + (spot - FIRST_SLOW) as usize),
            _ => Some(spot as usize),
        }
    }

    /// The tree of slow bodies, of their boxes without the fat margin.
    fn refit(&mut self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<()> {
        let places = &self.places;
        let is_there = |place, index| places[index as usize] == place as u32;
        self.slow.refit(is_there, bodies.boxes, jobs)
    }

    /// The pairs of slow bodies, and of these and fixed ones, whose fat boxes overlap; none where they are too many.
    fn list(&self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<Option<Vec<Vec<u64>>>> {
        let is_out = AtomicBool::new(false);
        let search = PairSearch {
            bodies: &FrameBodies {
                max_pairs: (MAX_LISTED_PAIRS_A_BODY * BODIES_PER_CHUNK) as u64,
                ..*bodies
            },
            fixed: &self.fixed,
            slow: &self.slow,
            loose: &self.loose,
            ways: &self.ways,
            is_out: &is_out,
        };
        let mut listed = vec![Vec::new(); self.slow.len().div_ceil(BODIES_PER_CHUNK)];
        in_pieces(jobs, &mut listed, 1, &|piece, pairs| {
            let start = piece * BODIES_PER_CHUNK;
            search.of_slow::<true>(start..start + BODIES_PER_CHUNK, &mut pairs[0]);
        })?;
        search.check()?;
        let few = |pairs: &Vec<u64>| pairs.len() <= MAX_LISTED_PAIRS_A_BODY * BODIES_PER_CHUNK;
        Ok(listed.iter().all(few).then_some(listed))
    }

    /// Gives every moving body its place in one of the two trees.
    fn place(&mut self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<()> {
        let fast = fast(bodies, jobs)?;
        let is_fast = |index: &u32| fast.get(*index as usize) == Some(&true);
        let strays = |places: &[u32]| {
            let strayed = |index: &&u32| places[**index as usize] == NOT_IN_TREE && !is_fast(index);
            bodies.moving.iter().filter(strayed).count()
        };
        self.age += 1;
        for (place, is_fast) in self.places.iter_mut().zip(&fast) {
            if *is_fast {
                *place = NOT_IN_TREE;
            }
        }
        if self.listed.is_some() {
            let places = &self.places;
            let is_there = |place, index| places[index as usize] == place as u32;
            let left = self.slow.follow(is_there, bodies.boxes, jobs)?;
            for index in left.into_iter().flatten() {
                self.places[index as usize] = NOT_IN_TREE;
            }
        }
        let many = self.slow.len() / MAX_STRAY_RATIO;
        let strayed = strays(&self.places) > many;
        let served = match self.listed {
            Some(_) => bodies.fixed.is_some(),
            None => self.age >= MAX_TREE_AGE,
        };
        if strayed || served {
            self.restless = match self.listed.take() {
                Some(_) if self.age < MIN_LIST_FRAMES => LIST_BACKOFF_TREES,
                _ => self.restless.saturating_sub(1),
            };
            self.age = 0;
            let calm = self.restless == 0;
            let fat_margin = if calm { FAT_MARGIN } else { 0.0 };
            let slow = bodies.moving.iter().filter(|&index| !is_fast(index));
            let slow: Vec<u32> = slow.copied().collect();
            self.slow.rebuild(&slow, bodies.boxes, fat_margin, jobs)?;
            self.places.fill(NOT_IN_TREE);
            for (item, place) in self.slow.tree.items().iter().zip(0..) {
                self.places[item.of as usize] = place;
                self.pair_order[item.of as usize] = FIRST_SLOW + place;
            }
            if calm {
                self.listed = self.list(bodies, jobs)?;
            }
            if calm && self.listed.is_none() {
                self.restless = LIST_BACKOFF_TREES;
                self.refit(bodies, jobs)?;
            }
        } else if self.listed.is_none() {
            self.refit(bodies, jobs)?;
        }
        let places = &self.places;
        if self.age > 0 && bodies.fixed.is_none() {
            let items = self.slow.tree.items().iter().zip(0..);
            let stayed = items.map(|(item, place)| places[item.of as usize] == place);
            self.have_stayed.extend(stayed);
        }
        let loose = bodies.moving.iter();
        let loose = loose.filter(|&&index| places[index as usize] == NOT_IN_TREE);
        let loose: Vec<u32> = loose.copied().collect();
        self.loose.rebuild(&loose, bodies.boxes, 0.0, jobs)?;
        let way = |place: usize| Ways::of(&self.loose.boxes[place]);
        let tree = &self.loose.tree;
        tree.fold(&mut self.ways, way, Ways::and, jobs)?;
        Ok(())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let kinds = [&self.fixed, &self.slow, &self.loose];
        kinds.map(BodyClass::memory_bytes).iter().sum::<usize>()
            + self.ways.capacity() * size_of::<Ways>()
            + (self.places.capacity() + self.pair_order.capacity()) * size_of::<u32>()
            + self.have_stayed.capacity()
            + self
                .listed
                .iter()
                .flatten()
                .map(|pairs| pairs.capacity())
                .sum::<usize>()
                * size_of::<u64>()
            + self
                .found
                .iter()
                .map(|found| found.pairs.capacity())
                .sum::<usize>()
                * size_of::<u64>()
    }
}

/// Which bodies are fast, by their indices; none where no box moves.
fn fast(bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<Vec<bool>> {
    if bodies.still {
        return Ok(Vec::new());
    }
    let mut fast = vec![false; bodies.boxes.len()];
    in_pieces(jobs, &mut fast, tree::BOXES_PER_CHUNK, &|first, fast| {
        for (fast, held) in fast.iter_mut().zip(&bodies.boxes[first..]) {
            *fast = !(held.speed() <= FAST_BODY_RATIO);
        }
    })?;
    Ok(fast)
}

struct PairSearch<'a> {
    bodies: &'a FrameBodies<'a>,
    fixed: &'a BodyClass,
    slow: &'a BodyClass,
    loose: &'a BodyClass,
    ways: &'a [Ways],
    /// Whether a list could not grow.
    is_out: &'a AtomicBool,
}

/// A body whose overlaps are searched.
struct Seeker<'a> {
    /// Its index and all that it passes through.
    item: &'a Item,
    way: &'a MovingBox,
}

/// Slow bodies of a leaf.
struct Leaf<'a> {
    /// Around all.
    held: Aabb,
    /// The place of the first.
    first: usize,
    own: &'a [Item],
}

/// Spots of those that a body meets.
type Met = Vec<u32>;

impl PairSearch<'_> {
    /// Fails if a list could not grow.
    fn check(&self) -> Result<()> {
        match self.is_out.load(Ordering::Relaxed) {
            true => Err(Error::OutOfMemory {
                bytes: size_of::<u64>(),
            }),
            false => Ok(()),
        }
    }

    /// Whether a list has room for so many items more.
    #[inline(always)]
    fn has_room<T>(&self, list: &mut Vec<T>, more: usize) -> bool {
        let has_room = has_room(list, more);
        if !has_room {
            self.is_out.store(true, Ordering::Relaxed);
        }
        has_room
    }

    /// Whether two bodies are a pair: the last word.
    #[inline(always)]
    fn test(&self, a: &Seeker<'_>, kind: &BodyClass, b: usize) -> bool {
        let (other, way) = (&kind.tree.items()[b], &kind.boxes[b]);
        let meets = match self.bodies.still {
            true => a.way.start.meets(&way.start),
            false => a.way.meets(way),
        };
        meets
            && self
                .bodies
                .allowed
                .is_none_or(|allowed| allowed(a.item.of, other.of))
    }

    /// Slow bodies of a range of places, with those behind them and with those that never move.
    /// With `FAT`, those whose fat boxes overlap.
    fn of_slow<const FAT: bool>(&self, range: std::ops::Range<usize>, found: &mut Vec<u64>) {
        simd::widest(
            #[inline(always)]
            || self.of_slow_inlined::<FAT>(range, found),
        );
    }

    /// Those of a list that meet.
    fn of_listed(&self, listed: &[u64], found: &mut Vec<u64>) {
        let both = |place: u64| {
            let (a, b) = (((place >> 32) as u32 - FIRST_SLOW) as usize, place as u32);
            match b {
                FIRST_STATIC.. => (a, self.fixed, (b - FIRST_STATIC) as usize),
                _ => (a, self.slow, (b - FIRST_SLOW) as usize),
            }
        };
        if !self.has_room(found, listed.len()) {
            return;
        }
        if self.bodies.still && self.bodies.allowed.is_none() {
            // Nothing waits for what was found of another pair.
            found.resize(listed.len(), 0);
            let mut count = 0;
            for &place in listed {
                let (a, kind, b) = both(place);
                found[count] = place;
                count += usize::from(self.slow.boxes[a].start.meets(&kind.boxes[b].start));
            }
            found.truncate(count);
            return;
        }
        found.extend(listed.iter().filter(|&&place| {
            let (a, kind, b) = both(place);
            let a = Seeker {
                item: &self.slow.tree.items()[a],
                way: &self.slow.boxes[a],
            };
            self.test(&a, kind, b)
        }));
    }

    #[inline(always)]
    fn of_slow_inlined<const FAT: bool>(
        &self,
        range: std::ops::Range<usize>,
        found: &mut Vec<u64>,
    ) {
        let mut met: [Met; LEAF_BOXES] = Default::default();
        for (held, first, own) in self.slow.tree.leaves(range) {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let leaf = Leaf { held, first, own };
            let meets = |_: usize, other: &Aabb| other.meets(&held);
            self.slow.tree.search(first, meets, |others| {
                self.test_leaf::<FAT>(&leaf, (self.slow, FIRST_SLOW), others, &mut met);
            });
            self.fixed.tree.search(0, meets, |others| {
                self.test_leaf::<FAT>(&leaf, (self.fixed, FIRST_STATIC), others, &mut met);
            });
            for (met, spot) in met.iter_mut().zip(FIRST_SLOW + first as u32..) {
                if self.has_room(found, met.len()) {
                    found.extend(met.iter().map(|&b| place_of(spot, b)));
                }
                met.clear();
            }
        }
    }

    /// Slow bodies of a leaf with those of another, or of the same; each pair once.
    #[inline(always)]
    fn test_leaf<const FAT: bool>(
        &self,
        leaf: &Leaf<'_>,
        (kind, first_index): (&BodyClass, u32),
        others: std::ops::Range<usize>,
        met: &mut [Met; LEAF_BOXES],
    ) {
        let own = self.slow.tree.lanes(leaf.first);
        let is_own = first_index == FIRST_SLOW && others.start == leaf.first;
        // Few of the other leaf meet all of this one.
        let near = kind.tree.lanes(others.start).meet(&leaf.held);
        for (b, _) in others.zip(near).filter(|(_, near)| *near) {
            let meet = own.meet(&kind.tree.items()[b].held);
            let before = if is_own {
                b - leaf.first
            } else {
                leaf.own.len()
            };
            for (k, met) in met.iter_mut().enumerate().take(before) {
                let a = Seeker {
                    item: &leaf.own[k],
                    way: &self.slow.boxes[leaf.first + k],
                };
                if meet[k] && (FAT || self.test(&a, kind, b)) && self.has_room(met, 1) {
                    met.push(first_index + b as u32);
                }
            }
        }
    }

    /// Loose bodies of a range of places, with those behind them and with all others.
    fn of_loose(&self, range: std::ops::Range<usize>, found: &mut Vec<u64>) {
        for place in range {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let a = Seeker {
                item: &self.loose.tree.items()[place],
                way: &self.loose.boxes[place],
            };
            let cast = a.way.cast();
            let mut passes = |kind: &BodyClass, b: usize, first_index: u32| {
                if cast.passes(&kind.tree.items()[b].held)
                    && self.test(&a, kind, b)
                    && self.has_room(found, 1)
                {
                    found.push(place_of(place as u32, first_index + b as u32));
                }
            };
            // Those that fly beside it pass where it passes, at other times.
            let meets =
                |node: usize, held: &Aabb| cast.passes(held) && a.way.may_meet(&self.ways[node]);
            self.loose.tree.search(place + 1, meets, |others| {
                let behind = others.start.max(place + 1)..others.end;
                behind.for_each(|b| passes(self.loose, b, 0));
            });
            for (kind, first_index) in [(self.slow, FIRST_SLOW), (self.fixed, FIRST_STATIC)] {
                let meets = |_: usize, held: &Aabb| cast.passes(held);
                kind.tree.search(0, meets, |others| {
                    others.for_each(|b| passes(kind, b, first_index));
                });
            }
        }
    }
}
