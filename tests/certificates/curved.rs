//! Proofs about cylinders, cones and ellipsoids: what the queries answer is proved and accepted, down to the gaps that
//! they tell. INTERFRAME_LONG=1 for full counts.

use crate::common::curved::{any_curved, farthest};
use crate::common::grazes::any_graze;
use crate::common::{Tally, count, for_each};
use crate::second_checker::*;
use interframe::certificate::{Certificate, Proof, ProofFile};
use interframe::*;
use nalgebra::{Quaternion, Vector3};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::Instant;
use twin::random::{SplitMix64, case_generator};

fn any_pose(rng: &mut SplitMix64, at: Vector3<f64>) -> Pose {
    let [i, j, k, w] = rng.quaternion();
    Pose::new(at, Quaternion::new(w, i, j, k)).expect("a pose")
}

fn accepted(proof: &Proof, verdict: Verdict) -> std::result::Result<(), String> {
    let read = Proof::from_json(&proof.to_json()).map_err(|e| e.to_string())?;
    if read != *proof {
        return Err("its line reads as another proof".into());
    }
    match proof.verify() {
        Ok(proved) if proved.verdict == verdict => Ok(()),
        Ok(proved) => Err(format!("proves {:?}", proved.verdict)),
        Err(failure) => Err(failure.to_string()),
    }
}

/// Of one answer of each query; `sure`: both are decided.
fn prove_at_rest(
    pair: &PosedPair<'_>,
    distance: f64,
    name: &str,
    tally: &mut Tally,
) -> [Option<Value>; 2] {
    let state = &mut PairState::default();
    let met = intersect(pair, &IntersectOptions::default(), state).expect("valid");
    let proof = certify_intersect(pair, &met);
    let options = WithinOptions {
        distance,
        ..WithinOptions::default()
    };
    let near = within(pair, &options, state).expect("valid");
    let near_proof = certify_within(pair, &options, &near);
    let mut line = |said: Value, verdict: Verdict, proof: &Proof| {
        tally.cases += 1;
        match verdict {
            Verdict::Separated => tally.separated += 1,
            Verdict::Hit => tally.hits += 1,
            Verdict::Undecided => return None,
        }
        match accepted(proof, verdict) {
            Ok(()) => Some(with_proof(said, proof)),
            Err(what) => {
                tally.claim(false, name, &format!("{said}: {what}"));
                None
            }
        }
    };
    let said = json!({"query": "intersect", "verdict": met.verdict.to_string()});
    let near_said = json!({
        "query": "within", "verdict": near.verdict.to_string(), "distance": distance,
    });
    [
        line(said, met.verdict, &proof),
        line(near_said, near.verdict, &near_proof),
    ]
}

#[test]
fn answers_at_rest_are_proved() {
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(1_500, 200_000), |index, tally| {
        let rng = &mut case_generator(0x18d0, index);
        let (a, b) = (any_curved(rng), any_curved(rng));
        let corners: Vec<_> = (0..8)
            .map(|_| Vector3::from(rng.direction()) * 2.0)
            .collect();
        let hull = Polytope::new(&corners).expect("finite");
        let scale = 10f64.powf(rng.between(-2.0, 1.2));
        let [pose_a, pose_b] = [0, 1].map(|_| {
            let at = Vector3::from(rng.direction()) * scale;
            any_pose(rng, at)
        });
        let b = match index % 4 {
            0 => Body::from(&hull),
            1 => hull.rounded(0.5).expect("a radius"),
            _ => Body::from(&b),
        };
        let pair = match index % 3 {
            0 => PosedPair::new(b, &pose_b, &a, &pose_a),
            _ => PosedPair::new(&a, &pose_a, b, &pose_b),
        };
        let distance = rng.between(0.0, scale);
        let found = prove_at_rest(&pair, distance, &format!("{index}"), tally);
        if index < count(200, 2_500) {
            lines.lock().unwrap().extend(found.into_iter().flatten());
        }
    });
    accepted_by_the_second_checker("curved-at-rest", lines.into_inner().unwrap());
    run.report("proofs of curved bodies at rest");
}

