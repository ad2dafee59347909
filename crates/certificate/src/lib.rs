//! Proofs of collision answers, and their independent checker.
//!
//! A [`Certificate`] is plain data; [`verify`] checks it against the bodies' vertices and where
//! they are ([`Placement`]). The solvers that make certificates are in `interframe`, which uses this
//! crate and re-exports it as `interframe::certificate`; nothing here knows of them.
//! `docs/guide/CERTIFICATES.md` says what each kind claims and how it is checked.

mod bend;
mod big;
mod chain;
mod claims;
mod contact;
mod contain;
mod dyadic;
mod enclosure;
mod exact;
mod faces;
mod failure;
mod file;
mod finding;
mod half_pi;
mod interval;
mod interval_claims;
mod json;
mod link;
mod motion;
mod names;
mod numbers;
mod placed;
mod plane_claims;
mod proof;
mod reach;
mod read;
mod scene;
mod shape;
mod simplex;
mod stay;
mod text;
mod verdict;
mod verify;

pub use chain::{
    Certificate, Chain, Column, Contact, ContactEnds, Farther, Gap, GivenEnd, GivenHulls,
    GivenMotion, GivenPose, Intervals, Link, LinkKind, Placement, Weighted,
};
pub use failure::{Failure, Problem};
pub use file::{ProofFile, ProofLine};
pub use finding::Proved;
pub use names::UnknownName;
pub use proof::Proof;
pub use shape::Shape;
pub use stay::{Beyond, Exit, Outside, Stay, WallTimes};
pub use verdict::Verdict;
pub use verify::verify;

/// Parts of the checker that makers of certificates call. They may change with any version.
#[doc(hidden)]
pub mod for_prover {
    pub use super::claims::supports;
    pub use super::contain::{cut_walls, outside_holds};
    pub use super::motion::{contact_holds, link_holds};
    pub use super::shape::Round;
    pub use super::text::Value;
}
