//! Motions that start where the body is, whatever an engine rounds.

use interframe::{
    AdvanceOptions, BodyInput, Error, Motion, Polytope, Pose, Serial, SharedBody, World,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::common::{count, quaternion};

/// An engine that keeps its poses in f32 moves bodies to them, and by what it integrates.
#[test]
fn bodies_move_from_where_they_are() {
    let random = &mut case_generator(0x307, 0);
    let mut world = World::new();
    let cube = SharedBody::new(Polytope::cuboid([0.5, 0.25, 1.0]).expect("a box"));
    let body = world.add(BodyInput::new(cube, Pose::identity()));
    let options = AdvanceOptions::default();
    for step in 0..count(300, 3000) {
        let vector = |random: &mut twin::random::SplitMix64, length: f64| {
            (Vector3::from(random.direction()) * length).map(|x| f64::from(x as f32))
        };
        let (aside, pivot) = (vector(random, 10.0), vector(random, 0.5));
        let from = *world.get(body).expect("there").pose();
        let motion = match step % 2 {
            0 => {
                let q = random.quaternion().map(|x| f64::from(x as f32));
                let end = Pose::new(aside, quaternion(&q)).expect("a pose");
                let motion = world.motion_to(body, end, pivot).expect("a motion");
                assert_eq!(motion, Motion::between(from, end, pivot).expect("finite"));
                assert_eq!(*motion.end(), end);
                motion
            }
            _ => {
                let turn = vector(random, 9.0);
                let motion = world.motion_by(body, aside, turn, pivot).expect("a motion");
                assert_eq!(motion.turn(), Some(turn));
                let moved = motion.end().transform_point(&pivot) - from.transform_point(&pivot);
                assert!((moved - aside).norm() < 1e-13 * 40.0, "{moved} {aside}");
                motion
            }
        };
        world
            .advance(&[(body, motion)], &options, &Serial)
            .expect("it starts there");
        assert_eq!(world.get(body).expect("there").pose(), motion.end());
    }
    let nan = Vector3::new(0.0, f64::NAN, 0.0);
    let zero = Vector3::zeros();
    assert!(matches!(
        world.motion_by(body, nan, zero, zero),
        Err(Error::NonFinite { .. })
    ));
    world.remove(body).expect("there");
    assert!(matches!(
        world.motion_to(body, Pose::identity(), zero),
        Err(Error::NoSuchBody { .. })
    ));
}
