//! One step of the advance: from a time that is proved free, with the plane that separates best there, as far as
//! can be proved. Why an advance ends is in `advance` (`AdvanceEnd`).
//!
//! - Free: the gap over its closing speed, or for ever where the bodies of revolution are apart.
//! - Capsules around the bodies, where those are long and not yet near each other.
//! - A plane that stands still is carried from sample to sample as long as that pays: a sample along it is cheap,
//!   and a new plane costs a distance solve.
//! - A plane that turns with the feature that holds it serves where contact is near: bodies hardly turn until
//!   there, and the end of one step is found in one or two samples. Beside a far larger body, or one with the same
//!   turn, it may turn with that body.

use nalgebra::Vector3;

use crate::advance::advance_plane::AdvancePlane;
use crate::advance::capsules::Capsules;
use crate::advance::gap_model::{GapModel, stays_clear};
use crate::advance::moving_plane::{Moment, MovingPlane};
use crate::advance::relative_motion::{Across, RelativeMotion, RelativePoses};
use crate::advance::still_plane::StillPlane;
use crate::advance::trajectory::Trig;
use crate::numeric::arithmetic::{U, dot};
use crate::shape::support::SearchStart;
use crate::solver::gjk::NearestPoints;
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::FloatMapping;

/// Looks along one turning plane that a model of the gap leads; then steps are halved,
const MAX_LOOKS: u32 = 8;

/// as long as they carry so many times as far as the one that needs no look.
const WORTH_HALVING: f64 = 16.0;

/// The part of a step that a model of the gap is trusted with.
const TRUST: f64 = 0.98;

/// If a sample misses the predicted gap by less than this part of the starting gap, the refitted model is trusted to this
/// part of that miss.
const MODEL_MISS_RATIO: f64 = 0.2;

/// Second derivative of the gap that is assumed before the first sample, as a part of its bound.
const USUAL_BEND: f64 = 0.3;

/// Largest turn between two samples, in radians, because models are poor beyond it.
const FARTHEST_TURN: f64 = 0.9;

/// A still plane that promises less than this many steps that need no look is not looked along.
const WORTH_A_PLANE: f64 = 1.15;

/// The ends of a capsule that will be ahead after a turn of this, in radians, foretell the next look.
const CAPSULE_LOOKAHEAD_TURN: f64 = 0.8;

/// Capsules that carry less than a turn of this, in radians, are too near: the bodies themselves are measured.
const WORTH_CAPSULES: f64 = 0.05;

/// No look along capsules is farther: two ends each are foretold better than all vertices.
const FARTHEST_TURN_OF_CAPSULES: f64 = 1.5;

/// The gap at the end of a step that reaches contact, in tolerances: small enough to end the advance,
/// large enough to be proved.
const AIMED_GAP_TOLERANCES: f64 = 0.4;

/// Bound that proves a stretch of time free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum StepProof {
    /// The balls around the pivots are apart.
    Balls,
    /// A fixed normal; the gap closes by at most this much a frame, and lasts.
    Speed(f64),
    /// A fixed normal; the bodies of revolution about their axes are apart along it at both ends.
    Revolved,
    /// A normal that may turn, apart at both ends and at looks in between; no vertex' path along it curves
    /// more than this.
    Curvature(f64),
}

/// A stretch of time that is proved free, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Link {
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Unit, from A to B, at `from`. Zero for balls.
    pub(crate) normal: Vector3<f64>,
    /// Turn of the normal, a rotation vector a frame.
    pub(crate) turn: Vector3<f64>,
    pub(crate) bound: StepProof,
}

/// Kind of planes by which an advance finds its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// With the plane that turns with the feature that holds it.
    MovingPlane,
    /// By the gap over the greatest speed at which it can close: plain conservative advancement, from
    /// the start of the frame, or within the times at which the balls around the pivots meet.
    Plain { balls_first: bool },
}

/// Options of an advance. Lengths times the scale.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AdvanceRequest {
    pub(crate) tolerance: f64,
    /// The gap that counts as contact.
    pub(crate) target: f64,
    /// Largest number of distance solves.
    pub(crate) budget: u32,
    pub(crate) advance: Advance,
}

/// Roundings of the bodies' points that half of a tolerance must exceed for an advance to aim at it.
const MIN_HALF_TOLERANCE_ROUNDINGS: f64 = 512.0;

impl AdvanceRequest {
    /// Options with half of the tolerance as part of the target. An advance then proves gaps beyond that half and
    /// steps over none within it. If rounding is as large as that half, the options are unchanged.
    pub(crate) fn above_half(&self, rounding: f64) -> Self {
        let half = 0.5 * self.tolerance;
        match half > MIN_HALF_TOLERANCE_ROUNDINGS * (rounding + U * self.target) {
            true => AdvanceRequest {
                target: self.target + half,
                tolerance: half,
                ..*self
            },
            false => *self,
        }
    }

