//! Shapes of the file formats, from mesh files too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interframe::case::{Fields, Node, read_compound, read_scale, read_shape, rounded, surface};
use interframe::{Polytope, SharedBody};
use interframe_meshes::MeshFile;
use nalgebra::Vector3;

use crate::error::{Problem, Result, at_key};
use crate::separate_parts;

/// Reads shapes and keeps every mesh file and hull it has read once.
#[derive(Debug, Default)]
pub struct Shapes {
    meshes: HashMap<PathBuf, Arc<MeshFile>>,
    hulls: HashMap<(PathBuf, Option<String>, [u64; 3]), Arc<Polytope>>,
    /// Number of separate parts in each file whose hull was taken.
    separate_parts: HashMap<PathBuf, usize>,
    /// Warnings since they were last taken.
    warnings: Vec<String>,
}

impl Shapes {
    /// The body that `node` describes. Mesh paths are relative to `folder`.
    pub fn read(&mut self, node: &Node<'_>, folder: &Path) -> Result<SharedBody> {
        let of_file = |key: &str| node.json.get(key).is_some();
        if of_file("mesh") {
            return self.read_mesh(node, folder);
        }
        if of_file("compound") {
            return read_compound(node, &mut |part| self.read(part, folder));
        }
        match node.json.get("trimesh").and_then(|mesh| mesh.get("mesh")) {
            Some(_) => self.read_surface(node, folder),
            None => read_shape(node),
        }
    }

    /// Warnings about the shapes that were read since the last call. They went to standard error too.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Mesh files that were read.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.meshes.keys().map(PathBuf::as_path)
    }

    /// `{"trimesh": {"mesh": "file.obj", "one_sided": true}}`, or `"solid": true`.
    fn read_surface(&mut self, node: &Node<'_>, folder: &Path) -> Result<SharedBody> {
        let fields = node.fields(&["trimesh", "scale", "rounding"])?;
        let own = fields.required("trimesh")?;
        let keys = own.fields(&["mesh", "scale", "one_sided", "solid"])?;
        let name = keys.required("mesh")?;
        let scale = scale_of(&keys)?;
        let path = folder.join(name.text()?);
        let mesh = self.mesh(&path, &name.key)?;
        let triangles = mesh.surface();
        let mut triangles = triangles
            .map_err(|error| in_file(&path, &name.key, error.to_string()))?
            .to_vec();
        // A mirror turns round what goes round: the outside stays outside.
        if scale.map(f64::signum).product() < 0.0 {
            triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        }
        let vertices: Vec<_> = mesh
            .vertices
            .iter()
            .map(|p| p.component_mul(&scale))
            .collect();
        surface(&own, &fields, &vertices, &triangles)
    }

    fn mesh(&mut self, path: &Path, key: &str) -> Result<Arc<MeshFile>> {
        if let Some(mesh) = self.meshes.get(path) {
            return Ok(mesh.clone());
        }
        let mesh = MeshFile::open(path).map_err(|error| in_file(path, key, error.to_string()))?;
        let mesh = Arc::new(mesh);
        self.meshes.insert(path.to_path_buf(), mesh.clone());
        Ok(mesh)
    }

    /// Says that a hull spans what lies between parts; the program once for each file.
    fn warn_of_separate_parts(&mut self, path: &Path, mesh: &MeshFile) {
        let first = !self.separate_parts.contains_key(path);
        let known = self.separate_parts.entry(path.to_path_buf());
        let count = *known.or_insert_with(|| separate_parts::count(mesh));
        if count < 2 {
            return;
        }
        let warning = format!(
            "{}: the hull of {count} disjoint parts, and of all between them; name a `part`, list them in a \
             `compound`, take the `trimesh`, or say `\"hull\": true`",
            path.display()
        );
        if first {
            eprintln!("interframe: {warning}");
        }
        self.warnings.push(warning);
    }

    fn read_mesh(&mut self, node: &Node<'_>, folder: &Path) -> Result<SharedBody> {
        let fields = node.fields(&["mesh", "scale", "part", "hull", "rounding"])?;
        let name = fields.required("mesh")?;
        let path = folder.join(name.text()?);
        let part = fields.optional("part");
        let part_name = part.as_ref().map(Node::text).transpose()?;
        let scale = scale_of(&fields)?;
        let said = match fields.optional("hull") {
            Some(node) => node.flag()?,
            None => false,
        };
        let mesh = self.mesh(&path, &name.key)?;
        if part.is_none() && !said {
            self.warn_of_separate_parts(&path, &mesh);
        }
        let cache_key = (
            path.clone(),
            part_name.map(str::to_string),
            scale.map(f64::to_bits).into(),
        );
        if let Some(hull) = self.hulls.get(&cache_key) {
            return rounded(SharedBody::new(hull.clone()), &fields);
        }
        let points = match (&part, part_name) {
            (Some(node), Some(part)) => mesh
                .part(part)
                .map_err(|error| in_file(&path, &node.key, error.to_string()))?,
            _ => mesh.vertices.clone(),
        };
        let scaled: Vec<_> = points.iter().map(|p| p.component_mul(&scale)).collect();
        let hull = hull(&scaled, &name.key)?;
        self.hulls.insert(cache_key, hull.clone());
        rounded(SharedBody::new(hull), &fields)
    }
}

/// Value of the key `scale`, 1 without it.
fn scale_of(fields: &Fields<'_>) -> Result<Vector3<f64>> {
    let given = fields.optional("scale");
    given.map_or(Ok(Vector3::repeat(1.0)), |node| read_scale(&node))
}

fn in_file(path: &Path, key: &str, message: String) -> Problem {
    Problem::invalid(key, format!("{}: {message}", path.display()))
}

fn hull(points: &[Vector3<f64>], key: &str) -> Result<Arc<Polytope>> {
    Polytope::new(points).map(Arc::new).map_err(at_key(key))
}
