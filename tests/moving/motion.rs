//! Where a moving body is at a time of the frame.

use interframe::{Error, Motion, Pose};
use nalgebra::Vector3;
use twin::sweeps::moving_pair;

use crate::common::moving::Built;

const TIMES: [f64; 5] = [1e-300, 0.1, 0.5, 0.75, 1.0 - 1e-16];

/// The difference of two poses, as parts of the motion's lengths.
fn error(found: &Pose, wanted: &Pose, motion: &Motion) -> f64 {
    let size = motion.start().translation().norm()
        + motion.end().translation().norm()
        + motion.pivot().norm();
    let apart = (found.translation() - wanted.translation()).norm() / size.max(1e-300);
    apart + (found.matrix() - wanted.matrix()).norm()
}

#[test]
fn a_pose_in_between_is_the_end_of_the_motion_up_to_there() {
    let mut turning = 0;
    for i in 0..2_000 {
        let Some(built) = Built::new(&moving_pair(i)) else {
            continue;
        };
        for motion in [&built.motion_a, &built.motion_b] {
            assert_eq!(motion.pose_at(0.0).as_ref(), Ok(motion.start()));
            assert_eq!(motion.pose_at(1.0).as_ref(), Ok(motion.end()));
            let (start, pivot) = (*motion.start(), motion.pivot());
            for t in TIMES {
                let found = motion.pose_at(t).expect("a time");
                // The pivot is on its line.
                let [from, at, to] =
                    [&start, &found, motion.end()].map(|pose| pose.transform_point(&pivot));
                let size = from.norm() + to.norm() + pivot.norm();
                let off = (at - (from + (to - from) * t)).norm();
                assert!(off <= 1e-14 * size, "{i} {t}: {off} of {size}");
                let Some(turn) = motion.turn() else {
                    continue;
                };
                turning += 1;
                let way = motion.end().transform_point(&pivot) - start.transform_point(&pivot);
                let there = start.translation() + way * t;
                let part = Motion::from_turn(start, there, turn * t, pivot).expect("a motion");
                let far = error(&found, part.end(), motion);
                assert!(far <= 1e-13 * (1.0 + turn.norm()), "{i} {t}: {far}");
            }
        }
    }
    assert!(turning > 1_000);
}

/// Both parts are where the whole motion is, and the second starts where the first ends.
#[test]
fn parts_of_a_motion_are_the_motion() {
    let mut turning = 0;
    for i in 0..2_000 {
        let Some(built) = Built::new(&moving_pair(i)) else {
            continue;
        };
        for motion in [&built.motion_a, &built.motion_b] {
            assert_eq!(
                motion.split(0.0),
                Ok([Motion::fixed(*motion.start()), *motion])
            );
            assert_eq!(
                motion.split(1.0),
                Ok([*motion, Motion::fixed(*motion.end())])
            );
            let most = motion.turn().map_or(4.0, |turn| turn.norm());
            turning += u64::from(motion.is_turning());
            for t in TIMES {
                let [before, after] = motion.split(t).expect("a time");
                assert_eq!(before.start(), motion.start());
                assert_eq!(after.start(), before.end());
                assert_eq!([before.pivot(), after.pivot()], [motion.pivot(); 2]);
                for s in TIMES {
                    let [early, late] = [before.pose_at(s), after.pose_at(s)];
                    let at = |t: f64| motion.pose_at(t.min(1.0)).expect("a time");
                    let off = error(&early.expect("a time"), &at(t * s), motion).max(error(
                        &late.expect("a time"),
                        &at(t + (1.0 - t) * s),
                        motion,
                    ));
                    assert!(off <= 1e-13 * (1.0 + most), "{i} {t} {s}: {off}");
                }
            }
        }
    }
    assert!(turning > 1_000);
    let refused = Motion::fixed(Pose::identity()).split(f64::NAN);
    assert!(matches!(refused, Err(Error::Setting { name: "t", .. })));
}

#[test]
fn half_way_between_two_orientations_is_their_mean() {
    let mut count = 0;
    for i in 0..2_000 {
        let Some(built) = Built::new(&moving_pair(i)) else {
            continue;
        };
        let motion = &built.motion_a;
        if motion.turn().is_some() {
            continue;
        }
        let (q0, q1) = (
            motion.start().quaternion().coords,
            motion.end().quaternion().coords,
        );
        let q1 = if q0.dot(&q1) < 0.0 { -q1 } else { q1 };
        let mean = (q0 / q0.norm() + q1 / q1.norm()).normalize();
        let found = motion
            .pose_at(0.5)
            .expect("a time")
            .quaternion()
            .coords
            .normalize();
        assert!(
            (found - mean).norm().min((found + mean).norm()) < 1e-14,
            "{i}"
        );
        count += 1;
    }
    assert!(count > 300);
}

#[test]
fn times_outside_of_the_frame_are_refused() {
    let motion = Motion::fixed(Pose::identity());
    for t in [-1e-300, 1.0_f64.next_up(), f64::NAN, f64::INFINITY] {
        let refused = motion.pose_at(t);
        assert!(
            matches!(refused, Err(Error::Setting { name: "t", .. })),
            "{t}"
        );
    }
    let far = Vector3::new(1.5e308, 0.0, 0.0);
    let from = Pose::from_translation(-far).expect("finite");
    let beyond = Motion::translation(from, far)
        .expect("finite ends")
        .pose_at(0.5);
    assert!(beyond.is_ok() || matches!(beyond, Err(Error::NonFinite { .. })));
}

#[test]
fn a_pivot_that_turns_the_origin_beyond_f64_is_named() {
    let turn = Vector3::new(0.0, 0.0, std::f64::consts::PI);
    let (far, pivot) = (
        Vector3::new(1.7e308, 0.0, 0.0),
        Vector3::new(1.7e308, 0.0, 0.0),
    );
    let start = Pose::from_translation(far).expect("finite");
    let said = Motion::from_turn(start, far, turn, pivot)
        .unwrap_err()
        .to_string();
    assert!(
        said.starts_with("the origin, turned about the pivot, is inf"),
        "{said}"
    );
}
