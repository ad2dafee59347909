//! Who advances a swarm by a frame: the library's world, and parry3d-f64.

use interframe::{AdvanceOptions, BodyId, Mode, Pose, Serial, World, WorldFrame};
use nalgebra::{UnitQuaternion, Vector3};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::{Pose as ParryPose, Vector};
use parry3d_f64::partitioning::{Bvh, BvhWorkspace};
use parry3d_f64::query::{NonlinearRigidMotion, cast_shapes_nonlinear, intersection_test};
use parry3d_f64::shape::{ConvexPolyhedron, Shape};

use crate::support::contenders::{parry_body, parry_pose};
use crate::support::swarm::{Flyer, Swarm, kinds};
use crate::support::workloads::Placement;

pub trait Contender {
    fn name(&self) -> &'static str;

    /// How many pairs are in contact.
    fn frame(&mut self, swarm: &Swarm) -> u64;
}

/// Where a body is asked about: at the end of the frame in mode poses, otherwise at its start.
pub fn pose(flyer: &Flyer, mode: Mode) -> ParryPose {
    let (at, turned) = match mode {
        Mode::Poses => {
            let turned = UnitQuaternion::from_scaled_axis(flyer.turn) * flyer.turned;
            (flyer.at + flyer.by, turned)
        }
        _ => (flyer.at, flyer.turned),
    };
    parry_pose(&Placement::new(at.into(), turned.coords.into()))
}

/// How parry moves a body in a frame.
pub fn motion(flyer: &Flyer) -> NonlinearRigidMotion {
    let vector = |v: &Vector3<f64>| Vector::new(v.x, v.y, v.z);
    let start = pose(flyer, Mode::First);
    NonlinearRigidMotion::new(start, Vector::ZERO, vector(&flyer.by), vector(&flyer.turn))
}

/// A world.
pub struct Ours {
    pub world: World,
    pub ids: Vec<BodyId>,
    options: AdvanceOptions,
    pub frame: WorldFrame,
}

impl Ours {
    pub fn new(swarm: &Swarm, mode: Mode) -> Self {
        let (world, ids) = swarm.world();
        Ours {
            world,
            ids,
            options: AdvanceOptions {
                mode,
                ..AdvanceOptions::default()
            },
            frame: WorldFrame::default(),
        }
    }

    /// Where the library's formula puts bodies.
    pub fn correct(&self, swarm: &mut Swarm) {
        for (flyer, id) in swarm.flyers.iter_mut().zip(&self.ids) {
            let pose = *self.world.get(*id).expect("it is there").pose();
            flyer.at = pose.translation();
            flyer.turned = UnitQuaternion::new_normalize(pose.quaternion());
        }
    }
}

impl Contender for Ours {
    fn name(&self) -> &'static str {
        "interframe"
    }

    fn frame(&mut self, swarm: &Swarm) -> u64 {
        let mut motions = Vec::new();
        match self.options.mode {
            Mode::Poses => {
                for (flyer, id) in swarm.flyers.iter().zip(&self.ids) {
                    let turned = UnitQuaternion::from_scaled_axis(flyer.turn) * flyer.turned;
                    let end = Pose::new(flyer.at + flyer.by, *turned).expect("a pose");
                    self.world.teleport(*id, end).expect("it is there");
                }
            }
            _ => motions = swarm.motions(&self.world, &self.ids),
        }
        let passed = (self.world).advance_into(&motions, &self.options, &Serial, &mut self.frame);
        passed.expect("a frame");
        self.frame.statistics.hit
    }
}

/// parry3d-f64's tree and pair queries.
pub struct Parry {
    tree: Bvh,
    workspace: BvhWorkspace,
    shapes: [ConvexPolyhedron; 2],
    mode: Mode,
}

impl Parry {
    pub fn new(mode: Mode) -> Self {
        Parry {
            tree: Bvh::new(),
            workspace: BvhWorkspace::default(),
            shapes: kinds().map(|body| parry_body(&body)),
            mode,
        }
    }
}

impl Contender for Parry {
    fn name(&self) -> &'static str {
        "parry"
    }

    fn frame(&mut self, swarm: &Swarm) -> u64 {
        let poses: Vec<ParryPose> = swarm
            .flyers
            .iter()
            .map(|flyer| pose(flyer, self.mode))
            .collect();
        for (k, (at, flyer)) in poses.iter().zip(&swarm.flyers).enumerate() {
            let held = match self.mode {
                Mode::Poses => self.shapes[k % 2].compute_aabb(at),
                _ => {
                    let (from, to) = (flyer.at, flyer.at + flyer.by);
                    let ball = |p: Vector3<f64>| {
                        let center = Vector::new(p.x, p.y, p.z);
                        Aabb::from_half_extents(center, Vector::splat(1.0))
                    };
                    let (start, end) = (ball(from), ball(to));
                    Aabb::new(start.mins.min(end.mins), start.maxs.max(end.maxs))
                }
            };
            self.tree.insert_or_update_partially(held, k as u32, 0.0);
        }
        self.tree.refit(&mut self.workspace);
        self.tree.optimize_incremental(&mut self.workspace);
        let motion = |k: u32| motion(&swarm.flyers[k as usize]);
        let mut hits = 0;
        let shape = |k: u32| &self.shapes[k as usize % 2];
        let mode = self.mode;
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
                let meets = match mode {
                    Mode::Poses => {
                        let [at_a, at_b] = [a, b].map(|k| &poses[k as usize]);
                        let found = intersection_test(at_a, shape(a), at_b, shape(b));
                        found.is_ok_and(|answer| answer.intersecting)
                    }
                    _ => {
                        let (a, b) = ((motion(a), shape(a)), (motion(b), shape(b)));
                        let hit = cast_shapes_nonlinear(&a.0, a.1, &b.0, b.1, 0.0, 1.0, true);
                        hit.expect("supported shapes").is_some()
                    }
                };
                hits += u64::from(meets);
            });
        hits
    }
}
