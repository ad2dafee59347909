//! Bodies that are stopped where they meet something.

use interframe::Serial;

use super::adapter::mirror::{Mirror, StopOptions, Velocity};
use super::adapter::rapier::prelude::*;
use super::scene::{DT, Scene, at};

fn scene() -> Scene {
    Scene::new(Mirror::stopping())
}

fn ball() -> ColliderBuilder {
    ColliderBuilder::ball(0.05)
}

fn steps(scene: &mut Scene, count: usize) {
    for _ in 0..count {
        scene.stopping_step(&StopOptions::default());
    }
}

#[test]
fn a_bullet_stops_at_a_thin_wall() {
    let mut scene = scene();
    let (body, bullet) = scene.moving(at(-5.0, 0.0, 0.0), at(15.0, 0.0, 0.0), ball());
    let wall = scene.fixed(at(1.0, 0.0, 0.0), ColliderBuilder::cuboid(0.01, 2.0, 2.0));
    let step = scene.stopping_step(&StopOptions::default());
    assert_eq!(step.contacts[0].colliders, [bullet, wall]);
    let [stop] = &step.stops[..] else {
        panic!("{:?}", step.stops)
    };
    assert!(stop.body == body && !stop.is_spent && (stop.t - 5.94 / 15.0).abs() < 1e-5);
    let there = scene.position(body).x;
    assert!((f64::from(there) - 0.94).abs() < 1e-5, "{there}");
    // The collider is where its body is, and the velocity is kept for rapier to resolve.
    assert_eq!(scene.rapier.colliders[bullet].translation().x, there);
    assert_eq!(scene.rapier.bodies[body].linvel().x, 15.0 / DT);
    for _ in 0..20 {
        scene.stopping_step(&StopOptions::default());
        assert!(scene.position(body).x < 0.95);
    }
    // rapier has resolved it.
    assert!(scene.rapier.bodies[body].linvel().x.abs() < 15.0);
}

#[test]
fn a_bullet_that_stopped_bounces_as_rapier_says() {
    let mut scene = scene();
    let bouncing = ball().restitution(1.0).friction(0.0);
    let (body, _) = scene.moving(at(-5.0, 0.0, 0.0), at(12.0, 5.0, 0.0), bouncing);
    scene.fixed(
        at(1.0, 0.0, 0.0),
        ColliderBuilder::cuboid(0.01, 90.0, 2.0)
            .restitution(1.0)
            .friction(0.0),
    );
    steps(&mut scene, 3);
    let after = scene.rapier.bodies[body].linvel() * DT;
    assert!((after - at(-12.0, 5.0, 0.0)).length() < 1e-3, "{after:?}");
    // One step flies to the wall, one is rapier's bounce, one flies back; nothing holds it along the wall.
    let off = scene.position(body) - at(-11.06, 12.475, 0.0);
    assert!(off.length() < 0.05, "{off:?}");
}

#[test]
fn a_body_with_a_mesh_stops_as_one() {
    let mut scene = scene();
    let (body, _) = scene.moving(at(-5.0, 0.0, 0.0), at(15.0, 0.0, 0.0), ball());
    let corners = vec![at(0.5, 2.0, -1.0), at(0.5, 4.0, -1.0), at(0.5, 3.0, 1.0)];
    let sail = ColliderBuilder::trimesh(corners, vec![[0, 1, 2]]).expect("a mesh");
    let sail = scene.rapier.insert_collider(sail.density(0.0), Some(body));
    let post = scene.fixed(at(1.0, 3.0, 0.0), ColliderBuilder::cuboid(0.01, 0.5, 0.5));
    let step = scene.stopping_step(&StopOptions::default());
    assert!(
        step.contacts
            .iter()
            .any(|contact| contact.colliders == [sail, post])
    );
    assert!(
        (f64::from(scene.position(body).x) - 0.49).abs() < 1e-4,
        "{:?}",
        scene.position(body)
    );
    // All of it is where rapier has it.
    let places = scene
        .mirror
        .world()
        .bodies()
        .map(|body| body.pose().translation().x);
    let places: Vec<_> = places.collect();
    let there = f64::from(scene.position(body).x);
    assert_eq!(places, [there, there, 1.0]);
}

