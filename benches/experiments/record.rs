//! What a run leaves: one CSV, and the tables and plots that are made of it.

use std::collections::BTreeMap;

use super::contenders::{About, RAY_SIMPLEX, WALKER};
use super::measure::Figure;
use crate::support::driver::median;
use crate::support::plot::{Line, Plot, look};
use crate::support::table::{Table, grid};

/// A line of the file: experiment, what is on the x axis or was varied, and method; then figures.
struct Row<'a>(&'a Table, &'a [String]);

impl Row<'_> {
    /// Columns of the key.
    const X: usize = 1;
    const METHOD: usize = 2;

    /// A column of the key. No cell of the file has a comma.
    fn key(&self, column: usize) -> String {
        self.1[column].replace(';', ",")
    }

    fn text(&self, column: &str) -> &str {
        let at = self.0.columns.iter().position(|name| name == column);
        &self.1[at.expect("a column of the file")]
    }

    fn get(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or(0.0)
    }
}

const QUERIES: &str = "queries";
const NS: &str = "ns_a_pair";
const TIMES: &str = "times_ray_simplex";
const FRAME_US: &str = "us_a_frame";
/// Empty for a sweep, which says nothing about poses.
const WRONG: &str = "wrong_about_poses";
/// How many of how many.
const MISSED: [&str; 2] = ["missed", "first_contacts"];
const ALARMS: [&str; 2] = ["false_alarms", "free_motions"];

/// All figures of a run, in order, and lines for the head of the tables.
#[derive(Default)]
pub struct Record {
    table: Table,
    pub notes: Vec<String>,
}

/// An experiment, and the file and the x axis of its plot, if it has one.
pub struct Experiment {
    pub name: &'static str,
    pub title: &'static str,
    pub plot: Option<[&'static str; 2]>,
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
            let wrong = match figure.about {
                About::Poses => t.wrong.to_string(),
                _ => String::new(),
            };
            let cells = [
                ("experiment", experiment.into()),
                ("x", x.into()),
                ("method", figure.name),
                (QUERIES, t.queries.to_string()),
                (NS, number(middle)),
                ("lower_quartile", number(low)),
                ("upper_quartile", number(high)),
                (TIMES, number(figure.ratio)),
                (FRAME_US, number(figure.frame_us)),
                (WRONG, wrong),
                (MISSED[1], t.meeting.to_string()),
                (MISSED[0], t.missed.to_string()),
                (ALARMS[1], t.free.to_string()),
                (ALARMS[0], t.alarms.to_string()),
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

    /// The names of an experiment's column of the key, by first appearance.
    fn names(&self, experiment: &str, column: usize) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.of(experiment).map(|row| row.key(column)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn find(&self, experiment: &str, x: &str, method: &str) -> Option<Row<'_>> {
        self.of(experiment)
            .find(|row| row.key(Row::X) == x && row.key(Row::METHOD) == method)
    }

    /// Contenders down, x across; then, over the whole of the experiment, their cost and how often each is wrong.
    fn table(&self, experiment: &str, cell: impl Fn(Row<'_>) -> String) -> String {
        let xs = self.names(experiment, Row::X);
        let line = |name: String| {
            let found = xs.iter().map(|x| self.find(experiment, x, &name));
            let mut cells: Vec<String> =
                found.map(|row| row.map_or(String::new(), &cell)).collect();
            let rows = || {
                self.of(experiment)
                    .filter(|row| row.key(Row::METHOD) == name)
            };
            let sum = |column: &str| rows().map(|row| row.get(column)).sum::<f64>();
            let share = |columns: [&str; 2]| match columns.map(sum) {
                [_, 0.0] => "-".to_string(),
                [count, of] => format!("{count} of {of} ({:.2}%)", 100.0 * count / of),
            };
            let wrong = match rows().all(|row| !row.text(WRONG).is_empty()) {
                true => format!("{} of {}", sum(WRONG), sum(QUERIES)),
                false => "asks motions".to_string(),
            };
            let times = median(rows().map(|row| row.get(TIMES)).collect());
            cells.extend([format!("{times:.2}"), wrong, share(MISSED), share(ALARMS)]);
            cells.insert(0, name.clone());
            cells
        };
        let lines = self.names(experiment, Row::METHOD).into_iter().map(line);
        let last = [
            "times ray simplex",
            "wrong about poses",
            "first contacts: missed",
            "free motions: false alarms",
        ];
        let titles = std::iter::once(String::new()).chain(xs.iter().cloned());
        let titles = titles.chain(last.map(String::from));
        grid(titles.collect(), lines.collect())
    }

    /// All tables of some experiments with their titles.
    pub fn tables(&self, experiments: &[Experiment]) -> String {
        let mut out = "# Tables of the experiments\n\nMade by the command of [EXPERIMENTS.md](../EXPERIMENTS.md), which explains them, of \
            [figures.csv](figures.csv), which has quartiles, too. A cell: ns a pair, which is what a query that the boxes left open costs, median of the \
            rounds; in brackets the lead over the walker, its time over the method's; then, of crowds, microseconds a frame: all pairs of it, boxes included. The last four \
            columns are of the whole experiment: the median of the times, and how often each method is wrong. A sweep asks motions, not poses.\n"
            .to_string();
        for note in &self.notes {
            out += &format!("\n{note}\n");
        }
        for Experiment { name, title, plot } in experiments {
            if self.of(name).next().is_none() {
                continue;
            }
            let pair = self.table(name, |row| {
                let walker = self.find(name, &row.key(Row::X), WALKER);
                let lead = walker.map_or(f64::NAN, |walker| walker.get(NS)) / row.get(NS);
                let frame = match name.starts_with('1') {
                    true => String::new(),
                    false => format!(", {:.2}", row.get(FRAME_US)),
                };
                format!("{:.0} ({lead:.2}){frame}", row.get(NS))
            });
            let by = plot.map_or(String::new(), |[_, x]| format!(" (across: {x})"));
            out += &format!("\n## {title}{by}\n\n{pair}");
        }
        out
    }

    /// The plot of an experiment and its file. Crowds are by the frame, pairs by a logarithmic x.
    pub fn plot(&self, experiment: &Experiment) -> Option<(&'static str, String)> {
        let Experiment { name, title, plot } = *experiment;
        let [file, x] = plot?;
        let by_frame = name.starts_with(['2', '3']);
        let column = if by_frame { FRAME_US } else { NS };
        let mut names = self.names(name, Row::METHOD);
        names.retain(|name| look(name).is_some());
        let points = |method: &str| {
            let rows = self.of(name).filter(|row| row.key(Row::METHOD) == method);
            let points =
                rows.filter_map(|row| Some((row.1[Row::X].parse().ok()?, row.get(column))));
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
