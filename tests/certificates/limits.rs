//! What once made the checker accept a lie, hang, or refuse its own; every limit it states.

use std::time::{Duration, Instant};

use crate::common::moving::{Built, swept_with_proof};
use interframe::certificate::{Failure, Proof, ProofFile, Proved};
use interframe::{Frame, Motion, PairState, Polytope, Pose, Sweep, TimeOfImpactOptions, Verdict};
use nalgebra::Vector3;
use serde_json::{Value, json};

const ORIGIN: [f64; 3] = [0.0; 3];

fn brick(x: f64, y: f64, z: f64) -> Vec<[f64; 3]> {
    let side = |i: u32, bit: u32, h: f64| if i >> bit & 1 == 0 { -h } else { h };
    (0..8)
        .map(|i| [side(i, 0, x), side(i, 1, y), side(i, 2, z)])
        .collect()
}

fn body(x: f64, y: f64, z: f64) -> Polytope {
    Polytope::cuboid([x, y, z]).expect("a brick")
}

fn still(at: [f64; 3]) -> Value {
    let q = [0.0, 0.0, 0.0, 1.0];
    json!({"start": {"p": at, "q": q}, "end": {"p": at, "q": q}, "pivot": [0.0, 0.0, 0.0]})
}

fn turning(at: [f64; 3], turn: [f64; 3]) -> Value {
    let q = [0.0, 0.0, 0.0, 1.0];
    json!({"start": {"p": at, "q": q}, "end": {"p": at, "turn": turn}, "pivot": [0.0, 0.0, 0.0]})
}

fn plane(times: [f64; 2], normal: [f64; 3], turn: [f64; 3]) -> Value {
    let by = json!({"plane": {"normal": normal, "turn": turn, "bound": 0.0}});
    json!({"t0": times[0], "t1": times[1], "by": by})
}

fn chain(from: f64, links: &[Value], contact: Option<Value>) -> Value {
    let mut chain = json!({"separation": 0.0, "from": from, "links": links});
    if let Some(contact) = contact {
        chain["contact"] = contact;
    }
    json!({"chain": chain})
}

fn proof(a: Value, b: Value, motions: [Value; 2], certificate: Value) -> Value {
    json!({"a": a, "b": b, "placement": {"motions": motions}, "certificate": certificate})
}

fn bricks(motions: [Value; 2], certificate: Value) -> Value {
    proof(
        json!(brick(2.0, 1.0, 1.0)),
        json!(brick(1.0, 1.0, 0.5)),
        motions,
        certificate,
    )
}

/// A line of a proof file, checked; a second is more than any of them may take.
fn line(claims: Value, proof: &Value) -> Result<Proved, Failure> {
    let mut line = claims;
    line["proof"] = proof.clone();
    let start = Instant::now();
    let found = ProofFile::default().line(&line.to_string())?;
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
    found.proof.expect("it has a proof")
}

fn refused(condition: u16, found: Result<Proved, Failure>) {
    let failure = found.expect_err("a lie");
    assert_eq!(failure.condition, condition, "{failure}");
    assert!(failure.to_string().starts_with(&format!("C{condition}: ")));
}

#[test]
fn a_chain_without_links_proves_nothing() {
    let inside = bricks(
        [still([0.0; 3]), still([0.5, 0.0, 0.0])],
        chain(1.0, &[], None),
    );
    for claims in [
        json!({"verdict": "separated", "free_from": 1.0, "t_lo": 1.0}),
        json!({"verdict": "separated", "free_from": 1.0}),
        json!({"verdict": "separated"}),
    ] {
        refused(91, line(claims, &inside));
    }
    // Nor does one that begins later than the answer.
    let links = [plane([0.5, 1.0], [1.0, 0.0, 0.0], [0.0; 3])];
    let away = bricks(
        [still([0.0; 3]), still([7.0, 0.0, 0.0])],
        chain(0.5, &links, None),
    );
    refused(
        91,
        line(json!({"verdict": "separated", "free_from": 0.25}), &away),
    );
    let late = line(
        json!({"verdict": "separated", "free_from": 0.5, "t_lo": 1.0}),
        &away,
    );
    assert_eq!(late.expect("true").free, [0.5, 1.0]);
    // The last moment alone is proved by a link of no length.
    let links = [plane([1.0, 1.0], [1.0, 0.0, 0.0], [0.0; 3])];
    let last = bricks(
        [still([0.0; 3]), still([7.0, 0.0, 0.0])],
        chain(1.0, &links, None),
    );
    assert!(line(json!({"verdict": "separated", "free_from": 1.0}), &last).is_ok());
}

