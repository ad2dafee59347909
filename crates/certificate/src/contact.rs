//! Do two turning bodies share a point at time t, or come as near as claimed?

use super::chain::{Column, Weighted};
use super::enclosure::{Enclosure, Vector, add, det, norm, sub, times, zeros};
use super::placed::Placed;
use super::reach::Reach;
use super::scene::Scene;

/// Whether the hull of the columns' differences a - b at time `t` holds the origin.
///
/// With the weights l given, y = sum l m is nearly 0. Three columns that are linearly independent
/// take up the rest: sum u m = -y by Cramer's rule. When l + u >= 0 and another column has weight,
/// these are weights of the origin.
pub(super) fn holds_origin<N: Enclosure>(scene: &Scene<N>, columns: &[Column], t: f64) -> bool {
    let t = scene.number(t);
    let point = |body: &Placed<N>, id: u32| body.position(&body.arms()[id as usize], &t);
    let m: Vec<Vector<N>> = columns
        .iter()
        .map(|c| sub(&point(&scene.a, c.pair[0]), &point(&scene.b, c.pair[1])))
        .collect();
    let weights: Vec<N> = columns.iter().map(|c| t.like(c.weight)).collect();
    let mut rest = zeros(&t);
    for (m, weight) in m.iter().zip(&weights) {
        rest = sub(&rest, &times(m, weight));
    }
    let count = m.len();
    // Weight outside the three keeps the sum of all from being 0.
    let weighs = |i, j, k| {
        let outside = |l: usize| l != i && l != j && l != k;
        (0..count).any(|l| outside(l) && columns[l].weight > 0.0)
    };
    (0..count).any(|i| {
        (i + 1..count).any(|j| {
            (j + 1..count).any(|k| {
                let weights = [&weights[i], &weights[j], &weights[k]];
                weighs(i, j, k) && corrects([&m[i], &m[j], &m[k]], &rest, weights)
            })
        })
    })
}

fn corrects<N: Enclosure>(m: [&Vector<N>; 3], rest: &Vector<N>, weights: [&N; 3]) -> bool {
    let volume = det(m[0], m[1], m[2]);
    let parts = [
        det(rest, m[1], m[2]),
        det(m[0], rest, m[2]),
        det(m[0], m[1], rest),
    ];
    parts.iter().zip(weights).all(|(part, weight)| {
        part.div(&volume)
            .is_some_and(|u| weight.add(&u).is_not_negative())
    })
}

/// Whether the mean of the columns' differences at time `t`, by their weights, is within `reach` of the origin.
pub(super) fn comes_within<N: Enclosure>(
    scene: &Scene<N>,
    columns: &[Column],
    t: f64,
    reach: Reach,
) -> bool {
    let side = |k: usize| -> Vec<Weighted> {
        let weighted = |c: &Column| Weighted {
            id: c.pair[k],
            weight: c.weight,
        };
        columns.iter().map(weighted).collect()
    };
    near(scene, [&side(0), &side(1)], t, reach)
}

/// Whether the two weighted points at time `t` are within `reach`.
pub(super) fn near<N: Enclosure>(
    scene: &Scene<N>,
    points: [&[Weighted]; 2],
    t: f64,
    reach: Reach,
) -> bool {
    means(scene, points, t).is_some_and(|[a, b]| {
        let most: N = reach.enclosed(scene.unit);
        most.sub(&norm(&sub(&b, &a))).is_not_negative()
    })
}

/// Where the two weighted points are at time `t`, relative to A's start.
pub(super) fn means<N: Enclosure>(
    scene: &Scene<N>,
    [a, b]: [&[Weighted]; 2],
    t: f64,
) -> Option<[Vector<N>; 2]> {
    let t = scene.number(t);
    let at = |body: &Placed<N>, points| Some(body.position(&mean(body, points, &t)?, &t));
    Some([at(&scene.a, a)?, at(&scene.b, b)?])
}

/// The weighted mean of a body's arms, with as many bits as `like`.
fn mean<N: Enclosure>(body: &Placed<N>, weighted: &[Weighted], like: &N) -> Option<Vector<N>> {
    let mut sum = zeros(like);
    let mut total = like.like(0.0);
    for entry in weighted {
        let weight = like.like(entry.weight);
        sum = add(&sum, &times(&body.arms()[entry.id as usize], &weight));
        total = total.add(&weight);
    }
    let [x, y, z] = &sum;
    Some([x.div(&total)?, y.div(&total)?, z.div(&total)?])
}
