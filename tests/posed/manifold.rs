//! Contact manifolds: known patches, and what must hold of every point of every pair.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::{Built, Tally, count, for_each};
use interframe::{
    ContactManifold, ContactManifoldOptions, ContactPoint, DistanceOptions, Error, PairState,
    PenetrationOptions, Polytope, Pose, Verdict, contact_manifold, contact_points, distance,
    penetration,
};
use nalgebra::{Quaternion, Vector3};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::random::case_generator;
use twin::random_pairs::{PosedPair, random_pair};

fn ask(built: &Built, prediction: f64) -> ContactManifold {
    let Built {
        a,
        pose_a,
        b,
        pose_b,
    } = built;
    let mut state = PairState::default();
    contact_manifold(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &ContactManifoldOptions {
            prediction,
            ..ContactManifoldOptions::default()
        },
        &mut state,
    )
    .expect("valid")
}

fn swapped(built: &Built) -> Built {
    Built {
        a: built.b.clone(),
        pose_a: built.pose_b,
        b: built.a.clone(),
        pose_b: built.pose_a,
    }
}

fn cuboid(half: [f64; 3]) -> Polytope {
    Polytope::cuboid(half).expect("finite")
}

fn pose(p: [f64; 3], axis: [f64; 3], angle: f64) -> Pose {
    let (sin, cos) = (0.5 * angle).sin_cos();
    let [x, y, z] = axis.map(|c| c * sin);
    Pose::new(p.into(), Quaternion::new(cos, x, y, z)).expect("unit")
}

fn boxes(pose_b: Pose) -> Built {
    Built {
        a: cuboid([1.0; 3]),
        pose_a: Pose::identity(),
        b: cuboid([1.0; 3]),
        pose_b,
    }
}

const Z: [f64; 3] = [0.0, 0.0, 1.0];

/// Where the contacts are, sorted, of A's points.
fn places(found: &ContactManifold) -> Vec<[f64; 3]> {
    let round = |x: f64| (x * 1e9).round() / 1e9 + 0.0;
    let mut out: Vec<[f64; 3]> = found
        .points()
        .iter()
        .map(|p| [round(p.point_a.x), round(p.point_a.y), round(p.point_a.z)])
        .collect();
    out.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
    out
}

#[test]
fn a_box_flat_on_a_box() {
    for depth in [0.25, 0.0, -0.0625] {
        let found = ask(&boxes(pose([0.5, 0.25, 2.0 - depth], Z, 0.0)), 0.1);
        let expected = [[-0.5, -0.75], [-0.5, 1.0], [1.0, -0.75], [1.0, 1.0]];
        assert_eq!(places(&found), expected.map(|[x, y]| [x, y, 1.0]));
        assert!((found.normal.expect("contacts") - Vector3::z()).norm() < 1e-14);
        for point in found.points() {
            assert!((point.depth - depth).abs() < 1e-13, "{point:?}");
        }
    }
    assert!(
        ask(&boxes(pose([0.5, 0.25, 2.25], Z, 0.0)), 0.1)
            .points()
            .is_empty()
    );
}

#[test]
fn a_box_turned_on_a_box() {
    // Turned by an eighth: an octagon, of which four corners span a square.
    let built = boxes(pose([0.0, 0.0, 1.875], Z, std::f64::consts::FRAC_PI_4));
    let found = ask(&built, 0.0);
    assert_eq!(found.points().len(), 4);
    let mut all = [ContactPoint::default(); 16];
    let mut state = PairState::default();
    let (again, count) = contact_points(
        &built.pair(),
        &ContactManifoldOptions {
            prediction: 0.0,
            ..ContactManifoldOptions::default()
        },
        &mut state,
        &mut all,
    )
    .expect("valid");
    assert_eq!((again, count), (found, 8));
    for point in &all[..count] {
        assert!((point.depth - 0.125).abs() < 1e-13);
        // Every corner of the octagon is a crossing of two edges.
        assert_eq!((point.id >> 62, point.id >> 30 & 3), (2, 2));
        let (x, y) = (point.point_a.x.abs(), point.point_a.y.abs());
        let (far, near) = (x.max(y), x.min(y));
        assert!((far - 1.0).abs() < 1e-9 && (near - (2f64.sqrt() - 1.0)).abs() < 1e-9);
    }
    // A buffer that is too small is filled, and told of.
    let (_, count) = contact_points(
        &built.pair(),
        &ContactManifoldOptions {
            prediction: 0.0,
            ..ContactManifoldOptions::default()
        },
        &mut state,
        &mut all[..3],
    )
    .expect("valid");
    assert_eq!(count, 8);
}

