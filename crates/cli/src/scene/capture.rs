//! `--capture`: appends the queries of a run to a file, as case lines that ask them again. `asker.rs` makes the cases.

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

use interframe::case::Case;

use crate::error::Fatal;

/// A file of case lines.
#[derive(Debug)]
pub struct Capture {
    path: PathBuf,
    out: BufWriter<File>,
    all: bool,
    lines: u64,
    /// The first thing that went wrong; nothing is written after it.
    written: Result<()>,
}

impl Capture {
    /// Starts the file anew. With `all`, queries that were proved apart are kept as well.
    pub fn create(path: &Path, all: bool) -> std::result::Result<Self, Fatal> {
        let file = File::create(path).map_err(|source| Fatal::Capture {
            path: path.to_path_buf(),
            source,
        })?;
        Ok(Capture {
            path: path.to_path_buf(),
            out: BufWriter::new(file),
            all,
            lines: 0,
            written: Ok(()),
        })
    }

    /// Whether a query with such an answer is to be kept.
    pub fn wants(&self, may_hit: bool) -> bool {
        self.written.is_ok() && (may_hit || self.all)
    }

    pub fn add(&mut self, line: &Case) {
        self.written = writeln!(self.out, "{line}");
        self.lines += 1;
    }

    /// Ends the file and says on standard error how much is in it.
    pub fn finish(mut self) -> std::result::Result<(), Fatal> {
        let path = self.path;
        self.written
            .and_then(|()| self.out.flush())
            .map_err(|source| Fatal::Capture {
                path: path.clone(),
                source,
            })?;
        eprintln!(
            "interframe: {} queries captured in {}",
            self.lines,
            path.display()
        );
        Ok(())
    }
}
