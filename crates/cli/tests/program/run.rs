//! `interframe run`: the committed scenes, determinism, and what is refused.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{json_lines, root, run, status, stderr, stdout};
use serde_json::Value;

/// A scene of one moving point and one plate; `body` and `top` are further keys.
fn scene(body: &str, top: &str) -> String {
    format!(
        r#"{{"name": "test", "frame_s": 0.25, "frames": 4{top}, "bodies": [
            {{"name": "plate", "shape": {{"box": {{"half_extents": [0.0625, 4, 4]}}}},
              "pose": {{"p": [0.5, 0, 0], "q": [0, 0, 0, 1]}}}},
            {{"name": "point", "shape": {{"vertices": [[0, 0, 0]]}}{body}}}]}}"#
    )
}

const FLYING: &str = r#", "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}, "velocity": [4, 0, 0]"#;

/// Writes a scene where cargo keeps what tests write, and runs it.
fn run_scene(name: &str, text: &str, args: &[&str]) -> Output {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json"));
    std::fs::write(&path, text).expect("the scene is written");
    let mut all = vec!["run", path.to_str().expect("a path")];
    all.extend(args);
    run(&all, "")
}

fn error_of(name: &str, text: &str) -> String {
    let output = run_scene(name, text, &[]);
    assert_eq!(status(&output), 2, "{text}");
    assert_eq!(stdout(&output), "");
    stderr(&output)
}

fn summary(lines: &[Value]) -> &Value {
    &lines.last().expect("a summary")["summary"]
}

#[test]
fn a_tunnelling_point_is_caught_once() {
    let lines = json_lines(&run_scene("tunnel", &scene(FLYING, ""), &["--json"]));
    assert_eq!(lines.len(), 2);
    let contact = &lines[0];
    assert_eq!(contact["frame"], 0);
    assert_eq!(contact["last_frame"], 0);
    assert_eq!(
        (&contact["a"], &contact["b"]),
        (&"plate".into(), &"point".into())
    );
    assert_eq!(contact["verdict"], "hit");
    assert_eq!(contact["contact"], "overlap");
    // The plate's near side is at 0.4375, and the point makes 1 a frame.
    let t = contact["t_lo"].as_f64().expect("a time");
    assert!((t - 0.4375).abs() < 1e-12, "{contact}");
    assert_eq!(contact["seen_by_poses"], false);
    let summary = summary(&lines);
    assert_eq!(summary["hits"], 1);
    assert_eq!(summary["hits_missed_by_poses"], 1);
    assert_eq!(summary["queries"], 4);
    assert_eq!(summary["proved_apart"], 3);
}

