//! When do two moving bodies first meet?

use crate::feature::{features, ifr_feature};
use crate::mirror::{answers, c_enum, choice, or_zero, texts};
use crate::pieces::ifr_pieces;
use crate::query::*;
use interframe::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions, time_of_impact};

c_enum! {
    /// Kind of contact in which a hit of ifr_time_of_impact ends.
    ifr_contact = Contact {
        /// The verdict is not a hit.
        IFR_CONTACT_NONE = 0 => None,
        /// A shared point at some time from t_lo to t_hi is proved.
        IFR_CONTACT_OVERLAP = 1 => Overlap,
        /// The gap at t_hi is at most the tolerance.
        IFR_CONTACT_NEAR = 2 => Near,
    }
}

c_enum! {
    /// Treatment of a contact at the start of the frame. Bodies that rest on each other begin every frame in contact.
    ifr_initial_contact = InitialContact {
        /// A hit at t = 0.
        IFR_INITIAL_CONTACT_REPORT = 0 => Report,
        /// All contacts are ignored until the bodies have come apart; then the next contact is a hit. For bodies of several
        /// pieces the answer is undecided if two other pieces meet before that (IFR_REASON_INITIAL_CONTACT).
        IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED = 1 => IgnoreUntilSeparated,
        /// A hit at t = 0 if the bodies approach each other at the contact (separation_velocity is negative, or no normal is
        /// known); otherwise as IFR_INITIAL_CONTACT_IGNORE_PAIRS. For bodies of several pieces, every two pieces that touch
        /// are tested. A body that turns or is curved, and comes deeper by more than the tolerance in an ignored contact, is a hit at
        /// that time.
        IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING = 2 => OnlyIfApproaching,
        /// The contacts of two pieces in contact at t = 0 are ignored until these two have come apart. Two other pieces
        /// that meet later are a hit, although the first are still in contact; except where they continue an ignored
        /// contact along a surface (docs/guide/MESHES.md, section 3). For convex bodies as
        /// IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED.
        IFR_INITIAL_CONTACT_IGNORE_PAIRS = 3 => IgnorePairs,
    }
}

texts! {
    /// "none", "overlap", "near", or "unknown". See ifr_verdict_text.
    ifr_contact_text(contact) = ifr_contact;
    /// "report", "ignore_until_separated", "only_if_approaching", "ignore_pairs", or "unknown". See ifr_verdict_text.
    ifr_initial_contact_text(initial_contact) = ifr_initial_contact;
}

/// Input of ifr_time_of_impact.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_time_of_impact_input {
    /// The bodies and their motions.
    pub pair: ifr_moving_pair,
    /// IFR_METHOD_DEFAULT or IFR_METHOD_RAY_SIMPLEX, which are the same. For polytopes that do not turn, with
    /// initial_contact report and target_separation 0, also IFR_METHOD_INTERIOR_POINT or IFR_METHOD_GOOD_LP.
    pub method: i32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
    /// Largest gap of a contact that is near, an absolute length, whether the bodies turn or not. Bodies that turn or
    /// are curved may be separated at a gap of more than half of it, or at any gap if it is below some 1,000 times the
    /// rounding E (docs/theory/CONSERVATIVE_ADVANCEMENT.md, section 2). 0: 1e-6 of the smaller body's bounding radius (of the
    /// larger's, if that is 0).
    pub tolerance: f64,
    /// Target gap: the first time is searched at which the gap falls to this length. 0: contact.
    pub target_separation: f64,
    /// An ifr_initial_contact.
    pub initial_contact: i32,
    /// Largest number of distance solves, those of capsules around the bodies included. 0: 10,000.
    pub budget: u32,
}

options!(ifr_time_of_impact_input => TimeOfImpactOptions, given {
    or_default: budget, max_pivots;
    method = read_method(given.method)?;
    tolerance = (given.tolerance != 0.0).then_some(given.tolerance);
    target_separation = given.target_separation;
    initial_contact = choice(given.initial_contact, "input.initial_contact")?;
});

