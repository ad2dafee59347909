//! Curved bodies that pass others, or end beside them, within far less than their sizes: decided wherever the tolerance is above
//! rounding.

use interframe::{
    DistanceOptions, IntersectOptions, MovingPair, PairState, PosedPair, Reason,
    TimeOfImpactOptions, Verdict, distance, intersect, time_of_impact,
};
use twin::random::case_generator;

use crate::common::grazes::any_graze;
use crate::common::{Tally, count, for_each};

fn judge(index: u64, tally: &mut Tally) {
    let Some(graze) = any_graze(&mut case_generator(0x67a2e, index)) else {
        return;
    };
    let ([a, b], [motion_a, motion_b]) = (&graze.bodies, &graze.motions);
    let pair = MovingPair::new(a, motion_a, b, motion_b);
    let options = TimeOfImpactOptions {
        tolerance: Some(graze.tolerance),
        ..TimeOfImpactOptions::default()
    };
    let state = &mut PairState::default();
    let answer = time_of_impact(&pair, &options, state).expect("valid");
    let name = format!("{index}: {}", graze.name);
    let what = format!("{answer:?}");
    tally.decided(answer.verdict);
    let posed = |t: f64| {
        let pose = |motion: &interframe::Motion| motion.pose_at(t).expect("a time");
        [pose(motion_a), pose(motion_b)]
    };
    let touches = |t: f64| {
        let [pose_a, pose_b] = posed(t);
        let pair = PosedPair::new(a, &pose_a, b, &pose_b);
        let found = intersect(
            &pair,
            &IntersectOptions::default(),
            &mut PairState::default(),
        );
        found.expect("valid").verdict == Verdict::Hit
    };
    let gap = |t: f64| {
        let [pose_a, pose_b] = posed(t);
        let pair = PosedPair::new(a, &pose_a, b, &pose_b);
        let found = distance(
            &pair,
            &DistanceOptions::default(),
            &mut PairState::default(),
        );
        let found = found.expect("valid");
        [
            found.separation - found.error,
            found.separation + found.error,
        ]
    };
    if touches(0.0) {
        return;
    }
    match answer.verdict {
        // Bodies that turn may stay within a few tolerances for longer than the budget.
        Verdict::Undecided => {
            let is_long = graze.is_turning && answer.reason == Reason::Budget;
            tally.claim(is_long, &name, &what);
        }
        Verdict::Separated => {
            tally.claim(!touches(graze.t), &name, &format!("missed: {what}"));
            // Bodies within the tolerance from the start on, as flat ones that slide, are near only if they approach.
            let starts_near = gap(0.0)[0] <= graze.tolerance;
            let is_far = gap(graze.t)[1] >= 0.49 * graze.tolerance;
            tally.claim(starts_near || is_far, &name, &format!("near: {what}"));
        }
        Verdict::Hit => {
            tally.claim(answer.t_lo > 0.0 && !answer.initial, &name, &what);
            tally.claim(answer.gap <= graze.tolerance, &name, &what);
            tally.claim(
                answer.normal.is_some(),
                &name,
                &format!("no normal: {what}"),
            );
            let [at_least, _] = gap(answer.t_hi);
            tally.claim(
                at_least <= graze.tolerance * 1.01,
                &name,
                &format!("far: {what}"),
            );
        }
    }
}

#[test]
fn grazes_above_rounding_are_decided() {
    for_each(count(3_000, 100_000), judge).report("grazes of curved bodies");
}
