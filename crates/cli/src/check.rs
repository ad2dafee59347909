//! Compares answers with `expected`.
//!
//! The keys that are compared depend on the query, because one line may carry the truth about several
//! questions (`intersect` at t = 0, `interframe_hull_intersect` for the plain hulls in the world
//! frame, `hit` for the motion). An undecided answer is right only where `verdict` expects it.

use interframe::Verdict;
use interframe::case::{Fields, Json, Node};
use serde_json::Value;

use crate::case::{Answered, Line};
use crate::error::Result;
use crate::input::limits;
use crate::output::list_text;

/// Shown by `interframe query --help`.
pub const HELP: &str = concat!(
    "\
Keys of `expected` that --check compares:
  `verdict`       separated, hit or undecided; inside or not_inside
  `slack`         with any query that returns it
  `depth`, `margin`, `normal`, ...
                  every length and vector of the answer, by its key, within `<key>_tol`; without that \
within 1e-9
  `distance`      compared with `separation`; a negative separation counts as 0
  `toi_bracket`   widened by `toi_tol`, must hold `t_lo` and `t_hi` of a time of impact, and `t_lo` must \
not be after its end. Such a case is asked at tolerance 1e-9 unless it names one
  `ground_truth`  1 with vertex sweeps: the bodies do meet, so the hulls must
These are true, false or \"either\":
  `intersect`     with intersect queries
  `inside`        with contains queries about point sets
  `hull_intersect`
                  with vertex and full sweeps
  `interframe_hull_intersect`
                  with full sweeps in the world frame
  `hit`           (what the bodies really do) with certified sweeps and times of impact
All other keys are for the reader. An undecided answer is right only where `verdict` expects it.

",
    limits!()
);

/// Result of comparing an answer with `expected`.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    Right,
    /// The expected value.
    Wrong(String),
    Undecided,
    /// `expected` says nothing about this question.
    Unchecked,
}

impl Mark {
    pub fn name(&self) -> &'static str {
        match self {
            Mark::Right => "right",
            Mark::Wrong(_) => "wrong",
            Mark::Undecided => "undecided",
            Mark::Unchecked => "unchecked",
        }
    }
}

/// Counts of a whole run, with the ids that need attention.
#[derive(Debug, Default)]
pub struct Tally {
    pub right: usize,
    pub unchecked: usize,
    pub wrong: Vec<String>,
    pub undecided: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, id: &str, mark: &Mark, answer: &Answered) {
        match mark {
            Mark::Right => self.right += 1,
            Mark::Unchecked => self.unchecked += 1,
            Mark::Wrong(_) => self.wrong.push(id.to_string()),
            Mark::Undecided => {
                let reason = answer.reason().unwrap_or("no reason");
                self.undecided.push(format!("{id} ({reason})"));
            }
        }
    }
}

/// Compares one answer.
pub fn check(line: &Line, answer: &Answered) -> Result<Mark> {
    let marks = match &line.expected {
        Some(expected) => marks(line, expected, answer)?,
        None => Vec::new(),
    };
    // The worst mark of a case counts.
    let wrong = marks.iter().find(|m| matches!(m, Mark::Wrong(_)));
    Ok(match wrong {
        Some(wrong) => wrong.clone(),
        None if marks.contains(&Mark::Undecided) => Mark::Undecided,
        None if marks.contains(&Mark::Right) => Mark::Right,
        None if answer.verdict == Verdict::Undecided => Mark::Undecided,
        None => Mark::Unchecked,
    })
}

fn marks(line: &Line, expected: &Json, answer: &Answered) -> Result<Vec<Mark>> {
    let mut out = Vec::new();
    let node = Node {
        json: expected,
        key: "expected".into(),
    };
    let fields = node.any_fields()?;
    for key in line.case.query.truths() {
        if let Some(truth) = read_truth(&fields, key)? {
            out.push(compare(answer.verdict, truth, key));
            break;
        }
    }
    out.extend(bracket_mark(&fields, answer)?);
    for (key, value) in &answer.entries {
        let Some(node) = fields.optional(key) else {
            continue;
        };
        let tol = number_or(&fields, &format!("{key}_tol"), 1e-9)?;
        out.extend(match key.as_str() {
            "intervals" => Some(intervals_mark(&fields, &node, value)?),
            "slack" => Some(slack_mark(&node, value)?),
            _ => measured(key, value, &node, tol)?,
        });
    }
    if let (Some(node), Some(separation)) =
        (fields.optional("distance"), answer.number("separation"))
    {
        // Never negative, whatever the separation is. Bodies without one are not compared.
        let tol = number_or(&fields, "distance_tol", 1e-9)?;
        out.extend(measured(
            "distance",
            &separation.max(0.0).into(),
            &node,
            tol,
        )?);
    }
    Ok(out)
}

/// The number at `key`, or what holds without it.
fn number_or(fields: &Fields<'_>, key: &str, otherwise: f64) -> Result<f64> {
    fields
        .optional(key)
        .map_or(Ok(otherwise), |node| node.number())
}

