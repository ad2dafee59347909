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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "[u64; 7]", from = "[u64; 7]"))]
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

    /// The state as bytes, the same on every machine: its words, each from its lowest byte on.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 56] {
        let mut bytes = [0; 56];
        for (place, word) in bytes.chunks_exact_mut(8).zip(self.to_words()) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The state whose bytes these are. Any bytes make a state; foreign ones cost time only.
    ///
    /// ```
    /// use interframe::PairState;
    /// let state = PairState::from_bytes(&[7; 56]);
    /// assert_eq!(PairState::from_bytes(&state.to_bytes()).to_words(), state.to_words());
    /// assert_eq!(PairState::from_bytes(&[0; 56]), PairState::default());
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 56]) -> Self {
        let mut words = [0; 7];
        for (word, place) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            let low_to_high = place.iter().rev();
            *word = low_to_high.fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        PairState::from_words(words)
    }
}

impl From<PairState> for [u64; 7] {
    fn from(state: PairState) -> Self {
        state.to_words()
    }
}

impl From<[u64; 7]> for PairState {
    fn from(words: [u64; 7]) -> Self {
        PairState::from_words(words)
    }
}
