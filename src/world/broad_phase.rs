//! Broad phase: the pairs of bodies whose moving boxes overlap in a frame.
//!
//! Problem: most bodies move by less than their size, a few by many. The boxes of all that the latter pass through would
//! spoil a tree. Idea: three trees.
//! - Bodies that never move have one, built when one of them changes.
//! - Slow bodies have one that is refitted each frame and rebuilt every eighth. They may keep fat boxes ([`FAT_MARGIN`]).
//! - All others have one built each frame: the fast ones and those that are new or left their fat box. Code calls all of these
//!   fast. Their boxes are cast through the other trees along their motion. Those that no filter lets meet each other, for
//!   example bullets, are in no tree.
//!
//! The nodes of a tree have bounds of the filters of their bodies (`filter_bounds`), so bodies that no filter lets meet are
//! not compared, even if all are in one place.
//!
//! A pair is found from one side only: the leaf that stands first, or the fast body. Every pair that is found is tested by
//! the two moving boxes, so the result does not depend on the shape of a tree.
//!
//! The pairs of fat boxes that overlap are cached in a neighbour list, so that most frames only test that list again. It is
//! rebuilt once one body in 16 has left its fat box. If a list serves only a few frames, the next trees go without, because a
//! list that is hardly used costs more than it saves.
//!
//! Boxes come here wide enough already: by at least half of the gap that counts as contact (`AdvanceOptions::widening`),
//! and by rounding (`moving_box`). The fat margin only saves work, because no pair depends on it.
//!
//! Sources: median splits and refitting are old; lists of neighbours are from Verlet, "Computer experiments on classical
//! fluids" (1967); the parts were chosen by measuring (`docs/measured/BENCHMARKS.md`). Loses where all are fast: then each frame builds
//! a tree.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::error::{Error, Result};
use crate::motion::moving_box::MotionBounds;
use crate::numeric::memory::heap_bytes;
use crate::world::body_class::BodyClass;
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::pair_search::{FIRST_SLOW, FIRST_STATIC, FrameBodies, PairSearch};
use crate::world::tree;

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

/// Bodies in a chunk of the search for pairs: whole leaves.
const BODIES_PER_CHUNK: usize = 64;

/// Index of a body that is not in the tree of slow ones.
const NOT_IN_TREE: u32 = u32::MAX;

#[derive(Debug, Clone, Default)]
pub(crate) struct BroadPhase {
    fixed: BodyClass,
    slow: BodyClass,
    fast: BodyClass,
    /// Motions of the bodies in each node of the tree of fast ones.
    motion_bounds: Vec<MotionBounds>,
    /// Slot of each body in the tree of slow ones, by body index.
    slots: Vec<u32>,
    /// Proxy index of each body, by body index: fast bodies come first, then slow ones, then those that never move, each class in the order of its leaves.
    proxies: Vec<u32>,
    /// Which slow bodies have the same proxy index as in the search before.
    have_stayed: Vec<bool>,
    /// Frames since the tree of slow bodies was built.
    age: u32,
    /// Neighbour list: the pairs whose fat boxes overlap, by chunks of slow bodies; None without a list.
    listed: Option<Vec<Vec<u64>>>,
    /// How many of the next trees of slow bodies are built without a neighbour list.
    trees_without_list: u32,
    found: Vec<ChunkPairs>,
}

/// Pairs that a chunk found.
#[derive(Debug, Clone, Default)]
struct ChunkPairs {
    /// Where its bodies begin.
    start: usize,
    pairs: Vec<u64>,
}

impl BroadPhase {
    /// Forgets a body that was removed or whose index another body has now.
    pub(crate) fn forget(&mut self, index: u32) {
        if let Some(slot) = self.slots.get_mut(index as usize) {
            *slot = NOT_IN_TREE;
        }
    }

