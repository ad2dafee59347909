//! What changes between steps, and which pairs may meet.

use interframe::{Pose, SharedBody};
use interframe_rapier::Error;

use super::adapter::mirror::Mirror;
use super::adapter::rapier::prelude::*;
use super::scene::{Scene, at, begins};
use crate::random::Random;

fn scene() -> Scene {
    Scene::new(Mirror::new())
}

fn ball() -> ColliderBuilder {
    ColliderBuilder::ball(0.1)
}

fn wall() -> ColliderBuilder {
    ColliderBuilder::cuboid(0.01, 1.0, 1.0)
}

/// Whether two colliders that fly into each other meet.
fn meet(a: (RigidBodyBuilder, ColliderBuilder), b: (RigidBodyBuilder, ColliderBuilder)) -> bool {
    let mut scene = scene();
    let (left, right) = (at(-1.0, 0.0, 0.0), at(1.0, 0.0, 0.0));
    let towards = |sign: f64| at(128.0 * sign, 0.0, 0.0);
    let (_, a) = scene
        .rapier
        .insert(a.0.translation(left).linvel(towards(1.0)), a.1);
    let (_, b) = scene
        .rapier
        .insert(b.0.translation(right).linvel(towards(-1.0)), b.1);
    !begins(&scene.step(), a, b).is_empty()
}

#[test]
fn groups_are_those_of_rapier() {
    let random = &mut Random(3);
    let mut met = 0;
    for _ in 0..200 {
        let mut groups = || {
            let mut bits = || Group::from_bits_truncate(random.next() as u32 & 7);
            let (memberships, filter) = (bits(), bits());
            let mode = match random.next() % 2 {
                0 => InteractionTestMode::And,
                _ => InteractionTestMode::Or,
            };
            InteractionGroups::new(memberships, filter, mode)
        };
        let (a, b) = (groups(), groups());
        let of = |groups| (RigidBodyBuilder::dynamic(), ball().collision_groups(groups));
        assert_eq!(meet(of(a), of(b)), a.test(b), "{a:?} {b:?}");
        met += u32::from(a.test(b));
    }
    assert!((40..160).contains(&met), "{met}");
}

#[test]
fn kinds_are_those_of_rapier() {
    let kinds = [
        RigidBodyType::Dynamic,
        RigidBodyType::Fixed,
        RigidBodyType::KinematicVelocityBased,
    ];
    for a in kinds {
        for b in kinds {
            for types in [ActiveCollisionTypes::default(), ActiveCollisionTypes::all()] {
                let of = |kind| {
                    (
                        RigidBodyBuilder::new(kind),
                        ball().active_collision_types(types),
                    )
                };
                // Two fixed bodies do not move, so they do not come to meet.
                let wanted = types.test(a, b) && (a, b) != (kinds[1], kinds[1]);
                let wanted = wanted && !(a == RigidBodyType::Fixed && b == RigidBodyType::Fixed);
                assert_eq!(meet(of(a), of(b)), wanted, "{a:?} {b:?} {types:?}");
            }
        }
    }
}

#[test]
fn colliders_of_one_body_do_not_meet() {
    let mut scene = scene();
    let (body, _) = scene.moving(at(0.0, 0.0, 0.0), at(3.0, 0.0, 0.0), ball());
    scene
        .rapier
        .insert_collider(ball().translation(at(0.05, 0.0, 0.0)), Some(body));
    let other = scene.fixed(at(2.0, 0.0, 0.0), wall());
    let step = scene.step();
    assert_eq!(step.contacts.len(), 2, "{:?}", step.contacts);
    assert!(
        step.contacts
            .iter()
            .all(|contact| contact.colliders.contains(&other))
    );
}

#[test]
fn joints_keep_bodies_apart() {
    for enabled in [true, false] {
        let mut scene = scene();
        let (a, ca) = scene.moving(at(0.0, 0.0, 0.0), at(0.0, 0.1, 0.0), ball());
        let (b, cb) = scene.moving(at(0.15, 0.0, 0.0), at(0.0, 0.1, 0.0), ball());
        let joint = RopeJointBuilder::new(5.0).contacts_enabled(enabled);
        scene.rapier.insert_impulse_joint(a, b, joint);
        let PhysicsWorld {
            impulse_joints,
            multibody_joints,
            ..
        } = &scene.rapier;
        scene.mirror.follow_joints(impulse_joints, multibody_joints);
        assert_eq!(begins(&scene.step(), ca, cb).len(), usize::from(enabled));
    }
}

