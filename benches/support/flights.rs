//! Random motions of a body past a copy of itself, or within a larger one; both may turn.

use interframe::{
    ContainmentVerdict, Motion, MovingPair, PairState, Polytope, Pose, TimeOfExit,
    TimeOfExitOptions, TimeOfImpact, TimeOfImpactOptions, Verdict, time_of_exit, time_of_impact,
};
use nalgebra::{Unit, UnitQuaternion, Vector3};
use parry3d_f64::math::Pose as ParryPose;
use twin::random::{SplitMix64, case_generator};

use super::bodies::Body;
use super::contenders::parry_pose;
use super::workloads::Placement;

/// Name, and the least and the greatest turns of each body about an axis of its own:
/// - `linear`: nothing turns.
/// - `turning`: up to 180 degrees.
/// - `spinning`: 1 to 20 times.
pub const WORKLOADS: [(&str, [f64; 2]); 3] = [
    ("linear", [0.0, 0.0]),
    ("turning", [0.0, 0.5]),
    ("spinning", [1.0, 20.0]),
];

/// A frame of two motions.
#[derive(Clone, Copy)]
pub struct Flight {
    pub q: [[f64; 4]; 2],
    /// Start of B; A starts at the origin.
    pub p: [f64; 3],
    /// Of B over the frame; A stays.
    pub travel: [f64; 3],
    /// Rotation vectors over the frame.
    pub turn: [[f64; 3]; 2],
}

impl Flight {
    /// Past A: B's centre flies 6 radii through a ball about A's. `turns`: least and most of each.
    pub fn new(rng: &mut SplitMix64, body: &Body, turns: [f64; 2]) -> Self {
        let d = rng.direction();
        let length = 6.0 * body.radius;
        let aside = rng.direction();
        let miss = rng.between(0.0, 2.0 * body.radius);
        let turn = [0; 2].map(|_| {
            let angle = std::f64::consts::TAU * rng.between(turns[0], turns[1]);
            rng.direction().map(|x| x * angle)
        });
        Flight {
            q: [rng.quaternion(), rng.quaternion()],
            p: [0, 1, 2].map(|k| miss * aside[k] - 0.5 * length * d[k]),
            travel: d.map(|x| x * length),
            turn,
        }
    }

    pub fn motions(&self) -> [Motion; 2] {
        self.until(1.0)
    }

    /// The motions up to time `t`, as motions over a whole frame.
    pub fn until(&self, t: f64) -> [Motion; 2] {
        let motion = |i: usize, p: Vector3<f64>, travel: Vector3<f64>| {
            let start = Pose::new(p, self.q[i].into()).expect("a unit quaternion");
            let turn = t * Vector3::from(self.turn[i]);
            Motion::from_turn(start, p + t * travel, turn, Vector3::zeros()).expect("finite")
        };
        let still = Vector3::zeros();
        [
            motion(0, still, still),
            motion(1, self.p.into(), self.travel.into()),
        ]
    }

    /// Where a body is at time t, and how it is turned.
    fn at(&self, i: usize, t: f64) -> (Vector3<f64>, UnitQuaternion<f64>) {
        let start = UnitQuaternion::new_unchecked(self.q[i].into());
        let turned = match Unit::try_new_and_get(Vector3::from(self.turn[i]), 0.0) {
            Some((axis, angle)) => UnitQuaternion::from_axis_angle(&axis, t * angle) * start,
            None => start,
        };
        let p = match i {
            0 => Vector3::zeros(),
            _ => Vector3::from(self.p) + Vector3::from(self.travel) * t,
        };
        (p, turned)
    }

    pub fn poses(&self, t: f64) -> [Pose; 2] {
        [0, 1].map(|i| {
            let (p, q) = self.at(i, t);
            Pose::new(p, q.into_inner()).expect("a unit quaternion")
        })
    }

    pub fn parry_poses(&self, t: f64) -> [ParryPose; 2] {
        [0, 1].map(|i| {
            let (p, q) = self.at(i, t);
            parry_pose(&Placement::new(p.into(), q.coords.into()))
        })
    }
}

