//! One body against one half-space of another, through a frame: until when it is proved inside, and
//! at what time it is seen outside.
//!
//! The half-space turns with A, so along its normal n every vertex of B has a slack g(t) with
//! |g''| <= K; between two looks g stays above its chord less K x (X - x) / 2. Written out in
//! `docs/theory/EXIT_TIMES.md`.

use nalgebra::Vector3;

use crate::advance::advance::{AdvanceEnd, Advancing, advance};
use crate::advance::exact_wall::stays_below;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::numeric::arithmetic::{U, cross, dot, norm, rotate};
use crate::query::contains::NORMAL_ERROR;
use crate::shape::dimension::Dimension;
use crate::shape::support::SearchStart;
use crate::support::mapping::FloatMapping;
use crate::verdict::Reason;

/// Search for the exit from all half-spaces of A. Lengths times the pair's scale.
pub(crate) struct ExitSearch<'a> {
    pub(crate) pair: &'a RelativeMotion<'a>,
    /// Largest depth beyond a plane that may stay unseen.
    tolerance: f64,
    /// Length by which the planes are moved inwards.
    target: f64,
    budget: u32,
    /// Support queries so far.
    pub(crate) looks: u32,
    /// B was not proved inside at the start: a sample there decided nothing, or the budget had run out.
    pub(crate) doubtful_start: bool,
    /// The vertex that the last sample found.
    hint: u32,
    /// Turn of B relative to A.
    relative_turn: Vector3<f64>,
    start: RelativePoses,
    end: RelativePoses,
}

/// A half-space of A.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HalfSpace {
    /// Outwards, frame of A.
    pub(crate) normal: Vector3<f64>,
    /// A corner on its plane.
    pub(crate) corner: u32,
    pub(crate) face: Option<u32>,
}

/// A sample of B along a wall's normal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlackSample {
    pub(crate) t: f64,
    /// The slack of B's farthest vertex: how far inside it is.
    pub(crate) slack: f64,
    /// No vertex of B has less.
    low: f64,
    /// This one has no more.
    pub(crate) high: f64,
    pub(crate) vertex: u32,
    /// Rate at which its slack shrinks, per frame.
    closing: f64,
}

/// Bracket of the exit of B through one wall.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExitBracket {
    /// Proved inside at every time before this.
    pub(crate) inside_until: f64,
    /// Proved not beyond by more than the tolerance at every time before this.
    pub(crate) held_until: f64,
    /// The first sample that proves B outside.
    pub(crate) outside: Option<SlackSample>,
    /// Why `held_until` is not the end.
    pub(crate) reason: Reason,
}

/// The slack's bounds that depend on the wall.
struct SlackBounds {
    half_space: HalfSpace,
    /// No slack bends faster, per frame squared.
    bend: f64,
    /// None shrinks faster, per frame.
    speed: f64,
    /// Height of the plane over B's pivot, with A's at the origin. `along` and `across` are the normal's parts along
    /// A's axis and across it (along itself when A does not turn).
    height: f64,
    along: f64,
    across: f64,
    normal: Vector3<f64>,
    /// B does not reach farther from its pivot along the normal, at any time.
    reach: f64,
}

/// Part of a tolerance below which steps would only become shorter.
const MIN_STEP_TOLERANCES: f64 = 1.0 / 1024.0;
/// Number of shorter steps that are sampled before the plain one.
const MAX_SHORTER_STEPS: u32 = 8;
/// Number of halvings in the search for the time of a first sample.
const HALVINGS: u32 = 8;

impl<'a> ExitSearch<'a> {
    #[inline(always)]
    pub(crate) fn new(
        pair: &'a RelativeMotion<'a>,
        [tolerance, target]: [f64; 2],
        budget: u32,
    ) -> Self {
        ExitSearch {
            tolerance,
            target,
            budget,
            looks: 0,
            doubtful_start: false,
            hint: 0,
            relative_turn: pair.trajectories[1].turn - pair.trajectories[0].turn,
            start: pair.pose(0.0),
            end: pair.pose(1.0),
            pair,
        }
    }

    /// Whether balls alone tell that B stays inside: that about its pivot, and A's inscribed one.
    #[inline(always)]
    pub(crate) fn holds_the_ball(&self) -> bool {
        let pair = self.pair;
        let a = pair.scaled.bodies[0];
        let center = a.center() * pair.scale - pair.trajectories[0].pivot;
        let still = rotate(&self.start.matrices[0], &(center / pair.scale));
        [0.0, 1.0].iter().all(|&t| {
            let c = pair.between_pivots(t);
            let distance = match pair.trajectories[0].angle > 0.0 {
                true => norm(&c) + norm(&center),
                false => norm(&(c - still)),
            };
            let room = (a.inscribed_radius() - a.center_error()) * pair.scale;
            distance + pair.reach(1).from_pivot + self.error(&c) <= room - self.target
        })
    }