/// The rod freezes at the first plate; what would have hit it later in its way does not, and what
/// comes to where it froze does, in the same frame and in a later one.
#[test]
fn stopped_bodies_stay_where_they_met() {
    let rod = |name: &str, length: f64, p: &str, velocity: &str| {
        format!(
            r#"{{"name": "{name}", "shape": {{"vertices": [[-{length}, 0, 0], [0, 0, 0]]}}, "pose": {{"p": {p}, "q": [0, 0, 0, 1]}}, "velocity": {velocity}}}"#
        )
    };
    let plate = |name: &str, x: f64| {
        format!(
            r#"{{"name": "{name}", "shape": {{"box": {{"half_extents": [0.0625, 4, 4]}}}}, "pose": {{"p": [{x}, 0, 0], "q": [0, 0, 0, 1]}}}}"#
        )
    };
    let bodies = [
        plate("first", 0.5),
        plate("second", 0.75),
        // Of a frame of 0.25 s: 1 unit a frame, at the first plate at t = 0.4375.
        rod("flying", 0.25, "[0, 0, 0]", "[4, 0, 0]"),
        // Would pass the flying rod's way behind the plates at t = 0.9, and flies by.
        rod("late", 0.0, "[0.9, 0.9, 0]", "[0, -4, 0]"),
        // Where the flying rod froze, at t = 0.75 of the same frame,
        rod("soon", 0.0, "[0.375, 0.75, 0]", "[0, -4, 0]"),
        // and beside that in the third frame at t = 0.5.
        rod("then", 0.0, "[0.3125, -1.25, 0]", "[0, 2, 0]"),
    ];
    let text = format!(
        r#"{{"name": "test", "frame_s": 0.25, "frames": 4, "on_hit": "stop", "bodies": [{}]}}"#,
        bodies.join(", ")
    );
    let proofs = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("stop-proofs.jsonl");
    let proofs = proofs.to_str().expect("a path");
    let output = run_scene("stop", &text, &["--json", "--certificate", proofs]);
    let lines = json_lines(&output);
    let contacts: Vec<_> = lines[..lines.len() - 1]
        .iter()
        .map(|line| {
            let t = line["t_lo"].as_f64().expect("a time");
            let pair = [&line["a"], &line["b"]].map(|name| name.as_str().expect("a name"));
            (line["frame"].as_u64().expect("a frame"), pair, t)
        })
        .collect();
    let expected = [
        (0, ["first", "flying"], 0.4375),
        (0, ["flying", "soon"], 0.75),
        (2, ["flying", "then"], 0.5),
    ];
    assert_eq!(contacts.len(), expected.len(), "{contacts:?}");
    for (found, known) in contacts.iter().zip(expected) {
        assert_eq!((found.0, found.1), (known.0, known.1), "{contacts:?}");
        assert!((found.2 - known.2).abs() < 1e-6, "{contacts:?}");
    }
    let verified = run(&["verify", proofs], "");
    assert_eq!(status(&verified), 0, "{}", stdout(&verified));
    // A pair that is asked again in a frame has an id of its own each time.
    let text_of_proofs = std::fs::read_to_string(proofs).expect("the proofs");
    let lines = text_of_proofs
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let ids: Vec<String> = lines
        .filter_map(|line: Value| line["id"].as_str().map(str::to_owned))
        .collect();
    let again = ids
        .iter()
        .filter(|id| id.starts_with("frame 0 (2)"))
        .count();
    assert!(again > 0, "{ids:?}");
    let unique: std::collections::BTreeSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "{ids:?}");
    // Going on, the flying rod crosses the second plate too.
    let lines = json_lines(&run_scene(
        "go-on",
        &text.replace("stop", "record"),
        &["--json"],
    ));
    let crossed = |line: &&Value| line["a"] == "second" && line["b"] == "flying";
    assert_eq!(lines.iter().filter(crossed).count(), 1);
}

/// A turning bar on keyframes freezes like any other: half-way through its quarter turn.
#[test]
fn a_body_on_keyframes_stops_too() {
    let text = r#"{"name": "test", "frame_s": 0.25, "frames": 2, "on_hit": "stop", "bodies": [
        {"name": "post", "shape": {"vertices": [[0.5, 0.5, -1], [0.5, 0.5, 1]]},
         "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}},
        {"name": "bar", "shape": {"vertices": [[0, 0, 0], [1, 0, 0]]},
         "keyframes": [{"p": [0, 0, 0], "q": [0, 0, 0, 1]},
                       {"p": [0, 0, 0], "q": [0, 0, 0.7071067811865476, 0.7071067811865476]},
                       {"p": [0, 0, 0], "q": [0, 0, 0, 1]}]}]}"#;
    let lines = json_lines(&run_scene("stop-bar", text, &["--json"]));
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0]["frame"], 0);
    let t = lines[0]["t_lo"].as_f64().expect("a time");
    assert!((t - 0.5).abs() < 1e-5, "{lines:?}");
    // In the second frame nothing moves.
    assert_eq!(summary(&lines)["queries"], 1);
}

/// A quarter of the speed: the frame poses 0.25, 0.5, 0.75 include one inside the plate, in a
/// contact of two frames.
#[test]
fn a_slow_point_is_seen_by_the_poses_and_begins_once() {
    let slow = FLYING.replace("[4, 0, 0]", "[1, 0, 0]");
    let lines = json_lines(&run_scene("slow", &scene(&slow, ""), &["--json"]));
    assert_eq!(lines.len(), 2);
    assert_eq!(
        (&lines[0]["frame"], &lines[0]["last_frame"]),
        (&1.into(), &2.into())
    );
    assert_eq!(lines[0]["seen_by_poses"], true);
    assert_eq!(summary(&lines)["hits_missed_by_poses"], 0);
}

#[test]
fn turning_bodies_get_times_too() {
    let turning = format!("{FLYING}, \"spin\": [0, 0, 9], \"pivot\": [0, 0.5, 0]");
    let output = run_scene("turning", &scene(&turning, ""), &[]);
    assert_eq!(status(&output), 0);
    let text = stdout(&output);
    assert!(text.contains("hit (near)"), "{text}");
    assert!(
        text.contains("contacts that begin: 1 hit, 0 undecided"),
        "{text}"
    );
}

