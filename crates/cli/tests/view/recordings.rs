//! Recordings that are not whole, or say what cannot be: each is reported with its file and line.

use serde_json::{Value, json};

use crate::common::{run, status, stderr, stdout};
use crate::pages::{data_of, folder};

/// The status and what is said of a recording with these lines.
fn viewed(name: &str, lines: &[Value]) -> (i32, String, Vec<u8>) {
    let path = folder().join(format!("recording-{name}.jsonl"));
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&path, text.join("\n")).expect("a recording is written");
    let output = run(&["view", path.to_str().expect("a path"), "--out", "-"], "");
    (status(&output), stderr(&output), output.stdout)
}

fn good() -> Vec<Value> {
    let at = |k: usize, x: f64| json!({"body": k, "name": format!("ball {k}"), "shape": {"sphere": {"radius": 1}}, "pose": {"p": [x, 0, 0], "q": [0, 0, 0, 1]}});
    let frame = |k: u64, events: Value| json!({"frame": k, "poses": [[1, 10.0 - k as f64, 0, 0, 0, 0, 0, 1]], "events": events});
    let event = json!({"a": 0, "b": 1, "phase": "begin", "verdict": "hit", "contact": "near", "t_lo": 0.25, "t_hi": 0.5});
    vec![
        json!({"recording": "interframe", "version": 1, "scene": "two balls", "frame_s": 0.1, "frames": 3, "bodies": 2, "mode": "all"}),
        at(0, 0.0),
        at(1, 11.0),
        frame(0, json!([])),
        frame(1, json!([event])),
        frame(2, json!([])),
        json!({"end": true, "frames": 3, "events": 1}),
    ]
}

#[test]
fn a_whole_recording_is_shown_without_a_word() {
    let (code, said, page) = viewed("good", &good());
    assert_eq!((code, said.as_str()), (0, ""));
    let data = data_of(&String::from_utf8(page).expect("text"));
    assert_eq!(data["views"][0].get("odd"), None);
    assert_eq!(data["views"][0]["frames"], 3);
}

/// A recorder that writes the defaults too is understood as one that leaves them out.
#[test]
fn keys_of_bodies_may_have_their_defaults() {
    let shown = |changes: Value| {
        let mut lines = good();
        let body = lines[1].as_object_mut().expect("an object");
        body.extend(changes.as_object().expect("an object").clone());
        let (code, said, page) = viewed("defaults", &lines);
        assert_eq!((code, said.as_str()), (0, ""));
        let data = data_of(&String::from_utf8(page).expect("text"));
        data["views"][0]["bodies"][0].clone()
    };
    let plain = shown(json!({}));
    assert_eq!(
        shown(json!({"static": false, "role": "solid", "pivot": [0, 0, 0]})),
        plain
    );
    assert_ne!(shown(json!({"static": true})), plain);
    assert_ne!(shown(json!({"role": "sensor"})), plain);
}

#[test]
fn what_is_wrong_with_a_recording_is_said_with_its_line() {
    type Change = fn(&mut Vec<Value>);
    let all: [(&str, Change, &str); 18] = [
        (
            "no end",
            |lines| drop(lines.pop()),
            ":6: the recording lacks its end line",
        ),
        (
            "cut",
            |lines| lines.truncate(5),
            ":5: the recording lacks its end line",
        ),
        (
            "head alone",
            |lines| lines.truncate(1),
            ":1: the head states 2 bodies, and 0 are there",
        ),
        (
            "version",
            |lines| lines[0]["version"] = json!(2),
            ":1: key `version` must be 1",
        ),
        (
            "no time",
            |lines| lines[0]["frame_s"] = json!(0),
            ":1: key `frame_s` must be above 0",
        ),
        (
            "frame missing",
            |lines| drop(lines.remove(4)),
            ":5: key `frame` must be 1",
        ),
        (
            "frames swapped",
            |lines| lines.swap(3, 4),
            ":4: key `frame` must be 0",
        ),
        (
            "frame twice",
            |lines| lines.insert(5, lines[4].clone()),
            ":6: key `frame` must be 2",
        ),
        (
            "body missing",
            |lines| drop(lines.remove(1)),
            ":2: key `body` must be the number of the next body",
        ),
        (
            "no such body",
            |lines| lines[4]["events"][0]["b"] = json!(7),
            ":5: key `events[0].b`: 7",
        ),
        (
            "same body",
            |lines| lines[4]["events"][0]["b"] = json!(0),
            ":5: key `events[0].b`: 0; `a` is the same body",
        ),
        (
            "times turned",
            |lines| lines[4]["events"][0]["t_lo"] = json!(0.9),
            ":5: key `events[0].t_lo`: 0.9 is above `t_hi`, 0.5",
        ),
        (
            "late",
            |lines| lines[4]["events"][0]["t_hi"] = json!(1.5),
            ":5: key `events[0].t_hi`: 1.5",
        ),
        (
            "no t",
            |lines| {
                drop(
                    lines[4]["events"][0]
                        .as_object_mut()
                        .map(|event| event.remove("t_lo")),
                )
            },
            ":5: key `events[0].t_lo`: null",
        ),
        (
            "no list",
            |lines| lines[3]["events"] = Value::Null,
            ":4: key `events` must be a list",
        ),
        (
            "odd static",
            |lines| lines[1]["static"] = json!("yes"),
            ":2: key `static` must be true or false",
        ),
        (
            "end counts",
            |lines| lines[6]["events"] = json!(2),
            ":7: key `events` must be 1",
        ),
        (
            "after the end",
            |lines| lines.push(lines[5].clone()),
            ":8: ",
        ),
    ];
    for (name, change, expected) in all {
        let mut lines = good();
        change(&mut lines);
        let (code, said, page) = viewed(name, &lines);
        assert_eq!(code, 2, "{name}: {said}");
        let at = format!("recording-{name}.jsonl{expected}");
        assert!(said.contains(&at), "{name}: {said}");
        // Nothing is shown of bodies that are not known; else the page says first that it is not all.
        let page = String::from_utf8(page).expect("text");
        if !page.is_empty() {
            let odd = data_of(&page)["views"][0]["odd"][0].to_string();
            assert!(odd.contains("not whole"), "{name}: {odd}");
        }
    }
}

#[test]
fn recordings_of_every_mode_are_whole() {
    let scene = crate::common::root("examples/scenes/rocks.json");
    let scene = scene.to_str().expect("a path");
    for mode in ["first", "all", "poses"] {
        let path = folder().join(format!("mode-{mode}.jsonl"));
        let path = path.to_str().expect("a path");
        let output = run(&["run", scene, "--mode", mode, "--record", path], "");
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        let output = run(&["view", path, "--out", "-"], "");
        assert_eq!(
            (status(&output), stderr(&output)),
            (0, String::new()),
            "{mode}"
        );
        assert!(stdout(&output).contains("<html"));
    }
}
