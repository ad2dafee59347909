//! A tree of the boxes of one body's pieces. It is built once and never refitted, because these do not move among themselves.
//!
//! Problem: which of 100,000 triangles may be met, with few bytes for each and few tests? Most of a test is waiting
//! for memory. Idea: the boxes of eight parts of the list stand side by side in a node, so that one test compares
//! all eight. Each side takes one byte, in 255 steps of the box that holds all eight, rounded outwards. A node has
//! 104 bytes, which arrive together. The last nodes hold eight pieces themselves. A list is cut where the sum over
//! both halves, of surface times number of pieces, is least, in whole eights. The tree takes about 20 bytes a
//! piece.
//!
//! Source: Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007; Ylitie, Karras and Laine,
//! "Efficient incoherent ray traversal on GPUs through compressed wide BVHs", 2017. A list that would make the tree
//! too deep is halved by number instead.

use crate::bvh::aabb::Aabb;
use crate::numeric::simd::prefetch_all;
use crate::numeric::single::{f32_above, f32_below};

/// Boxes of a node.
pub(crate) const LANES: usize = 8;

/// No tree has more nodes above one another.
pub(crate) const LEVELS: u32 = 14;

#[derive(Debug, Clone)]
pub(crate) struct BoxTree {
    /// The root is the first.
    nodes: Box<[WideNode]>,
    whole: Aabb,
}

/// Eight boxes side by side.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct WideNode {
    /// Least x, y and z of the box that holds all; the fourth number is 0. `step` is the unit of the sides, along each axis.
    pub(crate) origin: [f32; 4],
    pub(crate) step: [f32; 4],
    /// Least x, y and z of each, in steps, and largest.
    sides: [[[u8; LANES]; 3]; 2],
    /// Numbers of nodes, some with [`IS_LEAF`], or of pieces with [`IS_PIECE`]; [`NONE`] of what is not there.
    pub(crate) of: [u32; LANES],
}

/// Says that a number is a piece's.
pub(crate) const IS_PIECE: u32 = 1 << 31;

/// Says that a number is that of a node which holds pieces only.
pub(crate) const IS_LEAF: u32 = 1 << 30;

pub(crate) const NONE: u32 = u32::MAX;

/// Steps across a node.
const STEPS: u8 = u8::MAX;

impl WideNode {
    const EMPTY: WideNode = WideNode {
        origin: [0.0; 4],
        step: [0.0; 4],
        sides: [[[0; LANES]; 3]; 2],
        of: [NONE; LANES],
    };

    /// Writes up to eight boxes, each with the number of its item.
    fn put(&mut self, boxes: &[(OuterBox, u32)]) {
        let held = boxes
            .iter()
            .fold(OuterBox::NONE, |held, (one, _)| held.and(one));
        for k in 0..3 {
            self.origin[k] = held.low[k];
            let (low, high) = (f64::from(held.low[k]), f64::from(held.high[k]));
            self.step[k] = f32_above((high - low) / f64::from(STEPS));
            while self.side(k, STEPS) < high {
                self.step[k] = self.step[k].next_up();
            }
            for (lane, (one, of)) in boxes.iter().enumerate() {
                // Saturates; 0 where a step is none.
                let place = |x: f32| ((f64::from(x) - low) / f64::from(self.step[k])) as u8;
                let (mut least, mut most) = (place(one.low[k]), place(one.high[k]));
                while least > 0 && self.side(k, least) > f64::from(one.low[k]) {
                    least -= 1;
                }
                while most < STEPS && self.side(k, most) < f64::from(one.high[k]) {
                    most += 1;
                }
                (self.sides[0][k][lane], self.sides[1][k][lane]) = (least, most);
                self.of[lane] = *of;
            }
        }
    }

    /// A place so many steps along an axis; NaN where a node is beyond f32.
    #[inline(always)]
    fn side(&self, axis: usize, steps: u8) -> f64 {
        f64::from(self.origin[axis]) + f64::from(steps) * f64::from(self.step[axis])
    }

    /// The lower or the upper sides of all along an axis, in steps.
    #[inline(always)]
    pub(crate) fn steps(&self, axis: usize, upper: bool) -> &[u8; LANES] {
        &self.sides[usize::from(upper)][axis]
    }

    fn held(&self, lane: usize) -> Aabb {
        let side = |axis: usize, upper: bool, beyond: f64| {
            let side = self.side(axis, self.steps(axis, upper)[lane]);
            if side.is_nan() { beyond } else { side }
        };
        Aabb {
            low: std::array::from_fn(|k| side(k, false, f64::NEG_INFINITY)),
            high: std::array::from_fn(|k| side(k, true, f64::INFINITY)),
        }
    }
}

