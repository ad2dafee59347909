//! One body of every kind, as plain data that each library makes its own body of.

use interframe::{Curved, HeightField, Pose, SharedBody, TriangleMesh, TriangleMeshOptions};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use super::bodies::{cuboid, octahedral_sphere};
use super::contenders::hull;
use super::shots::torus;

/// A body in its own frame; what has an axis has it along z.
#[derive(Clone)]
pub enum Shape {
    /// Radius.
    Ball(f64),
    /// Half the length of its segment, and radius.
    Capsule(f64, f64),
    /// All points within the radius of the box of these half sides.
    Box([f64; 3], f64),
    Hull(Vec<[f64; 3]>),
    /// Half its length, and radius.
    Cylinder(f64, f64),
    /// Half its length, where its apex is, and radius.
    Cone(f64, f64),
    Ellipsoid([f64; 3]),
    Compound(Vec<([f64; 3], Shape)>),
    Mesh(Vec<[f64; 3]>, Vec<[u32; 3]>),
    /// A square of `side` by `side` heights about the origin, a row for each y.
    Field {
        heights: Vec<f64>,
        side: usize,
        spacing: f64,
    },
}

/// A body with its name in tables.
pub struct Kind {
    pub name: &'static str,
    pub shape: Shape,
    /// A ball of this radius about the origin holds it.
    pub radius: f64,
}

impl Kind {
    pub fn is_of_triangles(&self) -> bool {
        matches!(self.shape, Shape::Mesh(..) | Shape::Field { .. })
    }
}

/// Vertices of the mesh along each of its circles, for 100,352 triangles; fewer for a short look.
const AROUND: [u32; 2] = [224, 28];

/// Heights along a side of the height field, powers of two because Jolt asks for them.
const SIDE: [usize; 2] = [128, 16];

/// All kinds. The convex ones and the compound are about half a unit long, triangles from 0.03 to 0.11; the
/// mesh is a torus of radius 1 about a circle of radius 3, the height field 8 units wide.
pub fn all(quick: bool) -> Vec<Kind> {
    let kind = |name, radius, shape| Kind {
        name,
        shape,
        radius,
    };
    let around = AROUND[usize::from(quick)];
    let (vertices, triangles) = torus(around, around);
    let vertices = vertices.into_iter().map(Into::into).collect();
    let sphere = octahedral_sphere(4)
        .into_iter()
        .map(|p| p.map(|x| 0.25 * x));
    let parts = vec![
        ([-0.2, 0.0, 0.0], Shape::Ball(0.15)),
        ([0.2, 0.0, 0.0], Shape::Box([0.12, 0.1, 0.08], 0.0)),
        ([0.0, 0.0, 0.15], Shape::Capsule(0.1, 0.1)),
    ];
    vec![
        kind("ball", 0.25, Shape::Ball(0.25)),
        kind("capsule", 0.35, Shape::Capsule(0.2, 0.15)),
        kind("rounded box", 0.33, Shape::Box([0.2, 0.15, 0.1], 0.05)),
        kind("box", 0.36, Shape::Box([0.25, 0.2, 0.15], 0.0)),
        kind("hull of 66", 0.25, Shape::Hull(sphere.collect())),
        kind("cylinder", 0.29, Shape::Cylinder(0.2, 0.2)),
        kind("cone", 0.29, Shape::Cone(0.2, 0.2)),
        kind("ellipsoid", 0.3, Shape::Ellipsoid([0.3, 0.2, 0.15])),
        kind("compound", 0.4, Shape::Compound(parts)),
        kind("mesh", 4.0, Shape::Mesh(vertices, triangles)),
        kind("height field", 5.9, field(SIDE[usize::from(quick)])),
    ]
}

