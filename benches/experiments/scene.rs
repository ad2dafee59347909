//! Where bodies are from frame to frame, and which pairs their boxes leave open. Boxes are cubes about the
//! bounding spheres, both ends of a frame in one, and the same for every method: no method sees a pair that
//! they settle. What the paper leaves open is a field of [`Choices`].

use interframe::{
    IntersectOptions, MovingPair, PairState, PosedPair, TimeOfImpactOptions, Verdict, intersect,
    time_of_impact,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use super::contenders::Natives;
use super::shapes::Shape;
use crate::support::contenders::{meets, pose};
use crate::support::driver::{median, seconds_of};
use crate::support::workloads::Placement;

/// What becomes of a body at a wall of the cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Walls {
    /// It is thrown back as light from a mirror.
    Mirror,
    /// It leaves in a random direction.
    Scatter,
}

/// How bodies turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turning {
    /// By angles drawn once, the same in every frame.
    Steady,
    /// By angles drawn in every frame.
    Unsteady,
}

/// What comes before every method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    /// Cubes about the bounding spheres, each over both ends of a frame.
    Cubes,
    /// The bounding spheres themselves, on their way through the frame.
    Spheres,
}

/// What the paper says, where it says it, and what was chosen where it does not.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    /// Of the cube; the paper's in the second experiment.
    pub side: f64,
    /// Of the bodies' bounding spheres; chosen.
    pub radius: f64,
    /// Units a frame; the paper's in the first experiment, chosen in the others.
    pub speed: f64,
    /// Largest angle about each axis; the paper's.
    pub degrees: f64,
    /// Chosen.
    pub walls: Walls,
    /// Chosen.
    pub turning: Turning,
    /// Boxes in the paper; of which kind is chosen.
    pub bounds: Bounds,
}

impl Choices {
    pub const CHOSEN: Choices = Choices {
        side: 6.0,
        radius: 0.5,
        speed: 0.02,
        degrees: 10.0,
        walls: Walls::Mirror,
        turning: Turning::Steady,
        bounds: Bounds::Cubes,
    };
}

/// One pair at the end of one frame.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// Numbers the pairs.
    pub pair: u32,
    /// Of A and B in the library.
    pub shape: [u32; 2],
    /// Of A and B among the scene's places.
    pub at: [u32; 2],
}

/// Queries in order of their frames.
#[derive(Default)]
pub struct Scene {
    /// At the end of a frame.
    pub places: Vec<Placement>,
    /// The same body at its start.
    pub before: Vec<Placement>,
    pub pairs: usize,
    /// Only prepare what methods keep.
    pub warm: Vec<Query>,
    pub timed: Vec<Query>,
    /// Frames in which a query is timed, or may be.
    pub frames: usize,
    /// Pairs that the boxes were asked about in these frames.
    pub boxes: usize,
    /// What the boxes cost a frame, seconds.
    pub box_s: f64,
}

/// What the exact methods say of one timed query.
#[derive(Debug, Clone, Copy)]
pub struct Truth {
    /// At the end of the frame.
    pub meet: bool,
    /// At some time in it; None where they meet at its start or the time of impact leaves it open.
    pub first_contact: Option<bool>,
}

struct Flyer {
    at: Placement,
    travel: Vector3<f64>,
    turn: UnitQuaternion<f64>,
}

impl Flyer {
    fn new(rng: &mut SplitMix64, p: Vector3<f64>, travel: Vector3<f64>, choices: &Choices) -> Self {
        Flyer {
            at: Placement::new(p.into(), rng.quaternion()),
            travel,
            turn: three_turns(rng, choices),
        }
    }

    /// On to the next frame; returns where it was.
    fn fly(&mut self, rng: &mut SplitMix64, choices: &Choices) -> Placement {
        let before = self.at;
        if choices.turning == Turning::Unsteady {
            self.turn = three_turns(rng, choices);
        }
        self.at.p = (Vector3::from(self.at.p) + self.travel).into();
        let q = self.turn * UnitQuaternion::new_normalize(self.at.q.into());
        self.at.q = q.coords.into();
        before
    }

