//! How a body moves over one frame, t in [0, 1].

use nalgebra::{Quaternion, Vector3};

use crate::error::{Error, Result, check_number, check_range};
use crate::motion::pose::{Pose, check_finite};
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate};

/// One frame of rigid motion: the body point `pivot` moves on a straight line at constant speed,
/// the orientation turns about one fixed world axis at a constant rate.
///
/// Two end poses alias whole turns; only [`from_turn`](Motion::from_turn) can say "three turns".
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    start: Pose,
    end: Pose,
    pivot: Vector3<f64>,
    /// Displacement of the pivot is `anchor - start.translation`, minus (R0 c - R1 c) when the
    /// motion was given by its end pose: see `docs/theory/DESIGN.md`.
    anchor: Vector3<f64>,
    turn: Option<Vector3<f64>>,
    turning: bool,
}

impl Motion {
    /// From one pose to another by the shortest arc. `pivot` is a body point, body frame.
    ///
    /// # Errors
    /// [`Error::HalfTurn`] when the orientations are exactly half a turn apart;
    /// [`Error::NonFinite`] for a bad pivot.
    #[inline]
    pub fn between(start: Pose, end: Pose, pivot: Vector3<f64>) -> Result<Self> {
        check_finite(&pivot, ["pivot.x", "pivot.y", "pivot.z"])?;
        let (q0, q1) = (start.quaternion().coords, end.quaternion().coords);
        if exact_dot4_sign(&q0, &q1) == 0 {
            return Err(Error::HalfTurn);
        }
        Ok(Motion {
            start,
            end,
            pivot,
            anchor: end.translation(),
            turn: None,
            turning: !proportional(&q0, &q1),
        })
    }

    /// By a rotation vector (world axes, radians over the frame, any length: several turns are
    /// several turns). The pivot moves by `end_translation - start.translation()`. So the body's origin ends at
    /// `end_translation` + R0 `pivot` - R1 `pivot`, where R0 and R1 are the body's rotations at t = 0 and t = 1
    /// ([`pose_at`](Motion::pose_at)): at `end_translation` if the pivot is the origin.
    ///
    /// # Errors
    /// [`Error::NonFinite`] for a bad `end_translation`, `turn` or `pivot`, and where the origin is turned so far that it overflows.
    pub fn from_turn(
        start: Pose,
        end_translation: Vector3<f64>,
        turn: Vector3<f64>,
        pivot: Vector3<f64>,
    ) -> Result<Self> {
        check_finite(&pivot, ["pivot.x", "pivot.y", "pivot.z"])?;
        check_finite(&turn, ["turn.x", "turn.y", "turn.z"])?;
        check_finite(
            &end_translation,
            [
                "end.translation.x",
                "end.translation.y",
                "end.translation.z",
            ],
        )?;
        let turning = turn != Vector3::zeros();
        let end = if turning {
            let q = turned_quaternion(&start.quaternion(), &turn, 1.0)?;
            let rotation_end = Pose::new(Vector3::zeros(), q)?;
            let shift = rotate(start.matrix(), &pivot) - rotate(rotation_end.matrix(), &pivot);
            let origin = end_translation + shift;
            check_finite(&origin, ["the origin, turned about the pivot,"; 3])?;
            rotation_end.moved_to(origin)?
        } else {
            Pose::new(end_translation, start.quaternion())?
        };
        Ok(Motion {
            start,
            end,
            pivot,
            anchor: end_translation,
            turn: Some(turn),
            turning,
        })
    }

    /// A body that stays where it is.
    #[must_use]
    #[inline]
    pub fn fixed(pose: Pose) -> Self {
        Motion {
            start: pose,
            end: pose,
            pivot: Vector3::zeros(),
            anchor: pose.translation(),
            turn: None,
            turning: false,
        }
    }

