//! A motion as f64 evaluates it: the pose at any time, and how far off it may be.
//!
//! With a the unit axis, theta the angle over the frame and R0 the start,
//! `R(t) = a a^T R0 + cos(t theta) (R0 - a a^T R0) + sin(t theta) [a]x R0`: one sine and cosine and
//! two products a matrix entry. `docs/theory/CONSERVATIVE_ADVANCEMENT.md` derives the errors.

use nalgebra::{Matrix3, Vector3};

use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate, rotate_back};
use crate::shape::polytope::Polytope;

/// One body's motion. Lengths times the query's scale.
pub(crate) struct Trajectory {
    fixed: Matrix3<f64>,
    cosine: Matrix3<f64>,
    sine: Matrix3<f64>,
    /// Rotation vector over the frame, world axes, radians. Zero for a body that does not turn.
    pub(crate) turn: Vector3<f64>,
    /// Its length.
    pub(crate) angle: f64,
    /// The true rotation vector is within this.
    pub(crate) turn_error: f64,
    /// Unit axis; any when the angle is 0.
    pub(crate) axis: Vector3<f64>,
    /// The pivot, body frame.
    pub(crate) pivot: Vector3<f64>,
    /// The rotation at any time of the frame is within this, in the spectral norm.
    pub(crate) rotation_error: f64,
}

/// Reach of a body about its axis of turning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AxisReach {
    /// No vertex is farther from the pivot.
    pub(crate) from_pivot: f64,
    /// No vertex is farther from the axis through the pivot.
    pub(crate) from_axis: f64,
    /// Smallest and largest coordinate along the axis, from the pivot.
    pub(crate) along: [f64; 2],
}

/// Sine and cosine of an angle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trig {
    pub(crate) sin: f64,
    pub(crate) cos: f64,
}

impl Trig {
    #[inline(always)]
    pub(crate) fn new(angle: f64) -> Self {
        if angle == 0.0 {
            return Trig { sin: 0.0, cos: 1.0 };
        }
        let (sin, cos) = libm::sincos(angle);
        Trig { sin, cos }
    }
}

/// Bounds the error of [`rough_trig`], that of rounding the angle aside. The series leave off 7e-12 and less at
/// an eighth of a turn.
pub(crate) const ROUGH: f64 = 1e-11;

/// Both sines and cosines to [`ROUGH`], for about a third of the cost, for samples that need no last place.
#[inline(always)]
pub(crate) fn rough_trig(angles: [f64; 2]) -> [Trig; 2] {
    // Quarter turns, whose multiples are exact: 33 bits of pi/2, and the rest.
    const QUARTER: f64 = 1.570_796_326_734_125_6;
    const REST: f64 = 6.077_100_506_506_192e-11;
    // Adding it rounds to whole numbers, in the last bits.
    const WHOLE: f64 = 6_755_399_441_055_744.0;
    if !(angles[0].max(angles[1]) < 1e6) {
        return angles.map(Trig::new);
    }
    angles.map(|angle| {
        let quarters = angle * std::f64::consts::FRAC_2_PI + WHOLE;
        let k = quarters - WHOLE;
        let x = (angle - k * QUARTER) - k * REST;
        let y = x * x;
        let sin = 1.0 / 362_880.0 - y * (1.0 / 39_916_800.0);
        let sin = -1.0 / 5040.0 + y * sin;
        let sin = 1.0 / 120.0 + y * sin;
        let sin = x + x * (y * (-1.0 / 6.0 + y * sin));
        let cos = -1.0 / 3_628_800.0 + y * (1.0 / 479_001_600.0);
        let cos = 1.0 / 40_320.0 + y * cos;
        let cos = -1.0 / 720.0 + y * cos;
        let cos = 1.0 / 24.0 + y * cos;
        let cos = 1.0 + y * (-0.5 + y * cos);
        // The last two bits are those of k.
        let k = quarters.to_bits();
        let odd = k & 1 == 1;
        let (s, c) = if odd { (cos, sin) } else { (sin, cos) };
        let flip = |x: f64, bit: u64| f64::from_bits(x.to_bits() ^ (bit & 2) << 62);
        Trig {
            sin: flip(s, k),
            cos: flip(c, k + 1),
        }
    })
}

/// Squares of three lengths lose less than that of this where they underflow.
pub(crate) const LEAST_SQUARED: f64 = 1e-161;

impl Trajectory {
    pub(crate) fn new(motion: &Motion, scale: f64) -> Self {
        let start = motion.start().matrix();
        let pivot = motion.turning_pivot() * scale;
        let Some((turn, turn_error)) = motion.rotation_vector() else {
            let zero = Matrix3::zeros();
            return Trajectory {
                fixed: start * scale,
                cosine: zero,
                sine: zero,
                turn: Vector3::zeros(),
                angle: 0.0,
                turn_error: 0.0,
                axis: Vector3::x(),
                pivot,
                rotation_error: 64.0 * U,
            };
        };
        // Scaled so that squares neither overflow nor vanish.
        let largest = turn.amax();
        let (axis, angle) = if largest > 0.0 {
            let part = turn / largest;
            let length = norm(&part);
            (part / length, largest * length)
        } else {
            (Vector3::x(), 0.0)
        };
        let start = start * scale;
        let (mut fixed, mut sine) = (Matrix3::zeros(), Matrix3::zeros());
        for k in 0..3 {
            let column = start.column(k).into_owned();
            fixed.set_column(k, &(axis * dot(&axis, &column)));
            sine.set_column(k, &cross(&axis, &column));
        }
        Trajectory {
            cosine: start - fixed,
            fixed,
            sine,
            turn,
            angle,
            turn_error,
            axis,
            pivot,
            rotation_error: 256.0 * U + 10.0 * U * angle + turn_error,
        }
    }

