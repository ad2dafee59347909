//! Proofs of bodies with radii: what the queries answer is proved and accepted; what is an ulp off is refused.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::distances::{any_pair, distances};
use crate::common::tangent::{about_touching, tangent};
use crate::common::{Built, Tally, count, for_each, motion, place_pair, polytope};
use crate::second_checker::*;
use interframe::certificate::{Certificate, GivenPose, Placement, Proof};
use interframe::*;
use serde_json::{Value, json};
use std::sync::Mutex;
use twin::distance::distance_sq;
use twin::random::case_generator;
use twin::spins::spinning_pair;
use twin::sweeps::moving_pair;

#[test]
fn answers_at_rest_are_proved() {
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(200, 140_000), |index, tally| {
        let pair = any_pair(index);
        let built = Built::new(&pair);
        let true_sq = distance_sq(&place_pair(&pair));
        for d in distances(true_sq.as_ref()) {
            let radii = [d / 3.0, d - d / 3.0];
            let name = format!("{} {index} with radii {radii:?}", pair.family);
            let ask = PosedPair::new(
                built.a.rounded(radii[0]).unwrap(),
                &built.pose_a,
                built.b.rounded(radii[1]).unwrap(),
                &built.pose_b,
            );
            let state = &mut PairState::default();
            let met = intersect(&ask, &IntersectOptions::default(), state).unwrap();
            tally.cases += 1;
            let met_proof = certify_intersect(&ask, &met);
            if let Err(what) = accepted(&met_proof, met.verdict) {
                tally.claim(false, &name, &format!("intersect: {what}"));
            }
            let options = WithinOptions {
                distance: 0.25 * d,
                ..WithinOptions::default()
            };
            let near = within(&ask, &options, state).unwrap();
            let proof = certify_within(&ask, &options, &near);
            if let Err(what) = accepted(&proof, near.verdict) {
                tally.claim(false, &name, &format!("within: {what}"));
            }
            if index < count(20, 400) {
                let met = json!({"query": "intersect", "verdict": met.verdict.to_string()});
                let verdict = near.verdict.to_string();
                let near = json!({"query": "within", "verdict": verdict, "distance": 0.25 * d});
                let both = [with_proof(met, &met_proof), with_proof(near, &proof)];
                lines.lock().unwrap().extend(both);
            }
        }
    });
    accepted_by_the_second_checker("round-at-rest", lines.into_inner().unwrap());
    run.report("proofs of round bodies at rest");
}

#[test]
fn planted_tangents_are_proved() {
    let lines = Mutex::new(Vec::new());
    let run = for_each(count(120, 20_000), |index, tally| {
        let rng = &mut case_generator(0x18d3, index);
        let planted = tangent(rng);
        let (a, b) = (polytope(&planted.a), polytope(&planted.b));
        for (radii, hit) in about_touching(planted.between, rng) {
            let name = format!("planted {index} with radii {radii:?}");
            let (a, b) = (a.rounded(radii[0]).unwrap(), b.rounded(radii[1]).unwrap());
            let ask = PosedPair::new(a, &planted.pose_a, b, &planted.pose_b);
            let options = IntersectOptions::default();
            let met = intersect(&ask, &options, &mut PairState::default()).unwrap();
            let verdict = if hit {
                Verdict::Hit
            } else {
                Verdict::Separated
            };
            tally.cases += 1;
            let proof = certify_intersect(&ask, &met);
            if let Err(what) = accepted(&proof, verdict) {
                tally.claim(false, &name, &what);
            }
            if index < count(30, 200) {
                let met = json!({"query": "intersect", "verdict": verdict.to_string()});
                lines.lock().unwrap().push(with_proof(met, &proof));
            }
        }
    });
    accepted_by_the_second_checker("round-tangent", lines.into_inner().unwrap());
    run.report("proofs of round bodies that are tangent exactly or miss by next to nothing");
}

