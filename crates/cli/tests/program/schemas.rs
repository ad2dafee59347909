//! `interframe schema FORMAT`: what the program writes fits, what the readers refuse does not, and the guides name every key.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use interframe::case::KINDS;
use interframe::certificate::ProofFile;
use interframe::nalgebra::Vector3;
use interframe::{
    AdvanceOptions, FrameCapture, FrameContact, Mode, Response, Serial, TimeOfImpactOptions,
};
use serde_json::{Value, json};

use crate::captured_frames::world;
use crate::common::{data, root, run, status, stderr, stdout};
use crate::fits::{Spoiled, fits, schema, spoiled, strict};

const FORMATS: [&str; 11] = [
    "case",
    "scene",
    "recording",
    "certificate",
    "frame",
    "answer",
    "run",
    "replay",
    "parts",
    "inspect",
    "view",
];

fn read_text(path: &str) -> String {
    std::fs::read_to_string(root(path)).expect("text")
}

/// The JSON values of a page, one for each line of a block, or one for a block that is a single value.
fn examples(page: &str) -> Vec<Value> {
    let text = read_text(page);
    let blocks = text.split("```json\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().expect("an end"));
    let values = blocks.flat_map(|block| match serde_json::from_str(block) {
        Ok(value) => vec![value],
        Err(_) => lines(block),
    });
    values.collect()
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn all_fit(schema: &Value, values: &[Value]) {
    assert!(!values.is_empty());
    for value in values {
        assert!(fits(schema, schema, value), "{value}");
    }
}

fn temporary(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("a path").to_owned()
}

/// Lines that a run of a scene writes by `flag`.
fn written(scene: &str, flag: &str, args: &[&str]) -> Vec<Value> {
    let name = scene.replace('/', "-");
    let file = temporary(&format!("schema-{name}{flag}{}.jsonl", args.concat()));
    let mut all = vec!["run", scene, flag, &file];
    all.extend(args);
    let output = run(&all, "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    lines(&std::fs::read_to_string(&file).expect("what the run wrote"))
}

fn example_scene(name: &str) -> String {
    let path = root(&format!("examples/scenes/{name}.json"));
    path.to_str().expect("a path").to_owned()
}

/// Answers to all cases of the project, by the names of their files.
fn answers(args: &[&str]) -> Vec<Value> {
    let files = std::fs::read_dir(root("tests/cases")).expect("the cases");
    let files = files.map(|file| file.expect("a file").path());
    let mut all = vec!["query".to_owned(), "--json".to_owned()];
    all.extend(args.iter().map(|&arg| arg.to_owned()));
    all.extend(files.map(|file| file.to_str().expect("a path").to_owned()));
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    lines(&stdout(&run(&all, "")))
}

#[test]
fn every_schema_describes_itself_in_sentences() {
    fn check(schema: &Value) {
        if let Some(Value::String(text)) = schema.get("description") {
            let words = text.split_whitespace().count();
            assert!(text.ends_with('.') && (3..=25).contains(&words), "{text}");
        }
        match schema {
            Value::Object(entries) => entries.values().for_each(check),
            Value::Array(items) => items.iter().for_each(check),
            _ => {}
        }
    }
    for format in FORMATS {
        let schema = schema(&[format]);
        assert!(schema["title"].is_string(), "{format}");
        check(&schema);
    }
}

/// Whoever reads a schema finds each key on the format's page.
#[test]
fn the_pages_name_every_key_of_a_schema() {
    fn keys(schema: &Value, found: &mut BTreeSet<String>) {
        if let Some(Value::Object(properties)) = schema.get("properties") {
            found.extend(properties.keys().cloned());
        }
        match schema {
            Value::Object(entries) => entries.values().for_each(|value| keys(value, found)),
            Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    let pages: [(&str, &[&str]); 11] = [
        ("case", &["CASES"]),
        ("scene", &["SCENES", "CASES"]),
        ("recording", &["RECORDING", "CASES"]),
        ("certificate", &["CERTIFICATES"]),
        ("frame", &["RECORDING", "CASES"]),
        ("answer", &["CASES", "CERTIFICATES"]),
        ("run", &["SCENES", "RECORDING", "CASES"]),
        ("replay", &["RECORDING"]),
        ("parts", &["MESHES", "CASES"]),
        ("inspect", &["MESHES"]),
        ("view", &["VIEW"]),
    ];
    assert!(pages.iter().map(|(format, _)| format).eq(&FORMATS));
    for (format, pages) in pages {
        let pages = pages
            .iter()
            .map(|page| read_text(&format!("docs/guide/{page}.md")));
        let text: String = pages.collect();
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = text.split(|c| !is_letter(c)).collect();
        let mut found = BTreeSet::new();
        keys(&schema(&[format]), &mut found);
        let missing: Vec<_> = found
            .iter()
            .filter(|key| !words.contains(key.as_str()))
            .collect();
        assert!(missing.is_empty(), "{format}: {missing:?}");
    }
}

#[test]
fn every_scene_fits() {
    let schema = schema(&["scene"]);
    let mut scenes = examples("docs/guide/SCENES.md");
    for file in std::fs::read_dir(root("examples/scenes")).expect("the scenes") {
        let path = file.expect("a file").path();
        if path.is_file() {
            let text = std::fs::read_to_string(path).expect("text");
            scenes.push(serde_json::from_str(&text).expect("JSON"));
        }
    }
    assert!(scenes.len() > 10);
    all_fit(&schema, &scenes);
}

#[test]
fn the_schema_of_scenes_refuses_what_the_program_refuses() {
    let schema = schema(&["scene"]);
    let text = std::fs::read_to_string(data("every_key.json")).expect("a scene");
    let scene: Value = serde_json::from_str(&text).expect("JSON");
    for mesh in ["cube.off", "two_parts.obj"] {
        std::fs::copy(data(mesh), temporary(mesh)).expect("a copy");
    }
    let file = temporary("schema-spoiled.json");
    let reads = |scene: &Value| {
        std::fs::write(&file, scene.to_string()).expect("a scene");
        let output = run(&["run", &file, "--frames", "0"], "");
        (status(&output) == 0, stderr(&output))
    };
    assert!(fits(&schema, &schema, &scene));
    let (is_read, why) = reads(&scene);
    assert!(is_read, "{why}");
    for Spoiled { value, what } in spoiled(&scene) {
        let (reads, why) = reads(&value);
        let fits = fits(&schema, &schema, &value);
        // The schema does not know which files and parts there are.
        let of_a_file = ["/mesh \"odd\"", "/part \"odd\""]
            .iter()
            .any(|end| what.ends_with(end));
        assert_eq!(reads, fits && !of_a_file, "{what}: {why}");
    }
}

#[test]
fn captured_queries_fit_the_schema_of_cases() {
    let schema = schema(&["case"]);
    for scene in ["blades", "gearbox", "canyon"] {
        all_fit(
            &schema,
            &written(&example_scene(scene), "--capture", &["--frames", "4"]),
        );
    }
    let surface = |one_sided: bool, solid: bool| {
        let mut line = examples("docs/guide/CASES.md").remove(0);
        line["a"] = json!({"trimesh": {"mesh": "a.obj", "one_sided": one_sided, "solid": solid}});
        fits(&schema, &schema, &line)
    };
    assert!(surface(true, false) && surface(false, true) && !surface(true, true));
}

#[test]
fn every_line_of_a_recording_fits() {
    let open = schema(&["recording"]);
    // The program writes no key that the schema does not list.
    let closed = strict(&open);
    let stopping = temporary("schema-stopping.json");
    let mut scene = examples("docs/guide/SCENES.md").remove(0);
    scene["on_hit"] = json!("stop");
    scene["bodies"][1]["spin"] = json!([0, 0, 500]);
    scene["bodies"][1]["copies"] = json!({"count": 2, "step": [0, 0.5, 0]});
    let sensor = json!({"name": "sensor", "shape": {"sphere": {"radius": 1}}, "role": "sensor",
        "pose": {"p": [3, 0, 0], "q": [0, 0, 0, 1]}});
    scene["bodies"].as_array_mut().expect("a list").push(sensor);
    std::fs::write(&stopping, scene.to_string()).expect("a scene");
    let mut kinds = BTreeSet::new();
    let mut check = |recording: Vec<Value>| {
        for line in recording {
            assert!(fits(&open, &open, &line), "{line}");
            assert!(fits(&closed, &closed, &line), "{line}");
            kinds.extend(line.as_object().expect("an object").keys().cloned());
            for event in line["events"].as_array().into_iter().flatten() {
                kinds.extend(event.as_object().expect("an object").keys().cloned());
            }
        }
    };
    check(written(&stopping, "--record", &[]));
    for mode in ["first", "all", "poses"] {
        let args = ["--mode", mode, "--frames", "4"];
        for scene in ["blades", "gearbox", "projectiles"] {
            check(written(&example_scene(scene), "--record", &args));
        }
    }
    check(written(
        &example_scene("canyon"),
        "--record",
        &["--frames", "2"],
    ));
    check(written(
        &example_scene("asteroids"),
        "--record",
        &["--frames", "1"],
    ));
    check(simulation());
    for key in [
        "shape_of", "pivot", "static", "role", "turns", "stops", "exit", "gap", "sensor", "parts",
    ] {
        assert!(kinds.contains(key), "no line has {key}");
    }
    let with = |key: &str, value: Value| {
        let mut line = simulation().remove(0);
        line[key] = value;
        fits(&open, &open, &line)
    };
    assert!(with("colour", json!(1)) && fits(&open, &open, &json!({"later": 1})));
    assert!(
        !with("version", json!(2)) && !with("frame_s", json!(0)) && !with("mode", json!("second"))
    );
}

/// A recording of a simulation, as `examples/simulations` writes it.
fn simulation() -> Vec<Value> {
    let pose = json!({"p": [0.0, 0.0, 1.0], "q": [0.0, 0.0, 0.0, 1.0]});
    vec![
        json!({"recording": "interframe", "version": 1, "scene": "a ball", "frame_s": 0.01, "frames": 1, "bodies": 2,
            "mode": "simulation"}),
        json!({"body": 0, "name": "floor", "shape": {"vertices": [[0.0, 0.0, 0.0]]}, "pose": pose, "static": true}),
        json!({"body": 1, "name": "ball", "shape": {"vertices": [[0.0, 0.0, 0.0]], "rounding": 1.0}, "pose": pose}),
        json!({"frame": 0, "poses": [[1, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0]], "events": [
            {"a": 0, "b": 1, "phase": "begin", "verdict": "hit", "t_lo": 0.5, "t_hi": 0.5, "order_group": 0},
            {"a": 0, "b": 1, "phase": "end", "verdict": "separated", "t_lo": 0.75, "t_hi": 0.75, "order_group": 1},
        ]}),
        json!({"end": true, "frames": 1, "events": 2}),
    ]
}

#[test]
fn every_captured_frame_fits() {
    let schema = schema(&["frame"]);
    let (mut world, motions) = world();
    let options = |mode| AdvanceOptions {
        mode,
        time_of_impact: TimeOfImpactOptions {
            tolerance: (mode == Mode::All).then_some(1e-6),
            ..TimeOfImpactOptions::default()
        },
        ..AdvanceOptions::default()
    };
    let mut captured: Vec<String> = [Mode::First, Mode::All, Mode::Poses]
        .map(|mode| world.capture(&motions, &options(mode)))
        .to_vec();
    let before = world.clone();
    let redirect = Response::Redirect {
        travel: Vector3::new(0.0, 0.0, 0.5),
        turn: Vector3::zeros(),
        pivot: Vector3::zeros(),
    };
    let mut count = 0;
    let mut respond = |_: &FrameContact<'_>| {
        count += 1;
        [Response::Continue, [Response::Stop, redirect][count % 2]]
    };
    let options = options(Mode::First);
    let frame = world.advance_with_responses(&motions, &options, &Serial, &mut respond);
    let responses = frame.expect("a frame").responses;
    assert!(responses.len() > 1);
    captured.push(before.capture_with_responses(&motions, &options, &responses));
    let captured = lines(&captured.join("\n"));
    all_fit(&schema, &captured);
    for frame in [&captured[1], &captured[3]] {
        for Spoiled { value, what } in spoiled(frame) {
            // How many responses there must be is known once the frame is passed.
            let read = value.to_string().parse::<FrameCapture>();
            let reads = read.is_ok_and(|frame| frame.options.validate().is_ok());
            let fits = fits(&schema, &schema, &value);
            assert_eq!(reads, fits, "{what}");
        }
    }
}

#[test]
fn every_answer_fits() {
    let open = schema(&["answer"]);
    let closed = strict(&open);
    let mut queries = BTreeSet::new();
    for args in [&["--certificate"][..], &["--check"]] {
        for answer in answers(args) {
            assert!(fits(&open, &open, &answer), "{answer}");
            assert!(fits(&closed, &closed, &answer), "{answer}");
            queries.extend(answer["query"].as_str().map(str::to_owned));
        }
    }
    let known: BTreeSet<_> = KINDS.iter().map(|kind| kind.name.to_owned()).collect();
    assert_eq!(queries, known);
    let some_bad = data("some_bad.jsonl");
    let output = run(&["query", "--json", some_bad.to_str().expect("a path")], "");
    for answer in lines(&stdout(&output)) {
        assert!(fits(&closed, &closed, &answer), "{answer}");
    }
    let cases: Vec<String> = examples("docs/guide/CASES.md")
        .iter()
        .map(Value::to_string)
        .collect();
    all_fit(
        &closed,
        &lines(&stdout(&run(&["query", "-", "--json"], &cases.join("\n")))),
    );
}

/// What of a proof file is told by its schema: the kind of a proof, of its claims and of its contacts.
fn kind_of_proof(line: &Value) -> String {
    let proof = &line["proof"];
    let certificate = &proof["certificate"];
    let inner = &certificate[first_key(certificate)];
    let keys: Vec<&String> = inner
        .as_object()
        .into_iter()
        .flat_map(|inner| inner.keys())
        .collect();
    let links = inner["links"].as_array().into_iter().flatten();
    let links: BTreeSet<String> = links.map(|link| first_key(&link["by"])).collect();
    format!(
        "{} {} {} {} {keys:?} {links:?} {} {} {}",
        line["query"],
        line["verdict"],
        first_key(&proof["placement"]),
        first_key(certificate),
        first_key(&inner["contact"]),
        proof.get("shapes").is_some(),
        line.get("pieces").is_some(),
    )
}

/// Conditions about the form of a line, which the schema decides: keys, kinds of values and ids.
const OF_FORM: [u16; 6] = [3, 5, 6, 7, 8, 90];

#[test]
fn every_line_of_a_proof_file_fits_and_the_checker_agrees_about_spoiled_ones() {
    let schema = schema(&["certificate"]);
    let all = answers(&["--certificate"]);
    all_fit(&schema, &all);
    let mut shortest = BTreeMap::<String, Value>::new();
    for line in all.iter().filter(|line| line.get("proof").is_some()) {
        let known = shortest
            .entry(kind_of_proof(line))
            .or_insert_with(|| line.clone());
        if line.to_string().len() < known.to_string().len() {
            *known = line.clone();
        }
    }
    assert!(shortest.len() > 40, "{}", shortest.len());
    let mut lines: Vec<Value> = shortest.into_values().collect();
    let proofs: Vec<Value> = lines.iter().map(|line| line["proof"].clone()).collect();
    // Each proof alone too, the end, a body, and answers of other queries.
    lines.extend(proofs.into_iter().step_by(5));
    lines.push(json!({"end": {"lines": 1, "proofs": 1}}));
    lines.push(json!({"body": "plate", "vertices": [[0, 0, 0]]}));
    lines.push(json!({"id": "without", "verdict": "hit", "proof": null}));
    for query in KINDS.iter().map(|kind| kind.name) {
        let mut line = lines[0].clone();
        line["query"] = json!(query);
        lines.push(line);
    }
    let mut count = [0; 2];
    for line in &lines {
        for Spoiled { value, what } in spoiled(line) {
            count[usize::from(agrees(&schema, &value, &what))] += 1;
        }
    }
    assert!(count.iter().all(|&count| count > 1000), "{count:?}");
}

/// Whether a line of a proof file fits, after the checker has agreed: what it takes fits, and what it refuses by its form does
/// not. What it refuses for its numbers may fit.
fn agrees(schema: &Value, line: &Value, what: &str) -> bool {
    let read = ProofFile::default().line(&line.to_string());
    let refused = match read {
        Err(failure) => Some(failure),
        Ok(line) => line.proof.and_then(Result::err),
    };
    let fits = fits(schema, schema, line);
    match refused {
        None => assert!(fits, "{what}: {line}"),
        Some(failure) => {
            let of_form = OF_FORM.contains(&failure.condition);
            assert!(!(fits && of_form), "{what}: {failure}: {line}");
        }
    }
    fits
}

/// The schema has the table of claims of docs/guide/CERTIFICATES.md: which stand beside which certificates, with which values.
#[test]
fn claims_stand_beside_the_certificates_that_prove_them() {
    let schema = schema(&["certificate"]);
    let all = answers(&["--certificate"]);
    let mut values = BTreeMap::<&String, BTreeSet<String>>::new();
    let mut lines = BTreeMap::<[String; 2], &Value>::new();
    for line in all.iter().filter(|line| line.get("proof").is_some()) {
        let proof = &line["proof"];
        let known = lines.entry(["placement", "certificate"].map(|key| first_key(&proof[key])));
        let shortest = known.or_insert(line);
        if line.to_string().len() < shortest.to_string().len() {
            *shortest = line;
        }
        for (key, value) in line.as_object().expect("an object") {
            if key != "proof" {
                values.entry(key).or_default().insert(value.to_string());
            }
        }
    }
    assert!(lines.len() > 15 && values.len() > 25);
    let others = [
        json!(null),
        json!(true),
        json!(0.5),
        json!("hit"),
        json!([0, 0, 0]),
        json!({}),
        json!([[[0, 1], [0, 1]]]),
    ];
    let mut count = [0; 2];
    for (kind, line) in &lines {
        for (key, known) in &values {
            let known = known
                .iter()
                .take(2)
                .map(|text| serde_json::from_str(text).expect("JSON"));
            for value in known.chain(others.iter().cloned()) {
                let mut changed = (*line).clone();
                let what = format!("{kind:?} with {key} {value}");
                changed[key.as_str()] = value;
                count[usize::from(agrees(&schema, &changed, &what))] += 1;
            }
        }
    }
    assert!(count.iter().all(|&count| count > 1000), "{count:?}");
}

/// The only key of an object, or a text.
fn first_key(value: &Value) -> String {
    match value {
        Value::Object(entries) => entries.keys().next().cloned().unwrap_or_default(),
        other => other.to_string(),
    }
}

#[test]
fn the_proofs_of_runs_and_of_pages_fit() {
    let schema = schema(&["certificate"]);
    for (scene, frames) in [("blades", "2"), ("gearbox", "1"), ("rocks", "2")] {
        all_fit(
            &schema,
            &written(
                &example_scene(scene),
                "--certificate",
                &["--frames", frames],
            ),
        );
    }
    let examples = examples("docs/guide/CERTIFICATES.md");
    all_fit(&schema, &examples);
    let nested = json!({"id": "x", "notes": [{"proof": examples[0]}]});
    assert!(!fits(&schema, &schema, &nested));
    assert!(!fits(&schema, &schema, &json!({"end": {"lines": 1}})));
    assert!(fits(
        &schema,
        &schema,
        &json!({"end": 1, "id": "an answer"})
    ));
}
