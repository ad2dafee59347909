//! `interframe verify`: checks the proofs in a file, line by line, with the library's independent
//! checker.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use interframe::certificate::{Failure, ProofFile, ProofLine};
use serde_json::json;

use crate::args::VerifyArgs;
use crate::error::{Fatal, exit_status};
use crate::input::{for_each_line, limits};
use crate::output::printable;

/// What may be the cause if a file that is not whole has no proof.
pub const NO_PROOF: &str =
    "; no line has a proof: is it what `query --json --certificate` printed?";

pub const HELP: &str = concat!(
    "\
A proof file is what `query --json --certificate` prints, what `run --certificate` writes, or proofs alone, one a line, as
`Proof::to_json` and `ifr_certificate_to_json` write them. Every proof is checked against the vertices and motions that it carries.
An answer is checked against its `proof`: it must not say more than that proves. A refusal names the condition of docs/guide/CERTIFICATES.md
that does not hold. A line `{\"body\": name, \"vertices\": [...]}` gives a body that later proofs name. The last line says how many lines
and proofs there are, so that a truncated file is noticed; a file of proofs alone needs none.

Prints every rejected proof with its reason, then the number of proofs for each verdict. `undecided` is a proof about a part of the frame.
docs/guide/CERTIFICATES.md says which parts of an answer are not certified.

",
    limits!()
);

/// The last line of a proof file.
#[derive(Debug, Default)]
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
        let end = json!({"end": {"lines": lines, "proofs": proofs}});
        writeln!(out, "{end}")
    }
}

/// Checks every proof of every file; the exit status.
pub fn run(args: &VerifyArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let mut status = 0;
    for path in &args.files {
        status = status.max(verify_file(path, out)?);
    }
    Ok(status)
}

/// Counts of one file.
#[derive(Debug, Default)]
struct Counts {
    /// By what they prove.
    verified: BTreeMap<&'static str, u64>,
    rejected: u64,
    /// Contacts of frames for which all contacts are proved.
    contacts: u64,
    /// Answers about two pieces of bodies of several.
    pieces: u64,
    time: Duration,
}

fn verify_file(path: &Path, out: &mut impl Write) -> Result<u8, Fatal> {
    let mut file = ProofFile::default();
    let mut counts = Counts::default();
    let mut bad = 0;
    for_each_line(path, |number, line| {
        let place = format!("{}:{number}", path.display());
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                bad += 1;
                let said = printable(&error.to_string());
                return writeln!(out, "bad       {place}: {said}");
            }
        };
        let start = Instant::now();
        match file.line(line) {
            Ok(line) => {
                counts.time += start.elapsed();
                if let Some(reason) = counts.add(&line) {
                    let id = line.id.map_or(String::new(), |id| format!(" ({id})"));
                    let said = printable(&format!("{id}: {reason}"));
                    writeln!(out, "rejected  {place}{said}")?;
                }
            }
            Err(error) => {
                bad += 1;
                writeln!(out, "bad       {place}: {}", printable(&error.to_string()))?;
            }
        }
        Ok(())
    })?;
    if let Err(error) = file.end() {
        bad += 1;
        let hint = match file.counts() {
            [_, 0] => NO_PROOF,
            _ => "",
        };
        let said = printable(&error.to_string());
        writeln!(out, "bad       {}: {said}{hint}", path.display())?;
    }
    counts.write(path, &file, out)?;
    Ok(exit_status(bad > 0, counts.rejected > 0))
}

impl Counts {
    /// Why the line's proof is refused, if it is.
    fn add(&mut self, line: &ProofLine) -> Option<Failure> {
        match line.proof.as_ref()? {
            Ok(proved) => {
                self.contacts += u64::from(proved.contacts);
                self.pieces += u64::from(line.pieces);
                *self.verified.entry(proved.verdict_name()).or_default() += 1;
                None
            }
            Err(failure) => {
                self.rejected += 1;
                Some(failure.clone())
            }
        }
    }

    fn write(&self, path: &Path, file: &ProofFile, out: &mut impl Write) -> std::io::Result<()> {
        let [lines, proofs] = file.counts();
        let each_us = 1e6 * self.time.as_secs_f64() / proofs as f64;
        let time = match proofs {
            0 => String::new(),
            _ => format!("; {each_us:.1} us a proof"),
        };
        let kinds: Vec<_> = (self.verified.iter())
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        let kinds = match kinds.is_empty() {
            true => "none".into(),
            false => kinds.join(", "),
        };
        writeln!(
            out,
            "{}: {} proofs verified ({kinds}), {} rejected; {} lines without proof{time}",
            path.display(),
            self.verified.values().sum::<u64>(),
            self.rejected,
            lines - proofs,
        )?;
        if self.contacts > 0 {
            writeln!(
                out,
                "not certified: what lies inside {} contact intervals",
                self.contacts
            )?;
        }
        if self.pieces > 0 {
            writeln!(
                out,
                "not certified: what other pieces do, of {} proofs about two each",
                self.pieces
            )?;
        }
        Ok(())
    }
}