fn near(t: f64, gap: f64) -> Value {
    let corner = json!([{"id": 7, "weight": 1.0}]);
    json!({"near": {"t": t, "gap": gap, "a": corner, "b": corner}})
}

#[test]
fn a_gap_counts_for_no_more_than_the_line_says() {
    let motions = || [still([0.0; 3]), still([30.0, 0.0, 0.0])];
    let huge = bricks(motions(), chain(0.0, &[], Some(near(0.0, 1e200))));
    let hit = |extra: Value| {
        let mut claims = json!({"verdict": "hit", "t_lo": 0.0, "t_hi": 0.0});
        for (key, value) in extra.as_object().expect("an object") {
            claims[key] = value.clone();
        }
        claims
    };
    refused(92, line(hit(json!({})), &huge));
    refused(
        93,
        line(hit(json!({"contact": "overlap", "gap": 0.0})), &huge),
    );
    refused(92, line(hit(json!({"contact": "near"})), &huge));
    refused(
        96,
        line(hit(json!({"contact": "near", "gap": 1e-6})), &huge),
    );
    refused(92, line(json!({"verdict": "hit"}), &huge));
    // What it says is true, and tells the reader how little it is worth.
    let said = line(hit(json!({"contact": "near", "gap": 1e200})), &huge);
    assert_eq!(said.expect("true").gap, Some(1e200));
    let false_gap = bricks(motions(), chain(0.0, &[], Some(near(0.0, 1.0))));
    refused(
        63,
        line(hit(json!({"contact": "near", "gap": 1.0})), &false_gap),
    );
    // A number that is none.
    let text = huge
        .to_string()
        .replace("1e+200", "1e999")
        .replace("1e200", "1e999");
    assert_eq!(Proof::from_json(&text).expect_err("infinite").condition, 4);
}

/// The times, the point and the kind of contact that a line claims.
#[test]
fn every_claim_of_a_line_is_compared() {
    // A brick flies along x into another, whose side is at -2.
    let q = [0.0, 0.0, 0.0, 1.0];
    let flight = json!({"start": {"p": [-10.0, 0.0, 0.0], "q": q},
        "end": {"p": [10.0, 0.0, 0.0], "q": q}, "pivot": [0.0, 0.0, 0.0]});
    let links = [plane([0.0, 0.25], [-1.0, 0.0, 0.0], [0.0; 3])];
    let columns: Vec<_> = (0..8)
        .map(|i| json!({"pair": [i, 7 - i], "weight": 1.0}))
        .collect();
    let overlap = json!({"overlap": {"times": [0.5, 0.5], "columns": columns}});
    let true_proof = bricks(
        [still([0.0; 3]), flight.clone()],
        chain(0.0, &links, Some(overlap)),
    );
    let claims =
        json!({"verdict": "hit", "contact": "overlap", "t_lo": 0.25, "t_hi": 0.5, "gap": 0.0});
    assert!(line(claims.clone(), &true_proof).is_ok());
    let with = |key: &str, value: Value| {
        let mut claims = claims.clone();
        claims[key] = value;
        line(claims, &true_proof)
    };
    refused(91, with("verdict", json!("separated")));
    refused(91, with("verdict", json!("maybe")));
    refused(90, with("verdict", json!(1)));
    refused(93, with("contact", json!("near")));
    refused(94, with("t_lo", json!(0.3)));
    refused(95, with("t_hi", json!(0.49)));
    refused(95, with("initial", json!(true)));
    refused(96, with("gap", json!(-1.0)));
    refused(97, with("target_separation", json!(0.1)));
    refused(92, with("t_hi", Value::Null));
    refused(99, with("about", json!("hull")));
    assert!(with("about", json!("motion")).is_ok());
    refused(90, with("intervals", json!([])));
    refused(90, with("depth", json!(0.5)));
    // The points of a near contact.
    let close = near(0.0, 20.0);
    let away = bricks(
        [still([0.0, 3.0, 0.0]), still([15.0, 3.0, 0.0])],
        chain(0.0, &[], Some(close)),
    );
    let claims = json!({"verdict": "hit", "contact": "near", "gap": 20.0, "t_lo": 0.0, "t_hi": 0.0,
        "point_a": [2.0, 4.0, 1.0], "point_b": [16.0, 4.0, 0.5]});
    assert!(line(claims.clone(), &away).is_ok());
    for (key, point) in [("point_a", [2.0, 4.0, 1.001]), ("point_b", [2.0, 4.0, 1.0])] {
        let mut claims = claims.clone();
        claims[key] = json!(point);
        refused(98, line(claims, &away));
    }
}