/// Hills of about two units across, in steps of 2^-10 so that fields of 16 bits hold them.
fn field(side: usize) -> Shape {
    let rng = &mut case_generator(3900, 0);
    let waves: Vec<[f64; 4]> = (0..6)
        .map(|_| [0; 4].map(|_| rng.between(-1.0, 1.0)))
        .collect();
    let spacing = 1.0 / 16.0;
    let at = |k: usize| spacing * (k as f64 - 0.5 * (side - 1) as f64);
    // A triangle wave needs no sine, which machines round differently.
    let wave = |x: f64| 4.0 * (x - (x + 0.5).floor()).abs() - 1.0;
    let heights = (0..side * side).map(|k| {
        let (x, y) = (at(k % side), at(k / side));
        let sum: f64 = waves
            .iter()
            .map(|w| 0.08 * w[0] * wave(0.5 * (w[1] * x + w[2] * y) + w[3]))
            .sum();
        (sum * 1024.0).round() / 1024.0
    });
    Shape::Field {
        heights: heights.collect(),
        side,
        spacing,
    }
}

impl Shape {
    /// Whether it is a ball of radius 0, whose straight casts are rays.
    pub fn is_point(&self) -> bool {
        matches!(self, Shape::Ball(radius) if *radius == 0.0)
    }

    /// As the library takes it.
    pub fn shared(&self) -> SharedBody {
        let body = match self {
            Shape::Ball(radius) => SharedBody::sphere(*radius),
            Shape::Capsule(half, radius) => SharedBody::capsule(*half, *radius),
            Shape::Box(half, radius) => SharedBody::new(hull(&cuboid(*half))).rounded(*radius),
            Shape::Hull(points) => Ok(SharedBody::new(hull(points))),
            Shape::Cylinder(half, radius) => Curved::cylinder(*half, *radius).map(SharedBody::from),
            Shape::Cone(half, radius) => Curved::cone(*half, *radius).map(SharedBody::from),
            Shape::Ellipsoid(radii) => Curved::ellipsoid(*radii).map(SharedBody::from),
            Shape::Compound(parts) => {
                let at = |p: &[f64; 3]| Pose::from_translation(Vector3::from(*p)).expect("finite");
                let parts: Vec<_> = parts.iter().map(|(p, s)| (s.shared(), at(p))).collect();
                SharedBody::compound(&parts)
            }
            Shape::Mesh(vertices, triangles) => {
                let vertices: Vec<_> = vertices.iter().map(|p| Vector3::from(*p)).collect();
                let options = TriangleMeshOptions::default();
                TriangleMesh::new(&vertices, triangles, &options).map(SharedBody::from)
            }
            Shape::Field {
                heights,
                side,
                spacing,
            } => {
                let low = -0.5 * spacing * (side - 1) as f64;
                HeightField::new(heights, *side, [*spacing; 2], [low; 2]).map(SharedBody::from)
            }
        };
        body.expect("sizes are finite and positive")
    }

    /// Returns the body at another size.
    pub fn scaled(&self, by: f64) -> Shape {
        let point = |p: &[f64; 3]| p.map(|x| by * x);
        let mut out = self.clone();
        match &mut out {
            Shape::Ball(radius) => *radius *= by,
            Shape::Capsule(half, radius)
            | Shape::Cylinder(half, radius)
            | Shape::Cone(half, radius) => (*half, *radius) = (by * *half, by * *radius),
            Shape::Box(half, radius) => (*half, *radius) = (point(half), by * *radius),
            Shape::Hull(points) | Shape::Mesh(points, _) => {
                points.iter_mut().for_each(|p| *p = point(p));
            }
            Shape::Ellipsoid(radii) => *radii = point(radii),
            Shape::Compound(parts) => parts.iter_mut().for_each(|(p, shape)| {
                (*p, *shape) = (point(p), shape.scaled(by));
            }),
            Shape::Field {
                heights, spacing, ..
            } => {
                heights.iter_mut().for_each(|z| *z *= by);
                *spacing *= by;
            }
        }
        out
    }

    /// A point of the body that others are led to: its centre, or a place of a surface.
    pub fn place(&self, rng: &mut SplitMix64) -> [f64; 3] {
        match self {
            Shape::Compound(parts) => rng.pick(parts).0,
            Shape::Mesh(vertices, _) => *rng.pick(vertices),
            Shape::Field {
                heights,
                side,
                spacing,
            } => {
                // Away from the rim.
                let [i, j] = [0; 2].map(|_| side / 8 + rng.below(3 * side / 4));
                let at = |k: usize| spacing * (k as f64 - 0.5 * (side - 1) as f64);
                [at(i), at(j), heights[j * side + i]]
            }
            _ => [0.0; 3],
        }
    }
}
