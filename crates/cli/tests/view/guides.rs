//! The blocks of SCENES and PROGRAM that a reader copies.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::common::{interframe, json_lines, root, run, status, stderr, stdout};
use crate::pages::data_of;

/// The first JSON block after a heading of a page.
fn block(page: &str, heading: &str) -> String {
    let text = std::fs::read_to_string(root(page)).expect("a page");
    let (_, rest) = text.split_once(heading).expect("the heading");
    let (_, rest) = rest.split_once("```json\n").expect("a block");
    rest.split("```").next().unwrap_or_default().to_owned()
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guides");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A box as an OBJ file.
fn obj(half: [f64; 3]) -> String {
    let mut text = String::new();
    for k in 0..8 {
        let at = |axis: usize| {
            if k >> axis & 1 == 0 {
                -half[axis]
            } else {
                half[axis]
            }
        };
        text += &format!("v {} {} {}\n", at(0), at(1), at(2));
    }
    text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
}

#[test]
fn the_smallest_scene_has_a_hit_that_the_frame_poses_miss() {
    let path = folder().join("ball.json");
    std::fs::write(&path, block("docs/guide/SCENES.md", "# Scenes")).expect("a scene");
    let path = path.to_str().expect("a path");
    let output = run(&["run", path], "");
    let said = stdout(&output);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    for text in [
        "2 bodies, 1 of them fixed; 2 frames",
        "contacts that begin: 1 hit, 0 undecided",
        "a test of the frame poses alone misses the hit",
        "1 pair x 2 frames = 2",
    ] {
        assert!(said.contains(text), "{said}");
    }
    assert!(stdout(&run(&["run", path, "--frames", "1"], "")).contains("1 pair x 1 frame = 1"));
    let page = stdout(&run(&["view", path, "--out", "-"], ""));
    let answers = &data_of(&page)["views"][0]["answers"];
    assert_eq!(answers.as_array().map(Vec::len), Some(1));
}

/// The keys that the reader knows where this scene has one that it does not.
fn known(scene: &Value) -> Vec<String> {
    let path = folder().join("unknown.json");
    std::fs::write(&path, scene.to_string()).expect("a scene");
    let said = stderr(&run(&["run", path.to_str().expect("a path")], ""));
    let (_, keys) = said.split_once("known here: ").expect("the known keys");
    keys.trim().split(", ").map(str::to_owned).collect()
}

#[test]
fn the_page_of_scenes_has_every_key() {
    let scene: Value =
        serde_json::from_str(&block("docs/guide/SCENES.md", "# Scenes")).expect("JSON");
    let page = std::fs::read_to_string(root("docs/guide/SCENES.md")).expect("the page");
    let mut all = 0;
    for (place, keys) in [
        ("", 6),
        ("/bodies/0", 10),
        ("/bodies/0/copies", 3),
        ("/bodies/0/copies/jitter", 4),
    ] {
        let mut scene = scene.clone();
        if place.contains("copies") {
            scene["bodies"][0]["copies"] = json!({"count": 2, "jitter": {"seed": 1}});
        }
        scene.pointer_mut(place).expect("an object")["no such key"] = json!(1);
        let known = known(&scene);
        assert_eq!(known.len(), keys, "{place}: {known:?}");
        for key in known {
            let shown = page.contains(&format!("`{key}`")) || page.contains(&format!("\"{key}\":"));
            assert!(shown, "{place}: {key}");
            all += 1;
        }
    }
    assert_eq!(all, 23);
}

/// Each line that PROGRAM shows of the firing range is printed, in the same order; `...` stands for others.
#[test]
fn the_firing_range_prints_what_the_page_shows() {
    let page = std::fs::read_to_string(root("docs/guide/PROGRAM.md")).expect("a page");
    let blocks: Vec<&str> = page.split("```text\n").skip(1).collect();
    assert_eq!(blocks.len(), 1);
    let shown = blocks[0].split("```").next().expect("an end");
    let output = interframe()
        .args(["run", "examples/scenes/projectiles.json"])
        .current_dir(root(""))
        .output()
        .expect("it runs");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let said = stdout(&output);
    let program = "target/release/interframe";
    let mut printed = said.lines();
    for line in shown.lines() {
        if line.starts_with("...") {
            continue;
        }
        let is_there = |other: &str| match line.strip_prefix(&format!("see it: {program}")) {
            // The tests' program is in another folder.
            Some(end) => other.starts_with("see it: ") && other.ends_with(end),
            None => other == line,
        };
        assert!(
            printed.any(is_there),
            "the run does not print {line:?} there:\n{said}"
        );
    }
    let (_, more) = shown
        .split_once("...   (")
        .expect("how many more there are");
    let more: usize = more
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .expect("a number");
    let rows = |text: &str| {
        text.lines()
            .filter(|line| line.contains("hit (near)") || line.contains("hit (overlap)"))
            .count()
    };
    assert_eq!(rows(&said), rows(shown) + more);
}

#[test]
fn one_line_moves_your_own_two_meshes() {
    let folder = folder();
    let line = block("docs/guide/PROGRAM.md", "## 2. Your own two meshes");
    assert_eq!(line.trim().lines().count(), 1);
    for (name, text) in [
        ("hammer.obj", obj([1.0, 0.5, 0.5])),
        ("plate.obj", obj([0.01, 2.0, 2.0])),
        ("mine.jsonl", line),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let path = folder.join("mine.jsonl");
    let path = path.to_str().expect("a path");
    let answer = &json_lines(&run(&["query", path, "--json"], ""))[0];
    assert_eq!(answer["verdict"], "hit");
    let table = stdout(&run(&["query", path], ""));
    let count = "\n1 case: 0 separated, 1 hit, 0 undecided, 0 bad\n";
    assert!(table.ends_with(count), "{table}");
    let output = run(&["view", path, "--out", "-"], "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let view = &data_of(&stdout(&output))["views"][0];
    assert_eq!(
        (&view["frames"], &view["answers"][0]["seen_by_poses"]),
        (&json!(1), &json!(false))
    );
}
