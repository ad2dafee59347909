//! A bouncing ball on a spring-like contact, without damping: event times against the closed form, energy over 100 bounces at
//! each tolerance, steps with and without events, and an Euler method that asks `time_of_impact` each step.
//!
//! `cargo run --release --bin ball [FOLDER]`

use interframe::{
    Motion, MovingPair, PairState, Pose, SharedBody, TimeOfImpactOptions, Verdict, time_of_impact,
};
use nalgebra::Vector3;
use simulations::closed_forms::{STIFFNESS, ball_height, ball_times};
use simulations::drive::{Options, Result};
use simulations::rigid::Law;
use simulations::scenes::{self, BALL_HEIGHT, BALL_RADIUS, GRAVITY};
use simulations::show::{self, Scene};

fn main() -> Result<()> {
    let folder = show::folder()?;
    let law = Law::Spring {
        stiffness: STIFFNESS,
        damping: 0.0,
        friction: 0.0,
    };
    let made = scenes::ball(law)?;
    let scene = Scene {
        name: "ball",
        system: &made.system,
        world: &made.world,
        names: &made.names,
        drawn: &["ball"],
        start: &made.start,
    };
    let fine = Options {
        rtol: 1e-10,
        most_events: 10,
        ..Options::default()
    };
    let found = show::run(
        &scene,
        &Options {
            t_end: 100.0,
            ..fine.clone()
        },
    )?;
    let mut worst: f64 = 0.0;
    println!("event times beside the closed form, rtol 1e-10:");
    for (event, exact) in found.events.iter().zip(ball_times(10)) {
        let off = (event.t - exact).abs() / exact;
        worst = worst.max(off);
        println!("  {:<22} {exact:<22} {off:.1e}", event.t);
    }
    println!("  largest relative difference: {worst:.2e}\n");

    println!("energy over 100 bounces, and what it took:");
    println!("  rtol    drift      steps  rates   evaluations");
    let mut drifts = Vec::new();
    for decade in 5..=10 {
        let options = Options {
            rtol: 10f64.powi(-decade),
            t_end: 1e3,
            most_events: 200,
            ..Options::default()
        };
        let found = show::run(&scene, &options)?;
        println!(
            "  1e-{decade:<4} {:.3e}  {:<6} {:<7} {}",
            found.drift, found.spent.steps, found.spent.rates, found.spent.evaluations
        );
        drifts.push(found.drift);
    }
    let mean = (drifts[0] / drifts[5]).powf(0.2);
    println!("  a decade makes it {mean:.1} times smaller\n");

    println!(
        "three seconds with and without events (rtol, steps, rates, evaluations, error of the height at the end):"
    );
    for (rtol, events) in [(1e-6, true), (1e-6, false), (1e-8, true), (1e-8, false)] {
        let options = Options {
            rtol,
            events,
            ..Options::default()
        };
        let found = show::run(&scene, &options)?;
        let height = found.last[2];
        let spent = found.spent;
        println!(
            "  {rtol:.0e} {:<8} {:<6} {:<7} {:<6} {:.2e}",
            if events { "events" } else { "without" },
            spent.steps,
            spent.rates,
            spent.evaluations,
            (height - ball_height(3.0)).abs()
        );
    }
    euler()?;
    let found = show::run(
        &scene,
        &Options {
            rtol: 1e-10,
            ..Options::default()
        },
    )?;
    show::tell(&scene, &Options::default(), &found, &folder)
}

/// The same ball with a contact that takes no time, by Euler's method: each step asks when the ball meets the ground, moves
/// there, turns the velocity round and goes on. Beside the closed form of that ball.
fn euler() -> Result<()> {
    println!(
        "\nEuler steps with time_of_impact, a contact that takes no time (steps, queries, error of the height after 3 s):"
    );
    let ball = SharedBody::sphere(BALL_RADIUS)?;
    let ground = SharedBody::new(scenes::cuboid([2.0, 2.0, 0.5])?);
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
