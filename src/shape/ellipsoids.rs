//! Ellipsoids in and around a body, for long bodies what the two balls are for round ones.
//!
//! Problem: balls about the centre say nothing of a body eight times as long as wide. Idea: an
//! affine map that makes the body look round takes balls to ellipsoids; the smallest ellipsoid
//! around the corners gives the map. Any map is a candidate; what counts are the two radii proved for it. Loses on
//! boxes and other bodies of few faces, whose two ellipsoids are far apart.

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{U, dot, norm, norm_not_below, norm1, rotate, rotate_back};
use crate::numeric::predicates::{ORIENT3D_ROUNDING, normal_with_weight};
use crate::numeric::scaling::scale;
use crate::shape::dimension::Dimension;
use crate::shape::face_normal::{at_apex, spread_corners};
use crate::shape::hull_data::HullData;

/// Two ellipsoids about a body's centre c, in real arithmetic: `c + axes u` lies in the body for
/// |u| <= `inner`, and the body lies within those for |u| <= `outer`. Body frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ellipsoids {
    pub(crate) axes: Matrix3<f64>,
    /// 0 when nothing was proved.
    pub(crate) inner: f64,
    pub(crate) outer: f64,
    /// Not below the Frobenius norm of `axes` times the outer radius.
    pub(crate) size: f64,
    /// Not above the smallest singular value of `axes`.
    pub(crate) thin: f64,
}

/// Bodies whose ellipsoids are this near to each other in size decide more pairs by them than the
/// test costs. Cubes have 0.58, 66 points on a sphere 0.9.
const MIN_ELLIPSOID_RATIO: f64 = 0.8;

/// Bodies of fewer corners answer support queries faster than the ellipsoids' test takes.
const LEAST_CORNERS: usize = 32;

/// Pays for underflow in products of numbers of about unit size.
const UNDERFLOW: f64 = f64::from_bits((1023 - 900) << 52);

impl Ellipsoids {
    /// Nothing is known.
    pub(crate) fn none() -> Self {
        Ellipsoids {
            axes: Matrix3::zeros(),
            inner: 0.0,
            outer: f64::INFINITY,
            size: f64::INFINITY,
            thin: 0.0,
        }
    }

    /// Whether the two ellipsoids are near enough to each other to be of use.
    #[inline(always)]
    pub(crate) fn is_tight(&self) -> bool {
        self.inner > MIN_ELLIPSOID_RATIO * self.outer
    }

    /// The ellipsoids of a body about its centre, which lies inside. None of degenerate bodies, of
    /// extreme sizes, and of small ones.
    pub(crate) fn new(shape: &HullData<'_>, center: &Vector3<f64>) -> Self {
        let local = shape.local;
        let (center, slack) = local.enter(center);
        let sound = shape.dimension == Dimension::Solid
            && shape.corners.len() >= LEAST_CORNERS
            && slack == 0.0
            && local.shift.abs() < 960;
        if !sound {
            return Ellipsoids::none();
        }
        let offsets: Vec<_> = local.points.iter().map(|p| p - center).collect();
        let Some(axes) = smallest_around(&offsets).and_then(Axes::new) else {
            return Ellipsoids::none();
        };
        let outer = offsets.iter().map(|d| axes.radius(d)).fold(0.0, f64::max);
        Ellipsoids {
            inner: inner(shape, &center, &axes),
            outer,
            size: scale(axes.length * outer * (1.0 + 4.0 * U), local.shift),
            thin: scale(axes.thin, local.shift),
            axes: axes.matrix.map(|x| scale(x, local.shift)),
        }
    }
}

/// Rounds of [`smallest_around`]: within a few percent, and bodies are built once.
const FIT_ROUNDS: usize = 12;

