//! Proofs about cylinders, cones and ellipsoids that move: what the queries answer is proved and accepted, down to the gaps
//! that they tell. INTERFRAME_LONG=1 for full counts.

use crate::common::curved::{any_curved, farthest};
use crate::common::grazes::any_graze;
use crate::common::{Tally, count, for_each};
use crate::curved_at_rest::any_pose;
use crate::second_checker::*;
use interframe::certificate::{Certificate, ProofFile};
use interframe::*;
use nalgebra::{Quaternion, Vector3};
use serde_json::Value;
use std::sync::Mutex;
use std::time::Instant;
use twin::random::{SplitMix64, case_generator};

fn any_motion(rng: &mut SplitMix64, turning: bool) -> Motion {
    let mut spot = |size: f64| Vector3::from(rng.direction()) * rng.between(0.0, size);
    let (from, to, turn, pivot) = (spot(12.0), spot(12.0), spot(20.0), spot(3.0));
    let start = any_pose(rng, from);
    match (turning, rng.flip()) {
        (false, _) => Motion::from_turn(start, to, Vector3::zeros(), pivot),
        (true, true) => Motion::from_turn(start, to, turn, pivot),
        (true, false) => Motion::between(start, any_pose(rng, to), Vector3::zeros()),
    }
    .expect("a motion")
}

#[test]
fn times_of_impact_are_proved() {
    let lines = Mutex::new(Vec::new());
    let links = Mutex::new((0, 0));
    let run = for_each(count(400, 50_000), |index, tally| {
        let rng = &mut case_generator(0x18d2, index);
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
        let pair = match index % 5 {
            0 => MovingPair::new(b, &motion_b, &a, &motion_a),
            _ => MovingPair::new(&a, &motion_a, b, &motion_b),
        };
        let options = TimeOfImpactOptions {
            target_separation: *rng.pick(&[0.0, 0.0, 0.1, 1.0]),
            ..TimeOfImpactOptions::default()
        };
        let state = &mut PairState::default();
        let answer = time_of_impact(&pair, &options, state).expect("valid");
        let proof = certify_time_of_impact(&pair, &options, &answer);
        if !tally.decided(answer.verdict) {
            tally.undecided.push(format!("{index}: {answer:?}"));
        }
        if let Certificate::Chain(chain) = &proof.certificate {
            let mut links = links.lock().unwrap();
            *links = (links.0 + chain.links.len(), links.1.max(chain.links.len()));
        }
        let line = line_of_impact(&format!("{index}"), &options, &answer, &proof);
        let found = ProofFile::default()
            .line(&line.to_string())
            .expect("a line");
        match found.proof.expect("a proof") {
            Ok(_) if index < count(60, 1_500) => lines.lock().unwrap().push(line),
            Ok(_) => {}
            Err(failure) => tally.claim(
                false,
                &format!("{index}"),
                &format!("{failure}: {answer:?}"),
            ),
        }
    });
    println!("links, the most of one: {:?}", links.into_inner().unwrap());
    accepted_by_the_second_checker("curved-moving", lines.into_inner().unwrap());
    run.report("proofs of times of impact of curved bodies");
}

/// A cylinder, cone or ellipsoid of about this size, thin one way or two in half of the cases.
fn thin_curved(rng: &mut SplitMix64, size: f64) -> Curved {
    let mut length = || match rng.below(3) {
        0 => size * 10f64.powf(rng.between(-8.0, 0.0)),
        _ => size * rng.between(0.2, 1.0),
    };
    let [p, q, r] = [length(), length(), length()];
    match rng.below(3) {
        0 => Curved::cylinder(p, q),
        1 => Curved::cone(p, q),
        _ => Curved::ellipsoid([p, q, r]),
    }
    .expect("lengths")
}

