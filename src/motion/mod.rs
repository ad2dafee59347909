//! Where bodies are, and how they move over a frame.

#[cfg(any(feature = "glam", feature = "mint"))]
mod conversions;
pub(crate) mod kinds;
pub(crate) mod moving_box;
pub(crate) mod pairs;
pub(crate) mod placed_parts;
pub(crate) mod pose;
pub(crate) mod rigid_motion;
mod scaled_body;
pub(crate) mod tolerance;
