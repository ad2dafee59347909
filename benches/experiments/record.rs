//! What a run leaves: one CSV, and the plots that are made of it.

use std::collections::BTreeMap;

use super::contenders::{About, RAY_SIMPLEX};
use super::measure::Figure;
use crate::support::plot::{Line, Plot, look};
use crate::support::table::Table;

/// A line of the file: experiment, what is on the x axis or was varied, and method; then figures.
struct Row<'a>(&'a Table, &'a [String]);

impl Row<'_> {
    /// No cell of the file has a comma.
    fn method(&self) -> String {
        self.1[2].replace(';', ",")
    }

    fn get(&self, column: &str) -> f64 {
        let at = self.0.columns.iter().position(|name| name == column);
        let text = &self.1[at.expect("a column of the file")];
        text.parse().unwrap_or(0.0)
    }
}

const NS: &str = "ns_a_pair";
const TIMES: &str = "times_ray_simplex";
const FRAME_US: &str = "us_a_frame";

/// All figures of a run, in order, and lines for the head of the file.
#[derive(Default)]
pub struct Record {
    table: Table,
    pub notes: Vec<String>,
}

/// An experiment with a plot: the plot's file, and its x axis.
pub struct Experiment {
    pub name: &'static str,
    pub title: &'static str,
    pub plot: [&'static str; 2],
}

/// Corners that the first experiment's plot marks; the others mark where they measured.
const CORNERS: [f64; 7] = [4.0, 8.0, 16.0, 32.0, 66.0, 135.0, 264.0];

impl Record {
    pub fn push(&mut self, experiment: &str, x: &str, figures: Vec<Figure>) {
        eprintln!("{experiment} {x}: {RAY_SIMPLEX} {:.1} ns", figures[0].ns[1]);
        for figure in figures {
            let t = figure.tally;
            let [low, middle, high] = figure.ns;
            let number = |x: f64| ((1e3 * x).round() / 1e3).to_string();
            // Empty for a sweep, which says nothing about poses.
            let wrong = match figure.about {
                About::Poses => t.wrong.to_string(),
                _ => String::new(),
            };
            let cells = [
                ("experiment", experiment.into()),
                ("x", x.into()),
                ("method", figure.name),
                ("queries", t.queries.to_string()),
                (NS, number(middle)),
                ("lower_quartile", number(low)),
                ("upper_quartile", number(high)),
                (TIMES, number(figure.ratio)),
                (FRAME_US, number(figure.frame_us)),
                ("wrong_about_poses", wrong),
                ("first_contacts", t.meeting.to_string()),
                ("missed", t.missed.to_string()),
                ("free_motions", t.free.to_string()),
                ("false_alarms", t.alarms.to_string()),
            ];
            let cells = cells.map(|(name, text)| (name.to_string(), text));
            self.table.push(cells.into());
        }
    }

    pub fn csv(&self) -> String {
        self.table.csv(&self.notes.join("\n# "))
    }

    pub fn read(csv: &str) -> Option<Self> {
        let notes = csv.lines().filter_map(|line| line.strip_prefix("# "));
        Some(Record {
            notes: notes.map(String::from).collect(),
            table: Table::read("figures", csv).ok()?,
        })
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        self.table.rows.iter().map(|cells| Row(&self.table, cells))
    }

    fn of<'a>(&'a self, experiment: &str) -> impl Iterator<Item = Row<'a>> + Clone {
        self.rows().filter(move |row| row.1[0] == experiment)
    }

    /// The methods of an experiment, by first appearance.
    fn methods(&self, experiment: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.of(experiment).map(|row| row.method()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The plot of an experiment and its file. Crowds are by the frame, pairs by a logarithmic x.
    pub fn plot(&self, experiment: &Experiment) -> Option<(&'static str, String)> {
        let Experiment {
            name,
            title,
            plot: [file, x],
        } = *experiment;
        let by_frame = name.starts_with(['2', '3']);
        let column = if by_frame { FRAME_US } else { NS };
        let mut names = self.methods(name);
        names.retain(|name| look(name).is_some());
        let points = |method: &str| {
            let rows = self.of(name).filter(|row| row.method() == method);
            let points = rows.filter_map(|row| Some((row.1[1].parse().ok()?, row.get(column))));
            points.collect()
        };
        let lines: Vec<Line<'_>> = names.iter().map(|name| (&**name, points(name))).collect();
        let measured: Vec<f64> = lines.first()?.1.iter().map(|point| point.0).collect();
        let plot = Plot {
            title,
            x,
            y: match by_frame {
                true => "microseconds a frame, boxes included",
                false => "ns a pair",
            },
            log: [!by_frame, true],
            ticks: if name == "1" { &CORNERS } else { &measured },
            lines,
            ..Plot::default()
        };
        Some((file, plot.svg()))
    }
}

/// How far two runs are apart: of ns and of the times the ray simplex, the median, nine in ten and the largest of the
/// ratios, in percent.
pub fn spread(before: &Record, now: &Record) -> Option<String> {
    let rows: BTreeMap<_, _> = now.rows().map(|row| (&row.1[..3], row)).collect();
    let words = [NS, TIMES].map(|column| {
        let ratio = |old: Row<'_>| {
            let (new, old) = (rows.get(&old.1[..3])?.get(column), old.get(column));
            (new > 0.0 && old > 0.0).then(|| 100.0 * ((new / old).ln().abs().exp() - 1.0))
        };
        let mut list: Vec<f64> = before.rows().filter_map(ratio).collect();
        list.sort_by(f64::total_cmp);
        let at = |k: usize| Some(format!("{:.1}%", list.get(k)?));
        let n = list.len();
        Some([at(n / 2)?, at(n * 9 / 10)?, at(n.checked_sub(1)?)?].join(" / "))
    });
    let [Some(ns), Some(times)] = words else {
        return None;
    };
    let count = before.rows().count();
    Some(format!(
        "{count} figures of an earlier run and this one differ by (median / nine in ten / most): ns {ns}, times the ray simplex {times}."
    ))
}
