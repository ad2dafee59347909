//! Queries that the library writes as lines and the program reads and asks: the same bits in every
//! field of the answer.

use crate::common::{json_lines, run, status, stdout};
use interframe::{
    About, DecidedBy, Frame, InitialContact, Interframe, Intersection, Method, Motion, MprOptions,
    PairState, Plane, Polytope, Pose, Reason, Settings, Sweep, TimeOfImpactOptions, Verdict,
    VertexSweep, contact_manifold, contact_manifold_to_json, contains, contains_to_json, distance,
    distance_to_json, interframe, interframe_to_json, interframe_vertices,
    interframe_vertices_to_json, intersect, intersect_to_json, mpr, penetration, penetration_along,
    penetration_to_json, time_of_impact, time_of_impact_to_json,
};
use nalgebra::{Quaternion, Vector3};
use serde_json::Value;
use twin::cases::WrittenMotion;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::number::power_of_two;
use twin::place::{self, V3};
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::random_pair;
use twin::spins::spinning_pair;
use twin::sweeps::{deforming_pair, moving_pair};

const FRAMES: [Frame; 2] = [Frame::Relative, Frame::World];

/// Everything an answer says.
struct Answer {
    verdict: Verdict,
    iterations: u32,
    decided_by: DecidedBy,
    plane: Option<Plane>,
    point: Option<Vector3<f64>>,
    sweep: Option<(About, f64, Reason)>,
}

impl From<Intersection> for Answer {
    fn from(x: Intersection) -> Self {
        Answer {
            verdict: x.verdict,
            iterations: x.iterations,
            decided_by: x.decided_by,
            plane: x.plane,
            point: x.point,
            sweep: None,
        }
    }
}

impl From<Interframe> for Answer {
    fn from(x: Interframe) -> Self {
        Answer {
            verdict: x.verdict,
            iterations: x.iterations,
            decided_by: x.decided_by,
            plane: x.plane,
            point: x.point,
            sweep: Some((x.about, x.slack, x.reason)),
        }
    }
}

/// Lines, and what the library said when they were made.
#[derive(Default)]
struct Asked {
    lines: String,
    answers: Vec<Answer>,
}

impl Asked {
    fn id(&self) -> String {
        format!("query {}", self.answers.len())
    }

    fn add(&mut self, line: String, answer: impl Into<Answer>) {
        self.lines += &line;
        self.lines.push('\n');
        self.answers.push(answer.into());
    }

    fn intersect(&mut self, rng: &mut SplitMix64, bodies: [&Polytope; 2], poses: [&Pose; 2]) {
        let settings = Settings {
            method: *rng.pick(Method::ALL),
            ..Settings::default()
        };
        let ([a, b], [pose_a, pose_b]) = (bodies, poses);
        let state = &mut PairState::default();
        self.add(
            intersect_to_json(
                &self.id(),
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                settings.method,
            )
            .to_string(),
            intersect(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                &settings,
                state,
            )
            .expect("valid settings"),
        );
    }

    fn interframe(&mut self, rng: &mut SplitMix64, bodies: [&Polytope; 2], motions: [&Motion; 2]) {
        let settings = Settings {
            method: *rng.pick(Method::ALL),
            ..Settings::default()
        };
        let ([a, b], [motion_a, motion_b]) = (bodies, motions);
        let (sweep, frame) = (*rng.pick(Sweep::ALL), *rng.pick(&FRAMES));
        let state = &mut PairState::default();
        let id = self.id();
        self.add(
            interframe_to_json(
                &id,
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                sweep,
                frame,
                settings.method,
            )
            .to_string(),
            interframe(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                sweep,
                frame,
                &settings,
                state,
            )
            .expect("valid settings"),
        );
    }

