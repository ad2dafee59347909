//! Answers for people (aligned tables) and for programs (one JSON object a line).

use std::io::{Result, Write};
use std::path::PathBuf;

use interframe::certificate::Proof;
use interframe::{ContactPoint, Plane, TimeOfImpact, Verdict};
use nalgebra::Vector3;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Held, Measure, contact_name};
use crate::check::{Mark, Tally};
use crate::error::Problem;
use crate::intervals;

/// Cells may be longer; columns are not.
const WIDEST: usize = 1000;

/// Text of a file on one line of a terminal: control characters are escaped.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// Stands for the id of a line that has none.
pub const NO_ID: &str = "(no id)";

/// One line of a case file and what became of it.
#[derive(Debug)]
pub struct Row {
    pub file: PathBuf,
    pub line: usize,
    pub id: String,
    pub query: String,
    pub outcome: std::result::Result<(Answer, Option<Mark>), Problem>,
}

impl Row {
    pub fn proof(&self) -> Option<&Proof> {
        let (answer, _) = self.outcome.as_ref().ok()?;
        answer.proof.as_deref()
    }

    fn place(&self) -> String {
        let id = match self.id.as_str() {
            NO_ID => String::new(),
            id => format!(" ({id})"),
        };
        format!("{}:{}{id}", self.file.display(), self.line)
    }
}

/// One JSON object; numbers read back to the same bits.
pub fn write_json(out: &mut impl Write, row: &Row) -> Result<()> {
    let mut line = Map::new();
    line.insert("id".into(), json!(row.id));
    match &row.outcome {
        Ok((answer, mark)) => {
            put_answer(&mut line, answer);
            if let Some(mark) = mark {
                line.insert("check".into(), json!(mark.name()));
                if let Mark::Wrong(expected) = mark {
                    line.insert("expected".into(), json!(expected));
                }
            }
        }
        Err(problem) => {
            line.insert("query".into(), json!(row.query));
            line.insert("error".into(), json!(format!("{}: {problem}", row.place())));
        }
    }
    if let Some(proof) = row.proof() {
        line.insert("proof".into(), serde_json::to_value(proof)?);
    }
    writeln!(out, "{}", Value::Object(line))
}

fn put_answer(line: &mut Map<String, Value>, answer: &Answer) {
    line.insert("query".into(), json!(answer.query));
    line.insert("verdict".into(), json!(answer.verdict_name()));
    if let Some(reason) = answer.reason() {
        line.insert("reason".into(), json!(reason));
    }
    if let Some(sweep) = &answer.sweep {
        line.insert("about".into(), json!(sweep.about.name()));
        line.insert("slack".into(), json!(sweep.slack));
    }
    line.insert("method".into(), json!(answer.method));
    line.insert("iterations".into(), json!(answer.iterations));
    match &answer.timed {
        Some(timed) => put_timed(line, timed),
        None => {
            let by = answer.decided_by.name();
            line.insert("decided_by".into(), json!(by));
        }
    }
    if let Some(plane) = &answer.plane {
        line.insert("plane".into(), plane_json(plane));
    }
    if let Some(point) = &answer.point {
        line.insert("point".into(), vector_json(point));
    }
    if let Some(sets) = &answer.sets {
        sets.put(line);
    }
    if let Some(list) = &answer.intervals {
        intervals::put(line, list, answer.proof.as_deref());
    }
    for (key, measure) in &answer.measures {
        let value = match measure {
            Measure::Length(x) => json!(x),
            Measure::Vector(v) => vector_json(v),
            Measure::InPlane(v) => json!([v.x, v.y]),
            Measure::Points(points) => json!(points),
            Measure::Pairs(pairs) => json!(pairs),
            Measure::Features(held) => {
                let one = |held: &Held| json!({"kind": held.kind, "vertices": held.vertices()});
                json!([one(&held[0]), one(&held[1])])
            }
            Measure::Contacts(found) => {
                let one = |contact: &ContactPoint| {
                    json!({
                        "point_a": vector_json(&contact.point_a),
                        "point_b": vector_json(&contact.point_b),
                        "depth": contact.depth,
                        "id": contact.id,
                    })
                };
                found.points().iter().map(one).collect()
            }
            Measure::Name(name) => json!(name),
        };
        line.insert((*key).into(), value);
    }
}

