//! Certificates of distances: those of right answers are accepted, and at no distance at which they would be
//! false. INTERFRAME_LONG=1 for full counts.

use crate::common::distances::{any_pair, distances, truth};
use crate::common::mutate::{mutate, with_certificate};
use crate::common::{Built, Tally, count, for_each, place_pair, polytope};
use interframe::certificate::{Certificate, Farther, Proof, ProofFile};
use interframe::{PairState, Pose, PosedPair, Verdict, WithinOptions, certify_within, within};
use nalgebra::Vector3;
use serde_json::{Value, json};
use twin::distance::distance_sq;

fn certified(built: &Built, distance: f64) -> (Proof, Verdict) {
    let options = WithinOptions {
        distance,
        ..WithinOptions::default()
    };
    let pair = &built.pair();
    let answer = within(pair, &options, &mut PairState::default()).expect("valid options");
    (certify_within(pair, &options, &answer), answer.verdict)
}

/// The same certificate about another distance; None for one that is about none.
fn about(proof: &Proof, other: f64) -> Option<Proof> {
    let mut proof = proof.clone();
    match &mut proof.certificate {
        Certificate::Farther(Farther { distance, .. }) | Certificate::Nearer { distance, .. } => {
            *distance = other
        }
        _ => return None,
    }
    Some(proof)
}

fn judge(name: &str, proof: &Proof, verdict: Verdict, d: f64, tally: &mut Tally) {
    tally.cases += 1;
    tally.hits += u64::from(verdict == Verdict::Hit);
    tally.separated += u64::from(verdict == Verdict::Separated);
    let span = |farther: &Farther| farther.span.is_some();
    tally.spanned += u64::from(matches!(&proof.certificate, Certificate::Farther(f) if span(f)));
    match proof.verify() {
        Err(failure) => tally.claim(false, name, &format!("{failure}: {:?}", proof.certificate)),
        Ok(proved) => {
            tally.claim(proved.verdict == verdict, name, "proves another verdict");
            let empty = matches!(proof.certificate, Certificate::Empty);
            tally.claim(empty || proved.separation == d, name, "of another distance");
        }
    }
    let text = proof.to_json();
    let read = Proof::from_json(&text);
    tally.claim(read.as_ref() == Ok(proof), name, "not what was written");
    {
        let value = serde_json::to_value(proof).expect("JSON");
        let same = value == serde_json::from_str::<Value>(&text).expect("JSON");
        let read = serde_json::from_str::<Proof>(&text).expect("JSON");
        tally.claim(same && read == *proof, name, "serde differs");
    }
}

#[test]
fn at_every_distance() {
    let run = for_each(count(250, 50_000), |index, tally| {
        let pair = any_pair(index);
        let built = Built::new(&pair);
        let true_sq = distance_sq(&place_pair(&pair));
        let all = distances(true_sq.as_ref());
        for &d in &all {
            let name = format!("{} {index} at {d:e}", pair.family);
            let (proof, verdict) = certified(&built, d);
            tally.claim(
                verdict == truth(true_sq.as_ref(), d),
                &name,
                "not the exact verdict",
            );
            judge(&name, &proof, verdict, d, tally);
            for &other in &all {
                let Some(moved) = about(&proof, other) else {
                    continue;
                };
                // A normal shows less than the whole distance, the nearest point all of it.
                let holds = truth(true_sq.as_ref(), other) == verdict;
                let accepted = moved.verify().is_ok();
                let whole = matches!(moved.certificate, Certificate::Nearer { .. });
                tally.claim(
                    accepted == holds || (holds && !whole),
                    &name,
                    &format!("accepted {accepted} at {other:e}"),
                );
            }
        }
    });
    assert!(run.spanned > 0, "{run:?}");
    run.report("certificates of distances");
}

#[test]
fn changed_certificates_prove_nothing_false() {
    let n = count(500, 30_000);
    let run = for_each(n, |index, tally| {
        let mut rng = twin::random::case_generator(78, index);
        let pair = any_pair(index);
        let true_sq = distance_sq(&place_pair(&pair));
        let all = distances(true_sq.as_ref());
        let (proof, _) = certified(&Built::new(&pair), *rng.pick(&all));
        let original: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
        for _ in 0..8 {
            let mut certificate = original["certificate"].clone();
            let what = mutate(&mut certificate, &mut rng);
            tally.cases += 1;
            let changed = with_certificate(&proof, &certificate);
            match changed.map(|changed| changed.verify()) {
                None | Some(Err(_)) => tally.refused += 1,
                Some(Ok(proved)) => {
                    let holds = truth(true_sq.as_ref(), proved.separation) == proved.verdict;
                    tally.claim(holds, &format!("{} {index}", pair.family), what);
                    tally.judged += 1;
                }
            }
        }
    });
    assert!(run.refused > n && run.judged > n / 10, "{run:?}");
    run.report("changed certificates of distances");
}

