//! How a body stops where it meets something: all bodies go to that time. A wall that moves passes a body that is put back
//! alone.

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Event, Filter, Mobility, Mode, Motion, Phase, Pose, Serial,
    SharedBody, World,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::count;

const POST: u64 = 0;
const BALL: u64 = 1;
const WALL: u64 = 2;

fn at(x: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("finite")
}

/// A ball of radius 0.1 flies from 0 through a post at 1, and a wall comes from behind, through the post as well, that would never
/// reach the ball if that flew on.
struct Scene {
    world: World,
    ball: BodyId,
    wall: BodyId,
    speeds: [f64; 2],
}

impl Scene {
    fn new(random: &mut SplitMix64) -> Self {
        let mut world = World::new();
        let mut add = |user: u64, x: f64, group: u64, mobility| {
            let filter = Filter {
                category: 1 << user,
                mask: !group,
                group: 0,
            };
            world.add(BodyInput {
                user,
                filter,
                mobility,
                ..BodyInput::new(SharedBody::sphere(0.1).expect("a ball"), at(x))
            })
        };
        add(POST, 1.0, 1 << WALL, Mobility::Static);
        let ball = add(BALL, 0.0, 0, Mobility::Moving);
        let wall = add(WALL, -random.between(0.5, 2.0), 1 << POST, Mobility::Moving);
        let speed = random.between(4.0, 30.0);
        let speeds = [speed, speed * random.between(0.95, 1.0)];
        Scene {
            world,
            ball,
            wall,
            speeds,
        }
    }

    fn x(&self, id: BodyId) -> f64 {
        self.world.get(id).expect("there").pose().translation().x
    }

    fn motions(&self, left: f64) -> [(BodyId, Motion); 2] {
        let ids = [self.ball, self.wall];
        [0, 1].map(|k| {
            let from = *self.world.get(ids[k]).expect("there").pose();
            let to = from.translation() + Vector3::x() * (self.speeds[k] * left);
            (ids[k], Motion::translation(from, to).expect("finite"))
        })
    }

    fn advance(&mut self, motions: &[(BodyId, Motion)], mode: Mode) -> Vec<Event> {
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        self.world
            .advance(motions, &options, &Serial)
            .expect("a frame")
            .events
    }
}

fn first_of(events: &[Event], users: [u64; 2]) -> Option<Event> {
    let meets = |event: &&Event| matches!(event.phase, Phase::Begin | Phase::Pass);
    events
        .iter()
        .filter(meets)
        .find(|event| event.users == users)
        .copied()
}

#[test]
fn no_wall_passes_a_body_that_stops() {
    let random = &mut case_generator(2230, 0);
    for round in 0..count(500, 20_000) {
        let mode = *random.pick(&[Mode::First, Mode::All]);
        let mut scene = Scene::new(random);
        let mut other = Scene {
            world: scene.world.clone(),
            ..scene
        };
        let motions = scene.motions(1.0);
        let events = scene.advance(&motions, mode);
        assert!(first_of(&events, [BALL, WALL]).is_none(), "round {round}");
        let hit = first_of(&events, [POST, BALL]).expect("the post is in the way");
        // All bodies go to the time of the contact, and the rest of the frame is swept.
        scene.world.undo_frame().expect("a frame");
        let parts = motions.map(|(id, motion)| (id, motion.split(hit.t_lo).expect("a time")));
        let before = parts.map(|(id, [before, _])| (id, before));
        let events = scene.advance(&before, mode);
        assert!(first_of(&events, [BALL, WALL]).is_none(), "round {round}");
        assert!(scene.x(scene.wall) < scene.x(scene.ball));
        let [_, (wall, [_, rest])] = parts;
        let events = scene.advance(&[(wall, rest)], mode);
        assert!(
            first_of(&events, [BALL, WALL]).is_some(),
            "round {round}: {events:?}"
        );
        // The ball alone put back: the wall is beyond it, and no frame says so.
        other.advance(&motions, mode);
        let there = motions[0].1.pose_at(hit.t_lo).expect("a time");
        other.world.teleport(other.ball, there).expect("there");
        assert!(other.x(other.wall) > other.x(other.ball) + 0.2);
        let motions = other.motions(1.0);
        let events = other.advance(&motions[1..], mode);
        assert!(first_of(&events, [BALL, WALL]).is_none(), "round {round}");
    }
}
