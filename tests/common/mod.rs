//! Between the twin's plain arrays and the library's types, and the judge of every answer.

#![allow(dead_code)] // Each test binary uses its own part.

pub mod blocks;
pub mod cooked;
pub mod curved;
pub mod distances;
pub mod exits;
pub mod grazes;
pub mod moving;
pub mod mutate;
pub mod tangent;
pub mod words;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use interframe::{
    DecidedBy, Interframe, IntersectOptions, Intersection, Motion, PairState, Plane, Polytope,
    Pose, Verdict, intersect,
};
use nalgebra::{Quaternion, Vector3};
use twin::cases::WrittenMotion;
use twin::margin::{Judgement, judge};
use twin::place::{self, Pair, V3};
use twin::proof::{normal_separates, span_separates};
use twin::random_pairs::PosedPair;

pub fn vector(v: &V3) -> Vector3<f64> {
    Vector3::new(v[0], v[1], v[2])
}

pub fn vectors(list: &[V3]) -> Vec<Vector3<f64>> {
    list.iter().map(vector).collect()
}

pub fn polytope(list: &[V3]) -> Polytope {
    Polytope::new(&vectors(list)).expect("finite points make a body")
}

pub fn quaternion(q: &[f64; 4]) -> Quaternion<f64> {
    Quaternion::new(q[3], q[0], q[1], q[2])
}

pub fn pose(pose: &place::Pose) -> Pose {
    Pose::new(vector(&pose.p), quaternion(&pose.q)).expect("a valid pose")
}

/// The library's motion. Neither end orientation nor turn: it does not turn.
pub fn motion(written: &WrittenMotion) -> interframe::Result<Motion> {
    let start = pose(&written.start);
    let (end_p, pivot) = (vector(&written.end_p), vector(&written.pivot));
    match (&written.turn, &written.end_q) {
        (Some(turn), _) => Motion::from_turn(start, end_p, vector(turn), pivot),
        (None, q) => {
            let q = quaternion(q.as_ref().unwrap_or(&written.start.q));
            Motion::between(start, Pose::new(end_p, q)?, pivot)
        }
    }
}

/// The twin's motion; of a motion by turn the end orientation is the library's documented one.
pub fn twin_motion(written: &WrittenMotion, motion: &Motion) -> place::Motion {
    let q = motion.end().quaternion().coords;
    written.with_end([q.x, q.y, q.z, q.w])
}

/// The default count, or the full one with INTERFRAME_LONG=1.
pub fn count(default: u64, full: u64) -> u64 {
    match std::env::var("INTERFRAME_LONG") {
        Ok(value) if value != "0" && !value.is_empty() => full,
        _ => default,
    }
}

/// Two bodies and their poses as the library sees them.
pub struct Built {
    pub a: Polytope,
    pub pose_a: Pose,
    pub b: Polytope,
    pub pose_b: Pose,
}

impl Built {
    pub fn new(pair: &PosedPair) -> Self {
        Built {
            a: polytope(&pair.a),
            pose_a: pose(&pair.pose_a),
            b: polytope(&pair.b),
            pose_b: pose(&pair.pose_b),
        }
    }

    pub fn parts(&self) -> (&Polytope, &Pose, &Polytope, &Pose) {
        (&self.a, &self.pose_a, &self.b, &self.pose_b)
    }

    pub fn pair(&self) -> interframe::PosedPair<'_> {
        interframe::PosedPair::new(&self.a, &self.pose_a, &self.b, &self.pose_b)
    }

    pub fn intersect(&self, state: &mut PairState) -> Intersection {
        intersect(&self.pair(), &IntersectOptions::default(), state).expect("valid options")
    }

    pub fn intersect_swapped(&self, state: &mut PairState) -> Intersection {
        intersect(
            &interframe::PosedPair::new(&self.b, &self.pose_b, &self.a, &self.pose_a),
            &IntersectOptions::default(),
            state,
        )
        .expect("valid options")
    }
}

/// A cube of this half length around the origin.
pub fn cube(h: f64) -> Polytope {
    Polytope::cuboid([h; 3]).expect("finite")
}

/// The points of a pair on the grid.
pub fn place_pair(pair: &PosedPair) -> Pair {
    place::posed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b)
}

/// What every answer has.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    pub verdict: Verdict,
    pub plane: Option<Plane>,
    pub point: Option<Vector3<f64>>,
    pub iterations: u32,
    pub decided_by: DecidedBy,
}

impl From<Intersection> for Answer {
    fn from(x: Intersection) -> Self {
        Answer {
            verdict: x.verdict,
            plane: x.plane,
            point: x.point,
            iterations: x.iterations,
            decided_by: x.decided_by,
        }
    }
}

