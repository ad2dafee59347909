//! What can be wrong with a file, a case or a key. Every message says where, and what would be
//! right.

use std::path::PathBuf;

use thiserror::Error;

/// What is wrong with one case, shape or scene; the key says where inside it.
#[derive(Debug, Error)]
pub enum Problem {
    #[error("not readable as JSON: {0}")]
    Syntax(String),
    #[error("unknown key `{key}`; known here: {known}")]
    UnknownKey { key: String, known: String },
    #[error("key `{key}` is given twice")]
    DuplicateKey { key: String },
    #[error("missing key `{key}`")]
    MissingKey { key: String },
    #[error("key `{key}` is {value}; it must be finite")]
    NotFinite { key: String, value: String },
    #[error("key `{key}` must be {expected}")]
    WrongType { key: String, expected: String },
    #[error("key `{key}`: {what} is not supported yet")]
    NotSupported { key: String, what: String },
    #[error("key `{key}`: the method `{method}` is not built in: it takes `--features {method}`")]
    NotBuiltIn { key: String, method: String },
    #[error("key `{key}`: {message}")]
    Invalid { key: String, message: String },
    #[error("key `{key}`: {source}")]
    Library {
        key: String,
        source: interframe::Error,
    },
    #[error("key `{key}`: {}: {message}", path.display())]
    Mesh {
        key: String,
        path: PathBuf,
        message: String,
    },
}

/// Result of reading one case, shape or scene.
pub type Result<T> = std::result::Result<T, Problem>;

/// A library error with the key that caused it.
pub fn at_key(key: &str) -> impl FnOnce(interframe::Error) -> Problem + '_ {
    move |source| Problem::Library {
        key: key.to_string(),
        source,
    }
}

/// What ends the whole program.
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
