//! Which way a triangle of a surface can push.
//!
//! Problem: of one triangle alone the shortest way out may lead over one of its edges, sideways, though the surface goes on
//! behind that edge: a box that slides over a floor trips over seams that nobody sees. Idea: a normal that leans over an edge is
//! one of the surface only if it lies between the normals of the two triangles there, and then only where the surface falls
//! away. Any other is that of the triangle's own face. An edge of one triangle alone, or of three, may push any way.

use nalgebra::Vector3;

use crate::body::pieces::{Pieces, PiecesKind};
use crate::body::triangle_mesh::ALONE;
use crate::numeric::arithmetic::{cross, dot, norm};

/// A lean, or a fall of the surface beyond an edge, that is none.
const NONE: f64 = 1e-9;

/// The triangle's own normal, where the normal `n` of a contact is none of the surface's. `n` is a unit vector that points away from
/// the surface, `center` a point of what touches it; body frame.
pub(crate) fn own_normal(
    surface: &Pieces<'_>,
    triangle: u32,
    n: &Vector3<f64>,
    center: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let corners = surface.corners(triangle)?;
    let neighbors = match surface.kind() {
        PiecesKind::TriangleMesh(mesh) => mesh.neighbors(triangle),
        PiecesKind::HeightField(field) => field.neighbors(triangle),
        PiecesKind::Compound(_) => return None,
    };
    let [a, b, c] = corners;
    let face = cross(&(b - a), &(c - a));
    let length = norm(&face);
    if !(length > 0.0) {
        return None;
    }
    let face = face / length;
    let side = if dot(&face, &(center - a)) < 0.0 {
        -1.0
    } else {
        1.0
    };
    let up = face * side;
    let allows = |edge: usize| {
        let (p, q) = (corners[edge], corners[(edge + 1) % 3]);
        let out = cross(&(q - p), &face);
        let lean = dot(n, &out) / norm(&out);
        if !(lean > NONE) || neighbors[edge] == ALONE {
            return true;
        }
        let Some(others) = surface.corners(neighbors[edge]) else {
            return true;
        };
        let Some(beyond) = others.into_iter().find(|v| *v != p && *v != q) else {
            return true;
        };
        let along = (q - p) / norm(&(q - p));
        let into = beyond - p - along * dot(&along, &(beyond - p));
        let into = into / norm(&into);
        let falls = dot(&up, &into) < -NONE;
        falls && dot(n, &into) <= NONE
    };
    let held = (0..3).all(allows);
    (!held && dot(n, &up) > -0.5).then_some(up)
}