    /// A body that moves in a straight line without turning.
    ///
    /// # Errors
    /// [`Error::NonFinite`] for a bad `end_translation`.
    #[inline]
    pub fn translation(start: Pose, end_translation: Vector3<f64>) -> Result<Self> {
        Ok(Motion {
            start,
            anchor: end_translation,
            ..Motion::fixed(start.moved_to(end_translation)?)
        })
    }

    /// Pose at t = 0.
    #[must_use]
    pub fn start(&self) -> &Pose {
        &self.start
    }

    /// Pose at t = 1. For a motion given by `turn`, the pose with the f64 quaternion of the
    /// documented formula ([`docs/theory/DESIGN.md`](crate)).
    #[must_use]
    pub fn end(&self) -> &Pose {
        &self.end
    }

    /// Pose at a time of the frame, to rounding; `start` and `end` at 0 and 1. Of a turn of so many
    /// radians that f64 cannot tell their fractions, it is any pose of the turn.
    ///
    /// # Errors
    /// [`Error::Setting`] for a time outside of [0, 1], [`Error::NonFinite`] for a pose that overflows.
    ///
    /// ```
    /// use interframe::{Motion, Pose};
    /// use nalgebra::Vector3;
    /// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI); // a turn and a half
    /// let wheel = Motion::from_turn(Pose::identity(), Vector3::new(6.0, 0.0, 0.0), turn, Vector3::zeros())?;
    /// let third = wheel.pose_at(1.0 / 3.0)?; // half a turn
    /// assert!((third.translation().x - 2.0).abs() < 1e-15);
    /// assert!((third.transform_point(&Vector3::x()) - Vector3::x()).norm() < 1e-15);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn pose_at(&self, t: f64) -> Result<Pose> {
        if t == 0.0 || t == 1.0 {
            return Ok(if t == 0.0 { self.start } else { self.end });
        }
        check_time(t)?;
        let straight = self.straight_at(t);
        let Some((turn, _)) = self.rotation_vector() else {
            return Pose::new(straight, self.start.quaternion());
        };
        let turned = turned_quaternion(&self.start.quaternion(), &turn, t)?;
        let turned = Pose::new(Vector3::zeros(), turned)?;
        let arm = |pose: &Pose| rotate(pose.matrix(), &self.pivot);
        let shift = arm(&self.start) - arm(&turned);
        Pose::new(straight + shift, turned.quaternion())
    }

    /// The parts of the motion before and after a time, each as a motion of its own from 0 to 1.
    ///
    /// The first starts where this one starts, and the second where the first ends, both to the bit. The pivot moves on the
    /// same line and the body turns about the same axis, each part for its share of the way and of the turn: `t` and 1 - `t`. Where the
    /// parts meet, and at the end, they are at [`pose_at`](Self::pose_at) to rounding. At 0 and 1 the empty part
    /// stays where it is and the other is this motion.
    ///
    /// For example what brings all bodies of a frame to the time of a contact, and then through the rest (`docs/guide/WORLD.md`).
    ///
    /// # Errors
    /// See [`pose_at`](Self::pose_at).
    ///
    /// ```
    /// use interframe::{Motion, Pose};
    /// use nalgebra::Vector3;
    /// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
    /// let wheel = Motion::from_turn(Pose::identity(), Vector3::new(6.0, 0.0, 0.0), turn, Vector3::zeros())?;
    /// let [before, after] = wheel.split(1.0 / 3.0)?;
    /// assert_eq!(before.end(), after.start());
    /// assert_eq!(after.turn(), Some(turn * (1.0 - 1.0 / 3.0))); // whole turns stay whole turns
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn split(&self, t: f64) -> Result<[Self; 2]> {
        if t == 0.0 || t == 1.0 {
            let parts = [
                *self,
                Motion::fixed(if t == 0.0 { self.start } else { self.end }),
            ];
            return Ok(if t == 0.0 {
                [parts[1], parts[0]]
            } else {
                parts
            });
        }
        check_time(t)?;
        let part = |start: Pose, share: f64| {
            let end = self.straight_from(start.translation(), share);
            match self.rotation_vector() {
                Some((turn, _)) => Motion::from_turn(start, end, turn * share, self.pivot),
                None => Ok(Motion {
                    pivot: self.pivot,
                    ..Motion::translation(start, end)?
                }),
            }
        };
        let before = part(self.start, t)?;
        Ok([before, part(before.end, 1.0 - t)?])
    }

    /// The body point that moves in a straight line, body frame.
    #[must_use]
    pub fn pivot(&self) -> Vector3<f64> {
        self.pivot
    }

    /// The pivot of a body that turns. All points of one that does not move as its origin does, of which the least is rounded.
    pub(crate) fn turning_pivot(&self) -> Vector3<f64> {
        match self.turning {
            true => self.pivot,
            false => Vector3::zeros(),
        }
    }

    /// The rotation vector that was given, or None for a motion by end pose.
    #[must_use]
    pub fn turn(&self) -> Option<Vector3<f64>> {
        self.turn
    }

    /// Whether the orientation changes at all, exactly.
    #[must_use]
    pub fn is_turning(&self) -> bool {
        self.turning
    }

    /// The rotation vector over the frame, world axes, radians, and a bound on its error; None for
    /// a body that does not turn.
    pub(crate) fn rotation_vector(&self) -> Option<(Vector3<f64>, f64)> {
        if !self.turning {
            return None;
        }
        match self.turn {
            Some(turn) => Some((turn, 0.0)),
            None => Some(arc_between(
                &self.start.quaternion(),
                &self.end.quaternion(),
            )),
        }
    }

    /// Displacement of the pivot over the frame, times `scale`, and a bound on its error.
    #[inline]
    pub(crate) fn pivot_travel(&self, scale: f64) -> (Vector3<f64>, f64) {
        let [from, to] = [self.start.translation(), self.anchor];
        let straight = match (to - from) * scale {
            by if norm1(&by) < f64::INFINITY => by,
            _ => to * scale - from * scale,
        };
        let error = U * norm1(&straight);
        if self.turn.is_some() || !self.turning || self.pivot == Vector3::zeros() {
            return (straight, error);
        }
        let pivot = self.pivot * scale;
        let kappa = rotate(self.start.matrix(), &pivot) - rotate(self.end.matrix(), &pivot);
        let travel = straight - kappa;
        // Each rotated pivot is within 39 U |c|; then two sums.
        let more = 80.0 * norm1(&pivot) + norm1(&kappa) + norm1(&travel);
        (travel, error + U * more)
    }

    /// Where the body's origin would be at time t if it moved as the pivot does.
    pub(crate) fn straight_at(&self, t: f64) -> Vector3<f64> {
        self.straight_from(self.start.translation(), t)
    }

    /// `from`, displaced by a share of the pivot's way.
    fn straight_from(&self, from: Vector3<f64>, t: f64) -> Vector3<f64> {
        match self.pivot_travel(1.0).0 {
            travel if norm1(&travel) < f64::INFINITY => from + travel * t,
            _ => {
                let half = self.pivot_travel(0.5).0 * t;
                from + half + half
            }
        }
    }

    /// Where the body's origin would be at t = 1 if the body did not turn, for a motion by `turn`; otherwise where it is then.
    #[must_use]
    pub fn end_translation(&self) -> Vector3<f64> {
        self.anchor
    }
}

