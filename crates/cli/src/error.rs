//! What ends the whole program; what is wrong with a case or a key is a [`Problem`].

use std::path::PathBuf;

use thiserror::Error;

pub use interframe::case::{Problem, at_key};

/// Result of reading one case, shape or scene.
pub type Result<T> = std::result::Result<T, Problem>;

/// An error that ends the whole program.
#[derive(Debug, Error)]
pub enum Fatal {
    #[error("{}: {source}", path.display())]
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("cannot write {}: {source}", path.display())]
    Capture {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{}: {problem}", path.display())]
    Scene { path: PathBuf, problem: Problem },
    #[error("{0}")]
    Usage(String),
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
}

/// The exit status of a command: 2 if something cannot be answered, else 1 if an answer is wrong.
pub fn exit_status(is_bad: bool, is_wrong: bool) -> u8 {
    match is_bad {
        true => 2,
        false => is_wrong.into(),
    }
}
