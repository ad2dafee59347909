//! Frames of a world beside parry3d-f64's tree and pair queries, and what a body costs as worlds grow.
//!
//! `cargo bench --bench world [-- --test] [-- --sizes 500,5000] [-- --mode poses] [-- --rounds 3] [-- --grow]
//! [-- --gatling] [-- --who] [-- --record]`
//!
//! `--grow` writes `docs/measured/world/growth.svg`.
//!
//! Half of the bodies are boxes, half have 66 corners on a sphere, all of radius 1, in a cube of such a size that about 6.5
//! pairs of boxes a body meet. They fly through it straight on and turn, by a fiftieth of a radius and a twentieth of a
//! radian a frame (`poses`), or half a radius and half a turn (`first`). Both sides are given positions, quaternions and
//! displacements, and build poses, motions and boxes from them in the time that is taken. Rounds alternate; each is one
//! frame for each side.

pub mod contenders;
mod gatling;

use std::collections::HashSet;
use std::path::Path;

use interframe::Mode;
use parry3d_f64::query::{cast_shapes_nonlinear, intersection_test};

use crate::support::contenders::parry_body;
use crate::support::driver::{Driver, median, seconds_of, write};
use crate::support::plot::Plot;
use crate::support::swarm::{Swarm, kinds};
use contenders::{Contender, Ours, Parry, motion};

/// Others that are to be timed beside: made for a swarm and a mode, or none.
pub type Others<'a> = &'a dyn Fn(&Swarm, Mode) -> Option<Box<dyn Contender>>;

/// Measures what the command line asks for. `root`: the folder of the library.
pub fn run(root: &Path, others: Others<'_>) {
    let mut driver = Driver::from_args(root);
    let is_test = driver.quick;
    let standard = if is_test { "50" } else { "500,5000,50000" };
    let sizes = |driver: &Driver, standard: &str| -> Vec<usize> {
        let list = driver.value("--sizes").unwrap_or(standard).split(',');
        list.map(|n| n.parse().expect("a count")).collect()
    };
    let modes: Vec<Mode> = match driver.value("--mode") {
        Some(name) => vec![name.parse().expect("a mode")],
        None => vec![Mode::Poses, Mode::First],
    };
    let rounds = driver.effort().rounds;
    match driver.is_given("--gatling") {
        true => return gatling::gatling(10_000, 1_000, 100),
        false if is_test => gatling::gatling(50, 20, 10),
        false => {}
    }
    if is_test || driver.is_given("--who") {
        who_is_right(sizes(&driver, standard)[0], rounds);
    }
    if driver.is_given("--who") {
        return;
    }
    if !driver.is_given("--grow") {
        for &mode in &modes {
            for count in sizes(&driver, standard) {
                beside_others(&mut driver, count, mode, rounds, others);
            }
        }
    }
    if is_test || driver.is_given("--grow") {
        let standard = if is_test {
            "50"
        } else {
            "1000,3000,10000,30000,100000"
        };
        let mut grown = Vec::new();
        for &mode in &modes {
            for count in sizes(&driver, standard) {
                grown.push(grow(&mut driver, count, mode, rounds));
            }
        }
        if !is_test && modes.len() > 1 {
            draw(&grown, &root.join("docs/measured/world"));
        }
    }
    driver.finish();
}

