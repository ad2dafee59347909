//! What a body is: a point, a segment, flat, solid.

use crate::names::named;

named! {
    /// Dimension of a body, from its affine hull.
    #[derive(PartialOrd, Ord)]
    pub enum Dimension, a "kind of body" {
        /// No points: collides with nothing.
        Empty = 0: "empty",
        /// One point.
        Point = 1: "point",
        /// A line segment.
        Segment = 2: "segment",
        /// A flat convex polygon.
        Flat = 3: "flat",
        /// A solid.
        Solid = 4: "solid",
    }
}

impl Dimension {
    /// Whether it is a point or a segment.
    #[inline(always)]
    pub(crate) fn is_thin(self) -> bool {
        matches!(self, Dimension::Point | Dimension::Segment)
    }
}
