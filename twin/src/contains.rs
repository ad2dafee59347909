//! Is B inside A, as closed sets?

use crate::intersect::intersect;
use crate::place::Pair;

/// Whether every vertex of B lies in A. The empty set is inside everything.
pub fn contains(pair: &Pair) -> bool {
    pair.b.iter().all(|point| {
        let one = Pair {
            b: vec![point.clone()],
            ..pair.clone()
        };
        intersect(&one).hit()
    })
}
