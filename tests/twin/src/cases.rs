//! Reads query lines (`.jsonl`), as far as tests need them: vertex lists, poses, motions,
//! expected answers. Anything else is None or an error that names line and key.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::place::{Motion, Pose, V3};

/// One line of a case file.
#[derive(Debug, Clone)]
pub struct Case {
    pub id: String,
    pub query: String,
    pub json: Value,
}

/// A motion as it is written: the end orientation, a rotation vector, or neither.
#[derive(Debug, Clone, Copy)]
pub struct WrittenMotion {
    pub start: Pose,
    pub end_p: V3,
    pub end_q: Option<[f64; 4]>,
    pub turn: Option<V3>,
    pub pivot: V3,
}

impl WrittenMotion {
    /// With `turned`, the end orientation of a motion by rotation vector.
    pub fn with_end(&self, turned: [f64; 4]) -> Motion {
        Motion {
            start: self.start,
            end: Pose {
                p: self.end_p,
                q: self.end_q.unwrap_or(turned),
            },
            pivot: self.pivot,
            by_turn: self.turn.is_some(),
        }
    }
}

/// What a line expects of a yes-or-no question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    Yes,
    No,
    Either,
}

impl Expect {
    pub fn allows(self, answer: bool) -> bool {
        match self {
            Expect::Yes => answer,
            Expect::No => !answer,
            Expect::Either => true,
        }
    }
}

/// The lines of a file.
///
/// # Panics
/// When a line is not an object with `id` and `query`: a broken case file fails its test.
pub fn read(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, l)| !l.trim().is_empty());
    lines
        .map(|(i, line)| {
            let at = format!("{}:{}", path.display(), i + 1);
            let json: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{at}: {e}"));
            let text = |key: &str| {
                let value = json[key].as_str();
                value.unwrap_or_else(|| panic!("{at}: no {key}")).to_owned()
            };
            Case {
                id: text("id"),
                query: text("query"),
                json,
            }
        })
        .collect()
}

/// The files of a folder that end in `.jsonl`, sorted; none when there is no such folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    paths.sort();
    paths
}

impl Case {
    /// The corners of a shape that is a plain vertex list or a box; None for other shapes.
    pub fn vertices(&self, body: &str) -> Option<Vec<V3>> {
        let shape = self.json[body].as_object()?;
        (shape.len() == 1).then_some(())?;
        match shape.get("box") {
            Some(cuboid) => numbers(&cuboid["half_extents"]).map(crate::shapes::cuboid),
            None => points(shape.get("vertices")?),
        }
    }

    /// The start and end lists of a deforming body.
    pub fn deforming(&self, body: &str) -> Option<(Vec<V3>, Vec<V3>)> {
        let shape = &self.json[body];
        Some((points(&shape["start"])?, points(&shape["end"])?))
    }

    pub fn pose(&self, key: &str) -> Option<Pose> {
        pose(&self.json[key])
    }

    pub fn motion(&self, key: &str) -> Option<WrittenMotion> {
        let json = &self.json[key];
        let start = pose(&json["start"])?;
        Some(WrittenMotion {
            start,
            end_p: numbers(&json["end"]["p"])?,
            end_q: numbers(&json["end"]["q"]),
            turn: numbers(&json["turn"]),
            pivot: numbers(&json["pivot"]).unwrap_or([0.0; 3]),
        })
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        self.json[key].as_str()
    }

    /// A true, false or "either" of `expected`.
    pub fn expects(&self, key: &str) -> Option<Expect> {
        match &self.json["expected"][key] {
            Value::Bool(true) => Some(Expect::Yes),
            Value::Bool(false) => Some(Expect::No),
            Value::String(s) if s == "either" => Some(Expect::Either),
            _ => None,
        }
    }

    /// A number of `expected`.
    pub fn expected_number(&self, key: &str) -> Option<f64> {
        self.json["expected"][key].as_f64()
    }

    /// A list of numbers of `expected`.
    pub fn expected_numbers<const N: usize>(&self, key: &str) -> Option<[f64; N]> {
        numbers(&self.json["expected"][key])
    }
}

fn numbers<const N: usize>(json: &Value) -> Option<[f64; N]> {
    let list: Option<Vec<f64>> = json.as_array()?.iter().map(Value::as_f64).collect();
    list?.try_into().ok()
}

fn points(json: &Value) -> Option<Vec<V3>> {
    json.as_array()?.iter().map(numbers).collect()
}

fn pose(json: &Value) -> Option<Pose> {
    Some(Pose {
        p: numbers(&json["p"])?,
        q: numbers(&json["q"])?,
    })
}
