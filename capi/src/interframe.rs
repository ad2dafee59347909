//! Do two bodies meet between two frames?

use crate::boundary::{Fault, enter, output, points, required};
use crate::motion::ifr_motion;
use crate::pair_state::{ifr_pair_state, with_state};
use crate::plane::ifr_plane;
use crate::polytope::ifr_polytope;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_about, ifr_decided_by, ifr_reason, ifr_verdict};
use interframe::Error;
use interframe::Motion;
use interframe::Polytope;
use interframe::for_c::check_vertices;
use interframe::{
    Frame, Interframe, MovingPair, Sweep, VertexSweep, interframe, interframe_vertices,
};

/// Which extended hull stands for a moving body.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_sweep {
    /// The hull of the start and the end pose, dilated until it holds every pose in between.
    /// Never misses.
    IFR_SWEEP_CERTIFIED = 0,
    /// The hull of the start and the end pose, nothing else. Misses what a turning body touches
    /// in between.
    IFR_SWEEP_FULL = 1,
    /// The 2005 paper's partial extension: one of six groups of each body's corners, the one that
    /// looks along its motion, is taken at the end, all others at the start. Misses contacts of
    /// any motion; for comparison.
    IFR_SWEEP_FACE_GROUPED = 2,
    /// Leading corners at the end, trailing ones at the start, those of the silhouette at both. The
    /// same as IFR_SWEEP_FULL for a body that does not turn, a part of it for one that turns.
    IFR_SWEEP_SILHOUETTE = 3,
}

/// In which frame the bodies are swept.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_frame {
    /// Moving with A's pivot, world axes. Exact when neither body turns.
    IFR_FRAME_RELATIVE = 0,
    /// Fixed in the world. Each body is swept by its own motion, so bodies that pass the same
    /// place at different times cannot be told from bodies that meet.
    IFR_FRAME_WORLD = 1,
}

/// Two bodies and how they move over the frame. Zero sweep and frame are the safe defaults.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_interframe_input {
    /// Body A; not NULL.
    pub a: *const ifr_polytope,
    /// Body B; not NULL, may be the same as A.
    pub b: *const ifr_polytope,
    /// How A moves.
    pub motion_a: ifr_motion,
    /// How B moves.
    pub motion_b: ifr_motion,
    /// An ifr_sweep.
    pub sweep: i32,
    /// An ifr_frame.
    pub frame: i32,
}

impl ifr_interframe_input {
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

    /// How they are swept.
    pub(crate) fn read_sweep(&self) -> Result<(Sweep, Frame), Fault> {
        Ok((read_sweep(self.sweep)?, read_frame(self.frame)?))
    }
}

/// A body that deforms: corner i moves from start to end. World frame, x y z x y z ...
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_vertex_sweep {
    /// 3 count numbers: the corners at t = 0. May be NULL when count is 0.
    pub start_xyz: *const f64,
    /// 3 count numbers: the corners at t = 1, in the same order. May be NULL when count is 0.
    pub end_xyz: *const f64,
    /// Number of corners in each list. 0 is the empty body.
    pub count: usize,
}

/// Two bodies that deform.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_interframe_vertices_input {
    /// Body A.
    pub a: ifr_vertex_sweep,
    /// Body B.
    pub b: ifr_vertex_sweep,
}

impl ifr_interframe_vertices_input {
    /// The lists, in place.
    ///
    /// # Safety
    /// The lists are as [`points`] demands.
    pub(crate) unsafe fn read(&self) -> Result<[VertexSweep<'_>; 2], Fault> {
        let (a, b) = (&self.a, &self.b);
        // SAFETY: the caller's promise is the same.
        unsafe {
            let a = VertexSweep {
                start: points(a.start_xyz, a.count, "input.a.start_xyz")?,
                end: points(a.end_xyz, a.count, "input.a.end_xyz")?,
            };
            let b = VertexSweep {
                start: points(b.start_xyz, b.count, "input.b.start_xyz")?,
                end: points(b.end_xyz, b.count, "input.b.end_xyz")?,
            };
            Ok([a, b])
        }
    }
}

/// Answer of ifr_interframe and ifr_interframe_vertices. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_interframe_result {
    /// The verdict, about what the field about says.
    pub verdict: ifr_verdict,
    /// Why the verdict is undecided.
    pub reason: ifr_reason,
    /// What the verdict speaks about.
    pub about: ifr_about,
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Support queries on each body, of the interior point its steps; 0 when a body is empty or
    /// the centres settle it.
    pub iterations: u32,
    /// Whether plane is set: when separated, unless a body is empty.
    pub has_plane: bool,
    /// Whether point is set: when hit.
    pub has_point: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 2],
    /// How far the hulls were dilated to hold every pose, both bodies together: what a certified
    /// sweep gives away. 0 when neither body turns, and for other sweeps.
    pub slack: f64,
    /// The plane that proves separation, normal from A to B, with at least slack between it and
    /// the undilated hulls taken together. In IFR_FRAME_RELATIVE it moves with A's pivot and is
    /// given at t = 0. All zero without has_plane.
    pub plane: ifr_plane,
    /// A point common to both hulls, to rounding, in the frame of the query (world coordinates at
    /// t = 0). All zero without has_point.
    pub point: [f64; 3],
}

