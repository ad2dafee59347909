//! What bodies do after a contact within a frame, and the changes of their motions.

use nalgebra::Vector3;

use crate::motion::rigid_motion::Motion;
use crate::names::named;
use crate::world::ids::BodyId;

/// What a body does after a contact, for the rest of the frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Response {
    /// It keeps its motion. The contact is an event, and the bodies may overlap from then on.
    #[default]
    Continue,
    /// It stands where it is at `t_lo` of the event, where the two are still apart, or touch if the contact began with the motion.
    Stop,
    /// It moves on from there in another way, given as for [`World::motion_by`](crate::World::motion_by) and for a whole frame:
    /// the body makes the share 1 - `t_lo` of it.
    Redirect {
        /// Displacement of the pivot in a whole frame, world axes: its velocity times the length of the frame.
        travel: Vector3<f64>,
        /// Rotation vector of a whole frame, world axes, in radians.
        turn: Vector3<f64>,
        /// The body point that moves in a straight line, body frame.
        pivot: Vector3<f64>,
    },
}

named! {
    /// Why a body changed its motion within a frame.
    #[non_exhaustive]
    pub enum ChangeCause, a "cause of a change of motion" {
        /// The program stopped it.
        Stop = 0: "stop",
        /// The program redirected it.
        Redirect = 1: "redirect",
        /// It had changed so often that it was stopped ([`AdvanceOptions::max_changes`](crate::AdvanceOptions)).
        Budget = 2: "budget",
    }
}

/// A change of a body's motion within a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct MotionChange {
    /// Which body.
    pub body: BodyId,
    /// When, as a part of the frame.
    pub t: f64,
    /// Its motion from then to the end of the frame, or to its next change; its times 0 and 1 are `t` and the end of the frame.
    pub motion: Motion,
    /// Number of the event in the frame's list, of the contact that caused it.
    pub event: usize,
    /// Why.
    pub cause: ChangeCause,
}
