//! Bullets down a range with targets that drift and turn: 15 radii of a target a frame.

use nalgebra::{UnitQuaternion, Vector3};
use twin::random::case_generator;

use super::kinds::Shape;
use super::near_contact::Item;
use super::swarm::Flyer;
use super::workloads::Placement;

/// Bullets that are so far down the range start again.
pub const LENGTH: f64 = 1_000.0;

/// Boxes of radius 1 and of a fiftieth of that.
pub fn shapes() -> [Shape; 2] {
    [1.0, 0.02].map(|radius| Shape::Box([radius * 3f64.sqrt().recip(); 3], 0.0))
}

pub struct Range {
    pub bullets: Vec<Flyer>,
    pub targets: Vec<Flyer>,
}

impl Range {
    pub fn new(bullets: usize, targets: usize) -> Self {
        let rng = &mut case_generator(41, 0);
        let mut flyer = |is_bullet| {
            let at = [
                rng.between(0.0, LENGTH),
                rng.between(-20.0, 20.0),
                rng.between(-10.0, 10.0),
            ];
            let aside = Vector3::from(rng.direction());
            let (by, turn) = match is_bullet {
                true => (Vector3::new(15.0, 0.0, 0.0) + 0.1 * aside, 40.0 * aside),
                false => (0.05 * aside, 0.05 * Vector3::from(rng.direction())),
            };
            Flyer {
                at: at.into(),
                turned: UnitQuaternion::identity(),
                by,
                turn,
            }
        };
        Range {
            bullets: (0..bullets).map(|_| flyer(true)).collect(),
            targets: (0..targets).map(|_| flyer(false)).collect(),
        }
    }

    /// The bullets' ways in this frame.
    pub fn items(&self) -> Vec<Item> {
        let item = |flyer: &Flyer| Item {
            a: flyer.place(),
            b: Placement::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]),
            by: flyer.by.into(),
            turn: flyer.turn.into(),
        };
        self.bullets.iter().map(item).collect()
    }

    pub fn step(&mut self) {
        self.targets.iter_mut().for_each(Flyer::step);
        for bullet in &mut self.bullets {
            bullet.step();
            if bullet.at.x > LENGTH {
                bullet.at.x -= LENGTH;
            }
        }
    }
}
