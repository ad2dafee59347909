//! `interframe view`: a page that shows what a file holds, or one picture of it.
//!
//! Each kind of file becomes views ([`data`]), whose numbers are the library's own answers. The page draws them.

mod data;
mod from_case;
mod from_mesh;
mod from_proof;
mod from_recording;
mod from_scene;
mod outline;
mod page;
mod picture;
mod picture_of_polygons;
mod prove;
mod read;
mod space;
mod svg;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::args::ViewArgs;
use crate::error::{Fatal, exit_status};
use crate::out_file::{OutFile, check_is_no_input};
use crate::output::printable;
use data::View;
use read::{Choice, Views, nothing_to_show};

/// Bytes of a page, at most: browsers become slow beyond.
const MAX_PAGE: usize = 64 << 20;

pub const HELP: &str = "\
A file is a scene (.json), a mesh (.obj, .stl, .off), or lines (.jsonl): cases, captured queries, a recording, a proof file, or
captured frames. The first line says which. The page needs no network. docs/guide/VIEW.md describes it and its data.

Exit status: 2 if a file or a line was bad, 1 if the checker refused a proof. All that can be shown is shown nevertheless.";

/// Writes the page or the picture; the exit status.
pub fn run(args: &ViewArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let choice = Choice {
        only: args.only.as_deref(),
        frames: args.frames,
    };
    let ending = if args.svg { "svg" } else { "html" };
    let path = args
        .out
        .clone()
        .unwrap_or_else(|| beside(&args.files[0], ending));
    let inputs = || args.files.iter().map(PathBuf::as_path);
    check_is_no_input("--out", &path, inputs())?;
    let mut all = Views::default();
    for path in &args.files {
        match all.read(path, choice) {
            Err(bad @ (Fatal::Read { .. } | Fatal::Scene { .. })) if args.files.len() > 1 => {
                all.bad += 1;
                eprintln!("interframe: {}", printable(&bad.to_string()));
            }
            read => read?,
        }
    }
    if all.views.is_empty() {
        return match all.bad {
            0 => Err(Fatal::Usage(nothing_to_show(choice).to_string())),
            _ => Ok(exit_status(true, false)),
        };
    }
    if all.left_out > 0 {
        eprintln!(
            "interframe: {} cases or proofs more are left out; choose by --only TEXT",
            all.left_out
        );
    }
    check_is_no_input("--out", &path, all.meshes.iter().map(PathBuf::as_path))?;
    let status = exit_status(all.bad > 0, all.refused > 0);
    let text = match args.svg {
        true => svg(&all.views, args.answer)?,
        false => html(all.views)?,
    };
    if path.as_os_str() == "-" {
        out.write_all(text.as_bytes())?;
        return Ok(status);
    }
    let mut file = OutFile::create(&path)?;
    let written = file.write_all(text.as_bytes());
    written.map_err(|source| file.failed(source))?;
    let path = file.finish()?;
    writeln!(out, "{}", path.display())?;
    if args.open {
        open(&path)?;
    }
    Ok(status)
}

/// The page of a file of any kind that `interframe view` shows, and the lines of it that were refused.
///
/// # Errors
/// What is wrong with the file, as the program would say it.
pub fn page_of(path: &Path, frames: Option<u64>) -> Result<(String, usize), String> {
    let choice = Choice { only: None, frames };
    let mut all = Views::default();
    all.read(path, choice).map_err(|error| error.to_string())?;
    if all.views.is_empty() {
        return Err(nothing_to_show(choice).to_string());
    }
    let bad = all.bad;
    Ok((html(all.views).map_err(|error| error.to_string())?, bad))
}

/// The page of all views.
fn html(views: Vec<View>) -> Result<String, Fatal> {
    let title = match views.as_slice() {
        [view] => view.name().to_owned(),
        views => format!("{} and {} more", views[0].name(), views.len() - 1),
    };
    let advice = advice(&views);
    let html = page::html(&page::page(title, views)).map_err(|error| Fatal::Write(error.into()))?;
    if html.len() > MAX_PAGE {
        let message = format!(
            "the page would have {} MiB, and {} is the most; {advice}",
            html.len() >> 20,
            MAX_PAGE >> 20
        );
        return Err(Fatal::Usage(message));
    }
    Ok(html)
}

/// How a page of these views becomes smaller.
fn advice(views: &[View]) -> &'static str {
    match views {
        [View::Space(space)] if space.frames > 1 => "choose fewer frames by --frames",
        [_] => {
            "its bodies have too many triangles: view a coarser mesh, or a part of it in a file of its own"
        }
        _ => "choose fewer files, or fewer cases or proofs by --only TEXT",
    }
}

/// The picture of an answer, counted through all views. Views without answers count as one.
fn svg(views: &[View], answer: u32) -> Result<String, Fatal> {
    let mut left = answer as usize - 1;
    let mut all = 0;
    for view in views {
        let count = match view {
            View::Space(space) => space.answers.len(),
            View::Plane(_) | View::Text(_) => 1,
        };
        if left < count {
            return picture::picture(view, left).ok_or_else(|| {
                Fatal::Usage(format!("{}: nothing in it can be drawn", view.name()))
            });
        }
        (left, all) = (left - count, all + count);
    }
    let message = format!("--answer {answer}: there are {all} answers to draw");
    Err(Fatal::Usage(message))
}

/// The whole name of a file with an ending more, in the current folder: files that differ in their endings get pages of
/// their own.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let name = path.file_name().filter(|name| *name != "-");
    let mut name = name.unwrap_or("interframe".as_ref()).to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Opens a page with the program that the desktop has for it.
fn open(path: &Path) -> Result<(), Fatal> {
    let mut opener = Command::new("xdg-open");
    let quiet = opener
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    match quiet.status() {
        Ok(status) if status.success() => Ok(()),
        _ => {
            let path = path.display();
            let message = format!("xdg-open cannot open a browser; open {path} in one yourself");
            Err(Fatal::Usage(message))
        }
    }
}
