//! Query sequences, the same on every machine.
//!
//! - `cold`: unrelated pairs, half of them hits; nothing is known from a frame before. B's centre
//!   is uniform in a ball about A's whose radius makes half of the pairs hit.
//! - `whole`: whole approaches. B flies at 0.02 units a frame towards a random point within A
//!   while each body turns about a random axis at a constant rate, uniform up to the given angle a
//!   frame: the 50 frames before contact and the frame of contact.
//! - `last5`: the last five frames before contact of the same approaches. The state of the frame
//!   before them is prepared beforehand and copied in, so only these five are timed.
//! - `stay`: five frames of approaches that went on for five frames after contact, all hits.
//!
//! There are thousands of queries in each, so that branch predictors do not learn them by heart.

use twin::random::SplitMix64;

use super::bodies::Body;

/// A pose as every library can take it: quaternion (x, y, z, w) of unit length to rounding.
#[derive(Clone, Copy)]
pub struct Placement {
    pub p: [f64; 3],
    pub q: [f64; 4],
}

impl Placement {
    pub fn new(p: [f64; 3], q: [f64; 4]) -> Self {
        Placement { p, q }
    }
}

/// Poses of A and B, frame by frame.
#[derive(Default)]
pub struct Frames {
    pub a: Vec<Placement>,
    pub b: Vec<Placement>,
}

impl Frames {
    fn push(&mut self, frames: &[[Placement; 2]]) -> Range {
        let start = self.a.len() as u32;
        self.a.extend(frames.iter().map(|f| f[0]));
        self.b.extend(frames.iter().map(|f| f[1]));
        Range {
            start,
            end: self.a.len() as u32,
        }
    }
}

/// Frames from `start` up to `end`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Range {
    pub start: u32,
    pub end: u32,
}

impl Range {
    pub fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Consecutive frames of one pair. State is kept from frame to frame within a run, not beyond.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Run {
    /// Frames among [`Workload::warm`] that prepare the state.
    pub warm: Range,
    /// Frames among [`Workload::timed`].
    pub timed: Range,
}

/// The queries of one line of a table. Timed frames are stored apart, one after the other, so that
/// a pass streams through them.
pub struct Workload {
    pub name: &'static str,
    pub warm: Frames,
    pub timed: Frames,
    pub runs: Vec<Run>,
}

impl Workload {
    pub fn empty(name: &'static str) -> Self {
        Workload {
            name,
            warm: Frames::default(),
            timed: Frames::default(),
            runs: Vec::new(),
        }
    }

    /// One run; the first `warm` frames prepare its state.
    pub fn push(&mut self, frames: &[[Placement; 2]], warm: usize) {
        self.runs.push(Run {
            warm: self.warm.push(&frames[..warm]),
            timed: self.timed.push(&frames[warm..]),
        });
    }

    /// Unrelated pairs.
    pub fn of_pairs(name: &'static str, pairs: impl Iterator<Item = [Placement; 2]>) -> Self {
        let mut out = Workload::empty(name);
        for pair in pairs {
            out.push(&[pair], 0);
        }
        out
    }

    /// Number of timed queries.
    pub fn queries(&self) -> usize {
        self.timed.a.len()
    }
}

/// How many of each: `Full` for tables, `Counted` where every instruction is counted, `Quick` for a look
/// that lasts seconds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Full,
    Counted,
    Quick,
}

/// All workloads of a body against a copy of itself. `hits` is any trusted boolean test.
pub fn all(
    body: &Body,
    size: Size,
    hits: &mut dyn FnMut(&Placement, &Placement) -> bool,
) -> Vec<Workload> {
    let (pairs, approaches) = match size {
        Size::Full => (3000, 600),
        Size::Counted => (500, 100),
        Size::Quick => (256, 20),
    };
    let mut out = vec![cold(body, pairs, hits)];
    let names = [
        (10.0, ["whole-10deg", "last5-10deg", "stay-10deg"]),
        (0.5, ["whole-0.5deg", "last5-0.5deg", "stay-0.5deg"]),
    ];
    for (degrees, names) in names {
        out.extend(coherent(body, approaches, degrees, names, hits));
    }
    out
}

