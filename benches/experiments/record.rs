//! What a run leaves: one CSV, tables, plots.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::contenders::{About, RAY_SIMPLEX, WALKER};
use super::measure::{Figure, Tally};
use super::plot::{Line, Plot, is_drawn, svg};

/// One figure of one experiment.
pub struct Row {
    pub experiment: &'static str,
    /// What is on the x axis, or what was varied.
    pub x: String,
    pub figure: Figure,
}

/// All figures of a run, in order.
#[derive(Default)]
pub struct Record {
    pub rows: Vec<Row>,
    /// Lines for the head of the tables.
    pub notes: Vec<String>,
}

const HEADER: &str = "experiment,x,method,queries,ns_a_pair,lower_quartile,upper_quartile,times_ray_simplex,\
us_a_frame,wrong_about_poses,first_contacts,missed,free_motions,false_alarms";

/// An experiment's plot, as far as it has one.
pub struct Shown {
    pub experiment: &'static str,
    pub title: &'static str,
    pub x: &'static str,
    pub log_x: bool,
    pub ticks: &'static [f64],
    /// Microseconds a frame instead of ns a pair.
    pub by_frame: bool,
    pub file: &'static str,
}

impl Record {
    pub fn push(&mut self, experiment: &'static str, x: &str, figures: Vec<Figure>) {
        let us = figures
            .iter()
            .find(|f| f.name == RAY_SIMPLEX)
            .map_or(0.0, |f| f.ns[1]);
        let queries = figures.first().map_or(0, |f| f.tally.queries);
        eprintln!("{experiment} {x}: {queries} queries, ray simplex {us:.1} ns");
        self.rows.extend(figures.into_iter().map(|figure| Row {
            experiment,
            x: x.to_string(),
            figure,
        }));
    }

    pub fn csv(&self) -> String {
        let mut out = format!("{HEADER}\n");
        for Row {
            experiment,
            x,
            figure,
        } in &self.rows
        {
            let Figure {
                name,
                ns: [low, middle, high],
                ratio,
                frame_us,
                tally: t,
                about,
            } = figure;
            let wrong = match about {
                About::Poses => t.wrong.to_string(),
                About::Motion => String::new(),
            };
            let _ = writeln!(
                out,
                "{experiment},{x},\"{name}\",{},{middle:.2},{low:.2},{high:.2},{ratio:.3},{frame_us:.3},{wrong},{},{},{},{}",
                t.queries, t.meeting, t.missed, t.free, t.alarms
            );
        }
        out
    }

