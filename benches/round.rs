//! Spheres, capsules and rounded boxes beside parry, in turns: `intersect` and `distance` of pairs that keep their
//! state, and `mpr`, which has none, about contact and farther apart. Then casts, cylinders' too, of bodies that go straight and that
//! turn: `time_of_impact`, `contact_intervals` and `closest_approach`.
//!
//! `cargo bench --bench round [-- --test] [--workloads rest,casts]`. `gjk` is parry's general method on the same shapes, which is what ours
//! proves beside; `special` its closed forms, which it has for some pairs.

mod support;

use std::hint::black_box;

use interframe::{
    Body, ClosestApproachOptions, ContactInterval, DistanceOptions, IntersectOptions, Motion,
    MovingPair, MprOptions, PairState, Polytope, Pose, PosedPair, TimeOfImpactOptions,
    closest_approach, contact_intervals, distance, intersect, mpr,
};
use nalgebra::{Quaternion, Vector3};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::gjk::VoronoiSimplex;
use parry3d_f64::query::{self, details};
use parry3d_f64::shape::{Ball, Capsule, Cuboid, RoundShape, Shape, SupportMap};
use support::choice::Choice;
use support::contenders::Contender;
use support::round_casts;
use support::timing::compare;
use twin::random::case_generator;

/// A shape in both libraries.
struct Kind {
    name: &'static str,
    core: Polytope,
    radius: f64,
    parry: Box<dyn Parry>,
}

impl Kind {
    fn body(&self) -> Body<'_> {
        self.core.rounded(self.radius).expect("a radius")
    }
}

trait Parry: Shape + SupportMap {}
impl<T: Shape + SupportMap> Parry for T {}

fn kinds() -> Vec<Kind> {
    let core = |points: &[[f64; 3]]| {
        let points: Vec<_> = points.iter().map(|&p| Vector3::from(p)).collect();
        Polytope::new(&points).expect("finite")
    };
    let corners: Vec<_> = (0..8)
        .map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 0 { -0.5 } else { 0.5 }))
        .collect();
    let (low, high) = (Vector::new(0.0, 0.0, -0.75), Vector::new(0.0, 0.0, 0.75));
    let cuboid = Cuboid::new(Vector::new(0.5, 0.5, 0.5));
    vec![
        Kind {
            name: "sphere",
            core: core(&[[0.0; 3]]),
            radius: 0.5,
            parry: Box::new(Ball::new(0.5)),
        },
        Kind {
            name: "capsule",
            core: core(&[[0.0, 0.0, -0.75], [0.0, 0.0, 0.75]]),
            radius: 0.25,
            parry: Box::new(Capsule::new(low, high, 0.25)),
        },
        Kind {
            name: "rounded box",
            core: core(&corners),
            radius: 0.1,
            parry: Box::new(RoundShape {
                inner_shape: cuboid,
                border_radius: 0.1,
            }),
        },
    ]
}

/// Frames of a pair on its way past contact, as both libraries take poses.
struct Frames {
    ours: Vec<[Pose; 2]>,
    theirs: Vec<[ParryPose; 2]>,
    /// Frames of one pair, one after the other.
    run: usize,
}

fn frames(runs: usize) -> Frames {
    let run = 16;
    let rng = &mut case_generator(1800, 0);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        let way = rng.direction();
        let (from, step) = (rng.between(0.8, 2.5), rng.between(-0.02, 0.02));
        let turns = [rng.quaternion(), rng.quaternion()];
        let spin = rng.direction();
        for k in 0..run {
            let far = from + step * k as f64;
            let places = [[0.0; 3], way.map(|x| x * far)];
            let (mut pair, mut other) = (Vec::new(), Vec::new());
            for (place, q) in places.iter().zip(&turns) {
                let q = turned(q, &spin, 0.03 * k as f64);
                let ours = Quaternion::new(q[3], q[0], q[1], q[2]);
                pair.push(Pose::new(Vector3::from(*place), ours).expect("a pose"));
                let [x, y, z, w] = q;
                let rotation = Rotation::from_xyzw(x, y, z, w);
                other.push(ParryPose::from_parts(Vector::from(*place), rotation));
            }
            ours.push([pair[0], pair[1]]);
            theirs.push([other[0], other[1]]);
        }
    }
    Frames { ours, theirs, run }
}

fn turned(q: &[f64; 4], axis: &[f64; 3], angle: f64) -> [f64; 4] {
    let (s, c) = (0.5 * angle).sin_cos();
    let turn = Quaternion::new(c, axis[0] * s, axis[1] * s, axis[2] * s);
    let q = (turn * Quaternion::new(q[3], q[0], q[1], q[2])).normalize();
    [q.i, q.j, q.k, q.w]
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

struct Ours<'a> {
    frames: &'a Frames,
    a: Body<'a>,
    b: Body<'a>,
    ask: Ask,
}

impl Contender for Ours<'_> {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let mut state = PairState::default();
        for (i, ([pose_a, pose_b], verdict)) in self.frames.ours.iter().zip(verdicts).enumerate() {
            if i % self.frames.run == 0 {
                state = PairState::default();
            }
            let pair = PosedPair::new(self.a, pose_a, self.b, pose_b);
            *verdict = (self.ask)(&pair, &mut state);
        }
    }
}

