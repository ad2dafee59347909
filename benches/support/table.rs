//! Figures as CSV files, and the tables of pages that are made of them.
//!
//! A page says `<!-- figures: NAME -->` above a table that is made of `NAME.csv`; `NAME of a,b` above one with the rows of
//! these bodies alone (by the column `body`, or else the first); and `NAME by workload` above one with a column for each workload.

use std::path::Path;

/// Where the figures of pages are.
pub const FIGURES: &str = "docs/measured/figures";
/// The pages with tables of figures.
pub const PAGES: [&str; 2] = ["docs/measured/BENCHMARKS.md", "docs/measured/ENGINES.md"];
/// Ends the name of a column that holds ratios to the first contender.
const TIMES: &str = " times";

/// Rows of text under named columns.
#[derive(Default)]
pub struct Table {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Adds a row; a column that is new is empty in the rows before.
    pub fn push(&mut self, cells: Vec<(String, String)>) {
        let mut row = vec![String::new(); self.columns.len()];
        for (column, text) in cells {
            let [column, text] = [column, text].map(|cell| cell.replace(',', ";"));
            match self.columns.iter().position(|name| *name == column) {
                Some(at) => row[at] = text,
                None => {
                    self.columns.push(column);
                    row.push(text);
                }
            }
        }
        self.rows.push(row);
        for row in &mut self.rows {
            row.resize(self.columns.len(), String::new());
        }
    }

    /// `head`: when and where the figures were taken.
    pub fn csv(&self, head: &str) -> String {
        let rows = [&self.columns].into_iter().chain(&self.rows);
        let lines: Vec<String> = rows.map(|row| row.join(",")).collect();
        format!("# {head}\n{}\n", lines.join("\n"))
    }

    pub fn read(name: &str, csv: &str) -> Result<Self, String> {
        let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
        let cells = |line: &str| line.split(',').map(String::from).collect::<Vec<_>>();
        let columns = lines.next().map(cells).unwrap_or_default();
        let rows: Vec<_> = lines.map(cells).collect();
        match rows.iter().find(|row| row.len() != columns.len()) {
            Some(row) => Err(format!("{name}: not {} cells: {row:?}", columns.len())),
            None => Ok(Table {
                name: name.into(),
                columns,
                rows,
            }),
        }
    }

    /// Ratios stand in brackets after the time.
    pub fn markdown(&self) -> String {
        let ratio = |name: &String| {
            let times = format!("{name}{TIMES}");
            self.columns.iter().position(|other| *other == times)
        };
        let shown: Vec<(usize, Option<usize>)> = (0..self.columns.len())
            .filter(|k| !self.columns[*k].ends_with(TIMES))
            .map(|k| (k, ratio(&self.columns[k])))
            .collect();
        let row = |row: &Vec<String>| {
            let cell = |(k, times): &(usize, Option<usize>)| match times.map(|at| &row[at]) {
                Some(times) if !times.is_empty() => format!("{} ({times})", row[*k]),
                _ => row[*k].clone(),
            };
            shown.iter().map(cell).collect()
        };
        let titles = shown.iter().map(|(k, _)| self.columns[*k].clone());
        grid(titles.collect(), self.rows.iter().map(row).collect())
    }

    /// A row for each body and a column for each workload: the first contender's time, and in brackets the least ratio
    /// of the others.
    pub fn by_workload(&self) -> String {
        let (mut bodies, mut workloads): (Vec<&str>, Vec<&str>) = Default::default();
        for row in &self.rows {
            for (names, name) in [(&mut workloads, &row[0]), (&mut bodies, &row[1])] {
                if !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
        }
        let others: Vec<usize> = (3..self.columns.len())
            .filter(|k| self.columns[*k].ends_with(TIMES))
            .filter(|k| !["interframe+poses times", "floor times"].contains(&&*self.columns[*k]))
            .collect();
        let cell = |body: &&str, work: &&str| {
            let Some(row) = (self.rows.iter()).find(|row| row[0] == *work && row[1] == *body)
            else {
                return String::new();
            };
            let ratios = others.iter().filter_map(|k| row[*k].parse::<f64>().ok());
            let least = ratios.fold(f64::INFINITY, f64::min);
            format!("{} ({least:.2})", row[2])
        };
        let row = |body: &&str| {
            let cells = workloads.iter().map(|work| cell(body, work));
            std::iter::once(body.to_string()).chain(cells).collect()
        };
        let titles = workloads.iter().map(|work| format!("`{work}`"));
        let titles = std::iter::once("body".to_string()).chain(titles);
        grid(titles.collect(), bodies.iter().map(row).collect())
    }
}

/// A Markdown table; columns of numbers are flush right.
fn grid(titles: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let is_number = |k: usize| {
        let mut texts = rows.iter().map(|row| &row[k]).filter(|text| text.len() > 1);
        texts.all(|text| text.starts_with(|c: char| c.is_ascii_digit()))
    };
    let lines = (0..titles.len()).map(|k| if is_number(k) { "---:" } else { "---" });
    // No cell of a CSV has a comma.
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | ").replace(';', ","));
    let mut out = line(&titles);
    out += &format!("|{}|\n", lines.collect::<Vec<_>>().join("|"));
    for row in &rows {
        out += &line(row);
    }
    out
}

/// A page with its tables made anew of the figures below `root`.
pub fn page(root: &Path, name: &str) -> Result<String, String> {
    let read = |path: &str| {
        std::fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
    };
    let (text, mut out) = (read(name)?, String::new());
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let mark = line.strip_prefix("<!-- figures: ");
        let Some(mark) = mark.and_then(|mark| mark.strip_suffix(" -->")) else {
            continue;
        };
        while lines.next_if(|line| line.starts_with('|')).is_some() {}
        let (name, how) = mark.split_once(' ').unwrap_or((mark, ""));
        let mut table = Table::read(name, &read(&format!("{FIGURES}/{name}.csv"))?)?;
        if let Some(bodies) = how.strip_prefix("of ") {
            let bodies: Vec<&str> = bodies.split(',').collect();
            let body = table.columns.iter().position(|name| name == "body");
            (table.rows).retain(|row| bodies.contains(&&*row[body.unwrap_or(0)]));
        }
        out += &match how {
            "by workload" => table.by_workload(),
            _ => table.markdown(),
        };
    }
    Ok(out)
}
