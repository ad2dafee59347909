//! The program of two point sets for an independent solver: a second opinion.
//!
//! Three models of `good_lp`, solved by microlp, or by HiGHS with the feature `good_lp_highs`:
//! - **gap**: maximise `beta - alpha` subject to n.a <= alpha, n.b >= beta, |n_k| <= 1. Its optimum
//!   is the distance in the 1-norm, its n a direction to look for a plane along.
//! - **nearest**: minimise t subject to |sum l_i a_i - sum m_j b_j|_max <= t, l and m weights of
//!   convex combinations. Its optimum is the distance in the maximum norm, its weights name the
//!   few points that may hold the origin between them.
//!
//! - **least along**: minimise s subject to sum l_i a_i - sum m_j b_j = s d, for times of impact and for points that hold
//!   the origin deep between them.
//!
//! The solver's tolerance is about 1e-9 on numbers of size 1, so neither answer is believed: callers
//! test the plane on every point and the chosen points by exact signs. What passes neither test
//! stays open. Thousands of times slower than `intersect`.

#[cfg(feature = "good_lp_highs")]
use good_lp::highs as solver;
#[cfg(not(feature = "good_lp_highs"))]
use good_lp::microlp as solver;
use good_lp::{
    Constraint, Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus,
    SolverModel, Variable, WithTimeLimit, constraint, variable, variables,
};
use nalgebra::Vector3;

use crate::motion::pose::Pose;
use crate::numeric::arithmetic::rotate;
use crate::reference::kreuzer::exact::IntegerPoints;
use crate::reference::kreuzer::sets::{Normalised, SetWeights, unit};
use crate::reference::kreuzer::tableau::{Direction, Numbering, Points};
use crate::shape::polytope::Polytope;
use crate::verdict::Reason;

/// Microlp may cycle on degenerate programs; a program of 200 points takes a few milliseconds.
const TIME_LIMIT_S: f64 = 1.0;

/// A weight up to this is the solver's noise.
const WEIGHT_TOL: f64 = 1e-12;

/// Error of the solver's optimum on numbers of size 1: microlp's tolerance on each reduced cost and level is 1e-10,
/// and tens of them add up.
#[cfg(not(feature = "good_lp_highs"))]
pub(crate) const SOLVER_TOL: f64 = 1e-8;
/// HiGHS meets its rows to 1e-7.
#[cfg(feature = "good_lp_highs")]
pub(crate) const SOLVER_TOL: f64 = 1e-6;

/// Proved answer about two sets.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Opinion {
    /// Every point of A is before every point of B along this direction.
    Apart { normal: Direction },
    /// The hulls of these few points meet, exactly.
    Meet(SetWeights),
    /// Nothing that could be proved, and why.
    Open(Reason),
}

/// Distance in the maximum norm, to about 1e-9 of the pair's size; 0 when the bodies meet. None when
/// a body is empty, sizes overflow, or the solver does not finish within a second.
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
    let points = Points::new(&points_a, &points_b);
    Some(nearest(&points)?.value.max(0.0) * size)
}

/// About two sets that have points.
pub(crate) fn opinion(points: &Points) -> Opinion {
    let near = Normalised::new(points).points;
    if let Some(normal) = widest_gap(&near)
        && IntegerPoints::new(points, points.point(0)).separated_by(&normal)
    {
        return Opinion::Apart { normal };
    }
    let proved = meeting(&near, |found| {
        let numbering = points.numbering;
        let on_b = found.on_b.iter().map(|&j| numbering.count_a + j as usize);
        let columns = found.on_a.iter().map(|&i| i as usize).chain(on_b);
        let chosen = Points {
            numbering: found.numbering(numbering.rows),
            numbers: columns.flat_map(|c| points.point(c)).copied().collect(),
        };
        let weights = exact_weights(&IntegerPoints::new(&chosen, points.point(0)))?;
        let given = |weights: Vec<(u32, f64)>, ids: &[u32]| {
            let weights = weights.into_iter();
            weights.map(|(k, w)| (ids[k as usize], w)).collect()
        };
        Some(SetWeights {
            on_a: given(weights.on_a, &found.on_a),
            on_b: given(weights.on_b, &found.on_b),
        })
    });
    match proved {
        Ok(weights) => Opinion::Meet(weights),
        Err(Unproved::Tolerance) => Opinion::Open(Reason::SolverTolerance),
        Err(_) => Opinion::Open(Reason::SolverFailed),
    }
}

