//! `interframe query`: reads case files line by line and answers each case.

use std::io::Write;
use std::path::Path;

use interframe::case::Json;

use crate::args::QueryArgs;
use crate::case::{Answered, How, answer, check_flag, label_of, read_line};
use crate::check::{Mark, Tally, check};
use crate::error::{Fatal, Result, exit_status};
use crate::input::for_each_line;
use crate::output::{self, Counts, Row};
use crate::shape::Shapes;
use crate::verify::Closing;

/// Largest number of rows of a table, so that memory does not grow with the file. Then another table begins.
const BLOCK: usize = 10_000;

/// Answers every case of every file; the exit status.
pub fn run(args: &QueryArgs, out: &mut impl Write) -> std::result::Result<u8, Fatal> {
    if let Some(name) = &args.method {
        check_flag(name, "--method")?;
    }
    let mut rows = Vec::new();
    let mut written = Closing::default();
    let mut tally = Tally::default();
    let mut counts = Counts::default();
    let mut bad = 0;
    let mut asker = Asker {
        args,
        shapes: Shapes::default(),
    };
    for path in &args.files {
        let read = for_each_line(path, |number, line| {
            let row = asker.row(path, number, line);
            counts.add(&row);
            match &row.outcome {
                Ok((answer, Some(mark))) => tally.add(&row.id, mark, answer),
                Ok(_) => {}
                Err(_) => bad += 1,
            }
            if args.json {
                output::write_json(out, &row)?;
                written.add(row.proof().is_some());
                return Ok(());
            }
            rows.push(row);
            if rows.len() == BLOCK {
                output::write_table(out, &rows, args.check)?;
                rows.clear();
            }
            Ok(())
        });
        match read {
            Ok(0) if args.check => {
                bad += 1;
                eprintln!("interframe: {}: there is no case in it", path.display());
            }
            Ok(_) => {}
            Err(unreadable @ Fatal::Read { .. }) => {
                bad += 1;
                eprintln!("interframe: {unreadable}");
            }
            Err(other) => return Err(other),
        }
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
            counts.write(out)?;
        }
    }
    let is_wrong = args.check && !(tally.wrong.is_empty() && tally.undecided.is_empty());
    Ok(exit_status(bad > 0, is_wrong))
}

/// One line of a case file as `--json --certificate` answers it.
pub fn answer_line(path: &Path, line: &str) -> String {
    let args = QueryArgs {
        files: Vec::new(),
        check: false,
        json: true,
        certificate: true,
        method: None,
        run_as: None,
    };
    let mut asker = Asker {
        args: &args,
        shapes: Shapes::default(),
    };
    let mut out = Vec::new();
    // Nothing fails to be written to memory.
    let _ = output::write_json(&mut out, &asker.row(path, 1, Ok(line)));
    String::from_utf8_lossy(&out).into_owned()
}

struct Asker<'a> {
    args: &'a QueryArgs,
    shapes: Shapes,
}

impl Asker<'_> {
    /// One line of a case file, answered or with its error.
    fn row(&mut self, path: &Path, number: usize, text: Result<&str>) -> Row {
        let line = text.as_ref().map_or("", |text| *text);
        let json = text.clone().and_then(Json::parse);
        let [id, query] = ["id", "query"].map(|key| label_of(&json, line, key));
        let outcome = json.and_then(|json| self.ask(path, json));
        Row {
            warnings: self.shapes.take_warnings(),
            file: path.to_path_buf(),
            line: number,
            id: id.unwrap_or_else(|| output::NO_ID.into()),
            query: query.unwrap_or_else(|| "-".into()),
            outcome,
        }
    }

    fn ask(&mut self, path: &Path, json: Json) -> Result<(Answered, Option<Mark>)> {
        // A file name without a folder has the empty path as parent, which joins to nothing.
        let folder = path.parent().unwrap_or(Path::new(""));
        let how = How {
            method: self.args.method.as_deref(),
            run_as: self.args.run_as,
            tighten: self.args.check,
        };
        let line = read_line(json, folder, &mut self.shapes, how)?;
        let answer = answer(&line.case, self.args.certificate)?;
        let mark = match self.args.check {
            true => Some(check(&line, &answer)?),
            false => None,
        };
        Ok((answer, mark))
    }
}
