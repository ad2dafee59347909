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
//! neither can be proved (bodies touch to rounding, a portal is degenerate, progress stops, or the
//! pivot limit is reached), it answers [`Outcome::Unclear`] and [`exact`](super::exact) goes on
//! from its columns by a rule that cannot cycle.

use nalgebra::Vector3;

use super::portal::{Accuracy, Portal};
use super::problem::{Column, Difference, Extent};
use crate::geometry::arithmetic::{cross, dot, norm};
use crate::sweep::SupportMapping;

/// What the simplex found, and proved.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Outcome {
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
    pub(crate) portal: Portal,
    /// How many of the portal's columns were found.
    pub(crate) found: usize,
    r0: Vector3<f64>,
}

impl RaySimplex {
    /// Solves the LP. `tolerance` is the gain in support value, in length, below which a portal
    /// counts as optimal; rounding is added to it.
    #[inline(always)]
    pub(crate) fn solve<A: SupportMapping, B: SupportMapping>(
        m: &mut Difference<'_, A, B>,
        max_pivots: u32,
        tolerance: f64,
    ) -> (Self, Outcome) {
        let mut run = RaySimplex {
            portal: Portal::default(),
            found: 0,
            r0: m.interior(),
        };
        let outcome = run
            .discover(m)
            .unwrap_or_else(|| run.refine(m, max_pivots, tolerance));
        (run, outcome)
    }

    /// Phase 1: three columns whose triangle the ray crosses. None when it is found.
    #[inline(always)]
    fn discover<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
    ) -> Option<Outcome> {
        let r0 = self.r0;
        let length = norm(&r0);
        if length + 2.0 * (m.rounding() + m.center_error()) < m.inscribed_radius() + m.slack {
            return Some(if m.slack > 0.0 {
                Outcome::Meets
            } else {
                Outcome::Hit([1.0, 0.0, 0.0, 0.0])
            });
        }
        if let Some(apart) = self.enter(m, &-r0) {
            return Some(apart);
        }
        let p1 = self.portal.columns[0].m;
        let n = cross(&r0, &p1);
        let n = if n == Vector3::zeros() {
            perpendicular(&r0)
        } else {
            n
        };
        if let Some(apart) = self.enter(m, &n) {
            return Some(apart);
        }
        // The side of the plane (ray, r0, p1) on which p2 lies is settled; look beyond p2.
        let p2 = self.portal.columns[1].m;
        let mut n = cross(&(p1 - r0), &(p2 - r0));
        if dot(&n, &r0) > 0.0 {
            self.portal.columns.swap(0, 1);
            n = -n;
        }
        if let Some(apart) = self.enter(m, &n) {
            return Some(apart);
        }
        // Turn the wedge (p1, p2) about the ray until the third column closes it.
        for _ in 0..MAX_DISCOVERY {
            let [p1, p2, p3] = self.portal.points();
            if dot(&cross(&p1, &p3), &r0) < 0.0 {
                self.portal.columns[1] = self.portal.columns[2];
                n = cross(&(p1 - r0), &(p3 - r0));
            } else if dot(&cross(&p3, &p2), &r0) < 0.0 {
                self.portal.columns[0] = self.portal.columns[2];
                n = cross(&(p3 - r0), &(p2 - r0));
            } else {
                return None;
            }
            self.found = 2;
            if let Some(apart) = self.enter(m, &n) {
                return Some(apart);
            }
        }
        Some(Outcome::Unclear)
    }

    /// Prices `n` and keeps the column; the answer, if `n` separates.
    #[inline(always)]
    fn enter<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
        n: &Vector3<f64>,
    ) -> Option<Outcome> {
        let extent = m.support(n);
        self.portal.columns[self.found] = m.enter(n, &extent);
        self.found += 1;
        separated(m, n, &extent)
    }

    /// Phase 2: Dantzig's rule until a plane separates or the portal proves a hit.
    #[inline(always)]
    fn refine<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
        max_pivots: u32,
        tolerance: f64,
    ) -> Outcome {
        let accuracy = accuracy(m);
        let stop = tolerance + 2.0 * m.rounding();
        for _ in 0..max_pivots {
            let (n, turned) = self.portal.normal(&self.r0);
            let height = dot(&n, &self.portal.columns[0].m);
            if height >= 0.0 {
                // The origin is on r0's side of the portal.
                if m.slack > 0.0 {
                    return Outcome::Meets;
                }
                if let Some(weights) = self.portal.proves_hit(&self.r0, accuracy) {
                    return Outcome::Hit(weights);
                }
            }
            let extent = m.support(&n);
            if let Some(apart) = separated(m, &n, &extent) {
                return apart;
            }
            let column = m.enter(&n, &extent);
            // False for NaN and for a portal without area.
            let gains = dot(&n, &column.m) - height > stop * norm(&n);
            if !gains || self.holds(&column) {
                return Outcome::Unclear;
            }
            self.portal.pivot(column, &self.r0, turned);
        }
        Outcome::Unclear
    }

    /// Whether a column is basic already (no progress can come of it).
    #[inline(always)]
    fn holds(&self, column: &Column) -> bool {
        self.portal
            .columns
            .iter()
            .any(|c| c.id_a == column.id_a && c.id_b == column.id_b && c.m == column.m)
    }
}

/// Wedge turns in phase 1. Each brings a new column; more than this many means that rounding has
/// spoiled the wedge, and exact arithmetic should decide.
const MAX_DISCOVERY: u32 = 32;

#[inline(always)]
pub(crate) fn accuracy<A: SupportMapping, B: SupportMapping>(m: &Difference<'_, A, B>) -> Accuracy {
    Accuracy {
        error: m.rounding() + m.center_error(),
        inscribed_radius: m.inscribed_radius(),
    }
}

/// The answer, if `n` is proved to separate.
#[inline(always)]
fn separated<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
    extent: &Extent,
) -> Option<Outcome> {
    if extent.gap() <= 0.0 {
        return None;
    }
    let length = norm(n);
    // A shorter normal comes of features near the square root of the smallest f64, where the
    // bounds, which are relative, would miss what underflows.
    (length > 1e-140 && m.proves_apart(n, length, extent)).then(|| Outcome::Separated {
        normal: n / length,
        max_a: extent.max_a / length,
        min_b: extent.min_b / length,
    })
}

/// Some direction at a right angle to `v`.
#[cold]
fn perpendicular(v: &Vector3<f64>) -> Vector3<f64> {
    let a = v.abs();
    if a.x <= a.y && a.x <= a.z {
        cross(v, &Vector3::x())
    } else if a.y <= a.z {
        cross(v, &Vector3::y())
    } else {
        cross(v, &Vector3::z())
    }
}
