//! The program of two point sets for an independent solver: a second opinion.
//!
//! Three models of `good_lp`, solved by microlp, or by HiGHS with the feature `good_lp_highs`:
//! - **gap**: maximise `beta - alpha` subject to n.a <= alpha, n.b >= beta, |n_k| <= 1. Its optimum
//!   is the distance in the 1-norm, its n a direction to look for a plane along.
//! - **nearest**: minimise t subject to |sum l_i a_i - sum m_j b_j|_max <= t, l and m weights of
//!   convex combinations. Its optimum is the distance in the maximum norm, its weights name the
//!   few points that may hold the origin between them.
//!
//! - **first meeting**: minimise s subject to sum l_i a_i - sum m_j b_j = s d, for times of impact.
//!
//! The solver's tolerance is about 1e-9 on numbers of size 1, so neither answer is believed: callers
//! test the plane on every point and the chosen points by exact signs. What passes neither test
//! stays open. Thousands of times slower than `intersect`.

#[cfg(feature = "good_lp_highs")]
use good_lp::highs as solver;
#[cfg(not(feature = "good_lp_highs"))]
use good_lp::microlp as solver;
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus, SolverModel, Variable,
    WithTimeLimit, constraint, variable, variables,
};
use nalgebra::Vector3;

use crate::body::polytope::Polytope;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::rotate;
use crate::reference::kreuzer::exact::IntegerSets;
use crate::reference::kreuzer::sets::{Normalised, SetWeights, separates, unit};
use crate::verdict::Reason;

/// Microlp may cycle on degenerate programs; a program of 200 points takes a few milliseconds.
const TIME_LIMIT_S: f64 = 1.0;

/// A weight up to this is the solver's noise.
const WEIGHT_TOL: f64 = 1e-12;

/// What the solver's optimum may err by on numbers of size 1: microlp's tolerance on each reduced
/// cost and level is 1e-10, and tens of them add up.
#[cfg(not(feature = "good_lp_highs"))]
pub(crate) const SOLVER_TOL: f64 = 1e-8;
/// HiGHS meets its rows to 1e-7.
#[cfg(feature = "good_lp_highs")]
pub(crate) const SOLVER_TOL: f64 = 1e-6;

/// What was found, and proved, about two sets.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Opinion<const D: usize> {
    /// Every point of A is before every point of B along this direction.
    Apart { normal: [f64; D] },
    /// The hulls of these few points meet, exactly.
    Meet(SetWeights),
    /// Nothing that could be proved, and why.
    Open(Reason),
}

/// Distance in the maximum norm, to about 1e-9 of the pair's size; 0 when the bodies meet. None when
/// a body is empty, sizes are beyond f64, or the solver does not finish within a second.
///
/// Allocates. Available with the feature `good_lp`.
///
/// ```
/// use interframe::{Polytope, Pose, max_norm_distance};
/// use nalgebra::Vector3;
/// let segment = Polytope::new(&[Vector3::zeros(), Vector3::new(0.0, 1.0, 0.0)])?;
/// let beside = Pose::from_translation(Vector3::new(3.0, 0.5, 0.0))?;
/// let distance = max_norm_distance(&segment, &Pose::identity(), &segment, &beside);
/// assert!((distance.unwrap() - 3.0).abs() < 1e-6);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn max_norm_distance(a: &Polytope, pose_a: &Pose, b: &Polytope, pose_b: &Pose) -> Option<f64> {
    let apart = pose_b.translation() - pose_a.translation();
    let size = a.reach() + b.reach() + apart.amax();
    if a.is_empty() || b.is_empty() || !size.is_finite() {
        return None;
    }
    if size == 0.0 {
        return Some(0.0);
    }
    // The solver's tolerances are absolute: sizes near 1, positions subtracted first.
    let place = |v: Vector3<f64>, pose: &Pose, offset: Vector3<f64>| -> [f64; 3] {
        ((rotate(pose.matrix(), &v) + offset) / size).into()
    };
    let points_a: Vec<_> = a
        .vertices()
        .map(|v| place(v, pose_a, Vector3::zeros()))
        .collect();
    let points_b: Vec<_> = b.vertices().map(|v| place(v, pose_b, apart)).collect();
    Some(nearest(&points_a, &points_b)?.distance.max(0.0) * size)
}

