//! The ray LP by Dantzig's simplex: does M = A - B hold the origin?
//!
//! With r0 a point inside M: minimise w subject to sum l_k m_k = w r0, sum l_k = 1, l >= 0, over the
//! vertices m_k of M. The bodies meet iff w <= 0. A basis is w and three columns, the portal; the
//! dual solution is the portal's normal n. Pricing is one support query on each body along n, and
//! any priced value below zero is a separating plane, at once, at any pivot. The ratio test is
//! the portal step of Minkowski Portal Refinement: one algorithm, two literatures (Snethen 2008;
//! Dantzig 1951).
//!
//! It runs in f64 and proves what it says: a plane by its rounding bound, a hit by the portal. When
//! neither can be proved (bodies touch to rounding, a portal is degenerate, or the value stalls and
//! might cycle), it answers [`SimplexOutcome::Unclear`] and [`exact`](crate::solver::exact) goes on
//! from its columns by a rule that cannot cycle.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot, norm, norm1, perpendicular};
use crate::shape::support::SearchStart;
use crate::solver::minkowski_difference::{Column, Difference, DirectionExtent};
use crate::solver::portal::{Accuracy, Portal};
use crate::support::mapping::SupportMapping;

/// Proved answer of the simplex.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SimplexOutcome {
    /// This unit normal separates, rounding included; largest n.a and smallest n.b.
    Separated {
        normal: Vector3<f64>,
        max_a: f64,
        min_b: f64,
    },
    /// The origin lies in M; weights of r0 and the portal's columns.
    Hit([f64; 4]),
    /// M dilated by its slack seems to hold the origin. Nothing is proved.
    Meets,
    /// f64 cannot tell.
    Unclear,
}

/// One run: its columns stay for the exact stage and for the next frame.
pub(crate) struct RaySimplex {
    /// A point inside M.
    pub(crate) r0: Vector3<f64>,
    pub(crate) accuracy: Accuracy,
    pub(crate) portal: Portal,
    /// Number of the portal's columns that were found.
    pub(crate) found: usize,
}

/// Purpose of the next column.
enum SimplexPhase {
    /// Phase 1: the first column, along the ray.
    First,
    /// The second, off the ray, and the direction of the third if that was chosen with it.
    Second { then: Option<Vector3<f64>> },
    /// The third in a direction chosen beforehand: it need not close the wedge.
    Spread,
    /// The third, which closes the wedge of the first two about the ray.
    Third,
    /// Phase 2: the column that enters the portal. `turned` and `height` describe the portal.
    Entering { turned: bool, height: f64 },
}

const SQRT_3: f64 = 1.732_050_807_568_877_2;

impl RaySimplex {
    #[inline(always)]
    pub(crate) fn new<A: SupportMapping, B: SupportMapping>(m: &Difference<'_, A, B>) -> Self {
        RaySimplex {
            r0: m.interior(),
            accuracy: Accuracy {
                error: m.rounding() + m.center_error(),
                inscribed_radius: m.inscribed_radius(),
            },
            portal: Portal::default(),
            found: 0,
        }
    }

