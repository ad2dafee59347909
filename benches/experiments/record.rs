//! What a run leaves: one CSV, and the tables and plots that are made of it.

use std::collections::BTreeMap;

use super::contenders::{About, RAY_SIMPLEX, WALKER};
use super::measure::Figure;
use crate::support::driver::median;
use crate::support::plot::{Line, Plot, look};

/// A line of the file.
struct Row {
    /// Experiment; what is on the x axis, or what was varied; method.
    key: [String; 3],
    /// The other cells; what a sweep says nothing about is not there.
    cells: Vec<Option<f64>>,
}

impl Row {
    fn get(&self, column: usize) -> f64 {
        self.cells[column].unwrap_or(0.0)
    }
}

/// Columns after the key.
const QUERIES: usize = 0;
const NS: usize = 1;
const TIMES: usize = 4;
const FRAME_US: usize = 5;
const WRONG: usize = 6;
/// First contacts and missed ones, then free motions and false alarms.
const MISSED: usize = 7;
const ALARMS: usize = 9;

const HEADER: &str = "experiment,x,method,queries,ns_a_pair,lower_quartile,upper_quartile,times_ray_simplex,\
us_a_frame,wrong_about_poses,first_contacts,missed,free_motions,false_alarms";

/// All figures of a run, in order, and lines for the head of the tables.
#[derive(Default)]
pub struct Record {
    rows: Vec<Row>,
    pub notes: Vec<String>,
}

