//! What a query may answer, as C enums. The matches from the library's own enums are exhaustive,
//! so that a new variant there does not compile until it has a number here.

use crate::mirror::{c_enum, texts};

use interframe::{About, ContainmentVerdict, DecidedBy, Reason, Verdict};

c_enum! {
    /// The answer. Undecided is 0, so that forgotten memory never reads as free.
    ifr_verdict = Verdict {
        /// Not proved either way. Treat it as a possible hit; ifr_may_hit does.
        IFR_VERDICT_UNDECIDED = 0 => Undecided,
        /// Proved apart, by a plane, rounding included.
        IFR_VERDICT_SEPARATED = 1 => Separated,
        /// Proved to meet. Bodies are closed sets: touching is a hit.
        IFR_VERDICT_HIT = 2 => Hit,
    }
}

c_enum! {
    /// Whether one body is inside another. Undecided is 0, so that forgotten memory never reads as inside.
    ifr_containment_verdict = ContainmentVerdict {
        /// Not proved either way. Treat it as outside; ifr_may_leave does.
        IFR_CONTAINMENT_VERDICT_UNDECIDED = 0 => Undecided,
        /// Proved inside: as closed sets, touching from within included.
        IFR_CONTAINMENT_VERDICT_INSIDE = 1 => Inside,
        /// A point of B is proved outside A.
        IFR_CONTAINMENT_VERDICT_NOT_INSIDE = 2 => NotInside,
    }
}

c_enum! {
    /// Why a verdict is undecided.
    ifr_reason = Reason {
        /// The verdict is not undecided, or the call failed.
        IFR_REASON_NONE = 0 => None,
        /// The swept hulls meet, from which nothing follows about bodies that turn or, in the world
        /// frame, pass the same place at different times.
        IFR_REASON_HULLS_MEET = 1 => HullsMeet,
        /// The swept hulls come so close that the search for a plane was given up (sweep_rel_tol,
        /// max_pivots).
        IFR_REASON_NEAR_SLACK = 2 => NearSlack,
        /// The budget ran out: of distance solves for a time of impact, of support queries for a time of exit, of pairs
        /// for a frame of a world (pair_budget).
        IFR_REASON_BUDGET = 3 => Budget,
        /// The gap is lost in rounding, or steps in time are shorter than its last place.
        IFR_REASON_ROUNDING = 4 => Rounding,
        /// IFR_METHOD_GOOD_LP found nothing that could be proved: by its own optimum the sets are
        /// nearer to touching than its tolerance.
        IFR_REASON_SOLVER_TOLERANCE = 5 => SolverTolerance,
        /// IFR_METHOD_GOOD_LP did not finish, or its answers contradict each other.
        IFR_REASON_SOLVER_FAILED = 6 => SolverFailed,
        /// The independent checker refused what was to prove the answer, which is withheld: a defect of
        /// the library. Only in builds with the feature self_check.
        IFR_REASON_UNPROVED = 7 => Unproved,
        /// Bodies with curved surfaces are too near to touching to decide: to at most 2^-47 of their sizes and distance.
        IFR_REASON_TOUCHING = 8 => Touching,
        /// The rest is not computed for bodies of this kind: in a world, what comes after a contact at the start with a solid that is
        /// to be ignored.
        IFR_REASON_BODY_KIND = 9 => BodyKind,
        /// Two pieces of the bodies met while others were still in the contact at t = 0 that was to be ignored.
        IFR_REASON_INITIAL_CONTACT = 10 => InitialContact,
    }
}

c_enum! {
    /// Subject of the verdict of a two-frame query.
    ifr_about = About {
        /// Two convex hulls and nothing more. Of bodies that turn, nothing follows.
        IFR_ABOUT_HULL = 0 => Hull,
        /// The bodies themselves, at all times of the frame.
        IFR_ABOUT_MOTION = 1 => Motion,
    }
}

c_enum! {
    /// Which arithmetic decided. For statistics; the verdict is equally good.
    ifr_decided_by = DecidedBy {
        /// There was nothing to decide (a body was empty), or the query is undecided.
        IFR_DECIDED_BY_NOTHING = 0 => Nothing,
        /// The plane or portal that the pair state kept from the last call.
        IFR_DECIDED_BY_STATE = 1 => State,
        /// The solver, in double precision, beyond its rounding bound.
        IFR_DECIDED_BY_FLOAT = 2 => Float,
        /// Exact integers, because double precision left the answer open. Slower by far, and rare.
        IFR_DECIDED_BY_EXACT = 3 => Exact,
    }
}

/// False only for IFR_VERDICT_SEPARATED: doubt, and every integer that is no verdict, is a
/// possible hit. After a failed call the verdict is undecided, so this is true as well.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_may_hit(verdict: i32) -> bool {
    verdict != ifr_verdict::IFR_VERDICT_SEPARATED as i32
}

/// False only for IFR_CONTAINMENT_VERDICT_INSIDE: doubt, and every integer that is no verdict, is a
/// possible exit. After a failed call the verdict is undecided, so this is true as well.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_may_leave(verdict: i32) -> bool {
    verdict != ifr_containment_verdict::IFR_CONTAINMENT_VERDICT_INSIDE as i32
}

texts! {
    /// "undecided", "separated", "hit", or "unknown" for any other integer. Never NULL; static
    /// memory: do not free it. The names are those of the JSON lines and of the program.
    ifr_verdict_text(verdict) = ifr_verdict;
    /// "undecided", "inside", "not_inside", or "unknown". See ifr_verdict_text.
    ifr_containment_verdict_text(verdict) = ifr_containment_verdict;
    /// "none", "hulls_meet", "near_slack", "budget", "rounding", "solver_tolerance",
    /// "solver_failed", "unproved", "touching", "body_kind", "initial_contact", or "unknown". See ifr_verdict_text.
    ifr_reason_text(reason) = ifr_reason;
    /// "hull", "motion", or "unknown". See ifr_verdict_text.
    ifr_about_text(about) = ifr_about;
    /// "nothing", "state", "float", "exact", or "unknown". See ifr_verdict_text.
    ifr_decided_by_text(decided_by) = ifr_decided_by;
}
