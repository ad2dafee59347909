//! Random solids at random poses, about half of them meeting.

use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::shapes::{cuboid, ellipsoid, octahedral, rock};

/// Two bodies at one pose each.
#[derive(Debug, Clone)]
pub struct PosedPair {
    pub family: &'static str,
    pub a: Vec<V3>,
    pub pose_a: Pose,
    pub b: Vec<V3>,
    pub pose_b: Pose,
    /// Set when the verdict is known from the construction.
    pub meets: Option<bool>,
}

/// Case `index` of a fixed endless list.
pub fn random_pair(index: u64) -> PosedPair {
    let mut rng = case_generator(1, index);
    let (family, a) = body(&mut rng);
    let (_, b) = body(&mut rng);
    place(&mut rng, family, a, b)
}

/// Evenly sampled ellipsoids of 38 to 258 points, up to twelve times as long as wide or as thin as
/// a twelfth, tilted in their own frames; every fourth pair one of the two a ball.
pub fn long_pair(index: u64) -> PosedPair {
    let mut rng = case_generator(7, index);
    let a = long_body(&mut rng);
    let b = if rng.below(4) == 0 {
        octahedral(4, [rng.between(0.5, 2.0); 3])
    } else {
        long_body(&mut rng)
    };
    place(&mut rng, "long", a, b)
}

fn long_body(rng: &mut SplitMix64) -> Vec<V3> {
    let n = *rng.pick(&[3, 4, 5, 8]);
    let size = rng.between(0.2, 1.0);
    let radii = [1.0, rng.between(1.0, 3.0), rng.between(1.0, 12.0)];
    let (tilt, shift) = (rng.quaternion(), [0; 3].map(|_| rng.between(-1.0, 1.0)));
    octahedral(n, radii)
        .iter()
        .map(|v| {
            let turned = rotated(&tilt, v);
            [0, 1, 2].map(|k| size * turned[k] + shift[k])
        })
        .collect()
}

fn place(rng: &mut SplitMix64, family: &'static str, a: Vec<V3>, b: Vec<V3>) -> PosedPair {
    let position = [0; 3].map(|_| rng.between(-10.0, 10.0));
    let pose_a = Pose {
        p: position,
        q: rng.quaternion(),
    };
    let q_b = rng.quaternion();
    // Along a random direction, from deep to clearly apart: half of these meet.
    let d = rng.direction();
    let reach = support(&a, &pose_a.q, &d) + support(&b, &q_b, &d.map(|x| -x));
    let distance = reach * rng.between(0.0, 1.2);
    PosedPair {
        family,
        a,
        pose_a,
        b,
        pose_b: Pose {
            p: [0, 1, 2].map(|k| position[k] + distance * d[k]),
            q: q_b,
        },
        meets: None,
    }
}

/// A solid of 4 to 66 points, now and then of 264 or 1,026.
fn body(rng: &mut SplitMix64) -> (&'static str, Vec<V3>) {
    let count = match rng.below(2000) {
        0 => 1026,
        1..5 => 264,
        _ => *rng.pick(&[4, 5, 6, 8, 12, 16, 20, 32, 48, 66]),
    };
    let size = rng.between(0.5, 2.0);
    let (family, unit) = match rng.below(4) {
        0 => ("sphere", ellipsoid(rng, count, [1.0; 3])),
        1 => ("ellipsoid", ellipsoid(rng, count, [1.0, 1.0, 8.0])),
        2 => ("box", cuboid([0; 3].map(|_| rng.between(0.1, 1.0)))),
        _ => ("rock", rock(rng, count)),
    };
    let scaled = unit.into_iter().map(|v| v.map(|x| x * size)).collect();
    (family, scaled)
}

/// Greatest n.(R v), rounded.
fn support(vertices: &[V3], q: &[f64; 4], n: &V3) -> f64 {
    let dots = vertices.iter().map(|v| {
        let r = rotated(q, v);
        r[0] * n[0] + r[1] * n[1] + r[2] * n[2]
    });
    dots.fold(f64::NEG_INFINITY, f64::max)
}

/// R(q) v for |q| = 1, rounded: v + 2 u x (u x v + w v).
pub fn rotated(q: &[f64; 4], v: &V3) -> V3 {
    let cross = |a: &V3, b: &V3| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let u = [q[0], q[1], q[2]];
    let uv = cross(&u, v);
    let inner = [0, 1, 2].map(|k| uv[k] + q[3] * v[k]);
    let outer = cross(&u, &inner);
    [0, 1, 2].map(|k| v[k] + 2.0 * outer[k])
}
