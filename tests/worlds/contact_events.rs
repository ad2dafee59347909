//! Event functions: the paper's table, functions without a pair, too many contacts, pairs that are not selected, hysteresis,
//! derivatives, continuity. INTERFRAME_LONG=1 for full counts.

use interframe::{
    BodyId, BodyInput, ContactEvents, ContactEventsOptions, Curved, DistanceOptions, Error, Filter,
    HeightField, IntersectOptions, Mobility, PairState, PenetrationOptions, Polytope, Pose,
    PosedPair, Role, SharedBody, SignedDistance, TriangleMesh, TriangleMeshOptions, Velocity,
    Verdict, World, distance, intersect, penetration,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};
use twin::shapes;

use crate::common::{count, polytope};

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

fn ball(radius: f64) -> SharedBody {
    SharedBody::sphere(radius).expect("a radius")
}

fn cube(half: f64) -> SharedBody {
    SharedBody::new(polytope(&shapes::cuboid([half; 3])))
}

fn events(slots: u32) -> ContactEvents {
    let options = ContactEventsOptions {
        slots,
        ..Default::default()
    };
    ContactEvents::new(&options).expect("valid")
}

fn values(events: &ContactEvents, world: &World) -> Vec<f64> {
    let mut z = vec![0.0; events.slots()];
    events
        .evaluate(world, &mut z)
        .expect("no contact without a function");
    z
}

/// Pairs of balls that go together with each other alone, each with a number and a gap.
struct Numbered {
    world: World,
    moving: Vec<(u64, BodyId)>,
}

impl Numbered {
    fn new(gaps: &[(u64, f64)]) -> Self {
        let mut world = World::new();
        let mut moving = Vec::new();
        for &(id, gap) in gaps {
            let input = |x: f64, mobility| BodyInput {
                user: id,
                filter: Filter {
                    category: 1,
                    mask: 0,
                    group: id as i32,
                },
                mobility,
                ..BodyInput::new(ball(0.5), at(x, 10.0 * id as f64, 0.0))
            };
            world.add(input(0.0, Mobility::Static));
            moving.push((id, world.add(input(1.0 + gap, Mobility::Moving))));
        }
        Numbered { world, moving }
    }

    fn put(&mut self, gaps: &[(u64, f64)]) {
        for &(id, gap) in gaps {
            let (_, body) = self
                .moving
                .iter()
                .find(|(known, _)| *known == id)
                .expect("a pair");
            self.world
                .teleport(*body, at(1.0 + gap, 10.0 * id as f64, 0.0))
                .expect("there");
        }
    }
}

fn ids(events: &ContactEvents) -> Vec<Option<u64>> {
    events
        .pairs()
        .map(|pair| pair.map(|[a, _]| a.user))
        .collect()
}

fn near(found: &[f64], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-14, "{found} {wanted}");
    }
}

/// Neumayr and Otter, table 1, with its six functions.
#[test]
fn the_paper_s_table() {
    let last = [
        (10, -0.09),
        (5, -0.003),
        (3, -0.001),
        (7, 0.02),
        (8, 0.3),
        (2, 0.4),
        (12, 0.45),
        (4, 0.6),
    ];
    let mut pairs = Numbered::new(&last);
    let mut events = events(6);
    events.select(&pairs.world).expect("three contacts");
    assert_eq!(ids(&events), [10, 5, 3, 7, 8, 2].map(Some));
    near(
        &values(&events, &pairs.world),
        &[-0.09, -0.003, -0.001, 0.02, 0.3, 0.4],
    );
    pairs.put(&[
        (10, -0.08),
        (5, -0.015),
        (3, -0.002),
        (7, 0.04),
        (8, 0.55),
        (2, 0.53),
        (12, 0.4),
        (4, 0.5),
    ]);
    let before = values(&events, &pairs.world);
    near(&before, &[-0.08, -0.015, -0.002, 0.04, 0.55, 0.53]);
    events.select(&pairs.world).expect("three contacts");
    assert_eq!(ids(&events), [10, 5, 3, 7, 12, 4].map(Some));
    let after = values(&events, &pairs.world);
    near(&after, &[-0.08, -0.015, -0.002, 0.04, 0.4, 0.5]);
    let signs = |z: &[f64]| z.iter().map(|z| *z < 0.0).collect::<Vec<_>>();
    assert_eq!(signs(&before), signs(&after));
}

