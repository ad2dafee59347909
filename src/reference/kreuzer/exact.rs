//! The program of `tableau` in exact integers: where f64 leaves it open, this always can.
//!
//! Points are integers over one power of two; the rows of the weights stand for a right-hand side
//! of `one`, a power of two not below any point's 1-norm, so that the optimum over `one` is again
//! the distance in the 1-norm. Revised simplex: the inverse of the basis is kept as integers over
//! one positive denominator and updated by integer pivoting (Edmonds 1967; Azulay and Pique 2001),
//! whose divisions leave no remainder because every entry is a minor of the basis.
//!
//! Bland's rule: of the columns in one fixed order, the first of negative reduced cost enters, and
//! of equal ratios the first leaves. It cannot cycle, so the loop ends, and it ends at an optimum.
//! The order has the columns of the f64 basis first: they are nearly always the answer.
//!
//! Slow (tens of microseconds up to milliseconds) and allocating.

use dashu_base::Abs;
use dashu_int::IBig;

use crate::numeric::arithmetic::U;
use crate::numeric::exact_float::{scaled, unit_of};
use crate::reference::kreuzer::proof::dot;
use crate::reference::kreuzer::sets::DistanceBounds;
use crate::reference::kreuzer::tableau::{ColumnKind, Direction, Numbering, Points};
use crate::solver::exact::{bit_len, leading_f64};

/// [`Points`] as integers: multiples of 2^unit, relative to one point.
pub(crate) struct IntegerPoints {
    pub(crate) numbering: Numbering,
    numbers: Vec<IBig>,
    unit: i32,
    /// Not below any 1-norm.
    one: IBig,
}

impl IntegerPoints {
    /// Relative to `origin`.
    pub(crate) fn new(points: &Points, origin: &[f64]) -> Self {
        let numbers = points.numbers.iter().chain(origin);
        let unit = match numbers.map(|&x| unit_of(x)).min() {
            None | Some(i32::MAX) => 0,
            Some(unit) => unit,
        };
        let origin: Vec<IBig> = origin.iter().map(|&x| scaled(x, unit)).collect();
        let numbers = points.numbers.iter().zip(origin.iter().cycle());
        let relative = numbers.map(|(&x, o)| scaled(x, unit) - o).collect();
        IntegerPoints::from_integers(points.numbering, relative, unit)
    }

    pub(crate) fn from_integers(numbering: Numbering, numbers: Vec<IBig>, unit: i32) -> Self {
        let norm1 = |p: &[IBig]| p.iter().fold(IBig::ZERO, |sum, x| sum + x.clone().abs());
        let norms = numbers.chunks_exact(numbering.dimension()).map(norm1);
        let bits = bit_len(&norms.max().unwrap_or(IBig::ZERO));
        IntegerPoints {
            numbering,
            numbers,
            unit,
            one: IBig::ONE << bits,
        }
    }

    /// `row . point` of a structural column.
    fn along(&self, row: &[IBig], column: usize) -> IBig {
        let dimension = self.numbering.dimension();
        let point = &self.numbers[column * dimension..][..dimension];
        let terms = row.iter().zip(point).map(|(x, y)| x * y);
        terms.fold(IBig::ZERO, |sum, term| sum + term)
    }

    /// Whether the f64 normal itself separates, exactly.
    pub(crate) fn separated_by(&self, normal: &Direction) -> bool {
        let unit = normal.iter().map(|&x| unit_of(x)).min().unwrap_or(0);
        let normal = normal.map(|x| scaled(x, unit));
        let along = |column| self.along(&normal, column);
        let (count_a, count) = (self.numbering.count_a, self.numbering.structural());
        (0..count_a).map(along).max() < (count_a..count).map(along).min()
    }

    /// `row . column`, for a row vector of D + 2 entries.
    fn times_column(&self, row: &[IBig], column: usize) -> IBig {
        let dimension = self.numbering.dimension();
        match self.numbering.kind(column) {
            ColumnKind::A(_) => self.along(row, column) + &row[dimension] * &self.one,
            ColumnKind::B(_) => &row[dimension + 1] * &self.one - self.along(row, column),
            ColumnKind::Plus(r) => row[r].clone(),
            ColumnKind::Minus(k) => -&row[k],
        }
    }

