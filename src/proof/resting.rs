//! Exact answers about two polytopes at rest.

use crate::motion::pose::Pose;
use crate::numeric::arithmetic::norm1;
use crate::shape::polytope::Polytope;
use crate::solver::exact;
use crate::support::swept_hull::{ExtendedHull, pair_scale};

/// Calls a function with two bodies at rest, scaled if need be.
pub(crate) fn resting<T>(
    [a, b]: [&Polytope; 2],
    [pose_a, pose_b]: [&Pose; 2],
    ask: impl FnOnce(&ExtendedHull<'_>, &ExtendedHull<'_>) -> T,
) -> T {
    let origin = pose_a.translation();
    let apart = norm1(&(pose_b.translation() - origin));
    let scale = pair_scale(a.reach(), b.reach(), apart);
    let (matrix_a, matrix_b) = (pose_a.matrix() * scale, pose_b.matrix() * scale);
    let hull_a = ExtendedHull::at_pose(a, pose_a, &matrix_a, origin, scale);
    let hull_b = ExtendedHull::at_pose(b, pose_b, &matrix_b, origin, scale);
    ask(&hull_a, &hull_b)
}

/// The pairs that hold the difference nearest to the origin: at most three unless the bodies meet.
pub(crate) fn nearest_pairs(bodies: [&Polytope; 2], poses: [&Pose; 2]) -> Vec<[u32; 2]> {
    let found = resting(bodies, poses, |a, b| exact::nearest_of(a, b));
    found.columns.into_iter().map(|(a, b)| [a, b]).collect()
}
