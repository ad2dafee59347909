//! Every kind of file becomes a view.

use serde_json::{Value, json};

use crate::common::{interframe, root, run, status, stderr, stdout};
use crate::pages::{data_of, folder, html, view};

fn views(name: &str, args: &[&str], input: &str) -> Vec<Value> {
    let path = view(folder(), name, args, input);
    let html = std::fs::read_to_string(path).expect("a page");
    data_of(&html)["views"].as_array().expect("views").clone()
}

#[test]
fn every_committed_case_is_shown() {
    let mut kinds = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(root("tests/cases")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "jsonl") {
            continue;
        }
        let cases = std::fs::read_to_string(&path).expect("cases");
        let count = cases.lines().filter(|line| !line.trim().is_empty()).count();
        let name = format!(
            "all-{}",
            path.file_stem().expect("a name").to_string_lossy()
        );
        let shown = views(&name, &[path.to_str().expect("a path")], "");
        assert_eq!(shown.len(), count.min(200), "{}", path.display());
        for view in shown {
            *kinds
                .entry(view["kind"].as_str().expect("a kind").to_owned())
                .or_insert(0) += 1;
        }
    }
    println!("{kinds:?}");
    assert!(
        kinds["space"] > 100 && kinds["plane"] > 5 && kinds["text"] > 5,
        "{kinds:?}"
    );
}

#[test]
fn a_recording_shows_what_the_scene_shows() {
    let scene = data_of(&html("projectiles"));
    // Written beside the page.
    let recording = folder().join("projectiles.jsonl");
    let again = views("recording", &[recording.to_str().expect("a path")], "");
    let (scene, again) = (&scene["views"][0], &again[0]);
    let answers = |view: &Value| view["answers"].as_array().expect("answers").clone();
    assert_eq!(answers(scene).len(), answers(again).len());
    // Those of one time are in another order: by bodies in the recording of a frame.
    let times = |view: &Value| {
        let mut all: Vec<String> = answers(view)
            .iter()
            .map(|answer| {
                format!(
                    "{} {} {} {}",
                    answer["span"][0], answer["a"], answer["b"], answer["entries"]["t_lo"]
                )
            })
            .collect();
        all.sort();
        all
    };
    assert_eq!(times(scene), times(again));
    assert!(
        answers(again)
            .iter()
            .all(|answer| answer["seen_by_poses"].is_boolean())
    );
    assert!(
        answers(again)
            .iter()
            .any(|answer| !answer["proof"]["links"].is_null())
    );
}

#[test]
fn a_proof_is_shown_with_its_links_and_a_false_one_as_refused() {
    let proofs = data_of(&html("certificate"));
    let proofs = proofs["views"].as_array().expect("views");
    assert!(proofs.len() > 10, "{}", proofs.len());
    let mut links = 0;
    for view in proofs {
        let proof = &view["answers"][0]["proof"];
        assert_eq!(proof.get("refused"), None, "{}", view["name"]);
        links += proof["links"].as_array().expect("links").len();
    }
    assert!(links > 20, "{links}");

    let proofs = folder().join("certificate.jsonl");
    let some = views(
        "some",
        &[proofs.to_str().expect("a path"), "--only", "turning"],
        "",
    );
    assert!(!some.is_empty() && some.len() < 10, "{}", some.len());
    let named = |view: &Value| {
        view["name"]
            .as_str()
            .is_some_and(|name| name.contains("turning"))
    };
    assert!(some.iter().all(named));

    let alone = &proofs_alone();
    let path = folder().join("alone.json");
    std::fs::write(&path, alone).expect("a proof is written");
    let shown = views("alone", &[path.to_str().expect("a path")], "");
    assert_eq!(shown[0]["answers"][0]["proof"]["verdict"], "separated");

    let point = |x: f64| json!([[x, 0.0, 0.0]]);
    let pose = json!({"p": [0, 0, 0], "q": [0, 0, 0, 1]});
    let line = json!({"a": point(0.0), "b": point(1.0), "placement": {"poses": [pose, pose]},
        "certificate": {"plane": {"normal": [-1, 0, 0]}}});
    let output = run(&["view", "-", "--out", "-"], &line.to_string());
    assert_eq!(status(&output), 1);
    let shown = data_of(&stdout(&output))["views"].clone();
    let refused = shown[0]["answers"][0]["proof"]["refused"]
        .as_str()
        .expect("a reason");
    assert!(refused.contains("C30"), "{refused}");
    let said = stderr(&output);
    assert!(
        said.contains("-:1: the checker refuses the proof: C30"),
        "{said}"
    );

    // The picture says it too, and calls the claim one.
    let output = run(&["view", "-", "--svg", "--out", "-"], &line.to_string());
    assert_eq!(status(&output), 1);
    let svg = stdout(&output);
    let (_, title) = svg.split_once("<title>").expect("a title");
    let title = title.split("</title>").next().unwrap_or_default();
    let heading = svg.split("class=\"refused\">").nth(1).unwrap_or_default();
    for said in [title, heading] {
        assert!(
            said.starts_with("The checker refuses the proof: C30"),
            "{said}"
        );
    }
    assert!(title.contains("Not proved: the file claims"), "{title}");
}

