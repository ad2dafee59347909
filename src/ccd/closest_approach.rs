//! How near do two moving bodies come to each other, and when?
//!
//! Problem: the least of a distance over a frame, which may have many minima where bodies turn. Idea: a least distance u
//! that was seen, and the advance of times of impact with u less the tolerance for its target. Where that walks to the end of
//! the frame, no distance is smaller; where it stops, there is a smaller one, and the descent into the minimum beside that
//! time gives the next u. Two more walks, with u itself for the target, say when: from the start until the bodies are as near
//! as u, and from a time after which they never are again.
//!
//! A descent goes by the sign of the distance's derivative: away from where it points, until it changes, then between the two
//! times. It need find nothing: what it finds is only where the next walk may be longer.
//!
//! Loses where many minima are nearly the same: each lower one costs a descent, and each a walk.

use nalgebra::Vector3;

use crate::ccd::advance::{CONTACT_REL_TOL, End, Progress, advance_outlined, measure_anew, until};
use crate::ccd::flight::Flight;
use crate::ccd::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::relative_motion::{Posed, RelativeMotion, origin_at};
use crate::ccd::sample::{first_step, longest_step};
use crate::ccd::step::{Advance, Ask};
use crate::ccd::time_of_impact::{ask, time_of_impact, unscaled};
use crate::distance::gjk::{Kind, Nearest};
use crate::distance::subsimplex::Subsimplex;
use crate::error::Result;
use crate::lp::problem::Difference;
use crate::motion::pairs::MovingPair;
use crate::numeric::arithmetic::{U, dot, is_unit};
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::verdict::{Reason, Verdict};

options! {
    /// Options of [`closest_approach`].
    ClosestApproachOptions {
        /// How far the distance may be off, an absolute length; and the largest gap of a contact that is `Near`. None: 1e-6
        /// of the smaller body's bounding radius (of the larger, if that is 0).
        tolerance: Option<f64> = None, "positive and finite": |x| {
            x.is_none_or(|x| x > 0.0 && x.is_finite())
        };
        /// Largest number of distance solves, as of [`TimeOfImpactOptions`]; at least 1. Default 10,000.
        budget: u32 = 10_000, "at least 1": |n| *n >= 1;
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Answer of [`closest_approach`].
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
    /// What a hit ends in.
    pub contact: Contact,
    /// The smallest distance over the frame; infinite when a body is empty, 0 of a hit. Of bodies apart it is that of
    /// `point_a` and `point_b` at `t`, and with `Undecided` the smallest that was seen.
    pub distance: f64,
    /// The true one is within this of `distance`. With `Near` the gap.
    pub error: f64,
    /// At every time of the frame the bodies are at least so far apart: proved, rounding included. 0 of a hit.
    pub lower_bound: f64,
    /// Before this time they are farther apart than `distance`; of a hit they are apart.
    pub t_lo: f64,
    /// After this time they are farther apart than `distance`: no time outside of [`t_lo`, `t_hi`] is that of the closest
    /// approach. Of a hit the time by which they are in contact.
    pub t_hi: f64,
    /// The time between at which they are as near as `distance` and `error` say: `t_hi` of a hit.
    pub t: f64,
    /// Point of A nearest to B at `t`, world frame. None when a body is empty.
    pub point_a: Option<Vector3<f64>>,
    /// The same of B.
    pub point_b: Option<Vector3<f64>>,
    /// Unit normal from A to B there, world axes. None where f64 cannot tell one.
    pub normal: Option<Vector3<f64>>,
}

/// The smallest distance of two moving bodies over the frame, and when it is taken.
///
/// - `Separated`: at no time are they nearer than `lower_bound`, which is within `error` of `distance`; at `t` they are as
///   near as `distance`, to rounding. `error` is at most the tolerance and a few roundings. Every time
///   of the closest approach lies in [`t_lo`, `t_hi`]; that is wide where the bodies stay as near for long or come as near twice.
/// - `Hit`: they meet. `distance` is 0, and the first time is bracketed as [`time_of_impact`](crate::time_of_impact) brackets it; one that is
///   `Near` may be a closest approach of up to `error`.
/// - `Undecided`: the budget ran out, or rounding hides whether they meet. Everything proved until then is in the answer:
///   `lower_bound`, `distance` as an upper bound, and `t_lo`, before which they are farther apart than that.
///
/// The distance of bodies that turn may have many minima; each lower one that is come upon costs about 20 distance solves.
/// `state` is the memory of this pair from frame to frame. Allocates only where exact arithmetic decides whether they meet.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Body`](crate::Error::Body) of curved
/// bodies.
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
/// let flight = Motion::translation(start, Vector3::new(9.0, 5.0, 0.0))?;
/// let still = Motion::fixed(Pose::identity());
/// let pair = MovingPair::new(&ball, &flight, &ball, &still);
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
    let cores = pair.cores_for("closest_approach")?;
    if cores.has_empty() {
        return Ok(ClosestApproach::to_nothing());
    }
    let flight = Flight::new(&cores);
    let motion = RelativeMotion::new(&flight);
    let mut search = Search::new(&motion, options);
    match search.run(state) {
        Found::Approach(answer) => Ok(answer),
        Found::MayMeet => {
            let ask = TimeOfImpactOptions {
                budget: search.ask.less(search.solves).budget,
                ..options.for_time(0.0)
            };
            let found = time_of_impact(pair, &ask, state)?;
            match found.verdict {
                Verdict::Separated => {
                    search.solves += found.solves;
                    search.queries += found.iterations;
                    search.known_apart = true;
                    Ok(match search.run(state) {
                        Found::Approach(answer) => answer,
                        Found::MayMeet => search.undecided(Reason::Rounding, 0.0),
                    })
                }
                _ => Ok(search.met(&found)),
            }
        }
    }
}

