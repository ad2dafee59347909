//! Polygons in the plane against the same bodies in space, whose answers exact integers decide, and
//! against the written-out Minkowski difference.

use crate::common::count;
use interframe::{
    DecidedBy, Distance2, DistanceOptions, Error, FeatureKind, IntersectOptions, PairState,
    Polygon, Polytope, Pose, Pose2, PosedPair2, Verdict, distance, distance_2d, gjk_steps_2d,
    intersect, minkowski_difference_2d, minkowski_sum_2d,
};
use nalgebra::{Quaternion, Vector2, Vector3};
use twin::random::case_generator;

struct Pair {
    points: [Vec<Vector2<f64>>; 2],
    at: [(Vector2<f64>, [f64; 2]); 2],
}

/// Discs, points, segments, needles and grids of 1 to 40 points, apart, near and overlapping; every
/// fourth pair on a coarse grid, where contacts are exact.
fn random_pair(index: u64) -> Pair {
    let mut random = case_generator(61, index);
    let mut unit = || random.unit();
    let grid = index.is_multiple_of(4);
    let far = [1.0, 1.0, 1e6][(index / 4 % 3) as usize];
    let snap = |x: f64| if grid { (4.0 * x).round() / 4.0 } else { x };
    let points = [0, 1].map(|_| {
        let n = [1, 2, 3, 4, 5, 8, 40][(unit() * 7.0) as usize];
        let flat = if unit() < 0.15 { 1e-9 } else { 1.0 };
        let point = |unit: &mut dyn FnMut() -> f64| {
            let angle = std::f64::consts::TAU * unit();
            let r = unit().sqrt();
            Vector2::new(snap(r * angle.cos()), snap(flat * r * angle.sin()))
        };
        (0..n).map(|_| point(&mut unit)).collect()
    });
    let at = [0, 1].map(|k| {
        let shift = if k == 0 { 0.0 } else { 3.0 * unit() };
        let p = Vector2::new(far + snap(shift), far + snap(unit() - 0.5));
        let quarter = [[0.0, 1.0], [1.0, 0.0]][(unit() * 2.0) as usize];
        let (sin, cos) = (std::f64::consts::PI * unit()).sin_cos();
        (p, if grid { quarter } else { [sin, cos] })
    });
    Pair { points, at }
}

impl Pair {
    fn polygons(&self) -> [Polygon; 2] {
        [0, 1].map(|k| Polygon::new(&self.points[k]).expect("finite"))
    }

    fn poses(&self) -> [Pose2; 2] {
        self.at.map(|(p, half)| Pose2::new(p, half).expect("valid"))
    }

    fn ask(&self, state: &mut PairState) -> Distance2 {
        let ([a, b], [pose_a, pose_b]) = (self.polygons(), self.poses());
        distance_2d(
            &PosedPair2::new(&a, &pose_a, &b, &pose_b),
            &DistanceOptions::default(),
            state,
        )
        .expect("valid")
    }

    fn in_space(&self) -> ([Polytope; 2], [Pose; 2]) {
        let lift = |points: &Vec<Vector2<f64>>| -> Vec<Vector3<f64>> {
            points.iter().map(|p| Vector3::new(p.x, p.y, 0.0)).collect()
        };
        let bodies = [0, 1].map(|k| Polytope::new(&lift(&self.points[k])).expect("finite"));
        let poses = self.at.map(|(p, [sin, cos])| {
            let q = Quaternion::new(cos, 0.0, 0.0, sin);
            Pose::new(Vector3::new(p.x, p.y, 0.0), q).expect("valid")
        });
        (bodies, poses)
    }

    fn size(&self) -> f64 {
        let apart = self.at[1].0 - self.at[0].0;
        let reach =
            |points: &Vec<Vector2<f64>>| points.iter().fold(0.0, |m: f64, p| m.max(p.norm()));
        reach(&self.points[0]) + reach(&self.points[1]) + apart.norm()
    }
}

