//! Data-driven cases that every method must pass: the project's own in `cases/`, and the public
//! ones in `../shared/data/cases` where they are. Every answer is also proved by the twin.

use std::path::Path;

use crate::common::{Answer, Ids, Tally, motion, polytope, pose, twin_motion, vectors};
use interframe::{
    ContactManifoldOptions, ContainmentVerdict, ContainsOptions, DeformingPair, DistanceMethod,
    DistanceOptions, Frame, Interframe, InterframeOptions, InterframeVerticesOptions,
    IntersectOptions, Method, Motion, MprOptions, PairState, PenetrationOptions, Sweep, Verdict,
    VertexSweep, contact_manifold, contains, distance, interframe, interframe_vertices, intersect,
    mpr, penetration,
};
use nalgebra::Vector3;
use twin::cases::{self, Case, Expect};
use twin::number::Rational;
use twin::place::{self, Pose, V3, posed, two_frame, vertex_sweep};

/// Two bodies of a case.
struct Bodies {
    a: Vec<V3>,
    b: Vec<V3>,
}

impl Bodies {
    fn of(case: &Case) -> Option<Self> {
        Some(Bodies {
            a: case.vertices("a")?,
            b: case.vertices("b")?,
        })
    }

    fn check_intersect(&self, name: &str, poses: [Pose; 2], expected: Expect, tally: &mut Tally) {
        let exact = posed(&self.a, &poses[0], &self.b, &poses[1]);
        let truth = twin::intersect::intersect(&exact).hit();
        tally.claim(
            expected.allows(truth),
            name,
            "the twin disagrees with expected",
        );
        let (a, b) = (polytope(&self.a), polytope(&self.b));
        let ids = self.ids(&a, &b);
        for &method in Method::ALL {
            let mut state = PairState::default();
            // Cold, then warm.
            for _ in 0..2 {
                let answer = Answer::from(
                    intersect(
                        &interframe::PosedPair::new(&a, &pose(&poses[0]), &b, &pose(&poses[1])),
                        &with(method),
                        &mut state,
                    )
                    .expect("valid options"),
                );
                let spanning = answer.plane.as_ref().and_then(|p| ids.pairs(p));
                tally.exact_answer(name, &exact, &answer, spanning, &mut || truth);
                tally.claim((answer.verdict == Verdict::Hit) == truth, name, "verdict");
            }
        }
    }

    fn ids<'a>(&'a self, a: &'a interframe::Polytope, b: &'a interframe::Polytope) -> Ids<'a> {
        Ids {
            a,
            input_a: &self.a,
            b,
            input_b: &self.b,
        }
    }

    /// Asks about a motion. Of a full sweep, the exact hull test and the twin judge the answer.
    fn ask_motion(
        &self,
        case: &Case,
        sweep: Sweep,
        frame: Frame,
        tally: &mut Tally,
    ) -> Option<(Vec<Interframe>, bool)> {
        let written = [case.motion("motion_a")?, case.motion("motion_b")?];
        let motions: Vec<Motion> = written
            .iter()
            .map(|w| motion(w).expect("a valid motion"))
            .collect();
        let exact_motions = [0, 1].map(|i| twin_motion(&written[i], &motions[i]));
        let exact_frame = match frame {
            Frame::World => place::Frame::World,
            Frame::Relative => place::Frame::Relative,
        };
        let [ma, mb] = &exact_motions;
        let hulls = two_frame(&self.a, ma, &self.b, mb, exact_frame);
        let truth = twin::intersect::intersect(&hulls).hit();
        let (a, b) = (polytope(&self.a), polytope(&self.b));
        let ids = self.ids(&a, &b);
        let turning = motions.iter().any(Motion::is_turning);
        let ask = |&method: &Method| {
            let mut state = PairState::default();
            let answer = interframe(
                &interframe::MovingPair::new(&a, &motions[0], &b, &motions[1]),
                &InterframeOptions {
                    sweep,
                    frame,
                    method,
                    ..InterframeOptions::default()
                },
                &mut state,
            )
            .expect("valid options");
            let exact = match sweep {
                Sweep::Full => true,
                Sweep::Certified => !turning && frame == Frame::Relative,
                Sweep::Silhouette => !turning,
                _ => false,
            };
            let about_hull = sweep != Sweep::FaceGrouped && answer.slack == 0.0;
            if exact || answer.verdict == Verdict::Separated && about_hull {
                let answer = Answer::from(answer);
                let spanning = answer.plane.as_ref().and_then(|p| ids.pairs(p));
                tally.exact_answer(&case.id, &hulls, &answer, spanning, &mut || truth);
            } else {
                tally.cases += 1;
            }
            answer
        };
        let answers = Method::ALL.iter().map(ask).collect();
        Some((answers, turning))
    }
}

