//! The answer about two bodies of several pieces, as the one that counts among those of all pairs of pieces.
//!
//! `PosedPair::over_pieces` and `MovingPair::over_pieces` find the pairs; a query says which answer wins, and what ends it.

use crate::shape::pieces::PieceId;
use crate::verdict::{DecidedBy, Verdict};

/// What an answer is about, and what it took: its pieces, iterations, and the arithmetic that decided.
pub(super) type Parts<'a> = (&'a mut Option<[PieceId; 2]>, &'a mut u32, &'a mut DecidedBy);

/// An answer that names the pieces that it is about.
pub(super) trait PiecesAnswer: Sized {
    fn parts(&mut self) -> Parts<'_>;

    /// Replaces the answer by one about two pieces if that `wins`, and counts what it took in any case.
    fn take(&mut self, mut answer: Self, ids: [PieceId; 2], wins: bool) {
        let (pieces, &mut iterations, &mut decided_by) = answer.parts();
        *pieces = Some(ids);
        let (_, &mut before, &mut decided_before) = self.parts();
        if wins {
            *self = answer;
        }
        let (_, sum, most) = self.parts();
        (*sum, *most) = (before + iterations, decided_before.max(decided_by));
    }
}

/// Makes a [`PiecesAnswer`] of an answer with these three fields.
macro_rules! pieces_answer {
    ($answer:ident) => {
        impl $crate::query::fold::PiecesAnswer for $answer {
            fn parts(&mut self) -> $crate::query::fold::Parts<'_> {
                (&mut self.pieces, &mut self.iterations, &mut self.decided_by)
            }
        }
    };
}

pub(super) use pieces_answer;

/// Ranks verdicts by how much they say of bodies of which one pair of pieces has them: one that meets decides.
pub(super) fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Separated => 0,
        Verdict::Undecided => 1,
        Verdict::Hit => 2,
    }
}
