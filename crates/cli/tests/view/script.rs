//! The script's own tests, which node runs.

use std::process::Command;

use crate::pages::folder;

/// Whether node is there, in a version with a test runner.
pub fn has_node() -> bool {
    let Ok(output) = Command::new("node").arg("--version").output() else {
        return false;
    };
    let version = String::from_utf8_lossy(&output.stdout);
    let major = version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .next()
        .map(str::parse::<u32>);
    major.is_some_and(|major| major.is_ok_and(|major| major >= 20))
}

#[test]
fn the_script_passes_its_own_tests() {
    if !has_node() {
        println!("skipped: there is no node of version 20 or later");
        return;
    }
    let view = concat!(env!("CARGO_MANIFEST_DIR"), "/view");
    let mut tests: Vec<_> = std::fs::read_dir(format!("{view}/tests"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".test.js"))
        .collect();
    tests.sort();
    assert!(tests.len() >= 7, "{}", tests.len());
    let output = Command::new("node")
        .arg("--test")
        .args(tests)
        .env("INTERFRAME_VIEW_DATA", folder())
        .output()
        .expect("node starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("skipped 0"), "{said}");
    for line in said
        .lines()
        .filter(|line| line.contains("largest difference") || line.contains("500 bodies"))
    {
        println!("{line}");
    }
}
