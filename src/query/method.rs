//! Which stages a method runs for a boolean query.

use crate::options::Method;
use crate::pair::PairState;
use crate::plane::Span;
#[cfg(feature = "good_lp")]
use crate::reference::good_lp;
use crate::reference::{interior_point, kreuzer};
use crate::solver::decide::{by_spheres, solve_outlined, stages};
use crate::solver::decision::Decision;
use crate::solver::gjk::{self, StopRule};
use crate::solver::minkowski_difference::{AnyDifference, Difference, DirectionExtent};
use crate::solver::portal_refinement;
use crate::support::mapping::{AnySet, SupportMapping};
use crate::verdict::{DecidedBy, DistanceBracket};

/// Settings of a query with a yes or no.
#[derive(Clone, Copy)]
pub(crate) struct BooleanRequest {
    pub(crate) method: Method,
    /// The hulls are dilated by this together.
    pub(crate) slack: f64,
    pub(crate) max_pivots: u32,
    /// Largest distance from the slack at which a gap may be left undecided.
    pub(crate) tolerance: f64,
}

impl BooleanRequest {
    /// About the hulls themselves.
    #[inline(always)]
    pub(crate) fn exact(method: Method, max_pivots: u32) -> Self {
        BooleanRequest {
            method,
            slack: 0.0,
            max_pivots,
            tolerance: 0.0,
        }
    }
}

/// The decision, its solver, and its cost.
#[derive(Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) decision: Decision,
    pub(crate) solver: Method,
    pub(crate) iterations: u32,
    /// On the distance of the undilated bodies, in the query's unit; of the interior point.
    pub(crate) bounds: Option<DistanceBracket>,
}

/// Decides whether the dilated hulls share a point. Neither is empty. With
/// a slack of 0 the answer is always `Separated` or `Hit`.
///
/// What spans a plane that no f64 normal gives goes to `span`, apart from the decision, which the
/// fast path keeps in registers.
///
/// Callers that are fast by the default method call this with that method as a constant, so that
/// the choice costs them nothing.
#[inline(always)]
pub(crate) fn decide<A: SupportMapping, B: SupportMapping>(
    ask: BooleanRequest,
    a: &A,
    b: &B,
    state: &mut PairState,
    span: &mut Option<Span>,
) -> Decided {
    let BooleanRequest {
        method,
        slack,
        max_pivots,
        tolerance,
    } = ask;
    let mut m = Difference::new(a, b, slack);
    m.hint_a = state.hint_a;
    m.hint_b = state.hint_b;
    let mut steps = 0;
    let mut solver = method.solver();
    let mut bounds = None;
    let decision = match method {
        Method::Default | Method::RaySimplex => {
            match by_spheres(a, b, slack, m.rounding(), state) {
                Some(decision) => decision,
                None => stages(&mut m, state, max_pivots, tolerance),
            }
        }
        Method::Gjk => by_gjk(&mut m, state, max_pivots, tolerance, &mut solver),
        Method::Mpr => m.of_any_kind(|m| by_mpr(m, state, max_pivots, tolerance, &mut solver)),
        Method::InteriorPoint => {
            let found = interior_point::stages::stages(&mut m, state, max_pivots, tolerance);
            (steps, bounds) = (found.steps, Some(found.bounds));
            if !found.own {
                solver = Method::RaySimplex;
            }
            found.decision
        }
        Method::Tableau => {
            let found = m.of_any_kind(|m| kreuzer::stages::stages(m, state, max_pivots, tolerance));
            steps = found.steps;
            if !found.own {
                solver = Method::RaySimplex;
            }
            found.decision
        }
        #[cfg(feature = "good_lp")]
        Method::GoodLp => m.of_any_kind(|m| good_lp::stages::stages(m, state, &mut steps)),
    };
    state.hint_a = m.hint_a;
    state.hint_b = m.hint_b;
    if decision.by == DecidedBy::Exact {
        *span = m.span;
    }
    let iterations = match method {
        Method::Default | Method::RaySimplex | Method::Gjk | Method::Mpr => m.queries,
        _ => steps,
    };
    Decided {
        decision,
        solver,
        iterations,
        bounds,
    }
}

/// [`decide`], compiled once for all kinds of sets: for extreme sizes, and for methods that nobody
/// asks in a hurry. Every copy of the solvers costs seconds of building.
#[cold]
#[inline(never)]
pub(crate) fn decide_outlined(
    ask: BooleanRequest,
    a: AnySet<'_>,
    b: AnySet<'_>,
    state: &mut PairState,
    span: &mut Option<Span>,
) -> Decided {
    decide(ask, &a, &b, state, span)
}

/// GJK until its plane separates or its columns hold the origin; what it leaves open goes to the
/// ray simplex and on.
#[inline(always)]
fn by_gjk<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
    solver: &mut Method,
) -> Decision {
    let stop = StopRule {
        apart_by: 0.0,
        ..StopRule::precise(max_pivots)
    };
    let found = gjk::nearest(m, gjk::kept(m, state), &stop);
    let by = DecidedBy::Float;
    match found.kind {
        gjk::GjkProof::Apart => {
            gjk::keep(state, &found);
            let DirectionExtent { max_a, min_b, .. } = found.extent;
            Decision::separated(found.normal, max_a, min_b, by)
        }
        gjk::GjkProof::Overlap => {
            gjk::keep(state, &found);
            Decision::hit(found.points(m)[0], by)
        }
        gjk::GjkProof::Unclear => {
            *solver = Method::RaySimplex;
            m.of_any_kind(|m| solve_outlined(m, state, max_pivots, tolerance))
        }
    }
}

/// Portal refinement until the sign is proved; what it leaves open goes to the ray simplex and on.
/// A dilated M has no portal that proves a hit, and goes there at once. Compiled once: with six places
/// that price it would double every query's code.
#[cold]
#[inline(never)]
fn by_mpr(
    m: &mut AnyDifference<'_>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
    solver: &mut Method,
) -> Decision {
    let stop = portal_refinement::RefinementStop {
        gain: f64::INFINITY,
        max_iterations: max_pivots,
    };
    let found = if m.slack == 0.0 {
        m.of_any_float(|m| portal_refinement::refine(m, &stop)).ok()
    } else {
        None
    };
    let by = DecidedBy::Float;
    match found {
        Some(found) if found.is_apart() => {
            state.keep_plane(Some(&found.plane));
            let DirectionExtent { max_a, min_b, .. } = found.extent;
            Decision::separated(found.plane, max_a, min_b, by)
        }
        Some(found) => {
            state.keep_plane(None);
            Decision::hit(found.common, by)
        }
        None => {
            *solver = Method::RaySimplex;
            solve_outlined(m, state, max_pivots, tolerance)
        }
    }
}
