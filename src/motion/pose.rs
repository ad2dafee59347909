//! Where a body is: `x_world = R(q) x / |q|^2 + p`.

use nalgebra::{Isometry3, Matrix3, Quaternion, Vector3};

use crate::error::{Error, Result};

/// Position and orientation of a body's frame in the world.
///
/// The numbers are taken as given: the rotation is R(q)/|q|^2 in real arithmetic, so a quaternion
/// that is not quite of unit length still stands for an exact rotation. Building a pose computes
/// the rotation matrix once; build it once a frame and use it for every pair.
///
/// ```
/// use interframe::Pose;
/// use nalgebra::{Quaternion, Vector3};
/// let pose = Pose::new(Vector3::new(0.0, 0.0, 2.0), Quaternion::identity())?;
/// assert_eq!(pose.translation().z, 2.0);
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Pose {
    translation: Vector3<f64>,
    quaternion: Quaternion<f64>,
    matrix: Matrix3<f64>,
}

/// Compares translation and quaternion; the matrix follows from them.
impl PartialEq for Pose {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.translation == other.translation && self.quaternion == other.quaternion
    }
}

impl Pose {
    /// A pose from a translation and a quaternion of about unit length.
    ///
    /// # Errors
    /// [`Error::NonFinite`] for NaN or infinite components, [`Error::QuaternionNorm`] when the
    /// norm is farther than 1e-3 from 1.
    // Always: a pose in a `Result` in memory costs as much as the checks and the matrix.
    #[inline(always)]
    pub fn new(translation: Vector3<f64>, quaternion: Quaternion<f64>) -> Result<Self> {
        const LOW: f64 = (1.0 - 1e-3) * (1.0 - 1e-3);
        const HIGH: f64 = (1.0 + 1e-3) * (1.0 + 1e-3);
        check_translation(&translation)?;
        let q = quaternion.coords;
        let norm_sq = ((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w;
        // Written so that NaN fails.
        if !(LOW..=HIGH).contains(&norm_sq) {
            return Err(bad_quaternion(&quaternion));
        }
        Ok(Pose {
            translation,
            quaternion,
            matrix: rotation_matrix(&quaternion, norm_sq),
        })
    }

    /// The frame of the world itself.
    #[must_use]
    #[inline]
    pub fn identity() -> Self {
        Pose {
            translation: Vector3::zeros(),
            quaternion: Quaternion::identity(),
            matrix: Matrix3::identity(),
        }
    }

    /// A pose that only shifts.
    ///
    /// # Errors
    /// [`Error::NonFinite`] for NaN or infinite components.
    #[inline]
    pub fn from_translation(translation: Vector3<f64>) -> Result<Self> {
        Pose::identity().moved_to(translation)
    }

    /// Turned as it is.
    #[inline]
    pub(crate) fn moved_to(self, translation: Vector3<f64>) -> Result<Self> {
        check_translation(&translation)?;
        Ok(Pose {
            translation,
            ..self
        })
    }

    /// World position of the body's origin.
    #[must_use]
    pub fn translation(&self) -> Vector3<f64> {
        self.translation
    }

    /// The quaternion as it was given.
    #[must_use]
    pub fn quaternion(&self) -> Quaternion<f64> {
        self.quaternion
    }

    /// The rotation matrix, rounded: each diagonal entry within 17 units of 2^-53, each other
    /// within 8, of R(q)/|q|^2 (derived in `docs/theory/DESIGN.md`).
    #[must_use]
    pub fn matrix(&self) -> &Matrix3<f64> {
        &self.matrix
    }

    /// World position of a point given in the body's frame, rounded.
    #[must_use]
    pub fn transform_point(&self, point: &Vector3<f64>) -> Vector3<f64> {
        crate::numeric::arithmetic::rotate(&self.matrix, point) + self.translation
    }
}

impl TryFrom<&Isometry3<f64>> for Pose {
    type Error = Error;

    fn try_from(isometry: &Isometry3<f64>) -> Result<Self> {
        Pose::new(isometry.translation.vector, *isometry.rotation.quaternion())
    }
}

/// R(q)/|q|^2 with `norm_sq` = |q|^2 rounded.
#[inline]
fn rotation_matrix(q: &Quaternion<f64>, norm_sq: f64) -> Matrix3<f64> {
    let (x, y, z, w) = (q.coords.x, q.coords.y, q.coords.z, q.coords.w);
    let s = 2.0 / norm_sq;
    Matrix3::new(
        1.0 - s * (y * y + z * z),
        s * (x * y - w * z),
        s * (x * z + w * y),
        s * (x * y + w * z),
        1.0 - s * (x * x + z * z),
        s * (y * z - w * x),
        s * (x * z - w * y),
        s * (y * z + w * x),
        1.0 - s * (x * x + y * y),
    )
}

#[inline(always)]
fn check_translation(translation: &Vector3<f64>) -> Result<()> {
    check_finite(
        translation,
        ["translation.x", "translation.y", "translation.z"],
    )
}

#[cold]
fn bad_quaternion(quaternion: &Quaternion<f64>) -> Error {
    let q = quaternion.coords;
    for (what, value) in [
        ("quaternion.x", q.x),
        ("quaternion.y", q.y),
        ("quaternion.z", q.z),
        ("quaternion.w", q.w),
    ] {
        if !value.is_finite() {
            return Error::NonFinite { what, value };
        }
    }
    // Squares of large components are beyond f64.
    let largest = q.amax().max(f64::MIN_POSITIVE);
    Error::QuaternionNorm {
        norm: largest * (q / largest).norm(),
    }
}

/// Fails with the name of the first component that is not finite.
#[inline]
pub(crate) fn check_finite(v: &Vector3<f64>, names: [&'static str; 3]) -> Result<()> {
    // One test for the usual case: the product is 0 unless a component is infinite or NaN.
    if (v.x * 0.0 + v.y * 0.0) + v.z * 0.0 == 0.0 {
        return Ok(());
    }
    let at = (0..3).find(|&i| !v[i].is_finite()).unwrap_or(0);
    Err(Error::NonFinite {
        what: names[at],
        value: v[at],
    })
}
