//! A frame loop around a world: a fixed step, a sensor, a ball that bounces, a rollback. `cargo run --example
//! frame_loop`; `examples/c/frame_loop.c` is the same in C.

use std::fmt::Write;

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Error, Mobility, Mode, Motion, Phase, Pose, Role, Serial,
    SharedBody, World, WorldFrame,
};
use nalgebra::Vector3;

/// Seconds of a step.
const STEP: f64 = 1.0 / 60.0;

/// Bounces of a step, at most: after them the ball waits for the next.
const MOST_BOUNCES: usize = 8;

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

    /// One step. Where the ball meets a solid that it comes nearer to, it bounces: all bodies go to that time, not the ball
    /// alone, for what moves would pass it otherwise; and from there through the rest of the step.
    fn step(&mut self) -> Result<(), Error> {
        let mut left = 1.0;
        for _ in 0..MOST_BOUNCES {
            let motions = self.motions(left)?;
            let frame = self.advance(&motions)?;
            let Some((t, normal)) = self.bounce(&frame) else {
                self.tell(&frame, 1.0 - left, left);
                break;
            };
            self.world.undo_frame()?;
            let before: Result<Vec<_>, Error> = motions
                .iter()
                .map(|(id, motion)| Ok((*id, motion.split(t)?[0])))
                .collect();
            let frame = self.advance(&before?)?;
            self.tell(&frame, 1.0 - left, left * t);
            left *= 1.0 - t;
            let at = 1.0 - left;
            let _ = writeln!(self.log, "frame {}: ball bounces at {at:.3}", self.frames);
            self.velocity -= normal * (2.0 * self.velocity.dot(&normal));
        }
        self.frames += 1;
        Ok(())
    }

    /// How things move in what is left of a step.
    fn motions(&self, left: f64) -> Result<[(BodyId, Motion); 2], Error> {
        let [ball, bar] =
            [self.ball, self.bar].map(|id| self.world.get(id).map(|body| *body.pose()));
        let (ball, bar) = (ball?, bar?);
        let way = self.velocity * (STEP * left);
        let turn = Vector3::new(0.0, 0.0, 30.0 * STEP * left);
        Ok([
            (
                self.ball,
                Motion::translation(ball, ball.translation() + way)?,
            ),
            (
                self.bar,
                Motion::from_turn(bar, bar.translation(), turn, Vector3::zeros())?,
            ),
        ])
    }

    fn advance(&mut self, motions: &[(BodyId, Motion)]) -> Result<WorldFrame, Error> {
        let options = AdvanceOptions {
            mode: Mode::All,
            ..AdvanceOptions::default()
        };
        self.world.advance(motions, &options, &Serial)
    }

    /// When the ball first meets a solid that it comes nearer to, and the normal there: the time until which all is proved free.
    fn bounce(&self, frame: &WorldFrame) -> Option<(f64, Vector3<f64>)> {
        frame.events.iter().find_map(|event| {
            let normal = event
                .normal
                .filter(|normal| self.velocity.dot(normal) < 0.0)?;
            let meets = matches!(event.phase, Phase::Begin | Phase::Pass);
            // A sensor only notices.
            let solid = !event.sensor && event.users[1] == 4;
            (meets && solid).then_some((event.t_lo, normal))
        })
    }

    /// Writes what a part of the step met, from `begin` on and of this length.
    fn tell(&mut self, frame: &WorldFrame, begin: f64, length: f64) {
        for event in &frame.events {
            let [a, b] = event.users.map(|user| NAMES[user as usize]);
            let (number, phase, t) = (self.frames, event.phase, begin + length * event.t_lo);
            let _ = writeln!(self.log, "frame {number}: {b} {phase} {a} at {t:.3}");
        }
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
