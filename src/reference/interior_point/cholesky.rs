//! The 5x5 systems of the interior point method: Cholesky's factor by outer products.
//!
//! Flat bodies, points and coincident vertices make the matrix singular, and always with a right
//! side in its range: a pivot that vanishes beside its own diagonal gets the component 0.

/// A symmetric matrix of which only the lower triangle is read.
pub(crate) type Matrix5 = [[f64; 5]; 5];

/// Pivots below this part of their diagonal are rounding: a sum of 20 outer products errs by about
/// 20 units of 2^-53, and five eliminations may add as much again.
const SINGULAR: f64 = 1e-14;

/// L of `L L^T`, with the inverses of its diagonal.
pub(crate) struct Cholesky {
    lower: Matrix5,
    inverse: [f64; 5],
}

impl Cholesky {
    #[inline(always)]
    pub(crate) fn new(mut n: Matrix5) -> Self {
        let diagonal: [f64; 5] = std::array::from_fn(|k| n[k][k]);
        let mut inverse = [0.0; 5];
        for k in 0..5 {
            let pivot = n[k][k];
            // Written so that NaN counts as singular.
            if !(pivot > SINGULAR * diagonal[k] && pivot.is_finite()) {
                for row in n.iter_mut().skip(k) {
                    row[k] = 0.0;
                }
                continue;
            }
            inverse[k] = 1.0 / pivot.sqrt();
            for row in n.iter_mut().skip(k) {
                row[k] *= inverse[k];
            }
            for i in k + 1..5 {
                for j in k + 1..=i {
                    n[i][j] -= n[i][k] * n[j][k];
                }
            }
        }
        Cholesky { lower: n, inverse }
    }

    /// The solution for the right side `r`.
    #[inline(always)]
    pub(crate) fn solve(&self, mut r: [f64; 5]) -> [f64; 5] {
        let (l, inverse) = (&self.lower, &self.inverse);
        for k in 0..5 {
            r[k] *= inverse[k];
            for i in k + 1..5 {
                r[i] -= l[i][k] * r[k];
            }
        }
        for k in (0..5).rev() {
            for i in k + 1..5 {
                r[k] -= l[i][k] * r[i];
            }
            r[k] *= inverse[k];
        }
        r
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(n: &Matrix5, x: &[f64; 5]) -> [f64; 5] {
        std::array::from_fn(|i| {
            (0..5)
                .map(|j| if j <= i { n[i][j] } else { n[j][i] } * x[j])
                .sum()
        })
    }

    #[test]
    fn solves_sums_of_outer_products() {
        let columns: [[f64; 5]; 6] = std::array::from_fn(|k| {
            std::array::from_fn(|i| f64::from((7 * k as i32 + 3 * i as i32) % 11) - 4.0)
        });
        let rank = |count: usize| {
            let mut n: Matrix5 = [[0.0; 5]; 5];
            for c in &columns[..count] {
                for i in 0..5 {
                    for j in 0..=i {
                        n[i][j] += c[i] * c[j];
                    }
                }
            }
            n
        };
        // Full rank, and singular with the right side in the range.
        for count in [6, 3, 1] {
            let n = rank(count);
            let right = times(&n, &[1.0, -2.0, 3.0, 0.5, -0.25]);
            let x = Cholesky::new(n).solve(right);
            let back = times(&n, &x);
            for i in 0..5 {
                assert!(
                    (back[i] - right[i]).abs() < 1e-9,
                    "{count}: {back:?} {right:?}"
                );
            }
        }
        let zero = Cholesky::new([[0.0; 5]; 5]).solve([0.0; 5]);
        assert_eq!(zero, [0.0; 5]);
        let nan = Cholesky::new([[f64::NAN; 5]; 5]).solve([0.0; 5]);
        assert_eq!(nan, [0.0; 5]);
    }
}