/// A corner of A and a face of B in the plane x = 5, of which only a part is near.
fn lines(certificate: Value) -> Value {
    let pose = |x: f64| json!({"p": [x, 0.0, 0.0], "q": [0.0, 0.0, 0.0, 1.0]});
    json!({
        "a": [[0.0, 0.0, 0.0]],
        "b": [[0.0, -1.0, -1.0], [0.0, 3.0, -1.0], [0.0, -1.0, 3.0], [0.0, 1.0, 1.0], [9.0, 0.0, 0.0]],
        "placement": {"poses": [pose(0.0), pose(5.0)]},
        "certificate": certificate,
    })
}

fn line(claims: &Value, certificate: Value) -> Result<Verdict, u16> {
    let mut line = claims.clone();
    line["proof"] = lines(certificate);
    let found = ProofFile::default().line(&line.to_string());
    let proof = found.map_err(|failure| failure.condition)?.proof;
    let proved = proof.expect("it has one");
    proved
        .map(|p| p.verdict)
        .map_err(|failure| failure.condition)
}

#[test]
fn what_is_no_proof_is_refused() {
    let farther = |d: f64, normal: Value| json!({"farther": {"distance": d, "normal": normal}});
    let span = |d: f64, pairs: Value| json!({"farther": {"distance": d, "span": pairs}});
    let nearer = |d: f64, pairs: Value| json!({"nearer": {"distance": d, "pairs": pairs}});
    let alone = |certificate: Value| line(&json!({}), certificate);
    let below = 5.0_f64.next_down();
    let x = json!([1.0, 0.0, 0.0]);
    let face = json!([[0, 0], [0, 1], [0, 2]]);
    for (certificate, expected) in [
        (farther(below, x.clone()), Ok(Verdict::Separated)),
        (farther(0.0, x.clone()), Ok(Verdict::Separated)),
        (
            farther(-0.0, json!([1e-300, 0.0, 0.0])),
            Ok(Verdict::Separated),
        ),
        (farther(5.0, x.clone()), Err(33)),
        (farther(-1.0, x.clone()), Err(33)),
        // Squares have no sign.
        (farther(1.0, json!([-1.0, 0.0, 0.0])), Err(33)),
        (farther(0.0, json!([0.0, 1.0, 0.0])), Err(33)),
        (farther(1.0, json!([0.0, 0.0, 0.0])), Err(33)),
        (farther(4.5, json!([1.0, 0.5, 0.0])), Err(33)),
        (span(below, face.clone()), Ok(Verdict::Separated)),
        (span(5.0, face.clone()), Err(33)),
        (span(below, json!([[0, 0]])), Err(33)),
        (span(1.0, json!([])), Err(31)),
        (span(1.0, json!([[0, 0], [0, 1], [0, 2], [0, 3]])), Err(31)),
        (span(1.0, json!([[0, 5]])), Err(13)),
        (span(1.0, json!([[1, 0]])), Err(13)),
        (json!({"farther": {"distance": 1.0}}), Err(33)),
        (
            json!({"farther": {"distance": 1.0, "normal": x, "span": face}}),
            Err(33),
        ),
        (json!({"farther": {"normal": x}}), Err(6)),
        (nearer(5.0, face.clone()), Ok(Verdict::Hit)),
        (nearer(f64::MAX, json!([[0, 4]])), Ok(Verdict::Hit)),
        // The nearest of all, and two that it is no part of; one pair twice.
        (
            nearer(5.0, json!([[0, 0], [0, 3], [0, 0], [0, 4]])),
            Ok(Verdict::Hit),
        ),
        (nearer(below, face.clone()), Err(34)),
        (nearer(-5.0, face.clone()), Err(34)),
        // Of the plane through them it would be the nearest point.
        (nearer(5.0, json!([[0, 1], [0, 2], [0, 3]])), Err(34)),
        (nearer(5.0, json!([[0, 0]])), Err(34)),
        (nearer(5.0, json!([])), Err(34)),
        (
            nearer(5.0, json!([[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]])),
            Err(34),
        ),
        (nearer(9.0, json!([[0, 5]])), Err(13)),
        (json!({"nearer": {"distance": 5.0}}), Err(6)),
        (json!("nearer"), Err(6)),
    ] {
        assert_eq!(alone(certificate.clone()), expected, "{certificate}");
    }
    let mut elsewhere = lines(nearer(5.0, face));
    elsewhere["placement"] = json!("lists");
    let text = json!({"proof": elsewhere}).to_string();
    let found = ProofFile::default().line(&text).expect("a line").proof;
    assert_eq!(found.expect("a proof").expect_err("lists").condition, 24);
}

