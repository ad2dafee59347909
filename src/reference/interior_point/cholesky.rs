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
        let mut n: Matrix5 = [[0.0; 5]; 5];
        for k in 0..6 {
            let c: [f64; 5] = std::array::from_fn(|i| f64::from((7 * k + 3 * i as i32) % 11) - 4.0);
            for i in 0..5 {
                for j in 0..=i {
                    n[i][j] += c[i] * c[j];
                }
            }
            // Singular but for the last two, with the right side in the range.
            let right = times(&n, &[1.0, -2.0, 3.0, 0.5, -0.25]);
            let back = times(&n, &Cholesky::new(n).solve(right));
            for (x, y) in back.iter().zip(right) {
                assert!((x - y).abs() < 1e-9, "{k}: {back:?} {right:?}");
            }
        }
        for singular in [0.0, f64::NAN] {
            assert_eq!(Cholesky::new([[singular; 5]; 5]).solve([0.0; 5]), [0.0; 5]);
        }
    }
}
