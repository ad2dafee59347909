//! Lies of lines whose proof is true, by claims that it says nothing about, or less; and true lines about turns of any size.

use serde_json::{Value, json};
use twin::random::SplitMix64;
use twin::spins::spinning_pair;

use crate::kinds::{Kind, contact_time, kind, list, says, unsaid};
use crate::worlds::{Asked, asked, motion};

const SWEPT: &[&str] = &["swept"];

/// Sweeps about the motions themselves, and their plane.
pub fn swept(rng: &mut SplitMix64) -> Asked {
    let mut case = asked("interframe", &spinning_pair(rng.next_u64() >> 32));
    if rng.flip() {
        let y = rng.between(5.0, 9.0);
        let corners = crate::worlds::brick([0.0; 3], [0; 3].map(|_| rng.between(0.2, 2.0)));
        (case["a"]["vertices"], case["b"]["vertices"]) = (corners.clone(), corners);
        case["motion_a"] = motion([0.0; 3], [0.0; 3]);
        case["motion_b"] = motion([-8.0, y, 0.0], [8.0, y, 0.0]);
    }
    match rng.flip() {
        true => case["query"] = json!("extended_boxes_meet"),
        false => (case["sweep"], case["frame"]) = (json!("certified"), json!("relative")),
    }
    Asked {
        world: "swept",
        case,
        time: None,
        other: None,
    }
}

/// As others have it, or not at all.
fn disguised(mut line: Value, rng: &mut SplitMix64) -> Value {
    for key in ["query", "verdict"] {
        match rng.below(4) {
            0 => drop(line.as_object_mut().and_then(|line| line.remove(key))),
            1 => line[key] = Value::Null,
            2 if key == "query" => line[key] = json!(*rng.pick(&["time_of_impact", "intersect"])),
            _ => {}
        }
    }
    line
}

/// A plane turned over, one that is none, or one whose normal is another than its pairs have.
fn other_plane(plane: &Value, rng: &mut SplitMix64) -> Option<Value> {
    let normal: [f64; 3] = serde_json::from_value(plane["normal"].clone()).ok()?;
    let mut other = plane.clone();
    other["normal"] = json!(normal.map(|x| -x));
    let spanned = plane["spanned_by"].is_array();
    Some(match rng.below(4) {
        0 => json!("x"),
        1 => json!({"normal": [0.0, 0.0, 0.0], "offset": 0.0}),
        2 if spanned => {
            list(&mut other, "/spanned_by")?.clear();
            other
        }
        _ => other,
    })
}

