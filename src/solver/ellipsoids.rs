//! What ellipsoids in and around the bodies prove: balls for long bodies.
//!
//! Problem: cold pairs of long bodies of many corners take four or more support queries, of which
//! each climbs. Idea: two ellipsoids with x = c + P u, |u| <= 1, meet iff
//!
//!   F(s) = s (1 - s) d.n,  ((1 - s) P_a P_a^T + s P_b P_b^T) n = d,  d = c_b - c_a
//!
//! stays below 1 for all s in (0, 1) (Perram and Wertheim, Statistical mechanics of hard
//! ellipsoids, 1985). At the best s the boundaries scaled by sqrt(F) touch at
//! c_a + (1 - s) P_a P_a^T n, and n is their normal. There (1 - s) |P_a^T n| = s |P_b^T n|, which as
//! an iteration for s settles in two or three steps. Outer ellipsoids that are apart prove the
//! bodies apart by n; a point of both inner ones proves that they meet; whatever s was, both are
//! checked with their rounding. Loses where the ellipsoids lie loosely, so only tight ones are
//! asked, and says nothing of pairs about to touch.

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{U, cross, dot, norm1, rotate, rotate_back};
use crate::shape::ellipsoids::Ellipsoids;
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::SupportMapping;

/// Steps for s. A fourth decides one pair in a hundred more.
const STEPS: u32 = 3;

/// Conclusion that the ellipsoids prove.
pub(crate) enum EllipsoidTest {
    /// This normal, of length `length`, separates; largest n.a and smallest n.b.
    Apart {
        normal: Vector3<f64>,
        length: f64,
        max_a: f64,
        min_b: f64,
    },
    /// A common point, in the query's frame.
    Meet(Vector3<f64>),
    Unclear,
}

/// A body's ellipsoids at its pose.
pub(crate) struct PosedEllipsoids<'a> {
    pub(crate) ellipsoids: &'a Ellipsoids,
    /// The pose's, times `scale`.
    pub(crate) matrix: &'a Matrix3<f64>,
    pub(crate) scale: f64,
}

impl PosedEllipsoids<'_> {
    /// |P^T n|
    #[inline(always)]
    fn stretch(&self, n: &Vector3<f64>) -> f64 {
        let t = rotate_back(&self.ellipsoids.axes, &rotate_back(self.matrix, n));
        dot(&t, &t).sqrt()
    }

    /// P
    #[inline(always)]
    fn axes(&self) -> Matrix3<f64> {
        let column = |k: usize| rotate(self.matrix, &self.ellipsoids.axes.column(k).into_owned());
        Matrix3::from_columns(&[column(0), column(1), column(2)])
    }
}