#[test]
fn the_same_as_in_space() {
    let (mut hits, mut exact, mut apart) = (0, 0, 0);
    for index in 0..count(20_000, 1_000_000) {
        let pair = random_pair(index);
        let answer = pair.ask(&mut PairState::default());
        let ([a, b], [pose_a, pose_b]) = pair.in_space();
        let state = &mut PairState::default();
        let verdict = intersect(
            &interframe::PosedPair::new(&a, &pose_a, &b, &pose_b),
            &IntersectOptions::default(),
            state,
        )
        .expect("valid options")
        .verdict;
        assert_eq!(answer.verdict, verdict, "{index}");
        let state = &mut PairState::default();
        let space = distance(
            &interframe::PosedPair::new(&a, &pose_a, &b, &pose_b),
            &DistanceOptions::default(),
            state,
        )
        .expect("valid");
        let difference = (answer.separation - space.separation).abs();
        assert!(
            difference <= answer.error + space.error,
            "{index}: {answer:?} {space:?}"
        );
        assert!(
            answer.error <= 1e-12 * pair.size() + 1e-9 * answer.separation,
            "{index}: {answer:?}"
        );
        assert!(
            answer.lower_bound <= space.separation + space.error,
            "{index}"
        );
        hits += u32::from(verdict == Verdict::Hit);
        exact += u32::from(answer.decided_by == DecidedBy::Exact);
        if let (Some(n), Some(p), Some(q)) = (answer.normal, answer.point_a, answer.point_b) {
            apart += 1;
            assert!((n.norm() - 1.0).abs() < 1e-14, "{index}");
            let [(at_a, _), (at_b, _)] = pair.at;
            let rounding = 1e-14 * (pair.size() + at_a.norm() + at_b.norm());
            let along = n.dot(&(q - p)) - answer.separation;
            assert!(
                along.abs() <= answer.error + rounding,
                "{index}: {answer:?}"
            );
            let features = answer.features.expect("apart");
            for (k, feature) in features.iter().enumerate() {
                let on = &pair.polygons()[k];
                let ids = feature.vertices();
                assert!(matches!(
                    feature.kind,
                    FeatureKind::Vertex | FeatureKind::Edge
                ));
                if let [i, j] = ids[..] {
                    let last = on.vertices().len() as u32 - 1;
                    assert!(
                        j == i + 1 || (i, j) == (0, last),
                        "{index}: no edge {ids:?}"
                    );
                }
            }
        }
    }
    println!("{hits} hits, {apart} apart, {exact} by exact arithmetic");
    assert!(hits > 1_000 && apart > 1_000 && exact > 100);
}

/// Swapped, reordered, scaled by a power of two, warm: the same verdict; scaled, the same bits.
#[test]
fn nothing_that_must_not_matter_does() {
    for index in 0..count(5_000, 100_000) {
        let pair = random_pair(index);
        let mut state = PairState::default();
        let answer = pair.ask(&mut state);
        let warm = pair.ask(&mut state);
        assert_eq!(warm.verdict, answer.verdict, "{index}");
        let [a, b] = &pair.points;
        let swapped = Pair {
            points: [b.clone(), a.clone()],
            at: [pair.at[1], pair.at[0]],
        };
        let mirrored = swapped.ask(&mut PairState::default());
        let near = |other: &Distance2| {
            (other.separation - answer.separation).abs() <= other.error + answer.error
        };
        assert!(
            mirrored.verdict == answer.verdict && near(&mirrored),
            "{index}"
        );
        let reversed = Pair {
            points: [
                a.iter().rev().copied().collect(),
                b.iter().rev().copied().collect(),
            ],
            ..pair
        };
        let reordered = reversed.ask(&mut PairState::default());
        assert!(
            reordered.verdict == answer.verdict && near(&reordered),
            "{index}"
        );
        for scale in [
            2.0_f64.powi(-20),
            1024.0,
            2.0_f64.powi(400),
            2.0_f64.powi(-400),
        ] {
            let scaled = Pair {
                points: [0, 1].map(|k| pair.points[k].iter().map(|p| p * scale).collect()),
                at: pair.at.map(|(p, half)| (p * scale, half)),
            };
            let other = scaled.ask(&mut PairState::default());
            assert_eq!(other.verdict, answer.verdict, "{index} at {scale}");
            let apart = (other.separation / scale - answer.separation).abs();
            assert!(
                apart <= answer.error + other.error / scale,
                "{index} at {scale}"
            );
        }
    }
}

