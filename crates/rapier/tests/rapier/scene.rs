//! A rapier world without gravity and without its own continuous detection, and a mirror of it.

use interframe::{Phase, Serial};

use super::adapter::mirror::{Mirror, Step, StopOptions, StoppedStep};
use super::adapter::rapier::prelude::*;

pub struct Scene {
    pub rapier: PhysicsWorld,
    pub mirror: Mirror,
}

/// The length of a step.
pub const DT: Real = 1.0 / 64.0;

pub fn at(x: f64, y: f64, z: f64) -> Vector {
    Vector::new(x as Real, y as Real, z as Real)
}

impl Scene {
    pub fn new(mirror: Mirror) -> Self {
        let mut rapier = PhysicsWorld {
            gravity: Vector::ZERO,
            ..PhysicsWorld::default()
        };
        rapier.integration_parameters.dt = DT;
        rapier.integration_parameters.max_ccd_substeps = 0;
        rapier.integration_parameters.normalized_max_linear_velocity = 1e5;
        Scene { rapier, mirror }
    }

    /// A dynamic body that moves by so much in a step.
    pub fn moving(
        &mut self,
        from: Vector,
        by: Vector,
        collider: ColliderBuilder,
    ) -> (RigidBodyHandle, ColliderHandle) {
        let body = RigidBodyBuilder::dynamic()
            .translation(from)
            .linvel(by / DT)
            .can_sleep(false);
        self.rapier.insert(body, collider)
    }

    pub fn fixed(&mut self, place: Vector, collider: ColliderBuilder) -> ColliderHandle {
        self.rapier
            .insert(RigidBodyBuilder::fixed().translation(place), collider)
            .1
    }

    pub fn try_step(&mut self) -> interframe_rapier::Result<Step> {
        self.mirror
            .before_step(&self.rapier.bodies, &self.rapier.colliders)?;
        self.rapier.step();
        self.mirror.after_step(
            &self.rapier.integration_parameters,
            &self.rapier.bodies,
            &self.rapier.colliders,
            &Serial,
        )
    }

    pub fn step(&mut self) -> Step {
        self.try_step().expect("a step")
    }

    pub fn stopping_step(&mut self, options: &StopOptions) -> StoppedStep {
        let Scene { rapier, mirror } = self;
        mirror
            .before_step(&rapier.bodies, &rapier.colliders)
            .expect("followed");
        rapier.step();
        mirror
            .after_step_stopping(
                &rapier.integration_parameters,
                &mut rapier.bodies,
                &mut rapier.colliders,
                options,
                &Serial,
            )
            .expect("a step")
    }

    pub fn position(&self, body: RigidBodyHandle) -> Vector {
        self.rapier.bodies[body].translation()
    }
}

/// The times at which a contact of the two begins.
pub fn begins(step: &Step, a: ColliderHandle, b: ColliderHandle) -> Vec<f64> {
    let is_theirs = |pair: [ColliderHandle; 2]| pair == [a, b] || pair == [b, a];
    let begin = step
        .contacts
        .iter()
        .filter(|c| is_theirs(c.colliders) && c.event.phase == Phase::Begin);
    begin.map(|c| c.event.t_lo).collect()
}
