//! Where do two bodies touch?

use crate::boundary::output_list;
use crate::mirror::padded;
use crate::pieces::ifr_pieces;
use crate::query::*;
use interframe::{ContactManifold, ContactManifoldOptions, ContactPoint};
use interframe::{contact_manifold, contact_points};
use std::mem::offset_of;

/// Input of ifr_contact_manifold.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_contact_manifold_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// Contacts across a gap of at most this are found too, an absolute length. 0: none.
    pub prediction: f64,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

/// Input of ifr_contact_points, and memory for the contacts.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_contact_points_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// Largest gap of a contact point; see ifr_contact_manifold_input.
    pub prediction: f64,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
    /// Yours: room for capacity contacts, zeroed beyond the last; NULL when capacity is 0.
    pub points: *mut ifr_contact_point,
    /// Contacts for which there is room.
    pub capacity: size_t,
}

options!(ifr_contact_manifold_input, ifr_contact_points_input => ContactManifoldOptions, given {
    or_default: prediction, max_pivots;
});

answers! {
    /// One contact: a point of each body, one above the other along the normal.
    pub struct ifr_contact_point from point: ContactPoint {
        /// On A, world frame.
        pub point_a: [f64; 3],
        /// On B; point_a - point_b is depth * normal to rounding.
        pub point_b: [f64; 3],
        /// Depth of the overlap here: positive inside, negative across a gap.
        pub depth: f64,
        /// The features that touch. It is equal in two frames if the same features touch. The upper 32 bits are for A, the
        /// lower for B. Each half has 2 bits for the kind, vertex (1), edge (2) or face (3), and 30 for its number.
        pub id: u64,
    }
}

answers! {
    /// Answer of ifr_contact_manifold. All zero, undecided, after a failed call.
    pub struct ifr_contact_manifold_result from answer: ContactManifold {
        /// Separated or hit, exact as in ifr_intersect; there may be points with either.
        pub verdict: ifr_verdict,
        /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
        pub reason: ifr_reason,
        /// Which arithmetic decided the verdict.
        pub decided_by: ifr_decided_by,
        /// Support queries on each body; 0 when a body is empty.
        pub iterations: u32,
        /// Number of points that are set, at most four.
        pub count: u32 = answer.points().len() as u32,
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 4] = [0; 4],
        /// Unit normal of all contacts from A to B, world axes. All zero without points.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// The contacts, of which the first is the deepest; all zero beyond count.
        pub points: [ifr_contact_point; 4] = padded(answer.points().iter().copied()),
        /// Which pieces of the two bodies are the deepest in each other, or nearest. All zero where both are convex, and without points.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

answers! {
    /// Answer of ifr_contact_points. All zero after a failed call.
    pub struct ifr_contact_points_result from found: (ContactManifold, usize) {
        /// The best four.
        pub manifold: ifr_contact_manifold_result = found.0.into(),
        /// Number of contacts; if it is more than the capacity, the first that fit are written, so compare the two.
        pub count: size_t = found.1,
    }
}

// `ifr_contact_points` casts between the two.
const _: () = {
    assert!(size_of::<ifr_contact_point>() == size_of::<ContactPoint>());
    assert!(align_of::<ifr_contact_point>() == align_of::<ContactPoint>());
    assert!(offset_of!(ifr_contact_point, point_a) == offset_of!(ContactPoint, point_a));
    assert!(offset_of!(ifr_contact_point, point_b) == offset_of!(ContactPoint, point_b));
    assert!(offset_of!(ifr_contact_point, depth) == offset_of!(ContactPoint, depth));
    assert!(offset_of!(ifr_contact_point, id) == offset_of!(ContactPoint, id));
};

ask! {
    /// Where two bodies touch or are at most prediction apart: up to four points with a common normal,
    /// that of the least depth or of the distance.
    ///
    /// If there are more than four contacts, you get the deepest, the one farthest from it, and the farthest on each
    /// side of the line between these two. For convex bodies it does not allocate, unless doubles leave open whether they meet or a
    /// deep pair of round bodies needs more than a fixed memory. For bodies of several pieces it allocates lists of the
    /// pairs that touch and of their contacts.
    ifr_contact_manifold(ifr_contact_manifold_input) -> ifr_contact_manifold_result = contact_manifold;
}

ask! {
    /// Computes the manifold as ifr_contact_manifold does, and writes every contact of the two features, not only the best four.
    /// Their order is that around A's feature, then B's.
    ifr_contact_points(ifr_contact_points_input) -> ifr_contact_points_result = |given, state| {
        // The two kinds of contact are laid out alike, as asserted above.
        let list = given.points.cast::<ContactPoint>();
        let list = output_list(list, given.capacity, ["input.points", "input.capacity"])?;
        let options = given.options()?;
        let read = given.pair.read()?;
        Ok(contact_points(&read.pair(), &options, state, list)?)
    };
}

capture! {
    /// Writes the input of ifr_contact_manifold as one line of JSON. See ifr_intersect_to_json.
    ifr_contact_manifold_to_json(ifr_contact_manifold_input) = |given| {
        Ok(Query::contact_manifold(&given.pair.read_outlined()?.pair(), &given.options()?))
    }
}