#[test]
fn a_line_is_of_its_query_and_its_distance() {
    let nearer = json!({"nearer": {"distance": 5.0, "pairs": [[0, 0], [0, 1], [0, 2]]}});
    let farther = json!({"farther": {"distance": 4.5, "normal": [1.0, 0.0, 0.0]}});
    let plane = json!({"plane": {"normal": [1.0, 0.0, 0.0]}});
    let hit = |query: Value, distance: Value| json!({"query": query, "verdict": "hit", "distance": distance});
    let free = |query: Value, distance: Value| json!({"query": query, "verdict": "separated", "distance": distance});
    let within = || json!("within");
    for (claims, certificate, expected) in [
        (hit(within(), json!(5)), &nearer, Ok(Verdict::Hit)),
        (free(within(), json!(4.5)), &farther, Ok(Verdict::Separated)),
        (hit(within(), json!(4.5)), &farther, Err(91)),
        (free(within(), json!(5.0)), &nearer, Err(91)),
        (hit(within(), json!(5.0_f64.next_up())), &nearer, Err(102)),
        (
            free(within(), json!(4.5_f64.next_down())),
            &farther,
            Err(102),
        ),
        (hit(within(), Value::Null), &nearer, Err(102)),
        (hit(within(), json!("5")), &nearer, Err(90)),
        (hit(json!("intersect"), json!(5.0)), &nearer, Err(102)),
        (free(json!("intersect"), json!(4.5)), &farther, Err(102)),
        (hit(Value::Null, json!(5.0)), &nearer, Err(102)),
        (hit(json!(5), json!(5.0)), &nearer, Err(90)),
        (json!({"distance": 5.0}), &nearer, Err(102)),
        (
            json!({"point_a": [0.0, 0.0, 0.0], "id": "x"}),
            &nearer,
            Ok(Verdict::Hit),
        ),
        (json!({}), &farther, Ok(Verdict::Separated)),
        (free(within(), json!(0.0)), &plane, Err(90)),
        (free(within(), Value::Null), &plane, Err(102)),
        (free(json!("intersect"), json!(0.0)), &plane, Err(90)),
        (
            free(json!("intersect"), Value::Null),
            &plane,
            Ok(Verdict::Separated),
        ),
    ] {
        assert_eq!(line(&claims, certificate.clone()), expected, "{claims}");
    }
    // Nobody is near to an empty body.
    let empty = |distance: Value| {
        let mut proof = lines(json!("empty"));
        proof["a"] = json!([]);
        let mut line = free(within(), distance);
        line["proof"] = proof;
        let found = ProofFile::default()
            .line(&line.to_string())
            .expect("a line");
        let found = found.proof.expect("a proof");
        found
            .map(|p| p.verdict)
            .map_err(|failure| failure.condition)
    };
    assert_eq!(empty(json!(7.5)), Ok(Verdict::Separated));
    assert_eq!(empty(json!(-7.5)), Err(102));
    assert_eq!(empty(Value::Null), Err(102));
    assert_eq!(empty(json!("7")), Err(90));
}

#[test]
fn of_empty_bodies_and_other_answers() {
    let (nothing, point) = (polytope(&[]), polytope(&[[0.0; 3]]));
    let here = Pose::identity();
    let there = Pose::from_translation(Vector3::new(3.0, 4.0, 0.0)).expect("finite");
    let options = WithinOptions {
        distance: 1.0,
        ..WithinOptions::default()
    };
    let pair = PosedPair::new(&point, &here, &nothing, &there);
    let state = &mut PairState::default();
    let answer = within(&pair, &options, state).expect("valid");
    let proof = certify_within(&pair, &options, &answer);
    assert_eq!(proof.certificate, Certificate::Empty);
    assert!(proof.verify().is_ok());
    // Of another distance, or of other bodies.
    let pair = PosedPair::new(&point, &here, &point, &there);
    let answer = within(&pair, &options, state).expect("valid");
    assert_eq!(answer.verdict, Verdict::Separated);
    let far = WithinOptions {
        distance: 5.0,
        ..options
    };
    assert!(certify_within(&pair, &far, &answer).verify().is_err());
    let met = PosedPair::new(&point, &here, &point, &here);
    assert!(certify_within(&met, &options, &answer).verify().is_err());
    // A normal that shows less than the answer says is not kept.
    let mut askew = answer;
    askew.normal = Some(Vector3::z());
    let proof = certify_within(&pair, &options, &askew);
    assert!(matches!(&proof.certificate, Certificate::Farther(f) if f.span.is_some()));
    assert!(proof.verify().is_ok());
}
