//! Every answer about a motion has a chain that passes the independent checker and proves what the
//! answer says. INTERFRAME_LONG=1 for full counts.

use std::time::{Duration, Instant};

use crate::common::moving::{Built, large_pair, options};
use crate::common::{Tally, count, for_each, polytope};
use crate::second_checker::{accepted_by_the_second_checker, line_of_impact};
use interframe::certificate::{Certificate, Chain, LinkKind, Proof};
use interframe::{
    Contact, InitialContact, Motion, PairState, Polytope, Pose, TimeOfImpact, TimeOfImpactOptions,
    Verdict,
};
use nalgebra::Vector3;
use twin::shapes::cuboid;
use twin::spins::{planted_pair, spinning_pair};
use twin::sweeps::{MovingPair, moving_pair};

/// The chain of an answer proves the answer: its verdict, its times, its gap.
fn judge(name: &str, proof: &Proof, answer: &TimeOfImpact, target: f64, tally: &mut Tally) {
    if !tally.decided(answer.verdict) {
        tally.refused += 1;
    }
    let proved = match proof.verify() {
        Ok(proved) => proved,
        Err(failure) => {
            tally.claim(false, name, &format!("{failure}: {answer:?}"));
            return;
        }
    };
    // Free from some time on is a part of the frame.
    let expected = match answer.verdict {
        Verdict::Separated if answer.free_from > 0.0 => Verdict::Undecided,
        verdict => verdict,
    };
    let contact = match (answer.verdict, proved.contact) {
        (Verdict::Hit, Some([from, to])) => answer.t_lo <= from && to == answer.t_hi,
        (Verdict::Hit, None) => false,
        (_, contact) => contact.is_none(),
    };
    let near = answer.contact == Contact::Near;
    let gap = proved.gap.is_some() == near && proved.gap.unwrap_or(0.0) <= answer.gap;
    let free = proved.free == [answer.free_from, answer.t_lo];
    let empty = matches!(proof.certificate, Certificate::Empty);
    let separation = proved.separation == target || empty;
    let right = proved.verdict == expected && contact && gap && free && separation;
    tally.claim(right, name, &format!("{proved:?} of {answer:?}"));
}

fn judge_pair(name: &str, pair: &MovingPair, options: &TimeOfImpactOptions, tally: &mut Tally) {
    let Some(built) = Built::new(pair) else {
        tally.refused += 1;
        return;
    };
    let (answer, proof) = built.certified(options, &mut PairState::default());
    judge(name, &proof, &answer, options.target_separation, tally);
}

#[test]
fn spinning_pairs() {
    let n = count(2_000, 100_000);
    for_each(n, |i, tally| {
        let pair = spinning_pair(i);
        judge_pair(
            &format!("spinning {i}"),
            &pair,
            &TimeOfImpactOptions::default(),
            tally,
        );
        judge_pair(
            &format!("spinning {i} with options"),
            &pair,
            &options(i),
            tally,
        );
    })
    .report("certificates of spinning pairs (refused: undecided)");
}

#[test]
fn planted_contacts() {
    let n = count(1_000, 20_000);
    for_each(n, |i, tally| {
        let planted = planted_pair(i);
        judge_pair(
            &format!("planted {i}"),
            &planted.pair,
            &TimeOfImpactOptions::default(),
            tally,
        );
    })
    .report("certificates of planted contacts (refused: undecided)");
}

/// Straight motions among them, contacts at the start, grazes and equal faces.
#[test]
fn moving_pairs() {
    let n = count(800, 50_000);
    for_each(n, |i, tally| {
        let mut pair = moving_pair(i);
        let name = format!("{} {i}", pair.family);
        let default = TimeOfImpactOptions::default();
        judge_pair(&name, &pair, &default, tally);
        judge_pair(&format!("{name} with options"), &pair, &options(i), tally);
        for motion in [&mut pair.motion_a, &mut pair.motion_b] {
            (motion.end_q, motion.turn, motion.pivot) = (None, None, [0.0; 3]);
        }
        judge_pair(&format!("{name} straight"), &pair, &default, tally);
        judge_pair(
            &format!("{name} straight with options"),
            &pair,
            &options(i),
            tally,
        );
    })
    .report("certificates of moving pairs (refused: undecided, or half a turn)");
}

#[test]
fn large_pairs() {
    let n = count(60, 2_000);
    for_each(n, |i, tally| {
        judge_pair(
            &format!("large {i}"),
            &large_pair(i),
            &TimeOfImpactOptions::default(),
            tally,
        );
    })
    .report("certificates of pairs of up to 1,000 vertices (refused: undecided)");
}

