//! Upright cuboids: `cuboid_separation` beside `distance` of the same bodies, in turns.
//!
//! `cargo bench --bench cuboids [-- --test]`. Random pairs, and those of the tests' kinds (touching, collinear,
//! antiparallel, contained, of tiny yaw, far away, flat, of extreme size). `distance` starts each pair from nothing, or
//! from the state that the same pair left: its best. `batch` is one against a thousand.

mod support;

use std::hint::black_box;

use interframe::{
    CuboidSeparation, CuboidSeparationOptions, DistanceOptions, PairState, Polytope, Pose,
    PosedPair, Verdict, YawCuboid, cuboid_separation, cuboid_separations, distance,
};
use support::choice::Choice;
use support::contenders::Contender;
use support::timing::{Effort, compare};
use twin::cuboids::{Cuboid, KINDS, cuboid_pair};

struct Separation<'a>(&'a [[YawCuboid; 2]]);

impl Contender for Separation<'_> {
    fn name(&self) -> &str {
        "cuboid_separation"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let options = CuboidSeparationOptions::default();
        for ([a, b], verdict) in self.0.iter().zip(verdicts) {
            let found = black_box(cuboid_separation(a, b, &options)).expect("valid");
            *verdict = found.verdict == Verdict::Hit;
        }
    }
}

struct Distance<'a> {
    bodies: &'a [[Polytope; 2]],
    states: Vec<PairState>,
    keeps: bool,
}

impl Contender for Distance<'_> {
    fn name(&self) -> &str {
        if self.keeps {
            "distance, kept state"
        } else {
            "distance"
        }
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let (here, options) = (Pose::identity(), DistanceOptions::default());
        let states = self.states.iter_mut();
        for (([a, b], state), verdict) in self.bodies.iter().zip(states).zip(verdicts) {
            if !self.keeps {
                *state = PairState::default();
            }
            let pair = PosedPair::new(a, &here, b, &here);
            let found = black_box(distance(&pair, &options, state)).expect("valid");
            *verdict = found.verdict == Verdict::Hit;
        }
    }
}

/// One of the first bodies against a thousand of the others.
struct Batch<'a> {
    a: &'a YawCuboid,
    others: Vec<YawCuboid>,
    answers: Vec<CuboidSeparation>,
}

impl Contender for Batch<'_> {
    fn name(&self) -> &str {
        "batch"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let options = CuboidSeparationOptions::default();
        let found = cuboid_separations(self.a, &self.others, &options, &mut self.answers);
        black_box(found).expect("valid");
        for (answer, verdict) in self.answers.iter().zip(verdicts) {
            *verdict = answer.verdict == Verdict::Hit;
        }
    }
}

fn main() {
    let choice = Choice::from_args();
    let effort = Effort {
        rounds: if choice.quick { 3 } else { 15 },
        slice_s: if choice.quick { 1e-4 } else { 2e-2 },
        budget_s: 1e9,
    };
    let count = if choice.quick { 120 } else { 4800 };
    let given: Vec<[Cuboid; 2]> = (0..count).map(cuboid_pair).collect();
    let of = |kinds: std::ops::Range<u64>| {
        let chosen = (0..count).filter(move |index| kinds.contains(&(index % KINDS)));
        chosen
            .map(|index| given[index as usize])
            .collect::<Vec<_>>()
    };
    println!(
        "| pairs | ns a pair | distance | times | distance, kept state | times | hits | disagree |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|");
    let kinds = [
        ("random", 0..2),
        ("on a grid", 2..4),
        ("touching to rounding", 4..5),
        ("antiparallel", 5..6),
        ("collinear", 6..7),
        ("contained", 7..8),
        ("tiny yaw", 8..9),
        ("far away", 9..10),
        ("flat", 10..11),
        ("extreme sizes", 11..12),
        ("all", 0..KINDS),
    ];
    for (name, kinds) in kinds {
        let pairs = of(kinds);
        let cuboids: Vec<_> = (pairs.iter())
            .map(|pair| pair.map(|g| YawCuboid::new(g.corners, g.z).expect("a cuboid")))
            .collect();
        let bodies: Vec<_> = (cuboids.iter())
            .map(|pair| pair.map(|cuboid| cuboid.polytope().expect("finite")))
            .collect();
        let distance = |keeps| Distance {
            bodies: &bodies,
            states: vec![PairState::default(); bodies.len()],
            keeps,
        };
        let contenders: &mut [Box<dyn Contender>] = &mut [
            Box::new(Separation(&cuboids)),
            Box::new(distance(false)),
            Box::new(distance(true)),
        ];
        let found = compare(contenders, cuboids.len(), effort);
        println!(
            "| {name} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.0}% | {:?} |",
            found.ns[0],
            found.ns[1],
            found.ratio[1],
            found.ns[2],
            found.ratio[2],
            100.0 * found.hits,
            &found.disagreements[1..],
        );
        if name == "random" {
            let others: Vec<_> = cuboids.iter().map(|[_, b]| *b).cycle().take(1000).collect();
            let answers = vec![CuboidSeparation::default(); others.len()];
            let a = &cuboids[0][0];
            let queries = others.len();
            let batch: &mut [Box<dyn Contender>] = &mut [Box::new(Batch { a, others, answers })];
            let found = compare(batch, queries, effort);
            println!(
                "| one against {queries} | {:.1} | | | | | {:.0}% | |",
                found.ns[0],
                100.0 * found.hits
            );
        }
    }
}