    /// Bounds the error of a slack while the pivots are `c` apart: four times the rounding of both
    /// bodies, since a path between two looks is that of rounded numbers, and the normal's own error
    /// over the length from the wall's corner to B.
    #[inline(always)]
    fn error(&self, c: &Vector3<f64>) -> f64 {
        let pair = self.pair;
        let length = (pair.reach(0).from_pivot + pair.reach(1).from_pivot) + norm(c);
        4.0 * pair.rounding() + (NORMAL_ERROR + 2.0 * pair.trajectories[0].rotation_error) * length
    }

    /// From t = 0 to `until`.
    #[inline(always)]
    pub(crate) fn pass(&mut self, half_space: HalfSpace, until: f64) -> ExitBracket {
        if until != self.end.t {
            self.end = self.pair.pose(until);
        }
        let way = self.way(half_space, until);
        let Some([from, to]) = self.in_doubt(&way, until) else {
            return ExitBracket::inside(until);
        };
        if self.looks >= self.budget {
            self.doubtful_start |= from == 0.0;
            return ExitBracket::open(from, from, Reason::Budget);
        }
        let here = self.sample_at(&way, from);
        if here.high < 0.0 {
            return ExitBracket::seen(here.t, here);
        }
        self.doubtful_start |= here.low < 0.0 && here.t == 0.0;
        if from == to {
            // A frame of no length: the time B is already known to be outside.
            return ExitBracket::inside(until);
        }
        let turning = self.pair.scaled.is_turning();
        let mut bracket = match turning {
            true => self.advance(&way, here, to),
            false => self.straight(&way, &here, to),
        };
        let open = bracket.inside_until < to && bracket.outside.is_none();
        if open && turning && self.target == 0.0 && self.stays_exactly(&way, until) {
            return ExitBracket::inside(until);
        }
        // What is not in doubt after `to`.
        if bracket.inside_until >= to {
            bracket.inside_until = until;
        }
        if bracket.held_until >= to && bracket.outside.is_none() {
            bracket.held_until = until;
        }
        bracket
    }

    /// Bends and speeds along a wall's normal.
    #[inline(always)]
    fn way(&self, half_space: HalfSpace, until: f64) -> SlackBounds {
        let pair = self.pair;
        let [course_a, course_b] = &pair.trajectories;
        let (angle_a, angle_b) = (course_a.angle, course_b.angle);
        let normal = rotate(&self.start.matrices[0], &half_space.normal) / pair.scale;
        let corner = pair.scaled.bodies[0].vertex(half_space.corner as usize) * pair.scale;
        let height = dot(&half_space.normal, &(corner - course_a.pivot)) - self.target;
        let (near, far) = (pair.between_pivots(0.0), pair.between_pivots(until));
        let relative = norm(&self.relative_turn);
        let (bend, speed, along, across, reach);
        if angle_a > 0.0 {
            let axis = &course_a.axis;
            along = dot(&normal, axis);
            across = norm(&cross(&normal, axis));
            let off = |c: &Vector3<f64>| norm(&(c - axis * dot(axis, c)));
            let off_axis = off(&near).max(off(&far));
            let drift = pair.speed + pair.travel_error;
            let swing = angle_a * across;
            // |n x relative turn|, which changes as n turns.
            let part = dot(&self.relative_turn, axis);
            let rest = norm(&(self.relative_turn - axis * part));
            let sideways = relative.min(across * part.abs() + rest);
            bend = swing * (angle_a * off_axis + 2.0 * drift + relative * pair.reach(1).from_pivot)
                + sideways * angle_b * pair.reach(1).from_axis;
            speed = swing * off_axis + drift + sideways * pair.reach(1).from_pivot;
            reach = pair.reach(1).from_pivot;
        } else {
            (along, across) = (1.0, 0.0);
            let sideways = norm(&cross(&normal, &course_b.turn));
            bend = sideways * angle_b * pair.reach(1).from_axis;
            speed = dot(&normal, &pair.travel) + sideways * pair.reach(1).from_axis;
            reach = course_b.revolved(&normal, pair.reach(1));
        }
        let turns = norm(&course_a.turn) + norm(&course_b.turn);
        let room = 1e-13 * pair.size;
        SlackBounds {
            half_space,
            bend: bend * (1.0 + 1e-9) + room * turns * turns,
            speed: speed.max(0.0) * (1.0 + 1e-9) + room * (1.0 + turns),
            height,
            along,
            across,
            normal,
            reach,
        }
    }

