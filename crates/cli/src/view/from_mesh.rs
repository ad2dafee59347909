//! Mesh files as views: the surface, and the hull of its vertices beside it.

use std::path::Path;

use interframe::{
    MeshReport, Motion, Polytope, Pose, SharedBody, TriangleMesh, TriangleMeshOptions,
};
use interframe_meshes::MeshFile;

use super::data::View;
use super::space::Builder;
use crate::error::{Problem, Result, at_key};

/// The surface of a file, and its hull; and why a face of it cannot be cut into triangles, if that is so.
pub fn view(path: &Path) -> Result<(View, Option<String>)> {
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
        body
    };
    let hull = Polytope::new(&file.vertices).map_err(at_key("mesh"))?;
    let (mut odd, mut notes, mut uncut) = (Vec::new(), Vec::new(), None);
    let surface = file.surface();
    match &surface {
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
            let all = format!(
                "The surface has {} triangles and {} vertices. It is {closed}.",
                report.triangles, report.vertices
            );
            notes.push(all);
            odd.extend(oddities(report));
            add("surface", mesh.into());
        }
        Err(error) => {
            odd.push(format!("It has no surface: {error}. The hull is drawn."));
            // A file of points alone is whole.
            uncut = (!file.joined_corners().is_empty()).then(|| error.to_string());
        }
    }
    notes.push(format!(
        "The hull has {} corners, {} faces and {} edges.",
        hull.vertex_count(),
        hull.face_count(),
        hull.edge_count()
    ));
    let parts: Vec<&str> = file.part_names().collect();
    if !parts.is_empty() {
        notes.push(format!("Its parts are: {}.", parts.join(", ")));
    }
    let hull = add("hull", SharedBody::new(hull));
    builder.space.bodies[hull].hull = surface.is_ok();
    (builder.space.odd, builder.space.notes) = (odd, notes);
    Ok((View::Space(builder.finish()), uncut))
}

/// A sentence for each way in which a surface is not that of a solid.
fn oddities(report: &MeshReport) -> Vec<String> {
    let mut said = Vec::new();
    for (count, one, more) in [
        (
            report.open_edges,
            "edge is open: it has one triangle only",
            "edges are open: each has one triangle only",
        ),
        (
            report.non_manifold_edges,
            "edge has three triangles or more",
            "edges have three triangles or more each",
        ),
        (
            report.turned_edges,
            "edge lies between triangles of which one is turned over",
            "edges lie between triangles of which one is turned over",
        ),
        (
            report.degenerate,
            "triangle has no area",
            "triangles have no area",
        ),
        (
            report.duplicate,
            "triangle is there twice",
            "triangles are there twice",
        ),
        (
            report.unused_vertices,
            "vertex is in no triangle",
            "vertices are in no triangle",
        ),
    ] {
        match count {
            0 => {}
            1 => said.push(format!("1 {one}.")),
            _ => said.push(format!("{count} {more}.")),
        }
    }
    said
}
