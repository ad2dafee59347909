//! The first time two shifting bodies meet, as an exact fraction.

use crate::lp::Problem;
use crate::number::{Rational, sub};
use crate::place::Pair;

/// First t >= 0 at which the bodies of a [`linear`](crate::place::linear) pair meet when they go
/// on for ever, or None. Within the frame it is a hit when it is at most 1.
pub fn first_meeting(pair: &Pair) -> Option<Rational> {
    let (shift_a, shift_b) = pair.shift.as_ref()?;
    let shift = sub(shift_a, shift_b);
    let problem = Problem {
        a: &pair.a,
        b: &pair.b,
        shift: Some(&shift),
    };
    let optimum = problem.solve(None);
    if !optimum.feasible {
        return None;
    }
    let tau = pair.a.len() + pair.b.len();
    let level = optimum
        .basis
        .iter()
        .zip(optimum.level)
        .find(|&(&j, _)| j == tau)
        .map(|(_, level)| level);
    Some(level.map_or_else(Rational::zero, |level| Rational::new(level, optimum.det)))
}
