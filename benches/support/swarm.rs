//! Bodies that fly about in a cube and turn.

use interframe::{BodyId, BodyInput, Mode, Motion, Pose, SharedBody, World};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use super::bodies::{self, Body};
use super::contenders::interframe_body;
use super::workloads::Placement;

/// Bodies a unit of volume at which about 6.5 pairs of boxes a body meet.
const DENSITY: f64 = 0.3;

#[derive(Clone)]
pub struct Flyer {
    pub at: Vector3<f64>,
    pub turned: UnitQuaternion<f64>,
    pub by: Vector3<f64>,
    pub turn: Vector3<f64>,
}

impl Flyer {
    pub fn place(&self) -> Placement {
        Placement::new(self.at.into(), self.turned.coords.into())
    }

    pub fn step(&mut self) {
        self.at += self.by;
        self.turned = UnitQuaternion::from_scaled_axis(self.turn) * self.turned;
        self.turned.renormalize();
    }
}

/// How all fly.
pub struct Swarm {
    pub flyers: Vec<Flyer>,
    half: f64,
}

impl Swarm {
    pub fn new(count: usize, mode: Mode) -> Self {
        let [step, angle] = steps(mode);
        let rng = &mut case_generator(40, count as u64);
        let half = 0.5 * (count as f64 / DENSITY).cbrt();
        let vector = |rng: &mut SplitMix64, length: f64| Vector3::from(rng.direction()) * length;
        let flyers = (0..count).map(|_| {
            let at = std::array::from_fn::<_, 3, _>(|_| rng.between(-half, half));
            Flyer {
                at: at.into(),
                turned: UnitQuaternion::new_normalize(rng.quaternion().into()),
                by: vector(rng, step),
                turn: vector(rng, angle),
            }
        });
        Swarm {
            flyers: flyers.collect(),
            half,
        }
    }

    /// A world of these bodies, those of even numbers of one kind and those of odd ones of the other.
    pub fn world(&self) -> (World, Vec<BodyId>) {
        let (shapes, mut world) = (
            kinds().map(|body| SharedBody::new(interframe_body(&body))),
            World::new(),
        );
        let ids = self.flyers.iter().enumerate().map(|(k, flyer)| {
            let pose = Pose::new(flyer.at, *flyer.turned).expect("a pose");
            world.add(BodyInput::new(shapes[k % 2].clone(), pose))
        });
        let ids = ids.collect();
        (world, ids)
    }

    /// How they fly on from where they are in a world.
    pub fn motions(&self, world: &World, ids: &[BodyId]) -> Vec<(BodyId, Motion)> {
        let motion = |(flyer, id): (&Flyer, &BodyId)| {
            let start = *world.get(*id).expect("it is there").pose();
            let end = start.translation() + flyer.by;
            let motion = Motion::from_turn(start, end, flyer.turn, Vector3::zeros());
            (*id, motion.expect("a motion"))
        };
        self.flyers.iter().zip(ids).map(motion).collect()
    }

    /// After a frame: turned back at the walls.
    pub fn step(&mut self) {
        for flyer in &mut self.flyers {
            flyer.step();
            for k in 0..3 {
                if flyer.at[k].abs() > self.half && flyer.at[k] * flyer.by[k] > 0.0 {
                    flyer.by[k] = -flyer.by[k];
                }
            }
        }
    }
}

/// How far a body flies in a frame and by what angle it turns.
fn steps(mode: Mode) -> [f64; 2] {
    match mode {
        Mode::Poses => [0.02, 0.05],
        _ => [0.5, std::f64::consts::PI],
    }
}

/// Bodies of even numbers and of odd ones.
pub fn kinds() -> [Body; 2] {
    ["box", "sphere66"].map(|name| {
        let named = bodies::all().into_iter().find(|body| body.name == name);
        named.expect("a body")
    })
}
