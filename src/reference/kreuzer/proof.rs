//! Does a basis of the set program prove anything? Tested on the points, in f64, with every error
//! counted.
//!
//! Let B hold the basic columns and C be its inverse as f64 found it. Points are known to within
//! `error` a coordinate, so the true matrix is B' with |B' - B| <= error on the coordinate rows.
//! - Prices p = C^T (costs): along p the sets are apart when `min p.t - max p.s` exceeds the
//!   rounding of the points and of the products. That needs no basis at all, only p.
//! - Levels x = C b: when a := |C B' - I| < 1 the inverse of B' exists and B'^-1 b lies within
//!   `|C| |b - B' x| / (1 - a)` of x, all in the maximum norm (Krawczyk 1969; Rump 2010, section
//!   10). If every level stays positive and no column is artificial, the hulls meet.

use crate::numeric::arithmetic::U;
use crate::reference::kreuzer::tableau::{Direction, MAX_ROWS, Points};

type Matrix = [[f64; MAX_ROWS]; MAX_ROWS];

/// A level may be so far below 0 by rounding.
const LEVEL_ROUNDING: f64 = 64.0 * U;

/// Conclusion that a basis proves.
pub(crate) enum Proof {
    /// Along `price`, the least of B is above the greatest of A by at least `gap` > 0. The basis
    /// itself reaches `reached`, to rounding: no gap is larger. Infinite if it has negative levels.
    Apart {
        price: Direction,
        gap: f64,
        reached: f64,
    },
    /// The true levels of the rows' columns are positive, these to rounding.
    Meet { level: [f64; MAX_ROWS] },
    /// Neither, in f64.
    Nothing,
}

/// Tests a basis. The points have 1-norms of at most 1 and lie within `error`, in every
/// coordinate, of the true ones.
pub(crate) fn prove(points: &Points, basis: &[usize; MAX_ROWS], error: f64) -> Proof {
    let (numbering, rows) = (&points.numbering, points.numbering.rows);
    let mut matrix = [[0.0; MAX_ROWS]; MAX_ROWS];
    for (place, &column) in basis.iter().enumerate().take(rows) {
        let entries = points.column(column);
        for row in 0..rows {
            matrix[row][place] = entries[row];
        }
    }
    let Some(inverse) = invert(&matrix, rows) else {
        return Proof::Nothing;
    };
    let mut columns = basis[..rows].iter();
    if !columns.any(|&column| numbering.is_artificial(column)) {
        return match positive_levels(&matrix, &inverse, rows, error) {
            Some(level) => Proof::Meet { level },
            None => Proof::Nothing,
        };
    }
    let mut price = Direction::default();
    for (place, &column) in basis.iter().enumerate().take(rows) {
        if numbering.is_artificial(column) {
            for (p, c) in price.iter_mut().zip(&inverse[place][..rows - 2]) {
                *p += c;
            }
        }
    }
    // Prices of an optimal basis are at most 1 but for rounding; any p is as good a proof.
    price = price.map(|p| p.clamp(-1.0, 1.0));
    let gap = gap_along(points, &price, error);
    // Written so that NaN fails.
    if !(gap > 0.0) {
        return Proof::Nothing;
    }
    let level = refined_levels(&matrix, &inverse, rows);
    let mut reached = 0.0;
    for (&column, x) in basis.iter().zip(level).take(rows) {
        // An artificial column of negative level is its mirror image.
        if numbering.is_artificial(column) {
            reached += x.abs();
        } else if !(x >= -LEVEL_ROUNDING) {
            reached = f64::INFINITY;
        }
    }
    Proof::Apart {
        price,
        gap,
        reached,
    }
}

/// The levels C b, and once more for what they leave of b: what many pivots have lost.
fn refined_levels(matrix: &Matrix, inverse: &Matrix, rows: usize) -> [f64; MAX_ROWS] {
    let mut level = [0.0; MAX_ROWS];
    for _ in 0..2 {
        let mut left = [0.0; MAX_ROWS];
        for (row, entries) in matrix.iter().enumerate().take(rows) {
            let b = if row < rows - 2 { 0.0 } else { 1.0 };
            left[row] = b - dot(entries, &level);
        }
        for (x, c) in level.iter_mut().zip(inverse).take(rows) {
            *x += dot(c, &left);
        }
    }
    level
}

/// A lower bound of `min p.t - max p.s` for |p|_max <= 1, rounding included. NaN proves nothing.
pub(crate) fn gap_along(points: &Points, price: &Direction, error: f64) -> f64 {
    // Unlike f64::max, this keeps a NaN.
    let larger = |best: f64, x: f64| if x > best || x.is_nan() { x } else { best };
    let greatest = (points.of_a().map(|s| dot(price, s))).fold(f64::NEG_INFINITY, larger);
    let negative_least = (points.of_b().map(|t| -dot(price, t))).fold(f64::NEG_INFINITY, larger);
    // Each product of D terms errs by at most D U |p|_max |x|_1 <= D U, and by the points'
    // error; then one subtraction. Twice that.
    let terms = points.numbering.dimension() as f64;
    let rounding = 2.0 * (2.0 * terms * U + 2.0 * error * norm1(price) + 2.0 * U);
    (-negative_least - greatest) - rounding
}

