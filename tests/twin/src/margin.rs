//! What an independent linear programming library says about two vertex lists.
//!
//! On each of the six faces of the cube |n|_max = 1 it looks for the normal of the greatest margin
//! min n.b - max n.a. A positive one anywhere: apart. Negative on all six: the origin lies deep in
//! A - B. Near zero the solver's tolerance leaves it open. (One program with n.c = 1, c from A's
//! mean to B's, would do in exact arithmetic; but of thin bodies its normals are as long as the
//! bodies are thin, and microlp called five of 200,000 such pairs overlapping that were apart.)

use good_lp::WithTimeLimit;
use good_lp::{
    Expression, Solution, SolutionStatus, SolverModel, constraint, microlp, variable, variables,
};

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
    let mut greatest = f64::NEG_INFINITY;
    for axis in 0..3 {
        for side in [1.0, -1.0] {
            let Some(margin) = margin_on_face(a, b, axis, side) else {
                return Judgement::CannotTell;
            };
            if margin > TRUSTED {
                return Judgement::Apart;
            }
            greatest = greatest.max(margin);
        }
    }
    if greatest < -TRUSTED {
        Judgement::Overlap
    } else {
        Judgement::CannotTell
    }
}

/// The greatest margin over normals with `n[axis] = side` and the others in [-1, 1].
fn margin_on_face(a: &[[f64; 3]], b: &[[f64; 3]], axis: usize, side: f64) -> Option<f64> {
    let mut vars = variables!();
    let n = [0, 1, 2].map(|k| {
        let (low, high) = if k == axis { (side, side) } else { (-1.0, 1.0) };
        vars.add(variable().min(low).max(high))
    });
    let (alpha, beta) = (vars.add(variable()), vars.add(variable()));
    let along = |p: &[f64; 3]| -> Expression { n[0] * p[0] + n[1] * p[1] + n[2] * p[2] };
    let mut model = vars.maximise(beta - alpha).using(microlp);
    for p in a {
        model = model.with(constraint!(along(p) <= alpha));
    }
    for p in b {
        model = model.with(constraint!(along(p) >= beta));
    }
    let solution = model.with_time_limit(TIME_LIMIT).solve().ok()?;
    // Stopped early, a solution is only a lower bound of the margin.
    let optimal = matches!(solution.status(), SolutionStatus::Optimal);
    optimal.then(|| solution.value(beta) - solution.value(alpha))
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