    /// Whether both bodies turn about this wall's normal or not at all, so that the slack is linear, and
    /// it is at least 0 at the start and at `until`: in exact arithmetic.
    #[inline(always)]
    fn stays_exactly(&self, way: &SlackBounds, until: f64) -> bool {
        let pair = self.pair;
        // Of a flat A no certificate would say so.
        let solid = pair.scaled.bodies[0].dimension() == Dimension::Solid;
        let seems = pair
            .trajectories
            .iter()
            .all(|course| norm(&cross(&way.normal, &course.turn)) <= 1e-9 * norm(&course.turn));
        solid && seems && self.decided_exactly(way, until)
    }

    #[cold]
    #[inline(never)]
    fn decided_exactly(&self, way: &SlackBounds, until: f64) -> bool {
        let scaled = self.pair.scaled;
        way.half_space.face.is_some_and(|id| {
            let face = scaled.bodies[0].face(id as usize);
            stays_below(scaled.bodies, scaled.motions, face, until)
        })
    }

    /// Whether B is inside at time t at any angle of B and of A. Concave in t: true at two times, it
    /// is in between.
    #[inline(always)]
    fn is_clear(&self, way: &SlackBounds, t: f64) -> bool {
        let c = self.pair.between_pivots(t);
        let out = if self.pair.trajectories[0].angle > 0.0 {
            let axis = &self.pair.trajectories[0].axis;
            let along = dot(axis, &c);
            way.along * along + way.across * norm(&(c - axis * along))
        } else {
            dot(&way.normal, &c)
        };
        way.height - (out + way.reach) > self.error(&c)
    }

    /// The times between which angles matter; None when they never do.
    #[inline(always)]
    fn in_doubt(&self, way: &SlackBounds, until: f64) -> Option<[f64; 2]> {
        let clear = [0.0, until].map(|t| self.is_clear(way, t));
        if clear[0] && clear[1] {
            return None;
        }
        let bisect = |mut clear: f64, mut not: f64| {
            for _ in 0..HALVINGS {
                let middle = 0.5 * (clear + not);
                if self.is_clear(way, middle) {
                    clear = middle;
                } else {
                    not = middle;
                }
            }
            clear
        };
        Some([
            if clear[0] { bisect(0.0, until) } else { 0.0 },
            if clear[1] { bisect(until, 0.0) } else { until },
        ])
    }

    /// A call: five places ask for a sample.
    #[inline(never)]
    fn sample_at(&mut self, way: &SlackBounds, t: f64) -> SlackSample {
        let posed = match t {
            0.0 => self.start,
            _ if t == self.end.t => self.end,
            _ => self.pair.pose(t),
        };
        let pair = self.pair;
        let (a, b) = pair.bodies(&posed);
        let n = rotate(&posed.matrices[0], &way.half_space.normal) / pair.scale;
        let (reach, vertex) = b.support(&n, self.hint, SearchStart::Hint);
        self.looks += 1;
        self.hint = vertex;
        let c = pair.between_pivots(posed.t);
        let slack = (dot(&n, &a.point(way.half_space.corner)) - reach) - self.target;
        let error = self.error(&c);
        let arm = b.point(vertex) - posed.pivots[1];
        let carried = dot(&cross(&pair.trajectories[0].turn, &n), &c);
        let swung = dot(&cross(&n, &self.relative_turn), &arm);
        SlackSample {
            t: posed.t,
            slack,
            low: slack - (error + b.climb_slack(vertex)),
            high: slack + error,
            vertex,
            closing: dot(&n, &pair.travel) + (carried + swung),
        }
    }

