//! Certificates of answers about bodies of several pieces.
//!
//! One pair of pieces proves that bodies meet, or are near, or that one is not inside: the certificate is about these two,
//! the vertices of which it lists. That bodies are apart takes a certificate of every pair whose boxes do not show it, and
//! the boxes; a proof holds one certificate, so there is none: [`refused`] stands for it.

use crate::advance::plain_data::refused;
use crate::certificate::Proof;
use crate::error::Result;
use crate::shape::pieces::PieceId;
use crate::verdict::Verdict;

/// Makes the proof that these pieces meet.
pub(crate) fn met(
    pieces: Option<[PieceId; 2]>,
    verdict: Verdict,
    of_pieces: impl FnOnce([PieceId; 2]) -> Result<Proof>,
) -> Proof {
    let ids = pieces.filter(|_| verdict == Verdict::Hit);
    let proof = ids.map(of_pieces);
    proof.and_then(Result::ok).unwrap_or_else(refused)
}
