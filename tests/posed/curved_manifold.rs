//! Contacts of cylinders, cones and ellipsoids: on both bodies, along a normal that separates them, and still under small tilts.
//! INTERFRAME_LONG=1 for full counts.

use interframe::{
    ContactManifold, ContactManifoldOptions, Curved, CurvedShape, DistanceOptions,
    IntersectOptions, PairState, PenetrationOptions, Polytope, Pose, PosedPair, SharedBody,
    Verdict, WithinOptions, contact_manifold, contact_points, distance, intersect, penetration,
    within,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::curved::any_curved;
use crate::common::{Tally, count, for_each, quaternion};

fn fresh() -> PairState {
    PairState::default()
}

fn ask(pair: &PosedPair<'_>, prediction: f64) -> ContactManifold {
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    contact_manifold(pair, &options, &mut fresh()).expect("valid")
}

/// How far a point of the world is from the surface of a curved body, at most; 0 inside of the error of f64.
fn off_surface(body: &Curved, pose: &Pose, point: &Vector3<f64>) -> f64 {
    let p = pose.matrix().transpose() * (point - pose.translation());
    let (across, radius) = (p.xy().norm(), body.radius());
    // Of the section in the plane of the axis: the distance from a segment.
    let from = |[x0, z0]: [f64; 2], [x1, z1]: [f64; 2]| {
        let (dx, dz) = (x1 - x0, z1 - z0);
        let long = (dx * dx + dz * dz).max(f64::MIN_POSITIVE);
        let t = (((across - x0) * dx + (p.z - z0) * dz) / long).clamp(0.0, 1.0);
        (across - x0 - t * dx).hypot(p.z - z0 - t * dz)
    };
    match body.shape() {
        CurvedShape::Cylinder {
            half_length: h,
            radius: r,
        } => {
            let side = from([r, -h], [r, h]);
            let ends = [-h, h].map(|z| from([0.0, z], [r, z]));
            (side.min(ends[0]).min(ends[1]) - radius).abs()
        }
        CurvedShape::Cone {
            half_length: h,
            radius: r,
        } => (from([r, -h], [0.0, h]).min(from([0.0, -h], [r, -h])) - radius).abs(),
        _ => {
            let dot = Polytope::new(&[*point]).expect("a point");
            let here = Pose::identity();
            let pair = PosedPair::new(body, pose, &dot, &here);
            let gap = distance(&pair, &DistanceOptions::default(), &mut fresh()).expect("valid");
            let deep = penetration(&pair, &PenetrationOptions::default(), &mut fresh());
            gap.separation.max(deep.expect("valid").depth)
        }
    }
}

/// A box, a segment, a hull or a curved body, with a radius or without.
enum Other {
    Core(SharedBody),
    Curved(Box<Curved>),
}

fn other(random: &mut SplitMix64) -> Other {
    let half = [0; 3].map(|_| random.between(0.2, 2.0));
    let radius = random.between(0.05, 0.5) * f64::from(random.below(3) == 0);
    let core = match random.below(5) {
        0 => Polytope::cuboid(half).expect("a box"),
        1 => Polytope::new(&[Vector3::from(half), -Vector3::from(half)]).expect("a segment"),
        2 => {
            let points: Vec<_> = (0..12)
                .map(|_| Vector3::from(random.direction()).component_mul(&Vector3::from(half)))
                .collect();
            Polytope::new(&points).expect("a hull")
        }
        _ => return Other::Curved(Box::new(any_curved(random))),
    };
    Other::Core(SharedBody::new(core).rounded(radius).expect("a radius"))
}

fn judge(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(0x6d61, index);
    let first = any_curved(random);
    let second = other(random);
    let body = match &second {
        Other::Core(body) => body.clone(),
        Other::Curved(body) => SharedBody::from(Curved::clone(body)),
    };
    let one = SharedBody::from(first.clone());
    let mut turn = || match random.below(3) {
        0 => Quaternion::identity(),
        1 => {
            let half = 0.5 * 10f64.powf(random.between(-12.0, -1.0));
            Quaternion::new(half.cos(), half.sin(), 0.0, 0.0)
        }
        _ => quaternion(&random.quaternion()),
    };
    let turns = [turn(), turn()];
    let direction = match random.below(3) {
        0 => Vector3::z(),
        1 => Vector3::x(),
        _ => Vector3::from(random.direction()),
    };
    let start = Pose::new(Vector3::zeros(), turns[0]).expect("finite");
    let far = Pose::new(direction * 20.0, turns[1]).expect("finite");
    let seen = distance(
        &PosedPair::new(&one, &start, &body, &far),
        &DistanceOptions::default(),
        &mut fresh(),
    );
    let seen = seen.expect("valid");
    let (Some(p), Some(q)) = (seen.point_a, seen.point_b) else {
        return;
    };
    if seen.separation == 0.0 {
        return;
    }
    let deep = random.between(-0.2, 0.3);
    let way = (p - q) * (1.0 + deep / seen.separation);
    let there = Pose::new(far.translation() + way, turns[1]).expect("finite");
    let pair = PosedPair::new(&one, &start, &body, &there);
    let prediction = *random.pick(&[0.0, 0.01, 0.5]);
    let found = ask(&pair, prediction);
    let size = 8.0 + there.translation().norm();
    tally.cases += 1;
    let name = format!(
        "case {index}: {:?} along {:?}",
        found.points(),
        found.normal
    );
    let at = [&PenetrationOptions::default()].map(|o| penetration(&pair, o, &mut fresh()));
    let [deepest] = at.map(|deep| deep.expect("valid"));
    let gap = distance(&pair, &DistanceOptions::default(), &mut fresh()).expect("valid");
    tally.claim(found.verdict == gap.verdict, &name, "verdict");
    let asked = WithinOptions {
        distance: prediction,
        ..WithinOptions::default()
    };
    let near = within(&pair, &asked, &mut fresh()).expect("valid");
    let mut ids: Vec<_> = found.points().iter().map(|at| at.id).collect();
    ids.sort_unstable();
    ids.dedup();
    tally.claim(
        ids.len() == found.points().len(),
        &name,
        "the same id twice",
    );
    let Some(n) = found.normal else {
        tally.claim(near.verdict == Verdict::Separated, &name, "no contact");
        return;
    };
    tally.claim(
        near.verdict != Verdict::Separated,
        &name,
        "beyond the prediction",
    );
    tally.hits += 1;
    tally.claim((n.norm() - 1.0).abs() < 1e-12, &name, "unit");
    let first_depth = found.points().first().map_or(f64::NAN, |at| at.depth);
    let depth = match gap.verdict {
        Verdict::Separated => -gap.separation,
        _ => deepest.depth,
    };
    let error = deepest.error + gap.error + 1e-7 * size;
    let is_same = (first_depth - depth).abs() <= error;
    tally.claim(is_same, &name, &format!("depth {depth}"));
    // What it says takes the bodies apart.
    let out = n * (first_depth.max(0.0) + 2e-9 * size);
    let moved = Pose::new(there.translation() + out, turns[1]).expect("finite");
    let moved = PosedPair::new(&one, &start, &body, &moved);
    let moved = intersect(&moved, &IntersectOptions::default(), &mut fresh()).expect("valid");
    tally.claim(moved.verdict == Verdict::Separated, &name, "not parted");
    for at in found.points() {
        tally.claim(at.depth >= -prediction, &name, "beyond the prediction");
        let apart = (at.point_a - at.point_b - n * at.depth).norm();
        tally.claim(apart <= 1e-13 * size, &name, "points along the normal");
        let off = off_surface(&first, &start, &at.point_a);
        tally.claim(
            off <= 1e-7 * size,
            &name,
            &format!("{off:e} off A: {:?}", first.shape()),
        );
        if let Other::Curved(second) = &second {
            let off = off_surface(second, &there, &at.point_b);
            tally.claim(
                off <= 1e-7 * size,
                &name,
                &format!("{off:e} off B: {:?}", second.shape()),
            );
        }
    }
    let mut out = [interframe::ContactPoint::default(); 64];
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    let (again, all) = contact_points(&pair, &options, &mut fresh(), &mut out).expect("valid");
    tally.claim(
        again == found && all >= found.points().len(),
        &name,
        "all contacts",
    );
    let swapped = ask(&PosedPair::new(&body, &there, &one, &start), prediction);
    let swapped_depth = swapped.points().first().map_or(f64::NAN, |at| at.depth);
    let is_same = (swapped_depth - first_depth).abs() <= error;
    tally.claim(is_same, &name, &format!("swapped {swapped:?}"));
    // A body that is deep in another may have two ways out.
    if swapped.normal.is_some_and(|m| (m + n).norm() < 1e-9) {
        // Equals are chosen to rounding.
        let more = swapped.points().len().abs_diff(found.points().len());
        tally.claim(more <= 1, &name, &format!("swapped {swapped:?}"));
    }
}

#[test]
fn contacts_are_on_both_bodies_and_normals_part_them() {
    let run = for_each(count(1_000, 100_000), judge);
    println!("{} of {} in contact", run.hits, run.cases);
    run.none_wrong();
    assert!(run.hits * 2 > run.cases);
}

/// A puck on a floor, level or tilted: a patch of contacts, normal up, that is still when it tilts by little.
#[test]
fn a_puck_lies_on_a_patch() {
    let floor = SharedBody::cuboid([20.0, 20.0, 1.0]).expect("a floor");
    let puck = SharedBody::from(Curved::cylinder(0.2, 1.0).expect("a puck"));
    let home = Pose::from_translation(Vector3::new(0.0, 0.0, -1.0)).expect("finite");
    let area = |found: &ContactManifold| {
        let p: Vec<_> = found.points().iter().map(|at| at.point_b).collect();
        let mut area = 0.0;
        for (i, q) in p.iter().enumerate() {
            for r in &p[..i] {
                for s in &p[..i] {
                    area = f64::max(area, (q - r).cross(&(q - s)).norm());
                }
            }
        }
        area
    };
    for depth in [0.01, 1e-6, 0.0, -1e-6] {
        let mut level: Option<ContactManifold> = None;
        for k in 0..=24 {
            let tilt = if k == 0 {
                0.0
            } else {
                10f64.powf(-12.5 + 0.5 * f64::from(k))
            };
            if tilt > 0.01 {
                continue;
            }
            let turned = Quaternion::new((0.5 * tilt).cos(), (0.5 * tilt).sin(), 0.0, 0.0);
            // The lowest point of the rim is this deep.
            let up = 0.2 * tilt.cos() + tilt.sin() - depth;
            let pose = Pose::new(Vector3::new(0.3, 0.1, up), turned).expect("finite");
            let found = ask(&PosedPair::new(&floor, &home, &puck, &pose), 0.05);
            let name = format!(
                "depth {depth:e}, tilt {tilt:e}: {found:?} {:?}",
                found.points()
            );
            assert_eq!(found.normal, Some(Vector3::z()), "{name}");
            assert!((found.points()[0].depth - depth).abs() < 1e-8, "{name}");
            assert!(found.points().len() == 4 && area(&found) > 1.9, "{name}");
            let Some(level) = &level else {
                level = Some(found);
                continue;
            };
            if tilt < 1e-10 {
                for at in found.points() {
                    let mut same = level.points().iter().filter(|before| before.id == at.id);
                    let before = same.next().expect("the same ids");
                    assert!((at.point_b - before.point_b).norm() < 1e-9, "{name}");
                }
            }
        }
    }
    // On its side it lies on a line; a cone on its base has a patch, on its side a line, on its tip a point.
    let side = Quaternion::new(
        std::f64::consts::FRAC_1_SQRT_2,
        std::f64::consts::FRAC_1_SQRT_2,
        0.0,
        0.0,
    );
    let lying = Pose::new(Vector3::new(0.0, 0.0, 0.99), side).expect("finite");
    let found = ask(&PosedPair::new(&floor, &home, &puck, &lying), 0.0);
    assert_eq!(
        (found.normal, found.points().len()),
        (Some(Vector3::z()), 2),
        "{found:?}"
    );
    let cone = SharedBody::from(Curved::cone(0.5, 0.5).expect("a cone"));
    let standing = Pose::from_translation(Vector3::new(0.0, 0.0, 0.49)).expect("finite");
    let found = ask(&PosedPair::new(&cone, &standing, &floor, &home), 0.0);
    assert_eq!(
        (found.normal, found.points().len()),
        (Some(-Vector3::z()), 4),
        "{found:?}"
    );
    let tip = Pose::new(
        Vector3::new(0.0, 0.0, 0.49),
        Quaternion::new(0.0, 1.0, 0.0, 0.0),
    );
    let tip = tip.expect("finite");
    let found = ask(&PosedPair::new(&cone, &tip, &floor, &home), 0.0);
    assert_eq!(
        (found.normal, found.points().len()),
        (Some(-Vector3::z()), 1),
        "{found:?}"
    );
    assert!((found.points()[0].depth - 0.01).abs() < 1e-9, "{found:?}");
}

/// Bodies without extent and of the most unequal sizes: contacts hold numbers, are along a unit normal, and none is across a larger
/// gap than is asked for.
#[test]
fn bodies_of_any_size_have_contacts_that_are_numbers() {
    let run = for_each(count(4_000, 400_000), |index, tally| {
        let random = &mut case_generator(0x6d62, index);
        let scale = 10f64.powi(*random.pick(&[-300, -20, 0, 0, 0, 20, 150]));
        let bodies = [3, 6].map(|kinds| {
            let [a, b, c, around] = [0; 4].map(|_| {
                let smaller = *random.pick(&[0.0, 1e-30, 1e-9, 1e-3, 1.0, 1.0, 1.0]);
                smaller * scale * random.between(0.5, 2.0)
            });
            let around = around * f64::from(random.below(3) == 0);
            let corner = |k: usize| {
                let sign = |bit: usize| [1.0, -1.0][k >> bit & 1];
                Vector3::new(a * sign(0), b * sign(1), c * sign(2))
            };
            let curved = match random.below(kinds) {
                0 => Curved::cylinder(a, b),
                1 => Curved::cone(a, b),
                2 => Curved::ellipsoid([a, b, c]),
                kind => {
                    let corners: Vec<_> = (0..[1, 2, 8][kind - 3]).map(corner).collect();
                    let core = Polytope::new(&corners).expect("finite");
                    return SharedBody::new(core).rounded(around).expect("a radius");
                }
            };
            SharedBody::from(curved.expect("lengths").rounded(around).expect("a radius"))
        });
        let poses = [0.0, 3.0].map(|far| {
            let at = Vector3::from(random.direction()) * (far * scale * random.unit());
            let turned = match random.flip() {
                true => Quaternion::identity(),
                false => quaternion(&random.quaternion()),
            };
            Pose::new(at, turned).expect("finite")
        });
        let pair = PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1]);
        let prediction = scale * random.pick(&[0.0, 0.5]);
        let found = ask(&pair, prediction);
        tally.cases += 1;
        tally.hits += u64::from(found.normal.is_some());
        let name = format!(
            "case {index}: {:?} along {:?}",
            found.points(),
            found.normal
        );
        let has_points = !found.points().is_empty();
        tally.claim(
            found.normal.is_some() == has_points,
            &name,
            "a normal with points",
        );
        let is_unit = found.normal.is_none_or(|n| (n.norm() - 1.0).abs() < 1e-12);
        tally.claim(is_unit, &name, "unit");
        for at in found.points() {
            let numbers = at
                .point_a
                .iter()
                .chain(at.point_b.iter())
                .chain([&at.depth]);
            tally.claim(
                numbers.into_iter().all(|x| x.is_finite()),
                &name,
                "a number",
            );
            tally.claim(at.depth >= -prediction, &name, "beyond the prediction");
        }
    });
    println!("{} of {} in contact", run.hits, run.cases);
    run.none_wrong();
    assert!(run.hits * 4 > run.cases);
}
