//! docs/SOURCES.md: its commands run, their output holds the words beside them, and its names exist.

use std::collections::HashMap;

use crate::common::{all_right, interframe, root};

/// The code spans of a text.
fn spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The cells of every row of the document's tables.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    rows.map(|row| row.split('|').collect()).collect()
}

/// Standard output and error of a command of the document; spaces in a row count as one.
fn output(command: &str) -> Vec<String> {
    let arguments = command.split_whitespace().skip(1);
    let output = interframe()
        .args(arguments)
        .current_dir(root(""))
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{command}");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("text");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(words).collect()
}

#[test]
fn own_cases_are_right() {
    all_right("tests/cases/sources.jsonl");
}

#[test]
fn every_command_shows_what_the_page_says() {
    let page = std::fs::read_to_string(root("docs/SOURCES.md")).expect("the document");
    let (mut outputs, mut commands) = (HashMap::new(), 0);
    // One command writes its page there.
    std::fs::create_dir_all(root("target")).expect("a folder");
    for row in rows(&page) {
        let is_command = |span: &&str| span.starts_with("interframe ");
        for cells in row.windows(2) {
            let Some(command) = spans(cells[0]).into_iter().find(is_command) else {
                continue;
            };
            let lines: &Vec<String> = outputs.entry(command).or_insert_with(|| output(command));
            let shown = spans(cells[1]);
            let holds = |line: &String| shown.iter().all(|words| line.contains(words));
            assert!(!shown.is_empty() && lines.iter().any(holds), "{cells:?}");
            commands += 1;
        }
    }
    assert!(commands > 40, "{commands}");
}

/// Blocks of commands, in which `interframe` is the program of these tests.
#[cfg(unix)]
#[test]
fn every_block_of_commands_runs() {
    let page = std::fs::read_to_string(root("docs/SOURCES.md")).expect("docs/SOURCES.md");
    let program = interframe();
    let folder = std::path::Path::new(program.get_program()).parent();
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", folder.expect("a folder").display());
    let blocks: Vec<&str> = page.split("```sh\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let commands = block.split("```").next().expect("an end");
        let output = std::process::Command::new("bash")
            .args(["-euo", "pipefail", "-c", commands])
            .env("PATH", &path)
            .current_dir(root(""))
            .output()
            .expect("bash runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{commands}{said}"
        );
    }
}

#[test]
fn every_name_of_the_page_exists() {
    let read = |path: &str| std::fs::read_to_string(root(path)).expect("a file");
    let (page, header) = (read("docs/SOURCES.md"), read("include/interframe.h"));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let in_c: Vec<_> = header.split(|c| !is_word(c)).collect();
    let library = read("src/lib.rs");
    let in_rust: Vec<_> = library.split(|c| !is_word(c)).collect();
    let mut names = 0;
    for row in rows(&page) {
        // The cells before the command.
        let known = row.iter().take_while(|cell| !cell.contains("`interframe "));
        for name in known.flat_map(|cell| spans(cell)) {
            if name.to_lowercase().starts_with("ifr_") {
                assert!(in_c.contains(&name), "{name}");
                names += 1;
            } else if let Some((of, _)) = name.split_once("::") {
                assert!(in_rust.contains(&of), "{name}");
                names += 1;
            }
        }
    }
    assert!(names > 40, "{names}");
}
