//! The search for pairs in the trees of the broad phase, a chunk of bodies at a time.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::bvh::aabb::Aabb;
use crate::error::{Error, Result};
use crate::motion::moving_box::{MotionBounds, MovingBox};
use crate::numeric::memory::has_room;
use crate::numeric::simd;
use crate::world::body_class::BodyClass;
use crate::world::tree::{Item, LEAF_BOXES};

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
    /// Largest number of pairs.
    pub(crate) max_pairs: u64,
    /// Whether no box moves.
    pub(crate) still: bool,
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
    /// Its index and its swept box.
    item: &'a Item,
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
        match self.out_of_memory.load(Ordering::Relaxed) {
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
            self.out_of_memory.store(true, Ordering::Relaxed);
        }
        has_room
    }

    /// Whether two bodies are a pair. This test decides; those of the trees only sort out.
    #[inline(always)]
    fn test(&self, a: &Seeker<'_>, class: &BodyClass, b: usize) -> bool {
        let (other, moving) = (&class.tree.items()[b], &class.boxes[b]);
        let meets = match self.bodies.still {
            true => a.moving.start.meets(&moving.start),
            false => a.moving.meets(moving),
        };
        meets
            && self
                .bodies
                .allowed
                .is_none_or(|allowed| allowed(a.item.index, other.index))
    }

    /// Adds the pairs of the slow bodies of a range of slots with slow bodies of later slots and with those that never move.
    /// With `FAT`, these are the pairs whose fat boxes overlap.
    pub(crate) fn of_slow<const FAT: bool>(
        &self,
        range: std::ops::Range<usize>,
        found: &mut Vec<u64>,
    ) {
        simd::widest(
            #[inline(always)]
            || self.of_slow_inlined::<FAT>(range, found),
        );
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
                item: &self.slow.tree.items()[a],
                moving: &self.slow.boxes[a],
            };
            self.test(&a, class, b)
        }));
    }

    #[inline(always)]
    fn of_slow_inlined<const FAT: bool>(
        &self,
        range: std::ops::Range<usize>,
        found: &mut Vec<u64>,
    ) {
        let mut partners: [Partners; LEAF_BOXES] = Default::default();
        for (bounds, first, own) in self.slow.tree.leaves(range) {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let leaf = Leaf { bounds, first, own };
            let meets = |_: usize, other: &Aabb| other.meets(&bounds);
            self.slow.tree.search(first, meets, |others| {
                self.test_leaf::<FAT>(&leaf, (self.slow, FIRST_SLOW), others, &mut partners);
            });
            self.fixed.tree.search(0, meets, |others| {
                self.test_leaf::<FAT>(&leaf, (self.fixed, FIRST_STATIC), others, &mut partners);
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
    fn test_leaf<const FAT: bool>(
        &self,
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
                    item: &leaf.own[k],
                    moving: &self.slow.boxes[leaf.first + k],
                };
                if meet[k] && (FAT || self.test(&a, class, b)) && self.has_room(partners, 1) {
                    partners.push(first_index + b as u32);
                }
            }
        }
    }

    /// Adds the pairs of the fast bodies of a range of slots with fast bodies of later slots and with all others.
    pub(crate) fn of_fast(&self, range: std::ops::Range<usize>, found: &mut Vec<u64>) {
        for slot in range {
            if found.len() as u64 > self.bodies.max_pairs {
                return;
            }
            let a = Seeker {
                item: &self.fast.tree.items()[slot],
                moving: &self.fast.boxes[slot],
            };
            let cast = a.moving.cast();
            let mut passes = |class: &BodyClass, b: usize, first_index: u32| {
                if cast.passes(&class.tree.items()[b].bounds)
                    && self.test(&a, class, b)
                    && self.has_room(found, 1)
                {
                    found.push(pair_key(slot as u32, first_index + b as u32));
                }
            };
            // Those that fly beside it pass where it passes, at other times.
            let meets = |node: usize, bounds: &Aabb| {
                cast.passes(bounds) && a.moving.may_meet(&self.motion_bounds[node])
            };
            self.fast.tree.search(slot + 1, meets, |others| {
                let behind = others.start.max(slot + 1)..others.end;
                behind.for_each(|b| passes(self.fast, b, 0));
            });
            for (class, first_index) in [(self.slow, FIRST_SLOW), (self.fixed, FIRST_STATIC)] {
                let meets = |_: usize, bounds: &Aabb| cast.passes(bounds);
                class.tree.search(0, meets, |others| {
                    others.for_each(|b| passes(class, b, first_index));
                });
            }
        }
    }
}
