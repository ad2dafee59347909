//! Options and answer of a distance query.

use nalgebra::Vector3;

use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::options::{DistanceMethod, MAX_PIVOTS, options};
use crate::shape::feature::Feature;
use crate::shape::pieces::PieceId;
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Answer of [`distance`](crate::distance()).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Distance {
    /// `Separated` or `Hit`, exactly as [`intersect`](crate::intersect) decides.
    pub verdict: Verdict,
    /// `None`; for curved bodies perhaps [`Reason::Touching`].
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Support queries on each body.
    pub iterations: u32,
    /// The distance of the bodies: positive when separated, infinite when a body is empty, 0
    /// when they meet.
    pub separation: f64,
    /// The true distance is within this of `separation`.
    pub error: f64,
    /// The true distance is at least this: the gap between two planes of normal `normal`, with
    /// every vertex of A behind the one and every vertex of B beyond the other, less rounding.
    pub lower_bound: f64,
    /// Point of A nearest to B, world frame. None when a body is empty. When the bodies meet, a
    /// common point.
    pub point_a: Option<Vector3<f64>>,
    /// Point of B nearest to A.
    pub point_b: Option<Vector3<f64>>,
    /// Unit normal from A to B, along `point_b - point_a`, but accurate even where these two
    /// differ by rounding alone. None when the bodies meet or a body is empty.
    pub normal: Option<Vector3<f64>>,
    /// Features that hold `point_a` and `point_b`. None when the bodies meet, one is empty, or one is curved.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub features: Option<[Feature; 2]>,
    /// Which pieces of the two bodies are nearest to each other, or meet; None where both are convex.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

options! {
    /// Options of [`distance`](crate::distance()).
    DistanceOptions {
        /// Which solver answers.
        method: DistanceMethod = DistanceMethod::Default;
        /// Support queries in f64 before exact arithmetic takes over. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

impl Distance {
    /// Counts what is inside a solid, and does not meet its surface, as in contact.
    #[cold]
    pub(super) fn or_inside(self, pair: &PosedPair<'_>) -> Result<Self> {
        let Some(inside) = pair.inside_beyond(self.verdict, self.decided_by)? else {
            return Ok(self);
        };
        let found = Distance {
            decided_by: inside.decided_by,
            ..self
        };
        Ok(match inside.point {
            None => found,
            Some(point) => Distance {
                iterations: found.iterations,
                ..Distance::meeting(point, found.decided_by)
            },
        })
    }

    #[inline(always)]
    pub(super) fn meeting(point: Vector3<f64>, decided_by: DecidedBy) -> Self {
        Distance {
            pieces: None,
            verdict: Verdict::Hit,
            reason: Reason::None,
            decided_by,
            iterations: 0,
            separation: 0.0,
            error: 0.0,
            lower_bound: 0.0,
            point_a: Some(point),
            point_b: Some(point),
            normal: None,
            features: None,
        }
    }

    /// The distance to an empty body, infinite.
    pub(super) fn to_nothing() -> Self {
        Distance {
            pieces: None,
            verdict: Verdict::Separated,
            reason: Reason::None,
            decided_by: DecidedBy::Nothing,
            iterations: 0,
            separation: f64::INFINITY,
            error: 0.0,
            lower_bound: f64::INFINITY,
            point_a: None,
            point_b: None,
            normal: None,
            features: None,
        }
    }
}
