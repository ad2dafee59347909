//! GJK: the distance of two convex sets, from below and from above.
//!
//! Problem: the point of M = A - B nearest to the origin. Idea (Gilbert, Johnson, Keerthi 1988):
//! of a few columns keep the face nearest to the origin, look for a column beyond the plane
//! through it, and add it. The plane bounds the distance from below (no vertex lies beyond what
//! the support query found), the face's own point from above. The loop ends when the two bounds
//! meet to rounding, and the answer always consists of the bounds reached.
//!
//! Deviations: the direction comes from the face and has any length (see [`closest`](crate::solver::closest_face)); every
//! tolerance is the rounding bound of the pair or relative to the distance; a step that does not
//! come nearer is taken again over every face, and one that still does not ends the loop with the best plane and the best
//! face seen, never with a verdict. On request every step is taken so ([`StopRule::every_face`]), and goes on
//! when it comes as near as the last to rounding.
//!
//! Loses when the origin lies within rounding of M, where no f64 plane exists: then
//! [`GjkProof::Unclear`], and the caller asks exact arithmetic.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, cross, dot, norm, norm1};
use crate::pair::PairState;
use crate::shape::support::SearchStart;
use crate::solver::closest_face::{ClosestFace, ColumnStep};
use crate::solver::exact::ExactNearest;
use crate::solver::minkowski_difference::{
    AnyFloatDifference, Column, Difference, DirectionExtent, scanned_gap,
};
use crate::solver::portal::{Accuracy, Portal};
use crate::solver::subsimplex::{MOST_ROUNDINGS, Subsimplex, across_longest};
use crate::support::mapping::FloatMapping;

/// When the caller has enough.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopRule {
    /// Bounds this near to each other, relative to the upper one, are as good as equal; the
    /// rounding of the pair is always allowed.
    pub(crate) rel_tol: f64,
    /// The tolerance is relative to what the distance exceeds this by.
    pub(crate) beyond: f64,
    /// Stops as soon as the lower bound exceeds this.
    pub(crate) apart_by: f64,
    /// Support queries after which the bounds reached are answered.
    pub(crate) max_iterations: u32,
    /// Every step tests every face, from its own best corner, down to the last place: several times the work, and right
    /// where columns are far from the origin and near each other.
    pub(crate) every_face: bool,
}

impl StopRule {
    /// The bounds as near to each other as rounding allows.
    #[inline(always)]
    pub(crate) fn precise(max_iterations: u32) -> Self {
        StopRule {
            rel_tol: 0.0,
            beyond: 0.0,
            apart_by: f64::INFINITY,
            max_iterations,
            every_face: false,
        }
    }
}

/// Conclusion that the bounds prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GjkProof {
    /// The sets are apart: the lower bound is positive.
    Apart,
    /// The columns hold the origin, rounding included.
    Overlap,
    /// Neither; the bounds hold, the lower one is not positive.
    Unclear,
}

/// The distance of two sets, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NearestPoints {
    pub(crate) kind: GjkProof,
    /// Unit normal from A to B of the best plane seen. Zero when none was.
    pub(crate) normal: Vector3<f64>,
    /// Largest n.a and smallest n.b along it.
    pub(crate) extent: DirectionExtent,
    /// The distance is at least this, rounding included; may be negative.
    pub(crate) lower: f64,
    /// The distance is at most this, rounding included.
    pub(crate) upper: f64,
    /// The columns that span the nearest point and their weights; with `Overlap` the four that
    /// hold the origin.
    pub(crate) simplex: Subsimplex,
}

impl NearestPoints {
    pub(crate) fn unknown() -> Self {
        NearestPoints {
            kind: GjkProof::Unclear,
            normal: Vector3::zeros(),
            extent: DirectionExtent::NOTHING,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            simplex: Subsimplex::default(),
        }
    }

    /// With `Overlap`: with weights by which the points of A and B are nearest to each other. Those that prove the overlap are no
    /// good ones in a thin tetrahedron, which has a side as near.
    pub(crate) fn shared(&self) -> Self {
        match self.kind {
            GjkProof::Overlap if self.simplex.count == 4 => NearestPoints {
                simplex: self.simplex.about_origin(),
                ..*self
            },
            _ => *self,
        }
    }

