//! Whether two hulls meet, cold: balls, the ray simplex, exact integers.
//!
//! The same proofs as those behind `intersect`, without a state, and with the columns that the
//! simplex ended at: the measures of an overlap start from them.

use nalgebra::Vector3;

use crate::lp::bounding_spheres::{SphereTest, extents};
use crate::lp::exact::{self, Exact};
use crate::lp::problem::{Column, Difference};
use crate::lp::ray_simplex::{Outcome, RaySimplex};
use crate::numeric::arithmetic::{dot, norm};
use crate::plane::{Plane, Span};
use crate::support::mapping::SupportMapping;
use crate::verdict::DecidedBy;

/// What was proved.
pub(crate) enum Meeting {
    Apart {
        plane: LocalPlane,
        by: DecidedBy,
    },
    Meet {
        /// Columns that the simplex found, `count` of them.
        seeds: [Column; 3],
        count: usize,
        /// A common point, to rounding.
        common: Vector3<f64>,
        by: DecidedBy,
    },
}

/// A separating plane in the query's frame.
pub(crate) struct LocalPlane {
    normal: Vector3<f64>,
    max_a: f64,
    min_b: f64,
    span: Option<Span>,
}

impl LocalPlane {
    /// Unit, or that of a span; from A to B.
    pub(crate) fn normal(&self) -> Vector3<f64> {
        self.normal
    }

    /// Half-way between the bodies, world frame.
    pub(crate) fn in_world(&self, origin: &Vector3<f64>, scale: f64) -> Plane {
        Plane {
            normal: self.normal,
            offset: dot(&self.normal, origin) + 0.5 * (self.max_a + self.min_b) / scale,
            spanned_by: self.span,
        }
    }
}

/// Decides exactly. Neither body is empty and M is not dilated.
#[inline(always)]
pub(crate) fn meeting<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    max_pivots: u32,
) -> Meeting {
    let mut run = RaySimplex::new(m);
    match run.sphere_test(m, m.rounding()) {
        SphereTest::Apart => {
            let normal = -run.r0 / norm(&run.r0);
            let (max_a, min_b) = extents(m, &normal);
            return apart(normal, max_a, min_b, DecidedBy::Float);
        }
        SphereTest::Meet => {
            let common = run.portal.common_point(m, &[1.0, 0.0, 0.0, 0.0]);
            return meet(&run, common, DecidedBy::Float);
        }
        SphereTest::Unclear => {}
    }
    match run.solve(m, max_pivots, 0.0) {
        Outcome::Separated {
            normal,
            max_a,
            min_b,
        } => apart(normal, max_a, min_b, DecidedBy::Float),
        Outcome::Hit(weights) => {
            let common = run.portal.common_point(m, &weights);
            meet(&run, common, DecidedBy::Float)
        }
        // Only dilated hulls `Meet` without proof.
        Outcome::Meets | Outcome::Unclear => exactly(m, &run),
    }
}

fn apart(normal: Vector3<f64>, max_a: f64, min_b: f64, by: DecidedBy) -> Meeting {
    let plane = LocalPlane {
        normal,
        max_a,
        min_b,
        span: None,
    };
    Meeting::Apart { plane, by }
}

fn meet(run: &RaySimplex, common: Vector3<f64>, by: DecidedBy) -> Meeting {
    Meeting::Meet {
        seeds: run.portal.columns,
        count: run.found,
        common,
        by,
    }
}

#[cold]
fn exactly<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    run: &RaySimplex,
) -> Meeting {
    let start = run.portal.columns[..run.found].iter();
    match exact::decide(m, start.map(|c| (c.id_a, c.id_b))) {
        Exact::Separated { normal, span } => {
            let plane = LocalPlane {
                normal,
                max_a: m.a.scan(&normal).0,
                min_b: -m.b.scan(&-normal).0,
                span,
            };
            Meeting::Apart {
                plane,
                by: DecidedBy::Exact,
            }
        }
        Exact::Hit { columns, weights } => {
            let weighted = columns.iter().zip(&weights);
            let common = weighted.fold(Vector3::zeros(), |sum, ((id_a, _), w)| {
                sum + m.a.point(*id_a) * *w
            });
            meet(run, common, DecidedBy::Exact)
        }
    }
}
