//! The portal: the three basic columns of the ray LP, a triangle of M that the ray from r0 through
//! the origin crosses. Minkowski Portal Refinement and the simplex share it.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, cross, dot, norm1};
use crate::solver::minkowski_difference::{Column, Difference};
use crate::solver::nearest_weights::nearest_weights;
use crate::solver::subsimplex::MOST_ROUNDINGS;
use crate::support::mapping::FloatMapping;

/// Three columns of M. The order is not significant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Portal {
    pub(crate) columns: [Column; 3],
}

/// The origin as a combination of r0 and the three columns: the basic solution, not normalised.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights {
    /// Weight of r0.
    pub(crate) interior: f64,
    /// Weights of the columns.
    pub(crate) columns: [f64; 3],
}

impl Portal {
    /// Normal of the portal (the dual solution), turned to the side of the origin (`n.r0 <= 0`),
    /// and whether it had to be turned: whether r0 sees the columns clockwise.
    #[inline(always)]
    pub(crate) fn normal(&self, r0: &Vector3<f64>) -> (Vector3<f64>, bool) {
        let [p1, p2, p3] = self.points();
        let n = cross(&(p2 - p1), &(p3 - p1));
        if dot(&n, r0) > 0.0 {
            (-n, true)
        } else {
            (n, false)
        }
    }

    /// The ratio test: replaces the column that leaves when `entering` enters, so that the ray
    /// still crosses the portal. `turned` is what [`normal`](Self::normal) said.
    #[inline(always)]
    pub(crate) fn pivot(&mut self, entering: Column, r0: &Vector3<f64>, turned: bool) {
        let [p1, p2, p3] = self.points();
        // Sides of the planes through the ray and the entering column.
        let c = cross(&entering.m, r0);
        let c = if turned { -c } else { c };
        let leaving = if dot(&p1, &c) > 0.0 {
            if dot(&p2, &c) > 0.0 { 0 } else { 2 }
        } else if dot(&p3, &c) > 0.0 {
            1
        } else {
            0
        };
        // Selects instead of an index: the columns stay in registers.
        let [c1, c2, c3] = self.columns;
        self.columns = [
            if leaving == 0 { entering } else { c1 },
            if leaving == 1 { entering } else { c2 },
            if leaving == 2 { entering } else { c3 },
        ];
    }

    #[inline(always)]
    pub(crate) fn points(&self) -> [Vector3<f64>; 3] {
        [self.columns[0].m, self.columns[1].m, self.columns[2].m]
    }

    /// By Cramer's rule, up to a common factor.
    #[inline(always)]
    pub(crate) fn weights(&self, r0: &Vector3<f64>) -> Weights {
        let [p1, p2, p3] = self.points();
        let c = cross(&p2, &p3);
        let (l1, l2, l3) = (
            dot(r0, &c),
            dot(r0, &cross(&p3, &p1)),
            dot(r0, &cross(&p1, &p2)),
        );
        Weights {
            interior: -dot(&p1, &c),
            columns: [l1, l2, l3],
        }
    }
}

impl Weights {
    /// Whether the ray from r0 through the origin crosses the portal.
    #[inline(always)]
    pub(crate) fn crossed(&self) -> bool {
        let [l1, l2, l3] = self.columns;
        let sum = l1 + l2 + l3;
        // The sum of all four is the volume that r0 and the portal span: a portal behind r0
        // turns its sign against the columns'.
        let all = self.interior + sum;
        (l1 >= 0.0 && l2 >= 0.0 && l3 >= 0.0 && all > 0.0)
            || (l1 <= 0.0 && l2 <= 0.0 && l3 <= 0.0 && all < 0.0)
    }
}

impl Portal {
    /// Point common to both bodies, from the weights of a hit.
    ///
    /// The weighted points of A and B differ by y, which [`proves_hit`](Self::proves_hit) may
    /// leave as large as w0 times the two inscribed radii. Moving each centre within its own
    /// inscribed ball closes that gap, A's share being r_a / (r_a + r_b). A tetrahedron that holds the origin by
    /// little beside its size proves a hit by weights that leave more: these are found again.
    #[inline(always)]
    pub(crate) fn common_point<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &Difference<'_, A, B>,
        weights: &[f64; 4],
    ) -> Vector3<f64> {
        let mut point = m.a.center() * weights[0];
        let mut y = m.interior() * weights[0];
        for (weight, column) in weights[1..].iter().zip(&self.columns) {
            if *weight > 0.0 {
                point += m.a.point(column.id_a) * *weight;
                y += column.m * *weight;
            }
        }
        let held = weights[0] * m.inscribed_radius();
        if dot(&y, &y) > held * held && norm1(&y) > MOST_ROUNDINGS * m.rounding() {
            let columns = &self.columns;
            let points = columns.each_ref().map(|column| m.a.point(column.id_a));
            let [c1, c2, c3] = columns.each_ref().map(|column| column.m);
            return refined_point(m.a.center(), points, [m.interior(), c1, c2, c3]);
        }
        if m.inscribed_radius() > 0.0 {
            point -= y * (m.a.inscribed_radius() / m.inscribed_radius());
        }
        point
    }
}

