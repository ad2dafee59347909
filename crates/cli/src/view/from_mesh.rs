//! Mesh files as views: the surface, and the hull of its vertices beside it.

use std::path::Path;

use interframe::{Motion, Polytope, Pose, SharedBody, TriangleMesh, TriangleMeshOptions};
use interframe_meshes::MeshFile;

use super::data::View;
use super::space::Builder;
use crate::error::{Problem, Result, at_key};

/// The surface of a file, and its hull.
pub fn view(path: &Path) -> Result<View> {
    let file = MeshFile::open(path).map_err(|error| Problem::invalid("mesh", error.to_string()))?;
    let mut builder = Builder::default();
    builder.space.name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let still = Motion::fixed(Pose::identity());
    let mut add = |name: &str, shape: SharedBody| {
        let body = builder.body(name, &shape);
        builder.moves(body, [0.0, 1.0], &still);
        builder.space.bodies[body].fixed = true;
    };
    let hull = Polytope::new(&file.vertices).map_err(at_key("mesh"))?;
    let mut notes = vec![format!(
        "The hull has {} corners, {} faces and {} edges.",
        hull.vertex_count(),
        hull.face_count(),
        hull.edge_count()
    )];
    match file.surface() {
        Ok(triangles) => {
            let mesh =
                TriangleMesh::new(&file.vertices, triangles, &TriangleMeshOptions::default());
            let mesh = mesh.map_err(at_key("mesh"))?;
            let report = mesh.report();
            let closed = if report.is_closed() {
                "closed"
            } else {
                "not closed"
            };
            notes.push(format!(
                "The surface has {} triangles and {} vertices. It is {closed}.",
                report.triangles, report.vertices
            ));
            for (count, what) in [
                (report.open_edges, "edges of one triangle only"),
                (
                    report.non_manifold_edges,
                    "edges of three triangles or more",
                ),
                (
                    report.turned_edges,
                    "edges along which a triangle is turned over",
                ),
                (report.degenerate, "triangles whose corners are on a line"),
                (report.duplicate, "triangles that are there twice"),
                (report.unused_vertices, "vertices that no triangle has"),
            ] {
                if count > 0 {
                    notes.push(format!("It has {count} {what}."));
                }
            }
            add("surface", mesh.into());
        }
        Err(error) => notes.push(format!("It has no surface: {error}.")),
    }
    let parts: Vec<&str> = file.part_names().collect();
    if !parts.is_empty() {
        notes.push(format!("Its parts are: {}.", parts.join(", ")));
    }
    add("hull", SharedBody::new(hull));
    builder.space.notes = notes;
    Ok(View::Space(builder.finish()))
}
