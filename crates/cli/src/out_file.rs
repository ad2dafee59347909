//! Files that commands write: whole, or as they were before. None of them takes the place of an input.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::Fatal;

/// A file that is written beside its place and put there when it is whole. If it is not, nothing of it stays.
#[derive(Debug)]
pub struct OutFile {
    path: PathBuf,
    out: BufWriter<File>,
    /// Where it is written, and where it is put; None for what is no regular file, such as a pipe.
    places: Option<[PathBuf; 2]>,
}

impl OutFile {
    /// Starts a file.
    pub fn create(path: &Path) -> Result<Self, Fatal> {
        let path = path.to_path_buf();
        match begin(&path) {
            Ok((file, places)) => Ok(OutFile {
                path,
                out: BufWriter::new(file),
                places,
            }),
            Err(source) => Err(Fatal::Capture { path, source }),
        }
    }

    /// Puts the file in its place and returns its path.
    pub fn finish(mut self) -> Result<PathBuf, Fatal> {
        let put = self.out.flush().and_then(|()| match &self.places {
            Some([part, whole]) => fs::rename(part, whole),
            None => Ok(()),
        });
        match put {
            Ok(()) => {
                self.places = None;
                Ok(self.path.clone())
            }
            Err(source) => Err(self.failed(source)),
        }
    }

    /// The error of a file of which writing failed.
    pub fn failed(&self, source: io::Error) -> Fatal {
        Fatal::Capture {
            path: self.path.clone(),
            source,
        }
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if let Some([part, _]) = &self.places {
            // What failed before is reported, and that the part stays is not worth a word.
            let _ = fs::remove_file(part);
        }
    }
}

fn begin(path: &Path) -> io::Result<(File, Option<[PathBuf; 2]>)> {
    let found = fs::metadata(path);
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    match &found {
        Ok(found) if !found.is_file() => return Ok((File::create(path)?, None)),
        Ok(found) if found.permissions().readonly() => {
            return Err(ErrorKind::PermissionDenied.into());
        }
        // A link to a file that is not there.
        Err(_) if is_link => return Ok((File::create(path)?, None)),
        _ => {}
    }
    // The file that a link leads to is replaced, not the link.
    let whole = match found {
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_path_buf(),
    };
    if whole.file_name().is_none() {
        return Err(io::Error::other("it is not the name of a file"));
    }
    let folder = whole.parent().unwrap_or(Path::new(""));
    let mut number = 0;
    loop {
        let name = format!(".interframe-{}-{number}.part", std::process::id());
        let part = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Ok(file) => {
                if let Ok(found) = &found
                    && let Err(error) = fs::set_permissions(&part, found.permissions())
                {
                    fs::remove_file(&part)?;
                    return Err(error);
                }
                return Ok((file, Some([part, whole])));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Refuses an output that is one of the inputs, by name or through a link.
pub fn check_is_no_input<'a>(
    flag: &str,
    out: &Path,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), Fatal> {
    match inputs.into_iter().find(|input| is_same(out, input)) {
        None => Ok(()),
        Some(input) => Err(Fatal::Usage(format!(
            "{flag} {}: that is the input {}, which it would replace",
            out.display(),
            input.display()
        ))),
    }
}

/// Whether two paths lead to one regular file.
fn is_same(a: &Path, b: &Path) -> bool {
    let known = |path: &Path| {
        let found = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        Some((fs::canonicalize(path).ok()?, found))
    };
    let (Some((a, of_a)), Some((b, of_b))) = (known(a), known(b)) else {
        return false;
    };
    a == b || number_of(&of_a).is_some_and(|number| Some(number) == number_of(&of_b))
}

/// Numbers that hard links of one file share.
#[cfg(unix)]
fn number_of(found: &fs::Metadata) -> Option<[u64; 2]> {
    use std::os::unix::fs::MetadataExt;
    Some([found.dev(), found.ino()])
}

#[cfg(not(unix))]
fn number_of(_: &fs::Metadata) -> Option<[u64; 2]> {
    None
}