    /// The rotation matrix at time t, times the scale.
    #[inline(always)]
    pub(crate) fn matrix(&self, t: f64) -> Matrix3<f64> {
        self.turned(&Trig::new(t * self.angle))
    }

    /// Parts of the rotation matrix: one part, one times the cosine, one times the sine.
    #[inline(always)]
    pub(crate) fn parts(&self) -> [&Matrix3<f64>; 3] {
        [&self.fixed, &self.cosine, &self.sine]
    }

    /// The rotation matrix, times the scale, after the angle of `trig`.
    #[inline(always)]
    pub(crate) fn turned(&self, trig: &Trig) -> Matrix3<f64> {
        if self.angle == 0.0 {
            return self.fixed + self.cosine;
        }
        let Trig { sin, cos } = *trig;
        let mut out = self.fixed;
        for k in 0..9 {
            out[k] = (self.fixed[k] + cos * self.cosine[k]) + sin * self.sine[k];
        }
        out
    }

    /// Bounds from the body's balls and box: a few dozen operations, no look at the vertices.
    pub(crate) fn axis_reach(
        &self,
        body: &Polytope,
        matrix: &Matrix3<f64>,
        scale: f64,
    ) -> AxisReach {
        let axis = rotate_back(matrix, &self.axis) / scale;
        let to_center = body.bounding_center() * scale - self.pivot;
        let radius = body.bounding_radius() * scale;
        let off_axis = norm(&(to_center - axis * dot(&axis, &to_center)));
        let middle = dot(&axis, &to_center);
        let mut reach = AxisReach {
            from_pivot: norm(&to_center) + radius,
            from_axis: off_axis + radius,
            along: [middle - radius, middle + radius],
        };
        let around = body.oriented_box();
        let half = around.half_extents * scale;
        let to_box = around.center * scale - self.pivot;
        let (mut far, mut off) = (0.0_f64, 0.0_f64);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for corner in 0..8 {
            let mut p = to_box;
            for k in 0..3 {
                let side = if corner >> k & 1 == 0 {
                    -half[k]
                } else {
                    half[k]
                };
                p += around.axes.column(k) * side;
            }
            let z = dot(&axis, &p);
            far = far.max(dot(&p, &p));
            off = off.max({
                let q = p - axis * z;
                dot(&q, &q)
            });
            (low, high) = (low.min(z), high.max(z));
        }
        let mut room = 128.0 * U * (norm1(&to_box) + norm1(&half) + norm1(&to_center) + radius);
        if room > 0.0 {
            room += LEAST_SQUARED;
        }
        // Wherever a number is not finite, the other bound holds.
        reach.from_pivot = reach.from_pivot.min(far.sqrt()) + room;
        reach.from_axis = reach.from_axis.min(off.sqrt()) + room;
        reach.along = [
            reach.along[0].max(low) - room,
            reach.along[1].min(high) + room,
        ];
        reach
    }

    /// Not below the largest n.x over the body relative to its pivot, at any angle.
    #[inline(always)]
    pub(crate) fn revolved(&self, n: &Vector3<f64>, reach: &AxisReach) -> f64 {
        let along = dot(n, &self.axis);
        let across = norm(&cross(n, &self.axis));
        let sum = (along * reach.along[0]).max(along * reach.along[1]) + across * reach.from_axis;
        sum.min(reach.from_pivot) + 16.0 * U * reach.from_pivot
    }

    /// The pivot relative to the body's origin, in world axes.
    #[inline(always)]
    pub(crate) fn arm(&self, matrix: &Matrix3<f64>, scale: f64) -> Vector3<f64> {
        // At most bodies' own origin: no work for those.
        if self.pivot == Vector3::zeros() {
            return Vector3::zeros();
        }
        rotate(matrix, &(self.pivot / scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rough_sines_are_near_those_of_libm() {
        let mut worst = 0.0_f64;
        for i in 0..400_000 {
            for step in [0.003_7, 2.3] {
                let angle = f64::from(i) * step;
                let [rough, zero] = rough_trig([angle, 0.0]);
                let exact = Trig::new(angle);
                worst = worst
                    .max((rough.sin - exact.sin).abs())
                    .max((rough.cos - exact.cos).abs());
                assert_eq!((zero.sin, zero.cos), (0.0, 1.0));
            }
        }
        assert!(worst < ROUGH, "{worst}");
        // Too many turns for it: libm's own.
        let [rough, _] = rough_trig([1e9, 1.0]);
        let exact = Trig::new(1e9);
        assert_eq!((rough.sin, rough.cos), (exact.sin, exact.cos));
    }
}