    /// Turns back a centre that is beyond a wall.
    fn meet_walls(&mut self, rng: &mut SplitMix64, choices: &Choices) {
        let half = 0.5 * choices.side;
        for axis in 0..3 {
            if self.at.p[axis].abs() <= half {
                continue;
            }
            let inward = -self.at.p[axis].signum();
            if choices.walls == Walls::Scatter {
                self.travel = Vector3::from(rng.direction()) * choices.speed;
            }
            self.travel[axis] = self.travel[axis].abs() * inward;
        }
    }
}

/// About x, then y, then z of the world, each by U(0, most).
fn three_turns(rng: &mut SplitMix64, choices: &Choices) -> UnitQuaternion<f64> {
    let [x, y, z] = [0; 3].map(|_| rng.between(0.0, choices.degrees).to_radians());
    UnitQuaternion::from_euler_angles(x, y, z)
}

/// The first experiment: two bodies start at random points of opposite faces of the cube and fly towards
/// each other. Timed are the last five frames before contact.
pub fn approaches(shapes: &[Shape], shape: usize, repeats: usize, choices: &Choices) -> Scene {
    let rng = &mut case_generator(1901, shape as u64);
    let mut out = Scene::default();
    let body = &shapes[shape].polytope;
    for pair in 0..repeats as u32 {
        let half = 0.5 * choices.side;
        let starts = [-1.0, 1.0].map(|x| {
            let [y, z] = [0; 2].map(|_| rng.between(-half, half));
            Vector3::new(x * half, y, z)
        });
        let travel = (starts[1] - starts[0]).normalize() * choices.speed;
        let mut two = [(starts[0], travel), (starts[1], -travel)]
            .map(|(start, travel)| Flyer::new(rng, start, travel, choices));
        let mut state = PairState::default();
        let mut frames = Vec::new();
        loop {
            let before = [0, 1].map(|k| two[k].fly(rng, choices));
            let now = [0, 1].map(|k| two[k].at);
            let [a, b] = now.map(|at| pose(&at));
            let pair = PosedPair::new(body, &a, body, &b);
            let answer = intersect(&pair, &IntersectOptions::default(), &mut state);
            if answer.expect("valid options").verdict == Verdict::Hit {
                break;
            }
            frames.push((before, now));
        }
        let last = frames.len().saturating_sub(5);
        for (frame, (before, now)) in frames.into_iter().enumerate() {
            let timed = frame >= last;
            out.boxes += usize::from(timed);
            if !choices.leave_open(&before, &now) {
                continue;
            }
            let at = [0, 1].map(|k| out.places.len() as u32 + k);
            let list = if timed { &mut out.timed } else { &mut out.warm };
            list.push(Query {
                pair,
                shape: [shape as u32; 2],
                at,
            });
            out.places.extend(now);
            out.before.extend(before);
        }
    }
    out.pairs = repeats;
    out.frames = 5 * repeats;
    out
}

/// The other experiments: bodies in a cube, free to penetrate each other.
pub fn crowd(of_body: &[usize], frames: usize, choices: &Choices, seed: u64) -> Scene {
    let rng = &mut case_generator(1902, seed);
    let half = 0.5 * choices.side;
    let mut flyers: Vec<Flyer> = of_body
        .iter()
        .map(|_| {
            let p = [0; 3].map(|_| rng.between(-half, half)).into();
            let travel = Vector3::from(rng.direction()) * choices.speed;
            Flyer::new(rng, p, travel, choices)
        })
        .collect();
    let count = flyers.len();
    let mut out = Scene::default();
    let mut numbers = vec![u32::MAX; count * count];
    let mut centres = Vec::new();
    for _ in 0..frames {
        let first = out.places.len() as u32;
        for flyer in &mut flyers {
            flyer.meet_walls(rng, choices);
            out.before.push(flyer.fly(rng, choices));
            out.places.push(flyer.at);
        }
        centres.push(
            (first as usize..out.places.len())
                .map(|i| (out.before[i].p, out.places[i].p))
                .collect::<Vec<_>>(),
        );
        for a in 0..count {
            for b in a + 1..count {
                let at = [first + a as u32, first + b as u32];
                let [before, now] =
                    [&out.before, &out.places].map(|list| at.map(|i| list[i as usize]));
                if !choices.leave_open(&before, &now) {
                    continue;
                }
                let number = &mut numbers[a * count + b];
                if *number == u32::MAX {
                    *number = out.pairs as u32;
                    out.pairs += 1;
                }
                out.timed.push(Query {
                    pair: *number,
                    shape: [of_body[a] as u32, of_body[b] as u32],
                    at,
                });
            }
        }
    }
    out.frames = frames;
    out.boxes = frames * count * (count - 1) / 2;
    out.box_s = time_bounds(&centres, choices);
    out
}

