//! Makes `docs/measured/MATRIX.md` of the recorded figures, a grid of kinds for each query and motion, and finds cells that
//! stand out and are not explained.
//!
//! A cell of this library stands out where it costs more than [`OUT`] times what is beside it: the median of the
//! same query for other kinds of the same families, the same pair in the other motion, or the fastest peer that
//! contradicts at most one in ten of its verdicts. Each needs a line of `docs/measured/matrix/sentences.txt`, which says why:
//! `query; motion; a; b; than: sentence`, where `*` is any, `a` and `b` are kinds or
//! families in either order, and `than` may be `a peer`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// `how`: what decided, or why it is open, with counts. `differ`: verdicts that contradict a decided one of this library.
pub const HEADER: &str =
    "query,motion,a,b,who,asked,us,items,separated,hit,undecided,how,differ,refused";

/// From so many times its neighbours on a cell needs a sentence.
pub const OUT: f64 = 5.0;

const FAMILIES: [(&str, &[&str]); 4] = [
    ("round", &["ball", "capsule", "rounded box"]),
    ("polytope", &["box", "hull of 66"]),
    ("curved", &["cylinder", "cone", "ellipsoid"]),
    ("pieces", &["compound", "mesh", "height field"]),
];

const OURS: &str = "interframe";

/// What a cell is compared with beside the other motion and the fastest peer.
const FAMILY: &str = "its family";

/// A line of the file.
pub struct Row {
    cell: [String; 4],
    who: String,
    asked: String,
    us: f64,
    items: u32,
    undecided: u32,
    differ: u32,
    refused: String,
}

impl Row {
    fn is_ours(&self) -> bool {
        self.who == OURS
    }

    fn answers(&self) -> bool {
        self.refused.is_empty()
    }
}

/// All lines below the first, which says when and where.
pub fn read(csv: &str) -> Result<Vec<Row>, String> {
    let mut lines = csv.lines().skip(1);
    if lines.next() != Some(HEADER) {
        return Err(format!("the second line is not {HEADER}"));
    }
    lines
        .map(|line| row(line).ok_or(format!("not a line of figures: {line}")))
        .collect()
}

fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split(',').collect();
    let columns: Vec<&str> = HEADER.split(',').collect();
    let text = |name: &str| {
        let at = columns.iter().position(|column| *column == name)?;
        (cells.len() == columns.len()).then(|| cells[at].to_string())
    };
    let count = |name: &str| text(name)?.parse::<u32>().ok();
    count("separated").and(count("hit"))?;
    Some(Row {
        cell: [text("query")?, text("motion")?, text("a")?, text("b")?],
        who: text("who")?,
        asked: text("asked")?,
        us: text("us")?.parse().ok()?,
        items: count("items")?,
        undecided: count("undecided")?,
        differ: count("differ")?,
        refused: text("refused")?,
    })
}

fn family(kind: &str) -> Option<&'static str> {
    let found = FAMILIES.iter().find(|(_, kinds)| kinds.contains(&kind));
    found.map(|(name, _)| *name)
}

/// Why some cells stand out.
struct Sentence<'a> {
    /// Query, motion, kinds, and what it is compared with.
    key: [&'a str; 5],
    text: &'a str,
}

impl Sentence<'_> {
    fn explains(&self, cell: &[String; 4], than: &str) -> bool {
        let [query, motion, a, b, what] = self.key;
        let is = |key: &str, name: &str| key == "*" || key == name || family(name) == Some(key);
        let is_motion = ["at rest", "straight", "turning", "aligned"].contains(&than);
        let is_peer = what == "a peer" && than != FAMILY && !is_motion;
        let pair = |x: &str, y: &str| is(x, &cell[2]) && is(y, &cell[3]);
        is(query, &cell[0])
            && is(motion, &cell[1])
            && (is(what, than) || is_peer)
            && (pair(a, b) || pair(b, a))
    }
}

fn sentences(text: &str) -> Result<Vec<Sentence<'_>>, String> {
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (key, text) = line.split_once(':').ok_or(format!("no sentence: {line}"))?;
            let key: Vec<&str> = key.split(';').map(str::trim).collect();
            let key: [&str; 5] = key
                .try_into()
                .map_err(|_| format!("not five names before the colon: {line}"))?;
            let text = text.trim();
            Ok(Sentence { key, text })
        })
        .collect()
}

/// Cells by query and motion, then kinds: this library's row first.
type Cells<'a> = BTreeMap<[usize; 4], Vec<&'a Row>>;

