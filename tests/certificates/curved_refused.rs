//! Lines about cylinders and cones that prove nothing: both checkers refuse them, and name the same condition.

use crate::second_checker::*;
use interframe::certificate::ProofFile;
use serde_json::{Value, json};

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
