//! Two point sets in D dimensions by Kreuzer's tableau, beside the same program for good_lp
//! (microlp); in three dimensions also the ray simplex and parry on bodies that were built
//! beforehand: `cargo bench --bench tableau [-- --test]`.
//!
//! Each pair is two sets of n random points on the unit sphere, B shifted in a random direction by
//! a length that makes half of the pairs meet. All contenders are compared on every verdict.

mod support;

use good_lp::{
    Expression, ProblemVariables, ResolutionError, SolverModel, Variable, constraint, microlp,
    variable,
};
use interframe::{
    IntersectOptions, PairState, Polytope, Pose, SetsOptions, Verdict, intersect, intersect_sets,
};
use nalgebra::Vector3;
use parry3d_f64::math::Vector;
use parry3d_f64::query::intersection_test;
use parry3d_f64::shape::ConvexPolyhedron;
use support::contenders::{Contender, parry_pose};
use support::timing::{Effort, compare};
use support::workloads::{Placement, Random};

struct Pair<const D: usize> {
    a: Vec<[f64; D]>,
    b: Vec<[f64; D]>,
}

struct Tableau<'a, const D: usize>(&'a [Pair<D>]);

impl<const D: usize> Contender for Tableau<'_, D> {
    fn name(&self) -> &str {
        "tableau"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (pair, verdict) in self.0.iter().zip(verdicts) {
            let answer = intersect_sets(&pair.a, &pair.b, &SetsOptions::default());
            *verdict = answer.expect("finite points").verdict == Verdict::Hit;
        }
    }
}

/// Whether weights of a common point exist: the program as one writes it down for a solver.
struct GoodLp<'a, const D: usize>(&'a [Pair<D>]);

impl<const D: usize> Contender for GoodLp<'_, D> {
    fn name(&self) -> &str {
        "good_lp"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (pair, verdict) in self.0.iter().zip(verdicts) {
            *verdict = is_feasible(pair);
        }
    }
}

fn is_feasible<const D: usize>(pair: &Pair<D>) -> bool {
    let mut vars = ProblemVariables::new();
    let mut weights =
        |n: usize| -> Vec<Variable> { (0..n).map(|_| vars.add(variable().min(0.0))).collect() };
    let (l, m) = (weights(pair.a.len()), weights(pair.b.len()));
    let mut model = vars.minimise(Expression::from(0.0)).using(microlp);
    for weights in [&l, &m] {
        let sum: Expression = weights.iter().sum();
        model = model.with(constraint!(sum == 1.0));
    }
    for k in 0..D {
        let along = |w: &[Variable], points: &[[f64; D]]| -> Expression {
            w.iter().zip(points).map(|(&w, p)| p[k] * w).sum()
        };
        model = model.with(constraint!(along(&l, &pair.a) - along(&m, &pair.b) == 0.0));
    }
    match model.solve() {
        Ok(_) => true,
        Err(ResolutionError::Infeasible) => false,
        Err(error) => panic!("microlp: {error}"),
    }
}

struct RaySimplex(Vec<[Polytope; 2]>);

impl Contender for RaySimplex {
    fn name(&self) -> &str {
        "ray simplex"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let here = Pose::identity();
        for ([a, b], verdict) in self.0.iter().zip(verdicts) {
            let mut state = PairState::default();
            let answer = intersect(
                &interframe::PosedPair::new(a, &here, b, &here),
                &IntersectOptions::default(),
                &mut state,
            )
            .expect("valid options");
            *verdict = answer.verdict == Verdict::Hit;
        }
    }
}

struct Parry(Vec<[ConvexPolyhedron; 2]>);

impl Contender for Parry {
    fn name(&self) -> &str {
        "parry"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let here = parry_pose(&Placement {
            p: [0.0; 3],
            q: [0.0, 0.0, 0.0, 1.0],
        });
        for ([a, b], verdict) in self.0.iter().zip(verdicts) {
            *verdict =
                intersection_test(&here, a, &here, b).is_ok_and(|answer| answer.intersecting);
        }
    }
}

fn on_sphere<const D: usize>(random: &mut Random) -> [f64; D] {
    loop {
        let p: [f64; D] = std::array::from_fn(|_| 2.0 * random.unit() - 1.0);
        let length = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.1 && length <= 1.0 {
            return p.map(|x| x / length);
        }
    }
}

