//! `interframe run`: a scene file, its run, its report.

mod capture;
pub mod model;
mod proofs;
pub mod random;
mod report;
mod simulate;
mod stop;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use indicatif::ProgressBar;

use crate::args::RunArgs;
use crate::error::Fatal;
use crate::input;
use capture::Capture;
use model::{Course, Scene, read_scene};
use proofs::Proofs;
use simulate::Kept;

/// Runs a scene; the exit status.
pub fn run(args: &RunArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let path = &args.scene;
    let bytes = input::read(path, input::MAX_SCENE).map_err(|source| Fatal::Read {
        path: path.clone(),
        source,
    })?;
    let bad = |problem| Fatal::Scene {
        path: path.clone(),
        problem,
    };
    if let (Some(capture), Some(proofs)) = (&args.capture, &args.certificate)
        && capture == proofs
    {
        let what = format!(
            "--capture and --certificate both name {}",
            capture.display()
        );
        return Err(Fatal::Usage(what));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let scene = read_scene(&bytes, folder).map_err(bad)?;
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
    let mut proofs = match &args.certificate {
        Some(path) => Some(Proofs::create(path, &scene.bodies)?),
        None => None,
    };
    let start = Instant::now();
    let kept = Kept {
        capture: capture.as_mut(),
        proofs: proofs.as_mut(),
    };
    let outcome = simulate::simulate(&scene, frames, kept, || bar.inc(1)).map_err(bad)?;
    let time = start.elapsed();
    bar.finish_and_clear();
    if let Some(capture) = capture {
        capture.finish()?;
    }
    if let Some(proofs) = proofs {
        proofs.finish()?;
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
        _ => scene
            .check_frames(frames)
            .map(|()| frames)
            .map_err(|why| Fatal::Usage(format!("--frames: {why}"))),
    }
}

/// Reads a scene and runs two frames of it, if it has few bodies.
pub fn few_frames(bytes: &[u8], folder: &Path) {
    let Ok(scene) = read_scene(bytes, folder) else {
        return;
    };
    if scene.bodies.len() <= 8 {
        let kept = Kept {
            capture: None,
            proofs: None,
        };
        let _ = simulate::simulate(&scene, scene.frames.min(2), kept, || ());
    }
}
