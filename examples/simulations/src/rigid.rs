//! Free rigid bodies under gravity, with springs at their contacts, or that bounce off each other at once.

use interframe::{BodyId, Pose, SignedDistance, Velocity, World};
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

use crate::drive::System;

/// Numbers of the state of one body: position, quaternion x y z w, velocity, angular velocity (world axes).
pub const NUMBERS: usize = 13;

#[derive(Debug, Clone)]
pub struct RigidBody {
    pub id: BodyId,
    pub mass: f64,
    /// About the axes of its frame, whose origin is its centre of mass.
    pub inertia: Vector3<f64>,
    /// Its farthest point.
    pub reach: f64,
}

/// What a contact does.
#[derive(Debug, Clone, Copy)]
pub enum Law {
    /// A force along the normal at the contact's points: stiffness times depth, more while they approach and less while they
    /// part, by `damping` a unit of speed (Hunt and Crossley); across it, against sliding, `friction` times that a unit of
    /// speed.
    Spring {
        stiffness: f64,
        damping: f64,
        friction: f64,
    },
    /// An impulse along the normal when it begins: they part at this part of the speed that they met with.
    Impulse { restitution: f64 },
}

#[derive(Debug, Clone)]
pub struct RigidBodies {
    pub bodies: Vec<RigidBody>,
    pub gravity: Vector3<f64>,
    pub law: Law,
}

/// The state of one body.
#[derive(Debug, Clone, Copy)]
pub struct Moving {
    pub at: Vector3<f64>,
    pub turned: UnitQuaternion<f64>,
    pub velocity: Velocity,
}

impl Moving {
    pub fn read(y: &[f64]) -> Self {
        let vector = |k: usize| Vector3::new(y[k], y[k + 1], y[k + 2]);
        Moving {
            at: vector(0),
            turned: UnitQuaternion::new_normalize(Quaternion::new(y[6], y[3], y[4], y[5])),
            velocity: Velocity {
                linear: vector(7),
                angular: vector(10),
            },
        }
    }

    pub fn write(&self, y: &mut [f64]) {
        let q = self.turned.coords;
        let Velocity { linear, angular } = self.velocity;
        for (k, part) in [self.at, q.xyz()].iter().enumerate() {
            y[3 * k..3 * k + 3].copy_from_slice(part.as_slice());
        }
        y[6] = q.w;
        y[7..10].copy_from_slice(linear.as_slice());
        y[10..13].copy_from_slice(angular.as_slice());
    }
}

impl RigidBody {
    fn inertia_in_world(&self, moving: &Moving, power: i32) -> Matrix3<f64> {
        let r = moving.turned.to_rotation_matrix();
        r.matrix()
            * Matrix3::from_diagonal(&self.inertia.map(|x| x.powi(power)))
            * r.matrix().transpose()
    }
}

impl RigidBodies {
    pub fn moving(&self, y: &[f64], k: usize) -> Moving {
        Moving::read(&y[k * NUMBERS..(k + 1) * NUMBERS])
    }

    fn place_of(&self, id: BodyId) -> Option<usize> {
        self.bodies.iter().position(|body| body.id == id)
    }

    /// Of both sides of a contact: which body, and how its point moves. None of one that stands.
    fn sides(&self, y: &[f64], contact: &SignedDistance) -> [Option<(usize, Vector3<f64>)>; 2] {
        let points = [contact.point_a, contact.point_b];
        std::array::from_fn(|side| {
            let k = self.place_of(contact.sides?[side].id)?;
            let moving = self.moving(y, k);
            Some((k, moving.velocity.at(&points[side], &moving.at)))
        })
    }

    /// How the point of B moves against that of A.
    fn parting(&self, y: &[f64], contact: &SignedDistance) -> Vector3<f64> {
        let [a, b] = self
            .sides(y, contact)
            .map(|side| side.map_or(Vector3::zeros(), |(_, v)| v));
        b - a
    }
}

impl System for RigidBodies {
    fn place(&self, y: &[f64], world: &mut World) -> interframe::Result<()> {
        for (k, body) in self.bodies.iter().enumerate() {
            let moving = self.moving(y, k);
            world.teleport(body.id, Pose::new(moving.at, *moving.turned.quaternion())?)?;
        }
        Ok(())
    }