/// The origin is as far from the written-out difference as the polygons are from each other.
#[test]
fn the_difference_holds_the_origin_when_they_meet() {
    for index in 0..count(5_000, 100_000) {
        let pair = random_pair(index);
        let answer = pair.ask(&mut PairState::default());
        let ([a, b], [pose_a, pose_b]) = (pair.polygons(), pair.poses());
        let corners = minkowski_difference_2d(&PosedPair2::new(&a, &pose_a, &b, &pose_b));
        let most = a.vertices().len() + b.vertices().len();
        assert!((1..=most).contains(&corners.len()), "{index}");
        for v in &corners {
            let p = pose_a.transform_point(&a.vertices()[v.id_a as usize]);
            let q = pose_b.transform_point(&b.vertices()[v.id_b as usize]);
            assert_eq!(v.point, p - q, "{index}");
        }
        let n = corners.len();
        let mut outside: f64 = if n < 3 { f64::INFINITY } else { 0.0 };
        let mut nearest = f64::INFINITY;
        for k in 0..n {
            let (p, q) = (corners[k].point, corners[(k + 1) % n].point);
            let e = q - p;
            let t = if e.norm() > 0.0 {
                (-p.dot(&e) / e.dot(&e)).clamp(0.0, 1.0)
            } else {
                0.0
            };
            nearest = nearest.min((p + e * t).norm());
            outside = outside.max(-p.perp(&q));
        }
        let far = pair.at[0].0.norm();
        let rounding = 1e-14 * (pair.size() + far) + answer.error;
        if answer.verdict == Verdict::Separated {
            assert!((nearest - answer.separation).abs() <= rounding, "{index}");
        } else if nearest > rounding {
            assert!(
                outside <= rounding * (pair.size() + far),
                "{index}: outside {outside}"
            );
        }
        assert!(!gjk_steps_2d(&PosedPair2::new(&a, &pose_a, &b, &pose_b)).is_empty());
    }
}

/// In every direction the sum reaches as far as both polygons together.
#[test]
fn the_sum_reaches_as_far_as_both() {
    for index in 0..count(3_000, 60_000) {
        let pair = random_pair(index);
        let ([a, b], [pose_a, pose_b]) = (pair.polygons(), pair.poses());
        let both = PosedPair2::new(&a, &pose_a, &b, &pose_b);
        let corners = minkowski_sum_2d(&both);
        assert_eq!(corners.is_empty(), a.is_empty() || b.is_empty());
        for v in &corners {
            let p = pose_a.transform_point(&a.vertices()[v.id_a as usize]);
            let q = pose_b.transform_point(&b.vertices()[v.id_b as usize]);
            assert_eq!(v.point, p + q, "{index}");
        }
        let far = |n: &Vector2<f64>, points: &mut dyn Iterator<Item = Vector2<f64>>| {
            points.fold(f64::NEG_INFINITY, |most, p| most.max(n.dot(&p)))
        };
        let wide = pair.size() + pair.at[0].0.norm() + pair.at[1].0.norm();
        for k in 0..16 {
            let (sin, cos) = (0.4 * f64::from(k)).sin_cos();
            let n = Vector2::new(cos, sin);
            let of_a = far(
                &n,
                &mut a.vertices().iter().map(|v| pose_a.transform_point(v)),
            );
            let of_b = far(
                &n,
                &mut b.vertices().iter().map(|v| pose_b.transform_point(v)),
            );
            let of_both = far(&n, &mut corners.iter().map(|v| v.point));
            assert!((of_both - (of_a + of_b)).abs() <= 1e-14 * wide, "{index}");
        }
    }
}

/// Radii, of which some are just enough to touch, against the same bodies in space.
#[test]
fn rounded_polygons_are_rounded_bodies() {
    let (mut hits, mut apart, mut by_radius) = (0, 0, 0);
    for index in 0..count(8_000, 300_000) {
        let pair = random_pair(index);
        let cores = pair.ask(&mut PairState::default());
        let mut random = case_generator(62, index);
        let whole = match random.below(4) {
            // To rounding; on a grid often exactly.
            0 if cores.separation.is_finite() => cores.separation,
            1 if cores.separation.is_finite() => cores.separation.next_down().max(0.0),
            _ => random.between(0.0, 1.5),
        };
        let part = [0.0, 0.25, 0.5, 1.0][random.below(4)];
        let radii = [whole * part, whole - whole * part];
        let [a, b] = pair.polygons();
        let (a, b) = (
            a.rounded(radii[0]).expect("a radius"),
            b.rounded(radii[1]).expect("a radius"),
        );
        let [pose_a, pose_b] = pair.poses();
        let state = &mut PairState::default();
        let both = PosedPair2::new(&a, &pose_a, &b, &pose_b);
        let found = distance_2d(&both, &DistanceOptions::default(), state).expect("valid");
        let ([a, b], [pose_a, pose_b]) = pair.in_space();
        let (a, b) = (
            a.rounded(radii[0]).expect("a radius"),
            b.rounded(radii[1]).expect("a radius"),
        );
        let state = &mut PairState::default();
        let both = interframe::PosedPair::new(a, &pose_a, b, &pose_b);
        let space = distance(&both, &DistanceOptions::default(), state).expect("valid");
        assert_eq!(
            found.verdict, space.verdict,
            "{index}: {radii:?} {found:?} {space:?}"
        );
        let off = (found.separation - space.separation).abs();
        assert!(
            off <= found.error + space.error,
            "{index}: {found:?} {space:?}"
        );
        assert!(
            found.lower_bound <= space.separation + space.error,
            "{index}"
        );
        hits += u32::from(found.verdict == Verdict::Hit);
        by_radius +=
            u32::from(found.verdict == Verdict::Hit && cores.verdict == Verdict::Separated);
        let (Some(p), Some(q)) = (found.point_a, found.point_b) else {
            continue;
        };
        let wide = pair.size() + pair.at[0].0.norm() + pair.at[1].0.norm() + whole;
        let between = (q - p).norm() - found.separation;
        assert!(
            between.abs() <= found.error + 1e-14 * wide,
            "{index}: {found:?}"
        );
        if let Some(n) = found.normal {
            apart += 1;
            let along = n.dot(&(q - p)) - found.separation;
            assert!(
                along.abs() <= found.error + 1e-14 * wide,
                "{index}: {found:?}"
            );
        }
    }
    println!("{hits} hits, {by_radius} of them by the radii alone, {apart} apart");
    assert!(by_radius > 500 && apart > 1_000);
    let point = polygon(&[[0.0, 0.0]]);
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            point.clone().rounded(radius),
            Err(Error::Setting { name: "radius", .. })
        ));
    }
}

