//! Bodies of several pieces, each with the list of its pieces as bodies of their own.

use interframe::{
    Curved, HeightField, Motion, Polytope, Pose, SharedBody, TriangleMesh, TriangleMeshOptions,
};
use nalgebra::Vector3;
use twin::random::SplitMix64;

pub use crate::common::blocks::{SIDES, block};
use crate::common::quaternion;

/// A triangle.
pub type Corners = [Vector3<f64>; 3];

/// A body, and what it is the union of, in its own frame.
pub struct Whole {
    pub body: SharedBody,
    pub pieces: Vec<SharedBody>,
}

pub fn vector(random: &mut SplitMix64, length: f64) -> Vector3<f64> {
    Vector3::from(random.direction()) * length
}

/// Whether the way from a point by `by` crosses a triangle.
pub fn crosses(corners: &Corners, from: &Vector3<f64>, by: &Vector3<f64>) -> bool {
    let [a, b, c] = corners.map(|v| v - from);
    let up = face_normal(corners);
    let sides = [[a, b], [b, c], [c, a]].map(|[p, q]| by.dot(&p.cross(&q)));
    let is_inside = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
    up.dot(&a) * up.dot(&(a - by)) < 0.0 && is_inside
}

pub fn face_normal([a, b, c]: &Corners) -> Vector3<f64> {
    (b - a).cross(&(c - a)).normalize()
}

pub fn pose(random: &mut SplitMix64, far: f64) -> Pose {
    let q = random.quaternion();
    let q = if random.below(4) == 0 {
        [0.0, 0.0, 0.0, 1.0]
    } else {
        q
    };
    Pose::new(vector(random, far), quaternion(&q)).expect("a pose")
}

pub fn hull(random: &mut SplitMix64, size: f64) -> Polytope {
    let count = *random.pick(&[1, 2, 3, 4, 8, 20]);
    let sides = Vector3::new(
        1.0,
        *random.pick(&[1.0, 0.2]),
        *random.pick(&[1.0, 0.0, 0.4]),
    );
    let points = (0..count).map(|_| vector(random, size).component_mul(&sides));
    Polytope::new(&points.collect::<Vec<_>>()).expect("finite points")
}

/// A convex body of any kind that all queries take.
pub fn convex(random: &mut SplitMix64, size: f64) -> SharedBody {
    let radius = *random.pick(&[0.0, 0.0, 0.0, 0.3]) * size;
    SharedBody::new(hull(random, size))
        .rounded(radius)
        .expect("a radius")
}

/// The same body moved to a place of its frame.
fn moved(body: &SharedBody, place: &Pose) -> SharedBody {
    let core = body.core().expect("a polytope");
    let corners: Vec<_> = core.vertices().map(|v| place.transform_point(&v)).collect();
    let moved = Polytope::new(&corners).expect("finite points");
    SharedBody::new(moved)
        .rounded(body.radius())
        .expect("a radius")
}

pub fn compound(random: &mut SplitMix64, parts: usize) -> Whole {
    let mut pieces = Vec::new();
    let parts: Vec<_> = (0..parts)
        .map(|_| {
            let (size, far) = (random.between(0.1, 0.6), random.between(0.0, 1.5));
            let (body, place) = (convex(random, size), pose(random, far));
            pieces.push(match place == Pose::identity() {
                true => body.clone(),
                false => moved(&body, &place),
            });
            (body, place)
        })
        .collect();
    Whole {
        body: SharedBody::compound(&parts).expect("convex parts"),
        pieces,
    }
}

/// The vertices and triangles of a torus, closed.
pub fn torus(around: u32, along: u32, inner: f64) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let turn = |k: u32, of: u32| f64::from(k) * std::f64::consts::TAU / f64::from(of);
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..along {
            let (s, c) = turn(i, around).sin_cos();
            let (u, v) = turn(j, along).sin_cos();
            let r = 1.0 + inner * v;
            vertices.push(Vector3::new(r * c, r * s, inner * u));
            let at = |i: u32, j: u32| (i % around) * along + j % along;
            let [p, q, r, s] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[p, q, r], [p, r, s]]);
        }
    }
    (vertices, triangles)
}

pub fn mesh_of(vertices: &[Vector3<f64>], triangles: &[[u32; 3]], radius: f64) -> Whole {
    let mesh = TriangleMesh::new(vertices, triangles, &TriangleMeshOptions::default());
    let pieces = triangles.iter().map(|triangle| {
        let corners = triangle.map(|v| vertices[v as usize]);
        let hull = Polytope::new(&corners).expect("finite points");
        SharedBody::new(hull).rounded(radius).expect("a radius")
    });
    Whole {
        pieces: pieces.collect(),
        body: SharedBody::from(mesh.expect("a mesh"))
            .rounded(radius)
            .expect("a radius"),
    }
}