/// What is asked of parry.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Gjk,
    Special,
}

struct Theirs<'a> {
    frames: &'a Frames,
    a: &'a Kind,
    b: &'a Kind,
    how: How,
}

impl Contender for Theirs<'_> {
    fn name(&self) -> &str {
        match self.how {
            How::Gjk => "parry gjk",
            How::Special => "parry special",
        }
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let (a, b) = (&*self.a.parry, &*self.b.parry);
        let mut simplex = VoronoiSimplex::new();
        for ([p, q], verdict) in self.frames.theirs.iter().zip(verdicts) {
            let length = match self.how {
                How::Gjk => {
                    let between = p.inv_mul(q);
                    details::distance_support_map_support_map_with_params(
                        &between,
                        a,
                        b,
                        &mut simplex,
                        None,
                    )
                }
                How::Special => query::distance(p, a, q, b).expect("known shapes").distance,
            };
            *verdict = black_box(length) <= 0.0;
        }
    }
}

/// What is asked of a cast.
#[derive(Clone, Copy)]
enum OnTheWay {
    Time,
    Intervals,
    Approach,
}

struct Casts<'a> {
    pair: [&'a round_casts::Kind; 2],
    motions: &'a [[Motion; 2]],
    what: OnTheWay,
}

impl Contender for Casts<'_> {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let [a, b] = self.pair;
        let mut room = [ContactInterval::default(); 8];
        for (motions, verdict) in self.motions.iter().zip(verdicts) {
            let pair = MovingPair::new(&a.body, &motions[0], &b.body, &motions[1]);
            let state = &mut PairState::default();
            *verdict = match self.what {
                OnTheWay::Time => round_casts::ask(a, b, motions).may_hit(),
                OnTheWay::Intervals => {
                    let options = TimeOfImpactOptions::default();
                    let found = contact_intervals(&pair, &options, state, &mut room);
                    black_box(found).expect("valid").verdict.may_hit()
                }
                OnTheWay::Approach => {
                    let options = ClosestApproachOptions::default();
                    let found = closest_approach(&pair, &options, state);
                    black_box(found).expect("valid").verdict.may_hit()
                }
            };
        }
    }
}

fn casts(choice: &Choice) {
    let kinds = round_casts::kinds();
    let count = if choice.quick { 20 } else { 1_000 };
    println!("| a | b | straight | turning | intervals | closest approach |");
    println!("|---|---|---:|---:|---:|---:|");
    for (i, a) in kinds.iter().enumerate() {
        for b in &kinds[..=i] {
            let named = choice.wants("--bodies", a.name) || choice.wants("--bodies", b.name);
            if !(named && round_casts::is_round(a, b)) {
                continue;
            }
            let [straight, turning] = [0.0, 2.0].map(|turn| round_casts::casts(a, b, turn, count));
            let mut contenders: Vec<Box<dyn Contender + '_>> = Vec::new();
            let mut add = |motions, what| {
                let pair = [a, b];
                contenders.push(Box::new(Casts {
                    pair,
                    motions,
                    what,
                }));
            };
            add(&straight, OnTheWay::Time);
            add(&turning, OnTheWay::Time);
            let are_cores = [a, b].iter().all(|kind| kind.body.core().is_some());
            if are_cores {
                add(&straight, OnTheWay::Intervals);
            }
            add(&straight, OnTheWay::Approach);
            let figures = compare(&mut contenders, count, choice.effort());
            let mut cells: Vec<_> = figures
                .ns
                .iter()
                .map(|ns| format!("{:.2}", ns / 1e3))
                .collect();
            if !are_cores {
                cells.insert(2, "-".into());
            }
            println!("| {} | {} | {} |", a.name, b.name, cells.join(" | "));
        }
    }
}

fn main() {
    let choice = Choice::from_args();
    if choice.wants("--workloads", "rest") {
        at_rest(&choice);
    }
    if choice.wants("--workloads", "casts") {
        println!();
        casts(&choice);
    }
}

fn at_rest(choice: &Choice) {
    let frames = frames(if choice.quick { 4 } else { 200 });
    let kinds = kinds();
    println!("| query | a | b | interframe | parry gjk | parry special | hits | disagree |");
    println!("|---|---|---|---:|---:|---:|---:|---|");
    for (query, ask) in QUERIES {
        for (i, a) in kinds.iter().enumerate() {
            for b in &kinds[..=i] {
                let mut contenders: Vec<Box<dyn Contender + '_>> = vec![Box::new(Ours {
                    frames: &frames,
                    a: a.body(),
                    b: b.body(),
                    ask,
                })];
                for how in [How::Gjk, How::Special] {
                    contenders.push(Box::new(Theirs {
                        frames: &frames,
                        a,
                        b,
                        how,
                    }));
                }
                let figures = compare(&mut contenders, frames.ours.len(), choice.effort());
                let cell = |c: usize| format!("{:.1} ({:.2})", figures.ns[c], figures.ratio[c]);
                println!(
                    "| {query} | {} | {} | {} | {} | {} | {:.0}% | {:?} |",
                    a.name,
                    b.name,
                    cell(0),
                    cell(1),
                    cell(2),
                    100.0 * figures.hits,
                    &figures.disagreements[1..],
                );
            }
        }
    }
}
