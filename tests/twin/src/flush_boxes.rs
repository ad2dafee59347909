//! Boxes side by side: along one, two or three axes their faces are level, exactly or up to a last place of a position.

use crate::cases::WrittenMotion;
use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::random_pairs::{PosedPair, rotated};
use crate::sweeps::MovingPair;

/// The corners of a box.
fn corners(low: &V3, high: &V3) -> Vec<V3> {
    (0..8)
        .map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { high[k] } else { low[k] }))
        .collect()
}

/// A quaternion of turns that only exchange and mirror axes.
fn upright(rng: &mut SplitMix64) -> [f64; 4] {
    let x = *rng.pick(&[1.0, 0.5f64.sqrt(), 0.5]);
    let mut q = [0.0; 4];
    let used = if x == 1.0 {
        1
    } else if x == 0.5 {
        4
    } else {
        2
    };
    q[..used].fill(x);
    rng.shuffle(&mut q);
    q.map(|x| if rng.flip() { -x } else { x })
}

/// Moved by up to one last place.
fn nudged(rng: &mut SplitMix64, x: f64) -> f64 {
    *rng.pick(&[x, x.next_up(), x.next_down()])
}

/// Case `index` of a fixed endless list.
pub fn flush_pair(index: u64) -> PosedPair {
    let mut rng = case_generator(0xf1a5, index);
    let rng = &mut rng;
    let scale = *rng.pick(&[1.0, 1.0, 0.1, 1e-6, 1e6]);
    let is_round = rng.flip();
    let half = |rng: &mut SplitMix64| {
        [0; 3].map(|_| match is_round {
            true => scale * rng.integer(1, 8) as f64 / 8.0,
            false => scale * rng.between(0.01, 1.0),
        })
    };
    let half_a = half(rng);
    // Alike, of another size, or flat.
    let half_b = match rng.below(4) {
        0 | 1 => half_a,
        2 => half(rng),
        _ => half(rng).map(|x| if rng.below(3) == 0 { 0.0 } else { x }),
    };
    let (family, q_a, q_b) = match rng.below(5) {
        0 | 1 => ("upright boxes", [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]),
        2 => ("boxes in quarter turns", upright(rng), upright(rng)),
        3 => {
            let q = rng.quaternion();
            (
                "boxes turned alike",
                q,
                if rng.flip() { q } else { q.map(|x| -x) },
            )
        }
        _ => {
            let t = rng.between(0.1, 3.0);
            let q = [0.0, 0.0, (0.5 * t).sin(), (0.5 * t).cos()];
            ("boxes with one yaw", q, q)
        }
    };
    // The half sizes along the axes that both have.
    let turned = family == "boxes turned alike" || family == "boxes with one yaw";
    let along = |q: &[f64; 4], half: &V3| match turned {
        true => *half,
        false => rotated(q, half).map(f64::abs),
    };
    let (wide_a, wide_b) = (along(&q_a, &half_a), along(&q_b, &half_b));
    let level = 1 + rng.below(3);
    let mut axes = [0, 1, 2];
    rng.shuffle(&mut axes);
    let mut way = [0.0; 3];
    for (i, &k) in axes.iter().enumerate() {
        let side = if rng.flip() { 1.0 } else { -1.0 };
        way[k] = match i < level {
            true => side * (wide_a[k] + wide_b[k]),
            false => side * *rng.pick(&[0.0, 0.5, 0.9]) * (wide_a[k] + wide_b[k]),
        };
    }
    let far = *rng.pick(&[0.0, 1.0, 100.0, 1e6]) * scale;
    let p_a = [0; 3].map(|_| match is_round {
        true => far * rng.integer(-4, 4) as f64 / 4.0,
        false => far * rng.between(-1.0, 1.0),
    });
    let (mut low, mut high) = ([half_b.map(|x| -x), half_a.map(|x| -x)], [half_b, half_a]);
    let mut p_b = p_a;
    if turned && rng.below(3) == 0 {
        // In the corners instead of in the position: level without any rounding.
        for k in 0..3 {
            (low[0][k], high[0][k]) = (low[0][k] + way[k], high[0][k] + way[k]);
        }
    } else {
        let way = if turned { rotated(&q_a, &way) } else { way };
        p_b = [0, 1, 2].map(|k| nudged(rng, p_a[k] + way[k]));
    }
    PosedPair {
        family,
        a: corners(&low[1], &high[1]),
        pose_a: Pose { p: p_a, q: q_a },
        b: corners(&low[0], &high[0]),
        pose_b: Pose { p: p_b, q: q_b },
        meets: None,
    }
}

/// The boxes of [`flush_pair`] on straight ways: together, but for rounding; past each other; onto or off each other.
pub fn moving_flush_pair(index: u64) -> MovingPair {
    let pair = flush_pair(index);
    let rng = &mut case_generator(0xf1a6, index);
    let size = (pair.a.iter().flatten()).fold(0.0f64, |most, x| most.max(x.abs()));
    let together = [0; 3].map(|_| size * rng.between(-1.0, 1.0));
    let mut apart = [0.0; 3];
    match rng.below(4) {
        0 | 1 => {}
        2 => apart[rng.below(3)] = size * *rng.pick(&[1.0, -1.0, 1e-9, -1e-9]),
        _ => apart = [0; 3].map(|_| size * rng.between(-0.1, 0.1)),
    }
    let motion = |start: Pose, more: V3, rng: &mut SplitMix64| WrittenMotion {
        start,
        end_p: [0, 1, 2].map(|k| nudged(rng, start.p[k] + (together[k] + more[k]))),
        end_q: None,
        turn: None,
        pivot: [0.0; 3],
    };
    MovingPair {
        family: pair.family,
        motion_a: motion(pair.pose_a, [0.0; 3], rng),
        motion_b: motion(pair.pose_b, apart, rng),
        a: pair.a,
        b: pair.b,
        meets: None,
    }
}
