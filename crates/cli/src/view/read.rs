//! Which kind of file is shown, and its views.

use std::io;
use std::path::{Path, PathBuf};

use interframe::case::Json;
use interframe_meshes::file;
use serde::de::IgnoredAny;

use super::data::View;
use super::{from_case, from_mesh, from_proof, from_recording, from_scene};
use crate::case::{How, label_of, read_line};
use crate::error::{Fatal, Problem, Result};
use crate::input::{MAX_SCENE, for_each_line};
use crate::output::printable;
use crate::shape::Shapes;

/// Cases or proofs of all files, at most.
const MAX_VIEWS: usize = 200;

/// The views of some files.
#[derive(Debug, Default)]
pub struct Views {
    pub views: Vec<View>,
    /// Cases and proofs that did not fit.
    pub left_out: usize,
    /// Lines and files that are not what they must be; standard error says why.
    pub bad: usize,
    /// Proofs that the checker refuses; the page and standard error say why.
    pub refused: usize,
    /// Files that were read beside those that were named: meshes of cases and scenes.
    pub meshes: Vec<PathBuf>,
}

/// Options for reading.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// Text that the id of a case or proof must hold.
    pub only: Option<&'a str>,
    /// Frames of a scene.
    pub frames: Option<u64>,
}

/// What the first line of a file of lines is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Case,
    Proof,
    Recording,
    Frame,
    Scene,
}

impl Views {
    /// Adds the views of a file: a mesh or a scene by its ending, in letters of any case, others by their first line.
    pub fn read(&mut self, path: &Path, choice: Choice<'_>) -> std::result::Result<(), Fatal> {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("obj" | "stl" | "off") => {
                let (view, uncut) = from_mesh::view(path).map_err(|problem| Fatal::Scene {
                    path: path.to_path_buf(),
                    problem,
                })?;
                if let Some(uncut) = uncut {
                    self.say(&path.display().to_string(), &uncut);
                }
                self.views.push(view);
            }
            Some("json") if !is_line(path) => {
                let (view, meshes) = from_scene::view(path, choice.frames)?;
                self.views.push(view);
                self.meshes.extend(meshes);
            }
            _ => self.lines(path, choice)?,
        }
        Ok(())
    }

    /// Says on standard error what is wrong with a line or a file, and counts it.
    fn say(&mut self, place: &str, what: &str) {
        self.bad += 1;
        eprintln!("interframe: {}", printable(&format!("{place}: {what}")));
    }

    fn lines(&mut self, path: &Path, choice: Choice<'_>) -> std::result::Result<(), Fatal> {
        let mut kind = None;
        let mut shapes = Shapes::default();
        let mut proofs = from_proof::Reader::default();
        let mut recording = from_recording::Reader::default();
        // Captured frames have no ids to choose by.
        let frames = Choice {
            only: None,
            ..choice
        };
        let mut last = 0;
        let count = for_each_line(path, |number, line| {
            last = number;
            let text = line.as_ref().ok().copied();
            // Only of a line that is spoken of, because reading takes long.
            let place = || {
                let id = text.and_then(|text| label_of(&Json::parse(text), text, "id"));
                let id = id.map_or(String::new(), |id| format!(" ({id})"));
                format!("{}:{number}{id}", path.display())
            };
            let view = line.and_then(|line| {
                let kind = *kind.get_or_insert_with(|| kind_of(line));
                match kind {
                    Kind::Scene => Err(Problem::invalid(
                        "bodies",
                        "a scene is a file of its own, whose name ends in .json; it is not read from lines or standard input",
                    )),
                    Kind::Recording => recording.line(line).map(|()| None),
                    Kind::Frame if self.takes(line, frames) => from_scene::captured(line).map(Some),
                    // Only bodies are read of what is not shown, because checking takes long.
                    Kind::Proof if !holds_proof(line) || self.takes(line, choice) => {
                        proofs.line(line)
                    }
                    Kind::Proof => proofs.skip(line).map(|()| None),
                    Kind::Case if self.takes(line, choice) => {
                        case(path, line, &mut shapes).map(Some)
                    }
                    Kind::Frame | Kind::Case => Ok(None),
                }
            });
            match view {
                Ok(Some(view)) => {
                    if let Some(why) = view.refused() {
                        self.refused += 1;
                        let said = format!("{}: the checker refuses the proof: {why}", place());
                        eprintln!("interframe: {}", printable(&said));
                    }
                    self.views.push(view);
                }
                Ok(None) => {}
                Err(problem) => self.say(&place(), &problem.to_string()),
            }
            Ok(())
        })?;
        if count == 0 {
            let source = io::Error::other("there is nothing in it");
            let path = path.to_path_buf();
            return Err(Fatal::Read { path, source });
        }
        match kind {
            Some(Kind::Recording) => {
                if let Some(problem) = recording.lacks() {
                    self.say(&format!("{}:{last}", path.display()), &problem);
                }
                self.views.extend(recording.finish());
            }
            Some(Kind::Proof) => {
                if let Some(problem) = proofs.lacks() {
                    self.say(&path.display().to_string(), &problem);
                }
            }
            _ => {}
        }
        self.meshes.extend(shapes.files().map(Path::to_path_buf));
        Ok(())
    }

    /// Whether a case or an answer is to be shown, and there is room for it.
    fn takes(&mut self, line: &str, choice: Choice<'_>) -> bool {
        let wanted = choice.only.is_none_or(|only| {
            label_of(&Json::parse(line), line, "id").is_some_and(|id| id.contains(only))
        });
        let fits = self.views.len() < MAX_VIEWS;
        self.left_out += usize::from(wanted && !fits);
        wanted && fits
    }
}

