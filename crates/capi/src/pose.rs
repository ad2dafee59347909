//! Where a body is.

use libc::c_void;

use nalgebra::{Matrix4, Quaternion, Vector3};

use crate::boundary::{into, required, vector};
use crate::entry::{entry, entry_without_error};
use crate::fault::{Result, Wrong};
use crate::mirror::answers;
use crate::vectors::{Floats, ifr_scalar, ifr_vectors};
use interframe::{Pose, f32_above, f32_below, f32_point};

answers! {
    /// Position and orientation of a body's frame in the world: x_world = R(q) x_body / |q|^2 + p.
    ///
    /// A zeroed pose is not the identity but an error (IFR_STATUS_QUATERNION_NORM), so that a
    /// forgotten one is noticed.
    pub struct ifr_pose from pose: &Pose {
        /// World position of the body's origin, x y z.
        pub p: [f64; 3] = pose.translation().into(),
        /// Orientation, x y z w (w is the scalar part, last). Its norm must be within 1e-3 of 1; the
        /// rest is divided out exactly, so there is no need to normalise.
        pub q: [f64; 4] = pose.quaternion().coords.into(),
    }
}

entry_without_error! {
    /// Writes the identity: origin at 0, not turned.
    ifr_pose_init(out: *mut ifr_pose) = call(out, "out") {
        Ok(ifr_pose {
            p: [0.0; 3],
            q: [0.0, 0.0, 0.0, 1.0],
        })
    }
}

/// Rows and columns of a matrix that stands for a pose.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_matrix_shape {
    /// A rotation, 9 numbers. The pose's position is 0: write p afterwards.
    IFR_MATRIX_SHAPE_3X3 = 1,
    /// A rotation, and the position as a fourth column, 12 numbers.
    IFR_MATRIX_SHAPE_3X4 = 2,
    /// These, and a last row 0 0 0 1, 16 numbers.
    IFR_MATRIX_SHAPE_4X4 = 3,
}

/// Order of a matrix's numbers in memory.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_matrix_order {
    /// Rows one after another.
    IFR_MATRIX_ORDER_ROWS = 1,
    /// Columns one after another, as in OpenGL.
    IFR_MATRIX_ORDER_COLUMNS = 2,
}

/// Places of a matrix's numbers: how far apart two of a row and two of a column are.
fn steps(order: i32, [rows, columns]: [usize; 2]) -> Result<[usize; 2]> {
    match order {
        order if order == ifr_matrix_order::IFR_MATRIX_ORDER_ROWS as i32 => Ok([1, columns]),
        order if order == ifr_matrix_order::IFR_MATRIX_ORDER_COLUMNS as i32 => Ok([rows, 1]),
        order => Err(Wrong::UnknownValue(order).at("order")),
    }
}

