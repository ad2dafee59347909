//! The distance of two sets that are smooth where they are nearest, by Newton's method.
//!
//! Problem: GJK's columns close in on a smooth surface one after the other, some 30 of them. Idea: the nearest points are where the
//! gap along a unit normal n is largest. Its slope is the part w of the column along n that is across n, and it bends by the second
//! derivatives of the support functions, which for curved bodies are closed forms, and by itself. From a
//! normal near the right one, three steps come to the last place.
//!
//! Nothing depends on the derivatives: every step is a support query, whose plane and points are the bounds.
//!
//! Loses at edges, where the slope jumps: then None, and GJK goes on.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot, norm, perpendicular};
use crate::shape::support::SearchStart;
use crate::solver::curved_distance::Measured;
use crate::solver::gjk::{self, GjkProof, NearestPoints};
use crate::solver::minkowski_difference::Difference;
use crate::solver::subsimplex::Subsimplex;
use crate::support::posed_any::PosedAny;

const MAX_STEPS: u32 = 6;

/// A step leaves no more than this part of what the bounds are apart. Near the solution it leaves its square.
const MAX_LEFT_PART: f64 = 0.25;

/// The distance of two sets that are apart, from a unit normal near theirs.
pub(crate) fn measure(sets: [&PosedAny<'_>; 2], mut n: Vector3<f64>) -> Option<Measured> {
    let m = &mut Difference::new(sets[0], sets[1], 0.0);
    let mut last = f64::INFINITY;
    for _ in 0..MAX_STEPS {
        let extent = m.support(&n, SearchStart::Hint);
        let column = m.column(extent.id_a, extent.id_b);
        let (gap, length) = (extent.gap(), norm(&column.m));
        let open = length - gap;
        if open <= 2.0 * m.rounding() {
            let simplex = Subsimplex::vertex(column);
            let found = NearestPoints {
                kind: GjkProof::Apart,
                normal: n,
                extent,
                lower: gjk::lower_bound(m, &n, &extent),
                upper: length + m.rounding(),
                simplex,
            };
            return (found.lower > 0.0).then(|| Measured {
                points: found.points(m),
                queries: m.queries,
                found,
            });
        }
        // NaN ends here too.
        if !(gap > 0.0 && open < MAX_LEFT_PART * last) {
            return None;
        }
        last = open;
        n = better_normal(sets, &n, &column.m, gap);
    }
    None
}

/// One step of Newton's method from a unit normal, at which the point `column` of the difference of the sets is farthest and
/// the gap is `gap`.
pub(crate) fn better_normal(
    sets: [&PosedAny<'_>; 2],
    n: &Vector3<f64>,
    column: &Vector3<f64>,
    gap: f64,
) -> Vector3<f64> {
    let t = perpendicular(n);
    let t = t / norm(&t);
    let tangents = [t, cross(n, &t)];
    let (of_a, of_b) = (sets[0].bend(n, &tangents), sets[1].bend(&-n, &tangents));
    let bend = |k: usize| of_a[k] + of_b[k];
    let (xx, xy, yy) = (bend(0) + gap, bend(1), bend(2) + gap);
    let [x, y] = tangents.map(|t| -dot(&t, column));
    let whole = xx * yy - xy * xy;
    let step =
        tangents[0] * ((yy * x - xy * y) / whole) + tangents[1] * ((xx * y - xy * x) / whole);
    let turned = n + step;
    turned / norm(&turned)
}