/// Along a common normal, with a gap or an overlap of so many times 2^-53 of the sizes.
#[test]
fn planted_gaps_are_proved() {
    let lines = Mutex::new(Vec::new());
    let refused = Mutex::new([0u64; 8]);
    const GAPS: [f64; 8] = [64.0, 1e6, -1e6, -64.0, -16.0, -4.0, -1.0, -0.1];
    let run = for_each(count(200, 50_000), |index, tally| {
        let rng = &mut case_generator(0x18d1, index);
        let (a, b) = (any_curved(rng), any_curved(rng));
        let [pose_a, pose_b] = [0, 1].map(|_| any_pose(rng, Vector3::zeros()));
        let n = Vector3::from(rng.direction());
        let back = |pose: &Pose, n: Vector3<f64>| pose.matrix().transpose() * n;
        let on_a = pose_a.matrix() * farthest(&a, &back(&pose_a, n)).1;
        let on_b = pose_b.matrix() * farthest(&b, &back(&pose_b, -n)).1;
        let size = on_a.norm() + on_b.norm() + (on_a - on_b).norm();
        for (k, gap) in GAPS.into_iter().enumerate() {
            let at = on_a - on_b + n * (1.2 * gap * 2f64.powi(-53) * size);
            let pose_b = Pose::new(at, pose_b.quaternion()).expect("a pose");
            let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
            let name = format!("{index} with {gap}");
            let met = intersect(
                &pair,
                &IntersectOptions::default(),
                &mut PairState::default(),
            );
            let met = met.expect("valid");
            tally.cases += 1;
            if met.verdict == Verdict::Undecided {
                tally.claim(gap.abs() < 64.0, &name, "undecided");
                continue;
            }
            let proof = certify_intersect(&pair, &met);
            match accepted(&proof, met.verdict) {
                Ok(()) if index < count(100, 400) => {
                    let said = json!({"query": "intersect", "verdict": met.verdict.to_string()});
                    lines.lock().unwrap().push(with_proof(said, &proof));
                }
                Ok(()) => {}
                Err(what) => {
                    refused.lock().unwrap()[k] += 1;
                    tally.claim(gap > -64.0 && gap < 0.0, &name, &what);
                }
            }
        }
    });
    let refused = refused.into_inner().unwrap();
    println!(
        "hits without a proof, by gap: {:?}",
        GAPS.iter().zip(refused).collect::<Vec<_>>()
    );
    accepted_by_the_second_checker("curved-planted", lines.into_inner().unwrap());
    run.report("proofs of planted gaps");
}

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
        tally.cases += 1;
        match answer.verdict {
            Verdict::Separated => tally.separated += 1,
            Verdict::Hit => tally.hits += 1,
            Verdict::Undecided => tally.undecided.push(format!("{index}: {answer:?}")),
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
            Ok(_) if index < count(100, 1_500) => lines.lock().unwrap().push(line),
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
    let run = for_each(count(3_000, 300_000), |index, tally| {
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
        let corners = (0..8).map(|k| {
            Vector3::from([0, 1, 2].map(|i| if k >> i & 1 == 0 { half[i] } else { -half[i] }))
        });
        let plate = Polytope::new(&corners.collect::<Vec<_>>()).expect("finite");
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
        let answer = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        let proof = certify_time_of_impact(&pair, &options, &answer);
        tally.cases += 1;
        match answer.verdict {
            Verdict::Separated => tally.separated += 1,
            Verdict::Hit => tally.hits += 1,
            // The tolerance may be below rounding. What is proved up to then is accepted all the same.
            Verdict::Undecided => tally.refused += 1,
        }
        let line = line_of_impact(&format!("{index}"), &options, &answer, &proof);
        let found = ProofFile::default().line(&line.to_string());
        match found.expect("a line").proof.expect("a proof") {
            Ok(_) if index < count(300, 3_000) => lines.lock().unwrap().push(line),
            Ok(_) => {}
            Err(failure) => {
                let what = format!("{failure}: {answer:?} {options:?}");
                tally.claim(false, &format!("{index}"), &what);
            }
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
        if index < count(200, 2_000) {
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
    tally.cases += 1;
    match answer.verdict {
        Verdict::Separated => tally.separated += 1,
        Verdict::Hit => tally.hits += 1,
        Verdict::Undecided => tally.refused += 1,
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
        if index < count(200, 2_000) {
            lines.lock().unwrap().extend(line);
        }
    });
    accepted_by_the_second_checker("curved-grazes", lines.into_inner().unwrap());
    run.report("proofs of grazes");
}

/// Thin, flat, huge, tiny and far bodies: whatever is decided is proved, but for some hits, which are counted.
#[test]
fn extreme_sizes_are_proved_or_refused() {
    const LENGTHS: [f64; 10] = [
        0.0, 5e-324, 1e-308, 1e-160, 1e-6, 1.0, 1e6, 1e150, 1e300, 1.7e308,
    ];
    let refused = Mutex::new([[0u64; 2]; 2]);
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(1_500, 50_000), |index, tally| {
        let rng = &mut case_generator(0x18d3, index);
        // Half of them of about one size, and of about one size each a quarter.
        let common = *rng.pick(&LENGTHS);
        let apart = index.is_multiple_of(4) || !(1e-200..1e301).contains(&common);
        let mine = usize::from(apart);
        let length = |rng: &mut SplitMix64| match index % 4 {
            0 => *rng.pick(&LENGTHS),
            1 => common * rng.unit(),
            _ => common * 10f64.powi(-(rng.below(8) as i32)) * rng.unit(),
        };
        let body = |rng: &mut SplitMix64| {
            let [h, r, c] = [0; 3].map(|_| length(rng));
            let body = match rng.below(3) {
                0 => Curved::cylinder(h, r),
                1 => Curved::cone(h, r),
                _ => Curved::ellipsoid([h, r, c]),
            };
            let radius = if rng.below(3) == 0 { length(rng) } else { 0.0 };
            body.and_then(|body| body.rounded(radius)).expect("lengths")
        };
        let (a, b) = (body(rng), body(rng));
        let [pose_a, pose_b, end_a] = [0; 3].map(|_| {
            let far = length(rng);
            let at = Vector3::from(rng.direction()) * far;
            any_pose(rng, at)
        });
        let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
        let name = format!("{index}: {:?} {:?}", a.shape(), b.shape());
        let state = &mut PairState::default();
        let met = intersect(&pair, &IntersectOptions::default(), state).expect("valid");
        let proof = certify_intersect(&pair, &met);
        tally.cases += 1;
        let found = accepted(&proof, met.verdict);
        match (met.verdict, &found) {
            (Verdict::Undecided, _) => tally.claim(found.is_err(), &name, "a proof of nothing"),
            (Verdict::Separated, _) => {
                tally.separated += 1;
                let why = format!("{found:?}: {met:?}");
                tally.claim(found.is_ok(), &name, &why);
            }
            (Verdict::Hit, _) => {
                tally.hits += 1;
                refused.lock().unwrap()[mine][0] += u64::from(found.is_err());
            }
        }
        if found.is_ok() && index < count(200, 1_000) {
            let said = json!({"query": "intersect", "verdict": met.verdict.to_string()});
            lines.lock().unwrap().push(with_proof(said, &proof));
        }
        let still = Motion::fixed(pose_b);
        let Ok(motion) = Motion::between(pose_a, end_a, Vector3::zeros()) else {
            return;
        };
        let pair = MovingPair::new(&a, &motion, &b, &still);
        let options = TimeOfImpactOptions {
            budget: 300,
            ..TimeOfImpactOptions::default()
        };
        let Ok(answer) = time_of_impact(&pair, &options, state) else {
            return;
        };
        let proof = certify_time_of_impact(&pair, &options, &answer);
        let found = accepted(&proof, answer.verdict);
        refused.lock().unwrap()[mine][1] += u64::from(found.is_err());
    });
    let refused = refused.into_inner().unwrap();
    println!("hits, times without a proof; and of mixed or denormal lengths: {refused:?}");
    assert_eq!(refused[0][0], 0, "hits of ordinary lengths");
    accepted_by_the_second_checker("curved-extreme", lines.into_inner().unwrap());
    run.report("proofs of curved bodies of extreme sizes");
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

/// A line about a drum of half length 2 and radius 5 and a cone of the same, 20 apart, edited.
fn edited(edits: &[(&str, Value)]) -> Value {
    let q = [0.0, 0.0, 0.0, 1.0];
    let mut line = json!({"verdict": "separated", "proof": {
        "a": [[3, 4, 1]], "b": [[3, 4, -2], [0, 0, 2]],
        "shapes": [{"cylinder": {"half_length": 2, "radius": 5}}, {"cone": {"half_length": 2, "radius": 5}}],
        "placement": {"poses": [{"p": [0, 0, 0], "q": q}, {"p": [20, 0, 0], "q": q}]},
        "certificate": {"plane": {"normal": [1, 0, 0]}}}});
    for (at, value) in edits {
        *line.pointer_mut(at).expect("there") = value.clone();
    }
    line
}

#[test]
fn what_is_no_proof_is_refused() {
    const P: &str = "/proof/placement/poses/1/p";
    const CERTIFICATE: &str = "/proof/certificate";
    let hit = |pairs: Value| (CERTIFICATE, json!({"columns": {"pairs": pairs}}));
    let said_hit = ("/verdict", json!("hit"));
    let verdict_of = |line: &Value| {
        let found = ProofFile::default()
            .line(&line.to_string())
            .expect("a line");
        found.proof.expect("a proof").map(|proved| proved.verdict)
    };
    let right = [
        edited(&[]),
        edited(&[(P, json!([10.000000000000002, 0, 0]))]),
        edited(&[("/proof/a", json!([])), ("/proof/b", json!([]))]),
        // By the apex, and by the rim.
        edited(&[
            (P, json!([3, 4, -1])),
            hit(json!([[0, 1]])),
            said_hit.clone(),
        ]),
        edited(&[
            (P, json!([0, 0, 3])),
            hit(json!([[0, 0]])),
            said_hit.clone(),
        ]),
    ];
    for line in &right {
        assert!(verdict_of(line).is_ok(), "{line} {:?}", verdict_of(line));
    }
    accepted_by_the_second_checker("curved-right", right.to_vec());
    let upright = |kind: &str, h: f64, r: f64| json!({kind: {"half_length": h, "radius": r}});
    const A: &str = "/proof/shapes/0";
    const B: &str = "/proof/shapes/1";
    let farther = |distance: f64| {
        let by = json!({"farther": {"distance": distance, "normal": [1, 0, 0]}});
        (CERTIFICATE, by)
    };
    let within = |distance: f64| {
        let mut line = edited(&[farther(distance)]);
        (line["query"], line["distance"]) = (json!("within"), json!(distance));
        line
    };
    assert!(verdict_of(&within(10f64.next_down())).is_ok());
    let span = json!({"farther": {"distance": 1, "span": [[0, 0]]}});
    let wrong = vec![
        (edited(&[(P, json!([10, 0, 0]))]), 30),
        (edited(&[(A, upright("cylinder", 2.0, 15.0))]), 30),
        (
            edited(&[(CERTIFICATE, json!({"plane": {"normal": [0, 0, 0]}}))]),
            30,
        ),
        (within(10.0), 33),
        (
            edited(&[(A, upright("cylinder", 2.0, 5f64.next_down()))]),
            15,
        ),
        (
            edited(&[(A, upright("cylinder", 1f64.next_down(), 5.0))]),
            15,
        ),
        (edited(&[(A, upright("cone", 2.0, 5.0))]), 15),
        (edited(&[(A, upright("cylinder", -2.0, 5.0))]), 15),
        (
            edited(&[(A, json!({"ellipsoid": {"radii": [5, 5, 4]}}))]),
            15,
        ),
        (edited(&[(B, upright("cone", 2f64.next_down(), 5.0))]), 15),
        (edited(&[("/proof/b/1", json!([5e-324, 0, 2]))]), 15),
        (edited(&[(A, json!({"ball": {"radius": 5}}))]), 6),
        (edited(&[(A, json!({"cylinder": {"radius": 5}}))]), 6),
        (edited(&[("/proof/shapes", json!(["hull"]))]), 6),
        (edited(&[("/proof/placement", json!("lists"))]), 16),
        (
            edited(&[(CERTIFICATE, json!({"span": {"pairs": [[0, 0]]}}))]),
            16,
        ),
        (edited(&[(CERTIFICATE, span)]), 16),
        (
            edited(&[(CERTIFICATE, json!({"inside": {"simplices": []}}))]),
            16,
        ),
        (
            edited(&[(CERTIFICATE, json!("empty")), ("/proof/a", json!([]))]),
            12,
        ),
        (edited(&[hit(json!([[0, 1]])), said_hit.clone()]), 32),
        (edited(&[hit(json!([[1, 1]])), said_hit.clone()]), 13),
    ];
    for (line, condition) in &wrong {
        let failure = verdict_of(line).expect_err(&format!("{condition}: {line}"));
        assert_eq!(failure.condition, *condition, "{line}: {failure}");
    }
    refused_by_the_second_checker("curved-wrong", wrong);
}

/// Balls on arms that turn many times, and meet by next to nothing: where contact is an overlap, that has a proof.
#[test]
fn overlaps_of_turning_bodies_are_proved() {
    let ball = |r: f64| Curved::ellipsoid([r; 3]).expect("lengths");
    let arm = Vector3::new(0.5, 0.0, 0.0);
    let half_turn = Quaternion::new(0.0, 0.0, 0.0, 1.0);
    let run = for_each(count(400, 20_000), |index, tally| {
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
        tally.cases += 1;
        match answer.verdict {
            Verdict::Separated => tally.separated += 1,
            Verdict::Hit => tally.hits += 1,
            Verdict::Undecided => return,
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
