//! `time_of_impact` beside parry's casts and beside plain conservative advancement on the same poses
//! and distances, as Markdown tables for `docs/BENCHMARKS.md`.
//!
//! `cargo bench --bench time_of_impact [-- --test] [-- --bodies box,sphere66]`
//!
//! Each workload is made of random motions of a body against a copy of itself: B's centre flies
//! past A's through a ball of random size, and of the motions so drawn half are hits, half misses.
//! - `linear`: nothing turns; a flight of 6 radii.
//! - `turning`: each body turns by up to 180 degrees about a random axis.
//! - `spinning`: each body turns 1 to 20 times; a flight of 6 radii.
//!
//! The tolerance is 1e-6 of the body's radius; parry's non-linear cast has one of its own that cannot
//! be set, near 1e-15. Every query begins from an empty pair state.

mod support;

use interframe::{
    Motion, PairState, Polytope, Settings, TimeOfImpact, TimeOfImpactOptions, Verdict,
    plain_conservative_advancement, time_of_impact,
};
use parry3d_f64::math::{Pose as ParryPose, Vector};
use parry3d_f64::query::{
    NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
};
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies::{self, Body};
use support::contenders::{Contender, interframe_body, parry_body};
use support::flights::Flight;
use support::timing::{Effort, compare};
use twin::random::case_generator;

/// Half hits, half misses, none of which begin in contact.
fn flights(body: &Body, shape: &Polytope, turns: [f64; 2], count: usize) -> Vec<Flight> {
    let mut rng = case_generator(8, body.points.len() as u64);
    let (mut hits, mut misses) = (Vec::new(), Vec::new());
    while hits.len() < count / 2 || misses.len() < count / 2 {
        let flight = Flight::new(&mut rng, body, turns);
        let answer = ask(shape, &flight.motions(), &options(body), Way::Library);
        match answer.verdict {
            Verdict::Hit if answer.t_hi > 0.0 => hits.push(flight),
            Verdict::Separated => misses.push(flight),
            _ => {}
        }
    }
    hits.truncate(count / 2);
    misses.truncate(count / 2);
    let pairs = hits.into_iter().zip(misses);
    let mut all: Vec<Flight> = pairs.flat_map(|(hit, miss)| [hit, miss]).collect();
    rng.shuffle(&mut all);
    all
}

fn options(body: &Body) -> TimeOfImpactOptions {
    TimeOfImpactOptions {
        tolerance: Some(1e-6 * body.radius),
        ..TimeOfImpactOptions::default()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Library,
    Plain,
}

fn ask(
    shape: &Polytope,
    [a, b]: &[Motion; 2],
    options: &TimeOfImpactOptions,
    way: Way,
) -> TimeOfImpact {
    let mut state = PairState::default();
    match way {
        Way::Library => {
            let settings = Settings::default();
            time_of_impact(shape, a, shape, b, options, &mut state, &settings).expect("valid")
        }
        Way::Plain => plain_conservative_advancement(shape, a, shape, b, options, &mut state),
    }
}

struct Ours {
    name: &'static str,
    shape: Polytope,
    motions: Vec<[Motion; 2]>,
    options: TimeOfImpactOptions,
    way: Way,
}

impl Contender for Ours {
    fn name(&self) -> &str {
        self.name
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (motions, verdict) in self.motions.iter().zip(verdicts) {
            let answer = ask(&self.shape, motions, &self.options, self.way);
            *verdict = answer.verdict == Verdict::Hit;
        }
    }
}

struct ParryLinear {
    shape: ConvexPolyhedron,
    queries: Vec<([ParryPose; 2], Vector)>,
    options: ShapeCastOptions,
}

impl Contender for ParryLinear {
    fn name(&self) -> &str {
        "parry cast_shapes"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (([a, b], travel), verdict) in self.queries.iter().zip(verdicts) {
            let none = Vector::ZERO;
            let shape = &self.shape;
            *verdict = cast_shapes(a, none, shape, b, *travel, shape, self.options)
                .is_ok_and(|hit| hit.is_some());
        }
    }
}

struct ParryTurning {
    shape: ConvexPolyhedron,
    motions: Vec<[NonlinearRigidMotion; 2]>,
}

impl Contender for ParryTurning {
    fn name(&self) -> &str {
        "parry cast_shapes_nonlinear"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for ([a, b], verdict) in self.motions.iter().zip(verdicts) {
            let shape = &self.shape;
            *verdict = cast_shapes_nonlinear(a, shape, b, shape, 0.0, 1.0, true)
                .is_ok_and(|hit| hit.is_some());
        }
    }
}

fn contenders(body: &Body, flights: &[Flight], workload: &str) -> Vec<Box<dyn Contender>> {
    let ours = |name, way| {
        Box::new(Ours {
            name,
            shape: interframe_body(body),
            motions: flights.iter().map(Flight::motions).collect(),
            options: options(body),
            way,
        })
    };
    let mut out: Vec<Box<dyn Contender>> = vec![ours("interframe", Way::Library)];
    let shape = parry_body(body);
    if workload == "linear" {
        let query = |f: &Flight| (f.parry_poses(0.0), Vector::from(f.travel));
        out.push(Box::new(ParryLinear {
            shape,
            queries: flights.iter().map(query).collect(),
            options: ShapeCastOptions::with_max_time_of_impact(1.0),
        }));
        return out;
    }
    out.push(ours("plain advancement", Way::Plain));
    let motions = |f: &Flight| {
        let [a, b] = f.parry_poses(0.0);
        let motion =
            |start, travel, turn| NonlinearRigidMotion::new(start, Vector::ZERO, travel, turn);
        [
            motion(a, Vector::ZERO, Vector::from(f.turn[0])),
            motion(b, Vector::from(f.travel), Vector::from(f.turn[1])),
        ]
    };
    out.push(Box::new(ParryTurning {
        shape,
        motions: flights.iter().map(motions).collect(),
    }));
    out
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let quick = args.iter().any(|arg| arg == "--test");
    let value = |key: &str| {
        let at = args.iter().position(|arg| arg == key)?;
        Some(
            args.get(at + 1)
                .expect("a list of names, with commas")
                .clone(),
        )
    };
    let chosen = |key: &str, name: &str| {
        value(key).is_none_or(|list| list.split(',').any(|n| name.starts_with(n)))
    };
    let (count, rounds) = if quick { (20, 3) } else { (400, 31) };
    let effort = Effort {
        rounds,
        slice_s: if quick { 1e-4 } else { 4e-3 },
        budget_s: 4.0,
    };
    for (name, turns) in [
        ("linear", [0.0, 0.0]),
        ("turning", [0.0, 0.5]),
        ("spinning", [1.0, 20.0]),
    ] {
        if !chosen("--workloads", name) {
            continue;
        }
        println!("\n### {name}\n");
        let mut titled = false;
        for body in bodies::all() {
            if !chosen("--bodies", body.name) {
                continue;
            }
            let shape = interframe_body(&body);
            let flights = flights(&body, &shape, turns, count);
            let mut contenders = contenders(&body, &flights, name);
            let found = compare(&mut contenders, flights.len(), effort);
            if !titled {
                println!("| body | hits | {} |", found.names.join(" | "));
                println!("|---|---|{}", "---|".repeat(found.names.len()));
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
            println!(
                "| {} | {:.0}% | {} |",
                body.name,
                100.0 * found.hits,
                cells.join(" | ")
            );
        }
    }
}
