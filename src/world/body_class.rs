//! The bodies of one class of the broad phase (fast, slow, or those that never move): their boxes, and a tree of them.

use crate::bvh::aabb::Aabb;
use crate::error::Result;
use crate::motion::moving_box::MovingBox;
use crate::numeric::simd;
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::tree::{self, Tree};

/// Prefetch distance, in boxes.
const PREFETCH_DISTANCE: usize = 16;

/// Bodies of one class.
#[derive(Debug, Clone, Default)]
pub(crate) struct BodyClass {
    pub(crate) tree: Tree,
    /// Their boxes, in the order of leaves: near each other in memory as they are in space.
    pub(crate) boxes: Vec<MovingBox>,
}

impl BodyClass {
    /// Builds the tree of the bodies of these indices. `fat_margin`: how much wider each box is, in its longest sides.
    pub(crate) fn rebuild(
        &mut self,
        indices: &[u32],
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
        self.tree.rebuild(indices, &bounds, jobs)?;
        let items = self.tree.items();
        self.boxes.resize(items.len(), MovingBox::EMPTY);
        in_pieces(
            jobs,
            &mut self.boxes,
            tree::BOXES_PER_CHUNK,
            &|first, own| {
                for (moving, item) in own.iter_mut().zip(&items[first..]) {
                    *moving = boxes[item.index as usize];
                }
            },
        )
        .map(|_| ())
    }

    /// Refits the tree to the same bodies, without those for which `is_there` does not hold.
    pub(crate) fn refit(
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
            &|first, own| {
                for ((moving, item), slot) in own.iter_mut().zip(&items[first..]).zip(first..) {
                    *moving = match is_there(slot, item.index) {
                        true => boxes[item.index as usize],
                        false => MovingBox::EMPTY,
                    };
                }
            },
        )?;
        let own = &self.boxes;
        let swept = |slot: usize, index| match is_there(slot, index) {
            true => own[slot].swept(),
            false => Aabb::EMPTY,
        };
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
        in_pieces(
            jobs,
            &mut self.boxes,
            tree::BOXES_PER_CHUNK,
            &|first, own| {
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
            },
        )
    }

    pub(crate) fn len(&self) -> usize {
        self.boxes.len()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.tree.memory_bytes() + self.boxes.capacity() * size_of::<MovingBox>()
    }
}
