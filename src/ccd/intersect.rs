//! Do two bodies meet at given poses?
//!
//! First balls about the centres and one look at the last plane or portal, then the ray simplex in f64, then
//! exact integers. Each stage proves its answer or passes on, and the last always answers.

use nalgebra::{Matrix3, Vector3};

use super::decide::{Kind, decide};
use crate::geometry::arithmetic::norm1;
use crate::geometry::plane::Plane;
use crate::geometry::polytope::Polytope;
use crate::geometry::pose::Pose;
use crate::geometry::simd;
use crate::pair::PairState;
use crate::settings::Settings;
use crate::sweep::full::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Verdict};

/// Answer of [`intersect`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Intersection {
    /// `Separated` or `Hit`: static queries are exact and never undecided.
    pub verdict: Verdict,
    /// With `Separated`: the plane that proves it. None when a body is empty.
    pub plane: Option<Plane>,
    /// With `Hit`: a common point to rounding, world frame.
    pub point: Option<Vector3<f64>>,
    /// Support queries on each body; 0 when a body is empty.
    pub iterations: u32,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
}

/// Whether two bodies at given poses share a point.
///
/// The verdict is that of real arithmetic on the numbers given: `Separated` when a plane separates
/// strictly, `Hit` when the closed bodies share a point (touching is a hit), never `Undecided`.
/// Swapping A and B gives the mirrored verdict. Degenerate bodies (points, segments, flat
/// polygons) are bodies like any other; the empty body meets nothing.
///
/// `state` is the memory of this pair from frame to frame; a fresh or foreign one is only slower.
/// Allocates nothing, except when bodies touch to rounding and exact arithmetic decides.
///
/// Source: the ray LP, see `docs/DESIGN.md`; deviations from Minkowski Portal Refinement: bodies
/// need no interior, every answer is proved, and no iteration limit answers.
///
/// ```
/// use interframe::{PairState, Polytope, Pose, Settings, Verdict, intersect};
/// use nalgebra::{Quaternion, Vector3};
///
/// let corners = |h: f64| (0..8).map(move |i| {
///     let side = |bit: i32| if i >> bit & 1 == 0 { -h } else { h };
///     Vector3::new(side(0), side(1), side(2))
/// });
/// let cube = Polytope::new(&corners(0.5).collect::<Vec<_>>())?;
/// let here = Pose::identity();
/// let beside = Pose::from_translation(Vector3::new(1.25, 0.0, 0.0))?;
/// let mut state = PairState::default();
/// let answer = intersect(&cube, &here, &cube, &beside, &mut state, &Settings::default());
/// assert_eq!(answer.verdict, Verdict::Separated);
/// assert!(answer.plane.unwrap().normal.x > 0.0); // from A to B
///
/// let touching = Pose::from_translation(Vector3::new(1.0, 0.0, 0.0))?;
/// let answer = intersect(&cube, &here, &cube, &touching, &mut state, &Settings::default());
/// assert_eq!(answer.verdict, Verdict::Hit);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn intersect(
    a: &Polytope,
    pose_a: &Pose,
    b: &Polytope,
    pose_b: &Pose,
    state: &mut PairState,
    settings: &Settings,
) -> Intersection {
    if a.is_empty() || b.is_empty() {
        return Intersection {
            verdict: Verdict::Separated,
            plane: None,
            point: None,
            iterations: 0,
            decided_by: DecidedBy::Nothing,
        };
    }
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    if scale != 1.0 {
        return at_scale(a, pose_a, b, pose_b, state, settings, scale);
    }
    let matrices = [pose_a.matrix(), pose_b.matrix()];
    simd::widest(
        #[inline(always)]
        || run(a, pose_a, b, pose_b, matrices, state, settings, 1.0),
    )
}

/// Bodies of extreme size, brought near 1.
#[cold]
fn at_scale(
    a: &Polytope,
    pose_a: &Pose,
    b: &Polytope,
    pose_b: &Pose,
    state: &mut PairState,
    settings: &Settings,
    scale: f64,
) -> Intersection {
    let (matrix_a, matrix_b) = (pose_a.matrix() * scale, pose_b.matrix() * scale);
    let matrices = [&matrix_a, &matrix_b];
    run(a, pose_a, b, pose_b, matrices, state, settings, scale)
}

#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn run(
    a: &Polytope,
    pose_a: &Pose,
    b: &Polytope,
    pose_b: &Pose,
    matrices: [&Matrix3<f64>; 2],
    state: &mut PairState,
    settings: &Settings,
    scale: f64,
) -> Intersection {
    let origin = pose_a.translation();
    let hull_a = ExtendedHull::at_pose(a, pose_a, matrices[0], origin, scale);
    let hull_b = ExtendedHull::at_pose(b, pose_b, matrices[1], origin, scale);
    let (decision, iterations) = decide(&hull_a, &hull_b, 0.0, state, settings.max_pivots, 0.0);
    // Only dilated hulls can be undecided.
    debug_assert!(matches!(decision.kind, Kind::Hit | Kind::Separated));
    Intersection {
        verdict: if decision.kind == Kind::Hit {
            Verdict::Hit
        } else {
            Verdict::Separated
        },
        plane: decision.plane(&origin, scale),
        point: decision.point(&origin, scale),
        iterations,
        decided_by: decision.by,
    }
}
