//! Motions with fast turns: random ones, and ones with a contact or a gap of known size planted at
//! a known time.

use std::f64::consts::TAU;

use crate::cases::WrittenMotion;
use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::random_pairs::rotated;
use crate::shapes::{cuboid, ellipsoid, polygon, rock};
use crate::sweeps::MovingPair;

/// A planted motion: the bodies come nearest at `time`, to `gap` (negative: they overlap by that
/// much).
#[derive(Debug, Clone)]
pub struct Planted {
    pub pair: MovingPair,
    pub time: f64,
    pub gap: f64,
}

/// Case `index` of a fixed endless list: two random bodies that pass each other, each turning up to
/// twenty times a frame, about a pivot that may lie off the body.
pub fn spinning_pair(index: u64) -> MovingPair {
    let mut rng = case_generator(6, index);
    let rng = &mut rng;
    let (family, a) = body(rng);
    let (_, b) = body(rng);
    let motion_a = motion(rng, [0.0; 3]);
    // B passes the middle of A's path at about a size.
    let (d, distance) = (rng.direction(), rng.between(0.0, 2.5));
    let aside = d.map(|x| x * distance);
    let motion_b = motion(rng, aside);
    MovingPair {
        family,
        a,
        motion_a,
        b,
        motion_b,
        meets: None,
    }
}

/// A body of about unit size.
fn body(rng: &mut SplitMix64) -> (&'static str, Vec<V3>) {
    let size = rng.between(0.5, 1.5);
    let count = match rng.below(1000) {
        0 => 1000,
        1..10 => 264,
        _ => *rng.pick(&[4, 6, 8, 12, 20, 32, 66]),
    };
    let (family, points) = match rng.below(8) {
        0 => ("point", vec![[0.0; 3]]),
        1 => ("segment", {
            let d = rng.direction();
            vec![d, d.map(|x| -x)]
        }),
        2 => (
            "bar",
            cuboid([1.0, rng.between(0.02, 0.2), rng.between(0.02, 0.2)]),
        ),
        3 => (
            "plate",
            cuboid([1.0, rng.between(0.3, 1.0), rng.between(1e-3, 0.05)]),
        ),
        4 => ("flat", polygon(rng, count.min(20))),
        5 => ("box", cuboid([0; 3].map(|_| rng.between(0.2, 0.8)))),
        6 => ("long", ellipsoid(rng, count, [0.125, 0.125, 1.0])),
        _ => ("rock", rock(rng, count)),
    };
    let scaled = points.into_iter().map(|v| v.map(|x| x * size)).collect();
    (family, scaled)
}

/// A motion whose pivot passes `middle` half-way.
fn motion(rng: &mut SplitMix64, middle: V3) -> WrittenMotion {
    let d = rng.direction();
    let length = if rng.below(4) == 0 {
        0.0
    } else {
        rng.between(0.0, 3.0)
    };
    let pivot = match rng.below(4) {
        0 => rng.direction().map(|x| 2.0 * x),
        1 => rng.direction().map(|x| 0.5 * x),
        _ => [0.0; 3],
    };
    let q = rng.quaternion();
    let arm = rotated(&q, &pivot);
    let p = [0, 1, 2].map(|k| middle[k] - 0.5 * length * d[k] - arm[k]);
    let angle = match rng.below(4) {
        0 => 0.0,
        1 => rng.between(0.0, 0.5 * TAU),
        2 => rng.between(0.0, TAU),
        _ => rng.between(0.0, 20.0 * TAU),
    };
    let by_pose = angle < 0.49 * TAU && rng.flip();
    let axis = rng.direction();
    WrittenMotion {
        start: Pose { p, q },
        end_p: [0, 1, 2].map(|k| p[k] + length * d[k]),
        end_q: by_pose.then(|| rng.quaternion()),
        turn: (!by_pose && angle > 0.0).then(|| axis.map(|x| x * angle)),
        pivot,
    }
}