    fn vertices(&mut self, rng: &mut SplitMix64, [a, b]: [VertexSweep<'_>; 2]) {
        let settings = Settings {
            method: *rng.pick(Method::ALL),
            ..Settings::default()
        };
        let id = self.id();
        let line = interframe_vertices_to_json(&id, a, b, settings.method);
        let found = interframe_vertices(a, b, &mut PairState::default(), &settings);
        self.add(
            line.expect("finite lists").to_string(),
            found.expect("finite lists"),
        );
    }

    /// Has the program answer every line.
    fn check(&self) {
        let output = run(&["query", "-", "--json"], &self.lines);
        assert_eq!(status(&output), 0, "{}", first_error(&stdout(&output)));
        let found = json_lines(&output);
        assert_eq!(found.len(), self.answers.len());
        for (k, (json, answer)) in found.iter().zip(&self.answers).enumerate() {
            let line = self.lines.lines().nth(k).expect("the line");
            assert_eq!(json["id"], format!("query {k}").as_str());
            let different = different(json, answer);
            assert!(different.is_empty(), "{different:?} differ\n{json}\n{line}");
        }
    }
}

fn first_error(out: &str) -> &str {
    out.lines().find(|l| l.contains("\"error\"")).unwrap_or("")
}

/// The fields of the program's answer that are not the library's, bit for bit.
fn different(json: &Value, answer: &Answer) -> Vec<&'static str> {
    let plane = &json["plane"];
    let mut checks = vec![
        ("verdict", json["verdict"] == answer.verdict.name()),
        ("iterations", json["iterations"] == answer.iterations),
        ("decided_by", json["decided_by"] == answer.decided_by.name()),
        ("plane", plane.is_null() == answer.plane.is_none()),
        ("point", same_vector(&json["point"], answer.point)),
    ];
    if let Some(known) = answer.plane {
        let span = known.spanned_by.map(|s| s.pairs().to_vec());
        let span = serde_json::to_value(span).expect("a span");
        checks.push(("normal", same_vector(&plane["normal"], Some(known.normal))));
        checks.push(("offset", same(&plane["offset"], known.offset)));
        checks.push(("spanned_by", plane["spanned_by"] == span));
    }
    match answer.sweep {
        None => checks.push(("slack", json["slack"].is_null() && json["about"].is_null())),
        Some((about, slack, reason)) => {
            let reason = match reason {
                Reason::None => Value::Null,
                reason => reason.name().into(),
            };
            checks.push(("about", json["about"] == about.name()));
            checks.push(("slack", same(&json["slack"], slack)));
            checks.push(("reason", json["reason"] == reason));
        }
    }
    let wrong = checks.into_iter().filter(|(_, right)| !right);
    wrong.map(|(name, _)| name).collect()
}

/// JSON has no infinity: the program writes null.
fn same(json: &Value, x: f64) -> bool {
    match json.as_f64() {
        Some(read) => read.to_bits() == x.to_bits(),
        None => json.is_null() && !x.is_finite(),
    }
}

fn same_vector(json: &Value, v: Option<Vector3<f64>>) -> bool {
    match v {
        None => json.is_null(),
        Some(v) => {
            json.as_array().is_some_and(|list| list.len() == 3)
                && (0..3).all(|i| same(&json[i], v[i]))
        }
    }
}

fn vector(v: &V3) -> Vector3<f64> {
    Vector3::from(*v)
}

fn vectors(list: &[V3]) -> Vec<Vector3<f64>> {
    list.iter().map(vector).collect()
}

fn body(list: &[V3]) -> Polytope {
    Polytope::new(&vectors(list)).expect("finite points make a body")
}

fn pose(p: &place::Pose) -> Pose {
    let [x, y, z, w] = p.q;
    Pose::new(vector(&p.p), Quaternion::new(w, x, y, z)).expect("a valid pose")
}

fn motion(m: &WrittenMotion) -> interframe::Result<Motion> {
    let start = pose(&m.start);
    match (&m.turn, m.end_q) {
        (Some(turn), _) => {
            Motion::from_turn(start, vector(&m.end_p), vector(turn), vector(&m.pivot))
        }
        (None, q) => {
            let q = q.unwrap_or(m.start.q);
            Motion::between(
                start,
                pose(&place::Pose { p: m.end_p, q }),
                vector(&m.pivot),
            )
        }
    }
}

fn cases() -> u64 {
    match std::env::var_os("INTERFRAME_LONG") {
        Some(_) => 20_000,
        None => 800,
    }
}

