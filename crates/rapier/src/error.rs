//! What can be wrong with a world that is mirrored.

use thiserror::Error;

/// Names what cannot be mirrored or converted, and why.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A shape that has no counterpart.
    #[error("{kind} cannot be converted: {why}")]
    Shape {
        /// The kind of the shape, with its article.
        kind: &'static str,
        /// The reason, in words.
        why: &'static str,
    },
    /// A number or a list that the library refuses, for example a radius of NaN.
    #[error(transparent)]
    Interframe(#[from] interframe::Error),
    /// An error about one collider. Nothing of the call has happened to others that are later in rapier's set.
    #[error("collider {index} (generation {generation}): {source}")]
    Collider {
        /// Index of its handle.
        index: u32,
        /// Generation of its handle.
        generation: u32,
        /// The error.
        source: Box<Error>,
    },
    /// A call that does not come in its turn.
    #[error("{what}")]
    Order {
        /// The fault, in words.
        what: &'static str,
    },
}

/// A value or an [`enum@Error`].
pub type Result<T> = std::result::Result<T, Error>;
