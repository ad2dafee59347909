//! How far apart the vertices of bodies have to be: a length, and the radii about the vertices.

use dashu_int::IBig;

use super::dyadic::integer;
use super::enclosure::{Enclosure, Unit};

/// The sum of a length and of the radii of A and B, which need be no number of f64.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reach([f64; 3]);

impl Reach {
    pub(super) const NONE: Reach = Reach([0.0; 3]);

    pub(super) fn new(length: f64, radii: [f64; 2]) -> Self {
        Reach([length, radii[0], radii[1]])
    }

    pub(super) fn is_none(&self) -> bool {
        *self == Reach::NONE
    }

    pub(super) fn parts(&self) -> [f64; 3] {
        self.0
    }

    /// The reach as an integer of a unit in which each part is one.
    pub(super) fn integer(&self, unit: i32) -> IBig {
        self.0
            .iter()
            .fold(IBig::ZERO, |sum, &part| sum + integer(part, unit))
    }

    pub(super) fn enclosed<N: Enclosure>(&self, unit: Unit) -> N {
        let [length, a, b] = self.0.map(|part| N::new(part, unit));
        match self.0 {
            [_, 0.0, 0.0] => length,
            _ => length.add(&a).add(&b),
        }
    }
}