#[test]
fn posed_pairs() {
    let mut asked = Asked::default();
    for index in 0..cases() {
        let mut rng = case_generator(100, index);
        let pair = match index % 3 {
            0 => random_pair(index),
            1 => degenerate_pair(index),
            _ => near_contact(index),
        };
        let (a, b) = (body(&pair.a), body(&pair.b));
        asked.intersect(
            &mut rng,
            [&a, &b],
            [&pose(&pair.pose_a), &pose(&pair.pose_b)],
        );
    }
    asked.check();
}

#[test]
fn moving_pairs() {
    let mut asked = Asked::default();
    let mut by_turn = 0;
    for index in 0..cases() {
        let mut rng = case_generator(101, index);
        let pair = moving_pair(index);
        let (Ok(motion_a), Ok(motion_b)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            continue; // half a turn
        };
        by_turn += usize::from(pair.motion_a.turn.is_some() && pair.motion_a.pivot != [0.0; 3]);
        let (a, b) = (body(&pair.a), body(&pair.b));
        asked.interframe(&mut rng, [&a, &b], [&motion_a, &motion_b]);
    }
    assert!(by_turn > 20, "{by_turn} by turn about a pivot");
    asked.check();
}

/// Options included.
#[test]
fn times_of_impact() {
    let (mut lines, mut answers) = (String::new(), Vec::new());
    for index in 0..cases() / 4 {
        let pair = spinning_pair(index);
        let (a, b) = (body(&pair.a), body(&pair.b));
        let (Ok(ma), Ok(mb)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            continue;
        };
        let options = TimeOfImpactOptions {
            tolerance: (index % 2 == 0).then_some(1e-7),
            target_separation: if index % 3 == 0 { 0.1 } else { 0.0 },
            initial_contact: match index % 5 {
                0 => InitialContact::IgnoreUntilSeparated,
                1 => InitialContact::OnlyIfApproaching,
                _ => InitialContact::Report,
            },
            budget: if index % 7 == 0 { 3 } else { 10_000 },
        };
        let id = format!("query {index}");
        let line = time_of_impact_to_json(
            &id,
            &interframe::MovingPair::new(&a, &ma, &b, &mb),
            &options,
            Method::Default,
        );
        lines += &format!("{}\n", line.expect("valid options"));
        let (mut state, settings) = (PairState::default(), Settings::default());
        let found = time_of_impact(
            &interframe::MovingPair::new(&a, &ma, &b, &mb),
            &options,
            &settings,
            &mut state,
        );
        answers.push(found.expect("valid options"));
    }
    let output = run(&["query", "-", "--json"], &lines);
    assert_eq!(status(&output), 0);
    let read = json_lines(&output);
    assert_eq!(read.len(), answers.len());
    for (json, known) in read.iter().zip(&answers) {
        let right = same(&json["t_lo"], known.t_lo)
            && same(&json["t_hi"], known.t_hi)
            && json["solves"] == known.solves
            && json["iterations"] == known.iterations
            && same_vector(&json["point_a"], known.point_a)
            && same_vector(&json["point_b"], known.point_b)
            && same_vector(&json["normal"], known.normal);
        assert!(right, "{json} is not {known:?}");
    }
}

/// A number of an answer, if it says it.
fn same_if_finite(json: &Value, x: f64) -> bool {
    !x.is_finite() && json.is_null() || same(json, x)
}

