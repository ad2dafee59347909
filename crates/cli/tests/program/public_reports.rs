//! Inputs after public reports and inputs that once broke a promise, where `../shared/data` is there.

use std::path::{Path, PathBuf};

use crate::common::{json_lines, root, run, stdout};

/// Lines of `field` that are not answered as their file wants: file, id, and the reason.
const OPEN: [(&str, &str, &str); 16] = [
    (
        "06",
        "slide",
        "a contact that never ends is a hit with `initial`",
    ),
    (
        "06",
        "slide-to-the-wall-mesh-ignore",
        "the bodies never part as a whole",
    ),
    ("12", "next-chunk-normal", "the neighbour is another body"),
    ("12", "box-next-block", "the neighbour is another body"),
    (
        "12",
        "box-slides-touching-compound",
        "a contact that never ends is a hit with `initial`",
    ),
    (
        "12",
        "box-slides-touching-next-block",
        "the neighbour is another body",
    ),
    ("13", "ball-inside", "a closed mesh is its surface"),
    ("13", "contains", "a closed mesh is its surface"),
    ("13", "signed-distance", "a closed mesh is its surface"),
    ("15", "time-of-a-deforming-hit", "no such query"),
    (
        "17",
        "puck-slides-starting-in-touch",
        "a contact that never ends is a hit with `initial`",
    ),
    (
        "19",
        "19h_nan_unused.obj",
        "a number of the file is not finite",
    ),
    (
        "19",
        "19h_nan_unused.obj-hull",
        "a number of the file is not finite",
    ),
    ("19", "19j_decimal_comma.obj", "the file has decimal commas"),
    (
        "19",
        "19j_decimal_comma.obj-hull",
        "the file has decimal commas",
    ),
    (
        "27",
        "touch",
        "an exact contact of curved bodies is undecided",
    ),
];

/// The JSON lines of a folder of the shared data; none, with a note, where it is absent.
fn files(name: &str) -> Vec<PathBuf> {
    let folder = root("../shared/data").join(name);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: ../shared/data/{name} is absent");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    files
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

#[test]
fn public_reports_are_answered_as_they_should_be() {
    for file in files("field") {
        let number = &file
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name")[..2];
        let output = run(&["query", text(&file), "--check", "--json"], "");
        let lines = json_lines(&output);
        let differs = lines.iter().filter(|line| {
            matches!(line["check"].as_str(), Some("wrong" | "undecided"))
                || line["error"].is_string()
        });
        let differs: Vec<_> = differs.filter_map(|line| line["id"].as_str()).collect();
        let open = OPEN.iter().filter(|(file, ..)| *file == number);
        let is_here = |id: &str| lines.iter().any(|line| line["id"] == id);
        let open: Vec<_> = open
            .map(|(_, id, _)| *id)
            .filter(|id| is_here(id))
            .collect();
        assert_eq!(differs, open, "{}", text(&file));
    }
}

/// Depths of bodies that were told to move too far, or by a positive depth although they are apart.
#[test]
fn manifolds_that_broke_a_promise_hold_it() {
    for file in files("breaks") {
        let name = text(&file);
        if !name.contains("manifold") || name.contains("extreme_scale") || name.contains("sliver") {
            continue;
        }
        let lines = json_lines(&run(&["query", name, "--json"], ""));
        assert!(!lines.is_empty(), "{name}");
        for line in lines
            .iter()
            .filter(|line| line["query"] == "contact_manifold")
        {
            let depth = line["depth"].as_f64().unwrap_or(f64::NEG_INFINITY);
            let most = if line["verdict"] == "hit" {
                0.0101
            } else {
                0.0
            };
            assert!(depth <= most, "{name}: {line}");
        }
    }
}

#[test]
fn lies_that_passed_are_refused() {
    for file in files("breaks") {
        let name = text(&file);
        let is_lie = name.contains("cert_") || name.contains("false_") || name.contains("12s");
        let is_proof = name.contains("py_rejects_valid");
        if is_lie || is_proof {
            let output = run(&["verify", name], "");
            let passed = output.status.success();
            assert_eq!(passed, is_proof, "{name}: {}", stdout(&output));
        }
    }
}
