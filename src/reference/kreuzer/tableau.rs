//! Kreuzer's simplex in D dimensions, in f64: two point sets, and nothing else known of them.
//!
//! The hulls of S and T meet iff weights exist with `sum l_i s_i = sum m_j t_j`, `sum l = sum m = 1`.
//! Written as `A x = b`, `x >= 0`: columns `(s_i; 1; 0)` and `(-t_j; 0; 1)`, `b = (0, ..., 0, 1, 1)`.
//! The program minimises how far x is from solving it: artificial columns `+e_r` on every row and
//! `-e_k` on the D coordinate rows, each of cost 1. The optimum f is 0 iff the hulls meet, and
//! with all |s|_1, |t|_1 <= 1 it is their distance in the 1-norm (`docs/theory/TABLEAU.md`).
//!
//! Every column is written out, so a pivot costs D + 2 passes over all of them. It needs no
//! adjacency, no interior point and no support mapping. It loses to the ray simplex, by the
//! number of vertices, wherever that one applies: in three dimensions.
//!
//! Bland's rule, the first column of negative reduced cost enters, cannot cycle in real
//! arithmetic. In f64 it may: a limit on the pivots hands the basis to exact integers. Nothing
//! found here is believed; `proof` tests it on the points themselves.
//!
//! Source: A. Kreuzer, "On Convex Polytopes, Collision Detection, and the Simplex Method" (2016).
//! Deviations: the artificial columns `-e_k`, without which f bounds no distance; the tolerances;
//! the exact end.

/// Largest dimension. Beyond, nothing was tested.
pub(crate) const MAX_DIMENSION: usize = 8;
/// Rows of the largest program.
pub(crate) const MAX_ROWS: usize = MAX_DIMENSION + 2;

/// A reduced cost above minus this counts as not negative. In units of a program of size 1, where
/// a pivot leaves errors of about 1e-16: smaller, and noise enters columns without end; larger,
/// and near pairs stop early and are left to exact arithmetic.
const COST_TOL: f64 = 1e-12;
/// Entries up to this are no pivots. Smaller, and a row of noise is divided by noise; larger, and
/// thin bodies lose their only pivot.
const PIVOT_TOL: f64 = 1e-10;
/// The sum of artificial levels below which the hulls seem to meet.
const LEVEL_TOL: f64 = 1e-14;

/// Prices of coordinates, or a normal; zeros beyond the dimension.
pub(crate) type Direction = [f64; MAX_DIMENSION];

/// Which column a number stands for. In the order of Bland's rule: A's points, B's points, `+e_r`
/// for every row, `-e_k` for the coordinate rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnKind {
    /// A point of A, of this index.
    A(usize),
    /// A point of B.
    B(usize),
    /// `+e_r`.
    Plus(usize),
    /// `-e_k`.
    Minus(usize),
}

/// Numbering of the columns of a program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbering {
    pub(crate) count_a: usize,
    pub(crate) count_b: usize,
    pub(crate) rows: usize,
}

impl Numbering {
    pub(crate) fn structural(&self) -> usize {
        self.count_a + self.count_b
    }

    pub(crate) fn all(&self) -> usize {
        self.structural() + 2 * self.rows - 2
    }

    pub(crate) fn dimension(&self) -> usize {
        self.rows - 2
    }

    pub(crate) fn is_artificial(&self, column: usize) -> bool {
        column >= self.structural()
    }

    pub(crate) fn kind(&self, column: usize) -> ColumnKind {
        if column < self.count_a {
            ColumnKind::A(column)
        } else if column < self.structural() {
            ColumnKind::B(column - self.count_a)
        } else if column < self.structural() + self.rows {
            ColumnKind::Plus(column - self.structural())
        } else {
            ColumnKind::Minus(column - self.structural() - self.rows)
        }
    }
}

/// Columns at which `max_pivots` counts rows alone: at the default of 64, `columns x rows` pivots are
/// then the article's own limit.
const COLUMNS: u64 = 64;

/// Entries that the pivots beyond those of `COLUMNS` columns may write, some seconds: the article's limit
/// of a million points would take days.
const MOST_ENTRIES: u64 = 1 << 33;

