//! Proofs of answers, and their independent checker.
//!
//! A [`Certificate`] is plain data; [`verify`] checks it against the bodies' vertices and where
//! they are ([`Placement`]), and shares no function with the solvers that made it.
//! `docs/CERTIFICATES.md` says what each kind claims and how it is checked.

mod chain;
mod contact;
mod dyadic;
mod enclosure;
mod exact;
mod failure;
mod fixed;
mod interval;
mod json;
mod link;
mod placed;
mod proof;
mod text;
mod verify;

pub use chain::{
    Certificate, Chain, Column, Contact, GivenEnd, GivenHulls, GivenMotion, GivenPose, Link,
    LinkKind, Placement, Weighted,
};
pub use failure::Failure;
pub use proof::Proof;
pub use verify::{Proved, verify};
