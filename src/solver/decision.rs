//! What the stages of the default method say of two hulls.

use nalgebra::Vector3;

use crate::numeric::arithmetic::dot;
use crate::plane::{Plane, Span};
use crate::verdict::{DecidedBy, Reason};

/// Answer of the stages, in the query's frame. Flat, so that the fast path keeps it in registers: as an enum of
/// options it was copied three times through the stack, at half the cost of a look.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decision {
    pub(crate) kind: DecisionKind,
    pub(crate) by: DecidedBy,
    /// The separating unit normal, or the common point.
    vector: Vector3<f64>,
    /// Largest n.a and smallest n.b along the normal.
    max_a: f64,
    min_b: f64,
    /// How far the bodies are apart along the normal, to a few roundings of that itself, where exact arithmetic decided; else 0.
    pub(crate) exact_gap: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecisionKind {
    Separated,
    Hit,
    /// Dilated hulls seem to meet; nothing follows.
    Meets,
    /// Dilated hulls are too near to each other to tell.
    NearSlack,
    /// A solver's tolerance leaves it open.
    #[cfg(feature = "good_lp")]
    SolverTolerance,
    /// A solver gave up, or contradicts itself.
    #[cfg(feature = "good_lp")]
    SolverFailed,
}

impl DecisionKind {
    /// Why a query that ends so is undecided.
    #[inline(always)]
    pub(crate) fn reason(self) -> Reason {
        match self {
            DecisionKind::Separated | DecisionKind::Hit => Reason::None,
            DecisionKind::Meets => Reason::HullsMeet,
            DecisionKind::NearSlack => Reason::NearSlack,
            #[cfg(feature = "good_lp")]
            DecisionKind::SolverTolerance => Reason::SolverTolerance,
            #[cfg(feature = "good_lp")]
            DecisionKind::SolverFailed => Reason::SolverFailed,
        }
    }
}

impl Decision {
    #[inline(always)]
    pub(crate) fn separated(normal: Vector3<f64>, max_a: f64, min_b: f64, by: DecidedBy) -> Self {
        Decision {
            kind: DecisionKind::Separated,
            by,
            vector: normal,
            max_a,
            min_b,
            exact_gap: 0.0,
        }
    }

    #[inline(always)]
    pub(crate) fn hit(point: Vector3<f64>, by: DecidedBy) -> Self {
        Decision {
            kind: DecisionKind::Hit,
            by,
            vector: point,
            max_a: 0.0,
            min_b: 0.0,
            exact_gap: 0.0,
        }
    }

    /// The separating unit normal, or the common point, in the query's frame.
    pub(crate) fn vector(&self) -> Vector3<f64> {
        self.vector
    }

    /// With `Separated`: how far the bodies are apart along the normal, to rounding.
    #[inline(always)]
    pub(crate) fn gap(&self) -> f64 {
        self.min_b - self.max_a
    }

    pub(crate) fn undecided(kind: DecisionKind) -> Self {
        Decision {
            kind,
            ..Decision::hit(Vector3::zeros(), DecidedBy::Nothing)
        }
    }

    /// With `Separated`: the plane half-way between the bodies, world frame. `span` is what the exact stage found, if
    /// it ran.
    #[inline(always)]
    pub(crate) fn plane(
        &self,
        origin: &Vector3<f64>,
        scale: f64,
        span: &Option<Span>,
    ) -> Option<Plane> {
        if self.kind != DecisionKind::Separated {
            return None;
        }
        let mut plane = Plane {
            normal: self.vector,
            offset: dot(&self.vector, origin) + 0.5 * (self.max_a + self.min_b) / scale,
            spanned_by: None,
        };
        // Copied on the slow path only: to carry it along cost every look a tenth.
        if self.by == DecidedBy::Exact {
            plane.spanned_by = *span;
        }
        Some(plane)
    }

    /// With `Hit`: the common point, world frame.
    #[inline(always)]
    pub(crate) fn point(&self, origin: &Vector3<f64>, scale: f64) -> Option<Vector3<f64>> {
        (self.kind == DecisionKind::Hit).then(|| self.vector / scale + origin)
    }
}