    /// Nothing turns: the slack is linear, and the same vertex is the farthest all the time.
    #[inline(always)]
    fn straight(&self, way: &SlackBounds, here: &SlackSample, to: f64) -> ExitBracket {
        let pair = self.pair;
        let rate = dot(&way.normal, &pair.travel);
        let error = |t: f64| self.error(&pair.between_pivots(t));
        let more = |t: f64| (error(t) - error(here.t)).max(0.0);
        let span = to - here.t;
        let over = more(to);
        // Exact arithmetic will decide about the start; between two times inside, B is inside.
        let starts_inside = here.low >= over || (here.t == 0.0 && self.target == 0.0);
        if starts_inside && here.low - over - rate * span >= 0.0 {
            return ExitBracket::inside(to);
        }
        // Once it is roughly known when B leaves, what lies farther does not count.
        let gone = (here.high + over + error(to)) / rate;
        let (to, over) = if rate > 0.0 && gone < span {
            let to = here.t + gone;
            (to, more(to))
        } else {
            (to, over)
        };
        let span = to - here.t;
        let until = |level: f64| match level {
            _ if !(level > 0.0) => here.t,
            _ if rate * span <= level => to,
            _ => here.t + (level / rate) * (1.0 - 16.0 * U),
        };
        let inside_until = until(here.low - over);
        let held_until = until(here.low - over + self.tolerance);
        let out = (here.high + over + error(here.t)) / rate;
        let t = if rate > 0.0 && out <= span {
            here.t + out
        } else {
            to
        };
        let fallen = rate * (t - here.t);
        let slack = here.slack - fallen;
        let high = (here.high + over) - fallen;
        let outside = (rate > 0.0 && high < 0.0).then_some(SlackSample {
            t,
            slack,
            high,
            ..*here
        });
        let reason = match outside {
            Some(_) if held_until >= t => Reason::None,
            _ => Reason::Rounding,
        };
        ExitBracket {
            inside_until: inside_until.min(t),
            held_until,
            outside,
            reason,
        }
    }

    /// Advances in steps that are proved.
    #[inline(always)]
    fn advance(&mut self, way: &SlackBounds, from: SlackSample, to: f64) -> ExitBracket {
        let end = self.sample_at(way, to);
        let here = self.risen(way, &from, to).unwrap_or(from);
        let mut steps = SlackSteps {
            search: self,
            way,
            here,
            end,
            inside_until: None,
        };
        let why = advance(&mut steps);
        steps.bracket(why)
    }

    /// For a B at the wall to rounding at t = 0, and by exact arithmetic not beyond it: returns a sample up to which
    /// B is proved inside, because it moves away from the wall.
    #[inline(always)]
    fn risen(&mut self, way: &SlackBounds, here: &SlackSample, to: f64) -> Option<SlackSample> {
        let (rising, error) = (-here.closing, here.slack - here.low);
        if here.t > 0.0 || here.low > 0.0 || self.target != 0.0 || !(rising > 0.0) {
            return None;
        }
        // Of the true slack, not only of the rounded one.
        let [a, b] = &self.pair.trajectories;
        let doubt = NORMAL_ERROR + 2.0 * (a.rotation_error + b.rotation_error);
        let turns = 1.0 + a.angle + b.angle;
        let bend = way.bend + 32.0 * doubt * self.pair.size * turns * turns;
        let mut t = to.min(0.9 * rising / bend);
        while rising * t > error && self.looks < self.budget {
            let there = self.sample_at(way, t);
            if stays_above(0.0, there.low, bend, t) {
                return Some(there);
            }
            t *= 0.25;
        }
        None
    }

    /// A look up to which B is proved not to go beyond the tolerance. `end` becomes a time at which it
    /// is seen outside, when one is found.
    #[inline(always)]
    fn step(
        &mut self,
        way: &SlackBounds,
        here: &SlackSample,
        end: &mut SlackSample,
    ) -> Result<SlackSample, AdvanceEnd> {
        let start = here.low + self.tolerance;
        // A tolerance below twice the error is used up before B can be seen outside.
        if start < (MIN_STEP_TOLERANCES * self.tolerance).max(8.0 * U * self.pair.size) {
            return Err(AdvanceEnd::Rounding);
        }
        let (mut there, mut closing) = (*end, here.closing);
        let plain = start / way.speed * (1.0 - 1e-9);
        for tried in 0..=MAX_SHORTER_STEPS {
            let x = there.t - here.t;
            if stays_above(start, there.low + self.tolerance, way.bend, x) {
                return Ok(there);
            }
            if there.high < 0.0 {
                *end = there;
            }
            if self.looks >= self.budget {
                return Err(AdvanceEnd::Budget);
            }
            if tried > 0 {
                closing = closing.max((here.low - there.low) / x);
            }
            let step = longest(start, 0.5 * self.tolerance, closing, way.bend).min(0.75 * x);
            if !(step > plain) || tried == MAX_SHORTER_STEPS {
                break;
            }
            there = self.sample_at(way, here.t + step);
        }
        let t = (here.t + plain).next_down().min(end.t);
        if !(plain > 0.0 && t > here.t) {
            return Err(AdvanceEnd::Rounding);
        }
        Ok(self.sample_at(way, t))
    }

