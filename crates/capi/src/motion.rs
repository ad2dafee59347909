//! How a body moves over one frame.

use nalgebra::Vector3;

use crate::boundary::{required, vector};
use crate::entry::{entry, entry_without_error};
use crate::fault::{Result, Wrong};
use crate::pose::ifr_pose;
use interframe::Motion;

/// How an ifr_motion gives the orientation at the end of the frame.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_motion_kind {
    /// By the end pose: the body turns from start.q to end.q by the shortest arc, at most half a
    /// turn. turn is not read.
    IFR_MOTION_KIND_BETWEEN = 0,
    /// By the rotation vector turn: any number of whole turns. end.q is not read.
    IFR_MOTION_KIND_TURN = 1,
}

use ifr_motion_kind::*;

/// One frame of rigid motion, time t from 0 to 1. The body point pivot moves on a straight line at
/// constant speed while the body turns about one fixed world axis at a constant rate.
///
/// Fill it by one of the ifr_motion_init functions or by hand. A zeroed motion is an error, as a
/// zeroed pose is.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_motion {
    /// Pose at t = 0.
    pub start: ifr_pose,
    /// IFR_MOTION_KIND_BETWEEN: pose at t = 1.
    /// IFR_MOTION_KIND_TURN: the pivot moves by end.p - start.p; end.q is not read. So the body's origin ends at
    /// end.p + R0 pivot - R1 pivot, where R0 and R1 are the body's rotations at t = 0 and t = 1: at end.p if the
    /// pivot is 0.
    pub end: ifr_pose,
    /// The body point that moves on a straight line, body frame. Usually the centre of mass, or
    /// a point on the hinge. Zero is the body's origin.
    pub pivot: [f64; 3],
    /// IFR_MOTION_KIND_TURN only: rotation vector over the frame, world axes, radians (angular
    /// velocity times the length of the frame). Its length may exceed 2 pi.
    pub turn: [f64; 3],
    /// An ifr_motion_kind.
    pub kind: i32,
    /// Not read. The init functions write 0.
    pub reserved: [u8; 4],
}

entry_without_error! {
    /// A body that stays where it is.
    ifr_motion_init_fixed(pose: *const ifr_pose, out: *mut ifr_motion) = call(out, "out") {
        let pose = *required(pose, "pose")?;
        Ok(between(pose, pose))
    }

    /// From one pose to another by the shortest arc, pivot at the body's origin. The values are
    /// checked by the query that takes the motion, not here.
    ifr_motion_init_between(start: *const ifr_pose, end: *const ifr_pose, out: *mut ifr_motion) = call(out, "out") {
        Ok(between(*required(start, "start")?, *required(end, "end")?))
    }

    /// To a position and by a rotation vector over the frame, three numbers each, world axes; pivot at
    /// the body's origin. end_p is where that origin is at t = 1: with velocities v and w and a frame of
    /// length s, give start.p + s v and s w. The values are checked by the query that takes the motion,
    /// not here.
    ifr_motion_init_turn(
        start: *const ifr_pose, end_p: *const f64, turn: *const f64, out: *mut ifr_motion,
    ) = call(out, "out") {
        let start = *required(start, "start")?;
        let (p, q) = (vector(end_p, "end_p")?, start.q);
        Ok(ifr_motion {
            turn: vector(turn, "turn")?,
            kind: IFR_MOTION_KIND_TURN as i32,
            ..between(start, ifr_pose { p, q })
        })
    }
}

entry! {
    /// Writes where a body is at time t of a motion, 0 to 1, to rounding: at 0 where it starts, at 1 where it ends, to the
    /// bit.
    ifr_motion_pose(motion: *const ifr_motion, t: f64, out: *mut ifr_pose) = call(out, "out") {
        let motion = required(motion, "motion")?.read("motion")?;
        let pose = motion.pose_at(t);
        Ok((&pose.map_err(|error| Wrong::Refused(error).at(""))?).into())
    }
}

/// A motion in two parts, each a motion of its own, t from 0 to 1.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_motion_parts {
    /// Up to the time.
    pub before: ifr_motion,
    /// From the time on: starts where before ends, to the bit.
    pub after: ifr_motion,
}

entry! {
    /// Writes the parts of a motion before and after time t, 0 to 1. Both parts move the pivot on the same line and turn
    /// the body about the same axis, to rounding: the first for the fraction t of the way and of the turn, the second for
    /// the rest. At 0 and 1 the empty part stays where it is. Use it, for example, to move all bodies to the time of a
    /// contact, and then through the rest of the frame: see ifr_world_advance.
    ifr_motion_split(motion: *const ifr_motion, t: f64, out: *mut ifr_motion_parts) = call(out, "out") {
        let motion = required(motion, "motion")?.read("motion")?;
        let parts = motion.split(t);
        let [before, after] = parts.map_err(|error| Wrong::Refused(error).at(""))?;
        Ok(ifr_motion_parts {
            before: (&before).into(),
            after: (&after).into(),
        })
    }
}

fn between(start: ifr_pose, end: ifr_pose) -> ifr_motion {
    ifr_motion {
        start,
        end,
        kind: IFR_MOTION_KIND_BETWEEN as i32,
        ..Default::default()
    }
}

impl From<&Motion> for ifr_motion {
    fn from(motion: &Motion) -> Self {
        let (start, end) = (motion.start().into(), motion.end().into());
        let by_end = ifr_motion {
            pivot: motion.pivot().into(),
            ..between(start, end)
        };
        match motion.turn() {
            None => by_end,
            Some(turn) => ifr_motion {
                turn: turn.into(),
                end: ifr_pose {
                    p: motion.end_translation().into(),
                    ..end
                },
                kind: IFR_MOTION_KIND_TURN as i32,
                ..by_end
            },
        }
    }
}

impl ifr_motion {
    /// The library's motion; `name` is how C spells it.
    #[inline(always)]
    pub(crate) fn read(&self, name: &'static str) -> Result<Motion> {
        const BETWEEN: i32 = IFR_MOTION_KIND_BETWEEN as i32;
        const TURN: i32 = IFR_MOTION_KIND_TURN as i32;
        let start = self.start.read(name, ".start")?;
        let pivot = Vector3::from(self.pivot);
        let motion = match self.kind {
            BETWEEN => Motion::between(start, self.end.read(name, ".end")?, pivot),
            TURN => Motion::from_turn(start, self.end.p.into(), self.turn.into(), pivot),
            value => return Err(Wrong::UnknownValue(value).in_part(name, ".kind")),
        };
        motion.map_err(|error| Wrong::Refused(error).at(name))
    }
}