impl ClosestApproachOptions {
    /// Of the walks that prove an answer.
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
    fn to_nothing() -> Self {
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
        }
    }
}

/// Where the tangents at two times cross, the first of which falls: where the distance is convex it is nowhere lower.
fn valley(low: &Look, high: &Look) -> f64 {
    let width = high.t - low.t;
    let (from, to) = (low.nearest.upper, high.nearest.upper);
    let (down, up) = (low.rate.min(0.0), high.rate.max(0.0));
    let after = match up > 0.0 {
        true => ((from + up * width - to) / (up - down)).clamp(0.0, width),
        false => width,
    };
    from + down * after
}

enum Found {
    Approach(ClosestApproach),
    /// Nothing separates the least distance that was seen from contact.
    MayMeet,
}

/// What one look saw.
#[derive(Clone, Copy)]
struct Look {
    t: f64,
    nearest: Nearest,
    /// Of the cores, from A's origin, scaled.
    points: [Vector3<f64>; 2],
    /// The derivative of the distance.
    rate: f64,
}

impl Look {
    fn least() -> Self {
        Look {
            t: 0.0,
            nearest: Nearest::unknown(),
            points: [Vector3::zeros(); 2],
            rate: 0.0,
        }
    }
}

/// Lengths are those of the cores, scaled.
struct Search<'a> {
    motion: &'a RelativeMotion<'a>,
    ask: Ask,
    /// The sum of both radii, from below and above.
    radii: [f64; 2],
    tolerance: f64,
    columns: Subsimplex,
    best: Look,
    /// It is proved that they do not meet.
    known_apart: bool,
    solves: u32,
    queries: u32,
}

/// A walk is told to stop within this part of the tolerance from its target: a part, so that what it stops at is lower.
const STOP: f64 = 0.25;

/// Where a walk drowns in rounding the next goes so many times as far below the least distance.
const COARSER: f64 = 16.0;

/// Roundings that a tolerance is at least: what a walk needs to leave a minimum.
const LEAST: f64 = 64.0;

/// A descent ends when the tangents of both ends show that no more than this part of the tolerance is to be gained,
const GAIN: f64 = 1.0 / 16.0;

/// or after so many looks, or steps that double.
const LOOKS: u32 = 48;

/// Halvings of what is left of the frame in the search for a time after the last approach.
const LAST_HALVINGS: u32 = 8;

impl<'a> Search<'a> {
    fn new(motion: &'a RelativeMotion<'a>, options: &ClosestApproachOptions) -> Self {
        let flight = &motion.flight;
        let ask = ask(flight, &options.for_time(0.0), Advance::MovingPlane);
        Search {
            radii: match flight.is_round() {
                true => flight.reach(0.0).bounds(flight.scale),
                false => [0.0; 2],
            },
            tolerance: ask.tolerance,
            motion,
            ask,
            columns: Subsimplex::default(),
            best: Look::least(),
            known_apart: false,
            solves: 0,
            queries: 0,
        }
    }