fn prove_moving(index: u64, turning: bool, tally: &mut Tally, lines: &Mutex<Vec<Value>>) {
    let mut pair = if turning {
        spinning_pair(index)
    } else {
        moving_pair(index)
    };
    if !turning {
        for motion in [&mut pair.motion_a, &mut pair.motion_b] {
            (motion.end_q, motion.turn, motion.pivot) = (None, None, [0.0; 3]);
        }
    }
    let (a, b) = (polytope(&pair.a), polytope(&pair.b));
    let (motion_a, motion_b) = (
        motion(&pair.motion_a).unwrap(),
        motion(&pair.motion_b).unwrap(),
    );
    let at_start = PosedPair::new(&a, motion_a.start(), &b, motion_b.start());
    let start = distance(
        &at_start,
        &DistanceOptions::default(),
        &mut PairState::default(),
    );
    let start = start.unwrap().separation;
    let part = [0.05, 0.3, 0.9][index as usize % 3];
    let sum = part
        * if start > 0.0 && start.is_finite() {
            start
        } else {
            1.0
        };
    let name = format!("{} {index} with {sum}", pair.family);
    let ask = MovingPair::new(
        a.rounded(0.25 * sum).unwrap(),
        &motion_a,
        b.rounded(0.75 * sum).unwrap(),
        &motion_b,
    );
    tally.cases += 1;
    let options = TimeOfImpactOptions::default();
    let answer = time_of_impact(&ask, &options, &mut PairState::default()).unwrap();
    let proof = certify_time_of_impact(&ask, &options, &answer);
    if let Err(what) = accepted(&proof, answer.verdict) {
        tally.claim(false, &name, &format!("time of impact: {what} {answer:?}"));
    }
    if index < count(25, 1_000) {
        let line = line_of_impact(&name, &options, &answer, &proof);
        lines.lock().unwrap().push(line);
    }
    let mut list = vec![ContactInterval::default(); 32];
    let all = contact_intervals(&ask, &options, &mut PairState::default(), &mut list).unwrap();
    let proof = certify_contact_intervals(&ask, &options, &list[..all.written]).unwrap();
    if let Err(what) = accepted(&proof, all.verdict) {
        tally.claim(false, &name, &format!("contact intervals: {what}"));
    }
    let sweep = InterframeOptions::default();
    let swept = interframe(&ask, &sweep, &mut PairState::default()).unwrap();
    if let Some(proof) = certify_interframe(&ask, &sweep, &swept)
        && let Err(what) = accepted(&proof, swept.verdict)
    {
        tally.claim(false, &name, &format!("interframe: {what}"));
    }
}

#[test]
fn answers_of_motions_are_proved() {
    let lines = Mutex::new(Vec::new());
    for_each(count(50, 100_000), |index, tally| {
        prove_moving(index, false, tally, &lines)
    })
    .report("proofs of round bodies that do not turn");
    for_each(count(40, 50_000), |index, tally| {
        prove_moving(index, true, tally, &lines)
    })
    .report("proofs of round bodies that turn");
    accepted_by_the_second_checker("round-motions", lines.into_inner().unwrap());
}

/// Two points 5 apart: a ball of 2 about the first, and one of about 3 about the other.
fn balls(certificate: Certificate, radius: f64) -> Proof {
    let at = |p| GivenPose {
        p,
        q: [0.0, 0.0, 0.0, 1.0],
    };
    Proof {
        shapes: Default::default(),
        a: vec![[0.0; 3]],
        b: vec![[0.0; 3]],
        radii: [2.0, radius],
        placement: Placement::Poses([at([0.0; 3]), at([3.0, 4.0, 0.0])]),
        certificate,
    }
}

#[test]
fn an_ulp_off_is_refused() {
    let plane = || Certificate::Plane {
        normal: [3.0, 4.0, 0.0],
    };
    let span = || Certificate::Span {
        pairs: vec![[0, 0]],
    };
    let columns = || Certificate::Columns {
        pairs: vec![[0, 0]],
    };
    let inside = || Certificate::Inside {
        simplices: vec![vec![0]],
    };
    let below = 3.0_f64.next_down();
    // A sum of radii that is no f64: 5 + 2^-104.
    let just_over = |certificate| Proof {
        radii: [5.0, f64::EPSILON * f64::EPSILON],
        ..balls(certificate, 0.0)
    };
    let refused = [
        (balls(plane(), 3.0), 30),
        (balls(span(), 3.0), 31),
        (balls(columns(), below), 32),
        (balls(plane(), -1.0), 14),
        (balls(inside(), 3.0), 14),
        (just_over(plane()), 30),
    ];
    let holding = [
        balls(plane(), below),
        balls(span(), below),
        balls(columns(), 3.0),
        just_over(columns()),
    ];
    for (proof, condition) in &refused {
        assert_eq!(proof.verify().unwrap_err().condition, *condition);
    }
    for proof in &holding {
        proof.verify().unwrap();
    }
    let no_number = balls(plane(), f64::NAN).verify().unwrap_err();
    assert_eq!(no_number.condition, 14);
    let refused = refused.map(|(proof, condition)| (with_proof(json!({}), &proof), condition));
    refused_by_the_second_checker("round-refused", refused.to_vec());
    let holding = holding.map(|proof| with_proof(json!({}), &proof));
    accepted_by_the_second_checker("round-holding", holding.to_vec());
}
