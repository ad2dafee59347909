//! Boxes with sides along the world's axes that hold bodies on their way.
//!
//! Problem: of many bodies, which may meet? Idea: what a motion does to a body beside its pivot's straight path is turn it
//! about that pivot, so a box goes along the path and holds the body at every time: the farthest point from the pivot
//! bounds it for any turn, and the box at the start, wider by the longest arc, bounds it for a small one. The smaller
//! of the two counts, side by side. Two such boxes meet at some time or they do not: three intervals of time. Loses on long
//! bodies that turn by more than a little: their box is that of a ball.
//!
//! Every bound is rounded outwards. Of coordinates of a body's points, 42 u times their size is lost to the matrix and the sums
//! (`docs/theory/DESIGN.md`, section 3), of a position 2 u; 128 u of the pivot and the size to the end pose of a turn (section 5).

use nalgebra::{Matrix3, Vector3};

use crate::bvh::aabb::{Aabb, greater, lesser};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::motion::tolerance::DEFAULT_REL_TOL;
use crate::numeric::arithmetic::{U, corners_of_box, dot, norm, norm1, rotate};
use crate::numeric::scaling::length_up;
use crate::shape::body::{Body, Core};

/// How often the time at which two boxes are nearest is halved, before the rest counts as one parabola.
const HALVINGS: u32 = 8;

/// A box that moves in a straight line: at time t of [0, 1] it is `start` moved by t `by`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MovingBox {
    pub(crate) start: Aabb,
    pub(crate) by: [f64; 3],
}

impl MovingBox {
    pub(crate) const EMPTY: MovingBox = MovingBox {
        start: Aabb::EMPTY,
        by: [0.0; 3],
    };

    /// The box of a point at the origin of a body that does not turn, `more` wider on every side: that of
    /// [`LocalBounds::along`].
    pub(crate) fn of_point(motion: &Motion, more: f64) -> Self {
        let at = motion.start().translation();
        let (by, error) = motion.pivot_travel(1.0);
        let room = rounding_room(0.0, &(at.abs() + by.abs())) + error + more;
        MovingBox::straight(Aabb::point(&at).with_room(room), &by)
    }

    /// A box that moves straight; all of space where the difference of two such ways may be beyond f64.
    fn straight(start: Aabb, by: &Vector3<f64>) -> Self {
        match by.abs().max() > 0.25 * f64::MAX {
            true => MovingBox::still(Aabb::ALL),
            false => MovingBox {
                start,
                by: (*by).into(),
            },
        }
    }

    pub(crate) fn still(start: Aabb) -> Self {
        MovingBox {
            start,
            by: [0.0; 3],
        }
    }

    /// All that it passes through, and room for what [`meets`](Self::meets) calls meeting to rounding.
    pub(crate) fn swept(&self) -> Aabb {
        let room = |x: f64, by: f64| 64.0 * U * (x.abs() + by.abs()) + f64::MIN_POSITIVE;
        let Aabb { low, high } = self.start;
        Aabb {
            low: std::array::from_fn(|k| {
                (low[k] + lesser(self.by[k], 0.0)) - room(low[k], self.by[k])
            }),
            high: std::array::from_fn(|k| {
                (high[k] + greater(self.by[k], 0.0)) + room(high[k], self.by[k])
            }),
        }
    }

    /// The longest side of its way over the longest of its own.
    pub(crate) fn speed(&self) -> f64 {
        let [x, y, z] = self.by.map(f64::abs);
        let way = greater(greater(x, y), z);
        if way > 0.0 {
            way / self.start.longest_side()
        } else {
            0.0
        }
    }

