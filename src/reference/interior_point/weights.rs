//! What weights prove: that the hulls of the columns' vertices share a point, and how near the
//! bodies are to each other.
#![allow(clippy::needless_range_loop)] // rows and columns read better by index

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, norm};
use crate::reference::interior_point::cholesky::Cholesky;
use crate::reference::interior_point::working_set::{ColumnBody, MAX_COLUMNS, WorkingSet};
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::SupportMapping;

/// Weighted sums err by this many of the pair's rounding bounds: see `docs/theory/INTERIOR_POINT.md`.
const SUMS: f64 = 8.0;

/// Products of at most 32 columns, their sums, and what the bounds themselves lose; twice.
const ROUNDED: f64 = 128.0 * U;

/// Row k of the five weights' changes that bring the five equations one unit further each.
type Rows = [[f64; 5]; MAX_COLUMNS];

/// No distance between the undilated bodies is larger: how far the weighted vertices are apart.
pub(crate) fn at_most<A: SupportMapping, B: SupportMapping>(
    set: &WorkingSet,
    m: &Difference<'_, A, B>,
) -> f64 {
    let [a, b] = weighted(set, &set.g, m);
    norm(&(a - b)) * (1.0 + 8.0 * U) + SUMS * m.rounding()
}

/// A point that the bodies share, if weights near those of the set prove that there is one: weights
/// x > 0 that all but solve A x = b, and a bound on how far the exact solution beside them is.
///
/// With R = W A^T (A W A^T)^-1, W = diag(g)^2, every solution of A (x + R z) = b is weights of a
/// common point once x + R z >= 0. |A R - I| <= q < 1 in the maximum norm shows that there is one
/// with |z| <= |b - A x| / (1 - q): Krawczyk's test, for more columns than rows. The columns' own
/// rounding enters both norms. It needs no ball in the bodies, only that the columns' differences
/// hold the origin in their interior; of touching bodies they do not.
pub(crate) fn proves_hit<A: SupportMapping, B: SupportMapping>(
    set: &WorkingSet,
    m: &Difference<'_, A, B>,
) -> Option<Vector3<f64>> {
    let factor = Cholesky::new(set.products(
        #[inline(always)]
        |k| set.g[k] * set.g[k],
    ));
    let n = set.n();
    let mut x = set.g;
    let to_solution = factor.solve(missing(set, &x));
    for k in 0..n {
        x[k] += set.g[k] * set.g[k] * priced(set, k, &to_solution);
        // Written so that NaN fails.
        if !(x[k] > 0.0) {
            return None;
        }
    }
    let rows = changes(set, &factor);
    let left = missing(set, &x);
    for k in 0..n {
        x[k] += dot5(&rows[k], &left);
    }
    let error = m.rounding() / set.size() * (1.0 + 4.0 * U) + 4.0 * U * set.largest_coordinate();
    let reach = 1.0 + set.largest_coordinate();
    // How far A R is from I, and A x from b, the columns' errors and all rounding included.
    let mut off: f64 = 0.0;
    let mut total = [0.0; 2];
    let mut products = [[0.0; 5]; 5];
    for k in 0..n {
        total[0] += x[k].abs();
        total[1] += rows[k].iter().fold(0.0, |sum, r| sum + r.abs());
        for (i, c) in column(set, k).into_iter().enumerate() {
            for j in 0..5 {
                products[i][j] += c * rows[k][j];
            }
        }
    }
    for (i, product) in products.iter().enumerate() {
        let apart = (0..5).map(|j| (product[j] - f64::from(u8::from(i == j))).abs());
        off = off.max(apart.fold(0.0, |sum, d| sum + d));
    }
    let rounded = error + ROUNDED * reach;
    let off = off + rounded * (1.0 + total[1]);
    let left = missing(set, &x)
        .iter()
        .fold(0.0, |most: f64, r| most.max(r.abs()));
    let left = left + rounded * (1.0 + total[0]);
    if !(off < 0.5) {
        return None;
    }
    let change = left / (1.0 - off) * (1.0 + 16.0 * U);
    for k in 0..n {
        let most = rows[k].iter().fold(0.0, |sum, r| sum + r.abs()) * change;
        if !(x[k] >= most * (1.0 + 16.0 * U)) {
            return None;
        }
    }
    Some(weighted(set, &x, m)[0])
}

/// R: of weight k, for each row.
fn changes(set: &WorkingSet, factor: &Cholesky) -> Rows {
    let inverse: [[f64; 5]; 5] = std::array::from_fn(|row| {
        let mut unit = [0.0; 5];
        unit[row] = 1.0;
        factor.solve(unit)
    });
    let mut rows = [[0.0; 5]; MAX_COLUMNS];
    for k in 0..set.n() {
        let w = set.g[k] * set.g[k];
        for j in 0..5 {
            rows[k][j] = w * priced(set, k, &inverse[j]);
        }
    }
    rows
}

/// b - A x.
fn missing(set: &WorkingSet, x: &[f64; MAX_COLUMNS]) -> [f64; 5] {
    let mut missing = [0.0, 0.0, 0.0, 1.0, 1.0];
    for k in 0..set.n() {
        for i in 0..3 {
            missing[i] -= set.v[k][i] * x[k];
        }
        missing[set.row(k)] -= x[k];
    }
    missing
}

fn column(set: &WorkingSet, k: usize) -> [f64; 5] {
    let (v, of_a) = (&set.v[k], f64::from(u8::from(k < set.n1)));
    [v.x, v.y, v.z, of_a, 1.0 - of_a]
}

fn dot5(a: &[f64; 5], b: &[f64; 5]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// Column k times z.
fn priced(set: &WorkingSet, k: usize, z: &[f64; 5]) -> f64 {
    let v = &set.v[k];
    ((z[0] * v.x + z[1] * v.y) + z[2] * v.z) + z[set.row(k)]
}

/// The weighted vertices of A and of B; the query's frame.
fn weighted<A: SupportMapping, B: SupportMapping>(
    set: &WorkingSet,
    g: &[f64; MAX_COLUMNS],
    m: &Difference<'_, A, B>,
) -> [Vector3<f64>; 2] {
    let mut sums = [Vector3::zeros(); 2];
    let mut totals = [0.0; 2];
    for k in 0..set.n() {
        let (body, x) = match set.side(k) {
            ColumnBody::A => (0, m.a.point(set.id[k])),
            ColumnBody::B => (1, m.b.point(set.id[k])),
        };
        sums[body] += x * g[k];
        totals[body] += g[k];
    }
    [sums[0] / totals[0], sums[1] / totals[1]]
}
