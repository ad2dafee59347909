//! What every example does: a progress bar, the list of events, pictures and a recording in a folder.

use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use interframe::World;

use crate::drive::{Options, Outcome, Result, Sample, System, simulate};
use crate::plot::{Line, Plot};
use crate::record;

/// The folder that the first argument names, made if it is not there; `target/simulations` without one.
///
/// # Errors
/// Of the folder.
fn folder() -> Result<PathBuf> {
    let folder = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("target/simulations"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// A scene with the names of its bodies, in their order.
pub struct Scene<'a, S> {
    pub name: &'a str,
    pub system: &'a S,
    pub world: &'a World,
    pub names: &'a [&'a str],
    /// Of the numbers drawn over time.
    pub drawn: &'a [&'a str],
    pub start: &'a [f64],
}

/// Simulates with a bar, of time or of events, whichever ends it.
///
/// # Errors
/// It fails where [`simulate`] does.
pub fn run<S: System>(scene: &Scene<'_, S>, options: &Options) -> Result<Outcome> {
    let bar = ProgressBar::new(1000);
    bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {elapsed} ")?);
    bar.set_message(scene.name.to_owned());
    let found = simulate(
        scene.system,
        scene.world.clone(),
        scene.start,
        options,
        &mut |t| {
            bar.set_position((t / options.t_end * 1000.0) as u64);
        },
    );
    bar.finish_and_clear();
    found
}

/// Simulates, lists the events, and writes the pictures and the recording into the folder that the first argument names.
///
/// # Errors
/// It fails where [`simulate`] does, and where a file cannot be written.
pub fn show<S: System>(scene: &Scene<'_, S>, options: &Options) -> Result<()> {
    let folder = folder()?;
    let found = &run(scene, options)?;
    println!(
        "{}: {} events in {:.3} s; {:?}; energy off by {:.2e} at most",
        scene.name,
        found.events.len(),
        found.t,
        found.spent,
        found.drift
    );
    println!(
        "{:>5}  {:<22} {:<20} {:<7} checked",
        "event", "t", "pair", ""
    );
    let place = |id| {
        scene
            .world
            .bodies()
            .position(|body| body.id() == id)
            .unwrap_or_default()
    };
    for (k, event) in found.events.iter().enumerate().take(MOST_LISTED) {
        let [a, b] = event.pair.map(|side| scene.names[place(side.id)]);
        let begins = if event.begins { "begins" } else { "ends" };
        let checked = match (event.begins, event.impact) {
            (true, Some(_)) => "time_of_impact agrees",
            (true, None) => "NOT SEEN by time_of_impact",
            _ => "",
        };
        println!(
            "{k:>5}  {:<22} {:<20} {begins:<7} {checked}",
            event.t,
            format!("{a}, {b}")
        );
    }
    if found.events.len() > MOST_LISTED {
        println!("...    ({} more)", found.events.len() - MOST_LISTED);
    }
    let times: Vec<f64> = found.events.iter().map(|event| event.t).collect();
    let file = |what: &str| folder.join(format!("{}{what}", scene.name));
    let over_time = |value: &dyn Fn(&Sample) -> f64| {
        let samples = found.samples.iter();
        samples.map(|sample| (sample.t, value(sample))).collect()
    };
    let draw = |what: &str, y: &str, lines: Vec<Line<'_>>| {
        let plot = Plot {
            title: scene.name,
            x: "t [s]",
            y,
            lines,
            events: &times,
            ..Plot::default()
        };
        std::fs::write(file(what), plot.svg())
    };
    let heights = (0..).zip(scene.drawn);
    let heights = heights.map(|(k, name)| (*name, over_time(&|sample| sample.heights[k])));
    draw("_heights.svg", "height", heights.collect())?;
    let first = found.samples.first().map_or(0.0, |sample| sample.energy);
    let energy = over_time(&|sample| (sample.energy - first) / first.abs());
    draw("_energy.svg", "relative change", vec![("energy", energy)])?;
    record::write(
        &file(".jsonl"),
        scene.name,
        options.frame_s,
        scene.world,
        scene.names,
        found,
    )?;
    println!(
        "pictures and a recording: {}*",
        folder.join(scene.name).display()
    );
    Ok(())
}

const MOST_LISTED: usize = 40;
