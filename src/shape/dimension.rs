//! What a body is: a point, a segment, flat, solid.

use crate::names::named;

/// Dimension of a body, from its affine hull.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Dimension {
    /// No points: collides with nothing.
    #[default]
    Empty = 0,
    /// One point.
    Point = 1,
    /// A line segment.
    Segment = 2,
    /// A flat convex polygon.
    Flat = 3,
    /// A solid.
    Solid = 4,
}

named!(Dimension, a "kind of body", {
    Empty: "empty",
    Point: "point",
    Segment: "segment",
    Flat: "flat",
    Solid: "solid",
});