/// The table as Markdown, and what is wrong with it: cells that stand out without a sentence, and sentences that
/// explain none.
pub fn table(csv: &str, explained: &str) -> Result<(String, Vec<String>), String> {
    let rows = read(csv)?;
    let sentences = sentences(explained)?;
    let mut used = vec![false; sentences.len()];
    let mut errors = Vec::new();
    // Names by first appearance.
    let order = |of: &dyn Fn(&Row) -> Vec<String>| {
        let mut names: Vec<String> = Vec::new();
        for name in rows.iter().flat_map(of) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    };
    let queries = order(&|row| vec![row.cell[0].clone()]);
    let motions = order(&|row| vec![row.cell[1].clone()]);
    let kinds = order(&|row| row.cell[2..].to_vec());
    let who = order(&|row| vec![row.who.clone()]);
    let place = |names: &[String], name: &String| names.iter().position(|n| n == name).unwrap_or(0);
    let mut cells: Cells<'_> = BTreeMap::new();
    for row in &rows {
        let [query, motion, a, b] = &row.cell;
        if let Some(kind) = [a, b].into_iter().find(|kind| family(kind).is_none()) {
            return Err(format!("`{kind}` has no family"));
        }
        let key = [
            place(&queries, query),
            place(&motions, motion),
            place(&kinds, a),
            place(&kinds, b),
        ];
        cells.entry(key).or_default().push(row);
    }
    let peers: Vec<&String> = who.iter().filter(|name| *name != OURS).collect();
    let mut out = head(csv, &rows, &peers);
    let mut sections: Vec<[usize; 2]> = cells.keys().map(|key| [key[0], key[1]]).collect();
    sections.dedup();
    for section in sections {
        out += &titles(
            &queries[section[0]],
            &motions[section[1]],
            &rows,
            &peers,
            &kinds,
        );
        let mut notes = Vec::new();
        for (i, a) in kinds.iter().enumerate() {
            out += &format!("| {a} |");
            for j in 0..kinds.len() {
                let key = [section[0], section[1], i, j];
                let Some(cell) = cells.get(&key) else {
                    out += "  |";
                    continue;
                };
                let Some(ours) = cell.iter().find(|row| row.is_ours()) else {
                    return Err(format!("nothing of {OURS} for {:?}", cell[0].cell));
                };
                out += &format!(" {} |", shown(ours, cell));
                for (than, ratio) in beside(&cells, key, ours) {
                    let found = sentences.iter().position(|s| s.explains(&ours.cell, &than));
                    let mark = found.map_or("?".to_string(), |k| (k + 1).to_string());
                    let [_, _, a, b] = &ours.cell;
                    notes.push(format!("{a} at {b} {ratio:.1} {than} [{mark}]"));
                    match found {
                        Some(k) => used[k] = true,
                        None => {
                            errors
                                .push(format!("{}: {ratio:.1} times {than}", ours.cell.join(", ")));
                        }
                    }
                }
            }
            out += "\n";
        }
        if !notes.is_empty() {
            out += &format!("\nMore than {OUT} times: {}.\n", notes.join("; "));
        }
    }
    out += "\n## Why cells stand out\n\n";
    for (k, sentence) in sentences.iter().enumerate() {
        let _ = writeln!(
            out,
            "{}. {}: {}",
            k + 1,
            sentence.key.join(", "),
            sentence.text
        );
        if !used[k] {
            errors.push(format!(
                "no cell stands out as this line says: {}",
                sentence.key.join("; ")
            ));
        }
    }
    Ok((out, errors))
}

/// What a row costs more than [`OUT`] times of.
fn beside(cells: &Cells<'_>, key: [usize; 4], ours: &Row) -> Vec<(String, f64)> {
    if !ours.answers() {
        return Vec::new();
    }
    let kin = |row: &Row| {
        let same = |k: usize| family(&row.cell[k]) == family(&ours.cell[k]);
        row.is_ours() && row.answers() && row.cell != ours.cell && same(2) && same(3)
    };
    let same_query = cells.iter().filter(|(k, _)| k[..2] == key[..2]);
    let mut near: Vec<f64> = same_query
        .flat_map(|(_, rows)| rows)
        .filter(|row| kin(row))
        .map(|row| row.us)
        .collect();
    near.sort_by(f64::total_cmp);
    let mut all: Vec<(String, f64)> = Vec::new();
    if !near.is_empty() {
        all.push((FAMILY.into(), near[near.len() / 2]));
    }
    for (k, rows) in cells {
        if k[0] == key[0] && k[2..] == key[2..] && k[1] != key[1] {
            let other = rows.iter().filter(|row| row.is_ours() && row.answers());
            all.extend(other.map(|row| (row.cell[1].clone(), row.us)));
        }
    }
    if let Some(best) = fastest(&cells[&key]) {
        all.push((best.who.clone(), best.us));
    }
    let ratios = all.into_iter().map(|(than, us)| (than, ours.us / us));
    ratios.filter(|(_, ratio)| *ratio > OUT).collect()
}

