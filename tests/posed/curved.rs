//! Cylinders, cones, ellipsoids, with radii and without: against polytopes inside and around them, closed forms, and
//! gaps planted along a common normal. INTERFRAME_LONG=1 for full counts.

use crate::common::curved::{Bracketed, any_curved, bracketed, farthest};
use crate::common::{Tally, count, for_each};
use interframe::*;
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

fn any_pose(rng: &mut SplitMix64, apart: f64) -> Pose {
    let [i, j, k, w] = rng.quaternion();
    let at = rng.direction().map(|x| x * apart);
    Pose::new(at.into(), Quaternion::new(w, i, j, k)).expect("a pose")
}

fn at(pose: &Pose, translation: Vector3<f64>) -> Pose {
    Pose::new(translation, pose.quaternion()).expect("a pose")
}

fn fresh() -> PairState {
    PairState::default()
}

fn ask_distance(pair: &PosedPair<'_>) -> Distance {
    distance(pair, &DistanceOptions::default(), &mut fresh()).expect("valid")
}

fn ask_intersect(pair: &PosedPair<'_>) -> Intersection {
    intersect(pair, &IntersectOptions::default(), &mut fresh()).expect("valid")
}

/// What the polytopes inside and around say of the distance: at most, at least.
fn brackets(a: &Bracketed, pose_a: &Pose, b: &Bracketed, pose_b: &Pose) -> [Distance; 2] {
    [(&a.inside, &b.inside), (&a.around, &b.around)].map(|(p, q)| {
        let p = p.rounded(a.body.radius()).expect("a radius");
        let q = q.rounded(b.body.radius()).expect("a radius");
        ask_distance(&PosedPair::new(p, pose_a, q, pose_b))
    })
}

fn judge(
    [a, b]: [&Bracketed; 2],
    [pose_a, pose_b]: [&Pose; 2],
    name: &str,
    rng: &mut SplitMix64,
    tally: &mut Tally,
) {
    let [inside, around] = brackets(a, pose_a, b, pose_b);
    let pair = PosedPair::new(&a.body, pose_a, &b.body, pose_b);
    let (met, apart) = (ask_intersect(&pair), ask_distance(&pair));
    tally.cases += 1;
    tally.claim(met.verdict == apart.verdict, name, "intersect and distance");
    match met.verdict {
        Verdict::Separated => tally.separated += 1,
        Verdict::Hit => tally.hits += 1,
        Verdict::Undecided => tally.undecided.push(name.to_string()),
    }
    let wrong = match met.verdict {
        Verdict::Separated => inside.verdict == Verdict::Hit,
        Verdict::Hit => around.verdict == Verdict::Separated,
        Verdict::Undecided => false,
    };
    tally.claim(!wrong, name, "intersect contradicts the polytopes");
    let size = (pose_b.translation() - pose_a.translation()).norm() + 40.0;
    let room = apart.error + 1e-13 * size;
    let between = around.separation - room <= apart.separation
        && apart.separation <= inside.separation + room;
    tally.claim(
        between,
        name,
        &format!(
            "{apart:?}, not from {} to {}",
            around.separation, inside.separation
        ),
    );
    tally.claim(
        apart.error <= 1e-9 * size,
        name,
        &format!("an error of {}", apart.error),
    );
    if met.verdict == Verdict::Separated {
        let n = met.plane.expect("a plane").normal;
        let reach = |body: &Curved, pose: &Pose, n: Vector3<f64>| {
            farthest(body, &(pose.matrix().transpose() * n)).0 + n.dot(&pose.translation())
        };
        let gap = -reach(&b.body, pose_b, -n) - reach(&a.body, pose_a, n);
        tally.claim(
            gap > -1e-14 * size,
            name,
            &format!("its plane leaves {gap}"),
        );
    }
    for (distance, hit) in [
        (1.001 * apart.separation + 1e-9, true),
        (0.999 * apart.separation - 1e-9, false),
    ] {
        if distance >= 0.0 && apart.separation > 0.0 {
            let options = WithinOptions {
                distance,
                ..WithinOptions::default()
            };
            let near = within(&pair, &options, &mut fresh()).expect("valid");
            tally.claim(
                (near.verdict == Verdict::Hit) == hit,
                name,
                &format!("within {distance}: {near:?}"),
            );
        }
    }
    if met.verdict == Verdict::Hit && rng.below(4) == 0 {
        judge_depth([a, b], [pose_a, pose_b], name, tally);
    }
    let turned = PosedPair::new(&b.body, pose_b, &a.body, pose_a);
    tally.claim(
        ask_intersect(&turned).verdict == met.verdict,
        name,
        "swapped",
    );
}