/// What is measured at two poses.
#[test]
fn measures() {
    type Check = Box<dyn Fn(&Value) -> bool>;
    let (mut lines, mut checks): (String, Vec<Check>) = (String::new(), Vec::new());
    let (settings, refined) = (Settings::default(), MprOptions::default());
    for index in 0..cases() / 4 {
        let pair = if index % 2 == 0 {
            random_pair(index)
        } else {
            near_contact(index)
        };
        let (a, b) = (body(&pair.a), body(&pair.b));
        let (at_a, at_b) = (pose(&pair.pose_a), pose(&pair.pose_b));
        let id = format!("query {index}");
        let up = Vector3::new(0.25, -0.5, 1.0);
        let (line, check): (_, Check) = match index / 2 % 6 {
            0 => {
                let state = &mut PairState::default();
                let found = distance(
                    &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                    &settings,
                    state,
                )
                .expect("valid");
                let line = distance_to_json(
                    &id,
                    &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                    Method::Gjk,
                );
                let check = move |json: &Value| match found.verdict {
                    // Then the program says how deep.
                    Verdict::Hit => json["verdict"] == "hit",
                    _ => {
                        same_if_finite(&json["separation"], found.separation)
                            && same_vector(&json["point_a"], found.point_a)
                            && same_vector(&json["normal"], found.normal)
                    }
                };
                (line, Box::new(check))
            }
            1 => {
                let found = mpr(
                    &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                    &refined,
                    &settings,
                )
                .expect("valid");
                let line = distance_to_json(
                    &id,
                    &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                    Method::Mpr,
                );
                let check = move |json: &Value| {
                    same_if_finite(&json["separation"], found.separation)
                        && same_if_finite(&json["upper_bound"], found.upper_bound)
                        && same_vector(&json["point_b"], found.point_b)
                };
                (line, Box::new(check))
            }
            kind @ (2 | 3) => {
                let along = (kind == 3).then_some(up);
                let found = match &along {
                    None => {
                        penetration(&interframe::PosedPair::new(&a, &at_a, &b, &at_b), &settings)
                    }
                    Some(d) => penetration_along(
                        &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                        d,
                        &settings,
                    ),
                };
                let found = found.expect("valid");
                let method = Method::Default;
                let line = penetration_to_json(
                    &id,
                    &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                    along,
                    method,
                );
                let check = move |json: &Value| {
                    same(&json["depth"], found.depth)
                        && same(&json["error"], found.error)
                        && same_vector(&json["normal"], found.normal)
                };
                (line, Box::new(check))
            }
            4 => {
                let state = &mut PairState::default();
                let found = contact_manifold(
                    &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                    0.01,
                    &settings,
                    state,
                );
                let found = found.expect("valid");
                let line = contact_manifold_to_json(
                    &id,
                    &interframe::PosedPair::new(&a, &at_a, &b, &at_b),
                    0.01,
                );
                let check = move |json: &Value| {
                    let contacts = json["contacts"].as_array().expect("a list");
                    contacts.len() == found.points().len()
                        && contacts.iter().zip(found.points()).all(|(json, point)| {
                            same_vector(&json["point_a"], Some(point.point_a))
                                && same(&json["depth"], point.depth)
                                && json["id"] == point.id
                        })
                };
                (line, Box::new(check))
            }
            _ => {
                let found = contains(&interframe::PosedPair::new(&a, &at_a, &b, &at_b), &settings)
                    .expect("valid");
                let line = contains_to_json(&id, &interframe::PosedPair::new(&a, &at_a, &b, &at_b));
                let check = move |json: &Value| {
                    let verdict = if found.inside { "inside" } else { "not_inside" };
                    json["verdict"] == verdict
                        && match found.margin {
                            Some(margin) => same(&json["margin"], margin),
                            None => json["margin"].is_null(),
                        }
                };
                (line, Box::new(check))
            }
        };
        lines += &format!("{line}\n");
        checks.push(check);
    }
    let output = run(&["query", "-", "--json"], &lines);
    assert_eq!(status(&output), 0, "{}", first_error(&stdout(&output)));
    let read = json_lines(&output);
    assert_eq!(read.len(), checks.len());
    for (json, check) in read.iter().zip(&checks) {
        assert!(check(json), "{json}");
    }
}

#[test]
fn deforming_pairs() {
    let mut asked = Asked::default();
    for index in 0..cases() {
        let mut rng = case_generator(102, index);
        let pair = deforming_pair(index);
        let ends = [&pair.a, &pair.b].map(|[start, end]| [vectors(start), vectors(end)]);
        let lists = [0, 1].map(|k| VertexSweep {
            start: &ends[k][0],
            end: &ends[k][1],
        });
        asked.vertices(&mut rng, lists);
    }
    asked.check();
}

/// Numbers of one case: of about one size, or of any sizes mixed, with zeros of both signs.
struct Extreme<'a> {
    rng: &'a mut SplitMix64,
    /// None: another exponent for every number.
    exponent: Option<i64>,
}

