//! Until when does one moving body stay inside another?

use crate::query::*;
use interframe::{TimeOfExit, TimeOfExitOptions, time_of_exit};

/// Input of ifr_time_of_exit.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_time_of_exit_input {
    /// The outer body A, the inner body B, and their motions.
    pub pair: ifr_moving_pair,
    /// How far B may reach beyond a face of A unnoticed, if a body turns; an
    /// absolute length. 0: 1e-6 of the smaller body's bounding radius (of the larger's, if that is
    /// 0; of two points, 1e-6 of how far apart they come).
    pub tolerance: f64,
    /// Margin of ifr_contains below which B counts as outside. If it is positive, B must keep that distance from every
    /// face. If it is negative, B may reach that far beyond a face, for example because it rests on a wall to rounding.
    /// 0: B counts as outside once it is not inside.
    pub target_margin: f64,
    /// Largest number of support queries on B; the search may exceed it by two. 0: 100,000.
    pub budget: u32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_time_of_exit_input => TimeOfExitOptions, given {
    or_default: budget, max_pivots;
    tolerance = (given.tolerance != 0.0).then_some(given.tolerance);
    target_margin = given.target_margin;
});

answers! {
    /// Answer of ifr_time_of_exit. All zero, undecided, after a failed call. "Inside" means with a
    /// margin of at least the target.
    pub struct ifr_time_of_exit_result from answer: TimeOfExit {
        /// Inside: at no time does B reach beyond a face of A by more than the tolerance. Not inside: at
        /// t_hi a vertex of B is outside.
        pub verdict: ifr_containment_verdict,
        /// Why the verdict is undecided. When not inside and this is set: why B may have reached farther
        /// out than the tolerance before t_hi.
        pub reason: ifr_reason,
        /// Support queries on B.
        pub iterations: u32,
        /// Whether B is not inside at t = 0; then both times are 0.
        pub initial: bool,
        /// Whether vertex and point are set: when not inside, unless A is empty.
        pub has_vertex: bool = answer.vertex.is_some(),
        /// Whether face is set: it is not at an edge of a flat A, nor when A has no faces.
        pub has_face: bool = answer.face.is_some(),
        /// Whether normal is set: not if only exact arithmetic could decide.
        pub has_normal: bool = answer.normal.is_some(),
        /// Proved inside at every time before this, without any tolerance. 1 when that holds throughout. With the verdict
        /// inside it may be less than 1: from then on B is proved inside to the tolerance only.
        pub t_lo: f64,
        /// When not inside: a vertex of B is proved outside at this time; B is first not inside at a
        /// time from t_lo to t_hi. 1 otherwise.
        pub t_hi: f64,
        /// When not inside: how far that vertex is beyond the face's plane (moved inwards by the target)
        /// at t_hi; 0 if only exact arithmetic could decide.
        pub depth: f64,
        /// Where that vertex is at t_hi, world frame.
        pub point: [f64; 3] = or_zero(answer.point),
        /// Unit normal of the face, out of A, world axes, at t_hi.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// The vertex of B that is outside.
        pub vertex: u32 = or_zero(answer.vertex),
        /// The face of A it is beyond, as numbered by ifr_polytope_get_face.
        pub face: u32 = or_zero(answer.face),
    }
}

ask! {
    /// When is moving B first no longer inside moving A, however they turn? Or the proof that it always is.
    ///
    /// Touching from within is inside, as for ifr_contains. Inside: at every time of the frame B reaches
    /// beyond no face of A by more than the tolerance, rounding included; strictly inside before t_lo.
    /// Not inside: strictly inside before t_lo, a vertex outside at t_hi; outside at t = 0, by however
    /// little, is initial. Undecided: the budget ran out or the tolerance is below what doubles
    /// resolve. Bodies that do not turn, with target_margin 0, are decided exactly.
    ///
    /// Does not allocate, unless exact arithmetic decides. Does not use state.
    ifr_time_of_exit(ifr_time_of_exit_input) -> ifr_time_of_exit_result = |given, state| {
        Ok(time_of_exit(&given.pair.read_outlined()?.pair(), &given.options()?, state)?)
    };
    capture ifr_time_of_exit_to_json = |given| {
        Ok(Query::time_of_exit(&given.pair.read_outlined()?.pair(), &given.options()?))
    };
    /// Runs ifr_time_of_exit and makes the certificate of the answer, like ifr_certificate_of_intersect. It proves that
    /// B is inside up to t_lo. With the verdict inside it also proves that B is inside to the tolerance from there on,
    /// and with not inside that a vertex is outside at t_hi. *out is NULL, and the status IFR_STATUS_OK, when the
    /// answer cannot be proved: containment to a tolerance, or with a negative margin, in an A without volume.
    certify ifr_certificate_of_time_of_exit;
}
