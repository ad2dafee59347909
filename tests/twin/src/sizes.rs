//! Pairs of bodies of independent sizes, 2^-1000 to 2^1000: touching, nearly touching, one in the
//! other, apart; points, segments, flats, slivers and solids; at the origin or far from it.

use crate::number::power_of_two;
use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::random_pairs::{PosedPair, rotated};
use crate::shapes::{cuboid, octahedral, polygon, prism, rock};

/// The largest exponent of a body's size.
const MOST: i64 = 1000;

/// Case `index` of a fixed endless list.
pub fn sized_pair(index: u64) -> PosedPair {
    let mut rng = case_generator(17, index);
    let rng = &mut rng;
    let size_a = exponent(rng);
    let size_b = match rng.below(4) {
        0 => size_a,
        // About where one body is as large as the other's rounding, or its square.
        1 => size_a + rng.integer(-120, 120),
        _ => exponent(rng),
    };
    let size_b = size_b.clamp(-MOST, MOST);
    let a = sized(&body(rng), size_a);
    let b = match rng.below(6) {
        0 => a.clone(),
        _ => sized(&body(rng), size_b),
    };
    let q = match rng.below(4) {
        0 => [0.5, 0.5, 0.5, 0.5],
        1 => rng.quaternion(),
        _ => [0.0, 0.0, 0.0, 1.0],
    };
    let q_b = if rng.below(3) == 0 {
        rng.quaternion()
    } else {
        q
    };
    let (b, p) = placed(rng, &a, b, size_a.max(size_b));
    let far = match rng.below(4) {
        0 => {
            let size = power_of_two(exponent(rng) as i32);
            rng.direction().map(|x| x * size)
        }
        _ => [0.0; 3],
    };
    let at = rotated(&q, &p);
    let pair = PosedPair {
        family: "sizes",
        a,
        pose_a: Pose { p: far, q },
        b,
        pose_b: Pose {
            p: [0, 1, 2].map(|k| far[k] + at[k]),
            q: q_b,
        },
        meets: None,
    };
    if rng.flip() {
        return pair;
    }
    PosedPair {
        a: pair.b,
        pose_a: pair.pose_b,
        b: pair.a,
        pose_b: pair.pose_a,
        ..pair
    }
}

/// Of a size: any, near 1, or where squares, fourth powers or a fixed range end.
fn exponent(rng: &mut SplitMix64) -> i64 {
    match rng.below(4) {
        0 => rng.integer(-4, 4),
        1 => {
            let ends = [
                -1000, -537, -511, -358, -268, -200, 199, 255, 341, 511, 1000,
            ];
            *rng.pick(&ends)
        }
        _ => rng.integer(-MOST, MOST),
    }
}

fn sized(points: &[V3], exponent: i64) -> Vec<V3> {
    let size = power_of_two(exponent as i32);
    points.iter().map(|p| p.map(|x| x * size)).collect()
}

/// About the origin, of about size 1.
fn body(rng: &mut SplitMix64) -> Vec<V3> {
    match rng.below(10) {
        0 => vec![[0.0; 3]],
        1 => vec![[-1.0, 0.0, 0.0], [1.0, 0.5, 0.0]],
        2 => polygon(rng, 3),
        3 => cuboid([1.0, 0.5, 0.0]),
        4 => {
            // Thinner than its rounding, or than the square root of the smallest f64.
            let thin = power_of_two(-(rng.integer(1, 600) as i32));
            cuboid([1.0, thin, if rng.flip() { thin } else { 0.75 }])
        }
        5 => prism(rng, 5, 0.5),
        6 => rock(rng, 9),
        7 => octahedral(*rng.pick(&[3, 3, 5]), [1.0, 0.5, 0.25]),
        _ => cuboid([1.0, 0.75, 0.5]),
    }
}

/// B and where it is in A's frame; `size` is the exponent of the larger.
fn placed(rng: &mut SplitMix64, a: &[V3], b: Vec<V3>, size: i64) -> (Vec<V3>, V3) {
    let on_a = *rng.pick(a);
    let other = *rng.pick(a);
    let half = [0, 1, 2].map(|k| 0.5 * on_a[k] + 0.5 * other[k]);
    // A corner of B at its frame's origin.
    let corner = *rng.pick(&b);
    let from_corner: Vec<V3> = b
        .iter()
        .map(|p| [0, 1, 2].map(|k| p[k] - corner[k]))
        .collect();
    let nudge = power_of_two((size + rng.integer(-1100, 2)).clamp(-1022, 1001) as i32);
    let away = on_a.map(|x| if x < 0.0 { -nudge } else { nudge });
    match rng.below(7) {
        0 => (from_corner, on_a),
        1 => (from_corner, half),
        2 => (b, on_a),
        3 => (from_corner, [0, 1, 2].map(|k| on_a[k] + away[k])),
        4 => (b, [0.0; 3]),
        5 => (b, [0, 1, 2].map(|k| half[k] + away[k])),
        _ => {
            let apart = power_of_two((size + rng.integer(-3, 2)) as i32);
            (b, rng.direction().map(|x| x * apart))
        }
    }
}