/// Gravity acts from the second frame on: after 4 frames of 1/4 s the point has fallen
/// (0 + 1 + 2 + 3) / 16 * 8 = 3 units, so a plate that starts 2.9 below is met in the last frame
/// (which covers 1.5 to 3), and the plate itself, being fixed, does not fall.
#[test]
fn gravity_is_added_at_each_frame_end_and_fixed_bodies_feel_none() {
    let text = scene(FLYING, r#", "gravity": [0, 0, -8]"#).replace(
        r#""shape": {"box": {"half_extents": [0.0625, 4, 4]}},
              "pose": {"p": [0.5, 0, 0]"#,
        r#""shape": {"box": {"half_extents": [40, 40, 0.0625]}},
              "pose": {"p": [0, 0, -2.9]"#,
    );
    let lines = json_lines(&run_scene("gravity", &text, &["--json"]));
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["frame"], 3);
}

#[test]
fn keyframes_replace_velocity() {
    let poses: Vec<_> = [0.0, 0.1, 0.2, 0.9, 1.0]
        .iter()
        .map(|x| format!(r#"{{"p": [{x}, 0, 0], "q": [0, 0, 0, 1]}}"#))
        .collect();
    let keyed = format!(", \"keyframes\": [{}]", poses.join(", "));
    let lines = json_lines(&run_scene("keyed", &scene(&keyed, ""), &["--json"]));
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["frame"], 2);
    let output = run_scene("keyed_longer", &scene(&keyed, ""), &["--frames", "5"]);
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("the keyframes of `point` end after 4 frames"));
    let short = format!(", \"keyframes\": [{}]", poses[1..].join(", "));
    assert!(error_of("keyed_short", &scene(&short, "")).contains("4 poses for 4 frames"));
    let both = format!("{keyed}, \"velocity\": [1, 0, 0]");
    assert!(error_of("keyed_both", &scene(&both, "")).contains("`bodies[1].velocity`"));
}

/// The jitter's first draws from seed 0, by the generator as it is documented.
#[test]
fn copies_are_shifted_and_jittered_as_documented() {
    let copies = format!(
        "{FLYING}, \"copies\": {{\"count\": 3, \"step\": [0, 3, 0], \
         \"jitter\": {{\"seed\": 0, \"position\": 0.5}}}}"
    );
    let lines = json_lines(&run_scene("copies", &scene(&copies, ""), &["--json"]));
    // Copies at y = 0, 3, 6, each within 0.5; the plate ends at y = 4.
    let names: Vec<_> = lines.iter().filter_map(|line| line["b"].as_str()).collect();
    assert_eq!(names, ["point-1", "point-2"]);
    let mut state = 0u64;
    let mut draw = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        2.0 * ((z >> 11) as f64 / 9_007_199_254_740_992.0) - 1.0
    };
    for (copy, line) in lines[..2].iter().enumerate() {
        let drawn: Vec<f64> = (0..9).map(|_| draw()).collect();
        // The path is parallel to x, so every common point has the copy's y and z.
        let point = &line["point"];
        let (y, z) = (3.0 * copy as f64 + 0.5 * drawn[1], 0.5 * drawn[2]);
        assert!((point[1].as_f64().expect("y") - y).abs() < 1e-12, "{line}");
        assert!((point[2].as_f64().expect("z") - z).abs() < 1e-12, "{line}");
    }
}

