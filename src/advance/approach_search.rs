//! The search for the least distance of two convex bodies over a frame.
//!
//! Problem: over a frame the distance may have many minima where bodies turn. Idea: let u be the least distance
//! sampled so far. The advance of times of impact runs with the target u less the tolerance. If it reaches the end
//! of the frame, no distance is smaller. If it stops, there is a smaller one, and the descent into the minimum
//! beside that time gives the next u. Two more runs, with the target u itself, bracket the time: from the start
//! until the bodies are as near as u, and from a time after which they never are again.
//!
//! A descent follows the sign of the distance's derivative: against it until the sign changes, then between the two
//! times. It need not find the minimum, because its result only makes the next run longer.
//!
//! Beside a curved body, the runs and samples are those of its own advance (`curved_advance`). Its bounds of a
//! distance may be farther apart than the tolerance; the target is then as far below u as these bounds are wide.
//!
//! Loses where many minima are nearly equal: each lower one costs a descent and a run.

use nalgebra::Vector3;

use crate::advance::advance::AdvanceEnd;
use crate::advance::approach::{ClosestApproach, ClosestApproachOptions};
use crate::advance::contact_at::unscaled;
use crate::advance::convex_time::time_of_impact;
use crate::advance::curved_advance::CurvedBudget;
use crate::advance::curved_cast::Clear;
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::distance_at::{CONTACT_REL_TOL, measure_anew, until};
use crate::advance::impact::{Contact, TimeOfImpactOptions};
use crate::advance::impact_query::ask;
use crate::advance::parting_normal::{PLANE_OVERLAP_ROUNDINGS, parting_normal};
use crate::advance::polytope_advance::advance_outlined;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses, origin_at};
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::{Advance, AdvanceRequest};
use crate::advance::time_search::{doubling, first_step, longest_step};
use crate::error::Result;
use crate::motion::pairs::MovingPair;
use crate::numeric::arithmetic::{U, dot};
use crate::pair::PairState;
use crate::solver::gjk::{GjkProof, NearestPoints};
use crate::solver::minkowski_difference::Difference;
use crate::solver::subsimplex::Subsimplex;
use crate::verdict::{Reason, Verdict};

/// Calls `ask` with the search for a pair of convex bodies, neither empty.
pub(crate) fn searching<R>(
    pair: &MovingPair<'_>,
    options: &ClosestApproachOptions,
    ask: impl FnOnce(&mut ApproachSearch<'_>) -> R,
) -> R {
    match pair.cores() {
        Some(cores) => {
            let motion = RelativeMotion::new(&ScaledMotions::new(&cores));
            ask(&mut ApproachSearch::new(&motion, None, options))
        }
        None => {
            let advance_options = options.for_time(0.0);
            let scaled = ScaledMotions::new(&pair.convex_pair().bounding_polytopes());
            let advance = CurvedAdvance::new(pair, &scaled, &advance_options).turning();
            ask(&mut ApproachSearch::new(
                advance.motion(),
                Some(&advance),
                options,
            ))
        }
    }
}

/// Where the tangents at two times cross, the first of which falls: where the distance is convex it is nowhere lower. Tangents that
/// do not cross in between show that it is not: then the lowest place of both.
fn valley(low: &ApproachSample, high: &ApproachSample) -> f64 {
    let width = high.t - low.t;
    let (from, to) = (low.nearest.upper, high.nearest.upper);
    let (down, up) = (low.rate.min(0.0), high.rate.max(0.0));
    let after = (from + up * width - to) / (up - down);
    match up > 0.0 && after >= 0.0 && after <= width {
        true => from + down * after,
        false => (from + down * width).min(to - up * width),
    }
}

enum SearchOutcome {
    Approach(ClosestApproach),
    /// Nothing separates the least distance that was seen from contact.
    MayMeet,
}

/// Time that an advance reached.
struct SearchStep {
    end: AdvanceEnd,
    /// Proved until then; or when the bodies are near.
    t: f64,
    /// There, if they are near or overlap.
    seen: Option<ApproachSample>,
}

/// A sample: the nearest points at one time, and the rate of their distance.
#[derive(Clone, Copy)]
struct ApproachSample {
    t: f64,
    nearest: NearestPoints,
    /// Nearest points of the cores, from A's origin, scaled.
    points: [Vector3<f64>; 2],
    /// The derivative of the distance.
    rate: f64,
}

impl ApproachSample {
    fn least() -> Self {
        ApproachSample {
            t: 0.0,
            nearest: NearestPoints::unknown(),
            points: [Vector3::zeros(); 2],
            rate: 0.0,
        }
    }
}

/// Lengths are those of the cores, scaled.
pub(crate) struct ApproachSearch<'a> {
    motion: &'a RelativeMotion<'a>,
    /// The advance for a pair with a curved body; None for polytopes.
    curved: Option<&'a CurvedAdvance<'a>>,
    ask: AdvanceRequest,
    rounding: f64,
    /// The sum of both radii, from below and above.
    radii: [f64; 2],
    tolerance: f64,
    /// Columns of the last sample, if it was of polytopes.
    columns: Subsimplex,
    along: Option<Vector3<f64>>,
    best: ApproachSample,
    /// It is proved that they do not meet.
    known_apart: bool,
    solves: u32,
    queries: u32,
}

