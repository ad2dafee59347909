//! What proves an answer, as plain data.
//!
//! A certificate is about two vertex lists and where they are ([`Placement`]); it holds numbers
//! and vertex ids, nothing of the library's own types, so that anyone can check it from this file
//! alone. [`verify`](super::verify()) does.
//!
//! All is in world axes; normals point from A to B and may have any length but 0; A's points are
//! a, B's are b. Ids count through the vertex list that the checker is given (of a `Polytope`, the
//! ids of `Polytope::vertex`); in a two-frame hull and in the lists of a deforming body, a vertex at
//! the end of the frame has the vertex count added.

use super::stay::{Exit, Outside};

/// Where a body is: `x_world = R(q) x / |q|^2 + p` in real numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct GivenPose {
    /// World position of the body's origin.
    pub p: [f64; 3],
    /// Quaternion x, y, z, w.
    pub q: [f64; 4],
}

/// Motion of a body over a frame, t in [0, 1], in the numbers that the caller gave.
///
/// The body point `pivot` moves on a straight line at constant speed. The orientation is
/// (R1 R0^-1)^t R0 by the shortest arc, or, with a turn, exp(t turn) R0.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct GivenMotion {
    /// At t = 0.
    pub start: GivenPose,
    /// At t = 1.
    pub end: GivenEnd,
    /// Body frame.
    pub pivot: [f64; 3],
}

/// The end of a motion: one of `q` and `turn`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct GivenEnd {
    /// With `q`: the body's origin at t = 1. With `turn`: the pivot is displaced by `p - start.p`.
    pub p: [f64; 3],
    /// Orientation at t = 1, reached by the shortest arc.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub q: Option<[f64; 4]>,
    /// Rotation vector over the frame, world axes, radians, any length.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub turn: Option<[f64; 3]>,
}

/// Poses or motions that a certificate is about.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Placement {
    /// The bodies at these poses, A's first.
    Poses([GivenPose; 2]),
    /// The bodies at all times of the frame.
    Motions([GivenMotion; 2]),
    /// The convex hulls of each body's start and end pose.
    Hulls(GivenHulls),
    /// The convex hulls of world points: the vertex lists hold the vertices at the start, then as
    /// many at the end.
    Lists,
}

/// The two-pose hulls of a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct GivenHulls {
    /// A's motion and B's.
    pub motions: [GivenMotion; 2],
    /// The quaternion that stands for each end pose. For a motion by end pose, its own; for a turn
    /// a rounded one, which the checker holds against the turn.
    pub end_q: [[f64; 4]; 2],
    /// Whether A's pivot displacement is subtracted from both ends.
    pub relative: bool,
}

/// The proof of an answer.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Certificate {
    /// Separated: one of the bodies has no vertex.
    Empty,
    /// Separated: normal.a < normal.b for all vertices.
    Plane {
        /// From A to B.
        normal: [f64; 3],
    },
    /// Separated, where no normal of f64 separates: the negative of the point nearest to the origin
    /// on the point, line or plane through the differences a - b of these pairs does.
    Span {
        /// One to three (vertex of A, vertex of B).
        pairs: Vec<[u32; 2]>,
    },
    /// Hit: the hull of the differences a - b of these pairs holds the origin.
    Columns {
        /// One to four (vertex of A, vertex of B).
        pairs: Vec<[u32; 2]>,
    },
    /// An answer about a motion.
    Chain(Chain),
    /// All contacts of a motion.
    Intervals(Intervals),
    /// B is inside A at these poses: every vertex of B lies in the hull of one to four vertices of A.
    Inside {
        /// For each vertex of B, ids of A.
        simplices: Vec<Vec<u32>>,
    },
    /// B is not inside A at these poses.
    Outside(Outside),
    /// Until when moving B stays inside moving A.
    Exit(Exit),
    /// Separated at these poses by more than a distance.
    Farther(Farther),
    /// Hit, of bodies at these poses that count as meeting within a distance: the hull of the differences
    /// a - b of these pairs comes so near to the origin.
    Nearer {
        /// At least 0.
        distance: f64,
        /// One to four (vertex of A, vertex of B).
        pairs: Vec<[u32; 2]>,
    },
}

