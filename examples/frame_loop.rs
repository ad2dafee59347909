//! A frame loop around a world: a fixed step, a sensor, a ball that bounces, a rollback. `cargo run --example
//! frame_loop`; `examples/c/frame_loop.c` is the same in C.

use std::fmt::Write;

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Error, FrameContact, InitialContact, Mobility, Pose,
    Response, Role, Serial, SharedBody, World,
};
use nalgebra::Vector3;

/// Seconds of a step.
const STEP: f64 = 1.0 / 60.0;

/// By the users' keys.
const NAMES: [&str; 5] = ["nothing", "wall", "gate", "bar", "ball"];

struct Game {
    world: World,
    bar: BodyId,
    ball: BodyId,
    /// Of the ball.
    velocity: Vector3<f64>,
    frames: u64,
    log: String,
}

/// All that a rollback takes: the world's bytes and what is the game's own.
struct Save {
    bytes: Vec<u8>,
    velocity: Vector3<f64>,
    frames: u64,
}

impl Game {
    fn new() -> Result<Self, Error> {
        let mut world = World::new();
        let mut add = |user, shape, x, role, mobility| -> Result<BodyId, Error> {
            let pose = Pose::from_translation(Vector3::new(x, 0.0, 0.0))?;
            Ok(world.add(BodyInput {
                user,
                role,
                mobility,
                ..BodyInput::new(shape, pose)
            }))
        };
        let (fixed, moving) = (Mobility::Static, Mobility::Moving);
        add(
            1,
            SharedBody::cuboid([0.1, 2.0, 2.0])?,
            9.0,
            Role::Solid,
            fixed,
        )?;
        add(
            2,
            SharedBody::cuboid([0.25, 2.0, 2.0])?,
            3.0,
            Role::Sensor,
            fixed,
        )?;
        let bar = add(
            3,
            SharedBody::cuboid([1.5, 0.05, 0.05])?,
            6.0,
            Role::Solid,
            moving,
        )?;
        let ball = add(4, SharedBody::sphere(0.1)?, -5.0, Role::Solid, moving)?;
        Ok(Game {
            world,
            bar,
            ball,
            velocity: Vector3::new(240.0, 12.0, 0.0),
            frames: 0,
            log: String::new(),
        })
    }

    /// One step. Where the ball meets a solid, it bounces off it. A sensor only notices.
    fn step(&mut self) -> Result<(), Error> {
        let mut velocity = self.velocity;
        let mut respond = |contact: &FrameContact<'_>| {
            let (event, ball) = (contact.event, &contact.bodies[1]); // the ball has the largest key
            match event.normal {
                Some(normal) if !event.sensor && event.users[1] == 4 => {
                    let travel = ball.travel - normal * (2.0 * event.separation_velocity);
                    velocity = travel / STEP;
                    let (turn, pivot) = (ball.turn, ball.pivot);
                    let redirect = Response::Redirect {
                        travel,
                        turn,
                        pivot,
                    };
                    [Response::Continue, redirect]
                }
                _ => [Response::Continue; 2],
            }
        };
        let mut options = AdvanceOptions::default();
        options.time_of_impact.initial_contact = InitialContact::OnlyIfApproaching;
        let still = Vector3::zeros();
        let turn = Vector3::new(0.0, 0.0, 30.0 * STEP);
        let by = |id, travel, turn| -> Result<_, Error> {
            Ok((id, self.world.motion_by(id, travel, turn, still)?))
        };
        let motions = [
            by(self.ball, self.velocity * STEP, still)?,
            by(self.bar, still, turn)?,
        ];
        let world = &mut self.world;
        let frame = world.advance_with_responses(&motions, &options, &Serial, &mut respond)?;
        self.velocity = velocity;
        for (k, event) in frame.events.iter().enumerate() {
            let [a, b] = event.users.map(|user| NAMES[user as usize]);
            let (number, phase, t) = (self.frames, event.phase, event.t_lo);
            let _ = writeln!(self.log, "frame {number}: {b} {phase} {a} at {t:.3}");
            if frame.changes.iter().any(|change| change.event == k) {
                let _ = writeln!(self.log, "frame {number}: {b} bounces");
            }
        }
        self.frames += 1;
        Ok(())
    }

    fn save(&self) -> Save {
        Save {
            bytes: self.world.snapshot(),
            velocity: self.velocity,
            frames: self.frames,
        }
    }

    fn load(&mut self, save: &Save) -> Result<(), Error> {
        self.world.restore(&save.bytes, &|_, _| None)?; // all bodies are still there, so no shape is asked for
        (self.velocity, self.frames) = (save.velocity, save.frames);
        Ok(())
    }
}

/// What the game tells.
pub fn run() -> Result<String, Error> {
    let mut game = Game::new()?;
    let (mut saves, mut time) = (Vec::new(), 0.0);
    // Pictures take as long as they take; steps are all of one length.
    for picture in [0.010, 0.040, 0.007, 0.030, 0.015] {
        time += picture;
        while time >= STEP {
            time -= STEP;
            saves.push(game.save());
            game.step()?;
        }
    }
    // The same steps from an earlier state are the same to the bit.
    let last = game.save();
    game.load(&saves[2])?;
    while game.frames < last.frames {
        game.step()?;
    }
    let same = game.save().bytes == last.bytes;
    let _ = writeln!(
        game.log,
        "again from frame 2: {}",
        if same { "the same" } else { "not the same" }
    );
    // Word comes late that the ball was slower from frame 2 on.
    game.load(&saves[2])?;
    game.velocity = Vector3::new(90.0, 90.0, 0.0);
    while game.frames < last.frames {
        game.step()?;
    }
    Ok(game.log)
}

#[allow(dead_code)] // a test calls `run`
fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}
