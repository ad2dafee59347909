//! `interframe schema` of `run`, `replay`, `inspect` and its parts: what the program writes fits, and spoiled lines do not.

use std::collections::BTreeMap;
use std::path::PathBuf;

use interframe::{AdvanceOptions, FrameContact, Mode, Response, Serial};
use nalgebra::Vector3;
use serde_json::{Value, json};

use crate::captured_frames::world;
use crate::common::{json_lines, root, run, status, stderr};
use crate::fits::{Loose, Spoiled, fits, only_true_ones_fit, schema, spoiled};
use crate::inspect::CUBE;

fn written(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path.to_str().expect("a path").to_owned()
}

fn printed(args: &[&str], input: &str) -> Vec<Value> {
    let output = run(args, input);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    json_lines(&output)
}

/// Lines by the keys that they have, one of each set.
fn one_of_each(lines: Vec<Value>) -> BTreeMap<String, Value> {
    let keys = |line: &Value| {
        let entries = line.as_object().expect("an object").iter();
        let keys = entries.map(|(key, value)| format!("{key} {}", value.is_null()));
        keys.collect::<Vec<_>>().join(" ")
    };
    lines.into_iter().map(|line| (keys(&line), line)).collect()
}

/// Two contacts: of a box that a ball flies through, and of a sensor that it starts in.
const STARTS_INSIDE: &str = r#"{"name": "a start inside", "frame_s": 0.02, "frames": 2, "bodies": [
    {"name": "wall", "shape": {"box": {"half_extents": [0.1, 2, 2]}}, "pose": {"p": [5, 0, 0], "q": [0, 0, 0, 1]}},
    {"name": "zone", "role": "sensor", "shape": {"box": {"half_extents": [1, 1, 1]}}, "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}},
    {"name": "ball", "shape": {"sphere": {"radius": 0.05}}, "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}, "velocity": [300, 0, 0]}]}"#;

#[test]
fn every_line_of_a_run_fits_and_no_spoiled_one_does() {
    let schema = schema(&["run"]);
    let inside = written("starts-inside.json", STARTS_INSIDE);
    let scene = |name: &str| {
        let path = root(&format!("examples/scenes/{name}.json"));
        path.to_str().expect("a path").to_owned()
    };
    let mut lines = Vec::new();
    for mode in ["first", "all", "poses"] {
        for scene in [
            &inside,
            &scene("blades"),
            &scene("gearbox"),
            &scene("projectiles"),
        ] {
            let args = ["run", scene, "--json", "--frames", "12", "--mode", mode];
            lines.extend(printed(&args, ""));
        }
    }
    lines.extend(printed(&["run", &scene("canyon"), "--json"], ""));
    for line in &lines {
        assert!(fits(&schema, &schema, line), "{line}");
    }
    let kinds = one_of_each(lines);
    let all = kinds.keys().cloned().collect::<String>();
    for key in [
        "summary", "exit", "depth", "features", "pieces", "parts", "sensor", "phase",
    ] {
        assert!(all.contains(key), "no line has {key}");
    }
    let loose = Loose {
        optional: &[
            "reason",
            "contact",
            "initial",
            "gap",
            "depth",
            "separation_velocity",
            "point_a",
            "point_b",
            "point",
            "normal",
            "features",
            "pieces",
            "parts",
            "sensor",
            "exit",
        ],
        closed: &["pieces"],
        texts: &["a", "b", "scene"],
        numbers: &["separation_velocity", "depth"],
        lengths: &[
            "gap",
            "time_s",
            "boxes_s",
            "broad_phase_s",
            "narrow_phase_s",
            "events_s",
            "frame_median_ms",
            "frame_p999_ms",
            "frame_slowest_ms",
        ],
        ..Loose::default()
    };
    for line in kinds.values() {
        only_true_ones_fit(&schema, line, &loose);
    }
}

#[test]
fn every_line_of_a_replay_fits_and_no_spoiled_one_does() {
    let schema = schema(&["replay"]);
    let (world, motions) = world();
    let mut captured = Vec::new();
    for mode in [Mode::First, Mode::All, Mode::Poses] {
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        captured.push(world.capture(&motions, &options));
    }
    let options = AdvanceOptions {
        max_changes: 1,
        ..AdvanceOptions::default()
    };
    let redirect = Response::Redirect {
        travel: Vector3::new(0.4, 0.0, 0.5),
        turn: Vector3::zeros(),
        pivot: Vector3::zeros(),
    };
    let mut count = 0;
    let mut respond = |_: &FrameContact<'_>| {
        count += 1;
        [redirect, [Response::Stop, redirect][count % 2]]
    };
    let mut passed = world.clone();
    let frame = passed.advance_with_responses(&motions, &options, &Serial, &mut respond);
    let responses = frame.expect("a frame").responses;
    captured.push(world.capture_with_responses(&motions, &options, &responses));
    let lines = printed(&["replay", "-"], &captured.join("\n"));
    for line in &lines {
        assert!(fits(&schema, &schema, line), "{line}");
    }
    let kinds = one_of_each(lines);
    assert_eq!(kinds.len(), 3);
    let loose = Loose {
        nullable: &["point_a", "point_b", "event/normal", "separation_velocity"],
        numbers: &["separation_velocity"],
        lengths: &["gap"],
        ..Loose::default()
    };
    for line in kinds.values() {
        only_true_ones_fit(&schema, line, &loose);
    }
}

const PARTS: &str = r#"[
    {"name": "core", "box": {"half_extents": [0.4, 0.4, 0.4]}, "scale": 1.25, "rounding": 0},
    {"name": 2, "vertices": [[0,0,0], [1,0,0], [0,1,0], [0,0,1]], "pose": {"p": [0,0,0.5], "q": [0,0,0,1]}},
    {"yaw_cuboid": {"corners": [[0,0], [1,0], [1,1], [0,1]], "z": [0, 1]}, "scale": [1, -1, 2]}]"#;

