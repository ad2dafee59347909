//! A tree of the boxes of one body's pieces, which do not move among themselves.
//!
//! Problem: which of 100,000 triangles may be met, in few bytes each? Idea: a list that is halved along its longest axis, by
//! number and in whole leaves; the boxes of nodes in f32, rounded outwards; of pieces no boxes at all, for their points are at
//! hand. 17 bytes a piece with its place in the list.

use crate::body::box3::{Box3, greater, lesser};

/// Pieces of a leaf.
pub(crate) const LEAF: usize = 4;

#[derive(Debug, Clone, Default)]
pub(crate) struct BoxTree {
    /// From the root on, each followed by its first half and then by its second.
    nodes: Box<[Node]>,
    /// The pieces of leaves, from left to right.
    order: Box<[u32]>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    low: [f32; 3],
    high: [f32; 3],
    /// The place of its first piece.
    first: u32,
    /// The node of its second half; 0 of a leaf.
    second: u32,
}

/// What a node of some body's tree holds.
pub(crate) enum Opened<'a> {
    /// Nodes, by their numbers: so many of them.
    Nodes([u64; 4], usize),
    /// Pieces.
    Pieces(&'a [u32]),
    /// The two triangles of each of these cells of a height field: first and end of columns, then of rows.
    Cells([[u32; 2]; 2]),
}

impl BoxTree {
    /// Of the pieces that are numbered from 0 on and have these boxes.
    pub(crate) fn new(boxes: impl Iterator<Item = Box3>) -> Self {
        let mut keys: Vec<Key> = boxes
            .zip(0..)
            .map(|(held, of)| Key::new(held, of))
            .collect();
        if keys.is_empty() {
            return BoxTree::default();
        }
        let mut nodes = Vec::with_capacity(2 * keys.len().div_ceil(LEAF));
        split(&mut keys, 0, &mut nodes);
        BoxTree {
            nodes: nodes.into(),
            order: keys.iter().map(|key| key.of).collect(),
        }
    }

    /// Of a node; that of the root is number 0.
    #[inline(always)]
    pub(crate) fn box_of(&self, node: u64) -> Box3 {
        let node = &self.nodes[node as usize];
        Box3 {
            low: node.low.map(f64::from),
            high: node.high.map(f64::from),
        }
    }

    #[inline(always)]
    pub(crate) fn open(&self, at: u64) -> Opened<'_> {
        let node = &self.nodes[at as usize];
        match node.second {
            0 => {
                let first = node.first as usize;
                Opened::Pieces(&self.order[first..self.order.len().min(first + LEAF)])
            }
            second => Opened::Nodes([at + 1, u64::from(second), 0, 0], 2),
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val::<[Node]>(&self.nodes) + size_of_val::<[u32]>(&self.order)
    }
}

/// A piece to be sorted.
struct Key {
    low: [f32; 3],
    high: [f32; 3],
    of: u32,
}

impl Key {
    fn new(held: Box3, of: u32) -> Self {
        Key {
            low: held.low.map(down),
            high: held.high.map(up),
            of,
        }
    }

    /// Twice its middle.
    fn middle(&self, axis: usize) -> f32 {
        // Of a box beyond f32 there is none.
        let sum = 0.5 * self.low[axis] + 0.5 * self.high[axis];
        if sum.is_nan() { 0.0 } else { sum }
    }
}

/// Not above x.
pub(crate) fn down(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) > x { y.next_down() } else { y }
}

/// Not below x.
pub(crate) fn up(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) < x { y.next_up() } else { y }
}

/// Lays out the nodes of `keys`, the first of which stands at place `first`, and says what they hold.
fn split(keys: &mut [Key], first: usize, nodes: &mut Vec<Node>) {
    let at = nodes.len();
    nodes.push(Node {
        low: [f32::INFINITY; 3],
        high: [f32::NEG_INFINITY; 3],
        first: first as u32,
        second: 0,
    });
    if keys.len() <= LEAF {
        for key in keys.iter() {
            widen(&mut nodes[at], key.low, key.high);
        }
        return;
    }
    let half = (keys.len().div_ceil(LEAF) / 2) * LEAF;
    let axis = longest_axis(keys);
    keys.select_nth_unstable_by(half, |a, b| {
        let order = a.middle(axis).total_cmp(&b.middle(axis));
        order.then(a.of.cmp(&b.of))
    });
    let (left, right) = keys.split_at_mut(half);
    split(left, first, nodes);
    let second = nodes.len();
    split(right, first + half, nodes);
    nodes[at].second = second as u32;
    for child in [at + 1, second] {
        let Node { low, high, .. } = nodes[child];
        widen(&mut nodes[at], low, high);
    }
}

fn widen(node: &mut Node, low: [f32; 3], high: [f32; 3]) {
    for k in 0..3 {
        node.low[k] = node.low[k].min(low[k]);
        node.high[k] = node.high[k].max(high[k]);
    }
}

fn longest_axis(keys: &[Key]) -> usize {
    let side = |axis: usize| {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for key in keys {
            let middle = f64::from(key.middle(axis));
            (low, high) = (lesser(middle, low), greater(middle, high));
        }
        high - low
    };
    let sides = [side(0), side(1), side(2)];
    (1..3).fold(0, |most, k| if sides[k] > sides[most] { k } else { most })
}

#[cfg(test)]
mod tests {
    use twin::random::case_generator;

    use super::*;

    /// Every piece is in one leaf, and every node holds what is in it.
    #[test]
    fn nodes_hold_their_pieces() {
        let random = &mut case_generator(2100, 0);
        for count in [0usize, 1, 4, 5, 9, 63, 500] {
            for spread in [0.0, 10.0, 1e300] {
                let boxes: Vec<Box3> = (0..count)
                    .map(|_| {
                        let low = [0; 3].map(|_| random.between(-1.0, 1.0) * spread);
                        let high = low.map(|x| x + random.between(0.0, 1.0));
                        Box3 { low, high }
                    })
                    .collect();
                let tree = BoxTree::new(boxes.iter().copied());
                let mut seen = vec![0; count];
                let mut left: Vec<(u64, Box3)> = Vec::new();
                if count > 0 {
                    left.push((0, Box3::ALL));
                }
                while let Some((at, within)) = left.pop() {
                    let held = tree.box_of(at);
                    assert_eq!(held.and(&within), within);
                    match tree.open(at) {
                        Opened::Nodes(nodes, many) => {
                            left.extend(nodes[..many].iter().map(|&node| (node, held)));
                        }
                        Opened::Pieces(pieces) => {
                            for &piece in pieces {
                                seen[piece as usize] += 1;
                                assert_eq!(held.and(&boxes[piece as usize]), held);
                            }
                        }
                        Opened::Cells(_) => unreachable!("no height field"),
                    }
                }
                assert!(seen.iter().all(|&times| times == 1));
            }
        }
    }
}
