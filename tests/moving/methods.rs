//! Every method against every sweep on generated motions: no two contradict each other, a witness lies in both hulls, and a
//! reason is true. With the feature `good_lp` its method is one of them. INTERFRAME_LONG=1 for full counts.

use crate::common::{Tally, count, for_each};
use crate::partial::{Built, FRAMES};
use interframe::{
    DistanceOptions, Frame, Interframe, IntersectOptions, Method, PairState, PenetrationOptions,
    Polytope, Pose, PosedPair, Reason, Sweep, Verdict, distance, intersect, penetration,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::case_generator;
use twin::shapes::octahedral;
use twin::sweeps::moving_pair;

const SWEEPS: [Sweep; 4] = [
    Sweep::Certified,
    Sweep::Full,
    Sweep::FaceGrouped,
    Sweep::Silhouette,
];

/// Rounding of a point, and of corners that are placed in f64, over the size of the coordinates.
const ROUNDING: f64 = 1e-9;

/// What the second opinion's solver may err by, over the size of the coordinates.
const SOLVER: f64 = 1e-5;

/// Where the corners of a body are in a frame, at both poses: the start's, then the end's.
fn corners(built: &Built, body: usize, frame: Frame) -> [Vec<Vector3<f64>>; 2] {
    let carrier = &built.motions[0];
    let [from, to] = [carrier.start(), carrier.end()].map(|p| p.transform_point(&carrier.pivot()));
    let motion = &built.motions[body];
    let back = match frame {
        Frame::Relative => to - from,
        Frame::World => Vector3::zeros(),
    };
    let vertices = || built.bodies[body].vertices();
    [
        vertices()
            .map(|v| motion.start().transform_point(&v))
            .collect(),
        vertices()
            .map(|v| motion.end().transform_point(&v) - back)
            .collect(),
    ]
}

/// The hull that a sweep is about, or one that holds it: of a silhouette all corners.
fn hull(built: &Built, body: usize, frame: Frame, sweep: Sweep) -> Option<Vec<Vector3<f64>>> {
    let [start, end] = corners(built, body, frame);
    match sweep {
        Sweep::FaceGrouped => {
            let at_end = built.grouped(body, frame)?;
            let both = start.into_iter().zip(end).zip(at_end);
            Some(
                both.map(|((start, end), at_end)| if at_end { end } else { start })
                    .collect(),
            )
        }
        _ => Some([start, end].concat()),
    }
}

struct Hulls {
    bodies: [Polytope; 2],
    size: f64,
}

impl Hulls {
    fn new(points: [Vec<Vector3<f64>>; 2]) -> Option<Self> {
        let size = points
            .iter()
            .flatten()
            .map(|p| p.amax())
            .fold(0.0, f64::max);
        let [a, b] = points.map(|points| Polytope::new(&points).ok());
        Some(Hulls {
            bodies: [a?, b?],
            size,
        })
    }

    fn apart(a: &Polytope, b: &Polytope) -> f64 {
        let here = Pose::identity();
        let pair = PosedPair::new(a, &here, b, &here);
        let found = distance(
            &pair,
            &DistanceOptions::default(),
            &mut PairState::default(),
        );
        found.expect("valid").separation
    }

    fn hold(&self, point: Vector3<f64>) -> bool {
        let point = Polytope::new(&[point]).expect("finite");
        let room = ROUNDING * self.size + f64::MIN_POSITIVE;
        self.bodies
            .iter()
            .all(|body| Self::apart(&point, body) <= room)
    }

    /// How far the hulls are from touching.
    fn off_touching(&self) -> f64 {
        let [a, b] = &self.bodies;
        let here = Pose::identity();
        let pair = PosedPair::new(a, &here, b, &here);
        let deep = penetration(
            &pair,
            &PenetrationOptions::default(),
            &mut PairState::default(),
        );
        deep.expect("valid").depth.max(Self::apart(a, b))
    }
}

fn judge(index: u64, tally: &mut Tally) {
    let pair = moving_pair(index);
    let Ok(built) = Built::new(&pair) else {
        tally.refused += 1;
        return;
    };
    let mut state = PairState::default();
    for (frame, _) in FRAMES {
        for sweep in SWEEPS {
            let points = [0, 1].map(|body| hull(&built, body, frame, sweep));
            let [Some(a), Some(b)] = points else { continue };
            let Some(hulls) = Hulls::new([a, b]) else {
                continue;
            };
            let first = built.ask(sweep, frame, Method::Default, &mut PairState::default());
            for &method in Method::ALL {
                let name = format!("{} {index} {frame:?} {sweep:?} {method:?}", pair.family);
                let answer = built.ask(sweep, frame, method, &mut state);
                judge_one(&name, &answer, &first, &hulls, method, tally);
            }
        }
    }
}

fn judge_one(
    name: &str,
    answer: &Interframe,
    first: &Interframe,
    hulls: &Hulls,
    method: Method,
    tally: &mut Tally,
) {
    tally.cases += 1;
    let opposite = [answer.verdict, first.verdict].map(|verdict| verdict != Verdict::Undecided);
    let agrees = opposite != [true; 2] || answer.verdict == first.verdict;
    tally.claim(agrees, name, "another verdict than the default's");
    match answer.verdict {
        Verdict::Separated => tally.separated += 1,
        Verdict::Hit => {
            tally.hits += 1;
            let inside = answer.point.is_some_and(|point| hulls.hold(point));
            tally.claim(
                inside,
                name,
                &format!("a witness outside of a hull: {answer:?}"),
            );
        }
        Verdict::Undecided => {
            tally.deep += 1;
            let open = match answer.reason {
                Reason::HullsMeet | Reason::NearSlack => first.verdict == Verdict::Undecided,
                Reason::SolverTolerance => hulls.off_touching() <= SOLVER * hulls.size,
                _ => false,
            };
            let own = first.verdict == Verdict::Undecided || method.name() == "good_lp";
            tally.claim(
                open && own,
                name,
                &format!("a reason that is not true: {answer:?}"),
            );
        }
    }
}

#[test]
fn methods_agree_on_every_sweep() {
    let tally = for_each(count(120, 12_000), judge);
    let [cases, separated, hits, open] = [tally.cases, tally.separated, tally.hits, tally.deep];
    println!("{cases} answers, {separated} separated, {hits} hits, {open} undecided");
    tally.none_wrong();
    assert!(separated > 200 && hits > 200, "{separated} {hits}");
}

/// Symmetric bodies deep in each other: an optimum of a linear program about them is any of many, and no method may stay open.
#[test]
fn deep_symmetric_bodies_are_hits_of_every_method() {
    let body = crate::common::polytope(&octahedral(1, [1.0; 3]));
    let random = &mut case_generator(2301, 0);
    let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
    let turns = [
        Quaternion::identity(),
        Quaternion::new(1.0, 1.0, 0.0, 0.0).normalize(),
        Quaternion::new(1.0, 0.0, 0.0, 1.0).normalize(),
        Quaternion::new(0.0, 1.0, 0.0, 0.0),
    ];
    for index in 0..count(720, 20_000) {
        let way = match index % 3 {
            0 => *random.pick(&axes),
            1 => axes[0] + axes[1],
            _ => Vector3::from(random.direction()),
        };
        let far = *random.pick(&[0.0, 0.25, 0.5, 0.75]);
        let [x, y, z, w] = random.quaternion();
        let turn = match random.below(turns.len() + 1) {
            k if k < turns.len() => turns[k],
            _ => Quaternion::new(w, x, y, z),
        };
        let pose = Pose::new(way * far, turn).expect("unit");
        let here = Pose::identity();
        for &method in Method::ALL {
            let options = IntersectOptions {
                method,
                ..IntersectOptions::default()
            };
            let pair = PosedPair::new(&body, &here, &body, &pose);
            let answer = intersect(&pair, &options, &mut PairState::default()).expect("valid");
            let deep = penetration(
                &pair,
                &PenetrationOptions::default(),
                &mut PairState::default(),
            );
            if deep.expect("valid").depth > 1e-6 {
                assert_eq!(
                    answer.verdict,
                    Verdict::Hit,
                    "{index} {method:?}: {answer:?}"
                );
            }
        }
    }
}
