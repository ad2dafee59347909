//! Do two bodies meet at given poses?

use crate::method::ifr_method;
use crate::pieces::ifr_pieces;
use crate::query::*;
use interframe::intersect;
use interframe::{IntersectOptions, Intersection};

/// Input of ifr_intersect.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_intersect_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// An ifr_method, any of them; for bodies with radii and curved ones IFR_METHOD_DEFAULT or IFR_METHOD_GJK.
    pub method: i32,
    /// Pivots in double precision before exact arithmetic takes over. For the tableau the number is multiplied by its
    /// rows, and with more than 64 vertices by a 64th of their number. Never decides a verdict. 0: 64; fewer send easy
    /// pairs to the slow exact path.
    pub max_pivots: u32,
}

options!(ifr_intersect_input => IntersectOptions, given {
    or_default: max_pivots;
    method = read_method(given.method)?;
});

answers! {
    /// Answer of ifr_intersect. All zero, undecided, after a failed call.
    pub struct ifr_intersect_result from answer: Intersection {
        /// Separated or hit. Undecided only by IFR_METHOD_GOOD_LP, and for cylinders, cones and ellipsoids that touch
        /// (IFR_REASON_TOUCHING).
        pub verdict: ifr_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Support queries on each body, or steps of the interior point; 0 when a body is empty or the centres decide.
        pub iterations: u32,
        /// Solver that decided, never IFR_METHOD_DEFAULT: another than the input's if that one left the
        /// answer to the ray simplex.
        pub solver: ifr_method,
        /// Whether plane is set: when separated, unless a body is empty or of several pieces.
        pub has_plane: bool = answer.plane.is_some(),
        /// Whether point is set: when hit.
        pub has_point: bool = answer.point.is_some(),
        /// Whether lower_bound and upper_bound are set: by IFR_METHOD_INTERIOR_POINT.
        pub has_bounds: bool = answer.bounds.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 1] = [0; 1],
        /// The plane that proves separation, normal from A to B. All zero without has_plane.
        pub plane: ifr_plane = or_zero(answer.plane),
        /// A point common to both bodies, to rounding, world frame. All zero without has_point. It is
        /// some point of the overlap, not a contact point.
        pub point: [f64; 3] = or_zero(answer.point),
        /// Proved lower bound of the distance: 0 when they meet, and without has_bounds.
        pub lower_bound: f64 = answer.bounds.map_or(0.0, |bounds| bounds.lower),
        /// Proved upper bound of the distance: 0 when they meet, and without has_bounds.
        pub upper_bound: f64 = answer.bounds.map_or(0.0, |bounds| bounds.upper),
        /// Which pieces of the two bodies meet, or are undecided. All zero where both are convex, and where all pieces are apart.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// Do two bodies meet at these poses? Decided as in real arithmetic on the numbers given:
    /// touching is a hit, a last place apart is separated.
    ///
    /// Tens to hundreds of nanoseconds; does not allocate, unless doubles leave the answer open and exact
    /// arithmetic decides.
    ifr_intersect(ifr_intersect_input) -> ifr_intersect_result = intersect;
}

capture! {
    /// Writes the input of ifr_intersect as one line of JSON, to be attached to a report: in a file,
    /// "interframe query FILE" answers it, bit for bit as ifr_intersect does with this state. Every
    /// number is written so that it reads back to the same bits; bodies, options and state are in it.
    ///
    /// state: the pair's state before the query, or NULL for an empty one; it is not changed. id: any text, which names
    /// the line. text receives the line without a line end. Allocates. The same holds for every ifr_..._to_json of a
    /// query.
    ifr_intersect_to_json(ifr_intersect_input) = |given| {
        Ok(Query::intersect(&given.pair.read_outlined()?.pair(), &given.options()?))
    }
}

certify! {
    /// Runs ifr_intersect from an empty pair state and makes the certificate of the answer.
    /// *out is yours to destroy; NULL on failure, and with IFR_STATUS_OK when the answer is undecided,
    /// bodies of several pieces are apart, or curved bodies meet by too little (docs/guide/ROUND.md): nothing is
    /// proved. Allocates; a hit takes tens of microseconds, because its columns are found in exact integers.
    ifr_certificate_of_intersect(ifr_intersect_input)
}
