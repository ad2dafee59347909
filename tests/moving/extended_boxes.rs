//! The boxes around two moving bodies: what they prove apart is proved by the checker and by the exact hulls of both
//! poses, and the certified sweep never says otherwise. INTERFRAME_LONG=1 for full counts.

use crate::common::{count, for_each, motion, polytope, twin_motion};
use interframe::{
    About, ExtendedBoxesOptions, Frame, InterframeOptions, Motion, MovingPair, PairState, Polytope,
    Pose, Reason, SharedBody, Verdict, certify_interframe, extended_boxes_meet, interframe,
};
use nalgebra::Vector3;
use twin::place::{self, two_frame};
use twin::sweeps::moving_pair;

#[test]
fn what_boxes_prove_is_so() {
    let run = for_each(count(4_000, 100_000), |index, tally| {
        let pair = moving_pair(index);
        let name = format!("{} {index}", pair.family);
        let (Ok(motion_a), Ok(motion_b)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            return;
        };
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        let both = MovingPair::new(&a, &motion_a, &b, &motion_b);
        for frame in [Frame::Relative, Frame::World] {
            let options = InterframeOptions {
                frame,
                ..InterframeOptions::default()
            };
            let state = &mut PairState::default();
            let found = extended_boxes_meet(&both, &ExtendedBoxesOptions { frame }, state)
                .expect("polytopes");
            let again = extended_boxes_meet(&both, &ExtendedBoxesOptions { frame }, state)
                .expect("polytopes");
            let same = (found.verdict, found.plane, found.slack)
                == (again.verdict, again.plane, again.slack);
            tally.claim(
                same || found.plane.is_some() == again.plane.is_some(),
                &name,
                "otherwise with a state",
            );
            let sweep = interframe(&both, &options, &mut PairState::default()).expect("valid");
            tally.cases += 1;
            tally.hits += u64::from(sweep.verdict != Verdict::Separated);
            tally.claim(
                found.about == About::Motion && found.slack == sweep.slack,
                &name,
                "about something else",
            );
            if found.verdict == Verdict::Undecided {
                tally.claim(
                    found.reason == Reason::HullsMeet && found.plane.is_none(),
                    &name,
                    "no reason",
                );
                continue;
            }
            tally.separated += 1;
            tally.claim(found.verdict == Verdict::Separated, &name, "a hit of boxes");
            tally.claim(
                sweep.verdict != Verdict::Hit,
                &name,
                "the sweep's hit is apart by boxes",
            );
            let proof = certify_interframe(&both, &options, &found).expect("decided");
            match proof.verify() {
                Ok(proved) => tally.claim(
                    proved.verdict == Verdict::Separated,
                    &name,
                    "proves no separation",
                ),
                Err(failure) => tally.claim(false, &name, &failure.to_string()),
            }
            let placed = match frame {
                Frame::World => place::Frame::World,
                Frame::Relative => place::Frame::Relative,
            };
            let (of_a, of_b) = (
                twin_motion(&pair.motion_a, &motion_a),
                twin_motion(&pair.motion_b, &motion_b),
            );
            let hulls = two_frame(&pair.a, &of_a, &pair.b, &of_b, placed);
            tally.claim(
                !twin::intersect::intersect(&hulls).hit(),
                &name,
                "the hulls meet",
            );
        }
    });
    println!(
        "{} asked, {} apart by boxes, {} not apart by the sweep",
        run.cases, run.separated, run.hits
    );
    // Most pairs are near contact, where only the sweep tells.
    let by_sweep = run.cases - run.hits;
    assert!(run.separated > by_sweep / 5 && run.separated < by_sweep);
    run.report("extended boxes");
}

/// All lengths times a power of two, and the other order of the bodies, change no verdict of bodies that do not turn.
#[test]
fn the_same_at_any_size_and_in_any_order() {
    let mut apart = 0;
    for index in 0..count(3_000, 60_000) {
        let pair = moving_pair(index);
        let (Ok(motion_a), Ok(motion_b)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            continue;
        };
        if motion_a.is_turning() || motion_b.is_turning() {
            continue;
        }
        let ask = |bodies: [&Polytope; 2], motions: [&Motion; 2]| {
            let pair = MovingPair::new(bodies[0], motions[0], bodies[1], motions[1]);
            let options = ExtendedBoxesOptions::default();
            extended_boxes_meet(&pair, &options, &mut PairState::default())
                .expect("polytopes")
                .verdict
        };
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        let verdict = ask([&a, &b], [&motion_a, &motion_b]);
        apart += u64::from(verdict == Verdict::Separated);
        assert_eq!(ask([&b, &a], [&motion_b, &motion_a]), verdict, "{index}");
        // The boxes of denormal numbers are rounded up by parts of their size.
        if !(1e-280..1e280).contains(&(a.reach() + b.reach())) {
            continue;
        }
        let doubled = |body: &Polytope| {
            let corners: Vec<_> = body.vertices().map(|v| v * 1024.0).collect();
            Polytope::new(&corners).expect("finite")
        };
        let carried = |motion: &Motion| {
            let start = motion.start();
            let from = Pose::new(start.translation() * 1024.0, start.quaternion()).expect("a pose");
            Motion::translation(from, motion.end().translation() * 1024.0).expect("finite")
        };
        let [of_a, of_b] = [&motion_a, &motion_b].map(carried);
        assert_eq!(
            ask([&doubled(&a), &doubled(&b)], [&of_a, &of_b]),
            verdict,
            "{} {index}: {pair:?}",
            pair.family
        );
    }
    assert!(apart > 20, "{apart}");
}

#[test]
fn round_and_curved_bodies() {
    let ball = SharedBody::sphere(1.0).expect("a radius");
    let rest = Motion::fixed(Pose::identity());
    let by = |height: f64| {
        let from = Pose::from_translation(Vector3::new(-9.0, height, 0.0)).expect("finite");
        Motion::translation(from, Vector3::new(9.0, height, 0.0)).expect("finite")
    };
    for (height, verdict) in [
        (2.001, Verdict::Separated),
        (2.0, Verdict::Undecided),
        (1.0, Verdict::Undecided),
    ] {
        let flight = by(height);
        let pair = MovingPair::new(&ball, &rest, &ball, &flight);
        let found = extended_boxes_meet(
            &pair,
            &ExtendedBoxesOptions::default(),
            &mut PairState::default(),
        );
        assert_eq!(found.expect("radii").verdict, verdict, "{height}");
    }
    let can = SharedBody::from(interframe::Curved::cylinder(1.0, 0.5).expect("sizes"));
    let pair = MovingPair::new(&can, &rest, &ball, &rest);
    assert!(
        extended_boxes_meet(
            &pair,
            &ExtendedBoxesOptions::default(),
            &mut PairState::default()
        )
        .is_err()
    );
    let empty = Polytope::new(&[]).expect("empty");
    let pair = MovingPair::new(&empty, &rest, &ball, &rest);
    let found = extended_boxes_meet(
        &pair,
        &ExtendedBoxesOptions::default(),
        &mut PairState::default(),
    );
    assert_eq!(found.expect("empty").verdict, Verdict::Separated);
}
