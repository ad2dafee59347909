//! Bodies and poses in the form of each library, and contenders that ask a query in every frame of a workload.

use interframe::{
    Body, IntersectOptions, Motion, MovingPair, PairState, Polytope, Pose, PosedPair, intersect,
};
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::intersection_test;
use parry3d_f64::shape::ConvexPolyhedron;

use super::bodies::Body as Points;
use super::driver::Contender;
use super::workloads::{self, Placement, Run, Size, Workload};

pub fn parry_pose(at: &Placement) -> ParryPose {
    let [x, y, z, w] = at.q;
    ParryPose::from_parts(Vector::from(at.p), Rotation::from_xyzw(x, y, z, w))
}

/// Position, then the rotation matrix by rows.
pub fn matrix(at: &Placement) -> [f64; 12] {
    let turn = isometry(at).rotation.to_rotation_matrix();
    std::array::from_fn(|k| match k {
        0..3 => at.p[k],
        _ => turn[((k - 3) / 3, (k - 3) % 3)],
    })
}

pub fn parry_body(body: &Points) -> ConvexPolyhedron {
    let points: Vec<Vector> = body.points.iter().map(|&p| Vector::from(p)).collect();
    ConvexPolyhedron::from_convex_hull(&points).expect("a solid body has a hull")
}

pub fn hull(points: &[[f64; 3]]) -> Polytope {
    let points: Vec<Vector3<f64>> = points.iter().map(|&p| Vector3::from(p)).collect();
    Polytope::new(&points).expect("finite points")
}

pub fn interframe_body(body: &Points) -> Polytope {
    hull(&body.points)
}

pub fn isometry(at: &Placement) -> Isometry3<f64> {
    let turned = UnitQuaternion::new_unchecked(at.q.into());
    Isometry3::from_parts(Translation3::from(at.p), turned)
}

pub fn pose(at: &Placement) -> Pose {
    Pose::try_from(&isometry(at)).expect("a unit quaternion")
}

/// Whether two bodies meet at these poses, or may.
pub fn meets<'a>(bodies: [impl Into<Body<'a>>; 2], [p, q]: [&Pose; 2]) -> bool {
    let [a, b] = bodies.map(Into::<Body<'a>>::into);
    let (options, state) = (IntersectOptions::default(), &mut PairState::default());
    let answer = intersect(&PosedPair::new(a, p, b, q), &options, state);
    answer.expect("valid options").verdict.may_hit()
}

/// All workloads of a body against a copy of itself.
pub fn workloads_of(body: &Points, size: Size) -> Vec<Workload> {
    let shape = parry_body(body);
    workloads::all(body, size, &mut |a, b| {
        intersection_test(&parry_pose(a), &shape, &parry_pose(b), &shape)
            .is_ok_and(|answer| answer.intersecting)
    })
}

/// A workload as this library takes it, with the states that its warm frames leave: poses were built once, as an engine
/// does that tests each body against several others in a frame.
#[derive(Clone)]
pub struct Frames {
    a: Polytope,
    b: Polytope,
    timed: Vec<[Pose; 2]>,
    runs: Vec<Run>,
    states: Vec<PairState>,
}

impl Frames {
    pub fn new(
        body: &Points,
        work: &Workload,
        mut ask: impl FnMut(&PosedPair<'_>, &mut PairState),
    ) -> Self {
        let poses = |frames: &workloads::Frames| -> Vec<[Pose; 2]> {
            let pairs = frames.a.iter().zip(&frames.b);
            pairs.map(|(a, b)| [pose(a), pose(b)]).collect()
        };
        let (a, b) = (interframe_body(body), interframe_body(body));
        let warm = poses(&work.warm);
        let states = work.runs.iter().map(|run| {
            let mut state = PairState::default();
            for [p, q] in &warm[run.warm.indices()] {
                ask(&PosedPair::new(&a, p, &b, q), &mut state);
            }
            state
        });
        Frames {
            states: states.collect(),
            timed: poses(&work.timed),
            runs: work.runs.clone(),
            a,
            b,
        }
    }

    /// Asks every timed query; the state is kept within a run. `ask` is given the numbers of the run and the query.
    #[inline(always)]
    pub fn play(&self, mut ask: impl FnMut([usize; 2], &PosedPair<'_>, &mut PairState)) {
        for (r, (run, warmed)) in self.runs.iter().zip(&self.states).enumerate() {
            let mut state = *warmed;
            for k in run.timed.indices() {
                let [p, q] = &self.timed[k];
                ask([r, k], &PosedPair::new(&self.a, p, &self.b, q), &mut state);
            }
        }
    }
}

/// A query in every frame of a workload.
pub fn posed<'a>(
    name: &str,
    body: &Points,
    work: &Workload,
    ask: impl Fn(&PosedPair<'_>, &mut PairState) -> bool + 'a,
) -> Contender<'a> {
    let frames = Frames::new(body, work, |pair, state| {
        ask(pair, state);
    });
    Contender::new(name, move |verdicts| {
        frames.play(|[_, k], pair, state| verdicts[k] = ask(pair, state));
    })
}

/// A query of parry, which keeps nothing between frames, in every frame of a workload.
pub fn parry<'a>(
    name: &str,
    body: &Points,
    work: &Workload,
    mut ask: impl FnMut(&ParryPose, &ConvexPolyhedron, &ParryPose, &ConvexPolyhedron) -> bool + 'a,
) -> Contender<'a> {
    let (a, b) = (parry_body(body), parry_body(body));
    let poses = work.timed.a.iter().zip(&work.timed.b);
    let poses: Vec<_> = poses.map(|(a, b)| [a, b].map(parry_pose)).collect();
    Contender::each(name, move |k| ask(&poses[k][0], &a, &poses[k][1], &b))
}

/// A query of two motions of bodies, from an empty state.
pub fn moving<'a>(
    name: &str,
    [a, b]: [impl Into<Body<'a>>; 2],
    motions: &'a [[Motion; 2]],
    mut ask: impl FnMut(&MovingPair<'_>, &mut PairState) -> bool + 'a,
) -> Contender<'a> {
    let (a, b) = (a.into(), b.into());
    Contender::each(name, move |k| {
        let [p, q] = &motions[k];
        ask(&MovingPair::new(a, p, b, q), &mut PairState::default())
    })
}
