//! What weights prove: that weighted vertices of A and of B are near each other, and that bodies
//! with an interior share a point.
#![allow(clippy::needless_range_loop)] // rows and columns read better by index

use nalgebra::Vector3;

use crate::lp::problem::Difference;
use crate::numeric::arithmetic::norm1;
use crate::reference::interior_point::cholesky::Cholesky;
use crate::reference::interior_point::working_set::{ROOM, Side, WorkingSet};
use crate::support::mapping::SupportMapping;

/// Weighted sums err by this many of the pair's rounding bounds: see `docs/INTERIOR_POINT.md`.
const SUMS: f64 = 8.0;

/// Whether the bodies, dilated by the slack, share a point: whether the weighted vertices are less
/// than the slack apart.
pub(crate) fn meets<A: SupportMapping, B: SupportMapping>(
    set: &WorkingSet,
    m: &Difference<'_, A, B>,
) -> bool {
    let (y, _) = weighted(set, &set.g, m);
    norm1(&y) + SUMS * m.rounding() < m.slack
}

/// A point that the bodies share, if weights near those of the set prove that there is one.
///
/// M holds a ball of radius rho about r0, the difference of the centres. Weights whose vertices
/// differ by -kappa r0 put the origin on the segment from there to r0, at the part
/// theta = kappa / (1 + kappa): so M holds the ball of radius theta rho about what these weights
/// and theta, summed in f64, come to, and that ball holds the origin if their rounding is less.
/// Loses on bodies without a ball, and on touching ones: there is no kappa.
pub(crate) fn proves_hit<A: SupportMapping, B: SupportMapping>(
    set: &WorkingSet,
    m: &Difference<'_, A, B>,
) -> Option<Vector3<f64>> {
    let rho = m.inscribed_radius();
    if !(rho > 0.0) {
        return None;
    }
    let (g, kappa) = beyond(set, &(m.interior() / set.size()))?;
    let theta = kappa / (1.0 + kappa);
    let (y, a) = weighted(set, &g, m);
    let y = m.interior() * theta + y * (1.0 - theta);
    // Written so that NaN fails.
    if !(norm1(&y) + SUMS * (m.rounding() + m.center_error()) < theta * rho) {
        return None;
    }
    // Moving each centre within its own ball closes the gap y.
    let a = m.a.center() * theta + a * (1.0 - theta);
    Some(a - y * (m.a.inscribed_radius() / rho))
}

/// Weights at which the vertices differ by -kappa `r0`, near those of the set, and half of the
/// largest kappa that leaves them positive (at most 1).
///
/// x = g + G^2 A^T z, G = diag(g), with A G^2 A^T z = target - A g: the nearest such weights,
/// measured in units of g.
fn beyond(set: &WorkingSet, r0: &Vector3<f64>) -> Option<([f64; ROOM], f64)> {
    let factor = Cholesky::new(set.products(
        #[inline(always)]
        |k| set.g[k] * set.g[k],
    ));
    let mut missing = [0.0, 0.0, 0.0, 1.0, 1.0];
    for k in 0..set.n() {
        for i in 0..3 {
            missing[i] -= set.v[k][i] * set.g[k];
        }
        missing[set.row(k)] -= set.g[k];
    }
    let to_origin = factor.solve(missing);
    let onwards = factor.solve([-r0.x, -r0.y, -r0.z, 0.0, 0.0]);
    let mut most: f64 = 2.0;
    for k in 0..set.n() {
        let now = 1.0 + set.g[k] * priced(set, k, &to_origin);
        if !(now > 0.0) {
            return None;
        }
        let rate = set.g[k] * priced(set, k, &onwards);
        if rate < 0.0 {
            most = most.min(-now / rate);
        }
    }
    let kappa = 0.5 * most;
    let mut g = [0.0; ROOM];
    for k in 0..set.n() {
        let change = priced(set, k, &to_origin) + kappa * priced(set, k, &onwards);
        g[k] = (set.g[k] + set.g[k] * set.g[k] * change).max(0.0);
    }
    Some((g, kappa))
}

/// Column k times z.
fn priced(set: &WorkingSet, k: usize, z: &[f64; 5]) -> f64 {
    let v = &set.v[k];
    ((z[0] * v.x + z[1] * v.y) + z[2] * v.z) + z[set.row(k)]
}

/// The weighted vertices' difference a - b, and that of A alone; the query's frame.
fn weighted<A: SupportMapping, B: SupportMapping>(
    set: &WorkingSet,
    g: &[f64; ROOM],
    m: &Difference<'_, A, B>,
) -> (Vector3<f64>, Vector3<f64>) {
    let mut sums = [Vector3::zeros(); 2];
    let mut totals = [0.0; 2];
    for k in 0..set.n() {
        let (body, x) = match set.side(k) {
            Side::A => (0, m.a.point(set.id[k])),
            Side::B => (1, m.b.point(set.id[k])),
        };
        sums[body] += x * g[k];
        totals[body] += g[k];
    }
    let a = sums[0] / totals[0];
    (a - sums[1] / totals[1], a)
}
