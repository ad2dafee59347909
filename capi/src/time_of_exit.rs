//! Until when does one moving body stay inside another?

use crate::boundary::{Fault, enter, output, required};
use crate::mirror::mirrored;
use crate::motion::ifr_motion;
use crate::polytope::ifr_polytope;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_reason, name};
use interframe::{
    ExitVerdict, Motion, MovingPair, Polytope, TimeOfExit, TimeOfExitOptions, time_of_exit,
};
use std::ffi::c_char;

/// What ifr_time_of_exit found. Undecided is 0, so that forgotten memory never reads as inside.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ifr_exit_verdict {
    /// Not proved either way. Treat it as outside; ifr_may_leave does.
    #[default]
    IFR_EXIT_VERDICT_UNDECIDED = 0,
    /// Proved inside, to the tolerance, throughout.
    IFR_EXIT_VERDICT_INSIDE = 1,
    /// A vertex of B is proved outside at some time.
    IFR_EXIT_VERDICT_LEAVES = 2,
}

mirrored!(ExitVerdict => ifr_exit_verdict,
    Undecided: IFR_EXIT_VERDICT_UNDECIDED,
    Inside: IFR_EXIT_VERDICT_INSIDE,
    Leaves: IFR_EXIT_VERDICT_LEAVES,
);

/// False only for IFR_EXIT_VERDICT_INSIDE: doubt, and every integer that is no verdict, is a
/// possible exit. After a failed call the verdict is undecided, so this is true as well.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_may_leave(verdict: i32) -> bool {
    verdict != ifr_exit_verdict::IFR_EXIT_VERDICT_INSIDE as i32
}

/// "undecided", "inside", "leaves", or "unknown". As ifr_verdict_text.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_exit_verdict_text(verdict: i32) -> *const c_char {
    name(&[c"undecided", c"inside", c"leaves"], verdict)
}

/// Two bodies, how they move over the frame, and what counts as outside. Zero in the last three
/// fields is the defaults.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_time_of_exit_input {
    /// The outer body A; not NULL.
    pub a: *const ifr_polytope,
    /// The inner body B; not NULL, may be the same as A.
    pub b: *const ifr_polytope,
    /// How A moves.
    pub motion_a: ifr_motion,
    /// How B moves.
    pub motion_b: ifr_motion,
    /// Of bodies that turn: how far B may reach beyond a face of A without being noticed, an
    /// absolute length. 0: 1e-6 of the smaller body's bounding radius (of the larger's, if that is
    /// 0; of two points, 1e-6 of how far apart they come).
    pub tolerance: f64,
    /// Asks for the first time the margin of ifr_contains falls below this: positive, B must keep that
    /// distance from every face; negative, it may reach that far beyond, as a body that rests on
    /// a wall does to rounding. 0: for the first time B is not inside.
    pub target_margin: f64,
    /// Largest number of support queries on B, give or take two. 0: 100,000.
    pub budget: u32,
}

impl ifr_time_of_exit_input {
    /// The bodies and their motions.
    ///
    /// # Safety
    /// The bodies are NULL or live.
    #[inline(always)]
    pub(crate) unsafe fn read(&self) -> Result<([&Polytope; 2], [Motion; 2]), Fault> {
        // SAFETY: the caller's promise is the same.
        let bodies = unsafe {
            [
                &required(self.a, "input.a")?.0,
                &required(self.b, "input.b")?.0,
            ]
        };
        let motions = [
            self.motion_a.read("input.motion_a")?,
            self.motion_b.read("input.motion_b")?,
        ];
        Ok((bodies, motions))
    }

    pub(crate) fn read_options(&self) -> Result<TimeOfExitOptions, Fault> {
        let options = TimeOfExitOptions {
            tolerance: (self.tolerance != 0.0).then_some(self.tolerance),
            target_margin: self.target_margin,
            budget: match self.budget {
                0 => TimeOfExitOptions::default().budget,
                given => given,
            },
        };
        options.validate().map_err(Fault::input("input"))?;
        Ok(options)
    }
}

