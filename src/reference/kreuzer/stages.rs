//! The stages of a boolean query by Kreuzer's tableau: every vertex of both hulls is a column.
//!
//! It knows no state and no support mapping but to list the vertices and to test the plane at the
//! end, and it allocates. For comparison, and as a second opinion that shares no pivot with the
//! ray simplex. Dilated hulls are no polytopes: there only a plane of the undilated ones that
//! clears the slack is its own answer, and the ray simplex decides the rest.

use nalgebra::Vector3;

use crate::numeric::arithmetic::norm1;
use crate::pair::PairState;
use crate::reference::kreuzer::proof::{Proof, prove};
use crate::reference::kreuzer::sets::unit;
use crate::reference::kreuzer::tableau::{ColumnKind, Direction, Points, Tableau, pivot_limit};
use crate::solver::decide::{exact_stage, solve};
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::minkowski_difference::{Difference, DirectionExtent};
use crate::solver::ray_simplex::RaySimplex;
use crate::support::mapping::SupportMapping;
use crate::verdict::DecidedBy;

/// Answer of the stages.
#[derive(Clone, Copy)]
pub(crate) struct TableauOutcome {
    pub(crate) decision: Decision,
    /// Whether it is the tableau's own, or of exact integers that went on from its basis.
    pub(crate) own: bool,
    /// Pivots and support queries.
    pub(crate) steps: u32,
}

/// Decides as the [default](crate::solver::decide::stages) does.
pub(crate) fn stages<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> TableauOutcome {
    let (a, b) = (Listed::new(m.a), Listed::new(m.b));
    let factor = size_factor(a.points.iter().chain(&b.points));
    let near = Points::new(&scaled(&a.points, factor), &scaled(&b.points, factor));
    let mut tableau = Tableau::new(&near);
    let optimal = tableau.solve(pivot_limit(max_pivots, &tableau.numbering));
    let proof = if optimal {
        // The bodies' bound is on a distance, so also on every coordinate.
        let error = m.rounding() * factor + f64::MIN_POSITIVE;
        prove(&near, &tableau.basis, error)
    } else {
        Proof::Nothing
    };
    let found = match proof {
        Proof::Apart { price, .. } => apart(m, &unit(&price), state),
        Proof::Meet { level } if m.slack == 0.0 => {
            state.keep_plane(None);
            Some(Decision::hit(
                common_point(&a.points, &tableau, &level),
                DecidedBy::Float,
            ))
        }
        Proof::Meet { .. } => Some(Decision::undecided(DecisionKind::Meets)),
        Proof::Nothing => None,
    };
    let own = found.is_some() || m.slack == 0.0;
    let decision = found.unwrap_or_else(|| {
        if m.slack > 0.0 {
            let run = &mut RaySimplex::new(m);
            solve(m, run, state, max_pivots, tolerance)
        } else {
            let (columns, found) = pairs(&tableau, [&a, &b]);
            exact_stage(m, columns, found, state)
        }
    });
    TableauOutcome {
        decision,
        own,
        steps: tableau.pivots.saturating_add(m.queries),
    }
}

/// The vertices that a set has. Of a partial hull these are fewer than its ids.
pub(crate) struct Listed {
    ids: Vec<u32>,
    pub(crate) points: Vec<Vector3<f64>>,
}

impl Listed {
    pub(crate) fn new(set: &impl SupportMapping) -> Self {
        let ids: Vec<u32> = (0..set.id_count()).filter(|id| set.has(*id)).collect();
        let points = ids.iter().map(|id| set.point(*id)).collect();
        Listed { ids, points }
    }

    /// The set's ids of places in the list.
    #[cfg(feature = "good_lp")]
    pub(crate) fn ids_of(&self, places: &[u32]) -> Vec<u32> {
        places.iter().map(|k| self.ids[*k as usize]).collect()
    }
}

/// A power of two that brings every 1-norm to 1 at most.
pub(crate) fn size_factor<'a>(points: impl Iterator<Item = &'a Vector3<f64>>) -> f64 {
    let size = points.fold(0.0, |size: f64, p| size.max(norm1(p)));
    // The query's own scale keeps sizes between 1e-21 and 1e21, or near 1.
    let exponent = libm::ilogb(size.max(1e-200)) + 1;
    libm::ldexp(1.0, -exponent)
}

pub(crate) fn scaled(points: &[Vector3<f64>], factor: f64) -> Vec<[f64; 3]> {
    points.iter().map(|p| (p * factor).into()).collect()
}

/// The plane, tested on the bodies themselves: it must clear rounding and slack.
pub(crate) fn apart<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    [x, y, z, ..]: &Direction,
    state: &mut PairState,
) -> Option<Decision> {
    let n = &Vector3::new(*x, *y, *z);
    let (max_a, id_a) = m.a.scan(n);
    let (negative_min_b, id_b) = m.b.scan(&-n);
    let extent = DirectionExtent {
        max_a,
        min_b: -negative_min_b,
        id_a,
        id_b,
    };
    m.proves_apart(n, 1.0, &extent).then(|| {
        state.keep_plane(Some(n));
        Decision::separated(*n, extent.max_a, extent.min_b, DecidedBy::Float)
    })
}

fn common_point(a: &[Vector3<f64>], tableau: &Tableau, level: &[f64]) -> Vector3<f64> {
    let basic = tableau.basis.iter().zip(level).take(5);
    basic.fold(Vector3::zeros(), |sum, (&column, weight)| {
        match tableau.numbering.kind(column) {
            ColumnKind::A(i) => sum + a[i] * *weight,
            _ => sum,
        }
    })
}

/// Up to three pairs of the basic vertices, and how many, for exact arithmetic to start from; none
/// is required to be right.
fn pairs(tableau: &Tableau, [a, b]: [&Listed; 2]) -> ([(u32, u32); 3], usize) {
    let (mut on_a, mut on_b) = (Vec::new(), Vec::new());
    for &column in &tableau.basis[..5] {
        match tableau.numbering.kind(column) {
            ColumnKind::A(i) => on_a.push(a.ids[i]),
            ColumnKind::B(j) => on_b.push(b.ids[j]),
            _ => {}
        }
    }
    let (Some(&last_a), Some(&last_b)) = (on_a.last(), on_b.last()) else {
        return ([(0, 0); 3], 0);
    };
    let count = on_a.len().max(on_b.len()).min(3);
    let pair = |k: usize| {
        let (a, b) = (on_a.get(k), on_b.get(k));
        (*a.unwrap_or(&last_a), *b.unwrap_or(&last_b))
    };
    (std::array::from_fn(pair), count)
}