entry! {
    /// Writes the pose of a matrix that takes points of the body to the world as columns: R x + p. numbers: 9, 12 or 16 of them,
    /// float or double, of any alignment; scalar, shape and order: an ifr_scalar, ifr_matrix_shape and ifr_matrix_order, none of
    /// which is 0.
    ///
    /// R must be a rotation: each entry of R^T R within 1e-5 of that of the unit matrix, which is a hundred roundings of float,
    /// and no mirror. The last row must be 0 0 0 1 to within 1e-6; a matrix in the other order has its position there. Others
    /// are refused (IFR_STATUS_MATRIX, IFR_STATUS_NOT_FINITE), and the message says what is wrong and by how much. The pose's
    /// rotation has the entries of R to a few roundings, and to 1e-4 for an R as far from a rotation as that.
    ifr_pose_init_matrix(
        numbers: *const c_void, scalar: i32, shape: i32, order: i32, out: *mut ifr_pose,
    ) = call(out, "out") {
        let size @ [rows, columns] = match shape {
            shape if shape == ifr_matrix_shape::IFR_MATRIX_SHAPE_3X3 as i32 => [3, 3],
            shape if shape == ifr_matrix_shape::IFR_MATRIX_SHAPE_3X4 as i32 => [3, 4],
            shape if shape == ifr_matrix_shape::IFR_MATRIX_SHAPE_4X4 as i32 => [4, 4],
            shape => return Err(Wrong::UnknownValue(shape).at("shape")),
        };
        let [across, down] = steps(order, size)?;
        let count = rows * columns;
        let list = ifr_vectors {
            data: numbers,
            count,
            stride: 0,
            scalar,
        };
        let numbers = list
            .floats::<1>(count, "numbers")
            .map_err(|fault| match fault {
                _ if numbers.is_null() => Wrong::Null.at("numbers"),
                _ => Wrong::UnknownValue(scalar).at("scalar"),
            })?;
        let mut matrix = Matrix4::identity();
        for (row, column) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let at = row * down + column * across;
            matrix[(row, column)] = match &numbers {
                Floats::Single(numbers) => f64::from(numbers[at][0]),
                Floats::Double(numbers) => numbers[at][0],
            };
        }
        let pose = Pose::from_matrix4(&matrix);
        let pose = pose.map_err(|error| Wrong::Refused(error).at("numbers"))?;
        Ok(ifr_pose::from(&pose))
    }

    /// Writes the 4 x 4 matrix of a pose to numbers, room for 16, float or double, of any alignment: the rotation, the position as
    /// the fourth column, and 0 0 0 1 as the last row. In double the rotation's entries are within 17 roundings of the exact
    /// ones; in float these are rounded to nearest, and a position beyond float is refused (IFR_STATUS_NOT_FINITE).
    ifr_pose_get_matrix(pose: *const ifr_pose, scalar: i32, order: i32, numbers: *mut c_void) = enter() {
        // No reference to the numbers is made.
        if numbers.is_null() {
            return Err(Wrong::Null.at("numbers"));
        }
        let is_double = match scalar {
            scalar if scalar == ifr_scalar::IFR_SCALAR_FLOAT as i32 => false,
            scalar if scalar == ifr_scalar::IFR_SCALAR_DOUBLE as i32 => true,
            scalar => return Err(Wrong::UnknownValue(scalar).at("scalar")),
        };
        numbers
            .cast::<u8>()
            .write_bytes(0, if is_double { 128 } else { 64 });
        let [across, down] = steps(order, [4, 4])?;
        let pose = required(pose, "pose")?.read("pose", "")?;
        let matrix = pose.to_matrix4();
        if !is_double {
            f32_point(&pose.translation())
                .map_err(|error| Wrong::Refused(error).in_part("pose", ".p"))?;
        }
        for (row, column) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
            let (at, x) = (row * down + column * across, matrix[(row, column)]);
            match is_double {
                true => numbers.cast::<f64>().add(at).write_unaligned(x),
                false => numbers.cast::<f32>().add(at).write_unaligned(x as f32),
            }
        }
        Ok(())
    }
}

/// The largest float not above x. Use it for lower bounds, for example t_lo and a separation less its error. NaN of NaN.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_float_below(x: f64) -> f32 {
    f32_below(x)
}

/// The smallest float not below x. Use it for upper bounds, for example t_hi and an error. NaN of NaN.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_float_above(x: f64) -> f32 {
    f32_above(x)
}

entry! {
    /// Rounds the three numbers of a point or normal to the nearest floats, and writes to out_moved, unless it is NULL, a bound on
    /// the distance that this moves it, rounded up: add it to the point's error. A normal is then of length 1 to about 1e-7, and
    /// a plane with it is no proof. A number that is not finite, or beyond float, is refused (IFR_STATUS_NOT_FINITE).
    ifr_point_to_float(
        xyz: *const f64, out_xyz: *mut f32, out_moved: *mut f64,
    ) = call(out_xyz.cast::<[f32; 3]>(), "out_xyz") {
        // Three numbers are a [f32; 3].
        let rounded = || {
            let rounded = f32_point(&Vector3::from(vector(xyz, "xyz")?));
            rounded.map_err(|error| Wrong::Refused(error).at("xyz"))
        };
        let rounded = rounded();
        if !out_moved.is_null() {
            let moved = rounded.as_ref().map_or(0.0, |(_, moved)| *moved);
            into(out_moved, "out_moved", || Ok(moved))?;
        }
        rounded.map(|(point, _)| point)
    }
}

impl ifr_pose {
    /// The library's pose; `name` and `part` are how C spells it.
    #[inline(always)]
    pub(crate) fn read(&self, name: &'static str, part: &'static str) -> Result<Pose> {
        let [x, y, z, w] = self.q;
        let (p, q) = (Vector3::from(self.p), Quaternion::new(w, x, y, z));
        Pose::new(p, q).map_err(|error| Wrong::Refused(error).in_part(name, part))
    }
}
