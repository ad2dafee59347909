//! `examples/verify.py` on lines with proofs.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use interframe::certificate::Proof;
use interframe::{TimeOfImpact, TimeOfImpactOptions, Verdict};
use serde_json::{Value, json};

/// Whether the proof is read back as it is, accepted, and proves this verdict.
pub fn accepted(proof: &Proof, verdict: Verdict) -> Result<(), String> {
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

/// A line that says of an impact what the answer says.
pub fn line_of_impact(
    id: &str,
    options: &TimeOfImpactOptions,
    answer: &TimeOfImpact,
    proof: &Proof,
) -> Value {
    let mut line = json!({
        "id": id,
        "verdict": answer.verdict.to_string(),
        "free_from": answer.free_from,
        "t_lo": answer.t_lo,
        "t_hi": answer.t_hi,
        "target_separation": options.target_separation,
    });
    if answer.verdict == Verdict::Hit {
        line["contact"] = answer.contact.to_string().into();
        line["gap"] = answer.gap.into();
        for (key, point) in [("point_a", answer.point_a), ("point_b", answer.point_b)] {
            line[key] = json!(point.map(<[f64; 3]>::from));
        }
    }
    with_proof(line, proof)
}

pub fn with_proof(mut line: Value, proof: &Proof) -> Value {
    line["proof"] = serde_json::from_str(&proof.to_json()).expect("JSON");
    line
}

/// Whether it accepted all, and what it said; None where there is no Python.
fn second_checker(name: &str, lines: &[Value]) -> Option<(bool, String)> {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: no python3");
        return None;
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.jsonl"));
    let mut out = std::io::BufWriter::new(std::fs::File::create(&path).expect("a file"));
    for line in lines {
        writeln!(out, "{line}").expect("written");
    }
    let n = lines.len();
    writeln!(out, r#"{{"end": {{"lines": {n}, "proofs": {n}}}}}"#).expect("written");
    out.into_inner().expect("written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/verify.py");
    let run = Command::new("python3").arg(script).arg(&path).output();
    let run = run.expect("runs");
    let said = [run.stdout, run.stderr].concat();
    Some((
        run.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    ))
}

pub fn accepted_by_the_second_checker(name: &str, lines: Vec<Value>) {
    if let Some((all, said)) = second_checker(name, &lines) {
        println!("{said}");
        assert!(all, "{said}");
    }
}

/// That it refuses every line, for the condition beside it.
pub fn refused_by_the_second_checker(name: &str, refused: Vec<(Value, u16)>) {
    let (lines, conditions): (Vec<_>, Vec<_>) = refused.into_iter().unzip();
    if let Some((_, said)) = second_checker(name, &lines) {
        let found: Vec<_> = said
            .lines()
            .filter(|line| line.starts_with("rejected"))
            .collect();
        assert_eq!(found.len(), conditions.len(), "{said}");
        for (line, condition) in found.iter().zip(conditions) {
            assert!(line.contains(&format!(": C{condition}: ")), "{line}");
        }
    }
}