/// The pivots after which exact arithmetic takes over: `max_pivots` for each row and, of more
/// than 64 columns, for each 64 of these.
pub(crate) fn pivot_limit(max_pivots: u32, numbering: &Numbering) -> u32 {
    let (columns, rows) = (numbering.structural() as u64, numbering.rows as u64);
    let least = u64::from(max_pivots) * rows;
    let most = least.saturating_mul(columns.max(COLUMNS)) / COLUMNS;
    let limit = most.min(MOST_ENTRIES / (columns * rows).max(1)).max(least);
    u32::try_from(limit).unwrap_or(u32::MAX)
}

/// The points of two sets, A's first, in one dimension that is known when it runs: written out for
/// each, everything here would be compiled seven times.
#[derive(Debug, Clone)]
pub(crate) struct Points {
    pub(crate) numbering: Numbering,
    pub(crate) numbers: Vec<f64>,
}

impl Points {
    pub(crate) fn new<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Self {
        Points::of_lists(D, [a.as_flattened(), b.as_flattened()])
    }

    /// Each set's points one after the other.
    pub(crate) fn of_lists(dimension: usize, [a, b]: [&[f64]; 2]) -> Self {
        Points {
            numbering: Numbering {
                count_a: a.len() / dimension,
                count_b: b.len() / dimension,
                rows: dimension + 2,
            },
            numbers: [a, b].concat(),
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(self.numbering.dimension())
    }

    pub(crate) fn of_a(&self) -> impl Iterator<Item = &[f64]> {
        self.all().take(self.numbering.count_a)
    }

    pub(crate) fn of_b(&self) -> impl Iterator<Item = &[f64]> {
        self.all().skip(self.numbering.count_a)
    }

    /// The point of a structural column.
    pub(crate) fn point(&self, column: usize) -> &[f64] {
        let dimension = self.numbering.dimension();
        &self.numbers[column * dimension..][..dimension]
    }

    /// A column of the program.
    pub(crate) fn column(&self, column: usize) -> [f64; MAX_ROWS] {
        let dimension = self.numbering.dimension();
        let mut out = [0.0; MAX_ROWS];
        match self.numbering.kind(column) {
            ColumnKind::A(_) => {
                out[..dimension].copy_from_slice(self.point(column));
                out[dimension] = 1.0;
            }
            ColumnKind::B(_) => {
                for (x, t) in out.iter_mut().zip(self.point(column)) {
                    *x = -t;
                }
                out[dimension + 1] = 1.0;
            }
            ColumnKind::Plus(row) => out[row] = 1.0,
            ColumnKind::Minus(axis) => out[axis] = -1.0,
        }
        out
    }
}

/// The dense tableau: `B^-1 A` for A's and B's columns and `+e_r`, those of `-e_k` being the
/// negatives. Points must have 1-norms of at most 1, and both sets must have some.
pub(crate) struct Tableau {
    pub(crate) numbering: Numbering,
    /// Basic column of each row.
    pub(crate) basis: [usize; MAX_ROWS],
    pub(crate) pivots: u32,
    body: Vec<f64>,
    width: usize,
    /// Reduced costs of the columns that are kept.
    cost: Vec<f64>,
    level: [f64; MAX_ROWS],
}

impl Tableau {
    /// From the basis of all `+e_r`, whose reduced costs are minus the sums of the columns.
    pub(crate) fn new(points: &Points) -> Self {
        let numbering = points.numbering;
        let rows = numbering.rows;
        let (structural, width) = (numbering.structural(), numbering.structural() + rows);
        let mut body = vec![0.0; rows * width];
        for column in 0..width {
            let entries = points.column(column);
            for (row, x) in entries.iter().enumerate().take(rows) {
                body[row * width + column] = *x;
            }
        }
        let mut cost = vec![0.0; width];
        for entries in body.chunks_exact(width) {
            for (c, x) in cost[..structural].iter_mut().zip(entries) {
                *c -= x;
            }
        }
        let mut level = [0.0; MAX_ROWS];
        level[rows - 2..rows].fill(1.0);
        Tableau {
            numbering,
            basis: std::array::from_fn(|row| structural + row),
            pivots: 0,
            body,
            width,
            cost,
            level,
        }
    }

