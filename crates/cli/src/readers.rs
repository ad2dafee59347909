//! The program's readers as functions of text, to feed them anything. No promise is made of them.

use std::path::Path;

use interframe::Polytope;
use interframe_meshes::{Format, MeshFile};

use crate::query;
use crate::scene::few_frames;

/// Sizes beyond which reading says all, and answering takes long.
const FEW: usize = 200;

/// The line that answers a case, with what proves it.
pub fn case(line: &str) -> String {
    query::answer_line(Path::new("cases/-"), line)
}

/// Reads a scene; runs one of few bodies for a frame or two.
pub fn scene(bytes: &[u8]) {
    few_frames(bytes, Path::new("scenes"));
}

/// Reads a mesh of this file ending; makes the hull of one of few vertices.
pub fn mesh(ending: &str, bytes: &[u8]) {
    let parsed = Format::of_ending(ending).and_then(|format| MeshFile::parse(bytes, format));
    if let Ok(mesh) = parsed
        && mesh.vertices.len() <= FEW
    {
        let _ = Polytope::new(&mesh.vertices);
    }
}
