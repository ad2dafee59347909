//! What a query may answer. An iteration limit is never a verdict: `Separated` exists only with a
//! plane that was checked against every vertex, `Hit` only with a witness, and everything else is
//! `Undecided` with its reason.

use crate::names::named;

pub use interframe_certificate::Verdict;

/// Whether one body is inside another. `Undecided` is the zero value, so that forgotten memory never
/// reads as inside.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum ContainmentVerdict {
    /// Not proved either way; [`Reason`] says why. Treat it as outside.
    #[default]
    Undecided = 0,
    /// Proved inside: as closed sets, touching from within included.
    Inside = 1,
    /// Something of B is proved outside A.
    NotInside = 2,
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

/// Why a verdict is `Undecided`.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The verdict is not `Undecided`.
    #[default]
    None = 0,
    /// The swept hulls meet, from which nothing follows about bodies that turn (or, in the world
    /// frame, move past the same place at different times).
    HullsMeet = 1,
    /// The swept hulls come closer to their slack than the tolerance, or the pivot limit was
    /// reached, before a plane was found. What was proved is in the result.
    NearSlack = 2,
    /// The budget of distance solves (of support queries for a time of exit, of pairs for a frame of a world) ran out. What was
    /// proved holds before `t_lo`.
    Budget = 3,
    /// The gap is lost in rounding, or the time's last place is longer than a step. What was proved
    /// holds before `t_lo`.
    Rounding = 4,
    /// The method `GoodLp` found nothing that could be proved: by its own optimum the sets are
    /// nearer to touching than its tolerance.
    SolverTolerance = 5,
    /// The method `GoodLp` did not finish, or its answers contradict each other.
    SolverFailed = 6,
    /// The independent checker refused what was to prove the answer, which is withheld. Only of
    /// queries that check themselves ([`self_check`](crate::proof::self_check)).
    Unproved = 7,
    /// Bodies with curved surfaces touch to less than can be decided: they are apart, or overlap, by at most 2^-47 of their sizes and of how far apart they are.
    Touching = 8,
    /// The rest is not computed for bodies of this kind: in a world, what comes after the first contact of bodies
    /// with curved surfaces.
    BodyKind = 9,
    /// Two pieces of the bodies met while others were still in the contact at t = 0 that was to be ignored.
    InitialContact = 10,
}

/// Subject of the verdict of a two-frame query.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum About {
    /// Two convex hulls, and nothing more. Of bodies that turn, nothing follows.
    #[default]
    Hull = 0,
    /// The bodies themselves, at all times of the frame.
    Motion = 1,
}

/// Which arithmetic decided.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DecidedBy {
    /// Nothing to decide: a body was empty, or the query is undecided.
    #[default]
    Nothing = 0,
    /// The plane or portal kept from the last frame.
    State = 1,
    /// The solver, in f64, beyond its rounding bound.
    Float = 2,
    /// Exact integers, because f64 left the answer open.
    Exact = 3,
}

named!(ContainmentVerdict, a "verdict of a containment", {
    Undecided: "undecided",
    Inside: "inside",
    NotInside: "not_inside",
});

named!(Reason, a "reason", {
    None: "none",
    HullsMeet: "hulls_meet",
    NearSlack: "near_slack",
    Budget: "budget",
    Rounding: "rounding",
    SolverTolerance: "solver_tolerance",
    SolverFailed: "solver_failed",
    Unproved: "unproved",
    Touching: "touching",
    BodyKind: "body_kind",
    InitialContact: "initial_contact",
});

named!(About, a "subject of a verdict", {
    Hull: "hull",
    Motion: "motion",
});

named!(DecidedBy, a "arithmetic", {
    Nothing: "nothing",
    State: "state",
    Float: "float",
    Exact: "exact",
});