    fn rate(&self, y: &[f64], contacts: &[SignedDistance], dy: &mut [f64]) {
        let mut loads: Vec<[Vector3<f64>; 2]> = self
            .bodies
            .iter()
            .map(|body| [self.gravity * body.mass, Vector3::zeros()])
            .collect();
        if let Law::Spring {
            stiffness,
            damping,
            friction,
        } = self.law
        {
            for contact in contacts.iter().filter(|contact| contact.touching) {
                let parting = self.parting(y, contact);
                let normal = contact.normal.dot(&parting);
                let push = -stiffness * contact.z * (1.0 - damping * normal).max(0.0);
                let sliding = parting - contact.normal * normal;
                let rubs = friction * push;
                let force = contact.normal * push - sliding * rubs;
                let points = [contact.point_a, contact.point_b];
                for (side, sign) in [(0, -1.0), (1, 1.0)] {
                    if let Some((k, _)) = self.sides(y, contact)[side] {
                        let arm = points[side] - self.moving(y, k).at;
                        loads[k][0] += force * sign;
                        loads[k][1] += arm.cross(&force) * sign;
                    }
                }
            }
        }
        for (k, (body, [force, torque])) in self.bodies.iter().zip(loads).enumerate() {
            let (moving, out) = (self.moving(y, k), &mut dy[k * NUMBERS..(k + 1) * NUMBERS]);
            let w = moving.velocity.angular;
            // Of the quaternion as it is, not normalised.
            let y = &y[k * NUMBERS..];
            let q = Quaternion::new(y[6], y[3], y[4], y[5]);
            let turning = Quaternion::new(0.0, w.x, w.y, w.z) * q * 0.5;
            let spin = body.inertia_in_world(&moving, 1) * w;
            let angular = body.inertia_in_world(&moving, -1) * (torque - w.cross(&spin));
            out[..3].copy_from_slice(moving.velocity.linear.as_slice());
            out[3..7].copy_from_slice(turning.coords.as_slice());
            out[7..10].copy_from_slice((force / body.mass).as_slice());
            out[10..13].copy_from_slice(angular.as_slice());
        }
    }

    fn feels_contacts(&self) -> bool {
        matches!(self.law, Law::Spring { .. })
    }

    fn strike(&self, y: &mut [f64], contact: &SignedDistance) {
        let Law::Impulse { restitution } = self.law else {
            return;
        };
        let parting = contact.normal.dot(&self.parting(y, contact));
        if parting >= 0.0 {
            return;
        }
        let (n, points) = (contact.normal, [contact.point_a, contact.point_b]);
        let sides = self.sides(y, contact);
        let mut yields = 0.0;
        let turn = |k: usize, y: &[f64], point: &Vector3<f64>| {
            let moving = self.moving(y, k);
            let arm = point - moving.at;
            (
                self.bodies[k].inertia_in_world(&moving, -1) * arm.cross(&n),
                arm,
            )
        };
        for side in 0..2 {
            if let Some((k, _)) = sides[side] {
                let (turn, arm) = turn(k, y, &points[side]);
                yields += 1.0 / self.bodies[k].mass + n.dot(&turn.cross(&arm));
            }
        }
        let impulse = -(1.0 + restitution) * parting / yields;
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some((k, _)) = sides[side] {
                let (turn, _) = turn(k, y, &points[side]);
                let mut moving = self.moving(y, k);
                moving.velocity.linear += n * (sign * impulse / self.bodies[k].mass);
                moving.velocity.angular += turn * (sign * impulse);
                moving.write(&mut y[k * NUMBERS..(k + 1) * NUMBERS]);
            }
        }
    }

    fn energy(&self, y: &[f64], contacts: &[SignedDistance]) -> f64 {
        let bodies = self.bodies.iter().enumerate().map(|(k, body)| {
            let moving = self.moving(y, k);
            let Velocity { linear, angular } = moving.velocity;
            let turning = angular.dot(&(body.inertia_in_world(&moving, 1) * angular));
            0.5 * (body.mass * linear.norm_squared() + turning)
                - body.mass * self.gravity.dot(&moving.at)
        });
        let springs = contacts
            .iter()
            .filter(|contact| contact.touching)
            .map(|contact| match self.law {
                Law::Spring { stiffness, .. } => 0.5 * stiffness * contact.z * contact.z,
                Law::Impulse { .. } => 0.0,
            });
        bodies.sum::<f64>() + springs.sum::<f64>()
    }

    fn fastest(&self, y: &[f64]) -> f64 {
        let speeds = self.bodies.iter().enumerate().map(|(k, body)| {
            let Velocity { linear, angular } = self.moving(y, k).velocity;
            linear.norm() + angular.norm() * body.reach
        });
        speeds.fold(0.0, f64::max)
    }

    fn heights(&self, y: &[f64]) -> Vec<f64> {
        (0..self.bodies.len())
            .map(|k| self.moving(y, k).at.z)
            .collect()
    }
}