impl From<Interframe> for Answer {
    fn from(x: Interframe) -> Self {
        Answer {
            verdict: x.verdict,
            plane: x.plane,
            point: x.point,
            iterations: x.iterations,
            decided_by: x.decided_by,
        }
    }
}

/// Everything an answer says, bit by bit.
pub fn bits(answer: &Answer) -> Vec<u64> {
    let mut out = vec![
        answer.verdict as u64,
        answer.decided_by as u64,
        u64::from(answer.iterations),
    ];
    if let Some(plane) = &answer.plane {
        out.extend(plane.normal.iter().map(|x| x.to_bits()));
        out.push(plane.offset.to_bits());
        let span = plane.spanned_by.iter().flat_map(|s| s.pairs());
        out.extend(span.flat_map(|&(i, j)| [u64::from(i), u64::from(j)]));
    }
    if let Some(point) = &answer.point {
        out.extend(point.iter().map(|x| x.to_bits()));
    }
    out
}

/// Which input point a vertex id of each body's answers stands for: the one with its coordinates.
pub struct Ids<'a> {
    pub a: &'a Polytope,
    pub input_a: &'a [V3],
    pub b: &'a Polytope,
    pub input_b: &'a [V3],
}

impl Ids<'_> {
    /// The spanning pairs of a plane as pairs of points of the grid, if it has any.
    pub fn pairs(&self, plane: &Plane) -> Option<Vec<(usize, usize)>> {
        let index = |body: &Polytope, input: &[V3], id: u32| {
            let (n, id) = (body.vertex_count(), id as usize);
            let vertex: V3 = (id < 2 * n).then(|| body.vertex(id % n).into())?;
            let at = input.iter().position(|v| *v == vertex)?;
            Some(input.len() * (id / n) + at)
        };
        let span = plane.spanned_by?;
        let pairs = span.pairs().iter();
        pairs
            .map(|&(i, j)| {
                Some((
                    index(self.a, self.input_a, i)?,
                    index(self.b, self.input_b, j)?,
                ))
            })
            .collect()
    }
}

/// Whether the plane proves separation: exactly, over every input point.
pub fn plane_proves(pair: &Pair, plane: &Plane, spanning: Option<Vec<(usize, usize)>>) -> bool {
    let unit = (plane.normal.norm() - 1.0).abs() < 1e-12;
    match (plane.spanned_by.is_some(), spanning) {
        (false, _) => unit && normal_separates(pair, &plane.normal.into()),
        (true, Some(pairs)) => unit && span_separates(pair, &pairs),
        (true, None) => false,
    }
}

/// Counts of a suite; two of them add up.
#[derive(Default, Debug)]
pub struct Tally {
    pub cases: u64,
    pub separated: u64,
    pub hits: u64,
    pub undecided: Vec<String>,
    pub wrong: Vec<String>,
    pub by_state: u64,
    pub by_float: u64,
    pub by_exact: u64,
    pub spanned: u64,
    pub judged: u64,
    pub refused: u64,
    /// Answers that took at least the default pivot limit, so that exact arithmetic took over.
    pub at_pivot_limit: u64,
    pub most_iterations: u32,
    /// Hits deeper than a suite's bar, and those of them that the method asked decided itself.
    pub deep: u64,
    pub deep_own: u64,
}

impl Tally {
    /// Holds that no claim was wrong; shows the first of those that were.
    pub fn none_wrong(&self) {
        let first = &self.wrong[..self.wrong.len().min(8)];
        assert!(self.wrong.is_empty(), "{first:#?}");
    }

    pub fn note(&mut self, answer: &Answer) {
        match answer.decided_by {
            DecidedBy::State => self.by_state += 1,
            DecidedBy::Float => self.by_float += 1,
            DecidedBy::Exact => self.by_exact += 1,
            _ => {}
        }
        self.most_iterations = self.most_iterations.max(answer.iterations);
        let limit = IntersectOptions::default().max_pivots;
        self.at_pivot_limit += u64::from(answer.iterations >= limit);
        let spanned = answer.plane.is_some_and(|p| p.spanned_by.is_some());
        self.spanned += u64::from(spanned);
    }