    fn of<'a>(&'a self, experiment: &str) -> impl Iterator<Item = &'a Row> + Clone {
        self.rows
            .iter()
            .filter(move |row| row.experiment == experiment)
    }

    /// Contenders down, x across.
    fn table(&self, experiment: &str, cell: impl Fn(&Row) -> String) -> String {
        let mut xs: Vec<&str> = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for row in self.of(experiment) {
            if !xs.contains(&row.x.as_str()) {
                xs.push(&row.x);
            }
            if !names.contains(&row.figure.name) {
                names.push(row.figure.name);
            }
        }
        let mut out = format!(
            "| | {} |\n|---|{}\n",
            xs.join(" | "),
            "---:|".repeat(xs.len())
        );
        for name in names {
            let cells = xs.iter().map(|x| {
                let mut rows = self.of(experiment);
                let found = rows.find(|row| row.x == *x && row.figure.name == name);
                found.map_or(String::new(), &cell)
            });
            let _ = writeln!(
                out,
                "| {name} | {} |",
                cells.collect::<Vec<_>>().join(" | ")
            );
        }
        out
    }

    /// How often each contender is wrong, over the whole of an experiment, beside its median cost.
    fn truth(&self, experiment: &str) -> String {
        let mut by_name: Vec<(&str, About, Tally, Vec<f64>)> = Vec::new();
        for Row { figure, .. } in self.of(experiment) {
            let at = by_name
                .iter()
                .position(|one| one.0 == figure.name)
                .unwrap_or(by_name.len());
            if at == by_name.len() {
                by_name.push((figure.name, figure.about, Tally::default(), Vec::new()));
            }
            by_name[at].2.add(&figure.tally);
            by_name[at].3.push(figure.ratio);
        }
        let mut out = "| | about | times ray simplex | wrong about poses | first contacts: missed | free motions: false alarms |\n|---|---|---:|---:|---:|---:|\n".to_string();
        for (name, about, t, ratios) in by_name {
            let share = |count: u32, of: u32| match of {
                0 => "-".to_string(),
                _ => format!(
                    "{count} of {of} ({:.2}%)",
                    100.0 * f64::from(count) / f64::from(of)
                ),
            };
            let (about, wrong) = match about {
                About::Poses => ("poses", format!("{} of {}", t.wrong, t.queries)),
                About::Motion => ("motion", "-".to_string()),
            };
            let _ = writeln!(
                out,
                "| {name} | {about} | {:.2} | {wrong} | {} | {} |",
                crate::support::timing::median(ratios),
                share(t.missed, t.meeting),
                share(t.alarms, t.free),
            );
        }
        out
    }

    /// All tables of some experiments with their titles.
    pub fn tables(&self, experiments: &[(&'static str, &str)]) -> String {
        let mut out = "# Tables of the experiments\n\nMade by the command of [EXPERIMENTS.md](../EXPERIMENTS.md), which explains them. ns a pair: what a query \
            that the boxes left open costs, median of the rounds. Microseconds a frame: all pairs of it, boxes included.\n".to_string();
        for note in &self.notes {
            let _ = write!(out, "\n{note}\n");
        }
        for (experiment, title) in experiments {
            if self.of(experiment).next().is_none() {
                continue;
            }
            let _ = write!(
                out,
                "\n## {title}\n\nns a pair:\n\n{}",
                self.table(experiment, |r| format!("{:.0}", r.figure.ns[1]))
            );
            let _ = write!(
                out,
                "\nTimes the ray simplex:\n\n{}",
                self.table(experiment, |r| format!("{:.2}", r.figure.ratio))
            );
            if !experiment.starts_with('1') {
                let _ = write!(
                    out,
                    "\nMicroseconds a frame:\n\n{}",
                    self.table(experiment, |r| format!("{:.2}", r.figure.frame_us))
                );
            }
            let walker = |x: &str| {
                let found = self
                    .of(experiment)
                    .find(|r| r.x == x && r.figure.name == WALKER);
                found.map_or(f64::NAN, |r| r.figure.ns[1])
            };
            let lead = self.table(experiment, |r| {
                format!("{:.2}", walker(&r.x) / r.figure.ns[1])
            });
            let _ = write!(
                out,
                "\nThe lead over the walker: its time a pair over the method's:\n\n{lead}"
            );
            let _ = write!(
                out,
                "\nHow often each is wrong:\n\n{}",
                self.truth(experiment)
            );
        }
        out
    }

    pub fn plot(&self, shown: &Shown) -> Option<String> {
        let mut lines: Vec<Line> = Vec::new();
        for Row { x, figure, .. } in self.of(shown.experiment) {
            if !is_drawn(figure.name) {
                continue;
            }
            let at = lines
                .iter()
                .position(|line| line.name == figure.name)
                .unwrap_or(lines.len());
            if at == lines.len() {
                lines.push(Line {
                    name: figure.name,
                    points: Vec::new(),
                });
            }
            let value = if shown.by_frame {
                figure.frame_us
            } else {
                figure.ns[1]
            };
            lines[at].points.push((x.parse().ok()?, value));
        }
        let plot = Plot {
            title: shown.title,
            x: shown.x,
            y: if shown.by_frame {
                "microseconds a frame, boxes included"
            } else {
                "ns a pair"
            },
            log_x: shown.log_x,
            ticks: shown.ticks,
            lines,
        };
        (!plot.lines.is_empty()).then(|| svg(&plot))
    }
}

/// How far two runs are apart, from their CSVs: of ns and of the times the ray simplex, the median, nine in
/// ten and the largest of the ratios, in percent.
pub fn spread(before: &str, now: &str) -> Option<String> {
    let rows = |text: &str| -> BTreeMap<String, [f64; 2]> {
        let row = |line: &str| {
            let (key, rest) = line.rsplit_once("\",")?;
            let cells: Vec<f64> = rest.split(',').map_while(|x| x.parse().ok()).collect();
            Some((key.to_string(), [*cells.get(1)?, *cells.get(4)?]))
        };
        text.lines().skip(1).filter_map(row).collect()
    };
    let (before, now) = (rows(before), rows(now));
    let mut apart = [Vec::new(), Vec::new()];
    for (key, old) in &before {
        for k in 0..2 {
            if let Some(new) = now.get(key)
                && old[k] > 0.0
                && new[k] > 0.0
            {
                apart[k].push(100.0 * ((new[k] / old[k]).ln().abs().exp() - 1.0));
            }
        }
    }
    if apart[0].is_empty() {
        return None;
    }
    let words = apart.map(|mut list| {
        list.sort_by(f64::total_cmp);
        let n = list.len();
        format!(
            "{:.1}% / {:.1}% / {:.1}%",
            list[n / 2],
            list[n * 9 / 10],
            list[n - 1]
        )
    });
    Some(format!(
        "{} figures of an earlier run and this one differ by (median / nine in ten / most): ns {}, times the ray simplex {}",
        before.len(),
        words[0],
        words[1]
    ))
}

/// Writes a file and says so.
pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    eprintln!("wrote {}", path.display());
}
