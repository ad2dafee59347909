//! Shapes and poses of parry and rapier as ours, and back.
//!
//! | parry | ours | |
//! |---|---|---|
//! | `Ball`, `Capsule` | a point or a segment with a radius | |
//! | `Cuboid`, `Triangle`, `Segment`, `ConvexPolyhedron` | [`Polytope`] | |
//! | `Cylinder`, `Cone` | [`Curved`] | theirs are along y, ours along z: see [`body`] |
//! | rounded ones | the same with a radius | |
//! | `TriMesh` | [`TriangleMesh`], a surface seen from both sides | |
//! | `HeightField` | [`HeightField`]; a mesh if cells are cut along the other diagonal or left out | |
//! | `Compound` | [`Compound`](interframe::Compound) | |
//! | `Polyline`, `Voxels` | a compound of segments; of boxes, a row of voxels each | |
//! | `HalfSpace`, custom shapes | none: [`Error::Shape`] says why | |

use interframe::nalgebra::{Quaternion, Vector3};
use interframe::{
    Curved, HeightField, Polytope, Pose, SharedBody, TriangleMesh, TriangleMeshOptions,
};

pub use super::back::shape;
use super::rapier::math::{Pose as RapierPose, Real, Rotation, Vector};
use super::rapier::parry::shape as parry;
use crate::error::{Error, Result};
use crate::placement::{compose, z_to_y};

/// A vector of rapier as ours, without rounding.
#[must_use]
pub fn vector(v: Vector) -> Vector3<f64> {
    Vector3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z))
}

/// A vector of ours as rapier's, rounded to its numbers.
#[must_use]
pub fn to_vector(v: &Vector3<f64>) -> Vector {
    Vector::new(v.x as Real, v.y as Real, v.z as Real)
}

/// A pose of rapier as ours, without rounding.
///
/// # Errors
/// [`interframe::Error::NonFinite`] and [`interframe::Error::QuaternionNorm`], in [`Error::Interframe`].
pub fn pose(pose: &RapierPose) -> Result<Pose> {
    let q = pose.rotation;
    let [w, x, y, z] = [q.w, q.x, q.y, q.z].map(f64::from);
    Ok(Pose::new(
        vector(pose.translation),
        Quaternion::new(w, x, y, z),
    )?)
}

/// A pose of ours as rapier's: a unit quaternion, all rounded to its numbers.
#[must_use]
pub fn to_pose(pose: &Pose) -> RapierPose {
    let q = pose.quaternion().normalize();
    let [x, y, z, w] = [q.i, q.j, q.k, q.w].map(|c| c as Real);
    let rotation = Rotation::from_xyzw(x, y, z, w);
    RapierPose::from_parts(to_vector(&pose.translation()), rotation)
}

/// A shape of parry as a body of ours, and the pose of that body's frame in the frame of the shape.
///
/// The pose is the identity but for cylinders, cones and height fields, whose axis is y in parry and z here, and capsules of
/// any direction keep their ends. Coordinates come in without rounding; only those of a height field's grid, and of parts of
/// compounds that have a place, are computed anew, to a rounding of f64.
///
/// # Errors
/// [`Error::Shape`] for a kind that has no counterpart; [`Error::Interframe`] for numbers that the library refuses.
pub fn body(shape: &dyn parry::Shape) -> Result<(SharedBody, Pose)> {
    use parry::TypedShape as Typed;
    let here = |body: SharedBody| Ok((body, Pose::identity()));
    let upright =
        |body: Curved, radius: Real| Ok((body.rounded(f64::from(radius))?.into(), z_to_y()?));
    match shape.as_typed_shape() {
        Typed::Ball(ball) => here(SharedBody::sphere(f64::from(ball.radius))?),
        Typed::Cuboid(cuboid) => here(boxed(cuboid, 0.0)?),
        Typed::RoundCuboid(round) => here(boxed(&round.inner_shape, round.border_radius)?),
        Typed::Capsule(capsule) => {
            let ends = [capsule.segment.a, capsule.segment.b];
            here(hull(&ends, capsule.radius)?)
        }
        Typed::Segment(segment) => here(hull(&[segment.a, segment.b], 0.0)?),
        Typed::Triangle(t) => here(hull(&[t.a, t.b, t.c], 0.0)?),
        Typed::RoundTriangle(round) => {
            let t = &round.inner_shape;
            here(hull(&[t.a, t.b, t.c], round.border_radius)?)
        }
        Typed::ConvexPolyhedron(solid) => here(hull(solid.points(), 0.0)?),
        Typed::RoundConvexPolyhedron(round) => {
            here(hull(round.inner_shape.points(), round.border_radius)?)
        }
        Typed::Cylinder(c) => upright(cylinder(c)?, 0.0),
        Typed::RoundCylinder(round) => upright(cylinder(&round.inner_shape)?, round.border_radius),
        Typed::Cone(c) => upright(cone(c)?, 0.0),
        Typed::RoundCone(round) => upright(cone(&round.inner_shape)?, round.border_radius),
        Typed::TriMesh(mesh) => here(surface(mesh.vertices(), mesh.indices())?),
        Typed::HeightField(field) => terrain(field),
        Typed::Compound(compound) => here(compound_of(compound)?),
        Typed::Polyline(line) => here(of_polyline(line)?),
        Typed::Voxels(voxels) => here(of_voxels(voxels)?),
        Typed::HalfSpace(_) => Err(Error::Shape {
            kind: "a half-space",
            why: "it has no end, and bodies here are bounded; give a box as large as the scene in its place",
        }),
        Typed::Custom(_) => Err(Error::Shape {
            kind: "a custom shape",
            why: "only its program knows its points; give a body in its place",
        }),
    }
}

