//! What every query about bodies at rest answers, number by number: a length, a number without a unit, or an integer.

use crate::common::{Answer, Built};
use interframe::{
    ContactManifold, ContactManifoldOptions, ContactPoint, ContainmentVerdict, ContainsOptions,
    DeformingPair, Distance, DistanceOptions, Frame, Interframe, InterframeOptions,
    InterframeVerticesOptions, IntersectOptions, Method, Motion, MprOptions, PairState,
    Penetration, PenetrationOptions, Plane, Polygon, Polytope, Pose, Pose2, PosedPair2,
    SetsOptions, Sweep, VertexSweep, contact_points, contains, contains_point, distance,
    distance_2d, interframe, interframe_vertices, intersect, intersect_sets, is_subset,
    minkowski_difference, minkowski_difference_2d, mpr, penetration,
};
use nalgebra::{Vector2, Vector3};
use twin::place::V3;

/// One number of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Word {
    Length(f64),
    Number(f64),
    Whole(u64),
}
pub use Word::{Length, Number, Whole};

/// An answer, number by number.
#[derive(Default)]
pub struct Words(pub Vec<Word>);

impl Words {
    pub fn lengths(&mut self, list: impl IntoIterator<Item = f64>) -> &mut Self {
        self.0.extend(list.into_iter().map(Length));
        self
    }

    pub fn numbers(&mut self, list: impl IntoIterator<Item = f64>) -> &mut Self {
        self.0.extend(list.into_iter().map(Number));
        self
    }

    pub fn whole(&mut self, list: impl IntoIterator<Item = u64>) -> &mut Self {
        self.0.extend(list.into_iter().map(Whole));
        self
    }

    pub fn point(&mut self, p: &Option<Vector3<f64>>) -> &mut Self {
        self.lengths(p.iter().flat_map(|p| [p.x, p.y, p.z]))
    }

    pub fn normal(&mut self, n: &Option<Vector3<f64>>) -> &mut Self {
        self.numbers(n.iter().flat_map(|n| [n.x, n.y, n.z]))
    }

    pub fn plane(&mut self, plane: &Option<Plane>) -> &mut Self {
        let Some(plane) = plane else { return self };
        let span = plane.spanned_by.iter().flat_map(|s| s.pairs());
        let ids: Vec<_> = span
            .flat_map(|&(i, j)| [u64::from(i), u64::from(j)])
            .collect();
        self.normal(&Some(plane.normal))
            .lengths([plane.offset])
            .whole(ids)
    }

    pub fn penetration(&mut self, found: &Penetration) -> &mut Self {
        let Penetration {
            verdict,
            depth,
            error,
            normal,
            point_a,
            point_b,
            plane,
            iterations,
            decided_by,
            ..
        } = found;
        self.whole([*verdict as u64, *decided_by as u64, u64::from(*iterations)])
            .lengths([*depth, *error])
            .normal(normal)
            .point(point_a)
            .point(point_b)
            .plane(plane)
    }

    pub fn answer(&mut self, found: &Answer) -> &mut Self {
        self.whole([found.verdict as u64, found.decided_by as u64])
            .whole([u64::from(found.iterations)])
            .plane(&found.plane)
            .point(&found.point)
    }

    pub fn state(&mut self, state: &PairState) -> &mut Self {
        self.whole(state.to_words())
    }

    pub fn contacts(&mut self, found: &ContactManifold, all: &[ContactPoint]) -> &mut Self {
        self.whole([found.verdict as u64, found.decided_by as u64])
            .whole([u64::from(found.iterations), found.points().len() as u64])
            .normal(&found.normal);
        for point in found.points().iter().chain(all) {
            self.point(&Some(point.point_a))
                .point(&Some(point.point_b))
                .lengths([point.depth])
                .whole([point.id]);
        }
        self
    }

    pub fn body(&mut self, body: &Polytope) -> &mut Self {
        self.whole([body.vertex_count() as u64, body.face_count() as u64]);
        self.lengths(body.vertices().flat_map(|v| [v.x, v.y, v.z]));
        for face in 0..body.face_count() {
            self.whole(body.face(face).iter().map(|&v| u64::from(v)))
                .normal(&Some(body.face_normal(face)));
        }
        self
    }
}

pub fn inside(verdict: ContainmentVerdict) -> u64 {
    u64::from(verdict == ContainmentVerdict::Inside)
}

