//! What can be wrong with an input. Nothing else is an error: a query that cannot decide says
//! [`Undecided`](crate::Verdict::Undecided).

use std::fmt;

use thiserror::Error;

pub use interframe_certificate::UnknownName;

/// Names what is wrong with an input, and where.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// A vertex has a NaN or infinite coordinate.
    #[error("vertex {index}: coordinate {axis} is {}; every coordinate must be finite", Number(.value))]
    NonFiniteVertex {
        /// Index of the vertex in the caller's list.
        index: usize,
        /// `'x'`, `'y'` or `'z'`.
        axis: char,
        /// The offending value.
        value: f64,
    },
    /// A coordinate of a point set is NaN or infinite.
    #[error("point {index}: coordinate {coordinate} is {}; every coordinate must be finite", Number(.value))]
    NonFiniteCoordinate {
        /// Index of the point in its list; the second list counts on from the first.
        index: usize,
        /// Number of the coordinate, from 0.
        coordinate: usize,
        /// The offending value.
        value: f64,
    },
    /// A triangle of a mesh names a vertex that is not there.
    #[error("triangle {triangle} names vertex {index}; there are {count} vertices")]
    TriangleIndex {
        /// Number of the triangle.
        triangle: usize,
        /// The index that it holds.
        index: u32,
        /// Number of vertices.
        count: usize,
    },
    /// A solid whose surface is not closed.
    #[error("the surface of a solid is open at the edge of vertices {} and {}: it has an odd number of triangles", .edge[0], .edge[1])]
    OpenEdge {
        /// The ends of the first such edge.
        edge: [u32; 2],
    },
    /// A solid whose surface crosses or touches itself.
    #[error("triangles {} and {} of a solid share points beyond their common corners and sides", .triangles[0], .triangles[1])]
    SelfIntersection {
        /// The first such triangle of the list, and the first that it crosses.
        triangles: [u32; 2],
    },
    /// A part that a compound cannot have.
    #[error("part {part} of the compound {what}")]
    Part {
        /// Its number.
        part: usize,
        /// The fault, in words.
        what: &'static str,
    },
    /// Factors that make no body of a known kind of this one.
    #[error("the body {what}")]
    Scale {
        /// Which body it is, and which factors it takes, in words.
        what: &'static str,
    },
    /// Heights that are no height field.
    #[error("the height field: {what}")]
    HeightField {
        /// The fault, in words.
        what: &'static str,
    },
    /// Memory has run out, or less is left than the work may need. Nothing has changed.
    #[error("out of memory: this may need {bytes} bytes")]
    OutOfMemory {
        /// Bytes that cannot be allocated.
        bytes: usize,
    },
    /// More vertices than an index of 32 bits can name twice (a two-frame hull doubles them).
    #[error("{count} vertices; at most {max} are supported")]
    TooManyVertices {
        /// Number of items.
        count: usize,
        /// The largest supported number.
        max: usize,
    },
    /// A name that no value has.
    #[error(transparent)]
    UnknownName(#[from] UnknownName),
    /// A component of a pose, motion or setting is NaN or infinite.
    #[error("{what} is {}; it must be finite", Number(.value))]
    NonFinite {
        /// Which quantity, for example `translation.x`.
        what: &'static str,
        /// The offending value.
        value: f64,
    },
    /// A quaternion whose norm is farther than 1e-3 from 1.
    #[error("the quaternion's norm is {}; it must be within 1e-3 of 1", Number(.norm))]
    QuaternionNorm {
        /// The norm that was found.
        norm: f64,
    },
    /// A matrix that is no rotation with a position.
    #[error("the matrix {what}, off by {}; at most {allowed} is allowed", Number(.off))]
    Matrix {
        /// The fault, in words: which row or columns, and whether they scale, shear, mirror or do not end with 0 0 0 1.
        what: &'static str,
        /// By how much.
        off: f64,
        /// The largest that is taken.
        allowed: f64,
    },
    /// Two orientations exactly half a turn apart have no unique shortest arc.
    #[error(
        "start and end orientation are exactly half a turn apart, so the axis is not unique; give the rotation vector `turn` instead of the end orientation"
    )]
    HalfTurn,
    /// The start and end lists of a deforming body differ in length.
    #[error("{start} start vertices but {end} end vertices; the counts must be equal")]
    MismatchedCounts {
        /// Length of the start list.
        start: usize,
        /// Length of the end list.
        end: usize,
    },
    /// Corners that are not those of a rectangle.
    #[error(
        "the corners are off those of a rectangle by {off}, its diagonal being {diagonal}; at most 1e-9 of that is allowed"
    )]
    NotARectangle {
        /// Largest length by which a corner would have to move.
        off: f64,
        /// The longer diagonal.
        diagonal: f64,
    },
    /// A method that does not answer the query.
    #[error("the query {query} is not answered by this method; it takes {known}")]
    Method {
        /// Name of the query.
        query: &'static str,
        /// Names of the methods that answer it.
        known: &'static str,
    },
    /// A body of a kind that the query does not take.
    #[error(
        "the query {query} does not take body {body}, which {kind}: {} says which it takes", told_in(.kind)
    )]
    Body {
        /// Name of the query.
        query: &'static str,
        /// `a` or `b`: the first that it does not take.
        body: &'static str,
        /// The kind of that body, in words.
        kind: &'static str,
    },
    /// An option is outside its range.
    #[error("setting {name} is {}; it must be {range}", Number(.value))]
    Setting {
        /// Field of the query's options.
        name: &'static str,
        /// The offending value.
        value: f64,
        /// The allowed range, in words.
        range: &'static str,
    },
    /// Lists that belong together differ in length.
    #[error("{count} {what}; there must be {wanted}")]
    Length {
        /// Items of the list, for example `states`.
        what: &'static str,
        /// Its length.
        count: usize,
        /// The length of the list that it belongs to.
        wanted: usize,
    },
    /// A pair of a batch names a body that is not there.
    #[error("pair {pair} names body {index}; there are {count} bodies")]
    Index {
        /// Number of the pair.
        pair: usize,
        /// The index that it holds.
        index: u32,
        /// Number of bodies.
        count: usize,
    },
    /// A query about one pair of many failed. No other pair has an answer.
    #[error("pair {pair}: {source}")]
    InPair {
        /// Number of the first such pair.
        pair: usize,
        /// The error of that pair.
        source: Box<Error>,
    },
    /// A `Jobs::run` returned although not all chunks had been run.
    #[error("only {done} of {pieces} pieces of work were run")]
    Jobs {
        /// Pieces that were run.
        done: usize,
        /// Pieces that there are.
        pieces: usize,
    },
    /// More pairs of boxes meet in a frame than the caller allows.
    #[error("the boxes of more than {max} pairs of bodies meet")]
    TooManyPairs {
        /// Largest number that is allowed.
        max: u64,
    },
    /// A world has no body of this id, or no more.
    #[error("the world has no body {index} of generation {generation}")]
    NoSuchBody {
        /// Index of the id.
        index: u32,
        /// Generation of the id.
        generation: u32,
    },
    /// A motion that a body of a world cannot have.
    #[error("the motion of body {index}, generation {generation}: {what}")]
    BodyMotion {
        /// Index of the body's id.
        index: u32,
        /// Generation of the body's id.
        generation: u32,
        /// The fault, in words.
        what: &'static str,
    },
    /// A pair of bodies meets that has no event function.
    #[error(
        "body {} (generation {}) and body {} (generation {}) meet and have none of the {slots} event functions: select again, with more of them if they are all in use",
        .a[0], .a[1], .b[0], .b[1]
    )]
    EventSlots {
        /// Index and generation of the first body's id.
        a: [u32; 2],
        /// Index and generation of the second body's id.
        b: [u32; 2],
        /// Number of functions.
        slots: usize,
    },
    /// Bytes that are no body: see [`SharedBody::from_bytes`](crate::SharedBody::from_bytes).
    #[error("the bytes of a body {what}")]
    Bytes {
        /// The fault, in words.
        what: &'static str,
    },
    /// Bytes that are no snapshot, or a frame that the world is past.
    #[error("{what}")]
    World {
        /// The fault, in words.
        what: &'static str,
    },
}

