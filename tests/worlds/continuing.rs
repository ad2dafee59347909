//! Frames with responses: contacts stop and redirect bodies in the order of time, and nothing that moves passes anything
//! unseen. INTERFRAME_LONG=1 for full counts.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use interframe::{
    AdvanceOptions, BodyId, BodyInput, ChangeCause, Error, Filter, FrameCapture, FrameContact,
    InitialContact, Jobs, Mobility, Mode, Motion, MotionChange, MovingPair, PairState, Phase,
    Polytope, Pose, Reason, Response, Serial, SharedBody, TimeOfImpactOptions, TriangleMesh,
    TriangleMeshOptions, Verdict, World, WorldFrame, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::bodies::Threads;
use crate::common::{count, quaternion};

pub(crate) fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

pub(crate) fn moved(pose: &Pose, by: Vector3<f64>) -> Motion {
    Motion::translation(*pose, pose.translation() + by).expect("finite")
}

/// What bodies do by their keys.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Policy {
    Bounce,
    Stop,
    Continue,
}

fn policy(user: u64) -> Policy {
    match user % 8 {
        0 | 1 | 4 | 5 => Policy::Bounce,
        2 | 6 => Policy::Stop,
        _ => Policy::Continue,
    }
}

/// Bodies that bounce take equal parts of the change that reverses the speed of approach.
pub(crate) fn respond(contact: &FrameContact<'_>) -> [Response; 2] {
    let event = contact.event;
    let moves = contact.bodies.map(|body| body.mobility == Mobility::Moving);
    let policies = [0, 1].map(|k| match moves[k] {
        true => policy(event.users[k]),
        false => Policy::Continue,
    });
    let speed = event.separation_velocity;
    let bouncing = policies.iter().filter(|p| **p == Policy::Bounce).count();
    [0, 1].map(|k| match (policies[k], event.normal) {
        (Policy::Continue, _) => Response::Continue,
        (Policy::Bounce, Some(normal)) if event.verdict == Verdict::Hit && speed < 0.0 => {
            let sign = [1.0, -1.0][k];
            let body = &contact.bodies[k];
            Response::Redirect {
                travel: body.travel + normal * (sign * 1.9 * speed / bouncing as f64),
                turn: body.turn * 0.5,
                pivot: body.pivot,
            }
        }
        _ => Response::Stop,
    })
}

/// A body's way through a frame: pieces with the times at which they begin.
struct Way {
    id: BodyId,
    user: u64,
    is_static: bool,
    pieces: Vec<(f64, Motion)>,
}

impl Way {
    fn between(&self, from: f64, to: f64) -> Motion {
        let piece = self.pieces.iter().rev().find(|(start, _)| *start <= from);
        let (start, motion) = piece.expect("a way begins at 0");
        let share = |t: f64| ((t - start) / (1.0 - start)).clamp(0.0, 1.0);
        let [_, rest] = motion.split(share(from)).expect("a time");
        match to < 1.0 {
            true => rest
                .split((to - from) / (1.0 - from))
                .expect("a time")
                .map(|part| part)[0],
            false => rest,
        }
    }
}

fn ways(before: &World, motions: &[(BodyId, Motion)], frame: &WorldFrame) -> Vec<Way> {
    let way = |body: &interframe::WorldBody| {
        let given = motions.iter().find(|(id, _)| *id == body.id());
        let first = given.map_or(Motion::fixed(*body.pose()), |(_, motion)| *motion);
        let mut pieces = vec![(0.0, first)];
        let own = frame.changes.iter().filter(|c| c.body == body.id());
        pieces.extend(own.filter(|c| c.t < 1.0).map(|c| (c.t, c.motion)));
        Way {
            id: body.id(),
            user: body.user(),
            is_static: body.mobility() == Mobility::Static,
            pieces,
        }
    };
    before.bodies().map(way).collect()
}

