//! The first time at which bodies that do not turn, and never meet, come within the tolerance of each other.
//!
//! Idea: the distance of two convex bodies that move straight is convex in time, and its minimum is the distance of
//! A from what B sweeps. If that is within the tolerance, take a length halfway between the two. Planes find the
//! time at which the distance falls to this length, by Newton's method from before: each plane proves that it takes
//! at least so long.
//!
//! Bodies that start within the tolerance are near a moment later if they approach, like bodies that turn, by more than
//! the rounding of their motions. Because the distance is convex, they never approach by more later. Loses where the
//! tolerance is below rounding: then nothing is near.

use crate::advance::advance::{AdvanceEnd, Advancing, advance};
use crate::advance::distance_at::{CONTACT_REL_TOL, measure_anew, until};
use crate::advance::polytope_advance::Progress;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::step::AdvanceRequest;
use crate::numeric::arithmetic::{U, dot};
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::Difference;
use crate::solver::subsimplex::Subsimplex;

/// More planes than the time of a distance takes.
const MAX_PLANES: u32 = 64;

/// Support queries of the least distance.
const MOST_QUERIES: u32 = 256;

/// Returns where they are near, at some time after the start. `ask`: its target is what the cores keep between them.
#[cold]
pub(crate) fn near_miss(pair: &RelativeMotion<'_>, ask: &AdvanceRequest) -> Option<Progress> {
    let most = ask.target + ask.tolerance;
    let (least, queries) = least(pair, ask.target, most)?;
    let mut search = NearMissSearch {
        pair,
        target: ask.target,
        least,
        most,
        within: None,
        at: Progress {
            end: AdvanceEnd::Start,
            t: 0.0,
            nearest: NearestPoints::unknown(),
            posed: pair.pose(0.0),
            solves: 1,
            queries,
        },
    };
    let end = advance(&mut search);
    (end == AdvanceEnd::Near).then_some(Progress { end, ..search.at })
}

struct NearMissSearch<'a> {
    pair: &'a RelativeMotion<'a>,
    target: f64,
    /// About the least distance over the frame.
    least: f64,
    /// The largest distance that is near.
    most: f64,
    /// The distance that is searched for.
    within: Option<f64>,
    at: Progress,
}

impl Advancing for NearMissSearch<'_> {
    fn measure(&mut self) -> Option<AdvanceEnd> {
        let at = &mut self.at;
        at.posed = self.pair.pose(at.t);
        let stop = &until(self.target, CONTACT_REL_TOL);
        let columns = at.nearest.simplex;
        at.nearest = measure_anew(self.pair, &at.posed, &columns, stop, &mut at.queries);
        at.solves += 1;
        match at.nearest.kind {
            GjkProof::Apart if at.t > 0.0 && at.nearest.upper <= self.most => {
                Some(AdvanceEnd::Near)
            }
            GjkProof::Apart => None,
            _ => Some(AdvanceEnd::Overlap),
        }
    }

    fn step(&mut self) -> Option<AdvanceEnd> {
        let (t, nearest) = (self.at.t, &self.at.nearest);
        let halfway = 0.5 * (self.least + self.most.min(nearest.lower));
        let within = *self.within.get_or_insert(halfway);
        let closing = -dot(&nearest.normal, &self.pair.travel);
        let after = (nearest.extent.gap() - within) / closing;
        let drifts = t == 0.0 && nearest.upper <= self.most && closing <= self.pair.slowest();
        // NaN, of bodies that do not move, ends here too.
        if drifts || !(within > self.least && closing > 0.0 && after > U * t && t + after <= 1.0) {
            return Some(AdvanceEnd::Rounding);
        }
        self.at.t += after;
        None
    }

    fn is_spent(&self) -> bool {
        self.at.solves > MAX_PLANES
    }
}

/// Returns about the least distance over the frame, unless that is surely above `most`; and the support queries it took.
fn least(pair: &RelativeMotion<'_>, target: f64, most: f64) -> Option<(f64, u32)> {
    let matrices = pair.scaled.matrices();
    let [hull_a, hull_b] = pair.scaled.swept(matrices.each_ref(), 1.0);
    let mut m = Difference::new(&hull_a, &hull_b, 0.0);
    let stop = StopRule {
        apart_by: most,
        ..StopRule::precise(MOST_QUERIES)
    };
    let start = Subsimplex::default();
    let found = m.of_any_float(|m| gjk::nearest_outlined(m, start, &stop));
    // Where f64 does not settle it, planes will.
    let least = match found.upper < most {
        true => found.upper,
        false => found.lower.max(target),
    };
    (!(found.lower > most)).then_some((least, m.queries))
}
