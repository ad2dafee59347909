//! Polytopes at poses, point sets, polygons and cuboids.

use crate::common::Built;
use crate::common::words::Hash;
use interframe::*;
use nalgebra::{Vector2, Vector3};
use twin::cuboids::cuboid_pair;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::place::V3;
use twin::random_pairs::{PosedPair, random_pair};
use twin::set_pairs::{nested, set_pair};

/// Whether the body's largest coordinate is from 2^-64 to 2^64: far from where squares lose bits.
pub(crate) fn ordinary(points: &[V3]) -> bool {
    let largest = points.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
    let unit = 2f64.powi(64);
    largest == 0.0 || (unit.recip()..unit).contains(&largest)
}

/// Pairs `0..count` of every kind at their poses, B coming nearer: one state for all frames.
pub(crate) fn posed(
    count: u64,
    hash: &mut Hash,
    ask: &mut dyn FnMut(&Built, &mut PairState, &mut Hash),
) {
    for index in 0..count {
        let pairs = [
            random_pair(index),
            degenerate_pair(index),
            near_contact(index),
        ];
        let sizes = |pair: &PosedPair| {
            let poses = [pair.pose_a.p, pair.pose_b.p];
            ordinary(&pair.a) && ordinary(&pair.b) && ordinary(&poses)
        };
        for pair in pairs.iter().filter(|pair| sizes(pair)) {
            let mut state = PairState::default();
            for step in [0.25, 0.125, 0.0625, 0.0] {
                let mut moved = pair.clone();
                for k in 0..3 {
                    moved.pose_b.p[k] += step * (pair.pose_b.p[k] - pair.pose_a.p[k]);
                }
                ask(&Built::new(&moved), &mut state, hash);
                hash.add(&state);
            }
        }
    }
}

pub(crate) fn bodies(hash: &mut Hash) {
    posed(100, hash, &mut |pair, _, hash| {
        hash.add(&(&pair.a, &pair.b))
    });
}

pub(crate) fn by_method(count: u64, method: Method, hash: &mut Hash) {
    let options = IntersectOptions {
        method,
        ..IntersectOptions::default()
    };
    posed(count, hash, &mut |pair, state, hash| {
        hash.add(&intersect(&pair.pair(), &options, state).expect("valid options"));
    });
}

pub(crate) fn distances(hash: &mut Hash) {
    posed(500, hash, &mut |pair, state, hash| {
        hash.add(&distance(&pair.pair(), &DistanceOptions::default(), state));
    });
}

/// Within half the smaller body's radius? Comes true on the way.
pub(crate) fn within_half(hash: &mut Hash) {
    posed(300, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let pair = interframe::PosedPair::new(a, pose_a, b, pose_b);
        let options = WithinOptions {
            distance: 0.5 * a.bounding_radius().min(b.bounding_radius()),
            ..WithinOptions::default()
        };
        hash.add(&within(&pair, &options, state));
    });
}

pub(crate) fn depths(hash: &mut Hash) {
    posed(200, hash, &mut |pair, _, hash| {
        hash.add(&penetration(
            &pair.pair(),
            &PenetrationOptions::default(),
            &mut PairState::default(),
        ));
    });
}

pub(crate) fn directed(hash: &mut Hash) {
    posed(300, hash, &mut |pair, _, hash| {
        let (_, pose_a, _, pose_b) = pair.parts();
        for along in [
            Vector3::new(0.25, -1.0, 0.5),
            pose_b.translation() - pose_a.translation(),
        ] {
            hash.add(&penetration(
                &pair.pair(),
                &PenetrationOptions {
                    direction: Some(along),
                    ..PenetrationOptions::default()
                },
                &mut PairState::default(),
            ));
        }
    });
}

/// Also of a tenth of B, and of B in itself.
pub(crate) fn containments(hash: &mut Hash) {
    posed(200, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let small: Vec<_> = b.vertices().map(|v| 0.1 * v).collect();
        let small = Polytope::new(&small).expect("finite points");
        hash.add(&contains(
            &pair.pair(),
            &ContainsOptions::default(),
            &mut PairState::default(),
        ));
        hash.add(&contains(
            &interframe::PosedPair::new(a, pose_a, &small, pose_b),
            &ContainsOptions::default(),
            &mut PairState::default(),
        ));
        hash.add(&contains(
            &interframe::PosedPair::new(b, pose_a, b, pose_a),
            &ContainsOptions::default(),
            &mut PairState::default(),
        ));
    });
}

/// A twentieth of the smaller body.
pub(crate) fn prediction(pair: &Built) -> f64 {
    0.05 * pair.a.bounding_radius().min(pair.b.bounding_radius())
}

