//! Is the distance of two bodies at most d?
//!
//! GJK between two bounds until they tell; where rounding hides the answer, exact integers compare the
//! squares.

use std::cmp::Ordering;

use nalgebra::{Matrix3, Vector3};

use crate::body::simd;
use crate::distance::gjk::{self, Kind, Stop};
use crate::distance::pair_distance::common_point;
use crate::error::Result;
use crate::lp::exact;
use crate::lp::problem::Difference;
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::norm1;
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

options! {
    /// Options of [`within`].
    WithinOptions {
        /// Bodies this near to each other are a hit. Default 0: that is [`intersect`](crate::intersect).
        distance: f64 = 0.0, "finite and not negative": |x| *x >= 0.0 && x.is_finite();
        /// Support queries in f64 before exact arithmetic takes over. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "at least 1": |n| *n >= 1;
    }
}

/// Answer of [`within`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Within {
    /// `Hit`: the distance is at most that of the options, and equal is a hit. `Separated`: it is larger.
    /// Exactly, on the numbers given.
    pub verdict: Verdict,
    /// `None`: it is never undecided.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Support queries on each body.
    pub iterations: u32,
    /// The distance that was asked about.
    pub distance: f64,
    /// With `Separated`: unit normal from A to B, world axes, along which they are farther apart than that; to
    /// rounding, where exact arithmetic decided. None when a body is empty.
    pub normal: Option<Vector3<f64>>,
    /// With `Hit`: a point of A, world frame, that is so near to `point_b`, to rounding.
    pub point_a: Option<Vector3<f64>>,
    /// With `Hit`: that point of B.
    pub point_b: Option<Vector3<f64>>,
}

/// Whether two bodies at given poses are at most a distance apart.
///
/// The verdict is that of real arithmetic on the numbers given, as of [`intersect`](crate::intersect), which
/// this is for a distance of 0. The empty body is near to nothing. Costs less than
/// [`distance`](crate::distance()): it ends as soon as the bounds tell. Allocates nothing, except where the
/// distance is the asked one to rounding and exact arithmetic decides.
///
/// `state` is the memory of this pair from frame to frame, shared with the other queries.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range.
///
/// ```
/// use interframe::{PairState, Polytope, Pose, PosedPair, Verdict, WithinOptions, within};
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::zeros()])?;
/// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(3.0, 4.0, 0.0))?);
/// let pair = PosedPair::new(&point, &here, &point, &there);
/// let ask = |distance: f64| {
///     let options = WithinOptions { distance, ..Default::default() };
///     within(&pair, &options, &mut PairState::default())
/// };
/// assert_eq!(ask(5.0)?.verdict, Verdict::Hit);
/// assert_eq!(ask(5.0_f64.next_down())?.verdict, Verdict::Separated);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn within(
    pair: &PosedPair<'_>,
    options: &WithinOptions,
    state: &mut PairState,
) -> Result<Within> {
    options.validate()?;
    let (a, pose_a, b, pose_b) = pair.polytopes();
    if a.is_empty() || b.is_empty() {
        return Ok(Within {
            distance: options.distance,
            ..Within::separated(None, DecidedBy::Nothing)
        });
    }
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    let matrices = [pose_a, pose_b].map(|pose| pose.matrix() * scale);
    Ok(simd::widest(
        #[inline(always)]
        || run(pair, matrices.each_ref(), state, options, scale),
    ))
}

#[inline(always)]
fn run(
    pair: &PosedPair<'_>,
    matrices: [&Matrix3<f64>; 2],
    state: &mut PairState,
    options: &WithinOptions,
    scale: f64,
) -> Within {
    let (a, pose_a, b, pose_b) = pair.polytopes();
    let origin = pose_a.translation();
    let hull_a = ExtendedHull::at_origin(a, pose_a, matrices[0], scale);
    let hull_b = ExtendedHull::at_pose(b, pose_b, matrices[1], origin, scale);
    let mut m = Difference::new(&hull_a, &hull_b, 0.0);
    (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
    // A product of denormal size is rounded.
    let reach = options.distance * scale;
    let (surely, at_most) = (reach.next_down(), reach.next_up());
    let stop = Stop {
        rel_tol: 0.0,
        beyond: 0.0,
        apart_by: at_most,
        max_iterations: options.max_pivots,
        every_face: false,
    };
    let start = gjk::kept(&m, state);
    let found = gjk::nearest(&mut m, start, &stop);
    let world = |p: Vector3<f64>| p * (1.0 / scale) + origin;
    let answer = if found.kind == Kind::Overlap || found.upper <= surely {
        gjk::keep(state, &found);
        Within::hit(found.points(&m).map(world), DecidedBy::Float)
    } else if found.lower > at_most {
        gjk::keep(state, &found);
        Within::separated(Some(found.normal), DecidedBy::Float)
    } else if found.kind == Kind::Unclear
        && let Some(point) = common_point(&mut m, options.max_pivots)
    {
        gjk::keep(state, &found);
        Within::hit([world(point); 2], DecidedBy::Float)
    } else {
        let start = found.simplex.columns[..found.simplex.count].iter();
        let start = start.map(|c| (c.id_a, c.id_b));
        let (order, exact) = exact::compare(&mut m, start, options.distance);
        gjk::keep_exact(state, &exact);
        if order == Ordering::Greater {
            Within::separated(Some(exact.normal), DecidedBy::Exact)
        } else {
            Within::hit(exact.points(&m).map(world), DecidedBy::Exact)
        }
    };
    (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
    Within {
        iterations: m.queries,
        distance: options.distance,
        ..answer
    }
}

impl Within {
    fn separated(normal: Option<Vector3<f64>>, decided_by: DecidedBy) -> Self {
        Within {
            verdict: Verdict::Separated,
            reason: Reason::None,
            decided_by,
            iterations: 0,
            distance: 0.0,
            normal,
            point_a: None,
            point_b: None,
        }
    }

    fn hit([point_a, point_b]: [Vector3<f64>; 2], decided_by: DecidedBy) -> Self {
        Within {
            verdict: Verdict::Hit,
            point_a: Some(point_a),
            point_b: Some(point_b),
            ..Within::separated(None, decided_by)
        }
    }
}
