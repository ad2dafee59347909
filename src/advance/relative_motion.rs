//! Two moving bodies as the advance sees them: poses at any time in the frame of A's origin, and the
//! bounds of what they may do in between.

use std::cell::OnceCell;

use nalgebra::{Matrix3, Vector3};

use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::trajectory::{AxisReach, LEAST_SQUARED, Trajectory, Trig};
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate};
use crate::shape::polytope::Polytope;
use crate::support::posed::PosedBody;

/// World axes, A's origin at every time, lengths times `scale`.
pub(crate) struct RelativeMotion<'a> {
    pub(crate) scaled: ScaledMotions<'a>,
    pub(crate) trajectories: [Trajectory; 2],
    /// Known when they are first asked for: most bodies that do not turn never need them.
    reaches: OnceCell<[AxisReach; 2]>,
    /// From A's pivot to B's at t = 0.
    start: Vector3<f64>,
    /// Displacement of B's pivot relative to A's over the frame.
    pub(crate) travel: Vector3<f64>,
    /// Its length.
    pub(crate) speed: f64,
    /// The true travel is within this: what is left of two long ones may be nothing but their rounding.
    pub(crate) travel_error: f64,
    roundings: [f64; 2],
    pub(crate) scale: f64,
    /// Largest length that a body may measure against the other.
    pub(crate) size: f64,
}

/// A body smaller than this part of the other is like a point to it.
const POINT_LIKE: f64 = 1e-4;

/// Roundings of a place that a caller computed: those of a rotated point (`Motion::pivot_travel`), and a sum.
pub(crate) const PLACE_ROUNDINGS: f64 = 40.0;

/// Most roundings by which bodies that are level with each other are apart.
pub(crate) const LEVEL_GAP_ROUNDINGS: f64 = 32.0;

/// Largest rate of approach of bodies in contact that is rounding, in the fastest rate at which they may approach.
const MIN_RATE_RATIO: f64 = 1e-12;

/// Bodies whose turns differ by less than this part of one turn together.
const SAME_TURN_RATIO: f64 = 1.0 / 64.0;

/// Turn of a body across a direction n: n x w and its length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Across {
    pub(crate) vector: Vector3<f64>,
    pub(crate) rate: f64,
}

/// Both bodies at one time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RelativePoses {
    pub(crate) t: f64,
    pub(crate) trig: [Trig; 2],
    pub(crate) matrices: [Matrix3<f64>; 2],
    /// From A's origin to B's.
    offset: Vector3<f64>,
    /// From A's origin to the pivots.
    pub(crate) pivots: [Vector3<f64>; 2],
}

impl<'a> RelativeMotion<'a> {
    pub(crate) fn new(scaled: &ScaledMotions<'a>) -> Self {
        let ScaledMotions {
            bodies,
            motions,
            scale,
            ..
        } = *scaled;
        // Not by `map`, which copies each of them four times.
        let trajectories = [
            Trajectory::new(motions[0], scale),
            Trajectory::new(motions[1], scale),
        ];
        let matrices = [trajectories[0].matrix(0.0), trajectories[1].matrix(0.0)];
        let arm = |k: usize| trajectories[k].arm(&matrices[k], scale);
        let [p_a, p_b] = motions.map(|motion| motion.start().translation());
        let apart = if scale >= 1.0 {
            (p_b - p_a) * scale
        } else {
            p_b * scale - p_a * scale
        };
        let start = apart + (arm(1) - arm(0));
        let (travel_a, error_a) = motions[0].pivot_travel(scale);
        let (travel_b, error_b) = motions[1].pivot_travel(scale);
        let travel = travel_b - travel_a;
        let arms = norm1(&trajectories[0].pivot) + norm1(&trajectories[1].pivot);
        let farthest = norm1(&start) + norm1(&travel) + 2.0 * arms;
        // Of the offset at any time: its parts, then a few sums of them.
        let travel_error = error_a + error_b + U * norm1(&travel);
        let offset_error = U * (norm1(&apart) + 128.0 * arms) + travel_error;
        let reach = bodies.map(|body| body.reach() * scale);
        let rounding = |k: usize| (60.0 * U + trajectories[k].rotation_error) * reach[k];
        let arm_error = |k: usize| trajectories[k].rotation_error * norm1(&trajectories[k].pivot);
        RelativeMotion {
            reaches: OnceCell::new(),
            roundings: [
                rounding(0),
                rounding(1) + arm_error(0) + arm_error(1) + 32.0 * U * farthest + offset_error,
            ],
            size: reach[0] + reach[1] + farthest,
            scaled: *scaled,
            trajectories,
            start,
            speed: norm(&travel),
            travel,
            travel_error,
            scale,
        }
    }

    /// How far a body reaches from its pivot and axis.
    #[inline(always)]
    pub(crate) fn reach(&self, k: usize) -> &AxisReach {
        &self.reaches.get_or_init(|| self.measured_reaches())[k]
    }

