//! Every argument anywhere in its range, each by itself: whatever a query answers, its own certificate is
//! accepted. INTERFRAME_LONG=1 for full counts.

use crate::common::exits::roomy_pair;
use crate::common::moving::Built;
use crate::common::{count, for_each};
use crate::exit;
use interframe::self_check::{check_contact_intervals, check_time_of_impact};
use interframe::{
    ContactInterval, InitialContact, PairState, TimeOfExitOptions, TimeOfImpactOptions,
    contact_intervals, time_of_impact,
};
use twin::cases::WrittenMotion;
use twin::mixed_sizes::mixed_pair;
use twin::number::power_of_two;
use twin::place::{Pose, V3};
use twin::random::{SplitMix64, case_generator};
use twin::spins::spinning_pair;
use twin::sweeps::{MovingPair, moving_pair};

/// 2 to the power of anything from `low` to `high`.
fn power(rng: &mut SplitMix64, low: i64, high: i64) -> f64 {
    let x = rng.between(1.0, 2.0);
    x * power_of_two(rng.integer(low, high) as i32)
}

fn scale(v: &mut V3, by: f64) {
    *v = v.map(|x| x * by);
}

/// Of any turn, about any point.
fn spun(motion: &mut WrittenMotion, rng: &mut SplitMix64) {
    if rng.flip() {
        let (mut turn, by) = (
            motion.turn.unwrap_or_else(|| rng.direction()),
            power(rng, -60, 60),
        );
        scale(&mut turn, by);
        (motion.turn, motion.end_q) = (Some(turn), None);
    }
    if rng.below(4) == 0 {
        let size = motion.start.p.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        let far = (size * power(rng, -40, 10)).min(1e300);
        motion.pivot = rng.direction().map(|x| x * far);
    }
}

/// Small bodies side by side, each of which may have one vertex far away, turn fast, or have its frame far off.
fn outlying_pair(rng: &mut SplitMix64) -> MovingPair {
    let [a, b] = [0, 1].map(|_| {
        let half = [0; 3].map(|_| power(rng, -6, 0));
        let corners = 1 + rng.below(8);
        let point = |rng: &mut SplitMix64| half.map(|x| x * rng.between(-1.0, 1.0));
        let mut body: Vec<V3> = (0..corners).map(|_| point(rng)).collect();
        if rng.below(3) > 0 {
            let reach = power(rng, 5, 45);
            let axis = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], rng.direction()];
            body.push(rng.pick(&axis).map(|x| reach * x));
        }
        body
    });
    let mut pair = MovingPair {
        a,
        b,
        ..moving_pair(rng.next_u64() >> 40)
    };
    let apart = rng.between(1.0, 4.0);
    let away = rng.direction().map(|x| apart * x);
    let bodies = [
        (&mut pair.a, &mut pair.motion_a, [0.0; 3]),
        (&mut pair.b, &mut pair.motion_b, away),
    ];
    for (body, motion, at) in bodies {
        let turn = rng.direction();
        let rate = if rng.flip() { power(rng, 0, 10) } else { 0.0 };
        let mut off = [0.0; 3];
        if rate == 0.0 && rng.below(3) == 0 {
            let far = power(rng, 0, 40);
            off = rng.direction().map(|x| far * x);
            body.iter_mut()
                .for_each(|v| *v = [0, 1, 2].map(|k| v[k] - off[k]));
        }
        let place = [0, 1, 2].map(|k| at[k] + off[k]);
        let way = rng.direction();
        let fly = if rng.flip() { 1.0 } else { 0.0 };
        motion.start = Pose {
            p: place,
            q: [0.0, 0.0, 0.0, 1.0],
        };
        motion.end_p = [0, 1, 2].map(|k| place[k] + fly * way[k]);
        (motion.turn, motion.end_q) = (Some(turn.map(|x| rate * x)), None);
        motion.pivot = [0.0; 3];
    }
    pair
}