/// Over the shorter of both.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
}

fn norm1(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |sum, x| sum + x.abs())
}

/// The levels, if all are positive in real arithmetic on the true points.
fn positive_levels(
    matrix: &Matrix,
    inverse: &Matrix,
    rows: usize,
    error: f64,
) -> Option<[f64; MAX_ROWS]> {
    let m = rows as f64;
    // C b with b = (0, ..., 0, 1, 1).
    let mut level = [0.0; MAX_ROWS];
    for (x, c) in level.iter_mut().zip(inverse).take(rows) {
        *x = c[rows - 2] + c[rows - 1];
    }
    let mut residual = 0.0_f64;
    for (row, entries) in matrix.iter().enumerate().take(rows) {
        let b = if row < rows - 2 { 0.0 } else { 1.0 };
        residual = residual.max((b - dot(entries, &level)).abs());
    }
    // Entries are at most 1: products of m terms err by m U |x|_1. Twice, with room for the sums.
    residual += (error + 4.0 * m * U) * (1.0 + norm1(&level));
    let norm = (inverse[..rows].iter().map(|row| norm1(row))).fold(0.0, f64::max);
    let mut distance = 0.0_f64;
    for (i, c) in inverse.iter().enumerate().take(rows) {
        // Row i of C B - I.
        let mut difference = [0.0; MAX_ROWS];
        difference[i] = -1.0;
        for (factor, entries) in c.iter().zip(matrix).take(rows) {
            for (x, y) in difference.iter_mut().zip(entries) {
                *x += factor * y;
            }
        }
        distance = distance.max(norm1(&difference));
    }
    distance += (norm + 1.0) * (m * error + 4.0 * m * m * U);
    // Written so that NaN fails.
    if !(distance < 0.5) {
        return None;
    }
    let bound = norm * residual / (1.0 - distance) * (1.0 + 16.0 * m * U);
    level[..rows].iter().all(|&x| x > bound).then_some(level)
}

/// Gauss-Jordan with partial pivoting; None when a pivot vanishes.
fn invert(matrix: &Matrix, rows: usize) -> Option<Matrix> {
    let mut m = *matrix;
    let mut inverse = [[0.0; MAX_ROWS]; MAX_ROWS];
    for (row, entries) in inverse.iter_mut().enumerate() {
        entries[row] = 1.0;
    }
    for k in 0..rows {
        let mut at = k;
        for row in k + 1..rows {
            if m[row][k].abs() > m[at][k].abs() {
                at = row;
            }
        }
        let pivot = m[at][k];
        if pivot == 0.0 || !pivot.is_finite() {
            return None;
        }
        m.swap(k, at);
        inverse.swap(k, at);
        for column in 0..rows {
            m[k][column] /= pivot;
            inverse[k][column] /= pivot;
        }
        for row in 0..rows {
            let factor = m[row][k];
            if row == k || factor == 0.0 {
                continue;
            }
            for column in 0..rows {
                m[row][column] -= factor * m[k][column];
                inverse[row][column] -= factor * inverse[k][column];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside_a_triangle(point: [f64; 2]) -> Points {
        Points::new(&[[0.0, 0.0], [0.5, 0.0], [0.0, 0.5]], &[point])
    }

    #[test]
    fn nothing_below_the_error_is_proved() {
        let meets = |y: f64, columns: [usize; 4], error: f64| {
            let basis = std::array::from_fn(|i| *columns.get(i).unwrap_or(&0));
            let proof = prove(&beside_a_triangle([0.125, y]), &basis, error);
            assert!(!matches!(proof, Proof::Apart { .. }));
            matches!(proof, Proof::Meet { .. })
        };
        let points = [0, 1, 2, 3];
        assert!(meets(0.125, points, 0.0) && meets(1e-13, points, 0.0));
        assert!(!meets(1e-13, points, 1e-12) && !meets(0.0, points, 0.0));
        assert!(!meets(-1e-13, points, 0.0));
        // Artificial columns, and dependent ones.
        assert!(!meets(0.125, [4, 5, 6, 7], 0.0) && !meets(0.125, [0, 1, 1, 3], 0.0));

        let down = [0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let gap = |y: f64, error: f64| gap_along(&beside_a_triangle([0.1, y]), &down, error);
        assert!((gap(-0.25, 0.0) - 0.25).abs() < 1e-14);
        assert!(gap(-1e-13, 0.0) > 0.0 && !(gap(-1e-13, 1e-13) > 0.0));
        assert!(!(gap(f64::NAN, 0.0) > 0.0));
    }
}
