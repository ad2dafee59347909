//! The first time at which bodies that do not turn, and never meet, come within the tolerance of each other.
//!
//! Idea: the distance of two convex bodies that move straight is convex in time, and its minimum is the distance of
//! A from what B sweeps. If that is within the tolerance, take a length halfway between the two. Planes find the
//! time at which the distance falls to this length, by Newton's method from before: each plane proves that it takes
//! at least so long.
//!
//! Bodies that start within the tolerance are near a moment later if they approach, like bodies that turn. Loses
//! where the tolerance is below rounding: then nothing is near.

use crate::advance::advance::{AdvanceEnd, CONTACT_REL_TOL, Progress, measure_anew, until};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::step::AdvanceRequest;
use crate::numeric::arithmetic::{U, dot};
use crate::solver::gjk::{self, GjkProof, StopRule};
use crate::solver::problem::Difference;
use crate::solver::subsimplex::Subsimplex;

/// More planes than the time of a distance takes.
const MOST_PLANES: u32 = 64;

/// Support queries of the least distance.
const MOST_QUERIES: u32 = 256;

/// Where they are near: at some time after the start. `ask`: its target is what the cores keep between them.
#[cold]
pub(crate) fn near_miss(pair: &RelativeMotion<'_>, ask: &AdvanceRequest) -> Option<Progress> {
    let mut run = NearMissSearch {
        pair,
        target: ask.target,
        solves: 1,
        queries: 0,
    };
    let most = ask.target + ask.tolerance;
    let least = run.least(most)?;
    let (mut t, mut columns) = (0.0_f64, Subsimplex::default());
    let mut sought = None;
    for _ in 0..MOST_PLANES {
        let posed = pair.pose(t);
        let stop = &until(ask.target, CONTACT_REL_TOL);
        let nearest = measure_anew(pair, &posed, &columns, stop, &mut run.queries);
        run.solves += 1;
        columns = nearest.simplex;
        if nearest.kind != GjkProof::Apart {
            return None;
        }
        if t > 0.0 && nearest.upper <= most {
            return Some(Progress {
                end: AdvanceEnd::Near,
                t,
                nearest,
                posed,
                solves: run.solves,
                queries: run.queries,
            });
        }
        let within = *sought.get_or_insert(0.5 * (least + most.min(nearest.lower)));
        let closing = -dot(&nearest.normal, &pair.travel);
        let after = (nearest.extent.gap() - within) / closing;
        // NaN, of bodies that do not move, ends here too.
        if !(within > least && closing > 0.0 && after > U * t && t + after <= 1.0) {
            return None;
        }
        t += after;
    }
    None
}

struct NearMissSearch<'a> {
    pair: &'a RelativeMotion<'a>,
    target: f64,
    solves: u32,
    queries: u32,
}

impl NearMissSearch<'_> {
    /// About the least distance over the frame, unless that is surely above `most`.
    fn least(&mut self, most: f64) -> Option<f64> {
        let flight = &self.pair.flight;
        let matrices = flight.matrices();
        let [hull_a, hull_b] = flight.swept(matrices.each_ref(), 1.0);
        let mut m = Difference::new(&hull_a, &hull_b, 0.0);
        let stop = StopRule {
            apart_by: most,
            ..StopRule::precise(MOST_QUERIES)
        };
        let start = Subsimplex::default();
        let found = m.of_any_float(|m| gjk::nearest_outlined(m, start, &stop));
        self.queries += m.queries;
        if found.lower > most {
            return None;
        }
        // Where f64 does not settle it, planes will.
        Some(match found.upper < most {
            true => found.upper,
            false => found.lower.max(self.target),
        })
    }
}
