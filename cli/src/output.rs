//! Answers for people (aligned tables) and for programs (one JSON object a line).

use std::io::{Result, Write};
use std::path::PathBuf;

use interframe::{Plane, Verdict};
use nalgebra::Vector3;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, about_name, decided_by_name, reason_name, verdict_name};
use crate::check::{Mark, Tally};
use crate::error::Problem;

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
    fn place(&self) -> String {
        format!("{}:{} ({})", self.file.display(), self.line, self.id)
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
    writeln!(out, "{}", Value::Object(line))
}

fn put_answer(line: &mut Map<String, Value>, answer: &Answer) {
    line.insert("query".into(), json!(answer.query));
    line.insert("verdict".into(), json!(verdict_name(answer.verdict)));
    if let Some(sweep) = &answer.sweep {
        if let Some(reason) = reason_name(sweep.reason) {
            line.insert("reason".into(), json!(reason));
        }
        line.insert("about".into(), json!(about_name(sweep.about)));
        line.insert("slack".into(), json!(sweep.slack));
    }
    line.insert("method".into(), json!(answer.method));
    line.insert("iterations".into(), json!(answer.iterations));
    line.insert(
        "decided_by".into(),
        json!(decided_by_name(answer.decided_by)),
    );
    if let Some(plane) = &answer.plane {
        line.insert("plane".into(), plane_json(plane));
    }
    if let Some(point) = &answer.point {
        line.insert("point".into(), vector_json(point));
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
        let verdict = match (answer.verdict, mark) {
            (verdict, Some(Mark::Wrong(expected))) => {
                format!("{} (expected: {expected})", verdict_name(verdict))
            }
            (verdict, _) => verdict_text(verdict, answer),
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
            writeln!(out, "error  {}: {problem}", row.place())?;
        }
    }
    Ok(())
}

fn verdict_text(verdict: Verdict, answer: &Answer) -> String {
    match answer.sweep.as_ref().and_then(|s| reason_name(s.reason)) {
        Some(reason) => format!("{} ({reason})", verdict_name(verdict)),
        None => verdict_name(verdict).to_string(),
    }
}

fn proof_text(answer: &Answer) -> String {
    let mut parts = Vec::new();
    if let Some(sweep) = &answer.sweep {
        parts.push(format!("about the {}", about_name(sweep.about)));
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
    parts.join(", ")
}

pub fn vector_text(v: &Vector3<f64>) -> String {
    let shown = v.map(|x| if x == 0.0 { 0.0 } else { x });
    format!("[{:.4}, {:.4}, {:.4}]", shown.x, shown.y, shown.z)
}

/// Counts by verdict.
pub fn write_counts(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    let count = |verdict| {
        rows.iter()
            .filter(|row| matches!(&row.outcome, Ok((a, _)) if a.verdict == verdict))
            .count()
    };
    let bad = rows.iter().filter(|row| row.outcome.is_err()).count();
    writeln!(
        out,
        "{} cases: {} separated, {} hit, {} undecided, {bad} bad",
        rows.len(),
        count(Verdict::Separated),
        count(Verdict::Hit),
        count(Verdict::Undecided),
    )
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
        writeln!(out, "wrong      {id}")?;
    }
    for id in &tally.undecided {
        writeln!(out, "undecided  {id}")?;
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
        self.rows.push(cells);
    }

    /// Writes the head and the rows; nothing when there are no rows.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.fold(self.head[column].len(), usize::max)
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
