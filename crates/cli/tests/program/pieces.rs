//! Bodies of several pieces in every query of a case file: what is known in closed form, and what is refused.

use serde_json::{Value, json};

use crate::common::{json_lines, run, status};

const KINDS: [&str; 3] = ["compound", "trimesh", "height_field"];

/// The square from (-2, -2, 0) to (2, 2, 0), as the top of two blocks, one unit thick, or as a surface.
fn square(kind: &str) -> Value {
    let block = |x: f64| json!({"box": {"half_extents": [1, 2, 0.5]}, "pose": {"p": [x, 0, -0.5], "q": [0, 0, 0, 1]}});
    match kind {
        "compound" => json!({"compound": [block(-1.0), block(1.0)]}),
        "trimesh" => json!({"trimesh": {
            "vertices": [[-2, -2, 0], [2, -2, 0], [2, 2, 0], [-2, 2, 0]], "triangles": [[0, 1, 2], [0, 2, 3]]
        }}),
        _ => json!({"height_field": {
            "rows": [[0, 0, 0], [0, 0, 0], [0, 0, 0]], "spacing": [2, 2], "origin": [-2, -2]
        }}),
    }
}

fn pose(z: f64) -> Value {
    json!({"p": [0.5, 1, z], "q": [0, 0, 0, 1]})
}

/// A query about the square and a ball of radius 1/2 above it, which of the two is A by `swapped`; with further keys.
fn asked(query: &str, kind: &str, swapped: bool, ball: &Value, more: &Value) -> Value {
    let moves = ball.get("start").is_some();
    let here = json!({"p": [0, 0, 0], "q": [0, 0, 0, 1]});
    let still = if moves {
        json!({"start": here, "end": here})
    } else {
        here
    };
    let mut bodies = [
        (square(kind), still),
        (json!({"sphere": {"radius": 0.5}}), ball.clone()),
    ];
    if swapped {
        bodies.reverse();
    }
    let [(a, of_a), (b, of_b)] = bodies;
    let place = if moves { "motion" } else { "pose" };
    let mut line = json!({"id": query, "query": query, "a": a, "b": b});
    line[format!("{place}_a")] = of_a;
    line[format!("{place}_b")] = of_b;
    for (key, value) in more.as_object().expect("keys") {
        line[key] = value.clone();
    }
    line
}

/// Falls through the square: touches it at t = 0.375.
fn fall() -> Value {
    json!({"start": pose(2.0), "end": pose(-2.0)})
}

fn answers(lines: &[Value]) -> Vec<Value> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let output = run(&["query", "-", "--json"], &text);
    let found = json_lines(&output);
    assert_eq!(found.len(), lines.len());
    found
}

fn number(found: &Value, path: &str) -> f64 {
    found
        .pointer(path)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("{path}: {found}"))
}

