//! `penetration` beside parry's `contact`, in turns: bodies that overlap, shallow (0.1% to 2% of the
//! distance at which they touch) and at any depth; and how far parry's depths are from ours.
//!
//! `cargo bench --bench penetration [-- --test]`.

mod support;

use interframe::{PairState, PenetrationOptions, Polytope, Pose, penetration};
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::contact;
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies;
use support::contacts::{Pairs, about_contact};
use support::contenders::{Contender, interframe_body, parry_body};
use support::timing::{Effort, compare};

struct Ours {
    body: Polytope,
    poses: Vec<[Pose; 2]>,
}

impl Ours {
    fn depth(&self, [a, b]: &[Pose; 2]) -> f64 {
        let found = penetration(
            &interframe::PosedPair::new(&self.body, a, &self.body, b),
            &PenetrationOptions::default(),
            &mut PairState::default(),
        );
        std::hint::black_box(found).map_or(0.0, |found| found.depth)
    }
}

impl Contender for Ours {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (at, verdict) in self.poses.iter().zip(verdicts) {
            *verdict = self.depth(at) > 0.0;
        }
    }
}

struct Theirs {
    body: ConvexPolyhedron,
    poses: Vec<[ParryPose; 2]>,
}

impl Theirs {
    fn depth(&self, [a, b]: &[ParryPose; 2]) -> Option<f64> {
        let found = contact(a, &self.body, b, &self.body, 0.0).ok().flatten();
        std::hint::black_box(found).map(|found| -found.dist)
    }
}

impl Contender for Theirs {
    fn name(&self) -> &str {
        "parry"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (at, verdict) in self.poses.iter().zip(verdicts) {
            *verdict = self.depth(at).is_some_and(|depth| depth > 0.0);
        }
    }
}

/// How far parry's depths are from ours: at most deeper, at most shallower, and how often it sees none.
fn differences(ours: &Ours, theirs: &Theirs) -> (f64, f64, usize) {
    let (mut deeper, mut shallower, mut missed) = (0.0f64, 0.0f64, 0);
    for (at, parry_at) in ours.poses.iter().zip(&theirs.poses) {
        let mine = ours.depth(at);
        match theirs.depth(parry_at) {
            Some(depth) => {
                deeper = deeper.max(depth - mine);
                shallower = shallower.max(mine - depth);
            }
            None => missed += 1,
        }
    }
    (deeper, shallower, missed)
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test");
    let (effort, count) = if quick {
        let effort = Effort {
            rounds: 3,
            slice_s: 1e-4,
            budget_s: 0.1,
        };
        (effort, 50)
    } else {
        let effort = Effort {
            rounds: 101,
            slice_s: 2e-3,
            budget_s: 2.0,
        };
        (effort, 400)
    };
    println!("| depth | body | interframe | parry | parry deeper by | shallower by | sees none |");
    println!("|---|---|---:|---:|---:|---:|---:|");
    for body in bodies::all() {
        for (depth, [least, most]) in [("shallow", [0.98, 0.999]), ("any", [0.0, 1.0])] {
            let placed = about_contact(&body, 7, count, |touching, random| {
                touching * (least + (most - least) * random.unit())
            });
            let pairs = Pairs::new(&placed);
            let ours = Ours {
                body: interframe_body(&body),
                poses: pairs.ours,
            };
            let theirs = Theirs {
                body: parry_body(&body),
                poses: pairs.parry,
            };
            let (deeper, shallower, missed) = differences(&ours, &theirs);
            let mut all: Vec<Box<dyn Contender>> = vec![Box::new(ours), Box::new(theirs)];
            let figures = compare(&mut all, placed.len(), effort);
            println!(
                "| {depth} | {} | {:.0} (1.00) | {:.0} ({:.2}) | {deeper:.0e} | {shallower:.0e} | {missed} of {count} |",
                body.name, figures.ns[0], figures.ns[1], figures.ratio[1],
            );
        }
    }
}
