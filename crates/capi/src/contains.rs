//! Is one body inside another?

use crate::pieces::ifr_pieces;
use crate::query::*;
use interframe::{Containment, ContainsOptions, contains};

/// Input of ifr_contains.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_contains_input {
    /// The outer body A, the inner body B, and their poses.
    pub pair: ifr_posed_pair,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_contains_input => ContainsOptions, given {
    or_default: max_pivots;
});

answers! {
    /// Answer of ifr_contains. All zero, undecided, after a failed call.
    pub struct ifr_contains_result from answer: Containment {
        /// Whether every point of B is a point of A; touching the boundary from within is inside, and
        /// the empty body is inside every body. A call that succeeds is never undecided here.
        pub verdict: ifr_containment_verdict,
        /// IFR_REASON_NONE.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Half-spaces of A that were tested, a support query on B each.
        pub iterations: u32,
        /// Whether margin, error and vertex are set: unless a body is empty.
        pub has_margin: bool = answer.margin.is_some(),
        /// Whether face is set: it is not at an edge of a flat A, nor when A has no faces.
        pub has_face: bool = answer.face.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 6] = [0; 6],
        /// How far every face of A could move inwards before it reaches B; inside a solid, the radius by which B may be
        /// dilated. Negative when not inside: the farthest that B reaches beyond the plane of a face. If A has a radius,
        /// these are the planes of its core's faces, moved out by the radius; 0 where B is outside only at a round edge. If
        /// A is a sphere or capsule, which has no faces, it is the farthest that B reaches out of A. If A is a point or
        /// segment and neither body has a radius, it is the farthest beyond one of the planes that
        /// docs/guide/PENETRATION.md, section 3, lists. At most 0 when A has no volume.
        pub margin: f64 = or_zero(answer.margin),
        /// The true margin is within this of margin.
        pub error: f64,
        /// The face of A of the least margin, as numbered by ifr_polytope_get_face.
        pub face: u32 = or_zero(answer.face),
        /// The vertex of B nearest to it or farthest beyond it.
        pub vertex: u32 = or_zero(answer.vertex),
        /// Which pieces of the two bodies have this margin. All zero where both are convex.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// Is B inside A at these poses, and with what margin? Inside is decided as in real arithmetic on
    /// the numbers given.
    ///
    /// Costs a support query on B for each face of A; does not allocate, unless doubles leave the answer open and exact
    /// arithmetic decides. Does not use state.
    ifr_contains(ifr_contains_input) -> ifr_contains_result = contains;
    capture ifr_contains_to_json;
    /// Runs ifr_contains and makes the certificate of the answer, like
    /// ifr_certificate_of_intersect.
    certify ifr_certificate_of_contains;
}