#[test]
fn bodies_come_and_go() {
    let mut scene = scene();
    let (_, bullet) = scene.moving(at(-1.0, 0.0, 0.0), at(2.0, 0.0, 0.0), ball());
    assert!(scene.step().contacts.is_empty());
    let (body, late) = scene.rapier.insert(
        RigidBodyBuilder::fixed().translation(at(2.0, 0.0, 0.0)),
        wall(),
    );
    assert_eq!(begins(&scene.step(), bullet, late).len(), 1);
    scene.rapier.remove_body(body);
    // Another collider takes the place of the removed one.
    let far = scene.fixed(at(4.0, 0.0, 0.0), wall());
    assert_eq!(far.into_raw_parts().0, late.into_raw_parts().0);
    let step = scene.step();
    assert_eq!(
        (begins(&step, bullet, far).len(), scene.mirror.world().len()),
        (1, 2)
    );
    assert_eq!(
        scene
            .mirror
            .collider_of(scene.mirror.world().bodies().nth(1).expect("two").id()),
        Some(far)
    );
}

#[test]
fn changes_are_taken_up() {
    let mut scene = scene();
    let (body, bullet) = scene.moving(at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), ball());
    let gate = scene.fixed(at(0.5, 0.0, 5.0), wall());
    let (there, back) = (at(1.0, 0.0, 0.0), at(0.0, 0.0, 0.0));
    let mut contacts = |change: &dyn Fn(&mut PhysicsWorld)| {
        scene.rapier.bodies[body].set_position(Pose3::from_translation(back), true);
        change(&mut scene.rapier);
        let count = begins(&scene.step(), bullet, gate).len();
        // Nothing is met by being put elsewhere.
        assert!((scene.position(body) - there).length() < 1e-3);
        count
    };
    assert_eq!(contacts(&|_| ()), 0);
    // Wide enough to reach the bullet.
    let set = |shape: SharedShape| {
        move |world: &mut PhysicsWorld| world.colliders[gate].set_shape(shape.clone())
    };
    assert_eq!(contacts(&set(SharedShape::cuboid(0.01, 1.0, 6.0))), 1);
    assert_eq!(contacts(&set(SharedShape::cuboid(0.01, 1.0, 1.0))), 0);
    let shrink = |world: &mut PhysicsWorld| {
        let shape = world.colliders[gate]
            .shape_mut()
            .as_cuboid_mut()
            .expect("a cuboid");
        shape.half_extents.z = 6.0;
    };
    assert_eq!(contacts(&shrink), 1);
    assert_eq!(
        contacts(&|world| world.colliders[gate].set_enabled(false)),
        0
    );
    assert_eq!(
        contacts(&|world| world.colliders[gate].set_enabled(true)),
        1
    );
    let other = InteractionGroups::none();
    assert_eq!(
        contacts(&|world| world.colliders[gate].set_collision_groups(other)),
        0
    );
    assert_eq!(
        contacts(&|world| world.colliders[gate].set_collision_groups(InteractionGroups::all())),
        1
    );
    let parent = |world: &PhysicsWorld| world.colliders[gate].parent().expect("a body");
    let moved = |world: &mut PhysicsWorld| {
        let parent = parent(world);
        world.bodies[parent].set_translation(at(0.5, 30.0, 0.0), true);
    };
    assert_eq!(contacts(&moved), 0);
    let turned = |world: &mut PhysicsWorld| {
        world.colliders[gate].set_position_wrt_parent(Pose3::from_translation(at(0.0, -30.0, 0.0)))
    };
    assert_eq!(contacts(&turned), 1);
}