/// Every pair swept over every part of the frame in which neither changes: a contact that is approached has its event, no later
/// than the contact and with nothing between.
fn every_contact_has_its_event(world: &World, ways: &[Way], frame: &WorldFrame) -> u64 {
    let mut contacts = 0;
    for (k, a) in ways.iter().enumerate() {
        for b in &ways[k + 1..] {
            if a.is_static && b.is_static {
                continue;
            }
            let [body_a, body_b] = [a, b].map(|way| world.get(way.id).expect("there"));
            if !body_a.filter().allows(&body_b.filter()) {
                continue;
            }
            let mut times: Vec<f64> = (a.pieces.iter().chain(&b.pieces)).map(|p| p.0).collect();
            times.push(1.0);
            times.sort_by(f64::total_cmp);
            times.dedup();
            let own = |event: &&interframe::Event| {
                let ids = [event.key.a.body, event.key.b.body];
                ids == [a.id, b.id] || ids == [b.id, a.id]
            };
            let taken: Vec<_> = frame.events.iter().filter(own).collect();
            for part in times.windows(2) {
                let [motion_a, motion_b] = [a, b].map(|way| way.between(part[0], part[1]));
                let pair = MovingPair::new(body_a.shape(), &motion_a, body_b.shape(), &motion_b);
                let options = TimeOfImpactOptions {
                    initial_contact: match part[0] {
                        0.0 => InitialContact::Report,
                        _ => InitialContact::OnlyIfApproaching,
                    },
                    ..TimeOfImpactOptions::default()
                };
                let state = &mut PairState::default();
                let answer = time_of_impact(&pair, &options, state).expect("a pair");
                if answer.verdict != Verdict::Hit {
                    continue;
                }
                contacts += 1;
                let when = part[0] + answer.t_hi * (part[1] - part[0]);
                // Both times are of gaps within the tolerance.
                let slack = 1e-9 + 4e-6 / answer.separation_velocity.abs();
                let is_seen = taken.iter().any(|event| event.t_lo <= when + slack);
                assert!(
                    is_seen,
                    "{:?} meet at {when}, {:?}",
                    [a.user, b.user],
                    frame.events
                );
            }
        }
    }
    contacts
}

fn shape(random: &mut SplitMix64) -> SharedBody {
    let size = random.between(0.1, 0.5);
    match random.below(4) {
        0 => SharedBody::sphere(size).expect("a ball"),
        1 => SharedBody::capsule(size, 0.5 * size).expect("a capsule"),
        2 => Polytope::cuboid([size, 0.3 * size, size])
            .expect("a box")
            .into(),
        _ => Polytope::cuboid([size, size, size]).expect("a box").into(),
    }
}

fn orientation(random: &mut SplitMix64) -> Quaternion<f64> {
    quaternion(&random.quaternion())
}

fn crowd(random: &mut SplitMix64, bodies: u64) -> (World, Vec<(BodyId, Motion)>) {
    let mut world = World::new();
    let mut motions = Vec::new();
    let mut users: Vec<u64> = (0..bodies).collect();
    random.shuffle(&mut users);
    for user in users {
        let place = Vector3::from(random.direction()) * random.between(0.5, 4.0);
        let pose = Pose::new(place, orientation(random)).expect("finite");
        let is_static = random.below(4) == 0;
        let id = world.add(BodyInput {
            user,
            mobility: match is_static {
                true => Mobility::Static,
                false => Mobility::Moving,
            },
            ..BodyInput::new(shape(random), pose)
        });
        if is_static || random.below(8) == 0 {
            continue;
        }
        let by = Vector3::from(random.direction()) * *random.pick(&[0.1, 2.0, 12.0]);
        let turn = Vector3::from(random.direction()) * *random.pick(&[0.0, 0.0, 0.5, 9.0]);
        let end = pose.translation() + by;
        let motion = Motion::from_turn(pose, end, turn, Vector3::zeros());
        motions.push((id, motion.expect("finite")));
    }
    (world, motions)
}

#[test]
fn contacts_of_pieced_motions_are_all_taken() {
    let mut contacts = 0;
    for round in 0..count(60, 20_000) {
        let random = &mut case_generator(4305, round);
        let (mut world, motions) = crowd(random, 12);
        let before = world.clone();
        let options = AdvanceOptions::default();
        let frame = world
            .advance_with_responses(&motions, &options, &Serial, &mut respond)
            .expect("a frame");
        let ways = ways(&before, &motions, &frame);
        contacts += every_contact_has_its_event(&before, &ways, &frame);
        assert!(frame.events.is_sorted_by(|x, y| x.t_lo <= y.t_lo));
        for way in &ways {
            let end = *way.pieces.last().expect("one").1.end();
            assert_eq!(*world.get(way.id).expect("there").pose(), end);
        }
        for change in &frame.changes {
            assert_eq!(frame.events[change.event].t_lo, change.t);
            let way = ways.iter().find(|way| way.id == change.body).expect("one");
            let [was, is] = [way.between(0.0, change.t), change.motion];
            let jump = (was.end().translation() - is.start().translation()).norm();
            let first = way.pieces.len() > 1 && way.pieces[1].0 == change.t;
            assert!(!first || jump < 1e-13, "round {round}: {jump}");
        }
    }
    assert!(contacts > 60);
}

