//! Do two bodies meet between two frames?

use crate::method::ifr_method;
use crate::mirror::{answers, c_enum, choice, or_zero, texts};
use crate::pieces::ifr_pieces;
use crate::query::*;
use crate::verdict::ifr_about;
use interframe::interframe;
use interframe::{Frame, Interframe, InterframeOptions, Sweep};

c_enum! {
    /// Which extended hull stands for a moving body.
    ifr_sweep = Sweep {
        /// The hull of the start and the end pose, dilated until it holds every pose in between.
        /// Never misses.
        IFR_SWEEP_CERTIFIED = 0 => Certified,
        /// The hull of the start and the end pose, nothing else. Misses what a turning body touches
        /// in between.
        IFR_SWEEP_FULL = 1 => Full,
        /// The 2005 paper's partial extension: one of six groups of each body's corners, the one that faces along its
        /// motion, is taken at the end, all others at the start. Misses contacts of any motion; for comparison.
        IFR_SWEEP_FACE_GROUPED = 2 => FaceGrouped,
        /// Leading corners at the end, trailing ones at the start, those of the silhouette at both. The
        /// same as IFR_SWEEP_FULL for a body that does not turn, a part of it for one that turns.
        IFR_SWEEP_SILHOUETTE = 3 => Silhouette,
    }
}

c_enum! {
    /// In which frame the bodies are swept.
    ifr_frame = Frame {
        /// Moving with A's pivot, world axes. Exact when neither body turns.
        IFR_FRAME_RELATIVE = 0 => Relative,
        /// Fixed in the world. Each body is swept by its own motion, so bodies that pass the same
        /// place at different times look like bodies that meet.
        IFR_FRAME_WORLD = 1 => World,
    }
}

texts! {
    /// "certified", "full", "face_grouped", "silhouette", or "unknown". See ifr_verdict_text.
    ifr_sweep_text(sweep) = ifr_sweep;
    /// "relative", "world", or "unknown". See ifr_verdict_text.
    ifr_frame_text(frame) = ifr_frame;
}

/// Input of ifr_interframe.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_interframe_input {
    /// The bodies and their motions.
    pub pair: ifr_moving_pair,
    /// An ifr_sweep. 0 is the safe default.
    pub sweep: i32,
    /// An ifr_frame. 0 is the default.
    pub frame: i32,
    /// An ifr_method, any of them; for bodies with radii IFR_METHOD_DEFAULT or IFR_METHOD_GJK.
    pub method: i32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
    /// Only for a certified sweep of bodies that turn: it gives up, undecided (IFR_REASON_NEAR_SLACK), once the gap
    /// between its dilated hulls is known to this fraction of the smaller body's bounding radius (of the larger's, if
    /// that is 0) and still decides nothing. 1e-12 to 1e-2; 0: 1e-6.
    pub sweep_rel_tol: f64,
}

options!(ifr_interframe_input => InterframeOptions, given {
    or_default: max_pivots, sweep_rel_tol;
    sweep = choice(given.sweep, "input.sweep")?;
    frame = choice(given.frame, "input.frame")?;
    method = read_method(given.method)?;
});

answers! {
    /// Answer of ifr_interframe and ifr_interframe_vertices. All zero, undecided, after a failed call.
    pub struct ifr_interframe_result from answer: Interframe {
        /// The verdict, about what the field about says.
        pub verdict: ifr_verdict,
        /// Why the verdict is undecided.
        pub reason: ifr_reason,
        /// Which arithmetic decided.
        pub decided_by: ifr_decided_by,
        /// Support queries on each body, or steps of the interior point; 0 when a body is empty or the centres decide.
        pub iterations: u32,
        /// Solver that decided, see ifr_intersect_result.
        pub solver: ifr_method,
        /// Subject of the verdict.
        pub about: ifr_about,
        /// Whether plane is set: when separated, unless a body is empty or of several pieces.
        pub has_plane: bool = answer.plane.is_some(),
        /// Whether point is set: when hit.
        pub has_point: bool = answer.point.is_some(),
        /// Whether lower_bound and upper_bound are set: by IFR_METHOD_INTERIOR_POINT.
        pub has_bounds: bool = answer.bounds.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 5] = [0; 5],
        /// Length by which the hulls were dilated to hold every pose, both bodies together. A certified sweep cannot prove
        /// smaller gaps. 0 when neither body turns, and for other sweeps.
        pub slack: f64,
        /// The plane that proves separation, normal from A to B, with at least slack between it and
        /// the undilated hulls taken together. In IFR_FRAME_RELATIVE it moves with A's pivot and is
        /// given at t = 0. All zero without has_plane.
        pub plane: ifr_plane = or_zero(answer.plane),
        /// A point common to both hulls, to rounding, in the frame of the query (world coordinates at
        /// t = 0). All zero without has_point.
        pub point: [f64; 3] = or_zero(answer.point),
        /// Proved lower bound of the distance of the undilated hulls: 0 when they meet, and without has_bounds.
        pub lower_bound: f64 = answer.bounds.map_or(0.0, |bounds| bounds.lower),
        /// Proved upper bound of that distance: 0 when they meet, and without has_bounds.
        pub upper_bound: f64 = answer.bounds.map_or(0.0, |bounds| bounds.upper),
        /// Which pieces of the two bodies are not proved apart. All zero where both are convex, and where all pieces are apart.
        pub pieces: ifr_pieces = or_zero(answer.pieces),
    }
}

ask! {
    /// Do two bodies meet at any time between two frames?
    ///
    /// With the zero sweep and frame the answer is about the motion. Separated: proved apart at every time of the
    /// frame, however the bodies turn. Hit: proved to meet; only bodies that do not turn get this. Undecided: the
    /// sweeps meet or nearly do, reason says which; treat it as a possible hit, or query the two halves of the frame.
    ///
    /// Do not share one state with ifr_intersect if you want its speed. Does not allocate, unless exact
    /// arithmetic decides.
    ifr_interframe(ifr_interframe_input) -> ifr_interframe_result = interframe;
    capture ifr_interframe_to_json;
    /// Runs ifr_interframe and makes the certificate of the answer, like
    /// ifr_certificate_of_intersect. There is no certificate for IFR_SWEEP_FACE_GROUPED and
    /// IFR_SWEEP_SILHOUETTE either.
    certify ifr_certificate_of_interframe;
}
