//! Which way a triangle of a surface can push, and with which others it lies in one plane.
//!
//! Problem: of one triangle alone the shortest way out may lead over one of its edges, sideways, though the surface goes on
//! behind that edge: a box that slides over a floor trips over seams that nobody sees. Idea: a normal that leans over an edge is
//! one of the surface only if it lies between the normals of the two triangles there, and then only where the surface falls
//! away by more than rounding may have made. Any other is that of the triangle's own face, on the side of what touches it. An edge
//! of one triangle alone, or of three, may push any way.

use nalgebra::Vector3;

use crate::body::pieces::{Pieces, PiecesKind};
use crate::body::triangle_mesh::ALONE;
use crate::numeric::arithmetic::{U, cross, dot, norm};

/// A lean, or a fall of the surface beyond an edge, that is none.
const NONE: f64 = 1e-9;

/// A triangle that rounding may have turned by more than this has no normal that is worth anything.
const BLURRED: f64 = 1e-6;

/// The normal of a triangle, and by how much rounding may have turned it.
struct Face {
    normal: Vector3<f64>,
    turned: f64,
}

impl Face {
    /// None where the corners are on a line.
    fn of(corners: &[Vector3<f64>; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let normal = cross(&(b - a), &(c - a));
        let area = norm(&normal);
        let longest = norm(&(b - a)).max(norm(&(c - b))).max(norm(&(a - c)));
        (area > 0.0).then(|| Face {
            normal: normal / area,
            turned: rounding(corners) * longest / area,
        })
    }
}

/// Of the triangle's corners.
fn rounding(corners: &[Vector3<f64>; 3]) -> f64 {
    let largest = corners.iter().fold(0.0_f64, |most, v| most.max(v.amax()));
    16.0 * U * largest
}

/// The triangle's own normal, where the normal `n` of a contact is none of the surface's. `n` is a unit vector that points away from
/// the surface, `center` a point of what touches it; body frame.
pub(crate) fn own_normal(
    surface: &Pieces<'_>,
    triangle: u32,
    n: &Vector3<f64>,
    center: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let corners = surface.corners(triangle)?;
    let face = Face::of(&corners)?;
    let side = if dot(&face.normal, &(center - corners[0])) < 0.0 {
        -1.0
    } else {
        1.0
    };
    let up = face.normal * side;
    let edges = [0, 1, 2].map(|edge| {
        let out = cross(&(corners[(edge + 1) % 3] - corners[edge]), &face.normal);
        let leans = dot(n, &out) / norm(&out) > NONE;
        (leans, Beyond::new(surface, triangle, edge))
    });
    let falls = |up: &Vector3<f64>, beyond: &Beyond| {
        -dot(up, &beyond.into) - (NONE + face.turned + beyond.turned)
    };
    let is_of_surface = |up: &Vector3<f64>| {
        edges.iter().all(|(leans, beyond)| match beyond {
            Some(beyond) if *leans => falls(up, beyond) > 0.0 && dot(n, &beyond.into) <= NONE,
            _ => true,
        })
    };
    let agree = dot(n, &up);
    let held = if edges.iter().any(|(leans, _)| *leans) {
        // From behind a ridge is a valley, and the other way round.
        is_of_surface(&up) || (agree <= -0.5 && is_of_surface(&-up))
    } else {
        // All triangles of a flat part push to the same side.
        let is_flat = |beyond: &Beyond| falls(&up, beyond).max(falls(&-up, beyond)) <= 0.0;
        agree > 0.0
            || !edges
                .iter()
                .filter_map(|(_, beyond)| beyond.as_ref())
                .any(is_flat)
    };
    (!held).then_some(up)
}

/// Whether rounding leaves nothing of the triangle's normal.
pub(crate) fn is_blurred(surface: &Pieces<'_>, triangle: u32) -> bool {
    let corners = surface.corners(triangle);
    corners.is_some_and(|corners| Face::of(&corners).is_none_or(|face| face.turned > BLURRED))
}

/// Where the surface goes beyond an edge.
struct Beyond {
    /// A unit vector across the edge.
    into: Vector3<f64>,
    /// By how much rounding may have turned it.
    turned: f64,
}

impl Beyond {
    /// None beyond an edge of one triangle alone, or of three.
    fn new(surface: &Pieces<'_>, triangle: u32, edge: usize) -> Option<Self> {
        let corners = surface.corners(triangle)?;
        let (p, q) = (corners[edge], corners[(edge + 1) % 3]);
        let other = neighbors(surface, triangle)[edge];
        if other == ALONE {
            return None;
        }
        let others = surface.corners(other)?;
        let far = others.into_iter().find(|v| *v != p && *v != q)?;
        let along = (q - p) / norm(&(q - p));
        let across = far - p - along * dot(&along, &(far - p));
        let height = norm(&across);
        Some(Beyond {
            into: across / height,
            turned: rounding(&others) / height,
        })
    }
}

/// The triangles across the three edges; `ALONE` where there is not just one.
fn neighbors(surface: &Pieces<'_>, triangle: u32) -> [u32; 3] {
    match surface.kind() {
        PiecesKind::TriangleMesh(mesh) => mesh.neighbors(triangle),
        PiecesKind::HeightField(field) => field.neighbors(triangle),
        PiecesKind::Compound(_) => [ALONE; 3],
    }
}

/// The plane that triangles of a surface share; body frame.
pub(crate) struct FlatPart<'a> {
    surface: Pieces<'a>,
    n: Vector3<f64>,
    height: f64,
    blur: f64,
}

impl<'a> FlatPart<'a> {
    /// That of a triangle, if it is across `n`; heights that differ by `blur` are the same.
    pub(crate) fn new(
        surface: Pieces<'a>,
        triangle: u32,
        n: &Vector3<f64>,
        blur: f64,
    ) -> Option<Self> {
        let [a, _, _] = surface.corners(triangle)?;
        let part = FlatPart {
            surface,
            n: *n,
            height: dot(n, &a),
            blur,
        };
        part.holds(triangle).then_some(part)
    }

    pub(crate) fn holds(&self, triangle: u32) -> bool {
        let corners = self.surface.corners(triangle);
        let is_there = |v: &Vector3<f64>| (dot(&self.n, v) - self.height).abs() <= self.blur;
        corners.is_some_and(|corners| corners.iter().all(is_there))
    }

    /// The triangles across the edges of one.
    pub(crate) fn next_to(&self, triangle: u32) -> impl Iterator<Item = u32> {
        let all = neighbors(&self.surface, triangle).into_iter();
        all.filter(|next| *next != ALONE)
    }
}
