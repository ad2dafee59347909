//! Queries that the library writes as lines and the program reads and asks: the same bits in every
//! field of the answer.

use crate::common::{json_lines, run, status, stdout};
use interframe::case::{Case, Query};
use interframe::{
    About, ContactManifoldOptions, ContainsOptions, DecidedBy, DeformingPair, DistanceMethod,
    DistanceOptions, Frame, InitialContact, Interframe, InterframeOptions,
    InterframeVerticesOptions, IntersectOptions, Intersection, Method, Motion, MovingPair,
    MprOptions, PairState, PenetrationOptions, Plane, Polytope, Pose, PosedPair, Reason, Sweep,
    TimeOfImpactOptions, Verdict, VertexSweep, contact_manifold, contains, distance, interframe,
    interframe_vertices, intersect, mpr, penetration, time_of_impact,
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
    /// What the query before left, of another pair: every second query begins from it.
    state: PairState,
}

impl Asked {
    /// The state that the next query begins from.
    fn before(&self) -> PairState {
        match self.answers.len() % 2 {
            0 => PairState::default(),
            _ => self.state,
        }
    }

    fn add(&mut self, query: Query, after: PairState, answer: impl Into<Answer>) {
        let id = format!("query {}", self.answers.len());
        let case = Case::new(&id, query, Some(&self.before()));
        self.lines += &format!("{case}\n");
        let back: Case = case.to_string().parse().expect("a case");
        assert_eq!(back, case);
        self.state = after;
        self.answers.push(answer.into());
    }

    fn intersect(&mut self, rng: &mut SplitMix64, bodies: [&Polytope; 2], poses: [&Pose; 2]) {
        let options = IntersectOptions {
            method: *rng.pick(Method::ALL),
            max_pivots: *rng.pick(&[64, 1]),
        };
        let pair = PosedPair::new(bodies[0], poses[0], bodies[1], poses[1]);
        let mut state = self.before();
        let found = intersect(&pair, &options, &mut state).expect("valid options");
        self.add(Query::intersect(&pair, &options), state, found);
    }

    fn interframe(&mut self, rng: &mut SplitMix64, bodies: [&Polytope; 2], motions: [&Motion; 2]) {
        let options = InterframeOptions {
            method: *rng.pick(Method::ALL),
            sweep: *rng.pick(Sweep::ALL),
            frame: *rng.pick(&FRAMES),
            sweep_rel_tol: *rng.pick(&[1e-6, 1e-3]),
            ..InterframeOptions::default()
        };
        let pair = MovingPair::new(bodies[0], motions[0], bodies[1], motions[1]);
        let mut state = self.before();
        let found = interframe(&pair, &options, &mut state).expect("valid options");
        self.add(Query::interframe(&pair, &options), state, found);
    }

