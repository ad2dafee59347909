//! All contacts of a frame: against dense sampling of the motion, swapped, moved, and run backwards.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::moving::Built;
use crate::common::{Tally, count, for_each};
use interframe::self_check::check_contact_intervals;
use interframe::{
    Contact, ContactInterval, ContactIntervals, DistanceOptions, InitialContact, IntersectOptions,
    Motion, PairState, Pose, Reason, TimeOfImpactOptions, Verdict, contact_intervals, distance,
    intersect, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::case_generator;
use twin::spins::{planted_pair, spinning_pair};
use twin::sweeps::{MovingPair, moving_pair};

fn ask(
    built: &Built,
    options: &TimeOfImpactOptions,
    out: &mut [ContactInterval],
) -> ContactIntervals {
    let state = &mut PairState::default();
    contact_intervals(&built.pair(), options, state, out).expect("valid")
}

/// Every interval of the frame.
fn all(built: &Built, options: &TimeOfImpactOptions) -> (ContactIntervals, Vec<ContactInterval>) {
    let mut out = vec![ContactInterval::default(); 4096];
    let answer = ask(built, options, &mut out);
    assert!(answer.is_whole(), "{} intervals", answer.count);
    out.truncate(answer.count);
    if built.is_audited() {
        let checked = check_contact_intervals(&built.pair(), options, &out);
        let checked = checked.expect("poses run backwards");
        assert!(checked.is_ok(), "{checked:?}: {out:?}");
    }
    (answer, out)
}

/// In order, within the frame, and true where the bodies are looked at.
fn judge(name: &str, pair: &MovingPair, samples: u32, tally: &mut Tally) {
    let Some(built) = Built::new(pair) else {
        tally.refused += 1;
        return;
    };
    let (answer, list) = all(&built, &TimeOfImpactOptions::default());
    if !tally.decided(answer.verdict) {
        tally.undecided.push(name.to_owned());
    }
    let mut after = 0.0;
    for interval in &list {
        let [lo, hi] = interval.enter;
        let [last, end] = interval.exit;
        let ordered = after <= lo && lo <= hi && lo <= last && hi <= end && last <= end;
        let whole = interval.contact != Contact::None || (hi == end && last == lo);
        tally.claim(
            ordered && whole && end <= 1.0,
            name,
            &format!("out of order: {list:?}"),
        );
        after = end;
    }
    let tracks = built.tracks(pair);
    let poses = |t| [tracks[0].at(t), tracks[1].at(t)];
    let mut state = PairState::default();
    for k in 0..=samples {
        let t = f64::from(k) / f64::from(samples);
        let inside = list.iter().any(|i| i.enter[0] <= t && t <= i.exit[1]);
        if !inside {
            let [a, b] = poses(t);
            let met = intersect(
                &interframe::PosedPair::new(&built.a, &a, &built.b, &b),
                &IntersectOptions::default(),
                &mut state,
            )
            .expect("valid options")
            .verdict;
            tally.claim(
                met == Verdict::Separated,
                name,
                &format!("contact at {t}: {list:?}"),
            );
            tally.judged += 1;
        }
    }
    // At the times where contact is certified there is one, as far as other arithmetic tells.
    let size = built.a.bounding_radius() + built.b.bounding_radius();
    let turning = built.motion_a.is_turning() || built.motion_b.is_turning();
    for interval in list
        .iter()
        .filter(|i| turning && i.contact != Contact::None)
    {
        for t in [interval.enter[1], interval.exit[0]] {
            let [a, b] = poses(t);
            let found = distance(
                &interframe::PosedPair::new(&built.a, &a, &built.b, &b),
                &DistanceOptions::default(),
                &mut state,
            );
            let apart = found.expect("the default method").separation;
            tally.claim(
                apart <= 2e-6 * size.max(1e-3),
                name,
                &format!("{apart} at {t}: {list:?}"),
            );
        }
    }
    // The first is what the time of impact is.
    let options = TimeOfImpactOptions::default();
    let first = built.ask(&options, &mut PairState::default());
    let same = match list.first() {
        None => first.verdict == Verdict::Separated,
        Some(interval) => first.verdict.may_hit() && interval.enter[0] == first.t_lo,
    };
    tally.claim(same, name, &format!("{first:?}, {list:?}"));
}

#[test]
fn nothing_is_left_out() {
    let n = count(1_000, 20_000);
    for_each(n, |i, tally| {
        match i % 4 {
            0 => judge(&format!("planted {i}"), &planted_pair(i).pair, 256, tally),
            1 => {
                let mut pair = spinning_pair(i);
                for motion in [&mut pair.motion_a, &mut pair.motion_b] {
                    (motion.end_q, motion.turn) = (None, None);
                }
                judge(&format!("straight {i}"), &pair, 256, tally);
            }
            _ => judge(&format!("spinning {i}"), &spinning_pair(i), 512, tally),
        };
    })
    .report("contact intervals (refused: half a turn; judged: samples outside)");
}

/// Grazes, equal faces, contacts at the ends of the frame, extreme sizes.
#[test]
fn moving_pairs() {
    let n = count(500, 10_000);
    let tally = for_each(n, |i, tally| {
        let pair = moving_pair(i);
        let Some(built) = Built::new(&pair) else {
            return;
        };
        let (answer, list) = all(&built, &TimeOfImpactOptions::default());
        tally.cases += 1;
        let first = built.ask(&TimeOfImpactOptions::default(), &mut PairState::default());
        let same = first.verdict.may_hit() != list.is_empty();
        tally.claim(same, &format!("{i}"), &format!("{answer:?}, {first:?}"));
    });
    tally.report("contact intervals of moving pairs");
}

/// As many intervals, and as far as the tolerance goes at the same times.
fn alike(x: &[ContactInterval], y: &[ContactInterval], by: f64) -> bool {
    x.len() == y.len()
        && x.iter().zip(y).all(|(x, y)| {
            (x.enter[1] - y.enter[1]).abs() <= by && (x.exit[1] - y.exit[1]).abs() <= by
        })
}

fn backwards(motion: &Motion) -> Motion {
    let turn = motion.turn().expect("a motion by turn");
    let (start, end) = (motion.start(), motion.end());
    // The pivot's way back, from where the body ends.
    let there = |pose: &Pose| pose.transform_point(&motion.pivot());
    let travel = there(end) - there(start);
    let p = end.translation();
    Motion::from_turn(*end, p - travel, -turn, motion.pivot()).expect("valid")
}

/// Planted pairs meet or miss by a known gap: no more than one contact near that time is grazed.
#[test]
fn swapped_moved_and_backwards() {
    let n = count(300, 5_000);
    for_each(n, |i, tally| {
        let name = format!("{i}");
        let mut rng = case_generator(94, i);
        let planted = planted_pair(i);
        let built = Built::new(&planted.pair).expect("valid");
        // Gaps about the tolerance may be a contact or not.
        let size = built.a.bounding_radius().min(built.b.bounding_radius());
        if planted.gap.abs() < 1e-5 * size || built.motion_b.turn().is_none() {
            return;
        }
        tally.cases += 1;
        let options = TimeOfImpactOptions::default();
        let (_, list) = all(&built, &options);
        let swapped = Built {
            a: built.b.clone(),
            motion_a: built.motion_b,
            b: built.a.clone(),
            motion_b: built.motion_a,
        };
        let by = 1e-4;
        let (_, other) = all(&swapped, &options);
        tally.claim(
            alike(&list, &other, by),
            &name,
            &format!("{list:?} swapped {other:?}"),
        );

        let q = rng.quaternion();
        let q = Quaternion::new(q[3], q[0], q[1], q[2]);
        let turned = Pose::new(Vector3::new(3.0, -2.0, 7.0), q).expect("valid");
        let moved = |motion: &Motion| {
            let at = |p: Vector3<f64>| turned.transform_point(&p);
            let start = motion.start();
            let pose = Pose::new(at(start.translation()), q * start.quaternion()).expect("valid");
            let turn = at(motion.turn().expect("a turn")) - at(Vector3::zeros());
            let travel = {
                let there = |pose: &Pose| pose.transform_point(&motion.pivot());
                there(motion.end()) - there(start)
            };
            let travel = at(travel) - at(Vector3::zeros());
            Motion::from_turn(pose, pose.translation() + travel, turn, motion.pivot())
                .expect("valid")
        };
        let elsewhere = Built {
            a: built.a.clone(),
            motion_a: moved(&built.motion_a),
            b: built.b.clone(),
            motion_b: moved(&built.motion_b),
        };
        let (_, other) = all(&elsewhere, &options);
        tally.claim(
            alike(&list, &other, by),
            &name,
            &format!("{list:?} moved {other:?}"),
        );

        let back = Built {
            a: built.a.clone(),
            motion_a: backwards(&built.motion_a),
            b: built.b.clone(),
            motion_b: backwards(&built.motion_b),
        };
        let (_, mut other) = all(&back, &options);
        other.reverse();
        let forward: Vec<_> = other
            .iter()
            .map(|i| {
                let mut turned = *i;
                turned.enter = [1.0 - i.exit[1], 1.0 - i.exit[1]];
                turned.exit = [1.0 - i.enter[1], 1.0 - i.enter[1]];
                turned
            })
            .collect();
        tally.claim(
            alike(&list, &forward, by),
            &name,
            &format!("{list:?} back {forward:?}"),
        );
    })
    .report("contact intervals swapped, moved and backwards");
}

fn bar_and_post(turns: f64) -> Built {
    let body = |list: &[[f64; 3]]| crate::common::polytope(list);
    let turn = Vector3::new(0.0, 0.0, std::f64::consts::TAU * turns);
    Built {
        a: body(&[[-5.0, 0.0, 0.0], [5.0, 0.0, 0.0]]),
        motion_a: Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())
            .expect("valid"),
        b: body(&[[0.0, 4.0, -1.0], [0.0, 4.0, 1.0]]),
        motion_b: Motion::fixed(Pose::identity()),
    }
}

