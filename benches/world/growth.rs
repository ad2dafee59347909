//! What a body costs as worlds grow.

use std::fmt::Write;
use std::path::Path;

use interframe::Mode;

use super::contenders::{Contender, Ours};
use super::plot::{Line, Plot, svg};
use crate::support::swarm::Swarm;
use crate::support::timing::{median, seconds};

/// ns a body and frame.
pub struct Row {
    mode: Mode,
    count: usize,
    whole: f64,
    broad: f64,
}

/// Of a frame, a body: boxes, broad phase, exact queries, events.
pub fn grow(rounds: usize, sizes: &[usize], modes: &[Mode]) -> Vec<Row> {
    let mut grown = Vec::new();
    println!(
        "\n| bodies | mode | boxes | broad phase | exact queries | events | whole, ns a body | memory, bytes a body | pairs a body |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for &mode in modes {
        for &count in sizes {
            let mut swarm = Swarm::new(count, mode);
            let mut ours = Ours::new(&swarm, mode);
            let mut rows: [Vec<f64>; 5] = Default::default();
            let mut pairs = 0;
            for round in 0..=rounds + 8 {
                let start = seconds();
                ours.frame(&swarm);
                let whole = seconds() - start;
                let found = &ours.frame.statistics;
                let parts = [
                    found.boxes_s,
                    found.broad_phase_s,
                    found.narrow_phase_s,
                    found.events_s,
                ];
                let parts = parts.into_iter().chain([whole]);
                if round > 8 {
                    for (row, part) in rows.iter_mut().zip(parts) {
                        row.push(1e9 * part / count as f64);
                    }
                }
                pairs = found.pairs;
                swarm.step();
            }
            // The parts are wall time, which other work only makes longer.
            let least = |row: Vec<f64>| row.into_iter().fold(f64::INFINITY, f64::min);
            let [parts @ .., whole] = rows;
            let ([boxes, broad, narrow, events], whole) = (parts.map(least), median(whole));
            let bytes = ours.world.memory_bytes() / count;
            println!(
                "| {count} | {} | {boxes:.0} | {broad:.0} | {narrow:.0} | {events:.0} | {whole:.0} | {bytes} | {:.2} |",
                mode.name(),
                pairs as f64 / count as f64,
            );
            grown.push(Row {
                mode,
                count,
                whole,
                broad,
            });
        }
    }
    grown
}

/// A plot and its figures, into a folder.
pub fn draw(rows: &[Row], folder: &Path) -> std::io::Result<()> {
    let line = |name: &'static str, mode: Mode, of: fn(&Row) -> f64| {
        let rows = rows.iter().filter(|row| row.mode == mode);
        Line {
            name,
            points: rows.map(|row| (row.count as f64, of(row))).collect(),
        }
    };
    let lines = vec![
        line("whole, first", Mode::First, |row| row.whole),
        line("broad phase, first", Mode::First, |row| row.broad),
        line("whole, poses", Mode::Poses, |row| row.whole),
        line("broad phase, poses", Mode::Poses, |row| row.broad),
    ];
    let plot = Plot {
        title: "A frame of a world, a body, at one density",
        x: "bodies",
        y: "ns a body",
        log_x: true,
        ticks: &[1e3, 1e4, 1e5],
        lines,
    };
    let mut csv = String::from("mode,bodies,whole_ns,broad_phase_ns\n");
    for row in rows {
        let (mode, count) = (row.mode.name(), row.count);
        let _ = writeln!(csv, "{mode},{count},{:.0},{:.0}", row.whole, row.broad);
    }
    std::fs::write(folder.join("growth.svg"), svg(&plot))?;
    std::fs::write(folder.join("growth.csv"), csv)
}
