//! `interframe replay`: captured frames of worlds, passed again.

use std::io::Write;

use interframe::{FrameCapture, Serial};
use serde_json::json;

use crate::args::ReplayArgs;
use crate::error::{Fatal, Problem, at_key};
use crate::input::for_each_line;
use crate::output::printable;

/// Prints the events of each frame, one a line, then the changes of motions, then a line with the number of events; the exit
/// status.
pub fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let mut status = 0;
    for path in &args.files {
        for_each_line(path, |number, line| {
            let replayed = line.and_then(|line| {
                let capture: FrameCapture = line.parse()?;
                capture.replay(&Serial).map_err(at_key("motions"))
            });
            match replayed {
                Ok((_, frame)) => {
                    for event in &frame.events {
                        writeln!(out, "{}", json!({"frame": frame.number, "event": event}))?;
                    }
                    for change in &frame.changes {
                        let change = json!({
                            "body": change.body,
                            "t": change.t,
                            "event": change.event,
                            "cause": change.cause.name(),
                        });
                        writeln!(out, "{}", json!({"frame": frame.number, "change": change}))?;
                    }
                    let events = frame.events.len();
                    writeln!(out, "{}", json!({"frame": frame.number, "events": events}))
                }
                Err(problem) => {
                    status = 2;
                    let problem: Problem = problem;
                    eprintln!(
                        "{}:{number}: {}",
                        path.display(),
                        printable(&problem.to_string())
                    );
                    Ok(())
                }
            }
        })?;
    }
    Ok(status)
}