#[test]
fn edges_that_cross() {
    // A's edge along y at the top, B's along x at the bottom, an eighth deep.
    let eighth = std::f64::consts::FRAC_PI_4;
    let built = Built {
        a: cuboid([1.0; 3]),
        pose_a: pose([0.0; 3], [0.0, 1.0, 0.0], eighth),
        b: cuboid([1.0; 3]),
        pose_b: pose(
            [0.0, 0.0, 2.0 * 2f64.sqrt() - 0.125],
            [1.0, 0.0, 0.0],
            eighth,
        ),
    };
    let found = ask(&built, 0.0);
    assert!((found.normal.expect("a contact") - Vector3::z()).norm() < 1e-12);
    let deepest = found.points()[0];
    assert!((deepest.depth - 0.125).abs() < 1e-12);
    assert_eq!((deepest.id >> 62, deepest.id >> 30 & 3), (2, 2));
    assert!(deepest.point_a.xy().norm() < 1e-12);
}

#[test]
fn an_edge_on_a_face_and_a_corner_on_a_face() {
    // B stands on an edge: two contacts at its ends.
    let eighth = std::f64::consts::FRAC_PI_4;
    let floor = cuboid([4.0, 4.0, 1.0]);
    let on_edge = Built {
        a: floor.clone(),
        pose_a: Pose::identity(),
        b: cuboid([1.0; 3]),
        pose_b: pose(
            [0.0, 0.0, 1.0 + 2f64.sqrt() - 0.01],
            [1.0, 0.0, 0.0],
            eighth,
        ),
    };
    let found = ask(&on_edge, 0.0);
    assert_eq!(places(&found).len(), 2);
    for point in found.points() {
        assert!((point.point_a.x.abs() - 1.0).abs() < 1e-12 && point.point_a.y.abs() < 1e-12);
        // A's face under a corner of B.
        assert_eq!((point.id >> 62, point.id >> 30 & 3), (3, 1));
    }
    // On a corner: one.
    let tilt = (1.0 / 3f64.sqrt()).acos();
    let half = 0.5f64.sqrt();
    let on_corner = Built {
        pose_b: pose(
            [0.0, 0.0, 1.0 + 3f64.sqrt() - 0.01],
            [half, -half, 0.0],
            tilt,
        ),
        ..on_edge
    };
    let found = ask(&on_corner, 0.0);
    assert_eq!(found.points().len(), 1, "{found:?}");
    assert_eq!(
        (found.points()[0].id >> 62, found.points()[0].id >> 30 & 3),
        (3, 1)
    );
    assert!((found.points()[0].depth - 0.01).abs() < 1e-12);
}

#[test]
fn bodies_without_volume() {
    let of = |points: &[[f64; 3]]| {
        Polytope::new(&points.iter().map(|p| (*p).into()).collect::<Vec<_>>()).expect("finite")
    };
    let square = of(&[
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
    ]);
    let segment = of(&[[-3.0, 0.5, 0.0], [0.5, 0.5, 0.0]]);
    let point = of(&[[0.25, 0.25, 0.0]]);
    let above = |b: &Polytope| Built {
        a: square.clone(),
        pose_a: Pose::identity(),
        b: b.clone(),
        pose_b: pose([0.0, 0.0, 0.125], Z, 0.0),
    };
    assert_eq!(ask(&above(&square), 0.25).points().len(), 4);
    assert_eq!(
        places(&ask(&above(&segment), 0.25)),
        [[-1.0, 0.5, 0.0], [0.5, 0.5, 0.0]]
    );
    assert_eq!(places(&ask(&above(&point), 0.25)), [[0.25, 0.25, 0.0]]);
    for b in [&square, &segment, &point] {
        assert!(ask(&above(b), 0.125 - 1e-9).points().is_empty());
        for contact in ask(&swapped(&above(b)), 0.25).points() {
            assert!((contact.depth + 0.125).abs() < 1e-13);
        }
    }
    let nothing = of(&[]);
    assert!(ask(&above(&nothing), 1.0).points().is_empty());
}

/// Small motions keep the ids, bit for bit.
#[test]
fn ids_last() {
    let mut state = PairState::default();
    let (floor, body) = (cuboid([4.0, 4.0, 1.0]), cuboid([1.0, 0.75, 0.5]));
    let mut first = Vec::new();
    for k in 0..200 {
        let t = f64::from(k);
        let axis = Vector3::new((0.3 * t).cos(), (0.3 * t).sin(), 0.5).normalize();
        let at = [
            0.3 + 1e-3 * (0.7 * t).sin(),
            -0.2,
            1.495 + 1e-4 * (0.9 * t).cos(),
        ];
        let b = pose(at, axis.into(), 1e-4);
        let found = contact_manifold(
            &interframe::PosedPair::new(&floor, &Pose::identity(), &body, &b),
            &ContactManifoldOptions {
                prediction: 0.02,
                ..ContactManifoldOptions::default()
            },
            &mut state,
        );
        let found = found.expect("valid");
        let mut ids: Vec<u64> = found.points().iter().map(|p| p.id).collect();
        ids.sort_unstable();
        if k == 0 {
            assert_eq!(ids.len(), 4);
            first = ids;
        } else {
            assert_eq!(ids, first, "frame {k}");
        }
    }
}

