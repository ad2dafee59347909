//! Values of contact events on random bodies: continuous, with rates that are their derivatives, those of the pairs alone.
//! INTERFRAME_LONG=1 for full counts.

use interframe::{
    BodyId, BodyInput, ContactEvents, Curved, DistanceOptions, HeightField, IntersectOptions,
    Mobility, PairState, PenetrationOptions, Polytope, Pose, PosedPair, SharedBody, SignedDistance,
    TriangleMesh, TriangleMeshOptions, Velocity, Verdict, World, distance, intersect, penetration,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};
use twin::shapes;

use crate::common::{count, polytope};
use crate::contact_events::{at, ball, cube, events, values};

fn turned(random: &mut SplitMix64, position: Vector3<f64>) -> Pose {
    let [x, y, z, w] = random.quaternion();
    Pose::new(position, Quaternion::new(w, x, y, z)).expect("a pose")
}

/// A pose after a velocity for some time.
fn moved(pose: &Pose, velocity: &Velocity, time: f64) -> Pose {
    let q = UnitQuaternion::new_normalize(pose.quaternion());
    let q = UnitQuaternion::from_scaled_axis(velocity.angular * time) * q;
    Pose::new(pose.translation() + velocity.linear * time, q.into_inner()).expect("a pose")
}

fn bodies() -> Vec<SharedBody> {
    let flat = [[-0.6, -0.5, 0.0], [0.7, -0.4, 0.0], [0.1, 0.6, 0.0]];
    let thin = SharedBody::cuboid([0.5, 0.4, 1e-9]).expect("a box");
    let segment = SharedBody::capsule(0.5, 0.0).expect("a segment");
    vec![
        cube(0.5),
        cube(0.4).rounded(0.1).expect("a radius"),
        SharedBody::new(polytope(&shapes::octahedral(3, [0.5, 0.4, 0.6]))),
        ball(0.5),
        SharedBody::capsule(0.4, 0.3).expect("a capsule"),
        SharedBody::new(polytope(&flat)),
        thin,
        segment,
        SharedBody::new(Polytope::new(&[Vector3::zeros()]).expect("a point")),
        Curved::cylinder(0.5, 0.3).expect("a cylinder").into(),
        Curved::cone(0.4, 0.4).expect("a cone").into(),
        Curved::ellipsoid([0.5, 0.3, 0.4])
            .expect("an ellipsoid")
            .into(),
    ]
}

fn measured(events: &ContactEvents, world: &World) -> SignedDistance {
    let mut found = [SignedDistance::default()];
    events.measure(world, &mut found).expect("one pair");
    found[0]
}

/// Every value is finite and changes by no more than the bodies move: apart, touching, deep, concentric, flat, thin.
#[test]
fn values_are_continuous() {
    let bodies = bodies();
    let random = &mut case_generator(2201, 0);
    let (mut signs, mut overlaps) = ([0_u32; 2], 0_u32);
    for index in 0..count(15_000, 1_000_000) {
        let [a, b] = [0, 1].map(|_| random.below(bodies.len()));
        let mut world = World::new();
        world.add(BodyInput::new(
            bodies[a].clone(),
            turned(random, Vector3::zeros()),
        ));
        let direction = Vector3::from(random.direction());
        let far = *random.pick(&[0.0, 1e-9, 0.1, 0.5, 0.8, 1.0, 1.2]) * random.between(0.9, 1.1);
        let mut pose = turned(random, direction * far);
        let body = world.add(BodyInput::new(bodies[b].clone(), pose));
        let mut events = events(1);
        events.select(&world).expect("one pair");
        let before = measured(&events, &world);
        if far > 0.0 && before.z.abs() < 0.3 {
            // Nearly into contact, or out of it.
            let off = random.between(-1e-9, 1e-9);
            let to = pose.translation() + before.normal * (off - before.z);
            pose = Pose::new(to, pose.quaternion()).expect("finite");
            world.teleport(body, pose).expect("there");
        }
        let before = measured(&events, &world);
        let velocity = Velocity {
            linear: Vector3::from(random.direction()) * random.unit(),
            angular: Vector3::from(random.direction()) * random.unit(),
        };
        world
            .teleport(body, moved(&pose, &velocity, 1e-9))
            .expect("there");
        let after = measured(&events, &world);
        let move_at_most = 1e-9 * (velocity.linear.norm() + velocity.angular.norm()) + 1e-15;
        let change = (after.z - before.z).abs();
        let room = before.error + after.error;
        assert!(
            change <= move_at_most + room,
            "{index}: {a} {b} {before:?} {after:?}"
        );
        assert!(before.z.is_finite() && before.error.is_finite());
        signs[usize::from((before.z < 0.0) != (after.z < 0.0))] += 1;
        overlaps += u32::from(before.z < 0.0);
    }
    assert!(signs[1] > 100 && overlaps > 1_000, "{signs:?} {overlaps}");
}

