//! Moving cylinders, cones, ellipsoids, and polytopes beside them: against dense samples. INTERFRAME_LONG=1 for full counts.

use crate::common::curved::any_curved;
use crate::common::{Tally, count, for_each};
use interframe::*;
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

fn any_motion(rng: &mut SplitMix64, turning: bool) -> Motion {
    let [i, j, k, w] = rng.quaternion();
    let spot =
        |rng: &mut SplitMix64, size: f64| Vector3::from(rng.direction()) * rng.between(0.0, size);
    let (from, to) = (spot(rng, 12.0), spot(rng, 12.0));
    let start = Pose::new(from, Quaternion::new(w, i, j, k)).expect("a pose");
    let turn = match turning {
        true => spot(rng, 20.0),
        false => Vector3::zeros(),
    };
    let pivot = match rng.flip() {
        true => spot(rng, 3.0),
        false => Vector3::zeros(),
    };
    Motion::from_turn(start, to, turn, pivot).expect("a motion")
}

fn judge(index: u64, samples: u32, tally: &mut Tally) {
    let rng = &mut case_generator(0x18c8, index);
    let turning = !index.is_multiple_of(4);
    let (a, b) = (any_curved(rng), any_curved(rng));
    let corners: Vec<_> = (0..8)
        .map(|_| Vector3::from(rng.direction()) * 2.0)
        .collect();
    let hull = Polytope::new(&corners).expect("finite");
    let b = match index % 3 {
        0 => Body::from(&hull),
        _ => Body::from(&b),
    };
    let (motion_a, motion_b) = (any_motion(rng, turning), any_motion(rng, turning));
    let pair = MovingPair::new(&a, &motion_a, b, &motion_b);
    let options = TimeOfImpactOptions::default();
    let answer = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
    let name = format!("{index}: {:?} {:?}", a.shape(), a.radius());
    tally.cases += 1;
    tally.most_iterations = tally.most_iterations.max(answer.solves);
    match answer.verdict {
        Verdict::Separated => tally.separated += 1,
        Verdict::Hit => tally.hits += 1,
        Verdict::Undecided => tally.undecided.push(format!("{name}: {answer:?}")),
    }
    let at = |t: f64| {
        let [pose_a, pose_b] = [&motion_a, &motion_b].map(|m| m.pose_at(t).expect("a time"));
        let pair = PosedPair::new(&a, &pose_a, b, &pose_b);
        distance(
            &pair,
            &DistanceOptions::default(),
            &mut PairState::default(),
        )
        .expect("valid")
    };
    for k in 0..=samples {
        let t = f64::from(k) / f64::from(samples);
        if t < answer.t_lo {
            let apart = at(t);
            tally.claim(
                apart.verdict != Verdict::Hit,
                &name,
                &format!("meet at {t}: {answer:?}"),
            );
        }
    }
    if answer.verdict == Verdict::Hit {
        // What is proved of it: beside curved bodies it may seem to be more.
        let apart = at(answer.t_hi).lower_bound;
        tally.claim(
            apart <= answer.gap + 1e-12 * 60.0,
            &name,
            &format!("{apart} at {answer:?}"),
        );
        let between = (answer.point_b.unwrap() - answer.point_a.unwrap()).norm();
        tally.claim(
            between <= answer.gap + answer.depth + 1e-10,
            &name,
            &format!("points {between} apart: {answer:?}"),
        );
    }
    if let (Some(p), Some(q), Some(n)) = (answer.point_a, answer.point_b, answer.normal)
        && !answer.initial
    {
        let speeds = [
            velocity(&motion_a, answer.t_hi, &p),
            velocity(&motion_b, answer.t_hi, &q),
        ];
        let off = (n.dot(&(speeds[1] - speeds[0])) - answer.separation_velocity).abs();
        tally.claim(
            off <= 1e-12 * 500.0,
            &name,
            &format!("a velocity {off:e} off: {answer:?}"),
        );
    }
}

/// The velocity of a body's point that is at `p` at time t.
fn velocity(motion: &Motion, t: f64, p: &Vector3<f64>) -> Vector3<f64> {
    let place = |pose: &Pose| pose.transform_point(&motion.pivot());
    let travel = place(motion.end()) - place(motion.start());
    let turn = motion.turn().unwrap_or_default();
    travel + turn.cross(&(p - place(&motion.pose_at(t).expect("a time"))))
}

#[test]
fn nothing_is_missed() {
    let samples = count(200, 2_000) as u32;
    for_each(count(1_000, 50_000), |index, tally| {
        judge(index, samples, tally)
    })
    .report("moving curved bodies");
}

#[test]
fn few_pivots_decide_no_verdict() {
    for_each(count(400, 20_000), |index, tally| {
        let rng = &mut case_generator(0x9170, index);
        let (a, b) = (any_curved(rng), any_curved(rng));
        let (motion_a, motion_b) = (
            any_motion(rng, index.is_multiple_of(2)),
            any_motion(rng, false),
        );
        let pair = MovingPair::new(&a, &motion_a, &b, &motion_b);
        let max_pivots = *rng.pick(&[1, 2, 3, 1_000_000]);
        let few = TimeOfImpactOptions {
            max_pivots,
            ..TimeOfImpactOptions::default()
        };
        let cast = |options| {
            time_of_impact(&pair, options, &mut PairState::default())
                .expect("valid")
                .verdict
        };
        let few_near = ClosestApproachOptions {
            max_pivots,
            ..ClosestApproachOptions::default()
        };
        let nearest = |options| {
            closest_approach(&pair, options, &mut PairState::default())
                .expect("valid")
                .verdict
        };
        let verdicts = [
            [cast(&TimeOfImpactOptions::default()), cast(&few)],
            [
                nearest(&ClosestApproachOptions::default()),
                nearest(&few_near),
            ],
        ];
        for [usual, other] in verdicts {
            let name = format!("{index}: {max_pivots} pivots");
            tally.claim(usual == other, &name, &format!("{usual:?} is {other:?}"));
        }
        tally.cases += 1;
    })
    .none_wrong();
}
