//! What a world keeps of pairs from frame to frame.

use crate::pair::PairState;
use crate::world::ids::PairKey;

/// Of a pair whose boxes met in the last frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PairRecord {
    pub(crate) key: PairKey,
    pub(crate) state: PairState,
    /// Whether it was in contact, or may have been.
    pub(crate) touching: bool,
}