/// Lower triangular L such that |L^-1 d| <= 1 is about the smallest ellipsoid around the origin
/// with all `offsets`: the weights of the points in its L L^T / 3 are found by multiplying each by
/// its own squared radius (Silvey, Titterington and Torsney, An algorithm for optimal designs on a
/// finite design space, 1978).
fn smallest_around(offsets: &[Vector3<f64>]) -> Option<Matrix3<f64>> {
    let mut weights = vec![1.0 / offsets.len() as f64; offsets.len()];
    let mut axes = None;
    for _ in 0..FIT_ROUNDS {
        let mut sums = Matrix3::zeros();
        for (d, w) in offsets.iter().zip(&weights) {
            for i in 0..3 {
                for k in 0..=i {
                    sums[(i, k)] += 3.0 * w * d[i] * d[k];
                }
            }
        }
        let factor = cholesky(&sums)?;
        let back = inverse(&factor);
        for (d, w) in offsets.iter().zip(&mut weights) {
            let u = rotate(&back, d);
            *w *= dot(&u, &u);
        }
        axes = Some(factor);
    }
    axes
}

/// Lower triangular L with L L^T = `m`, of which only the lower half is read.
fn cholesky(m: &Matrix3<f64>) -> Option<Matrix3<f64>> {
    let xx = m.m11.sqrt();
    let (yx, zx) = (m.m21 / xx, m.m31 / xx);
    let yy = (m.m22 - yx * yx).sqrt();
    let zy = (m.m32 - zx * yx) / yy;
    let zz = (m.m33 - zx * zx - zy * zy).sqrt();
    let out = Matrix3::new(xx, 0.0, 0.0, yx, yy, 0.0, zx, zy, zz);
    // NaN fails.
    (xx > 0.0 && yy > 0.0 && zz > 0.0).then_some(out)
}

/// Inverts a lower triangular matrix, with rounding.
fn inverse(l: &Matrix3<f64>) -> Matrix3<f64> {
    let (x, y, z) = (1.0 / l.m11, 1.0 / l.m22, 1.0 / l.m33);
    let yx = -l.m21 * x * y;
    let zy = -l.m32 * y * z;
    let zx = -(l.m31 * x + l.m32 * yx) * z;
    Matrix3::new(x, 0.0, 0.0, yx, y, 0.0, zx, zy, z)
}

/// A map from the unit ball, with what is known of it; local units.
struct Axes {
    matrix: Matrix3<f64>,
    /// The inverse, rounded.
    back: Matrix3<f64>,
    /// Not below the Frobenius norm.
    length: f64,
    /// Not above the smallest singular value.
    thin: f64,
}

impl Axes {
    /// None when the map is too thin for f64.
    fn new(matrix: Matrix3<f64>) -> Option<Self> {
        let back = inverse(&matrix);
        let entries = |m: &Matrix3<f64>| m.iter().fold(0.0, |sum: f64, x| sum + x.abs());
        let length = entries(&matrix) * (1.0 + 16.0 * U);
        // With |I - matrix back| <= 1e-3 the true inverse is at most 1/(1 - 1e-3) times as long.
        let error = entries(&(matrix * back - Matrix3::identity()));
        let thin = 0.9 / entries(&back);
        (error < 1e-4 && thin > 1e-6 * length).then_some(Axes {
            matrix,
            back,
            length,
            thin,
        })
    }

    /// Not below |matrix^-1 d|. For any n and u, n.d = (matrix^T n).u + n.r with r = d - matrix u,
    /// and |n| <= |matrix^T n| / thin: so |u| + |r| / thin is enough.
    fn radius(&self, d: &Vector3<f64>) -> f64 {
        let u = rotate(&self.back, d);
        let rest = d - rotate(&self.matrix, &u);
        // The differences, the products, the sums: each at most U of its magnitude.
        let error = 8.0 * U * (norm1(d) + self.length * norm1(&u));
        (norm(&u) + (norm(&rest) + error) / self.thin) * (1.0 + 8.0 * U)
    }
}

