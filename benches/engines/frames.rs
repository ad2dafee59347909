//! Rows of whole frames: bullets beside the casts of engines, and scenes that are hard for a broad phase, of this library alone.

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Filter, Mobility, Mode, Motion, Pose, Serial, SharedBody,
    Verdict, World, WorldFrame,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use super::{BULLET, Bench, Label, Side, TARGET, verdict};
use crate::matrix::{Casts, Library, OPEN};
use crate::support::bodies::cuboid;
use crate::support::bullets::Range;
use crate::support::contenders::{hull, pose};
use crate::support::driver::{median, seconds_of};
use crate::support::near_contact::Item;
use crate::support::swarm::Flyer;
use crate::support::workloads::Placement;

/// Bits of filters: targets and bullets meet each other and nothing of their own.
const BITS: [u64; 2] = [1, 2];

fn filter(own: usize) -> Filter {
    Filter {
        category: BITS[own],
        mask: BITS[1 - own],
        ..Filter::default()
    }
}

/// A world of this library in which all fly.
struct Flying {
    world: World,
    /// Bullets, then targets: their ids, ways and turns in a frame.
    movers: Vec<(BodyId, Vector3<f64>, Vector3<f64>)>,
    frame: WorldFrame,
}

impl Flying {
    fn new(range: &Range, [target, bullet]: [&SharedBody; 2]) -> Self {
        let mut world = World::new();
        let mut add = |flyer: &Flyer, shape: &SharedBody, own| {
            let id = world.add(BodyInput {
                filter: filter(own),
                ..BodyInput::new(shape.clone(), pose(&flyer.place()))
            });
            (id, flyer.by, flyer.turn)
        };
        let bullets = range.bullets.iter().map(|flyer| add(flyer, bullet, 1));
        let mut movers: Vec<_> = bullets.collect();
        movers.extend(range.targets.iter().map(|flyer| add(flyer, target, 0)));
        Flying {
            world,
            movers,
            frame: WorldFrame::default(),
        }
    }
}

impl Casts for Flying {
    /// Puts bullets back that start again.
    fn take(&mut self, _: &[Placement], items: &[Item]) {
        for (item, (id, ..)) in items.iter().zip(&self.movers) {
            let now = self.world.get(*id).expect("it is there").pose();
            if (now.translation() - Vector3::from(item.a.p)).norm() > 1.0 {
                let moved = self.world.teleport(*id, pose(&item.a));
                moved.expect("it is there");
            }
        }
    }

    fn place(&mut self) {}

    fn cast(&mut self, met: &mut [u8]) {
        let motion = |(id, by, turn): &(BodyId, Vector3<f64>, Vector3<f64>)| {
            let start = *self.world.get(*id).expect("it is there").pose();
            let end = start.translation() + by;
            let motion = Motion::from_turn(start, end, *turn, Vector3::zeros());
            (*id, motion.expect("finite"))
        };
        let motions: Vec<_> = self.movers.iter().map(motion).collect();
        advance(&mut self.world, &motions, Mode::First, &mut self.frame);
        met.fill(0);
        for event in &self.frame.events {
            for piece in [event.key.a, event.key.b] {
                if let Some(met) = met.get_mut(piece.body.index() as usize) {
                    match event.verdict {
                        Verdict::Hit => *met = 1,
                        Verdict::Undecided if *met == 0 => *met = OPEN,
                        _ => {}
                    }
                }
            }
        }
    }
}

fn advance(world: &mut World, motions: &[(BodyId, Motion)], mode: Mode, frame: &mut WorldFrame) {
    let options = AdvanceOptions {
        mode,
        ..AdvanceOptions::default()
    };
    let passed = world.advance_into(motions, &options, &Serial, frame);
    passed.expect("a frame");
}

