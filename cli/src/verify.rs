//! `interframe verify`: checks the proofs in a file, line by line, with the library's independent
//! checker.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use interframe::Verdict;
use interframe::certificate::{Certificate, Placement, Proved, verify};
use serde::Deserialize;
use serde_json::json;

use crate::answer::verdict_name;
use crate::args::VerifyArgs;
use crate::error::Fatal;
use crate::query::{progress_bar, read_text};

pub const HELP: &str = "\
A proof file is what `query --json --certificate` prints and `run --certificate` writes. Each line with a `proof` is checked: the
proof itself, against the vertices and motions that it carries, and the line's verdict and times
against what was proved. A line `{\"body\": name, \"vertices\": [...]}` gives a body that later
proofs name. The last line says how many lines and proofs there are, so that a truncated file is
noticed.

Prints every rejected proof with its reason, then the counts.";

/// The last line of a proof file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    lines: u64,
    proofs: u64,
}

impl Closing {
    /// Counts one line before it.
    pub fn add(&mut self, proof: bool) {
        self.lines += 1;
        self.proofs += u64::from(proof);
    }

    pub fn proofs(&self) -> u64 {
        self.proofs
    }

    pub fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        let (lines, proofs) = (self.lines, self.proofs);
        writeln!(
            out,
            "{}",
            json!({"end": {"lines": lines, "proofs": proofs}})
        )
    }
}

/// What this program looks at in a line; the rest is the answer's own.
#[derive(Debug, Deserialize)]
struct Line {
    id: Option<String>,
    verdict: Option<String>,
    free_from: Option<f64>,
    t_lo: Option<f64>,
    t_hi: Option<f64>,
    gap: Option<f64>,
    proof: Option<LineProof>,
    body: Option<String>,
    vertices: Option<Vec<[f64; 3]>>,
    end: Option<Closing>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineProof {
    a: Body,
    b: Body,
    placement: Placement,
    certificate: Certificate,
}

/// A body's vertices, or the name of a line that gave them.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Body {
    Name(String),
    Vertices(Vec<[f64; 3]>),
}

/// Checks every proof of every file; the exit status.
pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let mut status = 0;
    for path in &args.files {
        let text = read_text(path).map_err(|source| Fatal::Read {
            path: path.clone(),
            source,
        })?;
        status = status.max(verify_file(path, &text, out)?);
    }
    Ok(status)
}

/// Counts of one file.
#[derive(Debug, Default)]
struct Counts {
    seen: Closing,
    separated: u64,
    hits: u64,
    parts: u64,
    rejected: u64,
    time: Duration,
}

fn verify_file(path: &Path, text: &str, out: &mut impl Write) -> Result<u8, Fatal> {
    let mut bodies = HashMap::new();
    let mut counts = Counts::default();
    let mut end = None;
    let mut bad = 0;
    let bar = progress_bar(text.lines().count());
    for (i, line) in text.lines().enumerate() {
        bar.inc(1);
        if line.trim().is_empty() {
            continue;
        }
        let place = format!("{}:{}", path.display(), i + 1);
        if end.is_some() {
            bad += 1;
            writeln!(out, "bad       {place}: a line after the closing one")?;
            continue;
        }
        match serde_json::from_str::<Line>(line) {
            Ok(Line {
                end: Some(found), ..
            }) => end = Some(found),
            Ok(line) => {
                counts.seen.add(line.proof.is_some());
                if let Err(reason) = counts.line(line, &mut bodies) {
                    writeln!(out, "rejected  {place}{reason}")?;
                }
            }
            Err(error) => {
                bad += 1;
                writeln!(out, "bad       {place}: {error}")?;
            }
        }
    }
    bar.finish_and_clear();
    let whole = match &end {
        Some(end) => (end.lines, end.proofs) == (counts.seen.lines, counts.seen.proofs),
        None => false,
    };
    if !whole {
        bad += 1;
        let closing = match &end {
            Some(end) => format!(
                "its closing line speaks of {} and {}",
                end.lines, end.proofs
            ),
            None => "it lacks its closing line".into(),
        };
        writeln!(
            out,
            "bad       {}: truncated or changed: {} lines and {} proofs were found, but {closing}",
            path.display(),
            counts.seen.lines,
            counts.seen.proofs,
        )?;
    }
    counts.write(path, out)?;
    Ok(match (bad, counts.rejected) {
        (1.., _) => 2,
        (0, 1..) => 1,
        _ => 0,
    })
}

