//! Changed certificates: rejected with a reason, or what they prove is still true.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::mutate::{mutate, with_certificate};
use crate::common::{Built, count, for_each};
use interframe::certificate::{Certificate, Proof};
use interframe::{PairState, Verdict, certify_intersect};
use serde_json::Value;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::random_pairs::{PosedPair, random_pair};

fn proof_of(pair: &PosedPair) -> (Proof, Verdict) {
    let built = Built::new(pair);
    let answer = built.intersect(&mut PairState::default());
    let proof = certify_intersect(&built.pair(), &answer);
    (proof, answer.verdict)
}

#[test]
fn changed_certificates_of_posed_pairs_prove_nothing_false() {
    let n = count(1_500, 50_000);
    let tally = for_each(n, |i, tally| {
        let mut rng = twin::random::case_generator(77, i);
        let pair = match i % 3 {
            0 => random_pair(i),
            1 => degenerate_pair(i),
            _ => near_contact(i),
        };
        let name = format!("{} {i}", pair.family);
        let (proof, verdict) = proof_of(&pair);
        let original: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
        for _ in 0..4 {
            let mut certificate = original["certificate"].clone();
            let what = mutate(&mut certificate, &mut rng);
            tally.cases += 1;
            match with_certificate(&proof, &certificate).map(|p| p.verify()) {
                None | Some(Err(_)) => tally.refused += 1,
                Some(Ok(proved)) => {
                    tally.claim(proved.verdict == verdict, &name, what);
                    tally.judged += 1;
                }
            }
        }
        // The certificate of another pair.
        let (other, _) = proof_of(&random_pair(i + 1));
        let foreign = Proof {
            certificate: other.certificate,
            ..proof.clone()
        };
        tally.cases += 1;
        match foreign.verify() {
            Err(_) => tally.refused += 1,
            Ok(proved) => {
                tally.claim(
                    proved.verdict == verdict,
                    &name,
                    "another pair's certificate",
                );
                tally.judged += 1;
            }
        }
    });
    // Some of both, or the test shows nothing.
    assert!(tally.refused > n && tally.judged > n / 10, "{tally:?}");
    tally.report("changed certificates (refused: rejected; judged: accepted and true)");
}

#[test]
fn every_truncation_of_a_proof_is_refused() {
    for i in 0..20 {
        let (proof, _) = proof_of(&near_contact(i));
        let text = proof.to_json();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(
                Proof::from_json(&text[..end]).is_err(),
                "{end} bytes of {text}"
            );
        }
    }
}

#[test]
fn text_and_serde_agree() {
    for i in 0..200 {
        let (proof, _) = proof_of(&degenerate_pair(i));
        let text = proof.to_json();
        let read = Proof::from_json(&text).expect("reads its own text");
        assert_eq!(read, proof);
        assert_eq!(read.to_json(), text);
        {
            let value = serde_json::to_value(&proof).expect("JSON");
            assert_eq!(value, serde_json::from_str::<Value>(&text).expect("JSON"));
            assert_eq!(serde_json::from_str::<Proof>(&text).expect("JSON"), proof);
        }
    }
}

#[test]
fn what_is_not_a_proof_is_refused_with_a_reason() {
    let vertices = r#""a": [[0,0,0]], "b": [[1,0,0]]"#;
    let proof = |certificate: &str| {
        let text = format!(r#"{{{vertices}, "placement": "lists", "certificate": {certificate}}}"#);
        Proof::from_json(&text).and_then(|proof| proof.verify())
    };
    assert!(proof(r#"{"plane": {"normal": [1,0,0]}}"#).is_ok());
    for (certificate, reason) in [
        (
            r#"{"plane": {"normal": [0,1,0]}}"#,
            "the plane does not separate",
        ),
        (r#"{"plane": {"normal": [0,0,0]}}"#, "normal is 0"),
        (
            r#"{"plane": {"normal": [0,1]}}"#,
            "`normal` is not a list of 3",
        ),
        (
            r#"{"plane": {"normal": [1,0,0], "x": 1}}"#,
            "has a key that it must not have",
        ),
        (r#"{"plane": {}}"#, "`plane` lacks the key `normal`"),
        (r#"{"wall": {}}"#, "unknown kind `wall`"),
        (
            r#"{"plane": {"normal": [1e999,0,0]}}"#,
            "not a finite number",
        ),
        (r#"{"columns": {"pairs": [[0,0]]}}"#, "no common point"),
        (r#"{"columns": {"pairs": []}}"#, "one to four columns"),
        (
            r#"{"columns": {"pairs": [[0,7]]}}"#,
            "B names vertex 7 of 1",
        ),
        (r#"{"columns": {"pairs": [[0,0.5]]}}"#, "is not an id"),
        (
            r#"{"span": {"pairs": []}}"#,
            "a span takes one to three pairs",
        ),
        (r#""empty""#, "neither body is empty"),
        (
            r#"{"chain": {"separation": 0, "from": 0, "links": []}}"#,
            "a chain is about motions",
        ),
    ] {
        let failure = proof(certificate).expect_err(certificate).to_string();
        assert!(failure.contains(reason), "{certificate}: {failure}");
    }
    // An empty body is proved apart by nothing else.
    let text = r#"{"a": [], "b": [[1,0,0]], "placement": "lists", "certificate": "empty"}"#;
    let empty = Proof::from_json(text).expect("a proof");
    assert_eq!(empty.verify().expect("empty").verdict, Verdict::Separated);
    let plane = Proof {
        certificate: Certificate::Plane {
            normal: [1.0, 0.0, 0.0],
        },
        ..empty
    };
    assert!(plane.verify().is_err());
}
