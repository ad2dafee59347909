//! What lies near the ends of f64, lies of snapshots, callers that panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use interframe::{
    AdvanceOptions, BodyId, BodyInput, ContactEvents, ContactEventsOptions, Error, Mobility, Mode,
    Motion, Phase, Pose, QueryFilter, Serial, SharedBody, TriangleMesh, TriangleMeshOptions, World,
};
use nalgebra::Vector3;

fn at(x: f64, y: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, 0.0)).expect("finite")
}

fn ball(radius: f64) -> SharedBody {
    SharedBody::sphere(radius).expect("a radius")
}

fn ways(world: &World, ids: [BodyId; 2], ends: [(f64, f64); 2]) -> Vec<(BodyId, Motion)> {
    let way = |(id, (x, y)): (BodyId, (f64, f64))| {
        let start = *world.get(id).expect("a body").pose();
        let motion = Motion::translation(start, Vector3::new(x, y, 0.0));
        (id, motion.expect("finite"))
    };
    ids.into_iter().zip(ends).map(way).collect()
}

#[test]
fn bodies_whose_ways_differ_by_more_than_f64_are_a_pair() {
    for x in [0.3e308, 0.449e308, 0.45e308, 0.8e308] {
        for mode in [Mode::First, Mode::All] {
            let mut world = World::new();
            let a = world.add(BodyInput::new(ball(1.0), at(-x, -1e300)));
            let b = world.add(BodyInput::new(ball(1.0), at(x, 0.0)));
            let motions = ways(&world, [a, b], [(x, 1e300), (-x, 0.0)]);
            let options = AdvanceOptions {
                mode,
                ..AdvanceOptions::default()
            };
            let frame = world.advance(&motions, &options, &Serial).expect("a frame");
            let event = frame.events.first().expect("they meet half-way");
            assert!(event.t_lo <= 0.5 && event.t_hi >= 0.4999, "{event:?}");
        }
    }
}

/// Balls in a row, of which the last is put into the first after a selection of one pair.
fn is_seen(count: u32, radius: f64, step: f64, into: f64) {
    let mut world = World::new();
    let place = |k: u32| at(f64::from(k) * step, 0.0);
    let add = |k| world.add(BodyInput::new(ball(radius), place(k)));
    let ids: Vec<BodyId> = (0..count).map(add).collect();
    let options = ContactEventsOptions {
        slots: 1,
        ..ContactEventsOptions::default()
    };
    let mut events = ContactEvents::new(&options).expect("valid");
    events.select(&world).expect("no contact");
    events.evaluate(&world, &mut [0.0]).expect("no contact");
    let last = ids[ids.len() - 1];
    world.teleport(last, at(into, 0.0)).expect("a body");
    let unseen = events.evaluate(&world, &mut [0.0]).unwrap_err();
    assert!(matches!(unseen, Error::EventSlots { .. }), "{unseen}");
}

#[test]
fn far_bodies_are_not_taken_for_apart() {
    is_seen(7, 1e200, 1e202, 1.5e200);
}

#[test]
fn moves_too_small_for_their_squares_are_seen() {
    is_seen(40, 1e-170, 1e-169, 0.5e-170);
}

/// The sum at the end of a snapshot, as its writer makes it.
fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let mix = |sum: u64, word: u64| {
        (sum ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    let (words, rest) = content.as_chunks::<8>();
    let sum = words.iter().map(|word| u64::from_le_bytes(*word));
    let sum = sum.chain(rest.iter().map(|byte| u64::from(*byte)));
    let sum = mix(sum.fold(0x243f_6a88_85a3_08d3, mix), content.len() as u64);
    content.extend_from_slice(&sum.to_le_bytes());
    content
}

#[test]
fn snapshots_that_would_run_out_of_numbers_are_refused() {
    let mut world = World::new();
    let id = world.add(BodyInput::new(ball(1.0), at(0.0, 0.0)));
    world.remove(id).expect("a body");
    let bytes = world.snapshot();
    let content = bytes[..bytes.len() - 8].to_vec();
    assert!(sealed(content.clone()) == bytes, "the sum is another");
    // Magic, version, number, places, free places, pairs; then the generation of the place.
    let lies: [(usize, &[u8]); 2] = [(12, &[0xff; 8]), (36, &[0xff; 4])];
    for (offset, lie) in lies {
        let mut content = content.clone();
        content[offset..offset + lie.len()].copy_from_slice(lie);
        let refused = world.restore(&sealed(content), &|_, _| None).unwrap_err();
        assert!(matches!(refused, Error::World { .. }), "{refused}");
    }
    assert!(world.snapshot() == bytes);
}

#[test]
fn a_filter_that_panics_costs_a_static_world_no_contact() {
    let mut world = World::new();
    let a = world.add(BodyInput::new(ball(1.0), at(0.0, 0.0)));
    world.add(BodyInput {
        mobility: Mobility::Static,
        ..BodyInput::new(ball(1.0), at(1.5, 0.0))
    });
    let options = AdvanceOptions::default();
    world.advance(&[], &options, &Serial).expect("a frame");
    world.set_pair_filter(Some(std::sync::Arc::new(|_| panic!("a filter"))));
    let frame = catch_unwind(AssertUnwindSafe(|| world.advance(&[], &options, &Serial)));
    assert!(frame.is_err(), "the filter was asked");
    world.set_pair_filter(None);
    world.teleport(a, at(0.0, 0.0)).expect("a body");
    let frame = world.advance(&[], &options, &Serial).expect("a frame");
    let phases: Vec<Phase> = frame.events.iter().map(|event| event.phase).collect();
    assert_eq!(phases, [Phase::Stay]);
}

#[test]
fn a_frame_of_another_world_is_refused() {
    let options = AdvanceOptions::default();
    let [mut many, mut few] = [World::new(), World::new()];
    for k in 0..10 {
        many.add(BodyInput::new(ball(1.0), at(f64::from(k), 0.0)));
    }
    few.add(BodyInput::new(ball(1.0), at(0.0, 0.0)));
    let mut frame = many.advance(&[], &options, &Serial).expect("a frame");
    few.advance(&[], &options, &Serial).expect("a frame");
    let refused = few.refine(&mut frame, 0, &options).unwrap_err();
    assert!(matches!(refused, Error::World { .. }), "{refused}");
}

#[test]
fn nothing_is_near_what_it_cannot_meet() {
    let corners = [Vector3::zeros(), Vector3::x(), Vector3::y()];
    let options = TriangleMeshOptions {
        one_sided: true,
        ..Default::default()
    };
    let mesh = TriangleMesh::new(&corners, &[[0, 1, 2]], &options).expect("a mesh");
    let mut world = World::new();
    world.add(BodyInput::new(mesh, at(0.0, 0.0)));
    let behind = Pose::from_translation(Vector3::new(0.2, 0.2, -3.0)).expect("finite");
    world.add(BodyInput::new(ball(1.0), behind));
    let filter = QueryFilter::default();
    let pairs = world.queries().closest_pairs(5, f64::INFINITY, &filter);
    assert!(pairs.expect("a cut-off").is_empty());
    let below = Pose::from_translation(Vector3::new(0.2, 0.2, -9.0)).expect("finite");
    let nearest = world
        .queries()
        .nearest(&ball(1.0), &below, f64::INFINITY, &filter);
    let nearest = nearest.expect("a cut-off").expect("the ball");
    assert_eq!(nearest.distance.separation, 4.0);
}
