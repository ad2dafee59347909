//! Event functions: the paper's table, functions without a pair, too many contacts, pairs that are not selected, hysteresis,
//! derivatives, continuity. INTERFRAME_LONG=1 for full counts.

use interframe::{
    BodyId, BodyInput, ContactEvents, ContactEventsOptions, Error, Filter, Mobility, Polytope,
    Pose, Role, SharedBody, TriangleMesh, TriangleMeshOptions, Velocity, World,
};
use nalgebra::Vector3;

pub(crate) fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

pub(crate) fn ball(radius: f64) -> SharedBody {
    SharedBody::sphere(radius).expect("a radius")
}

pub(crate) fn cube(half: f64) -> SharedBody {
    SharedBody::cuboid([half; 3]).expect("a cube")
}

pub(crate) fn events(slots: u32) -> ContactEvents {
    let options = ContactEventsOptions {
        slots,
        ..Default::default()
    };
    ContactEvents::new(&options).expect("valid")
}

pub(crate) fn values(events: &ContactEvents, world: &World) -> Vec<f64> {
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
    let options = TriangleMeshOptions {
        one_sided: true,
        ..Default::default()
    };
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
