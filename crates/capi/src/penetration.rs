//! How deep are two bodies in each other, and which way is out?

use crate::pieces::ifr_pieces;
use crate::query::*;
use interframe::{Penetration, PenetrationOptions, penetration};

/// Input of ifr_penetration.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_penetration_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// All zero: the shortest way out. Otherwise the direction in which B is moved, world axes. Its length does not
    /// matter, but must be between 1e-100 and 1e100.
    pub direction: [f64; 3],
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_penetration_input => PenetrationOptions, given {
    or_default: max_pivots;
    direction = (given.direction != [0.0; 3]).then(|| given.direction.into());
});

answers! {
    /// Answer of ifr_penetration. All zero, undecided, after a failed call.
    pub struct ifr_penetration_result from answer: Penetration {
        /// Separated or hit, exact as in ifr_intersect: undecided only for cylinders, cones and ellipsoids that
        /// touch.
        pub verdict: ifr_verdict,
        /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
        pub reason: ifr_reason,
        /// Which arithmetic decided the verdict.
        pub decided_by: ifr_decided_by,
        /// Support queries on each body; 0 when a body is empty.
        pub iterations: u32,
        /// Whether normal, point_a and point_b are set: when hit, unless f64 cannot hold them or no way out of a solid was found.
        pub has_overlap: bool = answer.normal.is_some(),
        /// Whether plane is set: when separated, unless a body is empty or of several pieces.
        pub has_plane: bool = answer.plane.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 6] = [0; 6],
        /// The length of the shortest translation (along direction, where one is given) that leaves the
        /// bodies touching at most; 0 when they are apart or only touch. Infinite if it overflows.
        pub depth: f64,
        /// The true depth is within this of depth: a bound, rounding included.
        pub error: f64,
        /// The unit direction of that translation, world axes, from A to B: B moved by depth * normal,
        /// or A by its negative, is parted. With a direction the normal of the plane in which they
        /// touch in the end. All zero without has_overlap.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// The point of A that is deepest in B along the normal, world frame; point_a - point_b is depth * normal (depth
        /// times the unit direction, where one is given) to rounding. Each point is on its body to 1e-9 of the pair's size,
        /// or, if a body is curved, to 1e-7 of it or to error, whichever is more. All zero without has_overlap.
        pub point_a: [f64; 3] = or_zero(answer.point_a),
        /// The point of B opposite. All zero without has_overlap.
        pub point_b: [f64; 3] = or_zero(answer.point_b),
        /// The plane that proves separation. All zero without has_plane.
        pub plane: ifr_plane = or_zero(answer.plane),
        /// Which pieces of the two bodies are the deepest in each other. All zero where both are convex, and where all pieces are apart.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// Depth, direction and witnesses of the overlap of two bodies at these poses.
    ///
    /// The depth is the length of the shortest translation that leaves them touching at most, or of that
    /// along a direction you choose, exact up to rounding, however deep or concentric they are. Where
    /// several directions are equally short, any of them may be answered.
    ///
    /// Microseconds, along a direction some hundred nanoseconds; does not allocate while the polytope
    /// grown inside the Minkowski difference has at most 128 triangles and doubles decide whether the
    /// bodies meet. Does not use state.
    ifr_penetration(ifr_penetration_input) -> ifr_penetration_result = penetration;
    capture ifr_penetration_to_json;
}