    /// Solves the LP from the columns found so far: none, any one, or three that the ray crosses.
    /// `tolerance` is the gain in support value, in length, below which a portal counts as optimal;
    /// rounding is added to it.
    ///
    /// One loop and one place that prices, because a support query is the only real cost and
    /// inlines to a few hundred bytes.
    #[inline(always)]
    pub(crate) fn solve<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
        max_pivots: u32,
        tolerance: f64,
    ) -> SimplexOutcome {
        let r0 = self.r0;
        let stop = tolerance + 2.0 * m.rounding();
        let mut pivots = max_pivots;
        let (mut lowest, mut stalled) = (f64::INFINITY, 0);
        let mut rescued = false;
        let mut n = -r0;
        let mut phase = match self.found {
            0 => SimplexPhase::First,
            1 => self.spread(&mut n),
            _ => match self.look_through(m.slack, &mut n) {
                Ok(phase) => phase,
                Err(outcome) => return outcome,
            },
        };
        loop {
            let extent = m.support(&n, SearchStart::Table);
            if let Some(apart) = separated(m, &n, &extent) {
                return apart;
            }
            let column = m.enter(&n, &extent);
            let columns = &mut self.portal.columns;
            // The third column, when there is one to judge.
            let third = match phase {
                SimplexPhase::First => {
                    columns[0] = column;
                    self.found = 1;
                    phase = self.spread(&mut n);
                    false
                }
                SimplexPhase::Second { then } => {
                    if then.is_some() && column.m == columns[0].m {
                        n = across(&r0, &column.m);
                        phase = SimplexPhase::Second { then: None };
                    } else {
                        columns[1] = column;
                        self.found = 2;
                        match then {
                            Some(other) => {
                                n = other;
                                phase = SimplexPhase::Spread;
                            }
                            None => {
                                n = self.off_wedge(&r0);
                                phase = SimplexPhase::Third;
                            }
                        }
                    }
                    false
                }
                SimplexPhase::Spread => {
                    n = self.off_wedge(&r0);
                    self.portal.columns[2] = column;
                    phase = SimplexPhase::Third;
                    dot(&n, &(column.m - r0)) > 0.0
                }
                SimplexPhase::Third if !self.has_angle(&n, stop) => {
                    // Opposite corners of bodies that are symmetric about their centres; or M is
                    // flat, and the next wedge has no angle either.
                    if rescued {
                        return SimplexOutcome::Unclear;
                    }
                    rescued = true;
                    n = across(&r0, &self.portal.columns[0].m);
                    phase = SimplexPhase::Second { then: None };
                    false
                }
                SimplexPhase::Third => {
                    // M is flat when it reaches nowhere beyond a plane through r0.
                    if !(dot(&n, &(column.m - r0)) > stop * norm1(&n)) {
                        return SimplexOutcome::Unclear;
                    }
                    self.portal.columns[2] = column;
                    true
                }
                SimplexPhase::Entering { turned, height } => {
                    // False for NaN and for a portal without area.
                    let gains = dot(&n, &column.m) - height > stop * norm(&n);
                    if !gains || self.holds(&column) {
                        return SimplexOutcome::Unclear;
                    }
                    // Where the ray crosses the portal: the value of the LP, which must fall.
                    let w = height / dot(&n, &r0);
                    stalled = if w < lowest { 0 } else { stalled + 1 };
                    if stalled > MAX_STALLED {
                        return SimplexOutcome::Unclear;
                    }
                    lowest = lowest.min(w);
                    self.portal.pivot(column, &r0, turned);
                    match self.look_through(m.slack, &mut n) {
                        Ok(next) => phase = next,
                        Err(outcome) => return outcome,
                    }
                    false
                }
            };
            if third {
                match turn_wedge(&mut self.portal, &r0) {
                    Some(next) => n = next,
                    None => {
                        self.found = 3;
                        match self.look_through(m.slack, &mut n) {
                            Ok(next) => phase = next,
                            Err(outcome) => return outcome,
                        }
                    }
                }
            }
            pivots = pivots.saturating_sub(1);
            if pivots == 0 {
                return SimplexOutcome::Unclear;
            }
        }
    }

    /// Sets `n` to where the second column is sought, and says where the third.
    ///
    /// Both a third of a turn about the ray from the first, and no farther from the ray than that
    /// column calls for: with q its part off the ray, -r0 + 3 |q| u for the two unit vectors u at
    /// 120 degrees to q. On a fine body three such columns are a small portal near to the last
    /// one; directions at a right angle to the ray would span half the body.
    #[inline(always)]
    fn spread(&self, n: &mut Vector3<f64>) -> SimplexPhase {
        const SPREAD: f64 = 3.0;
        let (r0, p) = (&self.r0, &self.portal.columns[0].m);
        let length_sq = dot(r0, r0);
        if length_sq < f64::MIN_POSITIVE {
            *n = across(r0, p);
            return SimplexPhase::Second { then: None };
        }
        let q = (p - r0 * (dot(p, r0) / length_sq)) * (0.5 * SPREAD);
        let sideways = cross(&q, r0) * (SQRT_3 / length_sq.sqrt());
        let middle = -(r0 + q);
        *n = middle + sideways;
        SimplexPhase::Second {
            then: Some(middle - sideways),
        }
    }

    /// Normal of the plane through r0 and the first two columns, on the origin's side: where the
    /// third is sought. Orders the two for [`turn_wedge`].
    #[inline(always)]
    fn off_wedge(&mut self, r0: &Vector3<f64>) -> Vector3<f64> {
        let columns = &mut self.portal.columns;
        let n = cross(&(columns[0].m - r0), &(columns[1].m - r0));
        if dot(&n, r0) > 0.0 {
            columns.swap(0, 1);
            -n
        } else {
            n
        }
    }

    /// Whether the wedge of the first two columns about r0, whose plane has the normal `n`, has an
    /// angle beyond rounding.
    #[inline(always)]
    fn has_angle(&self, n: &Vector3<f64>, stop: f64) -> bool {
        let side = |k: usize| norm1(&(self.portal.columns[k].m - self.r0));
        norm1(n) > 2.0 * stop * (side(0) + side(1))
    }

    /// Sets `n` to the portal's normal and says what to price next; or answers, when the origin
    /// lies on r0's side of the portal and that is proved.
    #[inline(always)]
    fn look_through(
        &self,
        slack: f64,
        n: &mut Vector3<f64>,
    ) -> Result<SimplexPhase, SimplexOutcome> {
        let turned;
        (*n, turned) = self.portal.normal(&self.r0);
        let height = dot(n, &self.portal.columns[0].m);
        if height >= 0.0 {
            if slack > 0.0 {
                return Err(SimplexOutcome::Meets);
            }
            if let Some(weights) = self.portal.proves_hit(&self.r0, self.accuracy) {
                return Err(SimplexOutcome::Hit(weights));
            }
        }
        Ok(SimplexPhase::Entering { turned, height })
    }

    /// Whether a column is basic already (no progress can come of it).
    #[inline(always)]
    fn holds(&self, column: &Column) -> bool {
        self.portal.columns.iter().any(|c| same(c, column))
    }
}

