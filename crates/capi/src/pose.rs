//! Where a body is.

use nalgebra::{Quaternion, Vector3};

use crate::boundary::{Result, Wrong, call};
use crate::status::ifr_status;
use interframe::Pose;

/// Position and orientation of a body's frame in the world: x_world = R(q) x_body / |q|^2 + p.
///
/// A zeroed pose is not the identity but an error (IFR_STATUS_QUATERNION_NORM), so that a
/// forgotten one is noticed.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_pose {
    /// World position of the body's origin, x y z.
    pub p: [f64; 3],
    /// Orientation, x y z w (w is the scalar part, last). Its norm must be within 1e-3 of 1; the
    /// rest is divided out exactly, so there is no need to normalise.
    pub q: [f64; 4],
}

/// Writes the identity: origin at 0, not turned.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_pose_init(out: *mut ifr_pose) -> ifr_status {
    // SAFETY: no error struct; `out` is as the header's first section demands.
    unsafe {
        call(out, "out", std::ptr::null_mut(), || {
            Ok(ifr_pose {
                p: [0.0; 3],
                q: [0.0, 0.0, 0.0, 1.0],
            })
        })
    }
}

impl From<&Pose> for ifr_pose {
    fn from(pose: &Pose) -> Self {
        ifr_pose {
            p: pose.translation().into(),
            q: pose.quaternion().coords.into(),
        }
    }
}

impl ifr_pose {
    /// The library's pose; `name` and `part` are how C spells it.
    #[inline(always)]
    pub(crate) fn read(&self, name: &'static str, part: &'static str) -> Result<Pose> {
        let [x, y, z, w] = self.q;
        let (p, q) = (Vector3::from(self.p), Quaternion::new(w, x, y, z));
        Pose::new(p, q).map_err(|error| Wrong::Refused(error).in_part(name, part))
    }
}
