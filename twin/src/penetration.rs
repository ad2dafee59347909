//! How deep two small bodies are in each other, squared.
//!
//! The depth is the least of h(n) / |n| over all directions n, h(n) = max n.(a - b). The minimum
//! lies at a facet of A - B, whose normal is normal to two edges of A, to two edges of B or to one
//! of each. Trying the cross products of all pairs of vertex differences tries those, and more
//! does no harm. Cost grows with the fourth power of the vertex counts: for a dozen vertices.

use dashu_int::IBig;

use crate::distance::in_world;
use crate::number::{P3, Rational, cross, dot, is_negative, is_zero, sub};
use crate::place::Pair;

/// Squared penetration depth in world units: 0 when the bodies touch or A - B has no interior.
/// None when they are apart or a body is empty.
pub fn depth_sq(pair: &Pair) -> Option<Rational> {
    if !crate::intersect::intersect(pair).hit() {
        return None;
    }
    let (edges_a, edges_b) = (differences(&pair.a), differences(&pair.b));
    let all: Vec<P3> = edges_a.iter().chain(&edges_b).cloned().collect();
    let mut best: Option<Rational> = None;
    for (i, u) in all.iter().enumerate() {
        for v in &all[i + 1..] {
            let n = cross(u, v);
            if is_zero(&n) {
                continue;
            }
            for n in [n.clone(), n.map(|x| -x)] {
                let height = height(pair, &n);
                // The bodies meet, so no height is negative.
                assert!(!is_negative(&height));
                let square = Rational::new(&height * &height, dot(&n, &n));
                if best.as_ref().is_none_or(|b| square < *b) {
                    best = Some(square);
                }
            }
        }
    }
    // Without a normal everything lies on one line, and any sideways step parts the bodies.
    Some(best.map_or_else(Rational::zero, |square| in_world(square, pair)))
}

fn height(pair: &Pair, n: &P3) -> IBig {
    let high = pair.a.iter().map(|p| dot(n, p)).max();
    let low = pair.b.iter().map(|p| dot(n, p)).min();
    high.expect("they meet") - low.expect("they meet")
}

fn differences(points: &[P3]) -> Vec<P3> {
    let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |k| (i, k)));
    pairs.map(|(i, k)| sub(&points[i], &points[k])).collect()
}