#[test]
fn the_same_steps_have_the_same_bits() {
    let run = || {
        let mut scene = scene();
        let random = &mut crate::random::Random(4);
        for _ in 0..40 {
            let mut vector = |size: f64| {
                at(
                    random.between(-size, size),
                    random.between(-size, size),
                    random.between(-size, size),
                )
            };
            let (from, by) = (vector(2.0), vector(2.0));
            scene.moving(from, by, ball());
        }
        let step = scene.stopping_step(&StopOptions::default());
        assert!(!step.stops.is_empty());
        (step.contacts, step.stops)
    };
    assert_eq!(run(), run());
}

#[test]
fn velocities_may_be_inelastic() {
    let mut scene = scene();
    let options = StopOptions {
        velocity: Velocity::Inelastic,
        ..StopOptions::default()
    };
    let (a, _) = scene.moving(at(-5.0, 0.0, 0.0), at(12.0, 4.0, 0.0), ball());
    let wall = ColliderBuilder::cuboid(0.01, 20.0, 20.0);
    scene.fixed(at(1.0, 0.0, 0.0), wall);
    scene.stopping_step(&options);
    let after = scene.rapier.bodies[a].linvel() * DT;
    assert!((after - at(0.0, 4.0, 0.0)).length() < 1e-4, "{after:?}");
    // Of two bodies each takes its share by its mass: momentum is kept.
    let mut scene = self::scene();
    let (a, _) = scene.moving(at(-5.0, 0.0, 0.0), at(8.0, 0.0, 0.0), ball().mass(3.0));
    let (b, _) = scene.moving(at(5.0, 0.0, 0.0), at(-8.0, 0.0, 0.0), ball().mass(1.0));
    scene.stopping_step(&options);
    let speed = |body: RigidBodyHandle| scene.rapier.bodies[body].linvel().x * DT;
    assert!(
        (speed(a) - 4.0).abs() < 1e-3 && (speed(b) - 4.0).abs() < 1e-3,
        "{} {}",
        speed(a),
        speed(b)
    );
}

#[test]
fn bullets_stop_at_bullets() {
    let mut scene = scene();
    let (a, _) = scene.moving(at(-6.0, 0.0, 0.0), at(15.0, 0.0, 0.0), ball());
    let (b, _) = scene.moving(at(6.0, 0.0, 0.0), at(-15.0, 0.0, 0.0), ball());
    for _ in 0..10 {
        scene.stopping_step(&StopOptions::default());
        assert!(scene.position(a).x < scene.position(b).x);
    }
}

#[test]
fn a_bar_does_not_pass_over_a_ball() {
    // Half a turn a step, over a ball that stands: it is on the side of the bar on which it was, or beyond its end.
    for turn in [0.6, 1.4, 2.8] {
        let mut scene = scene();
        let body = RigidBodyBuilder::kinematic_velocity_based()
            .angvel(at(0.0, 0.0, turn) / DT)
            .allow_fast_rotation(true);
        let (bar, _) = scene
            .rapier
            .insert(body, ColliderBuilder::cuboid(2.0, 0.05, 0.05));
        let (ball, _) = scene.moving(at(1.5, 0.4, 0.0), at(0.0, 0.0, 0.0), ball());
        let mut pushed = false;
        for _ in 0..4 {
            let step = scene.stopping_step(&StopOptions::default());
            assert!(
                step.stops.iter().all(|stop| !stop.is_spent),
                "{:?}",
                step.stops
            );
            pushed |= !step.stops.is_empty();
            let [bar, ball] = [bar, ball].map(|body| *scene.rapier.bodies[body].position());
            let seen = bar.inverse_transform_point(ball.translation);
            let is_outside = seen.x.abs() > 2.0 || seen.y.abs() > 0.099;
            assert!(is_outside, "{turn}: {seen:?}");
        }
        assert!(pushed, "{turn}");
        // Out of the bar's reach in the direction in which it goes round.
        let place = scene.position(ball);
        assert!(place.length() > 1.5 && place.y > 0.4, "{turn}: {place:?}");
    }
}

