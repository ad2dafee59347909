//! Do the convex hulls of two point sets meet?

use crate::mirror::padded;
use crate::query::*;
use crate::sets::{by_dimension, ifr_point_set, ifr_point_weights, ifr_set_plane, read_options};
use interframe::{SetsIntersection, SetsOptions, intersect_sets};

/// Input of ifr_intersect_sets.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_intersect_sets_input {
    /// The points of A.
    pub a: ifr_point_set,
    /// The points of B.
    pub b: ifr_point_set,
    /// Numbers a point: 2 to 8.
    pub dimension: i32,
    /// IFR_METHOD_DEFAULT or IFR_METHOD_TABLEAU, which are the same, or IFR_METHOD_GOOD_LP.
    pub method: i32,
    /// Times dimension + 2: pivots in double precision before exact arithmetic takes over. 0: 64.
    pub max_pivots: u32,
}

impl ifr_intersect_sets_input {
    /// The answer to a question about both sets, in D dimensions.
    ///
    /// # Safety
    /// The lists hold D numbers a point, or are NULL or misaligned.
    pub(crate) unsafe fn ask<const D: usize, T>(
        &self,
        question: impl Fn(&[[f64; D]], &[[f64; D]], &SetsOptions) -> interframe::Result<T>,
    ) -> Result<T> {
        let options = read_options(self.method, self.max_pivots)?;
        // SAFETY: the caller's promise is the same.
        let (a, b) = unsafe {
            (
                self.a.read::<D>("input.a.numbers")?,
                self.b.read::<D>("input.b.numbers")?,
            )
        };
        Ok(question(a, b, &options)?)
    }
}

answers! {
    /// Answer of ifr_intersect_sets. All zero, undecided, after a failed call.
    pub struct ifr_intersect_sets_result from <const D> answer: SetsIntersection<D> {
        /// Separated or hit; undecided only by IFR_METHOD_GOOD_LP.
        pub verdict: ifr_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Pivots of the simplex.
        pub iterations: u32,
        /// Whether plane and the distances are set: when separated, unless a set is empty.
        pub has_plane: bool = answer.plane.is_some(),
        /// Whether point and the weights are set: when hit.
        pub has_point: bool = answer.point.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 6] = [0; 6],
        /// The proof of separation, normal from A to B.
        pub plane: ifr_set_plane = or_zero(answer.plane),
        /// A lower bound of the distance: the optimum over the root of the dimension.
        pub distance_by_optimum: f64 = answer.bounds.map_or(0.0, |bounds| bounds.by_optimum),
        /// A lower bound of the distance: the gap along the plane. It is hardly ever the smaller of the two.
        pub distance_by_plane: f64 = answer.bounds.map_or(0.0, |bounds| bounds.by_plane),
        /// A common point, to rounding; 0 beyond the dimension.
        pub point: [f64; 8] = answer.point.map(padded).unwrap_or_default(),
        /// The proof of a hit: the hulls of these few points meet. Rounded weights of the common point.
        pub weights_a: ifr_point_weights = or_zero(answer.weights.as_ref().map(|weights| &weights.on_a)),
        /// Weights of the points of B that give the common point.
        pub weights_b: ifr_point_weights = or_zero(answer.weights.as_ref().map(|weights| &weights.on_b)),
    }
}

ask! {
    /// Do the convex hulls of two point sets meet? Decided as in real arithmetic on the numbers given:
    /// touching is a hit; the empty set meets nothing.
    ///
    /// For bodies that you query again and again, ifr_intersect is faster by far. Allocates. Does not use
    /// state.
    ifr_intersect_sets(ifr_intersect_sets_input) -> ifr_intersect_sets_result = |given, _| {
        by_dimension!(given.dimension, D => {
            given.ask::<D, _>(intersect_sets).map(ifr_intersect_sets_result::from)
        })
    };
    capture ifr_intersect_sets_to_json = |given| {
        by_dimension!(given.dimension, D => {
            given.ask::<D, _>(|a, b, options| Ok(Query::intersect_sets(a, b, options)))
        })
    };
}