/// Why the hulls of two sets were not proved to meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unproved {
    /// By the solver's optimum they are apart by more than its tolerance.
    Apart,
    /// By the solver's optimum they are nearer to touching than its tolerance.
    Tolerance,
    /// The solver did not finish, or its optima contradict each other.
    Failed,
}

/// Returns what `prove` makes of a few points whose hulls meet.
///
/// The nearest program names such points where the sets touch. Where they overlap, its optimum is any common point, and
/// the points that it names may meet in a plane common to them but for rounding. So the Minkowski difference is also
/// searched for its boundary along D + 1 ways that surround the origin, the axes and minus their sum. If the sets are
/// deeper in each other than the tolerance, the simplex of these boundary points holds the origin with a margin beyond
/// the solver's errors, and the hulls of all points that the optima name meet.
pub(crate) fn meeting<T>(
    points: &Points,
    prove: impl Fn(&ConvexOptimum) -> Option<T>,
) -> std::result::Result<T, Unproved> {
    let mut found = nearest(points).ok_or(Unproved::Failed)?;
    if let Some(proved) = prove(&found) {
        return Ok(proved);
    }
    if found.value > SOLVER_TOL {
        return Err(Unproved::Apart);
    }
    let mut depth = f64::INFINITY;
    for way in surrounding_ways(points.numbering.dimension()) {
        match least_along(points, &way, [-FARTHEST, 0.0]) {
            Ok(optimum) => {
                depth = depth.min(-optimum.value);
                add_distinct(&mut found.on_a, &optimum.on_a);
                add_distinct(&mut found.on_b, &optimum.on_b);
            }
            // To the solver not even the origin is in the difference.
            Err(ResolutionError::Infeasible) => depth = 0.0,
            Err(_) => return Err(Unproved::Failed),
        }
    }
    prove(&found).ok_or(match depth <= SOLVER_TOL {
        true => Unproved::Tolerance,
        false => Unproved::Failed,
    })
}

/// Every difference of two points of 1-norm 1 at most is nearer, along any way of [`surrounding_ways`].
const FARTHEST: f64 = 4.0;

/// The axes, and minus their sum.
fn surrounding_ways(dimension: usize) -> impl Iterator<Item = Vec<f64>> {
    (0..=dimension).map(move |k| {
        let entry = |axis| match k == dimension {
            true => -1.0,
            false => f64::from(u8::from(axis == k)),
        };
        (0..dimension).map(entry).collect()
    })
}

fn add_distinct(ids: &mut Vec<u32>, more: &[u32]) {
    for id in more {
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
}

/// If the hulls of a few points meet.
pub(crate) fn exact_weights(points: &IntegerPoints) -> Option<SetWeights> {
    let numbering = &points.numbering;
    if numbering.count_a == 0 || numbering.count_b == 0 {
        return None;
    }
    let optimum = points.solve(&[]);
    let weights = || SetWeights::new(numbering, optimum.weights().into_iter());
    optimum.meets().then(weights)
}

/// The unit direction of the gap program's optimum, if it is not zero.
pub(crate) fn widest_gap(points: &Points) -> Option<Direction> {
    let mut vars = variables!();
    let axes = 0..points.numbering.dimension();
    let n: Vec<Variable> = axes
        .map(|_| vars.add(variable().min(-1.0).max(1.0)))
        .collect();
    let (alpha, beta) = (vars.add(variable()), vars.add(variable()));
    let along = |p: &[f64]| -> Expression { n.iter().zip(p).map(|(&n, &x)| x * n).sum() };
    let mut model = vars.maximise(beta - alpha).using(solver);
    for p in points.of_a() {
        model = model.with(constraint!(along(p) <= alpha));
    }
    for p in points.of_b() {
        model = model.with(constraint!(along(p) >= beta));
    }
    let solution = model.with_time_limit(TIME_LIMIT_S).solve().ok()?;
    let mut normal = Direction::default();
    for (x, &n) in normal.iter_mut().zip(&n) {
        *x = solution.value(n);
    }
    // A time limit leaves a direction too: it is tested anyway.
    let is_direction = normal.iter().all(|x| x.is_finite()) && normal.iter().any(|&x| x != 0.0);
    is_direction.then(|| unit(&normal))
}

/// The weights of two convex combinations, as variables.
struct Combinations<'a> {
    points: &'a Points,
    l: Vec<Variable>,
    m: Vec<Variable>,
}

