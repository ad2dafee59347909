//! A tree's nodes four by four, so that a cast compares four boxes at once, the nearest first.
//!
//! A quad has the halves of both halves of a node of the [`Tree`] that it follows. A cast keeps a stack of what it has
//! still to open. Of four boxes the one that it enters first is opened first, and what it enters after the best hit so far
//! is not opened at all. Loses where a tree is searched for few casts: its boxes are copied once more.

use crate::error::Result;
use crate::motion::moving_box::BoxCast;
use crate::numeric::memory::heap_bytes;
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::lanes::{LANES, Lanes};
use crate::world::tree::{Branch, Tree};

/// Marks the number of the first item of a leaf.
const LEAF: u32 = 1 << 31;

/// Marks the number of an item.
const ITEM: u32 = 1 << 30;

/// Longest stack: three entries a level and one, for trees of 2^30 items.
const STACK: usize = 64;

/// Quads in a chunk.
const NODES_PER_CHUNK: usize = 256;

#[derive(Debug, Clone, Default)]
pub(crate) struct WideTree {
    nodes: Vec<NodeQuad>,
    /// Number of items of the tree that it was made for: that is its shape.
    items: usize,
}

/// Up to four nodes of a tree side by side.
#[derive(Debug, Clone, Copy)]
struct NodeQuad {
    lanes: Lanes,
    count: usize,
    nodes: [Branch; LANES],
    /// What opens each: the number of a quad, or that of the first item of a leaf and [`LEAF`].
    opened: [u32; LANES],
}

impl WideTree {
    /// Follows a tree: has its shape and its boxes.
    pub(crate) fn follow(&mut self, tree: &Tree, jobs: &dyn Jobs) -> Result<()> {
        if self.items != tree.items().len() {
            self.items = tree.items().len();
            self.nodes.clear();
            tree.root().map(|root| self.add(tree, root));
        }
        in_pieces(jobs, &mut self.nodes, NODES_PER_CHUNK, &|_, nodes| {
            for node in nodes {
                let count = node.count;
                node.lanes =
                    Lanes::new(|lane| (lane < count).then(|| *tree.box_of(node.nodes[lane])));
            }
        })
        .map(|_| ())
    }

    /// Adds the quad of a node, and those below it. Returns its number.
    fn add(&mut self, tree: &Tree, node: Branch) -> u32 {
        let number = self.nodes.len();
        self.nodes.push(NodeQuad {
            lanes: Lanes::EMPTY,
            count: 0,
            nodes: [node; LANES],
            opened: [0; LANES],
        });
        let halves = |node: Branch| tree.open(node).into_iter().flatten();
        let quarters = halves(node).flat_map(|half| match tree.open(half) {
            Ok([first, second]) => [Some(first), Some(second)],
            Err(_) => [Some(half), None],
        });
        let alone = tree.open(node).is_err().then_some(node);
        for part in quarters.flatten().chain(alone) {
            let opened = match tree.open(part) {
                Ok(_) => self.add(tree, part),
                Err(items) => items.start as u32 | LEAF,
            };
            let own = &mut self.nodes[number];
            (own.nodes[own.count], own.opened[own.count]) = (part, opened);
            own.count += 1;
        }
        number as u32
    }

    /// Calls `found` with the number of every item that a cast may pass before `end`, if all nodes around it pass `opens`,
    /// the nearest of each four first. `found` returns the `end` from then on.
    #[inline(always)]
    pub(crate) fn cast(
        &self,
        tree: &Tree,
        cast: &BoxCast,
        mut end: f64,
        opens: impl Fn(Branch) -> bool,
        mut found: impl FnMut(usize) -> Result<f64>,
    ) -> Result<()> {
        if self.nodes.is_empty() {
            return Ok(());
        }
        let (mut entered, mut stack, mut depth) = ([0.0; STACK], [0; STACK], 1);
        while depth > 0 {
            depth -= 1;
            let top = stack[depth];
            if entered[depth] > end {
                continue;
            }
            if top & ITEM != 0 {
                end = found((top & !ITEM) as usize)?;
                continue;
            }
            let first = depth;
            let mut push = |enter: f64, entry: u32| {
                let mut at = depth;
                while at > first && entered[at - 1] < enter {
                    (entered[at], stack[at]) = (entered[at - 1], stack[at - 1]);
                    at -= 1;
                }
                (entered[at], stack[at]) = (enter, entry);
                depth += 1;
            };
            if top & LEAF != 0 {
                let item = top & !LEAF;
                let enters = tree.lanes(item as usize).enters(cast, end);
                let count = LANES.min(self.items - item as usize);
                for (enter, item) in enters[..count].iter().zip(item..) {
                    if *enter <= end {
                        push(*enter, item | ITEM);
                    }
                }
                continue;
            }
            let node = &self.nodes[top as usize];
            let enters = node.lanes.enters(cast, end);
            for (lane, enter) in enters.iter().enumerate().take(node.count) {
                if *enter <= end && opens(node.nodes[lane]) {
                    push(*enter, node.opened[lane]);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes(&self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Vector3;
    use twin::random::case_generator;

    use super::*;
    use crate::bvh::aabb::Aabb;
    use crate::motion::moving_box::MovingBox;
    use crate::world::jobs::Serial;

    /// Every box that a cast passes is found once, and none that it enters after the end.
    #[test]
    fn casts_find_what_all_boxes_show() {
        let random = &mut case_generator(2102, 0);
        let mut wide = WideTree::default();
        let mut hits = 0;
        for count in [0, 1, 3, 4, 5, 8, 9, 17, 63, 64, 65, 500] {
            let boxes: Vec<Aabb> = (0..count)
                .map(|_| {
                    let low = [0; 3].map(|_| random.between(-10.0, 10.0));
                    let high = low.map(|x| x + 2.0);
                    Aabb { low, high }
                })
                .collect();
            let mut tree = Tree::default();
            let numbers: Vec<u32> = (0..count as u32).collect();
            let built = tree.rebuild(&numbers, &|of| boxes[of as usize], &Serial);
            built.expect("all pieces run");
            wide.follow(&tree, &Serial).expect("all pieces run");
            for _ in 0..200 {
                let at = Vector3::from_fn(|_, _| random.between(-10.0, 10.0));
                // Along some axes it does not move.
                let by = [(); 3].map(|()| match random.flip() {
                    true => 0.0,
                    false => random.between(-20.0, 20.0),
                });
                let wide_by = *random.pick(&[0.0, 0.3]);
                let moving = MovingBox {
                    start: Aabb::point(&at).with_room(wide_by),
                    by,
                };
                let cast = moving.cast();
                let end = *random.pick(&[1.0, 0.3]);
                let mut found = Vec::new();
                let all = |_| true;
                let walked = wide.cast(&tree, &cast, end, all, |item| {
                    found.push(tree.items()[item].index);
                    Ok(end)
                });
                walked.expect("nothing fails");
                found.sort_unstable();
                let passed = |bounds: &Aabb| {
                    let [enter] =
                        cast.enters(&bounds.low.map(|x| [x]), &bounds.high.map(|x| [x]), end);
                    enter <= end
                };
                let wanted = numbers.iter().filter(|k| passed(&boxes[**k as usize]));
                assert_eq!(found, wanted.copied().collect::<Vec<_>>());
                hits += found.len();
            }
        }
        assert!(hits > 500, "{hits}");
    }
}
