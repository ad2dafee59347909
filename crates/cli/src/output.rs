//! Answers for people (aligned tables) and for programs (one JSON object a line).

use std::io::{Result, Write};
use std::path::PathBuf;

use interframe::Verdict;
use interframe::certificate::Proof;
use serde_json::{Map, Value, json};

use crate::case::Answered;
use crate::check::{Mark, Tally};
use crate::error::Problem;

/// Cells may be longer; columns are not.
const WIDEST: usize = 1000;

/// Whether a character turns the direction of the text around it, so that a name could change what stands beside it.
pub fn turns_text(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text of a file on one line of a terminal: characters that control it or its direction are escaped.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || turns_text(c) {
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
    /// Warnings about its shapes.
    pub warnings: Vec<String>,
    pub outcome: std::result::Result<(Answered, Option<Mark>), Problem>,
}

impl Row {
    pub fn proof(&self) -> Option<&Proof> {
        let (answer, _) = self.outcome.as_ref().ok()?;
        answer.proof.as_ref()
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
            line.insert("query".into(), json!(answer.query));
            line.insert("method".into(), json!(answer.solver));
            line.extend(answer.entries.clone());
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
    if !row.warnings.is_empty() {
        line.insert("warnings".into(), json!(row.warnings));
    }
    if let Some(proof) = row.proof() {
        line.insert("proof".into(), serde_json::to_value(proof)?);
    }
    writeln!(out, "{}", Value::Object(line))
}

/// The answers as a table, then the errors. With `check`, only the answers that need attention.
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
            answer.entries["iterations"].to_string(),
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

fn verdict_text(answer: &Answered) -> String {
    match answer.reason() {
        Some(reason) => format!("{} ({reason})", answer.verdict_name),
        None => answer.verdict_name.to_string(),
    }
}

fn proof_text(answer: &Answered) -> String {
    let mut parts = Vec::new();
    if answer.query == "time_of_impact" {
        let at = |key| answer.number(key).unwrap_or_default();
        parts.push(
            match answer.entries.get("contact").and_then(Value::as_str) {
                Some(contact) => format!("{contact} at t {:.9}", at("t_hi")),
                None => format!("apart before t {:.9}", at("t_lo")),
            },
        );
    }
    let shown = answer.entries.iter();
    let shown = shown.filter(|(key, _)| !shown_elsewhere(answer.query, key));
    parts.extend(shown.filter_map(|(key, value)| entry_text(key, value)));
    parts.join(", ")
}

/// Whether a key has a column of its own, or is of no use in a table.
fn shown_elsewhere(query: &str, key: &str) -> bool {
    match key {
        "verdict" | "reason" | "iterations" | "decided_by" | "pairs" => true,
        _ if query == "time_of_impact" => {
            !matches!(key, "point_b" | "normal" | "target_separation")
        }
        "contacts" => query == "contact_intervals",
        _ => false,
    }
}

/// One key of an answer, for people.
fn entry_text(key: &str, value: &Value) -> Option<String> {
    let list = |value: &Value| list_text(&numbers(value));
    Some(match (key, value) {
        ("outside", Value::Number(place)) => format!("vertex {place} is outside"),
        ("about", Value::String(name)) => format!("about the {name}"),
        ("slack", Value::Number(slack)) if slack.as_f64() == Some(0.0) => return None,
        ("plane", plane) => format!("plane {}", list(&plane["normal"])),
        ("distance_at_least", bounds) => {
            let bounds = ["by_optimum", "by_plane"].map(|key| bounds[key].as_f64());
            let least = bounds.into_iter().flatten().fold(0.0, f64::max);
            format!("at least {least:.4e} apart")
        }
        ("features", features) => {
            let kind = |k: usize| features[k]["kind"].as_str().unwrap_or_default();
            format!("{} on {}", kind(0), kind(1))
        }
        ("intervals", Value::Array(intervals)) => {
            let one = |i: &Value| {
                let time = |k: usize, j: usize| i[k][j].as_f64().unwrap_or_default();
                let [enter, exit] = match time(0, 1) <= time(1, 0) {
                    true => [time(0, 1), time(1, 0)],
                    // Nothing certain is between.
                    false => [time(0, 0), time(1, 1)],
                };
                format!("t {enter:.9} to {exit:.9}")
            };
            intervals.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        ("contacts", Value::Array(contacts)) => {
            let points = contacts.iter().map(|contact| list(&contact["point_a"]));
            points.collect::<Vec<_>>().join(" ")
        }
        (_, Value::Number(x)) => format!("{key} {:.4e}", x.as_f64().unwrap_or(f64::NAN)),
        (_, Value::String(name)) => format!("{key} {name}"),
        (_, Value::Array(items)) if items.iter().all(Value::is_number) => {
            format!("{key} {}", list(value))
        }
        (_, Value::Array(items)) => format!("{} {key}", items.len()),
        _ => return None,
    })
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(Value::as_f64).collect()
}

/// Numbers to four places; zeros without a sign.
pub fn list_text(numbers: &[f64]) -> String {
    let shown = numbers.iter().map(|x| if *x == 0.0 { 0.0 } else { *x });
    let shown: Vec<_> = shown.map(|x| format!("{x:.4}")).collect();
    format!("[{}]", shown.join(", "))
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
        let noun = if all == 1 { "case" } else { "cases" };
        writeln!(
            out,
            "{all} {noun}: {separated} separated, {hits} hit, {undecided} undecided, {bad} bad"
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