fn size(built: &Built) -> f64 {
    let offset = built.pose_b.translation() - built.pose_a.translation();
    built.a.reach() + built.b.reach() + offset.norm()
}

/// How far a point is outside of a body: beyond the plane of a face, if it has faces.
fn outside(body: &Polytope, pose: &Pose, point: &Vector3<f64>) -> f64 {
    let local = pose.matrix().transpose() * (point - pose.translation());
    (0..body.face_count())
        .map(|face| {
            let on = body.vertex(body.face(face)[0] as usize);
            body.face_normal(face).dot(&(local - on))
        })
        .fold(0.0, f64::max)
}

fn judge(name: &str, built: &Built, prediction: f64, tally: &mut Tally) {
    let found = ask(built, prediction);
    let mut state = PairState::default();
    let expected = built.intersect(&mut PairState::default()).verdict;
    tally.cases += 1;
    tally.claim(found.verdict == expected, name, "the verdict differs");
    let Built {
        a,
        pose_a,
        b,
        pose_b,
    } = built;
    if a.is_empty() || b.is_empty() {
        return;
    }
    let apart = distance(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &DistanceOptions::default(),
        &mut state,
    )
    .expect("valid");
    let deep = penetration(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &PenetrationOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    // Along the normal the deepest is the depth, or minus the distance.
    let most = match expected {
        Verdict::Hit => {
            tally.hits += 1;
            deep.depth
        }
        _ => {
            tally.separated += 1;
            -apart.separation
        }
    };
    let world = pose_a.translation().amax();
    let tol = 1e-8 * size(built) + 1e-14 * world + f64::from_bits(64);
    let near = most >= -prediction;
    if (most + prediction).abs() > tol {
        let told = !found.points().is_empty();
        tally.claim(
            told == near,
            name,
            &format!("contacts {told}, depth {most:e}"),
        );
    }
    let Some(normal) = found.normal else { return };
    let mut deepest = f64::NEG_INFINITY;
    for point in found.points() {
        deepest = deepest.max(point.depth);
        let off = (point.point_a - point.point_b - normal * point.depth).norm();
        tally.claim(off <= tol, name, &format!("points {off:e} off the depth"));
        let out_a = outside(a, pose_a, &point.point_a);
        let out_b = outside(b, pose_b, &point.point_b);
        let within = out_a.max(out_b) <= tol;
        tally.claim(
            within,
            name,
            &format!("{out_a:e} and {out_b:e} outside: {point:?}"),
        );
        tally.claim(
            point.depth >= -prediction - tol,
            name,
            "farther than asked for",
        );
    }
    let claim = (deepest - most).abs() <= 2e-7 * size(built) + tol;
    tally.claim(
        claim,
        name,
        &format!("deepest {deepest:e} instead of {most:e}"),
    );
    tally.claim(
        found.points().is_sorted_by(|p, q| p.depth >= q.depth),
        name,
        "the deepest comes first",
    );
    // Swapped, the same patch.
    let mirror = ask(&swapped(built), prediction);
    tally.claim(
        mirror.verdict == expected,
        name,
        "the verdict differs, swapped",
    );
    let other = mirror
        .points()
        .iter()
        .map(|p| p.depth)
        .fold(f64::NEG_INFINITY, f64::max);
    let same = (other - deepest).abs() <= 4e-7 * size(built) + tol;
    tally.claim(same, name, &format!("swapped: {other:e} and {deepest:e}"));
}

fn any_pair(index: u64) -> PosedPair {
    match index % 4 {
        0 | 1 => random_pair(index / 2),
        2 => near_contact(index / 4),
        _ => degenerate_pair(index / 4),
    }
}

#[test]
fn every_contact_is_on_both_bodies() {
    for_each(count(2_000, 200_000), |index, tally| {
        let pair = any_pair(index);
        let built = Built::new(&pair);
        let mut rng = case_generator(91, index);
        let prediction = *rng.pick(&[0.0, 1e-3, 0.1]) * size(&built);
        judge(
            &format!("{} {index}", pair.family),
            &built,
            prediction,
            tally,
        );
    })
    .report("contacts of random, near and degenerate pairs");
}

#[test]
fn the_same_bits_every_time() {
    for index in 0..300 {
        let built = Built::new(&any_pair(index));
        let found = ask(&built, 0.01);
        assert_eq!(found, ask(&built, 0.01), "{index}");
    }
}

/// A slab and a post that stands a little in it, turned by a right angle: four corners of the post
/// on the slab's face, at every size. The roots of lengths, of face normals and of their squares all
/// leave the range of f64 on the way.
#[test]
fn a_post_on_a_slab_of_every_size() {
    for exponent in (-1000..=1000).step_by(20) {
        let size = twin::number::power_of_two(exponent);
        let post = pose([0.5 * size, -0.25 * size, 1.75 * size], Z, 0.0);
        let post = Pose::new(post.translation(), Quaternion::new(0.5, 0.5, 0.5, 0.5));
        let mut built = Built {
            a: cuboid([4.0 * size, 3.0 * size, 0.5 * size]),
            pose_a: Pose::identity(),
            b: cuboid([size, 1.5 * size, 0.5 * size]),
            pose_b: post.expect("unit"),
        };
        // Body x looks along y, y along z, z along x: half as wide as long, from z = 1/4 up.
        let corners = [[0.0, -1.25], [0.0, 0.75], [1.0, -1.25], [1.0, 0.75]];
        for (depth, prediction) in [(0.25, 0.0), (0.25, 0.125), (-0.125, 0.25)] {
            let mut at = built.pose_b.translation();
            at.z = (2.0 - depth) * size;
            built.pose_b = Pose::new(at, built.pose_b.quaternion()).expect("unit");
            for both in [&built, &swapped(&built)] {
                let found = ask(both, prediction * size);
                let hit = found.verdict == Verdict::Hit;
                assert_eq!(hit, depth >= 0.0, "2^{exponent}");
                let mut places: Vec<_> = (found.points().iter())
                    .map(|p| [p.point_a.x / size, p.point_a.y / size])
                    .collect();
                places.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
                assert_eq!(places, corners, "2^{exponent} {depth} {found:?}");
                for point in found.points() {
                    assert_eq!(point.depth, depth * size, "2^{exponent}");
                    assert_eq!((point.point_a - point.point_b).z.abs(), depth.abs() * size);
                }
                let mut all = [ContactPoint::default(); 8];
                let Built {
                    a,
                    pose_a,
                    b,
                    pose_b,
                } = both;
                let state = &mut PairState::default();
                let told = contact_points(
                    &interframe::PosedPair::new(a, pose_a, b, pose_b),
                    &ContactManifoldOptions {
                        prediction: prediction * size,
                        ..ContactManifoldOptions::default()
                    },
                    state,
                    &mut all,
                );
                assert_eq!(told.expect("valid"), (found, 4), "2^{exponent}");
            }
        }
    }
}

#[test]
fn what_is_refused() {
    let built = boxes(Pose::identity());
    let ask = |prediction: f64| {
        contact_manifold(
            &built.pair(),
            &ContactManifoldOptions {
                prediction,
                ..ContactManifoldOptions::default()
            },
            &mut PairState::default(),
        )
    };
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let error = ask(bad).expect_err("no distance");
        assert!(
            matches!(
                error,
                Error::Setting {
                    name: "prediction",
                    ..
                }
            ),
            "{error}"
        );
    }
}

/// Corners on the other outline come twice; what does not fit is counted once all the same.
#[test]
fn contacts_that_do_not_fit_are_counted() {
    let ring = |z: f64| {
        (0..6).map(move |i| {
            let (y, x) = (f64::from(i) * std::f64::consts::FRAC_PI_3).sin_cos();
            Vector3::new(x, y, z)
        })
    };
    let prism = Polytope::new(&ring(-0.5).chain(ring(0.5)).collect::<Vec<_>>()).expect("finite");
    let at = |z: f64| Pose::from_translation(Vector3::new(0.0, 0.0, z)).expect("finite");
    for room in 0..8 {
        let mut out = vec![ContactPoint::default(); room];
        let state = &mut PairState::default();
        let (lower, upper) = (at(0.0), at(1.0));
        let found = contact_points(
            &interframe::PosedPair::new(&prism, &lower, &prism, &upper),
            &ContactManifoldOptions {
                prediction: 1e-3,
                ..ContactManifoldOptions::default()
            },
            state,
            &mut out,
        );
        assert_eq!(found.expect("valid").1, 6, "room for {room}");
        assert_eq!(out.iter().filter(|p| p.id != 0).count(), room.min(6));
    }
}