/// Returns a point common to both bodies, whose inscribed balls meet: [`Portal::common_point`] by the centres alone.
#[inline(always)]
pub(crate) fn common_point_of_balls<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
) -> Vector3<f64> {
    match m.inscribed_radius() > 0.0 {
        true => m.a.center() - m.interior() * (m.a.inscribed_radius() / m.inscribed_radius()),
        false => m.a.center(),
    }
}

/// [`Portal::common_point`] by the best weights that r0 and the three columns allow. It takes copies: what a call that is not
/// inlined refers to is kept in memory, also by the queries that never make it, which costs them up to half of their time.
#[cold]
#[inline(never)]
fn refined_point(
    center: Vector3<f64>,
    points: [Vector3<f64>; 3],
    columns: [Vector3<f64>; 4],
) -> Vector3<f64> {
    let weights = nearest_weights(&columns);
    (points.iter().zip(&weights[1..])).fold(center * weights[0], |sum, (point, weight)| {
        sum + point * *weight
    })
}

/// Errors of r0 and of the columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Accuracy {
    /// Each column and r0 is this near to a point of M.
    pub(crate) error: f64,
    /// The ball of this radius about the true r0 lies in M.
    pub(crate) inscribed_radius: f64,
}

impl Portal {
    /// Normalised weights of a common point, if the portal proves one: M holds the origin although
    /// every column and r0 err by up to `accuracy.error`.
    ///
    /// With weights clipped to be nonnegative, y = w0 r0 + sum wi pi lies in M, and so does the
    /// ball of radius w0 * inscribed about it: a hit when that ball holds the origin. Bodies
    /// without inscribed ball need the origin strictly inside the tetrahedron instead.
    #[inline(always)]
    pub(crate) fn proves_hit(&self, r0: &Vector3<f64>, accuracy: Accuracy) -> Option<[f64; 4]> {
        let w = self.weights(r0);
        // One sign for all: the sum's.
        let sign = if w.interior + (w.columns[0] + w.columns[1] + w.columns[2]) < 0.0 {
            -1.0
        } else {
            1.0
        };
        let clip = |x: f64| (x * sign).max(0.0);
        let (w0, w1, w2, w3) = (
            clip(w.interior),
            clip(w.columns[0]),
            clip(w.columns[1]),
            clip(w.columns[2]),
        );
        let sum = (w0 + w1) + (w2 + w3);
        let weights = [w0 / sum, w1 / sum, w2 / sum, w3 / sum];
        let [p1, p2, p3] = self.points();
        let y = (r0 * weights[0] + p1 * weights[1]) + (p2 * weights[2] + p3 * weights[3]);
        // NaN (sum = 0) fails every comparison below.
        let inside = norm1(&y) + 2.0 * accuracy.error < weights[0] * accuracy.inscribed_radius;
        (inside || self.strictly_holds_origin(r0, &w, accuracy.error)).then_some(weights)
    }

    /// Whether the four signed volumes keep one sign under any displacement of r0 and the columns
    /// by `error`: each determinant of three points of length at most L moves by at most
    /// 3.1 error L^2 and is computed to 8 U L^3.
    #[inline(always)]
    fn strictly_holds_origin(&self, r0: &Vector3<f64>, w: &Weights, error: f64) -> bool {
        let longest = self
            .points()
            .iter()
            .fold(norm1(r0), |longest, p| longest.max(norm1(p)));
        let bound = (3.1 * error + 8.0 * U * longest) * (longest * longest) + f64::MIN_POSITIVE;
        let all = [w.interior, w.columns[0], w.columns[1], w.columns[2]];
        all.iter().all(|&x| x > bound) || all.iter().all(|&x| x < -bound)
    }
}
