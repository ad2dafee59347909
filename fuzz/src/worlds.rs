//! A world by any commands: its frames and queries are held to what the two bodies of each pair answer alone, and frames that
//! are taken back, or restored from bytes, come again to the bit.

#![no_main]

use std::collections::HashMap;

use interframe::*;
use interframe_fuzz::{Bytes, MODERATE};
use libfuzzer_sys::fuzz_target;

const BODIES: usize = 8;
const COMMANDS: usize = 24;

fuzz_target!(|bytes: &[u8]| {
    let mut from = Bytes::new(bytes);
    let mut world = World::new();
    for _ in 0..COMMANDS {
        if from.is_empty() {
            break;
        }
        let ids: Vec<BodyId> = world.bodies().map(WorldBody::id).collect();
        let one = *ids
            .get(from.below(BODIES))
            .unwrap_or(&BodyId::from_bits(from.word() & 7));
        match from.below(8) {
            0 | 1 if ids.len() < BODIES => {
                let Some(shape) = from.body() else { continue };
                let added = world.add(BodyInput {
                    user: u64::from(from.byte() % 4),
                    filter: filter(&mut from),
                    role: *from_list(&mut from, Role::ALL),
                    mobility: *from_list(&mut from, Mobility::ALL),
                    ..BodyInput::new(shape, from.pose())
                });
                assert!(world.contains(added));
            }
            2 => assert_eq!(world.remove(one).is_ok(), ids.contains(&one)),
            3 => {
                let pose = from.pose();
                assert_eq!(world.teleport(one, pose).is_ok(), ids.contains(&one));
                assert!(world.get(one).map_or(true, |body| *body.pose() == pose));
            }
            4 => {
                let filter = filter(&mut from);
                assert_eq!(world.set_filter(one, filter).is_ok(), ids.contains(&one));
            }
            5 => ask(&world, &mut from),
            _ => frame(&mut world, &mut from),
        }
    }
});

fn from_list<'l, T>(from: &mut Bytes<'_>, list: &'l [T]) -> &'l T {
    &list[from.below(list.len())]
}

fn filter(from: &mut Bytes<'_>) -> Filter {
    match from.below(3) {
        0 => Filter {
            category: u64::from(from.byte() % 8),
            mask: u64::from(from.byte() % 8),
            group: i32::from(from.byte() % 3) - 1,
        },
        _ => Filter::default(),
    }
}

fn frame(world: &mut World, from: &mut Bytes<'_>) {
    let mut motions = Vec::new();
    for body in world
        .bodies()
        .filter(|body| body.mobility() == Mobility::Moving)
    {
        if from.flip()
            && let Some(motion) = from.motion_from(*body.pose())
        {
            motions.push((body.id(), motion));
        }
    }
    let mut options = AdvanceOptions {
        mode: *from_list(from, Mode::ALL),
        ..AdvanceOptions::default()
    };
    options.time_of_impact.budget = 400;
    let before = world.snapshot();
    let mut other = world.clone();
    let frame = match world.advance(&motions, &options, &Serial) {
        Ok(frame) => frame,
        Err(_) => return assert!(world.snapshot() == before, "a frame that failed"),
    };
    judge(world, &frame, options.mode, from);
    let after = world.snapshot();
    world.undo_frame().expect("the frame that passed");
    assert!(world.snapshot() == before, "taken back");
    let again = world
        .advance(&motions, &options, &Serial)
        .expect("as before");
    assert!(
        again.events == frame.events && world.snapshot() == after,
        "again"
    );
    let shapes: HashMap<BodyId, SharedBody> = world
        .bodies()
        .map(|body| (body.id(), body.shape().clone()))
        .collect();
    let mut restored = World::new();
    let shape_of = |id, _| shapes.get(&id).cloned();
    restored.restore(&before, &shape_of).expect("its own bytes");
    other
        .restore(&before, &|_, _| None)
        .expect("with all shapes");
    for mut copy in [restored, other] {
        let again = copy
            .advance(&motions, &options, &Serial)
            .expect("as before");
        assert!(
            again.events == frame.events && copy.snapshot() == after,
            "restored"
        );
    }
}

