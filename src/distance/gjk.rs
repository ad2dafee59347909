//! GJK: the distance of two convex sets, from below and from above.
//!
//! Problem: the point of M = A - B nearest to the origin. Idea (Gilbert, Johnson, Keerthi 1988):
//! of a few columns keep the face nearest to the origin, look for a column beyond the plane
//! through it, and add it. The plane bounds the distance from below (no vertex lies beyond what
//! the support query found), the face's own point from above. The loop ends when the two bounds
//! meet to rounding, and whatever ends it, the bounds are what is answered.
//!
//! Deviations: the direction comes from the face (see [`subsimplex`](super::subsimplex)); every
//! tolerance is the rounding bound of the pair or relative to the distance; a step that does not
//! come nearer ends the loop with the best plane and the best face seen, never with a verdict.
//!
//! Loses when the origin lies within rounding of M, where no f64 plane exists: then
//! [`Kind::Unclear`], and the caller asks exact arithmetic.

use nalgebra::Vector3;

use super::subsimplex::{Reduced, Subsimplex};
use crate::geometry::arithmetic::{dot, norm};
use crate::geometry::support::Start;
use crate::lp::exact::ExactNearest;
use crate::lp::portal::{Accuracy, Portal};
use crate::lp::problem::{Column, Difference, Extent};
use crate::pair::PairState;
use crate::sweep::FloatMapping;

/// When the caller has enough.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stop {
    /// Bounds this near to each other, relative to the upper one, are as good as equal; the
    /// rounding of the pair is always allowed.
    pub(crate) rel_tol: f64,
    /// Stops as soon as the lower bound exceeds this.
    pub(crate) apart_by: f64,
    /// Support queries after which the bounds reached are answered.
    pub(crate) max_iterations: u32,
}

/// What the bounds prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The sets are apart: the lower bound is positive.
    Apart,
    /// The columns hold the origin, rounding included.
    Overlap,
    /// Neither; the bounds hold, the lower one is not positive.
    Unclear,
}

/// The distance of two sets, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nearest {
    pub(crate) kind: Kind,
    /// Unit normal from A to B of the best plane seen. Zero when none was.
    pub(crate) normal: Vector3<f64>,
    /// Largest n.a and smallest n.b along it.
    pub(crate) extent: Extent,
    /// The distance is at least this, rounding included; may be negative.
    pub(crate) lower: f64,
    /// The distance is at most this, rounding included.
    pub(crate) upper: f64,
    /// The columns that span the nearest point and their weights; with `Overlap` the four that
    /// hold the origin.
    pub(crate) simplex: Subsimplex,
}

impl Nearest {
    pub(crate) fn unknown() -> Self {
        Nearest {
            kind: Kind::Unclear,
            normal: Vector3::zeros(),
            extent: Extent {
                max_a: f64::INFINITY,
                min_b: f64::NEG_INFINITY,
                id_a: 0,
                id_b: 0,
            },
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            simplex: Subsimplex::default(),
        }
    }

    /// The nearest points of A and B; with `Overlap` a common point, twice.
    #[inline(always)]
    pub(crate) fn points<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &Difference<'_, A, B>,
    ) -> [Vector3<f64>; 2] {
        let mut points = [Vector3::zeros(); 2];
        for k in 0..self.simplex.count {
            let (column, weight) = (&self.simplex.columns[k], self.simplex.weights[k]);
            points[0] += m.a.point(column.id_a) * weight;
            points[1] += m.b.point(column.id_b) * weight;
        }
        points
    }
}

/// The bounds of the distance of M to the origin, from the columns `start` (none, or up to three;
/// repeated ones do no harm).
#[inline(always)]
pub(crate) fn nearest<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    start: Subsimplex,
    stop: &Stop,
) -> Nearest {
    let mut best = Nearest::unknown();
    let mut simplex = start;
    let mut hint = Start::Hint;
    if simplex.count == 0 {
        simplex.push(first_column(m));
        hint = Start::Table;
    }
    let mut best_gap = f64::NEG_INFINITY;
    let mut nearest_sq = f64::INFINITY;
    let last_query = m.queries.saturating_add(stop.max_iterations);
    loop {
        let point = match simplex.reduce() {
            Reduced::Nearest(point) => point,
            Reduced::Holds => {
                best.simplex = simplex;
                if let Some(weights) = holds_origin(m, &simplex) {
                    best.kind = Kind::Overlap;
                    best.simplex.weights = weights;
                }
                return best;
            }
        };
        let distance_sq = dot(&point, &point);
        // A step that comes no nearer is rounding. NaN ends here too.
        if !(distance_sq < nearest_sq) {
            break;
        }
        nearest_sq = distance_sq;
        best.simplex = simplex;
        let distance = distance_sq.sqrt();
        // Within rounding of M, or of nothing: no direction.
        if !(distance > m.rounding()) {
            break;
        }
        let n = point / -distance;
        let extent = m.support(&n, hint);
        let gap = extent.gap();
        if gap > best_gap {
            best_gap = gap;
            best.normal = n;
            best.extent = extent;
        }
        let enough = 2.0 * m.rounding() + stop.rel_tol * distance;
        if distance - best_gap <= enough
            || m.queries >= last_query
            || simplex.holds(extent.id_a, extent.id_b)
            || (gap > stop.apart_by && lower_bound(m, &n, &extent) > stop.apart_by)
        {
            break;
        }
        simplex.push(m.column(extent.id_a, extent.id_b));
        hint = Start::Hint;
    }
    settle(m, best, best_gap)
}