/// Whether a line of a proof file is a proof, or an answer that may have one.
fn holds_proof(line: &str) -> bool {
    let has = |json: &Json| {
        ["proof", "certificate"]
            .iter()
            .any(|key| json.get(key).is_some())
    };
    Json::parse(line).is_ok_and(|json: Json| has(&json))
}

/// Whether a file is one object of its own, such as a proof or a case, and not a scene.
fn is_line(path: &Path) -> bool {
    #[derive(serde::Deserialize)]
    struct Keys {
        query: Option<IgnoredAny>,
        certificate: Option<IgnoredAny>,
        capture: Option<IgnoredAny>,
    }
    let bytes = file::read(path, MAX_SCENE).unwrap_or_default();
    serde_json::from_slice::<Keys>(&bytes).is_ok_and(|keys| {
        keys.query.is_some() || keys.certificate.is_some() || keys.capture.is_some()
    })
}

fn case(path: &Path, line: &str, shapes: &mut Shapes) -> Result<View> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let line = read_line(Json::parse(line)?, folder, shapes, How::default())?;
    from_case::view(&line.case)
}

/// The kind of a line by its keys. What is none of the others is a case, whose reader says what is wrong.
fn kind_of(line: &str) -> Kind {
    let json: Result<Json> = Json::parse(line);
    let Ok(json) = json else {
        return Kind::Case;
    };
    let has = |key| json.get(key).is_some();
    match () {
        () if has("recording") => Kind::Recording,
        () if has("capture") => Kind::Frame,
        () if has("bodies") && has("frame_s") => Kind::Scene,
        () if has("certificate") || has("verdict") || has("body") || has("end") => Kind::Proof,
        () => Kind::Case,
    }
}

/// A problem with what was asked, not with a file.
pub fn nothing_to_show(choice: Choice<'_>) -> Problem {
    match choice.only {
        Some(only) => {
            Problem::invalid("--only", format!("no case or proof has `{only}` in its id"))
        }
        None => Problem::invalid("files", "there is no case, proof or body to show in them"),
    }
}