    /// Distance between the bounds, less what the rounding of the pair leaves of each.
    #[inline(always)]
    pub(crate) fn beyond_rounding<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &Difference<'_, A, B>,
    ) -> f64 {
        (self.upper - m.rounding() - m.slack) - self.extent.gap()
    }

    /// The nearest points of A and B; with `Overlap` a common point, twice to rounding.
    #[inline(always)]
    pub(crate) fn points<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &Difference<'_, A, B>,
    ) -> [Vector3<f64>; 2] {
        let between = self.simplex.point();
        if self.kind == GjkProof::Overlap && norm(&between) > MOST_ROUNDINGS * m.rounding() {
            let shared = self.shared();
            return pair_of_points(&shared.simplex, shared.simplex.point(), m);
        }
        pair_of_points(&self.simplex, between, m)
    }
}

/// The points of A and of B of a face's weights, which are `between` apart.
#[inline(always)]
fn pair_of_points<A: FloatMapping, B: FloatMapping>(
    simplex: &Subsimplex,
    between: Vector3<f64>,
    m: &Difference<'_, A, B>,
) -> [Vector3<f64>; 2] {
    let mut on_a = m.a.point(simplex.columns[0].id_a) * simplex.weights[0];
    for k in 1..simplex.count {
        on_a += m.a.point(simplex.columns[k].id_a) * simplex.weights[k];
    }
    [on_a, on_a - between]
}

/// The bounds of the distance of M to the origin, from the columns `start` (none, or up to three;
/// repeated ones do no harm).
#[inline(always)]
pub(crate) fn nearest<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    start: Subsimplex,
    stop: &StopRule,
) -> NearestPoints {
    // Columns stay where they are: a step that fails leaves those of the face before it, because a new
    // one takes a place that face does not use.
    let mut columns = start.columns;
    let cold = start.count == 0;
    let mut closest = if cold {
        // Along the ray from the centres' difference to the origin.
        let n = -m.interior();
        columns[0] = column_along(m, &n);
        ClosestFace::vertex(0, &columns[0].m)
    } else {
        start.closest(stop.every_face)
    };
    let mut best = UnscaledPlane::NONE;
    let mut nearest_sq = closest.distance_sq();
    let last_query = m.queries.saturating_add(stop.max_iterations);
    let shortest_sq = m.shortest() * m.shortest();
    loop {
        // A direction whose square is no larger would prove nothing.
        if !(closest.length_sq > shortest_sq) {
            closest = closest.lengthened(&columns);
        }
        let inverse = 1.0 / closest.length_sq.sqrt();
        let distance = closest.height * inverse;
        // Within rounding of M, or NaN: no direction.
        if !(distance > m.rounding()) {
            break;
        }
        let mut enough = 2.0 * m.rounding() + stop.rel_tol * (distance - stop.beyond);
        if stop.every_face {
            enough = 0.0;
        }
        // A plane found before may do for the new foot too.
        if distance - best.gap() <= enough {
            break;
        }
        // A vertex or an edge is far from settled: the next column may be anywhere.
        let from = if cold && closest.count < 3 {
            SearchStart::Table
        } else {
            SearchStart::Hint
        };
        let extent = m.support(&closest.towards, from);
        let plane = UnscaledPlane {
            normal: closest.towards,
            inverse,
            extent,
        };
        let gap = plane.gap();
        if gap > best.gap() {
            best = plane;
        }
        let known =
            (closest.kept.iter()).any(|&at| columns[at & 3].is_of(extent.id_a, extent.id_b));
        if distance - best.gap() <= enough
            || m.queries >= last_query
            || known
            || (gap > stop.apart_by && plane.lower_bound(m) > stop.apart_by)
        {
            break;
        }
        let new = free_place(&closest.kept);
        columns[new] = m.column(extent.id_a, extent.id_b);
        let places = closest.kept.map(|at| &columns[at & 3].m);
        let step = if stop.every_face {
            every_face(&columns, &closest, new, true)
        } else {
            closest.step(places, new, &columns[new].m)
        };
        if let ColumnStep::ClosestFace(next) = &step {
            let distance_sq = next.distance_sq();
            if distance_sq < nearest_sq {
                (closest, nearest_sq) = (*next, distance_sq);
                if stop.every_face {
                    // The next face may be as near as this to rounding, and lead on.
                    let reached = distance_sq.sqrt() + m.rounding();
                    nearest_sq = reached * reached;
                }
                continue;
            }
        }
        // Four columns that seem to hold the origin mostly do.
        if matches!(step, ColumnStep::Holds)
            && let Some(found) = overlap(m, &columns)
        {
            return found;
        }
        let (step, distance_sq) =
            retaken(step, &columns, &closest, new, nearest_sq, stop.every_face);
        if let ColumnStep::ClosestFace(next) = step {
            if distance_sq < nearest_sq {
                (closest, nearest_sq) = (next, distance_sq);
                continue;
            }
            // A step that comes no nearer is rounding, or the origin is inside something thin. NaN ends here
            // too.
            if closest.count == 3
                && !(best.gap() > 0.0)
                && let Some(found) = overlap(m, &columns)
            {
                return found;
            }
            break;
        }
        if let Some(found) = overlap(m, &columns) {
            return found;
        }
        // The origin is on a side, to rounding.
        if let Some(side) = nearest_side(&columns)
            && side.distance_sq() < nearest_sq
        {
            closest = side;
        }
        break;
    }
    settle(m, &columns, &closest, &best)
}