pub(crate) fn manifolds(hash: &mut Hash) {
    posed(150, hash, &mut |pair, state, hash| {
        let far = prediction(pair);
        hash.add(&contact_manifold(
            &pair.pair(),
            &ContactManifoldOptions {
                prediction: far,
                ..ContactManifoldOptions::default()
            },
            state,
        ));
    });
}

pub(crate) fn all_contacts(hash: &mut Hash) {
    posed(80, hash, &mut |pair, state, hash| {
        let far = prediction(pair);
        let mut out = [ContactPoint::default(); 32];
        let found = contact_points(
            &pair.pair(),
            &ContactManifoldOptions {
                prediction: far,
                ..ContactManifoldOptions::default()
            },
            state,
            &mut out,
        );
        hash.add(&found);
        hash.add(&out);
    });
}

pub(crate) fn differences(hash: &mut Hash) {
    posed(60, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        if a.vertex_count() * b.vertex_count() <= 300 {
            hash.add(&minkowski_difference(&interframe::PosedPair::new(
                a, pose_a, b, pose_b,
            )));
        }
    });
}

pub(crate) fn portals(hash: &mut Hash) {
    let options = MprOptions::default();
    posed(200, hash, &mut |pair, _, hash| {
        hash.add(&mpr(&pair.pair(), &options, &mut PairState::default()));
    });
}

pub(crate) fn sets<const D: usize>(hash: &mut Hash) {
    for index in 0..300 {
        for pair in [set_pair::<D>(index), nested::<D>(index)] {
            let whole = |set: &[[f64; D]]| set.iter().all(|p| ordinary(&p.map(|x| [x, 0.0, 0.0])));
            if !(whole(&pair.a) && whole(&pair.b)) {
                continue;
            }
            hash.add(&intersect_sets(&pair.a, &pair.b, &SetsOptions::default()));
            hash.add(&is_subset(&pair.a, &pair.b, &SetsOptions::default()));
            if let Some(point) = pair.a.first() {
                hash.add(&contains_point(&pair.b, point, &SetsOptions::default()));
            }
        }
    }
}

/// The outlines of two bodies as seen along z.
fn outlines(count: u64, ask: &mut dyn FnMut(&Polygon, &Pose2, &Polygon, &Pose2)) {
    posed(count, &mut Hash::new(), &mut |pair, _, _| {
        let flat = |body: &Polytope, pose: &Pose| {
            let points: Vec<_> = body.vertices().map(|v| v.xy()).collect();
            let turned = Pose2::from_angle(pose.translation().xy(), pose.quaternion().k);
            (
                Polygon::new(&points).expect("finite"),
                turned.expect("finite"),
            )
        };
        let ((a, pose_a), (b, pose_b)) = (flat(&pair.a, &pair.pose_a), flat(&pair.b, &pair.pose_b));
        ask(&a, &pose_a, &b, &pose_b);
    });
}

pub(crate) fn planar(hash: &mut Hash) {
    outlines(400, &mut |a, pose_a, b, pose_b| {
        let corners: Vec<Vector2<f64>> = a.vertices().to_vec();
        hash.add(&(corners, a.reach()));
        let state = &mut PairState::default();
        hash.add(&distance_2d(
            &PosedPair2::new(a, pose_a, b, pose_b),
            &DistanceOptions::default(),
            state,
        ));
        hash.add(state);
    });
}

pub(crate) fn planar_differences(hash: &mut Hash) {
    outlines(100, &mut |a, pose_a, b, pose_b| {
        hash.add(&minkowski_difference_2d(&PosedPair2::new(
            a, pose_a, b, pose_b,
        )));
        hash.add(&gjk_steps_2d(&PosedPair2::new(a, pose_a, b, pose_b)));
    });
}

pub(crate) fn sums(hash: &mut Hash) {
    posed(60, hash, &mut |pair, _, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        if a.vertex_count() * b.vertex_count() <= 300 {
            hash.add(&minkowski_sum(&interframe::PosedPair::new(
                a, pose_a, b, pose_b,
            )));
        }
    });
}

pub(crate) fn planar_sums(hash: &mut Hash) {
    outlines(100, &mut |a, pose_a, b, pose_b| {
        hash.add(&minkowski_sum_2d(&PosedPair2::new(a, pose_a, b, pose_b)));
    });
}

pub(crate) fn cuboids(hash: &mut Hash) {
    for index in 0..3_000 {
        let [a, b] = cuboid_pair(index).map(|c| YawCuboid::new(c.corners, c.z).expect("a cuboid"));
        let safe = [0.0, 0.25].map(|safety_distance| CuboidSeparationOptions { safety_distance });
        for options in safe {
            hash.add(&cuboid_separation(&a, &b, &options));
        }
    }
}