fn cold(
    body: &Body,
    pairs: usize,
    hits: &mut dyn FnMut(&Placement, &Placement) -> bool,
) -> Workload {
    let mut random = SplitMix64(1);
    let base: Vec<([Placement; 2], [f64; 3])> = (0..pairs)
        .map(|_| {
            let p = in_cube(&mut random, 5.0);
            let frame = [0; 2].map(|_| Placement::new(p, random.quaternion()));
            (frame, in_ball(&mut random))
        })
        .collect();
    let at_scale = |scale: f64| {
        base.iter().map(move |(frame, offset)| {
            let mut frame = *frame;
            for (p, o) in frame[1].p.iter_mut().zip(offset) {
                *p += scale * o;
            }
            frame
        })
    };
    // Each pair meets up to a scale of its own and not beyond, so the share of hits falls.
    let [_, high] = bisect([0.0, 4.0 * body.radius], 14, |scale| {
        2 * at_scale(scale).filter(|[a, b]| hits(a, b)).count() > pairs
    });
    let mut out = Workload::empty("cold");
    for frame in at_scale(high) {
        out.push(&[frame], 0);
    }
    out
}

/// Frames before contact in a whole approach.
const BEFORE: i32 = 50;
/// Frames that warm up, and then are timed, once the bodies meet.
const AFTER: i32 = 5;

fn coherent(
    body: &Body,
    approaches: usize,
    degrees: f64,
    names: [&'static str; 3],
    hits: &mut dyn FnMut(&Placement, &Placement) -> bool,
) -> [Workload; 3] {
    const STEP: f64 = 0.02;
    let mut random = SplitMix64(2);
    let [mut whole, mut last, mut stay] = names.map(Workload::empty);
    for index in 0..approaches {
        let origin = in_cube(&mut random, 5.0);
        let direction = random.direction();
        let aim = in_ball(&mut random).map(|x| body.inner * x);
        let spins = [0, 1].map(|_| Spin::random(&mut random, degrees));
        let start = 2.0 * body.radius + body.inner + STEP * random.unit();
        let frame = |k: i32| {
            let distance = start - STEP * f64::from(k);
            let p = std::array::from_fn(|i| origin[i] + aim[i] + distance * direction[i]);
            [(origin, 0), (p, 1)].map(|(p, body)| Placement::new(p, spins[body].at(k)))
        };
        let contact = (0..).find(|&k| {
            let [a, b] = frame(k);
            hits(&a, &b)
        });
        let contact = contact.expect("an approach aimed at a point of A ends in contact");
        let frames: Vec<_> = (contact - BEFORE..=contact + 2 * AFTER)
            .map(frame)
            .collect();
        let at = BEFORE as usize;
        // Enough of these long ones for stable figures at a tolerable time.
        if index < approaches.div_ceil(10) {
            whole.push(&frames[..=at], 0);
        }
        last.push(&frames[..at], at - 5);
        let after = &frames[at + 1..];
        if after.iter().all(|[a, b]| hits(a, b)) {
            stay.push(after, AFTER as usize);
        }
    }
    [whole, last, stay]
}

/// Orientation at frame k: a random start, then a constant turn about a world axis.
struct Spin {
    start: [f64; 4],
    axis: [f64; 3],
    rate: f64,
}

impl Spin {
    fn random(random: &mut SplitMix64, degrees: f64) -> Self {
        Spin {
            start: random.quaternion(),
            axis: random.direction(),
            rate: degrees.to_radians() * random.unit(),
        }
    }

    fn at(&self, k: i32) -> [f64; 4] {
        let (sin, cos) = (0.5 * self.rate * f64::from(k)).sin_cos();
        let [x, y, z] = self.axis.map(|c| sin * c);
        let [a, b, c, d] = self.start;
        let q = [
            cos * a + x * d + y * c - z * b,
            cos * b - x * c + y * d + z * a,
            cos * c + x * b - y * a + z * d,
            cos * d - x * a - y * b - z * c,
        ];
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.map(|x| x / norm)
    }
}

/// Halves the range about the place up to which `is_low` holds.
pub fn bisect(
    [mut low, mut high]: [f64; 2],
    halvings: u32,
    mut is_low: impl FnMut(f64) -> bool,
) -> [f64; 2] {
    for _ in 0..halvings {
        let middle = f64::midpoint(low, high);
        match is_low(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    [low, high]
}

/// Uniform in a cube about the origin.
pub fn in_cube(random: &mut SplitMix64, half: f64) -> [f64; 3] {
    std::array::from_fn(|_| half * random.between(-1.0, 1.0))
}

/// Uniform in the unit ball.
pub fn in_ball(random: &mut SplitMix64) -> [f64; 3] {
    loop {
        let p = in_cube(random, 1.0);
        if p.iter().map(|x| x * x).sum::<f64>() <= 1.0 {
            return p;
        }
    }
}
