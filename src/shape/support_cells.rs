//! The corners that can be farthest, for every cell of a cube map of directions.
//!
//! Problem: without a hint a climb walks two or three steps from the start table, over six or so
//! neighbours each, and the machine cannot foresee where it ends. Idea: list for each cell the
//! corners that may be farthest in some direction of it, about ten. A support query is then one
//! look-up and a scan of a few blocks of four, copied so that the scan reads one run of memory.
//!
//! Cells are of equal size after each axis is multiplied by the body's half extent along it:
//! normals of a long body crowd around its waist, and a linear map of space straightens that.
//!
//! A list holds every corner that is the maximum for some direction n of its cell, in real
//! arithmetic:
//! - A corner w is left out when a neighbour x has n.x > n.w, rounding included, at the four
//!   directions that span the cell (made a little larger than the cell, so that rounding in the
//!   look-up does not matter); then so it is for all n between them.
//! - Only corners found by a walk along edges are asked. Let n move from one direction of the cell
//!   to another. The corners that are maximal at each moment span a face, whose edges connect
//!   them; at the moments when the face changes, the faces before and after are faces of the one
//!   between. So all corners wanted hang together along edges, none of them is ever left out, and
//!   the walk finds all if it starts at one: at a corner that beats all its neighbours, rounding
//!   included, in a direction inside the cell.
//!
//! So the answer is as good as that of a scan of the body. When no such start is found, or a list
//! gets too long (around a prism, whose normals lie on a line), the list is empty and the query
//! climbs. Loses: takes about as much memory again as the body. While that memory is near, a query
//! takes half the time of a climb at any size; where other work has driven it out of the caches it
//! takes up to twice the time (from a thousand corners on), for a climb touches less. Measured in
//! `docs/measured/BENCHMARKS.md`.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, corners_of_box, dot, norm1};
use crate::numeric::simd;
use crate::numeric::vertices::{Block, LANES, Vertices};
use crate::shape::start_table::{cell_of, within};

/// Corners for one cell. Twice as many make lists short (measured: 6 instead of 10) and queries
/// hardly faster, in nearly twice the memory; fewer cells need a third block to scan.
const CORNERS_A_CELL: f64 = 3.0;

/// A climb is as fast as a scan of a list longer than this.
const MAX_CELL_CORNERS: usize = 24;

/// Half extents below this part of the largest count as this: the cells of a flat body must not
/// be flat.
const MIN_EXTENT_RATIO: f64 = 1.0 / 64.0;

/// Directions inside a cell, as parts of its sides, from which a walk may start.
const INSIDE: [(f64, f64); 4] = [(0.5, 0.5), (0.3, 0.6), (0.7, 0.2), (0.4, 0.9)];

/// By how much of a cell's side its list reaches beyond it. The look-up is off by a few U times
/// the number of cells along the cube, below 1e-10.
const CELL_OVERLAP_RATIO: f64 = 1e-6;

/// Bodies of other sizes climb. Scaled to about size 1, a pair has normals of at most some hundred;
/// brought to the axes of a body of this reach, beside any partner, they are 1e-302 to 1e290 long.
const REACHES: std::ops::Range<f64> = 1e-285..1e285;

/// Candidates by direction.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SupportCells {
    /// Cells along an edge of the cube.
    side: u32,
    /// A direction times this, axis by axis, is what the cells divide.
    stretch: Vector3<f64>,
    /// Cell i lists `blocks[starts[i]..starts[i + 1]]`; none when it must be climbed for.
    starts: Box<[u32]>,
    blocks: Box<[Block]>,
    /// Which corners the blocks hold, ascending in each list, the last repeated to fill a block.
    corners: Box<[[u32; LANES]]>,
}