#[test]
fn balls_have_radii() {
    let balls = json!({"balls": {"centers": [ORIGIN, ORIGIN], "radii": [-3.0, -2.5]}});
    let links = [json!({"t0": 0.0, "t1": 1.0, "by": balls})];
    let inside = bricks(
        [still([0.0; 3]), still([0.5, 0.0, 0.0])],
        chain(0.0, &links, None),
    );
    refused(51, line(json!({"verdict": "separated"}), &inside));
}

/// The hull of two poses is that of the poses which the motion has.
#[test]
fn end_poses_are_those_of_the_motion() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let start = [0.0, 0.0, 0.0, 1.0];
    let hulls = |end: Value, end_q: [f64; 4]| {
        let spin = json!({"start": {"p": ORIGIN, "q": start}, "end": end, "pivot": ORIGIN});
        let hulls = json!({"motions": [spin, still([0.0, 3.0, 0.0])], "end_q": [end_q, start],
            "relative": false});
        json!({"a": brick(4.0, 0.1, 0.1), "b": brick(1.0, 1.0, 1.0), "placement": {"hulls": hulls},
            "certificate": {"plane": {"normal": [0.0, 1.0, 0.0]}}})
    };
    let separated = || json!({"verdict": "separated", "about": "hull"});
    let by_pose = json!({"p": ORIGIN, "q": [0.0, 0.0, half, half]});
    refused(22, line(separated(), &hulls(by_pose, start)));
    let quarter = [0.0, 0.0, std::f64::consts::FRAC_PI_2];
    let by_turn = json!({"p": ORIGIN, "turn": quarter});
    refused(22, line(separated(), &hulls(by_turn.clone(), start)));
    // With its own end pose the bar stands upright, and is in the way.
    refused(
        30,
        line(separated(), &hulls(by_turn, [0.0, 0.0, half, half])),
    );
    // A turn whose angle f64 does not know to a radian has the end pose of the formula, no other.
    let huge = json!({"p": ORIGIN, "turn": [0.0, 0.0, 3e40]});
    refused(22, line(separated(), &hulls(huge, start)));
}

/// Angles of any size are reduced exactly; what they say is proved or refused at once.
#[test]
fn turns_of_any_size_are_answered_within_a_second() {
    for exponent in [15, 30, 60, 70, 78, 100, 200, 300] {
        let turn = [0.0, 0.0, 7.0 * 10f64.powi(exponent)];
        // A plane that turns: somewhere on its way it cuts the bodies.
        let links = [plane([0.0, 1.0], [1.0, 0.0, 0.0], turn)];
        let spun = bricks(
            [still([0.0; 3]), still([9.0, 0.0, 0.0])],
            chain(0.0, &links, None),
        );
        assert!(line(json!({"verdict": "separated"}), &spun).is_err());
        // A body that turns beside a plane that does not.
        let links = [plane([0.0, 1.0], [1.0, 0.0, 0.0], [0.0; 3])];
        let motions = [turning([0.0; 3], turn), still([9.0, 0.0, 0.0])];
        let beside = bricks(motions, chain(0.0, &links, None));
        assert!(
            line(json!({"verdict": "separated"}), &beside).is_ok(),
            "{exponent}"
        );
        // Too near for all of its turns.
        let motions = [turning([0.0; 3], turn), still([0.0, 2.1, 0.0])];
        let links = [plane([0.0, 1.0], [0.0, 1.0, 0.0], [0.0; 3])];
        let within = bricks(motions, chain(0.0, &links, None));
        assert!(line(json!({"verdict": "separated"}), &within).is_err());
    }
}

