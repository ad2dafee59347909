//! What an independent linear programming library says about two point sets in D dimensions.

use good_lp::WithTimeLimit;
use good_lp::{
    Expression, Solution, SolutionStatus, SolverModel, Variable, constraint, microlp, variable,
    variables,
};

use crate::random::SplitMix64;

/// Below this, on numbers of size 1, the solver is not trusted.
pub const TRUSTED: f64 = 1e-6;

/// Far below `TRUSTED`; ends most of microlp's cycles.
const JITTER: f64 = 1e-8;

/// Seconds after which a cycle is given up.
const TIME_LIMIT: f64 = 0.1;

/// The greatest `min n.b - max n.a` over |n|_max <= 1, which is the distance in the 1-norm, over
/// the largest coordinate relative to A's first point. None when the solver gives up, a set is
/// empty, or the numbers are too large to subtract.
pub fn relative_distance_1<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Option<f64> {
    let origin = a.first()?;
    b.first()?;
    let relative = |p: &[f64; D]| -> [f64; D] { std::array::from_fn(|k| p[k] - origin[k]) };
    let all = a.iter().chain(b).map(relative);
    let largest = all.clone().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
    if largest == 0.0 || !(largest.is_finite() && (1.0 / largest).is_finite()) {
        return None;
    }
    let mut rng = SplitMix64(1);
    let points: Vec<[f64; D]> = all
        .map(|p| p.map(|x| x / largest + rng.between(-JITTER, JITTER)))
        .collect();
    let (a, b) = points.split_at(a.len());
    margin(a, b)
}

fn margin<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Option<f64> {
    let mut vars = variables!();
    let n: Vec<Variable> = (0..D)
        .map(|_| vars.add(variable().min(-1.0).max(1.0)))
        .collect();
    let (alpha, beta) = (vars.add(variable()), vars.add(variable()));
    let along = |p: &[f64; D]| -> Expression { n.iter().zip(p).map(|(&n, &x)| x * n).sum() };
    let mut model = vars.maximise(beta - alpha).using(microlp);
    for p in a {
        model = model.with(constraint!(along(p) <= alpha));
    }
    for p in b {
        model = model.with(constraint!(along(p) >= beta));
    }
    let solution = model.with_time_limit(TIME_LIMIT).solve().ok()?;
    let optimal = matches!(solution.status(), SolutionStatus::Optimal);
    optimal.then(|| solution.value(beta) - solution.value(alpha))
}