/// The face with exact normal N through a lies at u with (axes^T N).u = N.(a - c), a distance
/// N.(a - c) / |axes^T N| from the middle.
fn inner(shape: &HullData<'_>, center: &Vector3<f64>, axes: &Axes) -> f64 {
    let distance = |face: &[u32]| {
        let corners = spread_corners(face).map(|i| shape.local.points[i as usize]);
        let [a, b, c] = at_apex(corners);
        let (normal, weight) = normal_with_weight(&(b - a), &(c - a));
        let d = a - center;
        let height = dot(&normal, &d) - ORIENT3D_ROUNDING * dot(&weight, &d.abs());
        // Each entry of the normal is within 4 U of its weight; its product with the axes adds
        // 4 U of itself.
        let error = 12.0 * U * axes.length * (norm1(&weight) + norm1(&normal));
        let stretched =
            norm_not_below(&rotate_back(&axes.matrix, &normal)) * (1.0 + 8.0 * U) + error;
        (height - UNDERFLOW) / (stretched + UNDERFLOW) * (1.0 - 4.0 * U)
    };
    let least = shape.faces().map(distance).fold(f64::INFINITY, f64::min);
    // Not NaN, not below 0, not infinite.
    if least > 0.0 && least.is_finite() {
        least
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::polytope::Polytope;

    /// Points on a spiral, stretched by h, tilted, away from the origin.
    fn ellipsoid(count: usize, h: [f64; 3]) -> Polytope {
        let turn = nalgebra::Rotation3::from_euler_angles(0.3, -1.1, 2.0);
        let points: Vec<_> = (0..count)
            .map(|i| {
                let z = 1.0 - (2 * i + 1) as f64 / count as f64;
                let (sin, cos) = libm::sincos(2.399_963_229_728_653 * i as f64);
                let r = (1.0 - z * z).sqrt();
                turn * Vector3::new(h[0] * r * cos, h[1] * r * sin, h[2] * z)
                    + Vector3::new(5.0, -2.0, 1.0)
            })
            .collect();
        Polytope::new(&points).expect("finite")
    }

    #[test]
    fn ellipsoids_lie_in_and_around_the_body() {
        for (count, h) in [
            (264, [0.5, 0.5, 4.0]),
            (100, [1.0, 2.0, 3.0]),
            (40, [1.0; 3]),
        ] {
            let body = ellipsoid(count, h);
            let ellipsoids = body.ellipsoids();
            assert!(
                ellipsoids.inner > 0.6 && ellipsoids.outer < 1.3,
                "{ellipsoids:?}"
            );
            for i in 0..2000 {
                let t = f64::from(i);
                let n = Vector3::new((1.7 * t).sin(), (2.9 * t).cos(), (0.37 * t).sin());
                let reach = body.vertices().map(|v| n.dot(&(v - body.center())));
                let reach = reach.fold(f64::NEG_INFINITY, f64::max);
                let stretched = (ellipsoids.axes.transpose() * n).norm();
                assert!(reach <= ellipsoids.outer * stretched * (1.0 + 1e-12));
                assert!(reach >= ellipsoids.inner * stretched * (1.0 - 1e-12));
            }
            let smallest = ellipsoids.axes.svd(false, false).singular_values.min();
            assert!(
                ellipsoids.thin <= smallest
                    && ellipsoids.size >= ellipsoids.axes.norm() * ellipsoids.outer
            );
        }
        assert!(ellipsoid(264, [0.5, 0.5, 4.0]).ellipsoids().is_tight());
    }

    #[test]
    fn flat_small_and_extreme_bodies_have_none() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let flat: Vec<_> = square
            .iter()
            .map(|p| Vector3::new(p[0], p[1], 0.0))
            .collect();
        let body = Polytope::new(&flat).expect("finite");
        assert_eq!(*body.ellipsoids(), Ellipsoids::none());
        assert!(!ellipsoid(12, [1.0; 3]).ellipsoids().is_tight());
        assert!(!ellipsoid(100, [1e300; 3]).ellipsoids().is_tight());
        assert!(!ellipsoid(100, [1.0, 1.0, 1e-9]).ellipsoids().is_tight());
    }
}
