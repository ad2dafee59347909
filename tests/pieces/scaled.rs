//! Bodies that are scaled and mirrored: as the same points multiplied, and in mirrored scenes with mirrored answers.

use interframe::{
    Body, Curved, CurvedShape, DistanceOptions, Error, HeightField, IntersectOptions, Motion,
    MovingPair, PairState, Polytope, Pose, PosedPair, SharedBody, TimeOfImpact,
    TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict, distance, intersect,
    time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{any, compound, curved, hull, pose, torus, vector};
use crate::common::{count, for_each};

fn fresh() -> PairState {
    PairState::default()
}

/// A cylinder, cone or ellipsoid at poses of their own, and hulls, some with radii.
fn round_compound(random: &mut SplitMix64) -> SharedBody {
    let parts: Vec<_> = (0..1 + random.below(3))
        .map(|_| {
            let [a, b, c] = [0; 3].map(|_| random.between(0.1, 0.6));
            let body = match random.below(4) {
                0 => Curved::cylinder(a, b).expect("lengths").into(),
                1 => Curved::cone(a, b).expect("lengths").into(),
                2 => Curved::ellipsoid([a, b, c]).expect("lengths").into(),
                _ => SharedBody::capsule(a, b).expect("lengths"),
            };
            (body, pose(random, 1.0))
        })
        .collect();
    SharedBody::compound(&parts).expect("convex parts")
}

fn one_sided_torus(random: &mut SplitMix64) -> SharedBody {
    let (vertices, triangles) = torus(6, 5, random.between(0.1, 0.6));
    let options = TriangleMeshOptions {
        one_sided: random.flip(),
        ..Default::default()
    };
    let mesh = TriangleMesh::new(&vertices, &triangles, &options);
    mesh.expect("a mesh").into()
}

fn body(random: &mut SplitMix64) -> SharedBody {
    match random.below(4) {
        0 => any(random).body,
        1 => curved(random).body,
        2 => round_compound(random),
        _ => one_sided_torus(random),
    }
}

/// A mirror, and a power of two.
struct Mirror {
    signs: Vector3<f64>,
    size: f64,
}

impl Mirror {
    fn factors(&self) -> [f64; 3] {
        (self.signs * self.size).into()
    }

    fn turn(&self, q: &Quaternion<f64>) -> Quaternion<f64> {
        let axis = q.imag().component_mul(&self.signs) * self.signs.product();
        Quaternion::from_parts(q.w, axis)
    }

    fn point(&self, p: &Vector3<f64>) -> Vector3<f64> {
        p.component_mul(&self.signs) * self.size
    }

    fn pose(&self, pose: &Pose) -> Pose {
        let (p, q) = (pose.translation(), pose.quaternion());
        Pose::new(self.point(&p), self.turn(&q)).expect("a pose")
    }
}

fn mirrored(a: &SharedBody, mirror: &Mirror) -> Option<SharedBody> {
    match a.scaled(mirror.factors()) {
        Ok(body) => Some(body),
        // A cone on its apex, or a height field.
        Err(Error::Scale { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn mirrored_scenes_have_mirrored_answers() {
    let run = for_each(count(2_000, 200_000), |index, tally| {
        let random = &mut case_generator(2190, index);
        let mirror = Mirror {
            signs: Vector3::from([0; 3].map(|_| *random.pick(&[1.0, -1.0]))),
            size: *random.pick(&[0.25, 1.0, 8.0]),
        };
        let bodies = [body(random), body(random)];
        let poses = [pose(random, 0.0), pose(random, 2.0)];
        let [Some(a), Some(b)] = bodies.each_ref().map(|body| mirrored(body, &mirror)) else {
            return;
        };
        tally.cases += 1;
        let name = format!("case {index}");
        let places = poses.map(|pose| mirror.pose(&pose));
        let before = PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1]);
        let after = PosedPair::new(&a, &places[0], &b, &places[1]);
        let verdicts = [before, after].map(|pair| {
            let found = intersect(&pair, &IntersectOptions::default(), &mut fresh());
            found.expect("every kind").verdict
        });
        tally.claim(verdicts[0] == verdicts[1], &name, "another verdict");
        let [near, far] = [before, after].map(|pair| {
            distance(&pair, &DistanceOptions::default(), &mut fresh()).expect("every kind")
        });
        let off = (near.separation * mirror.size - far.separation).abs();
        let room = near.error * mirror.size + far.error;
        tally.claim(
            off <= room || near.separation == far.separation,
            &name,
            "another distance",
        );
        let to = poses[1].translation() * -0.5 + vector(random, 0.5);
        let moves = |from: &Pose, to: Vector3<f64>| Motion::translation(*from, to).expect("a way");
        let still = poses.map(Motion::fixed);
        let their_still = places.map(Motion::fixed);
        let [way, their_way] = [moves(&poses[1], to), moves(&places[1], mirror.point(&to))];
        let options = TimeOfImpactOptions {
            tolerance: Some(1e-6),
            ..Default::default()
        };
        let theirs = TimeOfImpactOptions {
            tolerance: Some(1e-6 * mirror.size),
            ..options
        };
        let before = MovingPair::new(&bodies[0], &still[0], &bodies[1], &way);
        let after = MovingPair::new(&a, &their_still[0], &b, &their_way);
        let before = time_of_impact(&before, &options, &mut fresh()).expect("every kind");
        let after = time_of_impact(&after, &theirs, &mut fresh()).expect("every kind");
        tally.hits += u64::from(before.verdict == Verdict::Hit);
        // A bracket that ends with a gap may end before the contact; what is proved free is free in both.
        let agrees = |one: &TimeOfImpact, other: &TimeOfImpact| match (one.verdict, other.verdict) {
            (Verdict::Separated, Verdict::Hit) => other.gap > 0.0,
            (Verdict::Hit, Verdict::Hit) => other.gap > 0.0 || one.t_lo <= other.t_hi + 1e-12,
            _ => true,
        };
        tally.claim(
            agrees(&before, &after) && agrees(&after, &before),
            &name,
            "another time of impact",
        );
    });
    run.none_wrong();
    assert!(run.hits > 200, "only {} hits", run.hits);
}

/// With powers of two as factors, products are exact: what holds a point still does.
#[test]
fn points_stay_inside_or_outside() {
    let run = for_each(count(4_000, 400_000), |index, tally| {
        let random = &mut case_generator(2191, index);
        let power = |random: &mut SplitMix64| {
            *random.pick(&[0.25, 0.5, 1.0, 2.0, 4.0]) * *random.pick(&[1.0, -1.0])
        };
        let mut by: [f64; 3] = [0; 3].map(|_| power(random));
        let body: SharedBody = match random.below(6) {
            0 => SharedBody::new(hull(random, 1.0)),
            1 => compound(random, 3).body,
            2 => SharedBody::sphere(0.7).expect("a radius"),
            3 => {
                by[0] = by[1].copysign(by[0]);
                Curved::cylinder(0.5, 0.7).expect("lengths").into()
            }
            4 => {
                (by[0], by[2]) = (by[1].copysign(by[0]), by[2].abs());
                Curved::cone(0.5, 0.7).expect("lengths").into()
            }
            _ => {
                let (vertices, triangles) = torus(7, 5, 0.4);
                let options = TriangleMeshOptions {
                    solid: true,
                    ..Default::default()
                };
                let mesh = TriangleMesh::new(&vertices, &triangles, &options);
                mesh.expect("a closed surface").into()
            }
        };
        let Ok(scaled) = body.scaled(by) else {
            // A part of the compound has a radius.
            return;
        };
        let length = random.between(0.3, 1.2);
        let at = vector(random, length);
        let here = Pose::identity();
        let verdicts =
            [(&body, at), (&scaled, at.component_mul(&Vector3::from(by)))].map(|(body, at)| {
                let point = Polytope::new(&[at]).expect("a point");
                let pair = PosedPair::new(body, &here, &point, &here);
                let found = intersect(&pair, &IntersectOptions::default(), &mut fresh());
                found.expect("every kind").verdict
            });
        tally.decided(verdicts[0]);
        tally.claim(
            verdicts[0] == verdicts[1],
            &format!("case {index}"),
            "another verdict",
        );
    });
    run.none_wrong();
    assert!(run.hits > 500 && run.separated > 500);
}

fn refusal(body: &SharedBody, by: [f64; 3]) -> String {
    body.scaled(by).expect_err("no known body").to_string()
}

#[test]
fn what_a_body_does_not_take_is_named() {
    let ball = SharedBody::sphere(1.0).expect("a radius");
    for (by, words) in [
        (
            [0.0, 1.0, 1.0],
            "factors.x is 0; it must be finite and not 0",
        ),
        ([1.0, f64::NAN, 1.0], "factors.y is NaN"),
        ([1.0, 1.0, f64::NEG_INFINITY], "factors.z is -inf"),
    ] {
        let said = refusal(&ball, by);
        assert!(said.contains(words), "{said}");
    }
    let capsule = SharedBody::capsule(1.0, 0.5).expect("lengths");
    let drum = SharedBody::from(Curved::cylinder(1.0, 0.5).expect("lengths"));
    let cone = SharedBody::from(Curved::cone(1.0, 0.5).expect("lengths"));
    let apart = Polytope::new(&[Vector3::x()]).expect("a point");
    let apart = SharedBody::new(apart).rounded(0.5).expect("a radius");
    let field = HeightField::new(&[0.0; 4], 2, [1.0; 2], [0.0; 2]).expect("a field");
    let leaning = Pose::new(Vector3::x(), Quaternion::new(0.8, 0.6, 0.0, 0.0)).expect("a pose");
    let parts = [(capsule.clone(), Pose::identity()), (drum.clone(), leaning)];
    let both = SharedBody::compound(&parts).expect("convex parts");
    let alone = SharedBody::compound(&parts[1..]).expect("a convex part");
    for (body, by, words) in [
        (&capsule, [1.0, 1.0, 2.0], "the body has a radius"),
        (&drum, [1.0, 2.0, 1.0], "is a cylinder or cone"),
        (&cone, [1.0, 1.0, -1.0], "would stand on its apex"),
        (&apart, [1.0, 1.0, 2.0], "center is not its origin"),
        (&field.into(), [-1.0, 1.0, 1.0], "is a height field"),
        (
            &both,
            [1.0, 1.0, 2.0],
            "part 0 of the compound has a radius",
        ),
        (
            &alone,
            [1.0, 1.0, 2.0],
            "part 0 of the compound is round and turned",
        ),
    ] {
        let said = refusal(body, by);
        assert!(said.contains(words), "{said}");
    }
    let large = SharedBody::sphere(1e200).expect("a radius");
    assert!(refusal(&large, [1e200; 3]).contains("radius is inf"));
    let far = SharedBody::cuboid([1e200; 3]).expect("a box");
    assert!(refusal(&far, [1e200, 1.0, 1.0]).contains("coordinate x is"));
}

#[test]
fn what_comes_out_is_the_body_of_those_numbers() {
    let ball = SharedBody::sphere(2.0).expect("a radius");
    let of = |body: &SharedBody, by| body.scaled(by).expect("a body");
    assert_eq!(
        of(&ball, [-3.0; 3]),
        SharedBody::sphere(6.0).expect("a radius")
    );
    let egg = Curved::ellipsoid([2.0, 4.0, 6.0]).expect("radii");
    assert_eq!(of(&ball, [1.0, -2.0, 3.0]), egg.into());
    let slab = SharedBody::cuboid([1.0, 2.0, 3.0]).expect("a box");
    assert_eq!(
        of(&slab, [-1.0, 2.0, 1.0]),
        SharedBody::cuboid([1.0, 4.0, 3.0]).expect("a box")
    );
    let empty = SharedBody::new(Polytope::new(&[]).expect("no points"));
    assert_eq!(of(&empty, [1.0, 2.0, 3.0]), empty);
    let soft = empty.rounded(1.0).expect("a radius");
    assert_eq!(
        of(&soft, [1.0, 2.0, 3.0])
            .core()
            .map(Polytope::vertex_count),
        Some(0)
    );
    // Too small for f64: what is left is flat.
    let flat = of(&slab, [1.0, 1.0, f64::MIN_POSITIVE * f64::EPSILON]);
    assert_eq!(
        of(&flat, [1.0, 1.0, 0.1])
            .core()
            .map(Polytope::vertex_count),
        Some(4)
    );

    // The corners keep their places in the caller's list.
    let corners = [[3.0, 0.0, 0.0], [0.0; 3], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]].map(Vector3::from);
    let hull = SharedBody::new(Polytope::new(&corners).expect("a hull"));
    let turned = of(&hull, [-1.0, -1.0, 1.0]);
    let core = turned.core().expect("a polytope");
    for (k, v) in core.vertices().enumerate() {
        let own = corners[core.source_index(k)];
        assert_eq!(v, own.component_mul(&Vector3::new(-1.0, -1.0, 1.0)));
    }

    // A mirrored surface keeps its front in front, a closed one its volume.
    let (vertices, triangles) = torus(7, 5, 0.4);
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    let mesh = SharedBody::from(mesh.expect("a mesh"));
    let volume = |body: &SharedBody| match body.get() {
        Body::Pieces(pieces) => match pieces.kind() {
            interframe::PiecesKind::TriangleMesh(mesh) => mesh.signed_volume(),
            _ => f64::NAN,
        },
        _ => f64::NAN,
    };
    let (before, after) = (volume(&mesh), volume(&of(&mesh, [-1.0, 2.0, 4.0])));
    assert!(
        (after - 8.0 * before).abs() < 1e-9 * before.abs(),
        "{before} {after}"
    );
    let field = HeightField::new(&[0.0, 1.0, f64::NAN, 2.0], 2, [1.0, 2.0], [3.0, 4.0]);
    let wanted = HeightField::new(&[0.0, -3.0, f64::NAN, -6.0], 2, [2.0, 1.0], [6.0, 2.0]);
    assert_eq!(
        of(&field.expect("a field").into(), [2.0, 0.5, -3.0]),
        wanted.expect("a field").into()
    );
    let drum = Curved::cylinder(1.0, 0.5).expect("lengths");
    let lying = Pose::new(Vector3::z(), Quaternion::new(0.6, 0.8, 0.0, 0.0)).expect("a pose");
    let body = SharedBody::compound(&[(drum.into(), lying)]).expect("a part");
    let body = of(&body, [2.0, -2.0, 2.0]);
    let Body::Pieces(pieces) = body.get() else {
        panic!("a compound");
    };
    let interframe::PiecesKind::Compound(whole) = pieces.kind() else {
        panic!("a compound");
    };
    let Body::Curved(part) = whole.part(0) else {
        panic!("a cylinder");
    };
    let shape = CurvedShape::Cylinder {
        half_length: 2.0,
        radius: 1.0,
    };
    assert_eq!(part.shape(), shape);
}
