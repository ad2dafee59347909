//! Rotations as integers.

use dashu_int::IBig;
use nalgebra::Quaternion;

use crate::numeric::exact_float::{Int3, int_dot, scaled, unit_of};

/// An integer multiple of a quaternion: R(q) and |q|^2 as integers.
pub(crate) struct Rotation {
    pub(crate) quaternion: Quaternion<f64>,
    pub(crate) matrix: [Int3; 3],
    pub(crate) norm_sq: IBig,
}

impl Rotation {
    pub(crate) fn new(quaternion: &Quaternion<f64>) -> Self {
        let c = quaternion.coords;
        let unit = c.iter().map(|&x| unit_of(x)).min().unwrap_or(0);
        let [x, y, z, w] = [c.x, c.y, c.z, c.w].map(|x| scaled(x, unit));
        let (xx, yy, zz, ww) = (&x * &x, &y * &y, &z * &z, &w * &w);
        let twice = |p: IBig| p << 1;
        Rotation {
            quaternion: *quaternion,
            matrix: [
                [
                    &ww + &xx - &yy - &zz,
                    twice(&x * &y - &w * &z),
                    twice(&x * &z + &w * &y),
                ],
                [
                    twice(&x * &y + &w * &z),
                    &ww - &xx + &yy - &zz,
                    twice(&y * &z - &w * &x),
                ],
                [
                    twice(&x * &z - &w * &y),
                    twice(&y * &z + &w * &x),
                    &ww - &xx - &yy + &zz,
                ],
            ],
            norm_sq: xx + yy + zz + ww,
        }
    }

    /// |q|^2 times the vector turned by the rotation.
    pub(crate) fn turn(&self, v: &Int3) -> Int3 {
        self.matrix.each_ref().map(|row| int_dot(row, v))
    }

    /// |q|^2 times the vector turned back.
    pub(crate) fn turn_back(&self, v: &Int3) -> Int3 {
        std::array::from_fn(|i| {
            let [x, y, z] = &self.matrix;
            &x[i] * &v[0] + &y[i] * &v[1] + &z[i] * &v[2]
        })
    }
}