#[test]
fn colliders_of_a_body_stop_as_one() {
    let mut scene = scene();
    let (body, _) = scene.moving(at(-5.0, 0.0, 0.0), at(15.0, 0.0, 0.0), ball());
    let ahead = scene
        .rapier
        .insert_collider(ball().translation(at(0.5, 3.0, 0.0)), Some(body));
    let wall = scene.fixed(at(1.0, 3.0, 0.0), ColliderBuilder::cuboid(0.01, 1.0, 1.0));
    let step = scene.stopping_step(&StopOptions::default());
    assert_eq!(scene.mirror.world().len(), 2);
    // The event names the collider that met the wall.
    assert_eq!(step.contacts[0].colliders, [ahead, wall].map(|c| c));
    assert!((f64::from(scene.position(body).x) - 0.44).abs() < 1e-5);
    // A collider that joins later is part of it.
    scene
        .rapier
        .insert_collider(ball().translation(at(0.0, -3.0, 0.0)), Some(body));
    scene.stopping_step(&StopOptions::default());
    assert_eq!(scene.mirror.world().len(), 2);
}

#[test]
fn a_fast_puck_slides_on() {
    let mut scene = scene();
    scene.rapier.gravity = at(0.0, -10.0, 0.0);
    let puck = ColliderBuilder::cuboid(0.2, 0.05, 0.2).friction(0.0);
    let (body, _) = scene.moving(at(-40.0, 0.05, 0.0), at(1.0, 0.0, 0.0), puck);
    scene.fixed(
        at(0.0, -1.0, 0.0),
        ColliderBuilder::cuboid(100.0, 1.0, 100.0).friction(0.0),
    );
    steps(&mut scene, 60);
    let place = scene.position(body);
    assert!(place.x > 15.0 && place.y > 0.03, "{place:?}");
}

/// A floor that leads to a wall at x = 4, as a mesh and as a compound.
fn floors_with_a_wall() -> [ColliderBuilder; 2] {
    let corners = [
        [-9.0, 0.0],
        [-9.0, 9.0],
        [4.0, 0.0],
        [4.0, 9.0],
        [4.0, 0.0],
        [4.0, 9.0],
    ];
    let height = |k: usize| if k < 4 { 0.0 } else { 3.0 };
    let vertices = (corners.iter().enumerate())
        .map(|(k, [x, z])| at(*x, height(k), z - 4.5))
        .collect();
    let triangles = vec![[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]];
    let slab = |half: [f64; 3]| SharedShape::cuboid(half[0] as Real, half[1] as Real, half[2] as Real);
    [
        ColliderBuilder::trimesh(vertices, triangles).expect("triangles"),
        ColliderBuilder::compound(vec![
            (
                Pose::from_translation(at(-2.5, -0.5, 0.0)),
                slab([6.5, 0.5, 4.5]),
            ),
            (
                Pose::from_translation(at(4.5, 1.5, 0.0)),
                slab([0.5, 1.5, 4.5]),
            ),
        ]),
    ]
}

