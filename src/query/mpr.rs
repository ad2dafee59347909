//! Improved Minkowski Portal Refinement: a signed distance along a portal's normal, and which
//! route gave it.
//!
//! Problem: one iteration for bodies apart and bodies that overlap, with a distance (apart) or a
//! depth (inside) that engines may penalise. Idea (Neumayr and Otter 2017): walk along the ray
//! from r0 = c_A - c_B, a point inside M = A - B, through the origin to the portal, a triangle of
//! M's vertices that the ray crosses; refine it by the ratio test of the ray LP until M reaches no
//! farther along its normal e4; answer its point nearest to the origin.
//!
//! Where it loses: the portal is where the ray leaves M, not where M is nearest to the origin.
//! Apart, the answer is an upper bound of the distance; inside, a portal is inscribed and its
//! distance bounds nothing. Both bounds that do hold are returned. What it cannot do (coincident
//! centres, thin or flat bodies, degenerate portals) and every sign that f64 does not prove go
//! another way, and [`Route`] says which: the sign is always that of
//! [`intersect`](crate::intersect). `docs/theory/MPR.md` has the pictures.

use nalgebra::{Matrix3, Vector3};

use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{norm, norm1};
use crate::numeric::simd;
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::query::distance::{DistanceOptions, distance};
use crate::query::penetration::penetration;
use crate::query::penetration_answer::PenetrationOptions;
use crate::shape::polytope::Polytope;
use crate::solver::curved_distance::{AtRest, ROOM};
use crate::solver::minkowski_difference::Difference;
use crate::solver::portal_refinement::{Detour, Refined, RefinementStop, Route, refine, refined};
use crate::support::mapping::FloatMapping;
use crate::support::posed_any::{PointBuffer, blocks};
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

