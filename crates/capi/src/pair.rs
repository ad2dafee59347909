//! Two bodies and where they are or how they move: what most queries are about.

use crate::body::ifr_body;
use crate::boundary::required;
use crate::fault::Result;
use crate::motion::ifr_motion;
use crate::pose::ifr_pose;
use interframe::{Body, Motion, MovingPair, Pose, PosedPair};

/// Two bodies and where they are. Normals of answers point from A to B.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_posed_pair {
    /// Body A; not NULL.
    pub a: *const ifr_body,
    /// Body B; not NULL, may be the same as A.
    pub b: *const ifr_body,
    /// Where A is.
    pub pose_a: ifr_pose,
    /// Where B is.
    pub pose_b: ifr_pose,
}

/// Two bodies and how they move over the frame. Normals of answers point from A to B.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_moving_pair {
    /// Body A; not NULL.
    pub a: *const ifr_body,
    /// Body B; not NULL, may be the same as A.
    pub b: *const ifr_body,
    /// Motion of A.
    pub motion_a: ifr_motion,
    /// Motion of B.
    pub motion_b: ifr_motion,
}

/// A pair of an input, checked; `T` is a pose or a motion.
pub(crate) struct Read<'a, T> {
    bodies: [Body<'a>; 2],
    placed: [T; 2],
}

/// # Safety
/// The bodies are NULL, misaligned, or live.
#[inline(always)]
unsafe fn bodies<'a>(a: *const ifr_body, b: *const ifr_body) -> Result<[Body<'a>; 2]> {
    // SAFETY: the caller's promise is the same.
    unsafe {
        Ok([
            required(a, "input.pair.a")?.get(),
            required(b, "input.pair.b")?.get(),
        ])
    }
}

impl ifr_posed_pair {
    /// # Safety
    /// The bodies are NULL, misaligned, or live.
    #[inline(always)]
    pub(crate) unsafe fn read(&self) -> Result<Read<'_, Pose>> {
        Ok(Read {
            // SAFETY: the caller's promise is the same.
            bodies: unsafe { bodies(self.a, self.b) }?,
            placed: [
                self.pose_a.read("input.pair.pose_a", "")?,
                self.pose_b.read("input.pair.pose_b", "")?,
            ],
        })
    }

    /// [`read`](Self::read), compiled once: for captures, certificates, and queries of microseconds.
    ///
    /// # Safety
    /// The bodies are NULL, misaligned, or live.
    #[inline(never)]
    pub(crate) unsafe fn read_outlined(&self) -> Result<Read<'_, Pose>> {
        // SAFETY: the caller's promise is the same.
        unsafe { self.read() }
    }
}

impl ifr_moving_pair {
    /// # Safety
    /// The bodies are NULL, misaligned, or live.
    #[inline(always)]
    pub(crate) unsafe fn read(&self) -> Result<Read<'_, Motion>> {
        Ok(Read {
            // SAFETY: the caller's promise is the same.
            bodies: unsafe { bodies(self.a, self.b) }?,
            placed: [
                self.motion_a.read("input.pair.motion_a")?,
                self.motion_b.read("input.pair.motion_b")?,
            ],
        })
    }

    /// [`read`](Self::read), compiled once: for captures, certificates, and queries of microseconds.
    ///
    /// # Safety
    /// The bodies are NULL, misaligned, or live.
    #[inline(never)]
    pub(crate) unsafe fn read_outlined(&self) -> Result<Read<'_, Motion>> {
        // SAFETY: the caller's promise is the same.
        unsafe { self.read() }
    }
}

impl Read<'_, Pose> {
    #[inline(always)]
    pub(crate) fn pair(&self) -> PosedPair<'_> {
        let ([a, b], [pose_a, pose_b]) = (self.bodies, &self.placed);
        PosedPair::new(a, pose_a, b, pose_b)
    }
}

impl Read<'_, Motion> {
    #[inline(always)]
    pub(crate) fn pair(&self) -> MovingPair<'_> {
        let ([a, b], [motion_a, motion_b]) = (self.bodies, &self.placed);
        MovingPair::new(a, motion_a, b, motion_b)
    }
}