/// The guide that lists which queries take bodies of a kind.
fn told_in(kind: &str) -> &'static str {
    match ["pieces", "part", "mesh", "solid"]
        .iter()
        .any(|word| kind.contains(word))
    {
        true => "docs/guide/MESHES.md",
        false => "docs/guide/ROUND.md",
    }
}

/// A number as messages show it: without the many zeros of a very small or large one.
#[derive(Debug, Clone, Copy)]
pub struct Number<'a>(pub &'a f64);

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x = self.0;
        match *x == 0.0 || !x.is_finite() || (1e-5..1e15).contains(&x.abs()) {
            true => write!(f, "{x}"),
            false => write!(f, "{x:e}"),
        }
    }
}

/// Result of everything that takes input from a caller.
pub type Result<T> = std::result::Result<T, Error>;

/// Fails unless a condition holds.
pub(crate) fn ensure(holds: bool, error: impl FnOnce() -> Error) -> Result<()> {
    match holds {
        true => Ok(()),
        false => Err(error()),
    }
}

/// Fails unless a number is finite.
#[inline]
pub(crate) fn check_number(what: &'static str, value: f64) -> Result<()> {
    ensure(value.is_finite(), || Error::NonFinite { what, value })
}

/// Fails unless a value is within its range.
#[inline]
pub(crate) fn check_range(
    within: bool,
    name: &'static str,
    value: f64,
    range: &'static str,
) -> Result<()> {
    ensure(within, || Error::Setting { name, value, range })
}

/// Fails unless a number can be a length of a body.
pub(crate) fn check_length(name: &'static str, value: f64) -> Result<()> {
    let within = (0.0..f64::INFINITY).contains(&value);
    check_range(within, name, value, "finite and not negative")
}
