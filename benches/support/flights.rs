//! Motions for times of impact: a body flies past a copy of itself and both may turn.
//!
//! B's centre passes A's through a ball of random size, and of the motions so drawn half are hits,
//! half misses. A flight is 6 radii long.

use interframe::{
    Motion, PairState, Polytope, Pose, Settings, TimeOfImpact, TimeOfImpactOptions, Verdict,
    time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use super::bodies::Body;

/// Name, and the least and the greatest turns of each body about an axis of its own:
/// - `linear`: nothing turns.
/// - `turning`: up to 180 degrees.
/// - `spinning`: 1 to 20 times.
pub const WORKLOADS: [(&str, [f64; 2]); 3] = [
    ("linear", [0.0, 0.0]),
    ("turning", [0.0, 0.5]),
    ("spinning", [1.0, 20.0]),
];

/// One query.
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
    fn new(rng: &mut SplitMix64, body: &Body, turns: [f64; 2]) -> Self {
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
            let [x, y, z, w] = self.q[i];
            let start = Pose::new(p, Quaternion::new(w, x, y, z)).expect("a unit quaternion");
            let turn = t * Vector3::from(self.turn[i]);
            Motion::with_turn(start, p + t * travel, turn, Vector3::zeros()).expect("finite")
        };
        let still = Vector3::zeros();
        [
            motion(0, still, still),
            motion(1, self.p.into(), self.travel.into()),
        ]
    }
}

/// Half hits, half misses, none of which begin in contact.
pub fn flights(body: &Body, shape: &Polytope, turns: [f64; 2], count: usize) -> Vec<Flight> {
    let mut rng = case_generator(8, body.points.len() as u64);
    let (mut hits, mut misses) = (Vec::new(), Vec::new());
    while hits.len() < count / 2 || misses.len() < count / 2 {
        let flight = Flight::new(&mut rng, body, turns);
        let answer = ask(shape, &flight.motions(), &options(body));
        let list = match answer.verdict {
            Verdict::Hit if answer.t_hi > 0.0 => &mut hits,
            Verdict::Separated => &mut misses,
            _ => continue,
        };
        // Large spheres miss in very few flights.
        if list.len() < count / 2 {
            list.push(flight);
        }
    }
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
    let (mut state, settings) = (PairState::default(), Settings::default());
    time_of_impact(shape, a, shape, b, options, &mut state, &settings).expect("valid")
}
