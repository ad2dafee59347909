//! Queries of two motions. Every query begins from an empty pair state; tolerances are 1e-6 of the body's radius.

use interframe::{
    ClosestApproachOptions, Contact, ContactInterval, ContainsOptions, Motion, MovingPair,
    PairState, Polytope, PosedPair, Verdict, closest_approach, contact_intervals, contains,
};
use nalgebra::Vector3;
use parry3d_f64::math::Vector;
use parry3d_f64::query::{PointQuery, distance, intersection_test};
use twin::random::SplitMix64;

use super::More;
use crate::support::bodies::Body;
use crate::support::casts::{Cast, Caster, casters, differences};
use crate::support::contenders::{interframe_body, moving, parry_body};
use crate::support::driver::{Contender, Driver};
use crate::support::flights::{
    Flight, WORKLOADS, ask_exit, exits, flights, halves, options, within,
};

/// Larger bodies take the peers minutes.
const LARGEST: usize = 264;
/// Parts of the frame between the poses that `distance` is asked about in place of `closest_approach`.
const APPROACH_SAMPLES: u32 = 64;
/// Those at which `intersection_test` is asked in place of `contact_intervals`.
const CONTACT_SAMPLES: u32 = 1_000;
/// Those at which the vertices are asked in place of `time_of_exit`.
const EXIT_SAMPLES: u32 = 100;
/// Bodies come near within this part of the radius.
const NEAR: f64 = 0.5;

