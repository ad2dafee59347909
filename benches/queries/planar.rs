//! Upright cuboids, and point sets in D dimensions.

use std::hint::black_box;

use good_lp::{
    Expression, ProblemVariables, ResolutionError, SolverModel, Variable, constraint, microlp,
    variable,
};
use interframe::{
    CuboidSeparation, CuboidSeparationOptions, DistanceOptions, PairState, Pose, PosedPair,
    SetsOptions, Verdict, YawCuboid, cuboid_separation, cuboid_separations, distance,
    intersect_sets,
};
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::query::intersection_test;
use twin::cuboids::{KINDS, cuboid_pair};
use twin::random::SplitMix64;

use super::More;
use crate::support::bodies::Body;
use crate::support::contenders::{self, hull, parry_body};
use crate::support::driver::{Contender, Driver};
use crate::support::workloads::bisect;

/// Pairs of cuboids by the numbers of their kinds in the tests.
const PAIRS: [(&str, std::ops::Range<u64>); 11] = [
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

/// `cuboid_separation` beside `distance` of the same bodies, which starts each pair from nothing, or from the state that
/// the same pair left: its best. The batch is one against a thousand.
pub fn cuboids(driver: &mut Driver, _: &More<'_>) {
    let count = if driver.quick { 120 } else { 4800 };
    let (options, here) = (CuboidSeparationOptions::default(), Pose::identity());
    for (name, kinds) in PAIRS {
        let chosen = (0..count).filter(|index| kinds.contains(&(index % KINDS)));
        let cuboids: Vec<[YawCuboid; 2]> = chosen
            .map(|k| cuboid_pair(k).map(|g| YawCuboid::new(g.corners, g.z).expect("a cuboid")))
            .collect();
        let bodies: Vec<_> = (cuboids.iter())
            .map(|pair| pair.map(|cuboid| cuboid.polytope().expect("finite")))
            .collect();
        let measured = |k: usize, state: &mut PairState| {
            let [a, b] = &bodies[k];
            let pair = PosedPair::new(a, &here, b, &here);
            let found = black_box(distance(&pair, &DistanceOptions::default(), state));
            found.expect("valid").verdict == Verdict::Hit
        };
        let mut states = vec![PairState::default(); bodies.len()];
        let all = vec![
            Contender::each("cuboid_separation", |k| {
                let [a, b] = &cuboids[k];
                let found = black_box(cuboid_separation(a, b, &options));
                found.expect("valid").verdict == Verdict::Hit
            }),
            Contender::each("distance", |k| measured(k, &mut PairState::default())),
            Contender::each("distance; kept state", |k| measured(k, &mut states[k])),
        ];
        driver.measure("cuboids", &[("pairs", name)], cuboids.len(), all, &[]);
        if name != "random" {
            continue;
        }
        let others: Vec<_> = cuboids.iter().map(|[_, b]| *b).cycle().take(1000).collect();
        let mut answers = vec![CuboidSeparation::default(); others.len()];
        let batch = Contender::new("cuboid_separation", |verdicts| {
            let found = cuboid_separations(&cuboids[0][0], &others, &options, &mut answers);
            black_box(found).expect("valid");
            for (answer, verdict) in answers.iter().zip(verdicts) {
                *verdict = answer.verdict == Verdict::Hit;
            }
        });
        driver.measure(
            "cuboids",
            &[("pairs", "one against 1000")],
            1000,
            vec![batch],
            &[],
        );
    }
}

type Pair<const D: usize> = [Vec<[f64; D]>; 2];

/// Two sets of n random points on the unit sphere by Kreuzer's tableau, beside the same program for good_lp (microlp); in
/// three dimensions also the ray simplex and parry on bodies that were built beforehand.
pub fn sets(driver: &mut Driver, _: &More<'_>) {
    for n in [8, 32, 128] {
        line::<2>(driver, n);
        line::<3>(driver, n);
        line::<4>(driver, n);
        line::<5>(driver, n);
        line::<6>(driver, n);
        line::<7>(driver, n);
        line::<8>(driver, n);
    }
}

fn line<const D: usize>(driver: &mut Driver, n: usize) {
    let pairs = pairs::<D>(n, if driver.quick { 16 } else { 200 });
    let mut all = vec![
        Contender::each("tableau", |k| meets(&pairs[k])),
        Contender::each("good_lp", |k| is_feasible(&pairs[k])),
    ];
    let spatial = pairs.iter().filter(|_| D == 3).map(|sets| {
        sets.each_ref()
            .map(|set| set.iter().map(|p| [p[0], p[1], p[2]]).collect::<Vec<_>>())
    });
    let spatial: Vec<_> = spatial.collect();
    if D == 3 {
        let ours: Vec<_> = spatial
            .iter()
            .map(|sets| sets.each_ref().map(|set| hull(set)))
            .collect();
        let theirs: Vec<_> = (spatial.into_iter())
            .map(|sets| sets.map(|set| parry_body(&Body::new("", 0.0, set))))
            .collect();
        let here = Pose::identity();
        all.push(Contender::each("ray simplex", move |k| {
            contenders::meets(ours[k].each_ref(), [&here; 2])
        }));
        all.push(Contender::each("parry", move |k| {
            let here = ParryPose::IDENTITY;
            let found = intersection_test(&here, &theirs[k][0], &here, &theirs[k][1]);
            found.is_ok_and(|answer| answer.intersecting)
        }));
    }
    let labels = [("D", D.to_string()), ("n", n.to_string())];
    let labels = labels.each_ref().map(|(name, text)| (*name, text.as_str()));
    driver.measure("sets", &labels, pairs.len(), all, &[]);
}

fn meets<const D: usize>([a, b]: &Pair<D>) -> bool {
    let answer = intersect_sets(a, b, &SetsOptions::default());
    answer.expect("finite points").verdict == Verdict::Hit
}

/// Whether weights of a common point exist: the program as one writes it down for a solver.
fn is_feasible<const D: usize>([a, b]: &Pair<D>) -> bool {
    let mut vars = ProblemVariables::new();
    let mut weights =
        |n: usize| -> Vec<Variable> { (0..n).map(|_| vars.add(variable().min(0.0))).collect() };
    let (l, m) = (weights(a.len()), weights(b.len()));
    let mut model = vars.minimise(Expression::from(0.0)).using(microlp);
    for weights in [&l, &m] {
        let sum: Expression = weights.iter().sum();
        model = model.with(constraint!(sum == 1.0));
    }
    for k in 0..D {
        let along = |w: &[Variable], points: &[[f64; D]]| -> Expression {
            w.iter().zip(points).map(|(&w, p)| p[k] * w).sum()
        };
        model = model.with(constraint!(along(&l, a) - along(&m, b) == 0.0));
    }
    match model.solve() {
        Ok(_) => true,
        Err(ResolutionError::Infeasible) => false,
        Err(error) => panic!("microlp: {error}"),
    }
}

fn on_sphere<const D: usize>(random: &mut SplitMix64) -> [f64; D] {
    loop {
        let p: [f64; D] = std::array::from_fn(|_| 2.0 * random.unit() - 1.0);
        let length = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.1 && length <= 1.0 {
            return p.map(|x| x / length);
        }
    }
}

/// Pairs of which half meet: B is shifted in a random direction by a part of a length that makes it so.
fn pairs<const D: usize>(n: usize, count: usize) -> Vec<Pair<D>> {
    let mut random = SplitMix64(11 + (D * 1000 + n) as u64);
    let mut set = || -> Vec<[f64; D]> { (0..n).map(|_| on_sphere(&mut random)).collect() };
    let sets: Vec<Pair<D>> = (0..count).map(|_| [set(), set()]).collect();
    let ways = (0..count).map(|_| (on_sphere::<D>(&mut random), random.unit()));
    let ways: Vec<([f64; D], f64)> = ways.collect();
    let at_scale = |scale: f64| -> Vec<Pair<D>> {
        let all = sets.iter().zip(&ways);
        all.map(|([a, b], (way, share))| {
            let moved = |p: &[f64; D]| std::array::from_fn(|k| p[k] + scale * share * way[k]);
            [a.clone(), b.iter().map(moved).collect()]
        })
        .collect()
    };
    // Each pair meets up to a scale of its own and not beyond.
    let [_, high] = bisect([0.0, 8.0], 14, |scale| {
        2 * at_scale(scale).iter().filter(|pair| meets(pair)).count() > count
    });
    at_scale(high)
}
