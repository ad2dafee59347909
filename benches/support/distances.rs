//! Who answers how far: contenders of `benches/distance.rs` and `benches/within.rs`. A verdict is whether the
//! distance is 0, or at most [`NEAR`].

use interframe::{
    DistanceOptions, PairState, Polytope, Pose, PosedPair, Verdict, WithinOptions, distance, within,
};
use parry3d_f64::query;

use super::bodies::Body;
use super::contenders::{Contender, interframe_body, parry_body, parry_pose, pose};
use super::workloads::{Run, Workload};

/// Adds `apart`, the cold pairs that do not meet, and leaves out `stay`, which has no distances.
/// Distances are for bodies that are apart; but nobody knows beforehand.
pub fn with_apart(body: &Body, mut all: Vec<Workload>) -> Vec<Workload> {
    all.retain(|work| !work.name.starts_with("stay"));
    let shape = parry_body(body);
    let cold = all.iter().find(|work| work.name == "cold");
    let apart = cold.map(|cold| {
        let frames = cold.timed.a.iter().zip(&cold.timed.b);
        let meets = |a: &_, b: &_| {
            query::intersection_test(&parry_pose(a), &shape, &parry_pose(b), &shape)
                .is_ok_and(|answer| answer.intersecting)
        };
        Workload::of_pairs(
            "apart",
            frames.filter(|(a, b)| !meets(a, b)).map(|(a, b)| [*a, *b]),
        )
    });
    all.splice(1..1, apart);
    all
}

/// What `within` is asked about; bodies have a radius of 1.
pub const NEAR: f64 = 0.1;

/// What is asked, as a verdict.
type Ask = fn(&PosedPair<'_>, &mut PairState) -> bool;

fn ask_distance(pair: &PosedPair<'_>, state: &mut PairState) -> bool {
    let answer = distance(pair, &DistanceOptions::default(), state);
    // The whole answer, as it is handed to a caller.
    std::hint::black_box(&answer);
    answer.is_ok_and(|answer| answer.verdict != Verdict::Separated)
}

fn ask_within(pair: &PosedPair<'_>, state: &mut PairState) -> bool {
    let options = WithinOptions {
        distance: NEAR,
        ..WithinOptions::default()
    };
    let answer = within(pair, &options, state);
    std::hint::black_box(&answer);
    answer.is_ok_and(|answer| answer.verdict != Verdict::Separated)
}

/// `interframe::distance` or `interframe::within`.
pub struct Gjk {
    ask: Ask,
    a: Polytope,
    b: Polytope,
    poses_a: Vec<Pose>,
    poses_b: Vec<Pose>,
    warmed: Vec<PairState>,
    runs: Vec<Run>,
}

impl Gjk {
    /// `interframe::distance`.
    pub fn new(body: &Body, work: &Workload) -> Self {
        let out = Self::asking(body, work, ask_distance);
        out.compare_with_parry(body, work);
        out
    }

    /// `interframe::within`.
    pub fn within(body: &Body, work: &Workload) -> Self {
        Self::asking(body, work, ask_within)
    }

    fn asking(body: &Body, work: &Workload, ask: Ask) -> Self {
        let mut out = Gjk {
            ask,
            a: interframe_body(body),
            b: interframe_body(body),
            poses_a: work.timed.a.iter().map(pose).collect(),
            poses_b: work.timed.b.iter().map(pose).collect(),
            warmed: Vec::new(),
            runs: work.runs.clone(),
        };
        for run in &out.runs {
            let mut state = PairState::default();
            for i in run.warm.indices() {
                let (p, q) = (pose(&work.warm.a[i]), pose(&work.warm.b[i]));
                ask(&PosedPair::new(&out.a, &p, &out.b, &q), &mut state);
            }
            out.warmed.push(state);
        }
        out
    }

    /// Says how far parry's distances are from ours, so that the figures are of the same answers.
    fn compare_with_parry(&self, body: &Body, work: &Workload) {
        let shape = parry_body(body);
        let mut most = 0.0_f64;
        let mut beyond = 0;
        for i in 0..work.queries() {
            let mut state = PairState::default();
            let (p, q) = (&self.poses_a[i], &self.poses_b[i]);
            let ours = distance(
                &PosedPair::new(&self.a, p, &self.b, q),
                &DistanceOptions::default(),
                &mut state,
            );
            let (x, y) = (parry_pose(&work.timed.a[i]), parry_pose(&work.timed.b[i]));
            let theirs = query::distance(&x, &shape, &y, &shape);
            if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
                let off = (ours.separation - theirs.distance).abs();
                most = most.max(off);
                beyond += u32::from(off > 1e-6 * body.radius);
            }
        }
        eprintln!(
            "{} {}: parry's distances differ by at most {most:.1e}, {beyond} by more than 1e-6 of the radius",
            body.name, work.name
        );
    }
}

impl Contender for Gjk {
    fn name(&self) -> &str {
        "interframe"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let mut out = verdicts.iter_mut();
        for (run, warmed) in self.runs.iter().zip(&self.warmed) {
            let mut state = *warmed;
            for (i, verdict) in run.timed.indices().zip(&mut out) {
                let (p, q) = (&self.poses_a[i], &self.poses_b[i]);
                *verdict = (self.ask)(&PosedPair::new(&self.a, p, &self.b, q), &mut state);
            }
        }
    }
}
