//! Who answers: each contender holds one workload in its native form and answers all of it.

use interframe::{
    DecidedBy, IntersectOptions, Intersection, Method, PairState, Polytope, Pose, Verdict,
    intersect,
};
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::{self, intersection_test};
use parry3d_f64::shape::ConvexPolyhedron;

use super::bodies::Body;
use super::workloads::{Placement, Run, Workload};

/// Answers every timed query of the workload it was made for.
pub trait Contender {
    /// Column title.
    fn name(&self) -> &str;

    /// One verdict (true: they meet) for each timed query, in order.
    fn answer(&mut self, verdicts: &mut [bool]);
}

pub fn parry_pose(at: &Placement) -> ParryPose {
    let [x, y, z, w] = at.q;
    ParryPose::from_parts(Vector::from(at.p), Rotation::from_xyzw(x, y, z, w))
}

/// Position, then the rotation matrix by rows.
pub fn matrix(at: &Placement) -> [f64; 12] {
    let [x, y, z, w] = at.q;
    let [px, py, pz] = at.p;
    [
        px,
        py,
        pz,
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    ]
}

pub fn parry_body(body: &Body) -> ConvexPolyhedron {
    let points: Vec<Vector> = body.points.iter().map(|&p| Vector::from(p)).collect();
    ConvexPolyhedron::from_convex_hull(&points).expect("a solid body has a hull")
}

/// What is asked of parry, as a verdict.
type AskParry = fn(&ParryPose, &ConvexPolyhedron, &ParryPose, &ConvexPolyhedron) -> bool;

/// `parry3d-f64`, which keeps nothing between frames.
pub struct Parry {
    ask: AskParry,
    a: ConvexPolyhedron,
    b: ConvexPolyhedron,
    poses_a: Vec<ParryPose>,
    poses_b: Vec<ParryPose>,
    runs: Vec<Run>,
}

impl Parry {
    /// `query::intersection_test`.
    pub fn new(body: &Body, work: &Workload) -> Self {
        Self::asking(body, work, |p, a, q, b| {
            intersection_test(p, a, q, b).is_ok_and(|answer| answer.intersecting)
        })
    }

    /// `query::distance`, which answers the length alone.
    pub fn measuring(body: &Body, work: &Workload) -> Self {
        Self::asking(body, work, |p, a, q, b| {
            query::distance(p, a, q, b).is_ok_and(|length| length.distance == 0.0)
        })
    }

    /// `query::closest_points`, which stops beyond a distance.
    pub fn near(body: &Body, work: &Workload) -> Self {
        Self::asking(body, work, |p, a, q, b| {
            query::closest_points(p, a, q, b, super::distances::NEAR)
                .is_ok_and(|found| !matches!(found, query::ClosestPoints::Disjoint))
        })
    }

    fn asking(body: &Body, work: &Workload, ask: AskParry) -> Self {
        Parry {
            ask,
            a: parry_body(body),
            b: parry_body(body),
            poses_a: work.timed.a.iter().map(parry_pose).collect(),
            poses_b: work.timed.b.iter().map(parry_pose).collect(),
            runs: work.runs.clone(),
        }
    }
}

impl Contender for Parry {
    fn name(&self) -> &str {
        "parry"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let mut out = verdicts.iter_mut();
        for run in &self.runs {
            for (i, verdict) in run.timed.indices().zip(&mut out) {
                *verdict = (self.ask)(&self.poses_a[i], &self.a, &self.poses_b[i], &self.b);
            }
        }
    }
}

pub fn interframe_body(body: &Body) -> Polytope {
    let points: Vec<Vector3<f64>> = body.points.iter().map(|&p| Vector3::from(p)).collect();
    Polytope::new(&points).expect("finite points")
}

pub fn isometry(at: &Placement) -> Isometry3<f64> {
    let [x, y, z, w] = at.q;
    Isometry3::from_parts(
        Translation3::from(at.p),
        UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z)),
    )
}

pub fn pose(at: &Placement) -> Pose {
    Pose::try_from(&isometry(at)).expect("a unit quaternion")
}

/// `interframe::intersect` from poses that were built once, as an engine does that tests each body
/// against several others in a frame.
pub struct Prebuilt {
    name: &'static str,
    options: IntersectOptions,
    a: Polytope,
    b: Polytope,
    poses_a: Vec<Pose>,
    poses_b: Vec<Pose>,
    warmed: Vec<PairState>,
    runs: Vec<Run>,
}

impl Prebuilt {
    pub fn new(body: &Body, work: &Workload) -> Self {
        Self::with_method("interframe", Method::Default, body, work)
    }