fn with(method: Method) -> IntersectOptions {
    IntersectOptions {
        method,
        ..IntersectOptions::default()
    }
}

fn named(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Separated => "separated",
        Verdict::Hit => "hit",
        Verdict::Undecided => "undecided",
    }
}

/// The methods that answer distances.
const DISTANCE_METHODS: [DistanceMethod; 2] = [DistanceMethod::Default, DistanceMethod::Gjk];

/// A pair's distance by every method, cold and warm, against the twin and what is expected.
fn check_distance(case: &Case, poses: [Pose; 2], tally: &mut Tally) -> bool {
    let Some(bodies) = Bodies::of(case) else {
        return false;
    };
    let exact = posed(&bodies.a, &poses[0], &bodies.b, &poses[1]);
    let truth = twin::distance::distance_sq(&exact);
    let (a, b) = (polytope(&bodies.a), polytope(&bodies.b));
    let places = poses.map(|p| pose(&p));
    let name = &case.id;
    for method in DISTANCE_METHODS {
        let mut state = PairState::default();
        let options = DistanceOptions {
            method,
            ..DistanceOptions::default()
        };
        for _ in 0..2 {
            let found = distance(
                &interframe::PosedPair::new(&a, &places[0], &b, &places[1]),
                &options,
                &mut state,
            );
            let found = found.expect("a method that answers");
            tally.cases += 1;
            if let Some(expected) = case.json["expected"]["verdict"].as_str() {
                tally.claim(named(found.verdict) == expected, name, "verdict");
            }
            let expected = case.expects("intersect").unwrap_or(Expect::Either);
            let hit = found.verdict == Verdict::Hit;
            tally.claim(expected.allows(hit), name, "intersect");
            let right = match &truth {
                None => found.separation == f64::INFINITY,
                Some(sq) => {
                    let high = Rational::square_of(found.separation + found.error);
                    let low = Rational::square_of((found.separation - found.error).max(0.0));
                    *sq <= high && low <= *sq && hit == sq.is_zero()
                }
            };
            tally.claim(right, name, "the twin disagrees");
            if let Some(distance) = case.expected_number("distance") {
                // Lines about motions give none.
                let tol = case.expected_number("distance_tol").unwrap_or(1e-9);
                let near = (found.separation - distance).abs() <= tol;
                tally.claim(near, name, "distance");
            }
            for (key, vector) in [
                ("normal", found.normal),
                ("point_a", found.point_a),
                ("point_b", found.point_b),
            ] {
                // Of bodies that meet, the normal is that of their depth.
                if let (Some(expected), false) = (case.json["expected"][key].as_array(), hit) {
                    let expected = Vector3::from_fn(|i, _| expected[i].as_f64().expect("a number"));
                    let off = vector.map(|v| (v - expected).norm());
                    let tol = case.expected_number(&format!("{key}_tol")).expect("given");
                    tally.claim(off.is_some_and(|off| off <= tol), name, key);
                }
            }
        }
    }
    true
}