    /// Where the proof that B is inside ends between two looks; None when it does not.
    #[inline(always)]
    fn inside_until(
        &self,
        way: &SlackBounds,
        here: &SlackSample,
        next: &SlackSample,
    ) -> Option<f64> {
        let (a, b, x) = (here.low, next.low, next.t - here.t);
        if !(a > 0.0) {
            return Some(here.t);
        }
        if stays_above(a, b, way.bend, x) {
            return None;
        }
        // The first zero of the chord less the parabola, or the plain step.
        let p = (a - b) / x + 0.5 * way.bend * x;
        let root = (p * p - 2.0 * way.bend * a).max(0.0).sqrt();
        let s = (2.0 * a / (p + root)).max(a / way.speed);
        if !(s > 0.0) {
            return Some(here.t);
        }
        Some(
            (here.t + s * (1.0 - 1e-9))
                .next_down()
                .clamp(here.t, next.t),
        )
    }
}

/// B on its way along a wall.
struct SlackSteps<'s, 'a> {
    search: &'s mut ExitSearch<'a>,
    way: &'s SlackBounds,
    here: SlackSample,
    /// The end of the search: a time at which B is seen outside, once one is found.
    end: SlackSample,
    /// Where the proof that B is inside ends, if it does.
    inside_until: Option<f64>,
}

impl Advancing for SlackSteps<'_, '_> {
    /// Looks at the sample that the last step took.
    #[inline(always)]
    fn measure(&mut self) -> Option<AdvanceEnd> {
        (self.here.high < 0.0).then_some(AdvanceEnd::Overlap)
    }

    #[inline(always)]
    fn step(&mut self) -> Option<AdvanceEnd> {
        let next = match self.search.step(self.way, &self.here, &mut self.end) {
            Ok(next) => next,
            Err(end) => return Some(end),
        };
        let (search, way, here) = (&self.search, self.way, &self.here);
        self.inside_until = (self.inside_until).or_else(|| search.inside_until(way, here, &next));
        self.here = next;
        (next.t >= self.end.t).then_some(AdvanceEnd::Apart)
    }

    /// Returns false, because the last step may need no further sample. Each step ends the advance before a sample too many.
    #[inline(always)]
    fn is_spent(&self) -> bool {
        false
    }
}

impl SlackSteps<'_, '_> {
    #[inline(always)]
    fn bracket(&self, why: AdvanceEnd) -> ExitBracket {
        let inside_until = self.inside_until.unwrap_or(self.here.t);
        let open = |reason| ExitBracket {
            outside: (self.end.high < 0.0).then_some(self.end),
            ..ExitBracket::open(inside_until, self.here.t, reason)
        };
        match why {
            AdvanceEnd::Budget => open(Reason::Budget),
            AdvanceEnd::Rounding => open(Reason::Rounding),
            _ if self.here.high < 0.0 => ExitBracket::seen(inside_until, self.here),
            _ => ExitBracket::open(inside_until, self.here.t, Reason::None),
        }
    }
}

impl ExitBracket {
    fn inside(until: f64) -> Self {
        ExitBracket::open(until, until, Reason::None)
    }

    fn open(inside_until: f64, held_until: f64, reason: Reason) -> Self {
        ExitBracket {
            inside_until,
            held_until,
            outside: None,
            reason,
        }
    }

    fn seen(inside_until: f64, outside: SlackSample) -> Self {
        ExitBracket {
            outside: Some(outside),
            ..ExitBracket::open(inside_until, outside.t, Reason::None)
        }
    }
}

/// Whether what is `a` at the start and `b` after a time x, and bends by at most `bend`, stays at or
/// above 0 in between.
#[inline(always)]
fn stays_above(a: f64, b: f64, bend: f64, x: f64) -> bool {
    let q = 0.5 * bend * x * x * (1.0 + 8.0 * U);
    // Written so that NaN fails.
    a >= 0.0 && b >= 0.0 && {
        let sum = a.sqrt() + b.sqrt();
        q <= sum * sum * (1.0 - 8.0 * U)
    }
}

/// The time in which what is `a` now may fall to `floor`, if it closes at this rate and the step is to
/// be provable.
#[inline(always)]
fn longest(a: f64, floor: f64, closing: f64, bend: f64) -> f64 {
    let x = if closing > 0.0 {
        (a - floor.min(0.5 * a)) / closing
    } else {
        f64::INFINITY
    };
    if !(bend > 0.0) {
        return x;
    }
    // sqrt(bend / 2) x = sqrt(a) + sqrt(a - closing x), a hair less.
    let root = (2.0 / bend).sqrt();
    let y = 2.0 * a.sqrt() - closing * root;
    if y * y >= a && y > 0.0 {
        x.min(0.98 * y * root)
    } else {
        x
    }
}
