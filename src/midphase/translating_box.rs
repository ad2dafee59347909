//! When may a box that flies straight meet a triangle that flies straight?
//!
//! Problem: boxes around thin things say little, and most triangles whose boxes are met are not. Idea: four planes show when the
//! box cannot be met: the triangle's own, and those along the way through its edges.
//!
//! Times are on the safe side: the sign of a difference is exact, so each errs by three roundings, and a factor allows for 64.

use nalgebra::Vector3;

use crate::bvh::aabb::{greater, lesser};
use crate::motion::moving_box::MovingBox;
use crate::numeric::arithmetic::{U, dot, norm1};

const SLACK: f64 = 64.0 * U;

/// A box as triangles see it that do not turn.
pub(super) struct TranslatingBox {
    center: Vector3<f64>,
    /// Half its sides, with a margin for what roundings lose.
    half: Vector3<f64>,
    by: Vector3<f64>,
    /// Sum of the 1-norms of `center`, `half` and `by`, for the rounding errors.
    far: f64,
}

impl TranslatingBox {
    /// `by`: the way of the triangles, `margin`: how far their points may be from their hulls.
    #[inline(always)]
    pub(super) fn new(other: &MovingBox, by: &[f64; 3], margin: f64) -> Self {
        let by = Vector3::from(other.by) - Vector3::from(*by);
        let (low, high) = (
            Vector3::from(other.start.low),
            Vector3::from(other.start.high),
        );
        let center = low * 0.5 + high * 0.5;
        let half = (high * 0.5 - low * 0.5).add_scalar(margin);
        TranslatingBox {
            far: norm1(&center) + norm1(&half) + norm1(&by),
            center,
            half,
            by,
        }
    }

    /// A time before which a plane shows that what the box holds on its way does not meet this triangle: its own, or one
    /// through an edge and along the way. For a point these are all there are. Infinite where it never does.
    ///
    /// The four normals are any that are at hand, so of theirs no rounding counts, but those of products with them.
    #[inline(always)]
    pub(super) fn not_before(&self, [a, b, c]: &[Vector3<f64>; 3]) -> f64 {
        let by = &self.by;
        let (u, v, w) = (b - a, c - a, c - b);
        let from_a = self.center - a;
        let far = self.far + norm1(a) + norm1(b) + norm1(c);
        let side = |k: usize| ([u[k], u[k], v[k], w[k]], [v[k], by[k], by[k], by[k]]);
        let [(px, qx), (py, qy), (pz, qz)] = [side(0), side(1), side(2)];
        let (mut before, mut after) = ([0.0; 4], [0.0; 4]);
        for l in 0..4 {
            let n = Vector3::new(
                py[l] * qz[l] - pz[l] * qy[l],
                pz[l] * qx[l] - px[l] * qz[l],
                px[l] * qy[l] - py[l] * qx[l],
            );
            // Beyond f64 wherever a sum of products may be.
            let lost = 32.0 * U * (4.0 * norm1(&n) * far);
            let margin = dot(&n.abs(), &self.half) + lost + f64::MIN_POSITIVE;
            let from = dot(&n, &from_a);
            let (p, q) = (dot(&n, &u), dot(&n, &v));
            let (least, most) = (lesser(lesser(p, q), 0.0), greater(greater(p, q), 0.0));
            // On either side, and how far it is then.
            let (above, below) = (from - margin - most, least - from - margin);
            let way = dot(&n, by);
            before[l] = greater(above, below);
            after[l] = before[l] + if above > below { way } else { -way };
        }
        let apart = |l: usize| before[l] > 0.0 && after[l] > 0.0;
        match before[0] > 0.0 {
            _ if apart(0) | apart(1) | apart(2) | apart(3) => f64::INFINITY,
            true => before[0] / (before[0] - after[0]) * (1.0 - SLACK),
            false => 0.0,
        }
    }
}