fn check_time(t: f64) -> Result<()> {
    check_range((0.0..=1.0).contains(&t), "t", t, "between 0 and 1")
}

/// exp(t turn / 2) q0 as a quaternion in f64, by `libm`'s sine and cosine so that the bits are the
/// same on every machine.
///
/// With h = t |turn| / 2: (sin h / |turn|) turn as vector part, cos h as scalar part, times q0.
pub(crate) fn turned_quaternion(
    q0: &Quaternion<f64>,
    turn: &Vector3<f64>,
    t: f64,
) -> Result<Quaternion<f64>> {
    // Scaled by the largest component so that squares neither overflow nor vanish.
    let largest = turn.amax();
    let unit = turn / largest;
    let length = norm(&unit);
    let angle = t * (largest * length);
    check_number("length of turn", angle)?;
    let (sin, cos) = libm::sincos(0.5 * angle);
    let (v, w) = (unit * (sin / length), cos);
    let q = q0.coords;
    Ok(Quaternion::new(
        ((w * q.w - v.x * q.x) - v.y * q.y) - v.z * q.z,
        ((w * q.x + v.x * q.w) + v.y * q.z) - v.z * q.y,
        ((w * q.y - v.x * q.z) + v.y * q.w) + v.z * q.x,
        ((w * q.z + v.x * q.y) - v.y * q.x) + v.z * q.w,
    ))
}

