//! What turns an answer into a certificate.

pub(crate) mod checked_queries;
pub(crate) mod closest_approach;
pub(crate) mod contact;
pub(crate) mod containment;
pub(crate) mod cuboids;
pub(crate) mod curved;
pub(crate) mod intervals;
pub(crate) mod pieces;
pub(crate) mod resting;
pub mod self_check;
pub(crate) mod time_of_impact;
pub(crate) mod verdicts;
pub(crate) mod within;
