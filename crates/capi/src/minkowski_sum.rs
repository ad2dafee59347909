//! The Minkowski sum of two bodies as a body.

use crate::body::ifr_body;
use crate::entry::entry;
use crate::minkowski_difference::{build, ifr_minkowski_difference_input};
use crate::query::*;
use interframe::minkowski_sum;

entry! {
    /// Builds A + B in world axes: all sums of a point of A and a point of B. Corner k is vertex i of A plus vertex j of
    /// B; otherwise like ifr_minkowski_difference.
    ifr_minkowski_sum(input: *const ifr_minkowski_difference_input, out: *mut *mut ifr_body) = create(out) {
        build(input, minkowski_sum)
    }
}

capture! {
    /// Writes the input of ifr_minkowski_sum as one line of JSON. See ifr_minkowski_difference_to_json.
    ifr_minkowski_sum_to_json(ifr_minkowski_difference_input) = |given| {
        Ok(Query::minkowski_sum(&given.pair.read_outlined()?.pair()))
    }
}