/// Columns of an earlier search where the bodies are now.
#[inline(always)]
pub(crate) fn again<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    columns: &Subsimplex,
) -> Subsimplex {
    let mut warm = Subsimplex::default();
    for column in &columns.columns[..columns.count.min(3)] {
        warm.push(m.column(column.id_a, column.id_b));
    }
    warm
}

/// [`nearest`], compiled once for all kinds of sets.
#[cold]
#[inline(never)]
pub(crate) fn nearest_outlined(
    m: &mut AnyFloatDifference<'_>,
    start: Subsimplex,
    stop: &StopRule,
) -> NearestPoints {
    nearest(m, start, stop)
}

/// Returns bounds as they are, if they are no farther apart than `loosest` beyond rounding; else those of
/// [`nearest`] with every face, if they are nearer to each other. Above a surface that is almost flat the next face is as near as
/// the last to rounding, and its plane is not.
#[inline(always)]
pub(crate) fn tightened<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    found: NearestPoints,
    stop: &StopRule,
    loosest: f64,
) -> NearestPoints {
    if found.kind == GjkProof::Overlap || found.beyond_rounding(m) <= loosest {
        return found;
    }
    let stop = StopRule {
        every_face: true,
        ..StopRule::precise(stop.max_iterations)
    };
    let again = m.of_any_float(|m| nearest_outlined(m, Subsimplex::default(), &stop));
    match again.kind == GjkProof::Overlap || again.beyond_rounding(m) < found.beyond_rounding(m) {
        true => again,
        false => found,
    }
}

/// A plane as it was found: with a normal of the length 1 / `inverse`.
#[derive(Clone, Copy)]
struct UnscaledPlane {
    normal: Vector3<f64>,
    inverse: f64,
    extent: DirectionExtent,
}

impl UnscaledPlane {
    const NONE: UnscaledPlane = UnscaledPlane {
        normal: Vector3::new(0.0, 0.0, 0.0),
        inverse: 1.0,
        extent: DirectionExtent::NOTHING,
    };

    #[inline(always)]
    fn gap(&self) -> f64 {
        self.extent.gap() * self.inverse
    }

    /// Its unit normal and the extent along that.
    #[inline(always)]
    fn unit(&self) -> (Vector3<f64>, DirectionExtent) {
        let extent = DirectionExtent {
            max_a: self.extent.max_a * self.inverse,
            min_b: self.extent.min_b * self.inverse,
            ..self.extent
        };
        (self.normal * self.inverse, extent)
    }

    #[inline(always)]
    fn lower_bound<A: FloatMapping, B: FloatMapping>(&self, m: &Difference<'_, A, B>) -> f64 {
        let (normal, extent) = self.unit();
        lower_bound(m, &normal, &extent)
    }
}

