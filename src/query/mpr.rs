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
use crate::motion::pairs::{PosedPair, refused};
use crate::motion::pose::Pose;
use crate::names::named;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1};
use crate::numeric::simd;
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::query::distance::{DistanceOptions, distance};
use crate::query::penetration::penetration;
use crate::query::penetration_answer::PenetrationOptions;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::solver::curved_distance::{AtRest, ROOM};
use crate::solver::gjk::lower_bound;
use crate::solver::portal::{Accuracy, Portal};
use crate::solver::problem::{AnyFloatDifference, Column, Difference, DirectionExtent};
use crate::solver::subsimplex::{Reduced, Subsimplex};
use crate::support::mapping::FloatMapping;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::support::traced::Trace;
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

/// Route by which an [`MprDistance`] was found.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Route {
    /// A body is empty.
    #[default]
    Nothing = 0,
    /// The portal, as in the paper (its TC2).
    Portal = 1,
    /// The ray from the centres meets M's point farthest along it (its TC1): two spheres always, unless
    /// their centres coincide.
    Axis = 2,
    /// Apart: [`distance`](crate::distance()).
    Distance = 3,
    /// Overlapping: [`penetration`].
    Penetration = 4,
}

/// Why another route was taken than the paper's.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Detour {
    /// None was: `Portal`, `Axis` or `Nothing`.
    #[default]
    None = 0,
    /// The bodies' centres coincide to rounding: there is no ray. The paper's error.
    CoincidentCenters = 1,
    /// No portal with an area: both bodies lie in parallel planes, or are segments or points. The
    /// paper's error.
    Flat = 2,
    /// The portal lost its area, or a step did not come nearer. The paper's error.
    DegeneratePortal = 3,
    /// The iteration limit was reached. The paper's error.
    Limit = 4,
    /// The portal is good enough, but f64 does not prove on which side of it the origin lies.
    SignUnclear = 5,
}

named!(Route, a "route", {
    Nothing: "nothing",
    Portal: "portal",
    Axis: "axis",
    Distance: "distance",
    Penetration: "penetration",
});

named!(Detour, a "detour", {
    None: "none",
    CoincidentCenters: "coincident_centers",
    Flat: "flat",
    DegeneratePortal: "degenerate_portal",
    Limit: "limit",
    SignUnclear: "sign_unclear",
});

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
/// let corner = |i: u32, bit: u32| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
/// let corners: Vec<_> = (0..8).map(|i| Vector3::new(corner(i, 0), corner(i, 1), corner(i, 2))).collect();
/// let cube = Polytope::new(&corners)?;
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
    let Some((a, pose_a, b, pose_b)) = pair.polytopes() else {
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
    let (found, queries) = match simd::fast() {
        Some(fast) => fast.run(
            #[inline(always)]
            || run(bodies, poses, matrices, options, scale, true),
        ),
        None => run_outlined(bodies, poses, matrices, options, scale),
    };
    match found {
        Ok(answer) => Ok(answer),
        Err(detour) => another_way(pair, detour, queries, options.max_pivots),
    }
}

/// For slow machines.
#[cold]
#[inline(never)]
fn run_outlined(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    matrices: [&Matrix3<f64>; 2],
    options: &MprOptions,
    scale: f64,
) -> (std::result::Result<MprDistance, Detour>, u32) {
    run(bodies, poses, matrices, options, scale, false)
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
    if pair.has_pieces() {
        return Err(refused("mpr", [pair.a, pair.b], false));
    }
    let sides = pair.sides();
    if sides.around().has_empty() {
        return Ok(MprDistance::to_nothing());
    }
    let rest = AtRest::whole(&sides);
    let traces = [Trace::<ROOM>::new(), Trace::new()];
    let [a, b] = &rest.whole_sets(&traces);
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

/// When the refinement has enough.
pub(crate) struct RefinementStop {
    /// Length by which M may reach beyond the portal.
    pub(crate) gain: f64,
    /// Support queries.
    pub(crate) max_iterations: u32,
}

/// Answer of the refinement: its sign is proved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Refined {
    separation: f64,
    lower: f64,
    upper: f64,
    /// Unit, from A to B.
    normal: Vector3<f64>,
    /// Points of A and of B, query frame.
    points: [Vector3<f64>; 2],
    route: Route,
    /// The portal's unit normal, which separates when apart, and both bodies' extent along it.
    pub(crate) plane: Vector3<f64>,
    pub(crate) extent: DirectionExtent,
    /// A common point, when inside.
    pub(crate) common: Vector3<f64>,
}

