//! Frames of a world beside parry3d-f64's tree and pair queries, and what a body costs as worlds grow.
//!
//! `cargo bench --bench world [-- --test] [-- --sizes 500,5000] [-- --mode poses] [-- --rounds 3] [-- --grow] [-- --gatling] [-- --who]`
//!
//! `--grow` writes `docs/measured/world/growth.svg` and `.csv`.
//!
//! Half of the bodies are boxes, half have 66 corners on a sphere, all of radius 1, in a cube of such a size that about 6.5
//! pairs of boxes a body meet. They fly through it straight on and turn, by a fiftieth of a radius and a twentieth of a
//! radian a frame (`poses`), or half a radius and half a turn (`first`). Both sides are given positions, quaternions and
//! displacements, and build poses, motions and boxes from them in the time that is taken. Rounds alternate; each is one
//! frame for each side.

pub mod contenders;
mod gatling;
mod growth;
#[path = "../experiments/plot.rs"]
#[allow(dead_code)]
mod plot;
mod who;

use std::path::Path;

use interframe::Mode;

use crate::support::swarm::Swarm;
use crate::support::timing::{median, seconds};
use contenders::{Contender, Ours, Parry};

const ROUNDS: usize = 15;

/// Others that are to be timed beside: made for a swarm and a mode, or none.
pub type Others<'a> = &'a dyn Fn(&Swarm, Mode) -> Option<Box<dyn Contender>>;

/// What the command line asks for. `root`: the folder of the library.
pub fn run(root: &Path, others: Others<'_>) {
    let args: Vec<String> = std::env::args().collect();
    let given = |flag: &str| args.iter().any(|arg| arg == flag);
    let value = |flag: &str| {
        let at = args.iter().position(|arg| arg == flag)?;
        args.get(at + 1)
    };
    let is_test = given("--test");
    let sizes: Vec<usize> = match value("--sizes") {
        Some(list) => list
            .split(',')
            .map(|n| n.parse().expect("a count"))
            .collect(),
        None if is_test => vec![50],
        None => vec![500, 5_000, 50_000],
    };
    let modes: Vec<Mode> = match value("--mode") {
        Some(name) => vec![name.parse().expect("a mode")],
        None => vec![Mode::Poses, Mode::First],
    };
    let rounds = match value("--rounds") {
        Some(rounds) => rounds.parse().expect("a count"),
        None if is_test => 2,
        None => ROUNDS,
    };
    match given("--gatling") {
        true => return gatling::gatling(10_000, 1_000, 100),
        false if is_test => gatling::gatling(50, 20, 10),
        false => {}
    }
    if is_test || given("--who") {
        who::who_is_right(sizes[0], rounds);
    }
    if given("--who") {
        return;
    }
    if !given("--grow") {
        println!(
            "| bodies | mode | box pairs a body | in contact | who | ns a body | as long as interframe | hits that differ |"
        );
        println!("|---|---|---|---|---|---|---|---|");
        for &mode in &modes {
            for &count in &sizes {
                beside_others(count, mode, rounds, others);
            }
        }
    }
    if is_test || given("--grow") {
        let growing = match is_test || value("--sizes").is_some() {
            true => sizes,
            false => vec![1_000, 3_000, 10_000, 30_000, 100_000],
        };
        let grown = growth::grow(rounds, &growing, &modes);
        if !is_test && modes.len() > 1 {
            growth::draw(&grown, &root.join("docs/measured/world")).expect("the plot is written");
        }
    }
}

fn beside_others(count: usize, mode: Mode, rounds: usize, others: Others<'_>) {
    let mut swarm = Swarm::new(count, mode);
    let mut ours = Ours::new(&swarm, mode);
    let mut theirs: Vec<Box<dyn Contender>> = vec![Box::new(Parry::new(mode))];
    theirs.extend(others(&swarm, mode));
    let sides = 1 + theirs.len();
    let (mut times, mut differ) = (vec![Vec::new(); sides], vec![0; sides]);
    // The first frame builds trees and states, and is not counted.
    for round in 0..=rounds {
        let mut hits = vec![0; sides];
        for turn in 0..sides {
            let side = (turn + round) % sides;
            let start = seconds();
            hits[side] = match side {
                0 => ours.frame(&swarm),
                _ => theirs[side - 1].frame(&swarm),
            };
            if round > 0 {
                times[side].push(1e9 * (seconds() - start) / count as f64);
            }
        }
        for (differ, other) in differ.iter_mut().zip(&hits) {
            *differ += hits[0].abs_diff(*other);
        }
        swarm.step();
        if mode == Mode::First {
            ours.correct(&mut swarm);
        }
    }
    let last = &ours.frame.statistics;
    let (pairs, hit) = (last.pairs as f64, last.hit as f64);
    for side in 0..sides {
        let name = match side {
            0 => ours.name(),
            _ => theirs[side - 1].name(),
        };
        let ratios = times[side]
            .iter()
            .zip(&times[0])
            .map(|(own, ours)| own / ours);
        println!(
            "| {count} | {} | {:.2} | {:.0}% | {name} | {:.0} | {:.1} | {} |",
            mode.name(),
            pairs / count as f64,
            100.0 * hit / pairs,
            median(times[side].clone()),
            median(ratios.collect()),
            differ[side],
        );
    }
}
