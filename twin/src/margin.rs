//! What an independent linear programming library says about two vertex lists.
//!
//! Any separating normal has n.c > 0 for c from a point inside A to one inside B. With n.c = 1
//! the greatest margin min n.b - max n.a is at most 1; positive, the bodies are apart; negative,
//! they overlap; near zero the solver's tolerance leaves it open.

use good_lp::solvers::WithTimeLimit;
use good_lp::{Expression, Solution, SolverModel, constraint, microlp, variable, variables};

use crate::number::{approximate, sub};
use crate::place::Pair;
use crate::random::SplitMix64;

/// The solver's tolerances are about 1e-9 on numbers of size 1; below this it is not trusted.
const TRUSTED: f64 = 1e-6;

/// microlp cycles without end on exactly degenerate programs. Coordinates are jittered by up to
/// this (far below `TRUSTED`), which ends most cycles.
const JITTER: f64 = 1e-8;

/// Seconds after which the rest of the cycles are given up. A program takes well under 0.001.
const TIME_LIMIT: f64 = 0.05;

/// The other library's verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judgement {
    Apart,
    Overlap,
    CannotTell,
}

/// Judges the pair on rounded relative coordinates.
pub fn judge(pair: &Pair) -> Judgement {
    if pair.a.is_empty() || pair.b.is_empty() {
        return Judgement::Apart;
    }
    let points = rounded(pair);
    let (a, b) = points.split_at(pair.a.len());
    let (ca, cb) = (mean(a), mean(b));
    let c = [0, 1, 2].map(|k| cb[k] - ca[k]);
    let length = (c[0] * c[0] + c[1] * c[1] + c[2] * c[2]).sqrt();
    if length < TRUSTED {
        // The means themselves nearly coincide.
        return Judgement::CannotTell;
    }
    let mut vars = variables!();
    let n = [0; 3].map(|_| vars.add(variable()));
    let (alpha, beta) = (vars.add(variable()), vars.add(variable()));
    let along = |p: &[f64; 3]| -> Expression { n[0] * p[0] + n[1] * p[1] + n[2] * p[2] };
    let mut model = vars.maximise(beta - alpha).using(microlp);
    model = model.with(constraint!(along(&c.map(|x| x / length)) == 1.0));
    for p in a {
        model = model.with(constraint!(along(p) <= alpha));
    }
    for p in b {
        model = model.with(constraint!(along(p) >= beta));
    }
    let Ok(solution) = model.with_time_limit(TIME_LIMIT).solve() else {
        return Judgement::CannotTell;
    };
    let steep = n
        .iter()
        .fold(1.0f64, |m, &v| m.max(solution.value(v).abs()));
    // An unusually long normal stretches the solver's error with it.
    let margin = (solution.value(beta) - solution.value(alpha)) / steep;
    if steep > 1e4 || margin.abs() < TRUSTED {
        Judgement::CannotTell
    } else if margin > 0.0 {
        Judgement::Apart
    } else {
        Judgement::Overlap
    }
}

/// A's points then B's, relative to A's first, the largest coordinate about 1.
fn rounded(pair: &Pair) -> Vec<[f64; 3]> {
    let relative: Vec<_> = (pair.a.iter().chain(&pair.b))
        .flat_map(|p| sub(p, &pair.a[0]))
        .collect();
    let (numbers, _) = approximate(relative.iter());
    let largest = numbers.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    let mut rng = SplitMix64(1);
    let mut jittered = |x: &f64| x * scale + rng.between(-JITTER, JITTER);
    let points = numbers.chunks(3);
    points
        .map(|p| [jittered(&p[0]), jittered(&p[1]), jittered(&p[2])])
        .collect()
}

fn mean(points: &[[f64; 3]]) -> [f64; 3] {
    [0, 1, 2].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / points.len() as f64)
}
