//! The level: a closed room of triangles with bumps on all sides, and what stands in it.

use interframe_rapier::f64::rapier::math::Vector;

use crate::truth::{Ball, Gap, Slab, of_triangle};

/// Half of the room's side.
pub const ARENA: f64 = 20.0;
pub const RADIUS: f64 = 0.05;
/// Half extents of a bar, which turns about its middle and z.
pub const BAR: [f64; 3] = [5.0, 0.05, 2.0];
/// Cells along a side of the room.
const CELLS: usize = 12;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        low + (high - low) * ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn point(&mut self, size: f64) -> Vector {
        let mut coordinate = || self.between(-size, size);
        Vector::new(coordinate(), coordinate(), coordinate())
    }
}

pub struct Level {
    pub vertices: Vec<Vector>,
    pub triangles: Vec<[u32; 3]>,
}

impl Level {
    /// A grid on each side of a cube; inner vertices of a side are pushed out of the room, so that it holds the cube.
    pub fn new(random: &mut Random) -> Self {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for side in 0..6 {
            let first = vertices.len() as u32;
            let (axis, sign) = (side % 3, if side < 3 { 1.0 } else { -1.0 });
            for (i, j) in (0..=CELLS).flat_map(|i| (0..=CELLS).map(move |j| (i, j))) {
                let along = |k: usize| ARENA * (2.0 * k as f64 / CELLS as f64 - 1.0);
                let is_rim = i % CELLS == 0 || j % CELLS == 0;
                let out = if is_rim {
                    0.0
                } else {
                    random.between(0.0, 2.0)
                };
                let mut p = [0.0; 3];
                p[axis] = sign * (ARENA + out);
                (p[(axis + 1) % 3], p[(axis + 2) % 3]) = (along(i), along(j));
                vertices.push(Vector::from(p));
            }
            let row = CELLS as u32 + 1;
            for (i, j) in (0..row - 1).flat_map(|i| (0..row - 1).map(move |j| (i, j))) {
                let at = |i: u32, j: u32| first + i * row + j;
                triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
        Level {
            vertices,
            triangles,
        }
    }

    /// The least gap between a ball and the level.
    pub fn gap(&self, ball: &Ball) -> Gap {
        let reach = RADIUS + 0.1;
        let (low, high) = (
            ball.from.min(ball.to) - reach,
            ball.from.max(ball.to) + reach,
        );
        let mut all = Gap::NONE;
        for corners in &self.triangles {
            let t = corners.map(|v| self.vertices[v as usize]);
            let (least, most) = (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
            if least.cmple(high).all() && most.cmpge(low).all() {
                all = all.and(of_triangle(ball, &t, RADIUS));
            }
        }
        all
    }

    /// Whether a point is beyond the bumps, or beyond the triangle over it: no ray outwards meets the level.
    pub fn is_outside(&self, p: Vector) -> bool {
        let crossings = self.triangles.iter().filter(|corners| {
            let [a, b, c] = corners.map(|v| self.vertices[v as usize] - p);
            // Along a way that is no axis, so that it passes through no edge.
            let way = Vector::new(0.391, 0.517, 0.761);
            let side = |a: Vector, b: Vector| way.dot(a.cross(b)) > 0.0;
            let sides = [side(a, b), side(b, c), side(c, a)];
            let normal = (b - a).cross(c - a);
            (sides == [true; 3] || sides == [false; 3])
                && (a.dot(normal) > 0.0) == (way.dot(normal) > 0.0)
        });
        crossings.count() % 2 == 0
    }
}

/// The middles of the bars.
pub fn bars() -> Vec<Vector> {
    let places =
        [-12.0, 0.0, 12.0].map(|x| [-11.0, 11.0].map(|y| Vector::new(x, y, 0.5 * x + 4.0)));
    places.into_iter().flatten().collect()
}

/// Thin plates.
pub fn sensors() -> Vec<Slab> {
    let plate = |x: f64, y: f64, z: f64, half: [f64; 3]| Slab {
        center: Vector::new(x, y, z),
        half,
    };
    vec![
        plate(0.0, 0.0, -15.0, [6.0, 6.0, 0.005]),
        plate(0.0, 0.0, 17.0, [6.0, 6.0, 0.005]),
        plate(18.0, 0.0, 0.0, [0.005, 6.0, 6.0]),
        plate(-18.0, 0.0, -10.0, [0.005, 6.0, 6.0]),
    ]
}
