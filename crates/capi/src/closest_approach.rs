//! How near do two moving bodies come to each other?

use crate::pieces::ifr_pieces;
use crate::query::*;
use crate::time_of_impact::ifr_contact;
use interframe::{ClosestApproach, ClosestApproachOptions, closest_approach};

/// Input of ifr_closest_approach.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_closest_approach_input {
    /// The bodies and their motions.
    pub pair: ifr_moving_pair,
    /// How far the distance may be off, an absolute length. It is also the largest gap of a contact that is near. Only
    /// bodies that turn or are curved have such contacts here; for others you get the distance, however small. 0: 1e-6
    /// of the smaller body's bounding radius (of the larger's, if that is 0).
    pub tolerance: f64,
    /// Distance solves after which the search stops; the last step may take one more. 0: 10,000.
    pub budget: u32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_closest_approach_input => ClosestApproachOptions, given {
    or_default: budget, max_pivots;
    tolerance = (given.tolerance != 0.0).then_some(given.tolerance);
});

answers! {
    /// Answer of ifr_closest_approach. All zero, undecided, after a failed call.
    pub struct ifr_closest_approach_result from answer: ClosestApproach {
        /// Separated: apart at every time of the frame. Hit: they meet, as in ifr_time_of_impact.
        pub verdict: ifr_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// Support queries on each body.
        pub iterations: u32,
        /// Distance solves: what the budget counts.
        pub solves: u32,
        /// Kind of contact of a hit.
        pub contact: ifr_contact,
        /// Whether the points are set.
        pub has_points: bool = answer.point_a.is_some(),
        /// Whether normal is set.
        pub has_normal: bool = answer.normal.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 2] = [0; 2],
        /// The smallest distance over the frame: infinite when a body is empty, 0 for a hit. When undecided, the smallest
        /// that was sampled.
        pub distance: f64,
        /// The true distance is within this of distance. When separated, it is at most the tolerance, or what doubles resolve if
        /// that is larger: some hundred roundings. Exception: if a body is curved, it may be larger than both, because doubles
        /// bound such distances less closely, and because the search is coarser where a curved body rolls. For a hit it is
        /// gap of ifr_time_of_impact_result. When undecided, it is distance - lower_bound.
        pub error: f64,
        /// Proved lower bound of the distance over the whole frame. 0 for a hit.
        pub lower_bound: f64,
        /// Before this time they are farther apart than distance. For a hit, and when undecided: before it they are proved
        /// apart.
        pub t_lo: f64,
        /// After this time they are farther apart than distance. For a hit: the time by which they are in contact.
        pub t_hi: f64,
        /// The time between at which they are as near as distance.
        pub t: f64,
        /// Point of A nearest to B at t, world frame.
        pub point_a: [f64; 3] = or_zero(answer.point_a),
        /// Point of B nearest to A then, in the world.
        pub point_b: [f64; 3] = or_zero(answer.point_b),
        /// Unit normal from A to B there, world axes: it separates the bodies like that of ifr_time_of_impact.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// Which pieces of the two bodies come so near, or meet. All zero where both are convex.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// Finds how near two moving bodies come to each other over the frame, and when.
    ///
    /// Separated: at no time are they nearer than lower_bound, at t they are as near as distance, and error is what lies
    /// between: at most the tolerance or some hundred roundings, except beside a curved body (see error). Every time of the
    /// closest approach is in t_lo to t_hi. Hit: they meet, distance is 0, and the first time is bracketed as
    /// ifr_time_of_impact brackets it. Undecided: the budget ran out, or rounding hides whether they meet; what was proved
    /// is in the result. For bodies of several pieces the answer is the least over all pairs of pieces, to error: at t another
    /// pair may be nearer than distance, but none is nearer than lower_bound.
    ///
    /// Microseconds; does not allocate, unless exact arithmetic decides whether they meet, or a body has several
    /// pieces.
    ifr_closest_approach(ifr_closest_approach_input) -> ifr_closest_approach_result = |given, state| {
        Ok(closest_approach(&given.pair.read_outlined()?.pair(), &given.options()?, state)?)
    };
    capture ifr_closest_approach_to_json = |given| {
        Ok(Query::closest_approach(&given.pair.read_outlined()?.pair(), &given.options()?))
    };
    /// Runs ifr_closest_approach and makes the certificate of the answer, a chain of links over the frame whose
    /// separation is lower_bound, like ifr_certificate_of_time_of_impact.
    certify ifr_certificate_of_closest_approach;
}
