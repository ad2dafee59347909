//! The Minkowski difference of two bodies as a body.

use crate::boundary::{Fault, Handle, enter, output, required};
use crate::intersect::ifr_intersect_input;
use crate::polytope::ifr_polytope;
use crate::status::{ifr_error, ifr_status};
use interframe::{PosedPair, minkowski_difference};

/// Builds A - B in world axes: the bodies meet iff it holds the origin. For looking at; queries never
/// build it, and bodies of tens of vertices are meant.
///
/// Corner k is vertex i of A less vertex j of B, where ifr_polytope_get_source_index of k is i times
/// B's vertex count, plus j. Empty when a body is. On success *out is the new body, yours to destroy;
/// on failure it is NULL. Allocates; n log n time for n the product of both vertex counts
/// (IFR_STATUS_TOO_MANY_VERTICES above 536,870,911).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_minkowski_difference(
    input: *const ifr_intersect_input,
    out: *mut *mut ifr_polytope,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_polytope>>(), "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let body = minkowski_difference(&PosedPair::new(a, &pose_a, b, &pose_b))
                .map_err(Fault::input("input"))?;
            out.0 = Box::into_raw(Box::new(ifr_polytope(body)));
            Ok(())
        })
    }
}