impl SupportCells {
    /// For a body of more than one corner, none farther from the origin than `reach`; `None` for
    /// extreme sizes. `climb(direction, start)` is the body's support mapping.
    pub(crate) fn new<'a>(
        vertices: &Vertices,
        reach: f64,
        neighbors: impl Fn(u32) -> &'a [u32],
        climb: impl Fn(&Vector3<f64>, u32) -> u32,
    ) -> Option<Self> {
        if !REACHES.contains(&reach) {
            return None;
        }
        let cells = vertices.len() as f64 / CORNERS_A_CELL;
        let side = (cells / 6.0).sqrt().ceil().max(1.0) as u32;
        let stretch = stretch(vertices);
        let mut walk = CellWalk {
            vertices,
            neighbors,
            reach,
            asked_for: vec![u32::MAX; vertices.len()],
            found: Vec::new(),
        };
        let (mut starts, mut corners, mut points) = (vec![0], Vec::new(), Vec::new());
        let mut last = 0;
        for cell in 0..6 * side * side {
            let direction = |u, v| within(cell, side, u, v).component_div(&stretch);
            walk.found.clear();
            for (u, v) in INSIDE {
                let n = direction(u, v);
                last = climb(&n, last);
                if walk.surely_farthest(last, &n) {
                    let (low, high) = (-CELL_OVERLAP_RATIO, 1.0 + CELL_OVERLAP_RATIO);
                    let rim = [(low, low), (low, high), (high, low), (high, high)];
                    walk.run(cell, last, rim.map(|(u, v)| direction(u, v)));
                    break;
                }
            }
            for few in walk.found.chunks(LANES) {
                let four = std::array::from_fn(|k| few[k.min(few.len() - 1)]);
                points.extend(four.map(|v| vertices.get(v as usize)));
                corners.push(four);
            }
            starts.push(corners.len() as u32);
        }
        Some(SupportCells {
            side,
            stretch,
            starts: starts.into(),
            blocks: Vertices::new(&points).blocks().into(),
            corners: corners.into(),
        })
    }

    /// Returns what [`Polytope::scan`](crate::shape::polytope::Polytope) does: the largest `n.v` and the lowest of the
    /// listed corners that reach it. `None` where a climb must answer. Some corner when `n` is
    /// shorter than 1e-302 or longer than 1e290, as no scaled direction is.
    ///
    /// A call, with the direction by value: few bodies have cells, and every search without a start calls it.
    #[inline(never)]
    pub(crate) fn support(&self, n: Vector3<f64>) -> Option<(f64, u32)> {
        simd::widest(
            #[inline(always)]
            || self.best_of_cell(&n),
        )
    }

    #[inline(always)]
    fn best_of_cell(&self, n: &Vector3<f64>) -> Option<(f64, u32)> {
        let cell = cell_of(&n.component_mul(&self.stretch), self.side) as usize;
        let list = self.starts[cell] as usize..self.starts[cell + 1] as usize;
        if list.is_empty() {
            return None;
        }
        let (value, at) = simd::argmax(&self.blocks[list.clone()], n);
        // Out of range only if every product is NaN.
        let four = self.corners[list].get(at as usize / LANES)?;
        Some((value, four[at as usize % LANES]))
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.blocks) + size_of_val(&*self.corners)
    }

    /// Number of corners in the list of each cell.
    pub(crate) fn list_lengths(&self) -> impl Iterator<Item = usize> + '_ {
        self.starts.windows(2).map(|ends| {
            let mut list = self.corners[ends[0] as usize..ends[1] as usize].concat();
            list.dedup();
            list.len()
        })
    }
}

/// The walk that fills a cell's list.
struct CellWalk<'v, N> {
    vertices: &'v Vertices,
    neighbors: N,
    reach: f64,
    /// For which cell each corner was asked last.
    asked_for: Vec<u32>,
    found: Vec<u32>,
}

impl<'a, N: Fn(u32) -> &'a [u32]> CellWalk<'_, N> {
    /// Whether `corner` is the only maximum along `n`, in real arithmetic.
    fn surely_farthest(&self, corner: u32, n: &Vector3<f64>) -> bool {
        let below = |&w: &u32| self.height(n, corner) - self.height(n, w) > self.error(n);
        (self.neighbors)(corner).iter().all(below)
    }

    /// Fills `found` with the candidates of the directions that `rim` spans, ascending; leaves it
    /// empty when they are too many.
    fn run(&mut self, cell: u32, from: u32, rim: [Vector3<f64>; 4]) {
        self.asked_for[from as usize] = cell;
        self.found.push(from);
        let mut next = 0;
        while let Some(&v) = self.found.get(next) {
            next += 1;
            for &w in (self.neighbors)(v) {
                if std::mem::replace(&mut self.asked_for[w as usize], cell) != cell
                    && !self.surely_beaten(w, &rim)
                {
                    self.found.push(w);
                }
            }
            if self.found.len() > MAX_CELL_CORNERS {
                self.found.clear();
            }
        }
        self.found.sort_unstable();
    }

    /// Whether one neighbour is farther than `w` along every direction of `rim`.
    fn surely_beaten(&self, w: u32, rim: &[Vector3<f64>; 4]) -> bool {
        let beats = |&x: &u32| {
            rim.iter()
                .all(|n| self.height(n, x) - self.height(n, w) > self.error(n))
        };
        (self.neighbors)(w).iter().any(beats)
    }

    fn height(&self, n: &Vector3<f64>, corner: u32) -> f64 {
        dot(n, &self.vertices.get(corner as usize))
    }

    /// Covers the difference of two heights: 3 U |n| reach each, 2 U |n| reach for subtracting.
    fn error(&self, n: &Vector3<f64>) -> f64 {
        16.0 * U * norm1(n) * self.reach
    }
}

/// Half extents along the axes, as parts of the largest.
fn stretch(vertices: &Vertices) -> Vector3<f64> {
    let (low, high) = corners_of_box(vertices.iter());
    let extent = high - low;
    let largest = extent.max();
    extent.map(|x| (x / largest).max(MIN_EXTENT_RATIO))
}
