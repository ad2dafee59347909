//! Which bodies of ours stand for which colliders of rapier's, and what changed since the last step.
//!
//! A unit is a body of our world: one collider, or, if bodies are to be stopped, the convex colliders of a dynamic rigid body that
//! collide with the same others, so that they stop as one. Colliders are compared with what was seen of them; a unit of which
//! anything differs is taken away and built again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use interframe::nalgebra::Vector3;
use interframe::{
    BodyId, BodyInput, Filter, Mobility, PairFilter, Pose, Role, SharedBody, Side, World,
};

use super::convert::{body, is_convex, pose, vector};
use super::rapier::dynamics::{RigidBody, RigidBodyHandle, RigidBodySet, RigidBodyType};
use super::rapier::geometry::{
    ActiveCollisionTypes, Collider, ColliderHandle, ColliderSet, InteractionGroups,
    InteractionTestMode,
};
use super::rapier::math::Pose as RapierPose;
use super::rapier::parry::shape::SharedShape;
use crate::error::{Error, Result};
use crate::placement::{compose, is_same_place};

/// A body that stands in for a collider, and its pose in the collider's frame; None leaves the collider out.
pub(crate) type StandIn = Option<(SharedBody, Pose)>;

/// What was seen of a collider.
#[derive(Clone)]
pub(crate) struct FollowedCollider {
    handle: ColliderHandle,
    parent: Option<RigidBodyHandle>,
    place: Option<RapierPose>,
    pub(crate) shape: SharedShape,
    pub(crate) rules: Rules,
    unit: usize,
    /// Number of the step that saw it last.
    step: u64,
}

/// What decides with which others a collider can meet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rules {
    pub(crate) groups: InteractionGroups,
    pub(crate) solver_groups: InteractionGroups,
    pub(crate) types: ActiveCollisionTypes,
    pub(crate) is_sensor: bool,
    pub(crate) kind: RigidBodyType,
    pub(crate) parent: Option<RigidBodyHandle>,
}

impl Rules {
    fn of(collider: &Collider, parent: Option<&RigidBody>) -> Self {
        Rules {
            groups: collider.collision_groups(),
            solver_groups: collider.solver_groups(),
            types: collider.active_collision_types(),
            is_sensor: collider.is_sensor(),
            kind: parent.map_or(RigidBodyType::Fixed, RigidBody::body_type),
            parent: collider.parent(),
        }
    }

    /// Whether rapier would test the two for contact, by their kinds, groups and bodies.
    pub(crate) fn allows(&self, other: &Rules) -> bool {
        let by_kind = |types: ActiveCollisionTypes| types.test(self.kind, other.kind);
        (self.parent.is_none() || self.parent != other.parent)
            && (by_kind(self.types) || by_kind(other.types))
            && self.groups.test(other.groups)
    }

    /// Whether the filter alone says what [`allows`](Self::allows) says, whatever the other is, but for two colliders of one
    /// body.
    fn is_plain(&self) -> bool {
        self.groups.test_mode == InteractionTestMode::And
            && self.types == ActiveCollisionTypes::default()
            && matches!(self.kind, RigidBodyType::Dynamic | RigidBodyType::Fixed)
    }

    fn filter(&self) -> Filter {
        match self.groups.test_mode {
            InteractionTestMode::And => Filter {
                category: u64::from(self.groups.memberships.bits()),
                mask: u64::from(self.groups.filter.bits()),
                group: 0,
            },
            // Whether the other's mode counts is known of a pair only.
            InteractionTestMode::Or => Filter {
                category: u64::MAX,
                mask: u64::MAX,
                group: 0,
            },
        }
    }
}

/// A body of our world.
pub(crate) struct Unit {
    pub(crate) id: BodyId,
    /// The colliders, in the order of the body's parts.
    pub(crate) handles: Vec<ColliderHandle>,
    pub(crate) parent: Option<RigidBodyHandle>,
    /// Its pose in the frame of the rigid body; without one, in that of the collider.
    pub(crate) local: Pose,
    pub(crate) rules: Rules,
    /// Half of what is thinnest of it; 0 of surfaces.
    pub(crate) thickness: f64,
    /// No point of it is farther from the rigid body's origin.
    pub(crate) reach: f64,
    /// Angular velocity of its rigid body before the step, radians a second, world axes.
    pub(crate) spin: Vector3<f64>,
}