    fn run(&mut self, state: &mut PairState) -> Found {
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
            let least = 2.0 * self.motion.rounding() + 8.0 * U * upper;
            let tolerance = self.tolerance.max(LEAST * least);
            let meets = self.best.nearest.kind == Kind::Overlap || upper <= self.radii[0];
            let low = upper - tolerance;
            if meets || !self.known_apart && !(low > self.radii[1]) {
                return Found::MayMeet;
            }
            if self.spent() {
                return Found::Approach(self.undecided(Reason::Budget, from));
            }
            // Up to where they first are as near as the best.
            let first = self.walk(from, upper, tolerance, state);
            from = match first.end {
                End::Start => from,
                _ => first.t,
            };
            self.take(&first);
            if first.end == End::Budget {
                return Found::Approach(self.undecided(Reason::Budget, from));
            }
            if low > self.radii[1] {
                let rest = self.walk(from, low, tolerance, state);
                match rest.end {
                    End::Apart => floor = low,
                    End::Near | End::Overlap => {
                        self.take(&rest);
                        self.descend();
                        continue;
                    }
                    End::Budget => {
                        let answer = self.undecided(Reason::Budget, from);
                        return Found::Approach(self.bounded(answer, low, &rest));
                    }
                    End::Rounding | End::Start => {
                        self.tolerance = COARSER * tolerance;
                        continue;
                    }
                }
            }
            return Found::Approach(match self.last(from, tolerance, state) {
                Some(until) => self.apart(floor, [from, until]),
                None => self.undecided(Reason::Budget, from),
            });
        }
    }

    /// A time after which they are farther apart than the best; None when the budget ends before it is known.
    fn last(&mut self, from: f64, tolerance: f64, state: &mut PairState) -> Option<f64> {
        let upper = self.best.nearest.upper;
        let first = (self.best.t - from).max(first_step(self.motion, tolerance));
        let (mut t, mut step) = (self.best.t, first);
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
            let progress = self.walk(after, upper, tolerance, state);
            (t, step) = match progress.end {
                End::Apart => return Some(after),
                End::Budget => return None,
                // Another minimum as near.
                End::Near => (progress.t, first),
                _ => (progress.t.max(after), 2.0 * step),
            };
        }
    }

    /// From a time on, until they are as near as `target`.
    fn walk(&mut self, from: f64, target: f64, tolerance: f64, state: &mut PairState) -> Progress {
        let ask = Ask {
            target: target.max(f64::MIN_POSITIVE),
            tolerance: STOP * tolerance,
            ..self.ask.less(self.solves)
        };
        let progress = advance_outlined(self.motion, &ask, from, state, &mut |_| {});
        self.solves += progress.solves;
        self.queries += progress.queries;
        progress
    }

    /// What a walk ended at, if that is nearer than the best.
    fn take(&mut self, progress: &Progress) {
        let nearer = progress.nearest.upper < self.best.nearest.upper;
        if progress.end == End::Overlap || progress.end == End::Near && nearer {
            self.best = self.seen(&progress.posed, progress.nearest);
        }
    }

    fn look(&mut self, t: f64) -> Look {
        let posed = self.motion.pose(t);
        let stop = &until(0.0, CONTACT_REL_TOL);
        let nearest = measure_anew(self.motion, &posed, &self.columns, stop, &mut self.queries);
        self.columns = nearest.simplex;
        self.solves += 1;
        let look = self.seen(&posed, nearest);
        let overlaps = nearest.kind == Kind::Overlap;
        if overlaps || nearest.upper < self.best.nearest.upper {
            self.best = look;
        }
        look
    }

    fn seen(&self, posed: &Posed, nearest: Nearest) -> Look {
        let (a, b) = self.motion.bodies(posed);
        let points = nearest.points(&Difference::new(&a, &b, 0.0));
        let rate = self
            .motion
            .separation_velocity(posed, &nearest.normal, &points);
        Look {
            t: posed.t,
            nearest,
            points,
            rate,
        }
    }

    /// Into the minimum beside the best.
    fn descend(&mut self) {
        let mut here = self.best;
        if here.nearest.kind == Kind::Overlap || here.rate == 0.0 {
            return;
        }
        let ahead = here.rate < 0.0;
        let mut step = longest_step(self.motion).min(0.125);
        let mut found = None;
        for _ in 0..LOOKS {
            let t = match ahead {
                true => (here.t + step).min(1.0),
                false => (here.t - step).max(0.0),
            };
            if t == here.t || self.spent() {
                break;
            }
            let next = self.look(t);
            if next.nearest.kind == Kind::Overlap {
                return;
            }
            if (next.rate < 0.0) != ahead || next.nearest.upper > here.nearest.upper {
                found = Some(next);
                break;
            }
            here = next;
            step *= 2.0;
        }
        if let Some(there) = found {
            self.between(match ahead {
                true => [here, there],
                false => [there, here],
            });
        }
    }

    /// Between two times at the first of which the distance falls: by the derivative's zero as both ends tell it (regula
    /// falsi, Illinois), every third time by halves.
    fn between(&mut self, [mut low, mut high]: [Look; 2]) {
        let (mut down, mut up) = (low.rate, high.rate);
        let mut last_low = None;
        for k in 0..LOOKS {
            let width = high.t - low.t;
            let valley = valley(&low, &high);
            if self.best.nearest.upper - valley <= GAIN * self.tolerance || self.spent() {
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
            if middle.nearest.kind == Kind::Overlap {
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

    fn answer(&self) -> ClosestApproach {
        let (scale, best) = (self.motion.scale, &self.best);
        let origin = origin_at(self.motion.flight.motions[0], best.t);
        let points = self.motion.flight.on_surfaces(best.points);
        let [point_a, point_b] = points.map(|p| Some(p / scale + origin));
        let distance = match best.nearest.upper > self.radii[0] {
            true => unscaled(best.nearest.upper - self.radii[0], scale),
            false => 0.0,
        };
        ClosestApproach {
            verdict: Verdict::Separated,
            iterations: self.queries,
            solves: self.solves,
            distance,
            t: best.t,
            point_a,
            point_b,
            normal: is_unit(&best.nearest.normal).then_some(best.nearest.normal),
            ..ClosestApproach::to_nothing()
        }
    }

    /// No core distance is at most `floor`.
    fn apart(&self, floor: f64, [t_lo, t_hi]: [f64; 2]) -> ClosestApproach {
        let answer = self.answer();
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
        let answer = self.answer();
        ClosestApproach {
            verdict: Verdict::Undecided,
            reason,
            error: answer.distance,
            lower_bound: 0.0,
            t_lo,
            ..answer
        }
    }

    /// With what a walk that ended early proves of the whole frame: no distance falls faster than the bodies may move.
    fn bounded(&self, answer: ClosestApproach, floor: f64, walk: &Progress) -> ClosestApproach {
        let rest = self.motion.fastest() * (1.0 - walk.t);
        let lower = self.length_below(floor.min(floor - rest));
        ClosestApproach {
            lower_bound: lower,
            error: (answer.distance - lower).next_up(),
            ..answer
        }
    }

    /// What a core distance leaves between the surfaces, rounded down.
    fn length_below(&self, floor: f64) -> f64 {
        let gap = (floor - self.radii[1]).max(0.0) * (1.0 - 8.0 * U) / self.motion.scale;
        gap.next_down().max(0.0)
    }

    /// They meet, or may.
    fn met(&self, found: &TimeOfImpact) -> ClosestApproach {
        let hit = found.verdict == Verdict::Hit;
        let distance = if hit { 0.0 } else { self.answer().distance };
        let seen = match hit {
            true => ClosestApproach {
                t: found.t_hi,
                point_a: found.point_a,
                point_b: found.point_b,
                normal: found.normal,
                ..ClosestApproach::to_nothing()
            },
            false => self.answer(),
        };
        ClosestApproach {
            verdict: found.verdict,
            reason: found.reason,
            iterations: self.queries + found.iterations,
            solves: self.solves + found.solves,
            contact: found.contact,
            distance,
            error: if hit { found.gap } else { distance },
            lower_bound: 0.0,
            t_lo: found.t_lo,
            t_hi: found.t_hi,
            ..seen
        }
    }
}