/// The children of a node of some body's tree.
pub(crate) enum NodeContents {
    /// Numbers of nodes, and their count.
    Nodes([u64; LANES], usize),
    /// Pieces, and their count.
    Pieces([u32; LANES], usize),
    /// The two triangles of each of these cells of a height field: first and end of columns, then of rows.
    Cells([[u32; 2]; 2]),
}

impl BoxTree {
    /// Builds the tree of pieces that are numbered from 0 and have these boxes.
    pub(crate) fn new(boxes: impl Iterator<Item = Aabb>) -> Self {
        let mut keys: Vec<PieceSortKey> = boxes
            .zip(0..)
            .filter(|(held, _)| !held.is_empty())
            .map(|(held, of)| PieceSortKey {
                held: OuterBox::around(&held),
                of,
            })
            .collect();
        let whole = OuterBox::of(&keys);
        let mut nodes = Vec::with_capacity(keys.len() / 2);
        if !keys.is_empty() {
            fill(&mut keys, LEVELS, &mut nodes);
        }
        BoxTree {
            nodes: nodes.into(),
            whole: whole.as_aabb(),
        }
    }

    /// The tree with these lanes, as [`lanes`](Self::lanes) gives them, over pieces that are numbered from 0 and have these
    /// boxes; None unless each piece that has a box is there once, each node once and below one that comes before it, and no
    /// more than [`LEVELS`] of them above one another. The boxes of nodes are made anew, so they hold what is in them.
    pub(crate) fn with_lanes(
        lanes: &[[u32; LANES]],
        boxes: impl Iterator<Item = Aabb>,
    ) -> Option<Self> {
        let mut pieces: Vec<Option<OuterBox>> = boxes
            .map(|held| (!held.is_empty()).then(|| OuterBox::around(&held)))
            .collect();
        let mut left = pieces.iter().flatten().count();
        let mut nodes = vec![WideNode::EMPTY; lanes.len()];
        // What is below each node: the box, how many nodes there are above one another, whether it is pieces only.
        let mut below: Vec<Option<(OuterBox, u32, bool)>> = vec![None; lanes.len()];
        for (at, of) in lanes.iter().enumerate().rev() {
            let count = of.iter().position(|&of| of == NONE).unwrap_or(LANES);
            if count == 0 || of[count..].iter().any(|&of| of != NONE) {
                return None;
            }
            let (mut parts, mut height) = ([(OuterBox::NONE, NONE); LANES], 0);
            for (part, &of) in parts.iter_mut().zip(&of[..count]) {
                let held = if of & IS_PIECE != 0 {
                    let held = pieces.get_mut((of ^ IS_PIECE) as usize)?.take()?;
                    left -= 1;
                    held
                } else {
                    let child = (of & !IS_LEAF) as usize;
                    let (held, its, is_leaf) = below.get_mut(child)?.take()?;
                    if is_leaf != (of & IS_LEAF != 0) {
                        return None;
                    }
                    height = height.max(its);
                    held
                };
                *part = (held, of);
            }
            nodes[at].put(&parts[..count]);
            let held = parts
                .iter()
                .fold(OuterBox::NONE, |all, (one, _)| all.and(one));
            below[at] = Some((held, height + 1, height == 0));
        }
        let root = below.first_mut().and_then(Option::take);
        let (held, height, _) = root.unwrap_or((OuterBox::NONE, 0, false));
        let whole = left == 0 && height <= LEVELS && below.iter().all(Option::is_none);
        whole.then(|| BoxTree {
            nodes: nodes.into(),
            whole: held.as_aabb(),
        })
    }

    /// A box that holds all.
    #[inline(always)]
    pub(crate) fn whole(&self) -> &Aabb {
        &self.whole
    }

    /// By the numbers in nodes.
    #[inline(always)]
    pub(crate) fn node(&self, at: u32) -> &WideNode {
        &self.nodes[(at & !IS_LEAF) as usize]
    }

    /// Prefetches a node.
    #[inline(always)]
    pub(crate) fn fetch(&self, at: u32) {
        prefetch_all(self.node(at));
    }

    /// Returns the box of a node. The root is number 0; others are numbered by their lanes in the nodes above.
    #[inline(always)]
    pub(crate) fn box_of(&self, number: u64) -> Aabb {
        let Some(place) = number.checked_sub(1) else {
            return self.whole;
        };
        self.nodes[(place / LANES as u64) as usize].held((place % LANES as u64) as usize)
    }

    #[inline(always)]
    pub(crate) fn open(&self, number: u64) -> NodeContents {
        let at = match number.checked_sub(1) {
            None => 0,
            Some(place) => {
                self.nodes[(place / LANES as u64) as usize].of[(place % LANES as u64) as usize]
            }
        };
        if at & IS_PIECE != 0 {
            return NodeContents::Pieces([at ^ IS_PIECE; LANES], 1);
        }
        let of = &self.node(at).of;
        let count = of.iter().filter(|of| **of != NONE).count();
        match of[..count].iter().all(|of| of & IS_PIECE != 0) {
            true => NodeContents::Pieces(of.map(|of| of ^ IS_PIECE), count),
            false => {
                let first = u64::from(at & !IS_LEAF) * LANES as u64 + 1;
                NodeContents::Nodes(std::array::from_fn(|lane| first + lane as u64), count)
            }
        }
    }

