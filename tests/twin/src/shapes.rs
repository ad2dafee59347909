//! Vertex lists: round, long, boxy, irregular, flat, thin, single and none.

use crate::place::V3;
use crate::random::SplitMix64;

/// Points on a sphere of radius 1, times `radii`.
pub fn ellipsoid(rng: &mut SplitMix64, count: usize, radii: V3) -> Vec<V3> {
    (0..count)
        .map(|_| {
            let d = rng.direction();
            [0, 1, 2].map(|k| d[k] * radii[k])
        })
        .collect()
}

/// The octahedron with every edge cut into `n`, blown up to a sphere of radius 1, times `radii`:
/// 4 n^2 + 2 points, evenly spread.
pub fn octahedral(n: i32, radii: V3) -> Vec<V3> {
    let mut points = Vec::new();
    for i in -n..=n {
        for j in -(n - i.abs())..=(n - i.abs()) {
            let k = n - i.abs() - j.abs();
            for k in if k == 0 { vec![0] } else { vec![-k, k] } {
                let p = [i, j, k].map(f64::from);
                let norm = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
                points.push([0, 1, 2].map(|axis| radii[axis] * (p[axis] / norm)));
            }
        }
    }
    points
}

pub fn cuboid(half: V3) -> Vec<V3> {
    (0..8)
        .map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] }))
        .collect()
}

/// Directions at irregular radii; not every point is a corner.
pub fn rock(rng: &mut SplitMix64, count: usize) -> Vec<V3> {
    (0..count)
        .map(|_| {
            let radius = rng.between(0.6, 1.0);
            rng.direction().map(|x| x * radius)
        })
        .collect()
}

/// Points of the unit circle in the plane z = 0.
pub fn polygon(rng: &mut SplitMix64, count: usize) -> Vec<V3> {
    (0..count)
        .map(|_| {
            loop {
                let (x, y) = (rng.between(-1.0, 1.0), rng.between(-1.0, 1.0));
                let sq = x * x + y * y;
                if (0.01..=1.0).contains(&sq) {
                    return [x / sq.sqrt(), y / sq.sqrt(), 0.0];
                }
            }
        })
        .collect()
}

/// A polygon drawn out along z.
pub fn prism(rng: &mut SplitMix64, sides: usize, half_height: f64) -> Vec<V3> {
    let base = polygon(rng, sides);
    let at = |z: f64| base.iter().map(move |p| [p[0], p[1], z]);
    at(-half_height).chain(at(half_height)).collect()
}
