//! Any points as a hull: it passes its own exact test, holds each point that made it, is the hull of its corners in any
//! order, and comes back from its bytes.

#![no_main]

use interframe::{
    ContainmentVerdict, ContainsOptions, PairState, Polytope, PolytopeOptions, Pose, PosedPair,
    SharedBody, contains,
};
use interframe_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut from = Bytes::new(bytes);
    let options = PolytopeOptions {
        support_cells: from.flip(),
    };
    let points = from.points(60);
    let hull = Polytope::with_options(&points, &options).expect("finite points");
    hull.validate().expect("a hull");
    let here = Pose::identity();
    for point in &points {
        let point = Polytope::new(&[*point]).expect("a point");
        let pair = PosedPair::new(&hull, &here, &point, &here);
        let found = contains(
            &pair,
            &ContainsOptions::default(),
            &mut PairState::default(),
        );
        let verdict = found.expect("default options").verdict;
        assert_eq!(
            verdict,
            ContainmentVerdict::Inside,
            "{point:?} of {points:?}"
        );
    }
    for v in 0..hull.vertex_count() {
        assert_eq!(hull.vertex(v), points[hull.source_index(v)]);
    }
    let mut corners: Vec<_> = hull.vertices().collect();
    corners.reverse();
    let again = Polytope::with_options(&corners, &options).expect("finite points");
    let faces = |of: &Polytope| {
        (0..of.face_count())
            .map(|f| of.face(f).to_vec())
            .collect::<Vec<_>>()
    };
    assert_eq!(faces(&hull), faces(&again));
    assert!(hull.vertices().eq(again.vertices()));
    let body = SharedBody::new(hull);
    let back = SharedBody::from_bytes(&body.to_bytes()).expect("its bytes");
    assert_eq!(format!("{back:?}"), format!("{body:?}"));
});