/// Whatever the threads and the order in which bodies were added: the same events, changes and poses. A frame that is captured
/// before it, with its responses, is the same again; and it can be taken back.
#[test]
fn frames_with_responses_are_the_same_bits_again() {
    for round in 0..count(20, 2_000) {
        let random = &mut case_generator(4306, round);
        let (world, motions) = crowd(random, 40);
        let run = |jobs: &dyn Jobs| {
            let mut world = world.clone();
            let options = AdvanceOptions::default();
            let frame = world
                .advance_with_responses(&motions, &options, jobs, &mut respond)
                .expect("a frame");
            (world, frame)
        };
        let (mut after, frame) = run(&Serial);
        for threads in [1, 2, 4] {
            let (other, again) = run(&Threads(threads));
            assert_eq!(again.events, frame.events);
            assert_eq!(again.changes, frame.changes);
            assert_eq!(other.snapshot(), after.snapshot());
        }
        after.undo_frame().expect("a frame");
        for body in world.bodies() {
            assert_eq!(after.get(body.id()).expect("there").pose(), body.pose());
        }
        let options = AdvanceOptions::default();
        let line = after.capture_with_responses(&motions, &options, &frame.responses);
        let captured: FrameCapture = line.parse().expect("a capture");
        let (_, again) = captured.replay(&Serial).expect("a frame");
        assert_eq!(again.events, frame.events);
        assert_eq!(again.changes, frame.changes);
        let mut fewer = captured;
        if fewer
            .responses
            .as_mut()
            .is_some_and(|list| list.pop().is_some())
        {
            assert!(matches!(fewer.replay(&Serial), Err(Error::World { .. })));
        }
    }
}

/// A bullet stops at a post; the wall behind it goes on. The wall is said to meet the bullet, and stops there if one wants.
#[test]
fn no_wall_passes_a_bullet_that_stopped() {
    let ball = SharedBody::sphere(0.1).expect("a ball");
    for wall_stops in [false, true] {
        let mut world = World::new();
        let mut add = |user: u64, x: f64, mobility| {
            let filter = Filter {
                category: 1 << user,
                mask: !(1 << (2 - user)) | 2,
                group: 0,
            };
            world.add(BodyInput {
                user,
                filter,
                mobility,
                ..BodyInput::new(ball.clone(), at(x, 0.0, 0.0))
            })
        };
        let _post = add(0, 1.0, Mobility::Static);
        let bullet = add(1, 0.0, Mobility::Moving);
        let wall = add(2, -1.0, Mobility::Moving);
        let motions = [bullet, wall].map(|id| {
            let pose = *world.get(id).expect("there").pose();
            (id, moved(&pose, Vector3::x() * 10.0))
        });
        let mut asked = Vec::new();
        let options = AdvanceOptions::default();
        let frame = world.advance_with_responses(&motions, &options, &Serial, &mut |contact| {
            asked.push(contact.event.users);
            match (contact.event.users, wall_stops) {
                ([0, 1], _) => [Response::Continue, Response::Stop],
                (_, true) => [Response::Continue, Response::Stop],
                (_, false) => [Response::Continue; 2],
            }
        });
        let frame = frame.expect("a frame");
        assert_eq!(asked, [[0, 1], [1, 2]]);
        let x = |id| world.get(id).expect("there").pose().translation().x;
        assert!((x(bullet) - 0.8).abs() < 1e-6);
        assert!((frame.events[1].t_hi - 0.16).abs() < 1e-6);
        let wanted = if wall_stops { 0.6 } else { 9.0 };
        assert!((x(wall) - wanted).abs() < 1e-6, "{}", x(wall));
        assert!(frame.events.iter().all(|event| event.phase == Phase::Begin));
    }
}

/// A ball between two walls that close in is redirected ever more often, until its changes are spent.
#[test]
fn a_body_whose_changes_are_spent_stops() {
    let mut world = World::new();
    let ball = SharedBody::sphere(0.1).expect("a ball");
    let slab = Polytope::cuboid([0.5, 5.0, 5.0]).expect("a box");
    let flying = world.add(BodyInput {
        user: 0,
        ..BodyInput::new(ball, at(0.0, 0.0, 0.0))
    });
    let mut motions = vec![(
        flying,
        moved(&at(0.0, 0.0, 0.0), Vector3::new(100.0, 0.0, 0.0)),
    )];
    for (user, side) in [(3, -1.0), (11, 1.0)] {
        let pose = at(2.0 * side, 0.0, 0.0);
        let id = world.add(BodyInput {
            user,
            ..BodyInput::new(slab.clone(), pose)
        });
        motions.push((id, moved(&pose, Vector3::x() * -side)));
    }
    for max_changes in [0, 1, 5, 16] {
        let mut world = world.clone();
        let options = AdvanceOptions {
            max_changes,
            ..AdvanceOptions::default()
        };
        let frame = world
            .advance_with_responses(&motions, &options, &Serial, &mut respond)
            .expect("a frame");
        assert_eq!(frame.changes.len(), max_changes as usize + 1);
        let last = frame.changes.last().expect("one");
        assert_eq!(last.cause, ChangeCause::Budget);
        let event = &frame.events[last.event];
        assert_eq!(
            (event.verdict, event.reason),
            (Verdict::Hit, Reason::Budget)
        );
        assert_eq!(frame.statistics.changes, u64::from(max_changes) + 1);
        // The walls go on, and each that reaches the ball which stands says so.
        assert!(frame.events.len() > last.event + 1);
    }
}

