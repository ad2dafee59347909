//! What a lie is made of, and the edits that most lies are.

use serde_json::{Value, json};
use twin::random::SplitMix64;

use crate::worlds::Truth;

type OfLine = fn(&Truth, &mut SplitMix64) -> Option<Value>;
type OfText = fn(&str, &mut SplitMix64) -> Option<String>;

/// One kind of lie: it turns a true line of these worlds (of all, if none is named) into a false one, where it
/// can.
pub struct Kind {
    pub name: &'static str,
    pub worlds: &'static [&'static str],
    lie: Lie,
}

enum Lie {
    Line(OfLine),
    Text(OfText),
}

impl Kind {
    pub const fn new(name: &'static str, worlds: &'static [&'static str], lie: OfLine) -> Self {
        Kind {
            name,
            worlds,
            lie: Lie::Line(lie),
        }
    }

    pub const fn text(name: &'static str, worlds: &'static [&'static str], lie: OfText) -> Self {
        Kind {
            name,
            worlds,
            lie: Lie::Text(lie),
        }
    }

    pub fn make(&self, truth: &Truth, rng: &mut SplitMix64) -> Option<String> {
        if !self.worlds.is_empty() && !self.worlds.contains(&truth.world) {
            return None;
        }
        match self.lie {
            Lie::Line(lie) => lie(truth, rng).map(|line| line.to_string()),
            Lie::Text(lie) => lie(&truth.line.to_string(), rng),
        }
    }
}

pub fn number(line: &Value, at: &str) -> Option<f64> {
    line.pointer(at)?.as_f64()
}

/// Entries of a list; none where there is no list.
pub fn count(truth: &Truth, at: &str) -> usize {
    let list = truth.line.pointer(at).and_then(Value::as_array);
    list.map_or(0, Vec::len)
}

pub fn list<'a>(line: &'a mut Value, at: &str) -> Option<&'a mut Vec<Value>> {
    line.pointer_mut(at)?.as_array_mut()
}

/// The line with these values in the places of others.
pub fn with<const N: usize>(truth: &Truth, edits: [(&str, Value); N]) -> Option<Value> {
    let mut line = truth.line.clone();
    for (at, value) in edits {
        *line.pointer_mut(at)? = value;
    }
    Some(line)
}

/// The line with these claims, or others beside its own.
pub fn says<const N: usize>(truth: &Truth, claims: [(&str, Value); N]) -> Value {
    let mut line = truth.line.clone();
    for (key, value) in claims {
        line[key] = value;
    }
    line
}

/// The line without a claim that it has.
pub fn unsaid(truth: &Truth, key: &str) -> Option<Value> {
    let mut line = truth.line.clone();
    line.as_object_mut()?.remove(key)?;
    Some(line)
}

/// The same certificate for other positions.
pub fn placed(truth: &Truth) -> Option<Value> {
    with(truth, [("/proof/placement", truth.other.clone()?)])
}

/// The line with that number of its text changed.
pub fn scaled(truth: &Truth, at: &str, change: impl Fn(f64) -> f64) -> Option<Value> {
    let x = number(&truth.line, at)?;
    (change(x) != x).then_some(())?;
    with(truth, [(at, json!(change(x)))])
}

/// The certificate's kind.
pub fn kind(line: &Value) -> Option<&str> {
    let certificate = line.pointer("/proof/certificate")?;
    certificate
        .as_str()
        .or_else(|| certificate.as_object()?.keys().next().map(String::as_str))
}

/// The last time of a chain's contact.
pub fn contact_time(line: &Value) -> Option<f64> {
    let contact = line.pointer("/proof/certificate/chain/contact")?;
    let near = contact.pointer("/near/t");
    near.or(contact.pointer("/overlap/times/1"))?.as_f64()
}

/// The largest number of bodies and placement, and 1e-300.
pub fn largest(proof: &Value) -> f64 {
    match proof {
        Value::Number(x) => x.as_f64().unwrap_or(0.0).abs(),
        Value::Array(items) => items.iter().map(largest).fold(1e-300, f64::max),
        Value::Object(entries) => {
            let entries = entries.iter().filter(|(key, _)| *key != "certificate");
            entries
                .map(|(_, item)| largest(item))
                .fold(1e-300, f64::max)
        }
        _ => 0.0,
    }
}