impl Counts {
    /// Checks one line. The reason begins with the line's id.
    fn line(
        &mut self,
        line: Line,
        bodies: &mut HashMap<String, Vec<[f64; 3]>>,
    ) -> Result<(), String> {
        if let (Some(name), Some(vertices)) = (&line.body, &line.vertices) {
            bodies.insert(name.clone(), vertices.clone());
        }
        let Some(proof) = &line.proof else {
            return Ok(());
        };
        let id = line
            .id
            .as_ref()
            .map_or(String::new(), |id| format!(" ({id})"));
        let start = Instant::now();
        let outcome = checked(proof, bodies);
        self.time += start.elapsed();
        let proved = outcome
            .and_then(|proved| line.agrees(&proved).map(|()| proved))
            .map_err(|reason| {
                self.rejected += 1;
                format!("{id}: {reason}")
            })?;
        match proved.verdict {
            Verdict::Separated => self.separated += 1,
            Verdict::Hit => self.hits += 1,
            Verdict::Undecided => self.parts += 1,
        }
        Ok(())
    }

    fn write(&self, path: &Path, out: &mut impl Write) -> std::io::Result<()> {
        let proofs = self.seen.proofs.max(1) as f64;
        writeln!(
            out,
            "{}: {} proofs verified ({} separated, {} hits, {} of a part of the frame), {} \
             rejected; {} lines without proof; {:.1} us a proof",
            path.display(),
            self.separated + self.hits + self.parts,
            self.separated,
            self.hits,
            self.parts,
            self.rejected,
            self.seen.lines - self.seen.proofs,
            1e6 * self.time.as_secs_f64() / proofs,
        )
    }
}

fn checked(proof: &LineProof, bodies: &HashMap<String, Vec<[f64; 3]>>) -> Result<Proved, String> {
    let vertices = |body: &'_ Body| match body {
        Body::Vertices(list) => Ok(list.clone()),
        Body::Name(name) => bodies
            .get(name)
            .cloned()
            .ok_or_else(|| format!("no line before gives the body `{name}`")),
    };
    let (a, b) = (vertices(&proof.a)?, vertices(&proof.b)?);
    verify(&proof.certificate, [&a, &b], &proof.placement).map_err(|failure| failure.to_string())
}

impl Line {
    /// Whether the answer in the line is the one that was proved.
    fn agrees(&self, proved: &Proved) -> Result<(), String> {
        let mut name = verdict_name(proved.verdict);
        let from = self.free_from.unwrap_or(0.0);
        // Free from the end of a contact on that was to be ignored.
        if proved.verdict == Verdict::Undecided && proved.free[1] == 1.0 && from > 0.0 {
            name = verdict_name(Verdict::Separated);
        }
        if proved.free[0] > from {
            let free = proved.free[0];
            return Err(format!(
                "the line says free from {from}, the proof from {free}"
            ));
        }
        if let Some(verdict) = &self.verdict
            && verdict != name
        {
            return Err(format!("the line says {verdict}, the proof {name}"));
        }
        if let Some(t_lo) = self.t_lo
            && t_lo > proved.free[1]
        {
            let free = proved.free[1];
            return Err(format!(
                "the line says free until {t_lo}, the proof until {free}"
            ));
        }
        let contact = proved.contact.map_or(1.0, |[_, t_hi]| t_hi);
        if let Some(t_hi) = self.t_hi
            && t_hi < contact
        {
            return Err(format!(
                "the line says contact by {t_hi}, the proof by {contact}"
            ));
        }
        if let (Some(said), Some(gap)) = (self.gap, proved.gap)
            && said < gap
        {
            return Err(format!("the line says a gap of {said}, the proof of {gap}"));
        }
        Ok(())
    }
}
