//! Improved Minkowski Portal Refinement (Neumayr and Otter 2017): from the first portal to one that is good enough.
//!
//! Walks along the ray from r0 = c_A - c_B, a point inside M = A - B, through the origin to the portal, a triangle of
//! M's vertices that the ray crosses, and refines it by the ratio test of the ray LP until M reaches no farther along
//! its normal e4. [`crate::mpr`] says what its answers bound, and what is done where it gives up.

use nalgebra::Vector3;

use crate::names::named;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1};
use crate::shape::support::SearchStart;
use crate::solver::gjk::lower_bound;
use crate::solver::minkowski_difference::{
    AnyFloatDifference, Column, Difference, DirectionExtent,
};
use crate::solver::portal::{Accuracy, Portal};
use crate::solver::subsimplex::{Reduced, Subsimplex};
use crate::support::mapping::FloatMapping;

named! {
    /// Route by which an [`MprDistance`](crate::MprDistance) was found.
    #[non_exhaustive]
    pub enum Route, a "route" {
        /// A body is empty.
        Nothing = 0: "nothing",
        /// The portal, as in the paper (its TC2).
        Portal = 1: "portal",
        /// The ray from the centres meets M's point farthest along it (its TC1): two spheres always, unless
        /// their centres coincide.
        Axis = 2: "axis",
        /// Apart: [`distance`](crate::distance()).
        Distance = 3: "distance",
        /// Overlapping: [`penetration`](crate::penetration).
        Penetration = 4: "penetration",
    }
}

named! {
    /// Why another route was taken than the paper's.
    #[non_exhaustive]
    pub enum Detour, a "detour" {
        /// None was: `Portal`, `Axis` or `Nothing`.
        None = 0: "none",
        /// The bodies' centres coincide to rounding: there is no ray. The paper's error.
        CoincidentCenters = 1: "coincident_centers",
        /// No portal with an area: both bodies lie in parallel planes, or are segments or points. The
        /// paper's error.
        Flat = 2: "flat",
        /// The portal lost its area, or a step did not come nearer. The paper's error.
        DegeneratePortal = 3: "degenerate_portal",
        /// The iteration limit was reached. The paper's error.
        Limit = 4: "limit",
        /// The portal is good enough, but f64 does not prove on which side of it the origin lies.
        SignUnclear = 5: "sign_unclear",
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
    pub(crate) separation: f64,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// Unit, from A to B.
    pub(crate) normal: Vector3<f64>,
    /// Points of A and of B, query frame.
    pub(crate) points: [Vector3<f64>; 2],
    pub(crate) route: Route,
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
pub(crate) fn refined<A: FloatMapping, B: FloatMapping>(
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
    let is_portal = |portal: &Portal| {
        let (area, _) = portal.normal(r0);
        norm(&area) > area_of_rounding(portal, error)
    };
    let mut portal = Portal {
        columns: [r1, r2, toward(m, &n3)],
    };
    if !is_portal(&portal) {
        portal.columns[2] = toward(m, &-n3);
        if !is_portal(&portal) {
            return Err(Detour::Flat);
        }
    }
    Ok(portal)
}

/// The column farthest along `n`, of any length. A call: the query in the last loop is inlined the better.
#[inline(never)]
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
