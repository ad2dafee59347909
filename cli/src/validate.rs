//! `interframe validate`: answers every case by two methods and writes each disagreement as a line
//! that can be asked again.
//!
//! A disagreement is separated against hit, inside against not inside. Where one method is undecided
//! (a solver's tolerance, the slack of a certified sweep) nothing is contradicted: such cases are
//! counted as open, and written too with `--open`.

use std::io::Write;
use std::path::Path;

use interframe::{Method, Verdict};
use serde_json::{Value, json};

use crate::answer::{Answer, answer};
use crate::args::ValidateArgs;
use crate::case::{label, read_case, read_method};
use crate::error::{Fatal, Problem, Result};
use crate::json::Json;
use crate::query::{progress_bar, read_text};
use crate::shape::Shapes;

/// What two methods say about the cases.
#[derive(Debug, Default)]
struct Tally {
    agree: usize,
    disagree: usize,
    open: usize,
    not_answered: usize,
    bad: usize,
}

/// How two answers compare.
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
        let text = match read_text(path) {
            Ok(text) => text,
            Err(source) => {
                tally.bad += 1;
                let path = path.clone();
                eprintln!("interframe: {}", Fatal::Read { path, source });
                continue;
            }
        };
        let bar = progress_bar(text.lines().count());
        for (i, line) in text.lines().enumerate() {
            bar.inc(1);
            if line.trim().is_empty() {
                continue;
            }
            match ask_both(path, line, methods, &mut shapes) {
                Ok(answers) => judge(args, out, line, methods, &answers, &mut tally)?,
                Err(Problem::NotSupported { .. }) => tally.not_answered += 1,
                Err(problem) => {
                    tally.bad += 1;
                    let id = Json::parse(line).ok().and_then(|json| label(&json, "id"));
                    let id = id.unwrap_or_else(|| "no id".into());
                    eprintln!("interframe: {}:{} ({id}): {problem}", path.display(), i + 1);
                }
            }
        }
        bar.finish_and_clear();
    }
    let names = methods.map(Method::name).join(" and ");
    eprintln!(
        "{names}: agree {}, disagree {}, open {}, not answered by both {}, bad {}",
        tally.agree, tally.disagree, tally.open, tally.not_answered, tally.bad
    );
    Ok(match (tally.bad, tally.disagree) {
        (1.., _) => 2,
        (0, 1..) => 1,
        _ => 0,
    })
}

fn read_methods(names: &str) -> std::result::Result<[Method; 2], Fatal> {
    let usage = |message: String| Fatal::Usage(format!("--methods: {message}"));
    let Some((first, second)) = names.split_once(',') else {
        return Err(usage(format!("`{names}` is not two methods, A,B")));
    };
    let read = |name: &str| read_method(name.trim(), "--methods").map_err(|p| usage(p.to_string()));
    Ok([read(first)?, read(second)?])
}

fn ask_both(
    path: &Path,
    line: &str,
    methods: [Method; 2],
    shapes: &mut Shapes,
) -> Result<[Answer; 2]> {
    let json = Json::parse(line)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut ask = |method| {
        answer(
            &read_case(&json, folder, shapes, None, Some(method))?,
            false,
        )
    };
    Ok([ask(methods[0])?, ask(methods[1])?])
}

fn judge(
    args: &ValidateArgs,
    out: &mut impl Write,
    line: &str,
    methods: [Method; 2],
    answers: &[Answer; 2],
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
            args.open
        }
    };
    if written {
        write_case(out, line, methods, answers)?;
    }
    Ok(())
}

fn compare([first, second]: &[Answer; 2]) -> Comparison {
    match (first.verdict, second.verdict) {
        (a, b) if a == b => Comparison::Agree,
        (Verdict::Undecided, _) | (_, Verdict::Undecided) => Comparison::Open,
        _ => Comparison::Disagree,
    }
}

/// The case with the second method, and why it is here.
fn write_case(
    out: &mut impl Write,
    line: &str,
    methods: [Method; 2],
    answers: &[Answer; 2],
) -> std::io::Result<()> {
    // The case was read and answered before: it is an object.
    let mut case: Value = serde_json::from_str(line)?;
    let said = [0, 1].map(|i| format!("{} says {}", methods[i].name(), answers[i].verdict_name()));
    case["method"] = json!(methods[1].name());
    case["why"] = json!(format!("validate: {}", said.join(", ")));
    writeln!(out, "{case}")
}