#[test]
fn a_short_list_says_so() {
    let built = bar_and_post(3.0);
    let (whole, list) = all(&built, &TimeOfImpactOptions::default());
    assert_eq!((whole.count, whole.undecided, list.len()), (6, 0, 6));
    let mut marker = ContactInterval::default();
    marker.gap = 7.0;
    for room in 0..6 {
        let mut out = vec![marker; room + 1];
        let answer = ask(&built, &TimeOfImpactOptions::default(), &mut out[..room]);
        assert_eq!(
            (answer.count, answer.written, answer.is_whole()),
            (6, room, false)
        );
        assert_eq!(out[..room], list[..room]);
        assert_eq!(out[room], marker);
        assert_eq!(answer.verdict, Verdict::Hit);
    }
}

#[test]
fn a_budget_that_runs_out_leaves_the_rest_open() {
    let built = bar_and_post(3.0);
    for budget in [1, 2, 3, 5, 10, 20, 50] {
        let options = TimeOfImpactOptions {
            budget,
            ..TimeOfImpactOptions::default()
        };
        let (answer, list) = all(&built, &options);
        let last = list.last().expect("an interval");
        assert_eq!(
            (last.reason, last.exit[1]),
            (Reason::Budget, 1.0),
            "{budget}"
        );
        if last.contact == Contact::None {
            assert_eq!((last.enter[1], last.exit[0]), (1.0, last.enter[0]));
        }
        // Every contact lies in an interval.
        for k in 0..6 {
            let t = (1.0 + 2.0 * f64::from(k)) / 12.0;
            let inside = |i: &ContactInterval| i.enter[0] <= t + 1e-9 && t - 1e-9 <= i.exit[1];
            assert!(list.iter().any(inside), "{budget}: {t} {list:?}");
        }
        assert!(answer.solves <= budget + 2, "{budget}: {answer:?}");
    }
}

