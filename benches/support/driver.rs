//! The one driver of all benchmarks: contenders answer the same queries in turns, and rows of figures become files.
//!
//! Paired timing for noisy machines: contenders take turns, round by round, each figure is a median over the rounds, and
//! ratios are medians of the ratios within a round. Times are the thread's own processor time where the system gives it:
//! wall time doubles whenever another process gets a turn, which happens in every pass longer than a few milliseconds.

use std::path::{Path, PathBuf};

use super::bodies::{self, Body};
use super::table::{FIGURES, PAGES, Table, page};
use super::when::when_and_where;

/// Writes one verdict (true: they meet) for each query, in order.
type Answer<'a> = dyn FnMut(&mut [bool]) + 'a;

/// Answers every query of a workload.
pub struct Contender<'a> {
    /// Title of its column.
    pub name: String,
    answer: Box<Answer<'a>>,
}

impl<'a> Contender<'a> {
    pub fn new(name: impl Into<String>, answer: impl FnMut(&mut [bool]) + 'a) -> Self {
        Contender {
            name: name.into(),
            answer: Box::new(answer),
        }
    }

    /// Asks each query by its number.
    pub fn each(name: impl Into<String>, mut ask: impl FnMut(usize) -> bool + 'a) -> Self {
        Self::new(name, move |verdicts| {
            for (k, verdict) in verdicts.iter_mut().enumerate() {
                *verdict = ask(k);
            }
        })
    }
}

/// How long to look: at most `rounds` rounds, in which each contender works for about `slice_s` seconds or once through
/// the workload. Once a contender has spent `budget_s`, 5 rounds suffice, and 3 of one that takes half a second.
#[derive(Clone, Copy)]
pub struct Effort {
    pub rounds: usize,
    pub slice_s: f64,
    pub budget_s: f64,
}

/// What one workload showed; everything by the contender's number.
pub struct Figures {
    pub names: Vec<String>,
    /// The time of each round, in ns a query.
    times: Vec<Vec<f64>>,
    pub verdicts: Vec<Vec<bool>>,
}

impl Figures {
    /// Median ns a query.
    pub fn ns(&self, c: usize) -> f64 {
        median(self.times[c].clone())
    }

    /// Quarter, median and three quarters of the rounds.
    pub fn quartiles(&self, c: usize) -> [f64; 3] {
        let mut sorted = self.times[c].clone();
        sorted.sort_by(f64::total_cmp);
        [1, 2, 3].map(|quarter| sorted[(sorted.len() - 1) * quarter / 4])
    }

    /// Median over the rounds of its time over that of the contender `first`.
    pub fn ratio(&self, c: usize, first: usize) -> f64 {
        let both = self.times[c].iter().zip(&self.times[first]);
        median(both.map(|(time, first)| time / first).collect())
    }

    /// Queries on which it differs from the first.
    pub fn disagreements(&self, c: usize) -> usize {
        let both = self.verdicts[c].iter().zip(&self.verdicts[0]);
        both.filter(|(said, first)| said != first).count()
    }

    /// Share of the queries that the first calls hits.
    pub fn hits(&self) -> f64 {
        let hits = self.verdicts[0].iter().filter(|hit| **hit).count();
        hits as f64 / self.verdicts[0].len() as f64
    }
}

