//! A file of lines that a run writes. What goes wrong is reported when it ends, and nothing is written after it.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

use crate::error::Fatal;

#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    out: BufWriter<File>,
    /// The first thing that went wrong.
    written: Result<()>,
}

impl LineFile {
    /// Starts the file anew.
    pub fn create(path: &Path) -> std::result::Result<Self, Fatal> {
        let path = path.to_path_buf();
        match File::create(&path) {
            Ok(file) => Ok(LineFile {
                path,
                out: BufWriter::new(file),
                written: Ok(()),
            }),
            Err(source) => Err(Fatal::Capture { path, source }),
        }
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
        last: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
    ) -> std::result::Result<PathBuf, Fatal> {
        let written = self.written.and_then(|()| last(&mut self.out));
        match written.and_then(|()| self.out.flush()) {
            Ok(()) => Ok(self.path),
            Err(source) => Err(Fatal::Capture {
                path: self.path,
                source,
            }),
        }
    }
}
