//! Two moving bodies each of its own size, from 2^-1000 to 2^1000. Both hold their origin, which is
//! their pivot too; half of the pairs are sent so that the origins meet at t = 1/2 exactly.

use crate::cases::WrittenMotion;
use crate::number::power_of_two;
use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::shapes::{cuboid, polygon, rock};
use crate::sweeps::MovingPair;

#[derive(Debug, Clone)]
pub struct MixedPair {
    pub pair: MovingPair,
    /// The bodies' sizes are about 2 to the power of these.
    pub exponents: [i32; 2],
    /// The origins meet at t = 1/2.
    pub planted: bool,
}

/// Largest exponent of a size.
const LARGEST: i64 = 1000;

/// Case `index` of a fixed endless list.
pub fn mixed_pair(index: u64) -> MixedPair {
    let rng = &mut case_generator(120, index);
    let first = rng.integer(-LARGEST, LARGEST);
    // A third of each: any size, within 2^332, and within 2^40 of the other.
    let apart = *rng.pick(&[2 * LARGEST, 332, 40]);
    let second = (first + rng.integer(-apart, apart)).clamp(-LARGEST, LARGEST);
    let mut exponents = [first as i32, second as i32];
    if rng.flip() {
        exponents.reverse();
    }
    let larger = exponents[0].max(exponents[1]);
    let planted = rng.flip();
    let turning = rng.below(4) > 0;
    // How far they fly: about either size, or any length that is no larger.
    let far = match rng.below(4) {
        0 => exponents[0],
        1 => rng
            .integer(i64::from(larger) - 1100, i64::from(larger))
            .max(-LARGEST) as i32,
        _ => larger,
    };
    let miss = match rng.below(3) {
        0 => exponents[1],
        _ => larger,
    };
    let miss = if planted {
        [0.0; 3]
    } else {
        scaled(&vector(rng, 2.0), miss)
    };
    let mut body = |exponent: i32, off: &V3| {
        let vertices: Vec<V3> = shape(rng).iter().map(|v| scaled(v, exponent)).collect();
        let way = scaled(&vector(rng, 1.0), far);
        let motion = WrittenMotion {
            start: Pose {
                p: [0, 1, 2].map(|k| off[k] - way[k]),
                q: rng.quaternion(),
            },
            end_p: [0, 1, 2].map(|k| off[k] + way[k]),
            end_q: None,
            turn: turning.then(|| turn(rng)),
            pivot: [0.0; 3],
        };
        (vertices, motion)
    };
    let (a, motion_a) = body(exponents[0], &[0.0; 3]);
    let (b, motion_b) = body(exponents[1], &miss);
    MixedPair {
        pair: MovingPair {
            family: if turning { "turning" } else { "straight" },
            a,
            motion_a,
            b,
            motion_b,
            meets: None,
        },
        exponents,
        planted,
    }
}

fn scaled(v: &V3, exponent: i32) -> V3 {
    v.map(|x| x * power_of_two(exponent))
}

/// Few bits each, so that sums of such vectors of one scale are exact.
fn vector(rng: &mut SplitMix64, most: f64) -> V3 {
    [0; 3].map(|_| (rng.between(-most, most) * 4096.0).round() / 4096.0)
}

fn turn(rng: &mut SplitMix64) -> V3 {
    let angle = match rng.below(8) {
        0 => 0.0,
        1 => power_of_two(-(rng.below(1000) as i32)),
        2 => rng.between(0.0, 60.0),
        _ => rng.between(0.0, 10.0),
    };
    rng.direction().map(|x| x * angle)
}

/// Of size about 1, with the origin in it.
fn shape(rng: &mut SplitMix64) -> Vec<V3> {
    let mut points = match rng.below(10) {
        0 => vec![],
        1 => rock(rng, 1),
        2 => rock(rng, 2),
        3 => polygon(rng, 7),
        4 => {
            let thin = power_of_two(-(rng.below(300) as i32));
            cuboid([1.0, 0.75, thin])
        }
        5 | 6 => cuboid([0.5, 0.75, 1.0]),
        7 => rock(rng, 4),
        8 => rock(rng, 60),
        _ => rock(rng, 20),
    };
    if points.len() != 8 || rng.flip() {
        points.push([0.0; 3]);
    }
    points
}