/// Part of the tolerance within which an advance stops at its target. It is below 1, so that the distance there is lower.
const STOP_TOLERANCES: f64 = 0.25;

/// Factor by which the next advance goes farther below the least distance, if one drowns in rounding.
const COARSENING_FACTOR: f64 = 16.0;

/// An advance beside a curved body, whose planes do not turn, gets this part of what is left to spend: where that is not enough the
/// next also goes farther below.
const SHARE: u32 = 4;

/// Roundings that a tolerance is at least: what an advance needs to leave a minimum.
const MIN_TOLERANCE_ROUNDINGS: f64 = 64.0;

/// A descent ends when the tangents of both ends show that no more than this part of the tolerance is to be gained,
const MIN_GAIN_TOLERANCES: f64 = 1.0 / 16.0;

/// or after so many looks, or steps that double.
const MAX_DESCENT_SAMPLES: u32 = 48;

/// Halvings of what is left of the frame in the search for a time after the last approach.
const LAST_HALVINGS: u32 = 8;

impl<'a> ApproachSearch<'a> {
    fn new(
        motion: &'a RelativeMotion<'a>,
        curved: Option<&'a CurvedAdvance<'a>>,
        options: &ClosestApproachOptions,
    ) -> Self {
        let scaled = &motion.scaled;
        let mut ask = ask(scaled, &options.for_time(0.0), Advance::MovingPlane);
        if let Some(advance) = curved {
            ask.tolerance = advance.tolerance();
        }
        ApproachSearch {
            rounding: curved.map_or(motion.rounding(), CurvedAdvance::rounding),
            radii: match scaled.is_round() {
                true => scaled.touching_distance(0.0).bounds(scaled.scale),
                false => [0.0; 2],
            },
            tolerance: ask.tolerance,
            motion,
            curved,
            ask,
            columns: Subsimplex::default(),
            along: None,
            best: ApproachSample::least(),
            known_apart: false,
            solves: 0,
            queries: 0,
        }
    }

    /// Answer of [`closest_approach`](crate::closest_approach()) for the pair.
    pub(crate) fn answer(
        &mut self,
        pair: &MovingPair<'_>,
        options: &ClosestApproachOptions,
        state: &mut PairState,
    ) -> Result<ClosestApproach> {
        if let SearchOutcome::Approach(answer) = self.run(state) {
            return Ok(answer);
        }
        let ask = TimeOfImpactOptions {
            budget: self.ask.less(self.solves).budget,
            ..options.for_time(0.0)
        };
        let found = time_of_impact(pair, &ask, state)?;
        // Bodies that do not turn are near only if they never meet: then their distance is known.
        let never_meets = found.contact == Contact::Near && !self.motion.scaled.is_turning();
        if found.verdict != Verdict::Separated && !(never_meets && self.curved.is_none()) {
            // A hit has a normal of its own, so the best sample's is not looked for.
            let seen = match found.verdict {
                Verdict::Hit => self.best_sample(None, self.queries),
                _ => self.seen_so_far(),
            };
            return Ok(ClosestApproach::met(pair, &found, &seen));
        }
        self.solves += found.solves;
        self.queries += found.iterations;
        self.known_apart = true;
        Ok(match self.run(state) {
            SearchOutcome::Approach(answer) => answer,
            SearchOutcome::MayMeet => self.undecided(Reason::Rounding, 0.0),
        })
    }

