//! Bodies with radii that move: against the exact twin of their cores where nothing turns, against dense sampling
//! where something does. INTERFRAME_LONG=1 for full counts.

use crate::common::moving::Track;
use crate::common::tangent::{about_touching, tangent};
use crate::common::{Tally, count, for_each, motion, polytope};
use interframe::*;
use nalgebra::Vector3;
use twin::cases::WrittenMotion;
use twin::distance::distance_sq;
use twin::number::{P3, Rational};
use twin::place::{Pair, linear};
use twin::random::case_generator;
use twin::spins::spinning_pair;
use twin::sweeps::moving_pair;

/// With a tolerance so small that nothing is near.
fn exactly() -> TimeOfImpactOptions {
    TimeOfImpactOptions {
        tolerance: Some(f64::from_bits(1)),
        ..TimeOfImpactOptions::default()
    }
}

fn straight(written: &WrittenMotion) -> WrittenMotion {
    WrittenMotion {
        end_q: None,
        turn: None,
        pivot: [0.0; 3],
        ..*written
    }
}

/// What the differences of a linear pair sweep over the frame: A where it starts and where it ends against B.
fn swept(pair: &Pair) -> Pair {
    let mut swept = pair.clone();
    if let Some((shift_a, shift_b)) = swept.shift.take() {
        let moved = |p: &P3| -> P3 { std::array::from_fn(|k| &p[k] + &shift_a[k] - &shift_b[k]) };
        let ends: Vec<_> = swept.a.iter().map(moved).collect();
        swept.a.extend(ends);
    }
    swept
}

