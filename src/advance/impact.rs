//! Options and answer of a time of impact. The default tolerance is in `motion/tolerance.rs`.

use nalgebra::Vector3;

use crate::names::named;
use crate::options::{MAX_PIVOTS, TimeOfImpactMethod, options};
use crate::shape::feature::Feature;
use crate::shape::pieces::PieceId;
use crate::verdict::{Reason, Verdict};

named! {
    /// Kind of contact in which a hit of [`time_of_impact`](crate::time_of_impact) ends.
    pub enum Contact, a "kind of contact" {
        /// The verdict is not `Hit`.
        None = 0: "none",
        /// A shared point at some time from `t_lo` to `t_hi` is proved.
        Overlap = 1: "overlap",
        /// The gap at `t_hi` is at most `gap`, which is at most the tolerance.
        Near = 2: "near",
    }
}

named! {
    /// Treatment of a contact at the start of the frame. Bodies that rest on each other begin every frame in contact.
    #[non_exhaustive]
    pub enum InitialContact, a "initial contact" {
        /// A hit at t = 0.
        Report = 0: "report",
        /// All contacts are ignored until the bodies have come apart; then the next contact is a hit. For bodies of several
        /// pieces the answer is undecided if two other pieces meet before that ([`Reason::InitialContact`]).
        IgnoreUntilSeparated = 1: "ignore_until_separated",
        /// A hit at t = 0 if the bodies approach each other at the contact (`separation_velocity` is negative, or no normal
        /// is known); otherwise as `IgnorePairs`. For bodies of several pieces, every two pieces that touch are tested.
        /// A body that turns or is curved, and comes deeper by more than the tolerance in an ignored contact, is a hit at that time.
        OnlyIfApproaching = 2: "only_if_approaching",
        /// The contacts of two pieces in contact at t = 0 are ignored until these two have come apart. Two other pieces
        /// that meet later are a hit, although the first are still in contact; except where they continue an ignored
        /// contact along a surface (`docs/guide/MESHES.md`, section 3). For convex bodies as `IgnoreUntilSeparated`.
        IgnorePairs = 3: "ignore_pairs",
    }
}