/// Compares the ellipsoids of two posed bodies, along `last`, if that is a unit normal, first.
/// `m` is of the same bodies, without slack.
#[inline(always)]
pub(crate) fn ellipsoid_test<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    a: &PosedEllipsoids<'_>,
    b: &PosedEllipsoids<'_>,
    last: Option<&Vector3<f64>>,
) -> EllipsoidTest {
    let (from, to) = (m.a.center(), m.b.center());
    let d = to - from;
    // Both centres, then P and P^T n of both bodies: derived in `docs/theory/DESIGN.md`.
    let error =
        2.0 * m.rounding() + 64.0 * U * (a.ellipsoids.size * a.scale + b.ellipsoids.size * b.scale);
    let apart =
        |normal: &Vector3<f64>, reach_a: f64, reach_b: f64, length: f64| EllipsoidTest::Apart {
            normal: *normal,
            length,
            max_a: dot(normal, &from) + a.ellipsoids.outer * reach_a,
            min_b: dot(normal, &to) - b.ellipsoids.outer * reach_b,
        };
    if let Some(n) = last {
        let (reach_a, reach_b) = (a.stretch(n), b.stretch(n));
        if dot(&d, n) - (a.ellipsoids.outer * reach_a + b.ellipsoids.outer * reach_b) > error {
            return apart(n, reach_a, reach_b, 1.0);
        }
    }
    let (p, q) = (a.axes(), b.axes());
    let (gram_a, gram_b) = (gram(&p), gram(&q));
    let mut s = 0.5;
    for _ in 0..STEPS {
        let r = 1.0 - s;
        let [row_x, row_y, row_z] = blend(&gram_a, r, &gram_b, s);
        // n times the determinant.
        let (c_x, c_y, c_z) = (
            cross(&row_y, &row_z),
            cross(&row_z, &row_x),
            cross(&row_x, &row_y),
        );
        let n = Vector3::new(dot(&c_x, &d), dot(&c_y, &d), dot(&c_z, &d));
        let (u, v) = (rotate_back(&p, &n), rotate_back(&q, &n));
        let (reach_a_sq, reach_b_sq) = (dot(&u, &u), dot(&v, &v));
        // What underflows in the squares is then nothing beside them.
        let sound = |x: f64| x > 1e-280 && x < 1e280;
        if !(sound(reach_a_sq) && sound(reach_b_sq)) {
            return EllipsoidTest::Unclear;
        }
        let (reach_a, reach_b) = (reach_a_sq.sqrt(), reach_b_sq.sqrt());
        let gap = dot(&d, &n) - (a.ellipsoids.outer * reach_a + b.ellipsoids.outer * reach_b);
        let length = norm1(&n);
        if gap > error * length {
            return apart(&n, reach_a, reach_b, dot(&n, &n).sqrt());
        }
        let det = dot(&row_x, &c_x);
        // How far out the point of both ellipsoids lies, times the determinant.
        let (out_a, out_b) = (r * reach_a, s * reach_b);
        if out_a < a.ellipsoids.inner * det && out_b < b.ellipsoids.inner * det {
            let (u, v) = (u * (r / det), v * (s / det));
            let (x, y) = (rotate(&p, &u), rotate(&q, &v));
            // Each inner ellipsoid reaches beyond its point by so much.
            let room_a = (a.ellipsoids.inner - out_a / det) * (a.ellipsoids.thin * a.scale);
            let room_b = (b.ellipsoids.inner - out_b / det) * (b.ellipsoids.thin * b.scale);
            let (between, room) = (d - (x + y), room_a + room_b);
            if norm1(&between) + error < room * (1.0 - 16.0 * U) {
                return EllipsoidTest::Meet(from + x + between * (room_a / room));
            }
        }
        // Outer ones meet and inner ones are apart: nothing can be proved.
        if out_a < a.ellipsoids.outer * det
            && out_b < b.ellipsoids.outer * det
            && r * s * dot(&d, &n) > least_square(a.ellipsoids, b.ellipsoids) * det
        {
            return EllipsoidTest::Unclear;
        }
        s = reach_a / (reach_a + reach_b);
    }
    EllipsoidTest::Unclear
}

/// Whether the ellipsoids around both bodies, at one pose or at two, lie on either side of a plane with
/// the unit normal `n`: the largest n.a and the smallest n.b of theirs. Costs the same at any
/// number of vertices.
#[inline(always)]
pub(crate) fn plane_between<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
) -> Option<(f64, f64, f64)> {
    let ((max_a, error_a), (minus_min_b, error_b)) =
        (m.a.ellipsoid_support(n)?, m.b.ellipsoid_support(&-n)?);
    let (gap, error) = (-minus_min_b - max_a, (error_a + error_b) + m.rounding());
    (gap > error + m.slack).then_some((max_a, -minus_min_b, error))
}

/// The larger inner radius, squared.
#[inline(always)]
fn least_square(a: &Ellipsoids, b: &Ellipsoids) -> f64 {
    let inner = a.inner.max(b.inner);
    inner * inner
}

/// xx, xy, xz, yy, yz, zz of P P^T.
#[inline(always)]
fn gram(p: &Matrix3<f64>) -> [f64; 6] {
    let row = |i: usize| Vector3::new(p[(i, 0)], p[(i, 1)], p[(i, 2)]);
    let (x, y, z) = (row(0), row(1), row(2));
    [
        dot(&x, &x),
        dot(&x, &y),
        dot(&x, &z),
        dot(&y, &y),
        dot(&y, &z),
        dot(&z, &z),
    ]
}

