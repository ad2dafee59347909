//! The search for pairs in the trees of the broad phase, a chunk of bodies at a time.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::bvh::aabb::Aabb;
use crate::error::{Error, Result, ensure};
use crate::motion::moving_box::{MotionBounds, MovingBox};
use crate::numeric::memory::has_room;
use crate::numeric::simd;
use crate::world::body_class::BodyClass;
use crate::world::body_proxy::BodyProxy;
use crate::world::filter::FilterBounds;
use crate::world::tree::{Branch, Item, LEAF_BOXES};

/// First proxy index of the bodies in the tree of slow ones. Those in the tree of fast ones count from 0.
pub(crate) const FIRST_SLOW: u32 = 1 << 30;

/// First proxy index of the bodies that never move.
pub(crate) const FIRST_STATIC: u32 = 1 << 31;

/// A pair as one number, by the proxy indices of its bodies. Pairs are found in this order.
#[inline(always)]
pub(crate) fn pair_key(a: u32, b: u32) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}

/// Pairs with a fast body have keys below this one.
pub(crate) const FIRST_SLOW_KEY: u64 = (FIRST_SLOW as u64) << 32;

/// The bodies of a frame, by their indices.
pub(crate) struct FrameBodies<'a> {
    pub(crate) boxes: &'a [MovingBox],
    /// The bodies that move and are not empty.
    pub(crate) moving: &'a [u32],
    /// The bodies that never move; None when they are as in the frame before.
    pub(crate) fixed: Option<&'a [u32]>,
    /// Whether a pair is to be visited; None where all are.
    pub(crate) allowed: Option<&'a (dyn Fn(u32, u32) -> bool + Sync)>,
    /// The filters of all bodies; None where they forbid no pair.
    pub(crate) filters: Option<&'a [BodyProxy]>,
    /// Whether a filter has changed since the frame before.
    pub(crate) new_filters: bool,
    /// Largest number of pairs.
    pub(crate) max_pairs: u64,
    /// Whether no box moves.
    pub(crate) still: bool,
}

impl FrameBodies<'_> {
    /// The filter of a body. Without filters that forbid pairs, all are alike.
    pub(crate) fn filter_bounds(&self, index: u32) -> FilterBounds {
        let proxy = self.filters.map(|filters| &filters[index as usize]);
        FilterBounds::of(&proxy.map(|proxy| proxy.filter).unwrap_or_default())
    }

    /// Takes out those of which no filter lets any two meet, if all that do not meet their own kind are such.
    pub(crate) fn split_alone(&self, indices: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
        if self.filters.is_none() {
            return (Vec::new(), indices);
        }
        let meets_own_kind = |index: &u32| {
            let filter = self.filter_bounds(*index);
            filter.may_meet(&filter)
        };
        let alone = indices.iter().filter(|index| !meets_own_kind(index));
        let all = alone.map(|index| self.filter_bounds(*index));
        match all.reduce(|a, b| a.and(&b)) {
            Some(all) if !all.may_meet(&all) => indices
                .into_iter()
                .partition(|index| !meets_own_kind(index)),
            _ => (Vec::new(), indices),
        }
    }
}

/// The trees and bodies of one search.
pub(crate) struct PairSearch<'a> {
    pub(crate) bodies: &'a FrameBodies<'a>,
    pub(crate) fixed: &'a BodyClass,
    pub(crate) slow: &'a BodyClass,
    pub(crate) fast: &'a BodyClass,
    pub(crate) motion_bounds: &'a [MotionBounds],
    /// Whether a list could not grow.
    pub(crate) out_of_memory: &'a AtomicBool,
}

/// A body whose overlaps are searched.
struct Seeker<'a> {
    index: u32,
    moving: &'a MovingBox,
}

/// Slow bodies of a leaf.
struct Leaf<'a> {
    /// Around all.
    bounds: Aabb,
    /// The slot of the first.
    first: usize,
    own: &'a [Item],
}

