//! The stages of a boolean query by the method of the 2005 paper: virtual plane, extended boxes,
//! interior point; where its tolerance cannot tell, the ray simplex and exact arithmetic.
//!
//! The pair's state holds p as the normal of the last plane; p4 and p5 follow from this frame's
//! supports. Of the weights it holds the vertices that carried most.

use nalgebra::Vector3;

use crate::body::support::Start;
use crate::lp::decide::{Decision, Kind, solve_outlined};
use crate::lp::ellipsoids::plane_between;
use crate::lp::problem::Difference;
use crate::pair::PairState;
use crate::reference::interior_point::method::{InteriorPoint, Outcome};
use crate::reference::interior_point::working_set::{Side, WorkingSet};
use crate::support::extended_box::apart;
use crate::support::mapping::SupportMapping;
use crate::verdict::DecidedBy;

/// Decides; `steps` receives those of the interior point.
#[inline(always)]
pub(crate) fn stages<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
    steps: &mut u32,
) -> Decision {
    // The virtual plane. A hit leaves none.
    let kept = state.plane();
    if let Some(n) = kept {
        // First beside the ellipsoids around large bodies, at one cost for any number of vertices.
        if let Some((max_a, min_b)) = plane_between(m, &n) {
            return Decision::separated(n, max_a, min_b, DecidedBy::State);
        }
        let extent = m.support(&n, Start::Hint);
        if m.proves_apart(&n, 1.0, &extent) {
            let (max_a, min_b) = (extent.max_a, extent.min_b);
            return Decision::separated(n, max_a, min_b, DecidedBy::State);
        }
    }
    program(m, kept, state, max_pivots, tolerance, steps)
}

/// The boxes, the interior point, and what decides after it.
#[inline(never)]
fn program<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    kept: Option<Vector3<f64>>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
    steps: &mut u32,
) -> Decision {
    // Not after a plane: one between boxes touches a corner and lasts no frame.
    if kept.is_none()
        && let (Some(box_a), Some(box_b)) = (m.a.extended_box(), m.b.extended_box())
        && let Some(n) = apart(&box_a, &box_b)
    {
        let extent = m.support(&n, Start::Table);
        if m.proves_apart(&n, 1.0, &extent) {
            state.keep_plane(Some(&n));
            let (max_a, min_b) = (extent.max_a, extent.min_b);
            return Decision::separated(n, max_a, min_b, DecidedBy::Float);
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
    *steps = run.steps;
    let decision = match outcome {
        Outcome::Separated {
            normal,
            max_a,
            min_b,
        } => {
            state.keep_plane(Some(&normal));
            Decision::separated(normal, max_a, min_b, DecidedBy::Float)
        }
        Outcome::Hit(point) => {
            state.keep_plane(None);
            Decision::hit(point, DecidedBy::Float)
        }
        Outcome::Meets => Decision::undecided(Kind::Meets),
        Outcome::Unclear => {
            return m.of_any_kind(|m| solve_outlined(m, state, max_pivots, tolerance));
        }
    };
    let (on_a, on_b) = (run.set.heaviest(Side::A), run.set.heaviest(Side::B));
    state.keep_columns(std::array::from_fn(|k| (on_a[k], on_b[k])), 3);
    decision
}