impl<'a> Combinations<'a> {
    fn new(points: &'a Points, vars: &mut ProblemVariables) -> Self {
        let numbering = points.numbering;
        let mut weights =
            |count| -> Vec<_> { (0..count).map(|_| vars.add(variable().min(0.0))).collect() };
        Combinations {
            points,
            l: weights(numbering.count_a),
            m: weights(numbering.count_b),
        }
    }

    /// That the weights of each set sum to 1.
    fn sums(&self) -> [Constraint; 2] {
        [&self.l, &self.m].map(|w| constraint!(w.iter().sum::<Expression>() == 1.0))
    }

    /// `sum l_i a_i - sum m_j b_j` along every axis.
    fn differences(&self) -> impl Iterator<Item = Expression> {
        (0..self.points.numbering.dimension()).map(|axis| {
            let of_a = self.l.iter().zip(self.points.of_a());
            let of_b = self.m.iter().zip(self.points.of_b());
            let a: Expression = of_a.map(|(&w, p)| p[axis] * w).sum();
            let b: Expression = of_b.map(|(&w, p)| p[axis] * w).sum();
            a - b
        })
    }

    /// Solves a program about these weights that minimises `value`. A time limit is an error.
    fn optimum<M: SolverModel<Error = ResolutionError> + WithTimeLimit>(
        &self,
        model: M,
        value: Variable,
    ) -> std::result::Result<ConvexOptimum, ResolutionError> {
        let solution = model.with_time_limit(TIME_LIMIT_S).solve()?;
        if !matches!(solution.status(), SolutionStatus::Optimal) {
            return Err(ResolutionError::Other("the time limit"));
        }
        let chosen = |weights: &[Variable]| -> Vec<u32> {
            let numbered = weights.iter().zip(0..);
            let weighted = numbered.filter(|(weight, _)| solution.value(**weight) > WEIGHT_TOL);
            weighted.map(|(_, id)| id).collect()
        };
        Ok(ConvexOptimum {
            value: solution.value(value),
            on_a: chosen(&self.l),
            on_b: chosen(&self.m),
        })
    }
}

/// An optimum of a program about two convex combinations.
pub(crate) struct ConvexOptimum {
    /// Value that the program minimises.
    pub(crate) value: f64,
    /// Points of A with weights beyond noise.
    pub(crate) on_a: Vec<u32>,
    /// Points of B with weights beyond noise.
    pub(crate) on_b: Vec<u32>,
}

impl ConvexOptimum {
    /// Numbers the program of its points alone.
    pub(crate) fn numbering(&self, rows: usize) -> Numbering {
        Numbering {
            count_a: self.on_a.len(),
            count_b: self.on_b.len(),
            rows,
        }
    }
}

/// The nearest program's optimum; its value is the distance in the maximum norm.
fn nearest(points: &Points) -> Option<ConvexOptimum> {
    let mut vars = variables!();
    let weights = Combinations::new(points, &mut vars);
    let t = vars.add(variable().min(0.0));
    let mut model = vars.minimise(t).using(solver).with_all(weights.sums());
    for difference in weights.differences() {
        model = model.with(constraint!(difference.clone() <= t));
        model = model.with(constraint!(difference >= -t));
    }
    weights.optimum(model, t).ok()
}

/// The least s in `span` with `sum l_i a_i - sum m_j b_j = s way`, l and m weights of convex combinations.
fn least_along(
    points: &Points,
    way: &[f64],
    span: [f64; 2],
) -> std::result::Result<ConvexOptimum, ResolutionError> {
    let mut vars = variables!();
    let weights = Combinations::new(points, &mut vars);
    let s = vars.add(variable().min(span[0]).max(span[1]));
    let mut model = vars.minimise(s).using(solver).with_all(weights.sums());
    for (difference, &along) in weights.differences().zip(way) {
        model = model.with(constraint!(difference - along * s == 0.0));
    }
    weights.optimum(model, s)
}

/// Answer of the program of a moving set.
pub(crate) enum MovingSetsOutcome {
    /// First at this length of way.
    At(f64),
    /// Not within the span.
    Never,
    /// The solver did not finish.
    Unknown,
}

/// Finds how far B goes along `way`, within `span`, until it meets A.
pub(crate) fn first_meeting(
    a: &[[f64; 3]],
    b: &[[f64; 3]],
    way: &[f64; 3],
    span: [f64; 2],
) -> MovingSetsOutcome {
    match least_along(&Points::new(a, b), way, span) {
        Ok(optimum) => MovingSetsOutcome::At(optimum.value),
        Err(ResolutionError::Infeasible) => MovingSetsOutcome::Never,
        Err(_) => MovingSetsOutcome::Unknown,
    }
}