/// The column along the ray from the centres' difference to the origin.
#[inline(always)]
fn first_column<A: FloatMapping, B: FloatMapping>(m: &mut Difference<'_, A, B>) -> Column {
    let n = -m.interior();
    let extent = m.support(&n, Start::Table);
    m.column(extent.id_a, extent.id_b)
}

#[inline(always)]
fn settle<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    mut best: Nearest,
    best_gap: f64,
) -> Nearest {
    best.upper = norm(&best.simplex.point()) + m.rounding() + m.slack;
    if best_gap > f64::NEG_INFINITY {
        best.lower = lower_bound(m, &best.normal, &best.extent);
    }
    if best.lower > 0.0 {
        best.kind = Kind::Apart;
    }
    best
}

/// The distance is at least this, by the plane of unit normal `n` and every rounding.
#[inline(always)]
pub(super) fn lower_bound<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
    extent: &Extent,
) -> f64 {
    let climbed = m.a.climb_slack(extent.id_a) + m.b.climb_slack(extent.id_b);
    let gap = extent.gap() - m.rounding() - m.slack;
    // A climb may have stopped short of the maximum. That costs nothing to allow for, unless it is
    // a good part of the gap.
    if climbed <= 1e-10 * gap || climbed == 0.0 {
        gap - climbed
    } else {
        scanned(m, n, gap - climbed)
    }
}

/// The same by looking at every vertex.
#[cold]
fn scanned<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
    climbed: f64,
) -> f64 {
    let gap = -m.b.scan(&-n).0 - m.a.scan(n).0;
    (gap - m.rounding() - m.slack).max(climbed)
}

/// Weights of the origin in the four columns, if they hold it although each errs by the pair's
/// rounding.
#[cold]
fn holds_origin<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    simplex: &Subsimplex,
) -> Option<[f64; 4]> {
    let [p0, p1, p2, p3] = simplex.columns;
    let accuracy = Accuracy {
        error: m.rounding(),
        inscribed_radius: 0.0,
    };
    let portal = Portal {
        columns: [p1, p2, p3],
    };
    if m.slack > 0.0 {
        return None;
    }
    portal.proves_hit(&p0.m, accuracy)
}

/// The columns that the last frame left, where their vertices are in this one; none when an id is
/// not valid.
#[inline(always)]
pub(crate) fn kept<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    state: &PairState,
) -> Subsimplex {
    let mut simplex = Subsimplex::default();
    for k in 0..3 {
        // Kept ids are one too high: 0 means none.
        let id_a = state.portal_a[k].wrapping_sub(1);
        let id_b = state.portal_b[k].wrapping_sub(1);
        if m.a.has(id_a) && m.b.has(id_b) {
            simplex.push(m.column(id_a, id_b));
        }
    }
    simplex
}

/// Leaves the columns and the plane to the next frame.
#[inline(always)]
pub(crate) fn keep(state: &mut PairState, found: &Nearest) {
    for k in 0..3 {
        let column = &found.simplex.columns[k];
        let used = u32::from(k < found.simplex.count);
        state.portal_a[k] = (column.id_a + 1) * used;
        state.portal_b[k] = (column.id_b + 1) * used;
    }
    state.normal_world = if found.kind == Kind::Apart {
        found.normal.into()
    } else {
        [0.0; 3]
    };
}

/// The same for an answer of exact arithmetic.
pub(crate) fn keep_exact(state: &mut PairState, found: &ExactNearest) {
    for k in 0..3 {
        let (id_a, id_b) = match found.columns.get(k) {
            Some(&(id_a, id_b)) => (id_a + 1, id_b + 1),
            None => (0, 0),
        };
        (state.portal_a[k], state.portal_b[k]) = (id_a, id_b);
    }
    state.normal_world = found.normal.into();
}