    pub fn with_method(name: &'static str, method: Method, body: &Body, work: &Workload) -> Self {
        let mut out = Prebuilt {
            name,
            options: IntersectOptions {
                method,
                ..IntersectOptions::default()
            },
            a: interframe_body(body),
            b: interframe_body(body),
            poses_a: work.timed.a.iter().map(pose).collect(),
            poses_b: work.timed.b.iter().map(pose).collect(),
            warmed: Vec::new(),
            runs: work.runs.clone(),
        };
        out.warmed = out.warm(work);
        out
    }

    /// What the queries did, untimed: for finding out where the time goes.
    pub fn statistics(&self) -> Statistics {
        let mut out = Statistics::default();
        for (run, warmed) in self.runs.iter().zip(&self.warmed) {
            let mut state = *warmed;
            for i in run.timed.indices() {
                let (p, q) = (&self.poses_a[i], &self.poses_b[i]);
                let answer = intersect(
                    &interframe::PosedPair::new(&self.a, p, &self.b, q),
                    &self.options,
                    &mut state,
                )
                .expect("valid options");
                let hit = usize::from(answer.verdict != Verdict::Separated);
                let stage = match answer.decided_by {
                    DecidedBy::Float => 1,
                    DecidedBy::Exact => 2,
                    _ => 0,
                };
                out.counts[hit][stage] += 1;
                out.supports[hit][stage] += answer.iterations as usize;
            }
        }
        out
    }

    /// Calls `visit` with run, frame within it, and answer of every timed query.
    pub fn answers(&self, mut visit: impl FnMut(usize, usize, &Intersection)) {
        for (k, (run, warmed)) in self.runs.iter().zip(&self.warmed).enumerate() {
            let mut state = *warmed;
            for (frame, i) in run.timed.indices().enumerate() {
                let (p, q) = (&self.poses_a[i], &self.poses_b[i]);
                let answer = intersect(
                    &interframe::PosedPair::new(&self.a, p, &self.b, q),
                    &self.options,
                    &mut state,
                )
                .expect("valid options");
                visit(k, frame, &answer);
            }
        }
    }

    fn warm(&self, work: &Workload) -> Vec<PairState> {
        let mut states = Vec::new();
        for run in &self.runs {
            let mut state = PairState::default();
            for i in run.warm.indices() {
                let (p, q) = (pose(&work.warm.a[i]), pose(&work.warm.b[i]));
                let _ = intersect(
                    &interframe::PosedPair::new(&self.a, &p, &self.b, &q),
                    &self.options,
                    &mut state,
                )
                .expect("valid options");
            }
            states.push(state);
        }
        states
    }
}

/// Queries, and support queries on each body, by verdict (separated, hit) and by what decided
/// (state, f64, exact).
#[derive(Default)]
pub struct Statistics {
    pub counts: [[usize; 3]; 2],
    pub supports: [[usize; 3]; 2],
}

impl Contender for Prebuilt {
    fn name(&self) -> &str {
        self.name
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let mut out = verdicts.iter_mut();
        for (run, warmed) in self.runs.iter().zip(&self.warmed) {
            let mut state = *warmed;
            for (i, verdict) in run.timed.indices().zip(&mut out) {
                let (p, q) = (&self.poses_a[i], &self.poses_b[i]);
                let answer = intersect(
                    &interframe::PosedPair::new(&self.a, p, &self.b, q),
                    &self.options,
                    &mut state,
                )
                .expect("valid options");
                *verdict = answer.verdict != Verdict::Separated;
            }
        }
    }
}

/// `interframe::intersect` with both poses built from position and quaternion for every query.
pub struct FromIsometries {
    inner: Prebuilt,
    isometries_a: Vec<Isometry3<f64>>,
    isometries_b: Vec<Isometry3<f64>>,
}

impl FromIsometries {
    pub fn new(body: &Body, work: &Workload) -> Self {
        FromIsometries {
            inner: Prebuilt::new(body, work),
            isometries_a: work.timed.a.iter().map(isometry).collect(),
            isometries_b: work.timed.b.iter().map(isometry).collect(),
        }
    }
}

impl Contender for FromIsometries {
    fn name(&self) -> &str {
        "interframe+poses"
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        let mut out = verdicts.iter_mut();
        for (run, warmed) in self.inner.runs.iter().zip(&self.inner.warmed) {
            let mut state = *warmed;
            for (i, verdict) in run.timed.indices().zip(&mut out) {
                let (Ok(p), Ok(q)) = (
                    Pose::try_from(&self.isometries_a[i]),
                    Pose::try_from(&self.isometries_b[i]),
                ) else {
                    continue;
                };
                let (a, b) = (&self.inner.a, &self.inner.b);
                let answer = intersect(
                    &interframe::PosedPair::new(a, &p, b, &q),
                    &IntersectOptions::default(),
                    &mut state,
                )
                .expect("valid options");
                *verdict = answer.verdict != Verdict::Separated;
            }
        }
    }
}