/// What the library itself makes of such turns is accepted.
#[test]
fn own_certificates_of_huge_turns_are_accepted() {
    let (a, b) = (body(2.0, 1.0, 0.5), body(1.0, 1.0, 1.0));
    for exponent in [12, 18, 60, 70, 78, 150, 300] {
        let turn = Vector3::new(1.0, -2.0, 3.0) * 10f64.powi(exponent);
        let spin = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros());
        let spin = spin.expect("finite");
        for y in [0.5, 2.5, 4.0, 9.0] {
            let there = Pose::from_translation(Vector3::new(0.0, y, 0.0)).expect("finite");
            let rest = Motion::fixed(there);
            let start = Instant::now();
            for sweep in [Sweep::Full, Sweep::Certified] {
                let pair = interframe::MovingPair::new(&a, &spin, &b, &rest);
                let (answer, proof) = swept_with_proof(&pair, sweep, Frame::Relative);
                if let Some(proof) = proof {
                    let proved = proof
                        .verify()
                        .unwrap_or_else(|e| panic!("1e{exponent} {y}: {e}"));
                    assert_eq!(proved.verdict, answer.verdict);
                }
            }
            let built = Built {
                a: a.clone(),
                motion_a: spin,
                b: b.clone(),
                motion_b: rest,
            };
            let (answer, proof) =
                built.certified(&TimeOfImpactOptions::default(), &mut PairState::default());
            let proved = proof
                .verify()
                .unwrap_or_else(|e| panic!("1e{exponent} {y}: {e}"));
            assert_eq!(proved.verdict, answer.verdict, "1e{exponent} {y}");
            assert!(start.elapsed() < Duration::from_secs(1));
        }
    }
}

/// Looks are counted, whatever the turns.
#[test]
fn work_is_bounded() {
    let point = |x: f64| json!([[x, 0.0, 0.0]]);
    let wheel = json!({"start": {"p": ORIGIN, "q": [0.0, 0.0, 0.0, 1.0]},
        "end": {"p": ORIGIN, "turn": [0.0, 0.0, 5.0]}, "pivot": [1.0, 0.0, 0.0]});
    for rate in [1e3, 1e6, 4e9, 1e12] {
        let links = [plane([0.0, 0.4], [1.0, 1e-3, 0.0], [0.0, rate, 0.0])];
        let proof = proof(
            point(0.0),
            point(2.5),
            [wheel.clone(), still([0.0; 3])],
            chain(0.0, &links, None),
        );
        assert!(line(json!({}), &proof).is_err());
    }
    // Near enough to need more looks than there are.
    let links = [plane([0.0, 1.0], [0.0, 1.0, 0.0], [0.0; 3])];
    let mut motion = turning([0.0; 3], [0.0, 0.0, 4e3]);
    motion["start"]["q"] = json!([0.0, 0.0, 0.3826834323650898, 0.9238795325112867]);
    let close = proof(
        json!([[1.0, 0.0, 0.0]]),
        json!([[0.0, 0.0, 0.0]]),
        [motion, still([0.0, 1.0 + 1e-9, 0.0])],
        chain(0.0, &links, None),
    );
    // The circle of the point is below the plane: any number of turns.
    assert!(line(json!({"verdict": "separated"}), &close).is_ok());
}

