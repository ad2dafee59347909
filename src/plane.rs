//! A separating plane and what makes it a proof.

use nalgebra::Vector3;

/// A plane between two bodies.
///
/// The proof is the normal alone: on the input's numbers, in real arithmetic,
/// `max over A of normal.a < min over B of normal.b`. Between bodies a last place apart no f64
/// normal may do that; then `spanned_by` names the vertices that define one exactly.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Plane {
    /// Points from A to B; world axes; unit length to rounding. With `spanned_by` it is the
    /// exact normal rounded, which need not separate.
    pub normal: Vector3<f64>,
    /// `normal.x` of a point about half-way between the bodies, world frame. Information only:
    /// far from the origin its rounding can exceed the gap.
    pub offset: f64,
    /// Set when no f64 normal separates: the exact normal is the negative of the point nearest
    /// to the origin of the hull of the differences `a - b` of these vertices.
    pub spanned_by: Option<Span>,
}

/// Up to three vertex pairs whose differences `a - b` span an exact separating plane.
///
/// Ids are those of [`Polytope::vertex`](crate::Polytope::vertex); in a two-frame hull a vertex
/// at the end of the frame has the vertex count added to its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub(crate) pairs: [(u32, u32); 3],
    pub(crate) count: u32,
}

impl Span {
    /// The (vertex of A, vertex of B) pairs: one, two or three.
    #[must_use]
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs[..self.count as usize]
    }
}

/// Written as the list of its pairs.
#[cfg(feature = "serde")]
impl serde::Serialize for Span {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.pairs())
    }
}
