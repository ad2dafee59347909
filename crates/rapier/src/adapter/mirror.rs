//! A world of ours that follows one of rapier's, and the contacts of its steps.

use std::collections::HashSet;
use std::sync::Arc;

use interframe::nalgebra::{Quaternion, Vector3};
use interframe::{
    AdvanceOptions, BodyId, Event, Jobs, Motion, PairFilter, Pose, SharedBody, Side, Statistics,
    World,
};

use super::convert::vector;
use super::follow::{Followed, Unit};
use super::rapier::dynamics::{
    ImpulseJointSet, IntegrationParameters, MultibodyJointSet, RigidBody, RigidBodyHandle,
    RigidBodySet, RigidBodyType,
};
use super::rapier::geometry::{ColliderHandle, ColliderSet};
use crate::error::{Error, Result};
use crate::placement::inverse;

pub use super::stops::{Stop, StopOptions, StoppedStep, Velocity};

/// A contact of two colliders in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Contact {
    /// The two, in the order of the event.
    pub colliders: [ColliderHandle; 2],
    /// Phase, time, points and normal. Its times are parts of the step.
    pub event: Event,
}

/// The contacts of a step.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Step {
    /// In the order of time.
    pub contacts: Vec<Contact>,
    /// Counts and times of the frame.
    pub statistics: Statistics,
}

/// Follows the colliders of a rapier world, and finds the contacts of its steps.
///
/// Call [`before_step`](Self::before_step), then rapier's own step, then [`after_step`](Self::after_step). The mirror takes up
/// what you add, remove, change or move between steps by itself.
///
/// A body that rapier moves from one pose to another has moved its centre of mass in a straight line and turned about one axis, both
/// at a constant rate, as rapier integrates a body that nothing pushes within the step.
pub struct Mirror {
    pub(crate) world: World,
    pub(crate) followed: Followed,
    /// Options of the frames. `mode` is `First` by default: one event for each pair and step.
    pub options: AdvanceOptions,
    /// Leaves pairs to rapier that move relative to each other, in a step, by no more than this part of the thickness of the thinner
    /// one: they are not tested and are no contacts. With a part below 1 such a pair cannot tunnel. For worlds with many bodies that lie or stand on
    /// each other, of which we test each pair in each step. Thickness is `Shape::ccd_thickness`, half of a box's least side; a
    /// pair of surfaces without any is always tested. None: all pairs are tested.
    ///
    /// If bodies are stopped, what a kinematic body pushes may pass such neighbours within the step.
    pub skip_slow: Option<f64>,
    /// What the colliders' rules say of pairs.
    rules: Option<PairFilter>,
    pub(crate) is_before_step: bool,
}

impl Default for Mirror {
    fn default() -> Self {
        Mirror::new()
    }
}

impl Mirror {
    /// Follows each collider on its own.
    #[must_use]
    pub fn new() -> Self {
        Mirror {
            world: World::new(),
            followed: Followed::default(),
            options: AdvanceOptions::default(),
            skip_slow: None,
            rules: None,
            is_before_step: false,
        }
    }

    /// Our world: for rays, casts, overlaps and the nearest bodies, exactly where rapier has them. Do not rely on the keys of
    /// its bodies; [`collider_of`](Self::collider_of) names the collider.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The collider that a body of our world stands for; of one that stands for several, the first.
    #[must_use]
    pub fn collider_of(&self, id: BodyId) -> Option<ColliderHandle> {
        let unit = self.followed.unit(self.world.get(id).ok()?.user())?;
        Some(unit.handles[0])
    }

    /// Lets a body of yours stand in for a collider, at a pose in the frame of the collider: for a half-space, a custom shape,
    /// or a mesh that should be a solid. From the next [`before_step`](Self::before_step) on.
    pub fn stand_in(&mut self, collider: ColliderHandle, shape: SharedBody, place: Pose) {
        self.give(collider, Some((shape, place)));
    }

    /// Leaves a collider out.
    pub fn leave_out(&mut self, collider: ColliderHandle) {
        self.give(collider, None);
    }

    /// Follows a collider by its own shape again, after [`stand_in`](Self::stand_in) or [`leave_out`](Self::leave_out).
    pub fn follow(&mut self, collider: ColliderHandle) {
        self.followed.stand_ins.remove(&collider);
        self.followed.touched.push(collider);
    }

    fn give(&mut self, collider: ColliderHandle, own: Option<(SharedBody, Pose)>) {
        self.followed.stand_ins.insert(collider, own);
        self.followed.touched.push(collider);
    }

