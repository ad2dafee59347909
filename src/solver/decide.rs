//! Do two hulls share a point? The stages of the default method: the plane of the last frame, the ray
//! simplex, closed forms of flush boxes and exact integers (`exact_stage`), in this order. It knows no other method.

use nalgebra::Vector3;

use crate::numeric::arithmetic::norm;
use crate::numeric::simd;
use crate::pair::PairState;
use crate::solver::bounding_spheres::{SphereTest, extents};
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::ellipsoids::{EllipsoidTest, PosedEllipsoids, ellipsoid_test, plane_between};
use crate::solver::exact::{self, ExactOutcome};
use crate::solver::minkowski_difference::{AnyDifference, Column, Difference};
use crate::solver::parallel_boxes::ParallelBoxes;
use crate::solver::plane_test::plane_test;
use crate::solver::portal::common_point_of_balls;
use crate::solver::ray_simplex::{RaySimplex, SimplexOutcome};
use crate::solver::warm_start::kept_portal;
use crate::support::mapping::SupportMapping;
use crate::support::swept_hull::ExtendedHull;
use crate::verdict::DecidedBy;

/// The first stage: what balls about the centres prove. Small, so that pairs that are far apart
/// need not enter a solver at all. `rounding` is a bound of the pair's.
#[inline(always)]
pub(crate) fn by_spheres<A: SupportMapping, B: SupportMapping>(
    a: &A,
    b: &B,
    slack: f64,
    rounding: f64,
    state: &mut PairState,
) -> Option<Decision> {
    let m = Difference::new(a, b, slack);
    let run = RaySimplex::new(&m);
    match run.sphere_test(&m, rounding) {
        SphereTest::Apart => {
            let n = -run.r0 / norm(&run.r0);
            let (max_a, min_b) = extents(&m, &n);
            state.keep_plane(Some(&n));
            Some(Decision::separated(n, max_a, min_b, DecidedBy::Float))
        }
        SphereTest::Meet if slack > 0.0 => Some(Decision::undecided(DecisionKind::Meets)),
        SphereTest::Meet => {
            state.keep_plane(None);
            let point = common_point_of_balls(&m);
            Some(Decision::hit(point, DecidedBy::Float))
        }
        SphereTest::Unclear => None,
    }
}

/// Decides by ellipsoids in and around the two posed bodies, for long bodies, which balls bound loosely.
#[inline(always)]
pub(crate) fn by_ellipsoids<A: SupportMapping, B: SupportMapping>(
    a: &A,
    ellipsoids_a: &PosedEllipsoids<'_>,
    b: &B,
    ellipsoids_b: &PosedEllipsoids<'_>,
    state: &mut PairState,
) -> Option<Decision> {
    let m = Difference::new(a, b, 0.0);
    let last = state.plane();
    match ellipsoid_test(&m, ellipsoids_a, ellipsoids_b, last.as_ref()) {
        EllipsoidTest::Apart {
            normal,
            length,
            max_a,
            min_b,
        } => {
            let n = normal / length;
            let by = if Some(n) == last {
                DecidedBy::State
            } else {
                DecidedBy::Float
            };
            state.keep_plane(Some(&n));
            let (max_a, min_b) = (max_a / length, min_b / length);
            Some(Decision::separated(n, max_a, min_b, by))
        }
        EllipsoidTest::Meet(point) => {
            state.keep_plane(None);
            Some(Decision::hit(point, DecidedBy::Float))
        }
        EllipsoidTest::Unclear => None,
    }
}

/// The looks, cheapest first, each at what the one before left open; then the simplex, from the
/// columns that they found.
#[inline(always)]
pub(crate) fn stages<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> Decision {
    let mut run = RaySimplex::new(m);
    // A hit leaves none.
    let last = state.plane();
    if let Some(world) = last {
        // Bodies at one pose were compared with more than this plane already.
        if m.outer_radius() == f64::INFINITY
            && let Some((max_a, min_b, _)) = plane_between(m, &world)
        {
            return Decision::separated(world, max_a, min_b, DecidedBy::State);
        }
        match plane_test(m, &run, &world) {
            Ok(plane) => {
                state.keep_plane(Some(&plane.normal));
                let by = if plane.normal == world {
                    DecidedBy::State
                } else {
                    DecidedBy::Float
                };
                return Decision::separated(plane.normal, plane.max_a, plane.min_b, by);
            }
            Err(column) => {
                run.portal.columns[0] = column;
                run.found = 1;
            }
        }
    }
    let kept = kept_portal(m, state);
    if kept.is_none()
        && state.was_closed_form()
        && let Some(decision) = m.of_any_kind(|m| flush_boxes(m, state))
    {
        return decision;
    }
    if let Some(portal) = kept {
        if last.is_none()
            && m.slack == 0.0
            && let Some(weights) = portal.proves_hit(&run.r0, run.accuracy)
        {
            return Decision::hit(portal.common_point(m, &weights), DecidedBy::State);
        }
        if portal.weights(&run.r0).crossed() {
            run.portal = portal;
            run.found = 3;
        }
    }
    solve(m, &mut run, state, max_pivots, tolerance)
}

