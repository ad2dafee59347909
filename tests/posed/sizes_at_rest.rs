//! Queries about bodies at rest at every size. A pair scaled by a power of two is the same pair: the
//! same bits, lengths scaled. Bodies of independent sizes, 2^-1000 to 2^1000: the exact verdict, and
//! lengths within their stated errors. INTERFRAME_LONG=1 for full counts.

use crate::common::{Answer, Built, Ids, Tally, count, for_each, place_pair, plane_proves};
use interframe::{
    ContactManifold, ContactManifoldOptions, ContactPoint, ContainmentVerdict, ContainsOptions,
    Curved, DeformingPair, Distance, DistanceOptions, Frame, Interframe, InterframeOptions,
    InterframeVerticesOptions, IntersectOptions, Method, Motion, MprOptions, PairState,
    Penetration, PenetrationOptions, Plane, Polygon, Polytope, Pose, Pose2, PosedPair2,
    SetsOptions, SharedBody, Sweep, TimeOfImpactOptions, Verdict, VertexSweep, WithinOptions,
    certify_interframe, contact_manifold, contact_points, contains, contains_point, distance,
    distance_2d, interframe, interframe_vertices, intersect, intersect_sets, is_subset,
    minkowski_difference, minkowski_difference_2d, mpr, penetration, time_of_impact, within,
};
use nalgebra::{Vector2, Vector3};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::number::{Rational, power_of_two};
use twin::penetration::{along_sq, every_depth_sq};
use twin::place::{self, Pair, V3};
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::{PosedPair, long_pair, random_pair};
use twin::shapes::cuboid;
use twin::sizes::sized_pair;

/// One number of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Word {
    Length(f64),
    Number(f64),
    Whole(u64),
}
use Word::{Length, Number, Whole};

/// An answer, number by number.
#[derive(Default)]
struct Words(Vec<Word>);

impl Words {
    fn lengths(&mut self, list: impl IntoIterator<Item = f64>) -> &mut Self {
        self.0.extend(list.into_iter().map(Length));
        self
    }

    fn numbers(&mut self, list: impl IntoIterator<Item = f64>) -> &mut Self {
        self.0.extend(list.into_iter().map(Number));
        self
    }

    fn whole(&mut self, list: impl IntoIterator<Item = u64>) -> &mut Self {
        self.0.extend(list.into_iter().map(Whole));
        self
    }

    fn point(&mut self, p: &Option<Vector3<f64>>) -> &mut Self {
        self.lengths(p.iter().flat_map(|p| [p.x, p.y, p.z]))
    }

    fn normal(&mut self, n: &Option<Vector3<f64>>) -> &mut Self {
        self.numbers(n.iter().flat_map(|n| [n.x, n.y, n.z]))
    }

    fn plane(&mut self, plane: &Option<Plane>) -> &mut Self {
        let Some(plane) = plane else { return self };
        let span = plane.spanned_by.iter().flat_map(|s| s.pairs());
        let ids: Vec<_> = span
            .flat_map(|&(i, j)| [u64::from(i), u64::from(j)])
            .collect();
        self.normal(&Some(plane.normal))
            .lengths([plane.offset])
            .whole(ids)
    }

