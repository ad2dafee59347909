//! Criterion's view of `penetration` beside parry's `contact`: bodies that overlap, shallow (0.1% to
//! 2% of the radius) and at any depth. Divide by the element throughput it prints.

mod support;

use std::time::Duration;

use criterion::{Criterion, Throughput};
use interframe::{Pose, Settings, Verdict, penetration};
use nalgebra::{Quaternion, Vector3};
use parry3d_f64::query::contact;
use support::bodies;
use support::contenders::{interframe_body, parry_body, parry_pose};
use support::workloads::{Placement, Random};

/// Pairs that overlap.
const PAIRS: usize = 400;

/// B's distance from A relative to the distance at which the bodies touch along that direction.
fn pairs(body: &bodies::Body, nearness: [f64; 2]) -> Vec<[Placement; 2]> {
    let polytope = interframe_body(body);
    let mut random = Random(7);
    let mut out = Vec::new();
    while out.len() < PAIRS {
        let q = [0; 2].map(|_| random_quaternion(&mut random));
        let direction = random.on_sphere();
        // From clearly apart towards A, until they touch.
        let (mut low, mut high) = (0.0, 2.1 * body.radius);
        let at = |distance: f64| Placement {
            p: direction.map(|x| x * distance),
            q: q[1],
        };
        let here = Placement {
            p: [0.0; 3],
            q: q[0],
        };
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            let met = penetration(
                &polytope,
                &pose(&here),
                &polytope,
                &pose(&at(middle)),
                &Settings::default(),
            );
            if met.is_ok_and(|found| found.verdict == Verdict::Hit) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let share = nearness[0] + (nearness[1] - nearness[0]) * random.unit();
        out.push([here, at(low * share)]);
    }
    out
}

fn random_quaternion(random: &mut Random) -> [f64; 4] {
    loop {
        let q = [0; 4].map(|_| 2.0 * random.unit() - 1.0);
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm > 0.1 && norm <= 1.0 {
            return q.map(|x| x / norm);
        }
    }
}

fn pose(at: &Placement) -> Pose {
    let [x, y, z, w] = at.q;
    Pose::new(Vector3::from(at.p), Quaternion::new(w, x, y, z)).expect("a unit quaternion")
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500))
        .configure_from_args();
    let settings = Settings::default();
    for body in bodies::all() {
        for (depth, nearness) in [("shallow", [0.98, 0.999]), ("any", [0.0, 1.0])] {
            let placed = pairs(&body, nearness);
            let ours = interframe_body(&body);
            let poses: Vec<_> = placed.iter().map(|[a, b]| [pose(a), pose(b)]).collect();
            let theirs = parry_body(&body);
            let parry: Vec<_> = placed
                .iter()
                .map(|[a, b]| [parry_pose(a), parry_pose(b)])
                .collect();
            let mut group = criterion.benchmark_group(format!("penetration-{depth}/{}", body.name));
            group.throughput(Throughput::Elements(PAIRS as u64));
            group.bench_function("interframe", |bencher| {
                bencher.iter(|| {
                    let depth = |[a, b]: &[Pose; 2]| {
                        penetration(&ours, a, &ours, b, &settings).map_or(0.0, |f| f.depth)
                    };
                    poses.iter().map(depth).sum::<f64>()
                });
            });
            group.bench_function("parry", |bencher| {
                bencher.iter(|| {
                    let depth = |at: &[_; 2]| {
                        contact(&at[0], &theirs, &at[1], &theirs, 0.0)
                            .ok()
                            .flatten()
                            .map_or(0.0, |c| -c.dist)
                    };
                    parry.iter().map(depth).sum::<f64>()
                });
            });
            group.finish();
            report_differences(&body, depth, &ours, &poses, &theirs, &parry);
        }
    }
    criterion.final_summary();
}

/// How far parry's depths are from ours, so that the figures are of the same answers.
fn report_differences(
    body: &bodies::Body,
    depth: &str,
    ours: &interframe::Polytope,
    poses: &[[Pose; 2]],
    theirs: &parry3d_f64::shape::ConvexPolyhedron,
    parry: &[[parry3d_f64::math::Pose; 2]],
) {
    let (mut deeper, mut shallower, mut missed) = (0.0f64, 0.0f64, 0);
    for ([a, b], at) in poses.iter().zip(parry) {
        let mine = penetration(ours, a, ours, b, &Settings::default()).map_or(0.0, |f| f.depth);
        match contact(&at[0], theirs, &at[1], theirs, 0.0).ok().flatten() {
            Some(found) => {
                deeper = deeper.max(-found.dist - mine);
                shallower = shallower.max(mine + found.dist);
            }
            None => missed += 1,
        }
    }
    println!(
        "penetration-{depth}/{}: parry is at most {deeper:.1e} deeper, {shallower:.1e} shallower, and sees no contact in {missed} of {PAIRS}",
        body.name
    );
}
