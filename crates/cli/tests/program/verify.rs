//! `interframe verify`: proofs of the case files, and what is wrong with spoiled ones.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{has_python, json_lines, python, root, run, status, stderr, stdout};
use serde_json::{Value, json};

/// The proofs of a case file.
pub fn proofs(file: &str) -> String {
    let path = root(file);
    let path = path.to_str().expect("a path");
    let output = run(&["query", path, "--json", "--certificate"], "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    stdout(&output)
}

/// Exit status and text of `verify` on these lines.
pub fn verify(lines: &str) -> (i32, String) {
    let output = run(&["verify", "-"], lines);
    (status(&output), stdout(&output))
}

#[test]
fn the_proofs_of_every_case_verify() {
    for file in [
        "tests/cases/intersect.jsonl",
        "tests/cases/interframe.jsonl",
        "tests/cases/time_of_impact.jsonl",
        "tests/cases/contact_intervals.jsonl",
        "tests/cases/closest_approach.jsonl",
        "tests/cases/contains.jsonl",
        "tests/cases/cuboid_separation.jsonl",
        "tests/cases/contains_motion.jsonl",
    ] {
        let text = proofs(file);
        // Sweeps that leave vertices out prove nothing.
        let cases = std::fs::read_to_string(root(file)).expect("a case file");
        let partial: Vec<Value> = cases
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
            .filter(|case| matches!(case["sweep"].as_str(), Some("face_grouped" | "silhouette")))
            .map(|case| case["id"].clone())
            .collect();
        let decided = text.lines().filter(|line| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let verdict = line["verdict"].as_str().unwrap_or_default();
            // Of motions an open answer, too, proves what it knows.
            let timed = matches!(
                line["query"].as_str(),
                Some("time_of_impact" | "contact_intervals" | "closest_approach" | "contains")
            );
            // A number is how far a margin may be off.
            let asked = !line["error"].is_string() && line["end"].is_null();
            let decided = asked && (timed || verdict != "undecided");
            let proved = !line["proof"].is_null();
            // Nothing proves containment to a tolerance in a body without volume.
            let loose = line["method"] == "time_of_exit" && verdict == "inside" && !proved;
            assert_eq!(
                decided && !partial.contains(&line["id"]) && !loose,
                proved,
                "{line}"
            );
            proved
        });
        let decided = decided.count();
        assert!(decided > 10);
        let (status, said) = verify(&text);
        assert_eq!(status, 0, "{said}");
        assert!(
            said.contains(&format!("-: {decided} proofs verified")),
            "{said}"
        );
        assert!(said.contains("0 rejected"), "{said}");
    }
}