impl Unit {
    /// The key of its body in our world: the index of its first collider.
    pub(crate) fn key(&self) -> usize {
        index_of(self.handles[0])
    }
}

/// All units, and what was seen.
#[derive(Default)]
pub(crate) struct Followed {
    /// By index of the collider's handle.
    seen: Vec<Option<FollowedCollider>>,
    units: Vec<Option<Unit>>,
    free: Vec<usize>,
    step: u64,
    /// Whether convex colliders of a dynamic body are one unit.
    pub(crate) joins: bool,
    pub(crate) stand_ins: HashMap<ColliderHandle, StandIn>,
    /// Colliders whose stand-ins changed since the last update.
    pub(crate) touched: Vec<ColliderHandle>,
    /// Pairs of rigid bodies that are not to meet, each in both orders.
    pub(crate) apart: Arc<HashSet<(RigidBodyHandle, RigidBodyHandle)>>,
    /// Rigid bodies that are links of multibodies.
    pub(crate) links: HashSet<RigidBodyHandle>,
    /// Whether units came or went since the pair filter was made.
    pub(crate) rules_changed: bool,
}

fn index_of(handle: ColliderHandle) -> usize {
    handle.into_raw_parts().0 as usize
}

pub(crate) fn about(handle: ColliderHandle) -> impl FnOnce(Error) -> Error {
    let (index, generation) = handle.into_raw_parts();
    move |error| Error::Collider {
        index,
        generation,
        source: Box::new(error),
    }
}

impl Followed {
    pub(crate) fn units(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().flatten()
    }

    /// The unit whose body has this key.
    pub(crate) fn unit(&self, user: u64) -> Option<&Unit> {
        let seen = self.seen.get(user as usize)?.as_ref()?;
        self.units[seen.unit].as_ref()
    }

    /// Whether two bodies of our world may meet, if the filters of the bodies do not say all of it.
    pub(crate) fn pair_filter(&self) -> Option<PairFilter> {
        let mut parents = HashSet::new();
        let mut is_second = |unit: &Unit| {
            let moves = unit.rules.kind != RigidBodyType::Fixed;
            moves && unit.parent.is_some_and(|parent| !parents.insert(parent))
        };
        let is_needed = |unit: &Unit| is_second(unit) || !unit.rules.is_plain();
        if self.apart.is_empty() && !self.units().any(is_needed) {
            return None;
        }
        let mut rules: Vec<Option<Rules>> = vec![None; self.seen.len()];
        for unit in self.units() {
            rules[unit.key()] = Some(unit.rules);
        }
        let apart = Arc::clone(&self.apart);
        Some(Arc::new(move |sides: [Side; 2]| {
            let [Some(a), Some(b)] = sides.map(|side| rules[side.user as usize]) else {
                return false;
            };
            let is_kept_apart = match (a.parent, b.parent) {
                // Sensors see what joints link, as in rapier.
                (Some(p), Some(q)) => !a.is_sensor && !b.is_sensor && apart.contains(&(p, q)),
                _ => false,
            };
            a.allows(&b) && !is_kept_apart
        }))
    }