    /// A length that the bodies always keep and that is a tolerance less than `near`, if one advance shows it.
    pub(crate) fn keeps(&mut self, near: f64, state: &mut PairState) -> Option<f64> {
        let tolerance = self
            .tolerance
            .max(MIN_TOLERANCE_ROUNDINGS * self.least(self.core_length(near)));
        let low = self.core_length(near) - tolerance;
        let apart = low > self.radii[1]
            && self.advance_to(0.0, low, tolerance, state).end == AdvanceEnd::Apart;
        apart.then(|| self.length_below(low))
    }

    /// The times outside of which the bodies are farther apart than `near`; None where they always are.
    pub(crate) fn times(&mut self, near: f64, state: &mut PairState) -> Option<[f64; 2]> {
        let upper = self.core_length(near);
        let tolerance = self
            .tolerance
            .max(MIN_TOLERANCE_ROUNDINGS * self.least(upper));
        let first = self.advance_to(0.0, upper, tolerance, state);
        let from = match first.end {
            AdvanceEnd::Apart => return None,
            AdvanceEnd::Start => 0.0,
            _ => first.t,
        };
        let last = self.last([from, from], upper, tolerance, state);
        Some([from, last.unwrap_or(1.0)])
    }

    /// Support queries and distance solves so far.
    pub(crate) fn spent_so_far(&self) -> [u32; 2] {
        [self.queries, self.solves]
    }

    fn run(&mut self, state: &mut PairState) -> SearchOutcome {
        if !self.known_apart {
            let start = self.motion.between_pivots(0.0);
            let travel = &self.motion.travel;
            let nearest = (-dot(&start, travel) / dot(travel, travel)).clamp(0.0, 1.0);
            let nearest = if nearest >= 0.0 { nearest } else { 0.0 };
            for t in [0.0, 1.0, nearest] {
                if !self.spent() {
                    self.look(t);
                }
            }
            self.descend();
        }
        let (mut from, mut floor) = (0.0, self.radii[1]);
        loop {
            let upper = self.best.nearest.upper;
            let tolerance = self
                .tolerance
                .max(MIN_TOLERANCE_ROUNDINGS * self.least(upper));
            let meets = self.best.nearest.kind == GjkProof::Overlap || upper <= self.radii[0];
            let low = upper - tolerance;
            if meets || !self.known_apart && !(low > self.radii[1]) {
                return SearchOutcome::MayMeet;
            }
            if self.spent() {
                return SearchOutcome::Approach(self.undecided(Reason::Budget, from));
            }
            // Up to where they first are as near as the best.
            let first = self.advance_to(from, upper, tolerance, state);
            from = match first.end {
                AdvanceEnd::Start => from,
                _ => first.t,
            };
            self.take(&first);
            if first.end == AdvanceEnd::Budget {
                if self.spent() {
                    return SearchOutcome::Approach(self.undecided(Reason::Budget, from));
                }
                self.tolerance = COARSENING_FACTOR * tolerance;
                continue;
            }
            if low > self.radii[1] {
                let rest = self.advance_to(from, low, tolerance, state);
                match rest.end {
                    AdvanceEnd::Apart => floor = low,
                    AdvanceEnd::Near | AdvanceEnd::Overlap => {
                        self.take(&rest);
                        self.descend();
                        continue;
                    }
                    AdvanceEnd::Budget if !self.spent() => {
                        self.tolerance = COARSENING_FACTOR * tolerance;
                        continue;
                    }
                    AdvanceEnd::Budget => {
                        let answer = self.undecided(Reason::Budget, from);
                        return SearchOutcome::Approach(self.bounded(answer, low, rest.t));
                    }
                    AdvanceEnd::Rounding | AdvanceEnd::Start => {
                        self.tolerance = COARSENING_FACTOR * tolerance;
                        continue;
                    }
                }
            }
            let times = [from, self.best.t];
            return SearchOutcome::Approach(match self.last(times, upper, tolerance, state) {
                Some(until) => self.apart(floor, [from, until]),
                None => self.undecided(Reason::Budget, from),
            });
        }
    }