/// Polygons whose corners are searched, some a hundred millionth apart, against the same bodies in space.
#[test]
fn many_corners_are_searched() {
    for index in 0..count(1_000, 30_000) {
        let mut random = case_generator(63, index);
        let ring = |random: &mut twin::random::SplitMix64| -> Vec<Vector2<f64>> {
            let corners = [33, 64, 400, 1500][random.below(4)];
            let flat = [1.0, 1.0, 0.01][random.below(3)];
            let near = [1.0, 1e-4, 1e-8][random.below(3)];
            let at = |k: usize, random: &mut twin::random::SplitMix64| {
                let whole = std::f64::consts::TAU * k as f64 / corners as f64;
                // Every other run of corners close together.
                let turn = if k % 64 < 32 {
                    whole
                } else {
                    1.0 + near * random.unit()
                };
                Vector2::new(turn.cos(), flat * turn.sin())
            };
            (0..corners).map(|k| at(k, random)).collect()
        };
        let points = [ring(&mut random), ring(&mut random)];
        let mut place = || {
            (
                random.between(0.0, 6.3),
                Vector2::new(random.between(-1.5, 1.5), random.between(-1.5, 1.5)),
            )
        };
        let at = [place(), place()].map(|(angle, p): (f64, Vector2<f64>)| {
            let (sin, cos) = (0.5 * angle).sin_cos();
            (p, [sin, cos])
        });
        let pair = Pair { points, at };
        let found = pair.ask(&mut PairState::default());
        let ([a, b], [pose_a, pose_b]) = pair.in_space();
        let both = interframe::PosedPair::new(&a, &pose_a, &b, &pose_b);
        let space = distance(
            &both,
            &DistanceOptions::default(),
            &mut PairState::default(),
        )
        .expect("valid");
        assert_eq!(found.verdict, space.verdict, "{index}: {found:?} {space:?}");
        let off = (found.separation - space.separation).abs();
        assert!(
            off <= found.error + space.error,
            "{index}: {found:?} {space:?}"
        );
        assert!(
            found.lower_bound <= space.separation + space.error,
            "{index}"
        );
        assert!(
            found.error <= 1e-12 * pair.size() + 1e-9 * found.separation,
            "{index}"
        );
    }
}

#[test]
fn empty_polygons_are_far_from_everything() {
    let (empty, point) = (
        Polygon::new(&[]).expect("no point"),
        Polygon::new(&[Vector2::zeros()]),
    );
    let (here, state) = (Pose2::identity(), &mut PairState::default());
    let point = point.expect("finite");
    let answer = distance_2d(
        &PosedPair2::new(&empty, &here, &point, &here),
        &DistanceOptions::default(),
        state,
    );
    let answer = answer.expect("valid");
    assert_eq!(answer.verdict, Verdict::Separated);
    assert_eq!(answer.separation, f64::INFINITY);
    assert!(minkowski_difference_2d(&PosedPair2::new(&empty, &here, &point, &here)).is_empty());
    assert!(gjk_steps_2d(&PosedPair2::new(&empty, &here, &point, &here)).is_empty());
}

fn polygon(points: &[[f64; 2]]) -> Polygon {
    let points: Vec<_> = points.iter().map(|&p| Vector2::from(p)).collect();
    Polygon::new(&points).expect("finite")
}

