//! The library of 20 convex shapes, from the tetrahedron (4 corners) to a sphere of 264. Up to 24 corners
//! they are classical; the larger ones are revolved from random segments.

use std::f64::consts::{PI, TAU};

use interframe::Polytope;
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

/// A convex body whose corners lie within `radius` of its origin, one of them on that sphere.
pub struct Shape {
    pub name: &'static str,
    pub points: Vec<[f64; 3]>,
    pub polytope: Polytope,
}

/// Rings and steps of the revolved ones.
const REVOLVED: [(&str, usize, usize); 9] = [
    ("revolved 32", 4, 8),
    ("revolved 40", 4, 10),
    ("revolved 50", 5, 10),
    ("revolved 66", 6, 11),
    ("revolved 84", 7, 12),
    ("revolved 104", 8, 13),
    ("revolved 135", 9, 15),
    ("revolved 170", 10, 17),
    ("revolved 216", 12, 18),
];

/// All twenty, by number of corners.
pub fn library(radius: f64) -> Vec<Shape> {
    let mut out: Vec<(&'static str, Vec<[f64; 3]>)> = vec![
        ("tetrahedron", signs(|s| s[0] * s[1] * s[2] > 0.0)),
        ("pyramid", pyramid()),
        ("octahedron", cyclic(&[[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]])),
        ("cube", signs(|_| true)),
        ("pentagonal prism", rings(&[[0.8, 0.6], [0.8, -0.6]], 5)),
        ("icosahedron", icosahedron()),
        ("rhombic dodecahedron", rhombic_dodecahedron()),
        ("octagonal prism", rings(&[[0.8, 0.6], [0.8, -0.6]], 8)),
        ("dodecahedron", dodecahedron()),
        ("truncated octahedron", truncated_octahedron()),
    ];
    let rng = &mut case_generator(19, 0);
    for (name, count, steps) in REVOLVED {
        out.push((name, rings(&random_segments(rng, count), steps)));
    }
    let sphere: Vec<[f64; 2]> = (0..12)
        .map(|i| on_circle(PI * (i as f64 + 0.5) / 12.0))
        .collect();
    out.push(("sphere 264", rings(&sphere, 22)));
    out.into_iter()
        .map(|(name, points)| shape(name, points, radius))
        .collect()
}

fn shape(name: &'static str, points: Vec<[f64; 3]>, radius: f64) -> Shape {
    let norm = |p: &[f64; 3]| Vector3::from(*p).norm();
    let reach = points.iter().map(norm).fold(0.0, f64::max);
    let points: Vec<[f64; 3]> = points
        .into_iter()
        .map(|p| p.map(|x| x * radius / reach))
        .collect();
    let vectors: Vec<Vector3<f64>> = points.iter().map(|&p| p.into()).collect();
    let polytope = Polytope::new(&vectors).expect("finite points");
    assert_eq!(
        polytope.vertex_count(),
        points.len(),
        "{name}: every point is a corner"
    );
    Shape {
        name,
        points,
        polytope,
    }
}

/// Distance from the axis and height.
fn on_circle(angle: f64) -> [f64; 2] {
    [angle.sin(), angle.cos()]
}

/// A chain of segments with corners at random angles of half an ellipse of random axes.
fn random_segments(rng: &mut SplitMix64, count: usize) -> Vec<[f64; 2]> {
    let axes = [rng.between(0.5, 1.0), rng.between(0.5, 1.0)];
    (0..count)
        .map(|i| {
            let [r, z] = on_circle(PI * (i as f64 + rng.between(0.1, 0.9)) / count as f64);
            [axes[0] * r, axes[1] * z]
        })
        .collect()
}

/// A profile of (distance from the axis, height), revolved in `steps`.
fn rings(profile: &[[f64; 2]], steps: usize) -> Vec<[f64; 3]> {
    let ring = |&[r, z]: &[f64; 2]| {
        (0..steps).map(move |k| {
            let (sin, cos) = (TAU * k as f64 / steps as f64).sin_cos();
            [r * cos, r * sin, z]
        })
    };
    profile.iter().flat_map(ring).collect()
}

/// The corners of the cube that `keep` keeps.
fn signs(keep: impl Fn([f64; 3]) -> bool) -> Vec<[f64; 3]> {
    let corner = |i: usize| [0, 1, 2].map(|bit| if i >> bit & 1 == 0 { 1.0 } else { -1.0 });
    (0..8).map(corner).filter(|&s| keep(s)).collect()
}

/// Every point with its coordinates moved round once and twice.
fn cyclic(points: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let turn = |&[x, y, z]: &[f64; 3]| [[x, y, z], [z, x, y], [y, z, x]];
    points.iter().flat_map(turn).collect()
}

fn pyramid() -> Vec<[f64; 3]> {
    let mut points = rings(&[[0.9, -0.4]], 4);
    points.push([0.0, 0.0, 1.0]);
    points
}

fn golden() -> f64 {
    f64::midpoint(1.0, 5f64.sqrt())
}

fn icosahedron() -> Vec<[f64; 3]> {
    let g = golden();
    cyclic(&[
        [0.0, 1.0, g],
        [0.0, 1.0, -g],
        [0.0, -1.0, g],
        [0.0, -1.0, -g],
    ])
}

fn dodecahedron() -> Vec<[f64; 3]> {
    let (g, h) = (golden(), golden().recip());
    let mut points = signs(|_| true);
    points.extend(cyclic(&[
        [0.0, h, g],
        [0.0, h, -g],
        [0.0, -h, g],
        [0.0, -h, -g],
    ]));
    points
}

fn rhombic_dodecahedron() -> Vec<[f64; 3]> {
    let mut points = signs(|_| true);
    points.extend(cyclic(&[[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]]));
    points
}

fn truncated_octahedron() -> Vec<[f64; 3]> {
    let mut points = Vec::new();
    for [x, y] in [[1.0, 2.0], [1.0, -2.0], [-1.0, 2.0], [-1.0, -2.0]] {
        points.extend(cyclic(&[[0.0, x, y], [0.0, y, x]]));
    }
    points
}
