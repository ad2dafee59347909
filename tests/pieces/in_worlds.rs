//! Bodies of several pieces among the bodies of a world.

use interframe::{
    AdvanceOptions, BodyInput, Mobility, Mode, Motion, Phase, Pose, QueryFilter, Serial,
    SharedBody, TimeOfImpactOptions, World, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::bodies::{any, mesh_of, motion, torus};
use crate::common::count;

/// What a frame says of two bodies is what the query says.
#[test]
fn frames_say_what_queries_say() {
    let (mut met, mut apart) = (0, 0);
    for index in 0..count(600, 10_000) {
        let random = &mut case_generator(2150, index);
        let wholes = [any(random), any(random)];
        let motions = [motion(random, 1.0), motion(random, 3.0)];
        let mut world = World::new();
        let ids = [0, 1].map(|k: usize| {
            world.add(BodyInput {
                user: k as u64,
                ..BodyInput::new(wholes[k].body.clone(), *motions[k].start())
            })
        });
        let options = AdvanceOptions {
            mode: Mode::First,
            ..AdvanceOptions::default()
        };
        let moves = [(ids[0], motions[0]), (ids[1], motions[1])];
        let frame = world.advance(&moves, &options, &Serial).expect("a frame");
        let pair =
            interframe::MovingPair::new(&wholes[0].body, &motions[0], &wholes[1].body, &motions[1]);
        let asked = time_of_impact(&pair, &options.time_of_impact, &mut Default::default());
        let asked = asked.expect("valid options");
        assert_eq!(
            frame.events.len(),
            usize::from(asked.verdict.may_hit()),
            "case {index}"
        );
        match frame.events.first() {
            None => apart += 1,
            Some(event) => {
                met += 1;
                assert_eq!(
                    (event.t_lo, event.t_hi),
                    (asked.t_lo, asked.t_hi),
                    "case {index}"
                );
                let [a, b] = asked.pieces.unwrap_or_default();
                assert_eq!(
                    (event.key.a.part, event.key.a.triangle),
                    (a.part, a.triangle)
                );
                assert_eq!(
                    (event.key.b.part, event.key.b.triangle),
                    (b.part, b.triangle)
                );
            }
        }
    }
    assert!(met > 50 && apart > 50, "{met} met, {apart} apart");
}

/// A ball through a turning ring of triangles: it is met, it ends, in every mode and in snapshots.
#[test]
fn a_moving_mesh_begins_and_ends() {
    let (vertices, triangles) = torus(24, 12, 0.3);
    let ring = mesh_of(&vertices, &triangles, 0.0).body;
    let mut world = World::new();
    let at = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("a pose");
    let ring_id = world.add(BodyInput {
        user: 1,
        ..BodyInput::new(ring.clone(), at(0.0))
    });
    let ball = world.add(BodyInput::new(
        SharedBody::sphere(0.1).expect("a radius"),
        at(-3.0),
    ));
    let turn = Vector3::new(0.0, 0.0, 1.0);
    let spin = Motion::from_turn(at(0.0), Vector3::zeros(), turn, Vector3::zeros());
    let fly = Motion::translation(at(-3.0), Vector3::new(0.0, 0.0, 0.0));
    let moves = [
        (ring_id, spin.expect("a motion")),
        (ball, fly.expect("a motion")),
    ];
    let options = AdvanceOptions {
        mode: Mode::All,
        ..AdvanceOptions::default()
    };
    let bytes = world.snapshot();
    let frame = world.advance(&moves, &options, &Serial).expect("a frame");
    // Through the wall of the tube, and out of it on the other side.
    assert_eq!(frame.events.len(), 2);
    assert!(frame.events.iter().all(|event| event.phase == Phase::Pass));
    let mut again = World::new();
    let shapes = |id: interframe::BodyId, _| match id == ring_id {
        true => Some(ring.clone()),
        false => SharedBody::sphere(0.1).ok(),
    };
    again.restore(&bytes, &shapes).expect("a snapshot");
    let same = again.advance(&moves, &options, &Serial).expect("a frame");
    assert_eq!(frame.events, same.events);
}

/// Rays, casts, overlaps and the nearest find triangles.
#[test]
fn queries_find_triangles() {
    let (vertices, triangles) = torus(40, 20, 0.3);
    let ring = mesh_of(&vertices, &triangles, 0.0).body;
    let mut world = World::new();
    let id = world.add(BodyInput {
        mobility: Mobility::Static,
        ..BodyInput::new(ring, Pose::identity())
    });
    let queries = world.queries();
    let all = &QueryFilter::default();
    let (from, to) = (Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0));
    let seen = queries
        .ray(from, to, &TimeOfImpactOptions::default(), all)
        .expect("a ray");
    let hit = seen.hit.expect("the ring");
    assert_eq!(hit.side.id, id);
    assert!((hit.answer.t_hi - 0.37).abs() < 1e-3 && hit.answer.pieces.is_some());
    let ball = SharedBody::sphere(0.2).expect("a radius");
    let near = queries
        .nearest(&ball, &Pose::identity(), 10.0, all)
        .expect("a cut-off");
    let near = near.expect("the ring").distance;
    assert!(
        (near.separation - 0.5).abs() < 2e-2 && near.pieces.is_some(),
        "{near:?}"
    );
    let over = Pose::from_translation(Vector3::new(1.0, 0.0, 0.2)).expect("a pose");
    let met = queries.overlap(&ball, &over, all).expect("an overlap");
    assert_eq!(met.len(), 1);
}
