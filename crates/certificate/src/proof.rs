//! A certificate together with what it is about: all that a third party needs.

use super::chain::{Certificate, Placement};
use super::failure::Failure;
use super::finding::{Finding, Proved};
use super::shape::{Round, Shape};
use super::verify::check;

/// Two bodies, where they are, and what proves the answer about them.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Proof {
    /// Vertices of A, body frame; of a curved body those of its points that the certificate names.
    pub a: Vec<[f64; 3]>,
    /// Vertices of B.
    pub b: Vec<[f64; 3]>,
    /// Shapes of A and B.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "are_hulls"))]
    pub shapes: [Shape; 2],
    /// Radii of A and B: a body is all points within its radius of its shape.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "are_none"))]
    pub radii: [f64; 2],
    /// Where they are.
    pub placement: Placement,
    /// The proof of the answer.
    pub certificate: Certificate,
}

impl Proof {
    /// Checks the certificate, as [`verify`](super::verify()), and of bodies that are round.
    ///
    /// # Errors
    /// [`Failure`] says what is wrong or not proved.
    pub fn verify(&self) -> Result<Proved, Failure> {
        Ok(self.check()?.proved())
    }

    /// Checks the certificate and returns everything that it proves.
    pub(super) fn check(&self) -> Result<Finding, Failure> {
        let bodies = [&self.a[..], &self.b[..]];
        check(&self.certificate, bodies, self.round(), &self.placement)
    }

    pub(super) fn round(&self) -> Round {
        Round {
            radii: self.radii,
            shapes: self.shapes,
        }
    }
}

#[cfg(feature = "serde")]
fn are_none(radii: &[f64; 2]) -> bool {
    *radii == [0.0; 2]
}

#[cfg(feature = "serde")]
fn are_hulls(shapes: &[Shape; 2]) -> bool {
    *shapes == [Shape::Hull; 2]
}