/// The times of a hit against `toi_bracket`. A miss is judged by `hit`.
fn bracket_mark(fields: &Fields<'_>, answer: &Answered) -> Result<Option<Mark>> {
    let times = (answer.number("t_lo"), answer.number("t_hi"));
    let (Some(node), (Some(t_lo), Some(t_hi))) = (fields.optional("toi_bracket"), times) else {
        return Ok(None);
    };
    let room = number_or(fields, "toi_tol", 0.0)?;
    let [low, high] = node.numbers::<2>()?;
    if answer.verdict != Verdict::Hit || answer.query == "contains" {
        return Ok(None);
    }
    let within = low - room <= t_lo && t_hi <= high + room;
    let want = format!("times from {low} to {high}, each to {room}");
    Ok(Some(mark(within && t_lo <= high, &want)))
}

/// Compares intervals: as many as expected, and each time within `intervals_tol` of its bracket.
fn intervals_mark(fields: &Fields<'_>, node: &Node<'_>, found: &Value) -> Result<Mark> {
    let tol = number_or(fields, "intervals_tol", 0.0)?;
    let found: Vec<[[f64; 2]; 2]> = serde_json::from_value(found.clone()).unwrap_or_default();
    let expected = node.list()?;
    let mut right = expected.len() == found.len();
    for (node, found) in expected.iter().zip(found) {
        for (node, [low, high]) in node.list()?.iter().zip(found) {
            let [least, most] = node.numbers::<2>()?;
            right &= least - tol <= high && low <= most + tol && high - low <= tol + (most - least);
        }
    }
    let want = format!("{} intervals, each time to {tol}", expected.len());
    Ok(mark(right, &want))
}

/// A slack is rounded up: never below the true one by more than the rounding of `expected`
/// itself, and not wastefully above.
fn slack_mark(node: &Node<'_>, found: &Value) -> Result<Mark> {
    let (found, want) = (found.as_f64().unwrap_or(f64::INFINITY), node.number()?);
    let high = want * (1.0 + 1e-9) + f64::MIN_POSITIVE;
    let right = found >= want * (1.0 - 1e-15) && found <= high;
    Ok(mark(right, &format!("slack {want}")))
}

/// Whether a name is the expected one, or a number, a vector or a list of points within `tol` of it.
fn measured(key: &str, found: &Value, node: &Node<'_>, tol: f64) -> Result<Option<Mark>> {
    Ok(Some(match found {
        Value::String(name) => mark(node.text()? == name, node.text()?),
        Value::Number(x) => {
            let want = node.number()?;
            let right = x.as_f64().is_some_and(|x| (x - want).abs() <= tol);
            mark(right, &format!("{key} {want}"))
        }
        Value::Array(list) if list.iter().all(Value::is_number) => {
            let want = numbers(node)?;
            let right = distance(list, &want).is_some_and(|d| d <= tol);
            mark(right, &format!("{key} {}", list_text(&want)))
        }
        Value::Array(list) if key == "vertices" => {
            let want = node
                .list()?
                .iter()
                .map(numbers)
                .collect::<Result<Vec<_>>>()?;
            let near = |(point, want): (&Value, &Vec<f64>)| {
                let point = point.as_array();
                point.is_some_and(|point| distance(point, want).is_some_and(|d| d <= tol))
            };
            let right = list.len() == want.len() && list.iter().zip(&want).all(near);
            mark(right, &format!("{key} {want:?}"))
        }
        _ => return Ok(None),
    }))
}

fn numbers(node: &Node<'_>) -> Result<Vec<f64>> {
    node.list()?.iter().map(Node::number).collect()
}

/// Distance of a point from the expected one, if that has as many numbers.
fn distance(point: &[Value], want: &[f64]) -> Option<f64> {
    let apart = point
        .iter()
        .zip(want)
        .map(|(x, want)| Some(x.as_f64()? - want));
    let apart: Vec<f64> = apart.collect::<Option<_>>()?;
    (point.len() == want.len()).then(|| apart.iter().fold(0.0, |norm: f64, d| norm.hypot(*d)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    Meets,
    Apart,
    Either,
    /// What moves does meet, so hulls must; if not, nothing follows.
    MeetsOrNothing,
}

fn read_truth(fields: &Fields<'_>, key: &str) -> Result<Option<Truth>> {
    let Some(node) = fields.optional(key) else {
        return Ok(None);
    };
    Ok(match node.json {
        Json::Bool(true) => Some(Truth::Meets),
        Json::Bool(false) => Some(Truth::Apart),
        Json::Text(text) if text == "either" => Some(Truth::Either),
        Json::Number(n) if key == "ground_truth" => {
            (n.as_u64() == Some(1)).then_some(Truth::MeetsOrNothing)
        }
        _ => return Err(node.wrong("true, false or \"either\"")),
    })
}

fn compare(verdict: Verdict, truth: Truth, key: &str) -> Mark {
    match (verdict, truth) {
        (Verdict::Undecided, _) => Mark::Undecided,
        (_, Truth::Either) => Mark::Right,
        (Verdict::Hit, Truth::Apart) => Mark::Wrong(format!("{key} false")),
        (Verdict::Separated, Truth::Meets) => Mark::Wrong(format!("{key} true")),
        (Verdict::Separated, Truth::MeetsOrNothing) => Mark::Wrong(format!("{key} 1")),
        _ => Mark::Right,
    }
}

pub fn mark(right: bool, expected: &str) -> Mark {
    if right {
        Mark::Right
    } else {
        Mark::Wrong(expected.to_string())
    }
}