/// The distance that a proof is about is the safety distance of its line.
#[test]
fn lines_of_cuboids_say_their_safety_distance() {
    let text = proofs("tests/cases/cuboid_separation.jsonl");
    let line = text
        .lines()
        .find(|line| line.contains("\"too-near\""))
        .expect("the case");
    let said = "\"safety_distance\":5.0";
    assert!(line.contains(said), "{line}");
    let line = &format!("{line}\n{}\n", r#"{"end":{"lines":1,"proofs":1}}"#);
    assert_eq!(verify(line).0, 0);
    for lie in [
        "\"safety_distance\":4.5",
        "\"safety_distance\":-5.0",
        "\"safety\":5.0",
        "\"distance\":5.0",
    ] {
        let (status, said) = verify(&line.replacen(said, lie, 1));
        assert!(status == 1 && said.contains("C102"), "{lie}: {said}");
    }
    let within = line.replacen("cuboid_separation", "within", 1);
    assert!(verify(&within).1.contains("C102"));
}

#[test]
fn proofs_about_round_bodies_verify() {
    let text = proofs("tests/cases/round.jsonl");
    let given = text
        .lines()
        .filter(|line| line.contains("\"radii\""))
        .count();
    assert!(given > 40, "{given} proofs");
    let (mut curved, mut without) = (0, Vec::new());
    for line in text
        .lines()
        .filter(|line| line.contains("\"shapes\"") || line.contains("\"time_of_impact\""))
    {
        let line: Value = serde_json::from_str(line).expect("JSON");
        match line["proof"].is_object() {
            true => curved += 1,
            false => without.push(line["id"].clone()),
        }
    }
    assert!(
        curved > 30 && without.is_empty(),
        "{curved} proofs, none of {without:?}"
    );
    let (status, said) = verify(&text);
    assert_eq!(status, 0, "{said}");
}

/// Every pair of every frame of a whole run.
#[test]
fn a_run_s_proofs_verify() {
    for scene in ["projectiles", "blades", "spinning_bullets", "yard"] {
        let path = root(&format!("examples/scenes/{scene}.json"));
        a_run_is_proved(scene, path.to_str().expect("a path"));
    }
}

#[test]
fn a_run_s_proofs_of_curved_bodies_verify() {
    let at = |p: [f64; 3]| json!({"p": p, "q": [0, 0, 0, 1]});
    let scene = json!({"name": "Cones and eggs through a row of drums", "frame_s": 0.01, "frames": 4, "on_hit": "record",
        "bodies": [
            {"name": "drum", "shape": {"cylinder": {"half_length": 1, "radius": 0.25}}, "pose": at([3.0, -2.0, 0.0]),
             "copies": {"count": 6, "step": [0, 0.8, 0]}},
            {"name": "wall", "shape": {"box": {"half_extents": [0.05, 3, 1]}}, "pose": at([6.0, 0.0, 0.0])},
            {"name": "cone", "shape": {"cone": {"half_length": 0.2, "radius": 0.1}}, "pose": at([0.0, -2.0, 0.3]),
             "velocity": [150, 0, 0], "spin": [300, 40, 0], "copies": {"count": 5, "step": [-0.3, 0.9, -0.1]}},
            {"name": "egg", "shape": {"ellipsoid": {"radii": [0.1, 0.1, 0.2]}, "rounding": 0.0625},
             "pose": at([-1.0, -1.5, 0.0]), "velocity": [210, 5, 0], "spin": [0, 90, 20],
             "copies": {"count": 4, "step": [0, 0.8, 0.1]}}]});
    let name = format!("curved-scene-{}.json", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, scene.to_string()).expect("a temporary file");
    a_run_is_proved("curved", path.to_str().expect("a path"));
    std::fs::remove_file(&path).expect("removable");
}

/// Of the scene of this file.
fn a_run_is_proved(name: &str, scene: &str) {
    let file = std::env::temp_dir().join(format!("{name}-{}.jsonl", std::process::id()));
    let path = file.to_str().expect("a path");
    let with = run(&["run", scene, "--json", "--certificate", path], "");
    assert_eq!(status(&with), 0, "{}", stderr(&with));
    let without = run(&["run", scene, "--json"], "");
    let bare = |output| -> Vec<Value> {
        let mut lines = json_lines(output);
        lines.pop();
        lines
    };
    assert_eq!(bare(&with), bare(&without), "the proofs change no answer");
    let summary = json_lines(&with).pop().expect("a summary");
    let queries = summary["summary"]["queries"].as_u64().expect("a count");
    let checked = run(&["verify", path], "");
    let said = stdout(&checked);
    assert_eq!(status(&checked), 0, "{said}");
    assert!(
        said.contains(&format!(": {queries} proofs verified")),
        "{said}"
    );
    // Without its last line the file is not whole.
    let text = std::fs::read_to_string(&file).expect("the proofs");
    let cut = text.trim_end().rfind('\n').expect("many lines");
    let (status, said) = verify(&text[..=cut]);
    assert_eq!(status, 2, "{said}");
    std::fs::remove_file(&file).expect("removable");
}

/// A proof holds one certificate, which bodies of several pieces that are apart would need more of, and those of none too: such
/// an answer stands without one.
#[test]
fn a_run_writes_no_proof_that_proves_nothing() {
    let at = |x: f64| json!({"p": [x, 0, 0], "q": [0, 0, 0, 1]});
    let corners = json!([[-1, 0, -1], [-1, 0, 1], [0, 0, 0], [1, 0, -1], [1, 0, 1]]);
    let meshes = [
        json!({"trimesh": {"vertices": [], "triangles": []}}),
        json!({"trimesh": {"vertices": corners, "triangles": [[0, 1, 2], [3, 4, 2]]}}),
    ];
    for (i, mesh) in meshes.into_iter().enumerate() {
        let scene = json!({"name": "x", "frame_s": 1, "frames": 1, "bodies": [
            {"name": "mesh", "shape": mesh, "pose": at(0.0)},
            {"name": "ball", "shape": {"sphere": {"radius": 0.25}}, "pose": {"p": [-3, 0.5, 0], "q": [0, 0, 0, 1]},
             "velocity": [6, 0, 0]},
            {"name": "wall", "shape": {"box": {"half_extents": [0.5, 4, 4]}}, "pose": at(3.0)}]});
        let path = std::env::temp_dir().join(format!("unproved-{i}-{}.json", std::process::id()));
        std::fs::write(&path, scene.to_string()).expect("a temporary file");
        let file = path.with_extension("proofs");
        let name = file.to_str().expect("a path");
        let scene = path.to_str().expect("a path");
        let output = run(&["run", scene, "--json", "--certificate", name], "");
        let said = stderr(&output);
        assert_eq!(status(&output), 0, "{said}");
        assert!(
            said.contains("1 proofs written") && said.contains("; answers without: 1"),
            "{said}"
        );
        let checked = run(&["verify", name], "");
        let said = stdout(&checked);
        assert_eq!(status(&checked), 0, "{said}");
        assert!(said.contains(": 1 proofs verified"), "{said}");
        std::fs::remove_file(&path).expect("removable");
        std::fs::remove_file(&file).expect("removable");
    }
}

/// Exit status and text of the checker in Python on these lines.
fn check(text: &str) -> (i32, String) {
    check_with(text, &[])
}

/// Answer of a Python with these options.
pub fn check_with(text: &str, options: &[&str]) -> (i32, String) {
    let file = tempfile(text);
    let output = Command::new(python().expect("it is here"))
        .args(options)
        .arg(root("examples/verify.py"))
        .arg(&file)
        .output()
        .expect("python3 runs");
    std::fs::remove_file(&file).expect("the file is there");
    (status(&output), stdout(&output) + &stderr(&output))
}

/// What both checkers say of one line.
fn both(line: &Value) -> Vec<(i32, String)> {
    let text = format!("{line}\n{}\n", json!({"end": {"lines": 1, "proofs": 1}}));
    let second = has_python().then(|| check(&text));
    [verify(&text)].into_iter().chain(second).collect()
}

/// Both checkers refuse the line with these entries, by that condition.
fn refused(line: &Value, entries: &Value, condition: &str) {
    let mut lie = line.clone();
    for (key, value) in entries.as_object().expect("entries") {
        lie[key] = value.clone();
    }
    for (status, said) in both(&lie) {
        let named = said.contains(&format!("{condition}: "));
        assert!(status == 1 && named, "{entries}: {said}");
    }
}

/// The first line of a case file's proofs that has this query, verdict and kind of contact.
fn line_of(file: &str, query: &str, verdict: &str, contact: &Value) -> Value {
    let found = proofs(file);
    let mut lines = found
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let right = |line: &Value| {
        line["proof"].is_object()
            && [&line["query"], &line["verdict"]] == [query, verdict]
            && line["contact"] == *contact
    };
    lines.find(right).expect("such a line")
}

/// A proof about two pieces says nothing about the others.
#[test]
fn proofs_about_two_pieces_prove_what_two_can() {
    let text = proofs("tests/cases/pieces.jsonl");
    let about_two = text
        .lines()
        .filter(|line| line.contains("\"proof\"") && line.contains("\"pieces\""));
    let note = format!(
        "what other pieces do, of {} proofs about two each",
        about_two.count()
    );
    let (code, said) = verify(&text);
    assert!(code == 0 && said.contains(&note), "{said}");
    assert!(!has_python() || check(&text).0 == 0);

    let two = json!([{"part": 0, "triangle": 0}, {"part": 0, "triangle": 7}]);
    let pieces = json!({"pieces": two.clone()});
    let met = line_of(
        "tests/cases/pieces.jsonl",
        "time_of_impact",
        "hit",
        &json!("overlap"),
    );
    assert!(met["pieces"].is_array());
    for bad in [
        json!(1),
        json!([]),
        json!([{"part": 0}, {"part": 0}]),
        json!([two[0], two[1], two[0]]),
    ] {
        refused(&met, &json!({"pieces": bad}), "C90");
    }
    refused(&met, &json!({"lower_bound": 0.25}), "C104");
    let none = json!(null);
    for (file, query) in [
        ("tests/cases/time_of_impact.jsonl", "time_of_impact"),
        ("tests/cases/closest_approach.jsonl", "closest_approach"),
        ("tests/cases/intersect.jsonl", "intersect"),
        ("tests/cases/within.jsonl", "within"),
    ] {
        refused(&line_of(file, query, "separated", &none), &pieces, "C104");
        let hit = match query {
            "time_of_impact" | "closest_approach" => json!("overlap"),
            _ => json!(null),
        };
        let mut hit = line_of(file, query, "hit", &hit);
        hit["pieces"] = two.clone();
        assert!(both(&hit).iter().all(|(status, _)| *status == 0), "{hit}");
    }
    refused(
        &line_of("tests/cases/contains.jsonl", "contains", "inside", &none),
        &pieces,
        "C104",
    );
    let all = line_of(
        "tests/cases/contact_intervals.jsonl",
        "contact_intervals",
        "hit",
        &none,
    );
    refused(&all, &pieces, "C104");
    let mut contacts = all["contacts"].clone();
    contacts[0]["pieces"] = two;
    refused(&all, &json!({"contacts": contacts}), "C104");
}

/// Nothing is in any body, and what a proof says of it is read as of any other.
#[test]
fn an_exit_of_an_empty_body_is_read_to_its_end() {
    let still = json!({"p": [0, 0, 0], "q": [0, 0, 0, 1]});
    let fixed = json!({"start": still, "end": still, "pivot": [0, 0, 0]});
    let line = json!({
        "a": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "b": [],
        "placement": {"motions": [fixed, fixed]},
        "certificate": {"exit": {
            "target": 0, "faces": [], "inside": {"to": 1, "beyond": 0, "walls": []},
        }},
    });
    assert!(
        both(&line).iter().all(|(status, _)| *status == 0),
        "{:?}",
        both(&line)
    );
    let spoiled = |inside: Value| {
        let mut certificate = line["certificate"].clone();
        certificate["exit"]["inside"] = inside;
        json!({"certificate": certificate})
    };
    for inside in [
        json!({"to": 7, "beyond": 0, "walls": []}),
        json!({"to": 1, "beyond": -1, "walls": []}),
    ] {
        refused(&line, &spoiled(inside), "C83");
    }
    let mut outside = line["certificate"].clone();
    outside["exit"]["outside"] = json!({"t": 5, "vertex": 3, "normal": [0, 0, 1]});
    refused(&line, &json!({"certificate": outside}), "C87");
}

/// Times of the frame, queries that there are, and what is said of bodies that meet.
#[test]
fn claims_outside_of_the_frame_and_of_no_query_are_refused() {
    let overlap = json!("overlap");
    let met = line_of(
        "tests/cases/time_of_impact.jsonl",
        "time_of_impact",
        "hit",
        &overlap,
    );
    for (entries, condition) in [
        (json!({"t_hi": 1.25}), "C95"),
        (json!({"t_lo": -0.25}), "C95"),
        (json!({"query": "time_of_impacts"}), "C90"),
        (
            json!({"query": "closest_approach", "distance": 0.5}),
            "C103",
        ),
        (json!({"t": "x"}), "C90"),
    ] {
        refused(&met, &entries, condition);
    }
    let near = line_of(
        "tests/cases/closest_approach.jsonl",
        "closest_approach",
        "hit",
        &overlap,
    );
    for entries in [
        json!({"distance": 1e-9}),
        json!({"error": -1e-9}),
        json!({"t": 1.0, "t_hi": 0.999}),
        json!({"t": near["t_lo"].as_f64().expect("a time") - 0.01}),
    ] {
        refused(&near, &entries, "C103");
    }
    let left = proofs("tests/cases/contains_motion.jsonl");
    let mut lines = left
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let out = lines.find(|line| line["depth"].is_number() && line["proof"].is_object());
    refused(&out.expect("a way out"), &json!({"t_hi": 1.25}), "C101");
}

/// A run's line names the two pieces that its proof is about.
#[test]
fn a_run_s_proofs_of_pieces_say_so() {
    let at = |z: f64| json!({"p": [0, 0, z], "q": [0, 0, 0, 1]});
    let mesh = json!({"vertices": [[-1, -1, 0], [1, -1, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]});
    let scene = json!({"name": "x", "frame_s": 1, "frames": 1, "bodies": [
        {"name": "mesh", "shape": {"trimesh": mesh}, "pose": at(0.0)},
        {"name": "ball", "shape": {"sphere": {"radius": 0.25}}, "pose": at(3.0), "velocity": [0, 0, -6]}]});
    let path = tempfile(&scene.to_string());
    let file = path.with_extension("proofs");
    let [scene, name] = [&path, &file].map(|path| path.to_str().expect("a path"));
    let output = run(&["run", scene, "--certificate", name], "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = std::fs::read_to_string(&file).expect("the proofs");
    let (code, said) = verify(&text);
    let noted = said.contains("what other pieces do, of 1 proofs");
    assert!(code == 0 && noted && text.contains("\"pieces\""), "{said}");
    std::fs::remove_file(&path).expect("removable");
    std::fs::remove_file(&file).expect("removable");
}

/// The last pair of eyes shares not even the language.
#[test]
fn the_python_checker_agrees() {
    if !has_python() {
        return;
    }
    for file in [
        "tests/cases/intersect.jsonl",
        "tests/cases/interframe.jsonl",
    ] {
        let text = proofs(file);
        let (code, said) = check(&text);
        assert_eq!(code, 0, "{said}");
        let mut lines: Vec<&str> = text.lines().collect();
        let spoiled = text.replacen("\"verdict\":\"hit\"", "\"verdict\":\"separated\"", 1);
        assert_eq!(check(&spoiled).0, 1);
        lines.pop();
        let (code, said) = check(&lines.join("\n"));
        assert!(code == 2 && said.contains("truncated"), "{said}");
    }
}

fn tempfile(text: &str) -> std::path::PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(format!("interframe-verify-{process}-{count}"));
    std::fs::write(&path, text).expect("a temporary file");
    path
}

#[test]
fn spoiled_files_are_noticed() {
    let text = proofs("tests/cases/intersect.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.len() - 1;

    // Without its end, or a line less, or a line more.
    let (code, said) = verify(&lines[..last].join("\n"));
    assert!(
        code == 2 && said.contains("it lacks its closing line"),
        "{said}"
    );
    let (code, said) = verify(&[&lines[..3], &lines[4..]].concat().join("\n"));
    assert!(code == 2 && said.contains("truncated or changed"), "{said}");
    let (code, said) = verify(&[&lines[..], &lines[..1]].concat().join("\n"));
    assert!(
        code == 2 && said.contains("a line after the closing one"),
        "{said}"
    );
    // Cut within a line.
    let (code, said) = verify(&text[..text.len() / 2]);
    assert!(code == 2 && said.contains("bad"), "{said}");

    // An answer that its proof does not bear out.
    let changed = |key: &str, value: Value| {
        let mut line: Value = serde_json::from_str(lines[0]).expect("JSON");
        line[key] = value;
        let mut all = lines.clone();
        let text = line.to_string();
        all[0] = &text;
        verify(&all.join("\n"))
    };
    let (code, said) = changed("verdict", json!("undecided"));
    assert!(
        code == 1 && said.contains("C91: the line says undecided"),
        "{said}"
    );
    let (code, said) = changed(
        "proof",
        json!({"a": "x", "b": [], "placement": "lists", "certificate": "empty"}),
    );
    assert!(
        code == 1 && said.contains("C11: no line before gives the body `x`"),
        "{said}"
    );
    let (code, said) = changed("proof", json!({"a": []}));
    assert!(
        code == 1 && said.contains("C6: `proof` lacks the key `b`"),
        "{said}"
    );
}

#[test]
fn bodies_may_be_named() {
    let pose = json!({"p": [0, 0, 0], "q": [0, 0, 0, 1]});
    let lines = [
        json!({"body": "x", "vertices": [[0, 0, 0], [1, 0, 0]]}),
        json!({"id": "crossing", "verdict": "hit", "proof": {
            "a": "x", "b": [[0.5, 0, 0]], "placement": {"poses": [pose, pose]},
            "certificate": {"columns": {"pairs": [[0, 0], [1, 0]]}}}}),
        json!({"end": {"lines": 2, "proofs": 1}}),
    ];
    let text = lines.map(|line| line.to_string()).join("\n");
    let (code, said) = verify(&text);
    assert!(code == 0 && said.contains("1 hit"), "{said}");
}

/// What lies inside a contact interval is said not to be certified.
#[test]
fn what_is_not_certified_is_listed() {
    let text = proofs("tests/cases/contact_intervals.jsonl");
    let mut spans = 0;
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let listed = line["not_certified"].as_array();
        assert_eq!(listed.is_some(), !line["proof"].is_null(), "{line}");
        spans += listed.map_or(0, Vec::len);
    }
    assert!(spans > 0);
    let (code, said) = verify(&text);
    assert!(
        code == 0 && said.contains("not certified: what lies inside"),
        "{said}"
    );
}

#[test]
fn certificates_need_json() {
    let output = run(&["query", "-", "--certificate"], "");
    assert_eq!(status(&output), 2);
    assert!(stderr(&output).contains("--json"));
    let output = run(&["query", "-", "--certificate", "--json"], "");
    assert_eq!(
        json_lines(&output),
        [json!({"end": {"lines": 0, "proofs": 0}})]
    );
}
