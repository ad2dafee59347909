//! What a proof file is: answers beside their proofs, proofs alone, bodies, and its end. Both checkers say the same.

use interframe::certificate::{Certificate, GivenPose, Placement, Proof};
use serde_json::{Value, json};

use crate::common::{has_python, run, stdout};
use crate::verify::{check_with, proofs, verify};

/// Both checkers give this exit status to these lines, and say these words.
fn both_say(lines: &str, expected: i32, words: &[&str]) {
    let mut found = vec![verify(lines)];
    if has_python() {
        found.extend([&[][..], &["-O"]].map(|options| check_with(lines, options)));
    }
    for (code, said) in found {
        assert_eq!(code, expected, "{said}{lines}");
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
    }
}

/// A true proof and a false one about two points, as `Proof::to_json` writes them.
fn points_apart(way: f64) -> String {
    let pose = |x: f64| GivenPose {
        p: [x, 0.0, 0.0],
        q: [0.0, 0.0, 0.0, 1.0],
    };
    let proof = Proof {
        a: vec![[0.0; 3]],
        b: vec![[0.0; 3]],
        shapes: Default::default(),
        radii: [0.0; 2],
        placement: Placement::Poses([pose(0.0), pose(way)]),
        certificate: Certificate::Plane {
            normal: [1.0, 0.0, 0.0],
        },
    };
    assert_eq!(
        serde_json::to_string(&proof).expect("data"),
        proof.to_json()
    );
    proof.to_json()
}

/// A proof as `to_json`, `ifr_certificate_to_json` and serde write it is a whole file, and so are several.
#[test]
fn a_proof_alone_is_a_proof_file() {
    let (truth, lie) = (points_apart(2.0), points_apart(-2.0));
    both_say(
        &truth,
        0,
        &["1 proofs verified (1 separated), 0 rejected; 0 lines without proof"],
    );
    both_say(&format!("{truth}\n\n{truth}\n"), 0, &["2 proofs verified"]);
    both_say(
        &format!("{truth}\n{lie}\n"),
        1,
        &["C30", "1 proofs verified (1 separated), 1 rejected"],
    );
    let end = |lines: u64| json!({"end": {"lines": lines, "proofs": lines}});
    both_say(&format!("{truth}\n{}\n", end(1)), 0, &["1 proofs verified"]);
    both_say(&format!("{truth}\n{}\n", end(2)), 2, &["C7"]);
    // What may be cut off unseen has to have its end.
    let answer = json!({"verdict": "separated", "proof": serde_json::from_str::<Value>(&truth).expect("JSON")});
    both_say(
        &format!("{truth}\n{answer}\n"),
        2,
        &["C7", "2 proofs verified"],
    );
    both_say(&truth[..truth.len() - 1], 2, &["C1", "C7"]);
    both_say("", 2, &["C7"]);
    for claim in ["verdict", "id", "proof", "end"] {
        let mut more: Value = serde_json::from_str(&truth).expect("JSON");
        more[claim] = json!(null);
        both_say(&more.to_string(), 1, &["C6"]);
    }
}

/// No line's proof is left unread, whatever stands beside it and wherever it stands.
#[test]
fn every_proof_of_a_file_is_read() {
    let proof = |way| serde_json::from_str::<Value>(&points_apart(way)).expect("JSON");
    let answer = |way| json!({"verdict": "separated", "proof": proof(way)});
    let end = json!({"lines": 1, "proofs": 1});
    let file = |line: &Value| format!("{line}\n{}\n", json!({"end": end}));
    let with = |key: &str, value: Value| {
        let mut line = answer(2.0);
        line[key] = value;
        line
    };
    both_say(&file(&answer(2.0)), 0, &["1 proofs verified (1 separated)"]);
    both_say(&file(&with("end", end.clone())), 0, &["1 proofs verified"]);
    let mut false_end = answer(-2.0);
    false_end["end"] = end.clone();
    both_say(
        &format!("{}\n{false_end}\n", answer(2.0)),
        2,
        &["C30", "C7"],
    );
    both_say(&file(&false_end), 1, &["C30", "0 proofs verified"]);
    for other in [
        with("Proof", proof(-2.0)),
        with("proofs", json!([proof(2.0)])),
        with("pieces", json!([{"proof": null}])),
        with("body", json!("x")),
    ] {
        both_say(&file(&other), 2, &[]);
    }
    // Refused lines are counted as others are.
    let body = json!({"body": "x", "vertices": [[0, 0, 0]], "proof": proof(2.0)});
    let [bad, counted] = [
        body.to_string(),
        json!({"end": {"lines": 1, "proofs": 0}}).to_string(),
    ];
    let text = format!("{bad}\n{counted}\n");
    both_say(&text, 2, &["bad"]);
    assert!(
        !verify(&text).1.contains("truncated"),
        "{}",
        verify(&text).1
    );
    // Null is as if it were not there.
    let without = json!({"id": "open", "proof": null});
    both_say(
        &format!("{without}\n{counted}\n"),
        0,
        &["0 proofs verified (none), 0 rejected; 1 lines without proof"],
    );
}

/// What is not inside is counted as such.
#[test]
fn the_summary_says_what_is_proved() {
    let text = proofs("tests/cases/contains.jsonl");
    both_say(&text, 0, &[" inside, ", " not_inside)"]);
}

/// Lines of which a number is beyond f64 are as good as others.
#[test]
fn proofs_beyond_f64_verify() {
    let pose = |x: f64| json!({"p": [x, x, x], "q": [0, 0, 0, 1]});
    let rest = |x: f64| json!({"start": pose(x), "end": pose(x)});
    let rod = json!({"vertices": [[0, 0, 0], [1e300, 0, 0]]});
    let cases = [
        json!({"id": "offset", "query": "intersect", "a": rod, "b": rod, "pose_a": pose(1.7e308), "pose_b": pose(1.6e308)}),
        json!({"id": "point", "query": "closest_approach", "a": rod, "b": rod, "motion_a": rest(1.7e308), "motion_b": rest(-1.7e308)}),
        json!({"id": "sweep", "query": "interframe", "sweep": "certified", "a": rod, "b": rod, "motion_a": rest(1.7e308), "motion_b": rest(1.6e308)}),
    ];
    let text = cases.map(|case| case.to_string()).join("\n");
    let answers = stdout(&run(&["query", "-", "--json", "--certificate"], &text));
    assert!(
        answers.contains("null") && !answers.contains("offset\":"),
        "{answers}"
    );
    both_say(&answers, 0, &["3 proofs verified (3 separated)"]);
}
