//! Texts as proof files. What is accepted is the same when written and read again, and is refused with another
//! verdict.

#![no_main]

use interframe::certificate::{Proof, ProofFile};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|text: &str| {
    let mut file = ProofFile::default();
    for line in text.lines() {
        if let Ok(found) = file.line(line)
            && let Some(Ok(proved)) = found.proof
        {
            same_again(line, &format!("{proved:?}"));
        }
    }
    let _ = file.end();
});

fn same_again(line: &str, proved: &str) {
    let mut value: Value = serde_json::from_str(line).expect("an accepted line is JSON");
    // Bodies that other lines give are not here.
    if value["proof"]["a"].is_string() || value["proof"]["b"].is_string() {
        return;
    }
    let proof =
        Proof::from_json(&value["proof"].to_string()).expect("the proof of an accepted line");
    let again = Proof::from_json(&proof.to_json()).expect("what is written is read");
    assert_eq!(proof, again);
    assert_eq!(format!("{:?}", again.verify().expect("as before")), proved);
    let other = match value["verdict"].as_str() {
        Some("separated") => "hit",
        Some("hit") => "separated",
        Some("inside") => "not_inside",
        Some("not_inside") => "inside",
        _ => return,
    };
    value["verdict"] = json!(other);
    let found = ProofFile::default()
        .line(&value.to_string())
        .expect("a line");
    assert!(
        found.proof.is_some_and(|proof| proof.is_err()),
        "both verdicts: {line}"
    );
}
