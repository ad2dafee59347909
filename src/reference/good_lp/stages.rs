//! The stages of a boolean query by `good_lp`: candidates from an independent solver, proved on the
//! bodies. What cannot be proved stays open, for this is a second opinion: asking another solver
//! of ours would make it a first one.

use nalgebra::Vector3;

use crate::lp::decide::{Decision, Kind};
use crate::lp::exact::integer_points;
use crate::lp::problem::Difference;
use crate::pair::PairState;
use crate::reference::good_lp::sets::{SOLVER_TOL, exact_weights, meeting, widest_gap};
use crate::reference::kreuzer::exact::IntegerSets;
use crate::reference::kreuzer::stages::{apart, points, scaled, size_factor};
use crate::support::mapping::SupportMapping;
use crate::verdict::DecidedBy;

/// Decides as the [default](crate::lp::decide::stages) does, or leaves it open. `steps`: programs solved.
pub(crate) fn stages<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    state: &mut PairState,
    steps: &mut u32,
) -> Decision {
    let (a, b) = (points(m.a), points(m.b));
    let factor = size_factor(a.iter().chain(&b));
    let (near_a, near_b) = (scaled(&a, factor), scaled(&b, factor));
    *steps = 1;
    if let Some(normal) = widest_gap(&near_a, &near_b)
        && let Some(decision) = apart(m, &Vector3::from(normal), state)
    {
        return decision;
    }
    *steps = 2;
    let proved = meeting(&near_a, &near_b, |found| {
        let (on_a, on_b) = integer_points(m, &found.on_a, &found.on_b);
        let (weights, _) = exact_weights(&IntegerSets::from_integers(on_a, on_b, 0))?;
        Some(weights.iter().fold(Vector3::zeros(), |sum, &(i, weight)| {
            sum + a[found.on_a[i] as usize] * weight
        }))
    });
    match proved {
        Ok(point) if m.slack == 0.0 => {
            state.normal_world = [0.0; 3];
            Decision::hit(point, DecidedBy::Exact)
        }
        Ok(_) => Decision::undecided(Kind::Meets),
        Err(Some(distance)) if distance <= SOLVER_TOL => Decision::undecided(Kind::SolverTolerance),
        // Apart, but not by the slack.
        Err(Some(_)) if m.slack > 0.0 => Decision::undecided(Kind::NearSlack),
        Err(_) => Decision::undecided(Kind::SolverFailed),
    }
}