fn head(csv: &str, rows: &[Row], peers: &[&String]) -> String {
    let cells = rows.iter().filter(|row| row.is_ours());
    let (answer, refuse): (Vec<_>, Vec<_>) = cells.partition(|row| row.answers());
    let items: u32 = answer.iter().map(|row| row.items).sum();
    let open: u32 = answer.iter().map(|row| row.undecided).sum();
    let mut out = format!(
        "# Every query, every pair of kinds\n\n\
         Made by `cargo bench --bench matrix -- --table` of [matrix.csv](matrix/matrix.csv) and \
         [sentences.txt](matrix/sentences.txt); [BENCHMARKS.md](BENCHMARKS.md#the-matrix) says how the figures are taken.\n\n\
         {}\n\nMicroseconds an item of A (rows) and B (columns), from empty pair states. {} cells answer, {} refuse (`-`; matrix.csv \
         says why); of {items} answers {open} are undecided (`?` and how many of the cell's). In brackets the fastest peer that \
         contradicts at most one in ten of our verdicts, by its letter below; matrix.csv has all peers, verdicts and what decided them. \
         Below each grid stand the cells that cost more than {OUT} times the median of their family, another motion or that peer, \
         and the number of the sentence that says why.\n\n| peer | | disagreements with decided answers | cells |\n|---|---|---:|---:|\n",
        csv.lines().next().unwrap_or("").trim_start_matches("# "),
        answer.len(),
        refuse.len(),
    );
    for peer in peers {
        let rows: Vec<_> = rows
            .iter()
            .filter(|row| row.who == **peer && row.answers())
            .collect();
        let (differ, items) = (
            rows.iter().map(|r| r.differ).sum::<u32>(),
            rows.iter().map(|r| r.items).sum::<u32>(),
        );
        let _ = writeln!(
            out,
            "| {peer} | {} | {differ} of {items} | {} |",
            code(peer),
            rows.len()
        );
    }
    out
}

/// The fastest peer that contradicts at most one in ten verdicts.
fn fastest<'a>(cell: &[&'a Row]) -> Option<&'a Row> {
    let peers = cell
        .iter()
        .filter(|row| !row.is_ours() && row.answers() && row.differ * 10 <= row.items);
    peers.min_by(|x, y| x.us.total_cmp(&y.us)).copied()
}

/// Head of a section: what the peers are asked and how they answer, and the columns.
fn titles(query: &str, motion: &str, rows: &[Row], peers: &[&String], kinds: &[String]) -> String {
    let mut said = Vec::new();
    for peer in peers {
        let theirs = rows.iter().filter(|row| {
            let [asked, moves, ..] = &row.cell;
            asked == query && moves == motion && row.who == **peer && row.answers()
        });
        let theirs: Vec<&Row> = theirs.collect();
        let mut asked: Vec<&str> = theirs.iter().map(|row| &*row.asked).collect();
        asked.sort_unstable();
        asked.dedup();
        if !asked.is_empty() {
            let differ: u32 = theirs.iter().map(|row| row.differ).sum();
            let items: u32 = theirs.iter().map(|row| row.items).sum();
            let asked = asked.join("`, `");
            said.push(format!("{peer} `{asked}` {differ} of {items}"));
        }
    }
    let mut out = format!("\n## {query}, {motion}\n");
    if !said.is_empty() {
        let _ = writeln!(
            out,
            "\nPeers (verdicts that contradict ours): {}.",
            said.join("; ")
        );
    }
    let columns = "---:|".repeat(kinds.len());
    let _ = write!(out, "\n| | {} |\n|---|{columns}\n", kinds.join(" | "));
    out
}

/// A cell of the grid.
fn shown(ours: &Row, cell: &[&Row]) -> String {
    if !ours.answers() {
        return "-".into();
    }
    let mut out = short(ours.us);
    if let Some(best) = fastest(cell) {
        let _ = write!(out, " ({} {})", code(&best.who), short(best.us));
    }
    if ours.undecided > 0 {
        let _ = write!(out, " ?{}", ours.undecided);
    }
    out
}

/// A peer's first letter and its precision.
fn code(who: &str) -> String {
    let precision = who.rsplit_once(" f").map_or("", |(_, bits)| bits);
    format!("{}{precision}", &who[..1])
}

/// Three digits.
fn short(us: f64) -> String {
    match us {
        x if x >= 100.0 => format!("{x:.0}"),
        x if x >= 10.0 => format!("{x:.1}"),
        x if x >= 1.0 => format!("{x:.2}"),
        x => format!("{x:.3}"),
    }
}

/// Makes the table of the files below `root`.
pub fn of(root: &Path) -> Result<(String, Vec<String>), String> {
    let read = |name: &str| {
        let path = root.join("docs/measured/matrix").join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    table(&read("matrix.csv")?, &read("sentences.txt")?)
}

/// Writes the table, and says what is wrong with it.
pub fn make(root: &Path) -> ExitCode {
    let wrote = of(root).and_then(|(text, errors)| {
        std::fs::write(root.join("docs/measured/MATRIX.md"), text)
            .map_err(|error| error.to_string())?;
        match errors.is_empty() {
            true => Ok(()),
            false => Err(errors.join("\n")),
        }
    });
    match wrote {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