    /// Judges an answer of an exact query: a plane against every vertex; a hit by the twin's own
    /// certificate, which `hit` finds when it is needed.
    pub fn exact_answer(
        &mut self,
        name: &str,
        pair: &Pair,
        answer: &Answer,
        spanning: Option<Vec<(usize, usize)>>,
        hit: &mut impl FnMut() -> bool,
    ) {
        self.cases += 1;
        self.note(answer);
        let empty = pair.a.is_empty() || pair.b.is_empty();
        let right = match (answer.verdict, &answer.plane) {
            (Verdict::Separated, None) => empty,
            (Verdict::Separated, Some(plane)) => plane_proves(pair, plane, spanning),
            (Verdict::Hit, plane) => plane.is_none() && answer.point.is_some() && hit(),
            _ => {
                self.undecided.push(name.to_owned());
                return;
            }
        };
        match answer.verdict {
            Verdict::Hit => self.hits += 1,
            _ => self.separated += 1,
        }
        if !right {
            self.wrong.push(format!("{name}: {answer:?}"));
        }
    }

    /// Compares a verdict with the independent solver's where that can tell.
    pub fn independent(&mut self, name: &str, pair: &Pair, verdict: Verdict) {
        let expected = match judge(pair) {
            Judgement::Apart => Verdict::Separated,
            Judgement::Overlap => Verdict::Hit,
            Judgement::CannotTell => return,
        };
        self.judged += 1;
        if verdict != expected {
            self.wrong
                .push(format!("{name}: {verdict:?}, good_lp says {expected:?}"));
        }
    }

    pub fn claim(&mut self, right: bool, name: &str, what: &str) {
        if !right {
            self.wrong.push(format!("{name}: {what}"));
        }
    }

    /// Counts a case by its verdict. Whether it is decided.
    pub fn decided(&mut self, verdict: Verdict) -> bool {
        self.cases += 1;
        self.hits += u64::from(verdict == Verdict::Hit);
        self.separated += u64::from(verdict == Verdict::Separated);
        verdict != Verdict::Undecided
    }

    /// Counts a case whose verdict is known, and returns that.
    pub fn known(&mut self, hit: bool) -> Verdict {
        let verdict = match hit {
            true => Verdict::Hit,
            false => Verdict::Separated,
        };
        self.decided(verdict);
        verdict
    }

    /// Claims that nothing is wrong, or notes what is.
    pub fn none(&mut self, name: &str, wrong: Option<String>) {
        self.wrong
            .extend(wrong.map(|what| format!("{name}: {what}")));
    }

    fn add(&mut self, other: Tally) {
        self.cases += other.cases;
        self.separated += other.separated;
        self.hits += other.hits;
        self.undecided.extend(other.undecided);
        self.wrong.extend(other.wrong);
        self.by_state += other.by_state;
        self.by_float += other.by_float;
        self.by_exact += other.by_exact;
        self.spanned += other.spanned;
        self.judged += other.judged;
        self.refused += other.refused;
        self.at_pivot_limit += other.at_pivot_limit;
        self.most_iterations = self.most_iterations.max(other.most_iterations);
        self.deep += other.deep;
        self.deep_own += other.deep_own;
    }

    /// Prints the counts and fails on anything wrong or undecided.
    pub fn report(mut self, suite: &str) {
        println!(
            "{suite}: {} answers, {} separated, {} hits, {} undecided, {} wrong; decided by state {}, \
             float {}, exact {} ({:.2}%); planes spanned by vertices {}; judged by good_lp {}; \
             refused {}; pivot limit reached {}; most support queries {}",
            self.cases,
            self.separated,
            self.hits,
            self.undecided.len(),
            self.wrong.len(),
            self.by_state,
            self.by_float,
            self.by_exact,
            100.0 * self.by_exact as f64 / self.cases.max(1) as f64,
            self.spanned,
            self.judged,
            self.refused,
            self.at_pivot_limit,
            self.most_iterations
        );
        self.wrong.truncate(10);
        self.undecided.truncate(10);
        assert!(self.wrong.is_empty(), "{suite}: wrong: {:#?}", self.wrong);
        assert!(
            self.undecided.is_empty(),
            "{suite}: undecided: {:#?}",
            self.undecided
        );
        assert!(self.cases > 0, "{suite}: nothing was tested");
    }
}

/// Runs `judge` for every index on two threads. A panic is a wrong answer that names its index.
pub fn for_each(count: u64, judge: impl Fn(u64, &mut Tally) + Sync) -> Tally {
    let next = AtomicU64::new(0);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut tally = Tally::default();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let run = AssertUnwindSafe(|| judge(index, &mut tally));
                    if catch_unwind(run).is_err() {
                        tally.wrong.push(format!("{index}: panicked"));
                    }
                }
                total.lock().expect("no panic holds it").add(tally);
            });
        }
    });
    total.into_inner().expect("no panic holds it")
}
