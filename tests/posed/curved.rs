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
            let gap = 1.2 * gap * 2f64.powi(-53) * size;
            let pose_b = at(&pose_b, on_a - on_b + n * gap);
            let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
            let met = ask_intersect(&pair);
            let name = format!("{index} with {gap}");
            tally.cases += 1;
            match met.verdict {
                Verdict::Undecided => {
                    tally
                        .undecided
                        .push(format!("{name}: {:?} {:?}", a.shape(), b.shape()))
                }
                Verdict::Separated => {
                    tally.separated += 1;
                    // At a sharp edge they may be apart though not along this normal.
                    let sharp = [&a, &b].iter().any(|body| {
                        body.radius() == 0.0
                            && !matches!(body.shape(), CurvedShape::Ellipsoid { .. })
                    });
                    tally.claim(gap > 0.0 || sharp, &name, "apart");
                }
                Verdict::Hit => {
                    tally.hits += 1;
                    tally.claim(gap < 0.0, &name, &format!("meet {:?} {:?}", a, b));
                }
            }
        }
    });
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
