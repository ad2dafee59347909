//! Pairs of any kinds about contact: at rest a little apart or in each other, on a straight way into contact or
//! closely past, the same turning, and the same along an axis where both bodies lie along the axes.

use interframe::{
    DistanceOptions, Motion, PairState, Pose, PosedPair, SharedBody, Verdict, distance,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use super::contenders::{meets, pose};
use super::kinds::Kind;
use super::workloads::{Placement, bisect};

/// What A does in a frame; B rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    Rests,
    Straight,
    /// The straight way, with a turn of 1 to 2 radians about a random axis.
    Turns,
    /// A straight way along an axis. Both bodies lie along the axes and stand at multiples of [`GRID`], so that faces, edges and
    /// corners meet their like, as levels are built.
    Aligned,
}

impl Moves {
    pub fn name(self) -> &'static str {
        match self {
            Moves::Rests => "at rest",
            Moves::Straight => "straight",
            Moves::Turns => "turning",
            Moves::Aligned => "aligned",
        }
    }
}

/// Two bodies for a frame.
#[derive(Clone, Copy)]
pub struct Item {
    pub a: Placement,
    pub b: Placement,
    /// Way of A's origin over the frame.
    pub by: [f64; 3],
    /// Rotation vector of A over the frame.
    pub turn: [f64; 3],
}

/// Placements at rest are up to this part of the smaller body's size from touching.
const NEAR: f64 = 0.02;
/// Distance of the places of aligned bodies. Half of them meet head on, the others up to two steps beside.
const GRID: f64 = 1.0 / 16.0;
/// Halvings of the way from the place of contact to one far away.
const HALVINGS: u32 = 24;

impl Item {
    pub fn poses(&self) -> [Pose; 2] {
        [&self.a, &self.b].map(pose)
    }

    pub fn motions(&self) -> [Motion; 2] {
        let [a, b] = self.poses();
        let end = a.translation() + Vector3::from(self.by);
        let turn = Vector3::from(self.turn);
        let moving = Motion::from_turn(a, end, turn, Vector3::zeros()).expect("finite");
        [moving, Motion::fixed(b)]
    }
}

/// A random direction, along an axis where bodies are aligned.
fn way(rng: &mut SplitMix64, moves: Moves) -> Vector3<f64> {
    match moves {
        Moves::Aligned => Vector3::ith(rng.below(3), *rng.pick(&[-1.0, 1.0])),
        _ => rng.direction().into(),
    }
}

/// `count` items, every other of which meets; those on their way past a body of several pieces may meet another
/// piece. The same numbers on every machine, to the error of the normals along which bodies pass.
pub fn items(
    kinds: [(usize, &Kind); 2],
    bodies: [&SharedBody; 2],
    moves: Moves,
    count: usize,
) -> Vec<Item> {
    let [(i, a), (j, b)] = kinds;
    let rng = &mut case_generator(3901, (32 * i + j) as u64 * 4 + moves as u64);
    let mut out = Vec::new();
    while out.len() < count {
        let hits = out.len() % 2 == 0;
        if let Some(line) = Line::draw(rng, moves, [a, b], bodies) {
            out.extend(line.item(rng, moves, hits));
        }
    }
    out
}

/// The places of A along a line on which it leaves B.
struct Line<'a> {
    bodies: [&'a SharedBody; 2],
    q: [f64; 4],
    b: Placement,
    from: Vector3<f64>,
    /// Unit vector.
    along: Vector3<f64>,
    /// How far along the line they touch.
    touching: f64,
    /// The smaller body's radius.
    size: f64,
}

impl<'a> Line<'a> {
    /// None of a line on which they do not meet at the start.
    fn draw(
        rng: &mut SplitMix64,
        moves: Moves,
        [a, b]: [&Kind; 2],
        bodies: [&'a SharedBody; 2],
    ) -> Option<Self> {
        let is_aligned = moves == Moves::Aligned;
        let turn = |rng: &mut SplitMix64| match is_aligned {
            true => [0.0, 0.0, 0.0, 1.0],
            false => rng.quaternion(),
        };
        let place = Placement::new([0; 3].map(|_| rng.between(-1.0, 1.0)), turn(rng));
        let q = turn(rng);
        let turned =
            |q: [f64; 4], p: [f64; 3]| UnitQuaternion::new_unchecked(q.into()) * Vector3::from(p);
        let (mut from, mut to) = (a.shape.place(rng), b.shape.place(rng));
        if is_aligned {
            let beside = rng.below(2) as f64 * GRID;
            from = from.map(|x| (x / GRID).round() * GRID);
            to = to.map(|x| (x / GRID).round() * GRID + beside * (rng.below(5) as f64 - 2.0));
        }
        let mut line = Line {
            bodies,
            q,
            b: place,
            from: Vector3::from(place.p) + turned(place.q, to) - turned(q, from),
            along: way(rng, moves),
            touching: 0.0,
            size: a.radius.min(b.radius),
        };
        if !line.meets(0.0) {
            return None;
        }
        let far = 2.0 * (a.radius + b.radius);
        [_, line.touching] = bisect([0.0, far], HALVINGS, |far| line.meets(far));
        Some(line)
    }

    fn at(&self, far: f64) -> Placement {
        Placement::new((self.from + far * self.along).into(), self.q)
    }

    fn meets(&self, far: f64) -> bool {
        meets(self.bodies, [&pose(&self.at(far)), &pose(&self.b)])
    }

    /// From A to B, apart.
    fn normal(&self, far: f64) -> Option<Vector3<f64>> {
        let [a, b] = [self.at(far), self.b].map(|at| pose(&at));
        let pair = PosedPair::new(self.bodies[0], &a, self.bodies[1], &b);
        let (options, state) = (DistanceOptions::default(), &mut PairState::default());
        let found = distance(&pair, &options, state).expect("valid options");
        found.normal.filter(|_| found.verdict == Verdict::Separated)
    }

    fn item(&self, rng: &mut SplitMix64, moves: Moves, hits: bool) -> Option<Item> {
        let size = self.size;
        let mut item = Item {
            a: self.at(self.touching),
            b: self.b,
            by: [0.0; 3],
            turn: [0.0; 3],
        };
        let near = NEAR * size * rng.unit();
        if moves == Moves::Rests {
            item.a = self.at(self.touching + if hits { -near } else { near });
            return Some(item);
        }
        if hits {
            let ahead = size * rng.between(0.1, 0.5);
            item.a = self.at(self.touching + ahead);
            item.by = (-(ahead + size * rng.between(0.1, 0.5)) * self.along).into();
        } else {
            let far = self.touching + near + 0.01 * NEAR * size;
            let normal = self.normal(far)?;
            let aside = way(rng, moves);
            let aside = (aside - aside.dot(&normal) * normal).try_normalize(0.1)?;
            let by = size * rng.between(0.5, 1.5) * aside;
            item.a = self.at(far);
            item.a.p = (Vector3::from(item.a.p) - 0.5 * by).into();
            item.by = by.into();
        }
        if moves == Moves::Turns {
            let angle = rng.between(1.0, 2.0);
            item.turn = rng.direction().map(|x| x * angle);
        }
        Some(item)
    }
}