/// The distance of two bodies is larger than this one. One of `normal` and `span` is given.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Farther {
    /// At least 0.
    pub distance: f64,
    /// normal.b - normal.a > distance |normal| for all vertices.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub normal: Option<[f64; 3]>,
    /// In its place where no normal of f64 shows it: that of [`Certificate::Span`] does.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub span: Option<Vec<[u32; 2]>>,
}

/// Proof about a motion: free, link after link, and what ends that.
///
/// The links say that the distance is above `separation` from `from` until the end of the last
/// one. They follow each other without a gap. Without contact, links up to t = 1 prove `Separated`
/// when `from` is 0, and links that end earlier prove what an undecided query knows.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Chain {
    /// Separation that is proved, at least 0: 0 for contact.
    pub separation: f64,
    /// Where the first link begins: 0, or the end of a contact that the query ignores.
    pub from: f64,
    /// In the order of time.
    pub links: Vec<Link>,
    /// With `Hit`: contact at or after the end of the last link (at `from` when there is none).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub contact: Option<Contact>,
}

/// All contacts of a frame, and that there are none between them.
///
/// What lies inside a contact, between its `enter` and its `exit`, is not certified.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Intervals {
    /// The distance that is spoken of, as in a [`Chain`].
    pub separation: f64,
    /// Before, between and after the contacts: one more than these.
    pub gaps: Vec<Gap>,
    /// In the order of time.
    pub contacts: Vec<ContactEnds>,
}

/// Free from `from` to the end of the last link; at no time without links.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Gap {
    /// Where the first link begins.
    pub from: f64,
    /// In the order of time.
    pub links: Vec<Link>,
}

/// Certified contacts at the beginning and at the end of one interval; None without a certificate.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ContactEnds {
    /// Where the interval begins.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub enter: Option<Contact>,
    /// Where it ends.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub exit: Option<Contact>,
}

/// The bodies are apart by more than the chain's separation for all t in [t0, t1].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Link {
    /// Start of the interval.
    pub t0: f64,
    /// End of the interval.
    pub t1: f64,
    /// Why.
    pub by: LinkKind,
}

/// Why a link holds.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum LinkKind {
    /// n(t).b(t) - n(t).a(t) > separation |n| for all vertices, with
    /// n(t) = exp((t - t0) turn) normal.
    Plane {
        /// The normal at t0.
        normal: [f64; 3],
        /// Rotation vector of the normal per unit of t; 0 for a plane that does not turn.
        turn: [f64; 3],
        /// The solver's bound on second derivatives in this link. Information only.
        bound: f64,
    },
    /// Each body's vertices lie in its ball, and the balls are apart by more than the separation.
    Balls {
        /// Body frames, A's first.
        centers: [[f64; 3]; 2],
        /// A's first.
        radii: [f64; 2],
    },
    /// Where no normal of f64 separates: the negative of the point nearest to the origin on the
    /// point, line or plane through the differences a - b of these pairs does, from t0 to t1. Of
    /// bodies that do not turn, ids of a pair at t1 have the vertex counts added; of others t0 is 0
    /// and all ids are of that time.
    Span {
        /// One to three (vertex of A, vertex of B).
        pairs: Vec<[u32; 2]>,
    },
}

/// The contact that ends a chain with a hit.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(rename_all = "snake_case", deny_unknown_fields)
)]
pub enum Contact {
    /// A common point at some time between the two `times`. The hull of the columns' differences
    /// a - b holds the origin; every column is taken at one of the times. Times that differ are
    /// for bodies that do not turn, whose differences move on straight lines.
    Overlap {
        /// First and last possible time of the common point; equal unless neither body turns.
        times: [f64; 2],
        /// One to eight columns.
        columns: Vec<Column>,
    },
    /// At time `t` the distance is at most `gap`, by a point of each body.
    Near {
        /// When.
        t: f64,
        /// Bound on the distance of the two points.
        gap: f64,
        /// A's point: vertices and weights, which are divided by their sum.
        a: Vec<Weighted>,
        /// B's point.
        b: Vec<Weighted>,
    },
}

/// One difference a - b.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Column {
    /// Vertex of A and vertex of B.
    pub pair: [u32; 2],
    /// At the second of the two times.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "std::ops::Not::not")
    )]
    pub late: bool,
    /// Its part of the combination that is the origin; the checker corrects it.
    pub weight: f64,
}

/// A vertex and its weight, at least 0.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Weighted {
    /// Vertex id.
    pub id: u32,
    /// Its weight.
    pub weight: f64,
}