#[test]
fn a_frame_that_fails_on_the_way_has_not_passed() {
    let random = &mut case_generator(4307, 0);
    let (world, motions) = crowd(random, 30);
    let options = AdvanceOptions::default();
    let fails = |respond: &mut dyn FnMut(&FrameContact<'_>) -> [Response; 2], wanted: &str| {
        let mut world = world.clone();
        let before = world.snapshot();
        let error = world
            .advance_with_responses(&motions, &options, &Serial, respond)
            .expect_err("refused");
        assert!(error.to_string().contains(wanted), "{error}");
        assert_eq!(world.snapshot(), before);
        assert!(world.advance(&motions, &options, &Serial).is_ok());
    };
    let redirect = |x: f64| Response::Redirect {
        travel: Vector3::new(x, 0.0, 0.0),
        turn: Vector3::zeros(),
        pivot: Vector3::zeros(),
    };
    fails(&mut |_| [redirect(1.0); 2], "a static body does not move");
    fails(&mut |_| [redirect(f64::NAN); 2], "");
    let mut asked = 0;
    let mut bomb = |_: &FrameContact<'_>| {
        asked += 1;
        assert!(asked < 3, "the caller's own panic");
        [Response::Stop; 2]
    };
    let mut after = world.clone();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let passed = catch_unwind(AssertUnwindSafe(|| {
        after.advance_with_responses(&motions, &options, &Serial, &mut bomb)
    }));
    std::panic::set_hook(hook);
    assert!(passed.is_err());
    assert_eq!(after.snapshot(), world.snapshot());
    let options = AdvanceOptions {
        mode: Mode::All,
        ..options
    };
    let refused = after.advance_with_responses(&motions, &options, &Serial, &mut respond);
    assert!(matches!(refused, Err(Error::Setting { name: "mode", .. })));
}

