//! Reading files: regular ones up to a stated size, and lines up to a stated length.
//!
//! A pipe or a device may never end, so it is refused before it is opened. `-` is standard input,
//! which is read to its end before anything is answered: whoever writes it may not read yet.

use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read, Take, stdin};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use interframe_meshes::file::{open, read_all, too_large};
use serde::de::IgnoredAny;

use crate::error::{Fatal, Problem, Result};

/// Bytes of a case or proof file. Read line by line, so this bounds time, not memory.
pub const MAX_LINES: u64 = 4 << 30;
/// Bytes of standard input.
pub const MAX_STDIN: u64 = 1 << 30;
/// Bytes of one line: two bodies of half a million corners each, and a tree of 2 GiB at worst.
pub const MAX_LINE: u64 = 64 << 20;
/// Bytes of a scene file.
pub const MAX_SCENE: u64 = 64 << 20;
/// In the help of the commands that read lines.
macro_rules! limits {
    () => {
        "Limits: regular files only, or standard input as `-`; 4 GiB a file, 1 GiB of standard \
         input, 64 MiB a line, 256 MiB a mesh file."
    };
}
pub(crate) use limits;

/// Hands over every line that is not blank with its number from 1, or what is wrong with it; how many
/// there were. A file whose first line is the beginning of an object that goes on below is not read on.
pub fn for_each_line(
    path: &Path,
    mut each: impl FnMut(usize, Result<&str>) -> io::Result<()>,
) -> std::result::Result<u64, Fatal> {
    let at = |source| Fatal::Read {
        path: path.to_path_buf(),
        source,
    };
    let (reader, size): (Box<dyn BufRead>, u64) = match path.as_os_str() == "-" {
        true => {
            let all = read_all(stdin().lock(), MAX_STDIN).map_err(at)?;
            (Box::new(Cursor::new(all)), 0)
        }
        false => {
            let (file, size) = open(path, MAX_LINES).map_err(at)?;
            (Box::new(BufReader::new(file)), size)
        }
    };
    let bar = progress_bar(size);
    let mut lines = Lines {
        reader: reader.take(MAX_LINES + 1),
        bytes: Vec::new(),
    };
    let (mut number, mut count, mut is_open) = (0, 0, false);
    while lines.next().map_err(at)? {
        bar.inc(lines.bytes.len() as u64);
        number += 1;
        let line = lines.line();
        let blank = |line: &str| line.trim_matches([' ', '\t', '\r', '\n']).is_empty();
        if line.as_ref().is_ok_and(|line| blank(line)) {
            continue;
        }
        if is_open && !line.as_ref().is_ok_and(|line| line.starts_with('{')) {
            let what = "the object of its first line goes on below: a line is an object of its own here; \
                        `interframe run` takes scenes, and so does `view` of a file whose name ends in .json";
            return Err(at(io::Error::other(what)));
        }
        count += 1;
        let ends = |line: &str| serde_json::from_str::<IgnoredAny>(line).is_err_and(|e| e.is_eof());
        is_open = count == 1 && line.as_ref().is_ok_and(|line| ends(line));
        each(number, line)?;
    }
    bar.finish_and_clear();
    Ok(count)
}

struct Lines {
    /// One byte more than may come.
    reader: Take<Box<dyn BufRead>>,
    /// The line, its end included; of one that is too long the beginning.
    bytes: Vec<u8>,
}

impl Lines {
    /// Whether there is another line.
    fn next(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let mut line = (&mut self.reader).take(MAX_LINE + 1);
        let size = line.read_until(b'\n', &mut self.bytes)? as u64;
        if size > MAX_LINE && !self.bytes.ends_with(b"\n") {
            self.reader.skip_until(b'\n')?;
        }
        match self.reader.limit() {
            0 => Err(too_large(MAX_LINES)),
            _ => Ok(size > 0),
        }
    }

    fn line(&self) -> Result<&str> {
        let line = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        if line.len() as u64 > MAX_LINE {
            let message = format!("the line is longer than {MAX_LINE} bytes");
            return Err(Problem::Syntax(message));
        }
        std::str::from_utf8(line).map_err(|error| Problem::Syntax(error.to_string()))
    }
}

/// A bar on standard error, when a person looks on.
fn progress_bar(bytes: u64) -> ProgressBar {
    if !io::stderr().is_terminal() || bytes == 0 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {eta}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(bytes).with_style(style)
}