    /// The piece at a place: the number of a node, times [`LANES`], and a lane of it.
    #[inline(always)]
    pub(crate) fn piece(&self, place: u32) -> u32 {
        let [node, lane] = [place as usize / LANES, place as usize % LANES];
        self.nodes[node].of[lane] ^ IS_PIECE
    }

    /// Iterates over what the nodes hold, lane by lane.
    pub(crate) fn lanes(&self) -> impl ExactSizeIterator<Item = [u32; LANES]> {
        self.nodes.iter().map(|node| node.of)
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val::<[WideNode]>(&self.nodes)
    }
}

/// A box, rounded outwards.
#[derive(Clone, Copy)]
struct OuterBox {
    low: [f32; 3],
    high: [f32; 3],
}

impl OuterBox {
    const NONE: OuterBox = OuterBox {
        low: [f32::INFINITY; 3],
        high: [f32::NEG_INFINITY; 3],
    };

    fn around(held: &Aabb) -> Self {
        OuterBox {
            low: held.low.map(f32_below),
            high: held.high.map(f32_above),
        }
    }

    fn of(keys: &[PieceSortKey]) -> Self {
        keys.iter()
            .fold(OuterBox::NONE, |held, key| held.and(&key.held))
    }

    fn and(&self, other: &OuterBox) -> OuterBox {
        let lesser = |a: f32, b: f32| if a < b { a } else { b };
        let greater = |a: f32, b: f32| if a > b { a } else { b };
        OuterBox {
            low: std::array::from_fn(|k| lesser(self.low[k], other.low[k])),
            high: std::array::from_fn(|k| greater(self.high[k], other.high[k])),
        }
    }

    fn as_aabb(&self) -> Aabb {
        // Adding 0.0 turns -0.0 into 0.0 and nothing else.
        Aabb {
            low: self.low.map(|x| f64::from(x) + 0.0),
            high: self.high.map(|x| f64::from(x) + 0.0),
        }
    }

    /// Half its surface.
    fn surface(&self) -> f32 {
        let [x, y, z] = std::array::from_fn(|k| self.high[k] - self.low[k]);
        x * y + y * z + z * x
    }

    /// The middle; 0 of a box beyond f32.
    fn middle(&self, axis: usize) -> f32 {
        let sum = 0.5 * self.low[axis] + 0.5 * self.high[axis];
        if sum.is_nan() { 0.0 } else { sum }
    }
}

/// A piece to be sorted.
struct PieceSortKey {
    held: OuterBox,
    of: u32,
}

/// Lays out the nodes of `keys`, at most so many levels of them, and gives the number of the first.
fn fill(keys: &mut [PieceSortKey], levels: u32, nodes: &mut Vec<WideNode>) -> u32 {
    let at = nodes.len();
    nodes.push(WideNode::EMPTY);
    if keys.len() <= LANES {
        let mut pieces = [(OuterBox::NONE, NONE); LANES];
        for (piece, key) in pieces.iter_mut().zip(keys.iter()) {
            *piece = (key.held, key.of | IS_PIECE);
        }
        nodes[at].put(&pieces[..keys.len()]);
        return at as u32;
    }
    // No more eights than one node of a level less holds: then any cut will do.
    let eights = keys.len().div_ceil(LANES) as u64;
    let freely = eights <= 1 << (3 * levels).saturating_sub(6);
    let mut ends = [0; LANES + 1];
    ends[1] = keys.len();
    let mut count = 1;
    while count < LANES {
        let len = |part: usize| ends[part + 1] - ends[part];
        let largest = (1..count).fold(0, |most, part| match len(part) > len(most) {
            true => part,
            false => most,
        });
        if len(largest) <= LANES {
            break;
        }
        let part = &mut keys[ends[largest]..ends[largest + 1]];
        let middle = ends[largest] + cut(part, freely);
        ends.copy_within(largest + 1..=count, largest + 2);
        ends[largest + 1] = middle;
        count += 1;
    }
    let mut parts = [(OuterBox::NONE, NONE); LANES];
    for lane in 0..count {
        let part = &mut keys[ends[lane]..ends[lane + 1]];
        let held = OuterBox::of(part);
        let of = match part {
            [alone] => alone.of | IS_PIECE,
            few if few.len() <= LANES => fill(few, levels - 1, nodes) | IS_LEAF,
            _ => fill(part, levels - 1, nodes),
        };
        parts[lane] = (held, of);
    }
    nodes[at].put(&parts[..count]);
    at as u32
}

