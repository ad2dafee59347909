//! A contact within a frame, as a program that responds to it gets it.

use nalgebra::Vector3;

use crate::motion::pose::Pose;
use crate::world::bodies::Mobility;
use crate::world::event::Event;

/// A contact within a frame, to which the program responds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct FrameContact<'a> {
    /// The contact. It may be undecided.
    pub event: &'a Event,
    /// A and B at `t_lo` of the event.
    pub bodies: [ContactBody; 2],
}

/// A body when it meets another within a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ContactBody {
    /// Where it is.
    pub pose: Pose,
    /// How far its pivot would go in a whole frame as it moves now, world axes.
    pub travel: Vector3<f64>,
    /// How far it would turn in a whole frame: the rotation vector, world axes, in radians.
    pub turn: Vector3<f64>,
    /// The body point that moves in a straight line, body frame.
    pub pivot: Vector3<f64>,
    /// Whether it may move: a static body is not redirected.
    pub mobility: Mobility,
    /// How often its motion changed in this frame.
    pub changes: u32,
}