    /// Keeps bodies apart that joints link and whose contacts these joints disable, as rapier does, and learns which bodies are links
    /// of multibodies: rapier lets these turn any number of times in a step. Call it when joints change.
    pub fn follow_joints(&mut self, joints: &ImpulseJointSet, multibodies: &MultibodyJointSet) {
        let (mut apart, mut all_links) = (HashSet::new(), HashSet::new());
        let mut keep_apart = |a: RigidBodyHandle, b: RigidBodyHandle| {
            apart.insert((a, b));
            apart.insert((b, a));
        };
        for (_, joint) in joints.iter() {
            if !joint.data.contacts_enabled {
                keep_apart(joint.body1(), joint.body2());
            }
        }
        for multibody in multibodies.multibodies() {
            let links: Vec<_> = multibody.links().collect();
            all_links.extend(links.iter().map(|link| link.rigid_body_handle()));
            for (k, link) in links.iter().enumerate() {
                for other in &links[..k] {
                    let [a, b] = [link, other].map(|link| link.rigid_body_handle());
                    let joint = multibodies.joint_between(a, b);
                    let is_disabled =
                        joint.is_some_and(|(_, _, link)| !link.joint.data.contacts_enabled);
                    if is_disabled || !multibody.self_contacts_enabled() {
                        keep_apart(a, b);
                    }
                }
            }
        }
        self.followed.apart = Arc::new(apart);
        self.followed.links = all_links;
        self.followed.rules_changed = true;
    }

    /// Takes up what changed since the last step, and remembers where bodies are.
    ///
    /// # Errors
    /// [`Error::Collider`] for one that cannot be converted or is nowhere: see [`stand_in`](Self::stand_in) and
    /// [`leave_out`](Self::leave_out).
    pub fn before_step(&mut self, bodies: &RigidBodySet, colliders: &ColliderSet) -> Result<()> {
        self.is_before_step = false;
        self.followed.update(&mut self.world, bodies, colliders)?;
        if std::mem::take(&mut self.followed.rules_changed) {
            self.rules = self.followed.pair_filter();
        }
        self.world.set_pair_filter(self.rules.clone());
        self.is_before_step = true;
        Ok(())
    }

    /// Returns the contacts of the step that rapier has made since [`before_step`](Self::before_step), of these parameters.
    ///
    /// The parameters are needed for bodies that turn by half a turn or more: with the angular velocity they say how often.
    ///
    /// # Errors
    /// [`Error::Order`] without [`before_step`](Self::before_step), and for a body or collider that was removed since; [`Error::Interframe`] of
    /// [`World::advance`](interframe::World::advance). No frame has passed then.
    pub fn after_step(
        &mut self,
        parameters: &IntegrationParameters,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
        jobs: &dyn Jobs,
    ) -> Result<Step> {
        let motions = self.motions(parameters, bodies, colliders)?;
        let frame = self.world.advance(&motions, &self.options, jobs)?;
        Ok(Step {
            contacts: self.contacts(&frame.events),
            statistics: frame.statistics,
        })
    }

    pub(crate) fn contacts(&self, events: &[Event]) -> Vec<Contact> {
        let contact = |event: &Event| {
            let [a, b] = [event.users[0], event.users[1]].map(|user| self.followed.unit(user));
            let of = |unit: &Unit, part: u32| match unit.handles.len() {
                1 => unit.handles[0],
                _ => unit.handles[part as usize],
            };
            Some(Contact {
                colliders: [of(a?, event.key.a.part), of(b?, event.key.b.part)],
                event: *event,
            })
        };
        events.iter().filter_map(contact).collect()
    }

    /// The motions of the step, of all that moved.
    pub(crate) fn motions(
        &mut self,
        parameters: &IntegrationParameters,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
    ) -> Result<Vec<(BodyId, Motion)>> {
        if !std::mem::take(&mut self.is_before_step) {
            return Err(Error::Order {
                what: "after_step needs a before_step of the same step",
            });
        }
        let mut motions = Vec::new();
        for unit in self.followed.units() {
            if unit
                .handles
                .iter()
                .any(|handle| colliders.get(*handle).is_none())
            {
                return Err(Error::Order {
                    what: "a collider was removed within the step",
                });
            }
            let Some(parent) = unit.parent else { continue };
            let Some(body) = bodies.get(parent) else {
                return Err(Error::Order {
                    what: "a body was removed within the step",
                });
            };
            let start = *self.world.get(unit.id)?.pose();
            if body.is_fixed() {
                continue;
            }
            let motion = self.followed.pose_of(unit, bodies, colliders);
            let is_link = self.followed.links.contains(&parent);
            let expected = expected_turn(unit, body, is_link, parameters);
            let motion = motion.and_then(|end| motion_of(unit, body, start, end, expected));
            let motion = motion.map_err(super::follow::about(unit.handles[0]))?;
            motions.extend(motion.map(|motion| (unit.id, motion)));
        }
        if let Some(part) = self.skip_slow {
            self.world
                .set_pair_filter(Some(self.fast_pairs(&motions, part)));
        }
        Ok(motions)
    }