/// Moves what belongs together to the same end, and says how many are at the first: whole eights.
fn cut(keys: &mut [PieceSortKey], freely: bool) -> usize {
    let middles = keys.iter().fold(OuterBox::NONE, |held, key| {
        let middle = [0, 1, 2].map(|axis| key.held.middle(axis));
        held.and(&OuterBox {
            low: middle,
            high: middle,
        })
    });
    let side = |axis: usize| f64::from(middles.high[axis]) - f64::from(middles.low[axis]);
    let axis = (1..3).fold(0, |most, k| if side(k) > side(most) { k } else { most });
    let half = keys.len().div_ceil(LANES) / 2 * LANES;
    let place = match freely && keys.len() > 4 * LANES {
        true => least_surface(keys, axis, &middles).unwrap_or(half),
        false => half,
    };
    keys.select_nth_unstable_by(place, |a, b| {
        let order = a.held.middle(axis).total_cmp(&b.held.middle(axis));
        order.then(a.of.cmp(&b.of))
    });
    place
}

/// Number of pieces to cut off along an axis, so that the surfaces times their numbers of pieces have the least sum.
fn least_surface(keys: &[PieceSortKey], axis: usize, middles: &OuterBox) -> Option<usize> {
    const BINS: usize = 16;
    let (low, high) = (middles.low[axis], middles.high[axis]);
    let scale = BINS as f32 / (high - low);
    if !(scale.is_finite() && scale > 0.0) {
        return None;
    }
    let mut bins = [(0_usize, OuterBox::NONE); BINS];
    for key in keys {
        // Saturates.
        let bin = ((key.held.middle(axis) - low) * scale) as usize;
        let (count, held) = &mut bins[bin.min(BINS - 1)];
        *count += 1;
        *held = held.and(&key.held);
    }
    let cost = |count: usize, held: &OuterBox| match count {
        0 => 0.0,
        _ => count as f32 * held.surface(),
    };
    let mut after = [0.0; BINS];
    let (mut count, mut held) = (0, OuterBox::NONE);
    for bin in (1..BINS).rev() {
        count += bins[bin].0;
        held = held.and(&bins[bin].1);
        after[bin - 1] = cost(count, &held);
    }
    let (mut best, mut place) = (f32::INFINITY, None);
    let (mut count, mut held) = (0, OuterBox::NONE);
    for bin in 0..BINS - 1 {
        count += bins[bin].0;
        held = held.and(&bins[bin].1);
        let sum = cost(count, &held) + after[bin];
        if sum < best && count > 0 && count < keys.len() {
            (best, place) = (sum, Some(count));
        }
    }
    let eights = (place? + LANES / 2) / LANES;
    Some(eights.clamp(1, keys.len().div_ceil(LANES) - 1) * LANES)
}

#[cfg(test)]
mod tests {
    use twin::random::case_generator;

    use super::*;
    use crate::bvh::aabb::{greater, lesser};

    /// Every piece is in one leaf, and every node holds what is in it.
    #[test]
    fn nodes_hold_their_pieces() {
        let random = &mut case_generator(2100, 0);
        for count in [0usize, 1, 4, 5, 9, 63, 500] {
            for spread in [0.0, 10.0, 1e300] {
                let boxes: Vec<Aabb> = (0..count)
                    .map(|_| {
                        let low = [0; 3].map(|_| random.between(-1.0, 1.0) * spread);
                        let high = low.map(|x| x + random.between(0.0, 1.0));
                        Aabb { low, high }
                    })
                    .collect();
                let tree = BoxTree::new(boxes.iter().copied());
                let mut seen = vec![0; count];
                let mut left: Vec<(u64, Aabb)> = Vec::new();
                if count > 0 {
                    left.push((0, Aabb::ALL));
                }
                while let Some((at, within)) = left.pop() {
                    // What is in a node is in all boxes above it; the node's own may reach farther, as it is rounded again.
                    let own = tree.box_of(at);
                    let held = Aabb {
                        low: std::array::from_fn(|k| greater(own.low[k], within.low[k])),
                        high: std::array::from_fn(|k| lesser(own.high[k], within.high[k])),
                    };
                    match tree.open(at) {
                        NodeContents::Nodes(nodes, many) => {
                            left.extend(nodes[..many].iter().map(|&node| (node, held)));
                        }
                        NodeContents::Pieces(pieces, many) => {
                            for &piece in &pieces[..many] {
                                seen[piece as usize] += 1;
                                assert_eq!(held.and(&boxes[piece as usize]), held);
                            }
                        }
                        NodeContents::Cells(_) => unreachable!("no height field"),
                    }
                }
                assert!(seen.iter().all(|&times| times == 1));
            }
        }
    }
}
