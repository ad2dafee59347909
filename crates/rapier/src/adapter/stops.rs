//! Bodies that are stopped where they meet something, and put there in rapier's world.
//!
//! Slow bodies are left to rapier's solver. A dynamic body that meets something fast stands at the time of impact, its velocity kept,
//! so that rapier's next step resolves a contact that it would not have seen. A fast body that hardly approaches what it
//! touches slides along it, and so does one that the solver has left approaching in a contact of the start. What a kinematic
//! body runs over is pushed: it bounces off that body, and off what it meets then, until the step ends.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use interframe::nalgebra::Vector3;
use interframe::{
    AdvanceOptions, BodyId, ChangeCause, ContactBody, FrameContact, InitialContact, Jobs, Mode,
    Phase, Response, Statistics,
};

use super::convert::{pose, to_pose, to_vector, vector};
use super::follow::{Followed, Unit};
use super::mirror::{Contact, Mirror, turn_of};
use super::rapier::dynamics::{
    IntegrationParameters, LockedAxes, RigidBodyHandle, RigidBodySet, RigidBodyType,
};
use super::rapier::geometry::ColliderSet;
use crate::error::Result;
use crate::placement::{compose, inverse};

/// The velocity of a body that was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Velocity {
    /// It keeps its velocity, and rapier's next step resolves the contact, with restitution and friction.
    #[default]
    Keep,
    /// The two approach no more along the normal where they touch. An impulse there takes the approach away, so that their energy does
    /// not grow.
    Inelastic,
}

/// Options of [`Mirror::after_step_stopping`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StopOptions {
    /// The velocity of bodies that are stopped.
    pub velocity: Velocity,
    /// A contact is fast if the two move relative to each other, in a step, by more than this part of the thickness of the thinner
    /// one, as rapier measures it (`Shape::ccd_thickness`: half of a box's least side). Slower ones are left to rapier.
    pub fast: f64,
}

impl Default for StopOptions {
    fn default() -> Self {
        StopOptions {
            velocity: Velocity::Keep,
            fast: 0.25,
        }
    }
}

/// A rigid body that was put elsewhere than rapier had it after the step.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Stop {
    /// Which body.
    pub body: RigidBodyHandle,
    /// Time of its first change, as a part of the step.
    pub t: f64,
    /// Whether it changed more often than [`max_changes`](interframe::AdvanceOptions::max_changes), and stands: what is kinematic may run over it then.
    pub is_spent: bool,
}

/// The contacts of a step, and who was stopped.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct StoppedStep {
    /// In the order of time. Those after a stop are of the motions that bodies had then.
    pub contacts: Vec<Contact>,
    /// In the order of time.
    pub stops: Vec<Stop>,
    /// Counts and times of the undisturbed frame.
    pub statistics: Statistics,
}

impl Mirror {
    /// Follows the convex colliders of a dynamic body as one, for [`after_step_stopping`](Self::after_step_stopping). A pair of
    /// bodies then has one event a step, its first.
    #[must_use]
    pub fn stopping() -> Self {
        let mut mirror = Mirror::new();
        mirror.followed.joins = true;
        mirror.options.time_of_impact.initial_contact = InitialContact::OnlyIfApproaching;
        // What slides along bumps or is pushed by what turns changes often.
        mirror.options.max_changes = 64;
        mirror
    }

