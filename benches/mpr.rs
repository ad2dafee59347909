//! The signed distance of improved MPR beside the library's own distance (with the depth of pairs
//! that meet) and parry's `contact`, on unrelated pairs of which half meet: `cargo bench --bench mpr
//! [-- --test]`. Times, and how far MPR's answers are from the true ones.

mod support;

use interframe::{
    DistanceOptions, MprOptions, PairState, PenetrationOptions, Polytope, Pose, Route, Verdict,
    distance, mpr, penetration,
};
use parry3d_f64::query::{contact, intersection_test};
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies;
use support::contenders::{Contender, interframe_body, parry_body, parry_pose, pose};
use support::timing::{Effort, compare};
use support::workloads::{self, Size};

struct Pairs {
    body: Polytope,
    poses: Vec<[Pose; 2]>,
}

struct Mpr<'a>(&'a Pairs);

impl Contender for Mpr<'_> {
    fn name(&self) -> &str {
        "mpr"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let options = MprOptions::default();
        let body = &self.0.body;
        for ([a, b], verdict) in self.0.poses.iter().zip(verdicts) {
            let found = mpr(
                &interframe::PosedPair::new(body, a, body, b),
                &options,
                &mut PairState::default(),
            );
            *verdict = found.expect("valid").separation <= 0.0;
        }
    }
}

struct Measured<'a>(&'a Pairs);

impl Contender for Measured<'_> {
    fn name(&self) -> &str {
        "distance and penetration"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let body = &self.0.body;
        for ([a, b], verdict) in self.0.poses.iter().zip(verdicts) {
            *verdict = truth(body, a, b) <= 0.0;
        }
    }
}

/// The distance, or minus the depth.
fn truth(body: &Polytope, a: &Pose, b: &Pose) -> f64 {
    let state = &mut PairState::default();
    let found = distance(
        &interframe::PosedPair::new(body, a, body, b),
        &DistanceOptions::default(),
        state,
    )
    .expect("valid");
    match found.verdict {
        Verdict::Separated => found.separation,
        _ => {
            -(penetration(
                &interframe::PosedPair::new(body, a, body, b),
                &PenetrationOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid"))
            .depth
        }
    }
}

struct Parry {
    body: ConvexPolyhedron,
    poses: Vec<[parry3d_f64::math::Pose; 2]>,
}

impl Contender for Parry {
    fn name(&self) -> &str {
        "parry"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for ([a, b], verdict) in self.poses.iter().zip(verdicts) {
            let found = contact(a, &self.body, b, &self.body, f64::MAX)
                .ok()
                .flatten();
            *verdict = found.is_some_and(|contact| contact.dist <= 0.0);
        }
    }
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test" || arg == "--quick");
    let effort = Effort {
        rounds: if quick { 3 } else { 51 },
        slice_s: if quick { 1e-4 } else { 2e-3 },
        budget_s: 2.0,
    };
    println!("ns a query, in brackets times the first's:\n");
    println!(
        "| body | mpr | distance and penetration | parry | hits | disagree | by the portal | apart: above the true, median | most | inside: deeper, median |"
    );
    println!("|---|---:|---:|---:|---:|---|---:|---:|---:|---:|");
    for body in bodies::all() {
        let (a, b) = (parry_body(&body), parry_body(&body));
        let size = if quick { Size::Quick } else { Size::Full };
        let work = workloads::all(&body, size, &mut |x, y| {
            intersection_test(&parry_pose(x), &a, &parry_pose(y), &b)
                .is_ok_and(|answer| answer.intersecting)
        });
        let cold = &work[0].timed;
        let pairs = Pairs {
            body: interframe_body(&body),
            poses: cold
                .a
                .iter()
                .zip(&cold.b)
                .map(|(a, b)| [pose(a), pose(b)])
                .collect(),
        };
        let parry = Parry {
            body: parry_body(&body),
            poses: cold
                .a
                .iter()
                .zip(&cold.b)
                .map(|(a, b)| [parry_pose(a), parry_pose(b)])
                .collect(),
        };
        let mut contenders: Vec<Box<dyn Contender + '_>> = vec![
            Box::new(Mpr(&pairs)),
            Box::new(Measured(&pairs)),
            Box::new(parry),
        ];
        let found = compare(&mut contenders, pairs.poses.len(), effort);
        let cells: Vec<String> = (found.ns.iter().zip(&found.ratio))
            .map(|(ns, ratio)| format!("{ns:.0} ({ratio:.2})"))
            .collect();
        let disagree: usize = found.disagreements.iter().sum();
        println!(
            "| {} | {} | {:.0}% | {disagree} | {} |",
            body.name,
            cells.join(" | "),
            100.0 * found.hits,
            quality(&pairs),
        );
    }
}

/// Share by the portal; by how much, in sizes, MPR is above the true distance or deeper than the true
/// depth.
fn quality(pairs: &Pairs) -> String {
    let options = MprOptions::default();
    let (mut apart, mut inside, mut portal) = (Vec::new(), Vec::new(), 0);
    let body = &pairs.body;
    for [a, b] in &pairs.poses {
        let found = mpr(
            &interframe::PosedPair::new(body, a, body, b),
            &options,
            &mut PairState::default(),
        )
        .expect("valid");
        let (truth, size) = (truth(body, a, b), body.bounding_radius());
        portal += usize::from(found.route == Route::Portal);
        if truth > 0.0 {
            apart.push((found.separation - truth) / size);
        } else {
            inside.push((truth - found.separation) / size);
        }
    }
    apart.sort_by(f64::total_cmp);
    inside.sort_by(f64::total_cmp);
    format!(
        "{:.0}% | {:.1e} | {:.1e} | {:.1e}",
        100.0 * portal as f64 / pairs.poses.len() as f64,
        apart[apart.len() / 2].max(0.0),
        apart[apart.len() - 1].max(0.0),
        inside[inside.len() / 2].max(0.0),
    )
}
