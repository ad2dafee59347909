//! `contact_manifold` beside parry's, in turns: pairs that overlap a little or are a little apart, and
//! bodies that lie flat on each other.
//!
//! `cargo bench --bench manifold [-- --test]`. Every query is of another pair: neither library has
//! anything from a frame before.

mod support;

use interframe::{ContactManifoldOptions, PairState, Polytope, Pose, contact_manifold};
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies;
use support::contacts::{Pairs, flat, near};
use support::contenders::{Contender, interframe_body, parry_body};
use support::timing::{Effort, compare};

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
        for ([a, b], verdict) in self.poses.iter().zip(verdicts) {
            let state = &mut PairState::default();
            let (body, prediction) = (&self.body, self.prediction);
            let found = contact_manifold(
                &interframe::PosedPair::new(body, a, body, b),
                &ContactManifoldOptions {
                    prediction,
                    ..ContactManifoldOptions::default()
                },
                state,
            );
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
        let prediction = PREDICTION * body.radius;
        let mut kinds = vec![("near", near(&body, count, prediction))];
        if body.name.starts_with("box") {
            kinds.push(("flat", flat(&body, count, prediction)));
        }
        for (kind, placed) in kinds {
            let pairs = Pairs::new(&placed);
            let ours = Ours {
                body: interframe_body(&body),
                poses: pairs.ours,
                prediction,
            };
            let theirs = Theirs {
                body: parry_body(&body),
                poses: pairs.parry,
                prediction,
                manifold: ContactManifold::new(),
            };
            let mut all: Vec<Box<dyn Contender>> = vec![Box::new(ours), Box::new(theirs)];
            let figures = compare(&mut all, placed.len(), effort);
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
