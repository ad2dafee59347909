//! Where do two bodies touch?

use std::mem::offset_of;

use crate::boundary::{Fault, enter, list_output, output, required};
use crate::intersect::ifr_intersect_input;
use crate::pair_state::{ifr_pair_state, with_state};
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_decided_by, ifr_verdict};
use interframe::Error;
use interframe::{ContactManifold, ContactPoint, PosedPair, contact_manifold, contact_points};

/// One contact: a point of each body, one above the other along the normal.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_contact_point {
    /// On A, world frame.
    pub point_a: [f64; 3],
    /// On B; point_a - point_b is depth * normal to rounding.
    pub point_b: [f64; 3],
    /// How deep the bodies are in each other here: positive inside, negative across a gap.
    pub depth: f64,
    /// What touches, equal in two frames when the same features do: the upper 32 bits for A, the
    /// lower for B, of each 2 bits for vertex (1), edge (2) or face (3) and 30 for its number.
    pub id: u64,
}

/// Answer of ifr_contact_manifold. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_contact_manifold_result {
    /// Separated or hit, as of ifr_intersect; there may be points with either.
    pub verdict: ifr_verdict,
    /// Which arithmetic decided the verdict.
    pub decided_by: ifr_decided_by,
    /// Support queries on each body; 0 when a body is empty.
    pub iterations: u32,
    /// How many of points are set, at most four.
    pub count: u32,
    /// Unit normal of all contacts from A to B, world axes. All zero without points.
    pub normal: [f64; 3],
    /// The contacts, the deepest first; all zero beyond count.
    pub points: [ifr_contact_point; 4],
}

impl From<ContactPoint> for ifr_contact_point {
    fn from(point: ContactPoint) -> Self {
        ifr_contact_point {
            point_a: point.point_a.into(),
            point_b: point.point_b.into(),
            depth: point.depth,
            id: point.id,
        }
    }
}

impl From<ContactManifold> for ifr_contact_manifold_result {
    fn from(answer: ContactManifold) -> Self {
        let mut points = [ifr_contact_point::default(); 4];
        for (to, from) in points.iter_mut().zip(answer.points()) {
            *to = (*from).into();
        }
        ifr_contact_manifold_result {
            verdict: answer.verdict.into(),
            decided_by: answer.decided_by.into(),
            iterations: answer.iterations,
            count: answer.points().len() as u32,
            normal: answer.normal.map(Into::into).unwrap_or_default(),
            points,
        }
    }
}

// `ifr_contact_points` casts between the two.
const _: () = {
    assert!(size_of::<ifr_contact_point>() == size_of::<ContactPoint>());
    assert!(align_of::<ifr_contact_point>() == align_of::<ContactPoint>());
    assert!(offset_of!(ifr_contact_point, point_a) == offset_of!(ContactPoint, point_a));
    assert!(offset_of!(ifr_contact_point, point_b) == offset_of!(ContactPoint, point_b));
    assert!(offset_of!(ifr_contact_point, depth) == offset_of!(ContactPoint, depth));
    assert!(offset_of!(ifr_contact_point, id) == offset_of!(ContactPoint, id));
};

fn fault(error: Error) -> Fault {
    Fault::Input {
        name: match error {
            Error::Method { .. } => "settings.method",
            _ => "prediction",
        },
        error,
    }
}

/// Where two bodies touch or are at most prediction apart: up to four points with a common normal,
/// that of the least depth or of the distance.
///
/// Of more contacts the deepest stays, the farthest from it, and the farthest to both sides of the
/// line between them. state: the pair's memory, or NULL to start afresh; shared with the other queries.
/// settings: NULL for the defaults; no method but the default answers (IFR_STATUS_METHOD). A prediction that
/// is negative or not finite is IFR_STATUS_SETTING. error: NULL if you want no details. Does not
/// allocate, unless doubles cannot tell whether the bodies meet or a deep pair of round bodies needs
/// more than a fixed memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contact_manifold(
    input: *const ifr_intersect_input,
    prediction: f64,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_contact_manifold_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            *out = with_state(state, |state| {
                contact_manifold(
                    &PosedPair::new(a, &pose_a, b, &pose_b),
                    prediction,
                    &settings,
                    state,
                )
                .map_err(fault)
            })?
            .into();
            Ok(())
        })
    }
}

/// As ifr_contact_manifold, and every contact of the two features besides, in points: not only the
/// best four. *count is how many there are; when that is more than capacity, the first capacity of
/// them are written, so compare the two. Their order is that around A's feature, then B's.
///
/// points: memory for capacity contacts, zeroed beyond the last; NULL when capacity is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contact_points(
    input: *const ifr_intersect_input,
    prediction: f64,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_contact_manifold_result,
    points: *mut ifr_contact_point,
    capacity: usize,
    count: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands; the two kinds of contact are
    // laid out alike, as asserted above.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let count = output(count, "count")?;
            let points = list_output(points.cast::<ContactPoint>(), capacity, "points")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            let (found, all) = with_state(state, |state| {
                contact_points(
                    &PosedPair::new(a, &pose_a, b, &pose_b),
                    prediction,
                    &settings,
                    state,
                    points,
                )
                .map_err(fault)
            })?;
            (*out, *count) = (found.into(), all);
            Ok(())
        })
    }
}
