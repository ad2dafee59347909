//! Compares answers with `expected`.
//!
//! What is compared depends on what was asked, because one line may carry the truth about several
//! questions (`intersect` at t = 0, `interframe_hull_intersect` for the plain hulls in the world
//! frame, `hit` for the motion). An undecided answer is right only where `verdict` expects it.

use interframe::{Frame, Sweep, Verdict};
use nalgebra::Vector2;

use crate::answer::{Answer, Measure};
use crate::case::{Ask, Case};
use crate::error::Result;
use crate::input::limits;
use crate::intervals;
use crate::json::{Fields, Json, Node};
use crate::output::vector_text;
use crate::point_sets::SetQuestion;

/// Shown by `interframe query --help`.
pub const HELP: &str = concat!(
    "\
Keys of `expected` that --check compares: `verdict` (separated, hit, undecided; inside, not_inside) \
and `slack` with any query that gives them; every length and vector that an answer gives, by its key \
(`depth`, `margin`, `normal`, ...), within `<key>_tol` or, without that, 1e-9 absolutely; `distance` likewise against a `separation`, of which what is negative counts as 0; besides, true, false or \"either\": `intersect` with intersect queries, \
`inside` with contains queries of point sets, \
`hull_intersect` with vertex and full sweeps, `interframe_hull_intersect` with full sweeps in the \
world frame, `hit` (what the bodies really do) with certified sweeps and times of impact; \
`toi_bracket`, widened by `toi_tol`, must hold `t_lo` and `t_hi` of a time of impact, and `t_lo` must \
not be after its end (such a case is asked at tolerance 1e-9 unless it names one); and `ground_truth` 1 with \
vertex sweeps: what moves does meet, so the hulls must. Everything else is for the reader. An \
undecided answer is right only where `verdict` expects it.

",
    limits!()
);

/// How an answer compares.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    Right,
    /// What was expected instead.
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

