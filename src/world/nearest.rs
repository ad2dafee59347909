//! What is nearest among the bodies of a world where they are now.
//!
//! Best first: of pairs of boxes the nearest is opened next, and what promises more than the answers so far is left out (Hjaltason
//! and Samet, "Incremental Distance Join Algorithms for Spatial Databases", 1998).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::bvh::aabb::Aabb;
use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::numeric::sort::sort_by;
use crate::pair::PairState;
use crate::query::distance::{Distance, DistanceOptions, distance};
use crate::world::bodies::{World, WorldBody};
use crate::world::ids::Side;
use crate::world::tree::{Branch, Tree};

/// Two bodies and how far apart they are.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ClosePair {
    /// A and B, in the order of bodies.
    pub sides: [Side; 2],
    /// Its distance.
    pub distance: Distance,
}

/// Largest number of nodes in a queue.
const MAX_QUEUE: usize = 1 << 16;

/// Part of a distance that the boxes' promise must exceed that of an answer by, to pass a body over.
pub(crate) const PROMISE_RATIO: f64 = 1.0 - 1e-9;

/// The tree of all bodies where they are.
#[derive(Clone, Copy)]
pub(crate) struct BoxesHere<'a> {
    pub(crate) world: &'a World,
    pub(crate) tree: &'a Tree,
}

impl<'a> BoxesHere<'a> {
    pub(crate) fn new(world: &'a World) -> Result<Self> {
        let tree = world.tree_of_all()?;
        Ok(BoxesHere { world, tree })
    }

    /// The `k` nearest pairs within `cutoff` of bodies that pass, with what is known of all other pairs.
    pub(crate) fn closest<'q>(
        &self,
        k: usize,
        cutoff: f64,
        passes: &'q dyn Fn(&WorldBody) -> bool,
    ) -> Result<Closest<'q, 'a>> {
        let mut closest = Closest::new(*self, k, cutoff, passes);
        let mut queue = Queue::within(cutoff);
        if k > 0 {
            let root = self.tree.root().into_iter();
            root.for_each(|root| queue.push((0.0, [TreeEntry::In(root); 2])));
        }
        while let Some((bound, nodes)) = queue.pop() {
            queue.most = closest.most();
            if bound * PROMISE_RATIO > queue.most {
                break;
            }
            match nodes {
                [TreeEntry::At(a), TreeEntry::At(b)] => closest.measure(a, b)?,
                _ if queue.heap.len() < MAX_QUEUE => self.open(nodes, |part| queue.push(part)),
                // More would take memory of the square of the bodies: this part of space is searched to its end.
                _ => closest.search(nodes)?,
            }
        }
        closest.others = closest.others.min(closest.most());
        Ok(closest)
    }

    /// Searches by a list of boxes that is sorted once, if the cut-off leaves few pairs; returns None if it leaves many.
    pub(crate) fn closest_of_few<'q>(
        &self,
        k: usize,
        cutoff: f64,
        passes: &'q dyn Fn(&WorldBody) -> bool,
    ) -> Result<Option<Closest<'q, 'a>>> {
        let mut left: Vec<[TreeEntry; 2]> = self
            .tree
            .root()
            .map(|root| [TreeEntry::In(root); 2])
            .into_iter()
            .collect();
        let mut near: Vec<(f64, [u32; 2])> = Vec::new();
        while let Some(nodes) = left.pop() {
            self.open(nodes, |(bound, nodes)| match nodes {
                _ if bound * PROMISE_RATIO > cutoff => {}
                [TreeEntry::At(a), TreeEntry::At(b)] => near.push((bound, [a, b])),
                _ => left.push(nodes),
            });
            if near.len() > MAX_QUEUE {
                return Ok(None);
            }
        }
        near.sort_unstable_by(|(a, _), (b, _)| a.total_cmp(b));
        let mut closest = Closest::new(*self, k, cutoff, passes);
        for (bound, [a, b]) in near {
            if bound * PROMISE_RATIO > closest.most() {
                break;
            }
            closest.measure(a, b)?;
        }
        closest.others = closest.others.min(closest.most());
        Ok(Some(closest))
    }

    /// The pairs of what is in two nodes; of one with itself each pair once.
    fn open(&self, [a, b]: [TreeEntry; 2], mut found: impl FnMut((f64, [TreeEntry; 2]))) {
        if a == b {
            for (k, part) in self.parts(a).enumerate() {
                let with_itself = matches!(part, TreeEntry::In(_));
                let bounds = self.bounds(part);
                for other in self.parts(a).skip(if with_itself { k } else { k + 1 }) {
                    found((bounds.distance(self.bounds(other)), [part, other]));
                }
            }
            return;
        }
        // The larger of two is opened, so that both shrink.
        let size = |node| {
            let Aabb { low, high } = self.bounds(node);
            (0..3).map(|k| high[k] - low[k]).sum::<f64>()
        };
        let opens_a = match (a, b) {
            (TreeEntry::In(_), TreeEntry::In(_)) => size(a) >= size(b),
            (TreeEntry::In(_), _) => true,
            _ => false,
        };
        let (opened, other) = if opens_a { (a, b) } else { (b, a) };
        let bounds = self.bounds(other);
        for part in self.parts(opened) {
            found((bounds.distance(self.bounds(part)), [part, other]));
        }
    }

    /// Children of a node: its halves, or the items of a leaf.
    pub(crate) fn parts(&self, node: TreeEntry) -> impl Iterator<Item = TreeEntry> + use<> {
        let (halves, items) = match node {
            TreeEntry::At(item) => (None, item as usize..item as usize + 1),
            TreeEntry::In(branch) => match self.tree.open(branch) {
                Ok(halves) => (Some(halves), 0..0),
                Err(items) => (None, items),
            },
        };
        let halves = halves.into_iter().flatten().map(TreeEntry::In);
        halves.chain(items.map(|item| TreeEntry::At(item as u32)))
    }

    pub(crate) fn bounds(&self, node: TreeEntry) -> &'a Aabb {
        match node {
            TreeEntry::In(branch) => self.tree.box_of(branch),
            TreeEntry::At(item) => &self.tree.items()[item as usize].bounds,
        }
    }

    pub(crate) fn at(&self, item: u32) -> &'a WorldBody {
        self.world.body(self.tree.items()[item as usize].index)
    }
}

