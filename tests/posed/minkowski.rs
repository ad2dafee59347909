//! The written-out Minkowski difference against the queries that never build it.

use crate::common::{Built, count};
use interframe::{
    DistanceOptions, Error, PairState, PenetrationOptions, Polytope, Pose, Verdict, distance,
    minkowski_difference, minkowski_sum, penetration,
};
use nalgebra::Vector3;
use twin::degenerate::degenerate_pair;
use twin::random_pairs::random_pair;

/// Above the rounding of a difference and of its hull, in parts of the size.
const ROUNDING: f64 = 1e-14;

fn origin() -> Polytope {
    Polytope::new(&[Vector3::zeros()]).expect("finite")
}

fn size(difference: &Polytope) -> f64 {
    difference.reach()
}

/// The origin is as far from the difference as the bodies are apart, and as deep in it as they are
/// in each other.
fn the_same_answers(index: u64, built: &Built, hits: &mut u32) {
    let Built {
        a,
        pose_a,
        b,
        pose_b,
    } = built;
    let difference = minkowski_difference(&interframe::PosedPair::new(a, pose_a, b, pose_b))
        .expect("small bodies");
    let apart = distance(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &DistanceOptions::default(),
        &mut PairState::default(),
    );
    let apart = apart.expect("valid");
    let (at, point) = (Pose::identity(), origin());
    let state = &mut PairState::default();
    let found = distance(
        &interframe::PosedPair::new(&difference, &at, &point, &at),
        &DistanceOptions::default(),
        state,
    )
    .expect("valid");
    let near = ROUNDING * size(&difference) + apart.error + found.error;
    if apart.verdict == Verdict::Separated {
        assert_eq!(found.separation.is_finite(), apart.separation.is_finite());
        if apart.separation.is_finite() {
            let off = (found.separation - apart.separation).abs();
            assert!(off <= near, "{index}: {apart:?} {found:?}");
        }
        return;
    }
    *hits += 1;
    assert!(found.separation <= near, "{index}: {found:?}");
    let depth = penetration(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &PenetrationOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    let of_origin = penetration(
        &interframe::PosedPair::new(&difference, &at, &point, &at),
        &PenetrationOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    let off = (depth.depth - of_origin.depth).abs();
    let near = ROUNDING * size(&difference) + depth.error + of_origin.error;
    assert!(off <= near, "{index}: {depth:?} {of_origin:?}");
}

/// Every corner is the difference of the vertices that it names.
fn corners_name_their_vertices(index: u64, built: &Built) {
    let Built {
        a,
        pose_a,
        b,
        pose_b,
    } = built;
    let difference = minkowski_difference(&interframe::PosedPair::new(a, pose_a, b, pose_b))
        .expect("small bodies");
    let offset = pose_b.translation() - pose_a.translation();
    for k in 0..difference.vertex_count() {
        let source = difference.source_index(k);
        let (i, j) = (source / b.vertex_count(), source % b.vertex_count());
        let expected = pose_a.matrix() * a.vertex(i) - (pose_b.matrix() * b.vertex(j) + offset);
        assert_eq!(difference.vertex(k), expected, "{index}");
    }
}

#[test]
fn the_same_answers_as_the_queries() {
    let (mut hits, n) = (0, count(1_000, 20_000));
    for index in 0..n {
        let pair = if index % 4 == 0 {
            degenerate_pair(index)
        } else {
            random_pair(index)
        };
        if pair.a.len() * pair.b.len() > 4_000 {
            continue;
        }
        let built = Built::new(&pair);
        the_same_answers(index, &built, &mut hits);
        corners_name_their_vertices(index, &built);
    }
    assert!(hits > 0 && u64::from(hits) < n);
}

#[test]
fn nothing_less_something_is_nothing() {
    let nothing = Polytope::new(&[]).expect("legal");
    let at = Pose::identity();
    for (a, b) in [(&nothing, &origin()), (&origin(), &nothing)] {
        assert!(
            minkowski_difference(&interframe::PosedPair::new(a, &at, b, &at))
                .expect("legal")
                .is_empty()
        );
    }
}

#[test]
fn overflow_is_named() {
    let far = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("finite");
    let point = origin();
    let error = minkowski_difference(&interframe::PosedPair::new(
        &point,
        &far(-1e308),
        &point,
        &far(1e308),
    ))
    .expect_err("2e308 is no f64");
    assert!(matches!(
        error,
        Error::NonFiniteVertex {
            index: 0,
            axis: 'x',
            ..
        }
    ));
}

/// In every direction the sum reaches as far as both bodies together, and its corners are sums of corners.
#[test]
fn the_sum_reaches_as_far_as_both() {
    for index in 0..count(600, 20_000) {
        let Built {
            a,
            pose_a,
            b,
            pose_b,
        } = Built::new(&random_pair(index));
        if a.vertex_count() * b.vertex_count() > 4_000 {
            continue;
        }
        let sum =
            minkowski_sum(&interframe::PosedPair::new(&a, &pose_a, &b, &pose_b)).expect("small");
        let reach = |body: &Polytope, pose: &Pose, n: &Vector3<f64>| {
            let along = |v| n.dot(&pose.transform_point(&v));
            body.vertices().map(along).fold(f64::NEG_INFINITY, f64::max)
        };
        let wide = size(&sum) + pose_a.translation().norm() + pose_b.translation().norm();
        let still = Pose::identity();
        for k in 0..12 {
            let (turn, rise) = (0.7 * f64::from(k), 0.1 + 0.15 * f64::from(k) - 0.9);
            let n = Vector3::new(turn.cos(), turn.sin(), rise).normalize();
            let both = reach(&a, &pose_a, &n) + reach(&b, &pose_b, &n);
            let off = (reach(&sum, &still, &n) - both).abs();
            assert!(off <= 1e-13 * wide, "{index}: {off}");
        }
        for corner in 0..sum.vertex_count() {
            let source = sum.source_index(corner);
            let (i, j) = (source / b.vertex_count(), source % b.vertex_count());
            let of_both =
                pose_a.transform_point(&a.vertex(i)) + pose_b.transform_point(&b.vertex(j));
            assert!(
                (sum.vertex(corner) - of_both).norm() <= 1e-14 * wide,
                "{index}"
            );
        }
    }
}
