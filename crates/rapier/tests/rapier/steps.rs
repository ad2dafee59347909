//! Events of flights whose times are known.

use std::f64::consts::{FRAC_PI_2, TAU};

use interframe::{Mode, Phase};

use super::adapter::mirror::Mirror;
use super::adapter::rapier::prelude::*;
use super::scene::{DT, Scene, at, begins};
use super::{ROUNDING, adapter};

fn scene() -> Scene {
    Scene::new(Mirror::new())
}

/// The only one, to rounding and the tolerance of near contacts.
fn assert_time(times: &[f64], wanted: f64) {
    let [time] = times else { panic!("{times:?}") };
    assert!(
        (time - wanted).abs() < 1e-6 + 8.0 * ROUNDING,
        "{time}, not {wanted}"
    );
}

#[test]
fn a_bullet_meets_a_thin_wall() {
    let mut scene = scene();
    let (_, bullet) = scene.moving(
        at(-5.0, 0.0, 0.0),
        at(15.0, 0.0, 0.0),
        ColliderBuilder::ball(0.05),
    );
    let wall = scene.fixed(at(1.0, 0.0, 0.0), ColliderBuilder::cuboid(0.01, 2.0, 2.0));
    let step = scene.step();
    assert_time(&begins(&step, bullet, wall), (6.0 - 0.06) / 15.0);
    let contact = step.contacts[0].event;
    assert!((contact.normal.expect("a normal").x.abs() - 1.0).abs() < 1e-9);
    // It is through, and no contact is left.
    assert!(scene.step().contacts.is_empty());
}

#[test]
fn bullets_meet_each_other() {
    let mut scene = scene();
    let (_, a) = scene.moving(
        at(-7.0, 0.0, 0.0),
        at(15.0, 0.0, 0.0),
        ColliderBuilder::ball(0.05),
    );
    let (_, b) = scene.moving(
        at(0.0, 7.0, 0.02),
        at(0.0, -15.0, 0.0),
        ColliderBuilder::ball(0.05),
    );
    // They are at (-7 + 15 t, 0, 0) and (0, 7 - 15 t, 0.02): the gap in x and in y is the same.
    let wanted = (7.0 - ((0.1_f64.powi(2) - 0.02_f64.powi(2)) / 2.0).sqrt()) / 15.0;
    assert_time(&begins(&scene.step(), a, b), wanted);
}

#[test]
fn a_sensor_notices_what_passes() {
    let mut scene = scene();
    scene.mirror.options.mode = Mode::All;
    let (_, bullet) = scene.moving(
        at(0.0, 5.0, 0.0),
        at(0.0, -10.0, 0.0),
        ColliderBuilder::ball(0.05),
    );
    let gate = scene.fixed(
        at(0.0, 0.0, 0.0),
        ColliderBuilder::cuboid(1.0, 0.01, 1.0).sensor(true),
    );
    let step = scene.step();
    let [contact] = &step.contacts[..] else {
        panic!("{:?}", step.contacts)
    };
    assert_eq!(
        (contact.colliders, contact.event.phase),
        ([bullet, gate], Phase::Pass)
    );
    assert!(contact.event.sensor);
    assert!(
        (contact.event.t_lo - 0.494).abs() < 1e-5 && (contact.event.exit[1] - 0.506).abs() < 1e-5
    );
}

#[test]
fn a_bar_turns_several_times_a_step() {
    for turns in [0.4, 0.5, 0.75, 2.3, -1.6] {
        let mut scene = scene();
        let spin = at(0.0, 0.0, turns * TAU) / DT;
        let body = RigidBodyBuilder::kinematic_velocity_based()
            .angvel(spin)
            .allow_fast_rotation(true);
        let (body, bar) = scene
            .rapier
            .insert(body, ColliderBuilder::cuboid(2.0, 0.05, 0.05));
        let (_, ball) = scene.moving(
            at(0.0, 1.5, 0.0),
            at(0.0, 0.0, 0.0),
            ColliderBuilder::ball(0.1),
        );
        let angle = FRAC_PI_2 - (0.15_f64 / 1.5).asin();
        // What rapier turns by in four iterations; its pose tells the same but for whole turns.
        let turned = 8.0 * (f64::abs(turns) * TAU / 8.0).atan();
        let times = begins(&scene.step(), bar, ball);
        let off = f64::from(scene.rapier.bodies[body].rotation().to_scaled_axis().z).abs() - turned;
        let sum = f64::from(scene.rapier.bodies[body].rotation().to_scaled_axis().z).abs() + turned;
        let whole = |x: f64| (x / TAU - (x / TAU).round()).abs() < 1e-5;
        assert!(whole(off) || whole(sum), "{turns}");
        assert_time(&times, angle / turned);
        // Where it ends is where rapier has it: the next step does not put it elsewhere.
        let ours = scene
            .mirror
            .world()
            .bodies()
            .next()
            .expect("the bar")
            .motion();
        assert!(turned < 3.0 || ours.turn().is_some());
    }
}

