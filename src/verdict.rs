//! What a query may answer. An iteration limit is never a verdict: `Separated` exists only with a
//! plane that was checked against every vertex, `Hit` only with a witness, and everything else is
//! `Undecided` with its reason.

use crate::names::named;

pub use interframe_certificate::Verdict;

named! {
    /// Whether one body is inside another. `Undecided` is the zero value, so that forgotten memory never
    /// reads as inside.
    pub enum ContainmentVerdict, a "verdict of a containment" {
        /// Not proved either way; [`Reason`] says why. Treat it as outside.
        Undecided = 0: "undecided",
        /// Proved inside: as closed sets, touching from within included.
        Inside = 1: "inside",
        /// Something of B is proved outside A.
        NotInside = 2: "not_inside",
    }
}

impl ContainmentVerdict {
    /// True for everything but `Inside`: doubt maps to the safe side.
    #[must_use]
    pub fn may_leave(self) -> bool {
        self != ContainmentVerdict::Inside
    }

    /// Returns the verdict of what is proved.
    pub(crate) fn of(inside: bool) -> Self {
        if inside {
            ContainmentVerdict::Inside
        } else {
            ContainmentVerdict::NotInside
        }
    }
}

/// Counts containment as cases do: a body inside is a hit.
impl From<ContainmentVerdict> for Verdict {
    fn from(verdict: ContainmentVerdict) -> Self {
        match verdict {
            ContainmentVerdict::Undecided => Verdict::Undecided,
            ContainmentVerdict::Inside => Verdict::Hit,
            ContainmentVerdict::NotInside => Verdict::Separated,
        }
    }
}

/// Two proved bounds of a distance.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DistanceBracket {
    /// No distance is smaller: the gap along a plane, rounding included; 0 if the bodies meet.
    pub lower: f64,
    /// No distance is larger: that of two points of the bodies, rounding included; 0 of bodies that
    /// meet.
    pub upper: f64,
}

impl DistanceBracket {
    /// In units of a power of two: rounded outwards where that is below the normal numbers.
    pub(crate) fn over(self, scale: f64) -> Self {
        let outwards = |x: f64, next: fn(f64) -> f64| {
            let scaled = x / scale;
            if scaled * scale == x {
                scaled
            } else {
                next(scaled)
            }
        };
        DistanceBracket {
            lower: outwards(self.lower, |x| x.next_down().max(0.0)).min(f64::MAX),
            upper: outwards(self.upper, f64::next_up),
        }
    }
}

named! {
    /// Why a verdict is `Undecided`.
    #[non_exhaustive]
    pub enum Reason, a "reason" {
        /// The verdict is not `Undecided`.
        None = 0: "none",
        /// The swept hulls meet, from which nothing follows about bodies that turn (or, in the world
        /// frame, move past the same place at different times).
        HullsMeet = 1: "hulls_meet",
        /// The swept hulls come closer to their slack than the tolerance, or the pivot limit was
        /// reached, before a plane was found. What was proved is in the result.
        NearSlack = 2: "near_slack",
        /// The budget of distance solves (of support queries for a time of exit, of pairs for a frame of a world) ran out. What was
        /// proved holds before `t_lo`.
        Budget = 3: "budget",
        /// The gap is lost in rounding, or the time's last place is longer than a step. What was proved
        /// holds before `t_lo`.
        Rounding = 4: "rounding",
        /// The method `GoodLp` found nothing that could be proved: by its own optimum the sets are
        /// nearer to touching than its tolerance.
        SolverTolerance = 5: "solver_tolerance",
        /// The method `GoodLp` did not finish, or its answers contradict each other.
        SolverFailed = 6: "solver_failed",
        /// The independent checker refused what was to prove the answer, which is withheld. Only of
        /// queries that check themselves ([`self_check`](crate::proof::self_check)).
        Unproved = 7: "unproved",
        /// Bodies with curved surfaces touch to less than can be decided: they are apart, or overlap, by at most 2^-47 of their sizes and of how far apart they are.
        Touching = 8: "touching",
        /// The rest is not computed for bodies of this kind: in a world, what comes after a contact at the start with a solid
        /// that is to be ignored.
        BodyKind = 9: "body_kind",
        /// Two pieces of the bodies met while others were still in the contact at t = 0 that was to be ignored.
        InitialContact = 10: "initial_contact",
    }
}

named! {
    /// Subject of the verdict of a two-frame query.
    #[non_exhaustive]
    pub enum About, a "subject of a verdict" {
        /// Two convex hulls, and nothing more. Of bodies that turn, nothing follows.
        Hull = 0: "hull",
        /// The bodies themselves, at all times of the frame.
        Motion = 1: "motion",
    }
}

named! {
    /// Which arithmetic decided.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum DecidedBy, a "arithmetic" {
        /// Nothing to decide: a body was empty, or the query is undecided.
        Nothing = 0: "nothing",
        /// The plane or portal kept from the last frame.
        State = 1: "state",
        /// The solver, in f64, beyond its rounding bound.
        Float = 2: "float",
        /// Exact integers, because f64 left the answer open.
        Exact = 3: "exact",
    }
}
