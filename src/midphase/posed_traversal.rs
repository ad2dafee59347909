//! The triangles that a convex body at rest may come near, one after the other.
//!
//! Idea: all nodes are compared with the body's own bounds ([`posed_body`](crate::midphase::posed_body)), those nearest to its
//! middle first. A triangle that f64 proves apart is skipped ([`posed_facet`](crate::midphase::posed_facet)), and a query that
//! wants any hit ends at the first one that f64 proves to meet. The rest is left to the caller, as a pair of bodies.

use nalgebra::Vector3;

use crate::bvh::box_tree::{BoxTree, IS_LEAF, IS_PIECE, LANES, LEVELS, NONE, NodeContents};
use crate::error::Result;
use crate::midphase::posed_body::{BodyAtTriangles, BoxLanes, NodeTest};
use crate::midphase::posed_facet::FacetFate;
use crate::numeric::simd::fast;
use crate::shape::height_field::HeightField;
use crate::shape::pieces::PiecesKind;

/// Seven are left of each level.
const STACK: usize = (LANES - 1) * LEVELS as usize + LANES;

/// Says that a number is a triangle's place, and not a node's.
const IS_TRIANGLE: u64 = 1 << 63;

/// A query about a triangle with these corners, and what f64 proves about it; an answer below 0 ends the search.
pub(super) type AskTriangle<'q> =
    dyn FnMut(u32, &[Vector3<f64>; 3], FacetFate) -> Result<Option<f64>> + 'q;

/// A triangle that meets the body, by points of their cores: the body's and the triangle's, in its frame.
pub(super) type Meeting = (u32, [Vector3<f64>; 2]);

/// Nodes and triangles that are still to be visited, with the squares of their distances from the body's middle.
struct NearestStack {
    squares: [f32; STACK],
    nodes: [u64; STACK],
    depth: usize,
}

impl NearestStack {
    /// Adds a node, above those since `from` that are farther away.
    #[inline(always)]
    fn push(&mut self, from: usize, square: f32, node: u64) {
        let mut place = self.depth;
        while place > from && self.squares[place - 1] < square {
            self.squares[place] = self.squares[place - 1];
            self.nodes[place] = self.nodes[place - 1];
            place -= 1;
        }
        (self.squares[place], self.nodes[place]) = (square, node);
        self.depth += 1;
    }
}

