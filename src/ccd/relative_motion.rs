//! Two moving bodies as the advance sees them: poses at any time in the frame of A's origin, and the
//! bounds of what they may do in between.

use nalgebra::{Matrix3, Vector3};

use crate::body::polytope::Polytope;
use crate::ccd::trajectory::{AxisReach, LEAST_SQUARED, Trajectory, Trig};
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate};
use crate::support::posed::PosedBody;

/// World axes, A's origin at every time, lengths times `scale`.
pub(crate) struct RelativeMotion<'a> {
    pub(crate) a: &'a Polytope,
    pub(crate) b: &'a Polytope,
    pub(crate) trajectory_a: Trajectory,
    pub(crate) trajectory_b: Trajectory,
    pub(crate) reach_a: AxisReach,
    pub(crate) reach_b: AxisReach,
    /// From A's pivot to B's at t = 0.
    start: Vector3<f64>,
    /// How far B's pivot moves relative to A's over the frame.
    pub(crate) travel: Vector3<f64>,
    /// Its length.
    pub(crate) speed: f64,
    /// The true travel is within this: what is left of two long ones may be nothing but their rounding.
    pub(crate) travel_error: f64,
    rounding_a: f64,
    rounding_b: f64,
    pub(crate) scale: f64,
    motions: [&'a Motion; 2],
    /// Of anything a body may measure against the other.
    pub(crate) size: f64,
}

/// A body smaller than this part of the other is like a point to it.
const POINT_LIKE: f64 = 1e-4;

/// How a body turns across a direction n: n x w and its length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Across {
    pub(crate) vector: Vector3<f64>,
    pub(crate) rate: f64,
}

/// Both bodies at one time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Posed {
    pub(crate) t: f64,
    pub(crate) trig: [Trig; 2],
    pub(crate) matrix_a: Matrix3<f64>,
    pub(crate) matrix_b: Matrix3<f64>,
    /// From A's origin to B's.
    offset: Vector3<f64>,
    /// From A's origin to its pivot.
    pub(crate) pivot_a: Vector3<f64>,
    /// From A's origin to B's pivot.
    pub(crate) pivot_b: Vector3<f64>,
}

impl<'a> RelativeMotion<'a> {
    pub(crate) fn new(
        a: &'a Polytope,
        motion_a: &'a Motion,
        b: &'a Polytope,
        motion_b: &'a Motion,
        scale: f64,
    ) -> Self {
        let (trajectory_a, trajectory_b) = (
            Trajectory::new(motion_a, scale),
            Trajectory::new(motion_b, scale),
        );
        let (matrix_a, matrix_b) = (trajectory_a.matrix(0.0), trajectory_b.matrix(0.0));
        let (arm_a, arm_b) = (
            trajectory_a.arm(&matrix_a, scale),
            trajectory_b.arm(&matrix_b, scale),
        );
        let (p_a, p_b) = (
            motion_a.start().translation(),
            motion_b.start().translation(),
        );
        let apart = if scale >= 1.0 {
            (p_b - p_a) * scale
        } else {
            p_b * scale - p_a * scale
        };
        let start = apart + (arm_b - arm_a);
        let (travel_a, error_a) = motion_a.pivot_travel(scale);
        let (travel_b, error_b) = motion_b.pivot_travel(scale);
        let travel = travel_b - travel_a;
        let arms = norm1(&trajectory_a.pivot) + norm1(&trajectory_b.pivot);
        let farthest = norm1(&start) + norm1(&travel) + 2.0 * arms;
        // Of the offset at any time: its parts, then a few sums of them.
        let travel_error = error_a + error_b + U * norm1(&travel);
        let offset_error = U * (norm1(&apart) + 128.0 * arms) + travel_error;
        let (reach, room) = ([a.reach() * scale, b.reach() * scale], 60.0 * U);
        let arm = |course: &Trajectory| course.rotation_error * norm1(&course.pivot);
        RelativeMotion {
            reach_a: trajectory_a.reach(a, &matrix_a, scale),
            reach_b: trajectory_b.reach(b, &matrix_b, scale),
            rounding_a: (room + trajectory_a.rotation_error) * reach[0],
            rounding_b: (room + trajectory_b.rotation_error) * reach[1]
                + arm(&trajectory_a)
                + arm(&trajectory_b)
                + 32.0 * U * farthest
                + offset_error,
            size: reach[0] + reach[1] + farthest,
            a,
            b,
            trajectory_a,
            trajectory_b,
            start,
            speed: norm(&travel),
            travel,
            travel_error,
            scale,
            motions: [motion_a, motion_b],
        }
    }

    #[inline(always)]
    pub(crate) fn pose(&self, t: f64) -> Posed {
        let trig =
            [&self.trajectory_a, &self.trajectory_b].map(|course| Trig::new(t * course.angle));
        self.turned(t, &trig)
    }

    /// The pose at time t, the sines and cosines of which are known.
    #[inline(always)]
    pub(crate) fn turned(&self, t: f64, trig: &[Trig; 2]) -> Posed {
        let (matrix_a, matrix_b) = (
            self.trajectory_a.turned(&trig[0]),
            self.trajectory_b.turned(&trig[1]),
        );
        let pivot_a = self.trajectory_a.arm(&matrix_a, self.scale);
        let pivot_b = pivot_a + (self.start + self.travel * t);
        Posed {
            t,
            trig: *trig,
            offset: pivot_b - self.trajectory_b.arm(&matrix_b, self.scale),
            matrix_a,
            matrix_b,
            pivot_a,
            pivot_b,
        }
    }