    /// Finds the contacts of the step as [`after_step`](Self::after_step) does, and stops dynamic bodies at those that are fast:
    /// positions are written back into `bodies` and `colliders`, and velocities where `options` or a contact of the start say so.
    /// Whatever a stopped body may meet where it stands is tested again.
    ///
    /// Use a mirror made by [`stopping`](Self::stopping), and turn rapier's own continuous detection off
    /// (`max_ccd_substeps = 0`): otherwise bodies are clamped before we see their motions.
    ///
    /// # Errors
    /// See [`after_step`](Self::after_step). Nothing is written back then.
    pub fn after_step_stopping(
        &mut self,
        parameters: &IntegrationParameters,
        bodies: &mut RigidBodySet,
        colliders: &mut ColliderSet,
        options: &StopOptions,
        jobs: &dyn Jobs,
    ) -> Result<StoppedStep> {
        let motions = self.motions(parameters, bodies, colliders)?;
        let mut stopper = Stopper {
            followed: &self.followed,
            bodies,
            options,
            prediction: f64::from(parameters.prediction_distance()),
            own: HashMap::new(),
            pushed: HashSet::new(),
            velocities: HashMap::new(),
        };
        for (id, motion) in &motions {
            let (turn, pivot) = (turn_of(motion), motion.pivot());
            let travel =
                motion.end().transform_point(&pivot) - motion.start().transform_point(&pivot);
            stopper.own.insert(*id, [travel, turn]);
        }
        let frame_options = AdvanceOptions {
            mode: Mode::First,
            ..self.options
        };
        let mut respond = |contact: &FrameContact<'_>| stopper.respond(contact);
        let frame =
            self.world
                .advance_with_responses(&motions, &frame_options, jobs, &mut respond)?;
        let velocities = stopper.velocities;
        let mut stops: Vec<Stop> = Vec::new();
        let mut stopped = HashMap::new();
        for change in &frame.changes {
            let Some(unit) = self.followed.unit(self.world.get(change.body)?.user()) else {
                continue;
            };
            let Some(handle) = unit.parent else { continue };
            let is_spent = change.cause == ChangeCause::Budget;
            match stopped.entry(handle) {
                Entry::Occupied(first) => {
                    let first: &mut Stop = &mut stops[*first.get()];
                    first.is_spent |= is_spent;
                    continue;
                }
                Entry::Vacant(new) => new.insert(stops.len()),
            };
            // The last motion of the unit that changed first: all of the body goes with it.
            let end = *self.world.get(change.body)?.pose();
            let frame = compose(&end, &inverse(&unit.local)?)?;
            if let Some(body) = bodies.get_mut(handle) {
                body.set_position(to_pose(&frame), true);
            }
            stops.push(Stop {
                body: handle,
                t: change.t,
                is_spent,
            });
        }
        for (handle, [linear, angular]) in velocities {
            if let Some(body) = bodies.get_mut(handle) {
                let linear = vector(body.linvel()) + linear;
                body.set_linvel(to_vector(&linear), true);
                let angular = vector(body.angvel()) + angular;
                body.set_angvel(to_vector(&angular), true);
            }
        }
        // What rapier has is rounded, and all units of a body are where the first one stopped.
        for unit in self.followed.units() {
            let is_moved = unit
                .parent
                .is_some_and(|parent| stopped.contains_key(&parent));
            if is_moved {
                let at = self.followed.pose_of(unit, bodies, colliders)?;
                self.world.teleport(unit.id, at)?;
            }
        }
        bodies.propagate_modified_body_positions_to_colliders(colliders);
        Ok(StoppedStep {
            contacts: self.contacts(&frame.events),
            stops,
            statistics: frame.statistics,
        })
    }
}

/// Part of the length that is left to rapier, within which two at the start are in a contact of its solver.
const NEAR: f64 = 0.04;

/// Answers the contacts of a frame.
struct Stopper<'a> {
    followed: &'a Followed,
    bodies: &'a RigidBodySet,
    options: &'a StopOptions,
    /// Bodies that are nearer than this at the start of a step are in a contact of rapier's.
    prediction: f64,
    /// Travel and turn of the undisturbed frame.
    own: HashMap<BodyId, [Vector3<f64>; 2]>,
    /// What was run over in this step, and what that met.
    pushed: HashSet<BodyId>,
    /// By how much linear and angular velocities change.
    velocities: HashMap<RigidBodyHandle, [Vector3<f64>; 2]>,
}

/// How a rigid body answers an impulse of 1 along a normal at a point.
struct Lever {
    parent: RigidBodyHandle,
    /// Velocity of the point, units a second.
    velocity: Vector3<f64>,
    /// By how much the point's speed along the normal changes; 0 of what only the program moves.
    give: f64,
    /// Changes of the body's velocities.
    linear: Vector3<f64>,
    angular: Vector3<f64>,
}

