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

impl PairState {
    /// The state as plain words, for snapshots and hashes; all zero is empty.
    #[must_use]
    pub fn to_words(&self) -> [u64; 7] {
        let [x, y, z] = self.normal_world.map(f64::to_bits);
        let ([a0, a1, a2], [b0, b1, b2]) = (self.portal_a, self.portal_b);
        let pack = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let ids = [
            pack(a0, a1),
            pack(a2, b0),
            pack(b1, b2),
            pack(self.hint_a, self.hint_b),
        ];
        [x, y, z, ids[0], ids[1], ids[2], ids[3]]
    }

    /// The state whose words these are. Any words make a state; foreign ones cost time only.
    #[must_use]
    pub fn from_words([x, y, z, ids @ ..]: [u64; 7]) -> Self {
        let [[a0, a1], [a2, b0], [b1, b2], [hint_a, hint_b]] =
            ids.map(|word| [word as u32, (word >> 32) as u32]);
        PairState {
            normal_world: [x, y, z].map(f64::from_bits),
            portal_a: [a0, a1, a2],
            portal_b: [b0, b1, b2],
            hint_a,
            hint_b,
        }
    }
}