pub fn with(method: Method) -> IntersectOptions {
    IntersectOptions {
        method,
        ..IntersectOptions::default()
    }
}

/// Methods that do not stop at a tolerance of their own.
pub fn methods() -> impl Iterator<Item = Method> {
    let all = Method::ALL.iter().copied();
    all.filter(|method| (*method as i32) < 6)
}

/// A rests, B moves from twice its offset.
pub fn moving(built: &Built) -> [Motion; 2] {
    let (_, pose_a, _, pose_b) = built.parts();
    let from = pose_b.translation() * 2.0 - pose_a.translation();
    let start = Pose::new(from, pose_b.quaternion()).expect("finite");
    let motion_b = Motion::translation(start, pose_b.translation()).expect("finite");
    [Motion::fixed(*pose_a), motion_b]
}

pub fn hull_sweep(
    built: &Built,
    sweep: Sweep,
    method: Method,
    state: &mut PairState,
) -> Interframe {
    let (a, _, b, _) = built.parts();
    let [motion_a, motion_b] = moving(built);
    interframe(
        &interframe::MovingPair::new(a, &motion_a, b, &motion_b),
        &InterframeOptions {
            sweep,
            frame: Frame::World,
            method,
            ..InterframeOptions::default()
        },
        state,
    )
    .expect("valid options")
}

pub fn posed(body: &Polytope, pose: &Pose) -> Vec<Vector3<f64>> {
    body.vertices().map(|v| pose.transform_point(&v)).collect()
}

pub fn flat(body: &Polytope) -> Polygon {
    let points: Vec<_> = body.vertices().map(|v| Vector2::new(v.x, v.y)).collect();
    Polygon::new(&points).expect("finite")
}

pub fn flat_pose(pose: &Pose) -> Pose2 {
    let q = pose.quaternion();
    let (sin, cos) = (q.k, q.w);
    let length = (sin * sin + cos * cos).sqrt();
    let half = if length > 0.1 {
        [sin / length, cos / length]
    } else {
        [0.0, 1.0]
    };
    Pose2::new(pose.translation().xy(), half).expect("valid")
}