impl Extreme<'_> {
    fn number(&mut self) -> f64 {
        let exponent = match self.exponent {
            Some(exponent) => exponent,
            None => self.rng.integer(-1074, 990),
        };
        let size = match exponent {
            ..-1022 => f64::from_bits(1 << (exponent + 1074)),
            _ => power_of_two(exponent as i32),
        };
        match self.rng.below(10) {
            0 => 0.0,
            1 => -0.0,
            2 => f64::from_bits(self.rng.next_u64() >> 12), // a denormal
            3 => -size,
            _ => size * self.rng.between(-1.0, 1.0),
        }
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::new(self.number(), self.number(), self.number())
    }

    fn points(&mut self) -> Vec<Vector3<f64>> {
        (0..self.rng.below(9)).map(|_| self.vector()).collect()
    }

    /// Not quite of unit length; sometimes with zeros of either sign.
    fn quaternion(&mut self) -> Quaternion<f64> {
        if self.rng.below(4) == 0 {
            let zero = *self.rng.pick(&[0.0, -0.0]);
            let one = *self.rng.pick(&[1.0, -1.0]);
            return Quaternion::new(zero, -zero, one, zero);
        }
        let norm = self.rng.between(0.9995, 1.0005);
        let [x, y, z, w] = self.rng.quaternion().map(|c| c * norm);
        Quaternion::new(w, x, y, z)
    }

    fn pose(&mut self) -> Pose {
        Pose::new(self.vector(), self.quaternion()).expect("a valid pose")
    }

    fn motion(&mut self) -> interframe::Result<Motion> {
        let (start, end, pivot) = (self.pose(), self.pose(), self.vector());
        let length = *self
            .rng
            .pick(&[0.0, -0.0, 5e-324, 1e-160, 0.1, 3.0, 1e3, 1e300]);
        match self.rng.below(5) {
            0 => Ok(Motion::fixed(start)),
            1 => Motion::translation(start, end.translation()),
            2 => Motion::between(start, end, pivot),
            _ => {
                let turn = Vector3::from(self.rng.direction()) * length;
                Motion::from_turn(start, end.translation(), turn, pivot)
            }
        }
    }
}

#[test]
fn denormal_and_huge_numbers() {
    let mut asked = Asked::default();
    let mut motions = 0;
    for index in 0..cases() {
        let mut rng = case_generator(103, index);
        let exponents = [-1074, -1060, -1022, -540, -200, 0, 200, 500, 900, 990];
        let exponent = match rng.below(4) {
            0 => None,
            _ => Some(*rng.pick(&exponents)),
        };
        let mut x = Extreme {
            rng: &mut rng,
            exponent,
        };
        let lists = [x.points(), x.points()];
        let bodies = lists.clone().map(|p| Polytope::new(&p).expect("finite"));
        let [a, b] = &bodies;
        let poses = [x.pose(), x.pose()];
        asked.intersect(x.rng, [a, b], [&poses[0], &poses[1]]);
        // Refused: exactly half a turn, or an end that overflows.
        if let (Ok(motion_a), Ok(motion_b)) = (x.motion(), x.motion()) {
            asked.interframe(x.rng, [a, b], [&motion_a, &motion_b]);
            motions += 1;
        }
        let ends = lists
            .clone()
            .map(|list| list.iter().map(|_| x.vector()).collect::<Vec<_>>());
        let sweep = |k: usize| VertexSweep {
            start: &lists[k],
            end: &ends[k],
        };
        asked.vertices(x.rng, [sweep(0), sweep(1)]);
    }
    assert!(motions * 2 > cases(), "{motions} motions");
    asked.check();
}

#[test]
fn any_pair_state_is_the_same_from_text() {
    let words = [u64::MAX, 0, 1, 0x7ff8_dead_beef_0001, 42, u64::MAX >> 1, 7];
    let state = PairState::from_words(words);
    let text = serde_json::to_string(&state).expect("JSON");
    let back: PairState = serde_json::from_str(&text).expect("a state");
    assert_eq!(back.to_words(), words);
    assert_eq!(PairState::from_bytes(&state.to_bytes()).to_words(), words);
}