    /// Lets pairs pass that may move far relative to each other, and that the rules let pass.
    fn fast_pairs(&self, motions: &[(BodyId, Motion)], part: f64) -> PairFilter {
        let keys = self.followed.units().map(|unit| unit.key() + 1).max();
        // By key: how far a point of the body moves at most, and its thickness.
        let mut bodies = vec![[0.0, 0.0]; keys.unwrap_or(0)];
        for unit in self.followed.units() {
            bodies[unit.key()][1] = unit.thickness;
        }
        for (id, motion) in motions {
            let unit = self
                .world
                .get(*id)
                .ok()
                .and_then(|body| self.followed.unit(body.user()));
            if let Some(unit) = unit {
                let pivot = motion.pivot();
                let travel =
                    motion.end().transform_point(&pivot) - motion.start().transform_point(&pivot);
                let arm = unit.reach + pivot.norm() + unit.local.translation().norm();
                bodies[unit.key()][0] = travel.norm() + turn_of(motion).norm() * arm;
            }
        }
        let rules = self.rules.clone();
        Arc::new(move |sides: [Side; 2]| {
            let [[moved_a, a], [moved_b, b]] = sides.map(|side| bodies[side.user as usize]);
            let thin = if a > 0.0 && b > 0.0 {
                a.min(b)
            } else {
                a.max(b)
            };
            // NaN and surfaces without thickness are tested.
            !(moved_a + moved_b <= part * thin && thin > 0.0)
                && rules.as_ref().is_none_or(|rules| rules(sides))
        })
    }
}

/// The motion of a unit over the step; None if it stayed. `expected` is about how far it has turned, if it may be half a turn or more.
fn motion_of(
    unit: &Unit,
    body: &RigidBody,
    start: Pose,
    end: Pose,
    expected: Option<Vector3<f64>>,
) -> Result<Option<Motion>> {
    /// Below this angle the shortest arc is the right one, whatever rounding does.
    const FEW: f64 = 3.0;
    if start == end {
        return Ok(None);
    }
    let center = vector(body.local_center_of_mass());
    let pivot = match unit.local == Pose::identity() {
        true => center,
        false => inverse(&unit.local)?.transform_point(&center),
    };
    let near = match expected.filter(|turn| !(turn.norm() <= FEW)) {
        Some(near) => near,
        None => match Motion::between(start, end, pivot) {
            // Either way round is the shortest; rapier takes the one of the quaternion.
            Err(interframe::Error::HalfTurn) => arc_of(&start, &end).imag(),
            motion => return Ok(Some(motion?)),
        },
    };
    let turn = turns(&start, &end, &near);
    let travel = end.transform_point(&pivot) - start.transform_point(&pivot);
    Ok(Some(Motion::from_turn(
        start,
        start.translation() + travel,
        turn,
        pivot,
    )?))
}

/// About how far rapier has turned a body in the step; None if that is the shortest arc: of a body whose next pose the program
/// gives, and of a dynamic one that may not turn fast, because rapier turns it by 45 degrees at most.
///
/// rapier's solver turns a body, in each of its iterations, by twice the angle whose tangent is half of what the angular velocity
/// says; a link of a multibody turns by all of it. That velocity is between those before and after the step, where contacts
/// change it. At the end of the step it is damped.
fn expected_turn(
    unit: &Unit,
    body: &RigidBody,
    is_link: bool,
    parameters: &IntegrationParameters,
) -> Option<Vector3<f64>> {
    let dt = f64::from(parameters.dt);
    let after = vector(body.angvel()) * (1.0 + dt * f64::from(body.angular_damping()));
    let spin = match body.body_type() {
        RigidBodyType::KinematicVelocityBased => unit.spin,
        RigidBodyType::Dynamic if is_link || body.is_fast_rotation_allowed() => {
            (unit.spin + after) * 0.5
        }
        _ => return None,
    };
    let nominal = spin * dt;
    let size = nominal.norm();
    if is_link || !(size > 0.0) {
        return Some(nominal);
    }
    let iterations = parameters.num_solver_iterations + body.additional_solver_iterations();
    let twice = 2.0 * iterations.max(1) as f64;
    Some(nominal * (twice * (size / twice).atan() / size))
}

/// The turn between two poses that is nearest to a given one: the shortest arc and whole turns about its axis.
fn turns(start: &Pose, end: &Pose, near: &Vector3<f64>) -> Vector3<f64> {
    use std::f64::consts::TAU;
    let arc = arc_of(start, end);
    let (mut axis, mut cos) = (arc.imag(), arc.w);
    if axis.dot(near) < 0.0 {
        (axis, cos) = (-axis, -cos);
    }
    let sin = axis.norm();
    let unit = match sin > 1e-9 {
        true => axis / sin,
        false => near.normalize(),
    };
    let angle = 2.0 * sin.atan2(cos);
    let whole = ((near.dot(&unit) - angle) / TAU).round();
    unit * (angle + whole * TAU)
}

/// The rotation vector of a motion.
pub(crate) fn turn_of(motion: &Motion) -> Vector3<f64> {
    motion.turn().unwrap_or_else(|| {
        let arc = arc_of(motion.start(), motion.end());
        let arc = if arc.w < 0.0 { -arc } else { arc };
        let sin = arc.imag().norm();
        match sin > 0.0 {
            true => arc.imag() * (2.0 * sin.atan2(arc.w) / sin),
            false => Vector3::zeros(),
        }
    })
}

/// The unit quaternion that takes one orientation to another.
fn arc_of(start: &Pose, end: &Pose) -> Quaternion<f64> {
    let [p, q] = [start, end].map(|pose| pose.quaternion().normalize());
    q * p.conjugate()
}
