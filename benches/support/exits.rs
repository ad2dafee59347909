//! Random motions of a body that starts within another and leaves it or not.

use interframe::{
    ContainmentVerdict, Motion, PairState, Polytope, TimeOfExit, TimeOfExitOptions, time_of_exit,
};
use twin::random::{SplitMix64, case_generator};

use super::bodies::Body;
use super::flights::{Flight, halves};

/// Starts within half of A's inscribed ball; its centre flies up to a diameter. `turns`: least and most
/// of each body.
fn flight(rng: &mut SplitMix64, body: &Body, turns: [[f64; 2]; 2]) -> Flight {
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
}

/// The smaller copy.
pub fn within(body: &Body) -> Body {
    Body {
        points: body.points.iter().map(|p| p.map(|x| 0.2 * x)).collect(),
        name: body.name,
        radius: 0.2 * body.radius,
        inner: 0.2 * body.inner,
    }
}

/// Half leave, half stay.
pub fn exits(
    body: &Body,
    shapes: &[Polytope; 2],
    turns: [[f64; 2]; 2],
    count: usize,
) -> Vec<Flight> {
    let rng = &mut case_generator(9, body.points.len() as u64);
    let draw = &mut |rng: &mut SplitMix64| flight(rng, body, turns);
    halves(rng, count, draw, &mut |flight| {
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
    let options = TimeOfExitOptions::default();
    time_of_exit(
        &interframe::MovingPair::new(a, motion_a, b, motion_b),
        &options,
        &mut PairState::default(),
    )
    .expect("valid")
}