/// Whether a shape is one convex body, so that it can be a part of a compound.
pub(crate) fn is_convex(shape: &dyn parry::Shape) -> bool {
    use parry::ShapeType as Type;
    !matches!(
        shape.shape_type(),
        Type::TriMesh
            | Type::HeightField
            | Type::Compound
            | Type::Polyline
            | Type::Voxels
            | Type::HalfSpace
            | Type::Custom
    )
}

fn hull(points: &[Vector], radius: Real) -> Result<SharedBody> {
    let points: Vec<_> = points.iter().map(|p| vector(*p)).collect();
    Ok(SharedBody::new(Polytope::new(&points)?).rounded(f64::from(radius))?)
}

fn boxed(cuboid: &parry::Cuboid, radius: Real) -> Result<SharedBody> {
    let half = vector(cuboid.half_extents).into();
    Ok(SharedBody::cuboid(half)?.rounded(f64::from(radius))?)
}

fn cylinder(c: &parry::Cylinder) -> Result<Curved> {
    Ok(Curved::cylinder(
        f64::from(c.half_height),
        f64::from(c.radius),
    )?)
}

fn cone(c: &parry::Cone) -> Result<Curved> {
    Ok(Curved::cone(f64::from(c.half_height), f64::from(c.radius))?)
}

fn surface(vertices: &[Vector], triangles: &[[u32; 3]]) -> Result<SharedBody> {
    let vertices: Vec<_> = vertices.iter().map(|v| vector(*v)).collect();
    Ok(TriangleMesh::new(&vertices, triangles, &TriangleMeshOptions::default())?.into())
}

/// Heights if each cell is whole and cut as ours are, seen along -z; otherwise the triangles.
fn terrain(field: &parry::HeightField) -> Result<(SharedBody, Pose)> {
    let heights = field.heights();
    let (rows, columns) = (heights.nrows(), heights.ncols());
    let plain = parry::HeightFieldCellStatus::empty();
    let cells = (0..rows - 1).flat_map(|i| (0..columns - 1).map(move |j| (i, j)));
    let is_plain = |(i, j): (usize, usize)| field.cell_status(i, j) == plain;
    let scale = vector(field.scale());
    let height = |i: usize, j: usize| f64::from(heights[(i, j)] * field.scale().y);
    if cells.clone().all(is_plain) {
        // Our rows go along y, which is their -z: the last row of theirs is the first.
        let list = (0..rows)
            .rev()
            .flat_map(|i| (0..columns).map(move |j| (i, j)));
        let list: Vec<_> = list.map(|(i, j)| height(i, j)).collect();
        if let Some(bad) = list.iter().find(|z| z.is_nan()) {
            return Err(not_finite("a height", *bad));
        }
        let spacing = [scale.x / (columns - 1) as f64, scale.z / (rows - 1) as f64];
        let origin = [-0.5 * scale.x, -0.5 * scale.z];
        let body = HeightField::new(&list, columns, spacing, origin)?;
        return Ok((body.into(), z_to_y()?));
    }
    let at = |j: usize, i: usize| {
        Vector3::new(
            f64::from(field.x_at(j)),
            height(i, j),
            f64::from(field.z_at(i)),
        )
    };
    let vertices: Vec<_> = (0..columns)
        .flat_map(|j| (0..rows).map(move |i| at(j, i)))
        .collect();
    let triangles = cells.flat_map(|(i, j)| <[_; 2]>::from(field.triangles_vids_at(i, j)));
    let triangles: Vec<_> = triangles.flatten().collect();
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default())?;
    Ok((mesh.into(), Pose::identity()))
}

fn not_finite(what: &'static str, value: f64) -> Error {
    interframe::Error::NonFinite { what, value }.into()
}

fn compound_of(compound: &parry::Compound) -> Result<SharedBody> {
    let mut parts = Vec::with_capacity(compound.shapes().len());
    for (place, shape) in compound.shapes() {
        let (part, frame) = body(&**shape)?;
        parts.push((part, compose(&pose(place)?, &frame)?));
    }
    Ok(SharedBody::compound(&parts)?)
}

fn of_polyline(line: &parry::Polyline) -> Result<SharedBody> {
    let mut parts = Vec::with_capacity(line.num_segments());
    for segment in line.segments() {
        parts.push((hull(&[segment.a, segment.b], 0.0)?, Pose::identity()));
    }
    Ok(SharedBody::compound(&parts)?)
}

/// A box for each row of voxels along x.
fn of_voxels(voxels: &parry::Voxels) -> Result<SharedBody> {
    let filled = voxels.voxels().filter(|voxel| !voxel.state.is_empty());
    let mut keys: Vec<_> = filled.map(|voxel| voxel.grid_coords).collect();
    keys.sort_unstable_by_key(|key| (key.z, key.y, key.x));
    if keys.is_empty() {
        return Err(Error::Shape {
            kind: "a voxel grid",
            why: "no voxel is filled, and a collider without points meets nothing; remove it",
        });
    }
    let rows = keys.chunk_by(|a, b| (a.z, a.y, a.x + 1) == (b.z, b.y, b.x));
    let mut parts = Vec::new();
    for row in rows {
        let [first, last] = [row[0], row[row.len() - 1]].map(|key| voxels.voxel_aabb(key));
        let [low, high] = [vector(first.mins), vector(last.maxs)];
        let corner = |k: usize| {
            let of = |axis: usize| {
                if k >> axis & 1 == 0 {
                    low[axis]
                } else {
                    high[axis]
                }
            };
            Vector3::new(of(0), of(1), of(2))
        };
        let corners: Vec<_> = (0..8).map(corner).collect();
        parts.push((SharedBody::new(Polytope::new(&corners)?), Pose::identity()));
    }
    Ok(SharedBody::compound(&parts)?)
}
