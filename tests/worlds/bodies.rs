//! Random bodies of every kind, random ways, and threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use interframe::{Curved, Jobs, Motion, Polytope, Pose, SharedBody};
use nalgebra::Vector3;
use twin::random::SplitMix64;

use crate::common::{quaternion, vector};

/// A fixed number of threads that take the next piece each.
pub struct Threads(pub usize);

impl Jobs for Threads {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.0 {
                scope.spawn(|| {
                    loop {
                        let piece = next.fetch_add(1, Ordering::Relaxed);
                        if piece >= n {
                            return;
                        }
                        job(piece);
                    }
                });
            }
        });
    }
}

/// Points of a box, a ball, a plate, a needle, one point, or none; of about unit size.
pub fn polytope(random: &mut SplitMix64) -> Polytope {
    let extents = match random.below(8) {
        0 => [1.0, 1.0, 0.02],
        1 => [2.0, 0.05, 0.05],
        2 => [0.0, 0.0, 0.0],
        _ => [1.0, 0.8, 0.6],
    };
    let count = *random.pick(&[0, 1, 2, 4, 8, 8, 20, 66]);
    let points: Vec<_> = (0..count)
        .map(|_| vector(&random.direction()).component_mul(&Vector3::from(extents)))
        .collect();
    Polytope::new(&points).expect("finite")
}

/// A body of any kind; only of polytopes and round ones unless `curved`.
pub fn body(random: &mut SplitMix64, curved: bool) -> SharedBody {
    let size = |random: &mut SplitMix64| random.between(0.1, 1.0);
    let made = match random.below(if curved { 10 } else { 7 }) {
        0 => SharedBody::sphere(size(random)),
        1 => SharedBody::capsule(size(random), size(random) * 0.4),
        2 => SharedBody::new(polytope(random)).rounded(0.2),
        3..=6 => Ok(SharedBody::new(polytope(random))),
        7 => Curved::cylinder(size(random), size(random)).map(Into::into),
        8 => Curved::cone(size(random), size(random)).map(Into::into),
        _ => Curved::ellipsoid([size(random), size(random), size(random)]).map(Into::into),
    };
    made.expect("lengths are finite")
}

pub fn pose(random: &mut SplitMix64, room: f64) -> Pose {
    let at = std::array::from_fn(|_| random.between(-room, room));
    let turned = match random.below(3) {
        0 => [0.0, 0.0, 0.0, 1.0],
        _ => random.quaternion(),
    };
    Pose::new(vector(&at), quaternion(&turned)).expect("a valid pose")
}

/// From a pose: nowhere, straight on, a little turned, or spinning several times; at times far in a frame.
pub fn motion(random: &mut SplitMix64, start: Pose) -> Motion {
    let length = *random.pick(&[0.0, 0.05, 0.05, 0.3, 6.0]);
    let by = vector(&random.direction()) * length;
    let to = start.translation() + by;
    let pivot = match random.below(3) {
        0 => vector(&random.direction()) * random.between(0.0, 2.0),
        _ => Vector3::zeros(),
    };
    let made = match random.below(6) {
        0 => return Motion::fixed(start),
        1 => Motion::translation(start, to),
        2 | 3 => {
            let turn = vector(&random.direction()) * random.between(0.0, 0.3);
            Motion::from_turn(start, to, turn, pivot)
        }
        4 => {
            let q = (start.quaternion().coords + vector(&random.direction()).push(0.1) * 0.1)
                .normalize();
            Pose::new(to, q.into()).and_then(|end| Motion::between(start, end, pivot))
        }
        _ => {
            let turn = vector(&random.direction()) * random.between(1.0, 60.0);
            Motion::from_turn(start, to, turn, pivot)
        }
    };
    made.expect("a valid motion")
}