    /// Solves, starting from the columns of `start` as far as they make a basis. Both sets must
    /// have points. Returns an optimal basis.
    pub(crate) fn solve(&self, start: &[usize]) -> Revised<'_> {
        let mut run = Revised::new(self, start);
        run.take_in(start);
        if !run.make_feasible() {
            run.reset();
        }
        while !run.meets() {
            let Some(entering) = run.entering() else {
                break;
            };
            let rates = run.rates(entering);
            let row = run.leaving(&rates);
            let row = row.expect("a cost that is never negative is bounded");
            run.pivot(row, entering, &rates);
        }
        run
    }
}

impl Revised<'_> {
    /// Every basic column with its level, rounded, in units of the right-hand side.
    pub(crate) fn weights(&self) -> Vec<(usize, f64)> {
        let levels = (0..).map(|row| weight(&self.level(row), &self.denominator));
        self.basis.iter().copied().zip(levels).collect()
    }

    /// The coordinates' prices rounded, over a power of two.
    pub(crate) fn direction(&self) -> (Direction, i32) {
        let price = self.price();
        let price = &price[..price.len() - 2];
        let bits = price.iter().map(bit_len).max().unwrap_or(0);
        let mut out = Direction::default();
        for (x, p) in out.iter_mut().zip(price) {
            *x = leading_f64(p, bits);
        }
        (out, bits.saturating_sub(60) as i32)
    }
}

/// Lower bounds of the optimum over the root of D, and of the gap along the coordinates' prices.
/// The optimum is `one (p_D+1 + p_D+2)`, the gap along p: both over the denominator.
pub(crate) fn distance_bounds(points: &IntegerPoints, optimum: &Revised<'_>) -> DistanceBounds {
    let (dimension, price) = (points.numbering.dimension(), optimum.price());
    let gap = &points.one * (&price[dimension] + &price[dimension + 1]);
    let (leading, exponent) = optimum.direction();
    let length = dot(&leading, &leading).sqrt();
    let (whole, numerator) = (&optimum.denominator, leading_f64(&gap, bit_len(&gap)));
    let down = |quotient: f64, exponent: i32| {
        let exponent = points.unit + leading_exponent(&gap) - exponent;
        let x = libm::scalbn(quotient * (1.0 - 16.0 * U), exponent);
        if x < f64::MIN_POSITIVE {
            x.next_down().max(0.0)
        } else {
            x.min(f64::MAX)
        }
    };
    let optimum = numerator / leading_f64(whole, bit_len(whole));
    DistanceBounds {
        by_optimum: down(optimum / (dimension as f64).sqrt(), leading_exponent(whole)),
        by_plane: down(numerator / length, exponent),
    }
}

/// `x / whole` rounded, but not to 0 unless it is: a point of the least weight is still needed.
fn weight(x: &IBig, whole: &IBig) -> f64 {
    if *x == IBig::ZERO {
        return 0.0;
    }
    let exponent = leading_exponent(x) - leading_exponent(whole);
    let ratio = leading_f64(x, bit_len(x)) / leading_f64(whole, bit_len(whole));
    libm::scalbn(ratio, exponent).max(f64::MIN_POSITIVE)
}

/// The power of two that `leading_f64` of a number of this many bits leaves out.
fn leading_exponent(x: &IBig) -> i32 {
    bit_len(x).saturating_sub(60) as i32
}

/// A basis of the program, in the end an optimal one.
pub(crate) struct Revised<'a> {
    points: &'a IntegerPoints,
    numbering: Numbering,
    /// Every column, in Bland's order; and the place of each in it.
    order: Vec<usize>,
    place: Vec<usize>,
    /// Basic columns.
    pub(crate) basis: Vec<usize>,
    /// Inverse of the basis over `denominator` > 0.
    inverse: Vec<Vec<IBig>>,
    denominator: IBig,
    pub(crate) pivots: u32,
}

impl<'a> Revised<'a> {
    fn new(points: &'a IntegerPoints, start: &[usize]) -> Self {
        let numbering = points.numbering;
        let rest = (0..numbering.all()).filter(|column| !start.contains(column));
        let order: Vec<usize> = start.iter().copied().chain(rest).collect();
        let mut place = vec![0; numbering.all()];
        for (at, &column) in order.iter().enumerate() {
            place[column] = at;
        }
        let mut run = Revised {
            points,
            numbering,
            order,
            place,
            basis: Vec::new(),
            inverse: Vec::new(),
            denominator: IBig::ONE,
            pivots: 0,
        };
        run.reset();
        run
    }

    /// The basis of all `+e_r`.
    fn reset(&mut self) {
        let rows = self.numbering.rows;
        self.basis = (0..rows).map(|r| self.numbering.structural() + r).collect();
        let unit = |r: usize| (0..rows).map(|k| IBig::from(u8::from(r == k))).collect();
        self.inverse = (0..rows).map(unit).collect();
        self.denominator = IBig::ONE;
    }