#[test]
fn a_pose_half_a_turn_on_is_reached_as_rapier_says() {
    let mut scene = scene();
    let (body, bar) = scene.rapier.insert(
        RigidBodyBuilder::kinematic_position_based(),
        ColliderBuilder::cuboid(2.0, 0.05, 0.05),
    );
    let (_, ball) = scene.moving(
        at(0.0, 1.5, 0.0),
        at(0.0, 0.0, 0.0),
        ColliderBuilder::ball(0.1),
    );
    let half = Rotation::from_xyzw(0.0, 0.0, 1.0, 0.0);
    scene.rapier.bodies[body].set_next_kinematic_rotation(half);
    let times = begins(&scene.step(), bar, ball);
    // Either way round the ball is met by one of the two arms.
    assert_time(&times, 0.5 - (0.15_f64 / 1.5).asin() / std::f64::consts::PI);
}

#[test]
fn a_body_turns_about_its_centre_of_mass() {
    // A ball at one end of a light stick: what stands still is the centre of mass, not the origin.
    let mut scene = scene();
    let body = RigidBodyBuilder::dynamic()
        .angvel(at(0.0, 0.0, 0.7) / DT)
        .can_sleep(false);
    let body = scene.rapier.insert_body(body);
    let heavy = ColliderBuilder::ball(0.2)
        .translation(at(1.0, 0.0, 0.0))
        .density(100.0);
    scene.rapier.insert_collider(heavy, Some(body));
    let tip = ColliderBuilder::ball(0.1)
        .translation(at(-1.0, 0.0, 0.0))
        .density(0.0);
    let tip = scene.rapier.insert_collider(tip, Some(body));
    // The tip goes round (1, 0, 0) with radius 2, and meets what stands at 0.5 rad.
    let (sin, cos) = 0.5_f64.sin_cos();
    let mark = scene.fixed(
        at(1.0 - 2.0 * cos, -2.0 * sin, 0.0),
        ColliderBuilder::ball(0.1),
    );
    // Two balls of 0.1 on a circle of radius 2 touch at a chord of 0.2.
    let times = begins(&scene.step(), tip, mark);
    // rapier turns by a little less than it should.
    let turned = scene.rapier.bodies[body].rotation().to_scaled_axis().z;
    assert!((0.69..0.7).contains(&turned), "{turned}");
    let wanted = (0.5 - 2.0 * (0.2_f64 / 4.0).asin()) / f64::from(turned);
    assert_time(&times, wanted);
}

#[test]
fn many_steps_meet_nothing_twice() {
    let mut scene = scene();
    let (_, bullet) = scene.moving(
        at(-50.0, 0.0, 0.0),
        at(3.0, 0.0, 0.0),
        ColliderBuilder::ball(0.05),
    );
    let walls: Vec<_> = (0..10)
        .map(|k| {
            scene.fixed(
                at(-45.3 + 9.7 * f64::from(k), 0.0, 0.0),
                ColliderBuilder::cuboid(0.01, 1.0, 1.0),
            )
        })
        .collect();
    let mut met = vec![0; walls.len()];
    for _ in 0..32 {
        let step = scene.step();
        for (k, wall) in walls.iter().enumerate() {
            met[k] += begins(&step, bullet, *wall).len();
        }
    }
    assert_eq!(met, [1; 10]);
}

#[test]
fn slow_pairs_may_be_left_to_rapier() {
    let mut scene = scene();
    scene.mirror.skip_slow = Some(0.25);
    // A pile of two boxes on the floor, and a bullet that flies through the upper one.
    let floor = scene.fixed(at(0.0, -0.5, 0.0), ColliderBuilder::cuboid(9.0, 0.5, 9.0));
    let boxes = [0.5, 1.5].map(|y| {
        scene
            .moving(
                at(0.0, y, 0.0),
                at(0.0, 0.0, 0.0),
                ColliderBuilder::cuboid(0.5, 0.5, 0.5),
            )
            .1
    });
    let (_, bullet) = scene.moving(
        at(-4.0, 1.4, 0.0),
        at(8.0, 0.0, 0.0),
        ColliderBuilder::ball(0.05),
    );
    // One that falls by as much as its thickness is tested with the floor.
    let (_, falling) = scene.moving(
        at(5.0, 0.3, 0.0),
        at(0.0, -0.3, 0.0),
        ColliderBuilder::ball(0.2),
    );
    let step = scene.step();
    assert_eq!(begins(&step, bullet, boxes[1]).len(), 1);
    assert_eq!(begins(&step, falling, floor).len(), 1);
    assert_eq!(step.contacts.len(), 2, "{:?}", step.contacts);
    scene.mirror.skip_slow = None;
    assert!(scene.step().contacts.len() >= 3);
}

#[test]
fn a_step_needs_its_beginning() {
    let mut scene = scene();
    scene.step();
    let Scene { rapier, mirror } = &mut scene;
    let late = mirror.after_step(
        &rapier.integration_parameters,
        &rapier.bodies,
        &rapier.colliders,
        &interframe::Serial,
    );
    assert!(matches!(late, Err(interframe_rapier::Error::Order { .. })));
    let _ = adapter::mirror::Step::default();
}
