//! Bodies of ours as shapes of parry.

use interframe::nalgebra::Vector3;
use interframe::{
    Body, Curved, CurvedShape, HeightField, PiecesKind, Polytope, Pose, SharedBody, TriangleMesh,
};

use super::convert::{to_pose, to_vector};
use super::rapier::math::{Pose as RapierPose, Real, Vector};
use super::rapier::parry::shape::{self as parry, SharedShape};
use super::rapier::parry::utils::Array2;
use crate::error::{Error, Result};
use crate::placement::{compose, inverse, z_to_y};

/// A body of ours as a shape of parry, and the pose of that shape in the frame of the body. Lengths are rounded to parry's
/// numbers.
///
/// # Errors
/// [`Error::Shape`] for a body that parry has no shape for: an ellipsoid, a flat polygon of more than three corners, a mesh or
/// height field with a radius, a mesh seen from one side, a compound with a placed curved part, and the empty body.
pub fn shape(body: &SharedBody) -> Result<(SharedShape, RapierPose)> {
    of_body(body.get())
}

fn of_body(body: Body<'_>) -> Result<(SharedShape, RapierPose)> {
    match body {
        Body::Polytope(core) => of_core(core, 0.0),
        Body::Rounded(round) => of_core(round.core(), round.radius()),
        Body::Curved(curved) => of_curved(curved),
        Body::Pieces(pieces) => {
            let is_mesh = !matches!(pieces.kind(), PiecesKind::Compound(_));
            if is_mesh && pieces.radius() > 0.0 {
                return Err(none(
                    "a mesh or height field with a radius",
                    "parry's have none",
                ));
            }
            match pieces.kind() {
                PiecesKind::Compound(compound) => {
                    let parts = (0..compound.part_count()).map(|k| {
                        let part = compound.part(k);
                        if matches!(part, Body::Curved(_)) {
                            return Err(none(
                                "a compound with a cylinder, cone or ellipsoid",
                                "the place of such a part cannot be read",
                            ));
                        }
                        of_body(part).map(|(shape, place)| (place, shape))
                    });
                    let parts: Vec<_> = parts.collect::<Result<_>>()?;
                    if parts.is_empty() {
                        return Err(EMPTY);
                    }
                    Ok((SharedShape::compound(parts), RapierPose::IDENTITY))
                }
                PiecesKind::TriangleMesh(mesh) => of_mesh(mesh),
                PiecesKind::HeightField(field) => of_field(field),
                _ => Err(none("a body of this kind", "it is newer than this crate")),
            }
        }
        _ => Err(none("a body of this kind", "it is newer than this crate")),
    }
}

fn none(kind: &'static str, why: &'static str) -> Error {
    Error::Shape { kind, why }
}

const EMPTY: Error = Error::Shape {
    kind: "the empty body",
    why: "parry's shapes have points",
};

/// A point, segment, triangle, box or hull, with a radius about it.
fn of_core(core: &Polytope, radius: f64) -> Result<(SharedShape, RapierPose)> {
    let here = |shape| Ok((shape, RapierPose::IDENTITY));
    let corners: Vec<Vector> = core.vertices().map(|v| to_vector(&v)).collect();
    let border = radius as Real;
    let is_round = radius > 0.0;
    if let Some((center, half)) = as_box(core) {
        let place = to_pose(&Pose::from_translation(center)?);
        let half = to_vector(&half);
        let shape = match is_round {
            true => SharedShape::round_cuboid(half.x, half.y, half.z, border),
            false => SharedShape::cuboid(half.x, half.y, half.z),
        };
        return Ok((shape, place));
    }
    match corners[..] {
        [] => Err(EMPTY),
        [p] => Ok((SharedShape::ball(border), RapierPose::from_translation(p))),
        [a, b] if is_round => here(SharedShape::capsule(a, b, border)),
        [a, b] => here(SharedShape::segment(a, b)),
        [a, b, c] if is_round => here(SharedShape::round_triangle(a, b, c, border)),
        [a, b, c] => here(SharedShape::triangle(a, b, c)),
        _ if core.dimension() != interframe::Dimension::Solid => Err(none(
            "a flat polygon of more than three corners",
            "parry has triangles only; give it a thickness, or a mesh",
        )),
        _ => {
            let shape = match is_round {
                true => SharedShape::round_convex_hull(&corners, border),
                false => SharedShape::convex_hull(&corners),
            };
            here(shape.ok_or(none(
                "this hull",
                "parry cannot build it, perhaps because it is too thin",
            ))?)
        }
    }
}

