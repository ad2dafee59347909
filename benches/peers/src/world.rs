//! Frames of a world beside parry and the collision step of rapier3d-f64, which keeps pairs and answers whether sensors meet.

#[path = "../../support/mod.rs"]
mod support;

#[path = "../../world/mod.rs"]
mod world;

use std::path::Path;

use interframe::Mode;
use rapier3d_f64::prelude::{
    ActiveCollisionTypes, BroadPhaseBvh, ColliderBuilder, ColliderHandle, ColliderSet,
    CollisionPipeline, IslandManager, NarrowPhase, RigidBodySet, SharedShape,
};
use support::contenders::parry_body;
use support::swarm::{Swarm, kinds};
use world::contenders::{Contender, pose};

struct Rapier {
    colliders: ColliderSet,
    handles: Vec<ColliderHandle>,
    bodies: RigidBodySet,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    pipeline: CollisionPipeline,
}

impl Rapier {
    fn new(swarm: &Swarm) -> Self {
        let shapes = kinds().map(|body| SharedShape::new(parry_body(&body)));
        let mut colliders = ColliderSet::new();
        let handles = swarm.flyers.iter().enumerate().map(|(k, flyer)| {
            colliders.insert(
                ColliderBuilder::new(shapes[k % 2].clone())
                    .position(pose(flyer, Mode::First))
                    .sensor(true)
                    .active_collision_types(ActiveCollisionTypes::all()),
            )
        });
        let handles = handles.collect();
        Rapier {
            colliders,
            handles,
            bodies: RigidBodySet::new(),
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            pipeline: CollisionPipeline::new(),
        }
    }
}

impl Contender for Rapier {
    fn name(&self) -> &'static str {
        "rapier"
    }

    fn frame(&mut self, swarm: &Swarm) -> u64 {
        for (flyer, handle) in swarm.flyers.iter().zip(&self.handles) {
            self.colliders[*handle].set_position(pose(flyer, Mode::Poses));
        }
        self.pipeline.step(
            0.0,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &(),
        );
        let pairs = self.narrow_phase.intersection_pairs();
        pairs.filter(|(_, _, meet)| *meet).count() as u64
    }
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    world::run(&root, &|swarm, mode| match mode {
        Mode::Poses => Some(Box::new(Rapier::new(swarm))),
        _ => None,
    });
}