fn beside_others(driver: &mut Driver, count: usize, mode: Mode, rounds: usize, others: Others<'_>) {
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
            let took = seconds_of(|| {
                hits[side] = match side {
                    0 => ours.frame(&swarm),
                    _ => theirs[side - 1].frame(&swarm),
                }
            });
            if round > 0 {
                times[side].push(1e9 * took / count as f64);
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
    let row = [
        ("bodies", count.to_string()),
        ("mode", mode.name().to_string()),
        ("box pairs a body", format!("{:.2}", pairs / count as f64)),
        ("in contact", format!("{:.0}%", 100.0 * hit / pairs)),
        ("interframe", format!("{:.0}", median(times[0].clone()))),
    ];
    let mut row: Vec<(String, String)> = row.map(|(name, text)| (name.into(), text)).into();
    for (side, other) in (1..).zip(&theirs) {
        let ratios = times[side]
            .iter()
            .zip(&times[0])
            .map(|(own, ours)| own / ours);
        let name = other.name();
        row.extend([
            (name.into(), format!("{:.0}", median(times[side].clone()))),
            (
                format!("{name} times"),
                format!("{:.1}", median(ratios.collect())),
            ),
            (
                format!("hits of {name} that differ"),
                differ[side].to_string(),
            ),
        ]);
    }
    driver.push("world", row);
}

/// Mode, bodies, and ns a body and frame: of the whole and of the broad phase.
type Grown = (Mode, usize, [f64; 2]);

/// What a body costs in a world of this size: boxes, broad phase, exact queries, events.
fn grow(driver: &mut Driver, count: usize, mode: Mode, rounds: usize) -> Grown {
    let mut swarm = Swarm::new(count, mode);
    let mut ours = Ours::new(&swarm, mode);
    let mut rows: [Vec<f64>; 5] = Default::default();
    for round in 0..=rounds + 8 {
        let whole = seconds_of(|| _ = ours.frame(&swarm));
        let found = &ours.frame.statistics;
        let parts = [
            found.boxes_s,
            found.broad_phase_s,
            found.narrow_phase_s,
            found.events_s,
            whole,
        ];
        if round > 8 {
            for (row, part) in rows.iter_mut().zip(parts) {
                row.push(1e9 * part / count as f64);
            }
        }
        swarm.step();
    }
    // The parts are wall time, which other work only makes longer.
    let least = |row: Vec<f64>| row.into_iter().fold(f64::INFINITY, f64::min);
    let [parts @ .., whole] = rows;
    let ([boxes, broad, narrow, events], whole) = (parts.map(least), median(whole));
    let bytes = ours.world.memory_bytes() / count;
    let pairs = ours.frame.statistics.pairs as f64 / count as f64;
    let row = [
        ("bodies", count.to_string()),
        ("mode", mode.name().to_string()),
        ("boxes", format!("{boxes:.0}")),
        ("broad phase", format!("{broad:.0}")),
        ("exact queries", format!("{narrow:.0}")),
        ("events", format!("{events:.0}")),
        ("whole", format!("{whole:.0}")),
        ("memory; bytes a body", bytes.to_string()),
        ("pairs a body", format!("{pairs:.2}")),
    ];
    driver.push("world_growth", row);
    (mode, count, [whole, broad])
}

/// Writes a plot into a folder.
fn draw(rows: &[Grown], folder: &Path) {
    let line = |name: &'static str, mode: Mode, k: usize| {
        let rows = rows.iter().filter(|row| row.0 == mode);
        (name, rows.map(|row| (row.1 as f64, row.2[k])).collect())
    };
    let plot = Plot {
        title: "A frame of a world, a body, at one density",
        x: "bodies",
        y: "ns a body",
        log: [true; 2],
        ticks: &[1e3, 1e4, 1e5],
        lines: vec![
            line("whole, first", Mode::First, 0),
            line("broad phase, first", Mode::First, 1),
            line("whole, poses", Mode::Poses, 0),
            line("broad phase, poses", Mode::Poses, 1),
        ],
        ..Plot::default()
    };
    write(folder, "growth.svg", &plot.svg());
}

/// Says who is right where mode first and parry's casts differ: both bodies at 4,096 times of the frame, by parry's own test.
fn who_is_right(count: usize, rounds: usize) {
    let parry = kinds().map(|body| parry_body(&body));
    let mut swarm = Swarm::new(count, Mode::First);
    let mut ours = Ours::new(&swarm, Mode::First);
    // Hits of parry's alone and of ours alone, and how many of them samples see.
    let (mut pairs, mut alone, mut seen) = (0, [0; 2], [0; 2]);
    for _ in 0..rounds {
        ours.frame(&swarm);
        let events = ours.frame.events.iter();
        let hits: HashSet<[u32; 2]> = events
            .map(|event| [event.key.a, event.key.b].map(|piece| piece.body.index()))
            .collect();
        for (k, a) in swarm.flyers.iter().enumerate() {
            for (l, b) in swarm.flyers.iter().enumerate().skip(k + 1) {
                if (a.at - b.at).norm() > 2.0 + (a.by - b.by).norm() {
                    continue;
                }
                pairs += 1;
                let (way_a, way_b) = (motion(a), motion(b));
                let [shape_a, shape_b] = [k, l].map(|k| &parry[k % 2]);
                let cast = cast_shapes_nonlinear(&way_a, shape_a, &way_b, shape_b, 0.0, 1.0, true);
                let theirs = cast.expect("supported shapes").is_some();
                let own = hits.contains(&[k as u32, l as u32]);
                if own == theirs {
                    continue;
                }
                let is_seen = (0..=4096).any(|step| {
                    let t = f64::from(step) / 4096.0;
                    let [at_a, at_b] = [&way_a, &way_b].map(|way| way.position_at_time(t));
                    intersection_test(&at_a, shape_a, &at_b, shape_b)
                        .is_ok_and(|answer| answer.intersecting)
                });
                alone[usize::from(own)] += 1;
                seen[usize::from(own)] += u32::from(is_seen);
            }
        }
        swarm.step();
        ours.correct(&mut swarm);
    }
    println!(
        "{count} bodies, {rounds} frames, {pairs} pairs: {} hits of ours alone, {} of them seen by samples; \
         {} hits of parry's alone, {} of them seen",
        alone[1], seen[1], alone[0], seen[0]
    );
}
