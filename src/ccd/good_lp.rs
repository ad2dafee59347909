//! The stages of a boolean query by `good_lp`: candidates from an independent solver, proved on the
//! bodies. What cannot be proved stays open, for this is a second opinion: asking another solver
//! of ours would make it a first one.

use nalgebra::Vector3;

use super::decide::{Decision, Kind};
use super::tableau::{apart, points, scaled, size_factor};
use crate::lp::exact::integer_points;
use crate::lp::good_lp::{exact_weights, nearest, widest_gap};
use crate::lp::problem::Difference;
use crate::lp::tableau_exact::IntegerSets;
use crate::pair::PairState;
use crate::sweep::SupportMapping;
use crate::verdict::DecidedBy;

/// Decides as [`decide`](super::decide::decide) does, or leaves it open. `steps`: programs solved.
pub(super) fn stages<A: SupportMapping, B: SupportMapping>(
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
    let found = nearest(&near_a, &near_b).and_then(|found| {
        let (on_a, on_b) = integer_points(m, &found.on_a, &found.on_b);
        let (weights, _) = exact_weights(&IntegerSets::from_integers(on_a, on_b, 0))?;
        let weights = weights.iter();
        Some(weights.fold(Vector3::zeros(), |sum, &(i, weight)| {
            sum + a[found.on_a[i] as usize] * weight
        }))
    });
    match found {
        Some(point) if m.slack == 0.0 => {
            state.normal_world = [0.0; 3];
            Decision::hit(point, DecidedBy::Exact)
        }
        Some(_) => Decision::undecided(Kind::Meets),
        None => Decision::undecided(Kind::SolverTolerance),
    }
}