    /// A time after which they are farther apart than `upper`; None when the budget ends before it is known. `from`, `near`:
    /// a time before which they are, and one at which they are not.
    fn last(
        &mut self,
        [from, near]: [f64; 2],
        upper: f64,
        tolerance: f64,
        state: &mut PairState,
    ) -> Option<f64> {
        let first = (near - from).max(first_step(self.motion, tolerance));
        let (mut t, mut step) = (near, first);
        let mut halvings = 0;
        loop {
            let mut after = t + step;
            if !(after < 1.0) {
                after = t + 0.5 * (1.0 - t);
                halvings += 1;
            }
            if halvings > LAST_HALVINGS || !(after > t && after < 1.0) {
                return Some(1.0);
            }
            let advanced = self.advance_to(after, upper, tolerance, state);
            (t, step) = match advanced.end {
                AdvanceEnd::Apart => return Some(after),
                AdvanceEnd::Budget if self.spent() => return None,
                AdvanceEnd::Budget => return Some(1.0),
                // Another minimum as near.
                AdvanceEnd::Near if advanced.t > after => (advanced.t, first),
                _ => (advanced.t.max(after), 2.0 * step),
            };
        }
    }

    /// Length by which an advance to the distance `upper` must stay above a minimum to leave it.
    fn least(&self, upper: f64) -> f64 {
        2.0 * self.rounding + 8.0 * U * upper
    }

    /// Largest core distance of bodies whose surfaces are no farther apart than `length`.
    fn core_length(&self, length: f64) -> f64 {
        let scaled = length * self.motion.scale;
        (scaled + self.radii[1]) * (1.0 + 4.0 * U) + f64::MIN_POSITIVE
    }

    /// Advances from a time on until the bodies are as near as `target`.
    fn advance_to(
        &mut self,
        from: f64,
        target: f64,
        tolerance: f64,
        state: &mut PairState,
    ) -> SearchStep {
        let ask = AdvanceRequest {
            target: target.max(f64::MIN_POSITIVE),
            tolerance: STOP_TOLERANCES * tolerance,
            ..self.ask.less(self.solves)
        };
        if let Some(advance) = self.curved {
            return self.advance_curved_to(advance, from, &ask);
        }
        let progress = advance_outlined(self.motion, &ask, from, state, &mut |_| {});
        self.solves += progress.solves;
        self.queries += progress.queries;
        let seen = match progress.end {
            AdvanceEnd::Near | AdvanceEnd::Overlap => {
                Some(self.seen(&progress.posed, progress.nearest))
            }
            _ => None,
        };
        SearchStep {
            end: progress.end,
            t: progress.t,
            seen,
        }
    }

    #[cold]
    fn advance_curved_to(
        &mut self,
        advance: &CurvedAdvance<'_>,
        from: f64,
        ask: &AdvanceRequest,
    ) -> SearchStep {
        let clear = Clear {
            below: ask.target,
            above: ask.target,
            tolerance: ask.tolerance,
            budget: (ask.budget / SHARE).max(1),
        };
        let mut spent = CurvedBudget::default();
        let found = advance.advance(from, &clear, &mut spent, &mut |_| {});
        self.solves += spent.solves;
        self.queries += spent.iterations;
        let is_there = matches!(found.end, AdvanceEnd::Near | AdvanceEnd::Overlap);
        let measured = &found.measured;
        let seen = is_there.then(|| self.of_points(&found.posed, measured.found, measured.points));
        SearchStep {
            end: match found.end {
                AdvanceEnd::Rounding if found.t == from => AdvanceEnd::Start,
                end => end,
            },
            t: found.t,
            seen,
        }
    }

