//! `interframe validate`: answers every case by two methods and writes each disagreement as a line
//! that can be asked again.
//!
//! A disagreement is separated against hit, inside against not inside, times of impact that exclude
//! each other. Where one method is undecided nothing is contradicted: such cases are counted as
//! open, by the reason that the method itself gives, and written too with `--open`. Of bodies at
//! rest the reason is held against the true distance or depth, which is measured.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use interframe::case::{Json, Query};
use interframe::{
    DistanceOptions, Error, PairState, PenetrationOptions, Reason, SharedBody, Verdict, distance,
    penetration,
};
use serde_json::{Value, json};

use crate::args::ValidateArgs;
use crate::case::{Answered, How, answer, check_flag, label_of, read_line};
use crate::error::{Fatal, Problem, Result, exit_status};
use crate::input::for_each_line;
use crate::output::printable;
use crate::shape::Shapes;

/// Answers of two methods to the cases.
#[derive(Debug, Default)]
struct Tally {
    agree: usize,
    disagree: usize,
    open: usize,
    /// Which method left lines open, and why.
    causes: BTreeMap<String, Cause>,
    not_answered: usize,
    bad: usize,
}

/// The open cases of one cause.
#[derive(Debug, Default)]
struct Cause {
    count: usize,
    measured: usize,
    /// Greatest distance or depth of those that were measured, in sizes of the pair.
    farthest: f64,
}

/// Result of comparing two answers.
enum Comparison {
    Agree,
    Disagree,
    Open,
}

/// Validates every case of every file; the exit status.
pub fn run(args: &ValidateArgs, out: &mut impl Write) -> std::result::Result<u8, Fatal> {
    let methods = read_methods(&args.methods)?;
    let mut tally = Tally::default();
    let mut shapes = Shapes::default();
    for path in &args.files {
        let read = for_each_line(path, |number, line| {
            let text = line.as_ref().map_or("", |line| *line);
            match line.and_then(|line| ask_both(path, line, methods, &mut shapes)) {
                Ok(Some((query, answers))) => {
                    judge(args, out, text, methods, (&query, &answers), &mut tally)?;
                }
                Ok(None) => tally.not_answered += 1,
                Err(problem) => {
                    tally.bad += 1;
                    let id =
                        label_of(&Json::parse(text), text, "id").unwrap_or_else(|| "no id".into());
                    let said = printable(&format!("({id}): {problem}"));
                    eprintln!("interframe: {}:{number} {said}", path.display());
                }
            }
            Ok(())
        });
        match read {
            Ok(_) => {}
            Err(unreadable @ Fatal::Read { .. }) => {
                tally.bad += 1;
                eprintln!("interframe: {unreadable}");
            }
            Err(other) => return Err(other),
        }
    }
    let names = methods.join(" and ");
    eprintln!(
        "{names}: agree {}, disagree {}, open {}, not answered by both {}, bad {}",
        tally.agree, tally.disagree, tally.open, tally.not_answered, tally.bad
    );
    for (why, cause) in &tally.causes {
        eprint!("open because {why}: {}", cause.count);
        if cause.measured > 0 {
            let (measured, farthest) = (cause.measured, cause.farthest);
            eprint!(" ({measured} measured: at most {farthest:.1e} of the size apart or deep)");
        }
        eprintln!();
    }
    Ok(exit_status(tally.bad > 0, tally.disagree > 0))
}

fn read_methods(names: &str) -> std::result::Result<[&str; 2], Fatal> {
    let Some((first, second)) = names.split_once(',') else {
        let message = format!("--methods: `{names}` is not two methods, A,B");
        return Err(Fatal::Usage(message));
    };
    let methods = [first.trim(), second.trim()];
    for name in methods {
        check_flag(name, "--methods")?;
    }
    Ok(methods)
}

/// Not a mistake in the case: a query, or a method for it, that does not exist.
fn is_unanswered(problem: &Problem) -> bool {
    match problem {
        Problem::NotSupported { .. } | Problem::NotBuiltIn { .. } | Problem::NotAnswered { .. } => {
            true
        }
        Problem::Library { source, .. } => matches!(source, Error::Method { .. }),
        _ => false,
    }
}

/// Answers a case by both methods; `None` where one of them does not answer it.
fn ask_both(
    path: &Path,
    line: &str,
    methods: [&str; 2],
    shapes: &mut Shapes,
) -> Result<Option<(Query, [Answered; 2])>> {
    let json = Json::parse(line)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut ask = |method| {
        let how = How {
            method,
            ..How::default()
        };
        let case = read_line(json.clone(), folder, shapes, how)?.case;
        let answered = answer(&case, false)?;
        Ok((case.query, answered))
    };
    let problem = match methods.map(|method| ask(Some(method))) {
        [Ok((query, first)), Ok((_, second))] => return Ok(Some((query, [first, second]))),
        [Err(problem), _] | [_, Err(problem)] => problem,
    };
    // A case that is answered as it is written is good: one of the methods does not take its bodies or its keys.
    match is_unanswered(&problem) || ask(None).is_ok() {
        true => Ok(None),
        false => Err(problem),
    }
}

