//! Types of glam and mint.

use interframe::nalgebra::{Quaternion, Vector3};
use interframe::{Error, Pose};

fn tilted() -> Pose {
    let quaternion = Quaternion::new(0.5, 0.1, -0.7, 0.5).normalize();
    Pose::new(Vector3::new(1.0, -2.0, 3.5), quaternion).expect("a pose")
}

/// Where three points are tells a pose from any other.
fn is_same(a: &Pose, b: &Pose, within: f64) {
    for point in [Vector3::x(), Vector3::y(), Vector3::z()] {
        let off = (a.transform_point(&point) - b.transform_point(&point)).norm();
        assert!(off <= within, "{off}");
    }
}

#[test]
fn poses_of_glam_come_back() {
    let pose = tilted();
    let parts = <(glam::DVec3, glam::DQuat)>::from(pose);
    assert_eq!(Pose::try_from(parts).expect("parts"), pose);
    let (matrix, affine) = (glam::DMat4::from(pose), glam::DAffine3::from(pose));
    is_same(&Pose::try_from(matrix).expect("a matrix"), &pose, 1e-14);
    is_same(&Pose::try_from(affine).expect("an affine"), &pose, 1e-14);
    // Both sides say the same of a point.
    let there = matrix.transform_point3(glam::DVec3::new(0.3, 0.2, 0.1));
    let ours = pose.transform_point(&Vector3::new(0.3, 0.2, 0.1));
    assert!((Vector3::from(there) - ours).norm() < 1e-14);
}

#[test]
fn poses_of_floats_come_in() {
    let pose = tilted();
    let single = (parts32(&pose).0, parts32(&pose).1);
    is_same(&Pose::try_from(single).expect("parts"), &pose, 1e-6);
    let matrix = glam::Mat4::from_rotation_translation(single.1, single.0);
    is_same(&Pose::try_from(matrix).expect("a matrix"), &pose, 1e-6);
    let affine = glam::Affine3A::from_rotation_translation(single.1, single.0);
    is_same(&Pose::try_from(affine).expect("an affine"), &pose, 1e-6);
}

fn parts32(pose: &Pose) -> (glam::Vec3, glam::Quat) {
    let (p, q) = <(glam::DVec3, glam::DQuat)>::from(*pose);
    (p.as_vec3(), q.as_quat())
}

#[test]
fn poses_of_mint_come_back() {
    let pose = tilted();
    let parts = <(mint::Vector3<f64>, mint::Quaternion<f64>)>::from(pose);
    assert_eq!((parts.0.z, parts.1.s), (3.5, pose.quaternion().w));
    assert_eq!(Pose::try_from(parts).expect("parts"), pose);
    let column = mint::ColumnMatrix4::<f64>::from(pose);
    let row = mint::RowMatrix4::<f64>::from(pose);
    assert_eq!((column.w.x, row.x.w), (1.0, 1.0));
    is_same(&Pose::try_from(column).expect("columns"), &pose, 1e-14);
    is_same(&Pose::try_from(row).expect("rows"), &pose, 1e-14);
    let single = mint::Vector3 {
        x: 1.5_f32,
        y: 0.0,
        z: 0.0,
    };
    let unit = mint::Quaternion {
        v: mint::Vector3 {
            x: 0.0_f32,
            y: 0.0,
            z: 0.0,
        },
        s: 1.0,
    };
    assert_eq!(
        Pose::try_from((single, unit))
            .expect("parts")
            .translation()
            .x,
        1.5
    );
}

#[test]
fn what_is_no_pose_is_refused() {
    let scaled = glam::DMat4::from_scale(glam::DVec3::splat(2.0));
    assert!(matches!(Pose::try_from(scaled), Err(Error::Matrix { .. })));
    let flipped = glam::DMat4::from(tilted()).transpose();
    assert!(matches!(Pose::try_from(flipped), Err(Error::Matrix { .. })));
    let lost = (glam::DVec3::new(f64::NAN, 0.0, 0.0), glam::DQuat::IDENTITY);
    assert!(matches!(Pose::try_from(lost), Err(Error::NonFinite { .. })));
    let long = (
        glam::DVec3::ZERO,
        glam::DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0),
    );
    assert!(matches!(
        Pose::try_from(long),
        Err(Error::QuaternionNorm { .. })
    ));
    let zero = mint::RowMatrix4::<f64>::from([[0.0; 4]; 4]);
    assert!(matches!(Pose::try_from(zero), Err(Error::Matrix { .. })));
}