impl Choices {
    /// Whether the bounds leave a pair open.
    fn leave_open(&self, before: &[Placement; 2], now: &[Placement; 2]) -> bool {
        let two = [(before[0].p, now[0].p), (before[1].p, now[1].p)];
        match self.bounds {
            Bounds::Cubes => cubes_meet(two, 2.0 * self.radius),
            Bounds::Spheres => spheres_meet(two, 2.0 * self.radius),
        }
    }
}

/// Whether cubes around two spheres meet, each over both ends of the frame.
#[inline(always)]
fn cubes_meet([a, b]: [([f64; 3], [f64; 3]); 2], radii: f64) -> bool {
    (0..3).all(|i| {
        let low = |(x, y): ([f64; 3], [f64; 3])| x[i].min(y[i]);
        let high = |(x, y): ([f64; 3], [f64; 3])| x[i].max(y[i]);
        low(a) - high(b) <= radii && low(b) - high(a) <= radii
    })
}

/// Whether two spheres meet on straight ways from place to place.
#[inline(always)]
fn spheres_meet([a, b]: [([f64; 3], [f64; 3]); 2], radii: f64) -> bool {
    let from = Vector3::from(b.0) - Vector3::from(a.0);
    let way = Vector3::from(b.1) - Vector3::from(a.1) - from;
    let square = way.norm_squared();
    let t = if square > 0.0 {
        (-from.dot(&way) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (from + way * t).norm_squared() <= radii * radii
}

/// Seconds a frame for all pairs of it.
fn time_bounds(centres: &[Vec<([f64; 3], [f64; 3])>], choices: &Choices) -> f64 {
    let radii = 2.0 * choices.radius;
    let mut times = Vec::new();
    for _ in 0..5 {
        times.push(seconds_of(|| {
            let mut count = 0;
            for frame in centres {
                for a in 0..frame.len() {
                    for b in a + 1..frame.len() {
                        let two = [frame[a], frame[b]];
                        count += u32::from(match choices.bounds {
                            Bounds::Cubes => cubes_meet(two, radii),
                            Bounds::Spheres => spheres_meet(two, radii),
                        });
                    }
                }
            }
            std::hint::black_box(count);
        }));
    }
    median(times) / centres.len() as f64
}

/// What is true of every timed query: static by exact arithmetic, of the motion by the time of impact.
pub fn truths(scene: &Scene, shapes: &[Shape], natives: &Natives) -> Vec<Truth> {
    let truth = |query: &Query| {
        let [a, b] = query.shape.map(|s| &shapes[s as usize].polytope);
        let [move_a, move_b] = query.at.map(|i| &natives.motions[i as usize]);
        let begins = meets([a, b], [move_a.start(), move_b.start()]);
        let (options, state) = (TimeOfImpactOptions::default(), &mut PairState::default());
        let impact = time_of_impact(&MovingPair::new(a, move_a, b, move_b), &options, state);
        Truth {
            meet: meets([a, b], query.at.map(|i| &natives.poses[i as usize])),
            first_contact: match impact.expect("valid options").verdict {
                _ if begins => None,
                Verdict::Hit => Some(true),
                Verdict::Separated => Some(false),
                _ => None,
            },
        }
    };
    scene.timed.iter().map(truth).collect()
}
