//! A tree of boxes, split at medians.
//!
//! Problem: which boxes of many meet a given one? Idea: halve the list along the axis on which it is longest until few are
//! left; a box of a half that misses, misses all in it. Halves by number, not by place, so the tree is as deep as the
//! logarithm of the count wherever the boxes are: all in one place, or one of them at 1e9. It serves while its boxes move a
//! little: they are measured again (`refit`), bottom up. Loses where boxes have travelled far since it was built.

use std::ops::Range;

use crate::bvh::aabb::Aabb;
use crate::error::Result;
use crate::numeric::memory::heap_bytes;
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::lanes::{LANES, Lanes};

/// Boxes of a leaf.
pub(crate) const LEAF_BOXES: usize = LANES;

/// Boxes, each with the number of what it is of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    /// From the root on, each followed by its first half and then by its second.
    nodes: Vec<Node>,
    /// Items of the leaves, from left to right.
    items: Vec<Item>,
    /// Boxes of the items, those of a leaf side by side.
    lanes: Vec<Lanes>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Item {
    pub(crate) bounds: Aabb,
    /// Index of the item whose box it is.
    pub(crate) index: u32,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    bounds: Aabb,
    /// Its items: from the first of these to below the second.
    items: [u32; 2],
    /// The node of its second half; 0 of a leaf.
    second: u32,
}

impl Item {
    const EMPTY: Item = Item {
        bounds: Aabb::EMPTY,
        index: 0,
    };
}

impl Node {
    const EMPTY: Node = Node {
        bounds: Aabb::EMPTY,
        items: [0; 2],
        second: 0,
    };

    #[inline(always)]
    fn range(&self) -> Range<usize> {
        self.items[0] as usize..self.items[1] as usize
    }
}

/// Parts of a tree that are built at the same time, while they have more boxes than a job is worth.
const PARALLEL_PARTS: usize = 16;
const MIN_PARALLEL_BOXES: usize = 1024;

/// Boxes of a chunk where each costs a few loads and stores: whole leaves.
pub(crate) const BOXES_PER_CHUNK: usize = 1024;

impl Tree {
    /// Builds the tree anew from the boxes of other items, which have these numbers.
    pub(crate) fn rebuild(
        &mut self,
        indices: &[u32],
        bounds: &(dyn Fn(u32) -> Aabb + Sync),
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let mut keys = vec![ItemSortKey::default(); indices.len()];
        in_pieces(jobs, &mut keys, BOXES_PER_CHUNK, &|first, keys| {
            for (key, &index) in keys.iter_mut().zip(&indices[first..]) {
                *key = ItemSortKey::new(index, &bounds(index));
            }
        })?;
        self.nodes.clear();
        self.nodes.resize(node_count(keys.len()), Node::EMPTY);
        let mut parts = vec![Some(SubtreeTask {
            keys: &mut keys,
            nodes: &mut self.nodes,
            first: 0,
            at: 0,
        })];
        while parts.len() < PARALLEL_PARTS
            && parts
                .iter()
                .flatten()
                .any(|part| part.keys.len() > MIN_PARALLEL_BOXES)
        {
            let halves = in_pieces(jobs, &mut parts, 1, &|_, part| {
                let halves = part[0].take().map(SubtreeTask::halve);
                halves.into_iter().flatten().flatten()
            })?;
            parts = halves.into_iter().flatten().map(Some).collect();
        }
        in_pieces(jobs, &mut parts, 1, &|_, part| {
            part[0].take().into_iter().for_each(SubtreeTask::split);
        })?;
        self.items.resize(indices.len(), Item::EMPTY);
        self.fill(jobs, &|place, _| {
            let index = keys[place].index;
            let bounds = bounds(index);
            Item { bounds, index }
        })
    }

    /// Refits the tree to new boxes of the same items.
    pub(crate) fn refit(
        &mut self,
        bounds: &(dyn Fn(usize, u32) -> Aabb + Sync),
        jobs: &dyn Jobs,
    ) -> Result<()> {
        self.fill(jobs, &|place, item| Item {
            bounds: bounds(place, item.index),
            ..item
        })
    }