    /// Length of the arc that a turn by `angle` gives the vertex of body `k` farthest from its axis, at most.
    #[inline(always)]
    fn arc(&self, k: usize, angle: f64) -> f64 {
        match angle == 0.0 {
            true => 0.0,
            false => angle * self.reach(k).from_axis,
        }
    }

    #[cold]
    #[inline(never)]
    fn measured_reaches(&self) -> [AxisReach; 2] {
        [0, 1].map(|k: usize| {
            let course = &self.trajectories[k];
            course.axis_reach(self.scaled.bodies[k], &course.matrix(0.0), self.scale)
        })
    }

    #[inline(always)]
    pub(crate) fn pose(&self, t: f64) -> RelativePoses {
        let trig = |course: &Trajectory| Trig::new(t * course.angle);
        self.turned(t, &self.trajectories.each_ref().map(trig))
    }

    /// [`pose`](Self::pose), compiled once: for proofs, and for what is asked seldom.
    #[inline(never)]
    pub(crate) fn pose_outlined(&self, t: f64) -> RelativePoses {
        self.pose(t)
    }

    /// The pose at time t, the sines and cosines of which are known.
    #[inline(always)]
    pub(crate) fn turned(&self, t: f64, trig: &[Trig; 2]) -> RelativePoses {
        let [a, b] = &self.trajectories;
        let matrices = [a.turned(&trig[0]), b.turned(&trig[1])];
        let pivot_a = a.arm(&matrices[0], self.scale);
        let pivot_b = pivot_a + (self.start + self.travel * t);
        RelativePoses {
            t,
            trig: *trig,
            offset: pivot_b - b.arm(&matrices[1], self.scale),
            matrices,
            pivots: [pivot_a, pivot_b],
        }
    }

