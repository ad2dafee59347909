//! A separating plane.

use crate::mirror::{answers, padded};
use interframe::Plane;

answers! {
    /// A plane between two bodies: the proof that they are apart.
    ///
    /// The proof is the normal alone: on the input's numbers, in real arithmetic, max normal.a over
    /// body A < min normal.b over body B. Between bodies a last place apart no normal of doubles may
    /// do that; then span_count is not 0 and the span names the vertices that define one exactly.
    pub struct ifr_plane from plane: Plane {
        /// Points from A to B; world axes; unit length to rounding. With span_count > 0 it is the
        /// exact normal rounded, which need not separate.
        pub normal: [f64; 3],
        /// normal.x of a point about half-way between the bodies, world frame. Information only: far
        /// from the origin its rounding can exceed the gap.
        pub offset: f64,
        /// 0: the normal is the proof. 1 to 3: the exact normal is the negative of the point nearest
        /// to the origin in the hull of the differences a - b of this many vertex pairs.
        pub span_count: u32 = plane.spanned_by.map_or(0, |span| span.pairs().len()) as u32,
        /// Vertices of A in the pairs, as numbered by ifr_polytope_get_vertex; in a two-frame query
        /// a vertex at t = 1 has the vertex count added. Only the first span_count are meant.
        pub span_a: [u32; 3] = padded(plane.spanned_by.iter().flat_map(|span| span.pairs()).map(|pair| pair.0)),
        /// Vertices of B in the pairs.
        pub span_b: [u32; 3] = padded(plane.spanned_by.iter().flat_map(|span| span.pairs()).map(|pair| pair.1)),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 4] = [0; 4],
    }
}
