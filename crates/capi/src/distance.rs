//! How far apart are two bodies at given poses?

use crate::feature::{features, ifr_feature};
use crate::pieces::ifr_pieces;
use crate::query::*;
use interframe::{Distance, DistanceOptions, distance};

/// Input of ifr_distance.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_distance_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// IFR_METHOD_DEFAULT or IFR_METHOD_GJK, which are the same.
    pub method: i32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_distance_input => DistanceOptions, given {
    or_default: max_pivots;
    method = read_method(given.method)?;
});

answers! {
    /// Answer of ifr_distance. All zero, undecided, after a failed call.
    pub struct ifr_distance_result from answer: Distance {
        /// Separated or hit, exact as in ifr_intersect: undecided only for cylinders, cones and ellipsoids that
        /// touch.
        pub verdict: ifr_verdict,
        /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Support queries on each body; 0 when a body is empty.
        pub iterations: u32,
        /// Whether point_a and point_b are set: unless a body is empty.
        pub has_points: bool = answer.point_a.is_some(),
        /// Whether normal, feature_a and feature_b are set: when separated, unless a body is empty.
        pub has_normal: bool = answer.normal.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 6] = [0; 6],
        /// The distance: positive when separated, infinite when a body is empty, 0 when hit
        /// (ifr_penetration says how deep).
        pub separation: f64,
        /// The true distance is within this of separation.
        pub error: f64,
        /// The true distance is at least this: the gap between two planes of this normal that hold the
        /// bodies apart, less rounding.
        pub lower_bound: f64,
        /// Point of A nearest to B, world frame. A common point when hit. All zero without has_points.
        pub point_a: [f64; 3] = or_zero(answer.point_a),
        /// Point of B nearest to A, likewise.
        pub point_b: [f64; 3] = or_zero(answer.point_b),
        /// Unit normal from A to B, world axes; accurate even where the two points differ by rounding
        /// alone. All zero without has_normal.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// The smallest feature found that holds point_a. Of kind none without has_normal.
        pub feature_a: ifr_feature = features(answer.features)[0],
        /// Feature of B that holds point_b.
        pub feature_b: ifr_feature = features(answer.features)[1],
        /// Which pieces of the two bodies are nearest to each other, or meet. All zero where both are convex.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// How far apart are two bodies at these poses, where, and what holds the nearest points?
    ///
    /// The sign is exact: a hit when they share a point in real arithmetic on the numbers given, as
    /// ifr_intersect says. The distance is known to error. Tens to hundreds of nanoseconds; does not
    /// allocate, unless doubles leave the answer open and exact arithmetic decides.
    ifr_distance(ifr_distance_input) -> ifr_distance_result = distance;
    capture ifr_distance_to_json;
}
