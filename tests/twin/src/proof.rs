//! Checks the library's answers in exact arithmetic, against every vertex.

use crate::distance::nearest_of_hull;
use crate::intersect::{gap, rounded_normal};
use crate::number::{P3, dot, is_negative, is_positive, is_zero, sub};
use crate::place::Pair;

/// Whether an f64 normal separates: greatest n.a below least n.b. A plane of a pair with an empty
/// body proves nothing and does not hold.
pub fn normal_separates(pair: &Pair, normal: &[f64; 3]) -> bool {
    let exact = rounded_normal(normal);
    exact.is_some_and(|n| gap(pair, &n).is_some_and(|g| is_positive(&g)))
}

/// Whether an f64 normal leaves at least `slack` (a world length) between the bodies.
pub fn normal_clears(pair: &Pair, normal: &[f64; 3], slack: f64) -> bool {
    let Some(n) = rounded_normal(normal) else {
        return false;
    };
    let Some(gap) = gap(pair, &n) else {
        return false;
    };
    if is_negative(&gap) || gap.is_zero() {
        return false;
    }
    // gap * 2^unit / (den |n|) >= slack, squared.
    let n_sq = dot(&n, &n);
    let left = crate::number::Rational::new(&gap * &gap, n_sq);
    crate::distance::in_world(left, pair) >= crate::number::Rational::square_of(slack)
}

/// Whether the plane spanned by vertex pairs separates: its normal is the negative of the point
/// nearest to the origin of the hull of the differences a - b. Ids that name no vertex fail.
pub fn span_separates(pair: &Pair, pairs: &[(usize, usize)]) -> bool {
    let differences: Option<Vec<P3>> = pairs
        .iter()
        .map(|&(i, j)| Some(sub(pair.a.get(i)?, pair.b.get(j)?)))
        .collect();
    let Some(points) = differences.filter(|p| (1..=3).contains(&p.len())) else {
        return false;
    };
    let nearest = nearest_of_hull(&points);
    if is_zero(&nearest.z) {
        return false;
    }
    let normal = nearest.z.map(|x| -x);
    gap(pair, &normal).is_some_and(|g| is_positive(&g))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::{Pose, posed};

    #[test]
    fn wrong_proofs_fail() {
        let (id, up) = (Pose::IDENTITY, [[0.0, 0.0, 1.0], [1.0, 0.0, 1.5]]);
        let flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let pair = posed(&flat, &id, &up, &id);
        assert!(normal_separates(&pair, &[0.0, 0.0, 1.0]));
        assert!(!normal_separates(&pair, &[0.0, 0.0, -1.0]));
        assert!(!normal_separates(&pair, &[0.0, 0.0, 0.0]));
        assert!(!normal_separates(&pair, &[f64::NAN, 0.0, 1.0]));
        assert!(!normal_separates(&pair, &[1.0, 0.0, 0.5]));
        assert!(normal_clears(&pair, &[0.0, 0.0, 2.0], 1.0));
        assert!(!normal_clears(&pair, &[0.0, 0.0, 2.0], 1.0 + f64::EPSILON));
        assert!(span_separates(&pair, &[(0, 0)]));
        assert!(!span_separates(&pair, &[(1, 0), (9, 0)]));
        assert!(!span_separates(&pair, &[]));
        // A pair that only touches is not separated by its own plane.
        let touching = posed(&flat, &id, &flat, &id);
        assert!(!normal_separates(&touching, &[0.0, 0.0, 1.0]));
        assert!(!span_separates(&touching, &[(0, 0)]));
    }
}
