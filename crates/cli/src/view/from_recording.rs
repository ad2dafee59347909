//! Recordings as views. Events are those of the file. Where the frame's motions are whole, the page finds the time of impact
//! again, for the proof alone.

use std::collections::HashMap;

use interframe::case::{Fields, Json, Node, read_pose, read_shape};
use interframe::{
    Motion, PairState, Pose, Role, SharedBody, TimeOfImpactOptions, Verdict, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use serde_json::{Map, Value};

use super::data::{Answer, View};
use super::from_scene::MAX_ANSWERS;
use super::space::{Builder, Pair, about, impact, seen_by_poses};
use crate::error::{Problem, Result, at_key};

/// Keys of an event that the page shows elsewhere.
const SHOWN_ELSEWHERE: [&str; 3] = ["a", "b", "verdict"];

/// The version of recordings that is read.
const VERSION: u64 = 1;

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
    /// Numbers of bodies and frames that the head states.
    stated: [u64; 2],
    /// The number of the next frame.
    next: u64,
    /// Frames and events that were read.
    read: [u64; 2],
    ended: bool,
    /// Whether the bodies are not known, so that nothing can be shown.
    unknown: bool,
    /// Whether a line was refused.
    odd: bool,
}

impl Reader {
    /// Reads the next line; the first is the head.
    pub fn line(&mut self, text: &str) -> Result<()> {
        if self.unknown {
            return Ok(());
        }
        let read = self.any_line(text);
        self.odd |= read.is_err();
        read
    }

    fn any_line(&mut self, text: &str) -> Result<()> {
        let json = Json::parse(text)?;
        let fields = Node::root(&json).any_fields()?;
        if self.ended {
            return Err(Problem::Syntax("a line after the end line".into()));
        }
        if fields.optional("recording").is_some() {
            let read = self.head(&fields);
            self.unknown = read.is_err();
            read
        } else if fields.optional("body").is_some() {
            let read = self.body(&fields);
            self.unknown = read.is_err();
            read
        } else if fields.optional("frame").is_some() {
            let events = serde_json::from_str::<Value>(text);
            let events = events.map_err(|error| Problem::Syntax(error.to_string()))?;
            self.frame(
                &fields,
                events["events"].as_array().map_or(&[], Vec::as_slice),
            )
        } else if fields.optional("end").is_some() {
            self.ended = true;
            self.end(&fields)
        } else {
            Ok(())
        }
    }

    /// What the file lacks, once all its lines are read.
    pub fn lacks(&mut self) -> Option<String> {
        if self.unknown {
            return None;
        }
        let [bodies, frames] = self.stated;
        let known = self.shapes.len() as u64;
        let lacks = if bodies != known {
            self.unknown = true;
            format!("the head states {bodies} bodies, and {known} are there")
        } else if !self.ended {
            format!(
                "the recording lacks its end line: it has {} of {frames} frames",
                self.read[0]
            )
        } else {
            return None;
        };
        self.odd = true;
        Some(lacks)
    }

    /// The view, unless the bodies are not known.
    pub fn finish(mut self) -> Option<View> {
        if self.unknown {
            return None;
        }
        if self.odd {
            let what =
                "The recording is not whole, or lines of it are wrong: what they say is not shown.";
            self.builder.space.odd.push(what.into());
        }
        let mut note = |text: String| self.builder.space.notes.push(text);
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
        Some(View::Space(self.builder.finish()))
    }

    fn head(&mut self, fields: &Fields<'_>) -> Result<()> {
        let version = fields.required("version")?;
        if version.count()? != VERSION {
            return Err(version.wrong("1, the version of recordings that this program reads"));
        }
        if !self.mode.is_empty() {
            return Err(Problem::Syntax("a second head".into()));
        }
        let frame_s = fields.required("frame_s")?;
        if frame_s.number()? <= 0.0 {
            return Err(frame_s.wrong("above 0"));
        }
        self.builder.space.name = fields.required("scene")?.text()?.into();
        self.builder.space.frame_s = Some(frame_s.number()?);
        self.mode = fields.required("mode")?.text()?.into();
        self.stated = [
            fields.required("bodies")?.count()?,
            fields.required("frames")?.count()?,
        ];
        Ok(())
    }

    /// Checks what the end line counts.
    fn end(&self, fields: &Fields<'_>) -> Result<()> {
        let [frames, events] = self.read;
        let all = [
            ("frames", frames),
            ("events", events),
            ("frames", self.stated[1]),
        ];
        for (key, found) in all {
            let node = fields.required(key)?;
            if node.count()? != found {
                return Err(node.wrong(&format!("{found}, as the lines before have it")));
            }
        }
        Ok(())
    }