impl Bench {
    /// Frames of bullets: this library's motions and `advance`, the others' casts at the end poses of the targets.
    pub fn bullets(&mut self, row: &str, count: usize) {
        if !self.wants(row) {
            return;
        }
        let mut range = Range::new(count, self.count(1_000, 20));
        let bodies = [TARGET, BULLET].map(|k| &self.ours.bodies[k]);
        let mut all: Vec<(Side, Box<dyn Casts + '_>)> = Vec::new();
        let side = |who| Side {
            who,
            time: 0.0,
            met: Vec::new(),
        };
        all.push((
            side(self.ours.name()),
            Box::new(Flying::new(&range, bodies)),
        ));
        let at: Vec<_> = range.targets.iter().map(Flyer::place).collect();
        for peer in &self.peers {
            let world = peer.world([BULLET, TARGET], &at);
            all.extend(world.map(|world| (side(peer.name()), world)));
        }
        let mut times = vec![Vec::new(); all.len()];
        let mut met = vec![0; count];
        // The first two frames build trees and states, and are not counted.
        for round in 0..self.rounds() + 2 {
            let items = range.items();
            range.step();
            let ends: Vec<_> = range.targets.iter().map(Flyer::place).collect();
            for turn in 0..all.len() {
                let k = (turn + round) % all.len();
                let (side, casts) = &mut all[k];
                casts.take(&ends, &items);
                let took = seconds_of(|| {
                    casts.place();
                    casts.cast(&mut met);
                });
                if round >= 2 {
                    times[k].push(1e3 * took);
                    side.met.extend(met.iter().map(verdict));
                }
            }
        }
        let sides = all.into_iter().zip(times).map(|((side, _), times)| Side {
            time: median(times),
            ..side
        });
        let sides: Vec<_> = sides.collect();
        let what = "a frame of 15 m over 1,000 drifting boxes: ours turn and meet moving boxes; peers cast straight at the boxes' \
                    end poses";
        self.push((row, "ms", what), self.rounds() * count, &sides);
    }

    /// Frames of this library alone.
    pub fn frames(&mut self) {
        let side = self.count(50, 4);
        for (mode, edge) in [
            (Mode::Poses, 1.0),
            (Mode::Poses, 0.1),
            (Mode::First, 1.0),
            (Mode::First, 0.1),
        ] {
            for gap in [0.0, 1e-3] {
                let row = format!("grid; {}; sides of {edge}; gap {gap}", mode.name());
                let what = "2,500 boxes in a plane that move together";
                self.alone((&row, "ms", what), |bench| {
                    bench.grid(side, mode, edge, gap)
                });
            }
        }
        for (row, full) in [
            ("ball beside 100 static boxes", 100),
            ("ball beside 1,000 static boxes", 1_000),
            ("ball beside 10,000 static boxes", 10_000),
            ("ball beside 100,000 static boxes", 100_000),
        ] {
            let count = self.count(full, full / 100);
            let what = "the ball alone moves, over one of the boxes";
            self.alone((row, "us", what), |bench| bench.beside(count));
        }
        let what = "5,000 spinning fragments of up to 3.75 m a frame from a ball of 1.5 m, between 44 plates; no fragment \
                    meets another, by filter";
        let label = ("burst; first frame", "ms", what);
        self.alone(label, |bench| bench.burst()[0]);
        let label = ("burst; median frame", "ms", "the median of 24 frames");
        self.alone(label, |bench| bench.burst()[1]);
    }

    /// A row of this library alone, and what takes its time.
    fn alone(&mut self, label: Label<'_>, time: impl FnOnce(&Self) -> f64) {
        if !self.wants(label.0) {
            return;
        }
        let side = Side {
            who: self.ours.name(),
            time: time(self),
            met: Vec::new(),
        };
        self.push(label, 1, &[side]);
    }

    /// Milliseconds a frame of a square of boxes that move together.
    fn grid(&self, side: usize, mode: Mode, edge: f64, gap: f64) -> f64 {
        let cube = SharedBody::new(hull(&cuboid([0.5 * edge; 3])));
        let mut world = World::new();
        let add = |k: usize| {
            let at = [k % side, k / side].map(|k| k as f64 * (edge + gap));
            let pose = Pose::from_translation(Vector3::new(at[0], at[1], 0.0));
            world.add(BodyInput::new(cube.clone(), pose.expect("finite")))
        };
        let ids: Vec<BodyId> = (0..side * side).map(add).collect();
        let by = Vector3::new(0.03, 0.02, 0.01) * edge;
        let (mut frame, mut times) = (WorldFrame::default(), Vec::new());
        for round in 0..self.rounds() + 2 {
            let took = seconds_of(|| {
                let mut motions = Vec::new();
                for id in &ids {
                    let start = *world.get(*id).expect("it is there").pose();
                    let to = start.translation() + by;
                    if mode == Mode::Poses {
                        let end = Pose::from_translation(to).expect("finite");
                        world.teleport(*id, end).expect("it is there");
                    } else {
                        motions.push((*id, Motion::translation(start, to).expect("finite")));
                    }
                }
                advance(&mut world, &motions, mode, &mut frame);
            });
            if round >= 2 {
                times.push(1e3 * took);
            }
        }
        median(times)
    }

    /// Microseconds a frame of a ball that moves over one of many static boxes.
    fn beside(&self, count: usize) -> f64 {
        const FRAMES: usize = 64;
        let (cube, ball) = (
            SharedBody::new(hull(&cuboid([0.5; 3]))),
            SharedBody::sphere(0.5).expect("a radius"),
        );
        let at = |x, y, z| Pose::from_translation(Vector3::new(x, y, z)).expect("finite");
        let mut world = World::new();
        let side = (count as f64).sqrt().ceil() as usize;
        for k in 0..count {
            let place = at(3.0 * (k % side) as f64, 3.0 * (k / side) as f64, 0.0);
            world.add(BodyInput {
                mobility: Mobility::Static,
                ..BodyInput::new(cube.clone(), place)
            });
        }
        let ends = [at(-0.1, 0.0, 1.01), at(0.1, 0.0, 1.01)];
        let id = world.add(BodyInput::new(ball, ends[0]));
        let ways = [0, 1].map(|k| {
            let to = ends[1 - k].translation();
            [(id, Motion::translation(ends[k], to).expect("finite"))]
        });
        let mut frame = WorldFrame::default();
        let mut block = || {
            seconds_of(|| {
                for k in 0..FRAMES {
                    advance(&mut world, &ways[k % 2], Mode::First, &mut frame);
                }
            })
        };
        block();
        let times = (0..self.rounds()).map(|_| 1e6 * block() / FRAMES as f64);
        median(times.collect())
    }

    /// Milliseconds of the first and of the median frame of a shell that bursts: as `examples/scenes/shrapnel.json`.
    fn burst(&self) -> [f64; 2] {
        const FRAMES: usize = 24;
        let fragment = SharedBody::new(hull(&cuboid([0.06, 0.04, 0.02])));
        let plate = SharedBody::new(hull(&cuboid([0.05, 1.0, 1.0])));
        let upright = SharedBody::new(hull(&cuboid([1.0, 0.05, 1.0])));
        let [mut first, mut rest] = [Vec::new(), Vec::new()];
        for _ in 0..self.rounds() {
            let rng = &mut case_generator(4_200, 0);
            let mut world = World::new();
            let mut add = |shape: &SharedBody, at: Vector3<f64>, own| {
                let pose = Pose::from_translation(at).expect("finite");
                world.add(BodyInput {
                    filter: filter(own),
                    mobility: [Mobility::Static, Mobility::Moving][own],
                    ..BodyInput::new(shape.clone(), pose)
                })
            };
            for k in 0..11 {
                let along = 2.0 * f64::from(k) - 10.0;
                for far in [-12.0, 12.0] {
                    add(&plate, Vector3::new(far, along, 0.0), 0);
                    add(&upright, Vector3::new(along, far, 0.0), 0);
                }
            }
            let mut vector = |length: f64| Vector3::from(rng.direction()) * (length * rng.unit());
            let movers: Vec<_> = (0..self.count(5_000, 50))
                .map(|_| (add(&fragment, vector(1.5), 1), vector(3.75), vector(12.5)))
                .collect();
            let mut flying = Flying {
                world,
                movers,
                frame: WorldFrame::default(),
            };
            let frame = |_| 1e3 * seconds_of(|| flying.cast(&mut []));
            let times: Vec<f64> = (0..FRAMES).map(frame).collect();
            first.push(times[0]);
            rest.push(median(times));
        }
        [first, rest].map(median)
    }
}
