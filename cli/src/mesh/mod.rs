//! The vertices of mesh files, for their hulls.
//!
//! Only points matter here, so each reader is a few lines of our own. The common crates were tried
//! and lose data silently where a hull must not: one drops vertices that no face names, and lets
//! `g` replace `o`; another stops after the first `solid` and takes an unnamed one for binary.

mod obj;
mod off;
mod stl;

use std::path::Path;

use nalgebra::Vector3;

/// All vertices of a file, and which of them its named parts use.
#[derive(Debug, Default)]
pub struct Mesh {
    pub vertices: Vec<Vector3<f64>>,
    /// Name and vertex indices, in file order. Only OBJ files have parts.
    parts: Vec<(String, Vec<usize>)>,
}

impl Mesh {
    /// The vertices of one part; an error that names the parts there are.
    pub fn part(&self, name: &str) -> Result<Vec<Vector3<f64>>, String> {
        match self.parts.iter().find(|(part, _)| part == name) {
            Some((_, indices)) => Ok(indices.iter().map(|&i| self.vertices[i]).collect()),
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
    let parse: fn(&[u8]) -> Result<Mesh, String> = match ending.as_str() {
        "obj" => |bytes| obj::parse(text(bytes)?),
        "off" => |bytes| off::parse(text(bytes)?),
        "stl" => stl::parse,
        _ => {
            return Err(format!(
                "ending `{ending}`; known mesh files are .obj, .stl, .off"
            ));
        }
    };
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    let mesh = parse(&bytes)?;
    if mesh.vertices.is_empty() {
        return Err("the file has no vertices".into());
    }
    Ok(mesh)
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|e| format!("not a text file: {e}"))
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