/// Plates and needles that fly through cones and the like, or past them, in a straight line, with tolerances down to rounding
/// and sizes from 1e-6 to 1e6.
#[test]
fn straight_flights_of_thin_bodies_are_proved() {
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(2_000, 300_000), |index, tally| {
        let rng = &mut case_generator(0x18d5, index);
        let size = match index % 2 {
            0 => 1.0,
            _ => 10f64.powf(rng.between(-6.0, 6.0)),
        };
        let (a, b) = (thin_curved(rng, size), thin_curved(rng, size));
        let thick = size * *rng.pick(&[0.0, 1e-12, 1e-6, 1e-3]);
        let half = [
            size * rng.between(0.1, 1.0),
            size * rng.between(0.1, 1.0),
            thick,
        ];
        let plate = Polytope::cuboid(half).expect("finite");
        let b = match index % 3 {
            0 => Body::from(&b),
            _ => Body::from(&plate),
        };
        let way = Vector3::from(rng.direction());
        let off = Vector3::from(rng.direction()) * (size * rng.between(0.0, 1.0));
        let from = way * (-size * *rng.pick(&[0.5, 1.0, 2.0, 10.0])) + off;
        let travel = way * (size * *rng.pick(&[1e-3, 1.0, 4.0, 20.0]));
        let motion = |start: Pose, travel: Vector3<f64>| {
            let to = start.translation() + travel;
            Motion::from_turn(start, to, Vector3::zeros(), Vector3::zeros()).expect("a motion")
        };
        let common = match rng.below(3) {
            0 => Vector3::from(rng.direction()) * size,
            _ => Vector3::zeros(),
        };
        let motion_a = motion(any_pose(rng, Vector3::zeros()), common);
        let motion_b = motion(any_pose(rng, from), travel + common);
        let pair = MovingPair::new(&a, &motion_a, b, &motion_b);
        let options = TimeOfImpactOptions {
            tolerance: match rng.below(4) {
                0 => None,
                1 => Some(size * 10f64.powf(rng.between(-14.0, -3.0))),
                _ => Some(10f64.powf(rng.between(-14.0, -3.0))),
            },
            target_separation: size * *rng.pick(&[0.0, 0.0, 0.0, 0.01]),
            ..TimeOfImpactOptions::default()
        };
        // The tolerance may be below rounding. What is proved up to then is accepted all the same.
        let line = judge_impact(&format!("{index}"), &pair, &options, tally);
        if index < count(100, 3_000) {
            lines.lock().unwrap().extend(line);
        }
    });
    accepted_by_the_second_checker("curved-thin", lines.into_inner().unwrap());
    run.report("proofs of straight flights of thin curved bodies");
}

/// Bodies apart by less than f64 tells at the start, which rest, part, slide or go into each other: the first step is along a plane
/// that a hundred bits prove.
#[test]
fn starts_apart_by_little_are_proved() {
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(1_000, 50_000), |index, tally| {
        let rng = &mut case_generator(0x18d6, index);
        let (a, b) = (any_curved(rng), any_curved(rng));
        let pose_a = any_pose(rng, Vector3::zeros());
        let n = Vector3::from(rng.direction());
        let pose_b = any_pose(rng, Vector3::zeros());
        let back = |pose: &Pose, n: Vector3<f64>| pose.matrix().transpose() * n;
        let on_a = pose_a.matrix() * farthest(&a, &back(&pose_a, n)).1;
        let on_b = pose_b.matrix() * farthest(&b, &back(&pose_b, -n)).1;
        let size = on_a.norm() + on_b.norm();
        let gap = size * 10f64.powi(-(9 + rng.below(6) as i32));
        let from = on_a - on_b + n * gap;
        let start = Pose::new(from, pose_b.quaternion()).expect("a pose");
        let aside = Vector3::from(rng.direction());
        let aside = (aside - n * n.dot(&aside)) * size;
        let (way, travel) = *rng.pick(&[
            ("rests", Vector3::zeros()),
            ("parts", n * (0.5 * size) + aside * 0.3),
            ("slides", aside),
            ("approaches", n * (-0.05 * size)),
        ]);
        let turn = Vector3::from(rng.direction()) * *rng.pick(&[0.0, 0.0, 1e-9, 0.1, 2.0]);
        let motion_b = Motion::from_turn(start, from + travel, turn, Vector3::zeros());
        let (motion_a, motion_b) = (Motion::fixed(pose_a), motion_b.expect("a motion"));
        let pair = MovingPair::new(&a, &motion_a, &b, &motion_b);
        let options = TimeOfImpactOptions {
            tolerance: *rng.pick(&[None, Some(1e-9 * size), Some(1e-12 * size)]),
            ..TimeOfImpactOptions::default()
        };
        let name = format!("{index} {way}, gap {gap:e}");
        let line = judge_impact(&name, &pair, &options, tally);
        if index < count(100, 2_000) {
            lines.lock().unwrap().extend(line);
        }
    });
    accepted_by_the_second_checker("curved-starts", lines.into_inner().unwrap());
    run.report("proofs of starts apart by little");
}

