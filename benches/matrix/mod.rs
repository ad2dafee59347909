//! Runs the matrix: all libraries in turns over the items of a cell.

// Each benchmark is a crate of its own and uses a part of this module.
#![allow(dead_code)]

pub mod parry64;
mod table;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use interframe::{
    BodyId, BodyInput, Motion, QueryFilter, SharedBody, TimeOfImpactOptions, Verdict, World,
};

use crate::support::contenders::pose;
use crate::support::driver::{Contender, Driver, Effort, compare, seconds, seconds_of, write};
use crate::support::kinds::{self, Kind, Shape};
use crate::support::near_contact::{Item, Moves, items};
use crate::support::questions::{Asked, QUERIES, Query, Said, is_slow};
use crate::support::when::when_and_where;
use crate::support::workloads::Placement;

/// What is asked of one pair of kinds.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    pub query: Query,
    pub moves: Moves,
    /// Places of A and B in the list of kinds.
    pub kinds: [usize; 2],
    pub items: &'a [Item],
}

/// Answers the item of an index; the error says what is refused.
pub type Ask<'a> = Box<dyn FnMut(usize) -> Result<Said, String> + 'a>;

/// A library with its own body of each kind.
pub trait Library {
    /// Title of its column.
    fn name(&self) -> &'static str;

    /// The name of the function that answers, and the answers. None where it has no such query or no such body.
    fn asked<'a>(&'a self, cell: &Cell<'a>) -> Option<(&'static str, Ask<'a>)>;

    /// Seconds to build a body. None where it has no such body.
    fn build_seconds(&self, shape: &Shape) -> Option<f64>;

    /// Casts of the first kind through a world of copies of the second, whose places are `at`.
    fn world(&self, kinds: [usize; 2], at: &[Placement]) -> Option<Box<dyn Casts + '_>>;
}

/// Casts of one body through a world of copies of another.
pub trait Casts {
    /// Takes places of the copies, and items whose A is cast, in the library's own form.
    fn take(&mut self, at: &[Placement], items: &[Item]);

    /// Moves the copies to their places.
    fn place(&mut self);

    /// Writes for each item 1 where A meets a copy on its straight way, 0 where not, [`OPEN`] where that is undecided.
    fn cast(&mut self, met: &mut [u8]);
}

/// An undecided cast.
pub const OPEN: u8 = 2;

/// Makes the other libraries.
pub type More<'a> = &'a dyn Fn(&[Kind]) -> Vec<Box<dyn Library>>;

/// Where a run of some queries or kinds writes its figures.
pub const PART: &str = "target/matrix";

/// The size of a body that the other may contain, as a part of that of its kind.
const INNER: f64 = 0.25;

/// Items of a cell, and of one whose bodies both have many triangles: some of those take a thousand times as long as others, so
/// a mean tells something only beside one over the same items.
const ITEMS: usize = 64;
const FEW_ITEMS: usize = 8;

/// A library that has not answered the first of them in this time, in seconds, is timed by those that it has answered.
const SLOW_S: f64 = 0.1;

/// Whole runs, of which the least time of a cell counts: a machine that others use is slower for seconds or minutes.
const RUNS: usize = 3;

const EFFORT: Effort = Effort {
    rounds: 5,
    slice_s: 1e-3,
    budget_s: 0.0,
};

/// Reads the command line, runs the queries that it names and writes their figures into `folder` of `root`, or makes
/// the table.
pub fn run(root: &Path, folder: &str, more: More<'_>) -> ExitCode {
    let driver = Driver::from_args(root);
    if driver.is_given("--table") {
        return table::make(root);
    }
    // A part of the matrix takes no other's place.
    let is_part = driver.is_given("--queries") || driver.is_given("--kinds");
    let folder = if is_part { PART } else { folder };
    let folder = root.join(driver.value("--into").unwrap_or(folder));
    let is_quick = driver.quick;
    let run = Run::new(driver, more);
    let runs: Vec<_> = (0..if is_quick { 1 } else { RUNS })
        .map(|_| run.record())
        .collect();
    let csv = least(&runs);
    // Figures of a short run are worth no file, but can be read.
    table::read(&csv).expect("the table reads what is written");
    if !is_quick {
        write(&folder, "matrix.csv", &csv);
    }
    ExitCode::SUCCESS
}

/// Each line of the run that answered the most items, and took the least time for as many.
fn least(runs: &[String]) -> String {
    let cost = |line: &&str| -> Option<(Reverse<u32>, u64)> {
        let mut figures = line.split(',').skip(6);
        let us: f64 = figures.next()?.parse().ok()?;
        let items = figures.next()?.parse().ok()?;
        Some((Reverse(items), (1e3 * us) as u64))
    };
    let mut runs: Vec<_> = runs.iter().map(|run| run.lines()).collect();
    let line = || {
        Some(
            runs.iter_mut()
                .filter_map(Iterator::next)
                .min_by_key(cost)?
                .to_owned()
                + "\n",
        )
    };
    std::iter::from_fn(line).collect()
}

