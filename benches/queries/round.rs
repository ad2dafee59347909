//! Spheres, capsules and rounded boxes beside parry, and casts of them and of cylinders.

use std::hint::black_box;

use interframe::{
    Body, ClosestApproachOptions, ContactInterval, DistanceOptions, IntersectOptions, MprOptions,
    PairState, Pose, PosedPair, TimeOfImpactOptions, closest_approach, contact_intervals, distance,
    intersect, mpr, time_of_impact,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use parry3d_f64::math::{Pose as ParryPose, Vector};
use parry3d_f64::query::details::distance_support_map_support_map_with_params;
use parry3d_f64::query::{self, gjk::VoronoiSimplex};
use parry3d_f64::shape::{Ball, Capsule, Cuboid, RoundShape, Shape, SupportMap};
use twin::random::case_generator;

use super::More;
use crate::support::bodies::cuboid;
use crate::support::contenders::{hull, moving, parry_pose, pose};
use crate::support::driver::{Contender, Driver};
use crate::support::round_casts;
use crate::support::workloads::Placement;

trait Parry: Shape + SupportMap {}
impl<T: Shape + SupportMap> Parry for T {}

/// Frames of one pair, one after the other.
const RUN: usize = 16;

/// Frames of pairs on their way past contact, as both libraries take poses: apart, so that each streams through its own.
fn frames(runs: usize) -> (Vec<[Pose; 2]>, Vec<[ParryPose; 2]>) {
    let rng = &mut case_generator(1800, 0);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        let way = rng.direction();
        let (from, step) = (rng.between(0.8, 2.5), rng.between(-0.02, 0.02));
        let turns = [rng.quaternion(), rng.quaternion()];
        let spin = Vector3::from(rng.direction());
        for k in 0..RUN {
            let turn = UnitQuaternion::new(0.03 * k as f64 * spin);
            let far = [0.0, from + step * k as f64];
            let places = [0, 1].map(|body| {
                let q = (turn.into_inner() * Quaternion::from(turns[body])).normalize();
                Placement::new(way.map(|x| x * far[body]), q.coords.into())
            });
            ours.push(places.map(|at| pose(&at)));
            theirs.push(places.map(|at| parry_pose(&at)));
        }
    }
    (ours, theirs)
}

/// Whether bodies meet, by one of the queries.
type Ask = fn(&PosedPair<'_>, &mut PairState) -> bool;

const QUERIES: [(&str, Ask); 3] = [
    ("intersect", |pair, state| {
        let found = intersect(pair, &IntersectOptions::default(), state);
        black_box(found).expect("valid").verdict.may_hit()
    }),
    ("distance", |pair, state| {
        let found = distance(pair, &DistanceOptions::default(), state);
        black_box(found).expect("valid").verdict.may_hit()
    }),
    ("mpr", |pair, state| {
        let found = mpr(pair, &MprOptions::default(), state);
        black_box(found).expect("valid").verdict.may_hit()
    }),
];

/// Pairs that keep their state, and `mpr`, which has none, about contact and farther apart. `gjk` is parry's general
/// method on the same shapes, which is what ours proves beside; `special` its closed forms, which it has for some pairs.
pub fn at_rest(driver: &mut Driver, _: &More<'_>) {
    let (ours, theirs) = frames(if driver.quick { 4 } else { 200 });
    let cores = [
        hull(&[[0.0; 3]]),
        hull(&[[0.0, 0.0, -0.75], [0.0, 0.0, 0.75]]),
        hull(&cuboid([0.5; 3])),
    ];
    let end = Vector::new(0.0, 0.0, 0.75);
    let box_of_parry = RoundShape {
        inner_shape: Cuboid::new(Vector::splat(0.5)),
        border_radius: 0.1,
    };
    let kinds: [(&str, Body<'_>, Box<dyn Parry>); 3] = [
        (
            "sphere",
            cores[0].rounded(0.5).expect("it is"),
            Box::new(Ball::new(0.5)),
        ),
        (
            "capsule",
            cores[1].rounded(0.25).expect("it is"),
            Box::new(Capsule::new(-end, end, 0.25)),
        ),
        (
            "rounded box",
            cores[2].rounded(0.1).expect("it is"),
            Box::new(box_of_parry),
        ),
    ];
    for (query, ask) in QUERIES {
        for (i, (name_a, a, parry_a)) in kinds.iter().enumerate() {
            for (name_b, b, parry_b) in &kinds[..=i] {
                let (parry_a, parry_b) = (&**parry_a, &**parry_b);
                let mut simplex = VoronoiSimplex::new();
                let mut state = PairState::default();
                let all = vec![
                    Contender::each("interframe", |k| {
                        if k % RUN == 0 {
                            state = PairState::default();
                        }
                        let [p, q] = &ours[k];
                        ask(&PosedPair::new(*a, p, *b, q), &mut state)
                    }),
                    Contender::each("parry gjk", |k| {
                        let [p, q] = &theirs[k];
                        let between = p.inv_mul(q);
                        black_box(distance_support_map_support_map_with_params(
                            &between,
                            parry_a,
                            parry_b,
                            &mut simplex,
                            None,
                        )) <= 0.0
                    }),
                    Contender::each("parry special", |k| {
                        let [p, q] = &theirs[k];
                        let found = query::distance(p, parry_a, q, parry_b);
                        black_box(found.expect("known shapes").distance) <= 0.0
                    }),
                ];
                let labels = [("query", query), ("a", name_a), ("b", name_b)];
                driver.measure("round", &labels, ours.len(), all, &[]);
            }
        }
    }
}

/// Casts of bodies that go straight and that turn: `time_of_impact`, `contact_intervals` and `closest_approach`.
pub fn casts(driver: &mut Driver, _: &More<'_>) {
    let kinds = round_casts::kinds();
    let count = if driver.quick { 20 } else { 1_000 };
    for (i, a) in kinds.iter().enumerate() {
        for b in &kinds[..=i] {
            let named = driver.wants("--bodies", a.name) || driver.wants("--bodies", b.name);
            if !(named && round_casts::is_round(a, b)) {
                continue;
            }
            let [straight, turning] = [0.0, 2.0].map(|turn| round_casts::casts(a, b, turn, count));
            let options = TimeOfImpactOptions::default();
            let bodies = [&a.body, &b.body];
            let impact = |name, motions| {
                moving(name, bodies, motions, move |pair, state| {
                    let found = time_of_impact(pair, &options, state);
                    black_box(found).expect("valid").verdict.may_hit()
                })
            };
            let mut all = vec![impact("straight", &straight), impact("turning", &turning)];
            if [a, b].iter().all(|kind| kind.body.core().is_some()) {
                let mut room = [ContactInterval::default(); 8];
                all.push(moving(
                    "intervals",
                    bodies,
                    &straight,
                    move |pair, state| {
                        let found = contact_intervals(pair, &options, state, &mut room);
                        black_box(found).expect("valid").verdict.may_hit()
                    },
                ));
            }
            all.push(moving(
                "closest approach",
                bodies,
                &straight,
                |pair, state| {
                    let found = closest_approach(pair, &ClosestApproachOptions::default(), state);
                    black_box(found).expect("valid").verdict.may_hit()
                },
            ));
            driver.measure_unlike("casts", &[("a", a.name), ("b", b.name)], count, all, &[]);
        }
    }
}