    fn body(&mut self, fields: &Fields<'_>) -> Result<()> {
        let number = fields.required("body")?;
        if number.count()? != self.shapes.len() as u64 || self.next > 0 {
            return Err(number.wrong("the number of the next body, before all frames"));
        }
        let shape = match fields.optional("shape_of") {
            Some(node) => {
                let shape = self.shapes.get(node.count()? as usize);
                shape
                    .cloned()
                    .ok_or_else(|| node.wrong("the number of an earlier body"))?
            }
            None => read_shape(&fields.required("shape")?)?,
        };
        let fixed = fields
            .optional("static")
            .map_or(Ok(false), |node| node.flag())?;
        let role = fields.optional("role");
        let role = role.map_or(Ok(Role::Solid.name()), |node| node.text())?;
        let number = self.builder.body(fields.required("name")?.text()?, &shape);
        let pose = read_pose(&fields.required("pose")?)?;
        self.shapes.push(shape);
        self.poses.push(pose);
        self.pivots.push(fields.vector_or_zero("pivot")?);
        self.builder.moves(number, [0.0, 0.0], &Motion::fixed(pose));
        let shown = &mut self.builder.space.bodies[number];
        shown.fixed = fixed;
        shown.sensor = role == Role::Sensor.name();
        Ok(())
    }

    fn frame(&mut self, fields: &Fields<'_>, events: &[Value]) -> Result<()> {
        let node = fields.required("frame")?;
        let (number, next) = (node.count()?, self.next);
        if let Some(node) = fields.optional("events")
            && !matches!(node.json, Json::List(_))
        {
            return Err(node.wrong("a list"));
        }
        self.read[0] += 1;
        self.read[1] += events.len() as u64;
        let in_turn = match number == next {
            true => Ok(()),
            false => Err(node.wrong(&format!("{next}, the number of the next frame"))),
        };
        if number < next {
            return in_turn;
        }
        if number >= self.stated[1] {
            let what = format!("below {}, the number of frames in the head", self.stated[1]);
            return Err(node.wrong(&what));
        }
        self.next = number + 1;
        let from = number as f64;
        self.builder.space.frames = self.next;
        let rows = |key: &str| {
            fields
                .optional(key)
                .map_or(Ok(Vec::new()), |node| node.list())
        };
        let count = self.shapes.len();
        let turns: HashMap<u64, [f64; 3]> = by_body(&rows("turns")?, count)?;
        let stops: HashMap<u64, [f64; 1]> = by_body(&rows("stops")?, count)?;
        if stops.values().any(|[t]| !(0.0..=1.0).contains(t)) {
            return Err(Problem::invalid("stops", "a body stops at a t from 0 to 1"));
        }
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
        let mut checked = in_turn;
        for (k, event) in events.iter().enumerate() {
            let phase = event["phase"].as_str();
            match self.check_event(event, k) {
                Ok(()) if matches!(phase, Some("begin" | "pass")) => {
                    self.event(event, from, &motions, stops.is_empty());
                }
                of_event => checked = checked.and(of_event),
            }
        }
        checked
    }

    /// Whether an event is about two bodies that are there, and its times are in order.
    fn check_event(&self, event: &Value, k: usize) -> Result<()> {
        let wrong =
            |key: &str, what: String| Err(Problem::invalid(&format!("events[{k}].{key}"), what));
        let count = self.shapes.len();
        let bodies = ["a", "b"].map(|key| event[key].as_u64().filter(|&body| body < count as u64));
        for (key, body) in ["a", "b"].into_iter().zip(bodies) {
            if body.is_none() {
                let what = format!(
                    "{}; it must be the number of one of the {count} bodies",
                    event[key]
                );
                return wrong(key, what);
            }
        }
        if bodies[0] == bodies[1] {
            return wrong("b", format!("{}; `a` is the same body", event["b"]));
        }
        let times = ["t_lo", "t_hi"].map(|key| event[key].as_f64());
        for (key, t) in ["t_lo", "t_hi"].into_iter().zip(times) {
            if !t.is_some_and(|t| (0.0..=1.0).contains(&t)) {
                return wrong(
                    key,
                    format!("{}; it must be a number from 0 to 1", event[key]),
                );
            }
        }
        if times[0] > times[1] {
            return wrong(
                "t_lo",
                format!("{} is above `t_hi`, {}", event["t_lo"], event["t_hi"]),
            );
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
fn by_body<const N: usize>(rows: &[Node<'_>], count: usize) -> Result<HashMap<u64, [f64; N]>> {
    let mut all = HashMap::new();
    for row in rows {
        let list = row.list()?;
        let [body, numbers @ ..] = list.as_slice() else {
            return Err(row.wrong("the number of a body and its numbers"));
        };
        let numbers: Vec<f64> = numbers.iter().map(Node::number).collect::<Result<_>>()?;
        let numbers = <[f64; N]>::try_from(numbers)
            .map_err(|_| row.wrong("the number of a body and its numbers"))?;
        let number = body.count()?;
        if number >= count as u64 {
            return Err(row.wrong("the number of a body and its numbers"));
        }
        all.insert(number, numbers);
    }
    Ok(all)
}