    /// Takes up what is new, what changed and what is gone, and puts every body where its collider is.
    pub(crate) fn update(
        &mut self,
        world: &mut World,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
    ) -> Result<()> {
        self.step += 1;
        let mut new: Vec<FollowedCollider> = Vec::new();
        let mut stale = Vec::new();
        for (handle, collider) in colliders.iter() {
            let parent = collider.parent().and_then(|parent| bodies.get(parent));
            if parent.is_some_and(|body| !body.is_enabled())
                || !is_enabled(collider)
                || matches!(self.stand_ins.get(&handle), Some(None))
            {
                continue;
            }
            let index = index_of(handle);
            if index >= self.seen.len() {
                self.seen.resize(index + 1, None);
            }
            let rules = Rules::of(collider, parent);
            let old = self.seen[index].as_mut();
            if let Some(old) = old.filter(|old| {
                !self.touched.contains(&handle)
                    && old.handle == handle
                    && old.rules == rules
                    && old.place.as_ref() == collider.position_wrt_parent()
                    && Arc::ptr_eq(&old.shape.0, &collider.shared_shape().0)
            }) {
                old.step = self.step;
                continue;
            }
            new.push(FollowedCollider {
                handle,
                parent: collider.parent(),
                place: collider.position_wrt_parent().copied(),
                shape: collider.shared_shape().clone(),
                rules,
                unit: usize::MAX,
                step: self.step,
            });
        }
        for seen in self.seen.iter().flatten() {
            if seen.step != self.step {
                stale.push(seen.unit);
            }
        }
        if self.joins {
            // What joins a body may belong to its units.
            let grown: HashSet<_> = new.iter().filter_map(|seen| seen.parent).collect();
            let units = self.units.iter().enumerate();
            stale.extend(units.filter_map(|(k, unit)| {
                unit.as_ref()?
                    .parent
                    .filter(|parent| grown.contains(parent))
                    .map(|_| k)
            }));
        }
        self.touched.clear();
        stale.sort_unstable();
        stale.dedup();
        for unit in stale {
            self.take_away(unit, world, &mut new)?;
        }
        if !new.is_empty() {
            new.sort_by_key(|seen| index_of(seen.handle));
            self.build(new, world, bodies, colliders)?;
        }
        self.place_all(world, bodies, colliders)
    }

    /// Removes a unit; of its colliders those that are still there are to be built again.
    fn take_away(
        &mut self,
        unit: usize,
        world: &mut World,
        new: &mut Vec<FollowedCollider>,
    ) -> Result<()> {
        let Some(gone) = self.units[unit].take() else {
            return Ok(());
        };
        world.remove(gone.id)?;
        self.free.push(unit);
        self.rules_changed = true;
        for handle in gone.handles {
            let seen = self.seen[index_of(handle)].take();
            new.extend(seen.filter(|seen| seen.step == self.step));
        }
        Ok(())
    }