/// What one library did in a cell.
struct Row {
    who: &'static str,
    question: &'static str,
    refused: Option<String>,
    /// Microseconds an item.
    us: f64,
    said: Vec<Said>,
}

impl Row {
    /// The row as a line of the file; `ours` are the verdicts of this library.
    fn line(&self, cell: &Cell<'_>, [a, b]: [&str; 2], ours: &[Said]) -> String {
        let count = |verdict| {
            self.said
                .iter()
                .filter(|said| said.verdict == verdict)
                .count()
        };
        let mut how: BTreeMap<&str, usize> = BTreeMap::new();
        for said in self.said.iter().filter(|said| !said.how.is_empty()) {
            *how.entry(said.how).or_default() += 1;
        }
        let how: Vec<String> = how.iter().map(|(how, n)| format!("{how} {n}")).collect();
        let both = ours.iter().zip(&self.said);
        let decided = both.filter(|(ours, _)| ours.verdict != Verdict::Undecided);
        let differ = decided
            .filter(|(ours, said)| ours.verdict != said.verdict)
            .count();
        format!(
            "{},{},{a},{b},{},{},{:.3},{},{},{},{},{},{differ},{}",
            cell.query.name(),
            cell.moves.name(),
            self.who,
            self.question,
            self.us,
            self.said.len(),
            count(Verdict::Separated),
            count(Verdict::Hit),
            count(Verdict::Undecided),
            how.join("; "),
            self.refused.clone().unwrap_or_default().replace(',', ";"),
        )
    }
}

struct Run {
    driver: Driver,
    kinds: Vec<Kind>,
    /// This library first.
    libraries: Vec<Box<dyn Library>>,
    bodies: Vec<SharedBody>,
    inner: Vec<SharedBody>,
}

impl Run {
    fn new(driver: Driver, more: More<'_>) -> Self {
        let kinds = kinds::all(driver.quick);
        let mut libraries = more(&kinds);
        let ours = Ours::new(&kinds);
        let (bodies, inner) = (ours.bodies.clone(), ours.inner.clone());
        libraries.insert(0, Box::new(ours));
        Run {
            driver,
            kinds,
            libraries,
            bodies,
            inner,
        }
    }

    /// All figures as lines of a file.
    fn record(&self) -> String {
        let mut lines = vec![format!("# {}", when_and_where()), table::HEADER.into()];
        for moves in [Moves::Rests, Moves::Straight, Moves::Turns, Moves::Aligned] {
            let asked = QUERIES.into_iter().map(|(query, _)| query).filter(|query| {
                query.moves().contains(&moves) && self.driver.wants("--queries", query.name())
            });
            let (outer, both): (Vec<_>, Vec<_>) = asked.partition(|q| *q == Query::Contains);
            for i in 0..self.kinds.len() {
                let start = std::time::Instant::now();
                for j in i..self.kinds.len() {
                    self.cells([i, j], moves, &both, &mut lines);
                }
                // Whether A contains B and whether B contains A are two questions.
                for j in 0..self.kinds.len() {
                    self.cells([i, j], moves, &outer, &mut lines);
                }
                let took = start.elapsed().as_secs_f64();
                eprintln!("{}, {}: {took:.1} s", moves.name(), self.kinds[i].name);
            }
        }
        lines.join("\n") + "\n"
    }

    /// Asks some queries about the items of a pair of kinds.
    fn cells(&self, kinds: [usize; 2], moves: Moves, queries: &[Query], lines: &mut Vec<String>) {
        let Some(first) = queries.first() else {
            return;
        };
        let [i, j] = kinds;
        if kinds
            .iter()
            .any(|k| !self.driver.wants("--kinds", self.kinds[*k].name))
        {
            return;
        }
        let small = Kind {
            name: self.kinds[j].name,
            radius: INNER * self.kinds[j].radius,
            shape: self.kinds[j].shape.scaled(INNER),
        };
        let (b, body) = match *first == Query::Contains {
            true => (&small, &self.inner[j]),
            false => (&self.kinds[j], &self.bodies[j]),
        };
        let are_triangles = kinds.iter().all(|&k| self.kinds[k].is_of_triangles());
        let count = match (self.driver.quick, are_triangles) {
            (true, _) => 2,
            (false, true) => FEW_ITEMS,
            (false, false) => ITEMS,
        };
        let pair = [(i, &self.kinds[i]), (j, b)];
        let items = items(pair, [&self.bodies[i], body], moves, count);
        for &query in queries {
            let cell = Cell {
                query,
                moves,
                kinds,
                items: &items,
            };
            let rows = self.rows(&cell);
            let names = kinds.map(|k| self.kinds[k].name);
            lines.extend(rows.iter().map(|row| row.line(&cell, names, &rows[0].said)));
        }
    }

