//! Options and answer of a closest approach. Whether bodies approach in a contact at t = 0 is in `start_contact.rs`.

use nalgebra::Vector3;

use crate::advance::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::motion::pairs::MovingPair;
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::query::intersect::{IntersectOptions, intersect};
use crate::shape::pieces::PieceId;
use crate::verdict::{Reason, Verdict};

options! {
    /// Options of [`closest_approach`](crate::closest_approach()).
    ClosestApproachOptions {
        /// Largest error of the distance, an absolute length. Also the largest gap of a contact that is `Near`, which
        /// only bodies that turn or are curved have here: for others you get the distance, however small. None: 1e-6 of
        /// the smaller body's bounding radius (of the larger, if that is 0).
        tolerance: Option<f64> = None, "positive and finite": |x| {
            x.is_none_or(|x| x > 0.0 && x.is_finite())
        };
        /// Distance solves after which the search stops, see [`TimeOfImpactOptions`]; the last step may take one more.
        /// At least 1, default 10,000.
        budget: u32 = 10_000, "from 1 to 4294967295": |n| *n >= 1;
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Answer of [`closest_approach`](crate::closest_approach()).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClosestApproach {
    /// `Separated`: apart at every time of the frame. `Hit`: they meet, as [`time_of_impact`](crate::time_of_impact) says.
    pub verdict: Verdict,
    /// Why it is `Undecided`.
    pub reason: Reason,
    /// Support queries on each body.
    pub iterations: u32,
    /// Distance solves: what the budget counts.
    pub solves: u32,
    /// Kind of contact of a hit.
    pub contact: Contact,
    /// The smallest distance over the frame; infinite when a body is empty, 0 for a hit. If they are apart, it is that
    /// of `point_a` and `point_b` at `t`. With `Undecided`, it is the smallest that was sampled.
    pub distance: f64,
    /// The true one is within this of `distance`. With `Near` the gap.
    pub error: f64,
    /// Proved lower bound of the distance over the whole frame, rounding included. 0 for a hit.
    pub lower_bound: f64,
    /// Before this time they are farther apart than `distance`. For a hit, and with `Undecided`: before it they are
    /// proved apart.
    pub t_lo: f64,
    /// After this time they are farther apart than `distance`: no time outside of [`t_lo`, `t_hi`] is that of the
    /// closest approach. For a hit: the time by which they are in contact.
    pub t_hi: f64,
    /// The time between at which they are as near as `distance` and `error` say; for a hit, `t_hi`.
    pub t: f64,
    /// Point of A nearest to B at `t`, world frame. None when a body is empty.
    pub point_a: Option<Vector3<f64>>,
    /// Point of B nearest to A at `t`, world frame.
    pub point_b: Option<Vector3<f64>>,
    /// Unit normal from A to B there, world axes: it parts the bodies as that of [`TimeOfImpact`] does. None where f64 leaves it open
    /// one.
    pub normal: Option<Vector3<f64>>,
    /// Which pieces of the two bodies come nearest, or meet; None where both are convex.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

impl ClosestApproachOptions {
    /// Options of the advances that prove an answer.
    pub(crate) fn for_time(&self, target_separation: f64) -> TimeOfImpactOptions {
        TimeOfImpactOptions {
            tolerance: self.tolerance,
            target_separation,
            budget: self.budget,
            max_pivots: self.max_pivots,
            ..TimeOfImpactOptions::default()
        }
    }
}

impl ClosestApproach {
    pub(crate) fn to_nothing() -> Self {
        ClosestApproach {
            verdict: Verdict::Separated,
            reason: Reason::None,
            iterations: 0,
            solves: 0,
            contact: Contact::None,
            distance: f64::INFINITY,
            error: 0.0,
            lower_bound: f64::INFINITY,
            t_lo: 0.0,
            t_hi: 1.0,
            t: 0.0,
            point_a: None,
            point_b: None,
            normal: None,
            pieces: None,
        }
    }

    /// The answer for bodies that meet, or may, from their time of impact. `seen` holds the least distance that was
    /// measured.
    pub(crate) fn met(pair: &MovingPair<'_>, found: &TimeOfImpact, seen: &ClosestApproach) -> Self {
        let (ask, state) = (IntersectOptions::default(), &mut PairState::default());
        // The deepest points of a contact at t = 0 are not the nearest.
        let points = match found.depth > 0.0 {
            true => {
                [intersect(&pair.at_start(), &ask, state)
                    .ok()
                    .and_then(|both| both.point); 2]
            }
            false => [found.point_a, found.point_b],
        };
        let answer = match found.verdict {
            Verdict::Hit => ClosestApproach {
                distance: 0.0,
                error: found.gap,
                t: found.t_hi,
                point_a: points[0],
                point_b: points[1],
                normal: found.normal,
                ..ClosestApproach::to_nothing()
            },
            _ => ClosestApproach {
                error: seen.distance,
                ..*seen
            },
        };
        ClosestApproach {
            verdict: found.verdict,
            reason: found.reason,
            iterations: seen.iterations + found.iterations,
            solves: seen.solves + found.solves,
            contact: found.contact,
            lower_bound: 0.0,
            t_lo: found.t_lo,
            t_hi: found.t_hi,
            pieces: found.pieces,
            ..answer
        }
    }
}