fn wild_pair(index: u64, rng: &mut SplitMix64) -> MovingPair {
    let mut pair = match rng.below(7) {
        0 => moving_pair(index),
        1 => spinning_pair(index),
        2 => mixed_pair(index).pair,
        3 => return outlying_pair(rng),
        _ => roomy_pair(index),
    };
    spun(&mut pair.motion_a, rng);
    spun(&mut pair.motion_b, rng);
    let (a, b) = (&pair.motion_a, &pair.motion_b);
    let lengths = [a.start.p, a.end_p, a.pivot, b.start.p, b.end_p, b.pivot];
    let lengths = pair.a.iter().chain(&pair.b).chain(&lengths).flatten();
    let largest = lengths.fold(1.0_f64, |m, x| m.max(x.abs()));
    // What is near the largest number already stays.
    if rng.flip() && largest < 1e100 {
        let by = power(rng, -20, 20);
        pair.b.iter_mut().for_each(|v| scale(v, by));
    }
    if rng.flip() && largest < 1e100 {
        let by = power(rng, -400, 400);
        pair.a
            .iter_mut()
            .chain(&mut pair.b)
            .for_each(|v| scale(v, by));
        for motion in [&mut pair.motion_a, &mut pair.motion_b] {
            let lengths = [&mut motion.start.p, &mut motion.end_p, &mut motion.pivot];
            lengths.into_iter().for_each(|v| scale(v, by));
        }
    }
    pair
}

/// Lengths of any size, or near the bodies'.
fn length(pair: &MovingPair, rng: &mut SplitMix64) -> f64 {
    let vertices = pair.b.iter().flatten();
    let size = vertices.fold(1e-300_f64, |m, x| m.max(x.abs())).min(1e300);
    match rng.below(3) {
        0 => power(rng, -1000, 1000),
        _ => size * power(rng, -30, 5),
    }
}

fn budget(default: u32, rng: &mut SplitMix64) -> u32 {
    *rng.pick(&[default, default, 1, 2, 30])
}

fn exits(pair: &MovingPair, rng: &mut SplitMix64) -> TimeOfExitOptions {
    let default = TimeOfExitOptions::default();
    let sign = if rng.flip() { 1.0 } else { -1.0 };
    TimeOfExitOptions {
        tolerance: rng.flip().then(|| length(pair, rng)),
        target_margin: if rng.flip() {
            sign * length(pair, rng)
        } else {
            0.0
        },
        budget: budget(10_000, rng).min(default.budget),
        ..default
    }
}

fn impacts(pair: &MovingPair, rng: &mut SplitMix64) -> TimeOfImpactOptions {
    let default = TimeOfImpactOptions::default();
    TimeOfImpactOptions {
        tolerance: rng.flip().then(|| length(pair, rng)),
        target_separation: if rng.below(3) == 0 {
            length(pair, rng)
        } else {
            0.0
        },
        initial_contact: *rng.pick(&[
            InitialContact::Report,
            InitialContact::IgnoreUntilSeparated,
            InitialContact::OnlyIfApproaching,
            InitialContact::IgnorePairs,
        ]),
        budget: budget(default.budget, rng),
        ..default
    }
}

#[test]
fn all_own_certificates_are_accepted() {
    let tally = for_each(count(150, 100_000), |i, tally| {
        let rng = &mut case_generator(190, i);
        let pair = wild_pair(i, rng);
        let (leave, meet) = (exits(&pair, rng), impacts(&pair, rng));
        let Some(built) = Built::new(&pair) else {
            tally.refused += 1;
            return;
        };
        exit::judge(&format!("exit {i}"), &built, &leave, tally);
        let state = &mut PairState::default();
        let name = format!("impact {i} {meet:?}");
        let answer = time_of_impact(&built.pair(), &meet, state).expect("valid");
        let checked = check_time_of_impact(&built.pair(), &meet, &answer);
        tally.claim(
            checked.is_ok(),
            &name,
            &format!("{checked:?} of {answer:?}"),
        );
        if meet.initial_contact != InitialContact::Report {
            return;
        }
        let mut found = [ContactInterval::default(); 40];
        let answer = contact_intervals(&built.pair(), &meet, state, &mut found).expect("valid");
        if !answer.is_whole() {
            return;
        }
        let found = &found[..answer.count];
        let checked = check_contact_intervals(&built.pair(), &meet, found).expect("valid");
        tally.claim(checked.is_ok(), &name, &format!("{checked:?} of {found:?}"));
    });
    tally.report("certificates of anything (refused: undecided, half turns)");
}
