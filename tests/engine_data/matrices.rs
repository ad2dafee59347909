//! Poses of matrices, and back.

use interframe::{Error, Pose};
use nalgebra::{Matrix3, Matrix4, Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::count;
use crate::every;

fn pose(random: &mut SplitMix64) -> Pose {
    let q = Quaternion::from(random.quaternion());
    let p = Vector3::from_fn(|_, _| random.between(-100.0, 100.0));
    Pose::new(p, q).expect("a pose")
}

#[test]
fn a_pose_comes_back_from_its_matrix() {
    every(count(5_000, 1_000_000), |case, _| {
        let random = &mut case_generator(4200, case);
        let pose = pose(random);
        let matrix = pose.to_matrix4();
        let back = Pose::from_matrix4(&matrix).expect("a rotation");
        assert_eq!(back.translation(), pose.translation());
        assert!((back.matrix() - pose.matrix()).amax() < 8.0 * f64::EPSILON);
        let norm = back.quaternion().norm();
        assert!((norm - 1.0).abs() < 4.0 * f64::EPSILON, "{norm}");
        // Through f32, as engines have it.
        let single = matrix.cast::<f32>().cast::<f64>();
        let back = Pose::from_matrix4(&single).expect("a rotation in f32");
        assert!((back.matrix() - pose.matrix()).amax() < 1e-6);
    });
}

/// As far from a rotation as is taken, the pose's entries are those of the matrix to 1e-4; farther it is refused.
#[test]
fn shear_and_scale_are_taken_up_to_their_limit() {
    let (mut taken, mut refused) = (0, 0);
    let mut farthest = 0.0_f64;
    for case in 0..count(20_000, 1_000_000) {
        let random = &mut case_generator(4201, case);
        let rotation = *pose(random).matrix();
        let off = Matrix3::from_fn(|_, _| random.between(-1.0, 1.0)) * random.between(0.0, 1e-5);
        let matrix = rotation * (Matrix3::identity() + off);
        let shear = (matrix.transpose() * matrix - Matrix3::identity()).amax();
        match Pose::from_matrix(&matrix, Vector3::zeros()) {
            Ok(pose) => {
                assert!(shear <= Pose::MAX_SHEAR + 1e-15);
                farthest = farthest.max((pose.matrix() - matrix).amax());
                taken += 1;
            }
            Err(Error::Matrix { off, allowed, .. }) => {
                assert!(shear > Pose::MAX_SHEAR - 1e-15 && off > allowed);
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    println!("{taken} taken, at most {farthest:e} off; {refused} refused");
    assert!(taken > 1000 && refused > 1000 && farthest < 1e-4);
}

#[test]
fn the_error_says_what_is_wrong() {
    let good = Matrix4::new_translation(&Vector3::new(1.0, 2.0, 3.0));
    for (row, column, value, says) in [
        (0, 0, 0.5, "scales in column 0"),
        (2, 2, 1.001, "scales in column 2"),
        (0, 2, 0.002, "shears columns 2 and 0"),
        (1, 1, -1.0, "mirrors"),
        (3, 3, 2.0, "row-major or column-major?"),
        (1, 3, f64::NAN, "must be finite"),
        (2, 0, f64::INFINITY, "must be finite"),
        (0, 0, 0.0, "scales in column 0"),
    ] {
        let mut matrix = good;
        matrix[(row, column)] = value;
        let error = Pose::from_matrix4(&matrix).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    // Products that are no numbers say nothing good.
    let far = Matrix3::new(1e200, 1e200, 0.0, 1e200, -1e200, 0.0, 0.0, 0.0, 1.0);
    assert!(Pose::from_matrix(&far, Vector3::zeros()).is_err());
    let turned = Pose::from_matrix4(&good.transpose()).unwrap_err();
    assert!(turned.to_string().contains("row-major"));
    // Every turn by quarters and thirds is exact.
    for axes in [
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
        [1, 0, 2],
        [0, 2, 1],
        [2, 1, 0],
    ] {
        for signs in 0..8 {
            let mut exact = Matrix3::zeros();
            for (row, &column) in axes.iter().enumerate() {
                exact[(row, column)] = if signs >> row & 1 == 1 { -1.0 } else { 1.0 };
            }
            match Pose::from_matrix(&exact, Vector3::zeros()) {
                Ok(pose) => assert!((pose.matrix() - exact).amax() <= f64::EPSILON),
                Err(error) => assert!(error.to_string().contains("mirrors")),
            }
        }
    }
}
