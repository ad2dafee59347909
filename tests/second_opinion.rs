//! The good_lp backend against the library, where its tolerance lets it tell. Needs the feature
//! `good_lp`.

use interframe::{
    Contact, ContainmentVerdict, Error, InitialContact, IntersectOptions, Motion, PairState,
    Polytope, Pose, Reason, SetsMethod, SetsOptions, TimeOfImpact, TimeOfImpactMethod,
    TimeOfImpactOptions, Verdict, contains_point, intersect, is_subset, max_norm_distance,
    time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::SplitMix64;

fn cube(h: f64) -> Polytope {
    Polytope::cuboid([h; 3]).expect("finite")
}

#[test]
fn good_lp_agrees_with_intersect_where_it_can_tell() {
    let (big, small) = (cube(1.0), cube(0.3));
    let turned = Quaternion::new(0.9, 0.1, -0.3, 0.3).normalize();
    let (mut apart, mut meet) = (0, 0);
    for k in 0..60 {
        let at = Vector3::new(0.04 * f64::from(k), 0.4, -0.2);
        let pose = Pose::new(at, turned).expect("unit");
        let here = Pose::identity();
        let distance = max_norm_distance(&big, &here, &small, &pose).expect("solved");
        let state = &mut PairState::default();
        let answer = intersect(
            &interframe::PosedPair::new(&big, &here, &small, &pose),
            &IntersectOptions::default(),
            state,
        )
        .expect("valid options");
        if distance > 1e-6 {
            apart += 1;
            assert_eq!(answer.verdict, Verdict::Separated, "at {at}");
        } else {
            meet += 1;
            assert_eq!(answer.verdict, Verdict::Hit, "at {at}");
        }
    }
    assert!(apart > 10 && meet > 10);
}

fn moved(pose: Pose, way: Vector3<f64>) -> Motion {
    let end = Pose::new(pose.translation() + way, pose.quaternion()).expect("unit");
    Motion::between(pose, end, Vector3::zeros()).expect("no turn")
}

fn by(method: TimeOfImpactMethod, bodies: [&Polytope; 2], motions: [&Motion; 2]) -> TimeOfImpact {
    let options = TimeOfImpactOptions {
        method,
        // Nothing is near: what is compared is whether bodies share a point.
        tolerance: Some(f64::from_bits(1)),
        ..TimeOfImpactOptions::default()
    };
    let state = &mut PairState::default();
    let [a, b] = bodies;
    time_of_impact(
        &interframe::MovingPair::new(a, motions[0], b, motions[1]),
        &options,
        state,
    )
    .expect("linear")
}

/// Two brackets of the same moment share one, and hold good_lp's to its tolerance.
#[test]
fn linear_times_of_good_lp_are_the_same() {
    let (big, small) = (cube(1.0), cube(0.3));
    let mut random = SplitMix64(5);
    let mut vector = |size: f64| -> Vector3<f64> {
        Vector3::from(std::array::from_fn(|_| random.between(-size, size)))
    };
    let (mut hits, mut misses, mut inside) = (0, 0, 0);
    for _ in 0..360 {
        let q = vector(1.0);
        let turned = Quaternion::new(1.2, q.x, q.y, q.z).normalize();
        let (start, way) = (Pose::new(vector(3.0), turned).expect("unit"), vector(6.0));
        let still = Motion::fixed(Pose::identity());
        let flight = moved(start, way);
        let ours = by(
            TimeOfImpactMethod::Default,
            [&big, &small],
            [&still, &flight],
        );
        let theirs = by(
            TimeOfImpactMethod::GoodLp,
            [&big, &small],
            [&still, &flight],
        );
        assert_eq!(ours.verdict, theirs.verdict, "{ours:?} {theirs:?}");
        if ours.verdict != Verdict::Hit {
            misses += 1;
            continue;
        }
        assert_eq!(theirs.contact, Contact::Overlap);
        assert_eq!(ours.initial, theirs.initial);
        assert!(ours.t_lo <= theirs.t_hi && theirs.t_lo <= ours.t_hi);
        assert!(theirs.t_hi - theirs.t_lo < 1e-7, "{theirs:?}");
        if ours.initial {
            inside += 1;
        } else {
            hits += 1;
            let along = ours.normal.unwrap().dot(&theirs.normal.unwrap());
            assert!(along > 0.5, "{ours:?} {theirs:?}");
            assert!((ours.point_a.unwrap() - theirs.point_a.unwrap()).norm() < 4.0);
        }
    }
    assert!(
        hits > 20 && misses > 20 && inside > 2,
        "{hits} {misses} {inside}"
    );
}

/// A graze one last place wide is beyond the solver, and it says so.
#[test]
fn what_the_tolerance_of_good_lp_hides_stays_open() {
    let still = Motion::fixed(Pose::identity());
    let body = cube(1.0);
    let place = |y: f64| Pose::from_translation(Vector3::new(-5.0, y, 0.0)).expect("finite");
    let way = Vector3::new(10.0, 0.0, 0.0);
    for (y, verdict) in [
        (2.0, Verdict::Hit),
        (2.0 + 4.0 * f64::EPSILON, Verdict::Separated),
    ] {
        let flight = moved(place(y), way);
        let ours = by(
            TimeOfImpactMethod::Default,
            [&body, &body],
            [&still, &flight],
        );
        assert_eq!(ours.verdict, verdict);
        let theirs = by(
            TimeOfImpactMethod::GoodLp,
            [&body, &body],
            [&still, &flight],
        );
        if theirs.verdict == Verdict::Undecided {
            assert_eq!(theirs.reason, Reason::SolverTolerance);
        } else {
            assert_eq!(theirs.verdict, verdict);
        }
    }
}

#[test]
fn what_is_no_linear_program_is_refused_to_good_lp() {
    let body = cube(1.0);
    let still = Motion::fixed(Pose::identity());
    let turn = Vector3::new(0.0, 0.0, 1.0);
    let turning = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros());
    let turning = turning.expect("finite");
    let default = TimeOfImpactOptions {
        method: TimeOfImpactMethod::GoodLp,
        ..TimeOfImpactOptions::default()
    };
    let ignoring = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..default
    };
    let at_a_distance = TimeOfImpactOptions {
        target_separation: 0.5,
        ..default
    };
    for (motion, options) in [
        (&turning, default),
        (&still, ignoring),
        (&still, at_a_distance),
    ] {
        let state = &mut PairState::default();
        let answer = time_of_impact(
            &interframe::MovingPair::new(&body, motion, &body, &still),
            &options,
            state,
        );
        assert!(matches!(answer, Err(Error::Method { .. })));
    }
}

#[test]
fn subsets_are_proved_or_refuted_by_good_lp() {
    let options = SetsOptions {
        method: SetsMethod::GoodLp,
        ..SetsOptions::default()
    };
    let big = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
    let within = is_subset(&[[1.0, 1.0], [0.5, 2.0]], &big, &options).expect("finite");
    assert_eq!(within.verdict, ContainmentVerdict::Inside);
    let beyond = is_subset(&big, &[[1.0, 1.0]], &options).expect("finite");
    assert_eq!(beyond.verdict, ContainmentVerdict::NotInside);
    assert_eq!(beyond.outside, Some(0));
    let member = contains_point(&big, &[1.0, 1.0], &options).expect("finite");
    assert_eq!(member.verdict, ContainmentVerdict::Inside);
    let nothing = is_subset(&[], &big, &options).expect("finite");
    assert_eq!(nothing.verdict, ContainmentVerdict::Inside);
}