pub const KINDS: &[Kind] = &[
    Kind::new("free from a time outside of what is free", &[], |t, rng| {
        let t_lo = t.line["t_lo"].as_f64();
        let late = t_lo.map_or(5.0, f64::next_up);
        let from = *rng.pick(&[5.0, 1.0_f64.next_up(), -1e-300, 1e300, late]);
        Some(says(t, [("free_from", json!(from))]))
    }),
    Kind::new("a lower bound that nothing proves", &[], |t, rng| {
        let chain = t.line.pointer("/proof/certificate/chain");
        let whole = chain.is_some_and(|chain| {
            let links = chain["links"].as_array();
            chain["from"] == 0.0
                && links
                    .and_then(|links| links.last())
                    .is_some_and(|last| last["t1"] == 1.0)
        });
        let proved = match chain {
            Some(chain) if whole => chain["separation"].as_f64()?,
            _ => 0.0,
        };
        let certificate = kind(&t.line)?;
        (certificate != "empty").then_some(())?;
        // Beside what is about no motion any is refused.
        let bound = match rng.below(3) {
            0 => proved.next_up(),
            1 => 1e300,
            _ if certificate == "chain" => proved + 1.0,
            _ => 0.0,
        };
        let mut line = says(t, [("lower_bound", json!(bound))]);
        if certificate == "chain" {
            line["distance"] = json!(1e301);
        }
        Some(disguised(line, rng))
    }),
    Kind::new("the start in contact denied, or claimed", &[], |t, rng| {
        let at_start = contact_time(&t.line)? == 0.0;
        Some(disguised(says(t, [("initial", json!(!at_start))]), rng))
    }),
    Kind::new("an end before the beginning", &[], |t, rng| {
        let certificate = kind(&t.line)?;
        let empty = certificate == "empty" && t.line.pointer("/proof/placement/motions").is_some();
        (empty || matches!(certificate, "chain" | "exit")).then_some(())?;
        let to = rng.between(0.0, 0.5);
        let mut line = says(
            t,
            [("t_lo", json!(rng.between(0.5, 1.0))), ("t_hi", json!(to))],
        );
        if certificate != "exit" && rng.flip() {
            line["free_from"] = json!(1.0);
        }
        if certificate == "chain" {
            line["query"] = json!("closest_approach");
        }
        Some(line)
    }),
    Kind::new("a time outside of the frame", &[], |t, rng| {
        matches!(kind(&t.line)?, "chain" | "exit").then_some(())?;
        let off = *rng.pick(&[5e-16, 0.25, 1e300]);
        Some(match rng.flip() {
            true => says(t, [("t_lo", json!(-off))]),
            false => says(t, [("t_hi", json!(1.0 + off))]),
        })
    }),
    Kind::new("a query that has no proofs", &[], |t, rng| {
        let query = *rng.pick(&["", "time_of_impacts", "penetration", "Intersect"]);
        Some(says(t, [("query", json!(query))]))
    }),
    Kind::new("a proof of two pieces for all", &[], |t, rng| {
        let all = ["separated", "inside"].contains(&t.line["verdict"].as_str()?);
        (all || kind(&t.line)? == "intervals").then_some(())?;
        let id = |n: u64| json!({"part": n, "triangle": 0});
        let two = json!([id(rng.below(9) as u64), id(0)]);
        Some(says(t, [("pieces", two)]))
    }),
    Kind::new("a plane that does not separate", &[], |t, rng| {
        let plane = other_plane(t.line.get("plane").filter(|plane| plane.is_object())?, rng)?;
        Some(disguised(says(t, [("plane", plane)]), rng))
    }),
    Kind::new("a plane of bodies that sweep", SWEPT, |t, rng| {
        let plane = other_plane(t.line.get("plane").filter(|plane| plane.is_object())?, rng)?;
        Some(says(t, [("plane", plane)]))
    }),
    Kind::new("a plane beside what proves none", &[], |t, rng| {
        let bare = !matches!(kind(&t.line)?, "plane" | "span" | "chain");
        // Bodies that are near each other are apart.
        let overlap = "/proof/certificate/chain/contact/overlap";
        let hit = t.line.pointer(overlap).is_some();
        let plane = json!({"normal": rng.direction(), "offset": 0.0});
        (bare || hit).then(|| says(t, [("plane", plane)]))
    }),
    Kind::new("a claim that belongs to another proof", &[], |t, rng| {
        let certificate = kind(&t.line)?;
        let (key, spoken_of): (_, &[&str]) = *rng.pick(&[
            (
                "distance",
                &["farther", "nearer", "chain", "empty"] as &[&str],
            ),
            ("safety_distance", &["farther", "nearer", "empty"]),
            ("tolerance", &["exit"]),
        ]);
        (!spoken_of.contains(&certificate)).then(|| disguised(says(t, [(key, json!(1.0))]), rng))
    }),
    Kind::new("another distance beside the right one", &[], |t, rng| {
        matches!(kind(&t.line)?, "farther" | "nearer").then_some(())?;
        let other = match t.line["query"].as_str()? {
            "within" => "safety_distance",
            _ => "distance",
        };
        Some(says(t, [(other, json!(-rng.between(1.0, 2.0)))]))
    }),
    Kind::new("a tolerance too small, or of nothing", &[], |t, rng| {
        (kind(&t.line)? == "exit").then_some(())?;
        let mut line = says(t, [("tolerance", json!(-rng.between(1e-9, 1.0)))]);
        if rng.flip() {
            line = disguised(line, rng);
        }
        Some(line)
    }),
    Kind::new("a distance below 0", &[], |t, rng| {
        let certificate = kind(&t.line)?;
        (matches!(certificate, "empty" | "chain")).then_some(())?;
        Some(disguised(
            says(t, [("distance", json!(-rng.between(1e-9, 1.0)))]),
            rng,
        ))
    }),
    Kind::new("a sweep without what it is about", SWEPT, |t, rng| {
        let mut line = unsaid(t, "about")?;
        line["about"] = json!(*rng.pick(&["hull", "hulls", "Motion"]));
        Some(line)
    }),
];

/// Questions about motions that turn by next to nothing, by end pose and by rotation vector.
pub fn tiny_turns() -> Vec<Value> {
    let sizes = [
        5e-324, 2.3e-308, 1e-200, 1e-160, 1e-154, 1e-110, 1e-99, 1e-97, 1e-77, 1e-17,
    ];
    let ways = [
        ([-6.0, 0.5, 0.0], [6.0, 0.0, 0.0]),
        ([-6.0, 3.0, 0.0], [6.0, 3.5, 0.0]),
    ];
    let still = motion([0.0; 3], [0.0; 3]);
    let unit = json!({"box": {"half_extents": [1, 1, 1]}});
    let room = json!({"box": {"half_extents": [3, 3, 3]}});
    let cube = json!({"box": {"half_extents": [0.25, 0.25, 0.25]}});
    let mut all = Vec::new();
    for (i, x) in sizes.into_iter().enumerate() {
        for by_pose in [true, false] {
            let turned = |[from, to]: [[f64; 3]; 2]| {
                let mut way = motion(from, to);
                match by_pose {
                    true => way["end"]["q"] = json!([x, 0.0, 0.0, 1.0]),
                    false => {
                        way["end"] = json!({"p": to});
                        way["turn"] = json!([x, 0.0, 0.0]);
                    }
                }
                if i % 2 == 1 {
                    way["pivot"] = json!([0.5, 0.0, 0.25]);
                }
                way
            };
            let mut ask = |query: &str, [a, b]: [&Value; 2], [of_a, of_b]: [&Value; 2]| {
                all.push(
                    json!({"query": query, "a": a, "b": b, "motion_a": of_a, "motion_b": of_b}),
                );
            };
            for (from, to) in ways {
                let way = turned([from, to]);
                for query in [
                    "time_of_impact",
                    "closest_approach",
                    "contact_intervals",
                    "extended_boxes_meet",
                    "interframe",
                ] {
                    ask(query, [&unit, &unit], [&still, &way]);
                }
                ask("closest_approach", [&unit, &cube], [&way, &still]);
            }
            for to in [[1.0, 0.5, 0.0], [6.0, 0.0, 0.0]] {
                let way = turned([[0.0, 0.5, 0.0], to]);
                ask("contains", [&room, &cube], [&still, &way]);
            }
        }
    }
    for case in &mut all {
        if case["query"] == "interframe" {
            (case["sweep"], case["frame"]) = (json!("certified"), json!("relative"));
        }
    }
    all
}