#[test]
fn texts_have_limits() {
    let parse = |text: &str| Proof::from_json(text).expect_err("no proof").condition;
    assert_eq!(parse(&"[".repeat(40)), 2);
    let nested = |depth: usize| format!("{{\"x\":{}1{}}}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!((parse(&nested(32)), parse(&nested(33))), (6, 2));
    let keys: Vec<String> = (0..65).map(|i| format!("\"{i}\":0")).collect();
    assert_eq!(parse(&format!("{{{}}}", keys.join(","))), 3);
    assert_eq!(parse("{\"a\":1,\"\\u0061\":1}"), 3);
    assert_eq!(parse(&format!("[{}]", "1".repeat(401))), 4);
    assert_eq!(parse("[1e400]"), 4);
    assert_eq!(parse("[NaN]"), 4);
    assert_eq!(parse("[-Infinity]"), 4);
    assert_eq!(parse("[01]"), 4);
    assert_eq!(parse("[1.]"), 4);
    assert_eq!(parse("[\"\\ud800\"]"), 1);
    assert_eq!(parse("null"), 6);
    let ids = |id: &str| {
        let columns = format!("{{\"columns\":{{\"pairs\":[[{id},0]]}}}}");
        let text = format!(
            "{{\"a\":[[0,0,0]],\"b\":[[0,0,0]],\"placement\":\"lists\",\"certificate\":{columns}}}"
        );
        Proof::from_json(&text).and_then(|proof| proof.verify())
    };
    assert!(ids("0").is_ok());
    for id in ["-1", "0.0", "0e0", "-0", "4294967296", "null", "\"0\""] {
        assert_eq!(ids(id).expect_err("no id").condition, 5, "{id}");
    }
    assert_eq!(ids("1").expect_err("beyond").condition, 13);
    // A megabyte of keys takes no longer than one of blanks.
    let start = Instant::now();
    let keys: Vec<String> = (0..80_000).map(|i| format!("\"{i:09}\":0")).collect();
    assert_eq!(parse(&format!("{{\"a\":{{{}}}}}", keys.join(","))), 3);
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn what_a_proof_holds_twice_or_not_at_all_is_refused() {
    let links = [plane([0.0, 1.0], [1.0, 0.0, 0.0], [0.0; 3])];
    let away = bricks(
        [still([0.0; 3]), still([7.0, 0.0, 0.0])],
        chain(0.0, &links, None),
    );
    let text = away.to_string();
    assert!(Proof::from_json(&text).expect("a proof").verify().is_ok());
    let twice = text.replace(
        "\"separation\":0.0",
        "\"separation\":9.0,\"separation\":0.0",
    );
    assert_eq!(Proof::from_json(&twice).expect_err("twice").condition, 3);
    let none = text.replace("\"from\":0.0", "\"from\":null");
    assert_eq!(Proof::from_json(&none).expect_err("null").condition, 6);
    let none = text.replace("\"from\":0.0,", "\"from\":0.0,\"contact\":null,");
    assert_eq!(Proof::from_json(&none).expect_err("null").condition, 6);
}

#[test]
fn a_proof_file_names_bodies_once() {
    let body = json!({"body": "x", "vertices": [[0.0, 0.0, 0.0]]}).to_string();
    let mut file = ProofFile::default();
    file.line(&body).expect("a body");
    assert_eq!(file.line(&body).expect_err("twice").condition, 11);
    let mut file = ProofFile::default();
    let text = json!({"proof": {"a": "y", "b": [], "placement": "lists", "certificate": "empty"}});
    let found = file
        .line(&text.to_string())
        .expect("a line")
        .proof
        .expect("a proof");
    refused(11, found);
    assert_eq!(file.end().expect_err("no end").condition, 7);
}

/// Sizes so different that nothing but exponents of their own holds both.
#[test]
fn sizes_of_all_exponents_stand_together() {
    for (large, small) in [
        (1e300, 1e-300),
        (1e200, 1e-320),
        (1.7e308, 5e-324),
        (1.0, 1e-310),
    ] {
        let gap = |beyond: f64| {
            let links = [plane([0.0, 1.0], [0.0, 0.0, 1.0], [0.0; 3])];
            let motions = [
                still([0.0; 3]),
                turning([0.0, 0.0, beyond], [0.0, 0.0, 2.0]),
            ];
            let plate = json!([
                [-large, -large, 0.0],
                [large, -large, 0.0],
                [0.0, large, 0.0]
            ]);
            let crumb = json!(brick(small, small, small));
            proof(plate, crumb, motions, chain(0.0, &links, None))
        };
        assert!(
            line(json!({"verdict": "separated"}), &gap(2.0 * small)).is_ok(),
            "{small}"
        );
        refused(54, line(json!({"verdict": "separated"}), &gap(small)));
        refused(54, line(json!({"verdict": "separated"}), &gap(0.0)));
    }
    assert_eq!(Verdict::default(), Verdict::Undecided);
}
