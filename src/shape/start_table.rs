//! Where a climb starts: for each cell of a cube map of directions, the corner that is farthest
//! along the cell's middle.
//!
//! Directions are stretched by the body's extents first, which makes a long body look round: the
//! support of an ellipsoid with half axes h along n is where a ball's is along (h n), and without
//! it a 1:1:8 ellipsoid crowds most of its corners into a few cells.
//!
//! About one cell for four corners, so a climb from here takes two or three steps at any size, at
//! one byte a corner. A table of all candidates of a cell would need no steps but 25 to 570 KB.

use nalgebra::Vector3;

/// Corners by direction; empty for bodies too small to climb on.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct StartTable {
    /// Cells along an edge of the cube.
    side: u32,
    /// Extents of the body, the largest 1.
    stretch: Vector3<f64>,
    corners: Box<[u32]>,
}

/// No extent counts as less than this part of the largest, so that flat bodies keep directions.
const MIN_EXTENT_RATIO: f64 = 1e-3;

impl StartTable {
    /// Asks `support(direction, start)` for the corner of each cell. `extents` is the size of the
    /// body along its axes.
    pub(crate) fn new(
        corner_count: usize,
        extents: &Vector3<f64>,
        support: impl Fn(&Vector3<f64>, u32) -> u32,
    ) -> Self {
        let size = extents.max();
        let stretch = extents.map(|x| (x / size).max(MIN_EXTENT_RATIO));
        let side = (corner_count as f64 / 24.0).sqrt().ceil().max(1.0) as u32;
        let mut last = 0;
        let corners = (0..6 * side * side)
            .map(|cell| {
                last = support(&middle(cell, side).component_div(&stretch), last);
                last
            })
            .collect();
        StartTable {
            side,
            stretch,
            corners,
        }
    }

    /// The corner of the cell that holds `n`; 0 for directions that are not finite.
    #[inline(always)]
    pub(crate) fn start(&self, n: &Vector3<f64>) -> u32 {
        let index = cell_of(&n.component_mul(&self.stretch), self.side);
        self.corners.get(index as usize).copied().unwrap_or(0)
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.corners)
    }
}

/// The cell that holds `n` on a cube map with `side` cells along an edge; some cell for directions
/// that are not finite.
#[inline(always)]
pub(crate) fn cell_of(n: &Vector3<f64>, side: u32) -> u32 {
    let (x, y, z) = (n.x.abs(), n.y.abs(), n.z.abs());
    let (face, major, u, v) = if x >= y && x >= z {
        (u32::from(n.x < 0.0), x, n.y, n.z)
    } else if y >= z {
        (2 + u32::from(n.y < 0.0), y, n.x, n.z)
    } else {
        (4 + u32::from(n.z < 0.0), z, n.x, n.y)
    };
    let half = 0.5 * f64::from(side);
    let scale = half / major;
    // Float to integer saturates, and NaN becomes 0.
    let cell = |w: f64| ((w * scale + half) as u32).min(side - 1);
    (face * side + cell(u)) * side + cell(v)
}

/// Direction of a cell's middle, not of unit length.
fn middle(cell: u32, side: u32) -> Vector3<f64> {
    within(cell, side, 0.5, 0.5)
}

/// A direction of a cell, not of unit length: `du` and `dv` run from 0 to 1 across it.
pub(crate) fn within(cell: u32, side: u32, du: f64, dv: f64) -> Vector3<f64> {
    let (face, u, v) = (cell / (side * side), cell / side % side, cell % side);
    let at = |w: u32, dw: f64| 2.0 * (f64::from(w) + dw) / f64::from(side) - 1.0;
    let (u, v) = (at(u, du), at(v, dv));
    let major = if face % 2 == 0 { 1.0 } else { -1.0 };
    match face / 2 {
        0 => Vector3::new(major, u, v),
        1 => Vector3::new(u, major, v),
        _ => Vector3::new(u, v, major),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles_fall_into_their_own_cells() {
        for side in [1, 2, 3, 7, 14] {
            let cells = 6 * side * side;
            let table = StartTable {
                side,
                stretch: Vector3::repeat(1.0),
                corners: (0..cells).collect(),
            };
            for cell in 0..cells {
                assert_eq!(table.start(&middle(cell, side)), cell, "side {side}");
            }
        }
    }
}