impl BodyAtTriangles<'_> {
    /// Calls `ask` with each triangle that f64 does not prove apart; an answer below 0 ends it. With `to_first` it also ends at a
    /// triangle that f64 proves to meet the body, and returns that.
    pub(super) fn search(
        &self,
        to_first: bool,
        ask: &mut AskTriangle<'_>,
    ) -> Result<Option<Meeting>> {
        match fast() {
            Some(fast) => fast.run(
                #[inline(always)]
                || self.traverse(to_first, ask),
            ),
            None => self.traverse_outlined(to_first, ask),
        }
    }

    /// Does as [`traverse`](Self::traverse) on machines without AVX2.
    #[cold]
    #[inline(never)]
    fn traverse_outlined(
        &self,
        to_first: bool,
        ask: &mut AskTriangle<'_>,
    ) -> Result<Option<Meeting>> {
        self.traverse(to_first, ask)
    }

    #[inline(always)]
    fn traverse(&self, to_first: bool, ask: &mut AskTriangle<'_>) -> Result<Option<Meeting>> {
        let Some(root) = self.pieces.root() else {
            return Ok(None);
        };
        let test = self.node_test();
        let mut stack = NearestStack {
            squares: [0.0; STACK],
            nodes: [0; STACK],
            depth: 1,
        };
        stack.nodes[0] = root;
        while stack.depth > 0 {
            stack.depth -= 1;
            let node = stack.nodes[stack.depth];
            if node & IS_TRIANGLE == 0 {
                match self.pieces.kind() {
                    PiecesKind::HeightField(field) => open_field(field, &test, node, &mut stack),
                    _ => self.open_tree(&test, node as u32, &mut stack),
                }
                continue;
            }
            let place = (node ^ IS_TRIANGLE) as u32;
            let (triangle, corners) = match self.pieces.facet_at(place) {
                Some(facet) => (facet.triangle, Some(facet.corners)),
                None => (place, self.pieces.corners(place)),
            };
            let Some(corners) = corners else {
                continue;
            };
            let fate = match self.fate(&corners, to_first) {
                FacetFate::Apart => continue,
                FacetFate::Meets(points) if to_first => return Ok(Some((triangle, points))),
                fate => fate,
            };
            if ask(triangle, &corners, fate)?.is_some_and(|next| next < 0.0) {
                break;
            }
        }
        Ok(None)
    }

    #[inline(always)]
    fn open_tree(&self, test: &NodeTest, at: u32, stack: &mut NearestStack) {
        let Some(tree) = self.pieces.tree() else {
            return;
        };
        let node = tree.node(at);
        let mut lanes = BoxLanes {
            low: [[0.0; LANES]; 3],
            high: [[0.0; LANES]; 3],
        };
        for k in 0..3 {
            let (step, from) = (
                node.step[k],
                (f64::from(node.origin[k]) - test.center[k]) as f32,
            );
            for (side, upper) in [(&mut lanes.low[k], false), (&mut lanes.high[k], true)] {
                for (x, steps) in side.iter_mut().zip(node.steps(k, upper)) {
                    *x = f32::from(*steps) * step + from;
                }
            }
        }
        let (squares, mut near) = test.near(&lanes);
        let from = stack.depth;
        while near != 0 {
            let lane = near.trailing_zeros() as usize % LANES;
            near &= near - 1;
            let next = node.of[lane];
            if next == NONE {
                break;
            }
            let next = match next & IS_PIECE {
                0 => {
                    self.fetch(tree, next);
                    u64::from(next)
                }
                _ => {
                    let place = (at & !IS_LEAF) * LANES as u32 + lane as u32;
                    self.pieces.fetch(place);
                    IS_TRIANGLE | u64::from(place)
                }
            };
            stack.push(from, squares[lane], next);
        }
    }

    #[inline(always)]
    fn fetch(&self, tree: &BoxTree, node: u32) {
        tree.fetch(node);
        if node & IS_LEAF != 0 {
            self.pieces.fetch_node(node ^ IS_LEAF);
        }
    }
}

/// A height field's cells have no boxes: all triangles of a block of them are visited.
#[inline(always)]
fn open_field(field: &HeightField, test: &NodeTest, node: u64, stack: &mut NearestStack) {
    let from = stack.depth;
    match field.open(node) {
        NodeContents::Nodes(nodes, count) => {
            let mut lanes = BoxLanes {
                low: [[f32::INFINITY; LANES]; 3],
                high: [[f32::NEG_INFINITY; LANES]; 3],
            };
            for (lane, &node) in nodes[..count].iter().enumerate() {
                let held = field.box_of(node);
                for k in 0..3 {
                    lanes.low[k][lane] = (held.low[k] - test.center[k]) as f32;
                    lanes.high[k][lane] = (held.high[k] - test.center[k]) as f32;
                }
            }
            let (squares, near) = test.near(&lanes);
            for (lane, &node) in nodes[..count].iter().enumerate() {
                if near >> lane & 1 == 1 {
                    stack.push(from, squares[lane], node);
                }
            }
        }
        NodeContents::Cells([columns, rows]) => {
            for row in rows[0]..rows[1] {
                for column in columns[0]..columns[1] {
                    if field.has_cell(row, column) {
                        for triangle in field.triangles_of(row, column) {
                            stack.push(from, 0.0, IS_TRIANGLE | u64::from(triangle));
                        }
                    }
                }
            }
        }
        NodeContents::Pieces(..) => {}
    }
}