/// Centre and half extents of a solid box along the axes.
fn as_box(core: &Polytope) -> Option<(Vector3<f64>, Vector3<f64>)> {
    if core.vertex_count() != 8 || core.dimension() != interframe::Dimension::Solid {
        return None;
    }
    let low = core.vertices().reduce(|a, b| a.inf(&b))?;
    let high = core.vertices().reduce(|a, b| a.sup(&b))?;
    let is_corner = |v: Vector3<f64>| (0..3).all(|k| v[k] == low[k] || v[k] == high[k]);
    core.vertices()
        .all(is_corner)
        .then(|| (0.5 * (low + high), 0.5 * (high - low)))
}

fn of_curved(body: &Curved) -> Result<(SharedShape, RapierPose)> {
    let (border, is_round) = (body.radius() as Real, body.radius() > 0.0);
    let upright = |shape| Ok((shape, to_pose(&inverse(&z_to_y()?)?)));
    match body.shape() {
        CurvedShape::Cylinder {
            half_length,
            radius,
        } => {
            let (half, radius) = (half_length as Real, radius as Real);
            upright(match is_round {
                true => SharedShape::round_cylinder(half, radius, border),
                false => SharedShape::cylinder(half, radius),
            })
        }
        CurvedShape::Cone {
            half_length,
            radius,
        } => {
            let (half, radius) = (half_length as Real, radius as Real);
            upright(match is_round {
                true => SharedShape::round_cone(half, radius, border),
                false => SharedShape::cone(half, radius),
            })
        }
        CurvedShape::Ellipsoid { radii: [a, b, c] } if a == b && b == c => Ok((
            SharedShape::ball((a + body.radius()) as Real),
            RapierPose::IDENTITY,
        )),
        _ => Err(none(
            "an ellipsoid",
            "parry has none; give it the hull of points on it",
        )),
    }
}

fn of_mesh(mesh: &TriangleMesh) -> Result<(SharedShape, RapierPose)> {
    if mesh.is_one_sided() {
        return Err(none(
            "a mesh seen from one side",
            "parry's are met from both sides",
        ));
    }
    let flags = match mesh.is_solid() {
        true => parry::TriMeshFlags::ORIENTED,
        false => parry::TriMeshFlags::empty(),
    };
    let vertices = mesh.vertices().iter().map(to_vector).collect();
    let built = parry::TriMesh::with_flags(vertices, mesh.triangles().to_vec(), flags);
    let built = built.map_err(|_| none("this mesh", "parry refuses its triangles: there are none, or as a solid they do not go round one way"))?;
    Ok((SharedShape::new(built), RapierPose::IDENTITY))
}

fn of_field(field: &HeightField) -> Result<(SharedShape, RapierPose)> {
    let (rows, columns) = (field.rows(), field.columns());
    if rows < 2 || columns < 2 {
        return Err(EMPTY);
    }
    let (spacing, origin) = (field.spacing(), field.origin());
    let size = [
        spacing[0] * (columns - 1) as f64,
        spacing[1] * (rows - 1) as f64,
    ];
    // Their rows go along z, which is our -y.
    let height = |i: usize, j: usize| field.height(rows - 1 - i, j);
    let list = (0..columns).flat_map(|j| (0..rows).map(move |i| (i, j)));
    let list = list
        .map(|(i, j)| height(i, j))
        .map(|z| if z.is_nan() { 0.0 } else { z as Real });
    let heights = Array2::new(rows, columns, list.collect());
    let scale = Vector::new(size[0] as Real, 1.0, size[1] as Real);
    let mut built = parry::HeightField::new(heights, scale);
    for (i, j) in (0..rows - 1).flat_map(|i| (0..columns - 1).map(move |j| (i, j))) {
        let corners = [(i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)];
        if corners.into_iter().any(|(i, j)| height(i, j).is_nan()) {
            built.set_cell_status(i, j, parry::HeightFieldCellStatus::CELL_REMOVED);
        }
    }
    let middle = Vector3::new(origin[0] + 0.5 * size[0], origin[1] + 0.5 * size[1], 0.0);
    let place = compose(&Pose::from_translation(middle)?, &inverse(&z_to_y()?)?)?;
    Ok((SharedShape::new(built), to_pose(&place)))
}