    /// Takes the end of an advance as the best, if it is nearer.
    fn take(&mut self, advanced: &SearchStep) {
        let nearer = |look: &&ApproachSample| {
            advanced.end == AdvanceEnd::Overlap || look.nearest.upper < self.best.nearest.upper
        };
        if let Some(look) = advanced.seen.as_ref().filter(nearer) {
            self.best = *look;
        }
    }

    fn look(&mut self, t: f64) -> ApproachSample {
        self.solves += 1;
        let look = match self.curved {
            Some(advance) => {
                let (posed, measured) = advance.look_at(t, self.along.as_ref());
                self.queries += measured.queries;
                self.along = Some(measured.found.normal);
                self.of_points(&posed, measured.found, measured.points)
            }
            None => {
                let posed = self.motion.pose(t);
                let stop = &until(0.0, CONTACT_REL_TOL);
                let nearest =
                    measure_anew(self.motion, &posed, &self.columns, stop, &mut self.queries);
                self.columns = nearest.simplex;
                self.seen(&posed, nearest)
            }
        };
        let overlaps = look.nearest.kind == GjkProof::Overlap;
        if overlaps || look.nearest.upper < self.best.nearest.upper {
            self.best = look;
        }
        look
    }

    fn seen(&self, posed: &RelativePoses, nearest: NearestPoints) -> ApproachSample {
        let (a, b) = self.motion.bodies(posed);
        let points = nearest.points(&Difference::new(&a, &b, 0.0));
        self.of_points(posed, nearest, points)
    }

    /// The sample with these nearest points.
    fn of_points(
        &self,
        posed: &RelativePoses,
        nearest: NearestPoints,
        points: [Vector3<f64>; 2],
    ) -> ApproachSample {
        let rate = self
            .motion
            .separation_velocity(posed, &nearest.normal, &points);
        let upper = match nearest.kind {
            GjkProof::Overlap => 0.0,
            _ => nearest.upper,
        };
        ApproachSample {
            t: posed.t,
            nearest: NearestPoints { upper, ..nearest },
            points,
            rate,
        }
    }

    /// Descends into the minimum beside the best sample: against the derivative until its sign changes, then between the two
    /// times.
    fn descend(&mut self) {
        let mut here = self.best;
        if here.nearest.kind == GjkProof::Overlap || here.rate == 0.0 {
            return;
        }
        let is_ahead = here.rate < 0.0;
        let end = if is_ahead { 1.0 } else { 0.0 };
        let first = longest_step(self.motion).min(0.125);
        let (mut there, mut samples) = (here, 0);
        let (_, found) = doubling([here.t, end], [first, 1.0], |t| {
            if t == here.t || samples == MAX_DESCENT_SAMPLES || self.spent() {
                return None;
            }
            samples += 1;
            there = self.look(t);
            if there.nearest.kind == GjkProof::Overlap {
                return None;
            }
            let rises = (there.rate < 0.0) != is_ahead;
            let is_past = rises || there.nearest.upper > here.nearest.upper;
            if !is_past {
                here = there;
            }
            Some(is_past)
        });
        if found.is_some() {
            self.between(match is_ahead {
                true => [here, there],
                false => [there, here],
            });
        }
    }