options! {
    /// Options of [`mpr`].
    MprOptions {
        /// A portal is good enough when M reaches no farther than this beyond it, in sizes (the
        /// smaller body's bounding radius; the larger's, if that is 0). Between 0 and 0.1, default
        /// 1e-4; rounding is always allowed.
        rel_tol: f64 = 1e-4, "between 0 and 0.1": |x| *x >= 0.0 && *x <= 0.1;
        /// Support queries on each body after which another route is taken; at least 1, default 100.
        max_iterations: u32 = 100, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
        /// Pivots in f64, if another route is taken, before exact arithmetic takes over. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Answer of [`mpr`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MprDistance {
    /// The verdict of [`intersect`](crate::intersect), exact except for curved bodies that touch, which may be
    /// `Undecided`.
    pub verdict: Verdict,
    /// `None`, but of curved bodies: they may be [`Reason::Touching`].
    pub reason: Reason,
    /// Which arithmetic decided the verdict.
    pub decided_by: DecidedBy,
    /// Support queries on each body, those of another route included.
    pub iterations: u32,
    /// The paper's delta: positive when separated (infinite when a body is empty), not positive
    /// when the bodies meet, of either sign when that is undecided.
    pub separation: f64,
    /// The true signed distance, minus the depth when the bodies meet, is at least this.
    pub lower_bound: f64,
    /// The true signed distance is at most this. When separated `separation` is at most this too,
    /// to rounding. Of polytopes that meet by way of a portal all that is known is 0; of other bodies, that
    /// the ball about their centres' difference lies in M, which is all there is to two spheres.
    pub upper_bound: f64,
    /// The paper's e_A: unit, from A to B; `point_b - point_a = separation * normal` to rounding.
    /// None when a body is empty.
    pub normal: Option<Vector3<f64>>,
    /// The paper's r_A: a point of A, world frame. None when a body is empty.
    pub point_a: Option<Vector3<f64>>,
    /// The paper's r_B: a point of B.
    pub point_b: Option<Vector3<f64>>,
    /// Route by which the answer was found.
    pub route: Route,
    /// Why it was not the portal.
    pub detour: Detour,
}

/// The signed distance of two bodies at given poses by improved Minkowski Portal Refinement.
///
/// Takes convex bodies of every kind. A radius about a body smooths the distance as it smooths the body: give a core
/// that is smaller by it the radius ([`Polytope::rounded`]). `docs/theory/MPR.md` shows the difference.
///
/// The verdict is that of [`intersect`](crate::intersect). Separated: the true distance
/// lies between `lower_bound` and `upper_bound`, and so does `separation`, which is exact when the
/// two are equal. Hit: the depth is at most `-lower_bound`; `separation` is the paper's estimate and
/// bounds nothing. By another route than the portal both bounds are those of that route, tight to
/// rounding. [`distance`](crate::distance()) and [`penetration`] give the true
/// values always.
///
/// Needs no state. Allocates only where the other routes do.
///
/// Source: A. Neumayr, M. Otter, "Collision Handling with Variable-Step Integrators" (EOOLT 2017),
/// which improves G. Snethen, "XenoCollide" (2008). Deviations: tolerances scale with the bodies;
/// every sign is proved or decided another way; errors are answered another way; the direction on
/// an edge or corner of the portal points from A to B inside, too.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Body`](crate::Error::Body) for bodies
/// of several pieces.
///
/// ```
/// use interframe::{MprOptions, PairState, Polytope, Pose, PosedPair, Route, Verdict, mpr};
/// use nalgebra::Vector3;
///
/// let cube = Polytope::cuboid([0.5; 3])?;
/// let here = Pose::identity();
/// let beside = Pose::from_translation(Vector3::new(3.0, 0.25, 0.125))?;
/// let found = mpr(
///     &PosedPair::new(&cube, &here, &cube, &beside),
///     &MprOptions::default(), &mut PairState::default(),
/// )?;
/// assert_eq!((found.verdict, found.route), (Verdict::Separated, Route::Portal));
/// assert!((found.separation - 2.0).abs() < 1e-14);
/// assert!(found.lower_bound <= 2.0 && 2.0 <= found.upper_bound);
///
/// // The same place: the paper's method has no ray to follow.
/// let found = mpr(
///     &PosedPair::new(&cube, &here, &cube, &here),
///     &MprOptions::default(), &mut PairState::default(),
/// )?;
/// assert_eq!((found.verdict, found.route), (Verdict::Hit, Route::Penetration));
/// assert!((found.separation + 1.0).abs() < 1e-14);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn mpr(
    pair: &PosedPair<'_>,
    options: &MprOptions,
    _state: &mut PairState,
) -> Result<MprDistance> {
    options.validate()?;
    kinds::MPR.check([pair.a, pair.b])?;
    let Some(([a, b], [pose_a, pose_b])) = pair.polytopes() else {
        return smooth(pair, options);
    };
    if a.is_empty() || b.is_empty() {
        return Ok(MprDistance::to_nothing());
    }
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    let (bodies, poses) = ([a, b], [pose_a, pose_b]);
    let scaled = poses.map(|pose| pose.matrix() * scale);
    let matrices = scaled.each_ref();
    let (found, queries) = simd::widest_or_shared(
        #[inline(always)]
        |inlined| run(bodies, poses, matrices, options, scale, inlined),
    );
    match found {
        Ok(answer) => Ok(answer),
        Err(detour) => another_way(pair, detour, queries, options.max_pivots),
    }
}

/// `inlined`: with a copy of the solver for these bodies alone.
#[inline(always)]
fn run(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    matrices: [&Matrix3<f64>; 2],
    options: &MprOptions,
    scale: f64,
    inlined: bool,
) -> (std::result::Result<MprDistance, Detour>, u32) {
    let origin = poses[0].translation();
    let a = ExtendedHull::at_pose(bodies[0], poses[0], matrices[0], origin, scale);
    let b = ExtendedHull::at_pose(bodies[1], poses[1], matrices[1], origin, scale);
    let mut m = Difference::new(&a, &b, 0.0);
    let (small, large) = match (a.outer_radius(), b.outer_radius()) {
        (a, b) if a < b => (a, b),
        (a, b) => (b, a),
    };
    let size = if small > 0.0 { small } else { large };
    let stop = RefinementStop {
        gain: options.rel_tol * size,
        max_iterations: options.max_iterations,
    };
    let found = match inlined {
        true => refined(&mut m, &stop),
        false => m.of_any_float(|m| refine(m, &stop)),
    };
    let world = |p: Vector3<f64>| p * (1.0 / scale) + origin;
    (
        found.map(|f| f.answer_of(m.queries, scale, world)),
        m.queries,
    )
}