#[test]
fn corners_only_and_counter_clockwise() {
    let square = [
        [0.0, 0.0],
        [0.0, 1.0],
        [1.0, 1.0],
        [1.0, 0.0],
        [0.5, 0.0],
        [0.5, 0.5],
        [1.0, 1.0],
    ];
    let hull = polygon(&square);
    assert_eq!(hull.vertices().len(), 4);
    let sources: Vec<_> = (0..4).map(|i| hull.source_index(i)).collect();
    assert_eq!(sources, [0, 3, 2, 1]);
}

#[test]
fn points_segments_and_nothing() {
    assert!(polygon(&[]).is_empty());
    assert_eq!(polygon(&[[1.0, 2.0]; 5]).vertices().len(), 1);
    let line = [[3.0, 3.0], [1.0, 1.0], [2.0, 2.0], [-0.0, 0.0], [0.0, 0.0]];
    let segment = polygon(&line);
    assert_eq!(segment.vertices().len(), 2);
    assert_eq!([segment.source_index(0), segment.source_index(1)], [3, 0]);
}

/// Points in a line but for the last bit, far from the origin and near the least f64.
#[test]
fn what_f64_cannot_decide() {
    let bent = [[1e8, 1e8], [2e8, 2e8], [3e8, 3e8_f64.next_down()]];
    assert_eq!(polygon(&bent).vertices().len(), 3);
    let tiny = 5e-324;
    assert_eq!(
        polygon(&[[0.0, 0.0], [tiny, 0.0], [0.0, tiny]])
            .vertices()
            .len(),
        3
    );
    assert_eq!(
        polygon(&[[0.0, 0.0], [tiny, tiny], [2.0 * tiny, 2.0 * tiny]])
            .vertices()
            .len(),
        2
    );
}

#[test]
fn says_which_coordinate_is_bad() {
    let points = [Vector2::zeros(), Vector2::new(0.0, f64::NAN)];
    let error = Polygon::new(&points).expect_err("not finite");
    assert!(matches!(
        error,
        Error::NonFiniteVertex {
            index: 1,
            axis: 'y',
            ..
        }
    ));
}

#[test]
fn a_pose_is_the_pose_in_space() {
    let pose = Pose2::from_angle(Vector2::new(3.0, -1.0), 0.7).expect("finite");
    let [sin, cos] = pose.half_angle();
    let in_space = Pose::new(
        Vector3::new(3.0, -1.0, 0.0),
        Quaternion::new(cos, 0.0, 0.0, sin),
    );
    let v = Vector2::new(0.3, 0.9);
    let lifted = in_space.expect("unit");
    let lifted = lifted.transform_point(&Vector3::new(v.x, v.y, 0.0));
    assert_eq!(pose.transform_point(&v), lifted.xy());
    assert_eq!(lifted.z, 0.0);
}

#[test]
fn bad_numbers_are_named() {
    let nan = Pose2::from_angle(Vector2::zeros(), f64::NAN).expect_err("not finite");
    assert!(nan.to_string().starts_with("angle is NaN"));
    assert!(Pose2::new(Vector2::zeros(), [0.0, 2.0]).is_err());
    assert!(Pose2::new(Vector2::new(f64::INFINITY, 0.0), [0.0, 1.0]).is_err());
}

/// The last simplex of a polygon and the origin: its nearest point, and of how many columns.
fn from_the_origin(points: &[[f64; 2]]) -> ([f64; 2], usize) {
    let (body, origin) = (polygon(points), polygon(&[[0.0; 2]]));
    let here = Pose2::identity();
    let steps = gjk_steps_2d(&PosedPair2::new(&body, &here, &origin, &here));
    let last = steps.last().expect("not empty");
    (last.nearest.into(), last.columns.len())
}

#[test]
fn every_region_of_a_segment_and_of_a_triangle() {
    let cases: [(&[[f64; 2]], _); 6] = [
        (&[[1.0, 1.0], [2.0, 1.0]], ([1.0, 1.0], 1)),
        (&[[-2.0, 1.0], [-1.0, 1.0]], ([-1.0, 1.0], 1)),
        (&[[-1.0, 1.0], [1.0, 1.0]], ([0.0, 1.0], 2)),
        (&[[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]], ([0.0, 0.0], 3)),
        (&[[-1.0, 1.0], [1.0, 1.0], [0.0, 2.0]], ([0.0, 1.0], 2)),
        (&[[3.0, 1.0], [1.0, 1.0], [3.0, 4.0]], ([1.0, 1.0], 1)),
    ];
    for (points, expected) in cases {
        assert_eq!(from_the_origin(points), expected, "{points:?}");
    }
}