    /// Pivots until the basis seems optimal: the artificial levels vanish or no reduced cost is
    /// negative. False when `limit` is reached or rounding leaves no pivot.
    pub(crate) fn solve(&mut self, limit: u32) -> bool {
        while self.artificial_level() > LEVEL_TOL {
            let Some(entering) = self.entering() else {
                return true;
            };
            match self.leaving(entering) {
                Some(row) if self.pivots < limit => self.pivot(row, entering),
                _ => return false,
            }
        }
        true
    }

    /// Distance of the basis from a solution: the objective f.
    pub(crate) fn artificial_level(&self) -> f64 {
        let artificial = |row: &usize| self.numbering.is_artificial(self.basis[*row]);
        let rows = (0..self.numbering.rows).filter(artificial);
        rows.fold(0.0, |sum, row| sum + self.level[row].abs())
    }

    /// Bland: the first column of negative reduced cost. That of `-e_k` is 2 minus that of `+e_k`,
    /// since their prices are p_k and -p_k and both cost 1.
    fn entering(&self) -> Option<usize> {
        let kept = self.cost.iter().position(|&c| c < -COST_TOL);
        let structural = self.numbering.structural();
        let mirrored = || {
            let plus = &self.cost[structural..self.width - 2];
            plus.iter().position(|&c| 2.0 - c < -COST_TOL)
        };
        kept.or_else(|| mirrored().map(|k| self.width + k))
    }

    /// The row whose level first reaches 0; ties to the lowest basic column.
    fn leaving(&self, entering: usize) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for row in 0..self.numbering.rows {
            let rate = self.entry(row, entering);
            if rate <= PIVOT_TOL {
                continue;
            }
            let ratio = self.level[row].max(0.0) / rate;
            let wins = best.is_none_or(|(least, other)| {
                ratio < least || (ratio == least && self.basis[row] < self.basis[other])
            });
            if wins {
                best = Some((ratio, row));
            }
        }
        best.map(|(_, row)| row)
    }

    fn entry(&self, row: usize, column: usize) -> f64 {
        if column < self.width {
            self.body[row * self.width + column]
        } else {
            -self.body[row * self.width + self.mirror(column)]
        }
    }

    /// The column of `+e_k` for that of `-e_k`.
    fn mirror(&self, column: usize) -> usize {
        column - self.numbering.rows
    }

    fn reduced_cost(&self, column: usize) -> f64 {
        if column < self.width {
            self.cost[column]
        } else {
            2.0 - self.cost[self.mirror(column)]
        }
    }

    fn pivot(&mut self, row: usize, entering: usize) {
        let mut rates = [0.0; MAX_ROWS];
        for (r, rate) in rates.iter_mut().enumerate().take(self.numbering.rows) {
            *rate = self.entry(r, entering);
        }
        let cost = self.reduced_cost(entering);
        let (before, rest) = self.body.split_at_mut(row * self.width);
        let (pivot_row, after) = rest.split_at_mut(self.width);
        for x in pivot_row.iter_mut() {
            *x /= rates[row];
        }
        self.level[row] = self.level[row].max(0.0) / rates[row];
        let others = (before.chunks_exact_mut(self.width).enumerate())
            .chain((after.chunks_exact_mut(self.width).enumerate()).map(|(r, x)| (row + 1 + r, x)));
        for (r, entries) in others {
            subtract_multiple(entries, pivot_row, rates[r]);
            self.level[r] -= rates[r] * self.level[row];
        }
        subtract_multiple(&mut self.cost, pivot_row, cost);
        self.basis[row] = entering;
        self.pivots += 1;
    }
}

fn subtract_multiple(from: &mut [f64], what: &[f64], factor: f64) {
    if factor != 0.0 {
        for (x, y) in from.iter_mut().zip(what) {
            *x -= factor * y;
        }
    }
}
