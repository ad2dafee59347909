//! `--capture`: appends the queries of a run to a file, as case lines that ask them again. `asker.rs` makes the cases.

use std::path::Path;

use interframe::case::Case;

use super::line_file::LineFile;
use crate::error::Fatal;

/// A file of case lines.
#[derive(Debug)]
pub struct Capture {
    file: LineFile,
    all: bool,
    lines: u64,
}

impl Capture {
    /// Starts the file anew. With `all`, queries that were proved apart are kept as well.
    pub fn create(path: &Path, all: bool) -> Result<Self, Fatal> {
        Ok(Capture {
            file: LineFile::create(path)?,
            all,
            lines: 0,
        })
    }

    /// Whether a query with such an answer is to be kept.
    pub fn wants(&self, may_hit: bool) -> bool {
        self.file.is_whole() && (may_hit || self.all)
    }

    pub fn add(&mut self, line: &Case) {
        self.file.line(line);
        self.lines += 1;
    }

    /// Ends the file and says on standard error how much is in it.
    pub fn finish(self) -> Result<(), Fatal> {
        let path = self.file.finish(|_| Ok(()))?;
        eprintln!(
            "interframe: {} queries captured in {}",
            self.lines,
            path.display()
        );
        Ok(())
    }
}
