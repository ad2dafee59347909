//! `closest_approach` beside parry's `distance` at 65 poses of the frame, as Markdown tables for `docs/measured/BENCHMARKS.md`, with
//! how much nearer the bodies come than any of these poses shows.
//!
//! `cargo bench --bench closest_approach [-- --test] [-- --bodies box,sphere66]`
//!
//! No library that we know gives the least distance of two motions: sampling is what is done. Motions are those of
//! `time_of_impact`'s benchmark, up to two radii farther aside, that do not meet; half of them come within half a radius.

mod support;

use interframe::{
    ClosestApproach, ClosestApproachOptions, Motion, PairState, Polytope, Verdict, closest_approach,
};
use nalgebra::Vector3;
use parry3d_f64::query::distance;
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies::{self, Body};
use support::choice::Choice;
use support::contenders::{Contender, interframe_body, parry_body};
use support::flights::{Flight, WORKLOADS, halves};
use support::timing::compare;
use twin::random::{SplitMix64, case_generator};

/// Parts of the frame between the poses that parry is asked about.
const SAMPLES: u32 = 64;
/// Near is within this part of the radius.
const NEAR: f64 = 0.5;

fn ask(
    shape: &Polytope,
    [a, b]: &[Motion; 2],
    options: &ClosestApproachOptions,
) -> ClosestApproach {
    let pair = interframe::MovingPair::new(shape, a, shape, b);
    closest_approach(&pair, options, &mut PairState::default()).expect("valid")
}

fn options(body: &Body) -> ClosestApproachOptions {
    ClosestApproachOptions {
        tolerance: Some(1e-6 * body.radius),
        ..ClosestApproachOptions::default()
    }
}

/// Apart all the way; half near, half not.
fn flights(body: &Body, shape: &Polytope, turns: [f64; 2], count: usize) -> Vec<Flight> {
    let rng = &mut case_generator(11, body.points.len() as u64);
    let draw = &mut |rng: &mut SplitMix64| {
        let mut flight = Flight::new(rng, body, turns);
        let way = Vector3::from(flight.travel).normalize();
        let start = Vector3::from(flight.p);
        let aside = (start - way * way.dot(&start)).normalize();
        flight.p = (start + aside * (2.0 * body.radius * rng.unit())).into();
        flight
    };
    halves(rng, count, draw, &mut |flight| {
        let found = ask(shape, &flight.motions(), &options(body));
        let apart = found.verdict == Verdict::Separated;
        apart.then_some(found.distance <= NEAR * body.radius)
    })
}

struct Ours {
    shape: Polytope,
    motions: Vec<[Motion; 2]>,
    options: ClosestApproachOptions,
    near: f64,
}

impl Contender for Ours {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (motions, verdict) in self.motions.iter().zip(verdicts) {
            *verdict = ask(&self.shape, motions, &self.options).distance <= self.near;
        }
    }
}

struct Sampling<'a> {
    shape: ConvexPolyhedron,
    flights: &'a [Flight],
    near: f64,
}

impl Sampling<'_> {
    fn least(&self, flight: &Flight) -> f64 {
        let at = |k: u32| {
            let [a, b] = flight.parry_poses(f64::from(k) / f64::from(SAMPLES));
            let found = distance(&a, &self.shape, &b, &self.shape);
            found.expect("supported shapes").distance
        };
        (0..=SAMPLES).map(at).fold(f64::INFINITY, f64::min)
    }
}

impl Contender for Sampling<'_> {
    fn name(&self) -> &str {
        "parry distance at 65 poses"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (flight, verdict) in self.flights.iter().zip(verdicts) {
            *verdict = self.least(flight) <= self.near;
        }
    }
}

/// How far the samples' least distances are above ours, in radii: in the middle and at worst.
fn missed(ours: &Ours, sampling: &Sampling<'_>, radius: f64) -> [f64; 2] {
    let flights = ours.motions.iter().zip(sampling.flights);
    let mut off: Vec<f64> = flights
        .map(|(motions, flight)| {
            let found = ask(&ours.shape, motions, &ours.options);
            let theirs = sampling.least(flight);
            assert!(
                theirs >= found.lower_bound - 1e-6 * radius,
                "{theirs} {found:?}"
            );
            (theirs - found.distance).max(0.0) / radius
        })
        .collect();
    off.sort_by(f64::total_cmp);
    [off[off.len() / 2], off[off.len() - 1]]
}

fn main() {
    let choice = Choice::from_args();
    let count = if choice.quick { 10 } else { 200 };
    for (workload, turns) in WORKLOADS {
        if !choice.wants("--workloads", workload) {
            continue;
        }
        println!("\n### {workload}\n");
        println!(
            "| body | interframe | parry at 65 poses | its least distance too large by, radii: median | worst |"
        );
        println!("|---|---:|---:|---:|---:|");
        for body in bodies::all() {
            // Larger ones take the peer minutes.
            if !choice.wants("--bodies", body.name) || body.points.len() > 264 {
                continue;
            }
            let shape = interframe_body(&body);
            let flights = flights(&body, &shape, turns, count);
            let near = NEAR * body.radius;
            let ours = Ours {
                motions: flights.iter().map(Flight::motions).collect(),
                options: options(&body),
                shape,
                near,
            };
            let sampling = Sampling {
                shape: parry_body(&body),
                flights: &flights,
                near,
            };
            let [median, worst] = missed(&ours, &sampling, body.radius);
            let mut contenders: Vec<Box<dyn Contender + '_>> =
                vec![Box::new(ours), Box::new(sampling)];
            let found = compare(&mut contenders, flights.len(), choice.effort());
            println!(
                "| {} | {:.0} ns | {:.0} ns, x{:.2}, {} of {} differ in what is near | {median:.1e} | {worst:.1e} |",
                body.name,
                found.ns[0],
                found.ns[1],
                found.ratio[1],
                found.disagreements[1],
                flights.len(),
            );
        }
    }
}