/// Answer of ifr_time_of_exit. All zero, undecided, after a failed call. "Inside" means with a
/// margin of at least the target.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_time_of_exit_result {
    /// Inside: at no time does B reach beyond a face of A by more than the tolerance. Leaves: at t_hi
    /// a vertex of B is outside.
    pub verdict: ifr_exit_verdict,
    /// Why the verdict is undecided. When it leaves and this is set: why B may have reached farther
    /// out than the tolerance before t_hi.
    pub reason: ifr_reason,
    /// Support queries on B.
    pub looks: u32,
    /// Whether B is not inside at t = 0; then both times are 0.
    pub initial: bool,
    /// Whether vertex and point are set: when it leaves, unless A is empty.
    pub has_vertex: bool,
    /// Whether face is set: it is not at an edge of a flat A, nor when A has no faces.
    pub has_face: bool,
    /// Whether normal is set: not where only exact arithmetic could tell.
    pub has_normal: bool,
    /// Proved inside at every time before this, without any tolerance. 1 when that holds throughout;
    /// less than 1 when inside: from here on to the tolerance only.
    pub t_lo: f64,
    /// When it leaves: a vertex of B is proved outside at this time; B is first not inside at a
    /// time from t_lo to t_hi. 1 otherwise.
    pub t_hi: f64,
    /// When it leaves: how far that vertex is beyond the face's plane (moved inwards by the target)
    /// at t_hi; 0 when only exact arithmetic could tell.
    pub depth: f64,
    /// Where that vertex is at t_hi, world frame.
    pub point: [f64; 3],
    /// Unit normal of the face, out of A, world axes, at t_hi.
    pub normal: [f64; 3],
    /// The vertex of B that is outside.
    pub vertex: u32,
    /// The face of A it is beyond, as numbered by ifr_polytope_get_face.
    pub face: u32,
}

impl From<TimeOfExit> for ifr_time_of_exit_result {
    fn from(answer: TimeOfExit) -> Self {
        ifr_time_of_exit_result {
            verdict: answer.verdict.into(),
            reason: answer.reason.into(),
            looks: answer.looks,
            initial: answer.initial,
            has_vertex: answer.vertex.is_some(),
            has_face: answer.face.is_some(),
            has_normal: answer.normal.is_some(),
            t_lo: answer.t_lo,
            t_hi: answer.t_hi,
            depth: answer.depth,
            point: answer.point.map(Into::into).unwrap_or_default(),
            normal: answer.normal.map(Into::into).unwrap_or_default(),
            vertex: answer.vertex.unwrap_or_default(),
            face: answer.face.unwrap_or_default(),
        }
    }
}

/// When is moving B first no longer inside moving A, however they turn? Or the proof that it always is.
///
/// Touching from within is inside, as for ifr_contains. Inside: at every time of the frame B reaches
/// beyond no face of A by more than the tolerance, rounding included; strictly inside before t_lo.
/// Leaves: strictly inside before t_lo, a vertex outside at t_hi; outside at t = 0, by however
/// little, is initial. Undecided: the budget ran out or the tolerance is below what doubles
/// resolve. Bodies that do not turn, with target_margin 0, are decided exactly.
///
/// settings: NULL for the defaults; no method but the default answers (IFR_STATUS_METHOD). error:
/// NULL if you want no details. Does not allocate, unless exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_time_of_exit(
    input: *const ifr_time_of_exit_input,
    settings: *const ifr_settings,
    out: *mut ifr_time_of_exit_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let input = required(input, "input")?;
            let ([a, b], [motion_a, motion_b]) = input.read()?;
            let options = input.read_options()?;
            let settings = settings::read(settings)?;
            *out = time_of_exit(
                &MovingPair::new(a, &motion_a, b, &motion_b),
                &options,
                &settings,
            )
            .map_err(Fault::input("settings.method"))?
            .into();
            Ok(())
        })
    }
}
