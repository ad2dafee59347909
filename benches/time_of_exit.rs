//! `time_of_exit` beside an advancement by the margin of `contains` over the greatest speed, and beside
//! parry asked for every vertex of B at 100 poses, as Markdown tables for `docs/measured/BENCHMARKS.md`.
//!
//! `cargo bench --bench time_of_exit [-- --test] [-- --bodies box,sphere66]`
//!
//! B is A at a fifth of the size. It starts within half of A's inscribed ball, its centre flies, and of the
//! motions so drawn half leave, half stay.
//! - `linear`: nothing turns.
//! - `turning`: each body turns by up to 180 degrees about a random axis.
//! - `spinning`: A stays, B turns 1 to 20 times.
//!
//! The tolerance of both advancements is 1e-6 of B's radius. Neither peer proves anything: the advancement
//! steps in plain f64, and parry sees what is out at the poses it is asked about.

mod support;

use interframe::{ContainsOptions, Motion, PairState, Polytope, contains};
use nalgebra::Vector3;
use parry3d_f64::math::Vector;
use parry3d_f64::query::PointQuery;
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies::{self, Body};
use support::choice::Choice;
use support::contenders::{Contender, interframe_body, parry_body};
use support::exits::{ask_exit, exits, within};
use support::flights::Flight;
use support::timing::compare;

/// Poses that parry is asked about.
const SAMPLES: u32 = 100;

struct Ours {
    shapes: [Polytope; 2],
    motions: Vec<[Motion; 2]>,
}

impl Contender for Ours {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (motions, verdict) in self.motions.iter().zip(verdicts) {
            *verdict = ask_exit(&self.shapes, motions).verdict.may_leave();
        }
    }
}

/// A step is the margin over the greatest speed of B in A's frame.
struct Advancement<'a> {
    shapes: [Polytope; 2],
    flights: &'a [Flight],
}

impl Advancement<'_> {
    fn leaves(&self, flight: &Flight) -> bool {
        let [a, b] = &self.shapes;
        let tolerance = 1e-6 * b.bounding_radius();
        let travel = Vector3::from(flight.travel);
        let [turn_a, turn_b] = flight.turn.map(|turn| Vector3::from(turn).norm());
        let far = Vector3::from(flight.p).norm() + travel.norm() + b.reach();
        let fastest = travel.norm() + turn_a * far + turn_b * b.reach();
        let mut t = 0.0;
        loop {
            let [pose_a, pose_b] = flight.poses(t);
            let found = contains(
                &interframe::PosedPair::new(a, &pose_a, b, &pose_b),
                &ContainsOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid");
            let margin = found.margin.expect("bodies");
            if t >= 1.0 || margin <= tolerance {
                return margin <= tolerance;
            }
            t = (t + margin / fastest).min(1.0);
        }
    }
}

impl Contender for Advancement<'_> {
    fn name(&self) -> &str {
        "advancement by contains"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (flight, verdict) in self.flights.iter().zip(verdicts) {
            *verdict = self.leaves(flight);
        }
    }
}

struct Sampling<'a> {
    shape: ConvexPolyhedron,
    points: Vec<Vector>,
    flights: &'a [Flight],
}

impl Contender for Sampling<'_> {
    fn name(&self) -> &str {
        "parry contains_point at 100 poses"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (flight, verdict) in self.flights.iter().zip(verdicts) {
            *verdict = (1..=SAMPLES).any(|k| {
                let [a, b] = flight.parry_poses(f64::from(k) / f64::from(SAMPLES));
                let out = |p: &Vector| !self.shape.contains_point(&a, b * *p);
                self.points.iter().any(out)
            });
        }
    }
}

fn contenders<'a>(
    body: &Body,
    shapes: &[Polytope; 2],
    flights: &'a [Flight],
) -> Vec<Box<dyn Contender + 'a>> {
    let points = within(body).points;
    vec![
        Box::new(Ours {
            shapes: shapes.clone(),
            motions: flights.iter().map(Flight::motions).collect(),
        }),
        Box::new(Advancement {
            shapes: shapes.clone(),
            flights,
        }),
        Box::new(Sampling {
            shape: parry_body(body),
            points: points.iter().map(|&p| Vector::from(p)).collect(),
            flights,
        }),
    ]
}

fn main() {
    let choice = Choice::from_args();
    let count = if choice.quick { 10 } else { 200 };
    for (workload, turns) in [
        ("linear", [[0.0, 0.0]; 2]),
        ("turning", [[0.0, 0.5]; 2]),
        ("spinning", [[0.0, 0.0], [1.0, 20.0]]),
    ] {
        if !choice.wants("--workloads", workload) {
            continue;
        }
        println!("\n### {workload}\n");
        let mut titled = false;
        for body in bodies::all() {
            // Larger ones take the peers minutes.
            if !choice.wants("--bodies", body.name) || body.points.len() > 264 {
                continue;
            }
            let count = match body.points.len() {
                264.. => count.min(40),
                _ => count,
            };
            let shapes = [interframe_body(&body), interframe_body(&within(&body))];
            let flights = exits(&body, &shapes, turns, count);
            let looks: u32 = flights
                .iter()
                .map(|f| ask_exit(&shapes, &f.motions()).iterations)
                .sum();
            let mut contenders = contenders(&body, &shapes, &flights);
            let found = compare(&mut contenders, flights.len(), choice.effort());
            if !titled {
                println!("| body | looks | {} |", found.names.join(" | "));
                println!("|---|---:|{}", "---:|".repeat(found.names.len()));
                titled = true;
            }
            let cells: Vec<String> = (0..found.names.len())
                .map(|c| match c {
                    0 => format!("{:.0} ns", found.ns[0]),
                    _ => format!(
                        "{:.0} ns, x{:.2}, {} differ",
                        found.ns[c], found.ratio[c], found.disagreements[c]
                    ),
                })
                .collect();
            let mean = f64::from(looks) / flights.len() as f64;
            println!("| {} | {mean:.1} | {} |", body.name, cells.join(" | "));
        }
    }
}
