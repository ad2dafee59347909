//! What the simulations are held against.

use nalgebra::{UnitQuaternion, Vector3};

use crate::drive::Outcome;
use crate::rigid::Moving;
use crate::scenes::{BALL_HEIGHT, BALL_RADIUS, BOX_HALF, GRAVITY};

/// Of the springs at contacts; the bodies have mass 1.
pub const STIFFNESS: f64 = 1e4;

/// Times at which the ball's contacts begin and end, in turn: parabolas above the ground, sinusoids in it.
#[must_use]
pub fn ball_times(count: usize) -> Vec<f64> {
    let fall = (2.0 * (BALL_HEIGHT - BALL_RADIUS) / GRAVITY).sqrt();
    let speed = GRAVITY * fall;
    let rate = STIFFNESS.sqrt();
    // z = g/k (cos(rate t) - 1) - speed/rate sin(rate t) is 0 again at:
    let within = (2.0 / rate) * (std::f64::consts::PI - (speed * rate / GRAVITY).atan());
    let mut times = vec![fall];
    while times.len() < count {
        let last = times[times.len() - 1];
        times.push(
            last + if times.len() % 2 == 1 {
                within
            } else {
                2.0 * fall
            },
        );
    }
    times
}

/// The ball's events beside their times.
#[must_use]
pub fn ball_events(found: &Outcome) -> Vec<[f64; 2]> {
    let exact = ball_times(found.events.len());
    let events = found.events.iter().zip(exact);
    events.map(|(event, exact)| [event.t, exact]).collect()
}

/// The ends of the box's flights, each beside the root from the state after the event before.
#[must_use]
pub fn landings(start: &[f64], found: &Outcome) -> Vec<[f64; 2]> {
    let mut from = (0.0, start);
    let mut all = Vec::new();
    for event in &found.events {
        if event.begins {
            all.push([event.t, from.0 + landing(&Moving::read(from.1))]);
        }
        from = (event.t, &event.after);
    }
    all
}

/// The height of the ball's middle.
#[must_use]
pub fn ball_height(t: f64) -> f64 {
    let times = ball_times(4 + (t * 4.0) as usize);
    let fall = times[0];
    if t <= fall {
        return BALL_HEIGHT - 0.5 * GRAVITY * t * t;
    }
    let k = times
        .iter()
        .rposition(|time| *time <= t)
        .unwrap_or_default();
    let (s, speed, rate) = (t - times[k], GRAVITY * fall, STIFFNESS.sqrt());
    BALL_RADIUS
        + match k % 2 {
            1 => speed * s - 0.5 * GRAVITY * s * s,
            _ => GRAVITY / STIFFNESS * ((rate * s).cos() - 1.0) - speed / rate * (rate * s).sin(),
        }
}

/// The height of the box's lowest corner a time after a state, in free flight.
fn lowest(state: &Moving, t: f64) -> f64 {
    let turned = UnitQuaternion::from_scaled_axis(state.velocity.angular * t) * state.turned;
    let up = state.at.z + state.velocity.linear.z * t - 0.5 * GRAVITY * t * t;
    let corners = (0..8).map(|i| {
        let corner = Vector3::from_fn(|k, _| {
            if i >> k & 1 == 0 {
                -BOX_HALF[k]
            } else {
                BOX_HALF[k]
            }
        });
        (turned * corner).z
    });
    up + corners.fold(f64::INFINITY, f64::min)
}

/// When a flight of the box that begins with this state ends on the ground: the first root after it has left, by looks that
/// are near each other, then by halves to the last place.
#[must_use]
pub fn landing(state: &Moving) -> f64 {
    let look = 1e-4;
    let mut t = look;
    while lowest(state, t) <= 0.0 {
        t += look;
    }
    while lowest(state, t) > 0.0 {
        t += look;
    }
    let [mut low, mut high] = [t - look, t];
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        match lowest(state, middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
}
