//! The bodies of one class of the broad phase (fast, slow, or those that never move): their boxes, and a tree of them.

use crate::bvh::aabb::Aabb;
use crate::error::Result;
use crate::motion::moving_box::{BoxCast, MovingBox};
use crate::numeric::memory::heap_bytes;
use crate::numeric::simd;
use crate::world::filter::FilterBounds;
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::tree::{BOXES_PER_CHUNK, Branch, Item, Tree};
use crate::world::wide_tree::WideTree;

/// Prefetch distance, in boxes.
const PREFETCH_DISTANCE: usize = 16;

/// Bodies of one class.
#[derive(Debug, Clone, Default)]
pub(crate) struct BodyClass {
    pub(crate) tree: Tree,
    /// Bodies that are in no tree, because no filter lets two of them meet. They have the first slots, the tree's items the
    /// others.
    pub(crate) alone: Vec<u32>,
    /// The boxes of all, by slot: near each other in memory as they are in space.
    pub(crate) boxes: Vec<MovingBox>,
    /// Filters of the bodies in each node of the tree; empty where no filter forbids anything.
    filters: Vec<FilterBounds>,
    /// Wide form of the tree, for casts, if `can_cast`.
    wide: WideTree,
    can_cast: bool,
}

impl BodyClass {
    /// Builds the tree of the bodies of these indices, and lists those that are in no tree. `fat_margin`: how much wider each
    /// box is, in its longest sides.
    pub(crate) fn rebuild(
        &mut self,
        (indices, alone): (&[u32], Vec<u32>),
        boxes: &[MovingBox],
        fat_margin: f64,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let bounds = |index: u32| {
            let moving = &boxes[index as usize];
            let swept = moving.swept();
            // Not of boxes beyond f64.
            match fat_margin * moving.start.longest_side() {
                more if more > 0.0 => swept.wider(more),
                _ => swept,
            }
        };
        self.can_cast = false;
        self.filters.clear();
        self.tree.rebuild(indices, &bounds, jobs)?;
        self.alone = alone;
        let (items, alone) = (self.tree.items(), &self.alone);
        self.boxes
            .resize(items.len() + alone.len(), MovingBox::EMPTY);
        in_pieces(jobs, &mut self.boxes, BOXES_PER_CHUNK, &|first, own| {
            for (moving, slot) in own.iter_mut().zip(first..) {
                *moving = boxes[index_in(alone, items, slot) as usize];
            }
        })?;
        Ok(())
    }

    /// Index of the body in a slot.
    #[inline(always)]
    pub(crate) fn index(&self, slot: usize) -> u32 {
        index_in(&self.alone, self.tree.items(), slot)
    }

    /// Makes the tree ready for [`cast`](Self::cast).
    pub(crate) fn prepare_casts(&mut self, jobs: &dyn Jobs) -> Result<()> {
        if !self.can_cast {
            self.wide.follow(&self.tree, jobs)?;
            self.can_cast = true;
        }
        Ok(())
    }

    /// Forgets the filters of its bodies, because they have changed.
    pub(crate) fn forget_filters(&mut self) {
        self.filters.clear();
    }

    /// Reads the filters of its bodies, unless it has done so.
    pub(crate) fn read_filters(
        &mut self,
        filter: impl Fn(u32) -> FilterBounds + Sync,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let (tree, filters) = (&self.tree, &mut self.filters);
        match filters.is_empty() {
            true => {
                let of = |slot: usize| filter(tree.items()[slot].index);
                tree.fold(filters, of, FilterBounds::and, jobs)
            }
            false => Ok(()),
        }
    }

    /// Whether filters may let a body in a node of the tree meet some of these.
    #[inline(always)]
    pub(crate) fn may_meet(&self, node: Branch, filters: Option<&FilterBounds>) -> bool {
        filters.is_none_or(|filters| self.filters[node.number()].may_meet(filters))
    }

    /// Calls `found` with the item number of every body in the tree whose box a cast may pass and whose filter may let it meet.
    #[inline(always)]
    pub(crate) fn cast(
        &self,
        cast: &BoxCast,
        filters: Option<&FilterBounds>,
        mut found: impl FnMut(usize),
    ) {
        let opens = |node| self.may_meet(node, filters);
        let walked = self.wide.cast(&self.tree, cast, 1.0, opens, |slot| {
            found(slot);
            Ok(1.0)
        });
        debug_assert!(walked.is_ok());
    }

    /// Refits the tree to the same bodies, without those for which `is_there` does not hold.
    pub(crate) fn refit(
        &mut self,
        is_there: impl Fn(usize, u32) -> bool + Sync,
        boxes: &[MovingBox],
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let items = self.tree.items();
        in_pieces(jobs, &mut self.boxes, BOXES_PER_CHUNK, &|first, own| {
            for ((moving, item), slot) in own.iter_mut().zip(&items[first..]).zip(first..) {
                *moving = match is_there(slot, item.index) {
                    true => boxes[item.index as usize],
                    false => MovingBox::EMPTY,
                };
            }
        })?;
        let own = &self.boxes;
        let swept = |slot: usize, index| match is_there(slot, index) {
            true => own[slot].swept(),
            false => Aabb::EMPTY,
        };
        self.can_cast = false;
        self.tree.refit(&swept, jobs)
    }

    /// Returns the indices of the bodies that left their fat boxes.
    pub(crate) fn follow(
        &mut self,
        is_there: impl Fn(usize, u32) -> bool + Sync,
        boxes: &[MovingBox],
        jobs: &dyn Jobs,
    ) -> Result<Vec<Vec<u32>>> {
        let items = self.tree.items();
        in_pieces(jobs, &mut self.boxes, BOXES_PER_CHUNK, &|first, own| {
            let mut left = Vec::new();
            for ((kept, item), slot) in own.iter_mut().zip(&items[first..]).zip(first..) {
                if let Some(soon) = items.get(slot + PREFETCH_DISTANCE) {
                    simd::prefetch_all(&boxes[soon.index as usize]);
                }
                let moving = &boxes[item.index as usize];
                *kept = match is_there(slot, item.index) {
                    true if item.bounds.holds(&moving.swept()) => *moving,
                    true => {
                        left.push(item.index);
                        MovingBox::EMPTY
                    }
                    false => MovingBox::EMPTY,
                };
            }
            left
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.boxes.len()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes()
            + self.wide.memory_bytes()
            + heap_bytes(&self.alone)
            + heap_bytes(&self.boxes)
            + heap_bytes(&self.filters)
    }
}

#[inline(always)]
fn index_in(alone: &[u32], items: &[Item], slot: usize) -> u32 {
    match alone.get(slot) {
        Some(index) => *index,
        None => items[slot - alone.len()].index,
    }
}