/// Whatever the state held when the answer was found.
#[test]
fn answers_from_warm_states() {
    let n = count(1_000, 20_000);
    for_each(n, |i, tally| {
        let mut state = PairState::default();
        for k in 0..3 {
            // The same bodies a moment later, as frames go, then quite other ones.
            let mut pair = spinning_pair(i);
            pair.motion_b.start.p[0] += 0.05 * f64::from(k);
            pair.motion_b.end_p[0] += 0.05 * f64::from(k);
            let built = Built::new(&pair).expect("valid");
            let default = TimeOfImpactOptions::default();
            let (answer, proof) = built.certified(&default, &mut state);
            judge(&format!("warm {i} {k}"), &proof, &answer, 0.0, tally);
        }
    })
    .report("certificates of answers from warm states (refused: undecided)");
}

fn kinds(chain: &Chain) -> Vec<&'static str> {
    let kind = |by: &LinkKind| match by {
        LinkKind::Plane { .. } => "plane",
        LinkKind::Balls { .. } => "balls",
        LinkKind::Span { .. } => "span",
    };
    chain.links.iter().map(|link| kind(&link.by)).collect()
}

#[test]
fn an_empty_body_is_apart_and_far_bodies_are_one_link() {
    let bar = Polytope::new(&[Vector3::x(), -Vector3::x()]).expect("a segment");
    let empty = Polytope::new(&[]).expect("the empty set");
    let turn = Vector3::new(0.0, 0.0, 60.0);
    let far = Vector3::new(9.0, 0.0, 0.0);
    let spin = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::y());
    let spin = spin.expect("valid");
    let rest = Motion::fixed(Pose::from_translation(far).expect("finite"));
    for (b, expected) in [(&empty, None), (&bar, Some(vec!["balls"]))] {
        let built = Built {
            a: bar.clone(),
            motion_a: spin,
            b: b.clone(),
            motion_b: rest,
        };
        let (answer, proof) =
            built.certified(&TimeOfImpactOptions::default(), &mut PairState::default());
        assert_eq!(answer.verdict, Verdict::Separated);
        assert_eq!(proof.verify().expect("true").verdict, Verdict::Separated);
        match (&proof.certificate, expected) {
            (Certificate::Empty, None) => {}
            (Certificate::Chain(chain), Some(expected)) => assert_eq!(kinds(chain), expected),
            (other, _) => panic!("{other:?}"),
        }
    }
}

/// A slab with one corner 1e12 times as far as the others spins through a wall: the contact is found beyond
/// rounding, by columns that another search may not find.
#[test]
fn a_contact_beyond_rounding_is_found_again() {
    let mut bullet = cuboid([0.03125, 0.00390625, 0.00390625]);
    let wall = polytope(&cuboid([0.015625, 0.5, 0.5]));
    let (mut tally, mut beyond) = (Tally::default(), 0);
    for (k, far) in (0..bullet.len()).flat_map(|k| [1e3, 1e6, 4e10, 1e12].map(|far| (k, far))) {
        let before = bullet[k];
        bullet[k][1] *= far;
        bullet[k][2] *= 242.0;
        let built = Built {
            a: polytope(&bullet),
            motion_a: Motion::from_turn(
                Pose::from_translation(Vector3::new(-7.0, 0.0, 0.0)).unwrap(),
                Vector3::new(6.0, 0.0, 0.0),
                Vector3::new(500.0, 0.0, 0.0),
                Vector3::zeros(),
            )
            .unwrap(),
            b: wall.clone(),
            motion_b: Motion::fixed(Pose::identity()),
        };
        let options = TimeOfImpactOptions::default();
        let (answer, proof) = built.certified(&options, &mut PairState::default());
        judge(
            &format!("corner {k} at {far}"),
            &proof,
            &answer,
            0.0,
            &mut tally,
        );
        beyond += u32::from(answer.contact == Contact::Overlap && answer.t_lo < answer.t_hi);
        bullet[k] = before;
    }
    assert!(beyond > 0);
    tally.report("a spinning slab with a far corner");
}

/// A contact that was ignored leaves a chain that begins when the bodies have come apart.
#[test]
fn an_ignored_contact_is_left_out() {
    let cube: Vec<_> = (0..8)
        .map(|i| Vector3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)))
        .collect();
    let cube = Polytope::new(&cube).expect("a cube");
    let up = |z| Pose::from_translation(Vector3::new(0.0, 0.0, z)).expect("finite");
    let built = Built {
        a: cube.clone(),
        motion_a: Motion::fixed(up(0.0)),
        b: cube,
        motion_b: Motion::between(up(1.0), up(2.0), Vector3::zeros()).expect("valid"),
    };
    let options = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..TimeOfImpactOptions::default()
    };
    let (answer, proof) = built.certified(&options, &mut PairState::default());
    assert_eq!(answer.verdict, Verdict::Separated);
    assert!(answer.free_from > 0.0);
    let proved = proof.verify().expect("true");
    assert_eq!(proved.free, [answer.free_from, 1.0]);
    assert_eq!(proved.verdict, Verdict::Undecided);
}