/// A line with the method `mpr`, whose bounds are for the twin to judge.
fn check_mpr(case: &Case, tally: &mut Tally) -> bool {
    let placed = (case.pose("pose_a"), case.pose("pose_b"));
    let (Some(bodies), (Some(pose_a), Some(pose_b))) = (Bodies::of(case), placed) else {
        return false;
    };
    let exact = posed(&bodies.a, &pose_a, &bodies.b, &pose_b);
    let (a, b) = (polytope(&bodies.a), polytope(&bodies.b));
    let options = MprOptions::default();
    let found = mpr(
        &interframe::PosedPair::new(&a, &pose(&pose_a), &b, &pose(&pose_b)),
        &options,
        &mut PairState::default(),
    );
    let (found, name) = (found.expect("a method that answers"), &case.id);
    tally.cases += 1;
    let expected = &case.json["expected"];
    tally.claim(named(found.verdict) == expected["verdict"], name, "verdict");
    if let Some(separation) = case.expected_number("separation") {
        let tol = case.expected_number("separation_tol").expect("a tolerance");
        let near = (found.separation - separation).abs() <= tol;
        tally.claim(near, name, &format!("{found:?}"));
    }
    let holds = match twin::penetration::depth_sq(&exact) {
        Some(depth_sq) => {
            found.verdict == Verdict::Hit
                && depth_sq <= Rational::square_of(found.lower_bound)
                && Rational::square_of(found.upper_bound) <= depth_sq
        }
        None => match twin::distance::distance_sq(&exact) {
            None => found.separation == f64::INFINITY,
            Some(sq) => {
                found.verdict == Verdict::Separated
                    && Rational::square_of(found.lower_bound.max(0.0)) <= sq
                    && sq <= Rational::square_of(found.upper_bound)
            }
        },
    };
    tally.claim(holds, name, &format!("the twin disagrees: {found:?}"));
    true
}

/// An own `penetration` line, against the twin and what is expected.
fn check_penetration(case: &Case, tally: &mut Tally) -> bool {
    let placed = (case.pose("pose_a"), case.pose("pose_b"));
    let (Some(bodies), (Some(pose_a), Some(pose_b))) = (Bodies::of(case), placed) else {
        return false;
    };
    let exact = posed(&bodies.a, &pose_a, &bodies.b, &pose_b);
    let direction = case.json["direction"].as_array().map(|d| {
        let number = |i: usize| d[i].as_f64().expect("a number");
        [number(0), number(1), number(2)]
    });
    let truth = twin::penetration::depth_sq(&exact);
    let (a, b) = (polytope(&bodies.a), polytope(&bodies.b));
    let (pose_a, pose_b) = (pose(&pose_a), pose(&pose_b));
    let found = match direction {
        None => penetration(
            &interframe::PosedPair::new(&a, &pose_a, &b, &pose_b),
            &PenetrationOptions::default(),
            &mut PairState::default(),
        ),
        Some(d) => penetration(
            &interframe::PosedPair::new(&a, &pose_a, &b, &pose_b),
            &PenetrationOptions {
                direction: Some(d.into()),
                ..PenetrationOptions::default()
            },
            &mut PairState::default(),
        ),
    };
    let found = found.expect("valid");
    let name = &case.id;
    if let Some(sq) = direction.and_then(|d| twin::penetration::along_sq(&exact, d)) {
        let length = direction.map_or(0.0, |d| Vector3::from(d).norm());
        let off = (found.depth - sq.root() * length).abs();
        let near = off <= found.error + 1e-15 * found.depth;
        tally.claim(near, name, "the twin disagrees about the depth");
    }
    tally.cases += 1;
    tally.claim(
        named(found.verdict) == case.json["expected"]["verdict"],
        name,
        "verdict",
    );
    tally.claim(
        (found.verdict == Verdict::Hit) == truth.is_some(),
        name,
        "the twin disagrees",
    );
    let depth = case.expected_number("depth").expect("a depth");
    let tol = case.expected_number("depth_tol").expect("a tolerance");
    tally.claim((found.depth - depth).abs() <= tol, name, "depth");
    if let Some(normal) = case.json["expected"]["normal"].as_array() {
        let normal = Vector3::from_fn(|i, _| normal[i].as_f64().expect("a number"));
        let off = found.normal.map(|n| (n - normal).norm());
        tally.claim(off.is_some_and(|off| off <= 1e-13), name, "normal");
    }
    true
}