/// About two sets that have points.
pub(crate) fn opinion<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Opinion<D> {
    let near = Normalised::new(a, b);
    if let Some(normal) = widest_gap(&near.a, &near.b)
        && separates(&IntegerSets::new(a, b, &a[0]), &normal)
    {
        return Opinion::Apart { normal };
    }
    let chosen = |set: &[[f64; D]], ids: &[u32]| -> Vec<[f64; D]> {
        ids.iter().map(|&id| set[id as usize]).collect()
    };
    let proved = meeting(&near.a, &near.b, |found| {
        let (on_a, on_b) = (&found.on_a, &found.on_b);
        let sets = IntegerSets::new(&chosen(a, on_a), &chosen(b, on_b), &a[0]);
        let (l, m) = exact_weights(&sets)?;
        Some(SetWeights {
            on_a: l.into_iter().map(|(i, w)| (on_a[i], w)).collect(),
            on_b: m.into_iter().map(|(j, w)| (on_b[j], w)).collect(),
        })
    });
    match proved {
        Ok(weights) => Opinion::Meet(weights),
        Err(Some(distance)) if distance <= SOLVER_TOL => Opinion::Open(Reason::SolverTolerance),
        Err(_) => Opinion::Open(Reason::SolverFailed),
    }
}

/// What `prove` makes of the points of the nearest program's optimum; else its distance, if it was
/// solved.
///
/// Where deep sets are symmetric, an optimum may have few points, that meet in a plane common to
/// them but for rounding. Shaken a little, the sets have optima with as many as it takes; the
/// points of all optima are tried together.
pub(crate) fn meeting<const D: usize, T>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    prove: impl Fn(&Nearest) -> Option<T>,
) -> std::result::Result<T, Option<f64>> {
    let mut found = nearest(a, b).ok_or(None)?;
    if let Some(proved) = prove(&found) {
        return Ok(proved);
    }
    if found.distance <= SOLVER_TOL {
        for by in SHAKES {
            let Some(shaken) = nearest(&shaken(a, by, 1), &shaken(b, by, 2)) else {
                continue;
            };
            add_distinct(&mut found.on_a, &shaken.on_a);
            add_distinct(&mut found.on_b, &shaken.on_b);
            if let Some(proved) = prove(&found) {
                return Ok(proved);
            }
        }
    }
    Err(Some(found.distance))
}