    /// Asks all libraries, in turns but for those of which an item takes long.
    fn rows(&self, cell: &Cell<'_>) -> Vec<Row> {
        let (mut rows, mut able) = (Vec::new(), Vec::new());
        let few = FEW_ITEMS.min(cell.items.len());
        for library in &self.libraries {
            let Some((question, mut ask)) = library.asked(cell) else {
                continue;
            };
            let start = seconds();
            let (mut said, mut spent) = (Vec::new(), 0.0);
            let mut refused = None;
            while said.len() < few && spent < SLOW_S && refused.is_none() {
                match ask(said.len()) {
                    Ok(one) => said.push(one),
                    Err(why) => refused = Some(why),
                }
                spent = seconds() - start;
            }
            if spent > 1.0 {
                let name = |k: usize| self.kinds[k].name;
                let [a, b] = cell.kinds.map(name);
                let (who, items) = (library.name(), said.len());
                eprintln!("{who} takes {spent:.1} s for {items} of {question}, {a} at {b}");
            }
            if refused.is_none() && said.len() == few {
                able.push((rows.len(), ask));
            }
            rows.push(Row {
                who: library.name(),
                question,
                // What is refused takes no time.
                us: match refused {
                    None => 1e6 * spent / said.len() as f64,
                    Some(_) => 0.0,
                },
                refused,
                said,
            });
        }
        let count = cell.items.len();
        let (mut timed, mut places) = (Vec::new(), Vec::new());
        for (place, mut ask) in able {
            rows[place].said = (0..count).filter_map(|k| ask(k).ok()).collect();
            timed.push(Contender::each("", move |k| {
                ask(k).is_ok_and(|said| said.verdict.may_hit())
            }));
            places.push(place);
        }
        if !timed.is_empty() && !self.driver.quick {
            let figures = compare(&mut timed, count, EFFORT);
            for (k, place) in places.into_iter().enumerate() {
                rows[place].us = 1e-3 * figures.ns(k);
            }
        }
        rows
    }
}

/// This library, from empty pair states.
pub struct Ours {
    names: Vec<&'static str>,
    are_points: Vec<bool>,
    pub bodies: Vec<SharedBody>,
    inner: Vec<SharedBody>,
}

impl Ours {
    pub fn new(kinds: &[Kind]) -> Self {
        let small = |kind: &Kind| kind.shape.scaled(INNER).shared();
        Ours {
            names: kinds.iter().map(|kind| kind.name).collect(),
            are_points: kinds.iter().map(|kind| kind.shape.is_point()).collect(),
            bodies: kinds.iter().map(|kind| kind.shape.shared()).collect(),
            inner: kinds.iter().map(small).collect(),
        }
    }
}

impl Library for Ours {
    fn name(&self) -> &'static str {
        "interframe"
    }

    fn asked<'a>(&'a self, cell: &Cell<'a>) -> Option<(&'static str, Ask<'a>)> {
        let [i, j] = cell.kinds;
        let query = cell.query;
        let b = match query {
            Query::Contains => &self.inner[j],
            _ => &self.bodies[j],
        };
        let mut asked = Asked::new([&self.bodies[i], b], cell.items);
        let named = [self.names[i], self.names[j]];
        if is_slow(cell.moves, named) {
            let ask = |_| Err("more than 30 s an item: not measured".into());
            return Some((query.name(), Box::new(ask)));
        }
        let ask = move |k| asked.ask(query, k).map_err(|error| error.to_string());
        Some((query.name(), Box::new(ask)))
    }

    fn build_seconds(&self, shape: &Shape) -> Option<f64> {
        let mut body = None;
        let took = seconds_of(|| body = Some(shape.shared()));
        // Engines do not free theirs.
        std::mem::forget(body);
        Some(took)
    }

    fn world(&self, [cast, copy]: [usize; 2], at: &[Placement]) -> Option<Box<dyn Casts + '_>> {
        let mut world = World::new();
        let copy = &self.bodies[copy];
        let add = |at| world.add(BodyInput::new(copy.clone(), pose(at)));
        let copies = at.iter().map(add).collect();
        Some(Box::new(OurCasts {
            cast: &self.bodies[cast],
            is_point: self.are_points[cast],
            world,
            copies,
            at: at.to_vec(),
            ways: Vec::new(),
        }))
    }
}

struct OurCasts<'a> {
    cast: &'a SharedBody,
    is_point: bool,
    world: World,
    copies: Vec<BodyId>,
    at: Vec<Placement>,
    ways: Vec<Motion>,
}

impl Casts for OurCasts<'_> {
    fn take(&mut self, at: &[Placement], items: &[Item]) {
        self.at = at.to_vec();
        self.ways = items.iter().map(|item| item.motions()[0]).collect();
    }

    fn place(&mut self) {
        for (id, at) in self.copies.iter().zip(&self.at) {
            self.world.teleport(*id, pose(at)).expect("it is there");
        }
    }

    fn cast(&mut self, met: &mut [u8]) {
        let (options, all) = (&TimeOfImpactOptions::default(), &QueryFilter::default());
        let queries = self.world.queries();
        for (met, way) in met.iter_mut().zip(&self.ways) {
            let found = match self.is_point {
                true => {
                    let [from, to] = [way.start(), way.end()].map(|at| at.translation());
                    queries.ray(from, to, options, all)
                }
                false => queries.cast(self.cast, way, options, all),
            };
            let found = found.expect("valid options");
            *met = match found.undecided_from {
                Some(_) => OPEN,
                None => u8::from(found.hit.is_some()),
            };
        }
    }
}