/// The ray simplex and, where f64 leaves it open, exact arithmetic.
#[inline(always)]
pub(crate) fn solve<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    run: &mut RaySimplex,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> Decision {
    match run.solve(m, max_pivots, tolerance) {
        SimplexOutcome::Separated {
            normal,
            max_a,
            min_b,
        } => {
            state.keep_plane(Some(&normal));
            keep_portal(state, run);
            Decision::separated(normal, max_a, min_b, DecidedBy::Float)
        }
        SimplexOutcome::Hit(weights) => {
            state.keep_plane(None);
            keep_portal(state, run);
            Decision::hit(run.portal.common_point(m, &weights), DecidedBy::Float)
        }
        SimplexOutcome::Meets => Decision::undecided(DecisionKind::Meets),
        SimplexOutcome::Unclear if m.slack > 0.0 => Decision::undecided(DecisionKind::NearSlack),
        SimplexOutcome::Unclear => {
            let columns = run.portal.columns.map(|c| (c.id_a, c.id_b));
            exact_stage(m, columns, run.found, state)
        }
    }
}

/// Answer of [`decide_afresh`].
pub(crate) struct FreshDecision {
    pub(crate) decision: Decision,
    /// Columns that the simplex ended at, `count` of them: the measures of an overlap start from them.
    pub(crate) seeds: [Column; 3],
    pub(crate) count: usize,
}

/// Decides without a pair state. Neither body may be empty and M may not be dilated, so the answer is `Separated` or
/// `Hit`.
#[inline(always)]
pub(crate) fn decide_afresh<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    max_pivots: u32,
) -> FreshDecision {
    let state = &mut PairState::default();
    let mut run = RaySimplex::new(m);
    let decision = match by_spheres(m.a, m.b, 0.0, m.rounding(), state) {
        Some(decision) => decision,
        None => solve(m, &mut run, state, max_pivots, 0.0),
    };
    FreshDecision {
        decision,
        seeds: run.portal.columns,
        count: run.found,
    }
}

/// [`solve`], compiled once for all kinds of sets.
#[cold]
#[inline(never)]
pub(crate) fn solve_outlined(
    m: &mut AnyDifference<'_>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> Decision {
    solve(m, &mut RaySimplex::new(m), state, max_pivots, tolerance)
}

/// [`decide_afresh`], compiled once for all kinds of sets.
#[cold]
#[inline(never)]
pub(crate) fn decide_outlined_afresh(m: &mut AnyDifference<'_>, max_pivots: u32) -> FreshDecision {
    decide_afresh(m, max_pivots)
}

/// [`decide_afresh`] about two bodies at one pose each, compiled for the widest instruction set once for all who ask.
#[inline(never)]
pub(crate) fn decide_hulls_afresh<'a>(
    m: &mut Difference<'_, ExtendedHull<'a>, ExtendedHull<'a>>,
    max_pivots: u32,
) -> FreshDecision {
    match simd::fast() {
        Some(fast) => fast.run(
            #[inline(always)]
            || {
                m.at_one_pose(
                    #[inline(always)]
                    |m| decide_afresh(m, max_pivots),
                )
            },
        ),
        None => m.of_any_kind(|m| decide_outlined_afresh(m, max_pivots)),
    }
}

#[inline(always)]
fn keep_portal(state: &mut PairState, run: &RaySimplex) {
    // Fewer than three columns leave no portal to look at.
    let count = if run.found == 3 { 3 } else { 0 };
    state.keep_columns(run.portal.columns.map(|c| (c.id_a, c.id_b)), count);
}

/// Exact arithmetic, from the first `found` of `columns`.
#[inline(always)]
pub(crate) fn exact_stage<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    columns: [(u32, u32); 3],
    found: usize,
    state: &mut PairState,
) -> Decision {
    m.of_any_kind(|m| exactly(m, columns, found, state))
}

#[cold]
#[inline(never)]
fn exactly(
    m: &mut AnyDifference<'_>,
    columns: [(u32, u32); 3],
    found: usize,
    state: &mut PairState,
) -> Decision {
    if let Some(decision) = flush_boxes(m, state) {
        return decision;
    }
    m.span = None;
    match exact::decide(m, &mut columns[..found].iter().copied()) {
        ExactOutcome::Separated { normal, span, gap } => {
            state.keep_plane(Some(&normal));
            m.span = span;
            let (max_a, min_b) = (m.a.scan(&normal).0, -m.b.scan(&-normal).0);
            let mut apart = Decision::separated(normal, max_a, min_b, DecidedBy::Exact);
            apart.exact_gap = gap;
            apart
        }
        ExactOutcome::Hit { columns, weights } => {
            state.keep_plane(None);
            state.keep_columns(Default::default(), 0);
            let weighted = columns.iter().zip(&weights);
            let point = weighted.fold(Vector3::zeros(), |sum, ((id_a, _), w)| {
                sum + m.a.point(*id_a) * *w
            });
            Decision::hit(point, DecidedBy::Exact)
        }
    }
}

/// Decides boxes with parallel faces that touch to rounding.
#[cold]
#[inline(never)]
fn flush_boxes(m: &mut AnyDifference<'_>, state: &mut PairState) -> Option<Decision> {
    let (a, b) = (m.a.posed_body()?, m.b.posed_body()?);
    // The closed form's origin is A's position.
    if m.slack > 0.0 || a.origin != a.pose.translation() || b.origin != a.origin {
        return None;
    }
    let boxes = ParallelBoxes::new([a.body, b.body], [a.pose, b.pose], None, a.scale)?;
    let contact = boxes.contact()?;
    m.span = boxes.span(&contact);
    Some(boxes.decision(&contact, state))
}