/// Apart in the last moments only: free from there on, if only at t = 1.
#[test]
fn a_contact_may_be_ignored_to_the_end() {
    let cube = Polytope::cuboid([1.5; 3]).expect("a cube");
    let at = |x| Pose::from_translation(Vector3::new(x, 0.125, -0.25)).expect("finite");
    let spin = Vector3::new(0.0, 0.0, 4.0);
    let options = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..TimeOfImpactOptions::default()
    };
    let mut latest = 0.0;
    for beyond in [1e-3, 4e-3, 8e-3, 0.016, 0.031, 0.0625, 0.25] {
        let flight = |from: f64, to: f64, turn| {
            let end = at(to).translation();
            Motion::from_turn(at(from), end, turn, Vector3::zeros()).expect("finite")
        };
        let built = Built {
            a: Polytope::new(&[Vector3::zeros()]).expect("a point"),
            motion_a: flight(0.0, -0.25, spin),
            b: cube.clone(),
            motion_b: flight(0.5, 1.25 + beyond, Vector3::zeros()),
        };
        let (answer, proof) = built.certified(&options, &mut PairState::default());
        assert_eq!(answer.verdict, Verdict::Separated, "{beyond}: {answer:?}");
        // The distance grows by 1 + beyond, from 1 inside.
        let parted = 1.0 / (1.0 + beyond);
        assert!(answer.free_from > parted, "{answer:?}");
        latest = answer.free_from.max(latest);
        let proved = proof.verify().expect("true");
        assert_eq!(proved.free, [answer.free_from, 1.0]);
    }
    assert_eq!(latest, 1.0);
}

/// Prints what `docs/guide/CERTIFICATES.md` states: links, bytes, and microseconds to make and to check.
#[test]
fn costs() {
    let n = count(100, 1_000);
    type Draw = fn(u64) -> MovingPair;
    let straight = |i| {
        let mut pair = spinning_pair(i);
        for motion in [&mut pair.motion_a, &mut pair.motion_b] {
            (motion.end_q, motion.turn) = (None, None);
        }
        pair
    };
    let families: [(&str, Draw); 3] = [
        ("straight", straight),
        ("spinning", spinning_pair),
        ("large", large_pair),
    ];
    for (name, draw) in families {
        for wanted in [Verdict::Separated, Verdict::Hit] {
            let mut rows: [Vec<f64>; 5] = Default::default();
            for i in 0..n {
                let Some(built) = Built::new(&draw(i)) else {
                    continue;
                };
                let options = TimeOfImpactOptions::default();
                let start = Instant::now();
                let answer = built.ask(&options, &mut PairState::default());
                let asked = start.elapsed();
                if answer.verdict != wanted {
                    continue;
                }
                let start = Instant::now();
                let proof = built.certify(&options, &answer);
                let made = start.elapsed();
                let start = Instant::now();
                proof.verify().expect("true");
                let checked = start.elapsed();
                let Certificate::Chain(chain) = &proof.certificate else {
                    continue;
                };
                let bare = Proof {
                    a: Vec::new(),
                    b: Vec::new(),
                    ..proof.clone()
                };
                let us = |time: Duration| 1e6 * time.as_secs_f64();
                let links = chain.links.len() as f64;
                let bytes = bare.to_json().len() as f64;
                for (row, x) in
                    rows.iter_mut()
                        .zip([links, bytes, us(asked), us(made), us(checked)])
                {
                    row.push(x);
                }
            }
            let found = rows[0].len();
            let [links, bytes, asked, made, checked] = rows.map(|mut row| {
                row.sort_by(f64::total_cmp);
                let at = |part: f64| row.get((part * row.len() as f64) as usize).copied();
                format!(
                    "{:.1} (90%: {:.1})",
                    at(0.5).unwrap_or(0.0),
                    at(0.9).unwrap_or(0.0)
                )
            });
            println!(
                "{name} {wanted:?}: {found}; links {links}, bytes {bytes}, us to ask {asked}, to make \
                 {made}, to check {checked}"
            );
        }
    }
}

/// The same proofs by a checker in another language, where there is one.
#[test]
fn the_second_checker_agrees() {
    let lines = (0..count(60, 2_200)).filter_map(|i| {
        let (pair, options) = match i % 4 {
            0 => (moving_pair(i), TimeOfImpactOptions::default()),
            1 => (planted_pair(i).pair, TimeOfImpactOptions::default()),
            2 => (spinning_pair(i), options(i)),
            _ => (spinning_pair(i), TimeOfImpactOptions::default()),
        };
        let built = Built::new(&pair)?;
        let (answer, proof) = built.certified(&options, &mut PairState::default());
        Some(line_of_impact(&i.to_string(), &options, &answer, &proof))
    });
    accepted_by_the_second_checker("motions", lines.collect());
}