#[test]
fn equal_distances_are_in_the_order_of_bodies() {
    let gaps = [(9, 0.25), (4, 0.25), (7, 0.25), (1, 0.25), (6, 0.5)];
    let pairs = Numbered::new(&gaps);
    let mut events = events(5);
    events.select(&pairs.world).expect("no contact");
    assert_eq!(ids(&events), [1, 4, 7, 9, 6].map(Some));
    let mut turned = gaps;
    turned.reverse();
    let pairs = Numbered::new(&turned);
    events.select(&pairs.world).expect("no contact");
    assert_eq!(ids(&events), [1, 4, 7, 9, 6].map(Some));
}

#[test]
fn functions_without_a_pair_are_positive() {
    let pairs = Numbered::new(&[(1, 0.25), (2, -0.125)]);
    let mut events = events(4);
    events.select(&pairs.world).expect("one contact");
    assert_eq!(ids(&events), [Some(2), Some(1), None, None]);
    near(&values(&events, &pairs.world), &[-0.125, 0.25, 1.0, 1.0]);
    let empty = World::new();
    events.select(&empty).expect("nothing");
    near(&values(&events, &empty), &[1.0; 4]);
    let mut rates = [f64::NAN; 4];
    events
        .rates(&empty, &|_| Velocity::default(), &mut rates)
        .expect("nothing");
    assert_eq!(rates, [0.0; 4]);
}

#[test]
fn more_contacts_than_functions_name_the_pair_and_lose_nothing() {
    let mut pairs = Numbered::new(&[(1, 0.25), (2, 0.5), (3, 1.0)]);
    let mut events = events(2);
    events.select(&pairs.world).expect("no contact");
    let before = events.clone();
    pairs.put(&[(1, -0.1), (2, -0.2), (3, -0.05)]);
    let refused = events.select(&pairs.world).expect_err("three contacts");
    let third = pairs.moving[2].1;
    let Error::EventSlots { b, slots: 2, .. } = refused else {
        panic!("{refused}")
    };
    assert_eq!(b, [third.index(), third.generation()]);
    assert!(
        refused
            .to_string()
            .contains("meet and have none of the 2 event functions")
    );
    assert_eq!(ids(&events), ids(&before));
    events.set_slots(3).expect("more");
    assert!(matches!(
        events.evaluate(&pairs.world, &mut [0.0; 3]),
        Err(Error::World { .. })
    ));
    events
        .select(&pairs.world)
        .expect("as many as there are contacts");
    near(&values(&events, &pairs.world), &[-0.2, -0.1, -0.05]);
}

/// A pair without a function that meets is named by the evaluation that sees it first, beside the watched ones and far
/// beyond them.
#[test]
fn pairs_that_are_not_selected_never_meet_unseen() {
    for many in [3_u64, 80] {
        let gaps: Vec<(u64, f64)> = (1..=many).map(|id| (id, 0.1 * id as f64)).collect();
        let mut pairs = Numbered::new(&gaps);
        let mut events = events(2);
        events.select(&pairs.world).expect("no contact");
        let last = pairs.moving[many as usize - 1].1;
        let gap = 0.1 * many as f64;
        let mut z = [0.0; 2];
        for step in 0..=20 {
            let gap = gap * (1.0 - f64::from(step) / 16.0);
            pairs.put(&[(many, gap)]);
            let found = events.evaluate(&pairs.world, &mut z);
            if gap > 1e-12 {
                found.expect("apart");
                near(&z, &[0.1, 0.2]);
                continue;
            }
            let Err(Error::EventSlots { a, b, .. }) = found else {
                panic!("{found:?}")
            };
            assert!(b == [last.index(), last.generation()] && a[0] + 1 == b[0]);
            assert!(z.iter().all(|z| z.is_nan()));
        }
        // Back in time all is as it was.
        pairs.put(&[(many, gap)]);
        events.evaluate(&pairs.world, &mut z).expect("apart");
        near(&z, &[0.1, 0.2]);
        pairs.put(&[(many, -0.3)]);
        events.select(&pairs.world).expect("one contact");
        assert_eq!(ids(&events)[0], Some(many));
    }
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let refused = ContactEvents::new(&ContactEventsOptions {
        slots: 0,
        ..Default::default()
    });
    assert!(matches!(refused, Err(Error::Setting { name: "slots", .. })));
    for hysteresis in [-1.0, f64::NAN, f64::INFINITY] {
        let options = ContactEventsOptions {
            hysteresis,
            ..Default::default()
        };
        assert!(ContactEvents::new(&options).is_err());
    }
    let mut pairs = Numbered::new(&[(1, 0.25)]);
    let mut events = events(2);
    let mut z = [0.0; 2];
    assert!(matches!(
        events.evaluate(&pairs.world, &mut z),
        Err(Error::World { .. })
    ));
    events.select(&pairs.world).expect("no contact");
    assert!(matches!(
        events.evaluate(&pairs.world, &mut z[..1]),
        Err(Error::Length {
            count: 1,
            wanted: 2,
            ..
        })
    ));
    pairs
        .world
        .add(BodyInput::new(ball(1.0), at(0.0, 0.0, 5.0)));
    assert!(matches!(
        events.evaluate(&pairs.world, &mut z),
        Err(Error::World { .. })
    ));
    events.select(&pairs.world).expect("no contact");
    pairs.world.remove(pairs.moving[0].1).expect("there");
    assert!(matches!(
        events.evaluate(&pairs.world, &mut z),
        Err(Error::World { .. })
    ));
    // A restored world may give the same id again.
    let bytes = pairs.world.snapshot();
    let far = |radius: f64| BodyInput::new(ball(radius), at(0.0, 0.0, 50.0));
    let first = pairs.world.add(far(0.1));
    events.select(&pairs.world).expect("no contact");
    let shape = |_, user| Some(ball(if user == 1 { 0.5 } else { 1.0 }));
    pairs.world.restore(&bytes, &shape).expect("its own");
    assert_eq!(pairs.world.add(far(45.0)), first);
    assert!(matches!(
        events.evaluate(&pairs.world, &mut z),
        Err(Error::World { .. })
    ));
}

