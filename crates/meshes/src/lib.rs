//! The vertices, triangles and named parts of mesh files: OBJ, STL and OFF.
//!
//! `tobj` reads OBJ, `stl_io` reads STL; OFF is a few lines of our own. Around the two crates stands
//! what keeps them from losing data silently: parts by every name they have, every solid, and no
//! coordinate that is not finite. Faces of any number of corners are cut into triangles by exact signs. Files may come from
//! anywhere: an error names the line, time and memory are in proportion to the size, and a face whose cutting takes more is refused.
//!
//! ```
//! use interframe_meshes::{Format, MeshFile};
//! let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
//! let mesh = MeshFile::parse(text.as_bytes(), Format::Obj)?;
//! assert_eq!((mesh.vertices.len(), mesh.surface()?.len()), (4, 2));
//! let error = MeshFile::parse(b"v 0 0 0\nf 1 2 3\n", Format::Obj).unwrap_err();
//! assert!(error.to_string().contains("line 2"));
//! # Ok::<(), interframe_meshes::MeshError>(())
//! ```

mod ears;
mod face;
pub mod file;
mod obj;
mod off;
mod stl;

use std::ops::Range;
use std::path::Path;

use nalgebra::Vector3;

/// What is wrong with a mesh file: a sentence that names the line where there is one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MeshError(String);

/// Result of reading a mesh file.
pub type Result<T> = std::result::Result<T, MeshError>;

/// Format of a mesh file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// STL, binary or text: which, the bytes say.
    Stl,
    /// Object File Format.
    Off,
}

impl Format {
    /// The format of files with this ending, in letters of any case.
    ///
    /// # Errors
    /// An ending that is not known.
    pub fn of_ending(ending: &str) -> Result<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "obj" => Ok(Format::Obj),
            "off" => Ok(Format::Off),
            "stl" => Ok(Format::Stl),
            ending => Err(MeshError(format!(
                "ending `{ending}`; known mesh files are .obj, .stl, .off"
            ))),
        }
    }
}

/// The vertices of a file, some of them repeated, and which of them its named parts use.
#[derive(Debug, Default)]
pub struct MeshFile {
    /// All vertices that count; those of STL are in single precision.
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

impl MeshFile {
    /// Largest size of a file that [`open`](Self::open) reads, in bytes: several million vertices.
    pub const MAX_SIZE: u64 = 256 << 20;

    /// Reads a regular file of at most [`MAX_SIZE`](Self::MAX_SIZE) bytes; its ending says the format.
    ///
    /// # Errors
    /// What is wrong with the file, or with what is in it: see [`parse`](Self::parse).
    pub fn open(path: &Path) -> Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let format = Format::of_ending(&ending)?;
        let bytes = file::read(path, Self::MAX_SIZE).map_err(|e| MeshError(e.to_string()))?;
        Self::parse(&bytes, format)
    }

    /// Reads a file that is in memory. It has vertices, all of them finite.
    ///
    /// # Errors
    /// What is wrong, with the line of a text.
    pub fn parse(bytes: &[u8], format: Format) -> Result<Self> {
        let mesh = match format {
            Format::Obj => text(bytes).and_then(obj::parse),
            Format::Off => text(bytes).and_then(off::parse),
            Format::Stl => stl::parse(bytes),
        };
        let mesh = mesh.map_err(MeshError)?;
        if mesh.vertices.is_empty() {
            return Err(MeshError("the file has no vertices".into()));
        }
        // Readers name the line where they can; this catches what binary files and weights bring.
        if let Some(bad) = mesh.vertices.iter().flatten().find(|x| !x.is_finite()) {
            let message = format!("coordinate {bad}; it must be finite");
            return Err(MeshError(message));
        }
        Ok(mesh)
    }

    /// The triangles of all faces, three indices into the vertices each.
    ///
    /// # Errors
    /// A file without faces, or with a face that cannot be cut into triangles.
    pub fn surface(&self) -> Result<&[[u32; 3]]> {
        match &self.uncut {
            Some(message) => Err(MeshError(message.clone())),
            None if self.triangles.is_empty() => Err(MeshError("the file has no faces".into())),
            None => Ok(&self.triangles),
        }
    }

    /// Triangles that join the corners of each face, also of one that cannot be cut. They say which vertices hang together,
    /// and are no surface.
    #[must_use]
    pub fn joined_corners(&self) -> &[[u32; 3]] {
        &self.triangles
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

    /// The vertices of one part.
    ///
    /// # Errors
    /// A name that no part has; the message names those there are.
    pub fn part(&self, name: &str) -> Result<Vec<Vector3<f64>>> {
        match self.parts.iter().find(|(part, _)| part == name) {
            Some((_, spans)) => {
                let points = spans.iter().flat_map(|span| &self.vertices[span.clone()]);
                Ok(points.copied().collect())
            }
            None if self.parts.is_empty() => Err(MeshError(format!(
                "no part `{name}`: the file names no parts"
            ))),
            None => {
                let names: Vec<_> = self.parts.iter().map(|(n, _)| format!("`{n}`")).collect();
                let names = names.join(", ");
                Err(MeshError(format!("no part `{name}`; there are {names}")))
            }
        }
    }
}

/// The byte order mark that some editors put before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A byte order mark is no part of it.
fn text(bytes: &[u8]) -> std::result::Result<&str, String> {
    std::str::from_utf8(bytes.strip_prefix(MARK).unwrap_or(bytes))
        .map_err(|e| format!("not a text file: {e}"))
}

/// Three finite numbers, for the readers of text formats.
fn point<'a>(
    mut words: impl Iterator<Item = &'a str>,
    line: usize,
) -> std::result::Result<Vector3<f64>, String> {
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
            let error = MeshFile::open(&path).unwrap_err().to_string();
            assert!(
                error.contains(&format!("coordinate {word}; it must be finite")),
                "{name}: {error}"
            );
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