    fn vertices(&mut self, rng: &mut SplitMix64, [a, b]: [VertexSweep<'_>; 2]) {
        let options = InterframeVerticesOptions {
            method: *rng.pick(Method::ALL),
            ..InterframeVerticesOptions::default()
        };
        let pair = DeformingPair { a, b };
        let mut state = self.before();
        let found = interframe_vertices(&pair, &options, &mut state).expect("finite lists");
        self.add(Query::interframe_vertices(&pair, &options), state, found);
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
    let mut state = PairState::default();
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
            ..TimeOfImpactOptions::default()
        };
        let pair = MovingPair::new(&a, &ma, &b, &mb);
        let query = Query::time_of_impact(&pair, &options);
        let case = Case::new(&format!("query {index}"), query, Some(&state));
        lines += &format!("{case}\n");
        let found = time_of_impact(&pair, &options, &mut state);
        answers.push(found.expect("valid options"));
        if index % 2 == 0 {
            state = PairState::default();
        }
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
    for index in 0..cases() / 4 {
        let pair = if index % 2 == 0 {
            random_pair(index)
        } else {
            near_contact(index)
        };
        let (a, b) = (body(&pair.a), body(&pair.b));
        let (at_a, at_b) = (pose(&pair.pose_a), pose(&pair.pose_b));
        let pair = PosedPair::new(&a, &at_a, &b, &at_b);
        let state = &mut PairState::default();
        let up = Vector3::new(0.25, -0.5, 1.0);
        let (query, check): (_, Check) = match index / 2 % 6 {
            0 => {
                let options = DistanceOptions {
                    method: DistanceMethod::Gjk,
                    ..DistanceOptions::default()
                };
                let found = distance(&pair, &options, state).expect("valid");
                let check = move |json: &Value| match found.verdict {
                    // Then the program says how deep.
                    Verdict::Hit => json["verdict"] == "hit",
                    _ => {
                        same_if_finite(&json["separation"], found.separation)
                            && same_vector(&json["point_a"], found.point_a)
                            && same_vector(&json["normal"], found.normal)
                    }
                };
                (Query::distance(&pair, &options), Box::new(check))
            }
            1 => {
                let options = MprOptions {
                    rel_tol: if index % 4 < 2 { 1e-4 } else { 1e-2 },
                    ..MprOptions::default()
                };
                let found = mpr(&pair, &options, state).expect("valid");
                let check = move |json: &Value| {
                    same_if_finite(&json["separation"], found.separation)
                        && same_if_finite(&json["upper_bound"], found.upper_bound)
                        && same_vector(&json["point_b"], found.point_b)
                };
                (Query::mpr(&pair, &options), Box::new(check))
            }
            kind @ (2 | 3) => {
                let options = PenetrationOptions {
                    direction: (kind == 3).then_some(up),
                    ..PenetrationOptions::default()
                };
                let found = penetration(&pair, &options, state).expect("valid");
                let check = move |json: &Value| {
                    same(&json["depth"], found.depth)
                        && same(&json["error"], found.error)
                        && same_vector(&json["normal"], found.normal)
                };
                (Query::penetration(&pair, &options), Box::new(check))
            }
            4 => {
                let options = ContactManifoldOptions {
                    prediction: 0.01,
                    ..ContactManifoldOptions::default()
                };
                let found = contact_manifold(&pair, &options, state).expect("valid");
                let check = move |json: &Value| {
                    let contacts = json["contacts"].as_array().expect("a list");
                    contacts.len() == found.points().len()
                        && contacts.iter().zip(found.points()).all(|(json, point)| {
                            same_vector(&json["point_a"], Some(point.point_a))
                                && same(&json["depth"], point.depth)
                                && json["id"] == point.id
                        })
                };
                (Query::contact_manifold(&pair, &options), Box::new(check))
            }
            _ => {
                let options = ContainsOptions::default();
                let found = contains(&pair, &options, state).expect("valid");
                let check = move |json: &Value| {
                    json["verdict"] == found.verdict.name()
                        && match found.margin {
                            Some(margin) => same(&json["margin"], margin),
                            None => json["margin"].is_null(),
                        }
                };
                (Query::contains(&pair, &options), Box::new(check))
            }
        };
        let line = Case::new(&format!("query {index}"), query, None);
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

/// What stands between `"<key>": [` and the next `]`.
fn numbers_at(line: &str, key: &str) -> Vec<f64> {
    let start = format!("\"{key}\": [");
    let rest = &line[line.find(&start).expect("the key") + start.len()..];
    let list = &rest[..rest.find(']').expect("the end")];
    let words = list.split(',');
    words.map(|x| x.parse().expect("a number")).collect()
}

fn line_at(id: &str, translation: Vector3<f64>) -> String {
    let pose = Pose::from_translation(translation).expect("finite");
    let nothing = Polytope::new(&[]).expect("empty");
    let pair = PosedPair::new(&nothing, &pose, &nothing, &pose);
    let query = Query::intersect(&pair, &IntersectOptions::default());
    Case::new(id, query, None).to_json()
}

#[test]
fn every_finite_number_keeps_its_bits() {
    let mut rng = case_generator(104, 0);
    for _ in 0..10_000 {
        let x = f64::from_bits(rng.next_u64());
        if x.is_finite() {
            let line = line_at("", Vector3::new(x, 1.0, 1.0));
            assert_eq!(numbers_at(&line, "p")[0].to_bits(), x.to_bits(), "{line}");
        }
    }
}

#[test]
fn zeros_limits_and_large_integers_keep_their_bits_and_look_like_f64() {
    for x in [
        0.0,
        -0.0,
        5e-324,
        -5e-324,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::MIN,
        9_007_199_254_740_993.0,
        1e22,
        -1.8e19,
    ] {
        let line = line_at("", Vector3::new(x, 1.0, 1.0));
        assert_eq!(numbers_at(&line, "p")[0].to_bits(), x.to_bits(), "{line}");
        let start = line.find("\"p\": [").expect("p") + 6;
        let word = line[start..].split(',').next().expect("a number");
        assert!(word.contains(['.', 'e']), "{word}");
    }
}

#[test]
fn any_id_stays_one_line_and_is_escaped() {
    let id = "a\"b\\c\nd\r\te\u{0}\u{7f}\u{85}\u{2028}é\u{1f600}";
    let line = line_at(id, Vector3::zeros());
    let start =
        "{\"id\": \"a\\\"b\\\\c\\nd\\r\\te\\u0000\\u007f\\u0085\\u2028é\u{1f600}\", \"query\": ";
    assert!(line.starts_with(start), "{line}");
    let back: Case = line.parse().expect("a case");
    assert_eq!(back.id, id);
}

#[test]
fn what_the_query_refuses_is_no_valid_query() {
    let point = [Vector3::zeros()];
    let bad = [Vector3::new(0.0, f64::NAN, 0.0)];
    let good = VertexSweep {
        start: &point,
        end: &point,
    };
    for (start, end) in [(&point[..], &bad[..]), (&bad, &point), (&point, &[])] {
        let bad = VertexSweep { start, end };
        for (a, b) in [(bad, good), (good, bad)] {
            let options = InterframeVerticesOptions::default();
            let query = Query::interframe_vertices(&DeformingPair { a, b }, &options);
            assert!(query.validate().is_err());
        }
    }
}
