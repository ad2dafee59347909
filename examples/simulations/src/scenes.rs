//! Bodies of the examples.

use interframe::{BodyId, BodyInput, Mobility, Pose, SharedBody, Velocity, World};
use nalgebra::{UnitQuaternion, Vector3};

use crate::pendulum::Pendulum;
use crate::rigid::{Law, Moving, NUMBERS, RigidBodies, RigidBody};
use crate::show::Scene;

pub const GRAVITY: f64 = 9.81;

/// A contact that takes energy out, for bodies that come to rest.
pub const DAMPED: Law = Law::Spring {
    stiffness: 2e4,
    damping: 0.3,
    friction: 0.4,
};

/// Bodies under gravity over a box whose upper side is at z = 0, which is the first of them.
pub struct Builder {
    pub world: World,
    pub system: RigidBodies,
    pub start: Vec<f64>,
    pub names: Vec<&'static str>,
}

impl Builder {
    /// The ground alone, of this half width.
    ///
    /// # Errors
    /// None for a finite number.
    pub fn new(law: Law, half_width: f64) -> interframe::Result<Self> {
        let mut scene = Builder {
            world: World::new(),
            system: RigidBodies {
                bodies: Vec::new(),
                gravity: Vector3::new(0.0, 0.0, -GRAVITY),
                law,
            },
            start: Vec::new(),
            names: Vec::new(),
        };
        let ground = SharedBody::cuboid([half_width, half_width, 0.5])?;
        let below = Pose::from_translation(Vector3::new(0.0, 0.0, -0.5))?;
        scene.add("ground", ground, below, Mobility::Static);
        Ok(scene)
    }

    /// The scene under a name, with the bodies that move drawn.
    #[must_use]
    pub fn named<'a>(&'a self, name: &'a str) -> Scene<'a, RigidBodies> {
        Scene {
            name,
            system: &self.system,
            world: &self.world,
            names: &self.names,
            drawn: &self.names[1..],
            start: &self.start,
        }
    }

    fn add(
        &mut self,
        name: &'static str,
        shape: SharedBody,
        pose: Pose,
        mobility: Mobility,
    ) -> BodyId {
        self.names.push(name);
        self.world.add(BodyInput {
            user: self.names.len() as u64,
            mobility,
            ..BodyInput::new(shape, pose)
        })
    }

    /// A body that moves, of inertia about its own axes.
    ///
    /// # Errors
    /// None for finite numbers.
    pub fn moving(
        &mut self,
        name: &'static str,
        shape: SharedBody,
        [mass, reach]: [f64; 2],
        inertia: [f64; 3],
        state: &Moving,
    ) -> interframe::Result<()> {
        let pose = Pose::new(state.at, *state.turned.quaternion())?;
        let id = self.add(name, shape, pose, Mobility::Moving);
        self.system.bodies.push(RigidBody {
            id,
            mass,
            inertia: inertia.into(),
            reach,
        });
        let from = self.start.len();
        self.start.resize(from + NUMBERS, 0.0);
        state.write(&mut self.start[from..]);
        Ok(())
    }
}

/// At rest but for what is given.
#[must_use]
pub fn state(at: [f64; 3], turned: [f64; 3], linear: [f64; 3], angular: [f64; 3]) -> Moving {
    Moving {
        at: at.into(),
        turned: UnitQuaternion::from_scaled_axis(turned.into()),
        velocity: Velocity {
            linear: linear.into(),
            angular: angular.into(),
        },
    }
}

pub const BALL_RADIUS: f64 = 0.1;
pub const BALL_HEIGHT: f64 = 1.0;

/// A ball of mass 1.
///
/// # Errors
/// None.
pub fn ball(law: Law) -> interframe::Result<Builder> {
    let mut scene = Builder::new(law, 2.0)?;
    let inertia = [0.4 * BALL_RADIUS * BALL_RADIUS; 3];
    let start = state([0.0, 0.0, BALL_HEIGHT], [0.0; 3], [0.0; 3], [0.0; 3]);
    scene.moving(
        "ball",
        SharedBody::sphere(BALL_RADIUS)?,
        [1.0, BALL_RADIUS],
        inertia,
        &start,
    )?;
    Ok(scene)
}

pub const BOX_HALF: [f64; 3] = [0.12, 0.1, 0.08];

/// A box that turns as it falls. Its mass is spread so that its inertia is the same about all axes: between contacts it turns
/// at a constant rate, so the next contact is a root of a formula.
///
/// # Errors
/// None.
pub fn turning_box(law: Law) -> interframe::Result<Builder> {
    let mut scene = Builder::new(law, 50.0)?;
    let start = state([0.0, 0.0, 1.0], [0.3, 0.2, 0.1], [0.0; 3], [0.7, -0.4, 0.5]);
    let reach = Vector3::from(BOX_HALF).norm();
    let shape = SharedBody::cuboid(BOX_HALF)?;
    scene.moving("box", shape, [1.0, reach], [0.01; 3], &start)?;
    Ok(scene)
}

/// A bar with a joint at its upper end, and a wall where it hangs a little to the left.
///
/// # Errors
/// None.
pub fn pendulum() -> interframe::Result<(World, Pendulum, Vec<f64>)> {
    let mut world = World::new();
    let half = [0.05, 0.05, 0.5];
    let bar = world.add(BodyInput::new(SharedBody::cuboid(half)?, Pose::identity()));
    world.add(BodyInput {
        mobility: Mobility::Static,
        ..BodyInput::new(
            SharedBody::cuboid([0.1, 1.0, 1.0])?,
            Pose::from_translation(Vector3::new(-0.3, 0.0, -1.5))?,
        )
    });
    let length: f64 = 0.5;
    let system = Pendulum {
        bob: bar,
        length,
        reach: 1.01,
        // A thin bar about its end: m l^2 / 3 with l = 1.
        pull: GRAVITY * length * 3.0,
        restitution: 1.0,
    };
    Ok((world, system, vec![1.0, 0.0]))
}