fn judge_depth(
    [a, b]: [&Bracketed; 2],
    [pose_a, pose_b]: [&Pose; 2],
    name: &str,
    tally: &mut Tally,
) {
    let ask = |a: Body<'_>, b: Body<'_>, pose_b: &Pose| {
        let pair = PosedPair::new(a, pose_a, b, pose_b);
        penetration(&pair, &PenetrationOptions::default(), &mut fresh()).expect("valid")
    };
    let [inside, around] = [(&a.inside, &b.inside), (&a.around, &b.around)].map(|(p, q)| {
        let p = p.rounded(a.body.radius()).expect("a radius");
        ask(p, q.rounded(b.body.radius()).expect("a radius"), pose_b)
    });
    let (a, b) = (Body::from(&a.body), Body::from(&b.body));
    let found = ask(a, b, pose_b);
    let least = inside.depth - inside.error - 1e-12;
    let most = around.depth + around.error + 1e-12;
    let says = format!("{found:?}, not from {least} to {most}");
    tally.claim(
        found.depth >= least && found.depth - found.error <= most,
        name,
        &says,
    );
    tally.claim(
        found.error <= 0.05 * found.depth + 1e-9,
        name,
        &format!("{found:?}"),
    );
    let n = found.normal.expect("a normal");
    let apart = at(
        pose_b,
        pose_b.translation() + n * (found.depth + 1e-9 * (1.0 + found.depth)),
    );
    let after = ask(a, b, &apart);
    tally.claim(
        after.verdict == Verdict::Separated,
        name,
        &format!("{found:?} does not part them"),
    );
}

#[test]
fn between_the_polytopes_inside_and_around() {
    let run = for_each(count(300, 2_000), |index, tally| {
        let rng = &mut case_generator(0x18c0, index);
        let [a, b] = [0, 1].map(|_| bracketed(any_curved(rng), count(0, 1) == 1));
        // Many placements of two bodies: building these costs most.
        for place in 0..count(10, 100) {
            let pose_a = any_pose(rng, 0.0);
            let apart = rng.between(0.0, 1.5);
            let pose_b = any_pose(rng, apart);
            let along = pose_b
                .translation()
                .try_normalize(0.0)
                .unwrap_or(Vector3::x());
            let reach = farthest(&a.body, &(pose_a.matrix().transpose() * along)).0
                + farthest(&b.body, &(pose_b.matrix().transpose() * -along)).0;
            let pose_b = at(&pose_b, pose_b.translation() * reach);
            let name = format!("{index}, {place}");
            judge([&a, &b], [&pose_a, &pose_b], &name, rng, tally);
        }
    });
    run.report("curved bodies, against polytopes of ten thousand faces");
}

/// Along a common normal, with a gap of so many times 2^-53 of the sizes.
#[test]
fn planted_gaps_are_told() {
    let run = for_each(count(3_000, 200_000), |index, tally| {
        let rng = &mut case_generator(0x18c1, index);
        let (a, b) = (any_curved(rng), any_curved(rng));
        let (pose_a, pose_b) = (any_pose(rng, 0.0), any_pose(rng, 0.0));
        let n = Vector3::from(rng.direction());
        let back = |pose: &Pose, n: Vector3<f64>| pose.matrix().transpose() * n;
        let on_a = pose_a.matrix() * farthest(&a, &back(&pose_a, n)).1;
        let on_b = pose_b.matrix() * farthest(&b, &back(&pose_b, -n)).1;
        let size = on_a.norm() + on_b.norm() + (on_a - on_b).norm();
        for gap in [64.0, 1e3, 1e6, -64.0, -1e3, -1e6] {
            // The planting errs by less than a tenth of that.
            let least = gap == -64.0;
            let gap = 1.2 * gap * 2f64.powi(-53) * size;
            let pose_b = at(&pose_b, on_a - on_b + n * gap);
            let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
            let met = ask_intersect(&pair);
            let name = format!("{index} with {gap}");
            tally.cases += 1;
            // At a sharp edge they may be apart though not along this normal, or touch.
            let sharp = [&a, &b].iter().any(|body| {
                body.radius() == 0.0 && !matches!(body.shape(), CurvedShape::Ellipsoid { .. })
            });
            match met.verdict {
                Verdict::Undecided if sharp && least && gap < 0.0 => tally.refused += 1,
                Verdict::Undecided => {
                    tally
                        .undecided
                        .push(format!("{name}: {:?} {:?}", a.shape(), b.shape()))
                }
                Verdict::Separated => {
                    tally.separated += 1;
                    tally.claim(gap > 0.0 || sharp, &name, "apart");
                }
                Verdict::Hit => {
                    tally.hits += 1;
                    tally.claim(gap < 0.0, &name, &format!("meet {:?} {:?}", a, b));
                }
            }
        }
    });
    assert!(run.refused <= 1 + run.cases / 100_000, "{}", run.refused);
    run.report("gaps planted between curved bodies");
}

