//! `interframe run`: a scene file, its run, its report.

mod capture;
mod model;
pub mod random;
mod report;
mod simulate;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use indicatif::ProgressBar;

use crate::args::RunArgs;
use crate::error::Fatal;
use capture::Capture;
use model::{Course, Scene, read_scene};

/// Runs a scene; the exit status.
pub fn run(args: &RunArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let path = &args.scene;
    let text = std::fs::read_to_string(path).map_err(|source| Fatal::Read {
        path: path.clone(),
        source,
    })?;
    let bad = |problem| Fatal::Scene {
        path: path.clone(),
        problem,
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let scene = read_scene(&text, folder).map_err(bad)?;
    let frames = frames(&scene, args.frames)?;
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(frames)
    } else {
        ProgressBar::hidden()
    };
    let mut capture = match &args.capture {
        Some(path) => Some(Capture::create(path, args.capture_all)?),
        None => None,
    };
    let start = Instant::now();
    let outcome =
        simulate::simulate(&scene, frames, capture.as_mut(), || bar.inc(1)).map_err(bad)?;
    let time = start.elapsed();
    bar.finish_and_clear();
    if let Some(capture) = capture {
        capture.finish()?;
    }
    if args.json {
        report::write_json(out, &scene, &outcome, time)?;
    } else {
        report::write_text(out, &scene, &outcome, time)?;
    }
    Ok(0)
}

/// The number of frames to run: keyframes end where the scene ends.
fn frames(scene: &Scene, asked: Option<u64>) -> Result<u64, Fatal> {
    let frames = asked.unwrap_or(scene.frames);
    let keyed = |b: &&model::Body| matches!(b.course, Course::Keyframes(_));
    match scene.bodies.iter().find(keyed) {
        Some(body) if frames > scene.frames => Err(Fatal::Usage(format!(
            "--frames {frames}: the keyframes of `{}` end after {} frames",
            body.name, scene.frames
        ))),
        _ => Ok(frames),
    }
}
