//! Shapes of the file formats, as convex polytopes.
//!
//! Shapes the library does not answer yet are known by name and refused as such: a typing error
//! must not read like a missing feature, nor the other way round.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use interframe::Polytope;
use interframe::case::{Json, Node, read_hull};
use nalgebra::Vector3;

use crate::error::{Problem, Result, at_key};
use crate::mesh::{self, Mesh};

/// Known names that no query takes yet.
const NOT_YET: [&str; 7] = [
    "sphere",
    "capsule",
    "cylinder",
    "cone",
    "ellipsoid",
    "compound",
    "yaw_cuboid",
];

/// Reads shapes and keeps every mesh file and hull it has read once.
#[derive(Debug, Default)]
pub struct Shapes {
    meshes: HashMap<PathBuf, Arc<Mesh>>,
    hulls: HashMap<(PathBuf, Option<String>, u64), Arc<Polytope>>,
}

impl Shapes {
    /// The body that `node` describes. Mesh paths are relative to `folder`.
    pub fn read(&mut self, node: &Node<'_>, folder: &Path) -> Result<Arc<Polytope>> {
        for name in NOT_YET {
            if node.json.get(name).is_some() {
                return Err(not_supported(node, name, &format!("the shape `{name}`")));
            }
        }
        if node.json.get("rounding").is_some() {
            return Err(not_supported(node, "rounding", "rounding"));
        }
        if node.json.get("mesh").is_some() {
            return self.read_mesh(node, folder);
        }
        if node.json.get("box").is_some() {
            return read_box(node);
        }
        if node.json.get("vertices").is_none() && matches!(node.json, Json::Object(_)) {
            return read_nothing(node);
        }
        read_hull(node)
    }

    fn read_mesh(&mut self, node: &Node<'_>, folder: &Path) -> Result<Arc<Polytope>> {
        let fields = node.fields(&["mesh", "scale", "part"])?;
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
            return Ok(hull.clone());
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
        Ok(hull)
    }
}

/// `{"box": {"half_extents": [x,y,z]}}`: eight vertices.
fn read_box(node: &Node<'_>) -> Result<Arc<Polytope>> {
    let fields = node.fields(&["box"])?;
    let half = fields
        .required("box")?
        .fields(&["half_extents"])?
        .required("half_extents")?;
    let h = half.vector()?;
    if h.min() < 0.0 {
        let message = "half extents must not be negative";
        return Err(Problem::invalid(&half.key, message));
    }
    let corners: Vec<_> = (0..8)
        .map(|i| {
            let sign = |bit: i32| if i & bit == 0 { -1.0 } else { 1.0 };
            Vector3::new(sign(1) * h.x, sign(2) * h.y, sign(4) * h.z)
        })
        .collect();
    hull(&corners, &half.key)
}

/// An object that names no shape: the unknown key if there is one, else the missing one.
fn read_nothing(node: &Node<'_>) -> Result<Arc<Polytope>> {
    let mut known = vec!["vertices", "mesh", "scale", "part", "box", "rounding"];
    known.extend(NOT_YET);
    node.fields(&known)?;
    Err(Problem::MissingKey {
        key: format!("{}.vertices", node.key),
    })
}

fn hull(points: &[Vector3<f64>], key: &str) -> Result<Arc<Polytope>> {
    Polytope::new(points).map(Arc::new).map_err(at_key(key))
}

fn not_supported(node: &Node<'_>, name: &str, what: &str) -> Problem {
    Problem::NotSupported {
        key: format!("{}.{name}", node.key),
        what: what.to_string(),
    }
}
