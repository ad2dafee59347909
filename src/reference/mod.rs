//! Methods that serve for comparison, as a second opinion and as what the source texts describe.

pub(crate) mod face_grouped;
#[cfg(feature = "good_lp")]
pub(crate) mod good_lp;
pub(crate) mod interior_point;
pub(crate) mod kreuzer;
pub(crate) mod partial_sweeps;
pub(crate) mod silhouette;
