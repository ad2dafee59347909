//! Is the distance of two bodies at most d?

use crate::pieces::ifr_pieces;
use crate::query::*;
use interframe::{Within, WithinOptions, within};

/// Input of ifr_within.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_within_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// Largest distance that is a hit: finite, not negative. 0: as ifr_intersect.
    pub distance: f64,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_within_input => WithinOptions, given {
    or_default: max_pivots;
    distance = given.distance;
});

answers! {
    /// Answer of ifr_within. All zero, undecided, after a failed call.
    pub struct ifr_within_result from answer: Within {
        /// Hit: the distance is at most that of the input, and equal is a hit. Separated: it is larger. Undecided only for
        /// cylinders, cones and ellipsoids whose distance is that of the input to rounding.
        pub verdict: ifr_verdict,
        /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Support queries on each body; 0 when a body is empty.
        pub iterations: u32,
        /// Whether point_a and point_b are set: when hit.
        pub has_points: bool = answer.point_a.is_some(),
        /// Whether normal is set: when separated, unless a body is empty or of several pieces.
        pub has_normal: bool = answer.normal.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 6] = [0; 6],
        /// A point of A, world frame, whose distance from point_b is at most that of the input, to rounding. All zero
        /// without has_points.
        pub point_a: [f64; 3] = or_zero(answer.point_a),
        /// The point of B.
        pub point_b: [f64; 3] = or_zero(answer.point_b),
        /// Unit normal from A to B, world axes, along which they are farther apart than that; to rounding
        /// where exact arithmetic decided. All zero without has_normal.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// Which pieces of the two bodies are that near, or undecided. All zero where both are convex, and where all pieces are farther apart.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// Is the distance of two bodies at these poses at most that of the input? Decided as in real arithmetic on the
    /// numbers given; cheaper than ifr_distance, because it ends as soon as that is known.
    ///
    /// Tens to hundreds of nanoseconds; does not allocate, unless the distance is the input's to
    /// rounding and exact arithmetic decides.
    ifr_within(ifr_within_input) -> ifr_within_result = within;
    capture ifr_within_to_json;
    /// Certifies an answer of ifr_within; see ifr_certificate_of_intersect.
    certify ifr_certificate_of_within;
}
