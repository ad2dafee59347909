//! The stages of a boolean query by `good_lp`: candidates from an independent solver, proved on the
//! bodies. What cannot be proved stays open, for this is a second opinion: asking another solver
//! of ours would make it a first one.

use nalgebra::Vector3;

use crate::pair::PairState;
use crate::reference::good_lp::sets::{Unproved, exact_weights, meeting, widest_gap};
use crate::reference::kreuzer::exact::IntegerPoints;
use crate::reference::kreuzer::stages::{Listed, apart, scaled, size_factor};
use crate::reference::kreuzer::tableau::Points;
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::exact::integer_points;
use crate::solver::minkowski_difference::AnyDifference;
use crate::verdict::DecidedBy;

/// Decides as the [default](crate::solver::decide::stages) does, or leaves it open. `steps`: programs solved.
pub(crate) fn stages(m: &AnyDifference<'_>, state: &mut PairState, steps: &mut u32) -> Decision {
    let (a, b) = (Listed::new(m.a), Listed::new(m.b));
    let factor = size_factor(a.points.iter().chain(&b.points));
    let near = Points::new(&scaled(&a.points, factor), &scaled(&b.points, factor));
    *steps = 1;
    if let Some(normal) = widest_gap(&near)
        && let Some(decision) = apart(m, &normal, state)
    {
        return decision;
    }
    *steps = 2;
    let proved = meeting(&near, |found| {
        let (on_a, on_b) = integer_points(m, &a.ids_of(&found.on_a), &b.ids_of(&found.on_b));
        let numbers = on_a.into_iter().chain(on_b).flatten().collect();
        let numbering = found.numbering(near.numbering.rows);
        let weights = exact_weights(&IntegerPoints::from_integers(numbering, numbers, 0))?;
        let on_a = weights.on_a.iter();
        Some(on_a.fold(Vector3::zeros(), |sum, &(i, weight)| {
            sum + a.points[found.on_a[i as usize] as usize] * weight
        }))
    });
    match proved {
        Ok(point) if m.slack == 0.0 => {
            state.keep_plane(None);
            Decision::hit(point, DecidedBy::Exact)
        }
        Ok(_) => Decision::undecided(DecisionKind::Meets),
        Err(Unproved::Tolerance) => Decision::undecided(DecisionKind::SolverTolerance),
        // Apart, but not by the slack.
        Err(Unproved::Apart) if m.slack > 0.0 => Decision::undecided(DecisionKind::NearSlack),
        Err(_) => Decision::undecided(DecisionKind::SolverFailed),
    }
}