/// Proxy indices of the bodies that a body meets.
type Partners = Vec<u32>;

impl PairSearch<'_> {
    /// Fails if a list could not grow.
    pub(crate) fn check(&self) -> Result<()> {
        let bytes = size_of::<u64>();
        let is_out = self.out_of_memory.load(Ordering::Relaxed);
        ensure(!is_out, || Error::OutOfMemory { bytes })
    }

    /// Whether a list has room for so many items more.
    #[inline(always)]
    fn has_room<T>(&self, list: &mut Vec<T>, more: usize) -> bool {
        let has_room = has_room(list, more);
        if !has_room {
            self.out_of_memory.store(true, Ordering::Relaxed);
        }
        has_room
    }

    /// Whether two bodies are a pair. This test decides; those of the trees only sort out.
    #[inline(always)]
    fn test(&self, a: &Seeker<'_>, class: &BodyClass, b: usize) -> bool {
        let (other, moving) = (class.index(b), &class.boxes[b]);
        let meets = match self.bodies.still {
            true => a.moving.start.meets(&moving.start),
            false => a.moving.meets(moving),
        };
        meets
            && self
                .bodies
                .allowed
                .is_none_or(|allowed| allowed(a.index, other))
    }

    /// Adds the pairs of the slow bodies of a range of slots with slow bodies of later slots and with those that never move.
    /// With `FAT`, these are the pairs whose fat boxes overlap.
    pub(crate) fn of_slow<const FAT: bool>(
        &self,
        range: std::ops::Range<usize>,
        found: &mut Vec<u64>,
    ) {
        match simd::fast() {
            Some(fast) => fast.run(
                #[inline(always)]
                || self.of_slow_inlined(FAT, range, found),
            ),
            None => self.of_slow_outlined(FAT, range, found),
        }
    }

    /// The slow copy of [`of_slow`](Self::of_slow).
    #[cold]
    #[inline(never)]
    fn of_slow_outlined(&self, fat: bool, range: std::ops::Range<usize>, found: &mut Vec<u64>) {
        self.of_slow_inlined(fat, range, found);
    }

    /// Adds the pairs of a neighbour list that meet.
    pub(crate) fn of_listed(&self, listed: &[u64], found: &mut Vec<u64>) {
        let both = |key: u64| {
            let (a, b) = (((key >> 32) as u32 - FIRST_SLOW) as usize, key as u32);
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
            for &key in listed {
                let (a, class, b) = both(key);
                found[count] = key;
                count += usize::from(self.slow.boxes[a].start.meets(&class.boxes[b].start));
            }
            found.truncate(count);
            return;
        }
        found.extend(listed.iter().filter(|&&key| {
            let (a, class, b) = both(key);
            let a = Seeker {
                index: self.slow.index(a),
                moving: &self.slow.boxes[a],
            };
            self.test(&a, class, b)
        }));
    }

    #[inline(always)]
    fn of_slow_inlined(&self, fat: bool, range: std::ops::Range<usize>, found: &mut Vec<u64>) {
        let mut partners: [Partners; LEAF_BOXES] = Default::default();
        for (bounds, first, own) in self.slow.tree.leaves(range) {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let leaf = Leaf { bounds, first, own };
            let filters = self.filters(own);
            let meets = |class: &BodyClass, node: Branch, other: &Aabb| {
                other.meets(&bounds) && class.may_meet(node, filters.as_ref())
            };
            let meets_slow = |node: Branch, other: &Aabb| meets(self.slow, node, other);
            let meets_fixed = |node: Branch, other: &Aabb| meets(self.fixed, node, other);
            self.slow.tree.search(first, meets_slow, |others| {
                self.test_leaf(fat, &leaf, (self.slow, FIRST_SLOW), others, &mut partners);
            });
            self.fixed.tree.search(0, meets_fixed, |others| {
                self.test_leaf(
                    fat,
                    &leaf,
                    (self.fixed, FIRST_STATIC),
                    others,
                    &mut partners,
                );
            });
            for (partners, proxy) in partners.iter_mut().zip(FIRST_SLOW + first as u32..) {
                if self.has_room(found, partners.len()) {
                    found.extend(partners.iter().map(|&b| pair_key(proxy, b)));
                }
                partners.clear();
            }
        }
    }

    /// Tests the slow bodies of a leaf against those of another leaf, or of the same; each pair once.
    #[inline(always)]
    fn test_leaf(
        &self,
        fat: bool,
        leaf: &Leaf<'_>,
        (class, first_index): (&BodyClass, u32),
        others: std::ops::Range<usize>,
        partners: &mut [Partners; LEAF_BOXES],
    ) {
        let own = self.slow.tree.lanes(leaf.first);
        let is_own = first_index == FIRST_SLOW && others.start == leaf.first;
        // Few of the other leaf meet all of this one.
        let near = class.tree.lanes(others.start).meet(&leaf.bounds);
        for (b, _) in others.zip(near).filter(|(_, near)| *near) {
            let meet = own.meet(&class.tree.items()[b].bounds);
            let before = if is_own {
                b - leaf.first
            } else {
                leaf.own.len()
            };
            for (k, partners) in partners.iter_mut().enumerate().take(before) {
                let a = Seeker {
                    index: leaf.own[k].index,
                    moving: &self.slow.boxes[leaf.first + k],
                };
                if meet[k] && (fat || self.test(&a, class, b)) && self.has_room(partners, 1) {
                    partners.push(first_index + b as u32);
                }
            }
        }
    }

    /// Bounds of the filters of some bodies; None where no filter forbids anything.
    #[inline(always)]
    fn filters(&self, items: &[Item]) -> Option<FilterBounds> {
        self.bodies.filters?;
        let filters = items
            .iter()
            .map(|item| self.bodies.filter_bounds(item.index));
        filters.reduce(|a, b| a.and(&b))
    }

    /// Adds the pairs of the fast bodies of a range of slots with fast bodies of later slots and with all others.
    pub(crate) fn of_fast(&self, range: std::ops::Range<usize>, found: &mut Vec<u64>) {
        simd::widest(
            #[inline(always)]
            || self.of_fast_inlined(range, found),
        );
    }

    #[inline(always)]
    fn of_fast_inlined(&self, range: std::ops::Range<usize>, found: &mut Vec<u64>) {
        let (tree, first_in_tree) = (&self.fast.tree, self.fast.alone.len());
        for slot in range {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let a = Seeker {
                index: self.fast.index(slot),
                moving: &self.fast.boxes[slot],
            };
            let own = self
                .bodies
                .filters
                .map(|_| self.bodies.filter_bounds(a.index));
            let filters = own.as_ref();
            let cast = a.moving.cast();
            let mut add = |class: &BodyClass, b: usize, first_index: u32| {
                if self.test(&a, class, b) && self.has_room(found, 1) {
                    found.push(pair_key(slot as u32, first_index + b as u32));
                }
            };
            // Those that fly beside it pass where it passes, at other times.
            let meets = |node: Branch, bounds: &Aabb| {
                cast.passes(bounds)
                    && a.moving.may_meet(&self.motion_bounds[node.number()])
                    && self.fast.may_meet(node, filters)
            };
            // Of those in the tree the later ones, or all if it is alone.
            let from = (slot + 1).saturating_sub(first_in_tree);
            tree.search(from, meets, |others| {
                for b in others.start.max(from)..others.end {
                    if cast.passes(&tree.items()[b].bounds) {
                        add(self.fast, first_in_tree + b, 0);
                    }
                }
            });
            self.slow
                .cast(&cast, filters, |b| add(self.slow, b, FIRST_SLOW));
            self.fixed
                .cast(&cast, filters, |b| add(self.fixed, b, FIRST_STATIC));
        }
        found.sort_unstable();
    }
}
