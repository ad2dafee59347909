//! Bodies that bounce and slide in frames with responses. INTERFRAME_LONG=1 for full counts.

use interframe::{
    AdvanceOptions, BodyInput, InitialContact, Mobility, Polytope, Pose, Response, Serial,
    SharedBody, TimeOfImpactOptions, World,
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
