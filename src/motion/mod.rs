//! Where bodies are, and how they move over a frame.

mod carry;
mod flyer;
pub(crate) mod moving_box;
pub(crate) mod over_pieces;
pub(crate) mod pairs;
pub(crate) mod passing;
pub(crate) mod placed;
pub(crate) mod pose;
pub(crate) mod rigid_motion;
mod side_of_plane;
mod straight;
