//! Contacts with surfaces: no seam pushes sideways.

use interframe::{
    ContactManifold, ContactManifoldOptions, HeightField, PairState, Polytope, Pose, PosedPair,
    SharedBody, TriangleMesh, TriangleMeshOptions, Verdict, contact_manifold,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each};
use crate::floors::{self, Ending};

fn block(half: Vector3<f64>) -> SharedBody {
    SharedBody::cuboid(half.into()).expect("a block")
}

/// A flat floor of 100 by 100 squares, seams anywhere.
fn floor(random: &mut SplitMix64) -> SharedBody {
    let mut vertices = Vec::new();
    for r in 0..=100 {
        for c in 0..=100 {
            let inner = (1..100).contains(&r) && (1..100).contains(&c);
            let mut off = || {
                if inner {
                    random.between(-0.3, 0.3)
                } else {
                    0.0
                }
            };
            let (x, y) = (f64::from(c) + off(), f64::from(r) + off());
            vertices.push(Vector3::new(x * 0.2, y * 0.2, 0.0));
        }
    }
    let mut triangles = Vec::new();
    for r in 0..100u32 {
        for c in 0..100u32 {
            let [p, q] = [r * 101 + c, r * 101 + c + 1];
            let [s, t] = [q + 101, p + 101];
            triangles.extend([[p, q, s], [p, s, t]]);
        }
    }
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    let mesh = mesh.expect("a mesh");
    assert_eq!(mesh.report().triangles, 20_000);
    mesh.into()
}

fn touch(a: &SharedBody, pose_a: &Pose, b: &SharedBody, pose_b: &Pose) -> ContactManifold {
    let options = ContactManifoldOptions {
        prediction: 1e-3,
        ..ContactManifoldOptions::default()
    };
    let pair = PosedPair::new(a, pose_a, b, pose_b);
    contact_manifold(&pair, &options, &mut PairState::default()).expect("valid options")
}

fn yaw(angle: f64) -> Quaternion<f64> {
    Quaternion::new((0.5 * angle).cos(), 0.0, 0.0, (0.5 * angle).sin())
}

#[test]
fn a_box_that_slides_over_a_floor_meets_no_seam() {
    let random = &mut case_generator(2140, 0);
    let floor = floor(random);
    let here = Pose::identity();
    let mut with_points = 0;
    for step in 0..count(400, 20_000) {
        let half = Vector3::new(random.between(0.05, 0.8), random.between(0.05, 0.8), 0.2);
        let body = block(half);
        let deep = *random.pick(&[0.0, 1e-9, 1e-5, 1e-3, 0.02, -5e-4]);
        let at = Vector3::new(
            random.between(2.0, 18.0),
            random.between(2.0, 18.0),
            half.z - deep,
        );
        let pose = Pose::new(at, yaw(random.between(0.0, 6.0))).expect("a pose");
        let found = touch(&floor, &here, &body, &pose);
        if deep > 0.0 {
            assert_eq!(found.verdict, Verdict::Hit, "step {step}");
        }
        if let Some(normal) = found.normal {
            with_points += 1;
            assert!(
                (normal - Vector3::z()).amax() < 1e-9,
                "step {step}: {normal:?}"
            );
            assert!(
                found.points().len() == 4,
                "step {step}: {:?}",
                found.points()
            );
            for point in found.points() {
                assert!((point.depth - deep).abs() < 1e-9, "step {step}: {point:?}");
            }
        }
        let back = touch(&body, &pose, &floor, &here);
        if let Some(normal) = back.normal {
            assert!(
                (normal + Vector3::z()).amax() < 1e-9,
                "step {step}: {normal:?}"
            );
        }
    }
    assert!(with_points > count(300, 15_000), "only {with_points}");
}