/// Rows of r G + s H.
#[inline(always)]
fn blend(g: &[f64; 6], r: f64, h: &[f64; 6], s: f64) -> [Vector3<f64>; 3] {
    let [xx, xy, xz, yy, yz, zz]: [f64; 6] = std::array::from_fn(|i| r * g[i] + s * h[i]);
    [
        Vector3::new(xx, xy, xz),
        Vector3::new(xy, yy, yz),
        Vector3::new(xz, yz, zz),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::pose::Pose;
    use crate::motion::rigid_motion::Motion;
    use crate::shape::polytope::Polytope;
    use crate::support::mapping::FloatMapping;
    use crate::support::swept_hull::ExtendedHull;
    use nalgebra::Quaternion;

    /// Points on a spiral, stretched.
    fn ellipsoid(count: usize, h: [f64; 3]) -> Polytope {
        let points: Vec<_> = (0..count)
            .map(|i| {
                let z = 1.0 - (2 * i + 1) as f64 / count as f64;
                let (sin, cos) = libm::sincos(2.399_963_229_728_653 * i as f64);
                let r = (1.0 - z * z).sqrt();
                Vector3::new(h[0] * r * cos + 0.5, h[1] * r * sin, h[2] * z - 2.0)
            })
            .collect();
        Polytope::new(&points).expect("finite")
    }

    fn directions() -> impl Iterator<Item = Vector3<f64>> {
        (0..500).map(|i| {
            let t = f64::from(i);
            Vector3::new((1.7 * t).sin(), (2.9 * t).cos(), (0.37 * t).sin()).normalize()
        })
    }

    #[test]
    fn they_reach_as_far_as_any_vertex_at_both_poses() {
        let at = |p: [f64; 3], q: [f64; 4]| {
            let q = Quaternion::new(q[0], q[1], q[2], q[3]);
            Pose::new(Vector3::from(p), q).expect("a unit quaternion")
        };
        let start = at([3.0, -1.0, 2.0], [0.8, 0.6, 0.0, 0.0]);
        let moved = Vector3::new(4.0, 2.0, -1.0);
        let motions = [
            Motion::fixed(start),
            Motion::translation(start, moved).expect("finite"),
            Motion::from_turn(start, moved, Vector3::new(1.0, 2.0, -0.5), Vector3::x())
                .expect("finite"),
        ];
        let mut known = 0;
        for body in [
            ellipsoid(200, [1.0; 3]),
            ellipsoid(264, [0.5, 0.5, 4.0]),
            ellipsoid(60, [1.0; 3]),
        ] {
            for motion in &motions {
                for relative in [false, true] {
                    let matrices = [motion.start().matrix(), motion.end().matrix()];
                    let other = &motions[1];
                    let hull =
                        ExtendedHull::of_motion(&body, motion, matrices, other, relative, 1.0);
                    for n in directions() {
                        let Some((reach, error)) = hull.ellipsoid_support(&n) else {
                            assert_eq!(body.vertex_count(), 60);
                            continue;
                        };
                        known += 1;
                        let furthest = hull.scan(&n).0;
                        assert!(reach + error > furthest && error < 1e-11);
                        // Within the share that makes ellipsoids tight.
                        assert!(reach < furthest + 0.3 * body.reach());
                    }
                }
            }
        }
        assert_eq!(known, 2 * 3 * 2 * 500);
    }

    #[test]
    fn planes_between_ellipsoids_leave_the_slack() {
        let body = ellipsoid(200, [1.0; 3]);
        let near = Motion::fixed(Pose::identity());
        for (apart, slack, expected) in [(2.5, 0.0, true), (2.5, 1.0, false), (1.9, 0.0, false)] {
            let there = Pose::from_translation(Vector3::new(apart, 0.0, 0.0)).expect("finite");
            let far = Motion::fixed(there);
            let hull = |motion| {
                let matrices = [Motion::start, Motion::end].map(|pose| pose(motion).matrix());
                ExtendedHull::of_motion(&body, motion, matrices, &near, false, 1.0)
            };
            let (a, b) = (hull(&near), hull(&far));
            let m = Difference::new(&a, &b, slack);
            let found = plane_between(&m, &Vector3::x());
            assert_eq!(found.is_some(), expected, "{apart} {slack}");
        }
    }
}
