//! Does the convex hull of one point set lie in that of another?

use crate::intersect_sets::ifr_intersect_sets_input;
use crate::query::*;
use crate::sets::{by_dimension, ifr_set_plane};
use interframe::{Subset, is_subset};

/// Input of ifr_is_subset.
pub type ifr_is_subset_input = ifr_intersect_sets_input;

answers! {
    /// Answer of ifr_is_subset. All zero, undecided, after a failed call.
    pub struct ifr_is_subset_result from <const D> answer: Subset<D> {
        /// Whether the hull of A lies in the hull of B, boundary included; undecided only by IFR_METHOD_GOOD_LP.
        pub verdict: ifr_containment_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// The most exact arithmetic that was needed.
        pub decided_by: ifr_decided_by,
        /// Pivots of the simplex over all points.
        pub iterations: u32,
        /// Whether plane is set: when not inside, unless B is empty.
        pub has_plane: bool = answer.plane.is_some(),
        /// Whether outside is set: when not inside.
        pub has_outside: bool = answer.outside.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 2] = [0; 2],
        /// The first point of A that lies outside.
        pub outside: u32 = or_zero(answer.outside),
        /// The proof: B on one side, that point on the other, normal from B.
        pub plane: ifr_set_plane = or_zero(answer.plane),
    }
}

ask! {
    /// Does the convex hull of A lie in the convex hull of B? Exact, as ifr_intersect_sets: A may touch B's boundary
    /// from inside. The empty set is a subset of every set, and no other set is a subset of the empty set. Allocates.
    /// Does not use state.
    ifr_is_subset(ifr_is_subset_input) -> ifr_is_subset_result = |given, _| {
        by_dimension!(given.dimension, D => {
            given.ask::<D, _>(is_subset).map(ifr_is_subset_result::from)
        })
    };
    capture ifr_is_subset_to_json = |given| {
        by_dimension!(given.dimension, D => {
            given.ask::<D, _>(|a, b, options| Ok(Query::is_subset(a, b, options)))
        })
    };
}