#[test]
fn the_report_of_an_inspection_fits_and_no_spoiled_one_does() {
    let schema = schema(&["inspect"]);
    let parts = written("schema-parts.json", PARTS);
    let cube = written("schema-cube.off", CUBE);
    let open = written(
        "schema-open.off",
        "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
    );
    let loose = Loose {
        optional: &["rim"],
        nullable: &["undercut_at_most", "undercut_seen"],
        numbers: &["volume_of_parts", "volume_of_mesh"],
        lengths: &["undercut_at_most", "undercut_seen", "deepest_overlap"],
        ..Loose::default()
    };
    for (mesh, has_rim) in [(&cube, false), (&open, true)] {
        let report = printed(&["inspect", mesh, &parts, "--json"], "").remove(0);
        assert_eq!(report["mesh"].get("rim").is_some(), has_rim, "{report}");
        only_true_ones_fit(&schema, &report, &loose);
    }
}

#[test]
fn the_schema_of_parts_refuses_what_the_program_refuses() {
    let schema = schema(&["parts"]);
    let cube = written("schema-whole-cube.off", CUBE);
    let agrees = |parts: &Value, what: &str| {
        let file = written("schema-spoiled-parts.json", &parts.to_string());
        let output = run(&["inspect", &cube, &file], "");
        let is_read = status(&output) == 0;
        let why = stderr(&output);
        assert_eq!(is_read, fits(&schema, &schema, parts), "{what}: {why}");
        is_read
    };
    let list: Value = serde_json::from_str(PARTS).expect("JSON");
    let mut unnamed = list.clone();
    for part in unnamed.as_array_mut().expect("a list") {
        part.as_object_mut().expect("an object").remove("name");
    }
    let compound = json!({"compound": unnamed, "scale": 2, "rounding": 0});
    for parts in [&list, &compound] {
        assert!(agrees(parts, "as it is"));
        for Spoiled { value, what } in spoiled(parts) {
            agrees(&value, &what);
        }
    }
    for refused in [
        json!([]),
        json!({"compound": []}),
        json!([{"sphere": {"radius": 1}}]),
        json!({"compound": [{"compound": unnamed}]}),
        json!([{"trimesh": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}}]),
        json!([{"mesh": "cube.off"}]),
        json!({"compound": list}),
    ] {
        assert!(!agrees(&refused, "another shape"), "{refused}");
    }
}