#[test]
fn a_proof_file_that_is_cut_off_is_said_to_be() {
    let path = folder().join("certificate.jsonl");
    let text = std::fs::read_to_string(path).expect("proofs");
    let lines: Vec<&str> = text.lines().collect();
    let view = |lines: &[&str], more: &[&str]| {
        let args = [&["view", "-", "--out", "-"], more].concat();
        let output = run(&args, &lines.join("\n"));
        (status(&output), stderr(&output))
    };
    let (end, but_last) = lines.split_last().expect("lines");
    assert_eq!(view(&lines, &[]), (0, String::new()));
    // Proofs that are not shown are counted.
    assert_eq!(view(&lines, &["--only", "turning"]), (0, String::new()));
    let (code, said) = view(but_last, &["--only", "turning"]);
    assert_eq!(code, 2);
    assert!(said.contains("lacks its closing line"), "{said}");
    let (code, said) = view(&[&but_last[1..], &[end]].concat(), &[]);
    assert_eq!(code, 2);
    assert!(
        said.contains("C7") && said.contains("its closing line speaks of"),
        "{said}"
    );
}

/// A proof as `Proof::to_json` writes it.
fn proofs_alone() -> String {
    let pose = json!({"p": [0, 0, 0], "q": [0, 0, 0, 1]});
    let line = json!({"a": [[0, 0, 0]], "b": [[1, 0, 0]], "placement": {"poses": [pose, pose]},
        "certificate": {"plane": {"normal": [1, 0, 0]}}});
    line.to_string()
}

#[test]
fn a_captured_query_and_a_captured_frame_are_shown() {
    let scene = root("examples/scenes/rocks.json");
    let captured = folder().join("captured.jsonl");
    let captured = captured.to_str().expect("a path");
    run(
        &[
            "run",
            scene.to_str().expect("a path"),
            "--capture",
            captured,
        ],
        "",
    );
    let all = std::fs::read_to_string(captured)
        .expect("cases")
        .lines()
        .count();
    assert_eq!(views("captured", &[captured], "").len(), all.min(200));
    assert_eq!(
        views("one", &[captured, "--only", "frame 1:"], "").len() < all,
        all > 1
    );

    let (mut world, motions) = frame();
    let line = world.capture(&motions, &interframe::AdvanceOptions::default());
    let events = world
        .advance(
            &motions,
            &interframe::AdvanceOptions::default(),
            &interframe::Serial,
        )
        .expect("a frame")
        .events;
    let shown = views("frame", &["-"], &line);
    let answers = shown[0]["answers"].as_array().expect("answers");
    assert_eq!((answers.len(), events.len()), (1, 1));
    assert_eq!(answers[0]["entries"]["t_lo"], json!(events[0].t_lo));
    assert_eq!(shown[0]["bodies"].as_array().map(Vec::len), Some(2));
}

fn frame() -> (
    interframe::World,
    Vec<(interframe::BodyId, interframe::Motion)>,
) {
    use interframe::{BodyInput, Motion, Pose, SharedBody, World};
    let at = |x: f64| Pose::from_translation(nalgebra::Vector3::new(x, 0.0, 0.0)).expect("a pose");
    let ball = SharedBody::sphere(0.5).expect("a ball");
    let mut world = World::new();
    world.add(BodyInput::new(ball.clone(), at(0.0)));
    let flyer = world.add(BodyInput {
        user: 1,
        ..BodyInput::new(ball, at(-5.0))
    });
    let flight =
        Motion::translation(at(-5.0), nalgebra::Vector3::new(5.0, 0.0, 0.0)).expect("a motion");
    (world, vec![(flyer, flight)])
}