/// On a field of ridges the normal is that of one of the faces, or between those of two that meet in a ridge.
#[test]
fn a_ball_on_a_bumpy_field_is_pushed_as_the_surface_is() {
    let random = &mut case_generator(2141, 0);
    let side = 41;
    let height = |r: usize, c: usize| 0.3 * (0.9 * r as f64).sin() * (0.7 * c as f64).cos();
    let heights: Vec<f64> = (0..side * side)
        .map(|k| height(k / side, k % side))
        .collect();
    let field = HeightField::new(&heights, side, [0.5, 0.5], [0.0, 0.0]).expect("a field");
    let field = SharedBody::from(field);
    let here = Pose::identity();
    let ball = SharedBody::sphere(0.05).expect("a radius");
    let mut seen = 0;
    for step in 0..count(500, 20_000) {
        let (x, y) = (random.between(2.0, 18.0), random.between(2.0, 18.0));
        // The height of the surface there.
        let (c, r) = ((x / 0.5).floor(), (y / 0.5).floor());
        let (u, v) = (x / 0.5 - c, y / 0.5 - r);
        let at = |i: f64, j: f64| height((r + i) as usize, (c + j) as usize);
        let (slope_x, slope_y) = match u >= v {
            true => (at(0.0, 1.0) - at(0.0, 0.0), at(1.0, 1.0) - at(0.0, 1.0)),
            false => (at(1.0, 1.0) - at(1.0, 0.0), at(1.0, 0.0) - at(0.0, 0.0)),
        };
        let z = at(0.0, 0.0) + u * slope_x + v * slope_y;
        let up = Vector3::new(-slope_x / 0.5, -slope_y / 0.5, 1.0).normalize();
        let center = Vector3::new(x, y, z) + up * 0.049;
        let pose = Pose::from_translation(center).expect("a pose");
        let found = touch(&field, &here, &ball, &pose);
        let normal = found.normal.expect("a contact");
        seen += 1;
        // What the surface itself says: from the nearest point to the centre.
        let point = SharedBody::sphere(0.0).expect("a radius");
        let pair = PosedPair::new(&field, &here, &point, &pose);
        let options = &interframe::DistanceOptions::default();
        let near = interframe::distance(&pair, options, &mut PairState::default());
        let near = near.expect("valid options").normal.expect("apart");
        assert!(
            (normal - near).amax() < 1e-6,
            "step {step}: {normal:?}, not {near:?}"
        );
    }
    assert!(seen > 0);
}

/// A flat grid of `n` by `n` unit squares about the origin, each of `parts` by `parts`; corners go through `place` first.
fn grid(n: u32, parts: u32, place: &dyn Fn(Vector3<f64>) -> Vector3<f64>) -> SharedBody {
    let side = n * parts;
    let at = |k: u32| f64::from(k) / f64::from(parts) - 0.5 * f64::from(n);
    let vertices: Vec<_> = (0..(side + 1) * (side + 1))
        .map(|k| place(Vector3::new(at(k % (side + 1)), at(k / (side + 1)), 0.0)))
        .collect();
    let mut triangles = Vec::new();
    for r in 0..side {
        for c in 0..side {
            let p = r * (side + 1) + c;
            let (q, t) = (p + 1, p + side + 1);
            let s = t + 1;
            // Some go round the other way.
            triangles.extend(match (r + c) % 3 {
                0 => [[p, q, s], [p, t, s]],
                1 => [[p, q, t], [q, s, t]],
                _ => [[p, s, q], [p, s, t]],
            });
        }
    }
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    mesh.expect("a mesh").into()
}

fn turn(random: &mut SplitMix64) -> Quaternion<f64> {
    let mut part = || random.between(-1.0, 1.0);
    Quaternion::new(part() + 1.5, part(), part(), part()).normalize()
}