/// Case `index` of a fixed endless list. A turns about z; its tip, the only vertex (or edge) at the
/// greatest radius, comes to point along x at `time`, when B's face (or edge) is across its way at
/// the tip's radius plus `gap`. B flies along z, so that it is there at that time only, and may
/// spin about x. All is then moved, turned and scaled.
pub fn planted_pair(index: u64) -> Planted {
    let mut rng = case_generator(7, index);
    let rng = &mut rng;
    let edges = rng.flip();
    let turns = rng.between(2.0, 20.0);
    let time = rng.between(0.1, 0.9);
    let size = [-3, -4, -5, -6, -7, -8, -9][rng.below(7)];
    let mut gap = rng.between(1.0, 2.0) * 10f64.powi(size);
    if rng.flip() {
        gap = -gap;
    }
    // The tip at radius 1 along the body's x axis.
    let mut a = vec![[-0.3, 0.1, 0.02], [-0.3, -0.1, 0.01], [-0.2, 0.0, -0.05]];
    if edges {
        a.extend([[1.0, 0.0, -0.02], [1.0, 0.0, 0.02]]);
    } else {
        a.push([1.0, 0.0, 0.0]);
    }
    for _ in 0..rng.below(20) {
        let d = rng.direction();
        a.push([0.4 * d[0], 0.2 * d[1], 0.05 * d[2]]);
    }
    // B's near side is at x = 0 of its own frame.
    let mut b = if edges {
        vec![
            [0.0, -0.2, 0.0],
            [0.0, 0.2, 0.0],
            [0.3, 0.1, 0.03],
            [0.3, -0.1, -0.03],
        ]
    } else {
        let h = 0.05;
        vec![
            [0.0, -0.2, -h],
            [0.0, -0.2, h],
            [0.0, 0.2, -h],
            [0.0, 0.2, h],
            [0.3, 0.0, 0.0],
        ]
    };
    for _ in 0..rng.below(10) {
        b.push([
            0.1 + 0.2 * rng.unit(),
            rng.between(-0.1, 0.1),
            rng.between(-0.02, 0.02),
        ]);
    }
    // Away by a size at the next and the last turn.
    let speed = turns * rng.between(1.0, 4.0);
    let spin = if edges || rng.flip() {
        0.0
    } else {
        rng.between(-20.0, 20.0)
    };
    let angle = TAU * turns;
    // A starts turned back by what it turns until `time`.
    let half = -0.5 * angle * time;
    let start_a = [0.0, 0.0, half.sin(), half.cos()];
    let scale = 10f64.powi(rng.integer(-2, 2) as i32);
    let frame = rng.quaternion();
    let position = [0; 3].map(|_| rng.between(-10.0, 10.0) * scale);
    let drift = rng.direction().map(|x| x * 3.0 * scale);
    let place = |v: V3| {
        let r = rotated(&frame, &v);
        [0, 1, 2].map(|k| position[k] + scale * r[k])
    };
    let turned = |v: V3| rotated(&frame, &v);
    let moved = |p: V3, travel: V3| [0, 1, 2].map(|k| p[k] + travel[k] + drift[k]);
    let scaled = |list: Vec<V3>| list.into_iter().map(|v| v.map(|x| x * scale)).collect();
    let p_a = place([0.0; 3]);
    let p_b = place([1.0 + gap, 0.0, -speed * time]);
    let fly = turned([0.0, 0.0, speed]).map(|x| x * scale);
    let motion = |p: V3, q: [f64; 4], travel: V3, turn: V3| WrittenMotion {
        start: Pose { p, q },
        end_p: moved(p, travel),
        end_q: None,
        turn: Some(turned(turn)),
        pivot: [0.0; 3],
    };
    let pair = MovingPair {
        family: if edges {
            "planted edges"
        } else {
            "planted vertex"
        },
        motion_a: motion(p_a, product(&frame, &start_a), [0.0; 3], [0.0, 0.0, angle]),
        motion_b: motion(p_b, frame, fly, [spin, 0.0, 0.0]),
        a: scaled(a),
        b: scaled(b),
        meets: Some(gap < 0.0),
    };
    Planted {
        pair,
        time,
        gap: gap * scale,
    }
}

/// The Hamilton product, rounded.
fn product(p: &[f64; 4], q: &[f64; 4]) -> [f64; 4] {
    [
        p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
        p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
        p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
    ]
}
