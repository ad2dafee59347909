//! Points of contacts and of depths: on the surfaces, and one opposite the other along the normal.

use interframe::{
    ContactManifoldOptions, DistanceOptions, PairState, PenetrationOptions, Polytope, Pose,
    PosedPair, SharedBody, contact_manifold, distance, penetration,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::curved::any_curved;
use crate::common::{Tally, count, for_each, quaternion};

fn pose(random: &mut SplitMix64, far: f64) -> Pose {
    let at = Vector3::from(random.direction()) * (far * random.between(0.0, 1.0));
    Pose::new(at, quaternion(&random.quaternion())).expect("a pose")
}

/// A box, a segment, a triangle or a hull.
fn core(random: &mut SplitMix64, size: f64) -> Polytope {
    let half = Vector3::from([0; 3].map(|_| size * random.between(0.1, 1.0)));
    let side = |k: usize, bit: usize| half[bit] * if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |k: usize| Vector3::new(side(k, 0), side(k, 1), side(k, 2));
    let points: Vec<_> = match random.below(4) {
        0 => (0..8).map(corner).collect(),
        1 => vec![corner(0), corner(7)],
        2 => vec![corner(0), corner(3), corner(5)],
        _ => (0..10)
            .map(|_| Vector3::from(random.direction()).component_mul(&half))
            .collect(),
    };
    Polytope::new(&points).expect("finite points")
}

/// Distance of a point from a body.
fn off(body: &SharedBody, pose: &Pose, point: &Vector3<f64>) -> f64 {
    let dot = Polytope::new(&[Vector3::zeros()]).expect("a point");
    let at = Pose::from_translation(*point).expect("finite");
    let pair = PosedPair::new(body, pose, &dot, &at);
    let found = distance(
        &pair,
        &DistanceOptions::default(),
        &mut PairState::default(),
    );
    found.expect("valid options").separation
}

fn judge_depth(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(2170, index);
    let ratio = *random.pick(&[1.0, 1.0, 1e-3, 1e-6]);
    let (mut is_curved, mut size) = (false, 0.0);
    let bodies = [1.0, ratio].map(|scale| match random.below(3) {
        0 if ratio == 1.0 => {
            let body = SharedBody::from(any_curved(random));
            (is_curved, size) = (true, size + 4.0);
            body
        }
        _ => {
            let core = core(random, scale);
            size += core.reach();
            SharedBody::new(core)
        }
    });
    let poses = [0.0, 1.0].map(|far| pose(random, far));
    size += poses[1].translation().norm();
    let pair = PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1]);
    let found = penetration(
        &pair,
        &PenetrationOptions::default(),
        &mut PairState::default(),
    );
    let found = found.expect("valid options");
    tally.cases += 1;
    let (Some(n), Some(a), Some(b)) = (found.normal, found.point_a, found.point_b) else {
        return;
    };
    tally.hits += 1;
    let name = format!("case {index}");
    let apart = (a - b - n * found.depth).norm();
    tally.claim(
        apart <= 1e-14 * size,
        &name,
        &format!("points {apart:e} off the depth"),
    );
    let most = if is_curved { 1e-7 } else { 1e-9 } * size;
    for (k, point) in [a, b].iter().enumerate() {
        let off = off(&bodies[k], &poses[k], point);
        tally.claim(off <= most, &name, &format!("{off:e} off body {k}"));
    }
}

#[test]
fn points_of_a_depth_are_opposite() {
    let run = for_each(count(4_000, 400_000), judge_depth);
    run.none_wrong();
    assert!(run.hits > run.cases / 4, "only {}", run.hits);
}

/// B's pose when it has come to A along the way between their nearest points, and this deep into it.
fn pushed_in(bodies: &[SharedBody; 2], poses: &[Pose; 2], depth: f64) -> Pose {
    let pair = PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1]);
    let options = DistanceOptions::default();
    let found = distance(&pair, &options, &mut PairState::default()).expect("valid options");
    let way = match (found.point_a, found.point_b) {
        (Some(a), Some(b)) if found.separation > 0.0 => (a - b) * (1.0 + depth / found.separation),
        _ => Vector3::zeros(),
    };
    Pose::new(poses[1].translation() + way, poses[1].quaternion()).expect("a pose")
}