/// The nearest pairs so far.
pub(crate) struct Closest<'q, 'a> {
    boxes: BoxesHere<'a>,
    passes: &'q dyn Fn(&WorldBody) -> bool,
    k: usize,
    cutoff: f64,
    /// The last of them first.
    pub(crate) best: BinaryHeap<OrderedPair>,
    /// Lower bound of the distance of all other pairs of bodies that pass.
    pub(crate) others: f64,
}

impl<'q, 'a> Closest<'q, 'a> {
    fn new(
        boxes: BoxesHere<'a>,
        k: usize,
        cutoff: f64,
        passes: &'q dyn Fn(&WorldBody) -> bool,
    ) -> Self {
        Closest {
            boxes,
            passes,
            k,
            cutoff,
            best: BinaryHeap::new(),
            others: f64::INFINITY,
        }
    }

    /// Pairs that are farther apart are none of them.
    fn most(&self) -> f64 {
        match self.best.peek() {
            Some(last) if self.best.len() == self.k => {
                last.pair.distance.separation + last.pair.distance.error
            }
            _ => self.cutoff,
        }
    }

    fn measure(&mut self, a: u32, b: u32) -> Result<()> {
        let mut bodies = [self.boxes.at(a), self.boxes.at(b)];
        bodies.sort_by_key(|body| body.side.order());
        let [a, b] = bodies;
        if !(self.passes)(a) || !(self.passes)(b) || !self.boxes.world.allows(a, b) {
            return Ok(());
        }
        let pair = PosedPair::new(&a.shape, a.pose(), &b.shape, b.pose());
        let options = &DistanceOptions::default();
        let mut state = PairState::default();
        let pair = ClosePair {
            sides: [a.side, b.side],
            distance: distance(&pair, options, &mut state)?,
        };
        let mut left = pair.distance;
        if is_near(&pair.distance, self.cutoff) {
            self.best.push(OrderedPair { pair, state });
            match self.best.len() > self.k {
                true => left = self.best.pop().map_or(left, |last| last.pair.distance),
                false => return Ok(()),
            }
        }
        self.others = self.others.min(left.lower_bound);
        Ok(())
    }

    /// All pairs of two nodes, the nearer first, in memory of the depth of the tree.
    fn search(&mut self, nodes: [TreeEntry; 2]) -> Result<()> {
        let mut left = vec![(0.0, nodes)];
        while let Some((bound, nodes)) = left.pop() {
            if bound * PROMISE_RATIO > self.most() {
                continue;
            }
            if let [TreeEntry::At(a), TreeEntry::At(b)] = nodes {
                self.measure(a, b)?;
                continue;
            }
            let from = left.len();
            self.boxes.open(nodes, |part| left.push(part));
            sort_by(&mut left[from..], |(a, _), (b, _)| b.total_cmp(a));
        }
        Ok(())
    }
}

/// A pair in the order of answers: by distance, then by its bodies.
pub(crate) struct OrderedPair {
    pub(crate) pair: ClosePair,
    /// Pair state after its distance query.
    pub(crate) state: PairState,
}

impl PartialEq for OrderedPair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OrderedPair {}

impl PartialOrd for OrderedPair {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OrderedPair {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let distance = |it: &Self| it.pair.distance.separation;
        let sides = |it: &Self| it.pair.sides.map(|side| side.order());
        (distance(self).total_cmp(&distance(other))).then_with(|| sides(self).cmp(&sides(other)))
    }
}

/// Never of bodies of which one has nothing that the other could meet, as a one-sided mesh seen from behind.
pub(crate) fn is_near(found: &Distance, cutoff: f64) -> bool {
    found.separation <= cutoff && found.lower_bound < f64::INFINITY
}

/// A node of the tree, or an item of it, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TreeEntry {
    At(u32),
    In(Branch),
}

/// The queue of what is to be visited, the nearest first.
pub(crate) struct Queue<T> {
    /// Bits of distances that are not negative: they order as the distances do.
    heap: BinaryHeap<Reverse<(u64, T)>>,
    /// Largest distance that is visited.
    pub(crate) most: f64,
}

impl<T: Ord> Queue<T> {
    pub(crate) fn within(most: f64) -> Self {
        Queue {
            heap: BinaryHeap::new(),
            most,
        }
    }

    pub(crate) fn push(&mut self, (bound, node): (f64, T)) {
        if bound * PROMISE_RATIO <= self.most {
            debug_assert!(bound.is_sign_positive());
            self.heap.push(Reverse((bound.to_bits(), node)));
        }
    }

    pub(crate) fn pop(&mut self) -> Option<(f64, T)> {
        let Reverse((bound, node)) = self.heap.pop()?;
        Some((f64::from_bits(bound), node))
    }
}