/// The derivative is that of the values, where these have one.
#[test]
fn rates_are_the_derivatives() {
    let bodies = bodies();
    let random = &mut case_generator(2202, 0);
    let mut agree = 0;
    let total = count(2_000, 50_000);
    for _ in 0..total {
        // Polytopes and balls: of curved ones depths are known to their errors only.
        let [a, b] = [0, 1].map(|_| bodies[random.below(5)].clone());
        let mut world = World::new();
        let poses = [
            turned(random, Vector3::zeros()),
            turned(random, Vector3::from(random.clone().direction()) * 1.1),
        ];
        let ids = [
            world.add(BodyInput::new(a, poses[0])),
            world.add(BodyInput::new(b, poses[1])),
        ];
        let velocities = [0, 1].map(|_| Velocity {
            linear: Vector3::from(random.direction()),
            angular: Vector3::from(random.direction()),
        });
        let mut events = events(1);
        events.select(&world).expect("one pair");
        let mut rates = [0.0];
        let velocity = |id: BodyId| velocities[usize::from(id == ids[1])];
        events
            .rates(&world, &velocity, &mut rates)
            .expect("one pair");
        let mut z_at = |time: f64| {
            for k in 0..2 {
                world
                    .teleport(ids[k], moved(&poses[k], &velocities[k], time))
                    .expect("there");
            }
            values(&events, &world)[0]
        };
        let step = 1e-6;
        let slope = (z_at(step) - z_at(-step)) / (2.0 * step);
        agree += u64::from((slope - rates[0]).abs() < 1e-4);
    }
    // The others are at a change of feature.
    assert!(agree * 1000 > total * 995, "{agree} of {total}");
}

/// Many bodies that wander: values are those of the pairs alone, whatever was evaluated before; what is selected are the
/// least; what is not never meets.
#[test]
fn wandering_bodies_are_seen() {
    let random = &mut case_generator(2203, 0);
    let mut errors = 0;
    for round in 0..count(12, 200) {
        let mut world = World::new();
        let mut bodies = Vec::new();
        let shapes = [
            cube(0.5),
            ball(0.4),
            SharedBody::capsule(0.4, 0.3).expect("a capsule"),
        ];
        for k in 0..30 {
            let place = Vector3::new(random.unit(), random.unit(), random.unit()) * 6.0;
            let mobility = if k % 5 == 0 {
                Mobility::Static
            } else {
                Mobility::Moving
            };
            let id = world.add(BodyInput {
                user: 100 - k,
                mobility,
                ..BodyInput::new(random.pick(&shapes).clone(), turned(random, place))
            });
            bodies.push(id);
        }
        let mut events = events(40);
        if events.select(&world).is_err() {
            continue;
        }
        let poses: Vec<Pose> = bodies
            .iter()
            .map(|id| *world.get(*id).expect("there").pose())
            .collect();
        let ways: Vec<Vector3<f64>> = (0..30).map(|_| Vector3::from(random.direction())).collect();
        let speed = *random.pick(&[0.01, 0.2, 2.0]);
        let go = |world: &mut World, time: f64| {
            for k in 0..30 {
                if k % 5 != 0 {
                    let to = poses[k].translation() + ways[k] * (speed * time);
                    let pose = Pose::new(to, poses[k].quaternion()).expect("finite");
                    world.teleport(bodies[k], pose).expect("there");
                }
            }
        };
        let mut seen = Vec::new();
        for time in [0.0, 1.0, 0.3, 0.6, 0.3, 0.9, 0.0, 1.0] {
            go(&mut world, time);
            let mut z = vec![0.0; 40];
            let found = events.evaluate(&world, &mut z);
            let selected: Vec<[BodyId; 2]> = events
                .pairs()
                .flatten()
                .map(|[a, b]| [a.id, b.id])
                .collect();
            let mut meets = false;
            for (j, a) in bodies.iter().enumerate() {
                for (k, b) in bodies.iter().enumerate().skip(j + 1) {
                    let pair = [*a, *b];
                    let fixed = j % 5 == 0 && k % 5 == 0;
                    let known = selected.contains(&pair) || selected.contains(&[*b, *a]);
                    if fixed || known {
                        continue;
                    }
                    let [a, b] = pair.map(|id| world.get(id).expect("there").clone());
                    let pair = PosedPair::new(a.shape(), a.pose(), b.shape(), b.pose());
                    let state = &mut PairState::default();
                    let answer = intersect(&pair, &IntersectOptions::default(), state);
                    meets |= answer.expect("valid").verdict == Verdict::Hit;
                }
            }
            assert_eq!(found.is_err(), meets, "round {round} at {time}");
            errors += u32::from(meets);
            if !meets {
                seen.push((time.to_bits(), z));
            }
        }
        for (time, z) in &seen {
            let (_, first) = seen
                .iter()
                .find(|(other, _)| other == time)
                .expect("itself");
            assert_eq!(z, first);
        }
    }
    assert!(errors > 0);
}

