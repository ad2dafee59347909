//! Penetration depth and containment on bodies whose answers are known, and depths against the
//! public cases' double precision figures.

use std::path::Path;

use twin::cases;
use twin::contains::contains;
use twin::number::Rational;
use twin::penetration::depth_sq;
use twin::place::{Pose, V3, posed};
use twin::shapes::cuboid;

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose {
        p: [x, y, z],
        ..Pose::IDENTITY
    }
}

fn depth_of_cubes(x: f64, y: f64, z: f64) -> Option<Rational> {
    let cube = cuboid([1.0; 3]);
    depth_sq(&posed(&cube, &Pose::IDENTITY, &cube, &at(x, y, z)))
}

#[test]
fn depths_that_are_known() {
    assert!(depth_of_cubes(2.0 + f64::EPSILON * 2.0, 0.0, 0.0).is_none());
    assert!(depth_of_cubes(2.0, 1.0, 0.0) == Some(Rational::zero()));
    assert!(depth_of_cubes(1.75, 0.5, -1.0) == Some(Rational::square_of(0.25)));
    assert!(depth_of_cubes(0.0, 0.0, 0.0) == Some(Rational::square_of(2.0)));
    // Two crossing segments, a square and a segment through it: no interior, depth of the hull.
    let along = |k: usize| -> Vec<V3> {
        [-1.0, 1.0]
            .map(|s| {
                let mut v = [0.0; 3];
                v[k] = s;
                v
            })
            .to_vec()
    };
    let crossing = posed(&along(0), &Pose::IDENTITY, &along(1), &Pose::IDENTITY);
    assert!(depth_sq(&crossing) == Some(Rational::zero()));
    let square = cuboid([1.0, 1.0, 0.0]);
    let through = posed(&square, &Pose::IDENTITY, &along(2), &at(0.0, 0.0, 0.5));
    assert!(depth_sq(&through) == Some(Rational::square_of(0.5)));
}

#[test]
fn containment() {
    let (large, small) = (cuboid([2.0; 3]), cuboid([1.0; 3]));
    let inside = |pose: Pose| contains(&posed(&large, &Pose::IDENTITY, &small, &pose));
    assert!(inside(at(0.0, 0.0, 0.0)));
    assert!(inside(at(1.0, -1.0, 1.0)));
    assert!(!inside(at(1.0 + f64::EPSILON, 0.0, 0.0)));
    assert!(!inside(Pose {
        p: [1.0, 1.0, 1.0],
        q: [0.0, 0.0, 0.1, 1.0],
    }));
    assert!(contains(&posed(
        &large,
        &Pose::IDENTITY,
        &[],
        &Pose::IDENTITY
    )));
    assert!(!contains(&posed(
        &[],
        &Pose::IDENTITY,
        &small,
        &Pose::IDENTITY
    )));
}

#[test]
fn depths_of_the_public_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cases");
    let (mut compared, mut wrong) = (0, Vec::new());
    for file in cases::files(&folder) {
        for case in cases::read(&file) {
            let info = case.expected_number("penetration_depth_info");
            let (Some(info), Some(a), Some(b)) = (info, case.vertices("a"), case.vertices("b"))
            else {
                continue;
            };
            let (Some(pose_a), Some(pose_b)) = (case.pose("pose_a"), case.pose("pose_b")) else {
                continue;
            };
            if a.len() + b.len() > 20 {
                continue;
            }
            compared += 1;
            let depth = depth_sq(&posed(&a, &pose_a, &b, &pose_b));
            let depth = depth.map_or(0.0, |square| square.to_f64().sqrt());
            let scale = case.expected_number("scale").unwrap_or(1.0);
            if (depth - info).abs() > 1e-9 * scale {
                wrong.push(format!("{}: {depth}, given {info}", case.id));
            }
        }
    }
    println!("{compared} depths compared (skipped where ../shared/data/cases is absent)");
    assert_eq!(wrong, Vec::<String>::new());
}