    /// Between two times at the first of which the distance falls: by the derivative's zero as both ends tell it (regula
    /// falsi, Illinois), every third time by halves.
    fn between(&mut self, [mut low, mut high]: [ApproachSample; 2]) {
        let (mut down, mut up) = (low.rate, high.rate);
        let mut last_low = None;
        for k in 0..MAX_DESCENT_SAMPLES {
            let width = high.t - low.t;
            let valley = valley(&low, &high);
            if self.best.nearest.upper - valley <= MIN_GAIN_TOLERANCES * self.tolerance
                || self.spent()
            {
                return;
            }
            let part = match k % 3 {
                2 => 0.5,
                _ if up > 0.0 => (down / (down - up)).clamp(0.02, 0.98),
                _ => 0.5,
            };
            let t = low.t + part * width;
            if !(t > low.t && t < high.t) {
                return;
            }
            let middle = self.look(t);
            if middle.nearest.kind == GjkProof::Overlap {
                return;
            }
            let is_low = middle.rate < 0.0;
            let again = last_low == Some(is_low);
            if is_low {
                (low, down) = (middle, middle.rate);
                up *= if again { 0.5 } else { 1.0 };
            } else {
                (high, up) = (middle, middle.rate);
                down *= if again { 0.5 } else { 1.0 };
            }
            last_low = Some(is_low);
        }
    }

    fn spent(&self) -> bool {
        self.solves >= self.ask.budget
    }

    /// Normal at the best time, of what is nearest: one that parts the bodies there.
    fn parting(&self, queries: &mut u32) -> Option<Vector3<f64>> {
        let best = &self.best;
        match self.curved {
            None => {
                let posed = self.motion.pose(best.t);
                parting_normal(self.motion, &posed, &best.nearest, self.radii[0], queries)
            }
            Some(_) => {
                let least =
                    self.radii[0] * (1.0 - 8.0 * U) - PLANE_OVERLAP_ROUNDINGS * self.rounding;
                (best.nearest.lower >= least).then_some(best.nearest.normal)
            }
        }
    }

    /// The best sample as an answer, with a normal that parts the bodies there.
    fn seen_so_far(&self) -> ClosestApproach {
        let mut queries = self.queries;
        let normal = self.parting(&mut queries);
        self.best_sample(normal, queries)
    }

    fn best_sample(&self, normal: Option<Vector3<f64>>, iterations: u32) -> ClosestApproach {
        let (scale, best) = (self.motion.scale, &self.best);
        let origin = origin_at(self.motion.scaled.motions[0], best.t);
        let points = self.motion.scaled.on_surfaces(best.points);
        let [point_a, point_b] = points.map(|p| Some(p / scale + origin));
        let distance = match best.nearest.upper > self.radii[0] {
            true => unscaled(best.nearest.upper - self.radii[0], scale),
            false => 0.0,
        };
        ClosestApproach {
            verdict: Verdict::Separated,
            iterations,
            solves: self.solves,
            distance,
            t: best.t,
            point_a,
            point_b,
            normal,
            ..ClosestApproach::to_nothing()
        }
    }

    /// No core distance is at most `floor`.
    fn apart(&self, floor: f64, [t_lo, t_hi]: [f64; 2]) -> ClosestApproach {
        let answer = self.seen_so_far();
        let lower = self.length_below(floor);
        ClosestApproach {
            lower_bound: lower,
            error: (answer.distance - lower).next_up(),
            t_lo,
            t_hi,
            ..answer
        }
    }

    fn undecided(&self, reason: Reason, t_lo: f64) -> ClosestApproach {
        let answer = self.seen_so_far();
        ClosestApproach {
            verdict: Verdict::Undecided,
            reason,
            error: answer.distance,
            lower_bound: 0.0,
            t_lo,
            ..answer
        }
    }

    /// With what an advance that ended early proves of the whole frame: no distance falls faster than the bodies may move.
    fn bounded(&self, answer: ClosestApproach, floor: f64, advanced: f64) -> ClosestApproach {
        let rest = self.motion.fastest() * (1.0 - advanced);
        let lower = self.length_below(floor.min((floor - rest).next_down()));
        ClosestApproach {
            lower_bound: lower,
            error: (answer.distance - lower).next_up(),
            ..answer
        }
    }

    /// Distance of the surfaces at a core distance, rounded down.
    fn length_below(&self, floor: f64) -> f64 {
        let gap = (floor - self.radii[1]).max(0.0) * (1.0 - 8.0 * U) / self.motion.scale;
        gap.next_down().max(0.0)
    }
}
