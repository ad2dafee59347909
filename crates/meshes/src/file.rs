//! Regular files up to a size that the caller states; that of mesh files is `MeshFile::MAX_SIZE` in `lib.rs`.
//!
//! A pipe or a device may never end, so it is refused before it is opened.

use std::fs::{File, metadata};
use std::io::{self, Read};
use std::path::Path;

/// Reads a whole file, if it is a regular one of at most `limit` bytes.
///
/// # Errors
/// What the system says; a file that is larger or not regular.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_all(open(path, limit)?.0, limit)
}

/// Reads to the end: a file may grow meanwhile, and some say that they are empty.
///
/// # Errors
/// What the reader says; more than `limit` bytes.
pub fn read_all(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => Err(too_large(limit)),
        false => Ok(bytes),
    }
}

/// Opens a regular file of at most `limit` bytes, and says its size.
///
/// # Errors
/// See [`read`].
pub fn open(path: &Path, limit: u64) -> io::Result<(File, u64)> {
    let refuse_odd = |is_file: bool| match is_file {
        true => Ok(()),
        false => Err(io::Error::other(
            "not a regular file (a pipe is read as `-`, and only for cases and proofs)",
        )),
    };
    // Before it is opened: a pipe that nobody writes to would never open.
    refuse_odd(metadata(path)?.is_file())?;
    let file = File::open(path)?;
    let found = file.metadata()?;
    refuse_odd(found.is_file())?;
    match found.len() > limit {
        true => Err(too_large(limit)),
        false => Ok((file, found.len())),
    }
}

/// The error of a file that is too large.
#[must_use]
pub fn too_large(limit: u64) -> io::Error {
    io::Error::other(format!("larger than the limit of {limit} bytes"))
}