answers! {
    /// Answer of ifr_time_of_impact. All zero, undecided, after a failed call.
    pub struct ifr_time_of_impact_result from answer: TimeOfImpact {
        /// Separated: apart (by more than the target separation) at every time from free_from on.
        pub verdict: ifr_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// Support queries on each body.
        pub iterations: u32,
        /// Distance solves, those of capsules around the bodies included; 0 when a linear program answered.
        pub solves: u32,
        /// Kind of contact of a hit.
        pub contact: ifr_contact,
        /// Whether the contact is the one the frame began with: the bodies are in contact at t = 0 and,
        /// where that is ignored, were not seen to come apart.
        pub initial: bool,
        /// Whether the points are set: when hit.
        pub has_points: bool = answer.point_a.is_some(),
        /// Whether normal is set.
        pub has_normal: bool = answer.normal.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 1] = [0; 1],
        /// Time from which the bodies are proved apart, if a contact at the start was ignored; 0 otherwise.
        pub free_from: f64,
        /// Proved apart at every time from free_from to before t_lo. 1 when separated. 0 with initial, and for a contact later in the
        /// frame if no time before it is proved free.
        pub t_lo: f64,
        /// Time of contact when hit; 1 otherwise.
        pub t_hi: f64,
        /// With IFR_CONTACT_NEAR: the gap at t_hi is at most this.
        pub gap: f64,
        /// Depth of the overlap at t = 0, if that is the contact; 0 for a contact that is later or near. Never negative: 0 to
        /// rounding where the bodies only touch, infinite if it overflows. For convex bodies it is
        /// the depth of ifr_penetration. That query also returns its error, which is rounding, but may be 1% of the depth
        /// beside a curved body; there the depth is an upper bound. For bodies of several pieces it is the depth of
        /// ifr_contact_manifold's deepest contact, and 0 if that has none. With IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING it may
        /// be the depth of another contact, in which the bodies approach each other. point_a - point_b is depth * normal to
        /// rounding; beside a curved body it may be off by about the square root of rounding.
        pub depth: f64,
        /// Rate of the gap between the two points along the normal at t_hi, in lengths a frame; negative when they
        /// approach. 0 without points or normal.
        pub separation_velocity: f64,
        /// Point of A that touches or is nearest to B at t_hi, or is deepest in it at t = 0; world frame.
        pub point_a: [f64; 3] = or_zero(answer.point_a),
        /// Point of B that touches or is nearest to A at t_hi, or is deepest in it at t = 0; world frame.
        pub point_b: [f64; 3] = or_zero(answer.point_b),
        /// When hit: unit contact normal from A to B, world axes, at t_hi, where f64 can compute one. After the start it separates
        /// the bodies there, by the target separation if that is above 0: along it neither reaches beyond the other by more
        /// than some 1e-12 of their sizes, their way and the arms of pivots of bodies that turn (12 times E of
        /// docs/theory/CONSERVATIVE_ADVANCEMENT.md, section 2). When separated:
        /// the last plane's, where one served.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// Feature of A that holds point_a. Of kind none at a contact at t = 0, beside a curved body, and if f64 never proves
        /// the bodies apart before the contact.
        pub feature_a: ifr_feature = features(answer.features)[0],
        /// Feature of B that holds point_b.
        pub feature_b: ifr_feature = features(answer.features)[1],
        /// Which pieces of the two bodies meet. All zero where both are convex, and where all pieces are apart.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// Finds when two moving bodies first meet, at any speed of turning, or proves that they do not.
    ///
    /// Separated: a positive gap is proved at every time of the frame, rounding included. Hit: proved apart before
    /// t_lo, in contact by t_hi; contact says how. Bodies in contact at t = 0 are a hit with t_lo = t_hi = 0, unless
    /// initial_contact says otherwise. Undecided: the budget ran out, or the least gap and the deepest overlap are
    /// below what doubles resolve, about 1e-13 of the larger body's size, or of the distance travelled if that is
    /// larger; before t_lo they are proved apart. Whether bodies that do not turn share a point is decided exactly,
    /// unless target_separation is above 0: they are near only if they never do, but come within the tolerance after
    /// the start.
    ///
    /// Hundreds of nanoseconds to microseconds; does not allocate, unless exact arithmetic decides.
    ifr_time_of_impact(ifr_time_of_impact_input) -> ifr_time_of_impact_result = time_of_impact;
    capture ifr_time_of_impact_to_json;
    /// Runs ifr_time_of_impact and makes the certificate of the answer, a chain of links in time, like
    /// ifr_certificate_of_intersect. For an undecided answer it proves the time that is known to be free.
    certify ifr_certificate_of_time_of_impact;
}
