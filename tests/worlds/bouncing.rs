//! Bodies that bounce and slide in frames with responses. INTERFRAME_LONG=1 for full counts.

use interframe::{
    AdvanceOptions, BodyInput, ChangeCause, Filter, InitialContact, Mobility, Motion, Polytope,
    Pose, Response, Serial, SharedBody, TimeOfImpactOptions, World,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::case_generator;

use crate::common::{count, quaternion};
use crate::continuing::{at, moved, respond, room};

/// A box that falls onto its floor from no height slides on if it is told to; bodies that stop in each other's way are asked about once.
#[test]
fn what_touches_and_does_not_approach_is_left_alone() {
    for (start, floor) in [(1.0, true), (1.0 + 4e-16, true), (1.0, false)] {
        let mut world = World::new();
        let block = Polytope::cuboid([0.5; 3]).expect("a box");
        let ground = match floor {
            true => Polytope::cuboid([30.0, 30.0, 0.5]).expect("a box").into(),
            false => room(0.5),
        };
        world.add(BodyInput {
            mobility: Mobility::Static,
            ..BodyInput::new(ground, Pose::identity())
        });
        let pose = at(0.0, 0.0, start);
        let body = world.add(BodyInput {
            user: 1,
            ..BodyInput::new(block, pose)
        });
        let slides = Vector3::new(1.0, 0.0, 0.0);
        let falls = moved(&pose, slides - Vector3::z());
        let mut asked = 0;
        let options = AdvanceOptions::default();
        let frame = world.advance_with_responses(&[(body, falls)], &options, &Serial, &mut |_| {
            asked += 1;
            let (turn, pivot) = (Vector3::zeros(), Vector3::zeros());
            let travel = slides;
            [
                Response::Continue,
                Response::Redirect {
                    travel,
                    turn,
                    pivot,
                },
            ]
        });
        assert_eq!((asked, frame.expect("a frame").changes.len()), (1, 1));
        assert_eq!(world.get(body).expect("there").pose().translation().x, 1.0);
    }
}

/// Points and flat bodies that bounce between two quads never leave by the second.
#[test]
fn points_bounce_between_quads() {
    for round in 0..count(200, 20_000) {
        let random = &mut case_generator(4309, round);
        let turned = quaternion(&random.quaternion());
        let turned = if random.flip() {
            turned
        } else {
            Quaternion::identity()
        };
        let place = Pose::new(Vector3::zeros(), turned).expect("a pose");
        let quad = |z: f64| -> SharedBody {
            let corner = |k: usize| Vector3::new([-3.0, 3.0][k & 1], [-3.0, 3.0][k >> 1], z);
            Polytope::new(&[0, 1, 2, 3].map(corner))
                .expect("a quad")
                .into()
        };
        let parts = [1.0, -1.0].map(|z| (quad(z), Pose::identity()));
        let walls = SharedBody::compound(&parts).expect("a compound");
        let body: SharedBody = match random.below(3) {
            0 => SharedBody::sphere(0.0).expect("a point"),
            1 => Polytope::new(&[Vector3::zeros(), Vector3::x() * 0.1])
                .expect("a segment")
                .into(),
            _ => SharedBody::sphere(1e-12).expect("a ball"),
        };
        let mut world = World::new();
        world.add(BodyInput {
            mobility: Mobility::Static,
            ..BodyInput::new(walls, place)
        });
        let start = place.transform_point(&Vector3::new(0.0, 0.0, random.between(-0.9, 0.9)));
        let start = Pose::new(start, turned).expect("a pose");
        let way = Vector3::new(
            random.between(-1.0, 1.0),
            random.between(-1.0, 1.0),
            random.between(3.0, 12.0),
        );
        let way = place.matrix() * way;
        let id = world.add(BodyInput {
            user: 8,
            ..BodyInput::new(body, start)
        });
        let options = AdvanceOptions::default();
        let frame = world
            .advance_with_responses(&[(id, moved(&start, way))], &options, &Serial, &mut respond)
            .expect("a frame");
        let end = world.get(id).expect("there").pose().translation();
        let local = place.matrix().transpose() * end;
        assert!(
            local.z.abs() <= 1.0 + 1e-9,
            "round {round}: {local:?}, {:?}",
            frame.events
        );
    }
}

/// A box lands on one edge, and is told to turn about its middle: the edge on which it stands rises, the other, a little higher, comes
/// down, and that is a contact again. So it is if the box stands there when the frame begins.
#[test]
fn what_lands_on_an_edge_and_tips_is_met_by_the_other() {
    for (lands, lift) in [true, false]
        .into_iter()
        .flat_map(|lands| [1e-12, 1e-9, 1e-7, 1e-6, 3e-6, 1e-4].map(|lift| (lands, lift)))
    {
        let tilt = Quaternion::new(1.0, 0.0, -lift / 4.0, 0.0).normalize();
        let lowest = |pose: &Pose| {
            let corner = |k: usize| {
                Vector3::from_fn(|axis, _| [1.0, 0.3, 0.3][axis] * [1.0, -1.0][k >> axis & 1])
            };
            let heights = (0..8).map(|k| pose.transform_point(&corner(k)).z);
            heights.fold(f64::INFINITY, f64::min)
        };
        let mut world = World::new();
        let slab = Polytope::cuboid([10.0, 10.0, 1.0]).expect("a box");
        world.add(BodyInput {
            mobility: Mobility::Static,
            ..BodyInput::new(slab, at(0.0, 0.0, -1.0))
        });
        let up = -lowest(&Pose::new(Vector3::zeros(), tilt).expect("finite"));
        let height = up + if lands { 0.2 } else { 0.0 };
        let start = Pose::new(Vector3::new(0.0, 0.0, height), tilt).expect("finite");
        let block = Polytope::cuboid([1.0, 0.3, 0.3]).expect("a box");
        let body = world.add(BodyInput {
            user: 1,
            ..BodyInput::new(block, start)
        });
        let (still, turn) = (Vector3::zeros(), Vector3::new(0.0, 0.4, 0.0));
        let motion = match lands {
            true => world.motion_by(body, Vector3::new(0.0, 0.0, -0.4), still, still),
            false => world.motion_by(body, still, turn, still),
        };
        let options = AdvanceOptions {
            time_of_impact: TimeOfImpactOptions {
                initial_contact: InitialContact::OnlyIfApproaching,
                ..TimeOfImpactOptions::default()
            },
            ..AdvanceOptions::default()
        };
        let mut asked = 0;
        let motions = [(body, motion.expect("finite"))];
        let frame = world.advance_with_responses(&motions, &options, &Serial, &mut |_| {
            asked += 1;
            let tips = Response::Redirect {
                travel: still,
                turn,
                pivot: still,
            };
            let answer = if lands && asked == 1 {
                tips
            } else {
                Response::Stop
            };
            [Response::Continue, answer]
        });
        frame.expect("a frame");
        let end = lowest(world.get(body).expect("there").pose());
        assert!(
            end > -4e-6,
            "lands {lands}, {lift:e}: {asked} asked, {end:e}"
        );
    }
}

/// Points, segments and triangles bounce in a room whose walls have no thickness, which moves and may be far from the origin: none
/// gets out.
#[test]
fn points_bounce_in_rooms_that_move() {
    const HALF: f64 = 4.0;
    let (mut changes, mut stopped, mut out) = (0, 0, Vec::new());
    let rounds = count(60, 6_000);
    for round in 0..rounds {
        let random = &mut case_generator(4311, round);
        let far = *random.pick(&[0.0, 1.0, 1e3, 1e6]);
        let home = Vector3::from(random.direction()) * far;
        let turned = match random.flip() {
            true => quaternion(&random.quaternion()),
            false => Quaternion::identity(),
        };
        let mut world = World::new();
        let pose = Pose::new(home, turned).expect("finite");
        let group = |category: u64, mask: u64| Filter {
            category,
            mask,
            group: 0,
        };
        let walls = world.add(BodyInput {
            user: 3,
            filter: group(1, 2),
            ..BodyInput::new(room(HALF), pose)
        });
        let [by, turn] = match random.below(3) {
            0 => [Vector3::zeros(); 2],
            kind => [0.4, 0.1 * f64::from(kind == 1)].map(|most| {
                let direction = Vector3::from(random.direction());
                direction * most
            }),
        };
        let mut flying = Vec::new();
        for k in 0..6 {
            let corners: Vec<_> = (0..1 + random.below(3))
                .map(|_| Vector3::from(random.direction()) * 0.3)
                .collect();
            let corners = if corners.len() == 1 {
                vec![Vector3::zeros()]
            } else {
                corners
            };
            let place = Vector3::from_fn(|_, _| random.between(-0.9, 0.9) * (HALF - 0.4));
            let at = pose.transform_point(&place);
            let start = Pose::new(at, quaternion(&random.quaternion())).expect("finite");
            let body = Polytope::new(&corners).expect("points");
            let id = world.add(BodyInput {
                user: 8 * (k + 1),
                filter: group(2, 1),
                ..BodyInput::new(body, start)
            });
            let speed = random.between(0.5, 20.0);
            let spin = Vector3::from(random.direction()) * *random.pick(&[0.0, 0.0, 2.0]);
            flying.push((id, corners, Vector3::from(random.direction()) * speed, spin));
        }
        let options = AdvanceOptions {
            time_of_impact: TimeOfImpactOptions {
                initial_contact: InitialContact::OnlyIfApproaching,
                ..TimeOfImpactOptions::default()
            },
            max_changes: 64,
            ..AdvanceOptions::default()
        };
        'frames: for frame_number in 0..20 {
            let motion = |id, by: Vector3<f64>, turn: Vector3<f64>| {
                let pose = *world.get(id).expect("there").pose();
                let end = pose.translation() + by;
                let motion = Motion::from_turn(pose, end, turn, Vector3::zeros());
                (id, motion.expect("finite"))
            };
            let mut motions = vec![motion(walls, by, turn)];
            motions.extend(
                flying
                    .iter()
                    .map(|(id, _, by, spin)| motion(*id, *by, *spin)),
            );
            let frame = world
                .advance_with_responses(&motions, &options, &Serial, &mut respond)
                .expect("a frame");
            changes += frame.changes.len();
            for change in &frame.changes {
                // One end of a segment that spins grinds along the wall until its changes are spent: it stops, and the wall goes on.
                if change.cause == ChangeCause::Budget {
                    flying.retain(|(id, ..)| *id != change.body);
                    stopped += 1;
                }
                let motion = &change.motion;
                let travel = motion.end().translation() - motion.start().translation();
                let rest = (1.0 - change.t).max(1e-3);
                for (id, _, by, _) in &mut flying {
                    if *id == change.body {
                        *by = travel / rest;
                    }
                }
            }
            let room = *world.get(walls).expect("there").pose();
            for (id, corners, ..) in &flying {
                let pose = world.get(*id).expect("there").pose();
                let reach = corners.iter().map(|corner| {
                    let at = pose.transform_point(corner) - room.translation();
                    (room.matrix().transpose() * at).amax()
                });
                let reach = reach.fold(0.0, f64::max);
                if reach > HALF + 1e-9 + 1e-14 * far {
                    out.push(format!(
                        "round {round}, frame {frame_number}: {} corners, {reach}",
                        corners.len()
                    ));
                    break 'frames;
                }
            }
        }
    }
    assert!(changes as u64 > 20 * rounds, "{changes}");
    assert!(stopped < rounds, "{stopped} of {rounds}");
    assert!(out.is_empty(), "{} of {rounds}: {out:#?}", out.len());
}
