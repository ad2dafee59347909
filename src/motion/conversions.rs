//! Poses from and to the types of glam and mint. Vectors and quaternions alone are converted by nalgebra, whose features of
//! these names come with ours.
//!
//! A pose that comes in is checked as [`Pose::new`] and [`Pose::from_matrix4`] check it. Types of f32 come in without rounding.

use nalgebra::{Matrix4, Quaternion, Vector3};

use crate::error::Result;
use crate::motion::pose::Pose;

/// Reads a pose from a type.
macro_rules! reads {
    ($($type:ty: $read:expr;)*) => {$(
        impl TryFrom<$type> for Pose {
            type Error = crate::error::Error;

            fn try_from(value: $type) -> crate::error::Result<Self> {
                let read: fn($type) -> crate::error::Result<Pose> = $read;
                read(value)
            }
        }
    )*};
}

/// Writes a pose as a type.
macro_rules! writes {
    ($($type:ty: $write:expr;)*) => {$(
        impl From<Pose> for $type {
            fn from(pose: Pose) -> Self {
                let write: fn(Pose) -> $type = $write;
                write(pose)
            }
        }
    )*};
}

/// The pose of a matrix, given by its columns.
fn of_columns(columns: [[f64; 4]; 4]) -> Result<Pose> {
    Pose::from_matrix4(&Matrix4::from(columns))
}

fn columns(pose: &Pose) -> [[f64; 4]; 4] {
    pose.to_matrix4().into()
}

#[cfg(feature = "glam")]
mod of_glam {
    use glam::{Affine3A, DAffine3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3};

    use super::{Pose, Quaternion, Vector3, columns, of_columns};

    reads! {
        (DVec3, DQuat): |(p, q)| Pose::new(Vector3::from(p), Quaternion::from(q));
        (Vec3, Quat): |(p, q)| Pose::try_from((p.as_dvec3(), q.as_dquat()));
        DMat4: |matrix| of_columns(matrix.to_cols_array_2d());
        Mat4: |matrix| Pose::try_from(matrix.as_dmat4());
        DAffine3: |affine| Pose::try_from(DMat4::from(affine));
        Affine3A: |affine| Pose::try_from(Mat4::from(affine));
    }

    writes! {
        (DVec3, DQuat): |pose| (pose.translation().into(), pose.quaternion().into());
        DMat4: |pose| DMat4::from_cols_array_2d(&columns(&pose));
        DAffine3: |pose| DAffine3::from_mat4(DMat4::from(pose));
    }
}

#[cfg(feature = "mint")]
mod of_mint {
    use mint::{ColumnMatrix4, RowMatrix4};

    use super::{Matrix4, Pose, Quaternion, Vector3, columns, of_columns};

    reads! {
        (mint::Vector3<f64>, mint::Quaternion<f64>): |(p, q)| Pose::new(Vector3::from(p), Quaternion::from(q));
        (mint::Vector3<f32>, mint::Quaternion<f32>): |(p, q)| {
            Pose::new(Vector3::from(p).cast(), Quaternion::from(q).cast())
        };
        ColumnMatrix4<f64>: |matrix| of_columns(matrix.into());
        RowMatrix4<f64>: |matrix| Pose::from_matrix4(&Matrix4::from(<[[f64; 4]; 4]>::from(matrix)).transpose());
    }

    writes! {
        (mint::Vector3<f64>, mint::Quaternion<f64>): |pose| (pose.translation().into(), pose.quaternion().into());
        ColumnMatrix4<f64>: |pose| columns(&pose).into();
        RowMatrix4<f64>: |pose| <[[f64; 4]; 4]>::from(pose.to_matrix4().transpose()).into();
    }
}