    /// With other items, each from its place and the one that is there.
    fn fill(&mut self, jobs: &dyn Jobs, item: &(dyn Fn(usize, Item) -> Item + Sync)) -> Result<()> {
        self.lanes
            .resize(self.items.len().div_ceil(LEAF_BOXES), Lanes::EMPTY);
        let pieces = self.items.chunks_mut(BOXES_PER_CHUNK);
        let mut pieces: Vec<_> = pieces
            .zip(self.lanes.chunks_mut(BOXES_PER_CHUNK / LEAF_BOXES))
            .collect();
        in_pieces(jobs, &mut pieces, 1, &|piece, work| {
            let (items, lanes) = &mut work[0];
            for (bounds, place) in items.iter_mut().zip(piece * BOXES_PER_CHUNK..) {
                *bounds = item(place, *bounds);
            }
            for (lanes, leaf) in lanes.iter_mut().zip(items.chunks(LEAF_BOXES)) {
                *lanes = Lanes::new(|lane| leaf.get(lane).map(|item| item.bounds));
            }
        })?;
        let items = &self.items;
        bottom_up(
            &mut self.nodes,
            items.len(),
            |node, range| node.bounds = around(&items[range]),
            |node, first, second| node.bounds = first.bounds.and(&second.bounds),
            jobs,
        )
    }

    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The boxes of the leaf whose first item has this number.
    #[inline(always)]
    pub(crate) fn lanes(&self, first: usize) -> &Lanes {
        &self.lanes[first / LEAF_BOXES]
    }

    /// The leaves that begin in a range of items that begins with one: their boxes, and their items.
    pub(crate) fn leaves(
        &self,
        range: Range<usize>,
    ) -> impl Iterator<Item = (Aabb, usize, &[Item])> {
        let range = range.start..range.end.min(self.items.len());
        let starts = range.clone().step_by(LEAF_BOXES);
        starts
            .zip(self.items[range].chunks(LEAF_BOXES))
            .map(|(first, items)| (around(items), first, items))
    }

    /// Calls `found` with every leaf that has an item from number `from` on and that passes `meets`, with all nodes around it,
    /// in their order. It is given the node and its box.
    #[inline(always)]
    pub(crate) fn search(
        &self,
        from: usize,
        meets: impl Fn(Branch, &Aabb) -> bool,
        mut found: impl FnMut(Range<usize>),
    ) {
        let mut at = 0;
        // The second halves that are still to be looked at: no more than the tree is deep.
        let (mut stack, mut depth) = ([0u32; 64], 0);
        if self.nodes.is_empty() {
            return;
        }
        loop {
            let node = &self.nodes[at];
            if node.items[1] as usize > from && meets(Branch(at as u32), &node.bounds) {
                if node.second != 0 {
                    stack[depth] = node.second;
                    depth += 1;
                    at += 1;
                    continue;
                }
                found(node.range());
            }
            if depth == 0 {
                return;
            }
            depth -= 1;
            at = stack[depth] as usize;
        }
    }

    /// Calls `found` with the place of every item whose box and all boxes around it pass `meets`.
    #[inline(always)]
    pub(crate) fn visit(&self, meets: impl Fn(&Aabb) -> bool, mut found: impl FnMut(&Item)) {
        self.search(
            0,
            |_, bounds| meets(bounds),
            |range| {
                let items = self.items[range].iter();
                items
                    .filter(|item| meets(&item.bounds))
                    .for_each(&mut found);
            },
        );
    }

    /// For every node, by its number, what `of` says of the places of all its items together.
    pub(crate) fn fold<T: Copy + Send>(
        &self,
        into: &mut Vec<T>,
        of: impl Fn(usize) -> T + Sync,
        and: impl Fn(&T, &T) -> T + Sync,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        match self.nodes.is_empty() {
            true => into.clear(),
            false => into.resize(self.nodes.len(), of(0)),
        }
        bottom_up(
            into,
            self.items.len(),
            |into, mut range| {
                let first = range.next().map(&of);
                let told =
                    first.map(|first| range.fold(first, |told, place| and(&told, &of(place))));
                *into = told.expect("leaves are not empty");
            },
            |into, first, second| *into = and(first, second),
            jobs,
        )
    }

    /// The root, if there is one.
    pub(crate) fn root(&self) -> Option<Branch> {
        (!self.nodes.is_empty()).then_some(Branch(0))
    }

    pub(crate) fn box_of(&self, branch: Branch) -> &Aabb {
        &self.nodes[branch.0 as usize].bounds
    }

