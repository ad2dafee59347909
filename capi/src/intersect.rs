//! Do two bodies meet at given poses?

use crate::boundary::{Fault, enter, output, required};
use crate::pair_state::{ifr_pair_state, with_state};
use crate::plane::ifr_plane;
use crate::polytope::ifr_polytope;
use crate::pose::ifr_pose;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_decided_by, ifr_verdict};
use interframe::Polytope;
use interframe::Pose;
use interframe::{Intersection, PosedPair, intersect};

/// Two bodies and where they are.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_intersect_input {
    /// Body A; not NULL.
    pub a: *const ifr_polytope,
    /// Body B; not NULL, may be the same as A.
    pub b: *const ifr_polytope,
    /// Where A is.
    pub pose_a: ifr_pose,
    /// Where B is.
    pub pose_b: ifr_pose,
}

impl ifr_intersect_input {
    /// The bodies and their poses.
    ///
    /// # Safety
    /// The bodies are NULL or live.
    #[inline(always)]
    pub(crate) unsafe fn read(&self) -> Result<([&Polytope; 2], [Pose; 2]), Fault> {
        // SAFETY: the caller's promise is the same.
        let bodies = unsafe {
            [
                &required(self.a, "input.a")?.0,
                &required(self.b, "input.b")?.0,
            ]
        };
        let poses = [
            self.pose_a.read("input.pose_a")?,
            self.pose_b.read("input.pose_b")?,
        ];
        Ok((bodies, poses))
    }
}

/// Answer of ifr_intersect. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_intersect_result {
    /// Separated or hit: a call that succeeds is never undecided here.
    pub verdict: ifr_verdict,
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
    /// The plane that proves separation, normal from A to B. All zero without has_plane.
    pub plane: ifr_plane,
    /// A point common to both bodies, to rounding, world frame. All zero without has_point. It is
    /// some point of the overlap, not a contact point.
    pub point: [f64; 3],
}

impl From<Intersection> for ifr_intersect_result {
    fn from(answer: Intersection) -> Self {
        ifr_intersect_result {
            verdict: answer.verdict.into(),
            decided_by: answer.decided_by.into(),
            iterations: answer.iterations,
            has_plane: answer.plane.is_some(),
            has_point: answer.point.is_some(),
            plane: answer.plane.map(Into::into).unwrap_or_default(),
            point: answer.point.map(Into::into).unwrap_or_default(),
            reserved: [0; 2],
        }
    }
}

/// Do two bodies meet at these poses? Decided as in real arithmetic on the numbers given:
/// touching is a hit, a last place apart is separated.
///
/// state: the pair's memory, or NULL to start afresh. settings: NULL for the defaults. error: NULL
/// if you want no details. Tens to hundreds of nanoseconds; does not allocate, unless doubles
/// cannot tell and exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_intersect(
    input: *const ifr_intersect_input,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_intersect_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            *out = with_state(state, |state| {
                intersect(&PosedPair::new(a, &pose_a, b, &pose_b), &settings, state)
                    .map_err(Fault::input("settings"))
            })?
            .into();
            Ok(())
        })
    }
}