/// An experiment's plot: experiment, file, title and x axis; where x is marked if not wherever it was measured; whether x
/// is logarithmic, and whether y is microseconds a frame instead of ns a pair.
pub struct Shown(pub [&'static str; 4], pub &'static [f64], pub [bool; 2]);

impl Record {
    pub fn push(&mut self, experiment: &str, x: &str, figures: Vec<Figure>) {
        eprintln!("{experiment} {x}: {RAY_SIMPLEX} {:.1} ns", figures[0].ns[1]);
        for figure in figures {
            let t = figure.tally;
            let [low, middle, high] = figure.ns;
            let wrong = (figure.about == About::Poses).then_some(f64::from(t.wrong));
            let mut cells: Vec<Option<f64>> = [middle, low, high, figure.ratio, figure.frame_us]
                .map(|x| Some((1e3 * x).round() / 1e3))
                .into();
            cells.insert(QUERIES, Some(f64::from(t.queries)));
            cells.push(wrong);
            let counts = [t.meeting, t.missed, t.free, t.alarms];
            cells.extend(counts.map(|count| Some(f64::from(count))));
            self.rows.push(Row {
                key: [experiment.into(), x.into(), figure.name],
                cells,
            });
        }
    }

    pub fn csv(&self) -> String {
        let mut out: String = self
            .notes
            .iter()
            .map(|note| format!("# {note}\n"))
            .collect();
        out += &format!("{HEADER}\n");
        for row in &self.rows {
            let [experiment, x, method] = &row.key;
            let cells = row
                .cells
                .iter()
                .map(|cell| cell.map_or(String::new(), |x| x.to_string()));
            let cells: Vec<String> = cells.collect();
            out += &format!("{experiment},{x},\"{method}\",{}\n", cells.join(","));
        }
        out
    }

    pub fn read(csv: &str) -> Option<Self> {
        let (notes, lines): (Vec<_>, Vec<_>) = csv.lines().partition(|line| line.starts_with('#'));
        let row = |line: &&str| {
            let (key, cells) = line.rsplit_once("\",")?;
            let (key, method) = key.split_once(",\"")?;
            let (experiment, x) = key.split_once(',')?;
            Some(Row {
                key: [experiment, x, method].map(String::from),
                cells: cells.split(',').map(|cell| cell.parse().ok()).collect(),
            })
        };
        Some(Record {
            notes: notes.iter().map(|note| note[1..].trim().into()).collect(),
            rows: lines[1..].iter().map(row).collect::<Option<_>>()?,
        })
    }

    fn of<'a>(&'a self, experiment: &str) -> impl Iterator<Item = &'a Row> + Clone {
        self.rows.iter().filter(move |row| row.key[0] == experiment)
    }

    /// The names of an experiment's column of the key, by first appearance.
    fn names(&self, experiment: &str, column: usize) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for row in self.of(experiment) {
            if !names.contains(&&*row.key[column]) {
                names.push(&row.key[column]);
            }
        }
        names
    }

    fn find(&self, experiment: &str, x: &str, method: &str) -> Option<&Row> {
        self.of(experiment)
            .find(|row| row.key[1] == x && row.key[2] == method)
    }

    /// Contenders down, x across; then, over the whole of the experiment, their cost and how often each is wrong.
    fn table(&self, experiment: &str, cell: impl Fn(&Row) -> String) -> String {
        let xs = self.names(experiment, 1);
        let lines = "---:|".repeat(xs.len() + 4);
        let mut out = format!(
            "| | {} | times ray simplex | wrong about poses | first contacts: missed | free motions: false alarms |\n|---|{lines}\n",
            xs.join(" | ")
        );
        for name in self.names(experiment, 2) {
            let found = xs.iter().map(|x| self.find(experiment, x, name));
            let cells: Vec<String> = found.map(|row| row.map_or(String::new(), &cell)).collect();
            let rows = || self.of(experiment).filter(|row| row.key[2] == name);
            let sum = |column: usize| rows().map(|row| row.get(column)).sum::<f64>();
            let share = |column: usize| match [sum(column + 1), sum(column)] {
                [_, 0.0] => "-".to_string(),
                [count, of] => format!("{count} of {of} ({:.2}%)", 100.0 * count / of),
            };
            let wrong = match rows().all(|row| row.cells[WRONG].is_some()) {
                true => format!("{} of {}", sum(WRONG), sum(QUERIES)),
                false => "asks motions".to_string(),
            };
            let times = median(rows().map(|row| row.get(TIMES)).collect());
            let (missed, alarms) = (share(MISSED), share(ALARMS));
            let cells = cells.join(" | ");
            out += &format!("| {name} | {cells} | {times:.2} | {wrong} | {missed} | {alarms} |\n");
        }
        out
    }

    /// All tables of some experiments with their titles.
    pub fn tables(&self, experiments: &[(&str, &str)]) -> String {
        let mut out = "# Tables of the experiments\n\nMade by the command of [EXPERIMENTS.md](../EXPERIMENTS.md), which explains them, of \
            [figures.csv](figures.csv), which has quartiles, too. A cell: ns a pair, which is what a query that the boxes left open costs, median of the \
            rounds; in brackets the lead over the walker, its time over the method's; then, of crowds, microseconds a frame: all pairs of it, boxes included. The last four \
            columns are of the whole experiment: the median of the times, and how often each method is wrong. A sweep asks motions, not poses.\n"
            .to_string();
        for note in &self.notes {
            out += &format!("\n{note}\n");
        }
        for (experiment, title) in experiments {
            if self.of(experiment).next().is_none() {
                continue;
            }
            let pair = self.table(experiment, |row| {
                let walker = self.find(experiment, &row.key[1], WALKER);
                let lead = walker.map_or(f64::NAN, |walker| walker.get(NS)) / row.get(NS);
                let frame = match experiment.starts_with('1') {
                    true => String::new(),
                    false => format!(", {:.2}", row.get(FRAME_US)),
                };
                format!("{:.0} ({lead:.2}){frame}", row.get(NS))
            });
            out += &format!("\n## {title}\n\n{pair}");
        }
        out
    }

    pub fn plot(&self, shown: &Shown) -> Option<String> {
        let Shown([experiment, _, title, x], ticks, [log_x, by_frame]) = *shown;
        let column = if by_frame { FRAME_US } else { NS };
        let mut names = self.names(experiment, 2);
        names.retain(|name| look(name).is_some());
        let points = |name: &str| {
            let rows = self.of(experiment).filter(|row| row.key[2] == name);
            let points = rows.filter_map(|row| Some((row.key[1].parse().ok()?, row.get(column))));
            points.collect()
        };
        let lines: Vec<Line<'_>> = names.iter().map(|name| (*name, points(name))).collect();
        let measured: Vec<f64> = lines
            .first()?
            .1
            .iter()
            .map(|point: &(f64, f64)| point.0)
            .collect();
        let plot = Plot {
            title,
            x,
            y: match by_frame {
                true => "microseconds a frame, boxes included",
                false => "ns a pair",
            },
            log: [log_x, true],
            ticks: if ticks.is_empty() { &measured } else { ticks },
            lines,
            ..Plot::default()
        };
        Some(plot.svg())
    }
}

/// How far two runs are apart: of ns and of the times the ray simplex, the median, nine in ten and the largest of the
/// ratios, in percent.
pub fn spread(before: &Record, now: &Record) -> Option<String> {
    let rows: BTreeMap<_, _> = now.rows.iter().map(|row| (&row.key, row)).collect();
    let words = [NS, TIMES].map(|column| {
        let ratio = |old: &Row| {
            let (new, old) = (rows.get(&old.key)?.get(column), old.get(column));
            (new > 0.0 && old > 0.0).then(|| 100.0 * ((new / old).ln().abs().exp() - 1.0))
        };
        let mut list: Vec<f64> = before.rows.iter().filter_map(ratio).collect();
        list.sort_by(f64::total_cmp);
        let at = |k: usize| Some(format!("{:.1}%", list.get(k)?));
        let n = list.len();
        Some([at(n / 2)?, at(n * 9 / 10)?, at(n.checked_sub(1)?)?].join(" / "))
    });
    let [Some(ns), Some(times)] = words else {
        return None;
    };
    let count = before.rows.len();
    Some(format!(
        "{count} figures of an earlier run and this one differ by (median / nine in ten / most): ns {ns}, times the ray simplex {times}."
    ))
}