/// Compounds, meshes and fields: the least over pieces, continuous, whatever was evaluated before.
#[test]
fn values_of_pieces_are_the_least_over_them() {
    let random = &mut case_generator(2205, 0);
    let parts = [
        (ball(0.3), at(-0.5, 0.0, 0.0)),
        (cube(0.25), at(0.5, 0.2, 0.0)),
    ];
    let bell = SharedBody::compound(&parts).expect("parts");
    let heights: Vec<f64> = (0..25).map(|_| random.between(-0.2, 0.2)).collect();
    let field = HeightField::new(&heights, 5, [0.5; 2], [-1.0; 2]).expect("a field");
    let corners = [
        [1.0, 0.0, 0.0],
        [-1.0, 0.5, 0.0],
        [-1.0, -0.5, 0.2],
        [0.0, 0.0, 0.8],
    ];
    let triangles = [[0, 1, 2], [0, 1, 3], [1, 2, 3]];
    let mesh = TriangleMesh::new(
        &corners.map(Vector3::from),
        &triangles,
        &TriangleMeshOptions::default(),
    );
    let shapes: [SharedBody; 3] = [bell.clone(), field.into(), mesh.expect("a mesh").into()];
    let mut overlaps = 0;
    for _ in 0..count(600, 60_000) {
        let shape = random.pick(&shapes).clone();
        let mut world = World::new();
        let first = world.add(BodyInput::new(
            shape.clone(),
            turned(random, Vector3::zeros()),
        ));
        let far = Vector3::from(random.direction()) * random.between(0.0, 1.6);
        let pose = turned(random, far);
        let second = world.add(BodyInput::new(bell.clone(), pose));
        let mut events = events(1);
        events.select(&world).expect("one pair");
        let before = measured(&events, &world);
        let pair = |world: &World| {
            let [a, b] = [first, second].map(|id| *world.get(id).expect("there").pose());
            let posed = PosedPair::new(&shape, &a, &bell, &b);
            let state = &mut PairState::default();
            let apart = distance(&posed, &DistanceOptions::default(), state).expect("valid");
            let deep = penetration(&posed, &PenetrationOptions::default(), state).expect("valid");
            match deep.verdict {
                Verdict::Hit => -deep.depth,
                _ => apart.separation,
            }
        };
        assert!(
            (before.z - pair(&world)).abs() <= before.error + 1e-12,
            "{before:?}"
        );
        overlaps += u32::from(before.z < 0.0);
        let velocity = Velocity {
            linear: Vector3::from(random.direction()),
            angular: Vector3::from(random.direction()),
        };
        world
            .teleport(second, moved(&pose, &velocity, 1e-6))
            .expect("there");
        let after = measured(&events, &world);
        // No point is farther than 1 from the origin.
        let most = 2e-6 + before.error + after.error + 1e-12;
        assert!((after.z - before.z).abs() <= most, "{before:?} {after:?}");
        world.teleport(second, pose).expect("there");
        assert_eq!(measured(&events, &world), before);
    }
    assert!(overlaps > 100, "{overlaps}");
}
