//! Bodies at most a distance apart, or farther, by last places; and lies about them.

use interframe::{
    CuboidSeparationOptions, PairState, Polytope, Pose, PosedPair, Verdict, WithinOptions,
    YawCuboid, certify_cuboid_separation, certify_within, cuboid_separation, within,
};
use nalgebra::{Quaternion, Vector3};
use serde_json::{Value, json};
use twin::distance::distance_sq;
use twin::near_contact::near_contact;
use twin::place::{self, V3, posed};
use twin::random::SplitMix64;
use twin::random_pairs::{self, random_pair};
use twin::shapes::cuboid;
use twin::sizes::sized_pair;

use crate::kinds::{Kind, count, kind, largest, list, number, placed, says, unsaid, with};
use crate::worlds::Truth;

const NEAR: &[&str] = &["near enough", "near in part"];
const FAR: &[&str] = &["too far"];
const ALL: &[&str] = &["near enough", "near in part", "too far"];
const UPRIGHT: &[&str] = &["upright"];
/// Of the query `intersect`.
const POSED: &[&str] = &["posed", "posed apart", "posed hit"];
const NORMAL: &str = "/proof/certificate/farther/normal";
const SPAN: &str = "/proof/certificate/farther/span";
const PAIRS: &str = "/proof/certificate/nearer/pairs";

/// The library's answer and its certificate. `time` of it is a distance of which it is false, by a place or a
/// few.
fn asked(pair: &random_pairs::PosedPair, distance: f64, lie: f64) -> Truth {
    let body = |list: &[V3]| {
        let points: Vec<Vector3<f64>> = list.iter().map(|&v| v.into()).collect();
        Polytope::new(&points).expect("finite points")
    };
    let pose = |pose: &place::Pose| {
        let [x, y, z, w] = pose.q;
        Pose::new(pose.p.into(), Quaternion::new(w, x, y, z)).expect("a pose")
    };
    let (a, b) = (body(&pair.a), body(&pair.b));
    let (pose_a, pose_b) = (pose(&pair.pose_a), pose(&pair.pose_b));
    let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
    let options = WithinOptions {
        distance,
        ..WithinOptions::default()
    };
    let answer = within(&pair, &options, &mut PairState::default()).expect("valid options");
    let proof = certify_within(&pair, &options, &answer).to_json();
    let proof: Value = serde_json::from_str(&proof).expect("JSON");
    let hit = answer.verdict == Verdict::Hit;
    Truth {
        world: if hit { "near enough" } else { "too far" },
        line: json!({"id": "x", "query": "within", "distance": distance,
            "verdict": answer.verdict.name(), "point_a": answer.point_a.map(<[f64; 3]>::from), "proof": proof}),
        time: Some(lie),
        other: None,
    }
}

fn poses(truth: &Truth, p_b: V3) -> Option<Value> {
    let mut placement = truth.line.pointer("/proof/placement")?.clone();
    placement["poses"][1]["p"] = json!(p_b);
    Some(placement)
}

/// Corner to corner of two boxes, the distance of which is an f64.
pub fn corners(rng: &mut SplitMix64) -> Truth {
    let [x, y, z, d] = *rng.pick(&[
        [3.0, 4.0, 0.0, 5.0],
        [2.0, 3.0, 6.0, 7.0],
        [1.0, 2.0, 2.0, 3.0],
        [0.0, 0.0, 11.0, 11.0],
        [8.0, 9.0, 12.0, 17.0],
    ]);
    let size = 2f64.powi(rng.integer(-300, 300) as i32);
    let apart = [x, y, z].map(|c| (c + f64::from(c > 0.0)) * size);
    let q = [0.0, 0.0, 0.0, 1.0];
    let pair = random_pairs::PosedPair {
        family: "corners",
        a: cuboid([0.5 * size; 3]),
        pose_a: place::Pose { p: [0.0; 3], q },
        b: cuboid([0.5 * size; 3]),
        pose_b: place::Pose { p: apart, q },
        meets: None,
    };
    let d = d * size;
    let hit = rng.flip();
    let (asks, lie) = if hit {
        (d, d.next_down())
    } else {
        (d.next_down(), d)
    };
    let truth = asked(&pair, asks, lie);
    // As many places as pay for a rounder number.
    let step = |x: f64| (0..8).fold(x, |x, _| if hit { x.next_up() } else { x.next_down() });
    let moved = apart.map(|x| if x > 0.0 { step(x) } else { x });
    let other = poses(&truth, moved);
    Truth { other, ..truth }
}

