//! What is refused before it costs memory or time without end: each with a sentence that names the
//! key or the file, and the limit.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{POINT, POSE, case, json_lines, root, run, status, stderr, stdout};

/// A fresh path where cargo keeps what tests write.
fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{name}"));
    let _ = std::fs::remove_file(&path);
    path
}

fn written(name: &str, text: &str) -> String {
    let path = path(name);
    std::fs::write(&path, text).expect("the file is written");
    path.to_str().expect("a path").to_string()
}

/// A file that says it has so many bytes, none of them on the disk.
fn hollow(name: &str, bytes: u64) -> String {
    let path = path(name);
    let file = File::create(&path).expect("a new file");
    file.set_len(bytes).expect("a file with a hole");
    path.to_str().expect("a path").to_string()
}

/// A pipe that nobody writes to.
fn pipe(name: &str) -> String {
    let path = path(name);
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo").success());
    path.to_str().expect("a path").to_string()
}

/// A scene of a body that moves, with these keys besides, and so many frames.
fn scene(name: &str, frames: &str, body: &str) -> String {
    let text = format!(
        r#"{{"name": "s", "frame_s": 0.5, "frames": {frames}, "bodies": [
            {{"name": "dart", "shape": {POINT}, {body}}}]}}"#
    );
    written(&format!("{name}.json"), &text)
}

const FLYING: &str =
    r#""pose": {"p": [0,0,0], "q": [0,0,0,1]}, "velocity": [1,0,0], "copies": {"count": COUNT}"#;

#[track_caller]
fn refused(output: &Output, sentence: &str) {
    assert_eq!(status(output), 2);
    assert!(stderr(output).contains(sentence), "{}", stderr(output));
}

