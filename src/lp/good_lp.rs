//! The distance LP for an independent solver: a second opinion, never a proof.
//!
//! Minimise t subject to |sum alpha_i a_i - sum beta_j b_j|_max <= t, alpha and beta weights of
//! convex combinations. Its optimum is the distance of the bodies in the maximum norm, 0 when they
//! meet. Written out in full and solved by `good_lp` with microlp, thousands of times slower than
//! `intersect` and to a tolerance, so it serves to validate.

use good_lp::{
    Expression, Solution, SolutionStatus, SolverModel, Variable, WithTimeLimit, constraint,
    microlp, variable, variables,
};
use nalgebra::Vector3;

use crate::geometry::arithmetic::rotate;
use crate::geometry::polytope::Polytope;
use crate::geometry::pose::Pose;

/// Microlp may cycle on degenerate programs; a program of 200 vertices takes a few milliseconds.
const TIME_LIMIT_S: f64 = 1.0;

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
    let place = |v: Vector3<f64>, pose: &Pose, offset: Vector3<f64>| {
        (rotate(pose.matrix(), &v) + offset) / size
    };
    let points_a: Vec<_> = a
        .vertices()
        .map(|v| place(v, pose_a, Vector3::zeros()))
        .collect();
    let points_b: Vec<_> = b.vertices().map(|v| place(v, pose_b, apart)).collect();
    solve(&points_a, &points_b).map(|t| t.max(0.0) * size)
}

fn solve(a: &[Vector3<f64>], b: &[Vector3<f64>]) -> Option<f64> {
    let mut vars = variables!();
    let mut weights = |count: usize| -> Vec<Variable> {
        (0..count).map(|_| vars.add(variable().min(0.0))).collect()
    };
    let (alpha, beta) = (weights(a.len()), weights(b.len()));
    let t = vars.add(variable().min(0.0));
    let mut model = vars.minimise(t).using(microlp);
    let sum = |w: &[Variable]| -> Expression { w.iter().sum() };
    model = model.with(constraint!(sum(&alpha) == 1.0));
    model = model.with(constraint!(sum(&beta) == 1.0));
    for axis in 0..3 {
        let along = |w: &[Variable], points: &[Vector3<f64>]| -> Expression {
            w.iter().zip(points).map(|(&w, p)| p[axis] * w).sum()
        };
        let difference = along(&alpha, a) - along(&beta, b);
        model = model.with(constraint!(difference.clone() <= t));
        model = model.with(constraint!(difference >= -t));
    }
    let solution = model.with_time_limit(TIME_LIMIT_S).solve().ok()?;
    matches!(solution.status(), SolutionStatus::Optimal).then(|| solution.value(t))
}
