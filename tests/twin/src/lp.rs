//! The textbook linear program of two convex hulls, solved in exact integers.
//!
//! sum l_i a_i - sum m_j b_j + tau s = 0, sum l_i = 1, sum m_j = 1, everything >= 0: five rows,
//! one column (a_i; 1; 0) for every vertex of A, (-b_j; 0; 1) for every vertex of B, and
//! (s; 0; 0) when the bodies shift relative to each other by s a frame. It is feasible exactly
//! when the bodies meet (at some time tau >= 0). Revised simplex: the basis is inverted afresh at
//! every pivot by fraction-free elimination, the cost is lexicographic (artificial columns first,
//! then tau), the entering column has the most negative reduced cost, and during a stall Bland's
//! rule chooses, so it ends. Slow, and meant to be.

use dashu_int::IBig;

use crate::number::{P3, is_negative, is_positive};

/// A vector with one entry for each row.
pub type Row = [IBig; 5];

/// Columns are numbered: A's vertices, B's vertices, the shift if there is one, then artificial
/// columns: rows 0 to 4 with +1, rows 0 to 2 with -1.
pub struct Problem<'a> {
    pub a: &'a [P3],
    pub b: &'a [P3],
    pub shift: Option<&'a P3>,
}

/// An optimal basis with its levels and prices, all over the common denominator `det` > 0.
pub struct Optimum {
    pub basis: [usize; 5],
    pub level: Row,
    pub det: IBig,
    /// Prices of the rows under the artificial cost.
    pub price: Row,
    /// Whether no artificial column is left at a positive level: the hulls meet.
    pub feasible: bool,
}

