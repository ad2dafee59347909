//! Pairs about to touch, a little apart or a little in each other, for the benchmarks of contacts and depths.

use twin::random::SplitMix64;

use super::bodies::Body;
use super::contenders::{interframe_body, meets, pose};
use super::workloads::{Placement, Workload, bisect};

/// Random orientations, B in a random direction from A at the distance that `place` makes of that at which they touch.
pub fn about_contact(
    body: &Body,
    seed: u64,
    count: usize,
    mut place: impl FnMut(f64, &mut SplitMix64) -> f64,
) -> Workload {
    let shape = interframe_body(body);
    let mut random = SplitMix64(seed);
    let pairs = (0..count).map(|_| {
        let q = [random.quaternion(), random.quaternion()];
        let direction = random.direction();
        let at = |far: f64, q| Placement::new(direction.map(|x| x * far), q);
        let here = at(0.0, q[0]);
        let [_, touching] = bisect([0.0, 2.1 * body.radius], 40, |far| {
            meets([&shape, &shape], [&pose(&here), &pose(&at(far, q[1]))])
        });
        [here, at(place(touching, &mut random), q[1])]
    });
    Workload::of_pairs("contact", pairs)
}

/// Up to `prediction` apart or in each other.
pub fn near(body: &Body, count: usize, prediction: f64) -> Workload {
    about_contact(body, 11, count, |touching, random| {
        touching + 0.9 * prediction * (2.0 * random.unit() - 1.0)
    })
}

/// One face down on the other's, turned about the upright and moved to the side; a little deep or high.
pub fn flat(body: &Body, count: usize, prediction: f64) -> Workload {
    let half = body.points.iter().map(|p| p[2]).fold(0.0, f64::max);
    let mut random = SplitMix64(12);
    let pairs = (0..count).map(|_| {
        let (sin, cos) = (std::f64::consts::PI * random.unit()).sin_cos();
        let mut side = || 0.3 * half * (2.0 * random.unit() - 1.0);
        let lift = 0.05 * side() * prediction / body.radius;
        let place = |p, sin, cos| Placement::new(p, [0.0, 0.0, sin, cos]);
        let above = [side(), side(), 2.0 * half + lift];
        [place([0.0; 3], 0.0, 1.0), place(above, sin, cos)]
    });
    Workload::of_pairs("flat", pairs)
}
