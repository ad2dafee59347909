//! Instructions a query, counted by valgrind's callgrind, beside the recorded ones in
//! `instructions.tsv`: unlike times they hardly depend on what else the machine does.
//!
//! `cargo bench --bench instructions [-- --rows distance,mpr]` compares and fails when a row is up by
//! more than 2%; `-- --record` writes the file, or the named rows of it; `-- --test` runs every row once without valgrind.
//!
//! The benchmark runs itself under callgrind. Every row answers a seeded list of queries once uncounted
//! and once within [`counted`], whose cost callgrind writes out by itself. Two runs of one binary give
//! the same numbers; another compiler, or other code around the loops, gives others by some tenths of a
//! percent. Callgrind knows no AVX-512, and the library uses none: counted is the path that it takes on
//! a processor with AVX2 (or what the first lines of the file say).

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use support::driver::Driver;
use support::rows::rows;

/// Recorded figures: comments, then `row <tab> queries <tab> instructions a query`.
const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.tsv");
/// A row may rise by this part.
const ALLOWED: f64 = 0.02;
/// In the environment of the copy that callgrind runs.
const INNER: &str = "INTERFRAME_COUNTED";

/// What callgrind is told to count. Nothing else may have this name.
#[inline(never)]
fn counted(pass: &mut dyn FnMut()) {
    pass();
    // The call above stays a call.
    std::hint::black_box(());
}

/// Under callgrind: says what is counted, a line a row, and has it counted.
fn count(driver: &Driver) {
    #[cfg(target_arch = "x86_64")]
    if !cfg!(feature = "plain") && std::arch::is_x86_feature_detected!("avx2") {
        println!("simd\tAVX2");
    } else {
        println!("simd\tSSE2");
    }
    #[cfg(not(target_arch = "x86_64"))]
    println!("simd\tthe plain target");
    for mut row in rows(driver.quick) {
        if driver.wants("--rows", &row.name) {
            (row.pass)();
            counted(&mut *row.pass);
            println!("{}\t{}", row.name, row.queries);
        }
    }
}

/// Output of a command, if there is such a command and it succeeds.
fn output(command: &mut Command) -> Option<String> {
    let out = command.stderr(Stdio::inherit()).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    out.status.success().then_some(text)
}

/// The SIMD in use, and each row's name, number of queries and instructions a query.
struct Counts {
    simd: String,
    rows: Vec<(String, u32, f64)>,
}

