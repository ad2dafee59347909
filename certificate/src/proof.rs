//! A certificate together with what it is about: all that a third party needs.

use super::chain::{Certificate, Placement};
use super::failure::Failure;
use super::finding::Proved;
use super::verify::verify;

/// Two bodies, where they are, and what proves the answer about them.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Proof {
    /// Vertices of A, body frame.
    pub a: Vec<[f64; 3]>,
    /// Vertices of B, body frame.
    pub b: Vec<[f64; 3]>,
    /// Where they are.
    pub placement: Placement,
    /// What proves the answer.
    pub certificate: Certificate,
}

impl Proof {
    /// Checks the certificate: [`verify`].
    ///
    /// # Errors
    /// [`Failure`] says what is wrong or not proved.
    pub fn verify(&self) -> Result<Proved, Failure> {
        verify(&self.certificate, [&self.a, &self.b], &self.placement)
    }
}
