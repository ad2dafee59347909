//! A hull before it is a body: what its bounds are computed from.

use nalgebra::Vector3;

use crate::numeric::scaling::Local;
use crate::shape::dimension::Dimension;

/// There are at least two corners.
pub(crate) struct HullData<'a> {
    pub dimension: Dimension,
    pub corners: &'a [Vector3<f64>],
    pub local: &'a Local,
    pub starts: &'a [u32],
    pub loops: &'a [u32],
}

impl HullData<'_> {
    pub(crate) fn faces(&self) -> impl Iterator<Item = &[u32]> {
        self.starts
            .windows(2)
            .map(|w| &self.loops[w[0] as usize..w[1] as usize])
    }
}