    /// Finds every pair that is allowed and whose boxes meet, or says that they are too many.
    pub(crate) fn search(&mut self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<()> {
        self.slots.resize(bodies.boxes.len(), NOT_IN_TREE);
        self.proxies.resize(bodies.boxes.len(), NOT_IN_TREE);
        if let Some(fixed) = bodies.fixed {
            self.fixed
                .rebuild((fixed, Vec::new()), bodies.boxes, 0.0, jobs)?;
            for (item, proxy) in self.fixed.tree.items().iter().zip(FIRST_STATIC..) {
                self.proxies[item.index as usize] = proxy;
            }
        }
        self.have_stayed.clear();
        if bodies.new_filters {
            self.fixed.forget_filters();
            self.slow.forget_filters();
        }
        let assigned = self.assign(bodies, jobs);
        if assigned.is_err() {
            // A tree that is not whole serves no other frame.
            (self.age, self.listed) = (MAX_TREE_AGE, None);
        }
        assigned?;
        let (fast_count, slow_count) = (self.fast.len(), self.slow.len());
        let starts = (0..fast_count)
            .step_by(BODIES_PER_CHUNK)
            .chain((0..slow_count).step_by(BODIES_PER_CHUNK));
        let fast_pieces = fast_count.div_ceil(BODIES_PER_CHUNK);
        let pieces = fast_pieces + slow_count.div_ceil(BODIES_PER_CHUNK);
        self.found.resize_with(pieces, ChunkPairs::default);
        for (found, start) in self.found.iter_mut().zip(starts) {
            found.start = start;
        }
        let out_of_memory = AtomicBool::new(false);
        let search = PairSearch {
            bodies,
            fixed: &self.fixed,
            slow: &self.slow,
            fast: &self.fast,
            motion_bounds: &self.motion_bounds,
            out_of_memory: &out_of_memory,
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
            let listed = || listed.map(|listed| &listed[piece - fast_pieces]);
            if piece < fast_pieces {
                search.of_fast(*start..fast_count.min(*start + BODIES_PER_CHUNK), pairs);
            } else if let Some(listed) = listed() {
                search.of_listed(listed, pairs);
            } else {
                search.of_slow::<false>(*start..*start + BODIES_PER_CHUNK, pairs);
            }
            so_far.fetch_add(pairs.len(), Ordering::Relaxed);
        })?;
        search.check()?;
        for slot in 0..fast_count {
            self.proxies[self.fast.index(slot) as usize] = slot as u32;
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

    /// Whether both bodies of a pair of the search before still have the proxy indices of its key.
    #[inline(always)]
    pub(crate) fn has_stayed(&self, key: u64) -> bool {
        let stayed = |proxy: u32| match proxy {
            FIRST_STATIC.. => true,
            FIRST_SLOW.. => self.have_stayed[(proxy - FIRST_SLOW) as usize],
            _ => false,
        };
        !self.have_stayed.is_empty() && stayed((key >> 32) as u32) && stayed(key as u32)
    }

    /// Proxy index of each body, by body index.
    pub(crate) fn proxies(&self) -> &[u32] {
        &self.proxies
    }

    /// Index of the body that has this proxy index.
    #[inline(always)]
    pub(crate) fn body_index(&self, proxy: u32) -> u32 {
        let (class, first) = match proxy {
            FIRST_STATIC.. => (&self.fixed, FIRST_STATIC),
            FIRST_SLOW.. => (&self.slow, FIRST_SLOW),
            _ => (&self.fast, 0),
        };
        class.index((proxy - first) as usize)
    }

    /// Number of slots of moving bodies, fast and slow.
    pub(crate) fn movers(&self) -> usize {
        self.fast.len() + self.slow.len()
    }

    /// Index of the body in this slot of the moving ones. That body may be gone, or be in a second slot too.
    pub(crate) fn index_of_mover(&self, mover: usize) -> u32 {
        match mover.checked_sub(self.fast.len()) {
            Some(slot) => self.slow.index(slot),
            None => self.fast.index(mover),
        }
    }

    /// Slot among the moving bodies of a proxy index; None for a body that never moves.
    #[inline(always)]
    pub(crate) fn mover(&self, proxy: u32) -> Option<usize> {
        match proxy {
            FIRST_STATIC.. => None,
            FIRST_SLOW.. => Some(self.fast.len() + (proxy - FIRST_SLOW) as usize),
            _ => Some(proxy as usize),
        }
    }

    /// Refits the tree of slow bodies to their boxes without the fat margin.
    fn refit(&mut self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<()> {
        let slots = &self.slots;
        let is_there = |slot, index| slots[index as usize] == slot as u32;
        self.slow.refit(is_there, bodies.boxes, jobs)
    }

    /// Lists the pairs of slow bodies, and of slow and fixed ones, whose fat boxes overlap; None where they are too many.
    fn list(&self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<Option<Vec<Vec<u64>>>> {
        let out_of_memory = AtomicBool::new(false);
        let search = PairSearch {
            bodies: &FrameBodies {
                max_pairs: (MAX_LISTED_PAIRS_A_BODY * BODIES_PER_CHUNK) as u64,
                ..*bodies
            },
            fixed: &self.fixed,
            slow: &self.slow,
            fast: &self.fast,
            motion_bounds: &self.motion_bounds,
            out_of_memory: &out_of_memory,
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

    /// Gives every moving body its slot in the tree of slow bodies or among the fast ones.
    fn assign(&mut self, bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<()> {
        let fast = fast_bodies(bodies, jobs)?;
        let movers = || bodies.moving.iter().copied().zip(fast.iter().copied());
        self.age += 1;
        for (index, _) in movers().filter(|(_, is_fast)| *is_fast) {
            self.slots[index as usize] = NOT_IN_TREE;
        }
        if self.listed.is_some() {
            let slots = &self.slots;
            let is_there = |slot, index| slots[index as usize] == slot as u32;
            let left = self.slow.follow(is_there, bodies.boxes, jobs)?;
            for index in left.into_iter().flatten() {
                self.slots[index as usize] = NOT_IN_TREE;
            }
        }
        let has_strayed =
            |(index, is_fast): &(u32, bool)| self.slots[*index as usize] == NOT_IN_TREE && !is_fast;
        let strayed = movers().filter(has_strayed).count() > self.slow.len() / MAX_STRAY_RATIO;
        let served = match self.listed {
            Some(_) => bodies.fixed.is_some() || bodies.new_filters,
            None => self.age >= MAX_TREE_AGE,
        };
        if strayed || served {
            let slow = movers().filter(|(_, is_fast)| !is_fast);
            let slow: Vec<u32> = slow.map(|(index, _)| index).collect();
            self.rebuild_slow(&slow, bodies, jobs)?;
        } else if self.listed.is_none() {
            self.refit(bodies, jobs)?;
        }
        let slots = &self.slots;
        if self.age > 0 && bodies.fixed.is_none() {
            let items = self.slow.tree.items().iter().zip(0..);
            let stayed = items.map(|(item, slot)| slots[item.index as usize] == slot);
            self.have_stayed.extend(stayed);
        }
        let is_other = |index: &u32| slots[*index as usize] == NOT_IN_TREE;
        let others = bodies.moving.iter().copied().filter(is_other).collect();
        self.rebuild_fast(others, bodies, jobs)?;
        if bodies.filters.is_some() {
            let filter = |index| bodies.filter_bounds(index);
            for class in [&mut self.fixed, &mut self.slow, &mut self.fast] {
                class.read_filters(filter, jobs)?;
            }
        }
        Ok(())
    }

    /// Builds the tree of slow bodies, and their neighbour list unless the last ones did not last.
    fn rebuild_slow(
        &mut self,
        slow: &[u32],
        bodies: &FrameBodies<'_>,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        self.trees_without_list = match self.listed.take() {
            Some(_) if self.age < MIN_LIST_FRAMES => LIST_BACKOFF_TREES,
            _ => self.trees_without_list.saturating_sub(1),
        };
        self.age = 0;
        let with_list = self.trees_without_list == 0;
        let fat_margin = if with_list { FAT_MARGIN } else { 0.0 };
        self.slow
            .rebuild((slow, Vec::new()), bodies.boxes, fat_margin, jobs)?;
        for &index in bodies.moving {
            self.slots[index as usize] = NOT_IN_TREE;
        }
        for (item, slot) in self.slow.tree.items().iter().zip(0..) {
            self.slots[item.index as usize] = slot;
            self.proxies[item.index as usize] = FIRST_SLOW + slot;
        }
        if with_list {
            if bodies.filters.is_some() {
                let filter = |index| bodies.filter_bounds(index);
                self.slow.read_filters(filter, jobs)?;
                self.fixed.read_filters(filter, jobs)?;
            }
            self.listed = self.list(bodies, jobs)?;
        }
        if with_list && self.listed.is_none() {
            self.trees_without_list = LIST_BACKOFF_TREES;
            self.refit(bodies, jobs)?;
        }
        Ok(())
    }

    /// Builds the tree of fast bodies, without those that no filter lets meet each other, and prepares the other trees for
    /// the casts of all.
    fn rebuild_fast(
        &mut self,
        others: Vec<u32>,
        bodies: &FrameBodies<'_>,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let (alone, others) = bodies.split_alone(others);
        self.fast
            .rebuild((&others, alone), bodies.boxes, 0.0, jobs)?;
        let in_tree = &self.fast.boxes[self.fast.alone.len()..];
        let motion = |item: usize| MotionBounds::of(&in_tree[item]);
        let tree = &self.fast.tree;
        tree.fold(&mut self.motion_bounds, motion, MotionBounds::and, jobs)?;
        if self.fast.len() > 0 {
            self.slow.prepare_casts(jobs)?;
            self.fixed.prepare_casts(jobs)?;
        }
        Ok(())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let classes = [&self.fixed, &self.slow, &self.fast];
        classes.map(BodyClass::memory_bytes).iter().sum::<usize>()
            + heap_bytes(&self.motion_bounds)
            + heap_bytes(&self.slots)
            + heap_bytes(&self.proxies)
            + heap_bytes(&self.have_stayed)
            + (self.listed.iter().flatten().map(heap_bytes)).sum::<usize>()
            + (self.found.iter().map(|found| heap_bytes(&found.pairs))).sum::<usize>()
    }
}

/// Which of the moving bodies are fast; none where no box moves.
fn fast_bodies(bodies: &FrameBodies<'_>, jobs: &dyn Jobs) -> Result<Vec<bool>> {
    let mut fast = vec![false; bodies.moving.len()];
    if bodies.still {
        return Ok(fast);
    }
    in_pieces(jobs, &mut fast, tree::BOXES_PER_CHUNK, &|first, fast| {
        for (fast, index) in fast.iter_mut().zip(&bodies.moving[first..]) {
            *fast = !(bodies.boxes[*index as usize].speed() <= FAST_BODY_RATIO);
        }
    })?;
    Ok(fast)
}