/// A point before a part of a plane; in the other placement beside it, and nearer to the plane.
pub fn in_part(rng: &mut SplitMix64) -> Truth {
    let d = rng.between(0.5, 4.0) * 2f64.powi(rng.integer(-300, 300) as i32);
    let s = d * rng.between(0.5, 2.0);
    let a: Vec<V3> = match rng.below(4) {
        0 => vec![[d, 0.0, 0.0]],
        1 => vec![[d, -s, 0.0], [d, 2.0 * s, 0.0]],
        2 => vec![[d, -s, -s], [d, 2.0 * s, -s], [d, -s, 2.0 * s]],
        _ => vec![
            [d, -s, -s],
            [4.0 * d, s, s],
            [d, 2.0 * s, -s],
            [d, -s, 2.0 * s],
        ],
    };
    let q = [0.0, 0.6, 0.0, 0.8];
    let p = rng.direction().map(|x| x * d);
    let pair = random_pairs::PosedPair {
        family: "in part",
        a,
        pose_a: place::Pose { p, q },
        b: vec![[0.0; 3]],
        pose_b: place::Pose { p, q },
        meets: None,
    };
    let hit = rng.below(3) > 0;
    if !hit {
        return asked(&pair, d.next_down(), d);
    }
    let truth = asked(&pair, d, d.next_down());
    // (0.001 d, 8 s, 0) in the world: y is the axis of the turn.
    let along = 0.001 * d;
    let aside = [p[0] + 0.28 * along, p[1] + 8.0 * s, p[2] - 0.96 * along];
    let other = poses(&truth, aside);
    Truth {
        world: "near in part",
        other,
        ..truth
    }
}

/// Upright cuboids corner to corner, beside their distance, which is an f64.
pub fn upright(rng: &mut SplitMix64) -> Truth {
    let [x, y, z, d] = *rng.pick(&[
        [3.0, 4.0, 0.0, 5.0],
        [2.0, 3.0, 6.0, 7.0],
        [0.0, 1.0, 0.0, 1.0],
        [0.0, 0.0, 11.0, 11.0],
    ]);
    let size = 2f64.powi(rng.integer(-300, 300) as i32);
    let cuboid = |low: V3| {
        let [[x0, x1], [y0, y1], z] = low.map(|low| [low * size, (low + 1.0) * size]);
        YawCuboid::new([[x0, y0], [x1, y1], [x0, y1], [x1, y0]], z).expect("a cuboid")
    };
    let apart = [x, y, z].map(|c| c + f64::from(c > 0.0));
    let (a, b) = (cuboid([0.0; 3]), cuboid(apart));
    let d = d * size;
    let (safety_distance, lie) = match rng.flip() {
        true => (d, d.next_down()),
        false => (d.next_down(), d),
    };
    let options = CuboidSeparationOptions { safety_distance };
    let answer = cuboid_separation(&a, &b, &options).expect("a distance");
    let proof = certify_cuboid_separation(&a, &b, &options).expect("a distance");
    let proof: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
    Truth {
        world: "upright",
        line: json!({"id": "x", "query": "cuboid_separation", "safety_distance": safety_distance,
            "verdict": answer.verdict.name(), "proof": proof}),
        time: Some(lie),
        other: None,
    }
}

/// Any bodies that do not meet, beside their distance.
pub fn beside(rng: &mut SplitMix64) -> Truth {
    loop {
        let index = rng.next_u64() >> 32;
        let pair = match rng.below(3) {
            0 => near_contact(index),
            1 => sized_pair(index),
            _ => random_pair(index),
        };
        let true_sq = distance_sq(&posed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b));
        let Some(root) = true_sq.map(|true_sq| true_sq.root()) else {
            continue;
        };
        if root > 0.0 && root < f64::MAX {
            let d = *rng.pick(&[root.next_down(), root, root.next_up()]);
            let truth = asked(&pair, d, d);
            let hit = truth.world == "near enough";
            let step = |x: f64| if hit { x.next_down() } else { x.next_up() };
            let time = Some((0..3).fold(d, |x, _| step(x)));
            return Truth { time, ..truth };
        }
    }
}

fn distance(truth: &Truth) -> Option<(String, f64)> {
    let at = format!("/proof/certificate/{}/distance", kind(&truth.line)?);
    let d = number(&truth.line, &at)?;
    Some((at, d))
}