fn judge(
    args: &ValidateArgs,
    out: &mut impl Write,
    line: &str,
    methods: [&str; 2],
    (query, answers): (&Query, &[Answered; 2]),
    tally: &mut Tally,
) -> std::io::Result<()> {
    let written = match compare(answers) {
        Comparison::Agree => {
            tally.agree += 1;
            false
        }
        Comparison::Disagree => {
            tally.disagree += 1;
            true
        }
        Comparison::Open => {
            tally.open += 1;
            let undecided = usize::from(answers[0].verdict != Verdict::Undecided);
            let measured = relative_separation(query);
            let cause = cause(methods[undecided], &answers[undecided], measured);
            let cause = tally.causes.entry(cause).or_default();
            cause.count += 1;
            if let Some(part) = measured {
                cause.measured += 1;
                cause.farthest = cause.farthest.max(part);
            }
            args.open
        }
    };
    if written {
        write_case(out, line, methods, answers)?;
    }
    Ok(())
}

fn compare([first, second]: &[Answered; 2]) -> Comparison {
    match (first.verdict, second.verdict) {
        (a, b) if a == b => match excludes(first, second) || excludes(second, first) {
            true => Comparison::Disagree,
            false => Comparison::Agree,
        },
        (Verdict::Undecided, _) | (_, Verdict::Undecided) => Comparison::Open,
        _ => Comparison::Disagree,
    }
}

/// Whether the one is apart for longer than the other took to meet.
fn excludes(one: &Answered, other: &Answered) -> bool {
    let overlaps = other.entries.get("contact").is_some_and(|c| c == "overlap");
    overlaps && other.number("t_hi") < one.number("t_lo")
}

/// Largest distance or depth that a solver's tolerance excuses, in sizes of the pair. If bodies are farther apart or
/// deeper, the reason for leaving them open is another one.
const MAX_EXCUSED_LENGTH: f64 = 1e-6;

/// Why a method left a case open, in the words of `verdict.rs`; `measured` as it is in truth.
fn cause(method: &str, answer: &Answered, measured: Option<f64>) -> String {
    let why = match answer.reason {
        Reason::SolverTolerance if measured.is_some_and(|part| part > MAX_EXCUSED_LENGTH) => {
            "the solver found the sets to touch, which is not true"
        }
        Reason::None => "it names no reason",
        Reason::HullsMeet => "the swept hulls meet, which says nothing of bodies that turn",
        Reason::NearSlack => "the dilated hulls are too near to each other",
        Reason::Budget => "its budget ran out",
        Reason::Rounding => "the gap is lost in rounding",
        Reason::SolverTolerance => "the sets are nearer to touching than the solver's tolerance",
        Reason::SolverFailed => "the solver failed",
        Reason::Unproved => "the checker refused its proof",
        other => other.name(),
    };
    format!("{method} says that {why}")
}

/// Distance or depth of bodies at rest, in sizes of the pair.
fn relative_separation(query: &Query) -> Option<f64> {
    let Query::Intersect(posed, _) = query else {
        return None;
    };
    let ([a, b], [pose_a, pose_b]) = (&posed.bodies, &posed.places);
    let reach = |body: &SharedBody| {
        let corners = body.core()?.vertices();
        Some(corners.fold(0.0f64, |r, v| r.max(v.amax())) + body.radius())
    };
    let apart = pose_b.translation() - pose_a.translation();
    let size = reach(a)? + reach(b)? + apart.amax();
    let (pair, state) = (posed.pair(), &mut PairState::default());
    let found = distance(&pair, &DistanceOptions::default(), state).ok()?;
    let measure = match found.verdict {
        Verdict::Hit => {
            let options = PenetrationOptions::default();
            penetration(&pair, &options, state).ok()?.depth
        }
        _ => found.separation,
    };
    Some(measure / size).filter(|part| part.is_finite())
}

/// The case with the second method, and why it is here.
fn write_case(
    out: &mut impl Write,
    line: &str,
    methods: [&str; 2],
    answers: &[Answered; 2],
) -> std::io::Result<()> {
    // The case was read and answered before: it is an object.
    let mut case: Value = serde_json::from_str(line)?;
    let said = [0, 1].map(|i| {
        let why = answers[i].reason().map(|reason| format!(" ({reason})"));
        let why = why.unwrap_or_default();
        format!("{} says {}{why}", methods[i], answers[i].verdict_name)
    });
    case["method"] = json!(methods[1]);
    case["why"] = json!(format!("validate: {}", said.join(", ")));
    writeln!(out, "{case}")
}
