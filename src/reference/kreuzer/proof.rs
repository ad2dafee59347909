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
use crate::reference::kreuzer::tableau::{ColumnKind, MAX_ROWS, Numbering, column_of};

type Matrix = [[f64; MAX_ROWS]; MAX_ROWS];

/// A level may be so far below 0 by rounding.
const SPENT: f64 = 64.0 * U;

/// What a basis proves.
pub(crate) enum Proof<const D: usize> {
    /// Along `price`, the least of B is above the greatest of A by at least `gap` > 0. The basis
    /// itself reaches `reached`, to rounding: no gap is larger. Infinite if it has negative levels.
    Apart {
        price: [f64; D],
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
pub(crate) fn prove<const D: usize>(
    numbering: &Numbering,
    a: &[[f64; D]],
    b: &[[f64; D]],
    basis: &[usize; MAX_ROWS],
    error: f64,
) -> Proof<D> {
    let rows = numbering.rows;
    let mut matrix = [[0.0; MAX_ROWS]; MAX_ROWS];
    for (place, &column) in basis.iter().enumerate().take(rows) {
        let entries = column_of(numbering, a, b, column);
        for row in 0..rows {
            matrix[row][place] = entries[row];
        }
    }
    let Some(inverse) = invert(&matrix, rows) else {
        return Proof::Nothing;
    };
    let is_artificial = |column: usize| column >= numbering.structural();
    if !basis[..rows].iter().any(|&column| is_artificial(column)) {
        return match positive_levels(&matrix, &inverse, rows, error) {
            Some(level) => Proof::Meet { level },
            None => Proof::Nothing,
        };
    }
    let mut price = [0.0; D];
    for (place, &column) in basis.iter().enumerate().take(rows) {
        if matches!(
            numbering.kind(column),
            ColumnKind::Plus(_) | ColumnKind::Minus(_)
        ) {
            for (p, c) in price.iter_mut().zip(&inverse[place]) {
                *p += c;
            }
        }
    }
    // Prices of an optimal basis are at most 1 but for rounding; any p is as good a proof.
    price = price.map(|p| p.clamp(-1.0, 1.0));
    match gap_along(a, b, &price, error) {
        gap if gap > 0.0 => {
            let level = refined_levels(&matrix, &inverse, rows);
            let mut reached = 0.0;
            for (&column, x) in basis.iter().zip(level).take(rows) {
                // An artificial column of negative level is its mirror image.
                if is_artificial(column) {
                    reached += x.abs();
                } else if !(x >= -SPENT) {
                    reached = f64::INFINITY;
                }
            }
            Proof::Apart {
                price,
                gap,
                reached,
            }
        }
        _ => Proof::Nothing,
    }
}

/// The levels C b, and once more for what they leave of b: what many pivots have lost.
fn refined_levels(matrix: &Matrix, inverse: &Matrix, rows: usize) -> [f64; MAX_ROWS] {
    let mut level = [0.0; MAX_ROWS];
    for _ in 0..2 {
        let mut left = [0.0; MAX_ROWS];
        for (row, entries) in matrix.iter().enumerate().take(rows) {
            let b = if row < rows - 2 { 0.0 } else { 1.0 };
            left[row] = b - (0..rows).fold(0.0, |sum, k| sum + entries[k] * level[k]);
        }
        for (x, c) in level.iter_mut().zip(inverse).take(rows) {
            *x += (0..rows).fold(0.0, |sum, k| sum + c[k] * left[k]);
        }
    }
    level
}

/// A lower bound of `min p.t - max p.s` for |p|_max <= 1, rounding included. NaN proves nothing.
pub(crate) fn gap_along<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    price: &[f64; D],
    error: f64,
) -> f64 {
    // Unlike f64::max, these keep a NaN.
    let greatest = (a.iter().map(|s| dot(price, s))).fold(f64::NEG_INFINITY, |best, x| {
        if x > best || x.is_nan() { x } else { best }
    });
    let least = (b.iter().map(|t| dot(price, t))).fold(f64::INFINITY, |best, x| {
        if x < best || x.is_nan() { x } else { best }
    });
    let norm1 = price.iter().fold(0.0, |sum, p| sum + p.abs());
    // Each product of D terms errs by at most D U |p|_max |x|_1 <= D U, and by the points'
    // error; then one subtraction. Twice that.
    let rounding = 2.0 * (2.0 * D as f64 * U + 2.0 * error * norm1 + 2.0 * U);
    (least - greatest) - rounding
}

fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (x, y)| sum + x * y)
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
    let size = level[..rows].iter().fold(0.0, |sum, x| sum + x.abs());
    let mut residual = 0.0_f64;
    for (row, entries) in matrix.iter().enumerate().take(rows) {
        let b = if row < rows - 2 { 0.0 } else { 1.0 };
        let product = (0..rows).fold(0.0, |sum, k| sum + entries[k] * level[k]);
        residual = residual.max((b - product).abs());
    }
    // Entries are at most 1: products of m terms err by m U |x|_1. Twice, with room for the sums.
    residual += (error + 4.0 * m * U) * (1.0 + size);
    let norm = (inverse[..rows].iter())
        .map(|row| row[..rows].iter().fold(0.0, |sum, x| sum + x.abs()))
        .fold(0.0, f64::max);
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
        distance = distance.max(difference.iter().fold(0.0, |sum, x| sum + x.abs()));
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

    const NUMBERING: Numbering = Numbering {
        count_a: 3,
        count_b: 1,
        rows: 4,
    };
    const TRIANGLE: [[f64; 2]; 3] = [[0.0, 0.0], [0.5, 0.0], [0.0, 0.5]];

    fn basis(columns: [usize; 4]) -> [usize; MAX_ROWS] {
        std::array::from_fn(|i| *columns.get(i).unwrap_or(&0))
    }

    #[test]
    fn a_point_inside_is_proved_until_its_distance_from_the_edge_is_below_the_error() {
        let meets = |y: f64, error: f64| {
            let point = [[0.125, y]];
            let proof = prove(&NUMBERING, &TRIANGLE, &point, &basis([0, 1, 2, 3]), error);
            matches!(proof, Proof::Meet { .. })
        };
        assert!(meets(0.125, 0.0));
        assert!(meets(1e-13, 0.0));
        assert!(!meets(1e-13, 1e-12));
        assert!(!meets(0.0, 0.0));
        assert!(!meets(-1e-13, 0.0));
    }

    #[test]
    fn a_gap_below_the_error_proves_nothing() {
        let gap = |y: f64, error: f64| gap_along(&TRIANGLE, &[[0.1, y]], &[0.0, -1.0], error);
        assert!((gap(-0.25, 0.0) - 0.25).abs() < 1e-14);
        assert!(gap(-1e-13, 0.0) > 0.0);
        assert!(!(gap(-1e-13, 1e-13) > 0.0));
        assert!(!(gap(f64::NAN, 0.0) > 0.0));
    }

    #[test]
    fn a_basis_of_artificial_columns_or_of_dependent_ones_proves_nothing() {
        let point = [[0.125, 0.125]];
        let artificial = basis([4, 5, 6, 7]);
        let proof = prove(&NUMBERING, &TRIANGLE, &point, &artificial, 0.0);
        assert!(matches!(proof, Proof::Nothing));
        let twice = basis([0, 1, 1, 3]);
        let proof = prove(&NUMBERING, &TRIANGLE, &point, &twice, 0.0);
        assert!(matches!(proof, Proof::Nothing));
    }
}
