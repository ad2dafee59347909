//! A body on its way through the frames.

use interframe::{Motion, Pose};
use nalgebra::{Quaternion, Vector3};

use super::model::{Body, Trajectory};
use crate::error::{Problem, Result, at_key};

#[derive(Debug)]
pub struct Walker<'a> {
    body: &'a Body,
    pose: Pose,
    velocity: Vector3<f64>,
    /// Whether it rests since it met another.
    stopped: bool,
}

impl<'a> Walker<'a> {
    pub fn new(body: &'a Body) -> Self {
        let (pose, velocity) = match &body.course {
            Trajectory::Fixed(pose) => (*pose, Vector3::zeros()),
            Trajectory::Free { pose, velocity, .. } => (*pose, *velocity),
            Trajectory::Keyframes(poses) => (poses[0], Vector3::zeros()),
        };
        Walker {
            body,
            pose,
            velocity,
            stopped: false,
        }
    }

    /// Where it is.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// None when it rests.
    pub fn motion(&self, frame: u64, frame_s: f64) -> Result<Option<Motion>> {
        if self.stopped {
            return Ok(None);
        }
        let pivot = self.body.pivot;
        let motion = match &self.body.course {
            Trajectory::Fixed(_) => return Ok(None),
            Trajectory::Free { spin, .. } => Motion::from_turn(
                self.pose,
                self.pose.translation() + self.velocity * frame_s,
                spin * frame_s,
                pivot,
            ),
            Trajectory::Keyframes(poses) => {
                Motion::between(self.pose, poses[frame as usize + 1], pivot)
            }
        };
        let at_frame =
            |error| Problem::invalid(&self.body.name, format!("in frame {frame}: {error}"));
        motion.map(Some).map_err(at_frame)
    }

    /// The next frame starts where this one ended, bit for bit, unless the quaternion's norm has
    /// drifted: it must stay well within the 1e-3 that a pose allows.
    pub fn advance(&mut self, motion: &Motion, gained: Vector3<f64>) -> Result<()> {
        self.pose = *motion.end();
        if let Trajectory::Free { .. } = &self.body.course {
            self.velocity += gained;
            let q = self.pose.quaternion().coords;
            let norm_sq = ((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w;
            if (norm_sq - 1.0).abs() > 1e-12 {
                let unit = Quaternion::from(q / norm_sq.sqrt());
                self.pose =
                    Pose::new(self.pose.translation(), unit).map_err(at_key(&self.body.name))?;
            }
        }
        Ok(())
    }

    /// Rests from now on.
    pub fn stop(&mut self, pose: Pose) {
        (self.pose, self.stopped) = (pose, true);
    }
}
