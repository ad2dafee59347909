//! Lines of proof files as views. The checker reads each line first, and what it refuses is shown as refused.

use std::collections::HashMap;

use interframe::certificate::{Certificate, Placement, Proof, ProofFile, Shape};
use interframe::{Curved, Motion, Polytope, Pose, SharedBody};
use nalgebra::Vector3;
use serde_json::{Map, Value};

use super::data::{Answer, View};
use super::prove::{motions, proved};
use super::space::{Builder, Pair, about, holder, moves, seen_by_poses, swept};
use crate::error::{Problem, Result, at_key};
use crate::verify::NO_PROOF;

/// Keys of a line that a page shows elsewhere.
const SHOWN_ELSEWHERE: [&str; 5] = ["id", "query", "verdict", "proof", "certificate"];

/// A proof file that is being read.
#[derive(Debug, Default)]
pub struct Reader {
    file: ProofFile,
    /// Vertices of the bodies that lines before have given.
    bodies: HashMap<String, Value>,
}

impl Reader {
    /// The view of a line; None for a body, the closing line, and an answer without a proof.
    pub fn line(&mut self, text: &str) -> Result<Option<View>> {
        let checked = self.file.line(text);
        let checked = checked.map_err(|failure| Problem::Syntax(failure.to_string()))?;
        let line: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| Problem::Syntax(error.to_string()))?;
        if let (Some(Value::String(name)), Some(vertices)) =
            (line.get("body"), line.get("vertices"))
        {
            self.bodies.insert(name.clone(), vertices.clone());
        }
        let Some(outcome) = checked.proof else {
            return Ok(None);
        };
        let alone = line.contains_key("certificate");
        let mut json = match alone {
            true => Value::Object(line.clone()),
            false => line.get("proof").cloned().unwrap_or_default(),
        };
        let mut names = ["A".to_string(), "B".to_string()];
        for (key, name) in ["a", "b"].into_iter().zip(&mut names) {
            if let Some(Value::String(named)) = json.get(key) {
                name.clone_from(named);
                json[key] = self.bodies.get(named.as_str()).cloned().unwrap_or_default();
            }
        }
        let proof: Proof = serde_json::from_value(json)
            .map_err(|error| Problem::invalid("proof", error.to_string()))?;
        let refused = outcome.err().map(|failure| failure.to_string());
        view(&line, &proof, &names, refused).map(Some)
    }

    /// Reads a line that is not shown.
    pub fn skip(&mut self, text: &str) -> Result<()> {
        let read = self.file.skip(text);
        read.map_err(|failure| Problem::Syntax(failure.to_string()))
    }

    /// Why the file is not whole, and what may be the cause.
    pub fn lacks(&self) -> Option<String> {
        let failure = self.file.end().err()?;
        let hint = match self.file.counts() {
            [_, 0] => NO_PROOF,
            _ => "",
        };
        Some(format!("{failure}{hint}"))
    }
}

fn view(
    line: &Map<String, Value>,
    proof: &Proof,
    names: &[String; 2],
    refused: Option<String>,
) -> Result<View> {
    let text = |key: &str| {
        line.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let mut builder = Builder::default();
    let fixed = [Motion::fixed(Pose::identity()); 2];
    let motions = motions(proof)?.unwrap_or(fixed);
    let bodies = [
        body(proof, 0).map_err(at_key("a"))?,
        body(proof, 1).map_err(at_key("b"))?,
    ];
    let span = [0.0, 1.0];
    let numbers = [0, 1].map(|k| {
        let number = builder.body(&names[k], &bodies[k]);
        builder.moves(number, span, &motions[k]);
        builder.space.bodies[number].fixed = !moves(&motions[k]);
        number
    });
    let pair = Pair {
        numbers,
        bodies: bodies.each_ref(),
        motions: motions.each_ref(),
        span,
    };
    // About an inside, poses at which the bodies meet say nothing.
    let about_inside = matches!(
        proof.certificate,
        Certificate::Inside { .. } | Certificate::Outside(_) | Certificate::Exit(_)
    );
    let outer = match about_inside {
        true => Some(0),
        false => holder(&pair),
    };
    if let Some(k) = outer {
        builder.space.bodies[numbers[k]].clear = true;
    }
    let moving = !matches!(proof.placement, Placement::Poses(_) | Placement::Lists);
    let mut shown = proved(proof, span);
    // The line may claim more than its proof holds.
    shown.refused = refused.or(shown.refused);
    let entries = line
        .iter()
        .filter(|(key, _)| !SHOWN_ELSEWHERE.contains(&key.as_str()));
    builder.space.name = match text("id") {
        id if id.is_empty() => "proof".into(),
        id => id,
    };
    if let Placement::Hulls(_) = proof.placement {
        let note =
            "The proof is about the hulls of both ends of the motion, not about the motion itself.";
        builder.space.notes.push(note.into());
    }
    if proof.shapes == [Shape::Hull; 2] {
        builder
            .space
            .notes
            .push("The bodies are the vertices that the proof carries.".into());
    }
    builder.space.frames = moving.into();
    let verdict = match line.get("verdict").and_then(Value::as_str) {
        Some(claimed) => claimed.to_owned(),
        None => shown.verdict.clone(),
    };
    builder.space.answers.push(Answer {
        query: text("query"),
        verdict,
        entries: entries
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
        seen_by_poses: match moving && !about_inside {
            true => seen_by_poses(&pair),
            false => None,
        },
        swept: if moving { swept(&pair) } else { None },
        proof: Some(shown),
        ..about(&pair)
    });
    Ok(View::Space(builder.finish()))
}

/// The body that a proof is about: its shape, or the hull of its vertices, with its radius.
fn body(proof: &Proof, k: usize) -> interframe::Result<SharedBody> {
    let vertices = if k == 0 { &proof.a } else { &proof.b };
    let whole: SharedBody = match proof.shapes[k] {
        Shape::Hull => {
            let points: Vec<Vector3<f64>> = vertices.iter().map(|v| Vector3::from(*v)).collect();
            SharedBody::new(Polytope::new(&points)?)
        }
        Shape::Cylinder {
            half_length,
            radius,
        } => Curved::cylinder(half_length, radius)?.into(),
        Shape::Cone {
            half_length,
            radius,
        } => Curved::cone(half_length, radius)?.into(),
        Shape::Ellipsoid { radii } => Curved::ellipsoid(radii)?.into(),
    };
    whole.rounded(proof.radii[k])
}
