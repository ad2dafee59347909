//! The stages of a boolean query by the method of the 2005 paper: virtual plane, extended boxes,
//! interior point; where its tolerance cannot tell, the ray simplex and exact arithmetic.
//!
//! The pair's state holds p as the normal of the last plane; p4 and p5 follow from this frame's
//! supports. Of the weights it holds the vertices that carried most.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, norm};
use crate::pair::PairState;
use crate::reference::interior_point::method::{InteriorPoint, InteriorPointOutcome};
use crate::reference::interior_point::weights::at_most;
use crate::reference::interior_point::working_set::{ColumnBody, WorkingSet};
use crate::shape::support::SearchStart;
use crate::solver::decide::solve_outlined;
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::ellipsoids::plane_between;
use crate::solver::minkowski_difference::{Difference, scanned_gap};
use crate::support::extended_box::apart;
use crate::support::mapping::SupportMapping;
use crate::verdict::{DecidedBy, DistanceBracket};

/// Answer of the stages.
#[derive(Clone, Copy)]
pub(crate) struct StagesOutcome {
    pub(crate) decision: Decision,
    /// Whether it is the interior point's own, or one of the looks before it.
    pub(crate) own: bool,
    /// Steps of the interior point.
    pub(crate) steps: u32,
    /// On the distance of the undilated bodies, in the query's unit.
    pub(crate) bounds: DistanceBracket,
}

impl StagesOutcome {
    /// Decides before the first step, if the plane or the centres suffice. The supports along the plane err by less
    /// than `error`.
    #[inline(always)]
    fn looked<A: SupportMapping, B: SupportMapping>(
        decision: Decision,
        error: f64,
        m: &Difference<'_, A, B>,
    ) -> Self {
        StagesOutcome {
            decision,
            own: true,
            steps: 0,
            bounds: DistanceBracket {
                lower: (decision.gap() - error).max(0.0),
                upper: centers_apart(m),
            },
        }
    }
}

/// Bound of what the last supports may lack, climbs that stopped short included.
#[inline(always)]
fn support_error<A: SupportMapping, B: SupportMapping>(m: &Difference<'_, A, B>) -> f64 {
    m.rounding() + (m.a.climb_slack(m.hint_a) + m.b.climb_slack(m.hint_b))
}

/// Distance of the centres, rounded up.
#[inline(always)]
fn centers_apart<A: SupportMapping, B: SupportMapping>(m: &Difference<'_, A, B>) -> f64 {
    norm(&m.interior()) * (1.0 + 8.0 * U) + (m.rounding() + m.center_error())
}

/// Decides.
#[inline(always)]
pub(crate) fn stages<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> StagesOutcome {
    // The virtual plane. A hit leaves none.
    let kept = state.plane();
    if let Some(n) = kept {
        // First beside the ellipsoids around large bodies, at one cost for any number of vertices.
        if let Some((max_a, min_b, error)) = plane_between(m, &n) {
            let decision = Decision::separated(n, max_a, min_b, DecidedBy::State);
            return StagesOutcome::looked(decision, error, m);
        }
        let extent = m.support(&n, SearchStart::Hint);
        if m.proves_apart(&n, 1.0, &extent) {
            let (max_a, min_b) = (extent.max_a, extent.min_b);
            let decision = Decision::separated(n, max_a, min_b, DecidedBy::State);
            return StagesOutcome::looked(decision, support_error(m), m);
        }
    }
    program(m, kept, state, max_pivots, tolerance)
}

/// The boxes, the interior point, and what decides after it.
#[inline(never)]
fn program<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    kept: Option<Vector3<f64>>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> StagesOutcome {
    // Not after a plane: one between boxes touches a corner and lasts no frame.
    if kept.is_none()
        && let (Some(box_a), Some(box_b)) = (m.a.extended_box(), m.b.extended_box())
        && let Some(n) = apart(&box_a, &box_b)
    {
        let extent = m.support(&n, SearchStart::Table);
        if m.proves_apart(&n, 1.0, &extent) {
            state.keep_plane(Some(&n));
            let (max_a, min_b) = (extent.max_a, extent.min_b);
            let decision = Decision::separated(n, max_a, min_b, DecidedBy::Float);
            return StagesOutcome::looked(decision, support_error(m), m);
        }
    }
    let mut run = match &kept {
        Some(n) => {
            let set = WorkingSet::nearest(m, n);
            InteriorPoint::warm(set, n, &state.columns())
        }
        None => {
            let towards = -m.interior();
            InteriorPoint::cold(WorkingSet::spread(m, &towards))
        }
    };
    let outcome = run.solve(m);
    let decision = match outcome {
        InteriorPointOutcome::Separated {
            normal,
            max_a,
            min_b,
        } => {
            state.keep_plane(Some(&normal));
            Decision::separated(normal, max_a, min_b, DecidedBy::Float)
        }
        InteriorPointOutcome::Hit(point) => {
            state.keep_plane(None);
            Decision::hit(point, DecidedBy::Float)
        }
        InteriorPointOutcome::Meets => Decision::undecided(DecisionKind::Meets),
        InteriorPointOutcome::Unclear => {
            let decision = m.of_any_kind(|m| solve_outlined(m, state, max_pivots, tolerance));
            return StagesOutcome {
                decision,
                own: false,
                steps: run.steps,
                bounds: bounds(&decision, false, &run, m),
            };
        }
    };
    let (on_a, on_b) = (
        run.set.heaviest(ColumnBody::A),
        run.set.heaviest(ColumnBody::B),
    );
    state.keep_columns(std::array::from_fn(|k| (on_a[k], on_b[k])), 3);
    StagesOutcome {
        decision,
        own: true,
        steps: run.steps,
        bounds: bounds(&decision, true, &run, m),
    }
}

/// Bounds of the distance that the plane and the weights prove.
fn bounds<A: SupportMapping, B: SupportMapping>(
    decision: &Decision,
    own: bool,
    run: &InteriorPoint,
    m: &Difference<'_, A, B>,
) -> DistanceBracket {
    let lower = match decision.kind {
        DecisionKind::Separated if own && decision.gap() > support_error(m) => {
            decision.gap() - support_error(m)
        }
        DecisionKind::Separated => {
            scanned_gap(m.a.copied(), m.b.copied(), decision.vector()) - m.rounding()
        }
        _ => 0.0,
    };
    DistanceBracket {
        lower: lower.max(0.0),
        upper: match decision.kind {
            DecisionKind::Hit => 0.0,
            _ => at_most(&run.set, m),
        },
    }
}
