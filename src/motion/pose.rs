//! Where a body is: `x_world = R(q) x / |q|^2 + p`.

use nalgebra::{Isometry3, Matrix3, Matrix4, Quaternion, Vector3};

use crate::error::{Error, Result, check_number, ensure};

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

    /// How far the entries of R^T R may be from those of the unit matrix in [`from_matrix`](Self::from_matrix): a hundred
    /// roundings of f32.
    pub const MAX_SHEAR: f64 = 1e-5;

    /// A pose from a rotation matrix, whose columns are the body's axes in the world, and the position of the body's origin.
    ///
    /// The rotation is that of a quaternion (Shepperd, "Quaternion from rotation matrix", 1978). Its entries are those of
    /// the matrix to a few roundings, and to 1e-4 if the matrix is as far from a rotation as it may be. Matrices of f32
    /// come in by `cast`.
    ///
    /// # Errors
    /// [`Error::NonFinite`]; [`Error::Matrix`] if an axis is not of length 1 or two are not perpendicular, both to within
    /// [`MAX_SHEAR`](Self::MAX_SHEAR) in R^T R, or if the matrix mirrors.
    ///
    /// ```
    /// use interframe::Pose;
    /// use nalgebra::{Matrix3, Vector3};
    /// let quarter = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    /// let pose = Pose::from_matrix(&quarter, Vector3::x())?;
    /// assert_eq!(pose.matrix(), &quarter);
    /// assert_eq!(Pose::from_matrix4(&pose.to_matrix4())?, pose);
    /// let scaled = Pose::from_matrix(&(quarter * 2.0), Vector3::x());
    /// assert!(scaled.unwrap_err().to_string().contains("scales"));
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn from_matrix(rotation: &Matrix3<f64>, translation: Vector3<f64>) -> Result<Self> {
        check_rotation(rotation)?;
        Pose::new(translation, quaternion_of(rotation))
    }

    /// A pose from a matrix that takes (x, y, z, 1) in the body's frame to the world: a rotation, the position in the last
    /// column, and 0 0 0 1 in the last row. Of numbers in memory `Matrix4::from_row_slice` and `from_column_slice` make one.
    ///
    /// # Errors
    /// See [`from_matrix`](Self::from_matrix); and [`Error::Matrix`] if the last row is another by more than 1e-6. A matrix
    /// that was transposed by mistake has its position there.
    pub fn from_matrix4(matrix: &Matrix4<f64>) -> Result<Self> {
        const ALLOWED: f64 = 1e-6;
        (matrix.iter()).try_for_each(|x| check_number(ENTRY, *x))?;
        let last = [0, 1, 2, 3].map(|k| (matrix[(3, k)] - f64::from(k == 3)).abs());
        let off = last.into_iter().fold(0.0, f64::max);
        ensure(off <= ALLOWED, || Error::Matrix {
            what: "has a last row that is not 0 0 0 1 (row-major or column-major?)",
            off,
            allowed: ALLOWED,
        })?;
        let rotation = matrix.fixed_view::<3, 3>(0, 0).into_owned();
        Pose::from_matrix(&rotation, matrix.fixed_view::<3, 1>(0, 3).into_owned())
    }

    /// The matrix that takes (x, y, z, 1) in the body's frame to the world: [`matrix`](Self::matrix) and
    /// [`translation`](Self::translation). `as_slice` has its columns one after another.
    #[must_use]
    pub fn to_matrix4(&self) -> Matrix4<f64> {
        let mut matrix = self.matrix.to_homogeneous();
        matrix
            .fixed_view_mut::<3, 1>(0, 3)
            .copy_from(&self.translation);
        matrix
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

const ENTRY: &str = "an entry of the matrix";

/// Fails if the columns are not unit, perpendicular and right-handed.
fn check_rotation(r: &Matrix3<f64>) -> Result<()> {
    r.iter().try_for_each(|x| check_number(ENTRY, *x))?;
    let allowed = Pose::MAX_SHEAR;
    // The largest says what the matrix does: a shear makes a column a little longer, too.
    let mut largest = (0.0, "");
    for (i, j, what) in [
        (0, 0, "scales in column 0"),
        (1, 1, "scales in column 1"),
        (2, 2, "scales in column 2"),
        (0, 1, "shears columns 0 and 1"),
        (1, 2, "shears columns 1 and 2"),
        (2, 0, "shears columns 2 and 0"),
    ] {
        let off = (r.column(i).dot(&r.column(j)) - f64::from(i == j)).abs();
        let off = if off.is_nan() { f64::INFINITY } else { off };
        if off > largest.0 {
            largest = (off, what);
        }
    }
    let (off, what) = largest;
    ensure(off <= allowed, || Error::Matrix { what, off, allowed })?;
    let volume = r.column(0).cross(&r.column(1)).dot(&r.column(2));
    ensure(volume > 0.0, || Error::Matrix {
        what: "mirrors: its determinant is negative",
        off: (volume - 1.0).abs(),
        allowed,
    })
}

/// The unit quaternion of a rotation matrix: one of four forms of it, whose largest component is not small, so that the
/// division loses no digits.
fn quaternion_of(r: &Matrix3<f64>) -> Quaternion<f64> {
    let trace = (r.m11 + r.m22) + r.m33;
    let largest = (0..3).fold(3, |k: usize, i| {
        let best = if k == 3 { trace } else { r[(k, k)] };
        if r[(i, i)] > best { i } else { k }
    });
    // Times four times the largest component.
    let mut q = [r.m32 - r.m23, r.m13 - r.m31, r.m21 - r.m12, 1.0 + trace];
    if largest < 3 {
        let (i, j, l) = (largest, (largest + 1) % 3, (largest + 2) % 3);
        q[3] = q[i];
        q[i] = ((1.0 + r[(i, i)]) - r[(j, j)]) - r[(l, l)];
        q[j] = r[(i, j)] + r[(j, i)];
        q[l] = r[(i, l)] + r[(l, i)];
    }
    let norm = (((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3]).sqrt();
    Quaternion::from(q.map(|x| x / norm))
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
