//! Why a certificate is rejected.

use thiserror::Error;

/// Why a certificate is rejected: which condition of `docs/guide/CERTIFICATES.md` does not hold, and where.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("C{condition}: {problem}")]
pub struct Failure {
    /// The condition's number.
    pub condition: u16,
    /// The fault.
    pub problem: Problem,
}

/// A fault of a certificate, and its place.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not a certificate's.
    #[error("byte {at}: {what}")]
    Text {
        /// The fault, in words.
        what: String,
        /// Where, counted from 0.
        at: usize,
    },
    /// A number is NaN or infinite.
    #[error("{what} is not a finite number")]
    NotFinite {
        /// Which one.
        what: String,
    },
    /// A number is outside its range.
    #[error("{what} is {value}; it must be {range}")]
    Range {
        /// Which one.
        what: String,
        /// The number.
        value: f64,
        /// The range that is allowed.
        range: &'static str,
    },
    /// The bodies or motions make no sense, or the kind of proof does not fit them.
    #[error("{what}")]
    Malformed {
        /// The fault, in words.
        what: String,
    },
    /// An id beyond what it counts through.
    #[error("{what} names vertex {id} of {count}")]
    Id {
        /// Which id.
        what: String,
        /// The id.
        id: u32,
        /// Number of vertices.
        count: usize,
    },
    /// Static: the plane does not separate.
    #[error(
        "the plane does not separate: vertex {a} of A reaches as far along the normal as vertex {b} of B"
    )]
    NotSeparated {
        /// Vertex of A of largest n.a.
        a: u32,
        /// Vertex of B of smallest n.b.
        b: u32,
    },
    /// The bodies are not shown to be farther apart than that.
    #[error("the gap along the normal is not larger than the distance of {distance}")]
    NotFarther {
        /// The claim.
        distance: f64,
    },
    /// The bodies are not shown to be so near.
    #[error("the pairs do not come within the distance of {distance}")]
    NotNearer {
        /// The claim.
        distance: f64,
    },
    /// A point that is named of a curved body is no point of it.
    #[error("vertex {id} of {body} lies outside its shape")]
    OutsideShape {
        /// `'A'` or `'B'`.
        body: char,
        /// The vertex.
        id: u32,
    },
    /// Bodies of which one is curved are not shown to be apart along the normal.
    #[error("no proof that the gap along the normal is larger than {distance} and the radii")]
    NoGap {
        /// The distance to be proved; 0 for bodies that must be apart.
        distance: f64,
    },
    /// It is not proved that the hull of the columns holds the origin.
    #[error("the columns do not hold the origin: no common point is proved")]
    NoCommonPoint,
    /// A vertex of B does not lie in its simplex of A.
    #[error("vertex {vertex} of B does not lie in the hull of the vertices of A that are named")]
    NotHeld {
        /// Vertex of B.
        vertex: u32,
    },
    /// A loop of A's faces is not one, or all of them are not the boundary.
    #[error("face {face} of A: {what}")]
    Face {
        /// Index of the loop.
        face: usize,
        /// The fault, in words.
        what: &'static str,
    },
    /// B is beyond a face at a time at which it should not be, or the contrary was not proved.
    #[error("face {face} of A: {} at t = {t}", if *.sure { "B is beyond it" } else { "no proof that B is not beyond it" })]
    Wall {
        /// Index of the loop.
        face: usize,
        /// When.
        t: f64,
        /// Whether it is for certain.
        sure: bool,
    },
    /// A vertex of B is not proved outside.
    #[error("at t = {t} vertex {vertex} of B is not proved outside A")]
    NotOutside {
        /// Vertex of B.
        vertex: u32,
        /// When.
        t: f64,
    },
    /// The chain leaves some time out.
    #[error("link {link} begins at t = {found}, but the links before it end at t = {expected}")]
    Gap {
        /// Index of the link.
        link: usize,
        /// Where it had to begin, at the latest.
        expected: f64,
        /// Where it begins.
        found: f64,
    },
    /// A normal separates the vertices, and not by more than the radii about them.
    #[error("the gap along the normal is not larger than the radii together")]
    WithinRadii,
    /// At this time the link's claim is false.
    #[error("link {link}: at t = {t} the gap is not larger than the separation")]
    LinkFalse {
        /// Index of the link.
        link: usize,
        /// The time.
        t: f64,
    },
    /// The link could not be proved between these times.
    #[error("link {link}: no proof that the gap stays open from t = {t0} to t = {t1}")]
    LinkUnproved {
        /// Index of the link.
        link: usize,
        /// Start of the first part without proof.
        t0: f64,
        /// Its end.
        t1: f64,
    },
    /// More looks than a link may take.
    #[error("link {link}: not proved by {looks} looks, the first gap is from t = {t0} to t = {t1}")]
    TooManyLooks {
        /// Index of the link.
        link: usize,
        /// The limit.
        looks: u32,
        /// Start of the first part without proof.
        t0: f64,
        /// Its end.
        t1: f64,
    },
    /// A ball does not hold its body.
    #[error("link {link}: vertex {id} of {body} lies outside its ball")]
    OutsideBall {
        /// Index of the link.
        link: usize,
        /// `'A'` or `'B'`.
        body: char,
        /// The vertex.
        id: u32,
    },
    /// The closest points are farther apart than claimed.
    #[error("at t = {t} the two points are not within the gap of {gap}")]
    NotNear {
        /// The time.
        t: f64,
        /// The claim.
        gap: f64,
    },
    /// The contact lies before the end of the chain.
    #[error("the contact is at t = {contact}, before the end of the links at t = {free_until}")]
    ContactEarly {
        /// First time of the contact.
        contact: f64,
        /// End of the last link.
        free_until: f64,
    },
}

/// Returns the failure of a condition, if what follows `if` holds: a text as of `format!`, or a [`Problem`].
macro_rules! refuse {
    ($condition:tt if $wrong:expr => $($problem:tt)+) => {
        if $wrong {
            refuse!($condition => $($problem)+);
        }
    };
    ($condition:tt => $what:literal $(, $value:expr)*) => {
        return Err(Failure::malformed($condition, format!($what $(, $value)*)))
    };
    ($condition:tt => $problem:expr) => {
        return Err(Failure::new($condition, $problem))
    };
}
pub(super) use refuse;

impl Failure {
    pub(super) fn new(condition: u16, problem: Problem) -> Self {
        Failure { condition, problem }
    }

    pub(super) fn malformed(condition: u16, what: impl Into<String>) -> Self {
        Failure::new(condition, Problem::Malformed { what: what.into() })
    }

    pub(super) fn range(
        condition: u16,
        what: impl Into<String>,
        value: f64,
        range: &'static str,
    ) -> Self {
        let what = what.into();
        Failure::new(condition, Problem::Range { what, value, range })
    }
}