/// The column farthest along `n`, to start from. A call: the query in the loop is inlined the better.
#[inline(never)]
pub(crate) fn column_along<A: FloatMapping, B: FloatMapping>(
    m: &mut Difference<'_, A, B>,
    n: &Vector3<f64>,
) -> Column {
    m.support_column(n, SearchStart::Table).1
}

/// A place that none of three columns is at.
#[inline(always)]
pub(crate) fn free_place(kept: &[usize; 3]) -> usize {
    let taken = 1u32 << kept[0] | 1 << kept[1] | 1 << kept[2];
    (taken.trailing_ones() & 3) as usize
}

/// A step that seems to come no nearer: its foot anew where products underflowed, else every face; and
/// the square of its distance.
#[cold]
#[inline(never)]
fn retaken(
    step: ColumnStep,
    columns: &[Column; 4],
    closest: &ClosestFace,
    new: usize,
    nearest_sq: f64,
    carefully: bool,
) -> (ColumnStep, f64) {
    let measured = |next: ClosestFace| {
        let distance_sq = if next.height == 0.0 {
            0.0
        } else {
            next.distance_sq()
        };
        (ColumnStep::ClosestFace(next), distance_sq)
    };
    if let ColumnStep::ClosestFace(next) = &step
        && next.is_short()
    {
        let found = measured(next.lengthened(columns));
        if found.1 < nearest_sq {
            return found;
        }
    }
    match every_face(columns, closest, new, carefully) {
        ColumnStep::ClosestFace(next) if next.is_short() => measured(next.lengthened(columns)),
        ColumnStep::ClosestFace(next) => measured(next),
        other => (other, f64::NAN),
    }
}

/// The face nearest to the origin after a new column; None where they seem to hold it.
#[inline(always)]
pub(crate) fn next_face(
    columns: &[Column; 4],
    closest: &ClosestFace,
    new: usize,
) -> Option<ClosestFace> {
    let places = closest.kept.map(|at| &columns[at & 3].m);
    let step = match closest.step(places, new, &columns[new].m) {
        ColumnStep::Unclear => every_face(columns, closest, new, false),
        step => step,
    };
    match step {
        ColumnStep::ClosestFace(next) => Some(next),
        _ => None,
    }
}

/// The face nearest to the origin of all that the kept columns and the new one span.
#[inline(never)]
fn every_face(
    columns: &[Column; 4],
    closest: &ClosestFace,
    new: usize,
    carefully: bool,
) -> ColumnStep {
    let mut simplex = Subsimplex::default();
    let places = [closest.kept[0], closest.kept[1], closest.kept[2], new];
    let mut places_used = [0; 4];
    for (k, &at) in places.iter().enumerate() {
        if k < closest.count || k == 3 {
            places_used[simplex.count] = at;
            simplex.push(columns[at]);
        }
    }
    match simplex.nearest_face(carefully) {
        Some(found) => ColumnStep::ClosestFace(ClosestFace {
            kept: found.kept.map(|k| places_used[k]),
            ..found
        }),
        None => ColumnStep::Holds,
    }
}

#[cold]
fn nearest_side(columns: &[Column; 4]) -> Option<ClosestFace> {
    let mut simplex = Subsimplex::default();
    columns.iter().for_each(|column| simplex.push(*column));
    simplex.nearest_side()
}

/// The overlap that four columns around the origin prove, if they do so although each errs.
#[inline(never)]
fn overlap<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    columns: &[Column; 4],
) -> Option<NearestPoints> {
    let mut out = NearestPoints::unknown();
    out.simplex.columns = *columns;
    out.simplex.count = 4;
    out.simplex.weights = holds_origin(m, &out.simplex)?;
    out.kind = GjkProof::Overlap;
    Some(out)
}

#[inline(always)]
fn settle<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    columns: &[Column; 4],
    closest: &ClosestFace,
    best: &UnscaledPlane,
) -> NearestPoints {
    let simplex = Subsimplex::of(columns, closest);
    let (normal, extent) = best.unit();
    let proves = best.inverse * m.shortest() < 1.0;
    let lower = if proves && best.extent.gap() > f64::NEG_INFINITY {
        lower_bound(m, &normal, &extent)
    } else {
        f64::NEG_INFINITY
    };
    NearestPoints {
        kind: if lower > 0.0 {
            GjkProof::Apart
        } else {
            GjkProof::Unclear
        },
        normal,
        extent,
        lower,
        upper: norm(&simplex.point()) + m.rounding() + m.slack,
        simplex,
    }
}