#[test]
fn bad_scenes_name_file_and_key() {
    let good = scene(FLYING, "");
    for (name, text, message) in [
        (
            "pause",
            scene(FLYING, r#", "on_hit": "pause""#),
            "unknown `pause`; known: record, stop",
        ),
        (
            "extra",
            scene(FLYING, r#", "wind": 1"#),
            "unknown key `wind`",
        ),
        (
            "mass",
            scene(&format!("{FLYING}, \"mass\": 1"), ""),
            "unknown key `bodies[1].mass`",
        ),
        (
            "nan",
            good.replace("[4, 0, 0]", "[4, NaN, 0]"),
            "key `bodies[1].velocity[1]` is NaN",
        ),
        (
            "frames",
            good.replace("\"frames\": 4", "\"frames\": -4"),
            "key `frames` must be a whole number",
        ),
        (
            "no_frames",
            good.replace("\"frames\": 4,", ""),
            "missing key `frames`",
        ),
        ("frame_s", good.replace("0.25", "0"), "key `frame_s`"),
        (
            "names",
            good.replace("\"point\"", "\"plate\""),
            "a second body `plate`",
        ),
        ("pose", scene("", ""), "missing key `bodies[1].pose`"),
        (
            "mesh",
            good.replace(r#"{"vertices": [[0, 0, 0]]}"#, r#"{"mesh": "none.obj"}"#),
            "key `bodies[1].shape.mesh`",
        ),
        (
            "far",
            good.replace("[4, 0, 0]", "[1e308, 0, 0]")
                .replace("0.25", "1e3"),
            "point",
        ),
    ] {
        let error = error_of(name, &text);
        assert!(error.contains(message), "{error}");
        assert!(error.contains(&format!("{name}.json: ")), "{error}");
    }
    let output = run(&["run", "missing.json"], "");
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("missing.json: "));
}

fn without_time(text: &str) -> String {
    let kept = text.lines().filter(|line| !line.starts_with("time: "));
    kept.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_projectiles_cross_plates_that_the_poses_alone_miss() {
    let path = root("examples/scenes/projectiles.json");
    let path = path.to_str().expect("a path");
    let first = run(&["run", path], "");
    assert_eq!(status(&first), 0, "{}", stderr(&first));
    let second = run(&["run", path], "");
    assert_eq!(
        without_time(&stdout(&first)),
        without_time(&stdout(&second))
    );

    let lines = json_lines(&run(&["run", path, "--json"], ""));
    let (contacts, summary) = (&lines[..lines.len() - 1], summary(&lines));
    let count = |key: &str| summary[key].as_u64().expect("a count");
    assert_eq!(contacts.len() as u64, count("hits"));
    assert_eq!(count("undecided"), 0);
    assert!(count("hits") >= 30, "{summary}");
    assert!(
        10 * count("hits_missed_by_poses") >= 9 * contacts.len() as u64,
        "nearly all are missed: {summary}"
    );
    for contact in contacts {
        // Rocks are thrown without spin: where both do not turn, the answer is exact.
        let exact = ["a", "b"].iter().all(|key| {
            let name = contact[key].as_str().expect("a name");
            ["rock", "near", "turned", "leaning", "slat"]
                .iter()
                .any(|kind| name.starts_with(kind))
        });
        let overlap = contact["contact"] == "overlap";
        assert!(overlap || !exact, "{contact}");
        let times = ["t_lo", "t_hi"].map(|key| contact[key].as_f64().expect("a time"));
        assert!(0.0 <= times[0] && times[0] <= times[1] && times[1] <= 1.0);
    }
}

/// Whole turns within a frame: blades against rods and bolts, rifled bullets against plates.
#[test]
fn blades_and_spinning_bullets_are_decided() {
    for (scene, least) in [
        ("examples/scenes/blades.json", 6),
        ("examples/scenes/spinning_bullets.json", 20),
    ] {
        let path = root(scene);
        let lines = json_lines(&run(&["run", path.to_str().expect("a path"), "--json"], ""));
        let summary = summary(&lines);
        assert_eq!(summary["undecided"], 0, "{summary}");
        let count = |key: &str| summary[key].as_u64().expect("a count");
        assert!(count("hits") >= least, "{summary}");
        assert!(
            count("hits_missed_by_poses") * 2 > count("hits"),
            "{summary}"
        );
    }
}

#[test]
fn rocks_that_do_not_turn_give_exact_answers_only() {
    let path = root("examples/scenes/rocks.json");
    let lines = json_lines(&run(&["run", path.to_str().expect("a path"), "--json"], ""));
    let summary = summary(&lines);
    assert_eq!(summary["undecided"], 0);
    assert!(summary["hits"].as_u64() > Some(10), "{summary}");
    let missed = summary["hits_missed_by_poses"].as_u64();
    assert!(
        missed > Some(5) && missed < summary["hits"].as_u64(),
        "{summary}"
    );
}

/// The lines of a capture file, and what `query` answers to them; ids are the same in both.
fn captured(scene: &Path, name: &str, args: &[&str]) -> (Output, Vec<Value>, Vec<Value>) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (scene, file) = (
        scene.to_str().expect("a path"),
        file.to_str().expect("a path"),
    );
    let mut all = vec!["run", scene, "--json", "--capture", file];
    all.extend(args);
    let ran = run(&all, "");
    assert_eq!(status(&ran), 0, "{}", stderr(&ran));
    let text = std::fs::read_to_string(file).expect("the capture file");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect();
    let asked = run(&["query", file, "--json"], "");
    assert_eq!(status(&asked), 0, "{}", stderr(&asked));
    let answers = json_lines(&asked);
    let ids = |list: &[Value]| list.iter().map(|x| x["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&lines), ids(&answers));
    assert!(
        stderr(&ran).contains(&format!("{} queries captured in {file}", lines.len())),
        "{}",
        stderr(&ran)
    );
    (ran, lines, answers)
}

/// Every contact's first frame is in the file with the run's verdict, and so are its other frames.
fn check_capture(scene: &str, name: &str) {
    let (ran, _, answers) = captured(&root(scene), name, &[]);
    let lines = json_lines(&ran);
    let (contacts, summary) = (&lines[..lines.len() - 1], summary(&lines));
    let count = |key: &str| summary[key].as_u64().expect("a count");
    assert_eq!(
        answers.len() as u64,
        count("queries") - count("proved_apart")
    );
    assert!(answers.iter().all(|x| x["verdict"] != "separated"));
    assert!(contacts.len() > 10);
    for contact in contacts {
        let text = |key: &str| contact[key].as_str().expect("a name").to_owned();
        let frames = ["frame", "last_frame"].map(|key| contact[key].as_u64().expect("a frame"));
        for frame in frames[0]..=frames[1] {
            let id = format!("frame {frame}: {}, {}", text("a"), text("b"));
            let mut found = answers.iter().filter(|x| x["id"] == id.as_str());
            let answer = found.next().expect("the query was captured");
            assert!(found.next().is_none(), "{id} twice");
            // The run tells of the first frame's answer.
            assert!(
                frame > frames[0] || answer["verdict"] == contact["verdict"],
                "{id}: {answer} and {contact}"
            );
        }
    }
}

#[test]
fn captured_rocks_ask_the_run_s_queries_again() {
    check_capture("examples/scenes/rocks.json", "rocks.jsonl");
}

#[test]
fn captured_projectiles_ask_the_run_s_queries_again() {
    check_capture("examples/scenes/projectiles.json", "projectiles.jsonl");
}

/// Bullets, rocks and balls over a height field: all that meets it is in contact with a triangle that is there.
#[test]
fn captured_canyon_names_triangles() {
    check_capture("examples/scenes/canyon.json", "canyon.jsonl");
    check_pieces("canyon.jsonl", "triangle", 2 * 60 * 40);
}

/// Compounds that turn, and bolts among them.
#[test]
fn captured_gearbox_names_parts() {
    check_capture("examples/scenes/gearbox.json", "gearbox.jsonl");
    check_pieces("gearbox.jsonl", "part", 25);
}

/// The answers of a capture file name pieces by numbers below this, several of them.
fn check_pieces(name: &str, key: &str, below: u64) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let answers = json_lines(&run(
        &["query", file.to_str().expect("a path"), "--json"],
        "",
    ));
    let mut seen = std::collections::BTreeSet::new();
    for answer in answers.iter().filter(|x| x["verdict"] == "hit") {
        for piece in answer["pieces"].as_array().into_iter().flatten() {
            seen.insert(piece[key].as_u64().expect("a number"));
        }
    }
    assert!(
        seen.len() > 5 && seen.iter().all(|&piece| piece < below),
        "{seen:?}"
    );
}

#[test]
fn capture_all_keeps_what_was_proved_apart() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("capture_all.json");
    std::fs::write(&path, scene(FLYING, "")).expect("the scene is written");
    let (_, lines, answers) = captured(&path, "capture_all.jsonl", &["--capture-all"]);
    let verdicts: Vec<_> = answers.iter().map(|x| x["verdict"].clone()).collect();
    assert_eq!(verdicts, ["hit", "separated", "separated", "separated"]);
    assert_eq!(lines[1]["id"], "frame 1: plate, point");
    let (_, lines, answers) = captured(&path, "capture.jsonl", &[]);
    assert_eq!((lines.len(), answers.len()), (1, 1));
    assert_eq!(answers[0]["verdict"], "hit");
}

#[test]
fn a_capture_that_cannot_be_written_is_an_error() {
    let path = root("examples/scenes/rocks.json");
    let path = path.to_str().expect("a path");
    let nowhere = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no folder/x.jsonl");
    let output = run(
        &["run", path, "--capture", nowhere.to_str().expect("a path")],
        "",
    );
    assert_eq!(status(&output), 2);
    assert_eq!(stdout(&output), "");
    let error = stderr(&output);
    assert!(
        error.contains("cannot write") && error.contains("x.jsonl"),
        "{error}"
    );
    let output = run(&["run", path, "--capture-all"], "");
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("--capture"));
}
