//! One body of every kind, as plain data that each library makes its own body of.

use interframe::{
    Curved, HeightField, Polytope, Pose, SharedBody, TriangleMesh, TriangleMeshOptions,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use super::bodies::octahedral_sphere;
use super::shots::torus;

/// A body in its own frame; what has an axis has it along z.
#[derive(Clone)]
pub enum Shape {
    Ball {
        radius: f64,
    },
    Capsule {
        half_length: f64,
        radius: f64,
    },
    /// All points within `radius` of the box.
    Box {
        half: [f64; 3],
        radius: f64,
    },
    Hull {
        points: Vec<[f64; 3]>,
    },
    Cylinder {
        half_length: f64,
        radius: f64,
    },
    /// Its apex is at `half_length`.
    Cone {
        half_length: f64,
        radius: f64,
    },
    Ellipsoid {
        radii: [f64; 3],
    },
    Compound {
        parts: Vec<([f64; 3], Shape)>,
    },
    Mesh {
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
    },
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
    let (half_length, radius) = (0.2, 0.2);
    let part = |at, shape| (at, shape);
    let rounded = |half, radius| Shape::Box { half, radius };
    let capsule = |half_length, radius| Shape::Capsule {
        half_length,
        radius,
    };
    vec![
        kind("ball", 0.25, Shape::Ball { radius: 0.25 }),
        kind("capsule", 0.35, capsule(0.2, 0.15)),
        kind("rounded box", 0.33, rounded([0.2, 0.15, 0.1], 0.05)),
        kind("box", 0.36, rounded([0.25, 0.2, 0.15], 0.0)),
        kind(
            "hull of 66",
            0.25,
            Shape::Hull {
                points: octahedral_sphere(4)
                    .into_iter()
                    .map(|p| p.map(|x| 0.25 * x))
                    .collect(),
            },
        ),
        kind(
            "cylinder",
            0.29,
            Shape::Cylinder {
                half_length,
                radius,
            },
        ),
        kind(
            "cone",
            0.29,
            Shape::Cone {
                half_length,
                radius,
            },
        ),
        kind(
            "ellipsoid",
            0.3,
            Shape::Ellipsoid {
                radii: [0.3, 0.2, 0.15],
            },
        ),
        kind(
            "compound",
            0.4,
            Shape::Compound {
                parts: vec![
                    part([-0.2, 0.0, 0.0], Shape::Ball { radius: 0.15 }),
                    part([0.2, 0.0, 0.0], rounded([0.12, 0.1, 0.08], 0.0)),
                    part([0.0, 0.0, 0.15], capsule(0.1, 0.1)),
                ],
            },
        ),
        kind(
            "mesh",
            4.0,
            Shape::Mesh {
                vertices: vertices.into_iter().map(Into::into).collect(),
                triangles,
            },
        ),
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
    /// As the library takes it.
    pub fn shared(&self) -> SharedBody {
        let body = match self {
            &Shape::Ball { radius } => SharedBody::sphere(radius),
            &Shape::Capsule {
                half_length,
                radius,
            } => SharedBody::capsule(half_length, radius),
            Shape::Box { half, radius } => hull(&corners(*half)).rounded(*radius),
            Shape::Hull { points } => Ok(hull(points)),
            &Shape::Cylinder {
                half_length,
                radius,
            } => Curved::cylinder(half_length, radius).map(SharedBody::from),
            &Shape::Cone {
                half_length,
                radius,
            } => Curved::cone(half_length, radius).map(SharedBody::from),
            &Shape::Ellipsoid { radii } => Curved::ellipsoid(radii).map(SharedBody::from),
            Shape::Compound { parts } => {
                let at = |p: &[f64; 3]| Pose::from_translation(Vector3::from(*p)).expect("finite");
                let parts: Vec<_> = parts.iter().map(|(p, s)| (s.shared(), at(p))).collect();
                SharedBody::compound(&parts)
            }
            Shape::Mesh {
                vertices,
                triangles,
            } => {
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
            Shape::Ball { radius } => *radius *= by,
            Shape::Capsule {
                half_length,
                radius,
            }
            | Shape::Cylinder {
                half_length,
                radius,
            }
            | Shape::Cone {
                half_length,
                radius,
            } => {
                *half_length *= by;
                *radius *= by;
            }
            Shape::Box { half, radius } => {
                *half = point(half);
                *radius *= by;
            }
            Shape::Hull { points }
            | Shape::Mesh {
                vertices: points, ..
            } => points.iter_mut().for_each(|p| *p = point(p)),
            Shape::Ellipsoid { radii } => *radii = point(radii),
            Shape::Compound { parts } => parts.iter_mut().for_each(|(p, shape)| {
                *p = point(p);
                *shape = shape.scaled(by);
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
            Shape::Compound { parts } => rng.pick(parts).0,
            Shape::Mesh { vertices, .. } => *rng.pick(vertices),
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

pub fn corners(half: [f64; 3]) -> Vec<[f64; 3]> {
    let side = |k: usize, i: usize| if k >> i & 1 == 0 { -half[i] } else { half[i] };
    (0..8)
        .map(|k| [side(k, 0), side(k, 1), side(k, 2)])
        .collect()
}

fn hull(points: &[[f64; 3]]) -> SharedBody {
    let points: Vec<_> = points.iter().map(|p| Vector3::from(*p)).collect();
    SharedBody::new(Polytope::new(&points).expect("finite"))
}
