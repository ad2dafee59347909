//! What turns an answer into a certificate.

pub(crate) mod approach;
pub(crate) mod chain;
pub(crate) mod checked_queries;
pub(crate) mod contact;
pub(crate) mod containment;
pub(crate) mod cuboids;
pub(crate) mod curved;
pub(crate) mod intervals;
pub(crate) mod pieces;
pub(crate) mod resting;
pub mod self_check;
pub(crate) mod verdicts;
pub(crate) mod within;