#[test]
fn scenes_too_large_name_the_key_and_the_limit() {
    let flying = |count: &str| FLYING.replace("COUNT", count);
    let keyed = format!(r#""keyframes": [{POSE},{POSE},{POSE}], "copies": {{"count": 99999}}"#);
    let keyed_many = keyed.replace(POSE, &[POSE; 4].join(","));
    for (name, frames, body, sentence) in [
        (
            "copies",
            "2",
            flying("2000000000000000"),
            "key `bodies[0].copies.count`: 2000000000000000 more bodies; a scene has at most 100000",
        ),
        (
            "copies-float",
            "2",
            flying("1e15"),
            "key `bodies[0].copies.count`: 1000000000000000 more bodies; a scene has at most 100000",
        ),
        (
            "pairs",
            "2",
            flying("3163"),
            "key `bodies`: in frame 0: the boxes of more than 5000000 pairs of bodies meet",
        ),
        (
            "poses",
            "11",
            keyed_many,
            "key `bodies[0].copies.count`: 1199988 more keyframe poses; a scene has at most 1000000",
        ),
        (
            "frames",
            "3e15",
            flying("2"),
            "key `frames`: 3000000000000000 frames; at most 1000000",
        ),
        (
            "work",
            "1000000",
            flying("1001"),
            "key `frames`: 1000000 frames of 1001 bodies; at most 1000000000 bodies times frames",
        ),
    ] {
        let file = scene(name, frames, &body);
        refused(&run(&["run", &file], ""), sentence);
    }
    // Where every pair is asked about, those that are apart count too.
    let apart = flying("3163").replace("3163", "3163, \"step\": [0, 9, 0]");
    let file = scene("pairs-apart", "1", &apart);
    assert_eq!(status(&run(&["run", &file], "")), 0);
    let proofs = path("pairs-apart.jsonl");
    refused(
        &run(
            &[
                "run",
                &file,
                "--certificate",
                proofs.to_str().expect("a path"),
            ],
            "",
        ),
        "key `bodies`: 5000703 pairs of which a body moves",
    );
    let file = scene("more-frames", "1", &flying("2"));
    refused(
        &run(&["run", &file, "--frames", "5000000000"], ""),
        "--frames: 5000000000 frames; at most 1000000",
    );
    assert_eq!(status(&run(&["run", &file, "--frames", "9"], "")), 0);
}

#[test]
fn a_whole_number_may_be_written_as_a_float() {
    let file = scene("whole", "2e0", &FLYING.replace("COUNT", "3.0"));
    let output = run(&["run", &file, "--json"], "");
    let summary = &json_lines(&output).pop().expect("a summary")["summary"];
    assert_eq!(
        (&summary["frames"], &summary["bodies"]),
        (&2.into(), &3.into())
    );
}

/// A case whose first body is this mesh file.
fn of_mesh(file: &str) -> String {
    case(&[("a", &format!(r#"{{"mesh": "{file}"}}"#))])
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let odd = "not a regular file";
    for file in [pipe("pipe.obj"), pipe("pipe.stl"), pipe("pipe.off")] {
        let lines = json_lines(&run(
            &["query", "-", "--json"],
            &(of_mesh(&file) + &case(&[])),
        ));
        let error = lines[0]["error"].as_str().expect("an error");
        assert!(error.contains(&file) && error.contains(odd), "{error}");
        assert_eq!(lines[1]["verdict"], "hit");
    }
    // An ending that is known, on a device that never ends.
    let zeros = path("zeros.stl");
    std::os::unix::fs::symlink("/dev/zero", &zeros).expect("a link");
    let output = run(&["query", "-"], &of_mesh(zeros.to_str().expect("a path")));
    assert_eq!(status(&output), 2);
    assert!(stdout(&output).contains(odd), "{}", stdout(&output));
    for command in ["query", "validate", "verify", "run"] {
        for file in [&pipe("pipe"), "/dev/zero", folder] {
            let output = run(&[command, file], "");
            refused(&output, &format!("{file}: {odd}"));
        }
    }
}

#[test]
fn files_are_read_up_to_a_stated_size() {
    let mesh = hollow("large.stl", (256 << 20) + 1);
    let output = run(&["query", "-"], &of_mesh(&mesh));
    assert_eq!(status(&output), 2);
    let text = stdout(&output);
    assert!(
        text.contains("larger than the limit of 268435456 bytes"),
        "{text}"
    );
    let lines = hollow("large.jsonl", (4 << 30) + 1);
    for command in ["query", "validate", "verify"] {
        let sentence = format!("{lines}: larger than the limit of 4294967296 bytes");
        refused(&run(&[command, &lines], ""), &sentence);
    }
    let scene = hollow("large.json", (64 << 20) + 1);
    let sentence = format!("{scene}: larger than the limit of 67108864 bytes");
    refused(&run(&["run", &scene], ""), &sentence);
}

#[test]
fn a_line_too_long_is_one_bad_case() {
    let long = " ".repeat(70 << 20);
    let input = format!("{}{long}\n{}", case(&[]), case(&[("id", "\"last\"")]));
    let output = run(&["query", "-", "--json"], &input);
    assert_eq!(status(&output), 2);
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 3);
    let error = lines[1]["error"].as_str().expect("an error");
    assert!(
        error.contains("the line is longer than 67108864 bytes"),
        "{error}"
    );
    assert_eq!(lines[2]["id"], "last");
    let output = run(&["verify", "-"], &format!("{long}\n"));
    assert_eq!(status(&output), 2);
    let text = stdout(&output);
    assert!(
        text.contains("bad       -:1: not readable as JSON: the line is longer"),
        "{text}"
    );
}

#[test]
fn a_line_that_is_no_text_is_one_bad_case() {
    let file = path("bytes.jsonl");
    let bytes = [b"\xff\xfe{}\r\n", case(&[]).as_bytes()].concat();
    std::fs::write(&file, bytes).expect("the file is written");
    let output = run(&["query", file.to_str().expect("a path"), "--json"], "");
    let lines = json_lines(&output);
    assert!(
        lines[0]["error"]
            .as_str()
            .expect("an error")
            .contains("utf-8")
    );
    assert_eq!(lines[1]["verdict"], "hit");
}

/// Names that hold are counted again at each statement that changes them: a short file may not ask
/// for memory that grows with its square.
#[test]
fn names_of_parts_are_limited() {
    let groups: Vec<String> = (0..2000).map(|i| i.to_string()).collect();
    let objects: String = (0..600).map(|i| format!("o {i}\nf 1\n")).collect();
    let text = format!("v 0 0 0\ng {}\n{objects}", groups.join(" "));
    let file = written("names.obj", &text);
    let output = run(&["query", "-"], &of_mesh(&file));
    assert_eq!(status(&output), 2);
    let text = stdout(&output);
    assert!(
        text.contains("more than 1000000 names of objects and groups"),
        "{text}"
    );
}

#[test]
fn an_exit_found_at_the_end_says_why_its_bracket_is_wide() {
    let cube = r#"{"box": {"half_extents": [2,2,2]}}"#;
    // Its one look is spent on the upper wall, which only the body's lower end could have reached.
    let bar = r#"{"vertices": [[0,-0.5,-0.9],[0,0.5,-0.9],[0,0,0.1]]}"#;
    let motion = |p: &str| format!(r#"{{"start": {POSE}, "end": {{"p": {p}, "q": [0,0,0,1]}}}}"#);
    let line = format!(
        r#"{{"id": "x", "query": "contains", "a": {}, "b": {}, "motion_a": {}, "motion_b": {}, "budget": 1}}"#,
        cube,
        bar,
        motion("[0,0,0]"),
        motion("[0,2.5,1.5]"),
    );
    let output = run(&["query", "-", "--json"], &line);
    let answer = &json_lines(&output)[0];
    assert_eq!(answer["verdict"], "not_inside");
    let [low, high] = ["t_lo", "t_hi"].map(|key| answer[key].as_f64().expect("a time"));
    assert!(high - low > 0.1, "{answer}");
    assert_eq!(answer["reason"], "budget", "{answer}");
}

#[test]
fn a_file_of_another_kind_is_named_as_such() {
    let scene = root("examples/scenes/projectiles.json")
        .display()
        .to_string();
    for command in ["query", "verify"] {
        let output = run(&[command, &scene], "");
        refused(&output, "`interframe run` takes scenes");
        // One line is enough to see it.
        assert!(stdout(&output).lines().count() < 4, "{}", stdout(&output));
    }
    let cases = root("tests/cases/intersect.jsonl").display().to_string();
    let said = stdout(&run(&["verify", &cases], ""));
    assert!(said.contains("no line has a proof"), "{said}");
    let empty = written("empty.jsonl", "\n \n");
    refused(
        &run(&["query", "--check", &empty], ""),
        "there is no case in it",
    );
    // A line that is cut, with others after it, is one bad line among good ones.
    let good = case(&[]);
    let cut = written("cut.jsonl", &format!("{}\n{good}\n", &good[..40]));
    let said = stdout(&run(&["query", &cut], ""));
    assert!(said.contains("1 hit") && said.contains("1 bad"), "{said}");
}

#[test]
fn a_table_has_room_for_any_name() {
    let long = "a".repeat(70_000);
    let lines = [
        case(&[("id", &format!("\"{long}\""))]),
        case(&[("id", r#""\u001b[31mred\nrow""#)]),
    ];
    let output = run(&["query", "-"], &(lines.join("\n") + "\n"));
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let said = stdout(&output);
    assert!(said.contains(&long) && said.contains(r"\u{1b}[31mred\nrow"));
    assert_eq!(said.lines().count(), 4);
    let text = format!(
        r#"{{"name": "s", "frame_s": 0.5, "frames": 1, "bodies": [
            {{"name": "{long}", "shape": {POINT}, "pose": {POSE}, "velocity": [1,0,0]}},
            {{"name": "wall", "shape": {POINT}, "pose": {{"p": [0.25,0,0], "q": [0,0,0,1]}}}}]}}"#
    );
    let output = run(&["run", &written("long.json", &text)], "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains(&long));
}

/// A whole number that an option does not take is said as it was given.
#[test]
fn numbers_beyond_options_are_said() {
    let rest = format!(r#"{{"start": {POSE}, "end": {POSE}}}"#);
    let point = r#"{"vertices": [[0,0,0]]}"#;
    let ask = |query: &str, at: &str, option: &str, value: &str| {
        let places = match at {
            "motion" => format!(r#""motion_a": {rest}, "motion_b": {rest}"#),
            _ => format!(r#""pose_a": {POSE}, "pose_b": {POSE}"#),
        };
        let line = format!(
            r#"{{"id": "x", "query": "{query}", "a": {point}, "b": {point}, {places}, "{option}": {value}}}"#
        );
        let output = run(&["query", "-", "--json"], &line);
        let error = json_lines(&output)[0]["error"].clone();
        error.as_str().unwrap_or_default().to_owned()
    };
    for (query, at, option, most) in [
        ("intersect", "pose", "max_pivots", "1000000"),
        ("distance", "pose", "max_pivots", "1000000"),
        ("time_of_impact", "motion", "max_pivots", "1000000"),
        ("time_of_impact", "motion", "budget", "4294967295"),
        ("contact_intervals", "motion", "budget", "4294967295"),
        ("closest_approach", "motion", "budget", "4294967295"),
        ("contains", "motion", "budget", "4294967295"),
    ] {
        for given in [
            "4294967296",
            "4294967296000",
            "18446744073709551615",
            "1e300",
            "0",
        ] {
            let error = ask(query, at, option, given);
            let given = if given == "1e300" { "1e+300" } else { given };
            let said =
                format!("key `{option}`: setting {option} is {given}; it must be from 1 to {most}");
            assert!(error.ends_with(&said), "{query}: {error}");
        }
        assert_eq!(ask(query, at, option, most), "", "{query}");
    }
}