/// What each query answers, cold and then warm.
pub fn everything(built: &Built, prediction: f64) -> Vec<(&'static str, Vec<Word>)> {
    let (a, pose_a, b, pose_b) = built.parts();
    let bodies = &built.pair();
    let mut out = Vec::new();
    let mut say = |name: &'static str, fill: &mut dyn FnMut(&mut Words)| {
        let mut words = Words::default();
        fill(&mut words);
        out.push((name, words.0));
    };
    for method in methods() {
        let mut state = PairState::default();
        for _ in 0..2 {
            say(method.name(), &mut |w| {
                let found = intersect(bodies, &with(method), &mut state).expect("valid options");
                w.answer(&found.into()).state(&state);
            });
        }
        for &sweep in Sweep::ALL {
            say(sweep.name(), &mut |w| {
                let found = hull_sweep(built, sweep, method, &mut PairState::default());
                w.answer(&found.into());
            });
        }
    }
    say("interframe_vertices", &mut |w| {
        let (on_a, on_b) = (posed(a, pose_a), posed(b, pose_b));
        let sweep = |list| VertexSweep {
            start: list,
            end: list,
        };
        let state = &mut PairState::default();
        let found = interframe_vertices(
            &DeformingPair {
                a: sweep(&on_a),
                b: sweep(&on_b),
            },
            &InterframeVerticesOptions::default(),
            state,
        );
        w.answer(&found.expect("finite").into());
    });
    let (mut near, mut touch) = (PairState::default(), PairState::default());
    for _ in 0..2 {
        say("distance", &mut |w| {
            let found = distance(bodies, &DistanceOptions::default(), &mut near).expect("valid");
            let Distance {
                verdict,
                separation,
                error,
                lower_bound,
                point_a,
                point_b,
                normal,
                features,
                iterations,
                decided_by,
                ..
            } = found;
            let ids = features.iter().flatten().flat_map(|f| f.vertices());
            w.whole([verdict as u64, decided_by as u64, u64::from(iterations)])
                .lengths([separation, error, lower_bound])
                .point(&point_a)
                .point(&point_b)
                .normal(&normal)
                .whole(ids.map(|&v| u64::from(v)))
                .state(&near);
        });
        say("contacts", &mut |w| {
            let mut all = [ContactPoint::default(); 12];
            let state = &mut touch;
            let found = contact_points(
                bodies,
                &ContactManifoldOptions {
                    prediction,
                    ..ContactManifoldOptions::default()
                },
                state,
                &mut all,
            );
            let (found, count) = found.expect("valid");
            w.contacts(&found, &all[..count.min(12)]).state(state);
        });
    }
    say("penetration", &mut |w| {
        w.penetration(
            &penetration(
                bodies,
                &PenetrationOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid"),
        );
    });
    for direction in [Vector3::x(), Vector3::new(-1.0, 2.0, 0.5)] {
        say("penetration_along", &mut |w| {
            let found = penetration(
                bodies,
                &PenetrationOptions {
                    direction: Some(direction),
                    ..PenetrationOptions::default()
                },
                &mut PairState::default(),
            );
            w.penetration(&found.expect("valid"));
        });
    }
    say("contains", &mut |w| {
        let found = contains(
            bodies,
            &ContainsOptions::default(),
            &mut PairState::default(),
        )
        .expect("valid");
        w.whole([inside(found.verdict), found.decided_by as u64])
            .whole([u64::from(found.iterations)])
            .whole(found.face.iter().chain(&found.vertex).map(|&i| i.into()))
            .lengths(found.margin)
            .lengths([found.error]);
    });
    say("mpr", &mut |w| {
        let options = MprOptions::default();
        let found = mpr(bodies, &options, &mut PairState::default()).expect("valid");
        w.whole([found.verdict as u64, found.route as u64])
            .whole([found.detour as u64, u64::from(found.iterations)])
            .lengths([found.separation, found.lower_bound, found.upper_bound])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    if a.vertex_count() * b.vertex_count() < 500 {
        say("minkowski_difference", &mut |w| {
            w.body(&minkowski_difference(bodies).expect("finite"));
        });
        say("point sets", &mut |w| {
            let list = |body, pose| posed(body, pose).iter().map(|p| p.data.0[0]).collect();
            let (on_a, on_b): (Vec<V3>, Vec<V3>) = (list(a, pose_a), list(b, pose_b));
            let found = intersect_sets(&on_a, &on_b, &SetsOptions::default()).expect("finite");
            w.whole([found.verdict as u64, found.decided_by as u64])
                .whole([u64::from(found.iterations)])
                .numbers(found.plane.iter().flat_map(|plane| plane.normal))
                .lengths(found.plane.iter().map(|plane| plane.offset))
                .lengths(found.bounds.iter().flat_map(|b| [b.by_optimum, b.by_plane]))
                .lengths(found.point.into_iter().flatten());
            if let Some(first) = on_b.first() {
                let member = contains_point(&on_a, first, &SetsOptions::default()).expect("finite");
                w.whole([inside(member.verdict), member.decided_by as u64]);
            }
            let subset = is_subset(&on_b, &on_a, &SetsOptions::default()).expect("finite");
            w.whole([inside(subset.verdict), subset.decided_by as u64]);
        });
    }
    let ([flat_a, flat_b], [at_a, at_b]) = ([a, b].map(flat), [pose_a, pose_b].map(flat_pose));
    say("distance_2d", &mut |w| {
        let state = &mut PairState::default();
        let found = distance_2d(
            &PosedPair2::new(&flat_a, &at_a, &flat_b, &at_b),
            &DistanceOptions::default(),
            state,
        )
        .expect("valid");
        let flat = |p: Option<Vector2<f64>>| p.map(|p| p.push(0.0));
        w.whole([found.verdict as u64])
            .lengths([found.separation, found.error, found.lower_bound])
            .point(&flat(found.point_a))
            .point(&flat(found.point_b))
            .normal(&flat(found.normal));
    });
    say("minkowski_difference_2d", &mut |w| {
        for corner in minkowski_difference_2d(&PosedPair2::new(&flat_a, &at_a, &flat_b, &at_b)) {
            w.lengths([corner.point.x, corner.point.y])
                .whole([corner.id_a, corner.id_b].map(u64::from));
        }
    });
    out
}

pub fn size(built: &Built) -> f64 {
    let apart = built.pose_b.translation() - built.pose_a.translation();
    built.a.reach() + built.b.reach() + apart.abs().sum()
}
