//! The answer about two bodies of several pieces, as the one that counts among those of all pairs of pieces.
//!
//! `PosedPair::over_pieces` and `MovingPair::over_pieces` find the pairs; a query says which answer wins, and what ends it.

use nalgebra::Vector3;

use crate::midphase::piece_pairs::PieceMeeting;
use crate::motion::pairs::PosedPair;
use crate::shape::pieces::PieceId;
use crate::solver::rounded_distance;
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

impl PieceMeeting {
    /// A point of each piece: a common one, twice, of pieces that meet.
    pub(super) fn points(&self) -> [Vector3<f64>; 2] {
        match self.radii {
            [0.0, 0.0] => self.cores,
            radii => rounded_distance::nearer(self.cores, radii),
        }
    }
}

/// What decides about bodies of which no two pieces are near each other: boxes and planes in f64.
pub(super) fn decided_without_pieces(pair: &PosedPair<'_>) -> DecidedBy {
    match [&pair.a, &pair.b]
        .iter()
        .any(|body| body.bounding_polytope().is_empty())
    {
        true => DecidedBy::Nothing,
        false => DecidedBy::Float,
    }
}

/// Ranks verdicts by how much they say of bodies of which one pair of pieces has them: one that meets decides.
pub(super) fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Separated => 0,
        Verdict::Undecided => 1,
        Verdict::Hit => 2,
    }
}