    /// Its two halves, or the numbers of the items of a leaf.
    pub(crate) fn open(&self, branch: Branch) -> std::result::Result<[Branch; 2], Range<usize>> {
        let node = &self.nodes[branch.0 as usize];
        match node.second {
            0 => Err(node.range()),
            second => Ok([Branch(branch.0 + 1), Branch(second)]),
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes(&self.nodes) + heap_bytes(&self.items) + heap_bytes(&self.lanes)
    }
}

/// A node of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Branch(u32);

impl Branch {
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

#[inline(always)]
fn around(items: &[Item]) -> Aabb {
    items
        .iter()
        .fold(Aabb::EMPTY, |bounds, item| bounds.and(&item.bounds))
}

/// Returns the number of nodes of a tree of so many boxes.
fn node_count(items: usize) -> usize {
    (2 * items.div_ceil(LEAF_BOXES)).saturating_sub(1)
}

/// Returns how many items go into the first half: whole leaves, so that all leaves but the last are full.
fn first_half(items: usize) -> usize {
    (items.div_ceil(LEAF_BOXES) / 2) * LEAF_BOXES
}

/// Something of each node of a tree, or of a part of one that has these items.
struct Subtree<'a, T> {
    nodes: &'a mut [T],
    items: Range<usize>,
}

impl<'a, T> Subtree<'a, T> {
    fn whole(nodes: &'a mut [T], items: usize) -> Self {
        Subtree {
            nodes,
            items: 0..items,
        }
    }

    /// Its root and its halves.
    fn open(self) -> Option<(&'a mut T, [Self; 2])> {
        let Range { start, end } = self.items;
        let middle = start + first_half(end - start);
        let (root, nodes) = self.nodes.split_first_mut()?;
        let (first, second) = nodes.split_at_mut(node_count(middle - start));
        let half = |nodes, items| Subtree { nodes, items };
        Some((
            root,
            [half(first, start..middle), half(second, middle..end)],
        ))
    }

    /// Parts of it, of at most `size` items.
    fn cut(self, size: usize, parts: &mut Vec<Self>) {
        match self.items.len() <= size {
            true => parts.push(self),
            false => {
                let halves = self.open().map(|(_, halves)| halves);
                halves
                    .into_iter()
                    .flatten()
                    .for_each(|half| half.cut(size, parts));
            }
        }
    }

    /// Every node of more than `size` items from its halves, those below from their items.
    fn fold(
        self,
        size: usize,
        of: &impl Fn(&mut T, Range<usize>),
        and: &impl Fn(&mut T, &T, &T),
    ) -> Option<&'a T> {
        if self.items.len() <= size {
            let root = self.nodes.first_mut()?;
            of(root, self.items);
            return Some(root);
        }
        let (root, halves) = self.open()?;
        let [first, second] = halves.map(|half| half.fold(size, of, and));
        and(root, first?, second?);
        Some(root)
    }
}

/// Computes a value for each node of a tree of so many items: for leaves from their items, for others from their
/// halves.
fn bottom_up<T: Send>(
    nodes: &mut [T],
    items: usize,
    of: impl Fn(&mut T, Range<usize>) + Sync,
    and: impl Fn(&mut T, &T, &T) + Sync,
    jobs: &dyn Jobs,
) -> Result<()> {
    let mut parts = Vec::new();
    Subtree::whole(nodes, items).cut(BOXES_PER_CHUNK, &mut parts);
    let mut parts: Vec<_> = parts.into_iter().map(Some).collect();
    in_pieces(jobs, &mut parts, 1, &|_, part| {
        let part = part[0].take();
        part.and_then(|part| part.fold(LEAF_BOXES, &of, &and))
            .is_some()
    })?;
    Subtree::whole(nodes, items).fold(BOXES_PER_CHUNK, &|_, _| (), &and);
    Ok(())
}

/// A tree that is to be made of `keys`, the first of which will be item `first`, in `nodes`, the first of which has the number
/// `at`.
struct SubtreeTask<'a> {
    keys: &'a mut [ItemSortKey],
    nodes: &'a mut [Node],
    first: usize,
    at: usize,
}

impl<'a> SubtreeTask<'a> {
    /// Lays out its root; its halves, unless that is a leaf.
    fn halve(self) -> Option<[SubtreeTask<'a>; 2]> {
        let (root, nodes) = self.nodes.split_first_mut()?;
        root.items = [self.first as u32, (self.first + self.keys.len()) as u32];
        if self.keys.len() <= LEAF_BOXES {
            return None;
        }
        let half = first_half(self.keys.len());
        let axis = longest_axis(self.keys);
        let order = |a: &ItemSortKey, b: &ItemSortKey| a.center[axis].total_cmp(&b.center[axis]);
        self.keys.select_nth_unstable_by(half, order);
        let (left, right) = self.keys.split_at_mut(half);
        let (left_nodes, right_nodes) = nodes.split_at_mut(node_count(half));
        let second = self.at + 1 + left_nodes.len();
        root.second = second as u32;
        Some([
            SubtreeTask {
                keys: left,
                nodes: left_nodes,
                first: self.first,
                at: self.at + 1,
            },
            SubtreeTask {
                keys: right,
                nodes: right_nodes,
                first: self.first + half,
                at: second,
            },
        ])
    }

