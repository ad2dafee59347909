//! Changes of certificates.

use std::time::{Duration, Instant};

use interframe::certificate::Proof;
use serde_json::{Value, json};
use twin::random::SplitMix64;

use super::Tally;

/// Every place of a value of this kind in a JSON value, as a JSON pointer.
fn places(value: &Value, place: &str, kind: fn(&Value) -> bool, out: &mut Vec<String>) {
    if kind(value) {
        out.push(place.to_owned());
    }
    match value {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{place}/{i}"), kind, out);
            }
        }
        Value::Object(entries) => {
            for (key, item) in entries {
                places(item, &format!("{place}/{key}"), kind, out);
            }
        }
        _ => {}
    }
}

/// Another number for `x`: an id stays one.
fn changed(x: &Value, rng: &mut SplitMix64) -> Value {
    if let Some(id) = x.as_u64() {
        return match rng.below(4) {
            0 => json!(id + 1),
            1 => json!(id.saturating_sub(1)),
            2 => json!(rng.below(40)),
            _ => json!(-1),
        };
    }
    let x = x.as_f64().expect("a number");
    json!(match rng.below(8) {
        0 => -x,
        1 => 0.0,
        2 => x.next_up(),
        3 => x * (1.0 + 1e-9),
        4 => x * (1.0 + 1e-3),
        5 => x + rng.between(-1.0, 1.0),
        6 => 1.5 * x,
        _ => rng.between(-10.0, 10.0),
    })
}

/// One change somewhere in the certificate, and what it was.
pub fn mutate(certificate: &mut Value, rng: &mut SplitMix64) -> &'static str {
    let (mut numbers, mut lists) = (Vec::new(), Vec::new());
    places(certificate, "", Value::is_number, &mut numbers);
    places(certificate, "", Value::is_array, &mut lists);
    lists.retain(|place| {
        let list = certificate.pointer(place).and_then(Value::as_array);
        list.is_some_and(|list| !list.is_empty())
    });
    let kind = if lists.is_empty() { 0 } else { rng.below(8) };
    let pick = |places: &[String], rng: &mut SplitMix64| places[rng.below(places.len())].clone();
    match kind {
        0..=4 if !numbers.is_empty() => {
            let place = pick(&numbers, rng);
            let number = certificate.pointer_mut(&place).expect("a number");
            *number = changed(number, rng);
            "a number changed"
        }
        5 | 6 => {
            let place = pick(&lists, rng);
            let list = certificate.pointer_mut(&place);
            let list = list.and_then(Value::as_array_mut).expect("a list");
            let at = rng.below(list.len());
            if kind == 5 {
                list.remove(at);
                return "an entry removed";
            }
            list.push(list[at].clone());
            "an entry doubled"
        }
        _ => {
            *certificate = json!("empty");
            "another kind"
        }
    }
}

/// The proof with another certificate, where that can be read.
pub fn with_certificate(proof: &Proof, certificate: &Value) -> Option<Proof> {
    let mut whole: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
    whole["certificate"] = certificate.clone();
    Proof::from_json(&whole.to_string()).ok()
}

/// Changes a proof's certificate four times. `judge` gets each change that is still accepted, and what was changed.
pub fn judge_changes(
    index: u64,
    proof: &Proof,
    rng: &mut SplitMix64,
    tally: &mut Tally,
    judge: &mut dyn FnMut(&Proof, &str, &mut Tally),
) {
    let original: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
    for _ in 0..4 {
        let mut certificate = original["certificate"].clone();
        let what = mutate(&mut certificate, rng);
        tally.cases += 1;
        let Some(changed) = with_certificate(proof, &certificate) else {
            tally.refused += 1;
            continue;
        };
        let begun = Instant::now();
        let found = changed.verify();
        let took = begun.elapsed();
        let is_fast = took < Duration::from_secs(1);
        tally.claim(is_fast, what, &format!("{index} took {took:?}"));
        if found.is_err() {
            tally.refused += 1;
            continue;
        }
        tally.judged += 1;
        judge(&changed, what, tally);
    }
}
