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

/// A pair of an input, checked: its bodies, and where they are or how they move.
pub(crate) struct Read<B, T> {
    pub(crate) bodies: [B; 2],
    pub(crate) placed: [T; 2],
}

/// Reads a pair of an input: `body` and `place` read what one of its bodies has.
macro_rules! readable {
    ($input:ident -> $pair:ident, $body:ident: $Body:ty, [$a:ident, $b:ident]: $Place:ty = $place:expr) => {
        impl $input {
            /// # Safety
            /// The bodies are NULL, misaligned, or live.
            #[inline(always)]
            pub(crate) unsafe fn read(&self) -> Result<$crate::pair::Read<$Body, $Place>> {
                Ok($crate::pair::Read {
                    // SAFETY: the caller's promise is the same.
                    bodies: unsafe {
                        [
                            $body(self.a, "input.pair.a")?,
                            $body(self.b, "input.pair.b")?,
                        ]
                    },
                    placed: [
                        $place(&self.$a, concat!("input.pair.", stringify!($a)))?,
                        $place(&self.$b, concat!("input.pair.", stringify!($b)))?,
                    ],
                })
            }

            /// [`read`](Self::read), compiled once: for captures, certificates, and queries of microseconds.
            ///
            /// # Safety
            /// The bodies are NULL, misaligned, or live.
            #[inline(never)]
            pub(crate) unsafe fn read_outlined(&self) -> Result<$crate::pair::Read<$Body, $Place>> {
                // SAFETY: the caller's promise is the same.
                unsafe { self.read() }
            }
        }

        impl $crate::pair::Read<$Body, $Place> {
            #[inline(always)]
            pub(crate) fn pair(&self) -> $pair<'_> {
                let ([a, b], [place_a, place_b]) = (self.bodies, &self.placed);
                $pair::new(a, place_a, b, place_b)
            }
        }
    };
}

pub(crate) use readable;

/// # Safety
/// The body is NULL, misaligned, or live.
#[inline(always)]
unsafe fn body<'a>(body: *const ifr_body, name: &'static str) -> Result<Body<'a>> {
    // SAFETY: the caller's promise is the same.
    unsafe { required(body, name) }.map(ifr_body::get)
}

readable!(ifr_posed_pair -> PosedPair, body: Body<'_>, [pose_a, pose_b]: Pose = |pose: &ifr_pose, name| pose.read(name, ""));
readable!(ifr_moving_pair -> MovingPair, body: Body<'_>, [motion_a, motion_b]: Motion = ifr_motion::read);