/// Half hits, half misses, none of which begin in contact.
pub fn flights(body: &Body, shape: &Polytope, turns: [f64; 2], count: usize) -> Vec<Flight> {
    let draw = |rng: &mut SplitMix64| Flight::new(rng, body, turns);
    halves(8, body, count, draw, |flight| {
        let answer = ask(shape, &flight.motions(), &options(body));
        match answer.verdict {
            Verdict::Hit if answer.t_hi > 0.0 => Some(true),
            Verdict::Separated => Some(false),
            _ => None,
        }
    })
}

/// Half of them hits as `hits` says, half misses; None is neither.
pub fn halves(
    seed: u64,
    body: &Body,
    count: usize,
    draw: impl Fn(&mut SplitMix64) -> Flight,
    hits: impl Fn(&Flight) -> Option<bool>,
) -> Vec<Flight> {
    let rng = &mut case_generator(seed, body.points.len() as u64);
    let mut both = [Vec::new(), Vec::new()];
    while both.iter().any(|list| list.len() < count / 2) {
        let flight = draw(rng);
        let Some(hit) = hits(&flight) else {
            continue;
        };
        // Large spheres miss in very few flights.
        let list = &mut both[usize::from(!hit)];
        if list.len() < count / 2 {
            list.push(flight);
        }
    }
    let [hits, misses] = both;
    let pairs = hits.into_iter().zip(misses);
    let mut all: Vec<Flight> = pairs.flat_map(|(hit, miss)| [hit, miss]).collect();
    rng.shuffle(&mut all);
    all
}

pub fn options(body: &Body) -> TimeOfImpactOptions {
    TimeOfImpactOptions {
        tolerance: Some(1e-6 * body.radius),
        ..TimeOfImpactOptions::default()
    }
}

/// The library's answer from an empty pair state.
pub fn ask(shape: &Polytope, [a, b]: &[Motion; 2], options: &TimeOfImpactOptions) -> TimeOfImpact {
    let pair = MovingPair::new(shape, a, shape, b);
    time_of_impact(&pair, options, &mut PairState::default()).expect("valid")
}

/// A copy at a fifth of the size.
pub fn within(body: &Body) -> Body {
    Body {
        points: body.points.iter().map(|p| p.map(|x| 0.2 * x)).collect(),
        name: body.name,
        radius: 0.2 * body.radius,
        inner: 0.2 * body.inner,
    }
}

/// Flights of the small copy, half of which leave the body: it starts within half of A's inscribed ball, and its centre
/// flies up to a diameter. `turns`: least and most of each body.
pub fn exits(
    body: &Body,
    shapes: &[Polytope; 2],
    turns: [[f64; 2]; 2],
    count: usize,
) -> Vec<Flight> {
    let draw = |rng: &mut SplitMix64| {
        let d = rng.direction();
        let length = rng.between(0.0, 2.0) * body.radius;
        let from = rng.direction();
        let off = rng.between(0.0, 0.5) * body.inner;
        Flight {
            q: [rng.quaternion(), rng.quaternion()],
            p: from.map(|x| x * off),
            travel: d.map(|x| x * length),
            turn: turns.map(|[least, most]| {
                let angle = std::f64::consts::TAU * rng.between(least, most);
                rng.direction().map(|x| x * angle)
            }),
        }
    };
    halves(9, body, count, draw, |flight| {
        let answer = ask_exit(shapes, &flight.motions());
        match answer.verdict {
            _ if answer.initial => None,
            ContainmentVerdict::NotInside => Some(true),
            ContainmentVerdict::Inside => Some(false),
            _ => None,
        }
    })
}

pub fn ask_exit([a, b]: &[Polytope; 2], [motion_a, motion_b]: &[Motion; 2]) -> TimeOfExit {
    let pair = MovingPair::new(a, motion_a, b, motion_b);
    let options = TimeOfExitOptions::default();
    time_of_exit(&pair, &options, &mut PairState::default()).expect("valid")
}
