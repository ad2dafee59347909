//! The vertices of mesh files, for their hulls, and their triangles.
//!
//! `tobj` reads OBJ, `stl_io` reads STL; OFF is a few lines of our own. Around the two crates stands
//! what keeps them from losing data silently: parts by every name they have, every solid, and no
//! coordinate that is not finite.

mod ears;
mod face;
pub mod islands;
mod obj;
mod off;
mod stl;

use std::ops::Range;
use std::path::Path;

use nalgebra::Vector3;

use crate::input;

/// The vertices of a file, some of them repeated, and which of them its named parts use.
#[derive(Debug, Default)]
pub struct Mesh {
    pub vertices: Vec<Vector3<f64>>,
    /// Triangles of the faces, in their order.
    triangles: Vec<[u32; 3]>,
    /// Why a face is not what its triangles are.
    uncut: Option<String>,
    /// Steps that cutting its faces may still take.
    work: ears::Work,
    /// Names, and the spans of `vertices` that each stands for. Only OBJ files have parts.
    parts: Vec<(String, Vec<Range<usize>>)>,
}

impl Mesh {
    /// The triangles of all faces; an error where there is none, or a face that cannot be cut into triangles.
    pub fn surface(&self) -> Result<&[[u32; 3]], String> {
        match &self.uncut {
            Some(message) => Err(message.clone()),
            None if self.triangles.is_empty() => Err("the file has no faces".into()),
            None => Ok(&self.triangles),
        }
    }

    /// Adds a face, which `line` gives.
    fn add_face(&mut self, line: usize, corners: &[u32]) {
        // Once a face has no triangles the file has none.
        if self.uncut.is_none() {
            match face::cut(&self.vertices, corners, &mut self.work) {
                Ok(triangles) => return self.triangles.extend(triangles),
                Err(message) => self.uncut = Some(format!("line {line}: {message}")),
            }
        }
        self.triangles.extend(face::fan(corners));
    }

    /// Iterates over the names of all parts, in the order of the file.
    pub fn part_names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(name, _)| name.as_str())
    }

    /// The vertices of one part; an error that names the parts there are.
    pub fn part(&self, name: &str) -> Result<Vec<Vector3<f64>>, String> {
        match self.parts.iter().find(|(part, _)| part == name) {
            Some((_, spans)) => {
                let points = spans.iter().flat_map(|span| &self.vertices[span.clone()]);
                Ok(points.copied().collect())
            }
            None if self.parts.is_empty() => {
                Err(format!("no part `{name}`: the file names no parts"))
            }
            None => {
                let names: Vec<_> = self.parts.iter().map(|(n, _)| format!("`{n}`")).collect();
                Err(format!("no part `{name}`; there are {}", names.join(", ")))
            }
        }
    }
}

/// Reads a mesh file by its ending.
pub fn read(path: &Path) -> Result<Mesh, String> {
    let ending = path
        .extension()
        .map(|e| e.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    let parser = parser(&ending)?;
    let bytes = input::read(path, input::MAX_MESH).map_err(|e| e.to_string())?;
    parse(parser, &bytes)
}

/// The byte order mark that some editors put before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

type Parser = fn(&[u8]) -> Result<Mesh, String>;

/// The reader of files with this ending.
pub fn parser(ending: &str) -> Result<Parser, String> {
    match ending {
        "obj" => Ok(|bytes| obj::parse(text(bytes)?)),
        "off" => Ok(|bytes| off::parse(text(bytes)?)),
        "stl" => Ok(stl::parse),
        _ => Err(format!(
            "ending `{ending}`; known mesh files are .obj, .stl, .off"
        )),
    }
}

/// A mesh that has vertices, all of them finite.
pub fn parse(parser: Parser, bytes: &[u8]) -> Result<Mesh, String> {
    let mesh = parser(bytes)?;
    if mesh.vertices.is_empty() {
        return Err("the file has no vertices".into());
    }
    // Readers name the line where they can; this catches what binary files and weights bring.
    if let Some(bad) = mesh.vertices.iter().flatten().find(|x| !x.is_finite()) {
        return Err(format!("coordinate {bad}; it must be finite"));
    }
    Ok(mesh)
}

/// A byte order mark is no part of it.
fn text(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes.strip_prefix(MARK).unwrap_or(bytes))
        .map_err(|e| format!("not a text file: {e}"))
}

/// Three finite numbers, for the readers of text formats.
fn point<'a>(
    mut words: impl Iterator<Item = &'a str>,
    line: usize,
) -> Result<Vector3<f64>, String> {
    let mut xyz = [0.0; 3];
    for value in &mut xyz {
        let word = words
            .next()
            .ok_or_else(|| format!("line {line}: a vertex needs three numbers"))?;
        *value = match word.parse::<f64>() {
            Ok(x) if x.is_finite() => x,
            Ok(x) => return Err(format!("line {line}: coordinate {x}; it must be finite")),
            Err(_) => return Err(format!("line {line}: `{word}` is not a number")),
        };
    }
    Ok(xyz.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinate_that_is_not_finite_is_an_error_in_every_format() {
        let mut stl = vec![0; 80];
        stl.extend(1u32.to_le_bytes());
        stl.extend([0; 12 + 36 + 2]);
        stl[84 + 12..84 + 16].copy_from_slice(&f32::NAN.to_le_bytes());
        let folder = std::env::temp_dir().join(format!("interframe-mesh-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (name, bytes, word) in [
            ("a.stl", stl.as_slice(), "NaN"),
            ("a.obj", b"v 1e300 0 0 1e-300\n", "inf"),
            ("b.obj", b"v 0 0 NaN\n", "NaN"),
            ("a.off", b"OFF\n1 0 0\n0 -inf 0\n", "-inf"),
        ] {
            let path = folder.join(name);
            std::fs::write(&path, bytes).unwrap();
            let error = read(&path).unwrap_err();
            assert!(
                error.contains(&format!("coordinate {word}; it must be finite")),
                "{name}: {error}"
            );
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
