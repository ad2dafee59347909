//! `interframe query`: reads case files line by line and answers each case.

use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use interframe::Method;

use crate::answer::{Answer, answer};
use crate::args::QueryArgs;
use crate::case::{label, read_case, read_method};
use crate::check::{self, Mark, Tally, check};
use crate::error::{Fatal, Result};
use crate::json::Json;
use crate::output::{self, Row};
use crate::shape::Shapes;
use crate::verify::Closing;

/// Answers every case of every file; the exit status.
pub fn run(args: &QueryArgs, out: &mut impl Write) -> std::result::Result<u8, Fatal> {
    let method = match &args.method {
        Some(name) => Some(read_method(name, "--method").map_err(|p| Fatal::Usage(p.to_string()))?),
        None => None,
    };
    let mut rows = Vec::new();
    let mut written = Closing::default();
    let mut tally = Tally::default();
    let mut bad = 0;
    let mut asker = Asker {
        args,
        method,
        shapes: Shapes::default(),
    };
    for path in &args.files {
        let text = match read_text(path) {
            Ok(text) => text,
            Err(source) => {
                bad += 1;
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
            let row = asker.row(path, i + 1, line);
            match &row.outcome {
                Ok((_, Some(mark))) => tally.add(&row.id, mark),
                Ok(_) => {}
                Err(_) => bad += 1,
            }
            if args.json {
                output::write_json(out, &row)?;
                written.add(row.proof().is_some());
            } else {
                rows.push(row);
            }
        }
        bar.finish_and_clear();
    }
    if args.json {
        if args.certificate {
            written.write(out)?;
        }
        if args.check {
            output::write_tally(&mut std::io::stderr(), &tally, bad)?;
        }
    } else {
        output::write_table(out, &rows, args.check)?;
        if args.check {
            output::write_tally(out, &tally, bad)?;
        } else {
            output::write_counts(out, &rows)?;
        }
    }
    Ok(match (bad, args.check) {
        (1.., _) => 2,
        (0, true) if !tally.wrong.is_empty() || !tally.undecided.is_empty() => 1,
        _ => 0,
    })
}

struct Asker<'a> {
    args: &'a QueryArgs,
    method: Option<Method>,
    shapes: Shapes,
}

impl Asker<'_> {
    /// One line of a case file, answered or with its error.
    fn row(&mut self, path: &Path, line: usize, text: &str) -> Row {
        let json = Json::parse(text);
        let label = |key| json.as_ref().ok().and_then(|json| label(json, key));
        let (id, query) = (label("id"), label("query"));
        let outcome = json.and_then(|json| self.ask(path, &json));
        Row {
            file: path.to_path_buf(),
            line,
            id: id.unwrap_or_else(|| "(no id)".into()),
            query: query.unwrap_or_else(|| "-".into()),
            outcome,
        }
    }

    fn ask(&mut self, path: &Path, json: &Json) -> Result<(Answer, Option<Mark>)> {
        // A file name without a folder has the empty path as parent, which joins to nothing.
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut case = read_case(
            json,
            folder,
            &mut self.shapes,
            self.args.run_as,
            self.method,
        )?;
        if self.args.check {
            check::tighten(&mut case);
        }
        let answer = answer(&case, self.args.certificate)?;
        let mark = match self.args.check {
            true => Some(check(&case, &answer)?),
            false => None,
        };
        Ok((answer, mark))
    }
}

pub fn read_text(path: &PathBuf) -> std::io::Result<String> {
    if path.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(path)
}

/// A bar on standard error, when a person looks on.
pub fn progress_bar(lines: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(lines as u64).with_style(style)
}