impl Refined {
    #[inline(always)]
    pub(crate) fn is_apart(&self) -> bool {
        self.separation > 0.0
    }

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

type Found<T> = std::result::Result<T, Detour>;

/// [`refined`], compiled once for all kinds of sets.
#[cold]
#[inline(never)]
pub(crate) fn refine(m: &mut AnyFloatDifference<'_>, stop: &RefinementStop) -> Found<Refined> {
    refined(m, stop)
}

/// The paper's algorithm. `Ok` only with a proved sign; M is not dilated.
#[inline(always)]
fn refined<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    stop: &RefinementStop,
) -> Found<Refined> {
    let r0 = m.interior();
    let error = m.rounding() + m.center_error();
    // No direction: also NaN ends here.
    if !(norm1(&r0) > 16.0 * error) {
        return Err(Detour::CoincidentCenters);
    }
    let last = m.queries.saturating_add(stop.max_iterations);
    let length = norm(&r0);
    let e1 = -r0 / length;
    let extent = m.support(&e1, SearchStart::Table);
    let r1 = m.column(extent.id_a, extent.id_b);
    let n2 = cross(&r0, &r1.m);
    // r1 lies on the ray to rounding: |n2| / |r0| is its distance from it.
    if !(norm(&n2) > 8.0 * error * length) {
        return axis(m, &r0, &r1, e1, extent, error);
    }
    let mut portal = first_portal(m, &r0, r1, &n2, error)?;
    discover(m, &mut portal, &r0, last)?;
    let accuracy = Accuracy {
        error,
        inscribed_radius: m.inscribed_radius(),
    };
    let least = 2.0 * m.rounding();
    let (mut lowest, mut stalled) = (f64::INFINITY, 0);
    loop {
        let (n, turned) = portal.normal(&r0);
        let length = norm(&n);
        if !(length > area_of_rounding(&portal, error)) {
            return Err(Detour::DegeneratePortal);
        }
        let e4 = n / length;
        let extent = m.support(&e4, SearchStart::Table);
        let height = dot(&e4, &portal.columns[0].m);
        let gain = -extent.gap() - height;
        // What no step can improve: rounding, or a column that is there already.
        let spent = !(gain > least) || holds(&portal, &extent);
        if gain <= stop.gain || spent {
            if extent.gap() > 0.0 {
                let lower = lower_bound(m, &e4, &extent);
                if lower > 0.0 {
                    return by_portal(m, &portal, e4, extent, lower, Vector3::zeros());
                }
            } else if height >= 0.0
                && let Some(weights) = portal.proves_hit(&r0, accuracy)
            {
                let common = portal.common_point(m, &weights);
                let lower = -depth_along(m, &extent);
                return by_portal(m, &portal, e4, extent, lower, common);
            }
            if spent {
                return Err(Detour::SignUnclear);
            }
        }
        if m.queries >= last {
            return Err(Detour::Limit);
        }
        // Where the ray crosses the portal, which must come nearer to M's rim: no step may cycle.
        let crossing = height / dot(&e4, &r0);
        stalled = if crossing < lowest { 0 } else { stalled + 1 };
        if stalled > MAX_STALLED {
            return Err(Detour::DegeneratePortal);
        }
        lowest = lowest.min(crossing);
        let column = m.column(extent.id_a, extent.id_b);
        portal.pivot(column, &r0, turned);
    }
}

/// Steps that need not move the crossing, as in the ray simplex: a ray through an edge of the
/// portal.
const MAX_STALLED: u32 = 4;

/// Steps 2 and 3: three columns about the ray.
#[inline(always)]
fn first_portal<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    r0: &Vector3<f64>,
    mut r1: Column,
    n2: &Vector3<f64>,
    error: f64,
) -> Found<Portal> {
    let mut r2 = toward(m, n2);
    let mut n3 = cross(&(r1.m - r0), &(r2.m - r0));
    if !spans(&n3, &(r1.m - r0), &(r2.m - r0), error) {
        r2 = toward(m, &-n2);
        n3 = cross(&(r1.m - r0), &(r2.m - r0));
        if !spans(&n3, &(r1.m - r0), &(r2.m - r0), error) {
            return Err(Detour::Flat);
        }
    }
    // Towards the origin; without the swap some portals turn the wrong way.
    if dot(&n3, r0) > 0.0 {
        n3 = -n3;
        (r1, r2) = (r2, r1);
    }
    for n in [n3, -n3] {
        let portal = Portal {
            columns: [r1, r2, toward(m, &n)],
        };
        let (area, _) = portal.normal(r0);
        if norm(&area) > area_of_rounding(&portal, error) {
            return Ok(portal);
        }
    }
    Err(Detour::Flat)
}

/// The column farthest along `n`, of any length.
#[inline(always)]
fn toward<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    n: &Vector3<f64>,
) -> Column {
    let extent = m.support(n, SearchStart::Table);
    m.column(extent.id_a, extent.id_b)
}

/// Whether two vectors span an area beyond rounding.
#[inline(always)]
fn spans(area: &Vector3<f64>, p: &Vector3<f64>, q: &Vector3<f64>, error: f64) -> bool {
    norm(area) > 8.0 * error * (norm1(p) + norm1(q))
}

/// Largest area of a portal that comes of rounding of its columns alone.
#[inline(always)]
fn area_of_rounding(portal: &Portal, error: f64) -> f64 {
    let [p1, p2, p3] = portal.points();
    8.0 * error * (norm1(&(p2 - p1)) + norm1(&(p3 - p1)))
}