    /// Whether the two meet at some time; to rounding, on the side of meeting. The same either way round, to the bit.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &MovingBox) -> bool {
        self.enters(&other.start, &other.by, 8.0 * U).is_some()
    }

    /// For [`BoxCast::passes`].
    #[inline(always)]
    pub(crate) fn cast(&self) -> BoxCast {
        let Aabb { low, high } = self.start;
        let inverse = self.by.map(|by| -1.0 / by);
        // What moves by so little that this overflows stays within the room of a swept box.
        let inverse = inverse.map(|x| if x.is_finite() { x } else { f64::INFINITY });
        let goes_up = inverse.map(|inverse| inverse < 0.0);
        let side = |k: usize, up: bool| if up { high[k] } else { low[k] };
        BoxCast {
            goes_up,
            front: std::array::from_fn(|k| side(k, goes_up[k])),
            back: std::array::from_fn(|k| side(k, !goes_up[k])),
            first: inverse.map(|x| x * (1.0 - CAST_SLACK)),
            last: inverse.map(|x| x * (1.0 + CAST_SLACK)),
        }
    }

    /// Whether it may meet one of several boxes; true wherever it [`meets`](Self::meets) one of them.
    ///
    /// Along an axis the two meet while `below` <= t e and t e <= `above`. Of several, `below` is at least that of the box
    /// that holds all at the start, and e at most that of the fastest; likewise `above`. Roundings keep these orders.
    #[inline(always)]
    pub(crate) fn may_meet(&self, others: &MotionBounds) -> bool {
        const SLACK: f64 = 64.0 * U;
        let (mut enter, mut leave) = (0.0, 1.0);
        for k in 0..3 {
            let below = self.start.low[k] - others.start.high[k];
            let above = self.start.high[k] - others.start.low[k];
            let fastest = others.high[k] - self.by[k];
            let slowest = others.low[k] - self.by[k];
            if (fastest == 0.0 && below > 0.0) || (slowest == 0.0 && above < 0.0) {
                return false;
            }
            let (t, u) = (below / fastest, above / slowest);
            if fastest > 0.0 {
                enter = greater(t * (1.0 - SLACK), enter);
            } else if fastest < 0.0 {
                leave = lesser(t * (1.0 + SLACK), leave);
            }
            if slowest > 0.0 {
                leave = lesser(u * (1.0 + SLACK), leave);
            } else if slowest < 0.0 {
                enter = greater(u * (1.0 - SLACK), enter);
            }
        }
        !(enter > leave)
    }

    /// Never above how near the two come at some time.
    ///
    /// Along one direction the gap of two boxes is linear in time, so the smaller of those at both ends is a bound, whatever
    /// the direction. Here it is that from one box to the other at about the time when they are nearest: where the square of
    /// their distance, which is convex and of six parabolas at most, has its least.
    pub(crate) fn nearest(&self, other: &MovingBox) -> f64 {
        let way: [f64; 3] = std::array::from_fn(|k| other.by[k] - self.by[k]);
        let gaps = |t: f64| -> Vector3<f64> {
            Vector3::from_fn(|k, _| {
                let above = (other.start.low[k] - self.start.high[k]) + t * way[k];
                let below = (self.start.low[k] - other.start.high[k]) - t * way[k];
                greater(above, 0.0) - greater(below, 0.0)
            })
        };
        let slope = |t: f64| dot(&gaps(t), &Vector3::from(way));
        let [mut low, mut high] = [0.0, 1.0];
        let [mut down, mut up] = [slope(low), slope(high)];
        let at = if down >= 0.0 {
            low
        } else if up <= 0.0 {
            high
        } else {
            for _ in 0..HALVINGS {
                let middle = 0.5 * (low + high);
                match slope(middle) {
                    s if s < 0.0 => (low, down) = (middle, s),
                    s => (high, up) = (middle, s),
                }
            }
            low + (high - low) * (down / (down - up))
        };
        let n = gaps(at);
        let length = norm(&n);
        // Of others the squares would overflow or vanish.
        if !(length > 1e-140 && length < 1e140) {
            return 0.0;
        }
        let (mut apart, mut far) = (0.0, 0.0);
        for k in 0..3 {
            let gap = match n[k] > 0.0 {
                true => other.start.low[k] - self.start.high[k],
                false => self.start.low[k] - other.start.high[k],
            };
            // A direction in which they are not apart is none of the normal.
            if n[k] != 0.0 {
                apart += n[k].abs() * gap;
                far += gap.abs() + way[k].abs();
            }
        }
        let apart = lesser(apart, apart + dot(&n, &Vector3::from(way))) / length;
        greater(apart * (1.0 - 32.0 * U) - 32.0 * U * far, 0.0)
    }

    /// From when on it meets a box that moves `by`: a time not above the first, or none. `slack`: the part of times that
    /// roundings lose, at least 8 u.
    ///
    /// Along an axis they meet while `below` <= t e <= `above`. The signs of the three are exact, so each time errs by
    /// three roundings and has the right sign. A difference of infinities is NaN, which excludes nothing.
    #[inline(always)]
    pub(crate) fn enters(&self, other: &Aabb, by: &[f64; 3], slack: f64) -> Option<f64> {
        let (mut enter, mut leave) = (0.0, 1.0);
        for (k, other_by) in by.iter().enumerate() {
            let below = self.start.low[k] - other.high[k];
            let above = self.start.high[k] - other.low[k];
            let e = other_by - self.by[k];
            if e == 0.0 {
                if below > 0.0 || above < 0.0 {
                    return None;
                }
                continue;
            }
            let (first, last) = if e > 0.0 {
                (below, above)
            } else {
                (above, below)
            };
            enter = greater(first / e * (1.0 - slack), enter);
            leave = lesser(last / e * (1.0 + slack), leave);
        }
        (!(enter > leave)).then_some(enter)
    }
}