fn judge_contacts(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(2171, index);
    let ratio = *random.pick(&[1.0, 1.0, 1e-3, 1e-6]);
    let cores = [1.0, ratio].map(|scale| core(random, scale));
    let mut radius =
        |scale: f64| random.between(0.05, 0.5) * scale * f64::from(random.below(4) > 0);
    let radii = [1.0, ratio].map(&mut radius);
    let bodies: [SharedBody; 2] = std::array::from_fn(|k| {
        let core = SharedBody::new(cores[k].clone());
        core.rounded(radii[k]).expect("a radius")
    });
    let mut poses = [0.0, 3.0].map(|far| pose(random, far));
    if ratio < 1.0 {
        let depth = ratio * random.between(-0.05, 0.05);
        poses[1] = pushed_in(&bodies, &poses, depth);
    }
    let pair = PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1]);
    let options = ContactManifoldOptions {
        prediction: ratio * random.pick(&[0.0, 0.1, 1.0]),
        ..ContactManifoldOptions::default()
    };
    let found = contact_manifold(&pair, &options, &mut PairState::default());
    let found = found.expect("valid options");
    let reaches = cores[0].reach() + cores[1].reach() + radii[0] + radii[1];
    let size = reaches + poses[1].translation().norm();
    tally.cases += 1;
    let Some(n) = found.normal else {
        return;
    };
    let name = format!("case {index}");
    for (place, at) in found.points().iter().enumerate() {
        tally.hits += 1;
        let apart = (at.point_a - at.point_b - n * at.depth).norm();
        tally.claim(
            apart <= 1e-14 * size,
            &name,
            &format!("points {apart:e} off the depth"),
        );
        let is_new = |other: &interframe::ContactPoint| other.id != at.id;
        let earlier = &found.points()[..place];
        tally.claim(earlier.iter().all(is_new), &name, "the same id twice");
        for (k, point) in [at.point_a, at.point_b].iter().enumerate() {
            if radii[k] > 0.0 {
                let core = SharedBody::new(cores[k].clone());
                let off = (off(&core, &poses[k], point) - radii[k]).abs();
                let what = format!("{off:e} off the surface of body {k}");
                tally.claim(off <= 2e-9 * size, &name, &what);
            }
        }
    }
}

#[test]
fn contacts_of_round_bodies_lie_on_their_surfaces() {
    let run = for_each(count(4_000, 400_000), judge_contacts);
    run.none_wrong();
    assert!(run.hits > run.cases / 2, "only {}", run.hits);
}

/// A capsule that leans on a slab by 35 degrees: the upper end is a contact on its side, not one within it.
#[test]
fn a_leaning_capsule_touches_on_its_side() {
    let slab = Polytope::cuboid([2.0, 2.0, 0.5]).expect("a box");
    let lean = 35.0_f64.to_radians();
    let end = Vector3::new(lean.cos(), 0.0, lean.sin()) * 0.5;
    let segment = Polytope::new(&[-end, end]).expect("a segment");
    let capsule = SharedBody::new(segment).rounded(0.25).expect("a radius");
    let at = Pose::from_translation(Vector3::new(0.0, 0.0, 0.5 + 0.25 + end.z - 0.01));
    let (here, at) = (Pose::identity(), at.expect("finite"));
    let options = ContactManifoldOptions {
        prediction: 1.0,
        ..ContactManifoldOptions::default()
    };
    let pair = PosedPair::new(&slab, &here, &capsule, &at);
    let found = contact_manifold(&pair, &options, &mut PairState::default()).expect("valid");
    let [first, second] = found.points() else {
        panic!("{found:?}");
    };
    assert!((first.depth - 0.01).abs() < 1e-12, "{first:?}");
    // Beside the upper end of the axis, below it by the radius across the axis.
    let upper = at.translation() + end + Vector3::new(lean.sin(), 0.0, -lean.cos()) * 0.25;
    assert!((second.point_b - upper).norm() < 1e-12, "{second:?}");
}

/// A cylinder with a radius above a segment: GJK stalls while its bounds are 3.7e-10 apart.
#[test]
fn points_of_a_stalled_search_are_opposite() {
    let mut tally = Tally::default();
    judge_depth(250_173, &mut tally);
    tally.none_wrong();
}