/// Holds the events to what the two bodies answer alone.
fn judge(world: &World, frame: &WorldFrame, mode: Mode, from: &Bytes<'_>) {
    let slack = 1e-4 * from.largest;
    let sorted = frame
        .events
        .windows(2)
        .all(|pair| pair[0].t_lo <= pair[1].t_lo);
    assert!(sorted, "{:?}", frame.events);
    let sampled = from.largest < MODERATE && from.turned < 1e3;
    let bodies: Vec<&WorldBody> = world.bodies().collect();
    for (k, a) in bodies.iter().enumerate() {
        for b in &bodies[k + 1..] {
            let of_pair = |event: &&Event| {
                let sides = [event.key.a.body, event.key.b.body];
                sides.contains(&a.id()) && sides.contains(&b.id())
            };
            let events: Vec<&Event> = frame.events.iter().filter(of_pair).collect();
            let still = [a, b]
                .iter()
                .all(|body| body.mobility() == Mobility::Static);
            if still || !a.filter().allows(&b.filter()) {
                assert!(
                    events.iter().all(|event| event.phase == Phase::End),
                    "{events:?}"
                );
                continue;
            }
            let gap = |t: f64| {
                let [at_a, at_b] = [a, b].map(|body| body.motion().pose_at(t).expect("a time"));
                let pair = PosedPair::new(a.shape(), &at_a, b.shape(), &at_b);
                let state = &mut PairState::default();
                let near = distance(&pair, &DistanceOptions::default(), state).expect("default");
                match near.verdict {
                    Verdict::Separated => near.separation,
                    _ => penetration(&pair, &PenetrationOptions::default(), state)
                        .map_or(0.0, |deep| -deep.depth),
                }
            };
            let times = match mode {
                Mode::Poses => vec![1.0],
                _ => (0..=6).map(|k| f64::from(k) / 6.0).collect(),
            };
            let least = times.iter().map(|t| gap(*t)).fold(f64::INFINITY, f64::min);
            if sampled && least < -slack {
                assert!(
                    !events.is_empty(),
                    "no event, {least} deep: {:?}",
                    frame.events
                );
            }
            for event in events.iter().filter(|event| event.verdict == Verdict::Hit) {
                let end = if mode == Mode::Poses { 1.0 } else { event.t_hi };
                let there = if sampled { gap(end) } else { 0.0 };
                assert!(there <= slack, "{there} apart: {event:?}");
            }
        }
    }
}

/// Holds the queries to what each body answers alone.
fn ask(world: &World, from: &mut Bytes<'_>) {
    let Some(shape) = from.body() else { return };
    let pose = from.pose();
    let (queries, all) = (world.queries(), QueryFilter::default());
    let state = &mut PairState::default();
    let pair = |body: &WorldBody| *body.pose();
    let mut met = Vec::new();
    let mut nearest = f64::INFINITY;
    for body in world.bodies() {
        let there = pair(body);
        let pair = PosedPair::new(&shape, &pose, body.shape(), &there);
        if intersect(&pair, &IntersectOptions::default(), state)
            .expect("default")
            .verdict
            .may_hit()
        {
            met.push(body.id());
        }
        let near = distance(&pair, &DistanceOptions::default(), state).expect("default");
        nearest = nearest.min(near.separation + near.error);
    }
    let mut found: Vec<_> = queries
        .overlap(&shape, &pose, &all)
        .expect("default")
        .iter()
        .map(|overlap| overlap.side.id)
        .collect();
    met.sort_unstable();
    found.sort_unstable();
    assert_eq!(met, found, "overlap");
    let found = queries
        .nearest(&shape, &pose, f64::INFINITY, &all)
        .expect("a cut-off");
    match found {
        Some(found) => assert!(
            found.distance.separation - found.distance.error <= nearest,
            "{found:?}, {nearest}"
        ),
        None => assert!(nearest.is_infinite(), "nearest {nearest}"),
    }
    let Some(way) = from.motion_from(pose) else {
        return;
    };
    let options = TimeOfImpactOptions {
        budget: 400,
        ..TimeOfImpactOptions::default()
    };
    let cast = queries
        .cast(&shape, &way, &options, &all)
        .expect("options in range");
    for body in world.bodies() {
        let still = Motion::fixed(*body.pose());
        let pair = MovingPair::new(&shape, &way, body.shape(), &still);
        let alone = time_of_impact(&pair, &options, state).expect("options in range");
        // A near contact may be a rounding sooner or later.
        let rounding = if alone.gap > 0.0 { 1e-9 } else { 0.0 };
        let earlier = cast.hit.is_none_or(|hit| alone.t_hi + rounding < hit.answer.t_lo);
        if alone.verdict == Verdict::Hit {
            assert!(!earlier, "{cast:?} is after {alone:?}");
        }
    }
}
