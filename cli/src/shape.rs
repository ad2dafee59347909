//! Shapes of the file formats, from mesh files too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interframe::case::{Node, read_shape, rounded};
use interframe::{Polytope, SharedBody};
use nalgebra::Vector3;

use crate::error::{Problem, Result, at_key};
use crate::mesh::{self, Mesh};

/// Reads shapes and keeps every mesh file and hull it has read once.
#[derive(Debug, Default)]
pub struct Shapes {
    meshes: HashMap<PathBuf, Arc<Mesh>>,
    hulls: HashMap<(PathBuf, Option<String>, u64), Arc<Polytope>>,
}

impl Shapes {
    /// The body that `node` describes. Mesh paths are relative to `folder`.
    pub fn read(&mut self, node: &Node<'_>, folder: &Path) -> Result<SharedBody> {
        match node.json.get("mesh") {
            Some(_) => self.read_mesh(node, folder),
            None => read_shape(node),
        }
    }

    fn read_mesh(&mut self, node: &Node<'_>, folder: &Path) -> Result<SharedBody> {
        let fields = node.fields(&["mesh", "scale", "part", "rounding"])?;
        let name = fields.required("mesh")?;
        let path = folder.join(name.text()?);
        let part = fields.optional("part");
        let part_name = part.as_ref().map(Node::text).transpose()?;
        let scale = match fields.optional("scale") {
            None => 1.0,
            Some(node) => match node.number()? {
                0.0 => {
                    let message = "a scale of 0 leaves nothing of the mesh";
                    return Err(Problem::invalid(&node.key, message));
                }
                scale => scale,
            },
        };
        let cache_key = (
            path.clone(),
            part_name.map(str::to_string),
            f64::to_bits(scale),
        );
        if let Some(hull) = self.hulls.get(&cache_key) {
            return rounded(SharedBody::new(hull.clone()), &fields);
        }
        let at = |key: &str, message: String| {
            Problem::invalid(key, format!("{}: {message}", path.display()))
        };
        let mesh = match self.meshes.get(&path) {
            Some(mesh) => mesh.clone(),
            None => {
                let mesh = mesh::read(&path).map_err(|m| at(&name.key, m))?;
                let mesh = Arc::new(mesh);
                self.meshes.insert(path.clone(), mesh.clone());
                mesh
            }
        };
        let points = match (&part, part_name) {
            (Some(node), Some(part)) => mesh.part(part).map_err(|m| at(&node.key, m))?,
            _ => mesh.vertices.clone(),
        };
        let scaled: Vec<_> = points.iter().map(|p| p * scale).collect();
        let hull = hull(&scaled, &name.key)?;
        self.hulls.insert(cache_key, hull.clone());
        rounded(SharedBody::new(hull), &fields)
    }
}

fn hull(points: &[Vector3<f64>], key: &str) -> Result<Arc<Polytope>> {
    Polytope::new(points).map(Arc::new).map_err(at_key(key))
}
