//! Names of bodies and of pairs of them.

/// Names a body of a [`World`](crate::World). No other body of that world has the same, unless an older snapshot is restored: what
/// is added then may get an id that was given after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    index: u32,
    generation: u32,
}

impl BodyId {
    /// The id of no body of any world.
    pub(crate) const NOBODY: BodyId = BodyId {
        index: 0,
        generation: 0,
    };

    pub(crate) fn new(index: u32, generation: u32) -> Self {
        BodyId { index, generation }
    }

    /// Its place, by which ids are ordered first, and which another body may have after it is removed.
    #[must_use]
    pub fn index(self) -> u32 {
        self.index
    }

    /// Which body of that place: from 1.
    #[must_use]
    pub fn generation(self) -> u32 {
        self.generation
    }

    /// The id as one number, the index in the lower half. Never 0.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.index) | u64::from(self.generation) << 32
    }

    /// The id of such a number; of any other it names no body.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        BodyId::new(bits as u32, (bits >> 32) as u32)
    }
}

/// A body and the key that the user gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// Which body.
    pub id: BodyId,
    /// Its key.
    pub user: u64,
}

impl Side {
    /// Sort key of bodies: the user's key, then the id.
    pub(crate) fn order(&self) -> (u64, BodyId) {
        (self.user, self.id)
    }
}

/// A convex piece of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Which body.
    pub body: BodyId,
    /// Which part of a body of several; 0 of a convex one.
    pub part: u32,
    /// Which triangle of a mesh; 0 of anything else.
    pub triangle: u32,
}

impl Piece {
    /// All of a convex body.
    pub(crate) fn whole(body: BodyId) -> Self {
        Piece {
            body,
            part: 0,
            triangle: 0,
        }
    }
}

/// A pair of pieces: what states, events and snapshots go by. A's body comes before B's by the users' keys, then by ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PairKey {
    /// The piece of A.
    pub a: Piece,
    /// The piece of B.
    pub b: Piece,
}

impl PairKey {
    /// All of two convex bodies.
    pub(crate) fn whole([a, b]: [BodyId; 2]) -> Self {
        PairKey {
            a: Piece::whole(a),
            b: Piece::whole(b),
        }
    }
}
