//! A world under random orders, with a list of all its bodies beside it.

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Filter, Jobs, Mobility, Motion, Pose, Role, SharedBody,
    World, WorldFrame,
};
use nalgebra::Vector3;
use twin::random::SplitMix64;

use crate::bodies;

/// A body of the model.
#[derive(Clone)]
pub struct Live {
    pub id: BodyId,
    pub input: BodyInput,
    /// Of the frame that is asked about.
    pub motion: Motion,
}

#[derive(Clone)]
pub struct Model {
    pub world: World,
    /// By the users' keys.
    pub live: Vec<Live>,
    random: SplitMix64,
    next_user: u64,
    /// Half the side of the cube that bodies are in.
    room: f64,
    curved: bool,
}

impl Model {
    /// Of so many bodies. Some worlds have all bodies in one place.
    pub fn new(mut random: SplitMix64, count: usize, curved: bool) -> Self {
        let room = *random.pick(&[0.0, 2.0, 4.0, 4.0, 8.0]);
        let mut model = Model {
            world: World::new(),
            live: Vec::new(),
            random,
            next_user: 1,
            room,
            curved,
        };
        (0..count).for_each(|_| model.add());
        model
    }

    pub fn input(&mut self) -> BodyInput {
        let random = &mut self.random;
        let filter = match random.below(4) {
            0 => Filter {
                category: 1 << random.below(3),
                mask: random.below(8) as u64,
                group: random.integer(-1, 1) as i32,
            },
            _ => Filter::default(),
        };
        let shape = bodies::body(random, self.curved);
        let pose = bodies::pose(random, self.room);
        self.next_user += 1;
        BodyInput {
            user: self.next_user,
            filter,
            role: *random.pick(&[Role::Solid, Role::Solid, Role::Sensor]),
            mobility: *random.pick(&[Mobility::Moving, Mobility::Moving, Mobility::Static]),
            ..BodyInput::new(shape, pose)
        }
    }

    fn add(&mut self) {
        let input = self.input();
        let id = self.world.add(input.clone());
        let motion = Motion::fixed(input.pose);
        self.live.push(Live { id, input, motion });
    }

    /// Comes, goes, jumps; then the motions of a frame.
    pub fn prepare(&mut self) -> Vec<(BodyId, Motion)> {
        if self.random.below(4) == 0 {
            self.add();
        }
        if self.random.below(4) == 0 && self.live.len() > 4 {
            let gone = self.live.remove(self.random.below(self.live.len()));
            self.world.remove(gone.id).expect("it is there");
        }
        let mut motions = Vec::new();
        for live in &mut self.live {
            let random = &mut self.random;
            let far = live.motion.end().translation().amax() > 2.0 * self.room + 4.0;
            live.motion = Motion::fixed(*live.motion.end());
            if random.below(40) == 0 || far && random.flip() {
                let mut pose = bodies::pose(random, self.room);
                if random.below(8) == 0 {
                    let away = Vector3::repeat(1e9);
                    pose = Pose::new(away, pose.quaternion()).expect("finite");
                }
                self.world.teleport(live.id, pose).expect("it is there");
                live.motion = Motion::fixed(pose);
            }
            if random.below(60) == 0 {
                live.input.filter.mask = random.below(8) as u64;
                self.world
                    .set_filter(live.id, live.input.filter)
                    .expect("it is there");
            }
            if live.input.mobility == Mobility::Moving && random.below(5) > 0 {
                live.motion = bodies::motion(random, *live.motion.end());
                motions.push((live.id, live.motion));
            }
        }
        motions
    }

    pub fn step(&mut self, options: &AdvanceOptions, jobs: &dyn Jobs) -> WorldFrame {
        let motions = self.prepare();
        self.world
            .advance(&motions, options, jobs)
            .expect("a frame")
    }

    /// The shape of a body that is in the model now.
    pub fn shape_of(&self, id: BodyId) -> Option<SharedBody> {
        let live = self.live.iter().find(|live| live.id == id);
        live.map(|live| live.input.shape.clone())
    }
}
