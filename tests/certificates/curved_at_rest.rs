//! Proofs about cylinders, cones and ellipsoids at rest, of ordinary and of extreme sizes. INTERFRAME_LONG=1 for full counts.

use crate::common::curved::{any_curved, farthest};
use crate::common::{Tally, count, for_each};
use crate::second_checker::*;
use interframe::certificate::Proof;
use interframe::*;
use nalgebra::{Quaternion, Vector3};
use serde_json::{Value, json};
use std::sync::Mutex;
use twin::random::{SplitMix64, case_generator};

pub fn any_pose(rng: &mut SplitMix64, at: Vector3<f64>) -> Pose {
    let [i, j, k, w] = rng.quaternion();
    Pose::new(at, Quaternion::new(w, i, j, k)).expect("a pose")
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
        if !tally.decided(verdict) {
            return None;
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
    let run = for_each(count(750, 200_000), |index, tally| {
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
        if index < count(100, 2_500) {
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
    let run = for_each(count(25, 50_000), |index, tally| {
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
                Ok(()) if index < count(12, 400) => {
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

/// Thin, flat, huge, tiny and far bodies: whatever is decided is proved, but for some hits, which are counted.
#[test]
fn extreme_sizes_are_proved_or_refused() {
    const LENGTHS: [f64; 10] = [
        0.0, 5e-324, 1e-308, 1e-160, 1e-6, 1.0, 1e6, 1e150, 1e300, 1.7e308,
    ];
    let refused = Mutex::new([[0u64; 2]; 2]);
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(400, 50_000), |index, tally| {
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
        if found.is_ok() && index < count(50, 1_000) {
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
