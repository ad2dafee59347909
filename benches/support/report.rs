//! Command line and Markdown tables of the paired benchmarks.

use parry3d_f64::query::intersection_test;

use super::bodies::{self, Body};
use super::contenders::{Contender, Prebuilt, parry_body, parry_pose};
use super::timing::{Effort, Figures, compare};
use super::workloads::{self, Size, Workload};

/// What the command line chose.
pub struct Options {
    /// A look that lasts seconds instead of a table.
    pub size: Size,
    effort: Effort,
    statistics: bool,
    only: Vec<(String, Vec<String>)>,
}

impl Options {
    /// `--statistics`: how many support queries ours took, instead of times. `--test` (or `--quick`): seconds instead of minutes. `--rounds N`. `--bodies a,b`,
    /// `--workloads a,b`, `--contenders a,b`: only names that begin so.
    pub fn from_args() -> Self {
        let mut out = Options {
            size: Size::Full,
            effort: Effort {
                rounds: 101,
                slice_s: 2e-3,
                budget_s: 2.0,
            },
            statistics: false,
            only: Vec::new(),
        };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--test" | "--quick" => {
                    (out.size, out.effort.rounds, out.effort.slice_s) = (Size::Quick, 3, 1e-4);
                }
                "--statistics" => out.statistics = true,
                "--rounds" => {
                    let value = args.next().and_then(|value| value.parse().ok());
                    out.effort.rounds = value.expect("--rounds needs a number");
                }
                "--bodies" | "--workloads" | "--contenders" => {
                    let list = args.next().expect("a list of names, with commas");
                    let names = list.split(',').map(String::from).collect();
                    out.only.push((arg, names));
                }
                // Cargo passes it to every benchmark.
                "--bench" => {}
                other => panic!("unknown argument {other}"),
            }
        }
        out
    }

    /// Whether a contender of this name was chosen.
    pub fn wants(&self, contender: &str) -> bool {
        self.chosen("--contenders", contender)
    }

    fn chosen(&self, list: &str, name: &str) -> bool {
        let mut lists = self.only.iter().filter(|(key, _)| key == list);
        lists.all(|(_, names)| names.iter().any(|n| name.starts_with(n.as_str())))
    }
}

/// Makes the contenders for one body and workload.
pub type Make<'a> = dyn FnMut(&Body, &Workload) -> Vec<Box<dyn Contender>> + 'a;

/// Prints one table a workload: a line a body, a column a contender, ns a query, and in brackets
/// how many times slower than the first column.
pub fn tables(options: &Options, contenders: &mut Make<'_>) {
    tables_of(options, &mut |_, all| all, contenders);
}

/// Changes the list of workloads of a body.
pub type Choose<'a> = dyn FnMut(&Body, Vec<Workload>) -> Vec<Workload> + 'a;

/// The same of other workloads.
pub fn tables_of(options: &Options, choose: &mut Choose<'_>, contenders: &mut Make<'_>) {
    let bodies = bodies::all();
    let mut lines = Vec::new();
    for body in bodies.iter().filter(|b| options.chosen("--bodies", b.name)) {
        let (a, b) = (parry_body(body), parry_body(body));
        let all = workloads::all(body, options.size, &mut |x, y| {
            intersection_test(&parry_pose(x), &a, &parry_pose(y), &b)
                .is_ok_and(|answer| answer.intersecting)
        });
        let all = choose(body, all);
        for work in all.iter().filter(|w| options.chosen("--workloads", w.name)) {
            // A long box that tumbles by ten degrees a frame may leave no run of steady hits.
            if work.queries() == 0 {
                continue;
            }
            if options.statistics {
                print_statistics(body, work);
                continue;
            }
            let mut contenders = contenders(body, work);
            let figures = compare(&mut contenders, work.queries(), options.effort);
            eprintln!("{} {}: {:.1?} ns", body.name, work.name, figures.ns);
            lines.push(Line {
                work: work.name,
                body: body.name,
                queries: work.queries(),
                figures,
            });
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for line in &lines {
        if !names.contains(&line.work) {
            names.push(line.work);
        }
    }
    for name in names {
        println!("\n### {name}\n");
        let rows: Vec<_> = lines.iter().filter(|line| line.work == name).collect();
        let titles = &rows[0].figures.names;
        println!(
            "| body | {} | best peer | queries | hits | disagree |",
            titles.join(" | ")
        );
        println!("|---|{}---|---:|---:|---|", "---:|".repeat(titles.len()));
        for line in rows {
            println!("{}", row(line));
        }
    }
}

/// One line of a table.
struct Line<'a> {
    work: &'a str,
    body: &'a str,
    queries: usize,
    figures: Figures,
}

fn print_statistics(body: &Body, work: &Workload) {
    let statistics = Prebuilt::new(body, work).statistics();
    println!("{} {}, {} queries", body.name, work.name, work.queries());
    for (verdict, name) in ["separated", "hit"].iter().enumerate() {
        for (stage, by) in ["state", "f64", "exact"].iter().enumerate() {
            let count = statistics.counts[verdict][stage];
            if count > 0 {
                println!(
                    "  {name:>9} by {by:<5} {:5.1}%, {:.2} supports each",
                    100.0 * count as f64 / work.queries() as f64,
                    statistics.supports[verdict][stage] as f64 / count as f64,
                );
            }
        }
    }
}

fn row(line: &Line<'_>) -> String {
    let Line {
        body,
        queries,
        figures,
        ..
    } = line;
    let cells: Vec<String> = figures
        .ns
        .iter()
        .zip(&figures.ratio)
        .map(|(ns, ratio)| format!("{ns:.1} ({ratio:.2})"))
        .collect();
    let disagree: Vec<String> = figures
        .names
        .iter()
        .zip(&figures.disagreements)
        .filter(|(_, count)| **count > 0)
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let best = figures
        .names
        .iter()
        .zip(&figures.ratio)
        .filter(|(name, _)| !name.starts_with("interframe") && *name != "floor")
        .min_by(|x, y| x.1.total_cmp(y.1))
        .map_or(String::new(), |(name, ratio)| format!("{name} {ratio:.2}"));
    let hits = format!("{:.0}%", 100.0 * figures.hits);
    format!(
        "| {body} | {} | {best} | {queries} | {hits} | {} |",
        cells.join(" | "),
        if disagree.is_empty() {
            "0".to_string()
        } else {
            disagree.join(", ")
        },
    )
}