/// A torus, or triangles anywhere, some of them thin or none at all.
pub fn mesh(random: &mut SplitMix64) -> Whole {
    let radius = *random.pick(&[0.0, 0.0, 0.0, 0.05]);
    if random.flip() {
        let (around, along) = (3 + random.below(6) as u32, 3 + random.below(4) as u32);
        let (vertices, triangles) = torus(around, along, random.between(0.1, 0.6));
        return mesh_of(&vertices, &triangles, radius);
    }
    let count = 3 + random.below(20);
    let vertices: Vec<_> = (0..count)
        .map(|_| {
            let length = random.between(0.3, 1.5);
            vector(random, length)
        })
        .collect();
    let triangles: Vec<_> = (0..1 + random.below(40))
        .map(|_| [0; 3].map(|_| random.below(count) as u32))
        .collect();
    mesh_of(&vertices, &triangles, radius)
}

pub fn height_field(random: &mut SplitMix64) -> Whole {
    let (rows, columns) = (2 + random.below(7), 2 + random.below(7));
    let rough = *random.pick(&[0.0, 0.1, 1.0]);
    let heights: Vec<f64> = (0..rows * columns)
        .map(|_| match random.below(12) {
            0 => f64::NAN,
            _ => random.between(-rough, rough),
        })
        .collect();
    let (spacing, origin) = (
        [random.between(0.2, 0.5), 0.3],
        [-1.0, random.between(-1.0, 0.0)],
    );
    let field = HeightField::new(&heights, columns, spacing, origin).expect("a field");
    let vertex = |r: usize, c: usize| {
        let (x, y) = (c as f64 * spacing[0], r as f64 * spacing[1]);
        Vector3::new(origin[0] + x, origin[1] + y, heights[r * columns + c])
    };
    let mut pieces = Vec::new();
    for r in 0..rows - 1 {
        for c in 0..columns - 1 {
            let [p, q, s, t] = [
                vertex(r, c),
                vertex(r, c + 1),
                vertex(r + 1, c + 1),
                vertex(r + 1, c),
            ];
            for corners in [[p, q, s], [p, s, t]] {
                // A cell with a hole has neither triangle, but both have their numbers.
                let there = [p, q, s, t].iter().all(|v| !v.z.is_nan());
                let corners: &[Vector3<f64>] = if there { &corners } else { &[] };
                pieces.push(SharedBody::new(
                    Polytope::new(corners).expect("finite points"),
                ));
            }
        }
    }
    Whole {
        body: field.into(),
        pieces,
    }
}

/// A cylinder, a cone or an ellipsoid, alone or as the parts of a body.
pub fn curved(random: &mut SplitMix64) -> Whole {
    let body = |random: &mut SplitMix64| {
        let [a, b, c] = [0; 3].map(|_| random.between(0.1, 0.6));
        let body = match random.below(3) {
            0 => Curved::cylinder(a, b),
            1 => Curved::cone(a, b),
            _ => Curved::ellipsoid([a, b, c]),
        };
        SharedBody::from(body.expect("lengths"))
    };
    let pieces: Vec<_> = (0..1 + random.below(2)).map(|_| body(random)).collect();
    let here = Pose::identity();
    let parts: Vec<_> = pieces.iter().map(|body| (body.clone(), here)).collect();
    Whole {
        body: match &pieces[..] {
            [alone] => alone.clone(),
            _ => SharedBody::compound(&parts).expect("convex parts"),
        },
        pieces,
    }
}

/// Of any kind, now and then convex.
pub fn any(random: &mut SplitMix64) -> Whole {
    match random.below(4) {
        0 => {
            let body = convex(random, 0.7);
            Whole {
                pieces: vec![body.clone()],
                body,
            }
        }
        1 => {
            let parts = 1 + random.below(12);
            compound(random, parts)
        }
        2 => mesh(random),
        _ => height_field(random),
    }
}

pub fn motion(random: &mut SplitMix64, far: f64) -> Motion {
    let start = pose(random, far);
    let way = *random.pick(&[0.0, 0.1, 2.0, 5.0]);
    let to = start.translation() * *random.pick(&[1.0, 0.5, -0.5]) + vector(random, way);
    match random.below(3) {
        0 => Motion::translation(start, to),
        1 => {
            let angle = *random.pick(&[0.01, 0.5, 3.0, 9.0]);
            Motion::from_turn(start, to, vector(random, angle), vector(random, 0.3))
        }
        _ => Ok(Motion::fixed(start)),
    }
    .expect("a motion")
}