/// A closed room of triangles, seen from inside.
pub(crate) fn room(half: f64) -> SharedBody {
    let corner = |k: usize| {
        let side = |bit: usize| if k >> bit & 1 == 0 { -half } else { half };
        Vector3::new(side(0), side(1), side(2))
    };
    let corners: Vec<Vector3<f64>> = (0..8).map(corner).collect();
    let faces = [
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    let mesh = TriangleMesh::new(&corners, &faces, &TriangleMeshOptions::default());
    mesh.expect("a mesh").into()
}

/// Bullets that ricochet in a room of triangles among walls that move and turn: none is ever outside, or inside a wall, at the
/// end of a frame or at a change.
#[test]
fn bullets_that_ricochet_stay_in_the_room() {
    const HALF: f64 = 10.0;
    let random = &mut case_generator(4308, 0);
    let (bullets, walls, frames) = (count(100, 2_000), count(20, 100), count(20, 600));
    let mut world = World::new();
    let group = |category: u64, mask: u64| Filter {
        category,
        mask,
        group: 0,
    };
    let _room = world.add(BodyInput {
        user: 3,
        filter: group(1, 2),
        mobility: Mobility::Static,
        ..BodyInput::new(room(HALF), Pose::identity())
    });
    let inside = |random: &mut SplitMix64, half: f64| {
        let side = |random: &mut SplitMix64| random.between(-half, half);
        Vector3::new(side(random), side(random), side(random))
    };
    let slab = [0.2, 1.0, 1.5];
    let shape: SharedBody = Polytope::cuboid(slab).expect("a box").into();
    let mut moving = Vec::new();
    for k in 0..walls {
        let pose = Pose::new(inside(random, 7.0), orientation(random)).expect("finite");
        let id = world.add(BodyInput {
            user: 8 * k + 7,
            filter: group(4, 2),
            ..BodyInput::new(shape.clone(), pose)
        });
        moving.push((
            id,
            Vector3::from(random.direction()) * 0.5,
            random.direction(),
        ));
    }
    let in_a_wall =
        |world: &World, place: &Vector3<f64>, walls: &[(BodyId, Vector3<f64>, [f64; 3])]| {
            walls.iter().any(|(id, ..)| {
                let pose = world.get(*id).expect("there").pose();
                let local = pose.matrix().transpose() * (place - pose.translation());
                (0..3).all(|k| local[k].abs() < slab[k] - 1e-6)
            })
        };
    const RADIUS: f64 = 0.05;
    let ball = SharedBody::sphere(RADIUS).expect("a ball");
    let mut flying = Vec::new();
    while (flying.len() as u64) < bullets {
        let place = inside(random, 9.0);
        if in_a_wall(&world, &place, &moving) {
            continue;
        }
        let id = world.add(BodyInput {
            user: 8 * (walls + flying.len() as u64 + 1),
            filter: group(2, 5),
            ..BodyInput::new(ball.clone(), Pose::from_translation(place).expect("finite"))
        });
        let speed = random.between(0.5, 8.0);
        flying.push((id, Vector3::from(random.direction()) * speed));
    }
    let options = AdvanceOptions {
        time_of_impact: TimeOfImpactOptions {
            initial_contact: InitialContact::OnlyIfApproaching,
            ..TimeOfImpactOptions::default()
        },
        ..AdvanceOptions::default()
    };
    let (mut changes, mut crushed) = (0, 0);
    for frame_number in 0..frames {
        let mut motions = Vec::new();
        for (id, by, turn) in &mut moving {
            let pose = *world.get(*id).expect("there").pose();
            let end = pose.translation() + *by;
            if end.amax() > 7.0 {
                *by = -*by;
            }
            let end = pose.translation() + *by;
            let turn = Vector3::from(*turn) * 0.3;
            let motion = Motion::from_turn(pose, end, turn, Vector3::zeros());
            motions.push((*id, motion.expect("finite")));
        }
        for (id, by) in &flying {
            let pose = *world.get(*id).expect("there").pose();
            motions.push((*id, moved(&pose, *by)));
        }
        let frame = world
            .advance_with_responses(&motions, &options, &Serial, &mut respond)
            .expect("a frame");
        changes += frame.changes.len();
        // Between two walls that close a bullet is stopped, and they go over it: it is out of the game, and its event says so.
        let stopped = |change: &&MotionChange| change.cause == ChangeCause::Budget;
        for change in frame.changes.iter().filter(stopped) {
            assert_eq!(frame.events[change.event].reason, Reason::Budget);
            world.remove(change.body).expect("there");
            flying.retain(|(id, _)| *id != change.body);
            crushed += 1;
        }
        let mut last = HashMap::new();
        for change in &frame.changes {
            let place = change.motion.start().translation();
            assert!(place.amax() < HALF - RADIUS + 1e-9, "{change:?}");
            let travel = change.motion.end().translation() - place;
            last.insert(change.body, travel / (1.0 - change.t).max(1e-3));
        }
        for (id, by) in &mut flying {
            let place = world.get(*id).expect("there").pose().translation();
            assert!(
                place.amax() < HALF - RADIUS + 1e-9,
                "frame {frame_number}: {place:?}"
            );
            if in_a_wall(&world, &place, &moving) {
                for e in frame
                    .events
                    .iter()
                    .filter(|e| e.key.a.body == *id || e.key.b.body == *id)
                {
                    println!(
                        "{:?} {:?} {:?} {:?} {:?} {} {} gap {} v {} n {:?}",
                        e.users,
                        e.phase,
                        e.verdict,
                        e.reason,
                        e.contact,
                        e.t_lo,
                        e.t_hi,
                        e.gap,
                        e.separation_velocity,
                        e.normal
                    );
                }
                for c in frame.changes.iter().filter(|c| c.body == *id) {
                    println!(
                        "{} {:?} {:?} {:?}",
                        c.t,
                        c.cause,
                        c.motion.start().translation(),
                        c.motion.end().translation()
                    );
                }
            }
            assert!(
                !in_a_wall(&world, &place, &moving),
                "frame {frame_number}: {place:?} is in a wall"
            );
            if let Some(travel) = last.get(id) {
                *by = *travel;
                let speed = by.norm();
                if !(0.5..=8.0).contains(&speed) {
                    *by = Vector3::from(random.direction()) * random.between(0.5, 8.0);
                }
            }
        }
    }
    assert!(changes as u64 > bullets);
    assert!(
        crushed * 5 < bullets,
        "{crushed} of {bullets} crushed, {changes} changes"
    );
    println!("{bullets} bullets, {frames} frames: {changes} changes, {crushed} crushed");
}
