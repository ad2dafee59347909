//! `on_hit: stop`: within a frame, contacts are taken in the order of their times; the moving bodies of
//! each freeze where they are proved free, and their other pairs are queried again for the rest of
//! the frame.

use interframe::{Motion, Pose, TimeOfImpact};
use nalgebra::{UnitQuaternion, Vector3};

use super::model::Scene;
use crate::error::{Result, at_key};

/// The bodies within one frame, up to the time that has been simulated.
#[derive(Debug)]
pub struct Paths<'a> {
    scene: &'a Scene,
    whole: &'a [Motion],
    /// When a body froze in this frame, and where.
    frozen: Vec<Option<(f64, Pose)>>,
}

impl<'a> Paths<'a> {
    pub fn new(scene: &'a Scene, whole: &'a [Motion]) -> Self {
        Paths {
            scene,
            whole,
            frozen: vec![None; whole.len()],
        }
    }

    /// When a body froze in this frame, and where.
    pub fn frozen(&self, body: usize) -> Option<(f64, Pose)> {
        self.frozen[body]
    }

    /// Whether a body moves on from `t` to the end of the frame.
    pub fn moves(&self, body: usize) -> bool {
        let motion = &self.whole[body];
        self.frozen[body].is_none() && (motion.is_turning() || motion.start() != motion.end())
    }

    /// Freezes a body at `t`, unless it is at rest anyway.
    pub fn freeze(&mut self, body: usize, t: f64) -> Result<()> {
        if self.moves(body) {
            self.frozen[body] = Some((t, self.pose_at(body, t)?));
        }
        Ok(())
    }

    /// A body's motion from `t` to the end of the frame, as that of a whole frame.
    pub fn from(&self, body: usize, t: f64) -> Result<Motion> {
        if let Some((_, pose)) = self.frozen[body] {
            return Ok(Motion::fixed(pose));
        }
        if t == 0.0 || !self.moves(body) {
            return Ok(self.whole[body]);
        }
        let (displacement, turn) = travel(&self.whole[body]);
        let (at, left) = (self.pose_at(body, t)?, 1.0 - t);
        let end = at.translation() + displacement * left;
        Motion::from_turn(at, end, turn * left, self.whole[body].pivot())
            .map_err(at_key(&self.scene.bodies[body].name))
    }

    fn pose_at(&self, body: usize, t: f64) -> Result<Pose> {
        let motion = &self.whole[body];
        let start = motion.start();
        if t == 0.0 {
            return Ok(*start);
        }
        let (displacement, turn) = travel(motion);
        let end = start.translation() + displacement * t;
        let part = Motion::from_turn(*start, end, turn * t, motion.pivot());
        Ok(*part.map_err(at_key(&self.scene.bodies[body].name))?.end())
    }
}

/// Displacement of the pivot and rotation vector over the frame.
fn travel(motion: &Motion) -> (Vector3<f64>, Vector3<f64>) {
    let (start, end, pivot) = (motion.start(), motion.end(), motion.pivot());
    let displacement = end.transform_point(&pivot) - start.transform_point(&pivot);
    let shortest = || {
        let [from, to] = [start, end].map(|pose| UnitQuaternion::new_normalize(pose.quaternion()));
        (to * from.inverse()).scaled_axis()
    };
    (displacement, motion.turn().unwrap_or_else(shortest))
}

/// An answer about the rest of a frame from `from` on, with the times of the frame.
pub fn in_the_frame(mut found: TimeOfImpact, from: f64) -> TimeOfImpact {
    if from == 0.0 {
        return found;
    }
    let left = 1.0 - from;
    let whole = |t: f64| from + left * t;
    found.free_from = whole(found.free_from);
    // Rounded apart: what was proved stays so.
    found.t_lo = whole(found.t_lo).next_down().max(from);
    found.t_hi = whole(found.t_hi).next_up().min(1.0);
    found.separation_velocity /= left;
    found
}
