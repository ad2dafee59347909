//! A rigid pendulum about a fixed axis, that strikes a wall: bodies of a world, moved by one angle.

use interframe::{BodyId, Pose, SignedDistance, World};
use nalgebra::{UnitQuaternion, Vector3};

use crate::drive::System;

/// Its state: the angle from hanging down towards x, and how fast that grows.
#[derive(Debug, Clone)]
pub struct Pendulum {
    pub bob: BodyId,
    /// From the joint, at the world's origin, to the bob's origin.
    pub length: f64,
    /// The bob's farthest point from the joint.
    pub reach: f64,
    /// g times the mass and its middle's distance, over the inertia about the axis.
    pub pull: f64,
    pub restitution: f64,
}

impl System for Pendulum {
    fn place(&self, y: &[f64], world: &mut World) -> interframe::Result<()> {
        let at = Vector3::new(y[0].sin(), 0.0, -y[0].cos()) * self.length;
        let turned = UnitQuaternion::from_scaled_axis(Vector3::y() * -y[0]);
        world.teleport(self.bob, Pose::new(at, turned.into_inner())?)
    }

    fn rate(&self, y: &[f64], _: &[SignedDistance], dy: &mut [f64]) {
        dy[0] = y[1];
        dy[1] = -self.pull * y[0].sin();
    }

    fn feels_contacts(&self) -> bool {
        false
    }

    fn strike(&self, y: &mut [f64], _: &SignedDistance) {
        y[1] *= -self.restitution;
    }

    fn energy(&self, y: &[f64], _: &[SignedDistance]) -> f64 {
        0.5 * y[1] * y[1] - self.pull * y[0].cos()
    }

    fn fastest(&self, y: &[f64]) -> f64 {
        // At rest at the top of a swing it would take no end of a step.
        (y[1].abs() * self.reach).max(1e-3 * self.reach)
    }

    fn heights(&self, y: &[f64]) -> Vec<f64> {
        vec![y[0]]
    }
}