/// Part of times that roundings lose in a [`BoxCast`].
const CAST_SLACK: f64 = 64.0 * U;

/// A [`MovingBox`] that is compared with many boxes.
pub(crate) struct BoxCast {
    goes_up: [bool; 3],
    /// The side of the box that meets others first, and the one that leaves them last.
    front: [f64; 3],
    back: [f64; 3],
    /// One over minus its way along each axis, rounded for the time at which others are entered and left; infinite without a way.
    first: [f64; 3],
    last: [f64; 3],
}

impl BoxCast {
    /// When it enters each of several boxes that hold [`swept`](MovingBox::swept) ones: times not above the first, and
    /// infinite for those that it misses until `end`.
    ///
    /// Without a way along an axis, products are infinite of the sign of the gap, or NaN where sides touch, which
    /// excludes nothing.
    #[inline(always)]
    pub(crate) fn enters<const N: usize>(
        &self,
        low: &[[f64; N]; 3],
        high: &[[f64; N]; 3],
        end: f64,
    ) -> [f64; N] {
        let (mut enter, mut leave) = ([0.0; N], [end; N]);
        for k in 0..3 {
            let (near, far) = match self.goes_up[k] {
                true => (&low[k], &high[k]),
                false => (&high[k], &low[k]),
            };
            for lane in 0..N {
                let first = (self.front[k] - near[lane]) * self.first[k];
                let last = (self.back[k] - far[lane]) * self.last[k];
                enter[lane] = greater(first, enter[lane]);
                leave[lane] = lesser(last, leave[lane]);
            }
        }
        std::array::from_fn(|lane| match enter[lane] > leave[lane] {
            true => f64::INFINITY,
            false => enter[lane],
        })
    }

    /// Whether it passes through what holds a [`swept`](MovingBox::swept) box; true if the two boxes meet.
    #[inline(always)]
    pub(crate) fn passes(&self, held: &Aabb) -> bool {
        let [enter] = self.enters(&held.low.map(|x| [x]), &held.high.map(|x| [x]), 1.0);
        enter <= 1.0
    }
}

/// Several boxes that move: one that holds all at the start, and the least and the most that one moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct MotionBounds {
    start: Aabb,
    low: [f64; 3],
    high: [f64; 3],
}

impl MotionBounds {
    pub(crate) fn of(way: &MovingBox) -> Self {
        MotionBounds {
            start: way.start,
            low: way.by,
            high: way.by,
        }
    }

    pub(crate) fn and(&self, other: &MotionBounds) -> Self {
        MotionBounds {
            start: self.start.and(&other.start),
            low: std::array::from_fn(|k| lesser(self.low[k], other.low[k])),
            high: std::array::from_fn(|k| greater(self.high[k], other.high[k])),
        }
    }
}

/// Where a body was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LastPose {
    matrix: Matrix3<f64>,
    /// Centre of its ball.
    center: Vector3<f64>,
}

/// Largest number of points of a body that is bounded point by point.
const FEW_POINTS: usize = 16;

/// Data from which a body's boxes are made, body frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct LocalBounds {
    /// A box that holds its core: centre and half its sides.
    center: Vector3<f64>,
    half: Vector3<f64>,
    /// A ball that holds it.
    ball_center: Vector3<f64>,
    ball_radius: f64,
    /// About the core.
    radius: f64,
    /// A bound on the lengths that rounding errors are parts of.
    size: f64,
    /// See [`tolerance`](Self::tolerance).
    tolerance: f64,
    empty: bool,
}

