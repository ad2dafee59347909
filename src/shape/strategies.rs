//! Every way to a support value by itself, so that the benchmark and the tests can hold them
//! against each other. No part of the library's interface.

use nalgebra::Vector3;

use crate::numeric::simd;
use crate::shape::polytope::Polytope;

/// A way to the corner that is farthest in a direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Every corner, with the plain target's instructions.
    ScanPlain,
    /// Every corner, with the widest SIMD.
    Scan,
    /// A climb from the answer to the last direction.
    Hint,
    /// A climb from the start table.
    Table,
    /// A climb from the best candidate of the direction's cell.
    Cells,
}

impl Strategy {
    /// Whether `body` has what this way needs.
    #[must_use]
    pub fn serves(self, body: &Polytope) -> bool {
        match self {
            Strategy::ScanPlain | Strategy::Scan => !body.is_empty(),
            Strategy::Hint => body.vertex_count() > 1,
            Strategy::Table => body.start_table().heap_bytes() > 0,
            Strategy::Cells => body.cells().is_some(),
        }
    }

    /// Calls `visit` with the support value of each direction and a corner that reaches it.
    pub fn supports(
        self,
        body: &Polytope,
        directions: &[Vector3<f64>],
        mut visit: impl FnMut(f64, u32),
    ) {
        if self == Strategy::ScanPlain {
            // Not within `widest`, which would compile it for wide SIMD.
            for n in directions {
                let (value, corner) = simd::argmax_plain(body.storage().blocks(), n);
                visit(value, corner);
            }
            return;
        }
        let mut last = 0;
        simd::widest(
            #[inline(always)]
            || {
                for n in directions {
                    let from = match self {
                        Strategy::ScanPlain | Strategy::Scan => {
                            let (value, corner) = body.scan(n);
                            visit(value, corner);
                            continue;
                        }
                        Strategy::Hint => last,
                        Strategy::Table => body.start_table().start(n),
                        Strategy::Cells => {
                            let (value, corner) = body.cold(n);
                            visit(value, corner);
                            continue;
                        }
                    };
                    let (value, corner) = body.climb(n, from);
                    last = corner;
                    visit(value, corner);
                }
            },
        );
    }
}

/// Number of candidates in the list of each cell.
#[must_use]
pub fn cell_lists(body: &Polytope) -> Vec<usize> {
    body.cells()
        .map_or_else(Vec::new, |cells| cells.list_lengths().collect())
}
