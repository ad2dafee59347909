//! The good_lp backend against the library, where its tolerance lets it tell. Needs the feature
//! `good_lp`.
#![cfg(feature = "good_lp")]

use interframe::{PairState, Polytope, Pose, Settings, Verdict, intersect, max_norm_distance};
use nalgebra::{Quaternion, Vector3};

fn cube(h: f64) -> Polytope {
    let side = |i: u32, bit: u32| if i >> bit & 1 == 0 { -h } else { h };
    let corners: Vec<_> = (0..8)
        .map(|i| Vector3::new(side(i, 0), side(i, 1), side(i, 2)))
        .collect();
    Polytope::new(&corners).expect("finite")
}

#[test]
fn it_agrees_with_intersect_where_it_can_tell() {
    let (big, small) = (cube(1.0), cube(0.3));
    let turned = Quaternion::new(0.9, 0.1, -0.3, 0.3).normalize();
    let (mut apart, mut meet) = (0, 0);
    for k in 0..60 {
        let at = Vector3::new(0.04 * f64::from(k), 0.4, -0.2);
        let pose = Pose::new(at, turned).expect("unit");
        let here = Pose::identity();
        let distance = max_norm_distance(&big, &here, &small, &pose).expect("solved");
        let state = &mut PairState::default();
        let answer = intersect(&big, &here, &small, &pose, state, &Settings::default());
        if distance > 1e-6 {
            apart += 1;
            assert_eq!(answer.verdict, Verdict::Separated, "at {at}");
        } else {
            meet += 1;
            assert_eq!(answer.verdict, Verdict::Hit, "at {at}");
        }
    }
    assert!(apart > 10 && meet > 10);
}