#[test]
fn curved_bodies_that_slide_stop_at_the_wall_of_their_floor() {
    for [dx, dz] in [[20.0, 0.0], [15.0, 1.0], [0.7, 0.2]] {
        for floor in floors_with_a_wall() {
            for (curved, height, reach) in [
                (ColliderBuilder::cylinder(0.25, 0.5), 0.25, 0.5),
                (ColliderBuilder::cone(0.25, 0.5), 0.25, 0.5),
                (ColliderBuilder::round_cylinder(0.25, 0.5, 0.125), 0.375, 0.625),
            ] {
                let mut scene = scene();
                let curved = curved.friction(0.0);
                let (body, _) = scene.moving(at(-3.0, height, 0.0), at(dx, 0.0, dz), curved);
                scene.rapier.bodies[body].lock_rotations(true, true);
                scene.fixed(at(0.0, 0.0, 0.0), floor.clone());
                for _ in 0..20 {
                    scene.stopping_step(&StopOptions::default());
                    let place = scene.position(body);
                    // A cone meets the wall a little above the floor.
                    assert!(f64::from(place.x) < 4.0 - reach + 1e-3, "{place:?}");
                }
            }
        }
    }
}

#[test]
fn slow_bodies_are_left_to_rapier() {
    let mut scene = scene();
    scene.rapier.gravity = at(0.0, -10.0, 0.0);
    let (body, _) = scene.moving(
        at(0.0, 0.52, 0.0),
        at(0.0, 0.0, 0.0),
        ColliderBuilder::cuboid(0.5, 0.5, 0.5),
    );
    scene.fixed(at(0.0, -1.0, 0.0), ColliderBuilder::cuboid(10.0, 1.0, 10.0));
    for _ in 0..60 {
        assert!(
            scene
                .stopping_step(&StopOptions::default())
                .stops
                .is_empty()
        );
    }
    assert!((f64::from(scene.position(body).y) - 0.5).abs() < 0.01);
}

#[test]
fn sensors_and_solver_groups_stop_nothing() {
    let none = InteractionGroups::none();
    for gate in [
        ColliderBuilder::cuboid(0.01, 1.0, 1.0).sensor(true),
        ColliderBuilder::cuboid(0.01, 1.0, 1.0).solver_groups(none),
    ] {
        let mut scene = scene();
        let (body, _) = scene.moving(at(-1.0, 0.0, 0.0), at(2.0, 0.0, 0.0), ball());
        scene.fixed(at(0.0, 0.0, 0.0), gate);
        let step = scene.stopping_step(&StopOptions::default());
        assert_eq!((step.contacts.len(), step.stops.len()), (1, 0));
        assert!(f64::from((scene.position(body).x - 1.0).abs()) < 1e-5);
    }
}

#[test]
fn a_crowd_of_bullets_stays_in_its_box() {
    let mut scene = scene();
    let random = &mut crate::random::Random(9);
    for k in 0..6 {
        let (axis, side) = (k % 3, if k < 3 { 1.0 } else { -1.0 });
        let (mut place, mut half) = ([0.0; 3], [4.02; 3]);
        (place[axis], half[axis]) = (4.0 * side, 0.01);
        let wall = ColliderBuilder::cuboid(half[0] as Real, half[1] as Real, half[2] as Real)
            .restitution(1.0);
        scene.fixed(at(place[0], place[1], place[2]), wall);
    }
    let mut bullets = Vec::new();
    for _ in 0..60 {
        let mut vector = |size: f64| {
            at(
                random.between(-size, size),
                random.between(-size, size),
                random.between(-size, size),
            )
        };
        let (from, by) = (vector(3.8), vector(9.0));
        bullets.push(scene.moving(from, by, ball().restitution(1.0)).0);
    }
    let mut stops = 0;
    for _ in 0..40 {
        let step = scene.stopping_step(&StopOptions::default());
        stops += step.stops.len();
        for bullet in &bullets {
            let place = scene.position(*bullet);
            assert!(place.abs().max_element() < 3.99 - 0.045, "{place:?}");
        }
    }
    assert!(stops > 500, "{stops}");
    let rest = scene.mirror.after_step(
        &scene.rapier.integration_parameters,
        &scene.rapier.bodies,
        &scene.rapier.colliders,
        &Serial,
    );
    assert!(rest.is_err());
}