impl Stopper<'_> {
    fn respond(&mut self, contact: &FrameContact<'_>) -> [Response; 2] {
        let both = [Response::Continue; 2];
        let event = contact.event;
        let [Some(a), Some(b)] = event.users.map(|user| self.followed.unit(user)) else {
            return both;
        };
        let units = [a, b];
        let meets = a.rules.solver_groups.test(b.rules.solver_groups);
        let limit = self.limit(units);
        if event.sensor || !meets || !self.is_fast(contact, units, limit) {
            return both;
        }
        let masses = units.map(|unit| self.inverse_masses(unit));
        let is_free = masses.map(|masses| masses.is_some());
        if is_free == [false; 2] {
            return both;
        }
        let stands =
            |body: &ContactBody| body.travel == Vector3::zeros() && body.turn == Vector3::zeros();
        // It stands or was stopped, and something that does not stop comes on.
        let is_run_over = (0..2).any(|k| {
            let [own, other] = [&contact.bodies[k], &contact.bodies[1 - k]];
            is_free[k] && !is_free[1 - k] && !stands(other) && (own.changes > 0 || stands(own))
        });
        // It was pushed, and meets the next, which must make way for it.
        let ids = [event.key.a.body, event.key.b.body];
        let is_pushed =
            (0..2).any(|k| self.pushed.contains(&ids[k]) && !stands(&contact.bodies[k]));
        let bounces = is_run_over || is_pushed;
        let speed = event.separation_velocity;
        let Some(normal) = event.normal.filter(|_| speed < 0.0) else {
            return is_free.map(stop_if);
        };
        let slides = -speed <= limit;
        // So near at the start of the step that rapier's solver has had the contact.
        let is_start =
            event.phase == Phase::Stay || -speed * event.t_lo <= self.prediction.min(NEAR * limit);
        let gives = masses.map(|masses| masses.unwrap_or_default().component_mul(&normal));
        let give = gives[0].dot(&normal) + gives[1].dot(&normal);
        if !(give > 0.0) {
            // Locked axes keep both from getting out of the way.
            return is_free.map(stop_if);
        }
        let changes = [gives[0] * (speed / give), gives[1] * (-speed / give)];
        let is_inelastic = self.options.velocity == Velocity::Inelastic && !bounces;
        if !slides && (is_start || is_inelastic) {
            let point = event
                .point_a
                .unwrap_or_else(|| contact.bodies[0].pose.translation());
            self.end_approach(contact, units, [&point, &normal]);
        }
        if bounces {
            self.pushed
                .extend((0..2).filter(|k| is_free[*k]).map(|k| ids[k]));
        }
        if bounces || is_start || slides {
            // Otherwise all of the approach goes, and a thousandth more.
            let factor = if bounces { 2.0 } else { 1.001 };
            let redirect = |k: usize| redirected(&contact.bodies[k], changes[k] * factor);
            return [0, 1].map(|k| {
                if is_free[k] {
                    redirect(k)
                } else {
                    Response::Continue
                }
            });
        }
        is_free.map(stop_if)
    }

    /// Takes the approach along the normal at a point away, by an impulse there.
    fn end_approach(
        &mut self,
        contact: &FrameContact<'_>,
        units: [&Unit; 2],
        [point, normal]: [&Vector3<f64>; 2],
    ) {
        let [a, b] = [0, 1].map(|k| self.lever(units[k], &contact.bodies[k], point, normal));
        let of = |lever: &Option<Lever>| {
            (lever.as_ref()).map_or([0.0; 2], |of| [of.velocity.dot(normal), of.give])
        };
        let [[speed_a, give_a], [speed_b, give_b]] = [of(&a), of(&b)];
        let impulse = (speed_a - speed_b).max(0.0) / (give_a + give_b);
        if !impulse.is_finite() {
            return;
        }
        for (lever, impulse) in [(a, -impulse), (b, impulse)] {
            if let Some(lever) = lever.filter(|lever| lever.give > 0.0) {
                let [linear, angular] = self.velocities.entry(lever.parent).or_default();
                *linear += lever.linear * impulse;
                *angular += lever.angular * impulse;
            }
        }
    }

    /// How a unit's rigid body moves and gives way at a point where it is in the contact, as rapier has left its velocity and we
    /// have changed it.
    fn lever(
        &self,
        unit: &Unit,
        at: &ContactBody,
        point: &Vector3<f64>,
        normal: &Vector3<f64>,
    ) -> Option<Lever> {
        let parent = unit.parent?;
        let body = self.bodies.get(parent)?;
        let frame = compose(&at.pose, &inverse(&unit.local).ok()?).ok()?;
        let arm = point - frame.transform_point(&vector(body.local_center_of_mass()));
        let [linear, angular] = self.velocities.get(&parent).copied().unwrap_or_default();
        let spin = vector(body.angvel()) + angular;
        let velocity = vector(body.linvel()) + linear + spin.cross(&arm);
        let (mut linear, mut angular) = (Vector3::zeros(), Vector3::zeros());
        if unit.rules.kind == RigidBodyType::Dynamic {
            // rapier's inertia is that of the pose after the step.
            let turned = frame.matrix() * pose(body.position()).ok()?.matrix().transpose();
            let masses = &body.mass_properties();
            let back = to_vector(&(turned.transpose() * arm.cross(normal)));
            linear = vector(masses.effective_inv_mass).component_mul(normal);
            angular = turned * vector(masses.effective_world_inv_inertia * back);
        }
        Some(Lever {
            parent,
            velocity,
            give: linear.dot(normal) + angular.cross(&arm).dot(normal),
            linear,
            angular,
        })
    }

    /// What a body that is stopped and pushed resists with, for each axis of the world: 0 of one that is locked. None of others.
    fn inverse_masses(&self, unit: &Unit) -> Option<Vector3<f64>> {
        let body = unit.parent.and_then(|parent| self.bodies.get(parent))?;
        if unit.rules.kind != RigidBodyType::Dynamic {
            return None;
        }
        let locked = body.locked_axes();
        let axes = [
            LockedAxes::TRANSLATION_LOCKED_X,
            LockedAxes::TRANSLATION_LOCKED_Y,
            LockedAxes::TRANSLATION_LOCKED_Z,
        ];
        let mass = f64::from(body.mass());
        let of = |axis| match (locked.contains(axis), mass > 0.0) {
            (true, _) => 0.0,
            (false, true) => 1.0 / mass,
            (false, false) => 1.0,
        };
        Some(axes.map(of).into())
    }

    /// The length within a step that is left to rapier.
    fn limit(&self, units: [&Unit; 2]) -> f64 {
        let thickness = units.map(|unit| unit.thickness);
        let thin = thickness.into_iter().filter(|t| *t > 0.0);
        let thin = thin.fold(f64::INFINITY, f64::min);
        if thin < f64::INFINITY {
            self.options.fast * thin
        } else {
            0.0
        }
    }

    /// Whether the two move farther relative to each other, now or as they would have without changes.
    fn is_fast(&self, contact: &FrameContact<'_>, units: [&Unit; 2], limit: f64) -> bool {
        let far = |[a, b]: [[Vector3<f64>; 2]; 2]| {
            let turned = a[1].norm() * units[0].reach + b[1].norm() * units[1].reach;
            !((a[0] - b[0]).norm() + turned <= limit)
        };
        let own = [contact.event.key.a.body, contact.event.key.b.body];
        let still = [Vector3::zeros(); 2];
        let own = own.map(|id| self.own.get(&id).copied().unwrap_or(still));
        let now = [0, 1].map(|k| [contact.bodies[k].travel, contact.bodies[k].turn]);
        far(own) || far(now)
    }
}

fn stop_if(is_free: bool) -> Response {
    match is_free {
        true => Response::Stop,
        false => Response::Continue,
    }
}

fn redirected(body: &ContactBody, change: Vector3<f64>) -> Response {
    Response::Redirect {
        travel: body.travel + change,
        turn: body.turn,
        pivot: body.pivot,
    }
}
