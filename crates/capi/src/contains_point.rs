//! Does a point lie in the convex hull of a point set?

use crate::boundary::finite;
use crate::query::*;
use crate::sets::{by_dimension, ifr_point_set, ifr_point_weights, ifr_set_plane, read_options};
use interframe::{PointMembership, SetsOptions, contains_point};

/// Input of ifr_contains_point.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_contains_point_input {
    /// The points whose hull is meant.
    pub set: ifr_point_set,
    /// The point, dimension numbers.
    pub point: *const f64,
    /// Numbers a point: 2 to 8.
    pub dimension: i32,
    /// IFR_METHOD_DEFAULT or IFR_METHOD_TABLEAU, which are the same, or IFR_METHOD_GOOD_LP.
    pub method: i32,
    /// Times dimension + 2: pivots in double precision before exact arithmetic takes over. 0: 64.
    pub max_pivots: u32,
}

impl ifr_contains_point_input {
    /// The answer to a question about the set and the point, in D dimensions.
    ///
    /// # Safety
    /// The lists hold D numbers a point, or are NULL or misaligned.
    unsafe fn ask<const D: usize, T>(
        &self,
        question: impl Fn(&[[f64; D]], &[f64; D], &SetsOptions) -> interframe::Result<T>,
    ) -> Result<T> {
        let options = read_options(self.method, self.max_pivots)?;
        // SAFETY: the caller's promise is the same.
        let (set, point) = unsafe {
            (
                self.set.read::<D>("input.set.numbers")?,
                required(self.point.cast::<[f64; D]>(), "input.point")?,
            )
        };
        finite(point, "input.point")?;
        Ok(question(set, point, &options)?)
    }
}

answers! {
    /// Answer of ifr_contains_point. All zero, undecided, after a failed call.
    pub struct ifr_contains_point_result from <const D> answer: PointMembership<D> {
        /// Whether the point lies in the hull, boundary included; undecided only by IFR_METHOD_GOOD_LP.
        pub verdict: ifr_containment_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Pivots of the simplex.
        pub iterations: u32,
        /// Whether plane is set: for a point outside, unless the set is empty.
        pub has_plane: bool = answer.plane.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 7] = [0; 7],
        /// Proof that a point is inside: it lies in the hull of these few points. Weights are rounded.
        pub weights: ifr_point_weights = or_zero(answer.weights.as_ref()),
        /// The proof: the set on one side, the point on the other, normal from the set.
        pub plane: ifr_set_plane = or_zero(answer.plane),
    }
}

ask! {
    /// Does a point lie in the convex hull of a set? Exact, as ifr_intersect_sets: the boundary belongs to the
    /// hull; nothing lies in the empty set. Allocates. Does not use state.
    ifr_contains_point(ifr_contains_point_input) -> ifr_contains_point_result = |given, _| {
        by_dimension!(given.dimension, D => {
            given.ask::<D, _>(contains_point).map(ifr_contains_point_result::from)
        })
    };
    capture ifr_contains_point_to_json = |given| {
        by_dimension!(given.dimension, D => {
            given.ask::<D, _>(|set, point, options| Ok(Query::contains_point(set, point, options)))
        })
    };
}