    /// Lays out all of it.
    fn split(self) {
        self.halve()
            .into_iter()
            .flatten()
            .for_each(SubtreeTask::split);
    }
}

/// Sort key of an item, and the item's index.
#[derive(Clone, Copy, Default)]
struct ItemSortKey {
    center: [f64; 3],
    index: u32,
}

impl ItemSortKey {
    fn new(index: u32, bounds: &Aabb) -> ItemSortKey {
        let Aabb { low, high } = bounds;
        // Boxes beyond f64 have no middle.
        let middle = |k: usize| (0.5 * low[k] + 0.5 * high[k]).clamp(f64::MIN, f64::MAX);
        let center = std::array::from_fn(|k| match middle(k) {
            x if x.is_nan() => 0.0,
            x => x,
        });
        ItemSortKey { center, index }
    }
}

fn longest_axis(keys: &[ItemSortKey]) -> usize {
    let mut around = Aabb::EMPTY;
    for key in keys {
        around = around.and(&Aabb {
            low: key.center,
            high: key.center,
        });
    }
    let side = |k: usize| around.high[k] - around.low[k];
    (1..3).fold(
        0,
        |longest, k| if side(k) > side(longest) { k } else { longest },
    )
}

#[cfg(test)]
mod tests {
    use twin::random::case_generator;

    use super::*;
    use crate::world::jobs::Serial;

    /// All boxes that meet one are found, and visited once, before and after a refit.
    #[test]
    fn searches_find_what_all_boxes_show() {
        let random = &mut case_generator(2091, 0);
        for count in [0, 1, 3, 4, 5, 8, 9, 63, 500] {
            for spread in [0.0, 10.0, 1e9] {
                let mut boxes: Vec<Aabb> = (0..count)
                    .map(|k| {
                        let far = if k == 7 { 1e9 } else { 0.0 };
                        let low = [0; 3].map(|_| far + random.between(-1.0, 1.0) * spread);
                        let high = low.map(|x| x + 1.0);
                        Aabb { low, high }
                    })
                    .collect();
                let numbers: Vec<u32> = (0..count as u32).collect();
                let mut tree = Tree::default();
                let built = tree.rebuild(&numbers, &|of| boxes[of as usize], &Serial);
                built.expect("all pieces run");
                for _ in 0..2 {
                    for k in 0..count {
                        let mut found = Vec::new();
                        let asked = boxes[k];
                        for (first, items) in
                            (0..).step_by(LEAF_BOXES).zip(tree.items.chunks(LEAF_BOXES))
                        {
                            let meet = tree.lanes(first).meet(&asked);
                            let each = items.iter().map(|item| item.bounds.meets(&asked));
                            assert!(each.eq(meet[..items.len()].iter().copied()));
                        }
                        tree.visit(|bounds| bounds.meets(&asked), |item| found.push(item.index));
                        found.sort_unstable();
                        let all = boxes.iter().zip(0u32..).filter(|(b, _)| b.meets(&asked));
                        assert_eq!(found, all.map(|(_, k)| k).collect::<Vec<_>>());
                    }
                    for bounds in &mut boxes {
                        let by = random.between(-1.0, 1.0) * spread;
                        bounds.low[0] += by;
                        bounds.high[0] += by;
                    }
                    let refitted = tree.refit(&|_, of| boxes[of as usize], &Serial);
                    refitted.expect("all pieces run");
                }
            }
        }
    }

    /// Leaves are full, so that they can be numbered.
    #[test]
    fn leaves_are_whole() {
        for count in 1..200 {
            let mut tree = Tree::default();
            let built = tree.rebuild(&Vec::from_iter(0..count), &|_| Aabb::ALL, &Serial);
            built.expect("all pieces run");
            let leaves = tree.nodes.iter().filter(|node| node.second == 0);
            let starts: Vec<usize> = leaves.map(|node| node.range().start).collect();
            let wanted: Vec<usize> = (0..count as usize).step_by(LEAF_BOXES).collect();
            assert_eq!(starts, wanted);
        }
    }
}