/// The rotation vector of the shortest arc from q0 to q1, and a bound on its error.
///
/// With q1 q0^-1 = (v, w) up to a factor, w not negative: the angle is 2 atan2(|v|, w), the axis
/// v/|v|. |q0| and |q1| are within 1e-3 of 1, so v errs by 14 U, w by 8 U; the angle by 45 U and
/// the rounding of atan2 (2 U of at most pi), the axis by 14 U/|v|, which is times an angle of at
/// most pi |v|.
fn arc_between(q0: &Quaternion<f64>, q1: &Quaternion<f64>) -> (Vector3<f64>, f64) {
    const ERROR: f64 = 128.0 * U;
    // Which of the two arcs is the shorter is a matter of signs, hence exact.
    let sign = f64::from(exact_dot4_sign(&q0.coords, &q1.coords));
    let (v0, v1) = (-q0.imag(), q1.imag());
    let v = ((v1 * q0.w + v0 * q1.w) + cross(&v1, &v0)) * sign;
    let w = (q1.w * q0.w - dot(&v1, &v0)) * sign;
    let length = norm(&v);
    if length > 0.0 {
        (v * (2.0 * libm::atan2(length, w) / length), ERROR)
    } else {
        (Vector3::zeros(), ERROR)
    }
}

/// Exact sign of a.b.
fn exact_dot4_sign(a: &nalgebra::Vector4<f64>, b: &nalgebra::Vector4<f64>) -> i32 {
    let p = [a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w];
    let sum = ((p[0] + p[1]) + p[2]) + p[3];
    let bound = 8.0
        * crate::numeric::arithmetic::U
        * (((p[0].abs() + p[1].abs()) + p[2].abs()) + p[3].abs());
    // The absolute term covers products that underflow.
    if sum.abs() > bound + f64::MIN_POSITIVE {
        return if sum > 0.0 { 1 } else { -1 };
    }
    let exact = (0..4).fold(dashu_int::IBig::ZERO, |acc, i| {
        acc + crate::numeric::exact_float::product(a[i], b[i])
    });
    match exact.sign() {
        _ if exact == dashu_int::IBig::ZERO => 0,
        dashu_int::Sign::Positive => 1,
        dashu_int::Sign::Negative => -1,
    }
}

/// Whether two quaternions stand for exactly the same rotation.
fn proportional(a: &nalgebra::Vector4<f64>, b: &nalgebra::Vector4<f64>) -> bool {
    if a == b || *a == -b {
        return true;
    }
    (0..4).all(|i| {
        (i + 1..4).all(|j| {
            let (l, r) = (a[i] * b[j], a[j] * b[i]);
            if (l - r).abs()
                > 4.0 * crate::numeric::arithmetic::U * (l.abs() + r.abs()) + f64::MIN_POSITIVE
            {
                return false;
            }
            crate::numeric::exact_float::product(a[i], b[j])
                == crate::numeric::exact_float::product(a[j], b[i])
        })
    })
}
