//! When do two moving convex bodies first meet?
//!
//! This file only chooses who answers. Polytopes, with radii or without, that do not turn are one linear program, exact where
//! it matters (`straight_impact`). If they turn, or contact is at a distance, they advance through the frame in steps that
//! are proved free (`turning_time`). A pair with a curved body has an advance of its own (`curved_time`).
//!
//! The normal of a hit comes from `linear_time` and `round_time` if nothing turns. If a body turns, or is only near, it comes
//! from `parting_normal`, which `touched` in `impact_query` calls; beside a curved body from `near` in `curved_measure`.

use std::cell::Cell;

use crate::advance::curved_time;
use crate::advance::impact::{InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::impact_query::ImpactQuery;
use crate::advance::polytope_advance::Progress;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::Advance;
use crate::error::{Error, Result};
use crate::motion::kinds;
use crate::motion::pairs::{Cores, MovingPair, SolverPair};
use crate::numeric::simd;
use crate::options::{MAX_PIVOTS, TimeOfImpactMethod};
use crate::pair::PairState;
use crate::verdict::Reason;

/// Returns the first contact of two convex bodies.
pub(crate) fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
) -> Result<TimeOfImpact> {
    options.validate()?;
    refuse_method(pair, options)?;
    let cores = match pair.kinds(&kinds::TIME_OF_IMPACT)? {
        SolverPair::Polytopes(bodies, motions) => Cores::plain(bodies, motions),
        SolverPair::Rounded(cores) => cores,
        SolverPair::Curved(_) | SolverPair::Pieces => {
            return curved_time::time_of_impact(pair, options);
        }
    };
    let scaled = ScaledMotions::new(&cores);
    let query = ImpactQuery::new(scaled, options, options.max_pivots);
    if query.is_of_balls()
        && let Some(answer) = query.of_balls(state)
    {
        return Ok(answer);
    }
    match options.method {
        TimeOfImpactMethod::Default | TimeOfImpactMethod::RaySimplex => Ok(query.answer(state)),
        _ => Ok(query.by_one_program()),
    }
}

const NOT_ONE_PROGRAM: Error = Error::Method {
    query: "time_of_impact",
    known: "default and ray_simplex, and others for polytopes that do not turn, with contact reported from the start and no \
            target separation",
};

/// Refuses a method that does not answer for bodies of these kinds, or for two pieces of them: at any place.
#[inline(always)]
pub(crate) fn refuse_method(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> Result<()> {
    match options.method {
        TimeOfImpactMethod::Default | TimeOfImpactMethod::RaySimplex => Ok(()),
        _ if is_one_program(pair, options) => Ok(()),
        _ => Err(NOT_ONE_PROGRAM),
    }
}

/// Whether one linear program is the whole answer, of bodies or of each two pieces.
#[cold]
fn is_one_program(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> bool {
    let is_turning = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    let is_near = options.target_separation > 0.0 || pair.a.is_round() || pair.b.is_round();
    !is_turning && !is_near && options.initial_contact == InitialContact::Report
}

/// Finds the time of impact by plain conservative advancement: a step is the gap over the greatest speed at which it
/// can close; within the times at which the balls around the pivots meet, if `balls_first`. For the benchmarks, on
/// the same poses and distances; no part of the library's interface.
#[doc(hidden)]
#[must_use]
pub fn plain_conservative_advancement(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    balls_first: bool,
    state: &mut PairState,
) -> TimeOfImpact {
    let Some(cores) = pair.cores() else {
        return TimeOfImpact::undecided(Reason::None, 0.0, 0.0);
    };
    let scaled = ScaledMotions::new(&cores);
    let query = ImpactQuery {
        advance: Advance::Plain { balls_first },
        ..ImpactQuery::new(scaled, options, MAX_PIVOTS)
    };
    query.answer(state)
}

/// The contact that the query finds from no memory, as it was measured: for its proof.
pub(crate) fn contact_again(
    scaled: ScaledMotions<'_>,
    options: &TimeOfImpactOptions,
) -> Option<Progress> {
    let seen = Cell::new(None);
    let query = ImpactQuery {
        seen: Some(&seen),
        ..ImpactQuery::new(scaled, options, MAX_PIVOTS)
    };
    query.answer(&mut PairState::default());
    seen.take()
}

impl ImpactQuery<'_> {
    fn answer(&self, state: &mut PairState) -> TimeOfImpact {
        let scaled = self.scaled;
        if scaled.has_empty() {
            return TimeOfImpact::separated(0.0, None);
        }
        let at_distance = self.options.target_separation > 0.0;
        if scaled.is_turning() || at_distance || self.advance != Advance::MovingPlane {
            return simd::widest_or_shared(
                #[inline(always)]
                |inlined| self.by_steps(state, inlined),
            );
        }
        match simd::fast().filter(|_| scaled.scale == 1.0) {
            Some(fast) => {
                let matrices = scaled.motions.map(|motion| motion.start().matrix());
                let scaled = ScaledMotions {
                    scale: 1.0,
                    ..scaled
                };
                fast.run(
                    #[inline(always)]
                    || self.linear(scaled, matrices, state, true),
                )
            }
            None => self.linear_outlined(state),
        }
    }
}