#[test]
fn hysteresis_ends_a_contact_later() {
    let mut pairs = Numbered::new(&[(1, 0.001), (2, 0.02)]);
    let mut events = ContactEvents::new(&ContactEventsOptions {
        slots: 2,
        hysteresis: 0.01,
    })
    .expect("valid");
    let mut select = |pairs: &mut Numbered, gap: f64| {
        pairs.put(&[(1, gap)]);
        events.select(&pairs.world).expect("two functions");
        (ids(&events), values(&events, &pairs.world))
    };
    near(&select(&mut pairs, 0.001).1, &[0.001, 0.02]);
    near(&select(&mut pairs, -0.001).1, &[-0.011, 0.02]);
    // Still in contact; and before the other, which is nearer than it is.
    near(&select(&mut pairs, 0.009).1, &[-0.001, 0.02]);
    near(&select(&mut pairs, 0.011).1, &[0.011, 0.02]);
    near(&select(&mut pairs, 0.009).1, &[0.009, 0.02]);
}

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
    let thin = SharedBody::new(polytope(&shapes::cuboid([0.5, 0.4, 1e-9])));
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
    for index in 0..count(40_000, 1_000_000) {
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

/// As many functions as there can be cost what pairs there are.
#[test]
fn more_functions_than_pairs_cost_nothing() {
    let mut world = World::new();
    for k in 0..4 {
        world.add(BodyInput::new(ball(0.5), at(2.0 * f64::from(k), 0.0, 0.0)));
    }
    let mut events = events(u32::MAX);
    events.select(&world).expect("enough");
    assert_eq!(events.pairs().take(7).flatten().count(), 6);
    assert_eq!(events.slots(), u32::MAX as usize);
    let refused = events.evaluate(&world, &mut [0.0; 7]);
    assert!(matches!(refused, Err(Error::Length { count: 7, .. })));
    events.set_slots(2).expect("valid");
    events.select(&world).expect("enough");
    assert_eq!(values(&events, &world), [1.0, 1.0]);
}

/// Pairs without a distance have no function, and no value is infinite.
#[test]
fn the_empty_body_and_far_ones_are_no_matter() {
    let mut world = World::new();
    let nothing = SharedBody::new(Polytope::new(&[]).expect("empty"));
    world.add(BodyInput::new(nothing, at(0.0, 0.0, 0.0)));
    world.add(BodyInput::new(ball(0.5), at(0.0, 0.0, 0.0)));
    let far = world.add(BodyInput::new(ball(0.5), at(3.0, 0.0, 0.0)));
    let mut events = events(3);
    events.select(&world).expect("one pair");
    assert_eq!(events.pairs().flatten().count(), 1);
    assert_eq!(values(&events, &world), [2.0, 1.0, 1.0]);
    for away in [1e160, -1e300, 1.7e308] {
        world.teleport(far, at(away, -away, away)).expect("there");
        let z = values(&events, &world);
        assert!(z.iter().all(|z| z.is_finite() && *z > 0.0), "{z:?}");
        events.select(&world).expect("one pair at most");
        assert!(values(&events, &world).iter().all(|z| z.is_finite()));
    }
}

/// What is behind a one-sided mesh has no distance from it, and may be in it after however little a move.
#[test]
fn what_was_behind_a_mesh_does_not_meet_it_unseen() {
    let corners = [[-5.0, -5.0, 0.0], [5.0, -5.0, 0.0], [0.0, 5.0, 0.0]].map(Vector3::from);
    let options = TriangleMeshOptions { one_sided: true };
    let ground = TriangleMesh::new(&corners, &[[0, 1, 2]], &options).expect("a mesh");
    let mut world = World::new();
    world.add(BodyInput {
        mobility: Mobility::Static,
        ..BodyInput::new(ground, at(0.0, 0.0, 0.0))
    });
    let mover = world.add(BodyInput::new(ball(0.5), at(0.0, 0.0, -0.01)));
    // A pair that takes the place of the one that is none.
    world.add(BodyInput::new(ball(0.5), at(0.0, 0.0, 9.0)));
    let mut events = events(1);
    events.select(&world).expect("none meet");
    let mut z = [0.0];
    events.evaluate(&world, &mut z).expect("none meet");
    assert!(z[0] > 0.0);
    world.teleport(mover, at(0.0, 0.0, 0.01)).expect("there");
    let unseen = events.evaluate(&world, &mut z);
    assert!(
        matches!(
            unseen,
            Err(Error::EventSlots {
                a: [0, _],
                b: [1, _],
                slots: 1
            })
        ),
        "{unseen:?}"
    );
    assert!(z[0].is_nan());
    events.select(&world).expect("one contact");
    events.evaluate(&world, &mut z).expect("one contact");
    assert!((z[0] + 0.49).abs() < 1e-12, "{z:?}");
    // Through to behind it: no distance, which is no contact.
    world.teleport(mover, at(0.0, 0.0, -0.1)).expect("there");
    events.evaluate(&world, &mut z).expect("no contact");
    assert_eq!(z, [1.0]);
}

#[test]
fn sensors_filters_and_bodies_that_go() {
    let mut world = World::new();
    let still = |z: f64| BodyInput {
        mobility: Mobility::Static,
        ..BodyInput::new(cube(0.5), at(0.0, 0.0, z))
    };
    world.add(still(0.0));
    world.add(still(0.5));
    let sensor = world.add(BodyInput {
        role: Role::Sensor,
        ..BodyInput::new(ball(0.5), at(0.0, 0.0, 1.25))
    });
    let other = world.add(BodyInput::new(ball(0.5), at(9.0, 0.0, 0.0)));
    let mut events = events(8);
    events.select(&world).expect("enough");
    // Two static bodies are no pair; a sensor is one of its pairs.
    assert_eq!(events.pairs().flatten().count(), 5);
    assert!((values(&events, &world)[0] + 0.25).abs() < 1e-12);
    let apart = Filter {
        category: 1,
        mask: 0,
        group: 0,
    };
    let filter = world.get(sensor).expect("there").filter();
    world.set_filter(sensor, apart).expect("there");
    let z = &mut [0.0; 8];
    assert!(matches!(
        events.evaluate(&world, z),
        Err(Error::World { .. })
    ));
    assert!(z.iter().all(|z| z.is_nan()));
    events.select(&world).expect("enough");
    assert_eq!(events.pairs().flatten().count(), 2);
    world.set_filter(sensor, filter).expect("there");
    events.select(&world).expect("enough");
    world.remove(other).expect("there");
    assert!(matches!(
        events.evaluate(&world, z),
        Err(Error::World { .. })
    ));
    events.select(&world).expect("enough");
    assert_eq!(events.pairs().flatten().count(), 2);
    world.add(BodyInput::new(ball(0.5), at(9.0, 0.0, 0.0)));
    assert!(matches!(
        events.evaluate(&world, z),
        Err(Error::World { .. })
    ));
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
