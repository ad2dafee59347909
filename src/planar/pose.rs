//! Where a polygon is.

use nalgebra::{Isometry2, Matrix2, Quaternion, Vector2, Vector3};

use crate::error::{Error, Result, check_number};
use crate::motion::pose::Pose;

/// Position and orientation of a polygon's frame in the plane.
///
/// The rotation is given by the sine and the cosine of *half* the angle, as a quaternion about z
/// gives it; in real arithmetic it is the one that these two numbers, divided by their length,
/// stand for.
///
/// ```
/// use interframe::Pose2;
/// use nalgebra::Vector2;
/// let quarter = Pose2::from_angle(Vector2::new(1.0, 0.0), std::f64::consts::FRAC_PI_2)?;
/// let p = quarter.transform_point(&Vector2::new(1.0, 0.0));
/// assert!((p - Vector2::new(1.0, 1.0)).norm() < 1e-15);
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose2 {
    translation: Vector2<f64>,
    half_angle: [f64; 2],
    matrix: Matrix2<f64>,
}

impl Pose2 {
    /// A pose from a translation and (sine, cosine) of half the angle, of about unit length.
    ///
    /// # Errors
    /// [`Error::NonFinite`] for NaN or infinite components, [`Error::QuaternionNorm`] when the
    /// length is farther than 1e-3 from 1.
    pub fn new(translation: Vector2<f64>, half_angle: [f64; 2]) -> Result<Self> {
        // One set of checks and of rounding bounds for both.
        let lifted = lifted(&translation, half_angle)?;
        let m = lifted.matrix();
        Ok(Pose2 {
            translation,
            half_angle,
            matrix: Matrix2::new(m.m11, m.m12, m.m21, m.m22),
        })
    }

    /// A pose from a translation and an angle in radians, counter-clockwise. The sine and cosine
    /// of half the angle are rounded; the rotation is exactly what they stand for.
    ///
    /// # Errors
    /// [`Error::NonFinite`].
    pub fn from_angle(translation: Vector2<f64>, angle: f64) -> Result<Self> {
        check_number("angle", angle)?;
        let (sin, cos) = libm::sincos(0.5 * angle);
        Pose2::new(translation, [sin, cos])
    }

    /// The frame of the plane itself.
    #[must_use]
    pub fn identity() -> Self {
        Pose2 {
            translation: Vector2::zeros(),
            half_angle: [0.0, 1.0],
            matrix: Matrix2::identity(),
        }
    }

    /// Position of the body's origin.
    #[must_use]
    pub fn translation(&self) -> Vector2<f64> {
        self.translation
    }

    /// Sine and cosine of half the angle, as given.
    #[must_use]
    pub fn half_angle(&self) -> [f64; 2] {
        self.half_angle
    }

    /// The rotation matrix, rounded as [`Pose::matrix`].
    #[must_use]
    pub fn matrix(&self) -> &Matrix2<f64> {
        &self.matrix
    }

    /// Where a point of the body's frame is, rounded.
    #[must_use]
    pub fn transform_point(&self, point: &Vector2<f64>) -> Vector2<f64> {
        rotate(&self.matrix, point) + self.translation
    }

    /// Returns the pose in space.
    pub(crate) fn lifted(&self) -> Pose {
        lifted(&self.translation, self.half_angle).expect("checked when it was built")
    }
}

fn lifted(at: &Vector2<f64>, [sin, cos]: [f64; 2]) -> Result<Pose> {
    let at = Vector3::new(at.x, at.y, 0.0);
    Pose::new(at, Quaternion::new(cos, 0.0, 0.0, sin))
}

impl TryFrom<&Isometry2<f64>> for Pose2 {
    type Error = Error;

    fn try_from(isometry: &Isometry2<f64>) -> Result<Self> {
        Pose2::from_angle(isometry.translation.vector, isometry.rotation.angle())
    }
}

/// `m * v`.
#[inline(always)]
pub(crate) fn rotate(m: &Matrix2<f64>, v: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(m.m11 * v.x + m.m12 * v.y, m.m21 * v.x + m.m22 * v.y)
}

/// `m^T * v`.
#[inline(always)]
pub(crate) fn rotate_back(m: &Matrix2<f64>, v: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(m.m11 * v.x + m.m21 * v.y, m.m12 * v.x + m.m22 * v.y)
}
