//! Targets, tolerances and gaps hardly above rounding: what is answered holds, and its proof says the same.

use crate::common::{count, polytope};
use interframe::self_check::{check_contact_intervals, check_time_of_impact};
use interframe::{
    Contact, ContactInterval, Motion, PairState, Polytope, Pose, Reason, TimeOfImpactOptions,
    Verdict, contact_intervals, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;
use twin::shapes::cuboid;

fn spinning_at(p: [f64; 3], by: [f64; 3], turn: [f64; 3]) -> Motion {
    let start = Pose::from_translation(p.into()).expect("finite");
    let end = Vector3::from(p) + Vector3::from(by);
    Motion::from_turn(start, end, turn.into(), Vector3::zeros()).expect("finite")
}

/// Corners of a spinning plate pass a cube of rounding's size, by little more than that: the gap of each contact
/// is that of its proof.
#[test]
fn gaps_of_contacts_are_those_of_their_proofs() {
    let mut near = 0;
    for index in 0..count(600, 6000) {
        let rng = &mut case_generator(131, index);
        let size = 10f64.powf(rng.between(-2.0, 2.0));
        let half = [size * rng.between(0.3, 1.0), size * rng.between(0.1, 1.0)];
        let reach = half[0].hypot(half[1]);
        let plate = polytope(&cuboid([half[0], half[1], 0.0]));
        let dust = polytope(&cuboid([reach * 2e-13; 3]));
        let turning = spinning_at([0.0; 3], [0.0; 3], [0.0, 0.0, rng.between(10.0, 100.0)]);
        let apart = reach * (1.0 + rng.between(0.0, 4e-11));
        let beside = spinning_at([apart, 0.0, 0.0], [0.0; 3], [0.0; 3]);
        let options = TimeOfImpactOptions {
            tolerance: Some(reach * rng.between(1e-11, 4e-11)),
            budget: 1_000_000,
            ..TimeOfImpactOptions::default()
        };
        let mut list = [ContactInterval::default(); 64];
        let state = &mut PairState::default();
        let found = contact_intervals(
            &interframe::MovingPair::new(&dust, &beside, &plate, &turning),
            &options,
            state,
            &mut list,
        );
        let list = &list[..found.expect("valid").written];
        near += list.iter().filter(|i| i.contact == Contact::Near).count();
        let checked = check_contact_intervals(
            &interframe::MovingPair::new(&dust, &beside, &plate, &turning),
            &options,
            list,
        );
        let checked = checked.expect("poses run backwards");
        assert!(checked.is_ok(), "{index}: {checked:?}: {list:?}");
    }
    assert!(near > 100, "{near}");
}

/// A point farther from a bar than the target and the tolerance, by less than rounding, goes away.
#[test]
fn a_near_contact_is_within_the_tolerance_of_the_target() {
    let bar = Polytope::new(&[-Vector3::x(), Vector3::x()]).unwrap();
    let point = Polytope::new(&[Vector3::zeros()]).unwrap();
    let still = spinning_at([0.0; 3], [0.0; 3], [0.0; 3]);
    let mut open = 0;
    for (power, spin) in (10..17).flat_map(|power| [(power, 0.0), (power, 3.0)]) {
        let tolerance = 10f64.powi(-power);
        for beyond in [1.5 * tolerance, 1e-13, 5e-14, 2e-14, 1e-14] {
            let (target, x) = (0.1, 1.1 + beyond);
            // x is exact, and so is x - 1; what rounds is 1.1 + beyond.
            let gap = x - 1.0;
            if gap - target <= 1.1 * tolerance {
                continue;
            }
            let away = spinning_at([x, 0.0, 0.0], [1.0, 0.0, 0.0], [spin, 0.0, 0.0]);
            let options = TimeOfImpactOptions {
                tolerance: Some(tolerance),
                target_separation: target,
                ..TimeOfImpactOptions::default()
            };
            let state = &mut PairState::default();
            let found = time_of_impact(
                &interframe::MovingPair::new(&bar, &still, &point, &away),
                &options,
                state,
            );
            let found = found.expect("valid");
            assert_ne!(found.verdict, Verdict::Hit, "{tolerance} {gap}: {found:?}");
            open += u32::from(found.reason == Reason::Rounding);
        }
    }
    assert!(open > 0);
}

/// Lengths of 1e-264 beside some of 1e121: the target vanishes when the pair is scaled to 1.
#[test]
fn a_target_that_vanishes_when_scaled_is_still_one() {
    let small = polytope(&cuboid([4e-264; 3]));
    for (large, gap) in [(2e121, 1e-258), (1e60, 1e-258), (1.0, 1e-255)] {
        let wall = Polytope::new(
            &[[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]]
                .map(|[y, z]| Vector3::new(gap, y * large, z * large)),
        );
        let wall = wall.unwrap();
        for target in [2e-267, 1e-260] {
            let turning = spinning_at([0.0; 3], [3e-258, 0.0, 0.0], [900.0, 200.0, 100.0]);
            let still = spinning_at([0.0; 3], [0.0; 3], [0.0; 3]);
            let options = TimeOfImpactOptions {
                tolerance: Some(2e-267),
                target_separation: target,
                ..TimeOfImpactOptions::default()
            };
            let state = &mut PairState::default();
            let found = time_of_impact(
                &interframe::MovingPair::new(&small, &turning, &wall, &still),
                &options,
                state,
            );
            let found = found.expect("valid");
            let checked = check_time_of_impact(
                &interframe::MovingPair::new(&small, &turning, &wall, &still),
                &options,
                &found,
            );
            assert!(
                checked.is_ok(),
                "{large} {target}: {checked:?} of {found:?}"
            );
        }
    }
}

/// Both fly so far that f64 loses what one has gone more than the other, and end at one place: they meet.
#[test]
fn flights_that_cancel_hide_no_contact() {
    let (mut short, mut undecided) = (0, 0);
    for index in 0..count(600, 20_000) {
        let rng = &mut case_generator(132, index);
        let far = 10f64.powf(rng.between(-3.0, 20.0));
        let place = f64::EPSILON * far;
        let mut body = || match rng.below(3) {
            0 => Polytope::new(&[Vector3::zeros()]).expect("finite"),
            _ => polytope(&cuboid([place * rng.between(0.1, 8.0); 3])),
        };
        let (a, b) = (body(), body());
        let end = Vector3::from(rng.direction()) * far;
        let start = -end * rng.between(0.2, 1.0);
        let beside = start + Vector3::from(rng.direction()) * (place * rng.between(0.5, 30.0));
        let turned = |rng: &mut twin::random::SplitMix64, p: Vector3<f64>| {
            let turn = rng.direction().map(|x| x * rng.between(0.0, 20.0));
            let start = Pose::from_translation(p).expect("finite");
            Motion::from_turn(start, end, turn.into(), Vector3::zeros()).expect("finite")
        };
        let (motion_a, motion_b) = (turned(rng, start), turned(rng, beside));
        let options = TimeOfImpactOptions::default();
        let state = &mut PairState::default();
        let answer = time_of_impact(
            &interframe::MovingPair::new(&a, &motion_a, &b, &motion_b),
            &options,
            state,
        );
        let answer = answer.expect("valid");
        assert_ne!(answer.verdict, Verdict::Separated, "{index}: {answer:?}");
        let checked = check_time_of_impact(
            &interframe::MovingPair::new(&a, &motion_a, &b, &motion_b),
            &options,
            &answer,
        );
        assert!(checked.is_ok(), "{index}: {checked:?}: {answer:?}");
        short += u32::from(beside != start);
        undecided += u32::from(answer.verdict == Verdict::Undecided);
        let mut list = [ContactInterval::default(); 64];
        let found = contact_intervals(
            &interframe::MovingPair::new(&a, &motion_a, &b, &motion_b),
            &options,
            state,
            &mut list,
        );
        let found = found.expect("valid");
        assert_ne!(found.verdict, Verdict::Separated, "{index}: {list:?}");
        let list = &list[..found.written];
        let checked = check_contact_intervals(
            &interframe::MovingPair::new(&a, &motion_a, &b, &motion_b),
            &options,
            list,
        );
        assert!(found.written < 64 && checked.is_ok_and(|c| c.is_ok()));
    }
    assert!(short > 500 && undecided > 100, "{short} {undecided}");
}
