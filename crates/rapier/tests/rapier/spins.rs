//! Bodies whose spin a step changes, and what a contact does to the velocities of spinning bodies.

use interframe::nalgebra::Vector3;

use super::adapter::convert::vector;
use super::adapter::mirror::{Mirror, StopOptions, Velocity};
use super::adapter::rapier::prelude::*;
use super::scene::{DT, Scene, at, begins};
use crate::random::Random;

fn energy(body: &RigidBody) -> f64 {
    f64::from(body.kinetic_energy())
}

fn any_vector(random: &mut Random, size: f64) -> Vector {
    let mut number = || random.between(-size, size);
    at(number(), number(), number())
}

/// A contact of the step makes a box spin by more than half a turn a step, and rapier turned it by less than 45 degrees.
#[test]
fn what_begins_to_spin_in_a_step_has_turned_little() {
    let mut wrong = Vec::new();
    let mut spun = 0;
    for seed in 0..400 {
        let random = &mut Random(seed);
        let mut scene = Scene::new(Mirror::new());
        let shape = ColliderBuilder::cuboid(0.3, 0.1, 0.1)
            .restitution(1.0)
            .density(1.0);
        let side = random.between(-1.0, 1.0);
        let (body, bar) = scene.moving(at(side * 0.25, 2.0, 0.0), at(0.0, -2.2, 0.0), shape);
        scene.fixed(
            at(0.0, -1.0, 0.0),
            ColliderBuilder::cuboid(9.0, 1.0, 9.0).restitution(1.0),
        );
        // Something beside it that only a whole turn would meet.
        let post = scene.fixed(
            at(side * 0.25 + 0.2, 3.0, 0.22),
            ColliderBuilder::ball(0.01),
        );
        for _ in 0..4 {
            let before = *scene.rapier.bodies[body].rotation();
            let step = scene.step();
            let after = *scene.rapier.bodies[body].rotation();
            let spin = f64::from(scene.rapier.bodies[body].angvel().length() * DT);
            spun += u32::from(spin > 3.2);
            let turned = f64::from(before.angle_between(after));
            if turned < 0.8 && !begins(&step, bar, post).is_empty() && spin > 3.2 {
                wrong.push(seed);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(spun > 10, "only {spun} spin");
}

/// The turn that the mirror gives a bar that spins alone, with damping, by a way that is known: a post at each angle is met.
#[test]
fn damping_does_not_change_how_far_a_body_has_turned() {
    for kinematic in [false, true] {
        for turn in [0.5, 3.25, 5.0, 9.0] {
            let mut scene = Scene::new(Mirror::new());
            let body = match kinematic {
                true => RigidBodyBuilder::kinematic_velocity_based(),
                false => RigidBodyBuilder::dynamic().can_sleep(false),
            };
            // Iterations turn by twice the angle whose tangent is half of what the velocity says.
            let iterations = scene.rapier.integration_parameters.num_solver_iterations as f64;
            let twice = 2.0 * iterations;
            let nominal = twice * (turn / twice).tan();
            let body = body
                .angvel(at(0.0, nominal, 0.0) / DT)
                .angular_damping(10.0);
            let mut body = body.build();
            body.set_allow_fast_rotation(true);
            let bar = scene
                .rapier
                .insert(body, ColliderBuilder::cuboid(1.0, 0.01, 0.01))
                .1;
            // It turns from +x towards -z. A post where the bar's end is after most of the turn.
            let angle = (turn - 0.1) % std::f64::consts::TAU;
            let post = scene.rapier.insert_collider(
                ColliderBuilder::ball(0.01)
                    .sensor(true)
                    .active_collision_types(ActiveCollisionTypes::all())
                    .translation(at(angle.cos() * 0.9, 0.0, -angle.sin() * 0.9)),
                None,
            );
            let step = scene.step();
            let times = begins(&step, bar, post);
            assert_eq!(times.len(), 1, "{kinematic} {turn} {times:?}");
            // Either end of the bar gets there, the one first that is half a turn nearer.
            let first = if turn - 0.1 > std::f64::consts::PI {
                angle % std::f64::consts::PI
            } else {
                angle
            };
            let wanted = first / turn;
            assert!(
                (times[0] - wanted).abs() < 0.06,
                "{turn}: {times:?} {wanted}"
            );
        }
    }
}

/// Two that meet, spinning as they like: with `Inelastic` they approach no more where they touch, and no energy comes from it.
#[test]
fn spinning_bodies_that_stop_approach_no_more() {
    let options = StopOptions {
        velocity: Velocity::Inelastic,
        ..StopOptions::default()
    };
    let mut met = 0;
    for seed in 0..300 {
        let random = &mut Random(seed + 1000);
        let mut scene = Scene::new(Mirror::stopping());
        let shape = |random: &mut Random| match random.between(0.0, 3.0) as u32 {
            0 => ColliderBuilder::cuboid(0.3, 0.2, 0.1),
            1 => ColliderBuilder::capsule_x(0.4, 0.1),
            _ => ColliderBuilder::round_cuboid(0.2, 0.2, 0.1, 0.05),
        };
        let (one, other) = (shape(random), shape(random));
        let (a, _) = scene.moving(at(-3.0, 0.0, 0.0), at(5.0, 0.0, 0.0), one.density(1.0));
        let away = any_vector(random, 0.2);
        let (b, _) = scene.moving(
            at(3.0, 0.0, 0.0) + away,
            at(-4.0, 0.0, 0.0),
            other.density(2.0),
        );
        for body in [a, b] {
            let spin = any_vector(random, 0.4) / DT;
            scene.rapier.bodies[body].set_angvel(spin, true);
        }
        let before = energy(&scene.rapier.bodies[a]) + energy(&scene.rapier.bodies[b]);
        let step = scene.stopping_step(&options);
        let Some(contact) = step.contacts.first().filter(|_| step.stops.len() == 2) else {
            continue;
        };
        met += 1;
        let after = energy(&scene.rapier.bodies[a]) + energy(&scene.rapier.bodies[b]);
        assert!(after <= before * 1.0001, "{seed}: {before} to {after}");
        let normal = contact.event.normal.expect("a normal");
        let point = contact.event.point_a.expect("a point");
        let speed = |body: RigidBodyHandle| -> Vector3<f64> {
            let body = &scene.rapier.bodies[body];
            let arm = point - vector(body.center_of_mass());
            vector(body.linvel()) + vector(body.angvel()).cross(&arm)
        };
        let [first, second] = contact
            .colliders
            .map(|of| speed(scene.rapier.colliders[of].parent().expect("a body")));
        let approach = (first - second).dot(&normal);
        let size = 9.0 / f64::from(DT);
        assert!(approach.abs() < 1e-3 * size, "{seed}: {approach}");
    }
    assert!(met > 100, "only {met} met");
}

/// What rapier leaves approaching in a contact of the start loses its approach, and gains no energy.
#[test]
fn bodies_in_a_closed_room_gain_no_energy() {
    for seed in 0..12 {
        let random = &mut Random(seed + 2000);
        let mut scene = Scene::new(Mirror::stopping());
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let mut place = [0.0; 3];
                place[axis] = side * 3.0;
                let mut half = [4.0; 3];
                half[axis] = 1.0;
                let wall =
                    ColliderBuilder::cuboid(half[0] as Real, half[1] as Real, half[2] as Real);
                scene.fixed(at(place[0], place[1], place[2]), wall.restitution(0.7));
            }
        }
        let mut bodies = Vec::new();
        for k in 0..6 {
            let from = at(-1.2 + 0.5 * f64::from(k), 0.0, 0.0);
            let shape = match k % 3 {
                0 => ColliderBuilder::round_cuboid(0.1, 0.1, 0.05, 0.02),
                1 => ColliderBuilder::cuboid(0.15, 0.1, 0.05),
                _ => ColliderBuilder::capsule_y(0.1, 0.05),
            };
            let by = any_vector(random, 3.0);
            bodies.push(
                scene
                    .moving(from, by, shape.restitution(0.7).density(1.0))
                    .0,
            );
        }
        let total = |scene: &Scene| -> f64 {
            bodies
                .iter()
                .map(|body| energy(&scene.rapier.bodies[*body]))
                .sum()
        };
        let mut most = total(&scene);
        for step in 0..60 {
            scene.stopping_step(&StopOptions::default());
            let now = total(&scene);
            assert!(now <= most * 1.02, "{seed}, step {step}: {most} to {now}");
            most = now;
        }
        for body in &bodies {
            let there = scene.position(*body);
            let out = there.x.abs().max(there.y.abs()).max(there.z.abs());
            assert!(out < 2.0, "{seed}: {there:?}");
        }
    }
}

#[test]
fn locked_axes_stay_locked() {
    let mut scene = Scene::new(Mirror::stopping());
    let (body, _) = scene.moving(
        at(-3.0, 0.0, 0.0),
        at(6.0, 0.0, 0.0),
        ColliderBuilder::ball(0.1),
    );
    scene.rapier.bodies[body].set_locked_axes(LockedAxes::TRANSLATION_LOCKED_Z, true);
    let slanted = ColliderBuilder::cuboid(0.05, 3.0, 3.0).rotation(at(0.0, 0.7, 0.0));
    scene.fixed(at(1.0, 0.0, 0.0), slanted);
    let options = StopOptions {
        velocity: Velocity::Inelastic,
        ..StopOptions::default()
    };
    for _ in 0..5 {
        scene.stopping_step(&options);
        assert_eq!(scene.position(body).z, 0.0);
        assert_eq!(scene.rapier.bodies[body].linvel().z, 0.0);
    }

    // Nothing pushes what may not move at all.
    let mut scene = Scene::new(Mirror::stopping());
    let (body, _) = scene.moving(
        at(0.0, 0.0, 0.0),
        at(0.0, 0.0, 0.0),
        ColliderBuilder::ball(0.1),
    );
    scene.rapier.bodies[body].set_locked_axes(LockedAxes::TRANSLATION_LOCKED, true);
    let wall = RigidBodyBuilder::kinematic_velocity_based().translation(at(-1.0, 0.0, 0.0));
    let wall = wall.linvel(at(4.0, 0.0, 0.0) / DT);
    scene
        .rapier
        .insert(wall, ColliderBuilder::cuboid(0.01, 2.0, 2.0));
    scene.stopping_step(&StopOptions::default());
    assert_eq!(scene.position(body), at(0.0, 0.0, 0.0));
}

/// A ball that flies through a thin wall in the next step: its body, its collider and that of the wall.
fn shot() -> (Scene, RigidBodyHandle, [ColliderHandle; 2]) {
    let mut scene = Scene::new(Mirror::new());
    let ball = ColliderBuilder::ball(0.1);
    let (body, bullet) = scene.moving(at(-3.0, 0.0, 0.0), at(6.0, 0.0, 0.0), ball);
    let wall = scene.fixed(at(0.0, 0.0, 0.0), ColliderBuilder::cuboid(0.01, 2.0, 2.0));
    (scene, body, [bullet, wall])
}

/// Enabled bodies are followed in the step that enables them, and sensors see what joints keep apart.
#[test]
fn what_was_enabled_and_what_is_linked_is_seen() {
    let (mut scene, body, [bullet, wall]) = shot();
    scene.rapier.bodies[body].set_enabled(false);
    assert!(scene.step().contacts.is_empty());
    scene.rapier.bodies[body].set_enabled(true);
    assert_eq!(begins(&scene.step(), bullet, wall).len(), 1);
    // A collider that the program disabled stays out, whatever its body does.
    let (mut scene, _, [bullet, _]) = shot();
    scene.rapier.colliders[bullet].set_enabled(false);
    assert!(scene.step().contacts.is_empty());

    let mut scene = Scene::new(Mirror::new());
    let (one, ball) = scene.moving(
        at(0.0, 0.0, 0.0),
        at(0.0, 0.0, 0.0),
        ColliderBuilder::ball(0.5),
    );
    let (other, sensor) = scene.moving(
        at(0.5, 0.0, 0.0),
        at(0.0, 0.0, 0.0),
        ColliderBuilder::ball(0.5).sensor(true),
    );
    let joint = FixedJointBuilder::new()
        .contacts_enabled(false)
        .local_anchor1(at(0.5, 0.0, 0.0));
    scene.rapier.insert_impulse_joint(one, other, joint);
    scene
        .mirror
        .follow_joints(&scene.rapier.impulse_joints, &scene.rapier.multibody_joints);
    assert!(!scene.step().contacts.is_empty(), "{ball:?} {sensor:?}");
}

/// A motor turns a link of a multibody by two turns a step.
#[test]
fn links_of_multibodies_turn_as_they_do() {
    let mut scene = Scene::new(Mirror::new());
    let base = scene.rapier.bodies.insert(RigidBodyBuilder::fixed());
    let (arm, bar) = scene.rapier.insert(
        RigidBodyBuilder::dynamic().can_sleep(false),
        ColliderBuilder::cuboid(1.0, 0.01, 0.01).density(1.0),
    );
    let joint = RevoluteJointBuilder::new(at(0.0, 1.0, 0.0)).motor_velocity(12.0 / DT, 1e9);
    scene.rapier.insert_multibody_joint(base, arm, joint);
    scene
        .mirror
        .follow_joints(&scene.rapier.impulse_joints, &scene.rapier.multibody_joints);
    for _ in 0..3 {
        scene.step();
    }
    let spin = f64::from(scene.rapier.bodies[arm].angvel().y * DT);
    assert!(spin > 6.3, "{spin}");
    let seen = scene.mirror.world().bodies().count();
    assert_eq!(seen, 1);
    let angle = |scene: &Scene| {
        let x = *scene.rapier.bodies[arm].rotation() * at(1.0, 0.0, 0.0);
        f64::from(-x.z).atan2(f64::from(x.x))
    };
    // A post that the bar reaches in the second half of its first turn from here on, either end first.
    let from = angle(&scene);
    let to = from + 2.5;
    let post = scene.rapier.insert_collider(
        ColliderBuilder::ball(0.01).sensor(true).translation(at(
            to.cos() * 0.9,
            0.0,
            -to.sin() * 0.9,
        )),
        None,
    );
    let times = begins(&scene.step(), bar, post);
    let wanted = 2.5 / spin;
    assert!(
        times.len() == 1 && (times[0] - wanted).abs() < 0.05,
        "{times:?} {wanted}"
    );
}

/// Large balls that fly at each other from a gap that is no contact of rapier's bounce as rapier says.
#[test]
fn large_balls_bounce() {
    for (radius, gap) in [
        (0.5, 0.03),
        (5.0, 0.03),
        (10.0, 0.03),
        (10.0, 0.09),
        (5.0, 0.2),
    ] {
        let mut scene = Scene::new(Mirror::stopping());
        let ball = || {
            ColliderBuilder::ball(radius as Real)
                .restitution(1.0)
                .friction(0.0)
                .density(1.0)
        };
        let apart = radius + gap / 2.0;
        let (a, _) = scene.moving(
            at(-apart, 0.0, 0.0),
            at(3000.0 * f64::from(DT), 0.0, 0.0),
            ball(),
        );
        let (b, _) = scene.moving(
            at(apart, 0.0, 0.0),
            at(-3000.0 * f64::from(DT), 0.0, 0.0),
            ball(),
        );
        for _ in 0..3 {
            scene.stopping_step(&StopOptions::default());
        }
        let [a, b] = [a, b].map(|body| f64::from(scene.rapier.bodies[body].linvel().x));
        assert!(a < -2900.0 && b > 2900.0, "{radius} {gap}: {a} {b}");
    }
}

#[test]
fn what_is_removed_within_a_step_is_an_error_and_what_was_left_out_comes_back() {
    let (mut scene, body, [bullet, wall]) = shot();
    scene.mirror.leave_out(wall);
    assert!(scene.step().contacts.is_empty());
    scene.rapier.bodies[body].set_translation(at(-3.0, 0.0, 0.0), true);
    scene.mirror.follow(wall);
    assert_eq!(begins(&scene.step(), bullet, wall).len(), 1);

    scene
        .mirror
        .before_step(&scene.rapier.bodies, &scene.rapier.colliders)
        .expect("followed");
    scene.rapier.step();
    scene.rapier.remove_body(body);
    let Scene { rapier, mirror } = &mut scene;
    let after = mirror.after_step(
        &rapier.integration_parameters,
        &rapier.bodies,
        &rapier.colliders,
        &interframe::Serial,
    );
    assert!(
        after
            .expect_err("no body")
            .to_string()
            .contains("removed within the step")
    );
}
