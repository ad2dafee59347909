//! What a body may be given beyond its hull.

/// Options of [`Polytope::with_options`](crate::Polytope::with_options). The default is what
/// [`Polytope::new`](crate::Polytope::new) does, and right for nearly everyone. No option changes
/// a verdict; iteration counts, planes and points may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PolytopeOptions {
    /// Keep, for each of many cells of directions, the few corners that can be farthest there, so
    /// that a support query without a hint is one look-up and a short scan.
    ///
    /// For bodies of 100 corners or more (others are scanned anyway) that often meet partners they
    /// did not meet in the last frame. Queries of pairs whose state is kept are hardly faster. About
    /// doubles the body's memory; building takes up to twice as long. Such queries were 5 to 40%
    /// faster up to 4,098 corners, and up to 15% slower at 10,000, where caches are short: see
    /// `docs/measured/BENCHMARKS.md`, section "Support mapping".
    pub support_cells: bool,
}