/// An own `contact_manifold` line, against what is expected.
fn check_contacts(case: &Case, tally: &mut Tally) -> bool {
    let placed = (case.pose("pose_a"), case.pose("pose_b"));
    let (Some(bodies), (Some(pose_a), Some(pose_b))) = (Bodies::of(case), placed) else {
        return false;
    };
    let exact = posed(&bodies.a, &pose_a, &bodies.b, &pose_b);
    let truth = twin::intersect::intersect(&exact).hit();
    let (a, b) = (polytope(&bodies.a), polytope(&bodies.b));
    let (pose_a, pose_b) = (pose(&pose_a), pose(&pose_b));
    let prediction = case.json["prediction"].as_f64().expect("a prediction");
    let name = &case.id;
    let mut state = PairState::default();
    // Cold, then warm.
    for _ in 0..2 {
        let found = contact_manifold(
            &interframe::PosedPair::new(&a, &pose_a, &b, &pose_b),
            &ContactManifoldOptions {
                prediction,
                ..ContactManifoldOptions::default()
            },
            &mut state,
        );
        let found = found.expect("valid");
        tally.cases += 1;
        let expected = &case.json["expected"];
        tally.claim(named(found.verdict) == expected["verdict"], name, "verdict");
        tally.claim(
            (found.verdict == Verdict::Hit) == truth,
            name,
            "the twin disagrees",
        );
        let count = expected["count"].as_u64().expect("a count") as usize;
        tally.claim(found.points().len() == count, name, "count");
        if let Some(depth) = case.expected_number("depth") {
            let tol = case.expected_number("depth_tol").expect("a tolerance");
            let near = found
                .points()
                .iter()
                .all(|p| (p.depth - depth).abs() <= tol);
            tally.claim(near, name, "depth");
        }
        if let Some(normal) = expected["normal"].as_array() {
            let normal = Vector3::from_fn(|i, _| normal[i].as_f64().expect("a number"));
            let off = found.normal.map(|n| (n - normal).norm());
            tally.claim(off.is_some_and(|off| off <= 1e-12), name, "normal");
        }
    }
    true
}

