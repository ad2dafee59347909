//! `interframe run`: a scene file, its run, its report.

mod asker;
mod capture;
pub mod contacts;
mod line_file;
pub mod model;
mod proofs;
pub mod random;
mod recorded_contact;
mod recording;
mod report;
mod simulate;
mod stop;
pub mod track;
mod walker;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::ProgressBar;

use interframe::Mode;
use interframe_meshes::file;

use crate::args::{RunArgs, RunMode};
use crate::error::Fatal;
use crate::input;
use crate::out_file::check_is_no_input;
use asker::Outputs;
use capture::Capture;
use model::{OnHit, Scene, Trajectory, read_scene};
use proofs::Proofs;
use recording::Recording;
use simulate::{Files, How};
use track::{Track, TrackedRun};

fn open_scene(path: &Path) -> Result<Scene, Fatal> {
    let bytes = file::read(path, input::MAX_SCENE).map_err(|source| Fatal::Read {
        path: path.to_path_buf(),
        source,
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read_scene(&bytes, folder).map_err(|problem| Fatal::Scene {
        path: path.to_path_buf(),
        problem,
    })
}

/// Runs a scene and keeps all of it in memory.
pub fn track(path: &Path, asked: Option<u64>) -> Result<TrackedRun, Fatal> {
    let scene = open_scene(path)?;
    let how = How {
        frames: frames(&scene, asked)?,
        mode: Mode::First,
        threads: 1,
    };
    let files = Files {
        kept: Outputs {
            track: Some(Track::default()),
            ..Outputs::default()
        },
        recording: None,
    };
    let run = simulate::simulate(&scene, how, files, || ());
    let (outcome, files) = run.map_err(|problem| Fatal::Scene {
        path: path.to_path_buf(),
        problem,
    })?;
    Ok(TrackedRun {
        scene,
        outcome,
        track: files.kept.track.unwrap_or_default(),
    })
}

/// Runs a scene; the exit status.
pub fn run(args: &RunArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let path = &args.scene;
    let bad = |problem| Fatal::Scene {
        path: path.clone(),
        problem,
    };
    check_files(args, [path.as_path()])?;
    let scene = open_scene(path)?;
    check_files(args, scene.meshes.iter().map(PathBuf::as_path))?;
    let frames = frames(&scene, args.frames)?;
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(frames)
    } else {
        ProgressBar::hidden()
    };
    let mode = mode(args, &scene)?;
    let files = Files {
        kept: Outputs {
            capture: match &args.capture {
                Some(path) => Some(Capture::create(path, args.capture_all)?),
                None => None,
            },
            proofs: match &args.certificate {
                Some(path) => Some(Proofs::create(path, &scene.bodies)?),
                None => None,
            },
            track: None,
        },
        recording: match &args.record {
            Some(path) => Some(Recording::create(path, &scene, frames, mode)?),
            None => None,
        },
    };
    let how = How {
        frames,
        mode,
        threads: args.threads.into(),
    };
    let start = Instant::now();
    let (outcome, files) = simulate::simulate(&scene, how, files, || bar.inc(1)).map_err(bad)?;
    let time = start.elapsed();
    bar.finish_and_clear();
    if let Some(capture) = files.kept.capture {
        capture.finish()?;
    }
    if let Some(proofs) = files.kept.proofs {
        proofs.finish()?;
    }
    if let Some(recording) = files.recording {
        recording.finish()?;
    }
    if args.json {
        report::write_json(out, &scene, &outcome, time)?;
    } else {
        report::write_text(out, &scene, &outcome, time)?;
        report::write_view_line(out, args)?;
    }
    Ok(0)
}

/// Whether every file that is to be written has a name of its own, and is none of those that are read.
fn check_files<'a>(
    args: &RunArgs,
    inputs: impl IntoIterator<Item = &'a Path> + Clone,
) -> Result<(), Fatal> {
    let files = [
        ("--capture", &args.capture),
        ("--certificate", &args.certificate),
        ("--record", &args.record),
    ];
    for (k, (flag, file)) in files.iter().enumerate() {
        for (other, same) in &files[k + 1..] {
            if let (Some(file), true) = (file, file == same) {
                let what = format!("{flag} and {other} both name {}", file.display());
                return Err(Fatal::Usage(what));
            }
        }
        if let Some(file) = file {
            check_is_no_input(flag, file, inputs.clone())?;
        }
    }
    Ok(())
}

/// The mode of the run; captures, proofs and stops are about the first contact.
fn mode(args: &RunArgs, scene: &Scene) -> Result<Mode, Fatal> {
    let (mode, name) = match args.mode {
        RunMode::First => return Ok(Mode::First),
        RunMode::All => (Mode::All, "all"),
        RunMode::Poses => (Mode::Poses, "poses"),
    };
    let needs = [
        (args.capture.is_some(), "--capture"),
        (args.certificate.is_some(), "--certificate"),
        (
            scene.on_hit == OnHit::Stop,
            "a scene whose `on_hit` is `stop`",
        ),
    ];
    match needs.iter().find(|(given, _)| *given) {
        Some((_, what)) => Err(Fatal::Usage(format!(
            "--mode {name}: {what} needs mode first"
        ))),
        None => Ok(mode),
    }
}

/// The number of frames to run: keyframes end where the scene ends.
fn frames(scene: &Scene, asked: Option<u64>) -> Result<u64, Fatal> {
    let frames = asked.unwrap_or(scene.frames);
    let keyed = |b: &&model::Body| matches!(b.course, Trajectory::Keyframes(_));
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
        let how = How {
            frames: scene.frames.min(2),
            mode: Mode::First,
            threads: 1,
        };
        let _ = simulate::simulate(&scene, how, Files::default(), || ());
    }
}
