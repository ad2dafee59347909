//! `contact_manifold` beside parry's, in turns: pairs that overlap a little or are a little apart, and
//! bodies that lie flat on each other.
//!
//! `cargo bench --bench manifold [-- --test]`. Every query is of another pair: neither library has
//! anything from a frame before.

mod support;

use interframe::{PairState, Polytope, Pose, Settings, contact_manifold, distance};
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies::{self, Body};
use support::contenders::{Contender, interframe_body, parry_body, parry_pose, pose};
use support::timing::{Effort, compare};
use support::workloads::{Placement, Random};

/// Contacts are wanted across gaps up to this part of the radius.
const PREDICTION: f64 = 0.02;

struct Ours {
    body: Polytope,
    poses: Vec<[Pose; 2]>,
    prediction: f64,
}

impl Contender for Ours {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let settings = Settings::default();
        for ([a, b], verdict) in self.poses.iter().zip(verdicts) {
            let state = &mut PairState::default();
            let (body, prediction) = (&self.body, self.prediction);
            let found = contact_manifold(body, a, body, b, prediction, state, &settings);
            *verdict = std::hint::black_box(found).is_ok_and(|f| !f.points().is_empty());
        }
    }
}

struct Theirs {
    body: ConvexPolyhedron,
    poses: Vec<[ParryPose; 2]>,
    prediction: f64,
    manifold: ContactManifold<(), ()>,
}

impl Contender for Theirs {
    fn name(&self) -> &str {
        "parry"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for ([a, b], verdict) in self.poses.iter().zip(verdicts) {
            // Its memory stays, what it holds does not.
            self.manifold.clear();
            let _ = DefaultQueryDispatcher.contact_manifold_convex_convex(
                &a.inv_mul(b),
                &self.body,
                &self.body,
                None,
                None,
                self.prediction,
                &mut self.manifold,
            );
            *verdict = !std::hint::black_box(&self.manifold).points.is_empty();
        }
    }
}

/// Random orientations; B where its distance, or depth, is up to `PREDICTION` of the radius.
fn near(body: &Body, count: usize) -> Vec<[Placement; 2]> {
    let polytope = interframe_body(body);
    let settings = Settings::default();
    let mut random = Random(11);
    let mut out = Vec::new();
    while out.len() < count {
        let q = [0; 2].map(|_| random_quaternion(&mut random));
        let (direction, share) = (random.on_sphere(), 2.0 * random.unit() - 1.0);
        let here = Placement {
            p: [0.0; 3],
            q: q[0],
        };
        let at = |far: f64| Placement {
            p: direction.map(|x| x * far),
            q: q[1],
        };
        let gap = |far: f64| {
            let state = &mut PairState::default();
            distance(
                &polytope,
                &pose(&here),
                &polytope,
                &pose(&at(far)),
                state,
                &settings,
            )
            .map_or(0.0, |found| found.separation)
        };
        let (mut low, mut high) = (0.0, 2.1 * body.radius);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if gap(middle) > 0.0 {
                high = middle;
            } else {
                low = middle;
            }
        }
        out.push([here, at(high + share * 0.9 * PREDICTION * body.radius)]);
    }
    out
}

/// One face down on the other's, turned about the upright and moved to the side; a little deep or high.
fn flat(body: &Body, count: usize) -> Vec<[Placement; 2]> {
    let half = body.points.iter().map(|p| p[2]).fold(0.0, f64::max);
    let mut random = Random(12);
    (0..count)
        .map(|_| {
            let (sin, cos) = (std::f64::consts::PI * random.unit()).sin_cos();
            let mut side = || 0.3 * half * (2.0 * random.unit() - 1.0);
            let p = [side(), side(), 2.0 * half + 0.05 * side() * PREDICTION];
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

fn random_quaternion(random: &mut Random) -> [f64; 4] {
    loop {
        let q = [0; 4].map(|_| 2.0 * random.unit() - 1.0);
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm > 0.1 && norm <= 1.0 {
            return q.map(|x| x / norm);
        }
    }
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test");
    let effort = if quick {
        Effort {
            rounds: 3,
            slice_s: 1e-4,
            budget_s: 0.1,
        }
    } else {
        Effort {
            rounds: 101,
            slice_s: 2e-3,
            budget_s: 2.0,
        }
    };
    let count = if quick { 50 } else { 1000 };
    println!("| pairs | body | interframe | parry | with contacts | disagree |");
    println!("|---|---|---:|---:|---:|---:|");
    for body in bodies::all() {
        let mut kinds = vec![("near", near(&body, count))];
        if body.name.starts_with("box") {
            kinds.push(("flat", flat(&body, count)));
        }
        for (kind, pairs) in kinds {
            let prediction = PREDICTION * body.radius;
            let ours = Ours {
                body: interframe_body(&body),
                poses: pairs.iter().map(|[a, b]| [pose(a), pose(b)]).collect(),
                prediction,
            };
            let theirs = Theirs {
                body: parry_body(&body),
                poses: pairs
                    .iter()
                    .map(|[a, b]| [parry_pose(a), parry_pose(b)])
                    .collect(),
                prediction,
                manifold: ContactManifold::new(),
            };
            let mut all: Vec<Box<dyn Contender>> = vec![Box::new(ours), Box::new(theirs)];
            let figures = compare(&mut all, pairs.len(), effort);
            println!(
                "| {kind} | {} | {:.0} (1.00) | {:.0} ({:.2}) | {:.0}% | {} |",
                body.name,
                figures.ns[0],
                figures.ns[1],
                figures.ratio[1],
                100.0 * figures.hits,
                figures.disagreements[1],
            );
        }
    }
}