/// A segment or a point with a radius, as a curved body and as the exact one.
fn twice(h: f64, r: f64, kind: usize) -> (Curved, SharedBody) {
    let core = match kind {
        0 => Curved::cylinder(h, 0.0),
        1 => Curved::cone(h, 0.0),
        _ => Curved::ellipsoid([0.0, 0.0, 0.0]),
    };
    let h = if kind > 1 { 0.0 } else { h };
    let body = core.and_then(|core| core.rounded(r)).expect("lengths");
    (body, SharedBody::capsule(h, r).expect("lengths"))
}

/// Capsules and balls as curved bodies, at every size and as far from the origin, tangent to a last place and beside
/// that: never another verdict than the exact one.
#[test]
fn thin_ones_agree_with_exact_capsules() {
    let run = for_each(count(2_000, 100_000), |index, tally| {
        let rng = &mut case_generator(0x18c2, index);
        let scale = 2f64.powi(*rng.pick(&[0, 0, 30, -30, 300, -300, 900, -900]));
        let far = *rng.pick(&[0.0, 0.0, 1e3, 1e12]);
        let lengths = [rng.between(0.0, 2.0), rng.between(0.0, 2.0)].map(|h| h * scale);
        let kinds = [rng.below(3), rng.below(3)];
        let shift = Vector3::from(rng.direction()) * far * scale;
        let apart = Vector3::from(rng.direction()) * rng.between(0.0, 4.0) * scale;
        let pose_a = at(&any_pose(rng, 0.0), shift);
        let pose_b = at(&any_pose(rng, 0.0), shift + apart);
        let thin = [0, 1].map(|k| twice(lengths[k], 0.0, kinds[k]));
        let cores = PosedPair::new(&thin[0].1, &pose_a, &thin[1].1, &pose_b);
        let d = ask_distance(&cores).separation;
        let size = apart.amax() + lengths[0] + lengths[1] + d;
        for ulps in [0.0, 1.0, -1.0, 8.0, -8.0, 1e9, -1e9] {
            let sum = d + ulps * 2f64.powi(-53) * size;
            if sum.is_nan() || sum < 0.0 {
                continue;
            }
            let radii = [sum / 3.0, sum - sum / 3.0];
            let both = [0, 1].map(|k| twice(lengths[k], radii[k], kinds[k]));
            let exact = ask_intersect(&PosedPair::new(&both[0].1, &pose_a, &both[1].1, &pose_b));
            let pair = PosedPair::new(&both[0].0, &pose_a, &both[1].0, &pose_b);
            let found = ask_intersect(&pair);
            let name = format!("{index}: kinds {kinds:?}, {ulps} at {scale}");
            tally.cases += 1;
            if found.verdict == Verdict::Undecided {
                tally.claim(ulps.abs() <= 1.0, &name, "undecided");
                continue;
            }
            tally.hits += u64::from(found.verdict == Verdict::Hit);
            tally.separated += u64::from(found.verdict == Verdict::Separated);
            tally.claim(
                found.verdict == exact.verdict,
                &name,
                &format!("{found:?}, {exact:?}"),
            );
        }
    });
    run.report("capsules as curved bodies, against exact ones");
}

/// How far a point beside the axis, at the height z, is from a segment in that half plane.
fn beside([x, z]: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    let [d, e] = [
        [to[0] - from[0], to[1] - from[1]],
        [x - from[0], z - from[1]],
    ];
    let t = ((d[0] * e[0] + d[1] * e[1]) / (d[0] * d[0] + d[1] * d[1])).clamp(0.0, 1.0);
    (e[0] - t * d[0]).hypot(e[1] - t * d[1])
}