/// What only a time of impact says.
pub fn put_timed(line: &mut Map<String, Value>, timed: &TimeOfImpact) {
    if let Some(contact) = contact_name(timed.contact) {
        line.insert("contact".into(), json!(contact));
        line.insert("initial".into(), json!(timed.initial));
        line.insert("gap".into(), json!(timed.gap));
        let velocity = timed.separation_velocity;
        line.insert("separation_velocity".into(), json!(velocity));
    }
    if timed.free_from > 0.0 {
        line.insert("free_from".into(), json!(timed.free_from));
    }
    line.insert("t_lo".into(), json!(timed.t_lo));
    line.insert("t_hi".into(), json!(timed.t_hi));
    line.insert("solves".into(), json!(timed.solves));
    for (key, vector) in [
        ("point_a", &timed.point_a),
        ("point_b", &timed.point_b),
        ("normal", &timed.normal),
    ] {
        if let Some(vector) = vector {
            line.insert(key.into(), vector_json(vector));
        }
    }
    if let Some([a, b]) = &timed.features {
        line.insert("features".into(), json!([a.vertices(), b.vertices()]));
    }
}

pub fn plane_json(plane: &Plane) -> Value {
    let mut out = Map::new();
    out.insert("normal".into(), vector_json(&plane.normal));
    out.insert("offset".into(), json!(plane.offset));
    if let Some(span) = &plane.spanned_by {
        out.insert("spanned_by".into(), json!(span.pairs()));
    }
    Value::Object(out)
}

pub fn vector_json(v: &Vector3<f64>) -> Value {
    json!([v.x, v.y, v.z])
}

/// The answers as a table, then the errors. With `check`, only the answers that need a look.
pub fn write_table(out: &mut impl Write, rows: &[Row], check: bool) -> Result<()> {
    let mut table = Table::new(&["id", "query", "verdict", "iterations", "proof"]);
    for row in rows {
        let Ok((answer, mark)) = &row.outcome else {
            continue;
        };
        let verdict = match mark {
            Some(Mark::Wrong(expected)) => {
                format!("{} (expected: {expected})", verdict_text(answer))
            }
            _ => verdict_text(answer),
        };
        if check && matches!(mark, Some(Mark::Right | Mark::Unchecked)) {
            continue;
        }
        table.row([
            row.id.clone(),
            answer.query.to_string(),
            verdict,
            answer.iterations.to_string(),
            proof_text(answer),
        ]);
    }
    table.write(out)?;
    for row in rows {
        if let Err(problem) = &row.outcome {
            let error = format!("error  {}: {problem}", row.place());
            writeln!(out, "{}", printable(&error))?;
        }
    }
    Ok(())
}

fn verdict_text(answer: &Answer) -> String {
    match answer.reason() {
        Some(reason) => format!("{} ({reason})", answer.verdict_name()),
        None => answer.verdict_name().to_string(),
    }
}