/// TC1: M's vertex farthest along the ray lies on it.
#[cold]
fn axis<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    r0: &Vector3<f64>,
    r1: &Column,
    e1: Vector3<f64>,
    extent: DirectionExtent,
    error: f64,
) -> Found<Refined> {
    let reach = dot(&r1.m, &e1);
    let points = [m.a.point(r1.id_a), m.b.point(r1.id_b)];
    let answer = |lower, upper, separation, common| Refined {
        separation,
        lower,
        upper,
        normal: e1,
        points,
        route: Route::Axis,
        plane: e1,
        extent,
        common,
    };
    if reach < 0.0 {
        let lower = lower_bound(m, &e1, &extent);
        if !(lower > 0.0) {
            return Err(Detour::SignUnclear);
        }
        let upper = (norm(&r1.m) + 2.0 * m.rounding()).max(lower);
        let separation = (-reach).clamp(lower, upper);
        return Ok(answer(lower, upper, separation, Vector3::zeros()));
    }
    // The origin lies between r0 and r1: on the segment of both to rounding, and the part of the
    // inscribed ball that is left there holds it.
    let (inner, outer) = (norm(r0), norm(&r1.m));
    let share = outer / (inner + outer);
    let y = r0 * share + r1.m * (1.0 - share);
    if !(norm1(&y) + 4.0 * error < share * m.inscribed_radius()) {
        return Err(Detour::SignUnclear);
    }
    let portal = Portal { columns: [*r1; 3] };
    let common = portal.common_point(m, &[share, 1.0 - share, 0.0, 0.0]);
    Ok(answer(-depth_along(m, &extent), 0.0, -reach, common))
}

/// Portal discovery: turns the portal until the ray crosses it.
#[inline(always)]
fn discover<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    portal: &mut Portal,
    r0: &Vector3<f64>,
    last: u32,
) -> Found<()> {
    loop {
        let [r1, r2, r3] = portal.points().map(|p| p - r0);
        let beyond_13 = cross(&r1, &r3);
        let beyond_32 = cross(&r3, &r2);
        let n = if dot(&beyond_13, r0) < 0.0 {
            portal.columns[1] = portal.columns[2];
            beyond_13
        } else if dot(&beyond_32, r0) < 0.0 {
            portal.columns[0] = portal.columns[2];
            beyond_32
        } else {
            return Ok(());
        };
        if m.queries >= last {
            return Err(Detour::Limit);
        }
        let found = toward(m, &n);
        // Nothing beyond: M is flat there.
        if found.is_of(portal.columns[2].id_a, portal.columns[2].id_b) {
            return Err(Detour::Flat);
        }
        portal.columns[2] = found;
    }
}

#[inline(always)]
fn holds(portal: &Portal, extent: &DirectionExtent) -> bool {
    let mut columns = portal.columns.iter();
    columns.any(|c| c.is_of(extent.id_a, extent.id_b))
}

/// The portal's point nearest to the origin. A sliver's weights may be worth less than the point;
/// then its points of A and B are not that point's, and it is no portal to answer by.
#[inline(always)]
fn nearest(portal: &Portal, rounding: f64) -> Found<(Subsimplex, Vector3<f64>)> {
    let mut simplex = Subsimplex::default();
    for column in portal.columns {
        simplex.push(column);
    }
    match simplex.reduce() {
        Reduced::Nearest(q) if norm(&(simplex.point() - q)) <= rounding => Ok((simplex, q)),
        _ => Err(Detour::DegeneratePortal),
    }
}

/// TC2. With the origin beyond the portal the plane along e4 bounds the distance from below by
/// `lower` > 0, the nearest point of the portal, a point of M, from above. With the origin on r0's
/// side moving B by the reach of M along e4, `-lower`, parts the bodies, which share `common`.
#[inline(always)]
fn by_portal<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    portal: &Portal,
    e4: Vector3<f64>,
    extent: DirectionExtent,
    lower: f64,
    common: Vector3<f64>,
) -> Found<Refined> {
    let (simplex, q) = nearest(portal, m.rounding())?;
    let length = norm(&q);
    let (separation, upper, outwards) = if lower > 0.0 {
        // The weighted columns, not q: M holds them to rounding whatever the weights are.
        let upper = (norm(&simplex.point()) + 2.0 * m.rounding()).max(lower);
        (length.clamp(lower, upper), upper, -length)
    } else {
        (-length, 0.0, length)
    };
    let within = simplex.count == 3 || !(length > 16.0 * m.rounding());
    Ok(Refined {
        separation,
        lower,
        upper,
        normal: if within { e4 } else { q / outwards },
        points: m.points(&simplex.columns[..simplex.count], &simplex.weights),
        route: Route::Portal,
        plane: e4,
        extent,
        common,
    })
}

/// M reaches no farther than this along the unit direction of `extent`.
#[inline(always)]
fn depth_along<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    extent: &DirectionExtent,
) -> f64 {
    let climbed = m.a.climb_slack(extent.id_a) + m.b.climb_slack(extent.id_b);
    let reach = -extent.gap() + m.rounding() + climbed;
    reach + 4.0 * U * reach.abs()
}
