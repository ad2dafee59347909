//! Recordings as views. Events are those of the file. Where the frame's motions are whole, the page finds the time of impact
//! again, for the proof alone.

use std::collections::HashMap;

use interframe::case::{Fields, Json, Node, read_pose, read_shape};
use interframe::{
    Motion, PairState, Pose, SharedBody, TimeOfImpactOptions, Verdict, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use serde_json::{Map, Value};

use super::data::{Answer, View};
use super::from_scene::MAX_ANSWERS;
use super::space::{Builder, Pair, about, impact, seen_by_poses};
use crate::error::{Problem, Result, at_key};

/// Keys of an event that the page shows elsewhere.
const SHOWN_ELSEWHERE: [&str; 3] = ["a", "b", "verdict"];

/// A recording that is being read.
#[derive(Debug, Default)]
pub struct Reader {
    builder: Builder,
    shapes: Vec<SharedBody>,
    /// Where the bodies are, and their pivots.
    poses: Vec<Pose>,
    pivots: Vec<Vector3<f64>>,
    mode: String,
    left_out: usize,
    ended: bool,
}

impl Reader {
    /// Reads the next line; the first is the head.
    pub fn line(&mut self, text: &str) -> Result<()> {
        let json = Json::parse(text)?;
        let fields = Node::root(&json).any_fields()?;
        if fields.optional("recording").is_some() {
            self.head(&fields)
        } else if fields.optional("body").is_some() {
            self.body(&fields)
        } else if fields.optional("frame").is_some() {
            let events = serde_json::from_str::<Value>(text);
            let events = events.map_err(|error| Problem::Syntax(error.to_string()))?;
            self.frame(
                &fields,
                events["events"].as_array().map_or(&[], Vec::as_slice),
            )
        } else {
            self.ended |= fields.optional("end").is_some();
            Ok(())
        }
    }

    pub fn finish(mut self) -> View {
        let mut note = |text: String| self.builder.space.notes.push(text);
        if !self.ended {
            note("The recording has no last line, so it may lack frames.".into());
        }
        if self.left_out > 0 {
            note(format!(
                "The page shows the first {MAX_ANSWERS} contacts; {} more are left out.",
                self.left_out
            ));
        }
        if self.mode == "first" {
            note(
                "A recording holds no proofs, so this page found those that it shows again.".into(),
            );
        }
        if self.mode == "simulation" {
            note("An integrator moved the bodies. Between its steps the page can only approximate them.".into());
        }
        View::Space(self.builder.finish())
    }

    fn head(&mut self, fields: &Fields<'_>) -> Result<()> {
        self.builder.space.name = fields.required("scene")?.text()?.into();
        self.builder.space.frame_s = Some(fields.required("frame_s")?.number()?);
        self.mode = fields.required("mode")?.text()?.into();
        Ok(())
    }

    fn body(&mut self, fields: &Fields<'_>) -> Result<()> {
        let shape = match fields.optional("shape_of") {
            Some(node) => {
                let shape = self.shapes.get(node.count()? as usize);
                shape
                    .cloned()
                    .ok_or_else(|| node.wrong("the number of an earlier body"))?
            }
            None => read_shape(&fields.required("shape")?)?,
        };
        let number = self.builder.body(fields.required("name")?.text()?, &shape);
        let pose = read_pose(&fields.required("pose")?)?;
        self.shapes.push(shape);
        self.poses.push(pose);
        self.pivots.push(fields.vector_or_zero("pivot")?);
        self.builder.moves(number, [0.0, 0.0], &Motion::fixed(pose));
        let shown = &mut self.builder.space.bodies[number];
        shown.fixed = fields.optional("static").is_some();
        shown.sensor = fields.optional("role").is_some();
        Ok(())
    }

    fn frame(&mut self, fields: &Fields<'_>, events: &[Value]) -> Result<()> {
        let from = fields.required("frame")?.count()? as f64;
        self.builder.space.frames = from as u64 + 1;
        let rows = |key: &str| {
            fields
                .optional(key)
                .map_or(Ok(Vec::new()), |node| node.list())
        };
        let (turns, stops) = (by_body(&rows("turns")?)?, by_body(&rows("stops")?)?);
        let mut motions: Vec<Motion> = self.poses.iter().map(|pose| Motion::fixed(*pose)).collect();
        for row in rows("poses")? {
            let [body, x, y, z, i, j, k, w] = row.numbers()?;
            let body = self.number(&row, body)?;
            let end = Pose::new(Vector3::new(x, y, z), Quaternion::new(w, i, j, k))
                .map_err(at_key(&row.key))?;
            let turn = turns
                .get(&(body as u64))
                .map(|&[x, y, z]| Vector3::new(x, y, z));
            let (start, pivot) = (self.poses[body], self.pivots[body]);
            let motion = match turn {
                None => Motion::between(start, end, pivot),
                Some(turn) => {
                    let way = end.transform_point(&pivot) - start.transform_point(&pivot);
                    Motion::from_turn(start, start.translation() + way, turn, pivot)
                }
            };
            let motion = motion.map_err(at_key(&row.key))?;
            let to = stops.get(&(body as u64)).map_or(1.0, |&[t]| t);
            self.builder.moves(body, [from, from + to], &motion);
            (motions[body], self.poses[body]) = (motion, end);
        }
        for event in events {
            let phase = event["phase"].as_str();
            if matches!(phase, Some("begin" | "pass")) {
                self.event(event, from, &motions, stops.is_empty());
            }
        }
        Ok(())
    }

    fn number(&self, row: &Node<'_>, body: f64) -> Result<usize> {
        let number = body as usize;
        match number < self.poses.len() && number as f64 == body {
            true => Ok(number),
            false => Err(row.wrong("the number of a body and its numbers")),
        }
    }

    fn event(&mut self, event: &Value, from: f64, motions: &[Motion], whole: bool) {
        let body = |key: &str| {
            event[key]
                .as_u64()
                .map(|k| k as usize)
                .filter(|&k| k < motions.len())
        };
        let (Some(a), Some(b), Some(entries)) = (body("a"), body("b"), event.as_object()) else {
            return;
        };
        if self.builder.space.answers.len() == MAX_ANSWERS {
            self.left_out += 1;
            return;
        }
        let pair = Pair {
            numbers: [a, b],
            bodies: [&self.shapes[a], &self.shapes[b]],
            motions: [&motions[a], &motions[b]],
            span: [from, from + 1.0],
        };
        let options = TimeOfImpactOptions::default();
        let moving = pair.moving();
        let again = (whole && self.mode == "first")
            .then(|| time_of_impact(&moving, &options, &mut PairState::default()).ok())
            .flatten()
            .filter(|found| found.verdict != Verdict::Separated);
        let shown: Map<String, Value> = entries.clone();
        let answer = Answer {
            query: "event".into(),
            verdict: event["verdict"].as_str().unwrap_or("undecided").into(),
            entries: shown
                .into_iter()
                .filter(|(key, _)| !SHOWN_ELSEWHERE.contains(&key.as_str()))
                .collect(),
            seen_by_poses: seen_by_poses(&pair),
            ..match again {
                Some(found) => impact(&pair, &options, &found),
                None => about(&pair),
            }
        };
        self.builder.space.answers.push(answer);
    }
}

/// Rows of a body and its numbers, by body.
fn by_body<const N: usize>(rows: &[Node<'_>]) -> Result<HashMap<u64, [f64; N]>> {
    let mut all = HashMap::new();
    for row in rows {
        let list = row.list()?;
        let [body, numbers @ ..] = list.as_slice() else {
            return Err(row.wrong("the number of a body and its numbers"));
        };
        let numbers: Vec<f64> = numbers.iter().map(Node::number).collect::<Result<_>>()?;
        let numbers = <[f64; N]>::try_from(numbers)
            .map_err(|_| row.wrong("the number of a body and its numbers"))?;
        all.insert(body.count()?, numbers);
    }
    Ok(all)
}