#[test]
fn a_mesh_is_shown_with_its_hull_and_counts() {
    let path = root("examples/scenes/shapes/rod.obj");
    let shown = views("rod", &[path.to_str().expect("a path")], "");
    assert_eq!(shown[0]["name"], "rod.obj");
    let names: Vec<&Value> = shown[0]["bodies"]
        .as_array()
        .expect("bodies")
        .iter()
        .map(|body| &body["name"])
        .collect();
    assert_eq!(names, ["surface", "hull"]);
    let hull = &shown[0]["bodies"];
    assert_eq!(
        (hull[0].get("hull"), hull[1].get("hull")),
        (None, Some(&json!(true)))
    );
    let notes = shown[0]["notes"].to_string();
    assert!(
        notes.contains("triangles") && notes.contains("Its parts are"),
        "{notes}"
    );
}

#[test]
fn what_is_odd_about_a_mesh_stands_first_and_a_bad_face_is_said() {
    let mesh = |name: &str, text: &str| {
        let path = folder().join(name);
        std::fs::write(&path, text).expect("a mesh is written");
        let output = run(&["view", path.to_str().expect("a path"), "--out", "-"], "");
        let view = data_of(&stdout(&output))["views"][0].clone();
        (status(&output), stderr(&output), view)
    };
    let corners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\n";
    let (code, said, view) = mesh("OPEN.OBJ", &format!("{corners}f 1 2 3\n"));
    assert_eq!((code, said.as_str()), (0, ""));
    let odd = ["3 edges are open: each has one triangle only."];
    assert_eq!(view["odd"], json!(odd));

    // Its outline crosses itself.
    let (code, said, view) = mesh("skew.obj", &format!("{corners}f 1 3 2 4\n"));
    assert_eq!(code, 2);
    assert!(said.contains("skew.obj: line 6"), "{said}");
    let odd = view["odd"][0].as_str().expect("a sentence");
    assert!(odd.starts_with("It has no surface: line 6"), "{odd}");
    // Then the hull is all that there is.
    assert_eq!(view["bodies"].as_array().map(Vec::len), Some(1));
    assert_eq!(view["bodies"][0].get("hull"), None);
}

#[test]
fn a_body_that_holds_the_other_is_see_through() {
    let case = |query: &str, a: f64, b: f64| {
        let body = |half: f64| json!({"box": {"half_extents": [half, half, half]}});
        let pose = json!({"p": [0, 0, 0], "q": [0, 0, 0, 1]});
        let line = json!({"id": "x", "query": query, "a": body(a), "b": body(b), "pose_a": pose, "pose_b": pose});
        let output = run(&["view", "-", "--out", "-"], &line.to_string());
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        let view = data_of(&stdout(&output))["views"][0].clone();
        [0, 1].map(|k| view["bodies"][k].get("clear").is_some())
    };
    assert_eq!(case("contains", 4.0, 1.0), [true, false]);
    assert_eq!(case("contains", 1.0, 4.0), [true, false]);
    assert_eq!(case("intersect", 4.0, 1.0), [true, false]);
    assert_eq!(case("intersect", 1.0, 4.0), [false, true]);
    let apart = BOXES_APART;
    let output = run(&["view", "-", "--out", "-"], apart);
    let view = data_of(&stdout(&output))["views"][0].clone();
    assert_eq!(view["bodies"][0].get("clear"), None);
}

const BOXES_APART: &str = r#"{"id": "x", "query": "intersect", "a": {"box": {"half_extents": [1,1,1]}}, "b": {"box": {"half_extents": [1,1,1]}}, "pose_a": {"p": [0,0,0], "q": [0,0,0,1]}, "pose_b": {"p": [1.5,0,0], "q": [0,0,0,1]}}"#;

#[test]
fn the_commands_of_the_guide_run() {
    let guide = std::fs::read_to_string(root("docs/guide/VIEW.md")).expect("the guide");
    let (_, commands) = guide.split_once("```sh\n").expect("commands");
    let commands = commands.split("```").next().unwrap_or_default().lines();
    let mut count = 0;
    for command in commands.filter(|command| !command.contains("proofs.jsonl")) {
        let words = command
            .split('#')
            .next()
            .unwrap_or_default()
            .split_whitespace();
        let mut args: Vec<&str> = words.skip(1).filter(|word| *word != "--open").collect();
        args.extend(["--out", "-"]);
        let output = interframe()
            .args(&args)
            .current_dir(root(""))
            .output()
            .expect("it runs");
        assert!(
            output.status.success() && output.stdout.len() > 1000,
            "{command}"
        );
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn help_names_the_command_and_its_page() {
    assert!(stdout(&run(&["--help"], "")).contains("view"));
    let help = stdout(&run(&["view", "--help"], ""));
    for word in [
        "--out",
        "--only",
        "--frames",
        "--open",
        "docs/guide/VIEW.md",
    ] {
        assert!(help.contains(word), "{word}");
    }
}
