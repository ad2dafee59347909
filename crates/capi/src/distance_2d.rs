//! How far apart are two polygons in the plane?

use crate::feature::{features, ifr_feature};
use crate::polygon::ifr_posed_pair_2d;
use crate::query::*;
use interframe::{Distance2, DistanceOptions, distance_2d};

/// Input of ifr_distance_2d.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_distance_2d_input {
    /// The polygons and their poses.
    pub pair: ifr_posed_pair_2d,
    /// IFR_METHOD_DEFAULT or IFR_METHOD_GJK, which are the same.
    pub method: i32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_distance_2d_input => DistanceOptions, given {
    or_default: max_pivots;
    method = read_method(given.method)?;
});

answers! {
    /// Answer of ifr_distance_2d. All zero, undecided, after a failed call.
    pub struct ifr_distance_2d_result from answer: Distance2 {
        /// Separated or hit, as in real arithmetic; touching is a hit. A call that succeeds is never
        /// undecided here.
        pub verdict: ifr_verdict,
        /// IFR_REASON_NONE.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Support queries on each polygon; 0 when one is empty.
        pub iterations: u32,
        /// Whether point_a and point_b are set: unless a polygon is empty.
        pub has_points: bool = answer.point_a.is_some(),
        /// Whether normal, feature_a and feature_b are set: when separated, unless a polygon is empty.
        pub has_normal: bool = answer.normal.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 6] = [0; 6],
        /// The distance: positive when separated, infinite when a polygon is empty, 0 when hit.
        pub separation: f64,
        /// The true distance is within this of separation.
        pub error: f64,
        /// The true distance is at least this, rounding included.
        pub lower_bound: f64,
        /// Point of A nearest to B, world frame. A common point when hit. All zero without has_points.
        pub point_a: [f64; 2] = or_zero(answer.point_a),
        /// Point of B nearest to A, likewise.
        pub point_b: [f64; 2] = or_zero(answer.point_b),
        /// Unit normal from A to B. All zero without has_normal.
        pub normal: [f64; 2] = or_zero(answer.normal),
        /// The vertex or edge that holds point_a, as numbered by ifr_polygon_get_vertex. Of kind none
        /// without has_normal.
        pub feature_a: ifr_feature = features(answer.features)[0],
        /// Feature of B that holds point_b.
        pub feature_b: ifr_feature = features(answer.features)[1],
    }
}

ask! {
    /// How far apart are two polygons in the plane, where, and what holds the nearest points? The sign
    /// is exact, the distance known to error.
    ///
    /// Tens of nanoseconds for polygons of a few corners, because each support query compares all of them;
    /// does not allocate, unless doubles leave the answer open.
    ifr_distance_2d(ifr_distance_2d_input) -> ifr_distance_2d_result = distance_2d;
    capture ifr_distance_2d_to_json;
}