/// With this certificate and verdict.
fn by(truth: &Truth, certificate: Value, verdict: &str) -> Option<Value> {
    let verdict = ("/verdict", json!(verdict));
    with(truth, [("/proof/certificate", certificate), verdict])
}

pub const KINDS: &[Kind] = &[
    Kind::new(
        "a safety distance by a place too large or too small",
        UPRIGHT,
        |t, _| {
            let (at, _) = distance(t)?;
            let lie = json!(t.time?);
            with(t, [("/safety_distance", lie.clone()), (&at, lie)])
        },
    ),
    Kind::new(
        "a safety distance other than the proof's",
        UPRIGHT,
        |t, rng| {
            let other = rng
                .pick(&[json!(t.time?), json!(0.0), json!(null), json!(-1.0)])
                .clone();
            Some(says(t, [("safety_distance", other)]))
        },
    ),
    Kind::new("no safety distance", UPRIGHT, |t, _| {
        unsaid(t, "safety_distance")
    }),
    Kind::new("cuboids said to be as near, or not", UPRIGHT, |t, _| {
        let other = match t.line["verdict"].as_str()? {
            "hit" => "separated",
            _ => "hit",
        };
        Some(says(t, [("verdict", json!(other))]))
    }),
    Kind::new(
        "cuboids for those who ask for something else",
        UPRIGHT,
        |t, rng| {
            let other = rng.pick(&["intersect", "within", "time_of_impact", "contains"]);
            Some(says(t, [("query", json!(other))]))
        },
    ),
    Kind::new(
        "a distance by a place too large or too small",
        ALL,
        |t, _| {
            let (at, _) = distance(t)?;
            with(t, [("/distance", json!(t.time?)), (&at, json!(t.time?))])
        },
    ),
    Kind::new("the proof's distance is another", ALL, |t, rng| {
        let (_, d) = distance(t)?;
        let other = rng
            .pick(&[
                json!(d.next_up()),
                json!(d.next_down()),
                json!(2.0 * d + 1.0),
                json!(-d),
                json!(d.to_string()),
                json!([d]),
                json!(null),
            ])
            .clone();
        match rng.below(8) {
            0 => unsaid(t, "distance"),
            _ if other == json!(-0.0) => None,
            _ => Some(says(t, [("distance", other)])),
        }
    }),
    Kind::new("a distance below 0, or none", ALL, |t, rng| {
        let (at, d) = distance(t)?;
        let lie = rng
            .pick(&[
                json!(-5e-324),
                json!(-1.0),
                json!(-d),
                json!("0"),
                json!(null),
            ])
            .clone();
        (lie != json!(-0.0)).then_some(())?;
        with(t, [("/distance", lie.clone()), (&at, lie)])
    }),
    Kind::new(
        "a distance for those who ask for something else",
        ALL,
        |t, rng| {
            let other = rng
                .pick(&[
                    json!("intersect"),
                    json!("distance"),
                    json!("time_of_impact"),
                    json!("Within"),
                    json!(null),
                    json!(5),
                ])
                .clone();
            match rng.below(7) {
                0 => unsaid(t, "query"),
                _ => Some(says(t, [("query", other)])),
            }
        },
    ),
    Kind::new("a distance by what proves none", ALL, |t, _| {
        let given = |at: &str| t.line.pointer(at).cloned();
        let certificate = if let Some(normal) = given(NORMAL) {
            json!({"plane": {"normal": normal}})
        } else if let Some(pairs) = given(SPAN) {
            json!({"span": {"pairs": pairs}})
        } else {
            json!({"columns": {"pairs": given(PAIRS)?}})
        };
        with(t, [("/proof/certificate", certificate)])
    }),
    Kind::new(
        "by a distance of 0 that they meet, or not",
        POSED,
        |t, rng| {
            let given = |at: &str| t.line.pointer(&format!("/proof/certificate/{at}")).cloned();
            let certificate = if let Some(normal) = given("plane/normal") {
                json!({"farther": {"distance": 0.0, "normal": normal}})
            } else if let Some(pairs) = given("span/pairs") {
                json!({"farther": {"distance": 0.0, "span": pairs}})
            } else {
                json!({"nearer": {"distance": 0.0, "pairs": given("columns/pairs")?}})
            };
            let mut line = with(t, [("/proof/certificate", certificate)])?;
            if rng.flip() {
                line["distance"] = json!(0.0);
            }
            Some(line)
        },
    ),
    Kind::new("by a plane or columns how far they are", POSED, |t, rng| {
        let d = rng.pick(&[json!(0.0), json!(0.5), json!(null)]).clone();
        (kind(&t.line)? != "empty").then(|| says(t, [("query", json!("within")), ("distance", d)]))
    }),
    // A square has no sign.
    Kind::new("farther apart on the other side", FAR, |t, _| {
        let normal: [f64; 3] = serde_json::from_value(t.line.pointer(NORMAL)?.clone()).ok()?;
        with(t, [(NORMAL, json!(normal.map(|x| -x)))])
    }),
    Kind::new("bodies swapped under their gap", FAR, |t, _| {
        let (a, b) = (t.line.pointer("/proof/a")?, t.line.pointer("/proof/b")?);
        t.line.pointer(NORMAL)?;
        let mut line = with(t, [("/proof/a", b.clone()), ("/proof/b", a.clone())])?;
        list(&mut line, "/proof/placement/poses")?.reverse();
        Some(line)
    }),
    Kind::new("farther apart along nothing", FAR, |t, rng| {
        let (_, d) = distance(t)?;
        let normal = t.line.pointer(NORMAL).cloned();
        let span = t.line.pointer(SPAN).cloned();
        let farther = match rng.below(3) {
            0 => json!({"distance": d}),
            1 => json!({"distance": d, "normal": [0.0, -0.0, 0.0]}),
            _ => json!({"distance": d, "normal": normal.unwrap_or(json!([1.0, 0.0, 0.0])),
                "span": span.unwrap_or(json!([[0, 0]]))}),
        };
        with(t, [("/proof/certificate", json!({"farther": farther}))])
    }),
    Kind::new("farther by the pairs of a hit", NEAR, |t, _| {
        let (_, d) = distance(t)?;
        let pairs = t.line.pointer(PAIRS)?;
        by(
            t,
            json!({"farther": {"distance": d, "span": pairs}}),
            "separated",
        )
    }),
    Kind::new("near by the pairs that part them", FAR, |t, rng| {
        let (_, d) = distance(t)?;
        let pairs = match t.line.pointer(SPAN) {
            Some(pairs) => pairs.clone(),
            None => {
                let n = [count(t, "/proof/a"), count(t, "/proof/b")];
                let pairs = (0..1 + rng.below(4)).map(|_| n.map(|n| rng.below(n)));
                json!(pairs.collect::<Vec<_>>())
            }
        };
        by(t, json!({"nearer": {"distance": d, "pairs": pairs}}), "hit")
    }),
    Kind::new("no pairs of a distance, or too many", ALL, |t, rng| {
        let most = json!([[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]]);
        let pairs = if rng.flip() { json!([]) } else { most };
        let at = if t.line.pointer(SPAN).is_some() {
            SPAN
        } else {
            PAIRS
        };
        with(t, [(at, pairs)])
    }),
    Kind::new("a pair of a distance that is not there", ALL, |t, rng| {
        let at = if t.line.pointer(SPAN).is_some() {
            SPAN
        } else {
            PAIRS
        };
        let body = rng.below(2);
        let n = count(t, ["/proof/a", "/proof/b"][body]);
        let id = rng
            .pick(&[
                json!(n),
                json!(4_294_967_295u64),
                json!(-1),
                json!(0.0),
                json!("0"),
            ])
            .clone();
        with(t, [(&format!("{at}/0/{body}"), id)])
    }),
    Kind::new("moved by last places, or aside", ALL, |t, _| placed(t)),
    Kind::new("a vertex that sticks out", FAR, |t, rng| {
        let far = 1e9 * largest(&t.line["proof"]);
        far.is_finite().then_some(())?;
        let body = *rng.pick(&["/proof/a", "/proof/b"]);
        let out = rng.direction().map(|x| x * far);
        let mut line = t.line.clone();
        list(&mut line, body)?.extend([json!(out), json!(out.map(|x| -x))]);
        Some(line)
    }),
    Kind::new(
        "a pair that holds the point left out",
        &["near in part"],
        |t, rng| {
            let n = count(t, PAIRS);
            (n > 1).then_some(())?;
            let mut line = t.line.clone();
            list(&mut line, PAIRS)?.remove(rng.below(n));
            Some(line)
        },
    ),
];