impl LocalBounds {
    pub(crate) fn new(body: &Body<'_>) -> Self {
        let (core, radius) = body.of_any_kind();
        let around = core.bounding_polytope();
        if around.is_empty() {
            return LocalBounds {
                radius,
                empty: true,
                ..LocalBounds::default()
            };
        }
        let (low, high) = corners_of_box(around.vertices());
        let center = low * 0.5 + high * 0.5;
        let half = (high - center).sup(&(center - low)).map(f64::next_up);
        let (ball_center, ball_radius) = match (body.pieces(), core) {
            (Some(pieces), _) => {
                let volume = pieces.bounding_volume();
                (volume.ball_center, volume.ball_radius)
            }
            (None, Core::Polytope(_)) => (around.bounding_center(), around.bounding_radius()),
            (None, Core::Curved(_)) => (Vector3::zeros(), core.bounding_radius()),
        };
        let largest_tolerance = match body.pieces() {
            // A part's own radius about its origin is at most twice that of any ball about it.
            Some(_) => 2.0 * DEFAULT_REL_TOL * (ball_radius + radius),
            None => DEFAULT_REL_TOL * (core.bounding_radius() + radius),
        };
        LocalBounds {
            center,
            half,
            ball_center,
            ball_radius,
            radius,
            size: norm1(&center) + norm1(&half) + norm1(&ball_center) + radius,
            tolerance: largest_tolerance * (1.0 + 8.0 * U),
            empty: false,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.empty
    }

    /// At a pose, `more` wider on every side.
    pub(crate) fn at(&self, body: &Body<'_>, pose: &Pose, more: f64) -> Aabb {
        if self.empty {
            return Aabb::EMPTY;
        }
        let room = self.room(&pose.translation(), 0.0) + more;
        self.core_at(body, pose).with_room(self.radius + room)
    }

    /// On its way, `more` wider on every side.
    pub(crate) fn along(&self, body: &Body<'_>, motion: &Motion, more: f64) -> MovingBox {
        if self.empty {
            return MovingBox::EMPTY;
        }
        let start = motion.start();
        let (by, error) = motion.pivot_travel(1.0);
        let far = start.translation().abs() + by.abs() + motion.pivot().abs();
        let room = self.room(&far, norm1(&motion.pivot())) + error + more;
        let held = match motion.rotation_vector() {
            None => self.core_at(body, start),
            Some((turn, turn_error)) => {
                let pivot = motion.pivot();
                let arm = length_up(&(self.ball_center - pivot)) + self.ball_radius;
                let angle = (length_up(&turn) + turn_error) * (1.0 + 8.0 * U);
                let at = rotate(start.matrix(), &pivot) + start.translation();
                let about = cube(&at, arm * (1.0 + 8.0 * U));
                // With longer arcs the box at the start would be as wide as the ball.
                match angle < 2.0 {
                    true => {
                        let arc = arm * angle * (1.0 + 8.0 * U);
                        common(&self.core_at(body, start).with_room(arc), &about)
                    }
                    false => about,
                }
            }
        };
        MovingBox::straight(held.with_room(self.radius + room), &by)
    }

    /// Data of a pose that [`moved`](Self::moved) needs.
    pub(crate) fn last_pose(&self, pose: &Pose) -> LastPose {
        LastPose {
            matrix: *pose.matrix(),
            center: self.ball(pose).0,
        }
    }

    /// A ball that holds the body at a pose, to rounding, which the radius has room for.
    pub(crate) fn ball(&self, pose: &Pose) -> (Vector3<f64>, f64) {
        let at = pose.translation();
        let center = rotate(pose.matrix(), &self.ball_center) + at;
        (center, self.ball_radius + self.radius + self.room(&at, 0.0))
    }

    /// No point of the core moves farther from one pose to another.
    pub(crate) fn moved(&self, from: &LastPose, to: &Pose) -> f64 {
        let at = to.translation();
        let center = rotate(to.matrix(), &self.ball_center) + at;
        let by = length_up(&(center - from.center));
        // Of two rotations the norm of the difference is that of the numbers over the root of 2.
        let turned = 0.5 * (to.matrix() - from.matrix).norm_squared();
        let far = at.abs() + from.center.abs();
        by + self.ball_radius * turned.sqrt() + self.room(&far, 0.0)
    }

    /// No near contact has a larger gap than those of its two bodies together, unless the caller says otherwise.
    pub(crate) fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Bound of all rounding errors of a box. `far`: the farthest that it may be.
    fn room(&self, far: &Vector3<f64>, pivot: f64) -> f64 {
        rounding_room(self.size + pivot, far)
    }

    /// A box that holds the core at a pose, to rounding.
    fn core_at(&self, body: &Body<'_>, pose: &Pose) -> Aabb {
        let (matrix, at) = (pose.matrix(), pose.translation());
        let points = body.bounding_polytope();
        if points.vertex_count() <= FEW_POINTS {
            let posed = points.vertices().map(|v| rotate(matrix, &v));
            let (low, high) = corners_of_box(posed);
            return Aabb {
                low: (low + at).into(),
                high: (high + at).into(),
            };
        }
        let center = rotate(matrix, &self.center) + at;
        let half = rotated_half_extents(matrix, &self.half);
        let held = Aabb {
            low: (center - half).into(),
            high: (center + half).into(),
        };
        let ball = cube(&(rotate(matrix, &self.ball_center) + at), self.ball_radius);
        common(&held, &ball)
    }
}

/// Bound of all rounding errors of a box of this size; see [`LocalBounds::room`].
fn rounding_room(size: f64, far: &Vector3<f64>) -> f64 {
    256.0 * U * size + 16.0 * U * norm1(far) + 4.0 * f64::MIN_POSITIVE
}

/// Half extents along the world's axes of a box with the half sides `half`.
fn rotated_half_extents(matrix: &Matrix3<f64>, half: &Vector3<f64>) -> Vector3<f64> {
    rotate(&matrix.abs(), half)
}

fn cube(center: &Vector3<f64>, half: f64) -> Aabb {
    Aabb {
        low: center.map(|x| x - half).into(),
        high: center.map(|x| x + half).into(),
    }
}

/// Intersection of two boxes that hold the same thing. NaN, of lengths that overflow, takes nothing away.
fn common(a: &Aabb, b: &Aabb) -> Aabb {
    Aabb {
        low: std::array::from_fn(|k| a.low[k].max(b.low[k])),
        high: std::array::from_fn(|k| a.high[k].min(b.high[k])),
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Quaternion;
    use twin::random::{SplitMix64, case_generator};

    use super::*;
    use crate::shape::body::SharedBody;
    use crate::shape::polytope::Polytope;

    fn vector(random: &mut SplitMix64, length: f64) -> Vector3<f64> {
        Vector3::from(random.direction()) * length
    }

    fn motion(random: &mut SplitMix64) -> Motion {
        let [x, y, z, w] = random.quaternion();
        let at = vector(random, *random.clone().pick(&[0.0, 3.0, 1e6]));
        let start = Pose::new(at, Quaternion::new(w, x, y, z)).expect("a pose");
        let to = at + vector(random, *random.clone().pick(&[0.0, 0.1, 5.0, 1e3]));
        let pivot = vector(random, *random.clone().pick(&[0.0, 0.0, 1.0, 50.0]));
        match random.below(4) {
            0 => Motion::translation(start, to),
            1 => {
                let [x, y, z, w] = random.quaternion();
                let end = Pose::new(to, Quaternion::new(w, x, y, z)).expect("a pose");
                Motion::between(start, end, pivot)
            }
            _ => {
                let angle = *random.pick(&[0.0, 1e-3, 0.2, 3.0, 40.0]);
                let turn = vector(random, angle);
                Motion::from_turn(start, to, turn, pivot)
            }
        }
        .expect("a motion")
    }

    fn body(random: &mut SplitMix64) -> SharedBody {
        let count = *random.pick(&[1, 2, 8, 40]);
        let sides = Vector3::new(1.0, 0.3, *random.pick(&[0.0, 0.5, 6.0]));
        let points = (0..count).map(|_| vector(random, 1.0).component_mul(&sides));
        let core = Polytope::new(&points.collect::<Vec<_>>()).expect("finite");
        let radius = *random.pick(&[0.0, 0.4]);
        SharedBody::new(core).rounded(radius).expect("a radius")
    }

    /// Boxes hold bodies at every time looked at, and bodies whose boxes then meet are said to meet.
    #[test]
    fn boxes_hold_bodies_on_their_way() {
        let random = &mut case_generator(2090, 0);
        let mut apart = 0;
        for _ in 0..3_000 {
            let bodies = [body(random), body(random)];
            let motions = [motion(random), motion(random)];
            let extents = bodies.each_ref().map(|body| LocalBounds::new(&body.get()));
            let boxes = [0, 1].map(|k: usize| extents[k].along(&bodies[k].get(), &motions[k], 0.0));
            let mut met = false;
            for step in 0..=64 {
                let t = f64::from(step) / 64.0;
                let held = [0, 1].map(|k: usize| {
                    let (body, pose) = (&bodies[k], motions[k].pose_at(t).expect("a pose"));
                    let core = body.core().expect("a polytope");
                    let posed = core.vertices().map(|v| pose.transform_point(&v));
                    let (low, high) = corners_of_box(posed);
                    let size = 1e-15 * (pose.translation().norm() + 60.0);
                    let way = &boxes[k];
                    let radius = body.radius();
                    for axis in 0..3 {
                        let by = t * way.by[axis];
                        assert!(way.start.low[axis] + by <= low[axis] - radius + size);
                        assert!(way.start.high[axis] + by >= high[axis] + radius - size);
                        let swept = way.swept();
                        assert!(swept.low[axis] <= low[axis] - radius);
                        assert!(swept.high[axis] >= high[axis] + radius);
                    }
                    Aabb {
                        low: low.map(|x| x - radius).into(),
                        high: high.map(|x| x + radius).into(),
                    }
                });
                met |= held[0].meets(&held[1]);
            }
            let says = boxes[0].meets(&boxes[1]);
            assert_eq!(says, boxes[1].meets(&boxes[0]));
            assert!(says || !met);
            if says {
                assert!(boxes[0].swept().meets(&boxes[1].swept()));
                let [a, b] = [0, 1].map(|k: usize| (boxes[k].cast(), boxes[k].swept()));
                assert!(a.0.passes(&b.1) && b.0.passes(&a.1));
                let both = MotionBounds::of(&boxes[0]).and(&MotionBounds::of(&boxes[1]));
                assert!(
                    boxes[0].may_meet(&MotionBounds::of(&boxes[1])) && boxes[1].may_meet(&both)
                );
            }
            apart += u32::from(!says);
        }
        assert!(apart > 500, "only {apart} are apart");
    }

    /// Where the boxes of the end poses and their union do not reach.
    #[test]
    fn a_spinning_bar_is_held() {
        let ends = [Vector3::x() * -5.0, Vector3::x() * 5.0];
        let bar = SharedBody::new(Polytope::new(&ends).expect("a bar"));
        let turn = Vector3::z() * std::f64::consts::PI;
        let still = Vector3::zeros();
        let spin = Motion::from_turn(Pose::identity(), still, turn, still).expect("a motion");
        let held = LocalBounds::new(&bar.get()).along(&bar.get(), &spin, 0.0);
        assert!(held.start.high[1] >= 5.0 && held.start.high[0] < 5.0 + 1e-9);
        let still = LocalBounds::new(&bar.get()).at(&bar.get(), &Pose::identity(), 0.0);
        assert!(still.high[1] < 1e-12 && still.high[0] >= 5.0);
    }

    #[test]
    fn boxes_beyond_f64_are_all_of_space() {
        let points = [Vector3::repeat(-1.7e308), Vector3::repeat(1.7e308)];
        let body = SharedBody::new(Polytope::new(&points).expect("finite"));
        let extent = LocalBounds::new(&body.get());
        let far = Pose::from_translation(Vector3::repeat(1.7e308)).expect("finite");
        let held = MovingBox::still(extent.at(&body.get(), &far, 0.0));
        let unit = MovingBox {
            start: cube_about(0.5),
            by: [1e308; 3],
        };
        assert!(held.meets(&unit) && unit.meets(&held) && unit.cast().passes(&held.swept()));
        assert!(!MovingBox::EMPTY.meets(&unit) && !unit.cast().passes(&Aabb::EMPTY));
    }

    fn cube_about(half: f64) -> Aabb {
        cube(&Vector3::zeros(), half)
    }
}