#[test]
fn straight_motions_have_one_interval() {
    let cube = crate::common::polytope(&twin::shapes::cuboid([0.5; 3]));
    let at = |x| Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("finite");
    let pass = |from: f64, to: f64| {
        let built = Built {
            a: cube.clone(),
            motion_a: Motion::between(at(from), at(to), Vector3::zeros()).expect("valid"),
            b: cube.clone(),
            motion_b: Motion::fixed(at(0.0)),
        };
        all(&built, &TimeOfImpactOptions::default()).1
    };
    let near = |x: f64, y: f64| (x - y).abs() < 1e-12;
    let through = pass(-3.0, 5.0);
    assert_eq!(through.len(), 1);
    assert!(
        near(through[0].enter[1], 0.25) && near(through[0].exit[0], 0.5),
        "{through:?}"
    );
    assert_eq!(through[0].contact, Contact::Overlap);
    let stays = pass(-3.0, 0.0);
    assert_eq!(stays[0].exit, [1.0, 1.0]);
    let leaves = pass(0.0, 2.0);
    assert_eq!(leaves[0].enter, [0.0, 0.0]);
    assert!(near(leaves[0].exit[1], 0.5), "{leaves:?}");
    let rests = pass(1.0, 1.0);
    assert_eq!((rests[0].enter, rests[0].exit), ([0.0, 0.0], [1.0, 1.0]));
    assert!(pass(-3.0, -2.0).is_empty());
}

#[test]
fn an_ignored_contact_is_refused() {
    let built = bar_and_post(1.0);
    let options = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..TimeOfImpactOptions::default()
    };
    let state = &mut PairState::default();
    let (motion_a, motion_b) = (&built.motion_a, &built.motion_b);
    let (a, b) = (&built.a, &built.b);
    let refused = contact_intervals(
        &interframe::MovingPair::new(a, motion_a, b, motion_b),
        &options,
        state,
        &mut [],
    );
    assert!(refused.is_err_and(|error| error.to_string().contains("initial_contact")));
    // What it is instead.
    assert!(
        time_of_impact(
            &interframe::MovingPair::new(a, motion_a, b, motion_b),
            &options,
            state
        )
        .is_ok()
    );
}
