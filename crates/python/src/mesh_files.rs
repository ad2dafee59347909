//! Bodies from OBJ, STL and OFF files.

use std::path::Path;

use interframe::for_c::check_memory;
use interframe::nalgebra::Vector3;
use interframe::{Polytope, SharedBody, TriangleMesh, TriangleMeshOptions};
use interframe_meshes::MeshFile;
use pyo3::prelude::*;

use crate::arrays::reserved;
use crate::errors::{BodyError, OptionError, OrRaise};

/// What reading needs at most, in bytes a byte of the file, as in the C interface.
const BYTES_PER_BYTE: usize = 64;

/// The hull, mesh or solid of a file.
pub fn read(path: &Path, kind: &str, scale: f64, part: Option<&str>) -> PyResult<SharedBody> {
    let in_file =
        |error: &dyn std::fmt::Display| BodyError::new_err(format!("{}: {error}", path.display()));
    if !(scale.is_finite() && scale != 0.0) {
        let message = format!("scale is {scale:?}; it must be finite and not 0");
        return Err(OptionError::new_err(message));
    }
    let size = path.metadata().map_or(0, |file| file.len());
    check_memory(size.min(MeshFile::MAX_SIZE) as usize, BYTES_PER_BYTE).or_raise()?;
    let file = MeshFile::open(path).map_err(|error| in_file(&error))?;
    let scaled = |points: &[Vector3<f64>]| -> PyResult<Vec<_>> {
        let mut all = reserved(points.len(), "the file")?;
        all.extend(points.iter().map(|p| p * scale));
        Ok(all)
    };
    if kind == "hull" {
        let points = match part {
            Some(part) => scaled(&file.part(part).map_err(|error| in_file(&error))?)?,
            None => scaled(&file.vertices)?,
        };
        return Polytope::new(&points).or_raise().map(SharedBody::new);
    }
    if part.is_some() {
        return Err(OptionError::new_err("part is for the kind hull only"));
    }
    let surface = file.surface().map_err(|error| in_file(&error))?;
    let mut triangles = reserved(surface.len(), "the file")?;
    triangles.extend_from_slice(surface);
    // A mirror turns round what goes round: the outside stays outside.
    if scale < 0.0 {
        triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    let options = TriangleMeshOptions {
        solid: kind == "solid",
        ..Default::default()
    };
    let mesh = TriangleMesh::new(&scaled(&file.vertices)?, &triangles, &options).or_raise()?;
    Ok(mesh.into())
}
