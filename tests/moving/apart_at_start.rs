//! Bodies that are proved apart at t = 0 by little: a hit is later, and bodies at rest or on straight ways apart never meet.

use interframe::{
    DistanceOptions, IntersectOptions, Motion, MovingPair, PairState, Pose, PosedPair,
    TimeOfImpactOptions, Verdict, distance, intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::{Tally, count, for_each};
use crate::start_contacts::{any_body, any_pose};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Way {
    Rest,
    Away,
    Along,
    Towards,
}

fn direction(random: &mut SplitMix64) -> Vector3<f64> {
    Vector3::from(random.direction())
}

fn judge(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(0x0a7a_57a7, index);
    let is_curved = random.flip();
    let bodies = [0, 1].map(|_| any_body(random, is_curved));
    let pose_a = any_pose(random, Vector3::zeros());
    let far = direction(random) * 5.0;
    let turned = any_pose(random, far).quaternion();
    let at = |p: Vector3<f64>| Pose::new(p, turned).expect("a pose");
    let pose_b = at(far);
    let state = &mut PairState::default();
    let afar = PosedPair::new(&bodies[0], &pose_a, &bodies[1], &pose_b);
    let afar = distance(&afar, &DistanceOptions::default(), state).expect("valid");
    let (Verdict::Separated, Some(n)) = (afar.verdict, afar.normal) else {
        return;
    };
    let gap = *random.pick(&[1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7]);
    let from = far - n * (afar.separation - gap);
    let start = at(from);
    let near = PosedPair::new(&bodies[0], &pose_a, &bodies[1], &start);
    let near = intersect(&near, &IntersectOptions::default(), state).expect("valid");
    if near.verdict != Verdict::Separated {
        return;
    }
    let aside = direction(random);
    let aside = aside - n * n.dot(&aside);
    let way = *random.pick(&[Way::Rest, Way::Away, Way::Along, Way::Towards]);
    let to = match way {
        Way::Rest => from,
        Way::Away => from + n * 0.5 + aside * 0.3,
        Way::Along => from + aside,
        Way::Towards => from - n * 0.05,
    };
    let is_turning = random.below(3) == 0;
    let motion = match is_turning {
        true => {
            let turn = direction(random) * *random.pick(&[1e-9, 0.1, 2.0]);
            Motion::from_turn(start, to, turn, Vector3::zeros())
        }
        false => Motion::translation(start, to),
    };
    let (motion, still) = (motion.expect("a motion"), Motion::fixed(pose_a));
    let pair = MovingPair::new(&bodies[0], &still, &bodies[1], &motion);
    let options = TimeOfImpactOptions {
        tolerance: *random.pick(&[None, None, Some(1e-9), Some(1e-12)]),
        ..TimeOfImpactOptions::default()
    };
    let answer = time_of_impact(&pair, &options, state).expect("valid");
    let name = format!("{index}: gap {gap}, {way:?}, turning {is_turning}");
    // Sliding bodies may come nearer than f64 tells.
    tally.decided(answer.verdict);
    let is_late = answer.verdict != Verdict::Hit || answer.t_lo > 0.0 && !answer.initial;
    tally.claim(is_late, &name, &format!("a hit from t = 0 on: {answer:?}"));
    if !is_turning && matches!(way, Way::Rest | Way::Away) {
        let parts = answer.verdict == Verdict::Separated;
        tally.claim(parts, &name, &format!("{answer:?}"));
    }
    let end = PosedPair::new(&bodies[0], &pose_a, &bodies[1], motion.end());
    let end = intersect(&end, &IntersectOptions::default(), state).expect("valid");
    let missed = end.verdict == Verdict::Hit && answer.verdict == Verdict::Separated;
    tally.claim(!missed, &name, &format!("missed: {answer:?}"));
}

#[test]
fn bodies_proved_apart_are_hit_later_or_never() {
    for_each(count(4_000, 100_000), judge).report("apart at the start");
}