/// The distance of a ball's centre from the solid.
fn from_centre(shape: CurvedShape, c: &Vector3<f64>) -> f64 {
    let x = c.x.hypot(c.y);
    match shape {
        CurvedShape::Cylinder {
            half_length: h,
            radius: r,
        } => (x - r).max(0.0).hypot((c.z.abs() - h).max(0.0)),
        CurvedShape::Cone {
            half_length: h,
            radius: r,
        } => {
            let inside = c.z >= -h && 2.0 * h * x <= r * (h - c.z);
            let side = beside([x, c.z], [r, -h], [0.0, h]);
            match inside {
                true => 0.0,
                false => side.min(beside([x, c.z], [0.0, -h], [r, -h])),
            }
        }
        CurvedShape::Ellipsoid { radii: [r, ..] } => (c.norm() - r).max(0.0),
        _ => unreachable!("three shapes"),
    }
}

#[test]
fn balls_beside_them_have_closed_forms() {
    let run = for_each(count(3_000, 200_000), |index, tally| {
        let rng = &mut case_generator(0x18c3, index);
        let [h, r] = [0, 1].map(|_| 10f64.powf(rng.between(-1.0, 1.0)));
        let body = match index % 3 {
            0 => Curved::cylinder(h, r),
            1 => Curved::cone(h, r),
            _ => Curved::ellipsoid([r; 3]),
        };
        let body = body.expect("lengths");
        let ball = match rng.flip() {
            true => SharedBody::sphere(rng.between(0.0, 1.0)),
            false => Curved::ellipsoid([rng.between(0.0, 1.0); 3]).map(SharedBody::from),
        };
        let ball = ball.expect("a radius");
        let radius = match ball.get() {
            Body::Curved(ball) => match ball.shape() {
                CurvedShape::Ellipsoid { radii } => radii[0],
                _ => unreachable!("a ball"),
            },
            _ => ball.radius(),
        };
        let c = Vector3::from(rng.direction()) * rng.between(0.0, 3.0) * (h + r);
        let pose = any_pose(rng, 1.0);
        let there = at(&any_pose(rng, 0.0), pose.transform_point(&c));
        let found = ask_distance(&PosedPair::new(&body, &pose, &ball, &there));
        let truth = from_centre(body.shape(), &c) - radius;
        let name = format!(
            "{index}: {:?} and a ball of {radius} at {c:?}",
            body.shape()
        );
        let size = c.norm() + h + r + radius + 1.0;
        tally.cases += 1;
        match found.verdict {
            Verdict::Hit => tally.hits += 1,
            _ => tally.separated += 1,
        }
        if truth.abs() > 1e-13 * size {
            let right = (found.verdict == Verdict::Separated) == (truth > 0.0);
            tally.claim(right, &name, &format!("truly {truth}: {found:?}"));
        }
        // The placing and the closed form are rounded, too.
        let off = (found.separation - truth.max(0.0)).abs();
        let right = off <= found.error + 1e-14 * size && found.error <= 1e-7 * size;
        tally.claim(right, &name, &format!("truly {truth}: {found:?}"));
    });
    run.report("balls beside curved bodies, against closed forms");
}