/// The distance of the cores at a time, in f64.
fn cores(a: &Polytope, b: &Polytope, tracks: &[Track; 2], t: f64) -> Distance {
    let (at_a, at_b) = (tracks[0].at(t), tracks[1].at(t));
    let pair = PosedPair::new(a, &at_a, b, &at_b);
    distance(
        &pair,
        &DistanceOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid")
}

fn judge_linear(index: u64, tally: &mut Tally) {
    let mut pair = moving_pair(index);
    pair.motion_a = straight(&pair.motion_a);
    pair.motion_b = straight(&pair.motion_b);
    let exact = linear(
        &pair.a,
        &pair.motion_a.with_end(pair.motion_a.start.q),
        &pair.b,
        &pair.motion_b.with_end(pair.motion_b.start.q),
    );
    let (a, b) = (polytope(&pair.a), polytope(&pair.b));
    let (motion_a, motion_b) = (
        motion(&pair.motion_a).unwrap(),
        motion(&pair.motion_b).unwrap(),
    );
    let least_sq = distance_sq(&swept(&exact));
    let at_start = Pair {
        shift: None,
        ..exact
    };
    let start_sq = distance_sq(&at_start);
    let root = least_sq.as_ref().map_or(1.0, Rational::root);
    let start = start_sq.as_ref().map_or(1.0, Rational::root);
    let middle = 0.5 * (root + start);
    for (k, d) in [root.next_down(), root, root.next_up(), middle, 2.0 * root]
        .into_iter()
        .enumerate()
    {
        if !(d > 0.0) || !d.is_finite() {
            continue;
        }
        let radii = match (index + k as u64) % 4 {
            0 => [d, 0.0],
            1 => [d / 3.0, d - d / 3.0],
            2 => [d * 1e-17, d],
            _ => [0.5 * d, 0.5 * d],
        };
        let name = format!("{} {index} with radii {radii:?}", pair.family);
        let reach_sq = Rational::square_of_sum(radii[0], radii[1]);
        let within = |sq: &Option<Rational>| sq.as_ref().is_some_and(|sq| *sq <= reach_sq);
        let (hit, initial) = (within(&least_sq), within(&start_sq));
        let ask = MovingPair::new(
            a.rounded(radii[0]).unwrap(),
            &motion_a,
            b.rounded(radii[1]).unwrap(),
            &motion_b,
        );
        tally.cases += 1;
        let verdict = if hit {
            Verdict::Hit
        } else {
            Verdict::Separated
        };
        let swept = interframe(
            &ask,
            &InterframeOptions::default(),
            &mut PairState::default(),
        );
        tally.claim(swept.unwrap().verdict == verdict, &name, "interframe");
        let answer = time_of_impact(&ask, &exactly(), &mut PairState::default());
        let answer = answer.unwrap();
        // No tolerance is smaller than the smallest f64.
        let is_near = answer.contact == Contact::Near && answer.gap == f64::from_bits(1);
        tally.claim(
            answer.verdict == verdict || !hit && is_near,
            &name,
            &format!("time of impact: {answer:?}"),
        );
        match answer.verdict {
            Verdict::Hit => tally.hits += 1,
            _ => tally.separated += 1,
        }
        if !hit || answer.verdict != Verdict::Hit {
            continue;
        }
        let right = answer.contact == Contact::Overlap && (answer.t_hi == 0.0) == initial;
        tally.claim(right, &name, &format!("kind of contact: {answer:?}"));
        let tracks = [
            Track::new(&pair.motion_a, &motion_a),
            Track::new(&pair.motion_b, &motion_b),
        ];
        let far = a.reach()
            + b.reach()
            + start
            + 1e3 * root
            + motion_a.end().translation().abs().sum()
            + motion_b.end().translation().abs().sum();
        if !(1e-100..1e100).contains(&far) {
            continue;
        }
        let sum = radii[0] + radii[1];
        let at = cores(&a, &b, &tracks, answer.t_hi).separation;
        tally.claim(
            at <= sum + 1e-12 * far,
            &name,
            &format!("apart at t_hi: {at} {sum} {answer:?}"),
        );
        for k in 0..if initial { 0 } else { 8 } {
            let t = answer.t_lo * f64::from(k) / 8.0;
            let at = cores(&a, &b, &tracks, t).separation;
            tally.claim(
                at >= sum - 1e-12 * far,
                &name,
                &format!("together at {t}: {answer:?}"),
            );
        }
    }
}

#[test]
fn linear_verdicts_are_exact() {
    for_each(count(1_200, 46_000), judge_linear).report("round bodies that do not turn");
}

/// B goes across the vector between two bodies that are tangent exactly at half time.
#[test]
fn planted_grazes_are_exact() {
    let run = for_each(count(800, 20_000), |index, tally| {
        let rng = &mut case_generator(0x18d2, index);
        let planted = tangent(rng);
        let (a, b) = (polytope(&planted.a), polytope(&planted.b));
        let middle = planted.pose_b.translation();
        let from = Pose::new(middle - planted.across, planted.pose_b.quaternion()).unwrap();
        let motion_a = Motion::fixed(planted.pose_a);
        let motion_b = Motion::translation(from, middle + planted.across).unwrap();
        for (radii, hit) in about_touching(planted.between, rng) {
            let name = format!("planted {index} with radii {radii:?}");
            let ask = MovingPair::new(
                a.rounded(radii[0]).unwrap(),
                &motion_a,
                b.rounded(radii[1]).unwrap(),
                &motion_b,
            );
            let verdict = tally.known(hit);
            let state = &mut PairState::default();
            let swept = interframe(&ask, &InterframeOptions::default(), state).unwrap();
            tally.claim(swept.verdict == verdict, &name, "interframe");
            let answer = time_of_impact(&ask, &exactly(), state).unwrap();
            tally.claim(answer.verdict == verdict, &name, "time of impact");
            if hit {
                let right = answer.contact == Contact::Overlap && answer.t_lo <= 0.5;
                tally.claim(right, &name, &format!("{answer:?}"));
            }
        }
    });
    run.report("round bodies that graze exactly or miss by next to nothing");
}

fn judge_spinning(index: u64, samples: u32, tally: &mut Tally) {
    let pair = spinning_pair(index);
    let (a, b) = (polytope(&pair.a), polytope(&pair.b));
    let (motion_a, motion_b) = (
        motion(&pair.motion_a).unwrap(),
        motion(&pair.motion_b).unwrap(),
    );
    let tracks = [
        Track::new(&pair.motion_a, &motion_a),
        Track::new(&pair.motion_b, &motion_b),
    ];
    let part = [0.05, 0.3, 0.9][index as usize % 3];
    let start = cores(&a, &b, &tracks, 0.0).separation;
    let sum = part
        * if start > 0.0 && start.is_finite() {
            start
        } else {
            1.0
        };
    let radii = [0.25 * sum, 0.75 * sum];
    let name = format!("{} {index} with radii {radii:?}", pair.family);
    let ask = MovingPair::new(
        a.rounded(radii[0]).unwrap(),
        &motion_a,
        b.rounded(radii[1]).unwrap(),
        &motion_b,
    );
    let options = TimeOfImpactOptions::default();
    let answer = time_of_impact(&ask, &options, &mut PairState::default()).unwrap();
    tally.cases += 1;
    let size = a.reach()
        + b.reach()
        + sum
        + motion_a.end().translation().abs().sum()
        + motion_b.end().translation().abs().sum();
    let room = 1e-11 * size;
    match answer.verdict {
        Verdict::Separated => tally.separated += 1,
        Verdict::Undecided => tally.undecided.push(format!("{name}: {answer:?}")),
        Verdict::Hit => {
            tally.hits += 1;
            let at = cores(&a, &b, &tracks, answer.t_hi).separation;
            let near = at <= radii[0] + radii[1] + answer.gap + room;
            tally.claim(near, &name, &format!("apart at t_hi by {at}: {answer:?}"));
        }
    }
    let mut list = vec![ContactInterval::default(); 64];
    let all = contact_intervals(&ask, &options, &mut PairState::default(), &mut list).unwrap();
    let list = &list[..all.written];
    for k in 0..=samples {
        let t = f64::from(k) / f64::from(samples);
        let at = cores(&a, &b, &tracks, t).separation;
        if at > sum - room {
            continue;
        }
        tally.claim(
            t >= answer.t_lo,
            &name,
            &format!("together at {t}: {answer:?}"),
        );
        let known = list.iter().any(|i| i.enter[0] <= t && t <= i.exit[1]);
        tally.claim(
            known || !all.is_whole(),
            &name,
            &format!("no interval holds {t}: {list:?}"),
        );
    }
    let swept = interframe(
        &ask,
        &InterframeOptions::default(),
        &mut PairState::default(),
    )
    .unwrap();
    let missed =
        swept.verdict == Verdict::Separated && answer.verdict == Verdict::Hit && answer.gap == 0.0;
    tally.claim(!missed, &name, "a certified sweep misses it");
}

#[test]
fn nothing_is_missed_by_turning_bodies() {
    let samples = count(200, 2_000) as u32;
    for_each(count(700, 50_000), |index, tally| {
        judge_spinning(index, samples, tally)
    })
    .report("round bodies that turn");
}

/// Contact at t = 0 is a shared point, to the last place, or a gap of at most the target: of bodies that turn as of others,
/// and whatever the tolerance.
#[test]
fn contact_at_the_start_is_no_nearness() {
    let ball = SharedBody::sphere(1.0).expect("a radius");
    let stick = SharedBody::capsule(1.0, 1.0).expect("lengths");
    let still = Motion::fixed(Pose::identity());
    let ask = |x: f64, to: [f64; 3], turn: f64, target: f64, tolerance: f64, initial_contact| {
        let start = Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("finite");
        let turn = Vector3::new(0.0, turn, 0.0);
        let motion = Motion::from_turn(start, to.into(), turn, Vector3::zeros()).expect("finite");
        let options = TimeOfImpactOptions {
            initial_contact,
            target_separation: target,
            tolerance: Some(tolerance),
            ..TimeOfImpactOptions::default()
        };
        let pair = MovingPair::new(&ball, &still, &stick, &motion);
        time_of_impact(&pair, &options, &mut PairState::default()).expect("valid")
    };
    let ignore = InitialContact::IgnoreUntilSeparated;
    let report = InitialContact::Report;
    let through = [-8.0, 0.0, 0.0];
    for turn in [0.0, 0.1] {
        let found = ask(2.5, through, turn, 0.0, 1.0, ignore);
        assert_eq!(found.verdict, Verdict::Hit, "{found:?}");
        assert!(
            !found.initial && found.free_from == 0.0 && found.t_hi > 0.0 && found.t_hi <= 0.048
        );
        // By a last place apart, and in contact.
        for (x, touching) in [(2.0_f64.next_up(), false), (2.0, true), (1.5, true)] {
            let found = ask(x, through, turn, 0.0, 1e-6, report);
            assert_eq!(found.verdict, Verdict::Hit, "{found:?}");
            assert_eq!(
                (found.initial, found.t_hi == 0.0),
                (touching, touching),
                "{x}: {found:?}"
            );
            let found = ask(x, [8.0, 0.0, 0.0], turn, 0.0, 1e-6, ignore);
            assert!(
                found.initial || found.free_from > 0.0 || !touching,
                "{x}: {found:?}"
            );
        }
        for (target, touching) in [(0.5 - 1e-9, false), (0.5, true)] {
            let found = ask(2.5, through, turn, target, 1e-6, report);
            assert_eq!(
                (found.initial, found.t_hi == 0.0),
                (touching, touching),
                "{target}: {found:?}"
            );
        }
    }
    for initial_contact in [report, ignore] {
        let found = ask(5.0, [4.0, 1.0, 0.0], 1.0, 0.0, 10.0, initial_contact);
        assert!(!found.initial, "{found:?}");
        assert!(
            found.verdict == Verdict::Separated || found.t_hi > 0.0,
            "{found:?}"
        );
    }
}
