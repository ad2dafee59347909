//! A box that bounces and turns on a spring-like contact, without damping: each free flight's end against the root of a
//! formula, energy over 100 bounces at each tolerance, steps with and without events.
//!
//! `cargo run --release --bin turning_box [FOLDER]`

use simulations::closed_forms::{STIFFNESS, landing};
use simulations::drive::{Options, Result};
use simulations::rigid::{Law, Moving};
use simulations::scenes;
use simulations::show::{self, Scene};

fn main() -> Result<()> {
    let folder = show::folder()?;
    let law = Law::Spring {
        stiffness: STIFFNESS,
        damping: 0.0,
        friction: 0.0,
    };
    let made = scenes::turning_box(law)?;
    let scene = Scene {
        name: "turning_box",
        system: &made.system,
        world: &made.world,
        names: &made.names,
        drawn: &["box"],
        start: &made.start,
    };
    let options = Options {
        rtol: 1e-10,
        t_end: 3.0,
        ..Options::default()
    };
    let found = show::run(&scene, &options)?;
    println!("flights' ends beside the root from the state after the last event, rtol 1e-10:");
    let mut worst: f64 = 0.0;
    let mut from = (0.0, made.start.clone());
    for event in &found.events {
        if event.begins {
            let exact = from.0 + landing(&Moving::read(&from.1));
            let off = (event.t - exact).abs() / exact;
            worst = worst.max(off);
            println!("  {:<22} {exact:<22} {off:.1e}", event.t);
        }
        from = (event.t, event.after.clone());
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

    println!("one second with and without events (rtol, steps, rates, evaluations, drift):");
    for (rtol, events) in [(1e-6, true), (1e-6, false), (1e-8, true), (1e-8, false)] {
        let options = Options {
            rtol,
            events,
            t_end: 1.0,
            ..Options::default()
        };
        let found = show::run(&scene, &options)?;
        let spent = found.spent;
        println!(
            "  {rtol:.0e} {:<8} {:<6} {:<7} {:<6} {:.2e}",
            if events { "events" } else { "without" },
            spent.steps,
            spent.rates,
            spent.evaluations,
            found.drift
        );
    }
    println!();
    show::tell(&scene, &options, &found, &folder)
}