    /// Brings the structural columns of `start` into the basis, whatever the levels become.
    fn take_in(&mut self, start: &[usize]) {
        for &column in start {
            if self.numbering.is_artificial(column) || self.basis.contains(&column) {
                continue;
            }
            let rates = self.rates(column);
            let free = |&row: &usize| {
                let basic = self.basis[row];
                self.numbering.is_artificial(basic)
                    && !start.contains(&basic)
                    && rates[row] != IBig::ZERO
            };
            // A column that depends on those taken in before finds no row, and stays out.
            if let Some(row) = (0..self.numbering.rows).find(free) {
                self.pivot(row, column, &rates);
            }
        }
    }

    /// Turns artificial columns of coordinate rows so that no level is negative, if that helps.
    fn make_feasible(&mut self) -> bool {
        let rows = self.numbering.rows;
        for row in 0..rows {
            if self.level(row) >= IBig::ZERO {
                continue;
            }
            let turned = match self.numbering.kind(self.basis[row]) {
                ColumnKind::Plus(k) if k < rows - 2 => self.basis[row] + rows,
                ColumnKind::Minus(_) => self.basis[row] - rows,
                _ => return false,
            };
            self.basis[row] = turned;
            for x in &mut self.inverse[row] {
                *x = -&*x;
            }
        }
        true
    }

    /// Level of a basic column, over the denominator.
    fn level(&self, row: usize) -> IBig {
        let of_weights = &self.inverse[row][self.numbering.dimension()..];
        (&of_weights[0] + &of_weights[1]) * &self.points.one
    }

    /// Whether no artificial column is at a positive level.
    pub(crate) fn meets(&self) -> bool {
        let zero = |row: usize| self.level(row) == IBig::ZERO;
        (0..self.numbering.rows)
            .all(|row| !self.numbering.is_artificial(self.basis[row]) || zero(row))
    }

    /// Prices of the rows over the denominator: the artificial columns cost 1.
    fn price(&self) -> Vec<IBig> {
        let mut price = vec![IBig::ZERO; self.numbering.rows];
        for (row, &column) in self.basis.iter().enumerate() {
            if self.numbering.is_artificial(column) {
                for (p, x) in price.iter_mut().zip(&self.inverse[row]) {
                    *p += x;
                }
            }
        }
        price
    }

    fn entering(&self) -> Option<usize> {
        let price = self.price();
        let negative = |&column: &usize| {
            let priced = self.points.times_column(&price, column);
            if self.numbering.is_artificial(column) {
                priced > self.denominator
            } else {
                priced > IBig::ZERO
            }
        };
        self.order.iter().copied().find(negative)
    }

    /// The inverse times a column, over the denominator.
    fn rates(&self, column: usize) -> Vec<IBig> {
        let rows = self.inverse.iter();
        rows.map(|row| self.points.times_column(row, column))
            .collect()
    }

    fn leaving(&self, rates: &[IBig]) -> Option<usize> {
        let mut best: Option<(IBig, usize)> = None;
        for (row, rate) in rates.iter().enumerate() {
            if *rate <= IBig::ZERO {
                continue;
            }
            let level = self.level(row);
            let wins = best.as_ref().is_none_or(|(least, other)| {
                // level / rate against least / rates[other].
                let order = (&level * &rates[*other]).cmp(&(least * rate));
                let places = [row, *other].map(|r| self.place[self.basis[r]]);
                order.is_lt() || (order.is_eq() && places[0] < places[1])
            });
            if wins {
                best = Some((level, row));
            }
        }
        best.map(|(_, row)| row)
    }

    fn pivot(&mut self, row: usize, entering: usize, rates: &[IBig]) {
        let pivot_row = self.inverse[row].clone();
        let pivot = &rates[row];
        for (r, entries) in self.inverse.iter_mut().enumerate() {
            if r == row {
                continue;
            }
            for (x, y) in entries.iter_mut().zip(&pivot_row) {
                *x = (&*x * pivot - &rates[r] * y) / &self.denominator;
            }
        }
        self.denominator = pivot.clone();
        if self.denominator < IBig::ZERO {
            self.denominator = -&self.denominator;
            for x in self.inverse.iter_mut().flatten() {
                *x = -&*x;
            }
        }
        self.basis[row] = entering;
        self.pivots += 1;
    }
}