#[test]
fn an_unknown_shape_has_a_stand_in() {
    let mut scene = scene();
    let (_, bullet) = scene.moving(at(0.0, 1.0, 0.0), at(0.0, -3.0, 0.0), ball());
    let ground = scene.fixed(
        at(0.0, 0.0, 0.0),
        ColliderBuilder::new(SharedShape::halfspace(Vector::Y)),
    );
    let error = scene.try_step().expect_err("no half-space");
    let (index, _) = ground.into_raw_parts();
    assert!(
        matches!(error, Error::Collider { index: found, .. } if found == index),
        "{error}"
    );
    let slab = SharedBody::cuboid([10.0, 1.0, 10.0]).expect("a slab");
    let below =
        Pose::from_translation(interframe::nalgebra::Vector3::new(0.0, -1.0, 0.0)).expect("a pose");
    scene.mirror.stand_in(ground, slab, below);
    scene.rapier.bodies.iter_mut().for_each(|(_, body)| {
        if body.is_dynamic() {
            body.set_position(Pose3::from_translation(at(0.0, 1.0, 0.0)), true);
            body.set_linvel(at(0.0, -192.0, 0.0), true);
        }
    });
    assert_eq!(begins(&scene.step(), bullet, ground).len(), 1);
    scene.mirror.leave_out(ground);
    assert!(scene.step().contacts.is_empty());
    assert_eq!(scene.mirror.world().len(), 1);
}

#[test]
fn a_bullet_stops_at_a_stand_in() {
    let mut scene = Scene::new(Mirror::stopping());
    let (body, _) = scene.moving(at(0.0, 2.0, 0.0), at(1.0, -9.0, 0.0), ball());
    let plane =
        ColliderBuilder::new(SharedShape::halfspace(Vector::Y)).translation(at(0.0, 0.5, 0.0));
    let ground = scene.fixed(at(0.0, 0.0, 0.0), plane);
    let slab = SharedBody::cuboid([10.0, 1.0, 10.0]).expect("a slab");
    let below =
        Pose::from_translation(interframe::nalgebra::Vector3::new(0.0, -1.0, 0.0)).expect("a pose");
    scene.mirror.stand_in(ground, slab, below);
    let step = scene.stopping_step(&super::adapter::mirror::StopOptions::default());
    assert_eq!(step.stops.len(), 1);
    assert!(
        (f64::from(scene.position(body).y) - 0.6).abs() < 1e-4,
        "{:?}",
        scene.position(body)
    );
}

#[test]
fn a_soft_body_is_left_out() {
    let mut scene = scene();
    let (body, _) = scene.moving(at(0.0, 3.0, 0.0), at(0.0, 0.0, 0.0), ball());
    let cloth = SoftBodyBuilder::cloth(
        at(0.0, 0.0, 0.0),
        at(0.2, 0.0, 0.0),
        at(0.0, 0.0, 0.2),
        5,
        5,
    );
    scene.rapier.insert_soft_body(cloth);
    let soft: Vec<_> = scene
        .rapier
        .colliders
        .iter()
        .filter(|(_, c)| c.deformable_mesh_ref().is_some())
        .map(|(h, _)| h)
        .collect();
    assert!(!soft.is_empty());
    let error = scene.try_step().expect_err("a soft body").to_string();
    assert!(
        error.contains("soft body") && error.contains("deforms"),
        "{error}"
    );
    soft.into_iter()
        .for_each(|collider| scene.mirror.leave_out(collider));
    scene.step();
    assert!(scene.position(body).y > 2.9);
}

#[test]
fn what_is_nowhere_is_an_error() {
    let mut scene = scene();
    let lost = scene.fixed(at(f64::NAN, 0.0, 0.0), ball());
    let mirrored = scene
        .mirror
        .before_step(&scene.rapier.bodies, &scene.rapier.colliders);
    let text = mirrored.expect_err("a NaN").to_string();
    let (index, generation) = lost.into_raw_parts();
    assert!(
        text.contains(&format!("collider {index} (generation {generation})"))
            && text.contains("NaN"),
        "{text}"
    );
    // A body that is found again is followed.
    let parent = scene.rapier.colliders[lost].parent().expect("a body");
    scene.rapier.bodies[parent].set_position(Pose3::from_translation(at(0.0, 0.0, 0.0)), true);
    scene
        .mirror
        .before_step(&scene.rapier.bodies, &scene.rapier.colliders)
        .expect("found");
    assert_eq!(scene.mirror.world().len(), 1);
}
