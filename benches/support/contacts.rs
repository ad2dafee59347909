//! Pairs about to touch, a little apart or a little in each other, for the benchmarks of contacts and depths.

use interframe::{DistanceOptions, PairState, Pose, Verdict, distance};

use super::bodies::Body;
use super::contenders::{interframe_body, parry_pose, pose};
use super::workloads::{Placement, Random};

/// The poses of both bodies as both libraries take them.
pub struct Pairs {
    pub ours: Vec<[Pose; 2]>,
    pub parry: Vec<[parry3d_f64::math::Pose; 2]>,
}

impl Pairs {
    pub fn new(placed: &[[Placement; 2]]) -> Self {
        Pairs {
            ours: placed.iter().map(|at| at.each_ref().map(pose)).collect(),
            parry: placed
                .iter()
                .map(|at| at.each_ref().map(parry_pose))
                .collect(),
        }
    }
}

/// Random orientations, B in a random direction from A and there where `place` says, which is told how far
/// it is when they touch.
pub fn about_contact(
    body: &Body,
    seed: u64,
    count: usize,
    mut place: impl FnMut(f64, &mut Random) -> f64,
) -> Vec<[Placement; 2]> {
    let polytope = interframe_body(body);
    let mut random = Random(seed);
    let mut out = Vec::new();
    while out.len() < count {
        let q = [random.rotation(), random.rotation()];
        let direction = random.on_sphere();
        let here = Placement {
            p: [0.0; 3],
            q: q[0],
        };
        let at = |far: f64| Placement {
            p: direction.map(|x| x * far),
            q: q[1],
        };
        let (mut low, mut high) = (0.0, 2.1 * body.radius);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            let (a, b) = (pose(&here), pose(&at(middle)));
            let state = &mut PairState::default();
            let found = distance(
                &interframe::PosedPair::new(&polytope, &a, &polytope, &b),
                &DistanceOptions::default(),
                state,
            );
            if found.is_ok_and(|found| found.verdict == Verdict::Hit) {
                low = middle;
            } else {
                high = middle;
            }
        }
        out.push([here, at(place(high, &mut random))]);
    }
    out
}

/// Up to `prediction` apart or in each other.
pub fn near(body: &Body, count: usize, prediction: f64) -> Vec<[Placement; 2]> {
    about_contact(body, 11, count, |touching, random| {
        touching + 0.9 * prediction * (2.0 * random.unit() - 1.0)
    })
}

/// One face down on the other's, turned about the upright and moved to the side; a little deep or high.
pub fn flat(body: &Body, count: usize, prediction: f64) -> Vec<[Placement; 2]> {
    let half = body.points.iter().map(|p| p[2]).fold(0.0, f64::max);
    let mut random = Random(12);
    (0..count)
        .map(|_| {
            let (sin, cos) = (std::f64::consts::PI * random.unit()).sin_cos();
            let mut side = || 0.3 * half * (2.0 * random.unit() - 1.0);
            let lift = 0.05 * side() * prediction / body.radius;
            let p = [side(), side(), 2.0 * half + lift];
            let here = Placement {
                p: [0.0; 3],
                q: [0.0, 0.0, 0.0, 1.0],
            };
            let above = Placement {
                p,
                q: [0.0, 0.0, sin, cos],
            };
            [here, above]
        })
        .collect()
}