/// Every query that takes such bodies, of every kind of them, on either side.
#[test]
fn what_is_taken_is_answered() {
    let none = json!({});
    for kind in KINDS {
        for swapped in [false, true] {
            let ask =
                |query: &str, ball: Value, more: &Value| asked(query, kind, swapped, &ball, more);
            let lines = [
                ask("intersect", pose(0.5), &none),
                ask("intersect", pose(0.5000001), &none),
                ask("distance", pose(1.0), &none),
                ask("within", pose(1.0), &json!({"distance": 0.5})),
                ask("within", pose(1.0), &json!({"distance": 0.4999999})),
                ask("penetration", pose(0.25), &none),
                ask("contact_manifold", pose(0.375), &none),
                ask("time_of_impact", fall(), &none),
                ask("contact_intervals", fall(), &none),
                ask(
                    "interframe",
                    json!({"start": pose(2.0), "end": pose(0.75)}),
                    &json!({"sweep": "certified"}),
                ),
            ];
            let found = answers(&lines);
            for (line, one) in lines.iter().zip(&found) {
                assert_eq!(one["error"].as_str(), None, "{kind}: {line} {one}");
            }
            let [
                touch,
                beside,
                apart,
                within,
                farther,
                deep,
                manifold,
                met,
                intervals,
                free,
            ] = &found[..]
            else {
                panic!("ten answers");
            };
            let say = |one: &Value| one["verdict"].as_str().expect("a verdict").to_owned();
            assert_eq!(
                [touch, beside, within, farther, free].map(say),
                ["hit", "separated", "hit", "separated", "separated"]
            );
            // From A to B: up where B is the ball.
            let up = if swapped { -1.0 } else { 1.0 };
            assert!((number(apart, "/separation") - 0.5).abs() < 1e-12);
            assert!((number(deep, "/depth") - 0.25).abs() < 1e-12, "{deep}");
            assert!((number(deep, "/normal/2") - up).abs() < 1e-9, "{deep}");
            assert!(
                (number(manifold, "/normal/2") - up).abs() < 1e-9,
                "{manifold}"
            );
            assert!((number(met, "/t_hi") - 0.375).abs() < 1e-5, "{met}");
            let ends = if kind == "compound" { 0.875 } else { 0.625 };
            assert!(
                (number(intervals, "/intervals/0/0/1") - 0.375).abs() < 1e-5,
                "{intervals}"
            );
            assert!(
                (number(intervals, "/intervals/0/1/0") - ends).abs() < 1e-5,
                "{intervals}"
            );
            // The ball is above one piece, which answers name.
            let side = usize::from(swapped);
            for one in [touch, apart, within, deep, met] {
                let piece = &one["pieces"][side];
                let number = if kind == "compound" {
                    &piece["part"]
                } else {
                    &piece["triangle"]
                };
                let right = match kind {
                    "compound" => 1,
                    "trimesh" => 1,
                    // Cell (1, 1), whose triangle 1 is that of the upper left.
                    _ => 7,
                };
                assert_eq!(number, &json!(right), "{kind}: {one}");
                assert_eq!(one["pieces"][1 - side], json!({"part": 0, "triangle": 0}));
            }
        }
    }
}

#[test]
fn a_convex_body_contains_all_pieces_or_not() {
    for kind in KINDS {
        let ask = |half: f64| {
            json!({"id": "in", "query": "contains", "a": {"box": {"half_extents": [3, 3, half]}}, "b": square(kind),
                   "pose_a": pose(0.0), "pose_b": pose(0.0)})
        };
        let found = answers(&[ask(1.0), ask(0.75)]);
        assert_eq!(found[0]["verdict"], "inside", "{kind}");
        // The blocks reach below it.
        let within = if kind == "compound" {
            "not_inside"
        } else {
            "inside"
        };
        assert_eq!(found[1]["verdict"], within, "{kind}");
    }
}

/// What no query about several pieces is, with the body and the reason named.
#[test]
fn what_is_not_taken_says_so() {
    let none = json!({});
    let pointing = json!({"direction": [0, 0, 1]});
    for kind in KINDS {
        for swapped in [false, true] {
            let body = if swapped { "b" } else { "a" };
            let ask =
                |query: &str, ball: Value, more: &Value| asked(query, kind, swapped, &ball, more);
            let mut lines = vec![
                ask("distance", pose(1.0), &json!({"method": "mpr"})),
                ask("penetration", pose(0.25), &json!({"method": "mpr"})),
                ask("interframe", fall(), &json!({"sweep": "full"})),
                ask("extended_boxes_meet", fall(), &none),
            ];
            // Of A only: B may be inside, and a ball as A would be refused for its radius.
            if !swapped {
                let only = ["contains", "minkowski_difference", "minkowski_sum"];
                lines.extend(only.map(|query| ask(query, pose(0.0), &none)));
                lines.push(ask("penetration", pose(0.25), &pointing));
                lines.push(ask("contains", fall(), &none));
            }
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let output = run(&["query", "-", "--json"], &text);
            assert_eq!(status(&output), 2);
            for (line, one) in lines.iter().zip(json_lines(&output)) {
                let error = one["error"]
                    .as_str()
                    .unwrap_or_else(|| panic!("{line} {one}"));
                let named = error.contains(&format!("body {body}"))
                    && error.contains("is of several pieces")
                    && error.contains("docs/guide/MESHES.md");
                assert!(named, "{line}: {error}");
                let sweep = error.contains("other than `certified`");
                assert_eq!(sweep, line["query"] == "interframe", "{error}");
            }
        }
    }
}