    #[inline(always)]
    pub(crate) fn bodies<'p>(&'p self, posed: &'p RelativePoses) -> (PosedBody<'p>, PosedBody<'p>) {
        let body = |k: usize, offset| PosedBody {
            body: self.scaled.bodies[k],
            matrix: &posed.matrices[k],
            offset,
            scale: self.scale,
            rounding: self.roundings[k],
        };
        (body(0, Vector3::zeros()), body(1, posed.offset))
    }

    /// Bounds the error of every support value and point of either body, at any time.
    pub(crate) fn rounding(&self) -> f64 {
        self.roundings[0] + self.roundings[1]
    }

    /// Largest gap at t = 0 of bodies that are apart by rounding alone: that of the measure, and that of the places at which they
    /// were put, which may be far from the origin.
    pub(crate) fn level_gap(&self) -> f64 {
        let places = self.scaled.motions.map(|motion| {
            let at = motion.start().translation();
            norm1(&(at * self.scale))
        });
        LEVEL_GAP_ROUNDINGS * self.rounding() + PLACE_ROUNDINGS * U * (places[0] + places[1])
    }

    /// Largest rate of approach at t = 0 that is rounding, per frame. Two bodies that one motion carries may move against each other by
    /// the rounding of their places at both ends of the frame, and of their pivots and turns.
    pub(crate) fn slowest(&self) -> f64 {
        let of_motion = |k: usize| {
            let (motion, course) = (self.scaled.motions[k], &self.trajectories[k]);
            let ends = [motion.start().translation(), motion.end_translation()];
            let [from, to] = ends.map(|at| norm1(&(at * self.scale)));
            let turned = course.angle * norm1(&course.pivot);
            PLACE_ROUNDINGS * U * (from + to + turned) + self.arc(k, course.turn_error)
        };
        (of_motion(0) + of_motion(1) + self.travel_error).max(MIN_RATE_RATIO * self.fastest_seen())
    }

    /// The larger turn of the two, radians a frame.
    #[inline(always)]
    pub(crate) fn faster_angle(&self) -> f64 {
        self.trajectories[0].angle.max(self.trajectories[1].angle)
    }

    /// From A's pivot to B's at time t.
    #[inline(always)]
    pub(crate) fn between_pivots(&self, t: f64) -> Vector3<f64> {
        self.start + self.travel * t
    }

    /// The body, 0 or 1, that a plane may be fixed in: beside which the other is hardly more than a point, or with which the
    /// other turns.
    #[inline(always)]
    pub(crate) fn carrier(&self) -> Option<usize> {
        let [a, b] = self.scaled.bodies.map(Polytope::reach);
        if b < POINT_LIKE * a {
            Some(0)
        } else if a < POINT_LIKE * b {
            Some(1)
        } else {
            self.turns_together().then_some(0)
        }
    }

    /// Whether both bodies turn, and by nearly the same vector.
    #[inline(always)]
    pub(crate) fn turns_together(&self) -> bool {
        let [a, b] = self.trajectories.each_ref().map(|course| &course.turn);
        (a - b).norm_squared() < SAME_TURN_RATIO * SAME_TURN_RATIO * a.norm_squared()
    }

    /// Whether both bodies turn together, about nearly the same point.
    pub(crate) fn turns_as_one(&self) -> bool {
        self.turns_together() && norm(&self.start) + self.speed < SAME_TURN_RATIO * self.size
    }

    /// Turn of each body across `n`.
    #[inline(always)]
    pub(crate) fn across(&self, n: &Vector3<f64>) -> [Across; 2] {
        self.trajectories.each_ref().map(|course| {
            let vector = cross(n, &course.turn);
            Across {
                rate: norm(&vector),
                vector,
            }
        })
    }

    /// Largest rate at which the gap along a fixed `n` closes at any time, per frame.
    #[inline(always)]
    pub(crate) fn closing(&self, n: &Vector3<f64>, across: &[Across; 2]) -> f64 {
        let swings = self.arc(0, across[0].rate) + self.arc(1, across[1].rate);
        (swings - dot(n, &self.travel)) + 16.0 * U * (swings + self.speed)
    }

    /// Largest rate at which the gap along a fixed `n` closes, roundings included, per frame; negative if it opens.
    pub(crate) fn closing_at_most(&self, n: &Vector3<f64>, across: &[Across; 2]) -> f64 {
        let unsure = |k: usize| self.arc(k, self.trajectories[k].turn_error);
        self.closing(n, across) + self.travel_error + unsure(0) + unsure(1)
    }

    /// The rate at which a gap may close, per frame, but for what squares lose.
    fn fastest_seen(&self) -> f64 {
        let swing = |k: usize| {
            let course = &self.trajectories[k];
            self.arc(k, course.angle + course.turn_error)
        };
        (swing(0) + swing(1) + self.speed + self.travel_error) * (1.0 + 16.0 * U)
    }

    /// No gap closes faster, per frame.
    pub(crate) fn fastest(&self) -> f64 {
        // What squares lose that are below the least f64, and travels that vanish when scaled.
        let moves = |m: &&Motion| m.is_turning() || m.end_translation() != m.start().translation();
        let lost = if self.scaled.motions.iter().any(moves) {
            LEAST_SQUARED
        } else {
            0.0
        };
        self.fastest_seen() + lost
    }

    /// Reach of both bodies of revolution along `n` together: between pivots farther apart than that along it no
    /// angle closes the gap.
    #[inline(always)]
    pub(crate) fn revolved(&self, n: &Vector3<f64>) -> f64 {
        let a = self.trajectories[0].revolved(n, self.reach(0));
        a + self.trajectories[1].revolved(&-n, self.reach(1))
    }

    /// The times between which the balls around the pivots come within `apart` of each other; None
    /// when they never do.
    pub(crate) fn balls_meet(&self, apart: f64) -> Option<[f64; 2]> {
        let radius = self.reach(0).from_pivot + self.reach(1).from_pivot + apart;
        let clear = |t: f64| {
            let p = self.between_pivots(t);
            dot(&p, &p) * (1.0 - 16.0 * U) > radius * radius
        };
        let (p, u) = (&self.start, &self.travel);
        let (pu, uu) = (dot(p, u), dot(u, u));
        let nearest = (-pu / uu).clamp(0.0, 1.0);
        // NaN, of bodies that do not move, fails; then the start is as good as any time.
        let nearest = if nearest >= 0.0 { nearest } else { 0.0 };
        if clear(nearest) {
            return None;
        }
        let middle = -pu / uu;
        let half = ((radius * radius - dot(p, p)) / uu + (pu / uu) * (pu / uu)).sqrt()
            * (1.0 + 1e-9)
            + 1e-9;
        // The distance is convex in time: clear before the closest approach is clear before that.
        let (enter, leave) = (middle - half, middle + half);
        let enters = enter > 0.0 && enter < nearest && clear(enter);
        let leaves = leave < 1.0 && leave > nearest && clear(leave);
        Some([
            if enters { enter } else { 0.0 },
            if leaves { leave } else { 1.0 },
        ])
    }

    /// Rate of change, per frame, of the distance along `n` between a point of A and one of B.
    pub(crate) fn separation_velocity(
        &self,
        posed: &RelativePoses,
        n: &Vector3<f64>,
        points: &[Vector3<f64>; 2],
    ) -> f64 {
        let a = cross(&self.trajectories[0].turn, &(points[0] - posed.pivots[0]));
        let b = cross(&self.trajectories[1].turn, &(points[1] - posed.pivots[1]));
        dot(n, &(self.travel + (b - a)))
    }
}

/// World position of A's origin, whose motion is this, at time t.
pub(crate) fn origin_at(motion: &Motion, t: f64) -> Vector3<f64> {
    let start = motion.straight_at(t);
    if motion.turning_pivot() == Vector3::zeros() {
        return start;
    }
    let course = Trajectory::new(motion, 1.0);
    let arm = |t: f64| rotate(&course.matrix(t), &motion.pivot());
    start + (arm(0.0) - arm(t))
}
