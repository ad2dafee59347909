//! Bodies that fly about in a cube and turn.

use interframe::{Mode, SharedBody};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use super::bodies::{self, Body};
use super::contenders::interframe_body;

/// Bodies a unit of volume at which about 6.5 pairs of boxes a body meet.
const DENSITY: f64 = 0.3;

#[derive(Clone)]
pub struct Flyer {
    pub at: Vector3<f64>,
    pub turned: UnitQuaternion<f64>,
    pub by: Vector3<f64>,
    pub turn: Vector3<f64>,
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
            let [x, y, z, w] = rng.quaternion();
            Flyer {
                at: at.into(),
                turned: UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)),
                by: vector(rng, step),
                turn: vector(rng, angle),
            }
        });
        Swarm {
            flyers: flyers.collect(),
            half,
        }
    }

    /// After a frame: turned back at the walls.
    pub fn step(&mut self) {
        for flyer in &mut self.flyers {
            flyer.at += flyer.by;
            flyer.turned = UnitQuaternion::from_scaled_axis(flyer.turn) * flyer.turned;
            flyer.turned.renormalize();
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

/// Those of even numbers and those of odd ones.
pub fn kinds() -> [Body; 2] {
    ["box", "sphere66"].map(|name| {
        let named = bodies::all().into_iter().find(|body| body.name == name);
        named.expect("a body")
    })
}

pub fn shapes() -> [SharedBody; 2] {
    kinds().map(|body| SharedBody::new(interframe_body(&body)))
}
