//! How deep are two bodies in each other, and which way is out?

use crate::boundary::{Fault, enter, output, required, vector};
use crate::intersect::ifr_intersect_input;
use crate::plane::ifr_plane;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_decided_by, ifr_verdict};
use interframe::Error;
use interframe::penetration_along;
use interframe::{Penetration, PosedPair, penetration};

/// Answer of ifr_penetration. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_penetration_result {
    /// Separated or hit, as of ifr_intersect: a call that succeeds is never undecided here.
    pub verdict: ifr_verdict,
    /// Which arithmetic decided the verdict.
    pub decided_by: ifr_decided_by,
    /// Support queries on each body; 0 when a body is empty.
    pub iterations: u32,
    /// Whether normal, point_a and point_b are set: when hit.
    pub has_overlap: bool,
    /// Whether plane is set: when separated, unless a body is empty.
    pub has_plane: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 2],
    /// The length of the shortest translation that leaves the bodies touching at most; 0 when
    /// they are apart or only touch.
    pub depth: f64,
    /// The true depth is within this of depth: a bound, rounding included.
    pub error: f64,
    /// The unit direction of that translation, world axes, from A to B: B moved by depth * normal,
    /// or A by its negative, is parted. All zero without has_overlap.
    pub normal: [f64; 3],
    /// The point of A that is deepest in B along the normal, world frame; point_a - point_b is
    /// depth * normal to rounding. All zero without has_overlap.
    pub point_a: [f64; 3],
    /// The point of B opposite. All zero without has_overlap.
    pub point_b: [f64; 3],
    /// The plane that proves separation. All zero without has_plane.
    pub plane: ifr_plane,
}

impl From<Penetration> for ifr_penetration_result {
    fn from(answer: Penetration) -> Self {
        ifr_penetration_result {
            verdict: answer.verdict.into(),
            decided_by: answer.decided_by.into(),
            iterations: answer.iterations,
            has_overlap: answer.normal.is_some(),
            has_plane: answer.plane.is_some(),
            depth: answer.depth,
            error: answer.error,
            normal: answer.normal.map(Into::into).unwrap_or_default(),
            point_a: answer.point_a.map(Into::into).unwrap_or_default(),
            point_b: answer.point_b.map(Into::into).unwrap_or_default(),
            plane: answer.plane.map(Into::into).unwrap_or_default(),
            reserved: [0; 2],
        }
    }
}

/// Depth, direction and witnesses of the overlap of two bodies at these poses.
///
/// The depth is the length of the shortest translation that leaves them touching at most, exact up
/// to rounding, however deep or concentric they are. Where several directions are equally short,
/// any of them may be answered.
///
/// settings: NULL for the defaults; no method but the default answers (IFR_STATUS_METHOD). error:
/// NULL if you want no details. Microseconds; does not allocate while the polytope grown inside
/// the Minkowski difference has at most 128 triangles and doubles can tell whether the bodies meet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_penetration(
    input: *const ifr_intersect_input,
    settings: *const ifr_settings,
    out: *mut ifr_penetration_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            *out = penetration(&PosedPair::new(a, &pose_a, b, &pose_b), &settings)
                .map_err(Fault::input("settings.method"))?
                .into();
            Ok(())
        })
    }
}

/// How far B must move along direction (world axes, any length between 1e-100 and 1e100) until the
/// bodies only touch: the depth of their overlap along a direction you choose.
///
/// depth is a length, whatever that of direction; normal is that of the plane in which they touch in
/// the end, and point_a and point_b are the points that do: point_a - point_b is depth times the
/// unit direction, to rounding. As ifr_penetration otherwise; a direction that is not finite is
/// IFR_STATUS_NOT_FINITE, one of another length IFR_STATUS_SETTING. Some hundred nanoseconds; does not
/// allocate, unless doubles cannot tell and exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_penetration_along(
    input: *const ifr_intersect_input,
    direction: *const f64,
    settings: *const ifr_settings,
    out: *mut ifr_penetration_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let direction = vector(direction, "direction")?.into();
            let settings = settings::read(settings)?;
            *out = penetration_along(
                &PosedPair::new(a, &pose_a, b, &pose_b),
                &direction,
                &settings,
            )
            .map_err(|error| Fault::Input {
                name: match error {
                    Error::Method { .. } => "settings.method",
                    _ => "direction",
                },
                error,
            })?
            .into();
            Ok(())
        })
    }
}
