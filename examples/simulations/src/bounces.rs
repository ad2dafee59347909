//! Bodies that bounce on a spring-like contact without damping: what is told of the ball and of the turning box.

use crate::closed_forms::STIFFNESS;
use crate::drive::{Options, Outcome, Result};
use crate::rigid::Law;
use crate::scenes::Builder;
use crate::show;

/// Keeps energy.
pub const SPRING: Law = Law::Spring {
    stiffness: STIFFNESS,
    damping: 0.0,
    friction: 0.0,
};

/// A scene of one bouncing body, and what is known of it.
pub struct Bounces<'a> {
    pub name: &'a str,
    pub made: &'a Builder,
    /// The times of a run's events that are known, each beside the exact one.
    pub known: &'a dyn Fn(&Outcome) -> Vec<[f64; 2]>,
    /// The runs for that end after so much time, or so many events.
    pub until: (f64, usize),
    /// How long the runs with and without events take, and how far off they are at the end.
    pub compared: f64,
    pub off: (&'a str, fn(&Outcome) -> f64),
}

/// The largest relative difference of times from exact ones.
#[must_use]
pub fn largest_difference(known: &[[f64; 2]]) -> f64 {
    let off = known.iter().map(|[t, exact]| (t - exact).abs() / exact);
    off.fold(0.0, f64::max)
}

/// Options of runs over 100 bounces.
#[must_use]
pub fn hundred(rtol: f64) -> Options {
    Options {
        rtol,
        t_end: 1e3,
        most_events: 200,
        ..Options::default()
    }
}

impl Bounces<'_> {
    /// Event times beside the exact ones, energy over 100 bounces at each tolerance, and runs with and without events.
    ///
    /// # Errors
    /// It fails where [`show::run`] does.
    pub fn tell(&self) -> Result<()> {
        let scene = self.made.named(self.name);
        let (t_end, most_events) = self.until;
        let options = Options {
            rtol: 1e-10,
            t_end,
            most_events,
            ..Options::default()
        };
        let known = (self.known)(&show::run(&scene, &options)?);
        println!("event times beside the exact ones, rtol 1e-10:");
        for pair @ [t, exact] in &known {
            println!("  {t:<22} {exact:<22} {:.1e}", largest_difference(&[*pair]));
        }
        let worst = largest_difference(&known);
        println!("  largest relative difference: {worst:.2e}\n");

        println!("energy over 100 bounces, and what it took:");
        println!("  rtol    drift      steps  rates   evaluations");
        let mut drifts = Vec::new();
        for decade in 5..=10 {
            let found = show::run(&scene, &hundred(10f64.powi(-decade)))?;
            let spent = found.spent;
            println!(
                "  1e-{decade:<4} {:.3e}  {:<6} {:<7} {}",
                found.drift, spent.steps, spent.rates, spent.evaluations
            );
            drifts.push(found.drift);
        }
        let mean = (drifts[0] / drifts[5]).powf(0.2);
        println!("  a decade makes it {mean:.1} times smaller\n");

        let (what, off) = self.off;
        println!(
            "{} s with and without events (rtol, steps, rates, evaluations, {what}):",
            self.compared
        );
        for (rtol, events) in [(1e-6, true), (1e-6, false), (1e-8, true), (1e-8, false)] {
            let options = Options {
                rtol,
                events,
                t_end: self.compared,
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
                off(&found)
            );
        }
        println!();
        Ok(())
    }

    /// Three seconds at rtol 1e-10: events, pictures, a recording.
    ///
    /// # Errors
    /// It fails where [`show::show`] does.
    pub fn show(&self) -> Result<()> {
        let options = Options {
            rtol: 1e-10,
            ..Options::default()
        };
        show::show(&self.made.named(self.name), &options)
    }
}