/// Counts a time of impact and has its proof checked; returns the line if it is accepted.
fn judge_impact(
    name: &str,
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    tally: &mut Tally,
) -> Option<Value> {
    let answer = time_of_impact(pair, options, &mut PairState::default()).expect("valid");
    let proof = certify_time_of_impact(pair, options, &answer);
    if !tally.decided(answer.verdict) {
        tally.refused += 1;
    }
    let line = line_of_impact(name, options, &answer, &proof);
    let found = ProofFile::default().line(&line.to_string());
    match found.expect("a line").proof.expect("a proof") {
        Ok(_) => Some(line),
        Err(failure) => {
            tally.claim(false, name, &format!("{failure}: {answer:?} {options:?}"));
            None
        }
    }
}

/// Bodies that pass each other, or end beside each other, by far less than their sizes: what a hundred bits prove, both checkers do.
#[test]
fn grazes_are_proved() {
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(1_000, 50_000), |index, tally| {
        let Some(graze) = any_graze(&mut case_generator(0x18d7, index)) else {
            return;
        };
        let ([a, b], [motion_a, motion_b]) = (&graze.bodies, &graze.motions);
        let pair = MovingPair::new(a, motion_a, b, motion_b);
        let options = TimeOfImpactOptions {
            tolerance: Some(graze.tolerance),
            ..TimeOfImpactOptions::default()
        };
        let name = format!("{index} {}", graze.name);
        let line = judge_impact(&name, &pair, &options, tally);
        if index < count(100, 2_000) {
            lines.lock().unwrap().extend(line);
        }
    });
    accepted_by_the_second_checker("curved-grazes", lines.into_inner().unwrap());
    run.report("proofs of grazes");
}

