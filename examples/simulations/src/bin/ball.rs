//! A bouncing ball on a spring-like contact, without damping: event times against the closed form, energy over 100 bounces at
//! each tolerance, steps with and without events, and an Euler method that asks `time_of_impact` each step.
//!
//! `cargo run --release --bin ball [FOLDER]`

use interframe::{
    Motion, MovingPair, PairState, Pose, SharedBody, TimeOfImpactOptions, Verdict, time_of_impact,
};
use nalgebra::Vector3;
use simulations::bounces::{Bounces, SPRING};
use simulations::closed_forms::{ball_events, ball_height};
use simulations::drive::Result;
use simulations::scenes::{self, BALL_HEIGHT, BALL_RADIUS, GRAVITY};

fn main() -> Result<()> {
    let ball = Bounces {
        name: "ball",
        made: &scenes::ball(SPRING)?,
        known: &ball_events,
        until: (100.0, 10),
        compared: 3.0,
        off: ("error of the height at the end", |found| {
            (found.last[2] - ball_height(3.0)).abs()
        }),
    };
    ball.tell()?;
    euler()?;
    ball.show()
}

/// The same ball with a contact that takes no time, by Euler's method: each step asks when the ball meets the ground, moves
/// there, turns the velocity round and goes on. Beside the closed form of that ball.
fn euler() -> Result<()> {
    println!(
        "Euler steps with time_of_impact, a contact that takes no time (steps, queries, error of the height after 3 s):"
    );
    let ball = SharedBody::sphere(BALL_RADIUS)?;
    let ground = SharedBody::cuboid([2.0, 2.0, 0.5])?;
    let below = Motion::fixed(Pose::from_translation(Vector3::new(0.0, 0.0, -0.5))?);
    for steps in [180_u32, 1_800, 18_000] {
        let step = 3.0 / f64::from(steps);
        let (mut z, mut v, mut queries) = (BALL_HEIGHT, 0.0, 0);
        let state = &mut PairState::default();
        for _ in 0..steps {
            v -= GRAVITY * step;
            let mut rest = step;
            while rest > 0.0 {
                let at = |z: f64| Pose::from_translation(Vector3::new(0.0, 0.0, z));
                let way = Motion::translation(at(z)?, Vector3::new(0.0, 0.0, z + v * rest))?;
                let options = TimeOfImpactOptions {
                    initial_contact: interframe::InitialContact::OnlyIfApproaching,
                    ..Default::default()
                };
                let pair = MovingPair::new(&ball, &way, &ground, &below);
                let found = time_of_impact(&pair, &options, state)?;
                queries += 1;
                if found.verdict != Verdict::Hit {
                    z += v * rest;
                    break;
                }
                z += v * rest * found.t_lo;
                rest *= 1.0 - found.t_lo;
                v = -v;
            }
        }
        let fall = (2.0 * (BALL_HEIGHT - BALL_RADIUS) / GRAVITY).sqrt();
        let s = (3.0 - fall) % (2.0 * fall);
        let exact = BALL_RADIUS + GRAVITY * fall * s - 0.5 * GRAVITY * s * s;
        println!("  {steps:<6} {queries:<6} {:.2e}", (z - exact).abs());
    }
    println!();
    Ok(())
}
