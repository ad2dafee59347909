//! Runs the program and reads what it says.

#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

pub fn interframe() -> Command {
    Command::new(env!("CARGO_BIN_EXE_interframe"))
}

/// The Python that `python3` starts, by its own path: what chooses among several takes longer than most scripts here.
pub fn python() -> Option<&'static Path> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let ask = ["-c", "import sys; print(sys.executable)"];
        let found = Command::new("python3").args(ask).output().ok()?;
        let path = String::from_utf8(found.stdout).ok()?;
        (!path.trim().is_empty()).then(|| path.trim().into())
    };
    PYTHON.get_or_init(find).as_deref()
}

pub fn has_python() -> bool {
    let found = python().is_some();
    if !found {
        eprintln!("skipped: python3 is not here");
    }
    found
}

/// A path below the workspace's root.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// Runs the program with these arguments and this standard input.
pub fn run(args: &[&str], input: &str) -> Output {
    let mut child = interframe()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments reads no input; that is not this writer's error.
    let _ = child
        .stdin
        .take()
        .expect("standard input")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

pub fn status(output: &Output) -> i32 {
    output.status.code().expect("an exit status")
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text on standard output")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text on standard error")
}

/// Standard output as JSON lines.
pub fn json_lines(output: &Output) -> Vec<serde_json::Value> {
    stdout(output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect()
}

/// Every case of a file (below the workspace's root, or anywhere) is answered as it expects.
pub fn all_right(file: &str) {
    let file = root(file);
    let output = run(&["query", file.to_str().expect("a path"), "--check"], "");
    let text = stdout(&output);
    assert_eq!(status(&output), 0, "{text}");
    assert!(
        text.contains("wrong 0, undecided 0, nothing expected 0, bad 0"),
        "{text}"
    );
}

pub const POINT: &str = r#"{"vertices": [[0,0,0]]}"#;
pub const POSE: &str = r#"{"p": [0,0,0], "q": [0,0,0,1]}"#;

/// An `intersect` case of two points at the origin, with these keys put in place of its own.
pub fn case(replaced: &[(&str, &str)]) -> String {
    let mut keys = vec![
        ("id", "\"x\""),
        ("query", "\"intersect\""),
        ("a", POINT),
        ("b", POINT),
        ("pose_a", POSE),
        ("pose_b", POSE),
    ];
    for &(key, value) in replaced {
        keys.retain(|(k, _)| *k != key);
        if !value.is_empty() {
            keys.push((key, value));
        }
    }
    let keys: Vec<_> = keys.iter().map(|(k, v)| format!("\"{k}\": {v}")).collect();
    format!("{{{}}}\n", keys.join(", "))
}

/// The error that a single case is answered with.
pub fn error_of(line: &str) -> String {
    let output = run(&["query", "-", "--json"], line);
    assert_eq!(status(&output), 2, "{line}");
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 1, "{line}");
    lines[0]["error"].as_str().expect("an error").to_string()
}
