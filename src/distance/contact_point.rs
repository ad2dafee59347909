//! One contact of two bodies.

use nalgebra::Vector3;

/// One contact: a point of each body, one above the other along the normal.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C)] // the C interface writes them in place
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactPoint {
    /// On A's surface, to 1e-10 of the pair's size; world frame.
    pub point_a: Vector3<f64>,
    /// On B's. `point_a - point_b = depth * normal` to rounding.
    pub point_b: Vector3<f64>,
    /// How deep the bodies are in each other here: positive inside, negative across a gap.
    pub depth: f64,
    /// What touches: 32 bits for A (the upper) and for B, of each 2 bits for vertex (1), edge (2)
    /// or face (3) and 30 for its number. Equal in two frames when the same features touch; distinct
    /// in bodies of up to 100 million corners.
    pub id: u64,
}
