//! What one frame leaves to the next. A hint only: a stale, foreign or corrupted state costs time
//! and never makes a wrong answer. Exact queries give the same verdict whatever it holds; a certified
//! sweep of bodies that turn, near its slack, may be proved free by a kept plane where a cold query
//! stays undecided.

/// Warm-start memory of one pair. The caller owns it, one for each pair; all zero is empty.
///
/// Plain data: copy it to take a snapshot, compare it with `==`. Restoring a snapshot and asking
/// the same queries again gives the same bits.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PairState {
    /// Last separating normal, world axes, from A to B. All zero: none.
    pub(crate) normal_world: [f64; 3],
    /// Vertex ids on A of the last portal, each plus one. All zero: none. As ids they turn with
    /// the bodies, and so does the plane through them.
    pub(crate) portal_a: [u32; 3],
    /// Vertex ids on B of the last portal, each plus one.
    pub(crate) portal_b: [u32; 3],
    /// Last support vertex on A: where the next climb starts.
    pub(crate) hint_a: u32,
    /// Last support vertex on B.
    pub(crate) hint_b: u32,
}