/// Times contenders on `queries` queries.
pub fn compare(contenders: &mut [Contender<'_>], queries: usize, effort: Effort) -> Figures {
    let count = contenders.len();
    let mut verdicts = vec![vec![false; queries]; count];
    let (mut times, mut spent) = (vec![Vec::new(); count], vec![0.0; count]);
    let mut repeats = Vec::new();
    for (contender, verdicts) in contenders.iter_mut().zip(&mut verdicts) {
        let mut took = seconds_of(|| (contender.answer)(verdicts));
        if took < effort.slice_s {
            took = seconds_of(|| (contender.answer)(verdicts));
        }
        repeats.push(((effort.slice_s / took) as u32).clamp(1, 10_000));
    }
    for round in 0..effort.rounds {
        for turn in 0..count {
            // Every other round backwards, so that no contender always follows the same one.
            let c = if round % 2 == 0 {
                turn
            } else {
                count - 1 - turn
            };
            let done = times[c].len();
            let fewest = if spent[c] > 0.5 * done as f64 { 3 } else { 5 };
            if done >= fewest && spent[c] > effort.budget_s {
                continue;
            }
            let (answer, verdicts) = (&mut contenders[c].answer, &mut verdicts[c]);
            // Into the caches with it; a long pass gets there by itself.
            if repeats[c] > 1 {
                answer(verdicts);
            }
            let took = seconds_of(|| {
                for _ in 0..repeats[c] {
                    answer(std::hint::black_box(verdicts));
                }
            });
            spent[c] += took;
            times[c].push(1e9 * took / (f64::from(repeats[c]) * queries as f64));
        }
    }
    Figures {
        names: contenders.iter().map(|c| c.name.clone()).collect(),
        times,
        verdicts,
    }
}

/// Flags with a value after them.
const VALUED: [&str; 10] = [
    "--bodies",
    "--workloads",
    "--contenders",
    "--queries",
    "--kinds",
    "--rows",
    "--rounds",
    "--into",
    "--sizes",
    "--mode",
];

/// The command line of a benchmark, and what it measures.
pub struct Driver {
    args: Vec<String>,
    /// What is no flag and no value of one.
    pub names: Vec<String>,
    pub root: PathBuf,
    /// `--test`, `--quick` or `cargo test`: seconds instead of minutes, figures worth nothing.
    pub quick: bool,
    tables: Vec<Table>,
}

impl Driver {
    /// `root`: the folder of the library.
    pub fn from_args(root: &Path) -> Self {
        let mut args: Vec<String> = std::env::args().skip(1).collect();
        // `cargo test` runs benchmarks as well, and names tests to all that it runs. Binaries are run by hand.
        let is_binary = option_env!("CARGO_BIN_NAME").is_some();
        let is_test = !is_binary && !args.iter().any(|arg| arg == "--bench");
        if is_test {
            args.clear();
        }
        let quick = is_test || args.iter().any(|arg| arg == "--test" || arg == "--quick");
        let is_value = |k: usize| k > 0 && VALUED.contains(&args[k - 1].as_str());
        let named = (0..args.len()).filter(|k| !args[*k].starts_with("--") && !is_value(*k));
        Driver {
            names: named.map(|k| args[k].clone()).collect(),
            args,
            root: root.to_owned(),
            quick,
            tables: Vec::new(),
        }
    }

    pub fn is_given(&self, flag: &str) -> bool {
        self.args.iter().any(|arg| arg == flag)
    }

    /// The argument after a flag.
    pub fn value(&self, flag: &str) -> Option<&str> {
        let at = self.args.iter().position(|arg| arg == flag)?;
        self.args.get(at + 1).map(String::as_str)
    }

    /// Whether the list after `key` has the beginning of this name, or is not there.
    pub fn wants(&self, key: &str, name: &str) -> bool {
        let list = self.value(key);
        list.is_none_or(|list| list.split(',').any(|n| name.starts_with(n)))
    }

    /// Whether a part of the benchmark is named on the command line, or none is.
    pub fn is_named(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|named| named == name)
    }

    /// The bodies of at most so many corners that the command line chose; for a short look only small ones.
    pub fn bodies(&self, most: usize) -> Vec<Body> {
        let mut all = bodies::all();
        let most = if self.quick { most.min(66) } else { most };
        all.retain(|body| body.points.len() <= most && self.wants("--bodies", body.name));
        all
    }

    pub fn effort(&self) -> Effort {
        let rounds = self
            .value("--rounds")
            .and_then(|rounds| rounds.parse().ok());
        Effort {
            rounds: rounds.unwrap_or(if self.quick { 3 } else { 15 }),
            slice_s: if self.quick { 1e-4 } else { 4e-3 },
            budget_s: if self.quick { 0.0 } else { 4.0 },
        }
    }

    /// Times contenders that the command line chose; the first always takes part.
    fn time(&self, queries: usize, mut contenders: Vec<Contender<'_>>) -> Figures {
        let mut names = contenders.iter().enumerate();
        let mut is_chosen: Vec<bool> = (names.by_ref())
            .map(|(k, contender)| k == 0 || self.wants("--contenders", &contender.name))
            .collect();
        contenders.retain(|_| is_chosen.remove(0));
        compare(&mut contenders, queries, self.effort())
    }

    /// Adds a row to a table: what is asked, then for each contender ns a query and how many times that of the first,
    /// hits of the first, who disagrees, and notes.
    pub fn measure(
        &mut self,
        table: &str,
        labels: &[(&str, &str)],
        queries: usize,
        contenders: Vec<Contender<'_>>,
        notes: &[(&str, String)],
    ) -> Figures {
        let figures = self.time(queries, contenders);
        let others = 1..figures.names.len();
        let differ = others.filter(|c| figures.disagreements(*c) > 0);
        let differ: Vec<String> = differ
            .map(|c| format!("{} {}", figures.names[c], figures.disagreements(c)))
            .collect();
        let differ = match differ.is_empty() {
            true => "0".into(),
            false => differ.join("; "),
        };
        let mut counts = vec![
            ("queries", queries.to_string()),
            ("hits", format!("{:.0}%", 100.0 * figures.hits())),
            ("disagree", differ),
        ];
        counts.extend_from_slice(notes);
        self.add(table, labels, &figures, &counts);
        figures
    }

    /// Adds a row of contenders that answer different questions.
    pub fn measure_unlike(
        &mut self,
        table: &str,
        labels: &[(&str, &str)],
        queries: usize,
        contenders: Vec<Contender<'_>>,
        notes: &[(&str, String)],
    ) -> Figures {
        let figures = self.time(queries, contenders);
        self.add(table, labels, &figures, notes);
        figures
    }

    fn add(
        &mut self,
        table: &str,
        labels: &[(&str, &str)],
        figures: &Figures,
        notes: &[(&str, String)],
    ) {
        let label = |(name, text): &(&str, &str)| (name.to_string(), text.to_string());
        let mut cells: Vec<(String, String)> = labels.iter().map(label).collect();
        for (c, name) in figures.names.iter().enumerate() {
            let ns = figures.ns(c);
            let digits = if ns < 1000.0 { 1 } else { 0 };
            cells.push((name.clone(), format!("{ns:.digits$}")));
            if c > 0 {
                let times = format!("{:.2}", figures.ratio(c, 0));
                cells.push((format!("{name} times"), times));
            }
        }
        cells.extend(
            notes
                .iter()
                .map(|(name, text)| (name.to_string(), text.clone())),
        );
        self.push(table, cells);
    }

    /// Adds a row to a table and shows it.
    pub fn push<N: Into<String>>(
        &mut self,
        table: &str,
        cells: impl IntoIterator<Item = (N, String)>,
    ) {
        let cells = cells.into_iter().map(|(name, text)| (name.into(), text));
        let cells: Vec<(String, String)> = cells.collect();
        let shown: Vec<String> = cells
            .iter()
            .map(|(name, text)| format!("{name} {text}"))
            .collect();
        eprintln!("{table}: {}", shown.join(", "));
        if !self.tables.iter().any(|known| known.name == table) {
            self.tables.push(Table {
                name: table.into(),
                ..Table::default()
            });
        }
        let known = self.tables.iter_mut().find(|known| known.name == table);
        known.expect("it is there now").push(cells);
    }

    /// Prints all tables and writes their figures: into the folder after `--into`, with `--record` into that of the pages,
    /// otherwise into `target/figures`.
    pub fn finish(self) {
        let standard = if self.is_given("--record") {
            FIGURES
        } else {
            "target/figures"
        };
        let folder = self.root.join(self.value("--into").unwrap_or(standard));
        for table in &self.tables {
            println!("\n### {}\n\n{}", table.name, table.markdown());
            let csv = table.csv(&when_and_where());
            // Figures of a short run are worth no file, but can be read back.
            Table::read(&table.name, &csv).expect("a table reads what is written");
            if !self.quick {
                write(&folder, &format!("{}.csv", table.name), &csv);
            }
        }
    }

    /// Makes the tables of the pages anew.
    pub fn make_pages(&self) {
        for name in PAGES {
            let text = page(&self.root, name).unwrap_or_else(|error| panic!("{error}"));
            write(&self.root, name, &text);
        }
    }
}

/// Writes a file and says so.
pub fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let wrote = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    wrote.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    eprintln!("wrote {}", path.display());
}

/// Processor time that this thread works.
pub fn seconds_of(work: impl FnOnce()) -> f64 {
    let start = seconds();
    work();
    seconds() - start
}

/// Processor time of this thread.
#[cfg(unix)]
pub fn seconds() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
}

/// Wall time since the first call.
#[cfg(not(unix))]
pub fn seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START
        .get_or_init(std::time::Instant::now)
        .elapsed()
        .as_secs_f64()
}

/// The middle value (the upper of the two for an even count).
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
