//! Shots of a small box at a torus of triangles.

use interframe::{Motion, Pose, SharedBody};
use nalgebra::Vector3;
use twin::random::SplitMix64;

use super::bodies::cuboid;
use super::contenders::hull;

/// Half a side of the box.
pub const HALF: f64 = 0.02;

/// Of radius 1 about a circle of radius 3.
pub fn torus(around: u32, along: u32) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let turn = |k: u32, of: u32| f64::from(k) * std::f64::consts::TAU / f64::from(of);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..around {
        for j in 0..along {
            let (s, c) = turn(i, around).sin_cos();
            let (u, v) = turn(j, along).sin_cos();
            vertices.push(Vector3::new((3.0 + v) * c, (3.0 + v) * s, u));
            let at = |i: u32, j: u32| (i % around) * along + j % along;
            let [p, q, r, s] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[p, q, r], [p, r, s]]);
        }
    }
    (vertices, triangles)
}

pub struct Shot {
    pub from: Vector3<f64>,
    pub by: Vector3<f64>,
    pub turn: Vector3<f64>,
}

impl Shot {
    fn start(&self) -> Pose {
        Pose::from_translation(self.from).expect("finite")
    }

    pub fn straight(&self) -> Motion {
        Motion::translation(self.start(), self.from + self.by).expect("finite")
    }

    pub fn turning(&self) -> Motion {
        let end = self.from + self.by;
        Motion::from_turn(self.start(), end, self.turn, Vector3::zeros()).expect("finite")
    }
}

/// What is shot.
pub fn block() -> SharedBody {
    SharedBody::new(hull(&cuboid([HALF; 3])))
}

/// From 2 outside of it towards a place of it, three in four through it.
pub fn shots(random: &mut SplitMix64, vertices: &[Vector3<f64>], count: usize) -> Vec<Shot> {
    let vector = |random: &mut SplitMix64| Vector3::from(random.direction());
    let shot = |_| {
        let target = vertices[random.below(vertices.len())] + vector(random) * 0.3;
        let direction = vector(random);
        let angle = random.between(0.5, 12.0);
        Shot {
            from: target - direction * 6.0,
            by: direction * random.between(4.0, 12.0),
            turn: vector(random) * angle,
        }
    };
    (0..count).map(shot).collect()
}
