//! What an answer may say.

use crate::names::named;

/// The answer. `Undecided` is the zero value, so that forgotten memory never reads as free.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Verdict {
    /// Not proved either way; the answer's reason says why. Treat it as a possible hit.
    #[default]
    Undecided = 0,
    /// Proved apart, by a plane.
    Separated = 1,
    /// Proved to meet. Bodies are closed sets: touching is a hit.
    Hit = 2,
}

impl Verdict {
    /// True for everything but `Separated`: doubt maps to the safe side.
    #[must_use]
    pub fn may_hit(self) -> bool {
        self != Verdict::Separated
    }
}

named!(Verdict, a "verdict", {
    Undecided: "undecided",
    Separated: "separated",
    Hit: "hit",
});
