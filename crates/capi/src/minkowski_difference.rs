//! The Minkowski difference of two bodies as a body.

use crate::body::ifr_body;
use crate::entry::entry;
use crate::query::*;
use interframe::{Polytope, PosedPair, SharedBody, minkowski_difference};

/// Input of ifr_minkowski_difference and ifr_minkowski_sum.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_minkowski_difference_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
}

entry! {
    /// Builds A - B in world axes: the bodies meet iff it holds the origin. It is meant for drawing, and for bodies of tens
    /// of vertices; queries never build it.
    ///
    /// Corner k is vertex i of A less vertex j of B, where ifr_polytope_get_source_index of k is i times
    /// B's vertex count, plus j. Empty when a body is. On success *out is the new body, yours to destroy;
    /// on failure it is NULL. Allocates; n log n time for n the product of both vertex counts
    /// (IFR_STATUS_TOO_MANY_VERTICES above 536,870,911).
    ifr_minkowski_difference(input: *const ifr_minkowski_difference_input, out: *mut *mut ifr_body) = create(out) {
        build(input, minkowski_difference)
    }
}

/// The body that `make` makes of two.
///
/// # Safety
/// The pointers are as the header's first section demands.
pub(crate) unsafe fn build(
    input: *const ifr_minkowski_difference_input,
    make: fn(&PosedPair<'_>) -> interframe::Result<Polytope>,
) -> Result<ifr_body> {
    // SAFETY: the caller's promise is the same.
    let read = unsafe { required(input, "input")?.pair.read_outlined() }?;
    Ok(ifr_body(SharedBody::new(make(&read.pair())?)))
}

capture! {
    /// Writes the input of ifr_minkowski_difference as one line of JSON; its answer has a verdict
    /// besides. See ifr_intersect_to_json.
    ifr_minkowski_difference_to_json(ifr_minkowski_difference_input) = |given| {
        Ok(Query::minkowski_difference(&given.pair.read_outlined()?.pair()))
    }
}