/// The workloads and the bodies of at most so many corners that the command line chose, each with each.
fn chosen<T: Copy>(
    driver: &Driver,
    workloads: &[(&'static str, T)],
    most: usize,
) -> Vec<(&'static str, T, Body)> {
    let mut out = Vec::new();
    for &(name, turns) in workloads {
        if driver.wants("--workloads", name) {
            let bodies = driver.bodies(most).into_iter();
            out.extend(bodies.map(|body| (name, turns, body)));
        }
    }
    out
}

/// Half hits, half misses of a body past itself: parry's casts, and plain conservative advancement on the same poses and
/// distances. After the times, for each other: hits missed (given up), misses called hits, and how far times are off in
/// the middle and at worst.
pub fn time_of_impact_table(driver: &mut Driver, more: &More<'_>) {
    let count = if driver.quick { 20 } else { 400 };
    for (workload, turns, body) in chosen(driver, &WORKLOADS, usize::MAX) {
        let flights = flights(&body, &interframe_body(&body), turns, count);
        let mut all = casters(&body, &flights, workload);
        all.extend(
            more.time_of_impact
                .map_or(Vec::new(), |more| more(&body, &flights, workload)),
        );
        let said = |caster: &mut Caster| -> Vec<Cast> {
            (0..flights.len()).map(&mut caster.cast).collect()
        };
        let answers: Vec<Vec<Cast>> = all.iter_mut().map(said).collect();
        let titles: Vec<String> = all
            .iter()
            .map(|caster| format!("{} off", caster.name))
            .collect();
        let notes = (1..all.len()).map(|k| (&*titles[k], differences(&answers[0], &answers[k])));
        let notes: Vec<(&str, String)> = notes.collect();
        let timed = all.into_iter().map(|mut caster| {
            Contender::each(caster.name, move |k| {
                matches!((caster.cast)(k), Cast::Hit(_))
            })
        });
        let labels = [("workload", workload), ("body", body.name)];
        driver.measure(
            "time_of_impact",
            &labels,
            flights.len(),
            timed.collect(),
            &notes,
        );
    }
}

/// Every contact of a frame beside parry at 1,000 poses of it. No library that we know computes when contacts end:
/// sampling is what engines do. Half of the flights have a contact.
pub fn contact_intervals_table(driver: &mut Driver, _: &More<'_>) {
    for (workload, turns, body) in chosen(driver, &WORKLOADS, LARGEST) {
        let count = match body.points.len() {
            _ if driver.quick => 2,
            264.. => 40,
            _ => 200,
        };
        let (shape, other, options) = (interframe_body(&body), parry_body(&body), options(&body));
        // More contacts than any of these frames has.
        let mut room = vec![ContactInterval::default(); 256];
        let draw = |rng: &mut SplitMix64| Flight::new(rng, &body, turns);
        let flights = halves(10, &body, count, draw, |flight| {
            let [a, b] = &flight.motions();
            let pair = MovingPair::new(&shape, a, &shape, b);
            let state = &mut PairState::default();
            match contact_intervals(&pair, &options, state, &mut [])
                .expect("valid")
                .verdict
            {
                Verdict::Hit => Some(true),
                Verdict::Separated => Some(false),
                Verdict::Undecided => None,
            }
        });
        let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
        let meets = |k: usize, sample: u32| {
            let [a, b] = flights[k].parry_poses(f64::from(sample) / f64::from(CONTACT_SAMPLES));
            intersection_test(&a, &other, &b, &other).is_ok_and(|found| found.intersecting)
        };
        // Contacts that are certified, those that no sample saw, and samples in contact outside every interval.
        let [mut contacts, mut unseen, mut outside] = [0; 3];
        for (k, [a, b]) in motions.iter().enumerate() {
            let pair = MovingPair::new(&shape, a, &shape, b);
            let state = &mut PairState::default();
            let answer = contact_intervals(&pair, &options, state, &mut room).expect("valid");
            assert!(answer.is_whole());
            let list = &room[..answer.count];
            let met: Vec<f64> = (0..=CONTACT_SAMPLES)
                .filter(|sample| meets(k, *sample))
                .map(|sample| f64::from(sample) / f64::from(CONTACT_SAMPLES))
                .collect();
            let holds = |i: &ContactInterval, t: f64| i.enter[0] <= t && t <= i.exit[1];
            for interval in list.iter().filter(|i| i.contact != Contact::None) {
                contacts += 1;
                unseen += usize::from(!met.iter().any(|&t| holds(interval, t)));
            }
            let is_outside = |t: &&f64| !list.iter().any(|i| holds(i, **t));
            outside += met.iter().filter(is_outside).count();
        }
        let all = vec![
            moving("interframe", [&shape, &shape], &motions, |pair, state| {
                let found = contact_intervals(pair, &options, state, &mut room);
                found.expect("valid").verdict == Verdict::Hit
            }),
            Contender::each("parry", |k| {
                // Every pose: what is wanted is all contacts.
                (0..=CONTACT_SAMPLES)
                    .filter(|sample| meets(k, *sample))
                    .count()
                    > 0
            }),
        ];
        let notes = [
            ("contacts", contacts.to_string()),
            ("missed by parry", unseen.to_string()),
            ("parry's outside ours", outside.to_string()),
        ];
        let labels = [("motions", workload), ("body", body.name)];
        driver.measure("contact_intervals", &labels, flights.len(), all, &notes);
    }
}

/// The least distance of two motions beside parry's `distance` at 65 poses of the frame: sampling is what is done. Motions
/// are those of times of impact, up to two radii farther aside, that do not meet; half of them come near.
pub fn closest_approach_table(driver: &mut Driver, _: &More<'_>) {
    let count = if driver.quick { 10 } else { 200 };
    for (workload, turns, body) in chosen(driver, &WORKLOADS, LARGEST) {
        let (shape, other) = (interframe_body(&body), parry_body(&body));
        let options = ClosestApproachOptions {
            tolerance: Some(1e-6 * body.radius),
            ..ClosestApproachOptions::default()
        };
        let near = NEAR * body.radius;
        let draw = |rng: &mut SplitMix64| {
            let mut flight = Flight::new(rng, &body, turns);
            let way = Vector3::from(flight.travel).normalize();
            let start = Vector3::from(flight.p);
            let aside = (start - way * way.dot(&start)).normalize();
            flight.p = (start + aside * (2.0 * body.radius * rng.unit())).into();
            flight
        };
        let ask = |[a, b]: &[Motion; 2]| {
            let pair = MovingPair::new(&shape, a, &shape, b);
            closest_approach(&pair, &options, &mut PairState::default()).expect("valid")
        };
        let flights = halves(11, &body, count, draw, |flight| {
            let found = ask(&flight.motions());
            (found.verdict == Verdict::Separated).then_some(found.distance <= near)
        });
        let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
        let least = |k: usize| {
            let at = |sample: u32| {
                let [a, b] =
                    flights[k].parry_poses(f64::from(sample) / f64::from(APPROACH_SAMPLES));
                distance(&a, &other, &b, &other)
                    .expect("supported shapes")
                    .distance
            };
            (0..=APPROACH_SAMPLES).map(at).fold(f64::INFINITY, f64::min)
        };
        // How far the samples' least distances are above ours, in radii.
        let off = motions.iter().enumerate().map(|(k, motions)| {
            let (found, theirs) = (ask(motions), least(k));
            assert!(
                theirs >= found.lower_bound - 1e-6 * body.radius,
                "{theirs} {found:?}"
            );
            (theirs - found.distance).max(0.0) / body.radius
        });
        let mut off: Vec<f64> = off.collect();
        off.sort_by(f64::total_cmp);
        let notes = [
            (
                "too large by: median",
                format!("{:.1e}", off[off.len() / 2]),
            ),
            ("worst", format!("{:.1e}", off[off.len() - 1])),
        ];
        let all = vec![
            Contender::each("interframe", |k| ask(&motions[k]).distance <= near),
            Contender::each("parry at 65 poses", |k| least(k) <= near),
        ];
        let labels = [("motions", workload), ("body", body.name)];
        driver.measure("closest_approach", &labels, flights.len(), all, &notes);
    }
}

/// B is A at a fifth of the size and starts near its middle; half leave. Beside an advancement by the margin of `contains`
/// over the greatest speed, and parry asked for every vertex of B at 100 poses. Neither proves anything.
pub fn time_of_exit_table(driver: &mut Driver, _: &More<'_>) {
    let workloads = [
        ("linear", [[0.0, 0.0]; 2]),
        ("turning", [[0.0, 0.5]; 2]),
        ("spinning", [[0.0, 0.0], [1.0, 20.0]]),
    ];
    for (workload, turns, body) in chosen(driver, &workloads, LARGEST) {
        let count = match body.points.len() {
            _ if driver.quick => 2,
            264.. => 40,
            _ => 200,
        };
        let shapes = [interframe_body(&body), interframe_body(&within(&body))];
        let flights = exits(&body, &shapes, turns, count);
        let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
        let other = parry_body(&body);
        let points: Vec<Vector> = within(&body).points.into_iter().map(Vector::from).collect();
        let looks: u32 = motions
            .iter()
            .map(|pair| ask_exit(&shapes, pair).iterations)
            .sum();
        let all = vec![
            Contender::each("interframe", |k| {
                ask_exit(&shapes, &motions[k]).verdict.may_leave()
            }),
            Contender::each("advancement", |k| leaves(&shapes, &flights[k])),
            Contender::each("parry", |k| {
                (1..=EXIT_SAMPLES).any(|sample| {
                    let [a, b] =
                        flights[k].parry_poses(f64::from(sample) / f64::from(EXIT_SAMPLES));
                    points.iter().any(|p| !other.contains_point(&a, b * *p))
                })
            }),
        ];
        let notes = [(
            "looks",
            format!("{:.1}", f64::from(looks) / flights.len() as f64),
        )];
        let labels = [("motions", workload), ("body", body.name)];
        driver.measure("time_of_exit", &labels, flights.len(), all, &notes);
    }
}

/// A step is the margin over the greatest speed of B in A's frame, down to 1e-6 of B's radius.
fn leaves([a, b]: &[Polytope; 2], flight: &Flight) -> bool {
    let tolerance = 1e-6 * b.bounding_radius();
    let travel = Vector3::from(flight.travel);
    let [turn_a, turn_b] = flight.turn.map(|turn| Vector3::from(turn).norm());
    let far = Vector3::from(flight.p).norm() + travel.norm() + b.reach();
    let fastest = travel.norm() + turn_a * far + turn_b * b.reach();
    let mut t = 0.0;
    loop {
        let [pose_a, pose_b] = flight.poses(t);
        let pair = PosedPair::new(a, &pose_a, b, &pose_b);
        let found = contains(
            &pair,
            &ContainsOptions::default(),
            &mut PairState::default(),
        );
        let margin = found.expect("valid").margin.expect("bodies");
        if t >= 1.0 || margin <= tolerance {
            return margin <= tolerance;
        }
        t = (t + margin / fastest).min(1.0);
    }
}
