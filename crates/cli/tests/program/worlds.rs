//! `interframe run` as a world: roles and filters, modes, threads, recordings.

use std::path::PathBuf;
use std::process::Output;

use crate::common::{json_lines, root, run, status, stderr, stdout};
use serde_json::{Value, json};

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("a path").to_owned()
}

fn run_scene(name: &str, scene: &Value, args: &[&str]) -> Output {
    let path = file(&format!("{name}.json"));
    std::fs::write(&path, scene.to_string()).expect("the scene is written");
    let mut all = vec!["run", &path];
    all.extend(args);
    run(&all, "")
}

fn lines_of(name: &str, scene: &Value, args: &[&str]) -> Vec<Value> {
    let mut all = vec!["--json"];
    all.extend(args);
    let output = run_scene(name, scene, &all);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    json_lines(&output)
}

/// A point at 1 a frame, through a gate from 0.4375 to 0.5625 and a wall from 2.1875 to 2.3125.
fn range() -> Value {
    let wall = |name: &str, x: f64| {
        json!({"name": name, "shape": {"box": {"half_extents": [0.0625, 4, 4]}},
               "pose": {"p": [x, 0, 0], "q": [0, 0, 0, 1]}})
    };
    json!({"name": "range", "frame_s": 0.25, "frames": 4, "bodies": [
        wall("gate", 0.5), wall("wall", 2.25),
        {"name": "point", "shape": {"vertices": [[0, 0, 0]]},
         "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}, "velocity": [4, 0, 0]}]})
}

fn met(lines: &[Value]) -> Vec<(&str, u64)> {
    let contacts = lines[..lines.len() - 1].iter();
    let met = contacts.map(|line| {
        let name = line["a"].as_str().expect("a name");
        (name, line["frame"].as_u64().expect("a frame"))
    });
    met.collect()
}

#[test]
fn a_sensor_stops_nobody() {
    let mut scene = range();
    scene["on_hit"] = json!("stop");
    assert_eq!(met(&lines_of("sensor-not", &scene, &[])), [("gate", 0)]);
    scene["bodies"][0]["role"] = json!("sensor");
    let lines = lines_of("sensor", &scene, &[]);
    assert_eq!(met(&lines), [("gate", 0), ("wall", 2)]);
}

#[test]
fn bodies_that_do_not_go_together_are_no_pairs() {
    let mut scene = range();
    scene["bodies"][0]["filter"] = json!({"category": 2, "mask": 4});
    let lines = lines_of("filter", &scene, &[]);
    assert_eq!(met(&lines), [("wall", 2)]);
    let summary = &lines[1]["summary"];
    assert_eq!(
        (&summary["pairs"], &summary["queries"]),
        (&1.into(), &4.into())
    );
    scene["bodies"][0]["filter"]["group"] = json!(7);
    scene["bodies"][2]["filter"] = json!({"group": 7});
    let lines = lines_of("group", &scene, &[]);
    assert_eq!(met(&lines), [("gate", 0), ("wall", 2)]);
    scene["bodies"][1]["filter"] = json!({"group": -7});
    scene["bodies"][2]["filter"] = json!({"group": -7});
    // 64 bits of a category, and proofs of the pairs that there are alone.
    scene["bodies"][0]["filter"] = json!({"category": u64::MAX, "mask": 1});
    let proofs = file("filter-proofs.jsonl");
    let lines = lines_of("groups", &scene, &["--certificate", &proofs]);
    assert_eq!(met(&lines), [("gate", 0)]);
    assert_eq!(lines[1]["summary"]["pairs"], 1);
    let verified = run(&["verify", &proofs], "");
    assert_eq!(status(&verified), 0, "{}", stdout(&verified));
    let text = std::fs::read_to_string(&proofs).expect("the proofs");
    assert_eq!(text.matches("\"query\"").count(), 4);
}

#[test]
fn mode_all_says_when_contacts_end() {
    let mut scene = range();
    scene["bodies"][2]["velocity"] = json!([1, 0, 0]);
    scene["frames"] = json!(10);
    let lines = lines_of("all", &scene, &["--mode", "all"]);
    assert_eq!(met(&lines), [("gate", 1), ("wall", 8)]);
    for (line, (enter, exit)) in lines.iter().zip([(0.4375, 0.5625), (2.1875, 2.3125)]) {
        let number = |value: &Value| value.as_f64().expect("a number");
        let at = |frame: &str, t: &Value| 0.25 * (number(&line[frame]) + number(t));
        assert!((at("frame", &line["t_lo"]) - enter).abs() < 1e-9, "{line}");
        assert!(
            (at("last_frame", &line["exit"][1]) - exit).abs() < 1e-6,
            "{line}"
        );
        assert_eq!(
            (&line["verdict"], &line["phase"]),
            (&json!("hit"), &json!("begin"))
        );
    }
    // The first contact alone is what mode first tells, with the same verdicts.
    assert_eq!(met(&lines_of("first", &scene, &[])), met(&lines));
    // A pass within one frame is one contact, which the poses alone do not see.
    let lines = lines_of("pass", &range(), &["--mode", "all"]);
    assert_eq!(met(&lines), [("gate", 0), ("wall", 2)]);
    assert_eq!(lines[0]["phase"], "pass");
    assert_eq!(lines[0]["seen_by_poses"], false);
    assert_eq!(met(&lines_of("poses", &range(), &["--mode", "poses"])), []);
    let text = stdout(&run_scene("all-text", &range(), &["--mode", "all"]));
    assert!(text.contains("0.437500 to 0.562500"), "{text}");
}

/// All but the times.
fn told(output: &Output) -> String {
    assert_eq!(status(output), 0, "{}", stderr(output));
    let text = stdout(output);
    let lines = text.lines().filter(|line| !line.starts_with("time: "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn threads_change_no_bit() {
    let scene = root("examples/scenes/projectiles.json");
    let scene = scene.to_str().expect("a path");
    for mode in ["first", "all", "poses"] {
        let answers = ["1", "2", "3"].map(|threads| {
            let record = file(&format!("threads-{mode}-{threads}.jsonl"));
            let args = [
                "run",
                scene,
                "--mode",
                mode,
                "--threads",
                threads,
                "--record",
                &record,
            ];
            let told = told(&run(&args, ""));
            (told, std::fs::read(&record).expect("a recording"))
        });
        assert!(answers[0].1.len() > 10_000);
        assert!(
            answers[0] == answers[1] && answers[0] == answers[2],
            "{mode}"
        );
    }
}

#[test]
fn a_recording_says_where_bodies_are_and_what_happened() {
    let mut scene = range();
    scene["bodies"][0]["role"] = json!("sensor");
    scene["bodies"][2]["spin"] = json!([0, 0, 40]);
    scene["on_hit"] = json!("stop");
    let (name, record) = ("recorded", file("recorded.jsonl"));
    let output = run_scene(name, &scene, &["--record", &record]);
    assert!(stderr(&output).contains("4 frames with 2 events recorded in"));
    let text = std::fs::read_to_string(&record).expect("a recording");
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 1 + 3 + 4 + 1);
    let head = &lines[0];
    assert_eq!(
        (&head["recording"], &head["version"]),
        (&json!("interframe"), &json!(1))
    );
    assert_eq!(
        (&head["frames"], &head["mode"]),
        (&json!(4), &json!("first"))
    );
    assert_eq!(
        (&lines[1]["role"], &lines[1]["static"]),
        (&json!("sensor"), &json!(true))
    );
    assert_eq!(
        lines[2]["shape"]["vertices"].as_array().map(Vec::len),
        Some(8)
    );
    assert_eq!(
        (&lines[3]["name"], &lines[3]["body"]),
        (&json!("point"), &json!(2))
    );
    let frames = &lines[4..8];
    assert_eq!(frames[1]["poses"][0][1], 2.0);
    assert_eq!(frames[0]["turns"][0], json!([2, 0.0, 0.0, 10.0]));
    let event = &frames[0]["events"][0];
    assert_eq!(
        (&event["a"], &event["b"], &event["phase"]),
        (&json!(0), &json!(2), &json!("begin"))
    );
    // It stops at the wall and does not move any more.
    assert_eq!(frames[2]["events"][0]["a"], 1);
    let t = frames[2]["stops"][0][1].as_f64().expect("a time");
    let turned = frames[2]["turns"][0][3].as_f64().expect("a turn");
    // Near, by at most the tolerance: 1e-6 of the radius of the wall, 5.66.
    assert!((t - 0.1875).abs() < 5.7e-6 && (turned - 10.0 * t).abs() < 1e-12);
    assert!((frames[2]["poses"][0][1].as_f64().expect("x") - 2.1875).abs() < 5.7e-6);
    assert_eq!(frames[3]["poses"], json!([]));
    assert_eq!(lines[8], json!({"end": true, "frames": 4, "events": 2}));
    // Copies name the shape of the first.
    scene["bodies"][2]["copies"] = json!({"count": 2, "step": [0, 9, 0]});
    assert_eq!(status(&run_scene(name, &scene, &["--record", &record])), 0);
    let text = std::fs::read_to_string(&record).expect("a recording");
    assert!(
        text.contains(r#"{"body":3,"name":"point-2","shape_of":2,"#),
        "{text}"
    );
}

/// What an event of a recording may say.
const OF_AN_EVENT: [&str; 17] = [
    "a",
    "b",
    "phase",
    "verdict",
    "reason",
    "t_lo",
    "t_hi",
    "exit",
    "contact",
    "gap",
    "point_a",
    "point_b",
    "normal",
    "separation_velocity",
    "sensor",
    "order_group",
    "parts",
];

/// What of it a run prints otherwise, or not at all: names, pieces, the end of the whole contact, and what is of a frame.
const OF_A_RECORDING: [&str; 7] = ["a", "b", "phase", "exit", "sensor", "order_group", "parts"];

/// The lines that a run of a file prints, and those that it records, all of them checked for order, groups and keys.
fn printed_and_recorded(scene: &str, args: &[&str]) -> (Vec<Value>, Vec<Value>) {
    let name = format!("{}{}", scene.replace('/', "-"), args.concat());
    let record = file(&format!("{name}.jsonl"));
    let mut all = vec!["run", scene, "--json", "--record", &record];
    all.extend(args);
    let output = run(&all, "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = std::fs::read_to_string(&record).expect("a recording");
    let recorded = text.lines().map(serde_json::from_str);
    let recorded: Vec<Value> = recorded.collect::<Result<_, _>>().expect("JSON");
    for frame in recorded.iter().filter(|line| line.get("frame").is_some()) {
        let (mut group, mut reached, mut before) = (0, f64::INFINITY, None);
        for event in frame["events"].as_array().expect("events") {
            let keys = event.as_object().expect("an object").keys();
            let unknown: Vec<_> = keys
                .filter(|k| !OF_AN_EVENT.contains(&k.as_str()))
                .collect();
            assert!(unknown.is_empty(), "{event}");
            let [low, high] = ["t_lo", "t_hi"].map(|key| event[key].as_f64().expect("a time"));
            let pair = ["a", "b"].map(|key| event[key].as_u64().expect("a body"));
            let place = Some((low, high, pair));
            assert!(pair[0] < pair[1] && before <= place, "{event}");
            group += u64::from(low > reached);
            reached = match before {
                None => high,
                Some(_) => high.max(reached),
            };
            assert_eq!(event["order_group"], group, "{event}");
            before = place;
        }
    }
    (json_lines(&output), recorded)
}

/// Every contact that is printed is recorded once, with the same bits, and nothing else begins; a contact of mode first
/// that lasts is recorded in every frame of it. The number of contacts.
fn assert_same(printed: &[Value], recorded: &[Value]) -> usize {
    let bodies = recorded[0]["bodies"].as_u64().expect("a count") as usize;
    let mode = recorded[0]["mode"].as_str().expect("a mode");
    let name = |body: &Value| &recorded[1 + body.as_u64().expect("a body") as usize]["name"];
    let mut begun = Vec::new();
    let mut lasts = Vec::new();
    for frame in &recorded[1 + bodies..recorded.len() - 1] {
        let mut events: Vec<&Value> = frame["events"].as_array().expect("events").iter().collect();
        events.sort_by_key(|event| ["a", "b"].map(|key| event[key].as_u64()));
        for event in events {
            let place = (&frame["frame"], name(&event["a"]), name(&event["b"]));
            match event["phase"].as_str() {
                Some("begin" | "pass") => begun.push((place, event)),
                Some("stay") => {
                    lasts.push((frame["frame"].as_u64().expect("a frame"), place.1, place.2))
                }
                _ => assert_eq!((&event["phase"], mode == "first"), (&json!("end"), false)),
            }
        }
    }
    let contacts = &printed[..printed.len() - 1];
    assert_eq!(contacts.len(), begun.len());
    let mut by_frame: Vec<&Value> = contacts.iter().collect();
    if mode == "first" {
        // With `on_hit: stop` a frame's contacts are printed as they come.
        by_frame.sort_by_key(|contact| contact["frame"].as_u64());
        begun.sort_by_key(|((frame, a, b), _)| (frame.as_u64(), a.as_str(), b.as_str()));
        by_frame.sort_by_key(|c| (c["frame"].as_u64(), c["a"].as_str(), c["b"].as_str()));
    }
    for (contact, (place, event)) in by_frame.into_iter().zip(&begun) {
        assert_eq!((&contact["frame"], &contact["a"], &contact["b"]), *place);
        for key in OF_AN_EVENT
            .iter()
            .filter(|key| !OF_A_RECORDING.contains(key))
        {
            assert_eq!(
                event.get(key),
                contact.get(key),
                "{key}: {event}, {contact}"
            );
        }
        if mode != "first" {
            for key in ["phase", "sensor", "order_group", "parts"] {
                assert_eq!(
                    event.get(key),
                    contact.get(key),
                    "{key}: {event}, {contact}"
                );
            }
            continue;
        }
        let parts = contact["pieces"].as_array().map(|pieces| {
            let parts = pieces
                .iter()
                .map(|piece| [&piece["part"], &piece["triangle"]]);
            json!(parts.collect::<Vec<_>>())
        });
        let parts = parts.filter(|parts| *parts != json!([[0, 0], [0, 0]]));
        assert_eq!(event.get("parts"), parts.as_ref(), "{event}, {contact}");
        let [first, last] =
            ["frame", "last_frame"].map(|key| contact[key].as_u64().expect("a frame"));
        for frame in first + 1..=last {
            let stay = (frame, &contact["a"], &contact["b"]);
            let found = lasts.iter().position(|place| *place == stay);
            lasts.swap_remove(found.unwrap_or_else(|| panic!("frame {frame} of {contact}")));
        }
    }
    assert!(mode != "first" || lasts.is_empty(), "{lasts:?}");
    contacts.len()
}

#[test]
fn a_recording_says_what_the_run_prints() {
    for (scene, modes, least) in [
        ("rocks", &["first", "all", "poses"][..], 5),
        ("blades", &["first", "all"], 5),
        ("projectiles", &["first"], 5),
        ("spinning_bullets", &["first"], 5),
        ("gearbox", &["first"], 5),
        ("canyon", &["first"], 5),
        ("yard", &["first", "poses"], 5),
    ] {
        let path = root(&format!("examples/scenes/{scene}.json"));
        let path = path.to_str().expect("a path");
        for mode in modes {
            let args = ["--mode", mode, "--threads"];
            let told = ["1", "2"].map(|threads| {
                let mut args = args.to_vec();
                args.push(threads);
                let (printed, recorded) = printed_and_recorded(path, &args);
                let contacts = assert_same(&printed, &recorded);
                assert!(contacts >= least, "{scene}, {mode}: {contacts}");
                recorded
            });
            assert!(told[0] == told[1], "{scene}, {mode}");
        }
    }
}

/// Balls of two parts that drop upon a floor: pieces are told as in every other run.
#[test]
fn bodies_that_stop_are_recorded_like_others() {
    let ball = |at: f64| {
        let sphere = |x: f64| json!({"sphere": {"radius": 0.5}, "pose": {"p": [x, 0, 0], "q": [0, 0, 0, 1]}});
        json!({"name": format!("ball {at}"), "shape": {"compound": [sphere(9.0), sphere(0.0)]},
               "pose": {"p": [at, at, 2], "q": [0, 0, 0, 1]}, "velocity": [0, 0, -10]})
    };
    let scene = json!({"name": "drop", "frame_s": 0.1, "frames": 3, "on_hit": "stop", "bodies": [
        {"name": "floor", "shape": {"box": {"half_extents": [5, 5, 1]}},
         "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}}, ball(0.0), ball(2.0)]});
    let path = file("drop.json");
    std::fs::write(&path, scene.to_string()).expect("the scene is written");
    let (printed, recorded) = printed_and_recorded(&path, &[]);
    assert_eq!(assert_same(&printed, &recorded), 2);
    let events = recorded[4]["events"].as_array().expect("events");
    for event in events {
        assert_eq!(event["parts"], json!([[0, 0], [1, 0]]), "{event}");
        assert_eq!(
            (&event["order_group"], &event["phase"]),
            (&json!(0), &json!("begin"))
        );
    }
    // Nobody moves any more.
    for frame in &recorded[5..7] {
        assert_eq!(
            (&frame["events"], &frame["poses"]),
            (&json!([]), &json!([]))
        );
    }
    // All three; the boxes of the one that is left when the first stops are apart.
    assert_eq!(printed[2]["summary"]["queries"], 3);
    let text = stdout(&run(&["run", &path], ""));
    let count =
        "pairs tested: 3, of 3 pairs in 3 frames as bodies stop, of which 1 were proved apart";
    assert!(text.contains(count), "{text}");
}

/// A gate that waits on its keyframes is hit and moves on only then, out of the contact that it has: that is one contact.
#[test]
fn what_is_hit_at_rest_and_starts_is_one_contact() {
    let mut scene = range();
    scene["on_hit"] = json!("stop");
    let at = |x: f64| json!({"p": [x, 0, 0], "q": [0, 0, 0, 1]});
    let gate = scene["bodies"][0].as_object_mut().expect("a body");
    gate.remove("pose");
    gate.insert(
        "keyframes".into(),
        json!([at(0.5), at(0.5), at(0.25), at(0.0), at(0.0)]),
    );
    let path = file("start.json");
    std::fs::write(&path, scene.to_string()).expect("the scene is written");
    let (printed, recorded) = printed_and_recorded(&path, &[]);
    assert_eq!(assert_same(&printed, &recorded), 1);
    assert_eq!(
        (&printed[0]["frame"], &printed[0]["last_frame"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(recorded[5]["events"][0]["phase"], "stay");
    let stop = &recorded[5]["stops"][0];
    assert!(stop[0] == 0 && stop[1].as_f64() < Some(1e-9), "{stop}");
}

#[test]
fn bad_values_are_named() {
    for (key, value, message) in [
        (
            "role",
            json!("ghost"),
            "`bodies[0].role`: unknown role `ghost`; known: solid, sensor",
        ),
        ("role", json!(3), "`bodies[0].role` must be a string"),
        (
            "filter",
            json!({"bits": 1}),
            "unknown key `bodies[0].filter.bits`",
        ),
        (
            "filter",
            json!({"mask": -1}),
            "`bodies[0].filter.mask` must be a whole number, not negative",
        ),
        (
            "filter",
            json!({"group": 1e10}),
            "`bodies[0].filter.group` must be a whole number of 32 bits",
        ),
    ] {
        let mut scene = range();
        scene["bodies"][0][key] = value;
        let output = run_scene("bad-value", &scene, &[]);
        assert_eq!(status(&output), 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    let mut stopping = range();
    stopping["on_hit"] = json!("stop");
    for (scene, args, message) in [
        (range(), vec!["--threads", "0"], "0 is not in 1..=256"),
        (
            range(),
            vec!["--mode", "some"],
            "[possible values: first, all, poses]",
        ),
        (
            range(),
            vec!["--mode", "all", "--capture", "x.jsonl"],
            "--capture needs mode first",
        ),
        (
            range(),
            vec!["--mode", "poses", "--certificate", "x.jsonl"],
            "--certificate needs mode first",
        ),
        (
            stopping,
            vec!["--mode", "all"],
            "`on_hit` is `stop` needs mode first",
        ),
        (
            range(),
            vec!["--record", "x.jsonl", "--capture", "x.jsonl"],
            "--capture and --record both name x.jsonl",
        ),
        (
            range(),
            vec!["--record", "no folder/x.jsonl"],
            "cannot write no folder/x.jsonl",
        ),
    ] {
        let output = run_scene("bad-flag", &scene, &args);
        assert_eq!(status(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}
