//! Did two convex polytopes meet between two frames, and what proves it?

pub mod ccd;
pub mod error;
pub mod ffi;
pub mod geometry;
mod lp;
pub mod pair;
pub mod settings;
mod sweep;
pub mod verdict;

pub use ccd::interframe::{Frame, Interframe, Sweep, VertexSweep, interframe, interframe_vertices};
pub use ccd::intersect::{Intersection, intersect};
pub use error::{Error, Result};
pub use geometry::motion::Motion;
pub use geometry::obb::OrientedBox;
pub use geometry::plane::{Plane, Span};
pub use geometry::polytope::{Dimension, Polytope};
pub use geometry::pose::Pose;
pub use geometry::validate::ValidationError;
pub use pair::PairState;
pub use settings::{Method, Settings};
pub use verdict::{About, DecidedBy, Reason, Verdict};