fn proof_text(answer: &Answer) -> String {
    let mut parts = Vec::new();
    if let Some(timed) = &answer.timed {
        parts.push(timed_text(timed));
    }
    if let Some(sweep) = &answer.sweep {
        parts.push(format!("about the {}", sweep.about.name()));
        if sweep.slack > 0.0 {
            parts.push(format!("slack {:.4e}", sweep.slack));
        }
    }
    if let Some(plane) = &answer.plane {
        parts.push(format!("plane {}", vector_text(&plane.normal)));
    }
    if let Some(point) = &answer.point {
        parts.push(format!("point {}", vector_text(point)));
    }
    if let Some(sets) = &answer.sets {
        parts.push(sets.text());
    }
    if let Some(list) = &answer.intervals {
        parts.push(intervals::text(list));
    }
    for (key, measure) in &answer.measures {
        parts.push(match measure {
            Measure::Length(x) => format!("{key} {x:.4e}"),
            Measure::Vector(v) => format!("{key} {}", vector_text(v)),
            Measure::InPlane(v) => format!("{key} [{:.4}, {:.4}]", v.x, v.y),
            Measure::Points(points) => format!("{} {key}", points.len()),
            Measure::Pairs(_) => continue,
            Measure::Features([a, b]) => format!("{} on {}", a.kind, b.kind),
            Measure::Contacts(found) => {
                let points = found.points().iter().map(|c| vector_text(&c.point_a));
                points.collect::<Vec<_>>().join(" ")
            }
            Measure::Name(name) => format!("{key} {name}"),
        });
    }
    parts.join(", ")
}

/// When, how, and where.
pub fn timed_text(timed: &TimeOfImpact) -> String {
    let mut text = match contact_name(timed.contact) {
        Some(contact) => format!("{contact} at t {:.9}", timed.t_hi),
        None => format!("apart before t {:.9}", timed.t_lo),
    };
    if let Some(point) = &timed.point_b {
        text += &format!(", point {}", vector_text(point));
    }
    if let Some(normal) = &timed.normal {
        text += &format!(", normal {}", vector_text(normal));
    }
    text
}

pub fn vector_text(v: &Vector3<f64>) -> String {
    let shown = v.map(|x| if x == 0.0 { 0.0 } else { x });
    format!("[{:.4}, {:.4}, {:.4}]", shown.x, shown.y, shown.z)
}

/// Cases by verdict.
#[derive(Debug, Default)]
pub struct Counts {
    separated: usize,
    hits: usize,
    undecided: usize,
    bad: usize,
}

impl Counts {
    pub fn add(&mut self, row: &Row) {
        *match row.outcome.as_ref().map(|(answer, _)| answer.verdict) {
            Ok(Verdict::Separated) => &mut self.separated,
            Ok(Verdict::Hit) => &mut self.hits,
            Ok(_) => &mut self.undecided,
            Err(_) => &mut self.bad,
        } += 1;
    }

    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let Counts {
            separated,
            hits,
            undecided,
            bad,
        } = self;
        let all = separated + hits + undecided + bad;
        writeln!(
            out,
            "{all} cases: {separated} separated, {hits} hit, {undecided} undecided, {bad} bad"
        )
    }
}

/// Right, wrong and undecided, the last two by id.
pub fn write_tally(out: &mut impl Write, tally: &Tally, bad: usize) -> Result<()> {
    writeln!(
        out,
        "right {}, wrong {}, undecided {}, nothing expected {}, bad {bad}",
        tally.right,
        tally.wrong.len(),
        tally.undecided.len(),
        tally.unchecked,
    )?;
    for id in &tally.wrong {
        writeln!(out, "wrong      {}", printable(id))?;
    }
    for id in &tally.undecided {
        writeln!(out, "undecided  {}", printable(id))?;
    }
    Ok(())
}

/// Columns as wide as their widest cell.
#[derive(Debug)]
pub struct Table<const N: usize> {
    head: [&'static str; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub fn new(head: &[&'static str; N]) -> Self {
        Table {
            head: *head,
            rows: Vec::new(),
        }
    }

    pub fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells.map(|cell| printable(&cell)));
    }

    /// Writes the head and the rows; nothing when there are no rows.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.fold(self.head[column].len(), usize::max).min(WIDEST)
        };
        let widths: [usize; N] = std::array::from_fn(width);
        let head = self.head.map(str::to_string);
        for row in std::iter::once(&head).chain(&self.rows) {
            let line: Vec<_> = row
                .iter()
                .zip(widths)
                .map(|(cell, width)| format!("{cell:width$}"))
                .collect();
            writeln!(out, "{}", line.join("  ").trim_end())?;
        }
        Ok(())
    }
}