fn add_distinct(ids: &mut Vec<u32>, more: &[u32]) {
    for id in more {
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
}

/// Smaller, and the solver takes them for its noise; larger, and shallow sets come apart.
const SHAKES: [f64; 2] = [1e-7, 1e-5];

/// Every coordinate moved by up to `by`, the same way every time.
fn shaken<const D: usize>(points: &[[f64; D]], by: f64, seed: u64) -> Vec<[f64; D]> {
    // Knuth's multiplicative generator; the quality does not matter.
    let mut state = seed;
    let mut unit = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let moved = |p: &[f64; D]| p.map(|x| x + by * unit());
    points.iter().map(moved).collect()
}

type Weights = Vec<(usize, f64)>;

/// If the hulls of a few points meet: indices and weights of A's and B's, zeros left out.
pub(crate) fn exact_weights<const D: usize>(sets: &IntegerSets<D>) -> Option<(Weights, Weights)> {
    if sets.a.is_empty() || sets.b.is_empty() {
        return None;
    }
    let optimum = sets.solve(&[]);
    if !optimum.meet {
        return None;
    }
    let (count_a, count_b) = (sets.a.len(), sets.b.len());
    let (mut l, mut m) = (Weights::new(), Weights::new());
    for (column, weight) in optimum.weights() {
        if weight == 0.0 || column >= count_a + count_b {
            continue;
        }
        if column < count_a {
            l.push((column, weight));
        } else {
            m.push((column - count_a, weight));
        }
    }
    l.sort_unstable_by_key(|&(i, _)| i);
    m.sort_unstable_by_key(|&(j, _)| j);
    Some((l, m))
}

/// The unit direction of the gap program's optimum, if it is not zero.
pub(crate) fn widest_gap<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Option<[f64; D]> {
    let mut vars = variables!();
    let n: [Variable; D] = std::array::from_fn(|_| vars.add(variable().min(-1.0).max(1.0)));
    let (alpha, beta) = (vars.add(variable()), vars.add(variable()));
    let along = |p: &[f64; D]| -> Expression { n.iter().zip(p).map(|(&n, &x)| x * n).sum() };
    let mut model = vars.maximise(beta - alpha).using(solver);
    for p in a {
        model = model.with(constraint!(along(p) <= alpha));
    }
    for p in b {
        model = model.with(constraint!(along(p) >= beta));
    }
    let solution = model.with_time_limit(TIME_LIMIT_S).solve().ok()?;
    let normal = n.map(|n| solution.value(n));
    // A time limit leaves a direction too: it is tested anyway.
    let is_direction = normal.iter().all(|x| x.is_finite()) && normal.iter().any(|&x| x != 0.0);
    is_direction.then(|| unit(&normal))
}

/// The nearest program's optimum.
pub(crate) struct Nearest {
    /// In the maximum norm.
    pub(crate) distance: f64,
    /// Points of weights beyond noise.
    pub(crate) on_a: Vec<u32>,
    pub(crate) on_b: Vec<u32>,
}

fn nearest<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Option<Nearest> {
    let mut vars = variables!();
    let (l, m) = (weights(&mut vars, a.len()), weights(&mut vars, b.len()));
    let t = vars.add(variable().min(0.0));
    let mut model = vars.minimise(t).using(solver);
    let sum = |w: &[Variable]| -> Expression { w.iter().sum() };
    model = model.with(constraint!(sum(&l) == 1.0));
    model = model.with(constraint!(sum(&m) == 1.0));
    for axis in 0..D {
        let along = |w: &[Variable], points: &[[f64; D]]| -> Expression {
            w.iter().zip(points).map(|(&w, p)| p[axis] * w).sum()
        };
        let difference = along(&l, a) - along(&m, b);
        model = model.with(constraint!(difference.clone() <= t));
        model = model.with(constraint!(difference >= -t));
    }
    let solution = model.with_time_limit(TIME_LIMIT_S).solve().ok()?;
    if !matches!(solution.status(), SolutionStatus::Optimal) {
        return None;
    }
    let chosen = |w: &[Variable]| -> Vec<u32> {
        let weighted = w.iter().enumerate();
        weighted
            .filter(|(_, w)| solution.value(**w) > WEIGHT_TOL)
            .map(|(id, _)| id as u32)
            .collect()
    };
    Some(Nearest {
        distance: solution.value(t),
        on_a: chosen(&l),
        on_b: chosen(&m),
    })
}

/// What the program of a moving set says.
pub(crate) enum Meeting {
    /// First at this length of way.
    At(f64),
    /// Not within the span.
    Never,
    /// The solver did not finish.
    Unknown,
}

/// The least s in `span` with sum l_i a_i - sum m_j b_j = s `way`, l and m weights: how far B goes
/// along `way` until it meets A.
pub(crate) fn first_meeting<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    way: &[f64; D],
    span: [f64; 2],
) -> Meeting {
    let mut vars = variables!();
    let (l, m) = (weights(&mut vars, a.len()), weights(&mut vars, b.len()));
    let s = vars.add(variable().min(span[0]).max(span[1]));
    let mut model = vars.minimise(s).using(solver);
    let sum = |w: &[Variable]| -> Expression { w.iter().sum() };
    model = model.with(constraint!(sum(&l) == 1.0));
    model = model.with(constraint!(sum(&m) == 1.0));
    for axis in 0..D {
        let along = |w: &[Variable], points: &[[f64; D]]| -> Expression {
            w.iter().zip(points).map(|(&w, p)| p[axis] * w).sum()
        };
        let apart = along(&l, a) - along(&m, b) - way[axis] * s;
        model = model.with(constraint!(apart == 0.0));
    }
    match model.with_time_limit(TIME_LIMIT_S).solve() {
        Ok(solution) if matches!(solution.status(), SolutionStatus::Optimal) => {
            Meeting::At(solution.value(s))
        }
        Err(ResolutionError::Infeasible) => Meeting::Never,
        _ => Meeting::Unknown,
    }
}

fn weights(vars: &mut ProblemVariables, count: usize) -> Vec<Variable> {
    (0..count).map(|_| vars.add(variable().min(0.0))).collect()
}
