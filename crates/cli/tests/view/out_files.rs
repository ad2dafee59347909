//! Files that commands write: whole or as they were before, and never in the place of an input.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{case, root, run, status, stderr, stdout};

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("out-files-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let all = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = all
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into()
        })
        .collect();
    names.sort();
    names
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

/// Runs the program in a folder, where files may have a kilobyte at most.
fn run_on_a_full_disk(folder: &Path, args: &str) -> i32 {
    let program = env!("CARGO_BIN_EXE_interframe");
    let script = format!("ulimit -f 2; trap '' XFSZ; '{program}' {args} >/dev/null 2>&1");
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .output()
        .expect("a shell");
    status(&output)
}

#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    let folder = folder("full");
    let scene = root("examples/scenes/rocks.json");
    std::fs::write(folder.join("cases.jsonl"), case(&[])).expect("cases");
    for out in ["page.html", "r.jsonl"] {
        std::fs::write(folder.join(out), "old").expect("a file");
    }
    let scene = scene.display();
    for args in [
        "view cases.jsonl --out page.html".to_owned(),
        format!("run '{scene}' --record r.jsonl"),
        format!("run '{scene}' --capture r.jsonl"),
        format!("run '{scene}' --certificate r.jsonl"),
        "view cases.jsonl --out new.html".to_owned(),
    ] {
        assert_eq!(run_on_a_full_disk(&folder, &args), 2, "{args}");
        assert_eq!(
            names(&folder),
            ["cases.jsonl", "page.html", "r.jsonl"],
            "{args}"
        );
        assert_eq!(text(&folder.join("page.html")), "old");
        assert_eq!(text(&folder.join("r.jsonl")), "old");
    }
}

#[test]
fn no_output_takes_the_place_of_an_input() {
    let folder = folder("inputs");
    let at = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    std::fs::write(at("cases.jsonl"), case(&[])).expect("cases");
    let mesh = text(&root("examples/scenes/shapes/rod.obj"));
    std::fs::write(at("rod.obj"), &mesh).expect("a mesh");
    let scene = r#"{"name": "s", "frame_s": 1, "frames": 1, "bodies": [{"name": "a", "shape": {"mesh": "rod.obj", "hull": true},
        "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}}]}"#;
    std::fs::write(at("scene.json"), scene).expect("a scene");
    for link in ["link.html", "hard.html"] {
        let made = match link {
            "link.html" => std::os::unix::fs::symlink(at("cases.jsonl"), at(link)),
            _ => std::fs::hard_link(at("cases.jsonl"), at(link)),
        };
        made.expect("a link");
    }
    let (cases, scene_path, rod) = (at("cases.jsonl"), at("scene.json"), at("rod.obj"));
    let before = [text(Path::new(&cases)), scene.to_owned(), mesh];
    for (args, said) in [
        (["view", &cases, "--out", &cases], "--out"),
        (["view", &cases, "--out", &at("link.html")], "--out"),
        (["view", &cases, "--out", &at("hard.html")], "--out"),
        (["view", &scene_path, "--out", &rod], "--out"),
        (["run", &scene_path, "--record", &scene_path], "--record"),
        (["run", &scene_path, "--capture", &rod], "--capture"),
        (["run", &scene_path, "--certificate", &rod], "--certificate"),
    ] {
        let output = run(&args, "");
        assert_eq!(status(&output), 2, "{args:?}");
        let error = stderr(&output);
        assert!(
            error.contains(said) && error.contains("that is the input"),
            "{error}"
        );
    }
    let after = [cases, scene_path, rod].map(|path| text(Path::new(&path)));
    assert_eq!(before, after);
}

#[test]
fn files_that_differ_in_their_endings_get_pages_of_their_own() {
    let folder = folder("names");
    std::fs::write(folder.join("a.jsonl"), case(&[])).expect("cases");
    std::fs::copy(root("examples/scenes/shapes/rod.obj"), folder.join("a.obj")).expect("a mesh");
    for (input, page) in [("a.jsonl", "a.jsonl.html"), ("a.obj", "a.obj.html")] {
        let output = Command::new(env!("CARGO_BIN_EXE_interframe"))
            .args(["view", input])
            .current_dir(&folder)
            .output()
            .expect("it runs");
        assert_eq!(stdout(&output).trim(), page);
    }
    assert_eq!(
        names(&folder),
        ["a.jsonl", "a.jsonl.html", "a.obj", "a.obj.html"]
    );
}

#[test]
fn a_link_to_the_output_stays_a_link() {
    let folder = folder("links");
    let (real, link) = (folder.join("real.html"), folder.join("link.html"));
    std::fs::write(&real, "old").expect("a file");
    std::os::unix::fs::symlink("real.html", &link).expect("a link");
    let output = run(
        &["view", "-", "--out", link.to_str().expect("a path")],
        &case(&[]),
    );
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert!(link.symlink_metadata().expect("a link").is_symlink());
    assert!(text(&real).contains("<html"));
    let output = run(&["view", "-", "--out", "/dev/null"], &case(&[]));
    assert_eq!(status(&output), 0, "{}", stderr(&output));
}
