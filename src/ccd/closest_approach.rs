//! How near do two moving bodies come to each other, and when?
//!
//! `approach_search` finds it of convex bodies; this is the query, and the least over the pieces of those that are not.

use crate::advance::approach::{ClosestApproach, ClosestApproachOptions};
use crate::advance::approach_search::searching;
use crate::ccd::time_of_impact::time_of_impact;
use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{MovingPair, SolverPair};
use crate::pair::PairState;
use crate::shape::pieces::PieceId;
use crate::verdict::{Reason, Verdict};

/// The smallest distance of two moving bodies over the frame, and when it is taken.
///
/// - `Separated`: at no time are they nearer than `lower_bound`, which is within `error` of `distance`; at `t` they are as
///   near as `distance`, to rounding. `error` is at most the tolerance, or some hundred roundings; beside curved bodies more where the
///   bounds of their distance are farther apart. Every time
///   of the closest approach lies in [`t_lo`, `t_hi`]; that is wide where the bodies stay as near for long or come as near twice.
/// - `Hit`: they meet. `distance` is 0, and the first time is bracketed as [`time_of_impact`](crate::time_of_impact) brackets it; one that is
///   `Near` (for bodies that turn, or beside a curved one) may be a closest approach of up to `error`.
/// - `Undecided`: the budget ran out, or rounding hides whether they meet. Everything proved until then is in the answer:
///   `lower_bound`, `distance` as an upper bound, and `t_lo`, before which they are apart.
///
/// For bodies of several pieces it is the least over all pairs of pieces, and `pieces` names the pair. A pair that could be
/// nearer by no more than the tolerance is left out, so at `t` the bodies may be nearer than `distance`, but never nearer than
/// `lower_bound`. The default `tolerance` and the `budget` are those of each pair.
///
/// The distance of bodies that turn may have many minima; each lower one that is found costs about 20 distance solves.
/// `state` is the memory of this pair from frame to frame. Allocates only where exact arithmetic decides whether they
/// meet, and of several pieces.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range.
///
/// ```
/// use interframe::{
///     ClosestApproachOptions, Motion, MovingPair, PairState, Pose, SharedBody, Verdict, closest_approach,
/// };
/// use nalgebra::Vector3;
///
/// // A ball flies past another at a distance of 5 of the centres, nearest after a quarter of the frame.
/// let ball = SharedBody::sphere(1.0)?;
/// let start = Pose::from_translation(Vector3::new(-3.0, 5.0, 0.0))?;
/// let scaled = Motion::translation(start, Vector3::new(9.0, 5.0, 0.0))?;
/// let still = Motion::fixed(Pose::identity());
/// let pair = MovingPair::new(&ball, &scaled, &ball, &still);
/// let found = closest_approach(&pair, &ClosestApproachOptions::default(), &mut PairState::default())?;
/// assert_eq!(found.verdict, Verdict::Separated);
/// assert!((found.distance - 3.0).abs() <= found.error && found.error < 1.001e-6);
/// assert!(found.t_lo <= 0.25 && 0.25 <= found.t_hi);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn closest_approach(
    pair: &MovingPair<'_>,
    options: &ClosestApproachOptions,
    state: &mut PairState,
) -> Result<ClosestApproach> {
    options.validate()?;
    if pair.convex_pair().bounding_polytopes().has_empty() {
        return Ok(ClosestApproach::to_nothing());
    }
    if let SolverPair::Pieces = pair.kinds(&kinds::CLOSEST_APPROACH)? {
        return of_pieces(pair, options);
    }
    searching(pair, options, |search| search.answer(pair, options, state))
}