/// The distance is at least this, by the plane of unit normal `n` and every rounding.
#[inline(always)]
pub(crate) fn lower_bound<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
    extent: &DirectionExtent,
) -> f64 {
    let climbed = m.a.climb_slack(extent.id_a) + m.b.climb_slack(extent.id_b);
    let gap = extent.gap() - m.rounding() - m.slack;
    // A climb may have stopped short of the maximum. That costs nothing to allow for, unless it is
    // a good part of the gap.
    let climbed_gap = gap - climbed;
    if climbed <= 1e-10 * gap || climbed == 0.0 {
        climbed_gap
    } else {
        let gap = scanned_gap(m.a.copied(), m.b.copied(), *n) - m.rounding() - m.slack;
        gap.max(climbed_gap)
    }
}

/// Weights of the origin in the four columns, if they hold it although each errs by the pair's
/// rounding.
#[inline(always)]
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
    (portal.proves_hit(&p0.m, accuracy))
        .or_else(|| held_by_sides(&[p0.m, p1.m, p2.m, p3.m], m.rounding()))
}

/// Weights of the origin in a thin tetrahedron, from its distances inside of the four sides, if they prove that it
/// holds the origin. Points that err by `error` move each distance by no more. Every side's normal errs by less than
/// 12 U of the product of its two edges.
#[cold]
#[inline(never)]
fn held_by_sides(p: &[Vector3<f64>; 4], error: f64) -> Option<[f64; 4]> {
    let mut weights = [0.0; 4];
    for [i, j, k, opposite] in [[1, 2, 3, 0], [0, 2, 3, 1], [0, 1, 3, 2], [0, 1, 2, 3]] {
        let [i, j, k] = across_longest(p, [i, j, k]);
        let (u, v, rest) = (p[j] - p[i], p[k] - p[i], p[opposite] - p[i]);
        let n = cross(&u, &v);
        let doubt = 16.0 * U * (norm1(&u) * norm1(&v)) + f64::MIN_POSITIVE;
        let (whole, inside) = (dot(&n, &rest), -dot(&n, &p[i]));
        let sign = whole.signum();
        let whole = whole * sign - doubt * norm1(&rest);
        let held = inside * sign - doubt * norm1(&p[i]);
        if !(whole > 0.0 && held > 1.001 * error * (norm1(&n) + doubt)) {
            return None;
        }
        weights[opposite] = held / whole;
    }
    let sum = (weights[0] + weights[1]) + (weights[2] + weights[3]);
    Some(weights.map(|w| w / sum))
}

/// The columns that the last frame left, where their vertices are in this one; none when an id is
/// not valid.
#[inline(always)]
pub(crate) fn kept<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    state: &PairState,
) -> Subsimplex {
    let mut simplex = Subsimplex::default();
    for (k, (id_a, id_b)) in state.columns().into_iter().enumerate() {
        if !(m.a.has(id_a) && m.b.has(id_b)) {
            break;
        }
        simplex.columns[k] = m.column(id_a, id_b);
        simplex.count = k + 1;
    }
    simplex
}

/// Leaves the columns and the plane to the next frame.
#[inline(always)]
pub(crate) fn keep(state: &mut PairState, found: &NearestPoints) {
    let [c0, c1, c2, _] = found.simplex.columns;
    state.keep_columns([c0, c1, c2].map(|c| (c.id_a, c.id_b)), found.simplex.count);
    state.keep_plane((found.kind == GjkProof::Apart).then_some(&found.normal));
}

/// Leaves the columns and the plane of an exact answer to the next frame.
pub(crate) fn keep_exact(state: &mut PairState, found: &ExactNearest) {
    let columns = std::array::from_fn(|k| found.columns.get(k).copied().unwrap_or_default());
    state.keep_columns(columns, found.columns.len());
    state.keep_plane(Some(&found.normal));
}
