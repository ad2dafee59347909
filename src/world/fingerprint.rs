//! A number that tells shapes apart: the same for the same numbers, whatever machine made them.

use crate::body::curved::CurvedShape;
use crate::body::handle::{Body, SharedBody};

/// Mixes words into one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mix(pub(crate) u64);

impl Mix {
    pub(crate) const START: Mix = Mix(0x243f_6a88_85a3_08d3);

    /// Odd multiplier and rotation: every bit of a word reaches the upper half, and the lower by the next.
    pub(crate) fn with(self, word: u64) -> Self {
        Mix((self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29))
    }

    fn with_number(self, x: f64) -> Self {
        self.with(x.to_bits())
    }
}

/// Of a shape, from its corners or lengths and its radius.
pub(crate) fn fingerprint(shape: &SharedBody) -> u64 {
    let mix = match shape.get() {
        Body::Curved(body) => {
            let (kind, lengths) = match body.shape() {
                CurvedShape::Cylinder {
                    half_length,
                    radius,
                } => (1, [half_length, radius, 0.0]),
                CurvedShape::Cone {
                    half_length,
                    radius,
                } => (2, [half_length, radius, 0.0]),
                CurvedShape::Ellipsoid { radii } => (3, radii),
            };
            lengths
                .into_iter()
                .fold(Mix::START.with(kind), Mix::with_number)
        }
        _ => {
            let corners = shape.core().into_iter().flat_map(|core| core.vertices());
            corners.fold(Mix::START, |mix, v| {
                mix.with_number(v.x).with_number(v.y).with_number(v.z)
            })
        }
    };
    mix.with_number(shape.radius()).0
}
