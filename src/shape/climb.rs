//! How far a local maximum over the neighbours can be from the maximum over the body.
//!
//! Problem: hill climbing stops at a corner v where `n.w <= n.v + e` for all neighbours w; with
//! e > 0 from rounding that is no bound over the body yet. Idea: the body lies in the cone of the
//! edges at v, so any x of it is `v + sum l_i (w_i - v)` with l >= 0, hence
//! `n.x <= n.v + e sum l_i`. For a direction d with `d.(w_i - v) > 0` for all i,
//! `sum l_i <= max_x d.(x - v) / min_i d.(w_i - v)`: one number a corner. The best of three
//! directions is taken, and a box and a ball around the body bound the numerator. Loses on very
//! fine bodies: a ball of 10,000 corners has a factor of tens of thousands, inherently, for its
//! edges are nearly perpendicular to every d.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, corners_of_box, dot, norm};
use crate::numeric::scaling::length_up;
use crate::shape::hull_data::HullData;

/// Bodies of more corners climb. Measured on whole queries with AVX2: a scan of 64 costs about 12
/// ns, a climb 15 to 25 at any size; much higher makes mid-sized bodies slow, much lower makes
/// small ones pay for unpredictable branches.
pub(crate) const CLIMB_ABOVE: usize = 96;

/// Pays for underflow and for what scaling may have lost, in products of numbers of about unit
/// size.
const UNDERFLOW: f64 = f64::from_bits((1023 - 990) << 52);

/// For each corner the bound on `sum l_i`, at least 1, rounded up to f32; infinite where there is
/// no bound. `normals` are the faces' normals of about unit length, outward; `neighbors(v)` lists
/// the corners that share an edge with v.
pub(crate) fn climb_factors<'a>(
    shape: &HullData<'_>,
    normals: &[Vector3<f64>],
    ball: (Vector3<f64>, f64),
    center: &Vector3<f64>,
    neighbors: impl Fn(usize) -> &'a [u32],
) -> Box<[f32]> {
    let points = &shape.local.points;
    let (low, high) = corners_of_box(points.iter().copied());
    let mut outward = vec![Vector3::zeros(); points.len()];
    for (face, normal) in shape.faces().zip(normals) {
        for &v in face {
            outward[v as usize] += normal;
        }
    }
    let bound = |(v, at): (usize, &Vector3<f64>)| {
        let edges = neighbors(v).iter().map(|&w| points[w as usize] - at);
        let along: Vector3<f64> = edges.clone().map(|e| unit(&e)).sum();
        let best = [unit(&(center - at)), -outward[v], along]
            .iter()
            .map(|d| {
                let reach = reach_along(d, at, &low, &high).min(ball_along(d, at, &ball));
                let step = edges
                    .clone()
                    .map(|e| dot(d, &e) - 6.0 * U * dot(&d.abs(), &e.abs()))
                    .fold(f64::INFINITY, f64::min)
                    - UNDERFLOW;
                if step > 0.0 {
                    (reach + UNDERFLOW) / step * (1.0 + 4.0 * U)
                } else {
                    f64::INFINITY
                }
            })
            .fold(f64::INFINITY, f64::min);
        round_up(best.max(1.0))
    };
    points.iter().enumerate().map(bound).collect()
}

fn round_up(x: f64) -> f32 {
    let y = x as f32;
    if f64::from(y) >= x { y } else { y.next_up() }
}

/// Not below `d.(x - v)` for any x of the box.
fn reach_along(d: &Vector3<f64>, v: &Vector3<f64>, low: &Vector3<f64>, high: &Vector3<f64>) -> f64 {
    let term = |i: usize| (d[i] * (high[i] - v[i])).max(d[i] * (low[i] - v[i]));
    // Every term is at least 0: v is in the box.
    ((term(0) + term(1)) + term(2)) * (1.0 + 6.0 * U)
}

/// Not below `d.(x - v)` for any x of the ball.
fn ball_along(d: &Vector3<f64>, v: &Vector3<f64>, (center, radius): &(Vector3<f64>, f64)) -> f64 {
    let offset = center - v;
    let along = dot(d, &offset) + 6.0 * U * dot(&d.abs(), &offset.abs());
    let across = length_up(d) * radius * (1.0 + 2.0 * U);
    // The rounding of this sum is relative to its result, which is not negative: v is in the
    // ball.
    (along + across).max(0.0) + 4.0 * U * across
}

/// About unit length; 0 for 0.
fn unit(v: &Vector3<f64>) -> Vector3<f64> {
    let length = norm(v);
    if length > 0.0 { v / length } else { *v }
}