/// Balls on arms that turn many times, and meet by next to nothing: where contact is an overlap, that has a proof.
#[test]
fn overlaps_of_turning_bodies_are_proved() {
    let ball = |r: f64| Curved::ellipsoid([r; 3]).expect("lengths");
    let arm = Vector3::new(0.5, 0.0, 0.0);
    let half_turn = Quaternion::new(0.0, 0.0, 0.0, 1.0);
    let run = for_each(count(250, 20_000), |index, tally| {
        let rng = &mut case_generator(0x18c4, index);
        let [r_a, r_b, about] = match index % 3 {
            0 => [0.25, 0.25, 0.25],
            1 => [2.5e-7, 0.05, 0.05],
            _ => [0.1, 0.2, 0.3],
        };
        let (a, b) = (ball(r_a), ball(r_b));
        let start = Pose::new(arm, half_turn).expect("a pose");
        let turn = Vector3::new(0.0, 0.0, -[1000.0, 30.0, 3.0][rng.below(3)]);
        let motion_a = Motion::from_turn(start, arm, turn, arm).expect("finite");
        // On the way of A's centre, off it by nearly the radii.
        let angle = match index {
            0 => 0.477_536_105_813_877_07_f64.atan2(0.148_186_597_383_560_94),
            _ => rng.between(0.5, 6.0),
        };
        let far = 0.5
            + (r_a + r_b)
                * (1.0 - [1e-15, 1e-13, 1e-6, 0.5][rng.below(4)])
                * [0.0, 1.0][rng.below(2)];
        let there = match index {
            0 => Vector3::new(0.148_186_597_383_560_94, 0.477_536_105_813_877_07, 0.0),
            _ => Vector3::new(angle.cos(), angle.sin(), 0.0) * far,
        };
        let there = Pose::from_translation(there).expect("finite");
        let spin = Vector3::new(0.0, 0.0, 7.0);
        let motion_b = Motion::from_turn(there, there.translation(), spin, Vector3::zeros());
        let motion_b = motion_b.expect("finite");
        let pair = MovingPair::new(&a, &motion_a, &b, &motion_b);
        let options = TimeOfImpactOptions {
            tolerance: Some(about * [2e-12, 1e-13, 1e-14, 1e-6][rng.below(4)]),
            ..TimeOfImpactOptions::default()
        };
        let answer = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        if !tally.decided(answer.verdict) {
            return;
        }
        tally.by_exact += u64::from(answer.contact == Contact::Overlap && answer.t_hi > 0.0);
        let proof = certify_time_of_impact(&pair, &options, &answer);
        if let Err(what) = accepted(&proof, answer.verdict) {
            tally.claim(false, &index.to_string(), &format!("{answer:?}: {what}"));
        }
    });
    println!("{} overlaps after the start", run.by_exact);
    run.report("overlaps of turning curved bodies");
}

/// What proofs of answers at rest, and about motions, cost to make and to check; --nocapture.
#[test]
fn costs() {
    for (name, moving) in [("at rest", false), ("turning", true)] {
        for wanted in [Verdict::Separated, Verdict::Hit] {
            let mut rows: [Vec<f64>; 3] = Default::default();
            for index in 0..count(100, 1_000) {
                let rng = &mut case_generator(0x18d4, index);
                let (a, b) = (any_curved(rng), any_curved(rng));
                let motions = [0, 1].map(|_| any_motion(rng, moving));
                let state = &mut PairState::default();
                let us = |start: Instant| 1e6 * start.elapsed().as_secs_f64();
                let start = Instant::now();
                let (verdict, asked, start, proof) = if moving {
                    let pair = MovingPair::new(&a, &motions[0], &b, &motions[1]);
                    let options = TimeOfImpactOptions::default();
                    let found = time_of_impact(&pair, &options, state).expect("valid");
                    let (asked, start) = (us(start), Instant::now());
                    let proof = certify_time_of_impact(&pair, &options, &found);
                    (found.verdict, asked, start, proof)
                } else {
                    let [start_a, start_b] = motions.each_ref().map(Motion::start);
                    let near = 0.3 * start_b.translation();
                    let near = Pose::new(near, start_b.quaternion()).expect("a pose");
                    let here = Pose::new(Vector3::zeros(), start_a.quaternion()).expect("a pose");
                    let pair = PosedPair::new(&a, &here, &b, &near);
                    let options = IntersectOptions::default();
                    let found = intersect(&pair, &options, state).expect("valid");
                    let (asked, start) = (us(start), Instant::now());
                    let proof = certify_intersect(&pair, &found);
                    (found.verdict, asked, start, proof)
                };
                let made = us(start);
                if verdict != wanted {
                    continue;
                }
                let start = Instant::now();
                proof.verify().expect("true");
                for (row, x) in rows.iter_mut().zip([asked, made, us(start)]) {
                    row.push(x);
                }
            }
            let found = rows[0].len();
            let [asked, made, checked] = rows.map(|mut row| {
                row.sort_by(f64::total_cmp);
                let at = |part: f64| row.get((part * row.len() as f64) as usize).copied();
                [0.5, 0.9].map(|part| at(part).unwrap_or(0.0))
            });
            println!(
                "{name} {wanted:?}: {found}; us to ask {asked:.1?}, to make {made:.1?}, to check {checked:.1?}"
            );
        }
    }
}
