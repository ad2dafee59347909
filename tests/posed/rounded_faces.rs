//! Contacts of hulls whose corners were rotated and rounded: flat faces, that no longer are flat exactly, show one outline.
//!
//! The oracle is the manifold of the same bodies before rotation, where their faces are flat exactly, rotated afterwards.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::{Tally, count, for_each};
use interframe::{
    ContactManifoldOptions, ContactPoint, PairState, Polytope, Pose, PosedPair, SharedBody,
    contact_manifold, contact_points,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

type Points = Vec<Vector3<f64>>;

fn cuboid(half: [f64; 3]) -> Points {
    let side = |i: usize, bit: usize| half[bit] * if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |i| Vector3::new(side(i, 0), side(i, 1), side(i, 2));
    (0..8).map(corner).collect()
}

/// A frustum over a polygon of `count` corners, its top smaller by `taper`. Its ends are level, its sides flat to rounding.
fn frustum(count: usize, taper: f64) -> Points {
    let at = |k: usize, z: f64, radius: f64| {
        let (y, x) = (k as f64 * std::f64::consts::TAU / count as f64).sin_cos();
        Vector3::new(radius * x, radius * y, z)
    };
    let ends = [(-0.5, 1.0), (0.5, taper)];
    (ends.into_iter())
        .flat_map(|(z, radius)| (0..count).map(move |k| at(k, z, radius)))
        .collect()
}

/// A box with corners inside its edges and faces, as a grid has them.
fn grid(count: usize) -> Points {
    let all = (0..count).flat_map(|i| (0..count).flat_map(move |j| (0..2).map(move |k| [i, j, k])));
    all.map(|at| Vector3::from(at.map(|x| x as f64))).collect()
}

fn icosphere() -> Points {
    let golden = 0.5 + 1.25_f64.sqrt();
    let signs = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let corners: Points = (signs.into_iter())
        .flat_map(|[s, t]| {
            let v = Vector3::new(0.0, s, t * golden);
            [v, v.zxy(), v.yzx()].map(|v| v.normalize())
        })
        .collect();
    let middles = |points: &Points, edge: f64| {
        let mut all = points.clone();
        for (k, p) in points.iter().enumerate() {
            let near = points[..k].iter().filter(|q| (p - *q).norm() < edge);
            all.extend(near.map(|q| (p + q).normalize()));
        }
        all
    };
    middles(&middles(&corners, 1.1), 0.7)
}

fn quaternion(random: &mut SplitMix64) -> Quaternion<f64> {
    let [w, x, y, z] = random.quaternion();
    Quaternion::new(w, x, y, z)
}

fn body(random: &mut SplitMix64) -> (&'static str, Points) {
    match random.below(6) {
        0 | 1 => {
            let half = [0; 3].map(|_| 10.0_f64.powf(random.between(-2.0, 0.5)));
            ("box", cuboid(half))
        }
        2 => ("prism", frustum(3 + random.below(30), 1.0)),
        3 => (
            "frustum",
            frustum(3 + random.below(12), random.between(0.2, 0.9)),
        ),
        4 => ("grid", grid(2 + random.below(4))),
        _ => ("icosphere", icosphere()),
    }
}

/// All contacts of two hulls, the first four of the manifold, and the normal.
fn contacts(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    prediction: f64,
) -> (Vec<ContactPoint>, usize, Option<Vector3<f64>>) {
    let mut all = vec![ContactPoint::default(); 256];
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    let pair = PosedPair::new(bodies[0], poses[0], bodies[1], poses[1]);
    let state = &mut PairState::default();
    let (found, count) = contact_points(&pair, &options, state, &mut all).expect("valid");
    all.truncate(count);
    (all, found.points().len(), found.normal)
}

fn hull(points: &[Vector3<f64>]) -> Polytope {
    Polytope::new(points).expect("finite")
}

/// A body stands on a floor; then both are rotated and rounded.
fn stands(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(3901, index);
    let (name, points) = body(random);
    let name = format!("{name} {index}");
    let size = 10.0_f64.powi(random.below(7) as i32 - 3);
    let points: Points = points.iter().map(|p| p * size).collect();
    let floor: Points = cuboid([5.0 * size, 4.0 * size, size]);
    let lowest = points.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    let turn = random.between(0.0, std::f64::consts::TAU) * f64::from(random.below(4) > 0);
    let (sin, cos) = (0.5 * turn).sin_cos();
    let yaw = Quaternion::new(cos, 0.0, 0.0, sin);
    let depth = random.between(-0.01, 0.01) * size;
    let at = Vector3::new(
        random.between(-1.0, 1.0) * size,
        random.between(-1.0, 1.0) * size,
        size - lowest - depth,
    );
    let pose_b = Pose::new(at, yaw).expect("unit");
    let bodies = [hull(&floor), hull(&points)];
    let prediction = 0.02 * size;
    let both = [&bodies[0], &bodies[1]];
    let (all, few, normal) = contacts(both, [&Pose::identity(), &pose_b], prediction);

    let whole = Pose::new(Vector3::zeros(), quaternion(random)).expect("unit");
    let here = Pose::identity();
    let rotated = |points: &Points, pose: &Pose| -> Polytope {
        let place = |p: &Vector3<f64>| whole.transform_point(&pose.transform_point(p));
        hull(&points.iter().map(place).collect::<Points>())
    };
    let rounded = [rotated(&floor, &here), rotated(&points, &pose_b)];
    let both = [&rounded[0], &rounded[1]];
    let (again, again_few, again_normal) = contacts(both, [&here, &here], prediction);

    tally.cases += 1;
    let (said, now) = (all.len(), again.len());
    tally.claim(
        said == now,
        &name,
        &format!("{now} contacts instead of {said}"),
    );
    tally.claim(
        few == again_few,
        &name,
        &format!("{again_few} of the best instead of {few}"),
    );
    let (Some(normal), Some(again_normal)) = (normal, again_normal) else {
        return tally.claim(false, &name, "no normal");
    };
    let into = |v: &Vector3<f64>| whole.matrix().transpose() * v;
    // Stated: 1e-10 of the pair's size; corners of outlines that are parallel but for rounding may be anywhere within that.
    let error = 1e-9 * 20.0 * size;
    let leans = (into(&again_normal) - normal).norm();
    tally.claim(
        leans <= 1e-9,
        &name,
        &format!("the normal leans by {leans:e}"),
    );
    for point in &again {
        let near = all.iter().map(|other| {
            let off = (into(&point.point_a) - other.point_a).norm();
            off.max((point.depth - other.depth).abs())
        });
        let off = near.fold(f64::INFINITY, f64::min);
        tally.claim(off <= error, &name, &format!("a contact is {off:e} off"));
    }
}

#[test]
fn a_rounded_body_has_the_contacts_of_the_exact_one() {
    for_each(count(3_000, 1_000_000), stands).report("contacts of rotated and rounded hulls");
}

/// Grids that stand on a corner in the middle of an edge, which no face of theirs had.
#[test]
fn a_corner_inside_an_edge_shows_both_faces() {
    let cases = [37_444, 47_987, 53_826, 67_371];
    for_each(4, |k, tally| stands(cases[k as usize], tally)).none_wrong();
}

/// A rotated box stands on four corners as a hull, and as a part of a compound that is put there by its pose.
#[test]
fn a_rotated_part_stands_on_four_corners() {
    let [floor, cube] = [[4.0, 4.0, 1.0], [1.0, 0.75, 0.5]].map(|half| hull(&cuboid(half)));
    for k in 1..100 {
        let half = 0.05 * f64::from(k);
        let turn = Quaternion::new(half.cos(), 0.6 * half.sin(), 0.0, 0.8 * half.sin());
        let place = Pose::new(Vector3::zeros(), turn).expect("unit");
        let back = Pose::new(Vector3::new(0.0, 0.0, 1.49), turn.conjugate()).expect("unit");
        let part = SharedBody::compound(&[(SharedBody::new(cube.clone()), place)]).expect("convex");
        let corners: Points = cube.vertices().map(|v| place.transform_point(&v)).collect();
        let rotated = SharedBody::new(hull(&corners));
        for body in [&part, &rotated] {
            let options = ContactManifoldOptions::default();
            let here = Pose::identity();
            let pair = PosedPair::new(&floor, &here, body, &back);
            let found = contact_manifold(&pair, &options, &mut PairState::default());
            let found = found.expect("valid");
            assert_eq!(found.points().len(), 4, "{k}: {found:?}");
            for point in found.points() {
                assert!((point.depth - 0.01).abs() < 1e-13, "{k}: {point:?}");
            }
        }
    }
}
