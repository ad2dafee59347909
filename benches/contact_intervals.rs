//! `contact_intervals` beside parry asked at 1,000 poses of the frame, as Markdown tables for
//! `docs/measured/BENCHMARKS.md`, with how many contacts the poses miss.
//!
//! `cargo bench --bench contact_intervals [-- --test] [-- --bodies box,sphere66]`
//!
//! No library that we know gives the times at which contacts end: sampling is what engines do. Motions are
//! those of `time_of_impact`'s benchmark, half of them with a contact.
//! - `linear`: nothing turns; a flight of 6 radii.
//! - `turning`: each body turns by up to 180 degrees.
//! - `spinning`: each body turns 1 to 20 times.

mod support;

use interframe::{
    Contact, ContactInterval, ContactIntervals, Motion, PairState, Polytope, TimeOfImpactOptions,
    Verdict, contact_intervals,
};
use parry3d_f64::query::intersection_test;
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies::{self, Body};
use support::choice::Choice;
use support::contenders::{Contender, interframe_body, parry_body};
use support::flights::{Flight, halves};
use support::timing::compare;
use twin::random::{SplitMix64, case_generator};

/// Poses that parry is asked about.
const SAMPLES: u32 = 1_000;
/// More contacts than any of these frames has.
const ROOM: usize = 256;

fn ask(
    shape: &Polytope,
    [a, b]: &[Motion; 2],
    options: &TimeOfImpactOptions,
    out: &mut [ContactInterval],
) -> ContactIntervals {
    let state = &mut PairState::default();
    contact_intervals(
        &interframe::MovingPair::new(shape, a, shape, b),
        options,
        state,
        out,
    )
    .expect("valid")
}

fn options(body: &Body) -> TimeOfImpactOptions {
    TimeOfImpactOptions {
        tolerance: Some(1e-6 * body.radius),
        ..TimeOfImpactOptions::default()
    }
}

/// Half with a contact, half without.
fn flights(body: &Body, shape: &Polytope, turns: [f64; 2], count: usize) -> Vec<Flight> {
    let rng = &mut case_generator(10, body.points.len() as u64);
    let draw = &mut |rng: &mut SplitMix64| Flight::new(rng, body, turns);
    halves(rng, count, draw, &mut |flight| match ask(
        shape,
        &flight.motions(),
        &options(body),
        &mut [],
    )
    .verdict
    {
        Verdict::Hit => Some(true),
        Verdict::Separated => Some(false),
        Verdict::Undecided => None,
    })
}

struct Ours {
    shape: Polytope,
    motions: Vec<[Motion; 2]>,
    options: TimeOfImpactOptions,
    out: Vec<ContactInterval>,
}

impl Contender for Ours {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (motions, verdict) in self.motions.iter().zip(verdicts) {
            let answer = ask(&self.shape, motions, &self.options, &mut self.out);
            *verdict = answer.verdict == Verdict::Hit;
        }
    }
}

struct Sampling<'a> {
    shape: ConvexPolyhedron,
    flights: &'a [Flight],
}

impl Sampling<'_> {
    fn meets(&self, flight: &Flight, k: u32) -> bool {
        let [a, b] = flight.parry_poses(f64::from(k) / f64::from(SAMPLES));
        intersection_test(&a, &self.shape, &b, &self.shape).is_ok_and(|found| found.intersecting)
    }
}

impl Contender for Sampling<'_> {
    fn name(&self) -> &str {
        "parry intersection_test at 1,000 poses"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (flight, verdict) in self.flights.iter().zip(verdicts) {
            // Every pose: what is wanted is all contacts.
            let met = (0..=SAMPLES).filter(|&k| self.meets(flight, k)).count();
            *verdict = met > 0;
        }
    }
}

/// Contacts that are certified, those of them that no sample saw, and samples in contact outside every
/// interval.
fn missed(ours: &mut Ours, sampling: &Sampling<'_>) -> [usize; 3] {
    let [mut contacts, mut unseen, mut outside] = [0; 3];
    for (motions, flight) in ours.motions.iter().zip(sampling.flights) {
        let answer = ask(&ours.shape, motions, &ours.options, &mut ours.out);
        assert!(answer.is_whole());
        let list = &ours.out[..answer.count];
        let met: Vec<f64> = (0..=SAMPLES)
            .filter(|&k| sampling.meets(flight, k))
            .map(|k| f64::from(k) / f64::from(SAMPLES))
            .collect();
        let holds = |i: &ContactInterval, t: f64| i.enter[0] <= t && t <= i.exit[1];
        let certified = list.iter().filter(|i| i.contact != Contact::None);
        for interval in certified {
            contacts += 1;
            unseen += usize::from(!met.iter().any(|&t| holds(interval, t)));
        }
        outside += met
            .iter()
            .filter(|&&t| !list.iter().any(|i| holds(i, t)))
            .count();
    }
    [contacts, unseen, outside]
}

fn main() {
    let choice = Choice::from_args();
    let count = if choice.quick { 10 } else { 200 };
    for (workload, turns) in [
        ("linear", [0.0, 0.0]),
        ("turning", [0.0, 0.5]),
        ("spinning", [1.0, 20.0]),
    ] {
        if !choice.wants("--workloads", workload) {
            continue;
        }
        println!("\n### {workload}\n");
        println!(
            "| body | interframe | parry | contacts | missed by parry | parry's outside ours |"
        );
        println!("|---|---:|---:|---:|---:|---:|");
        for body in bodies::all() {
            // Larger ones take the peer minutes.
            if !choice.wants("--bodies", body.name) || body.points.len() > 264 {
                continue;
            }
            let count = match body.points.len() {
                264.. => count.min(40),
                _ => count,
            };
            let shape = interframe_body(&body);
            let flights = flights(&body, &shape, turns, count);
            let mut ours = Ours {
                motions: flights.iter().map(Flight::motions).collect(),
                options: options(&body),
                out: vec![ContactInterval::default(); ROOM],
                shape,
            };
            let sampling = Sampling {
                shape: parry_body(&body),
                flights: &flights,
            };
            let [contacts, unseen, outside] = missed(&mut ours, &sampling);
            let mut contenders: Vec<Box<dyn Contender + '_>> =
                vec![Box::new(ours), Box::new(sampling)];
            let found = compare(&mut contenders, flights.len(), choice.effort());
            println!(
                "| {} | {:.0} ns | {:.0} ns, x{:.0}, {} differ | {contacts} | {unseen} | {outside} |",
                body.name, found.ns[0], found.ns[1], found.ratio[1], found.disagreements[1],
            );
        }
    }
}
