//! What one frame leaves to the next. A hint only: a stale, foreign or corrupted state costs time
//! and never makes a wrong answer. Exact queries give the same verdict for any content; a certified
//! sweep of bodies that turn, near its slack, may be proved free by a kept plane where a cold query
//! stays undecided.

use nalgebra::Vector3;

use crate::numeric::arithmetic::is_unit;

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
    normal_world: [f64; 3],
    /// Vertex ids on A of the last portal, each plus one. All zero: none. As ids they turn with
    /// the bodies, and so does the plane through them.
    portal_a: [u32; 3],
    /// Vertex ids on B of the last portal, each plus one.
    portal_b: [u32; 3],
    /// Last support vertex on A: where the next climb starts.
    pub(crate) hint_a: u32,
    /// Last support vertex on B.
    pub(crate) hint_b: u32,
}

/// Stands for the ids of all kept columns after a closed form decided; no vertex has it.
const CLOSED_FORM: u32 = u32::MAX - 1;

impl PairState {
    /// The normal of the last separating plane; None after a hit, or in an empty or foreign state: of plain
    /// memory only a unit vector counts.
    #[inline(always)]
    pub(crate) fn plane(&self) -> Option<Vector3<f64>> {
        let normal = Vector3::from(self.normal_world);
        is_unit(&normal).then_some(normal)
    }

    /// Leaves a plane to the next frame, or none.
    #[inline(always)]
    pub(crate) fn keep_plane(&mut self, normal: Option<&Vector3<f64>>) {
        self.normal_world = normal.map_or([0.0; 3], |n| (*n).into());
    }

    /// Ids on A and on B of the kept columns, in order; `u32::MAX`, which no vertex has, where there is none.
    #[inline(always)]
    pub(crate) fn columns(&self) -> [(u32, u32); 3] {
        let (a, b) = (&self.portal_a, &self.portal_b);
        std::array::from_fn(|k| (a[k].wrapping_sub(1), b[k].wrapping_sub(1)))
    }

    /// Leaves the first `count` of these columns to the next frame.
    #[inline(always)]
    pub(crate) fn keep_columns(&mut self, columns: [(u32, u32); 3], count: usize) {
        for (k, (id_a, id_b)) in columns.into_iter().enumerate() {
            let used = u32::from(k < count);
            self.portal_a[k] = id_a.wrapping_add(1) * used;
            self.portal_b[k] = id_b.wrapping_add(1) * used;
        }
    }

    /// Leaves to the next frame that a closed form decided.
    pub(crate) fn keep_closed_form(&mut self) {
        self.keep_plane(None);
        self.keep_columns([(CLOSED_FORM, CLOSED_FORM); 3], 3);
    }

    /// Whether a closed form decided the last frame. Asked where no portal is kept.
    #[inline(always)]
    pub(crate) fn was_closed_form(&self) -> bool {
        self.columns()[0].0 == CLOSED_FORM
    }

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
