//! Is one body inside another?

use crate::boundary::{Fault, enter, output, required};
use crate::intersect::ifr_intersect_input;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::ifr_decided_by;
use interframe::{Containment, PosedPair, contains};

/// Answer of ifr_contains. All zero, not inside, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_contains_result {
    /// Whether every point of B is a point of A; touching the boundary from within is inside, and
    /// the empty body is inside every body.
    pub inside: bool,
    /// Whether margin, error and vertex are set: unless a body is empty.
    pub has_margin: bool,
    /// Whether face is set: it is not at an edge of a flat A, nor when A has no faces.
    pub has_face: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 1],
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// How far every face of A could move inwards before it reaches B; inside a solid, the radius
    /// by which B may be dilated. Negative when not inside: the farthest that B reaches beyond the
    /// plane of a face. At most 0 when A has no volume.
    pub margin: f64,
    /// The true margin is within this of margin.
    pub error: f64,
    /// The face of A of the least margin, as numbered by ifr_polytope_get_face.
    pub face: u32,
    /// The vertex of B nearest to it or farthest beyond it.
    pub vertex: u32,
    /// Half-spaces of A that were looked at.
    pub half_spaces: u32,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved_end: [u8; 4],
}

impl From<Containment> for ifr_contains_result {
    fn from(answer: Containment) -> Self {
        ifr_contains_result {
            inside: answer.inside,
            has_margin: answer.margin.is_some(),
            has_face: answer.face.is_some(),
            decided_by: answer.decided_by.into(),
            margin: answer.margin.unwrap_or_default(),
            error: answer.error,
            face: answer.face.unwrap_or_default(),
            vertex: answer.vertex.unwrap_or_default(),
            half_spaces: answer.half_spaces,
            reserved: [0; 1],
            reserved_end: [0; 4],
        }
    }
}

/// Is B inside A at these poses, and with what margin? Inside is decided as in real arithmetic on
/// the numbers given.
///
/// settings: NULL for the defaults; no method but the default answers (IFR_STATUS_METHOD). error:
/// NULL if you want no details. Costs a support query on B for each face of A; does not allocate,
/// unless doubles cannot tell and exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contains(
    input: *const ifr_intersect_input,
    settings: *const ifr_settings,
    out: *mut ifr_contains_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            *out = contains(&PosedPair::new(a, &pose_a, b, &pose_b), &settings)
                .map_err(Fault::input("settings.method"))?
                .into();
            Ok(())
        })
    }
}
