//! The stages that every boolean query runs through: look, simplex, exact arithmetic.

use nalgebra::Vector3;

use crate::geometry::arithmetic::{dot, norm};
use crate::geometry::plane::{Plane, Span};
use crate::lp::balls::{Balls, extents};
use crate::lp::exact::{self, Exact};
use crate::lp::plane_look::look;
use crate::lp::problem::Difference;
use crate::lp::ray_simplex::{Outcome, RaySimplex};
use crate::lp::warm_start::kept_portal;
use crate::pair::PairState;
use crate::sweep::SupportMapping;
use crate::verdict::DecidedBy;

/// What the stages found, in the query's frame. Flat, so that the fast path keeps it in registers:
/// as an enum of options it was copied three times through the stack, at half the cost of a look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision {
    pub(super) kind: Kind,
    pub(super) by: DecidedBy,
    /// The separating unit normal, or the common point.
    vector: Vector3<f64>,
    /// Largest n.a and smallest n.b along the normal.
    max_a: f64,
    min_b: f64,
    span: Option<Span>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Separated,
    Hit,
    /// Dilated hulls seem to meet; nothing follows.
    Meets,
    /// Dilated hulls are too near to each other to tell.
    NearSlack,
}

impl Decision {
    #[inline(always)]
    fn separated(normal: Vector3<f64>, max_a: f64, min_b: f64, by: DecidedBy) -> Self {
        Decision {
            kind: Kind::Separated,
            by,
            vector: normal,
            max_a,
            min_b,
            span: None,
        }
    }

    #[inline(always)]
    fn hit(point: Vector3<f64>, by: DecidedBy) -> Self {
        Decision {
            kind: Kind::Hit,
            by,
            vector: point,
            max_a: 0.0,
            min_b: 0.0,
            span: None,
        }
    }

    fn undecided(kind: Kind) -> Self {
        Decision {
            kind,
            ..Decision::hit(Vector3::zeros(), DecidedBy::Nothing)
        }
    }

    /// With `Separated`: the plane half-way between the bodies, world frame.
    #[inline(always)]
    pub(super) fn plane(&self, origin: &Vector3<f64>, scale: f64) -> Option<Plane> {
        if self.kind != Kind::Separated {
            return None;
        }
        Some(Plane {
            normal: self.vector,
            offset: dot(&self.vector, origin) + 0.5 * (self.max_a + self.min_b) / scale,
            spanned_by: self.span,
        })
    }

    /// With `Hit`: the common point, world frame.
    #[inline(always)]
    pub(super) fn point(&self, origin: &Vector3<f64>, scale: f64) -> Option<Vector3<f64>> {
        (self.kind == Kind::Hit).then(|| self.vector / scale + origin)
    }
}

/// Decides whether the hulls, dilated by `slack` together, share a point. Neither is empty. With
/// `slack` 0 the answer is always `Separated` or `Hit`.
#[inline(always)]
pub(super) fn decide<A: SupportMapping, B: SupportMapping>(
    a: &A,
    b: &B,
    slack: f64,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> (Decision, u32) {
    let mut m = Difference::new(a, b, slack);
    m.hint_a = state.hint_a;
    m.hint_b = state.hint_b;
    let decision = stages(&mut m, state, max_pivots, tolerance);
    state.hint_a = m.hint_a;
    state.hint_b = m.hint_b;
    (decision, m.queries)
}

/// The looks, cheapest first, each at what the one before left open; then the simplex, from the
/// columns that they found.
#[inline(always)]
fn stages<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> Decision {
    let mut run = RaySimplex::new(m);
    match run.balls(m) {
        Balls::Apart => {
            let n = -run.r0 / norm(&run.r0);
            let (max_a, min_b) = extents(m, &n);
            state.normal_world = n.into();
            return Decision::separated(n, max_a, min_b, DecidedBy::Float);
        }
        Balls::Meet if m.slack > 0.0 => return Decision::undecided(Kind::Meets),
        Balls::Meet => {
            state.normal_world = [0.0; 3];
            let point = run.portal.common_point(m, &[1.0, 0.0, 0.0, 0.0]);
            return Decision::hit(point, DecidedBy::Float);
        }
        Balls::Unclear => {}
    }
    let world = Vector3::from(state.normal_world);
    // A state is plain memory: only a unit normal counts. A hit leaves none.
    let separated = is_unit(&world);
    if separated {
        match look(m, &run, &world) {
            Ok(plane) => {
                state.normal_world = plane.normal.into();
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
    if let Some(portal) = kept_portal(m, &state.portal_a, &state.portal_b) {
        if !separated
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
    solve(m, run, state, max_pivots, tolerance)
}

/// To 1e-12, which the room in the rounding bounds covers.
#[inline(always)]
fn is_unit(n: &Vector3<f64>) -> bool {
    (dot(n, n) - 1.0).abs() < 1e-12
}

/// The ray simplex and, where f64 cannot tell, exact arithmetic.
#[inline(always)]
fn solve<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    mut run: RaySimplex,
    state: &mut PairState,
    max_pivots: u32,
    tolerance: f64,
) -> Decision {
    match run.solve(m, max_pivots, tolerance) {
        Outcome::Separated {
            normal,
            max_a,
            min_b,
        } => {
            state.normal_world = normal.into();
            keep_portal(state, &run);
            Decision::separated(normal, max_a, min_b, DecidedBy::Float)
        }
        Outcome::Hit(weights) => {
            state.normal_world = [0.0; 3];
            keep_portal(state, &run);
            Decision::hit(run.portal.common_point(m, &weights), DecidedBy::Float)
        }
        Outcome::Meets => Decision::undecided(Kind::Meets),
        Outcome::Unclear if m.slack > 0.0 => Decision::undecided(Kind::NearSlack),
        Outcome::Unclear => exactly(m, &run, state),
    }
}

#[inline(always)]
fn keep_portal(state: &mut PairState, run: &RaySimplex) {
    for k in 0..3 {
        let column = &run.portal.columns[k];
        // Fewer than three columns leave no portal to look at.
        let kept = u32::from(run.found == 3);
        state.portal_a[k] = (column.id_a + 1) * kept;
        state.portal_b[k] = (column.id_b + 1) * kept;
    }
}

#[cold]
fn exactly<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    run: &RaySimplex,
    state: &mut PairState,
) -> Decision {
    let start = run.portal.columns[..run.found].iter();
    match exact::decide(m, start.map(|c| (c.id_a, c.id_b))) {
        Exact::Separated { normal, span } => {
            state.normal_world = normal.into();
            let (max_a, min_b) = (m.a.scan(&normal).0, -m.b.scan(&-normal).0);
            Decision {
                span,
                ..Decision::separated(normal, max_a, min_b, DecidedBy::Exact)
            }
        }
        Exact::Hit { columns, weights } => {
            state.normal_world = [0.0; 3];
            state.portal_a = [0; 3];
            state.portal_b = [0; 3];
            let weighted = columns.iter().zip(&weights);
            let point = weighted.fold(Vector3::zeros(), |sum, ((id_a, _), w)| {
                sum + m.a.point(*id_a) * *w
            });
            Decision::hit(point, DecidedBy::Exact)
        }
    }
}
