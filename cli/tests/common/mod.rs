//! Runs the program and reads what it says.

#![allow(dead_code)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub fn interframe() -> Command {
    Command::new(env!("CARGO_BIN_EXE_interframe"))
}

/// A path below the workspace's root.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
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
