//! A guess in f64 at the answer of [`crate::lp`]: same program, ordinary arithmetic. Nothing
//! rests on it; a good guess saves the exact pivots.

use crate::number::{P3, approximate};

const PIVOTS: usize = 200;

/// Where the simplex in f64 stopped: basis in the numbering of [`crate::lp`] without a shift
/// column, and the prices of the three coordinate rows.
pub(crate) struct Guess {
    pub basis: [usize; 5],
    pub normal: [f64; 3],
}

/// Runs the first phase in f64. Both bodies must have vertices.
pub(crate) fn guess(a: &[P3], b: &[P3]) -> Option<Guess> {
    let columns = rounded_columns(a, b);
    let n = columns.len();
    let artificial = |row: usize| {
        let mut c = [0.0; 5];
        c[row] = 1.0;
        c
    };
    let column = |j: usize| {
        if j < n {
            columns[j]
        } else {
            let mut c = artificial((j - n) % 5);
            if j - n >= 5 {
                c = c.map(|x| -x);
            }
            c
        }
    };
    let mut basis = [n, n + 1, n + 2, n + 3, n + 4];
    for _ in 0..PIVOTS {
        let inverse = invert(&basis.map(column))?;
        let mut price = [0.0; 5];
        for (i, row) in inverse.iter().enumerate() {
            if basis[i] >= n {
                for k in 0..5 {
                    price[k] += row[k];
                }
            }
        }
        let gain = |c: &[f64; 5]| (0..5).map(|k| price[k] * c[k]).sum::<f64>();
        let (entering, best) = columns
            .iter()
            .map(gain)
            .enumerate()
            .fold((0, f64::NEG_INFINITY), |m, x| if x.1 > m.1 { x } else { m });
        let found = Guess {
            basis,
            normal: [price[0], price[1], price[2]],
        };
        if best <= 1e-13 * price.iter().map(|p| p.abs()).sum::<f64>() {
            return Some(found);
        }
        let rate: [f64; 5] = inverse.map(|row| (0..5).map(|k| row[k] * columns[entering][k]).sum());
        let level: [f64; 5] = inverse.map(|row| row[3] + row[4]);
        let leaving = (0..5)
            .filter(|&i| rate[i] > 1e-11)
            .min_by(|&i, &k| (level[i] / rate[i]).total_cmp(&(level[k] / rate[k])));
        match leaving {
            Some(i) => basis[i] = entering,
            None => return Some(found),
        }
    }
    None
}

/// The columns, coordinates relative to A's first vertex and at most 1 in size.
fn rounded_columns(a: &[P3], b: &[P3]) -> Vec<[f64; 5]> {
    let origin = &a[0];
    let relative: Vec<_> = a
        .iter()
        .chain(b)
        .flat_map(|p| crate::number::sub(p, origin))
        .collect();
    let (rounded, _) = approximate(relative.iter());
    let largest = rounded.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    rounded
        .chunks(3)
        .enumerate()
        .map(|(i, p)| {
            let (x, y, z) = (p[0] * scale, p[1] * scale, p[2] * scale);
            if i < a.len() {
                [x, y, z, 1.0, 0.0]
            } else {
                [-x, -y, -z, 0.0, 1.0]
            }
        })
        .collect()
}

fn invert(columns: &[[f64; 5]; 5]) -> Option<[[f64; 5]; 5]> {
    let mut m = [[0.0; 10]; 5];
    for row in 0..5 {
        for i in 0..5 {
            m[row][i] = columns[i][row];
        }
        m[row][5 + row] = 1.0;
    }
    for k in 0..5 {
        let at = (k..5).max_by(|&r, &s| m[r][k].abs().total_cmp(&m[s][k].abs()))?;
        m.swap(k, at);
        let pivot = m[k][k];
        if pivot.abs() < 1e-200 {
            return None;
        }
        for x in &mut m[k] {
            *x /= pivot;
        }
        let pivot_row = m[k];
        for (r, row) in m.iter_mut().enumerate() {
            if r != k {
                let head = row[k];
                for (x, p) in row.iter_mut().zip(&pivot_row) {
                    *x -= head * p;
                }
            }
        }
    }
    Some(m.map(|row| [row[5], row[6], row[7], row[8], row[9]]))
}