options! {
    /// Options of [`time_of_impact`](crate::time_of_impact) and
    /// [`contact_intervals`](crate::contact_intervals).
    TimeOfImpactOptions {
        /// Which solver answers.
        method: TimeOfImpactMethod = TimeOfImpactMethod::Default;
        /// Largest gap of a contact that is `Near`, an absolute length, whether the bodies turn or not. Bodies that turn or
        /// are curved may be `Separated` at a gap of more than half of it, or at any gap if it is below some 1,000 times the
        /// rounding E (`docs/theory/CONSERVATIVE_ADVANCEMENT.md`, section 2). None: 1e-6 of the smaller body's bounding radius (of the
        /// larger, if that is 0).
        tolerance: Option<f64> = None, "positive and finite": |x| {
            x.is_none_or(|x| x > 0.0 && x.is_finite())
        };
        /// Target gap: the first time is searched at which the gap falls to this. 0: contact.
        target_separation: f64 = 0.0, "not negative and finite": |x| *x >= 0.0 && x.is_finite();
        /// Treatment of a contact at the start.
        initial_contact: InitialContact = InitialContact::Report;
        /// Largest number of distance solves, those of capsules around the bodies included; at least 1.
        /// Default 10,000.
        budget: u32 = 10_000, "from 1 to 4294967295": |n| *n >= 1;
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

impl TimeOfImpactOptions {
    /// Returns these options with another treatment of a contact at the start.
    pub(crate) fn with_start(&self, initial_contact: InitialContact) -> Self {
        TimeOfImpactOptions {
            initial_contact,
            ..*self
        }
    }
}

/// Answer of [`time_of_impact`](crate::time_of_impact).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TimeOfImpact {
    /// `Separated`: apart (by more than the target separation) at every time of the frame, from
    /// `free_from` on. `Hit`: see `contact`. `Undecided`: see `reason`.
    pub verdict: Verdict,
    /// Why it is `Undecided`.
    pub reason: Reason,
    /// Support queries on each body; with the method `GoodLp` programs solved.
    pub iterations: u32,
    /// Distance solves, those of capsules around the bodies included: what the budget counts. 0 when a
    /// linear program answered.
    pub solves: u32,
    /// Kind of contact of a hit.
    pub contact: Contact,
    /// The contact is the one that the frame began with: the bodies are in contact at t = 0, and,
    /// where [`InitialContact`] asks to ignore that, were not seen to come apart.
    pub initial: bool,
    /// Time from which the bodies are proved apart, if a contact at the start was ignored; 0 otherwise.
    pub free_from: f64,
    /// Proved apart at every t of [`free_from`, `t_lo`), and at `t_lo` itself unless that is a
    /// contact. 1 with `Separated`. 0 with `initial`, and for a later contact before which nothing is proved.
    pub t_lo: f64,
    /// Time of contact with `Hit`, not below `t_lo`; otherwise 1.
    pub t_hi: f64,
    /// With `Near`: the gap at `t_hi` is at most this. Otherwise 0.
    pub gap: f64,
    /// With a contact at t = 0: the length of the shortest translation that separates the bodies there, see
    /// [`penetration`](crate::penetration); for bodies of several pieces that of
    /// [`contact_manifold`](crate::contact_manifold)'s deepest contact. `point_a - point_b = depth * normal` to
    /// rounding, beside curved bodies to the root of that. Otherwise 0.
    pub depth: f64,
    /// Point of A that touches or is nearest to B at `t_hi`, or is deepest in it at t = 0; world frame.
    pub point_a: Option<Vector3<f64>>,
    /// Point of B that touches or is nearest to A at `t_hi`, or is deepest in it at t = 0; world frame.
    pub point_b: Option<Vector3<f64>>,
    /// With `Hit`: unit contact normal from A to B, world axes, at `t_hi`. After the start it separates the bodies
    /// there, by the target separation if that is above 0: along it neither reaches beyond the other by more than 12
    /// times the rounding E of `docs/theory/CONSERVATIVE_ADVANCEMENT.md` (section 2), in all some 1e-12 of their sizes,
    /// their way and the arms of pivots of bodies that turn. For a contact at t = 0 it is the direction in which a move by `depth` separates B from A. None
    /// where f64 cannot compute one. With `Separated`: the last plane's, where one served.
    pub normal: Option<Vector3<f64>>,
    /// Features that hold the two points. None at a contact at t = 0, beside a curved body, and where f64 never proves the
    /// bodies apart before the contact.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub features: Option<[Feature; 2]>,
    /// Rate of the gap between the two points along the normal at `t_hi`, in lengths a frame; negative when they
    /// approach. 0 without points or normal, and at t = 0 below 1e-12 of the fastest rate at which the bodies could
    /// approach (2e-6 beside a curved body), or below the rounding of the coordinates of their motions.
    pub separation_velocity: f64,
    /// Which pieces of the two bodies meet; None where both are convex, where all pieces are apart, and where one body is wholly
    /// inside the other, a solid.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

impl TimeOfImpact {
    /// A hit at t = 0 with nothing filled in.
    pub(crate) const HIT: TimeOfImpact = TimeOfImpact {
        verdict: Verdict::Hit,
        reason: Reason::None,
        iterations: 0,
        solves: 0,
        contact: Contact::Overlap,
        initial: false,
        free_from: 0.0,
        t_lo: 0.0,
        t_hi: 0.0,
        gap: 0.0,
        depth: 0.0,
        point_a: None,
        point_b: None,
        normal: None,
        features: None,
        separation_velocity: 0.0,
        pieces: None,
    };

    pub(crate) fn separated(free_from: f64, normal: Option<Vector3<f64>>) -> Self {
        TimeOfImpact {
            verdict: Verdict::Separated,
            normal,
            ..TimeOfImpact::undecided(Reason::None, free_from, 1.0)
        }
    }

    /// Whether it is a contact at t = 0.
    pub(crate) fn is_at_start(&self) -> bool {
        self.initial && self.t_hi == 0.0
    }

    /// With what was spent before.
    pub(crate) fn after(self, solves: u32, iterations: u32) -> Self {
        TimeOfImpact {
            solves: self.solves + solves,
            iterations: self.iterations + iterations,
            ..self
        }
    }

    pub(crate) fn undecided(reason: Reason, free_from: f64, t_lo: f64) -> Self {
        TimeOfImpact {
            verdict: Verdict::Undecided,
            reason,
            contact: Contact::None,
            free_from,
            t_lo,
            t_hi: 1.0,
            ..TimeOfImpact::HIT
        }
    }
}