    /// Options with the rest of the budget, or one last solve.
    pub(crate) fn less(&self, solves: u32) -> Self {
        AdvanceRequest {
            budget: self.budget.saturating_sub(solves).max(1),
            ..*self
        }
    }
}

/// State that all steps of an advance share.
pub(crate) struct Stepper<'a> {
    pub(crate) pair: &'a RelativeMotion<'a>,
    pub(crate) ask: &'a AdvanceRequest,
    /// Least gap to be proved between the ends of a step: the rounding of both.
    pub(crate) least: f64,
    /// From here on the balls around the pivots are apart.
    pub(crate) until: f64,
    pub(crate) hints: [u32; 2],
    pub(crate) queries: u32,
}

/// Where a step is taken.
struct From<'a> {
    posed: &'a RelativePoses,
    gap: f64,
    /// The gap that the far end should keep.
    aim: f64,
    /// A step that needs no look.
    surely: f64,
}

impl Stepper<'_> {
    /// The longest step that is proved, and the pose after it. None when it is shorter than a last
    /// place of the time.
    #[inline(always)]
    pub(crate) fn step(
        &mut self,
        posed: &RelativePoses,
        nearest: &NearestPoints,
        gap: f64,
        carrier: Option<usize>,
    ) -> Option<(Link, RelativePoses)> {
        let n = nearest.normal;
        let most = self.until - posed.t;
        let across = self.pair.across(&n);
        let (surely, link) = self.plain(posed, &n, gap, &across);
        if surely < most && self.ask.advance == Advance::MovingPlane {
            let moment = Moment::new(self.pair, posed, n, across, &nearest.extent);
            let aim = (AIMED_GAP_TOLERANCES * self.ask.tolerance).min(0.5 * gap);
            let (plane, reach) =
                moment.best_plane(posed, &nearest.simplex, (gap, aim), most, carrier);
            let from = From {
                posed,
                gap,
                aim,
                surely,
            };
            let found = if !plane.is_still() {
                self.along_turning(&from, &plane, &moment, reach)
            } else if reach > WORTH_A_PLANE * surely {
                self.along_still(&from, &plane, moment.curvature(&plane, 0.0))
            } else {
                None
            };
            if found.is_some() {
                return found;
            }
        }
        // Down, so that the step is not longer than proved.
        let to = if surely >= most {
            self.until
        } else {
            (posed.t + surely * (1.0 - 4.0 * U)).next_down()
        };
        (to > posed.t).then(|| (Link { to, ..link }, self.pair.pose(to)))
    }

    /// Carries a plane that does not turn from look to look. The whole is one link: its plane is the same,
    /// and so is the bound.
    #[inline(always)]
    fn along_still(
        &mut self,
        from: &From<'_>,
        plane: &MovingPlane,
        curvature: f64,
    ) -> Option<(Link, RelativePoses)> {
        let t = from.posed.t;
        let still = StillPlane::new(self.pair, &plane.normal, self.ask.target);
        let start = GapModel {
            bend: -USUAL_BEND * curvature,
            ..plane.model(from.gap)
        };
        let (hints, queries) = (&mut self.hints, &mut self.queries);
        let carry = AdvancePlane {
            from: t,
            until: self.until,
            aim: from.aim,
            surely: from.surely,
            curvature,
            least: self.least,
            farthest: FARTHEST_TURN / self.pair.faster_angle(),
        };
        let (to, trig) = carry.along(from.gap, &start, |to, far| {
            let start = if far {
                SearchStart::Table
            } else {
                SearchStart::Hint
            };
            *queries += 1;
            still.sample(to, hints, start)
        })?;
        let link = Link::still([t, to], plane.normal, StepProof::Curvature(curvature));
        Some((link, self.pair.turned(to, &trig)))
    }

    /// A step along one plane that separates the capsules, if it is worth it, and the sines after it, which
    /// are rough.
    #[inline(always)]
    pub(crate) fn past_capsules(
        &self,
        capsules: &Capsules,
        t: f64,
        trig: &[Trig; 2],
    ) -> Option<(Link, [Trig; 2])> {
        let normal = capsules.normal(self.pair, t, trig)?;
        let plane = capsules.plane(self.pair, &normal);
        if plane.lasts(t, self.until) {
            let link = Link::still([t, self.until], normal, StepProof::Revolved);
            return Some((link, *trig));
        }
        let turn = self.pair.faster_angle();
        let soon = CAPSULE_LOOKAHEAD_TURN / turn;
        let start = plane.sample(t, *trig, soon);
        let curvature = plane.curvature();
        let carry = AdvancePlane {
            from: t,
            until: self.until,
            aim: 0.0,
            surely: WORTH_CAPSULES / turn,
            curvature,
            least: self.least,
            farthest: FARTHEST_TURN_OF_CAPSULES / turn,
        };
        if !(start.model.gap > carry.least) {
            return None;
        }
        let (to, trig) = carry.along(start.model.gap, &start.ahead, |to, _| {
            plane.sample(to, plane.trig(to), soon)
        })?;
        let link = Link::still([t, to], normal, StepProof::Curvature(curvature));
        Some((link, trig))
    }

    /// One step with a plane that turns.
    #[inline(always)]
    fn along_turning(
        &mut self,
        from: &From<'_>,
        plane: &MovingPlane,
        moment: &Moment<'_>,
        reach: f64,
    ) -> Option<(Link, RelativePoses)> {
        let start = plane.model(from.gap);
        let (mut tried, mut least) = (reach, from.surely);
        for look in 1.. {
            if !(tried > least) {
                break;
            }
            let next = self.pair.pose((from.posed.t + tried).min(self.until));
            let width = (next.t - from.posed.t) * (1.0 + 4.0 * U);
            let b = self.gap_along(plane, width, &next);
            let curvature = moment.curvature(plane, width);
            let bulge = 0.5 * curvature * width * width;
            if b > self.least && stays_clear(from.gap, b, bulge, self.least) {
                let link = Link {
                    from: from.posed.t,
                    to: next.t,
                    normal: plane.normal,
                    turn: plane.nu,
                    bound: StepProof::Curvature(curvature),
                };
                return Some((link, next));
            }
            if look >= MAX_LOOKS {
                (tried, least) = (0.5 * tried, WORTH_HALVING * from.surely);
                continue;
            }
            let model = start.through(width, b);
            // Short of contact by little: the model errs by less.
            tried = if b.abs() < MODEL_MISS_RATIO * from.gap {
                let aim = from.aim.max(MODEL_MISS_RATIO * b.abs());
                model.farthest(from.gap, curvature, aim).min(0.999 * tried)
            } else {
                let near = model.farthest(from.gap, curvature, from.aim);
                (TRUST * near).min(0.9 * tried)
            };
        }
        None
    }

    /// The step that needs no evaluation: the gap over its closing speed, or for ever.
    #[inline(always)]
    fn plain(
        &self,
        posed: &RelativePoses,
        n: &Vector3<f64>,
        gap: f64,
        across: &[Across; 2],
    ) -> (f64, Link) {
        let closing = self.pair.closing(n, across);
        let link = Link::still([posed.t; 2], *n, StepProof::Speed(closing));
        if closing <= 0.0 {
            return (f64::INFINITY, link);
        }
        let x = (gap - self.least) / closing;
        if self.ask.advance == Advance::MovingPlane {
            let level = self.pair.revolved(n) + self.ask.target + 2.0 * self.least;
            let clear = |t: f64| dot(n, &self.pair.between_pivots(t)) > level;
            if clear(posed.t) && clear(self.until) {
                let bound = StepProof::Revolved;
                return (f64::INFINITY, Link { bound, ..link });
            }
        }
        (x, link)
    }

    /// The proved gap along the plane after a step of `x`, less the target.
    #[inline(always)]
    fn gap_along(&mut self, plane: &MovingPlane, x: f64, next: &RelativePoses) -> f64 {
        let n = plane.normal_after(x);
        let (a, b) = self.pair.bodies(next);
        let mut m = Difference::new(&a, &b, 0.0);
        [m.hint_a, m.hint_b] = self.hints;
        let extent = m.support(&n, SearchStart::Hint);
        self.hints = [m.hint_a, m.hint_b];
        self.queries += 1;
        let error = m.rounding() + plane.normal_error(x) * self.pair.size;
        let climbed = a.climb_slack(extent.id_a) + b.climb_slack(extent.id_b);
        let gap = extent.gap() - error - self.ask.target;
        if climbed <= 1e-3 * gap || gap <= 0.0 {
            gap - climbed
        } else {
            (-b.scan(&-n).0 - a.scan(&n).0) - error - self.ask.target
        }
    }
}

impl Link {
    pub(crate) fn balls(from: f64, to: f64) -> Self {
        Link::still([from, to], Vector3::zeros(), StepProof::Balls)
    }

    #[inline(always)]
    fn still([from, to]: [f64; 2], normal: Vector3<f64>, bound: StepProof) -> Self {
        Link {
            from,
            to,
            normal,
            turn: Vector3::zeros(),
            bound,
        }
    }
}