impl Problem<'_> {
    fn structural(&self) -> usize {
        self.a.len() + self.b.len() + usize::from(self.shift.is_some())
    }

    /// The number of the artificial column of a row.
    pub fn artificial(&self, row: usize, negative: bool) -> usize {
        self.structural() + row + if negative { 5 } else { 0 }
    }

    pub fn column(&self, j: usize) -> Row {
        let (na, nb) = (self.a.len(), self.b.len());
        let flags = |one: bool, two: bool| (IBig::from(one as u8), IBig::from(two as u8));
        let spread = |v: P3, (f, g): (IBig, IBig)| {
            let [x, y, z] = v;
            [x, y, z, f, g]
        };
        if j < na {
            return spread(self.a[j].clone(), flags(true, false));
        }
        if j < na + nb {
            return spread(self.b[j - na].clone().map(|x| -x), flags(false, true));
        }
        if j < self.structural() {
            let shift = self.shift.expect("numbered only when present");
            return spread(shift.clone(), flags(false, false));
        }
        let k = j - self.structural();
        let mut column = [0; 5].map(IBig::from);
        column[k % 5] = if k < 5 { IBig::ONE } else { -IBig::ONE };
        column
    }

    fn is_artificial(&self, j: usize) -> bool {
        j >= self.structural()
    }

    fn is_shift(&self, j: usize) -> bool {
        self.shift.is_some() && j + 1 == self.structural()
    }

    /// Solves from a basis if it is one (artificial columns may change their sign to fit), else
    /// from the artificial columns. Both bodies must have vertices.
    pub fn solve(&self, start: Option<[usize; 5]>) -> Optimum {
        let mut basis = start
            .and_then(|basis| self.repair(basis))
            .unwrap_or_else(|| [0, 1, 2, 3, 4].map(|row| self.artificial(row, false)));
        let mut stalled = false;
        loop {
            let (inverse, det) = self.invert(&basis).expect("a basis is invertible");
            let level = levels(&inverse);
            let price_of = |kind: &dyn Fn(usize) -> bool| {
                let mut price = [0; 5].map(IBig::from);
                for i in 0..5 {
                    if kind(basis[i]) {
                        for row in 0..5 {
                            price[row] += &inverse[i][row];
                        }
                    }
                }
                price
            };
            let price = price_of(&|j| self.is_artificial(j));
            let price_tau = price_of(&|j| self.is_shift(j));
            let Some(entering) = self.entering(&det, &price, &price_tau, stalled) else {
                let feasible = (0..5).all(|i| level[i].is_zero() || !self.is_artificial(basis[i]));
                return Optimum {
                    basis,
                    level,
                    det,
                    price,
                    feasible,
                };
            };
            let leaving = ratio_test(&inverse, &self.column(entering), &level, &basis);
            stalled = level[leaving].is_zero();
            basis[leaving] = entering;
        }
    }

    /// The column to enter: its pair of reduced costs is below (0, 0) lexicographically. The
    /// least, or under Bland's rule the first.
    fn entering(&self, det: &IBig, price: &Row, price_tau: &Row, bland: bool) -> Option<usize> {
        let mut best: Option<(IBig, IBig, usize)> = None;
        let with_tau = self.shift.is_some();
        for j in 0..self.structural() {
            let first = -self.price_column(price, j);
            if is_positive(&first) {
                continue;
            }
            let mut second = IBig::ZERO;
            if with_tau {
                second = -self.price_column(price_tau, j);
                if self.is_shift(j) {
                    second += det;
                }
            }
            if first.is_zero() && !is_negative(&second) {
                continue;
            }
            if bland {
                return Some(j);
            }
            let better = match &best {
                None => true,
                Some((f, s, _)) => (&first, &second) < (f, s),
            };
            if better {
                best = Some((first, second, j));
            }
        }
        best.map(|(_, _, j)| j)
    }

    fn price_column(&self, price: &Row, j: usize) -> IBig {
        let (na, nb) = (self.a.len(), self.b.len());
        let along = |v: &P3| &price[0] * &v[0] + &price[1] * &v[1] + &price[2] * &v[2];
        if j < na {
            along(&self.a[j]) + &price[3]
        } else if j < na + nb {
            &price[4] - along(&self.b[j - na])
        } else {
            along(self.shift.expect("numbered only when present"))
        }
    }

    /// Makes a guessed basis primal feasible by choosing the signs of its artificial columns, or
    /// rejects it.
    fn repair(&self, mut basis: [usize; 5]) -> Option<[usize; 5]> {
        let (inverse, _) = self.invert(&basis)?;
        let level = levels(&inverse);
        for i in 0..5 {
            if is_negative(&level[i]) {
                let k = basis[i].checked_sub(self.structural())?;
                match k {
                    0..=2 => basis[i] += 5,
                    5..=7 => basis[i] -= 5,
                    _ => return None,
                }
            }
        }
        let (inverse, _) = self.invert(&basis)?;
        levels(&inverse)
            .iter()
            .all(|x| !is_negative(x))
            .then_some(basis)
    }

    /// The inverse of the basis matrix times its determinant made positive, and that.
    fn invert(&self, basis: &[usize; 5]) -> Option<([Row; 5], IBig)> {
        let columns = basis.map(|j| self.column(j));
        let mut m: Vec<Vec<IBig>> = (0..5)
            .map(|row| {
                let identity = (0..5).map(|i| IBig::from((i == row) as u8));
                (0..5)
                    .map(|i| columns[i][row].clone())
                    .chain(identity)
                    .collect()
            })
            .collect();
        // Fraction-free Gauss-Jordan: after step k every entry is a minor of order k + 1, so the
        // division by the previous pivot leaves no remainder.
        let mut previous = IBig::ONE;
        for k in 0..5 {
            let at = (k..5).find(|&r| !m[r][k].is_zero())?;
            m.swap(k, at);
            let pivot_row = m[k].clone();
            for (r, row) in m.iter_mut().enumerate() {
                if r == k {
                    continue;
                }
                let head = row[k].clone();
                for (x, p) in row.iter_mut().zip(&pivot_row) {
                    *x = (&*x * &pivot_row[k] - &head * p) / &previous;
                }
            }
            previous = pivot_row[k].clone();
        }
        let flip = is_negative(&previous);
        let inverse = [0, 1, 2, 3, 4].map(|i| {
            [5, 6, 7, 8, 9].map(|j| {
                let x = m[i][j].clone();
                if flip { -x } else { x }
            })
        });
        Some((inverse, if flip { -previous } else { previous }))
    }
}

/// Inverse times the right-hand side (0, 0, 0, 1, 1).
fn levels(inverse: &[Row; 5]) -> Row {
    [0, 1, 2, 3, 4].map(|i| &inverse[i][3] + &inverse[i][4])
}

/// The row whose level first reaches zero as the entering column grows; ties to the lowest column.
fn ratio_test(inverse: &[Row; 5], column: &Row, level: &Row, basis: &[usize; 5]) -> usize {
    let rate: Row = [0, 1, 2, 3, 4]
        .map(|i| (0..5).fold(IBig::ZERO, |sum, row| sum + &inverse[i][row] * &column[row]));
    (0..5)
        .filter(|&i| is_positive(&rate[i]))
        .min_by(|&i, &k| {
            (&level[i] * &rate[k])
                .cmp(&(&level[k] * &rate[i]))
                .then(basis[i].cmp(&basis[k]))
        })
        .expect("both costs are bounded below")
}