    #[inline(always)]
    pub(crate) fn bodies<'p>(&'p self, posed: &'p Posed) -> (PosedBody<'p>, PosedBody<'p>) {
        let body = |body, matrix, offset, rounding| PosedBody {
            body,
            matrix,
            offset,
            scale: self.scale,
            rounding,
        };
        (
            body(self.a, &posed.matrix_a, Vector3::zeros(), self.rounding_a),
            body(self.b, &posed.matrix_b, posed.offset, self.rounding_b),
        )
    }

    /// Bounds the error of every support value and point of either body, at any time.
    pub(crate) fn rounding(&self) -> f64 {
        self.rounding_a + self.rounding_b
    }

    /// From A's pivot to B's at time t.
    #[inline(always)]
    pub(crate) fn between_pivots(&self, t: f64) -> Vector3<f64> {
        self.start + self.travel * t
    }

    /// The body, 0 or 1, beside which the other is hardly more than a point.
    #[inline(always)]
    pub(crate) fn far_larger(&self) -> Option<usize> {
        let (a, b) = (self.a.reach(), self.b.reach());
        if b < POINT_LIKE * a {
            Some(0)
        } else if a < POINT_LIKE * b {
            Some(1)
        } else {
            None
        }
    }

    /// How each body turns across `n`.
    #[inline(always)]
    pub(crate) fn across(&self, n: &Vector3<f64>) -> [Across; 2] {
        [&self.trajectory_a, &self.trajectory_b].map(|course| {
            let vector = cross(n, &course.turn);
            Across {
                rate: norm(&vector),
                vector,
            }
        })
    }

    /// How fast the gap along a fixed `n` may close at any time, per frame.
    #[inline(always)]
    pub(crate) fn closing(&self, n: &Vector3<f64>, across: &[Across; 2]) -> f64 {
        let swings =
            across[0].rate * self.reach_a.from_axis + across[1].rate * self.reach_b.from_axis;
        (swings - dot(n, &self.travel)) + 16.0 * U * (swings + self.speed)
    }

    /// No gap closes faster, per frame.
    pub(crate) fn fastest(&self) -> f64 {
        let swing = |course: &Trajectory, reach: &AxisReach| {
            (course.angle + course.turn_error) * reach.from_axis
        };
        let swings =
            swing(&self.trajectory_a, &self.reach_a) + swing(&self.trajectory_b, &self.reach_b);
        // What squares lose that are below the least f64, and travels that vanish when scaled.
        let moves = |m: &&Motion| m.is_turning() || m.anchor() != m.start().translation();
        let lost = if self.motions.iter().any(moves) {
            LEAST_SQUARED
        } else {
            0.0
        };
        (swings + self.speed + self.travel_error) * (1.0 + 16.0 * U) + lost
    }

    /// How far the bodies of revolution reach along `n` together: between pivots farther apart than
    /// that along it no angle closes the gap.
    #[inline(always)]
    pub(crate) fn revolved(&self, n: &Vector3<f64>) -> f64 {
        let a = self.trajectory_a.revolved(n, &self.reach_a);
        a + self.trajectory_b.revolved(&-n, &self.reach_b)
    }

    /// The times between which the balls around the pivots come within `apart` of each other; None
    /// when they never do.
    pub(crate) fn balls_meet(&self, apart: f64) -> Option<[f64; 2]> {
        let radius = self.reach_a.from_pivot + self.reach_b.from_pivot + apart;
        let clear = |t: f64| {
            let p = self.between_pivots(t);
            dot(&p, &p) * (1.0 - 16.0 * U) > radius * radius
        };
        let (p, u) = (&self.start, &self.travel);
        let (pu, uu) = (dot(p, u), dot(u, u));
        let nearest = (-pu / uu).clamp(0.0, 1.0);
        // NaN, of bodies that do not move, fails; then the start is as good as any time.
        let nearest = if nearest >= 0.0 { nearest } else { 0.0 };
        let half = ((radius * radius - dot(p, p)) / uu + (pu / uu) * (pu / uu)).sqrt()
            * (1.0 + 1e-9)
            + 1e-9;
        if clear(nearest) {
            return None;
        }
        // The distance is convex in time: clear before the closest approach is clear before that.
        let middle = -pu / uu;
        let (enter, leave) = (middle - half, middle + half);
        Some([
            if enter > 0.0 && enter < nearest && clear(enter) {
                enter
            } else {
                0.0
            },
            if leave < 1.0 && leave > nearest && clear(leave) {
                leave
            } else {
                1.0
            },
        ])
    }

    /// Rate of change, per frame, of the distance along `n` between a point of A and one of B.
    pub(crate) fn separation_velocity(
        &self,
        posed: &Posed,
        n: &Vector3<f64>,
        points: &[Vector3<f64>; 2],
    ) -> f64 {
        let a = cross(&self.trajectory_a.turn, &(points[0] - posed.pivot_a));
        let b = cross(&self.trajectory_b.turn, &(points[1] - posed.pivot_b));
        dot(n, &(self.travel + (b - a)))
    }
}

/// World position of A's origin, whose motion is this, at time t.
pub(crate) fn origin_at(motion: &Motion, t: f64) -> Vector3<f64> {
    let (travel, _) = motion.pivot_travel(1.0);
    let start = motion.start().translation() + travel * t;
    if !motion.is_turning() || motion.pivot() == Vector3::zeros() {
        return start;
    }
    let course = Trajectory::new(motion, 1.0);
    let arm = |t: f64| rotate(&course.matrix(t), &motion.pivot());
    start + (arm(0.0) - arm(t))
}