/// Counts of a whole run, with the ids that need a look.
#[derive(Debug, Default)]
pub struct Tally {
    pub right: usize,
    pub unchecked: usize,
    pub wrong: Vec<String>,
    pub undecided: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, id: &str, mark: &Mark, answer: &Answer) {
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

/// A time of impact that expects a bracket and names no tolerance is asked at that of the brackets.
pub fn tighten(case: &mut Case) {
    let expects = case.expected.as_ref().and_then(|e| e.get("toi_bracket"));
    if let (Ask::TimeOfImpact { options, .. }, Some(_)) = (&mut case.ask, expects) {
        options.tolerance.get_or_insert(BRACKET_TOLERANCE);
    }
}

/// The tolerance that the brackets of case files are for.
const BRACKET_TOLERANCE: f64 = 1e-9;

/// Compares one answer.
pub fn check(case: &Case, answer: &Answer) -> Result<Mark> {
    let marks = match &case.expected {
        Some(expected) => marks(case, expected, answer)?,
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

fn marks(case: &Case, expected: &Json, answer: &Answer) -> Result<Vec<Mark>> {
    let mut out = Vec::new();
    let node = Node {
        json: expected,
        key: "expected".into(),
    };
    let fields = node.any_fields()?;
    if let Some(node) = fields.optional("verdict") {
        let want = node.text()?;
        out.push(mark(want == answer.verdict_name(), want));
    }
    for key in truths(&case.ask) {
        if let Some(truth) = read_truth(&fields, key)? {
            out.push(compare(answer.verdict, truth, key));
            break;
        }
    }
    if let (Some(node), Some(timed)) = (fields.optional("toi_bracket"), &answer.timed) {
        let room = match fields.optional("toi_tol") {
            Some(node) => node.number()?,
            None => 0.0,
        };
        let [low, high] = node.numbers::<2>()?;
        // A miss is judged by `hit`.
        if timed.verdict == Verdict::Hit {
            let within = low - room <= timed.t_lo && timed.t_hi <= high + room;
            let sound = timed.t_lo <= high;
            let want = format!("times from {low} to {high}, each to {room}");
            out.push(mark(within && sound, &want));
        }
    }
    if let Some(list) = &answer.intervals {
        out.extend(intervals::check(&fields, list)?);
    }
    if let (Some(node), Some(sweep)) = (fields.optional("slack"), answer.sweep) {
        let want = node.number()?;
        out.push(mark(
            slack_agrees(sweep.slack, want),
            &format!("slack {want}"),
        ));
    }
    for (key, measure) in &answer.measures {
        if let Some(node) = fields.optional(key) {
            let tol = match fields.optional(&format!("{key}_tol")) {
                Some(node) => node.number()?,
                None => 1e-9,
            };
            out.extend(measured(key, measure, &node, tol)?);
        }
        if let ("separation", Measure::Length(separation)) = (*key, measure) {
            out.extend(distance_mark(*separation, &fields)?);
        }
    }
    Ok(out)
}

/// `distance` is never negative, whatever the separation is. Bodies that meet have none.
fn distance_mark(separation: f64, fields: &Fields<'_>) -> Result<Option<Mark>> {
    let Some(node) = fields.optional("distance") else {
        return Ok(None);
    };
    let tol = match fields.optional("distance_tol") {
        Some(node) => node.number()?,
        None => 1e-9,
    };
    let distance = Measure::Length(separation.max(0.0));
    measured("distance", &distance, &node, tol)
}

/// Whether a number, a length or a vector is within `tol` of the expected one.
fn measured(key: &str, measure: &Measure, node: &Node<'_>, tol: f64) -> Result<Option<Mark>> {
    Ok(Some(match measure {
        Measure::Features(_) | Measure::Contacts(_) | Measure::Pairs(_) => return Ok(None),
        Measure::Name(name) => mark(node.text()? == *name, node.text()?),
        Measure::Length(x) => {
            let want = node.number()?;
            mark((x - want).abs() <= tol, &format!("{key} {want}"))
        }
        Measure::Vector(v) => {
            let want = node.vector()?;
            mark(
                (v - want).norm() <= tol,
                &format!("{key} {}", vector_text(&want)),
            )
        }
        Measure::InPlane(v) => {
            let want = Vector2::from(node.numbers()?);
            mark((v - want).norm() <= tol, &format!("{key} {want:?}"))
        }
        Measure::Points(points) => {
            let want: Vec<Vec<f64>> = (node.list()?.iter())
                .map(|point| point.list()?.iter().map(Node::number).collect())
                .collect::<Result<_>>()?;
            let near = |p: &Vec<f64>, q: &Vec<f64>| {
                p.len() == q.len() && p.iter().zip(q).all(|(x, y)| (x - y).abs() <= tol)
            };
            let all =
                points.len() == want.len() && points.iter().zip(&want).all(|(p, q)| near(p, q));
            mark(all, &format!("{key} {want:?}"))
        }
    }))
}

/// Keys of `expected` that answer the question, the most exact first.
fn truths(ask: &Ask) -> &'static [&'static str] {
    match ask {
        Ask::Intersect { .. }
        | Ask::Distance { .. }
        | Ask::Penetration { .. }
        | Ask::MinkowskiDifference { .. }
        | Ask::Planar(_)
        | Ask::ContactManifold { .. } => &["intersect"],
        Ask::Contains { .. } | Ask::ContainsMotion { .. } => &["inside"],
        Ask::PointSets(sets) => match sets.question {
            SetQuestion::Intersect => &["intersect"],
            SetQuestion::Contains => &["inside"],
        },
        Ask::Vertices { .. } => &["hull_intersect", "ground_truth"],
        Ask::TimeOfImpact { .. }
        | Ask::ContactIntervals { .. }
        | Ask::Interframe {
            sweep: Sweep::Certified,
            ..
        } => &["hit"],
        // What a part of the hull meets is known by its `verdict` alone.
        Ask::Interframe {
            sweep: Sweep::FaceGrouped | Sweep::Silhouette,
            ..
        } => &[],
        Ask::Interframe {
            frame: Frame::World,
            motions,
            ..
        } => {
            // Between resting bodies, the hulls are the bodies.
            if motions.iter().all(|m| m.start() == m.end()) {
                &["interframe_hull_intersect", "hull_intersect", "intersect"]
            } else {
                &["interframe_hull_intersect", "hull_intersect"]
            }
        }
        Ask::Interframe { .. } => &["hull_intersect"],
    }
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

/// A slack is rounded up: never below the true one by more than the rounding of `expected`
/// itself, and not wastefully above.
fn slack_agrees(found: f64, want: f64) -> bool {
    found >= want * (1.0 - 1e-15) && found <= want * (1.0 + 1e-9) + f64::MIN_POSITIVE
}
