//! What can be wrong with a case or a key. Every message says where, and what would be right.

use std::fmt::Display;

use thiserror::Error;

/// An error in one case, shape or scene; the key is its place there.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
#[allow(missing_docs)]
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
    #[error(
        "key `{key}`: the query {query} is not answered by this method, `{method}`; it takes {known}"
    )]
    NotAnswered {
        key: String,
        query: String,
        method: String,
        known: String,
    },
    #[error("key `{key}`: {message}")]
    Invalid { key: String, message: String },
    #[error("key `{key}`: {source}")]
    Library {
        key: String,
        source: crate::error::Error,
    },
}

impl Problem {
    /// Something about the value at `key`.
    #[must_use]
    pub fn invalid(key: &str, message: impl Into<String>) -> Self {
        Problem::Invalid {
            key: key.to_owned(),
            message: message.into(),
        }
    }

    /// An error of the library's, at the option that it names or at `key`.
    #[must_use]
    pub fn of_query(source: crate::error::Error, key: &str) -> Self {
        let key = match source {
            crate::error::Error::Setting { name, .. } => name,
            crate::error::Error::Method { .. } => "method",
            crate::error::Error::Body { body, .. } => body,
            _ => key,
        };
        at_key(key)(source)
    }
}

/// What a value says of itself while it is read; where it stands is put in by [`Fields`](super::json::Fields).
impl serde::de::Error for Problem {
    fn custom<T: Display>(message: T) -> Self {
        Problem::invalid("", message.to_string())
    }
}

/// Result of reading one case, shape or scene.
pub type Result<T> = std::result::Result<T, Problem>;

/// A library error with the key that caused it.
pub fn at_key(key: &str) -> impl FnOnce(crate::error::Error) -> Problem + '_ {
    move |source| Problem::Library {
        key: key.to_string(),
        source,
    }
}