/// Balls, cones, cylinders, flat and thin ones in a row or about one centre: rays through them meet edges and axes.
#[test]
fn deep_in_symmetric_places_they_meet() {
    let mut curved = Vec::new();
    for h in [1.0, 2.0, 0.5] {
        for r in [1.0, 0.5, 3.0] {
            curved.extend([Curved::cone(h, r), Curved::cylinder(h, r)]);
        }
    }
    for radii in [[1.0; 3], [2.0; 3], [1.0, 1.0, 2.0], [1.0, 2.0, 2.0]] {
        curved.push(Curved::ellipsoid(radii));
    }
    let curved: Vec<_> = (curved.into_iter().flatten())
        .flat_map(|body| [body.clone().rounded(0.25).expect("a radius"), body])
        .collect();
    let point = |x: f64, y: f64, z: f64| Vector3::new(x, y, z);
    let hull = |points: &[Vector3<f64>]| SharedBody::new(Polytope::new(points).expect("finite"));
    let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let mut others: Vec<SharedBody> = curved.iter().cloned().map(SharedBody::from).collect();
    others.extend([
        hull(&[point(0.0, 0.0, -1.0), point(0.0, 0.0, 1.0)]),
        hull(&[point(0.0, 0.0, -0.5), point(0.0, 0.0, 0.5)]),
        hull(&[point(-0.5, 0.0, 0.0), point(0.5, 0.0, 0.0)]),
        hull(&[point(0.0, 0.0, 0.0)]),
        hull(&square.map(|(x, y)| point(x, y, 0.0))),
        SharedBody::capsule(1.0, 0.0).expect("lengths"),
        SharedBody::sphere(0.5).expect("a radius"),
        Curved::ellipsoid([0.0; 3]).expect("lengths").into(),
        Curved::cylinder(0.0, 1.0).expect("lengths").into(),
        Curved::cone(1.0, 0.0).expect("lengths").into(),
    ]);
    let places = [
        point(0.0, 0.0, 0.0),
        point(0.0, 0.0, 0.125),
        point(0.0, 0.0, -0.25),
        point(0.125, 0.0, 0.0),
        point(0.0625, 0.0625, 0.125),
    ];
    let here = Pose::identity();
    for a in &curved {
        for b in &others {
            for place in places {
                let there = Pose::from_translation(place).expect("a pose");
                for swapped in [false, true] {
                    let (a, b) = (Body::from(a), Body::from(b));
                    let pair = match swapped {
                        false => PosedPair::new(a, &here, b, &there),
                        true => PosedPair::new(b, &there, a, &here),
                    };
                    let says = || format!("{a:?}\n{b:?}\nat {place:?}, swapped {swapped}");
                    assert_eq!(ask_intersect(&pair).verdict, Verdict::Hit, "{}", says());
                    assert_eq!(ask_distance(&pair).verdict, Verdict::Hit, "{}", says());
                }
            }
        }
    }
}

/// A cylinder, flat, thin or neither, or a cone or a ball: symmetric about its axis, with a radius or without.
fn symmetric(rng: &mut SplitMix64) -> Curved {
    let mut length = |least: f64| {
        let length = *rng.pick(&[least, 0.1, 0.5, 1.0, 2.0]);
        length
            * if rng.flip() {
                1.0
            } else {
                rng.between(0.5, 1.0)
            }
    };
    let [h, r, radius] = [0.1, 0.1, 0.0].map(&mut length);
    let [flat, thin] = [0.0, 0.0].map(&mut length);
    let body = match rng.below(4) {
        0 => Curved::cylinder(flat, thin),
        1 => Curved::cylinder(h, r),
        2 => Curved::cone(h, r),
        _ => Curved::ellipsoid([r; 3]),
    };
    let radius = if rng.flip() { radius } else { 0.0 };
    body.and_then(|body| body.rounded(radius)).expect("lengths")
}

/// About one centre, or beside it on an axis, a body is as deep in another in a whole circle of directions. The deepest points
/// are on the bodies, and apart by the depth along the normal.
#[test]
fn deepest_points_in_symmetric_places_are_on_the_bodies() {
    let run = for_each(count(2_000, 200_000), |index, tally| {
        let rng = &mut case_generator(0x18c9, index);
        let bodies = [symmetric(rng), symmetric(rng)];
        let place = Vector3::repeat(*rng.pick(&[0.0, -2.0, 3.7]));
        let axis = [Vector3::zeros(), Vector3::x(), Vector3::z()];
        let beside = *rng.pick(&axis) * *rng.pick(&[1e-12, 1e-9, rng.clone().between(-1.0, 1.0)]);
        let right = [
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 1.0],
            [0.0, 1.0, 1.0, 0.0],
        ];
        let mut pose = |at: Vector3<f64>| {
            let q = match rng.below(4) {
                0 => rng.quaternion(),
                _ => *rng.pick(&right),
            };
            let q = Quaternion::new(q[3], q[0], q[1], q[2]);
            Pose::new(at, q / q.norm()).expect("a pose")
        };
        let poses = [pose(place), pose(place + beside)];
        let pair = PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1]);
        let options = PenetrationOptions::default();
        let found = penetration(&pair, &options, &mut fresh()).expect("valid");
        tally.cases += 1;
        let (Some(a), Some(b), Some(normal)) = (found.point_a, found.point_b, found.normal) else {
            return;
        };
        tally.hits += 1;
        let points = [a, b];
        let size: f64 = bodies
            .iter()
            .map(|body| body.radius() + farthest_of(body))
            .sum();
        for k in 0..2 {
            let (body, pose) = (&bodies[k], &poses[k]);
            let own = pose.matrix().transpose() * (points[k] - pose.translation());
            let off = from_centre(body.shape(), &own) - body.radius();
            let name = format!("{index}, point {k} is {off} off");
            tally.claim(
                off <= 1e-7 * size + 1e-13,
                &name,
                &format!("{bodies:?} {found:?}"),
            );
        }
        let between = (points[0] - points[1] - normal * found.depth).norm();
        tally.claim(
            between <= 1e-9 * size + 1e-13,
            &format!("{index}, points {between} beside the depth"),
            &format!("{bodies:?} {found:?}"),
        );
    });
    assert!(run.hits > 0);
    run.report("deepest points in symmetric places");
}

