//! Bodies and distances to ask about, beside the true one and of every size.

use interframe::Verdict;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::number::Rational;
use twin::random_pairs::{PosedPair, long_pair, random_pair};
use twin::sizes::sized_pair;

pub fn any_pair(index: u64) -> PosedPair {
    match index % 5 {
        0 => degenerate_pair(index),
        1 => near_contact(index),
        2 => long_pair(index),
        3 => sized_pair(index),
        _ => random_pair(index),
    }
}

/// Distances to ask about: beside the true one by a last place, and far from it.
pub fn distances(true_sq: Option<&Rational>) -> Vec<f64> {
    let root = true_sq.map_or(1.0, Rational::root);
    let beside = [root.next_down(), root, root.next_up()];
    let far = [0.0, f64::from_bits(1), 0.5 * root, 2.0 * root, f64::MAX];
    let all = beside.into_iter().chain(far);
    all.filter(|d| d.is_finite() && *d >= 0.0).collect()
}

/// Whether the bodies are at most `d` apart. None: one of them is empty.
pub fn truth(true_sq: Option<&Rational>, d: f64) -> Verdict {
    match true_sq {
        Some(true_sq) if *true_sq <= Rational::square_of(d) => Verdict::Hit,
        _ => Verdict::Separated,
    }
}