    fn build(
        &mut self,
        new: Vec<FollowedCollider>,
        world: &mut World,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
    ) -> Result<()> {
        self.rules_changed = true;
        let mut groups: Vec<Vec<FollowedCollider>> = Vec::new();
        let mut open: HashMap<RigidBodyHandle, Vec<usize>> = HashMap::new();
        for seen in new {
            let joins = self.joins
                && seen.rules.kind == RigidBodyType::Dynamic
                && is_convex(&*seen.shape.0)
                && !self.stand_ins.contains_key(&seen.handle);
            let Some(parent) = seen.parent.filter(|_| joins) else {
                groups.push(vec![seen]);
                continue;
            };
            let candidates = open.entry(parent).or_default();
            let found = candidates
                .iter()
                .find(|k| groups[**k][0].rules == seen.rules);
            match found {
                Some(k) => groups[*k].push(seen),
                None => {
                    candidates.push(groups.len());
                    groups.push(vec![seen]);
                }
            }
        }
        for group in groups {
            let first = group[0].handle;
            self.add(group, world, bodies, colliders)
                .map_err(about(first))?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        group: Vec<FollowedCollider>,
        world: &mut World,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
    ) -> Result<()> {
        let of = |seen: &FollowedCollider| -> Result<(SharedBody, Pose)> {
            let is_soft = colliders
                .get(seen.handle)
                .is_some_and(|collider| collider.deformable_mesh_ref().is_some());
            let (shape, frame) = match self.stand_ins.get(&seen.handle) {
                Some(Some(own)) => own.clone(),
                _ if is_soft => {
                    return Err(Error::Shape {
                        kind: "the surface of a soft body",
                        why: "it deforms, and bodies here are rigid; leave it out",
                    });
                }
                _ => body(&*seen.shape.0)?,
            };
            let place = match &seen.place {
                Some(place) => compose(&pose(place)?, &frame)?,
                None => frame,
            };
            Ok((shape, place))
        };
        let parts: Vec<_> = group.iter().map(of).collect::<Result<_>>()?;
        let (shape, local) = match &parts[..] {
            [(shape, local)] => (shape.clone(), *local),
            _ => (SharedBody::compound(&parts)?, Pose::identity()),
        };
        let thin = |seen: &FollowedCollider| f64::from(seen.shape.ccd_thickness());
        let first = &group[0];
        let unit = Unit {
            id: BodyId::from_bits(0),
            handles: group.iter().map(|seen| seen.handle).collect(),
            parent: first.parent,
            local,
            rules: first.rules,
            thickness: group.iter().map(thin).fold(f64::INFINITY, f64::min),
            reach: reach_of(&group),
            spin: Vector3::zeros(),
        };
        let at = self.pose_of(&unit, bodies, colliders)?;
        let is_static = unit.rules.kind == RigidBodyType::Fixed;
        let input = BodyInput {
            user: index_of(first.handle) as u64,
            filter: unit.rules.filter(),
            role: if unit.rules.is_sensor {
                Role::Sensor
            } else {
                Role::Solid
            },
            mobility: if is_static {
                Mobility::Static
            } else {
                Mobility::Moving
            },
            ..BodyInput::new(shape, at)
        };
        let place = self.free.pop().unwrap_or(self.units.len());
        if place == self.units.len() {
            self.units.push(None);
        }
        let id = world.add(input);
        self.units[place] = Some(Unit { id, ..unit });
        for seen in group {
            let index = index_of(seen.handle);
            self.seen[index] = Some(FollowedCollider {
                unit: place,
                ..seen
            });
        }
        Ok(())
    }

    /// Where rapier has a unit.
    pub(crate) fn pose_of(
        &self,
        unit: &Unit,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
    ) -> Result<Pose> {
        let frame = match unit.parent.and_then(|parent| bodies.get(parent)) {
            Some(body) => pose(body.position())?,
            None => match colliders.get(unit.handles[0]) {
                Some(collider) => pose(collider.position())?,
                None => {
                    return Err(Error::Order {
                        what: "a collider was removed within the step",
                    });
                }
            },
        };
        compose(&frame, &unit.local)
    }

    /// Puts what the program moved to where it is now, and remembers how fast bodies turn.
    fn place_all(
        &mut self,
        world: &mut World,
        bodies: &RigidBodySet,
        colliders: &ColliderSet,
    ) -> Result<()> {
        for unit in self.units() {
            let at = self
                .pose_of(unit, bodies, colliders)
                .map_err(about(unit.handles[0]))?;
            if !is_same_place(&at, world.get(unit.id)?.pose()) {
                world.teleport(unit.id, at)?;
            }
        }
        for unit in self.units.iter_mut().flatten() {
            let body = unit.parent.and_then(|parent| bodies.get(parent));
            unit.spin = body.map_or(Vector3::zeros(), |body| vector(body.angvel()));
        }
        Ok(())
    }
}

/// Whether the program has not disabled it. A collider whose body was enabled is told so by rapier's next step only, and until then
/// cannot be enabled by a program.
fn is_enabled(collider: &Collider) -> bool {
    let is_told_later = || {
        let mut enabled = collider.clone();
        enabled.set_enabled(true);
        !enabled.is_enabled()
    };
    collider.is_enabled() || collider.parent().is_some() && is_told_later()
}

/// No point of these shapes is farther from the rigid body's origin, to a rounding.
fn reach_of(group: &[FollowedCollider]) -> f64 {
    let reach = |seen: &FollowedCollider| {
        let ball = seen.shape.compute_local_bounding_sphere();
        let center = match &seen.place {
            Some(place) => place.transform_point(ball.center),
            None => ball.center,
        };
        f64::from(center.length() + ball.radius)
    };
    group.iter().map(reach).fold(0.0, f64::max)
}
