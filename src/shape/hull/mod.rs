//! The convex hull of points: what they span, its triangles, its faces.

pub(crate) mod flat;
pub(crate) mod merge_faces;
pub(crate) mod points;
pub(crate) mod recheck;
pub(crate) mod triangulate;