/// Answers for bodies of several pieces with the least over their pairs. If one advance shows that a pair comes
/// nearer than the least before by no more than a tolerance, it is not searched further. A second round over the
/// pairs finds the times at which any is as near as the least.
#[cold]
fn of_pieces(pair: &MovingPair<'_>, options: &ClosestApproachOptions) -> Result<ClosestApproach> {
    let mut least = ClosestSoFar::new();
    least.met = (pair.at_start().inside()?).is_some_and(|inside| inside.point.is_some());
    let limit = if least.met { -1.0 } else { f64::INFINITY };
    pair.over_nearing_pieces(limit, &mut |pair, ids| {
        searching(pair, options, |search| {
            let state = &mut PairState::default();
            match search.keeps(least.answer.distance, state) {
                Some(kept) => {
                    least.floor = least.floor.min(kept);
                    least.spend(search.spent_so_far());
                }
                None => least.take(search.answer(pair, options, state)?, ids),
            }
            Ok(match least.met {
                true => -1.0,
                false => least.answer.distance,
            })
        })
    })?;
    if least.met {
        let found = time_of_impact(pair, &options.for_time(0.0), &mut PairState::default())?;
        return Ok(ClosestApproach::met(pair, &found, &least.answer));
    }
    let known = least.known();
    if known.verdict != Verdict::Separated || !known.distance.is_finite() {
        return Ok(known);
    }
    let [mut t_lo, mut t_hi] = [known.t; 2];
    pair.over_nearing_pieces(known.distance, &mut |pair, _| {
        searching(pair, options, |search| {
            if let Some([from, until]) = search.times(known.distance, &mut PairState::default()) {
                (t_lo, t_hi) = (t_lo.min(from), t_hi.max(until));
            }
            least.spend(search.spent_so_far());
        });
        Ok(known.distance)
    })?;
    Ok(ClosestApproach {
        iterations: least.answer.iterations,
        solves: least.answer.solves,
        t_lo,
        t_hi,
        ..known
    })
}

/// Best answer over the pairs of pieces so far.
struct ClosestSoFar {
    /// The answer of the nearest pair, with the costs of all.
    answer: ClosestApproach,
    /// All that were queried keep so far apart.
    floor: f64,
    /// Why pairs are undecided, how far apart they are at least, and until when they surely are apart.
    open: Option<(Reason, f64, f64)>,
    met: bool,
}

impl ClosestSoFar {
    fn new() -> Self {
        ClosestSoFar {
            answer: ClosestApproach::to_nothing(),
            floor: f64::INFINITY,
            open: None,
            met: false,
        }
    }

    fn spend(&mut self, [queries, solves]: [u32; 2]) {
        self.answer.iterations += queries;
        self.answer.solves += solves;
    }

    fn take(&mut self, answer: ClosestApproach, ids: [PieceId; 2]) {
        let before = [self.answer.iterations, self.answer.solves];
        let spent = [answer.iterations, answer.solves];
        self.met |= answer.verdict == Verdict::Hit;
        self.floor = self.floor.min(answer.lower_bound);
        if answer.verdict == Verdict::Undecided {
            let (reason, floor, t_lo) = self.open.unwrap_or((answer.reason, f64::INFINITY, 1.0));
            self.open = Some((reason, floor.min(answer.lower_bound), t_lo.min(answer.t_lo)));
        }
        if answer.distance < self.answer.distance {
            self.answer = ClosestApproach {
                iterations: spent[0],
                solves: spent[1],
                pieces: Some(ids),
                ..answer
            };
            self.spend(before);
        } else {
            self.spend(spent);
        }
    }

    /// The answer for bodies that were not seen to meet, without the times of the closest approach.
    fn known(&self) -> ClosestApproach {
        let lower_bound = self.floor.min(self.answer.distance);
        let answer = ClosestApproach {
            verdict: Verdict::Separated,
            reason: Reason::None,
            lower_bound,
            error: match self.answer.distance.is_finite() {
                true => (self.answer.distance - lower_bound).next_up(),
                false => 0.0,
            },
            t_lo: 0.0,
            t_hi: 1.0,
            ..self.answer
        };
        match self.open {
            Some((reason, floor, t_lo)) if floor <= answer.distance => ClosestApproach {
                verdict: Verdict::Undecided,
                reason,
                t_lo: t_lo.min(answer.t),
                ..answer
            },
            _ => answer,
        }
    }
}
