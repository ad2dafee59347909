//! Proofs of answers, and their independent checker.
//!
//! A [`Certificate`] is plain data; [`verify`] checks it against the bodies' vertices and where
//! they are ([`Placement`]), and shares no function with the solvers that made it.
//! `docs/CERTIFICATES.md` says what each kind claims and how it is checked.

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
mod link;
mod motion;
mod numbers;
mod placed;
mod proof;
mod read;
mod scene;
mod simplex;
mod stay;
mod text;
mod verify;
mod write;

pub use chain::{
    Certificate, Chain, Column, Contact, ContactEnds, Gap, GivenEnd, GivenHulls, GivenMotion,
    GivenPose, Intervals, Link, LinkKind, Placement, Weighted,
};
pub(crate) use contain::{cut_walls, outside_holds, stays_below};
pub use failure::{Failure, Problem};
pub use file::{ProofFile, ProofLine};
pub use finding::Proved;
pub(crate) use motion::{contact_holds, link_holds};
pub use proof::Proof;
pub use stay::{Beyond, Exit, Outside, Stay, WallTimes};
pub(crate) use text::Value;
pub use verify::verify;