/// Answers for two bodies of which one has a radius or is curved.
#[cold]
fn smooth(pair: &PosedPair<'_>, options: &MprOptions) -> Result<MprDistance> {
    let sides = pair.convex_pair();
    if sides.bounding_polytopes().has_empty() {
        return Ok(MprDistance::to_nothing());
    }
    let rest = AtRest::whole(&sides);
    let buffers = [PointBuffer::<{ blocks(ROOM) }>::new(), PointBuffer::new()];
    let [a, b] = &rest.whole_sets(&buffers);
    let mut m = Difference::new(a, b, 0.0);
    let stop = RefinementStop {
        gain: options.rel_tol * (sides.size() * rest.scale),
        // What the portal needs must not be written over.
        max_iterations: options.max_iterations.min(ROOM as u32 - 8),
    };
    let found = match m.of_any_float(|m| refine(m, &stop)) {
        Ok(found) => found,
        Err(detour) => return another_way(pair, detour, m.queries, options.max_pivots),
    };
    let mut answer = found.answer_of(m.queries, rest.scale, |p| rest.world(p));
    if answer.verdict == Verdict::Hit {
        // The ball about r0 lies in M.
        let off = 2.0 * m.rounding() + m.center_error();
        let most = (norm(&m.interior()) + off - m.inscribed_radius()) / rest.scale;
        answer.upper_bound = most.next_up().min(0.0);
    }
    Ok(answer)
}

/// The answer where the portal has none: by the queries that always have one.
#[cold]
fn another_way(
    pair: &PosedPair<'_>,
    detour: Detour,
    queries: u32,
    max_pivots: u32,
) -> Result<MprDistance> {
    let ask = DistanceOptions {
        max_pivots,
        ..DistanceOptions::default()
    };
    let far = distance(pair, &ask, &mut PairState::default())?;
    let iterations = queries.saturating_add(far.iterations);
    let to_far = (far.separation + far.error).next_up();
    if far.verdict == Verdict::Separated {
        return Ok(MprDistance {
            verdict: Verdict::Separated,
            separation: far.separation,
            lower_bound: far.lower_bound,
            upper_bound: to_far,
            normal: far.normal,
            point_a: far.point_a,
            point_b: far.point_b,
            route: Route::Distance,
            detour,
            iterations,
            reason: Reason::None,
            decided_by: far.decided_by,
        });
    }
    let ask = PenetrationOptions {
        max_pivots,
        ..PenetrationOptions::default()
    };
    let deep = penetration(pair, &ask, &mut PairState::default())?;
    let (separation, upper_bound) = match far.verdict {
        Verdict::Hit => (-deep.depth, (deep.error - deep.depth).next_up().min(0.0)),
        _ if far.separation > 0.0 => (far.separation, to_far),
        _ => (-deep.depth, to_far),
    };
    Ok(MprDistance {
        verdict: far.verdict,
        separation,
        lower_bound: -(deep.depth + deep.error).next_up(),
        upper_bound,
        normal: deep.normal,
        point_a: deep.point_a,
        point_b: deep.point_b,
        route: Route::Penetration,
        detour,
        iterations: iterations.saturating_add(deep.iterations),
        reason: far.reason,
        decided_by: far.decided_by,
    })
}

impl MprDistance {
    fn to_nothing() -> Self {
        MprDistance {
            verdict: Verdict::Separated,
            separation: f64::INFINITY,
            lower_bound: f64::INFINITY,
            upper_bound: f64::INFINITY,
            normal: None,
            point_a: None,
            point_b: None,
            route: Route::Nothing,
            detour: Detour::None,
            iterations: 0,
            reason: Reason::None,
            decided_by: DecidedBy::Nothing,
        }
    }
}

impl Refined {
    /// The answer of the query.
    #[inline(always)]
    fn answer_of(
        self,
        queries: u32,
        scale: f64,
        world: impl Fn(Vector3<f64>) -> Vector3<f64>,
    ) -> MprDistance {
        let [point_a, point_b] = self.points.map(world);
        // Lengths of denormal size are rounded once more.
        let least = f64::from_bits(1);
        let separation = self.separation / scale;
        let (lower, upper) = (self.lower / scale - least, self.upper / scale + least);
        let (verdict, separation, lower_bound, upper_bound) = if self.is_apart() {
            let separation = separation.max(least);
            (Verdict::Separated, separation, lower.max(0.0), upper)
        } else {
            (Verdict::Hit, separation, lower, 0.0)
        };
        MprDistance {
            verdict,
            separation,
            lower_bound,
            upper_bound,
            normal: Some(self.normal),
            point_a: Some(point_a),
            point_b: Some(point_b),
            route: self.route,
            detour: Detour::None,
            iterations: queries,
            reason: Reason::None,
            decided_by: DecidedBy::Float,
        }
    }
}