type Sets<const D: usize> = [Vec<[f64; D]>; 2];

/// A direction, and a share of the way.
type Way<const D: usize> = ([f64; D], f64);

/// Pairs of which half meet.
fn pairs<const D: usize>(n: usize, count: usize) -> Vec<Pair<D>> {
    let mut random = Random(11 + (D * 1000 + n) as u64);
    let mut set = |_| {
        (0..n)
            .map(|_| on_sphere::<D>(&mut random))
            .collect::<Vec<_>>()
    };
    let sets: Vec<Sets<D>> = (0..count).map(|k| [set(k), set(k)]).collect();
    let ways: Vec<Way<D>> = (0..count)
        .map(|_| (on_sphere(&mut random), random.unit()))
        .collect();
    let at_scale = |scale: f64| -> Vec<Pair<D>> {
        let place = |([a, b], (way, share)): (&Sets<D>, &Way<D>)| Pair {
            a: a.clone(),
            b: (b.iter())
                .map(|p| std::array::from_fn(|k| p[k] + scale * share * way[k]))
                .collect(),
        };
        sets.iter().zip(&ways).map(place).collect()
    };
    let hits = |pairs: &[Pair<D>]| {
        let mut verdicts = vec![false; pairs.len()];
        Tableau(pairs).answer(&mut verdicts);
        verdicts.iter().filter(|hit| **hit).count()
    };
    // Each pair meets up to a scale of its own and not beyond.
    let (mut low, mut high) = (0.0, 8.0);
    for _ in 0..14 {
        let middle = f64::midpoint(low, high);
        if 2 * hits(&at_scale(middle)) > count {
            low = middle;
        } else {
            high = middle;
        }
    }
    at_scale(high)
}

fn line<const D: usize>(n: usize, quick: bool) {
    let pairs = pairs::<D>(n, if quick { 16 } else { 200 });
    let mut contenders: Vec<Box<dyn Contender + '_>> =
        vec![Box::new(Tableau(&pairs)), Box::new(GoodLp(&pairs))];
    if D == 3 {
        let point = |p: &[f64; D]| Vector3::new(p[0], p[1], p[2]);
        let body = |set: &[[f64; D]]| {
            let points: Vec<_> = set.iter().map(point).collect();
            Polytope::new(&points).expect("finite points")
        };
        let parry = |set: &[[f64; D]]| {
            let points: Vec<_> = set.iter().map(|p| Vector::new(p[0], p[1], p[2])).collect();
            ConvexPolyhedron::from_convex_hull(&points).expect("a solid body")
        };
        let bodies = pairs.iter().map(|pair| [body(&pair.a), body(&pair.b)]);
        contenders.push(Box::new(RaySimplex(bodies.collect())));
        let bodies = pairs.iter().map(|pair| [parry(&pair.a), parry(&pair.b)]);
        contenders.push(Box::new(Parry(bodies.collect())));
    }
    let effort = Effort {
        rounds: if quick { 3 } else { 31 },
        slice_s: 2e-3,
        budget_s: 4.0,
    };
    let found = compare(&mut contenders, pairs.len(), effort);
    let cells: Vec<String> = (0..4)
        .map(|c| match (found.ns.get(c), found.ratio.get(c)) {
            (Some(ns), Some(ratio)) => format!("{:.2} ({ratio:.3})", ns / 1e3),
            _ => "-".into(),
        })
        .collect();
    let disagree: Vec<String> = (found.names.iter().zip(&found.disagreements))
        .filter(|(_, count)| **count > 0)
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    println!(
        "| {D} | {n} | {} | {:.0}% | {} |",
        cells.join(" | "),
        100.0 * found.hits,
        if disagree.is_empty() {
            "0".into()
        } else {
            disagree.join(", ")
        },
    );
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test" || arg == "--quick");
    println!("| D | n | tableau us | good_lp us | ray simplex us | parry us | hits | disagree |");
    println!("|---:|---:|---:|---:|---:|---:|---:|---|");
    for n in [8, 32, 128] {
        line::<2>(n, quick);
        line::<3>(n, quick);
        line::<4>(n, quick);
        line::<5>(n, quick);
        line::<6>(n, quick);
        line::<7>(n, quick);
        line::<8>(n, quick);
    }
}
