//! A file of lines that a run writes. What goes wrong is reported when it ends, and nothing is written after it.

use std::fmt::Display;
use std::io::{Result, Write};
use std::path::{Path, PathBuf};

use crate::error::Fatal;
use crate::out_file::OutFile;

#[derive(Debug)]
pub struct LineFile {
    out: OutFile,
    /// The first thing that went wrong.
    written: Result<()>,
}

impl LineFile {
    /// Starts a file, which takes its place when it ends.
    pub fn create(path: &Path) -> std::result::Result<Self, Fatal> {
        Ok(LineFile {
            out: OutFile::create(path)?,
            written: Ok(()),
        })
    }

    /// Whether all lines so far are written.
    pub fn is_whole(&self) -> bool {
        self.written.is_ok()
    }

    pub fn line(&mut self, line: impl Display) {
        if self.is_whole() {
            self.written = writeln!(self.out, "{line}");
        }
    }

    /// Ends the file after what `last` writes, and returns its path.
    pub fn finish(
        mut self,
        last: impl FnOnce(&mut OutFile) -> Result<()>,
    ) -> std::result::Result<PathBuf, Fatal> {
        match self.written.and_then(|()| last(&mut self.out)) {
            Ok(()) => self.out.finish(),
            Err(source) => Err(self.out.failed(source)),
        }
    }
}