fn measure() -> Result<Counts, String> {
    let mut version = Command::new("valgrind");
    output(version.arg("--version")).ok_or(
        "cannot run valgrind, which counts the instructions: install it (Debian: apt-get install valgrind)",
    )?;
    let binary = std::env::current_exe().map_err(|e| e.to_string())?;
    let folder = binary.with_file_name(format!("counted-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let files = folder.join("out");
    let said = output(
        Command::new("valgrind")
            .args(["-q", "--tool=callgrind", "--collect-atstart=no"])
            .args(["--toggle-collect=instructions::counted"])
            .args(["--dump-after=instructions::counted"])
            .arg(format!("--callgrind-out-file={}", files.display()))
            .arg(&binary)
            .args(std::env::args().skip(1))
            .env(INNER, "1"),
    );
    let found = said
        .ok_or("the run under valgrind failed".into())
        .and_then(|said| read(&said, &files));
    let _ = fs::remove_dir_all(&folder);
    found
}

/// What the inner run said, with the costs of the file that callgrind wrote for each row.
fn read(said: &str, files: &Path) -> Result<Counts, String> {
    let mut lines = said.lines().filter_map(|line| line.split_once('\t'));
    let (_, simd) = lines.next().ok_or("the inner run said nothing")?;
    let mut rows = Vec::new();
    for (k, (name, queries)) in lines.enumerate() {
        let file = files.with_extension((k + 1).to_string());
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
        let total: Option<f64> = total.and_then(|total| total.trim().parse().ok());
        let total = total.filter(|total| *total > 0.0);
        let total = total.ok_or(format!("callgrind counted nothing for {name}"))?;
        let queries: u32 = queries.parse().map_err(|_| "not a number of queries")?;
        rows.push((name.to_string(), queries, total / f64::from(queries)));
    }
    Ok(Counts {
        simd: simd.to_string(),
        rows,
    })
}

/// What the numbers depend on, as comments.
fn circumstances(simd: &str) -> String {
    let rustc = output(Command::new("rustc").arg("-vV")).unwrap_or_default();
    let line = |key| rustc.lines().find(|line: &&str| line.starts_with(key));
    let valgrind = output(Command::new("valgrind").arg("--version")).unwrap_or_default();
    format!(
        "# compiler: {}\n# {}\n# counted by: {}\n# SIMD: {simd}\n",
        line("rustc").unwrap_or("unknown"),
        line("host").unwrap_or("host: unknown"),
        valgrind.trim(),
    )
}

/// Writes the file. Rows that were not counted, because others were named, stay as they were recorded.
fn record(counts: &Counts, driver: &Driver) -> Result<(), String> {
    let recorded = fs::read_to_string(RECORD).unwrap_or_default();
    let mut new: Vec<(&str, String)> = Vec::new();
    for (name, queries, cost) in &counts.rows {
        new.push((name, format!("{name}\t{queries}\t{cost:.1}")));
    }
    let mut rows = Vec::new();
    for line in recorded.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split('\t').next().unwrap_or_default();
        match new.iter().position(|(counted, _)| *counted == name) {
            Some(at) => rows.push(new.remove(at).1),
            None if driver.wants("--rows", name) => {}
            None => rows.push(line.to_string()),
        }
    }
    rows.extend(new.into_iter().map(|(_, row)| row));
    let date = output(Command::new("date").args(["-u", "+%F"])).unwrap_or_default();
    let mut text = format!(
        "# Instructions a query: `cargo bench --bench instructions` compares, `-- --record` writes.\n\
         {}# date: {}\n# row\tqueries\tinstructions\n",
        circumstances(&counts.simd),
        date.trim(),
    );
    for row in rows {
        text += &(row + "\n");
    }
    fs::write(RECORD, text).map_err(|e| format!("{RECORD}: {e}"))
}

/// Prints the table; the rows that are up, or that were recorded and are gone.
fn compare(counts: &Counts, driver: &Driver) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(RECORD).map_err(|e| format!("{RECORD}: {e}"))?;
    for line in circumstances(&counts.simd).lines() {
        if !text.contains(line) {
            println!("not as recorded: {line}");
        }
    }
    let mut recorded = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let cost: Option<f64> = cells.get(2).and_then(|cell| cell.parse().ok());
        let cost = cost.ok_or(format!("{RECORD}: not a row: {line}"))?;
        recorded.insert(cells[0], cost);
    }
    let mut up = Vec::new();
    println!(
        "{:32} {:>12} {:>12} {:>7}",
        "row", "recorded", "now", "ratio"
    );
    for (name, _, now) in &counts.rows {
        let Some(then) = recorded.remove(name.as_str()) else {
            println!("{name:32} {:>12} {now:12.1}", "new");
            continue;
        };
        let ratio = now / then;
        let is_up = ratio > 1.0 + ALLOWED;
        let mark = if is_up { "  UP" } else { "" };
        println!("{name:32} {then:12.1} {now:12.1} {ratio:7.4}{mark}");
        if is_up {
            up.push(format!("{name} takes {ratio:.4} times the instructions"));
        }
    }
    let gone = recorded
        .into_keys()
        .filter(|name| driver.wants("--rows", name));
    up.extend(gone.map(|name| format!("{name} was recorded and is gone")));
    Ok(up)
}

fn run(driver: &Driver) -> Result<(), String> {
    let counts = measure()?;
    if driver.is_given("--record") {
        return record(&counts, driver);
    }
    match compare(&counts, driver)? {
        up if up.is_empty() => Ok(()),
        up => Err(up.join("\n")),
    }
}

fn main() -> ExitCode {
    let driver = Driver::from_args(concat!(env!("CARGO_MANIFEST_DIR"), "/..").as_ref());
    if driver.quick || std::env::var_os(INNER).is_some() {
        count(&driver);
        return ExitCode::SUCCESS;
    }
    match run(&driver) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
