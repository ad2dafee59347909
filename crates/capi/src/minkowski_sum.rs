//! The Minkowski sum of two bodies as a body.

use crate::body::ifr_body;
use crate::minkowski_difference::{build, ifr_minkowski_difference_input};
use crate::query::*;
use interframe::minkowski_sum;

/// Builds A + B in world axes: all sums of a point of A and a point of B. Corner k is vertex i of A plus vertex j of
/// B; otherwise like ifr_minkowski_difference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_minkowski_sum(
    input: *const ifr_minkowski_difference_input,
    out: *mut *mut ifr_body,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe { build(input, out, error, minkowski_sum) }
}

capture! {
    /// Writes the input of ifr_minkowski_sum as one line of JSON. See ifr_minkowski_difference_to_json.
    ifr_minkowski_sum_to_json(ifr_minkowski_difference_input) = |given| {
        Ok(Query::minkowski_sum(&given.pair.read()?.pair()))
    }
}