/// Whatever straddles a flat surface is pushed straight off it by all of its depth, wherever the seams are.
#[test]
fn what_straddles_a_flat_grid_is_pushed_straight_off_it() {
    let random = &mut case_generator(2142, 0);
    let plane = Pose::new(Vector3::new(3.0, -2.0, 0.7), turn(random)).expect("a pose");
    let flat = |v| v;
    // Flat to rounding.
    let leaning = |v| plane.transform_point(&v);
    let grids = [
        (grid(4, 1, &flat), Pose::identity()),
        (grid(4, 3, &flat), plane),
        (grid(4, 8, &leaning), Pose::identity()),
        (grid(4, 1, &leaning), Pose::identity()),
    ];
    let (mut seen, mut sides) = (0, [0; 2]);
    for step in 0..count(600, 20_000) {
        let (mesh, pose) = random.pick(&grids);
        let is_flat = std::ptr::eq(mesh, &grids[0].0);
        let up = match is_flat {
            true => Vector3::z(),
            false => plane.matrix() * Vector3::z(),
        };
        let half = *random.pick(&[0.05, 0.2, 0.4]);
        let mut part = || random.between(-half, half);
        let is_box = step % 3 > 0;
        let corners: Vec<_> = match is_box {
            true => {
                let size = Vector3::new(part(), part(), half).map(|x| x.abs().max(0.1 * half));
                let side = |i: u32, k: u32| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
                let corner = |i| Vector3::new(side(i, 0), side(i, 1), side(i, 2));
                (0..8).map(|i| corner(i).component_mul(&size)).collect()
            }
            false => (0..4 + step % 9)
                .map(|_| Vector3::new(part(), part(), part()))
                .collect(),
        };
        let body = SharedBody::new(Polytope::new(&corners).expect("a hull"));
        let mut spot = || *random.pick(&[0.0, 0.5, -0.5]) + random.between(-0.4, 0.4);
        let (x, y) = (spot(), spot());
        let z = half * random.between(-1.2, 1.2);
        let place = match is_flat {
            true => Vector3::new(x, y, z),
            false => plane.transform_point(&Vector3::new(x, y, z)),
        };
        let at = Pose::new(place, turn(random)).expect("a pose");
        let origin = if is_flat {
            Vector3::zeros()
        } else {
            plane.translation()
        };
        let heights = corners
            .iter()
            .map(|v| up.dot(&(at.transform_point(v) - origin)));
        let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| {
            (low.min(h), high.max(h))
        });
        let is_met = low < -1e-9 && high > 1e-9;
        for (found, sign) in [
            (touch(mesh, pose, &body, &at), 1.0),
            (touch(&body, &at, mesh, pose), -1.0),
        ] {
            assert_eq!(found.verdict == Verdict::Hit, is_met, "step {step}");
            if !is_met {
                continue;
            }
            let normal = found.normal.expect("a contact") * sign;
            let is_above = normal.dot(&up) > 0.0;
            let side = if is_above { up } else { -up };
            assert!((normal - side).amax() < 1e-12, "step {step}: {normal:?}");
            if is_box && z.abs() > 1e-9 {
                assert_eq!(is_above, z > 0.0, "step {step}: the side of the centre");
            }
            let deep = if is_above { -low } else { high };
            let depth = found.points()[0].depth;
            assert!(
                (depth - deep).abs() < 1e-12,
                "step {step}: {depth}, not {deep}"
            );
            for point in found.points() {
                assert!(point.depth <= deep + 1e-12, "step {step}: {point:?}");
            }
            seen += 1;
            sides[usize::from(is_above)] += 1;
        }
    }
    assert!(seen > count(600, 20_000), "only {seen}");
    assert!(sides.iter().all(|n| *n > seen / 4), "{sides:?}");
}

/// A tip that points down into a level floor is pushed straight up, also where two blocks of the floor meet.
#[test]
fn tips_in_a_floor_are_pushed_straight_off_it() {
    for_each(count(3_000, 300_000), |index, tally| {
        let random = &mut case_generator(0x57bd, index);
        let mut side = || random.between(0.2, 0.6);
        let corners = [
            [0.0, 0.0, 0.0],
            [side(), side(), 0.5],
            [-side(), side(), 0.5],
            [side() - 0.4, -side(), 0.5],
        ];
        let tip = SharedBody::new(Polytope::new(&corners.map(Vector3::from)).expect("a tip"));
        let tip = match random.flip() {
            true => tip,
            false => tip.rounded(0.01).expect("a rounded tip"),
        };
        let ground = floors::floor(random, Ending::Level);
        let deep = 10f64.powf(random.between(-5.0, -1.0));
        let radius = tip.radius();
        let near_seam = random.between(-2.0, 2.0) * deep;
        let x = *random.pick(&[-2.0, -1.0, -0.5, 0.0, 1.0]) + near_seam;
        let at = Vector3::new(x, random.between(-1.0, 1.0), radius - deep);
        let (here, there) = (
            Pose::identity(),
            Pose::from_translation(at).expect("a pose"),
        );
        let pair = PosedPair::new(&ground, &here, &tip, &there);
        let options = ContactManifoldOptions::default();
        let found = contact_manifold(&pair, &options, &mut PairState::default());
        let found = found.expect("valid options");
        let depth = found.points().first().map_or(0.0, |point| point.depth);
        let up = found
            .normal
            .is_some_and(|n| (n - Vector3::z()).norm() <= 1e-7);
        let right = up && (depth - deep).abs() <= 1e-9;
        tally.claim(
            right,
            "up",
            &format!("case {index}: {deep:e} deep at {at}: {found:?}"),
        );
    })
    .none_wrong();
}
