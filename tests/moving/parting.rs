//! Bodies that start apart by less than the tolerance and part are no contact for a caller who ignores those of the start.
//! INTERFRAME_LONG=1 for full counts.

use interframe::{
    InitialContact, Motion, MovingPair, PairState, Polytope, Pose, SharedBody, TimeOfImpactOptions,
    Verdict, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::common::{count, quaternion};

#[test]
fn bodies_that_part_from_within_the_tolerance_are_no_contact() {
    const TOLERANCE: f64 = 1e-6;
    for round in 0..count(400, 100_000) {
        let random = &mut case_generator(4310, round);
        let half = [
            random.between(0.2, 1.0),
            random.between(0.2, 1.0),
            random.between(0.2, 1.0),
        ];
        let cuboid: SharedBody = Polytope::cuboid(half).expect("a box").into();
        let radius = random.between(0.05, 0.5);
        let ball = SharedBody::sphere(radius).expect("a ball");
        // Over the middle of a face, which turns away from nobody there.
        let axis = random.below(3);
        let normal: Vector3<f64> = Vector3::ith(axis, 1.0);
        let gap = TOLERANCE * random.between(0.01, 0.95);
        let place = Pose::new(Vector3::zeros(), quaternion(&random.quaternion())).expect("a pose");
        let at = place.transform_point(&(normal * (half[axis] + radius + gap)));
        let away = at.normalize();
        let speed = random.between(0.5, 20.0);
        let start = Pose::from_translation(at).expect("finite");
        let turn = away * random.between(-3.0, 3.0);
        let turning =
            Motion::from_turn(place, Vector3::zeros(), turn, Vector3::zeros()).expect("finite");
        for (sign, wanted) in [(1.0, Verdict::Separated), (-1.0, Verdict::Hit)] {
            let motion = Motion::translation(start, at + away * (sign * speed)).expect("finite");
            let mut said = [None; 2];
            for (k, pair) in [
                MovingPair::new(&cuboid, &turning, &ball, &motion),
                MovingPair::new(&ball, &motion, &cuboid, &turning),
            ]
            .iter()
            .enumerate()
            {
                let ask = |initial_contact| {
                    let options = TimeOfImpactOptions {
                        initial_contact,
                        tolerance: Some(TOLERANCE),
                        ..TimeOfImpactOptions::default()
                    };
                    time_of_impact(pair, &options, &mut PairState::default()).expect("a pair")
                };
                let found = ask(InitialContact::OnlyIfApproaching);
                assert_eq!(found.verdict, wanted, "round {round}: {found:?}");
                if wanted == Verdict::Hit {
                    assert!(found.separation_velocity < 0.0 && found.t_hi * speed <= TOLERANCE);
                }
                said[k] = Some(found.verdict);
            }
            assert_eq!(said[0], said[1]);
        }
    }
}