/// How far a core reaches from its centre.
fn farthest_of(body: &Curved) -> f64 {
    match body.shape() {
        CurvedShape::Cylinder {
            half_length,
            radius,
        }
        | CurvedShape::Cone {
            half_length,
            radius,
        } => half_length.hypot(radius),
        CurvedShape::Ellipsoid { radii: [r, ..] } => r,
        _ => unreachable!("three shapes"),
    }
}

/// Flat ones in their own plane, of whose difference no four columns hold anything.
#[test]
fn flat_ones_meet_in_their_plane() {
    let flat = [
        Curved::cylinder(0.0, 1.0),
        Curved::ellipsoid([1.0, 1.0, 0.0]),
    ]
    .map(|body| body.expect("lengths"));
    let here = Pose::identity();
    for (a, b) in [(0, 0), (0, 1), (1, 1)] {
        for x in [0.0, 0.5, 1.9, 1.999_999_999_9] {
            let there = Pose::from_translation(Vector3::new(0.0, x, 0.0)).expect("a pose");
            let pair = PosedPair::new(&flat[a], &here, &flat[b], &there);
            assert_eq!(ask_intersect(&pair).verdict, Verdict::Hit, "{a} {b} at {x}");
            let deep = penetration(&pair, &PenetrationOptions::default(), &mut fresh());
            let deep = deep.expect("valid");
            assert!(
                deep.depth - deep.error <= 0.0 && deep.depth < 1e-13,
                "{deep:?}"
            );
        }
    }
}

/// Rounded bodies whose cores are apart by part of their radius, along a common normal: as near as rounding, where
/// nothing shows whether the cores meet.
#[test]
fn depths_are_between_their_bounds_and_part() {
    let bodies = [
        Curved::cylinder(1.0, 1.0),
        Curved::cone(1.0, 1.0),
        Curved::ellipsoid([1.0, 1.0, 0.5]),
        Curved::ellipsoid([1.0, 1.0, 1.0]),
    ]
    .map(|body| body.expect("lengths"));
    let run = for_each(count(1_000, 100_000), |index, tally| {
        let rng = &mut case_generator(0x18c3, index);
        let radius = *rng.pick(&[1e-3, 1e-9, 1e-11, 1e-12, 1e-13, 1e-14, 1e-15]);
        let a = rng.pick(&bodies).clone().rounded(radius).expect("a radius");
        let b = rng.pick(&bodies).clone();
        let (pose_a, pose_b) = (any_pose(rng, 0.0), any_pose(rng, 0.0));
        let n = Vector3::from(rng.direction());
        let reach = |body: &Curved, pose: &Pose, n: Vector3<f64>| {
            farthest(body, &(pose.matrix().transpose() * n))
        };
        let on_a = pose_a.matrix() * reach(&a, &pose_a, n).1;
        let on_b = pose_b.matrix() * reach(&b, &pose_b, -n).1;
        let deep = radius * *rng.pick(&[0.5, 0.2, 0.02, 0.002, 2.0]);
        let pose_b = at(&pose_b, on_a - on_b - n * deep);
        let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
        let found = penetration(&pair, &PenetrationOptions::default(), &mut fresh());
        let found = found.expect("valid");
        tally.cases += 1;
        if found.verdict != Verdict::Hit {
            return;
        }
        tally.hits += 1;
        let name = format!("{index}, {deep} of {radius}");
        let along = |n: Vector3<f64>| {
            reach(&a, &pose_a, n).0 + reach(&b, &pose_b, -n).0 - n.dot(&pose_b.translation())
        };
        let room = 2f64.powi(-50) * 4.0;
        let least = found.depth - found.error;
        tally.claim(least <= along(n) + room, &name, &format!("{found:?}"));
        let normal = found.normal.expect("a normal");
        let parts = along(normal) <= found.depth + room;
        tally.claim(parts, &name, &format!("{found:?} does not part them"));
    });
    run.report("depths of rounded curved bodies about touching");
}