    fn penetration(&mut self, found: &Penetration) -> &mut Self {
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

    fn answer(&mut self, found: &Answer) -> &mut Self {
        self.whole([found.verdict as u64, found.decided_by as u64])
            .whole([u64::from(found.iterations)])
            .plane(&found.plane)
            .point(&found.point)
    }

    fn state(&mut self, state: &PairState) -> &mut Self {
        self.whole(state.to_words())
    }

    fn contacts(&mut self, found: &ContactManifold, all: &[ContactPoint]) -> &mut Self {
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

    fn body(&mut self, body: &Polytope) -> &mut Self {
        self.whole([body.vertex_count() as u64, body.face_count() as u64]);
        self.lengths(body.vertices().flat_map(|v| [v.x, v.y, v.z]));
        for face in 0..body.face_count() {
            self.whole(body.face(face).iter().map(|&v| u64::from(v)))
                .normal(&Some(body.face_normal(face)));
        }
        self
    }
}

fn inside(verdict: ContainmentVerdict) -> u64 {
    u64::from(verdict == ContainmentVerdict::Inside)
}

fn with(method: Method) -> IntersectOptions {
    IntersectOptions {
        method,
        ..IntersectOptions::default()
    }
}

/// Methods that do not stop at a tolerance of their own.
fn methods() -> impl Iterator<Item = Method> {
    let all = Method::ALL.iter().copied();
    all.filter(|method| (*method as i32) < 6)
}

/// A rests, B moves from twice its offset.
fn moving(built: &Built) -> [Motion; 2] {
    let (_, pose_a, _, pose_b) = built.parts();
    let from = pose_b.translation() * 2.0 - pose_a.translation();
    let start = Pose::new(from, pose_b.quaternion()).expect("finite");
    let motion_b = Motion::translation(start, pose_b.translation()).expect("finite");
    [Motion::fixed(*pose_a), motion_b]
}

fn hull_sweep(built: &Built, sweep: Sweep, method: Method, state: &mut PairState) -> Interframe {
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

fn posed(body: &Polytope, pose: &Pose) -> Vec<Vector3<f64>> {
    body.vertices().map(|v| pose.transform_point(&v)).collect()
}

fn flat(body: &Polytope) -> Polygon {
    let points: Vec<_> = body.vertices().map(|v| Vector2::new(v.x, v.y)).collect();
    Polygon::new(&points).expect("finite")
}

fn flat_pose(pose: &Pose) -> Pose2 {
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
fn everything(built: &Built, prediction: f64) -> Vec<(&'static str, Vec<Word>)> {
    let (a, pose_a, b, pose_b) = built.parts();
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
                let found = intersect(
                    &interframe::PosedPair::new(a, pose_a, b, pose_b),
                    &with(method),
                    &mut state,
                )
                .expect("valid options");
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
            let found = distance(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                &DistanceOptions::default(),
                &mut near,
            )
            .expect("valid");
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
            let (a, b, state) = (a, b, &mut touch);
            let found = contact_points(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
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
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                &PenetrationOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid"),
        );
    });
    for direction in [Vector3::x(), Vector3::new(-1.0, 2.0, 0.5)] {
        say("penetration_along", &mut |w| {
            let found = penetration(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
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
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
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
        let found = mpr(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &options,
            &mut PairState::default(),
        )
        .expect("valid");
        w.whole([found.verdict as u64, found.route as u64])
            .whole([found.detour as u64, u64::from(found.iterations)])
            .lengths([found.separation, found.lower_bound, found.upper_bound])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    if a.vertex_count() * b.vertex_count() < 500 {
        say("minkowski_difference", &mut |w| {
            w.body(
                &minkowski_difference(&interframe::PosedPair::new(a, pose_a, b, pose_b))
                    .expect("finite"),
            );
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

fn scaled(pair: &PosedPair, factor: f64) -> PosedPair {
    let times = |v: &V3| v.map(|x| x * factor);
    let mut out = pair.clone();
    out.a = pair.a.iter().map(times).collect();
    out.b = pair.b.iter().map(times).collect();
    (out.pose_a.p, out.pose_b.p) = (times(&pair.pose_a.p), times(&pair.pose_b.p));
    out
}

fn any_pair(index: u64) -> PosedPair {
    match index % 4 {
        0 => random_pair(index / 4),
        1 => near_contact(index / 4),
        2 => degenerate_pair(index / 4),
        _ => long_pair(index / 4),
    }
}

fn size(built: &Built) -> f64 {
    let apart = built.pose_b.translation() - built.pose_a.translation();
    built.a.reach() + built.b.reach() + apart.abs().sum()
}

/// The same at size 1 and times `factor`, but for four of the smallest f64 in either length.
fn same(one: Word, other: Word, factor: f64) -> bool {
    match (one, other) {
        (Length(x), Length(y)) => {
            let x = x * factor;
            x == y || (x - y).abs() <= f64::from_bits(4) * factor.max(1.0)
        }
        _ => one == other,
    }
}

#[test]
fn a_power_of_two_changes_nothing() {
    for_each(count(200, 20_000), |index, tally| {
        let pair = any_pair(index);
        let mut rng = case_generator(93, index);
        let built = Built::new(&pair);
        let mut prediction = *rng.pick(&[0.0, 1e-3, 0.1]) * size(&built);
        // Near 1, from where both ways are as far.
        let level = exponent_of(size(&built));
        let home = power_of_two(-level);
        let pair = scaled(&pair, home);
        prediction *= home;
        let built = Built::new(&pair);
        let expected = everything(&built, prediction);
        for _ in 0..3 {
            let ends = [-880, -601, -261, -205, -180, 180, 210, 270, 599, 900];
            let exponent = match rng.below(2) {
                0 => *rng.pick(&ends),
                _ => rng.integer(-880, 900) as i32,
            };
            let factor = power_of_two(exponent);
            let other = scaled(&pair, factor);
            let lossless = |x: &V3, y: &V3| (0..3).all(|k| y[k] / factor == x[k]);
            let all = |one: &[V3], two: &[V3]| one.iter().zip(two).all(|(x, y)| lossless(x, y));
            let exact = all(&pair.a, &other.a)
                && all(&pair.b, &other.b)
                && lossless(&pair.pose_a.p, &other.pose_a.p)
                && lossless(&pair.pose_b.p, &other.pose_b.p);
            // Products with a smaller coordinate vanish at one size and not at another.
            let plain = |x: &f64| *x == 0.0 || x.abs() > 2f64.powi(-100);
            let places = [pair.pose_a.p, pair.pose_b.p];
            let all_plain = (pair.a.iter().chain(&pair.b).chain(&places))
                .flatten()
                .all(plain);
            if !(exact && all_plain) {
                continue;
            }
            tally.cases += 1;
            let found = everything(&Built::new(&other), prediction * factor);
            assert_eq!(expected.len(), found.len());
            for ((name, one), (_, other)) in expected.iter().zip(&found) {
                let differ = one.len() != other.len()
                    || (one.iter().zip(other)).any(|(x, y)| !same(*x, *y, factor));
                if differ {
                    let at = one
                        .iter()
                        .zip(other)
                        .position(|(x, y)| !same(*x, *y, factor));
                    let pair = at.map(|k| (one[k], other[k]));
                    tally.wrong.push(format!(
                        "{name}: {} {index} at 2^{exponent}: {at:?} {pair:?}",
                        built.a.vertex_count()
                    ));
                }
            }
        }
    })
    .report("powers of two");
}

/// A body with a radius, or curved, or neither; lengths times `factor`.
fn any_body(rng: &mut SplitMix64, is_curved: bool, factor: f64) -> SharedBody {
    let [x, y, z] = [0; 3].map(|_| {
        let any = rng.between(0.1, 1.0);
        *rng.pick(&[1.0, 0.5, 0.7, any]) * factor
    });
    let solid = |points: Vec<V3>| {
        let points: Vec<_> = points.into_iter().map(Vector3::from).collect();
        SharedBody::new(Polytope::new(&points).expect("finite points"))
    };
    let kind = rng.below(if is_curved { 10 } else { 7 });
    let mut points = |count: usize| {
        let points = (0..count).map(|_| rng.direction().map(|x| x * factor));
        solid(points.collect())
    };
    let body = match kind {
        0 => SharedBody::sphere(x),
        1 => SharedBody::capsule(x, y),
        2 => Ok(solid(cuboid([x, y, z]))),
        3 => solid(cuboid([x, y, z])).rounded(0.5 * x),
        4 => Ok(points(2)),
        5 => points(3).rounded(0.25 * y),
        6 => points(12).rounded(0.25 * y),
        7 => Curved::cylinder(x, y).map(SharedBody::from),
        8 => Curved::cone(x, y).map(SharedBody::from),
        _ => Curved::ellipsoid([x, y, z]).map(SharedBody::from),
    };
    body.expect("lengths")
}

/// What queries answer of two bodies of any kinds, the first of which moves.
fn of_any_kinds(
    [a, b]: [&SharedBody; 2],
    [pose_a, pose_b]: &[Pose; 2],
    (to, factor): (Vector3<f64>, f64),
) -> Vec<(&'static str, Words)> {
    let pair = interframe::PosedPair::new(a, pose_a, b, pose_b);
    let state = || PairState::default();
    let mut out = Vec::new();
    let mut say = |name: &'static str, fill: &mut dyn FnMut(&mut Words)| {
        let mut words = Words::default();
        fill(&mut words);
        out.push((name, words));
    };
    say("intersect", &mut |w| {
        let options = IntersectOptions::default();
        let found = intersect(&pair, &options, &mut state()).expect("valid");
        w.answer(&found.into());
    });
    say("distance", &mut |w| {
        let found = distance(&pair, &DistanceOptions::default(), &mut state()).expect("valid");
        w.whole([found.verdict as u64, u64::from(found.iterations)])
            .lengths([found.separation, found.error, found.lower_bound])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    say("within", &mut |w| {
        let options = WithinOptions {
            distance: 0.5 * factor,
            ..WithinOptions::default()
        };
        let found = within(&pair, &options, &mut state()).expect("valid");
        w.whole([found.verdict as u64, u64::from(found.iterations)])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    say("penetration", &mut |w| {
        let options = PenetrationOptions::default();
        w.penetration(&penetration(&pair, &options, &mut state()).expect("valid"));
    });
    say("contacts", &mut |w| {
        let options = ContactManifoldOptions {
            prediction: 0.5 * factor,
            ..ContactManifoldOptions::default()
        };
        // Curved bodies have none.
        if let Ok(found) = contact_manifold(&pair, &options, &mut state()) {
            w.contacts(&found, &[]);
        }
    });
    say("time_of_impact", &mut |w| {
        let motion_a = Motion::translation(*pose_a, to).expect("finite");
        let motion_b = Motion::fixed(*pose_b);
        let pair = interframe::MovingPair::new(a, &motion_a, b, &motion_b);
        let options = TimeOfImpactOptions::default();
        let found = time_of_impact(&pair, &options, &mut state()).expect("valid");
        w.whole([found.verdict as u64, found.contact as u64])
            .whole([u64::from(found.iterations)])
            .numbers([found.t_lo, found.t_hi])
            .lengths([found.gap, found.depth])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    out
}

#[test]
fn a_power_of_two_changes_no_body_of_any_kind() {
    for_each(count(400, 40_000), |index, tally| {
        let rng = &mut case_generator(94, index);
        let is_curved = index % 2 == 1;
        let ends = [-880, -500, -400, -75, -1, 60, 75, 200, 400, 600, 900];
        let exponents = [0, *rng.pick(&ends), rng.integer(-880, 900) as i32];
        let drawn = rng.clone();
        let [home, others @ ..] = exponents.map(|exponent| {
            let (rng, factor) = (&mut drawn.clone(), power_of_two(exponent));
            let bodies = [0; 2].map(|_| any_body(rng, is_curved, factor));
            let far = *rng.pick(&[0.5, 1.0, 1.5, 2.0, 3.0]);
            let poses = [0; 2].map(|_| {
                let [i, j, k, w] = rng.quaternion();
                let at = Vector3::from(rng.direction()) * (far * factor);
                Pose::new(at, nalgebra::Quaternion::new(w, i, j, k)).expect("a pose")
            });
            let to = Vector3::from(rng.direction()) * factor;
            of_any_kinds([&bodies[0], &bodies[1]], &poses, (to, factor))
        });
        for (exponent, found) in exponents[1..].iter().zip(&others) {
            tally.cases += 1;
            for ((name, one), (_, other)) in home.iter().zip(found) {
                let (one, other) = (&one.0, &other.0);
                let differs = |(x, y): (&Word, &Word)| !same(*x, *y, power_of_two(*exponent));
                let at = one.iter().zip(other).position(differs);
                if one.len() != other.len() || at.is_some() {
                    let pair = at.map(|k| (one[k], other[k]));
                    tally
                        .wrong
                        .push(format!("{name}: {index} at 2^{exponent}: {at:?} {pair:?}"));
                }
            }
        }
    })
    .report("powers of two of any kind");
}

/// Of a normal number.
fn exponent_of(x: f64) -> i32 {
    if x > 0.0 {
        ((x.to_bits() >> 52) as i32 - 1023).clamp(-1022, 1000)
    } else {
        0
    }
}

/// Whether `low^2 <= square <= high^2`, exactly; what is not positive counts as 0.
fn between(square: &Rational, low: f64, high: f64) -> bool {
    let sq = |x: f64| Rational::square_of(x.max(0.0));
    sq(low) <= *square && (!high.is_finite() || *square <= sq(high))
}

fn judge_verdicts(name: &str, pair: &PosedPair, built: &Built, exact: &Pair, tally: &mut Tally) {
    let (a, pose_a, b, pose_b) = built.parts();
    let truth = twin::intersect::intersect(exact).hit();
    let ids = Ids {
        a,
        input_a: &pair.a,
        b,
        input_b: &pair.b,
    };
    for method in methods() {
        let mut state = PairState::default();
        for warm in [false, true] {
            let name = format!("{name} {} warm {warm}", method.name());
            let found = intersect(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                &with(method),
                &mut state,
            )
            .expect("valid options");
            let found = Answer::from(found);
            let span = found.plane.as_ref().and_then(|p| ids.pairs(p));
            tally.exact_answer(&name, exact, &found, span, &mut || truth);
            let right = (found.verdict == Verdict::Hit) == truth;
            tally.claim(right, &name, "verdict");
        }
        // What the pair left when B was at A's place.
        let mut state = PairState::default();
        let _ = intersect(
            &interframe::PosedPair::new(a, pose_a, b, pose_a),
            &with(method),
            &mut state,
        )
        .expect("valid options");
        let found = intersect(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &with(method),
            &mut state,
        )
        .expect("valid options");
        let right = (found.verdict == Verdict::Hit) == truth;
        tally.claim(right, name, "verdict after another");
        let name = format!("{name} sweep {}", method.name());
        let found = hull_sweep(built, Sweep::Full, method, &mut PairState::default());
        // The end of the sweep is the pair itself.
        let hit = found.verdict == Verdict::Hit;
        tally.claim(hit || !truth, &name, "the hull misses its own end");
        if let Some(plane) = &found.plane {
            let [motion_a, motion_b] = &moving(built);
            let (full, world) = (Sweep::Full, Frame::World);
            let proof = certify_interframe(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                &InterframeOptions {
                    sweep: full,
                    frame: world,
                    ..InterframeOptions::default()
                },
                &found,
            );
            let proved = proof.is_some_and(|proof| proof.verify().is_ok());
            let spanned = plane.spanned_by.is_some();
            tally.claim(spanned || plane_proves(exact, plane, None), &name, "plane");
            tally.claim(proved, &name, "proof");
        }
    }
}

fn judge_lengths(name: &str, built: &Built, exact: &Pair, tally: &mut Tally) {
    let (a, pose_a, b, pose_b) = built.parts();
    let truth = twin::intersect::intersect(exact).hit();
    let verdict = if truth {
        Verdict::Hit
    } else {
        Verdict::Separated
    };
    let size = size(built);
    let far = twin::distance::distance_sq(exact).expect("not empty");
    let unit = |n: &Option<Vector3<f64>>| n.is_none_or(|n| (n.norm() - 1.0).abs() < 1e-12);
    let finite = |p: &Option<Vector3<f64>>| p.is_none_or(|p| p.iter().all(|x| x.is_finite()));
    let mut state = PairState::default();
    for before in [None, Some(pose_b), Some(pose_a)] {
        let name = &format!("{name} distance after {before:?}");
        if let Some(pose) = before {
            distance(
                &interframe::PosedPair::new(a, pose_a, b, pose),
                &DistanceOptions::default(),
                &mut state,
            )
            .expect("valid");
        }
        let found = distance(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &DistanceOptions::default(),
            &mut state,
        )
        .expect("valid");
        tally.cases += 1;
        tally.claim(found.verdict == verdict, name, "verdict");
        let (low, high) = (
            found.separation - found.error,
            (found.separation + found.error).next_up(),
        );
        if !between(&far, low.next_down(), high) || !between(&far, found.lower_bound, f64::INFINITY)
        {
            tally
                .wrong
                .push(format!("{name}: {found:?} truly {}", far.root()));
        }
        let least = 2f64.powi(-44) * size + 1e-9 * found.separation + f64::from_bits(4);
        tally.claim(
            found.error <= least,
            name,
            &format!("error {:e} of {size:e}", found.error),
        );
        let sound = unit(&found.normal) && finite(&found.point_a) && finite(&found.point_b);
        tally.claim(sound, name, &format!("{found:?}"));
    }
    let found = mpr(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &MprOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    tally.cases += 1;
    tally.claim(found.verdict == verdict, name, "mpr verdict");
    if !truth && !between(&far, found.lower_bound, found.upper_bound) {
        tally
            .wrong
            .push(format!("{name} mpr: {found:?} truly {}", far.root()));
    }
    let deep = penetration(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &PenetrationOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    tally.cases += 1;
    tally.claim(deep.verdict == verdict, name, "penetration verdict");
    tally.claim(
        unit(&deep.normal) && finite(&deep.point_a),
        name,
        &format!("{deep:?}"),
    );
    // The twin's f64 look at normals is for bodies of like size.
    if truth && a.vertex_count() * b.vertex_count() <= 40 {
        let depth = every_depth_sq(exact).expect("they meet");
        let (low, high) = (deep.depth - deep.error, deep.depth + deep.error);
        if !between(&depth, low.next_down(), high.next_up()) {
            tally.wrong.push(format!(
                "{name} penetration: {deep:?} truly {}",
                depth.root()
            ));
        }
        let most = -found.lower_bound;
        if !between(&depth, 0.0, most) {
            tally
                .wrong
                .push(format!("{name} mpr: {found:?} truly {}", depth.root()));
        }
    }
    let way = Vector3::new(0.25, -1.0, 0.5);
    let along = penetration(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &PenetrationOptions {
            direction: Some(way),
            ..PenetrationOptions::default()
        },
        &mut PairState::default(),
    )
    .expect("valid");
    tally.cases += 1;
    tally.claim(along.verdict == verdict, name, "penetration_along verdict");
    tally.claim(
        along.depth.is_finite() && along.error.is_finite(),
        name,
        &format!("{along:?}"),
    );
    if truth
        && a.vertex_count() * b.vertex_count() <= 40
        && let Some(depth) = along_sq(exact, way.into())
    {
        // As a length, whatever that of the direction.
        let length_sq = 21;
        let depth = depth.times_power(-4, length_sq.into());
        let (low, high) = (along.depth - along.error, along.depth + along.error);
        if !between(&depth, low.next_down(), high.next_up()) {
            tally
                .wrong
                .push(format!("{name} along: {along:?} truly {}", depth.root()));
        }
    }
    let held = contains(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &ContainsOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    tally.cases += 1;
    tally.claim(
        (held.verdict == ContainmentVerdict::Inside) == twin::contains::contains(exact),
        name,
        "contains",
    );
    let margin = held.margin.unwrap_or(f64::NAN);
    tally.claim(
        margin.is_finite() && held.error.is_finite(),
        name,
        &format!("{held:?}"),
    );
    if a.dimension() == interframe::Dimension::Solid
        && a.vertex_count() <= 12
        && let Some(true_margin) = twin::contains::margin(exact)
    {
        let off = (margin - true_margin).abs();
        tally.claim(
            off <= held.error,
            name,
            &format!("{held:?} truly {true_margin:e}"),
        );
    }
    for prediction in [0.0, 0.25 * size] {
        let state = &mut PairState::default();
        let found = contact_manifold(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &ContactManifoldOptions {
                prediction,
                ..ContactManifoldOptions::default()
            },
            state,
        );
        let found = found.expect("valid");
        tally.cases += 1;
        tally.claim(found.verdict == verdict, name, "manifold verdict");
        tally.claim(
            !truth || !found.points().is_empty(),
            name,
            "a hit without contacts",
        );
        let Some(n) = found.normal else { continue };
        tally.claim(unit(&Some(n)), name, "manifold normal");
        let world = size + pose_a.translation().amax();
        let tol = 1e-9 * size + 1e-14 * world + f64::from_bits(64);
        for p in found.points() {
            let off = (p.point_a - p.point_b - n * p.depth).amax();
            tally.claim(
                off <= tol && p.depth >= -prediction - tol,
                name,
                &format!("{found:?}"),
            );
        }
    }
}

/// Plain lists of points: the posed vertices as they are rounded.
fn judge_lists(name: &str, built: &Built, tally: &mut Tally) {
    let (a, pose_a, b, pose_b) = built.parts();
    let (on_a, on_b) = (posed(a, pose_a), posed(b, pose_b));
    let list = |points: &[Vector3<f64>]| points.iter().map(|&p| p.into()).collect();
    let (set_a, set_b): (Vec<V3>, Vec<V3>) = (list(&on_a), list(&on_b));
    let exact = place::posed(
        &set_a,
        &place::Pose::IDENTITY,
        &set_b,
        &place::Pose::IDENTITY,
    );
    let truth = twin::intersect::intersect(&exact).hit();
    for method in methods() {
        let (a, b) = (&on_a[..], &on_b[..]);
        let sweep = |list| VertexSweep {
            start: list,
            end: list,
        };
        let state = &mut PairState::default();
        let found = interframe_vertices(
            &DeformingPair {
                a: sweep(a),
                b: sweep(b),
            },
            &InterframeVerticesOptions {
                method,
                ..InterframeVerticesOptions::default()
            },
            state,
        );
        let hit = found.expect("finite").verdict == Verdict::Hit;
        tally.cases += 1;
        tally.claim(hit == truth, name, "interframe_vertices");
    }
    if set_a.len() + set_b.len() > 40 {
        return;
    }
    let found = intersect_sets(&set_a, &set_b, &SetsOptions::default()).expect("finite");
    tally.cases += 1;
    tally.claim((found.verdict == Verdict::Hit) == truth, name, "sets");
    if let Some(bounds) = found.bounds {
        let far = twin::distance::distance_sq(&exact).expect("not empty");
        let most = bounds.by_optimum.max(bounds.by_plane);
        if !between(&far, most, f64::INFINITY) {
            let truly = far.root();
            tally
                .wrong
                .push(format!("{name}: {bounds:?} truly {truly}"));
        }
    }
    let subset = is_subset(&set_b, &set_a, &SetsOptions::default()).expect("finite");
    tally.cases += 1;
    let inside = twin::contains::contains(&exact);
    tally.claim(
        (subset.verdict == ContainmentVerdict::Inside) == inside,
        name,
        "subset",
    );
}

/// Both bodies pressed flat.
fn judge_planar(name: &str, built: &Built, tally: &mut Tally) {
    let (a, pose_a, b, pose_b) = built.parts();
    let (bodies, poses) = ([a, b].map(flat), [pose_a, pose_b].map(flat_pose));
    let [set_a, set_b] = bodies.each_ref().map(|body| -> Vec<V3> {
        let corners = body.vertices().iter();
        corners.map(|v| [v.x, v.y, 0.0]).collect()
    });
    let [at_a, at_b] = poses.map(|pose| {
        let ([sin, cos], p) = (pose.half_angle(), pose.translation());
        place::Pose {
            p: [p.x, p.y, 0.0],
            q: [0.0, 0.0, sin, cos],
        }
    });
    let exact = place::posed(&set_a, &at_a, &set_b, &at_b);
    let far = twin::distance::distance_sq(&exact).expect("not empty");
    let mut state = PairState::default();
    for warm in [false, true] {
        let ([a, b], [pose_a, pose_b]) = (&bodies, &poses);
        let found = distance_2d(
            &PosedPair2::new(a, pose_a, b, pose_b),
            &DistanceOptions::default(),
            &mut state,
        )
        .expect("valid");
        tally.cases += 1;
        let (low, high) = (
            found.separation - found.error,
            found.separation + found.error,
        );
        let right = (found.verdict == Verdict::Hit) == far.is_zero()
            && between(&far, low.next_down(), high.next_up())
            && between(&far, found.lower_bound, f64::INFINITY);
        tally.claim(
            right,
            name,
            &format!("planar, warm {warm}: {found:?} truly {}", far.root()),
        );
    }
}

#[test]
fn bodies_of_independent_sizes() {
    for_each(count(100, 4_000), |index, tally| {
        let pair = sized_pair(index);
        let exact = place_pair(&pair);
        let built = Built::new(&pair);
        let name = format!("{index}");
        judge_verdicts(&name, &pair, &built, &exact, tally);
        judge_lengths(&name, &built, &exact, tally);
        judge_lists(&name, &built, tally);
        judge_planar(&name, &built, tally);
        // Nothing here may panic.
        let found = everything(&built, 0.25 * size(&built));
        let nan = found.iter().find(|(_, words)| {
            words
                .iter()
                .any(|w| matches!(w, Length(x) | Number(x) if x.is_nan()))
        });
        if let Some((query, words)) = nan {
            tally.wrong.push(format!("{name} {query}: {words:?}"));
        }
    })
    .report("independent sizes");
}