/// Pivots that need not lower the value of the LP. A ray through an edge or a corner of the portal
/// makes degenerate pivots, rarely more than two in a row; a cycle makes nothing else.
const MAX_STALLED: u32 = 4;

/// A dilated column depends on the direction too.
#[inline(always)]
fn same(a: &Column, b: &Column) -> bool {
    a.id_a == b.id_a && a.id_b == b.id_b && a.m == b.m
}

/// A direction at a right angle to the ray and to `p1`.
#[inline(always)]
fn across(r0: &Vector3<f64>, p1: &Vector3<f64>) -> Vector3<f64> {
    let n = cross(r0, p1);
    if n == Vector3::zeros() {
        perpendicular(r0)
    } else {
        n
    }
}

/// When the ray does not cross the triangle of the three columns, drops the one of the first two
/// that lies beyond and gives the direction in which to look for the third.
#[inline(always)]
fn turn_wedge(portal: &mut Portal, r0: &Vector3<f64>) -> Option<Vector3<f64>> {
    let [p1, p2, p3] = portal.points();
    if dot(&cross(&p1, &p3), r0) < 0.0 {
        portal.columns[1] = portal.columns[2];
        Some(cross(&(p1 - r0), &(p3 - r0)))
    } else if dot(&cross(&p3, &p2), r0) < 0.0 {
        portal.columns[0] = portal.columns[2];
        Some(cross(&(p3 - r0), &(p2 - r0)))
    } else {
        None
    }
}

/// The answer, if `n` is proved to separate.
#[inline(always)]
fn separated<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
    extent: &DirectionExtent,
) -> Option<SimplexOutcome> {
    if extent.gap() <= 0.0 {
        return None;
    }
    let length = norm(n);
    (length > m.shortest() && m.proves_apart(n, length, extent)).then(|| {
        SimplexOutcome::Separated {
            normal: n / length,
            max_a: extent.max_a / length,
            min_b: extent.min_b / length,
        }
    })
}