impl From<Interframe> for ifr_interframe_result {
    fn from(answer: Interframe) -> Self {
        ifr_interframe_result {
            verdict: answer.verdict.into(),
            reason: answer.reason.into(),
            about: answer.about.into(),
            decided_by: answer.decided_by.into(),
            iterations: answer.iterations,
            has_plane: answer.plane.is_some(),
            has_point: answer.point.is_some(),
            slack: answer.slack,
            plane: answer.plane.map(Into::into).unwrap_or_default(),
            point: answer.point.map(Into::into).unwrap_or_default(),
            reserved: [0; 2],
        }
    }
}

/// Do two bodies meet at any time between two frames?
///
/// With the zero sweep and frame the answer is about the motion. Separated: proved apart at every
/// time of the frame, however the bodies turn. Hit: proved to meet; only bodies that do not turn
/// get this. Undecided: the sweeps meet or nearly do, reason says which; take it as a possible
/// hit, or cut the frame in halves and ask again.
///
/// state, settings and error as for ifr_intersect; do not share one state between the two queries
/// if you want its speed. Does not allocate, unless exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_interframe(
    input: *const ifr_interframe_input,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_interframe_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let input = required(input, "input")?;
            let ([a, b], [motion_a, motion_b]) = input.read()?;
            let (sweep, frame) = input.read_sweep()?;
            let settings = settings::read(settings)?;
            *out = with_state(state, |state| {
                interframe(
                    &MovingPair::new(a, &motion_a, b, &motion_b),
                    sweep,
                    frame,
                    &settings,
                    state,
                )
                .map_err(Fault::input("settings"))
            })?
            .into();
            Ok(())
        })
    }
}

/// Do the hulls of two bodies that deform meet, each the hull of its corners at t = 0 and t = 1?
/// World frame; the verdict is about the hulls. Separated holds for every way in which each corner
/// stays on the line between its two positions.
///
/// The lists are read in place and not kept. state, settings and error as for ifr_intersect. Time
/// grows with the number of corners.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_interframe_vertices(
    input: *const ifr_interframe_vertices_input,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_interframe_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let [a, b] = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            *out = with_state(state, |state| {
                interframe_vertices(a, b, state, &settings).map_err(|error| locate(error, a, b))
            })?
            .into();
            Ok(())
        })
    }
}

/// Names the list in which a vertex is not finite, which the library's error leaves open.
#[cold]
pub(crate) fn locate(error: Error, a: VertexSweep<'_>, b: VertexSweep<'_>) -> Fault {
    let lists = [
        ("input.a.start_xyz", a.start),
        ("input.a.end_xyz", a.end),
        ("input.b.start_xyz", b.start),
        ("input.b.end_xyz", b.end),
    ];
    lists
        .into_iter()
        .find_map(|(name, list)| {
            let error = check_vertices(list.iter()).err()?;
            Some(Fault::Input { name, error })
        })
        .unwrap_or(Fault::Input {
            name: "input",
            error,
        })
}

fn read_sweep(value: i32) -> Result<Sweep, Fault> {
    let known = Sweep::ALL.iter().find(|sweep| **sweep as i32 == value);
    known.copied().ok_or(Fault::UnknownValue {
        name: "input.sweep",
        value,
    })
}

fn read_frame(value: i32) -> Result<Frame, Fault> {
    const RELATIVE: i32 = ifr_frame::IFR_FRAME_RELATIVE as i32;
    const WORLD: i32 = ifr_frame::IFR_FRAME_WORLD as i32;
    let name = "input.frame";
    match value {
        RELATIVE => Ok(Frame::Relative),
        WORLD => Ok(Frame::World),
        _ => Err(Fault::UnknownValue { name, value }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sweep_has_its_number() {
        let constants = [
            ifr_sweep::IFR_SWEEP_CERTIFIED,
            ifr_sweep::IFR_SWEEP_FULL,
            ifr_sweep::IFR_SWEEP_FACE_GROUPED,
            ifr_sweep::IFR_SWEEP_SILHOUETTE,
        ];
        assert_eq!(constants.len(), Sweep::ALL.len());
        for (&sweep, constant) in Sweep::ALL.iter().zip(constants) {
            assert_eq!(sweep as i32, constant as i32);
            assert_eq!(read_sweep(constant as i32).ok(), Some(sweep));
        }
    }
}