/// An own `contains` line, against the twin and what is expected.
fn check_contains(case: &Case, tally: &mut Tally) -> bool {
    let placed = (case.pose("pose_a"), case.pose("pose_b"));
    let (Some(bodies), (Some(pose_a), Some(pose_b))) = (Bodies::of(case), placed) else {
        return false;
    };
    let exact = posed(&bodies.a, &pose_a, &bodies.b, &pose_b);
    let truth = twin::contains::contains(&exact);
    let (a, b) = (polytope(&bodies.a), polytope(&bodies.b));
    let found = contains(
        &interframe::PosedPair::new(&a, &pose(&pose_a), &b, &pose(&pose_b)),
        &ContainsOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    let name = &case.id;
    tally.cases += 1;
    let said = found.verdict.name();
    tally.claim(case.json["expected"]["verdict"] == said, name, "verdict");
    let inside = found.verdict == ContainmentVerdict::Inside;
    tally.claim(inside == truth, name, "the twin disagrees");
    let margin = case.expected_number("margin");
    tally.claim(
        margin.is_some() == found.margin.is_some(),
        name,
        "whether there is a margin",
    );
    if let (Some(margin), Some(expected)) = (found.margin, margin) {
        let tol = case.expected_number("margin_tol").expect("a tolerance");
        tally.claim((margin - expected).abs() <= tol, name, "margin");
    }
    true
}

/// An own `interframe` line; false when it has a shape or sweep the library does not have yet.
fn check_interframe(case: &Case, tally: &mut Tally) -> bool {
    let sweep = match case.text("sweep") {
        Some("vertices") => return check_deforming(case, tally),
        None => Sweep::Certified,
        Some(name) => match Sweep::ALL.iter().find(|sweep| sweep.name() == name) {
            Some(sweep) => *sweep,
            None => return false,
        },
    };
    let frame = match case.text("frame") {
        Some("world") => Frame::World,
        _ => Frame::Relative,
    };
    let Some(bodies) = Bodies::of(case) else {
        return false;
    };
    let Some((answers, _)) = bodies.ask_motion(case, sweep, frame, tally) else {
        return false;
    };
    let name = &case.id;
    for answer in answers {
        if let Some(expected) = case.json["expected"]["verdict"].as_str() {
            tally.claim(named(answer.verdict) == expected, name, "verdict");
        }
        if let Some(expected) = case.expected_number("slack") {
            // Rounded up, and not by much.
            let enough = answer.slack >= expected * (1.0 - 1e-12);
            let close = answer.slack <= expected * (1.0 + 1e-9) + 1e-12;
            tally.claim(enough && close, name, "slack");
        }
        if sweep == Sweep::Full {
            let hit = answer.verdict == Verdict::Hit;
            for key in ["interframe_hull_intersect", "hull_intersect"] {
                let expected = case.expects(key);
                tally.claim(expected.is_none_or(|e| e.allows(hit)), name, key);
            }
        } else if sweep == Sweep::Certified {
            check_motion_verdict(case, answer.verdict, tally);
        }
    }
    true
}

/// `hit` and `motion_hits` speak of the motion: no wrong certainty.
fn check_motion_verdict(case: &Case, verdict: Verdict, tally: &mut Tally) {
    for key in ["hit", "motion_hits"] {
        let right = match case.expects(key) {
            Some(Expect::Yes) => verdict.may_hit(),
            Some(Expect::No) => verdict != Verdict::Hit,
            _ => true,
        };
        tally.claim(right, &case.id, key);
    }
}

fn check_deforming(case: &Case, tally: &mut Tally) -> bool {
    let (Some(a), Some(b)) = (case.deforming("a"), case.deforming("b")) else {
        return false;
    };
    let hulls = vertex_sweep((&a.0, &a.1), (&b.0, &b.1));
    let truth = twin::intersect::intersect(&hulls).hit();
    let expected = case.expects("hull_intersect").unwrap_or(Expect::Either);
    tally.claim(
        expected.allows(truth),
        &case.id,
        "the twin disagrees with expected",
    );
    let lists = [&a.0, &a.1, &b.0, &b.1].map(|l| vectors(l));
    let [start_a, end_a, start_b, end_b] = &lists;
    for &method in Method::ALL {
        let answer = interframe_vertices(
            &DeformingPair {
                a: VertexSweep {
                    start: start_a,
                    end: end_a,
                },
                b: VertexSweep {
                    start: start_b,
                    end: end_b,
                },
            },
            &InterframeVerticesOptions {
                method,
                ..InterframeVerticesOptions::default()
            },
            &mut PairState::default(),
        );
        let answer = Answer::from(answer.expect("valid lists"));
        let span = answer.plane.and_then(|p| p.spanned_by);
        let spanning = span.map(|s| {
            let pairs = s.pairs().iter();
            pairs.map(|&(i, j)| (i as usize, j as usize)).collect()
        });
        tally.exact_answer(&case.id, &hulls, &answer, spanning, &mut || truth);
        tally.claim(
            (answer.verdict == Verdict::Hit) == truth,
            &case.id,
            "verdict",
        );
    }
    true
}

/// A public line: whatever of it today's queries can answer.
fn check_public(case: &Case, tally: &mut Tally) -> bool {
    if case.query == "interframe" {
        return check_interframe(case, tally);
    }
    let Some(bodies) = Bodies::of(case) else {
        return false;
    };
    let expected = case.expects("intersect").unwrap_or(Expect::Either);
    if let (Some(pose_a), Some(pose_b)) = (case.pose("pose_a"), case.pose("pose_b")) {
        bodies.check_intersect(&case.id, [pose_a, pose_b], expected, tally);
        check_distance(case, [pose_a, pose_b], tally);
        return true;
    }
    let starts = ["motion_a", "motion_b"].map(|key| case.motion(key).map(|m| m.start));
    let [Some(start_a), Some(start_b)] = starts else {
        return false;
    };
    bodies.check_intersect(&case.id, [start_a, start_b], expected, tally);
    check_distance(case, [start_a, start_b], tally);
    let expected = case.expects("interframe_hull_intersect");
    let Some((hulls, _)) = bodies.ask_motion(case, Sweep::Full, Frame::World, tally) else {
        return false;
    };
    for answer in hulls {
        let hit = answer.verdict == Verdict::Hit;
        let right = expected.is_none_or(|e| e.allows(hit));
        tally.claim(right, &case.id, "interframe_hull_intersect");
    }
    for frame in [Frame::Relative, Frame::World] {
        let (answers, turning) = bodies
            .ask_motion(case, Sweep::Certified, frame, tally)
            .expect("asked before");
        for answer in answers {
            check_motion_verdict(case, answer.verdict, tally);
            let exact = !turning && frame == Frame::Relative;
            let expected = case.expects("hit").unwrap_or(Expect::Either);
            let right = !exact || expected.allows(answer.verdict == Verdict::Hit);
            tally.claim(right, &case.id, "hit");
        }
    }
    true
}

/// Runs a folder's files; a missing folder is only reported.
fn run(folder: &Path, suite: &str, mut check: impl FnMut(&Case, &mut Tally) -> bool) {
    let files = cases::files(folder);
    if files.is_empty() {
        println!("{suite}: skipped, no case files there");
        return;
    }
    let mut tally = Tally::default();
    let mut skipped = Vec::new();
    for file in files {
        for case in cases::read(&file) {
            if !check(&case, &mut tally) {
                skipped.push(case.id);
            }
        }
    }
    println!("{suite}: skipped {skipped:?}");
    tally.report(suite);
}

#[test]
fn own_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let (mut poses, mut motions, mut depths, mut containments) = (0, 0, 0, 0);
    let (mut distances, mut manifolds, mut refined) = (0, 0, 0);
    run(&folder, "own cases", |case, tally| {
        if case.json["method"] == "mpr" {
            let known = check_mpr(case, tally);
            refined += u32::from(known);
            return known;
        }
        match case.query.as_str() {
            "intersect" => {
                let placed = (case.pose("pose_a"), case.pose("pose_b"));
                let (Some(bodies), (Some(a), Some(b))) = (Bodies::of(case), placed) else {
                    return false;
                };
                let expected = case.expects("intersect").unwrap_or(Expect::Either);
                bodies.check_intersect(&case.id, [a, b], expected, tally);
                poses += 1;
                true
            }
            "contact_manifold" => {
                let known = check_contacts(case, tally);
                manifolds += u32::from(known);
                known
            }
            "contains" => {
                let known = check_contains(case, tally);
                containments += u32::from(known);
                known
            }
            "distance" => {
                let (Some(a), Some(b)) = (case.pose("pose_a"), case.pose("pose_b")) else {
                    return false;
                };
                let known = check_distance(case, [a, b], tally);
                distances += u32::from(known);
                known
            }
            "penetration" => {
                let known = check_penetration(case, tally);
                depths += u32::from(known);
                known
            }
            "interframe" => {
                let known = check_interframe(case, tally);
                motions += u32::from(known);
                known
            }
            _ => false,
        }
    });
    assert!(
        poses >= 60 && motions >= 30 && depths >= 39 && containments >= 24,
        "only {poses}, {motions}, {depths} and {containments} cases were checked"
    );
    assert!(
        distances >= 31 && manifolds >= 13,
        "only {distances} distances and {manifolds} manifolds were checked"
    );
    assert!(refined >= 23, "only {refined} of mpr were checked");
}

#[test]
fn public_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/cases");
    run(&folder, "public cases", check_public);
}
