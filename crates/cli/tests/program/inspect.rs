//! `interframe inspect`: how far a mesh reaches out of its parts, against what is known in closed form, and what is refused.

use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;

use crate::common::{data, json_lines, run, status, stderr, stdout};

/// A file where cargo keeps what tests write.
fn written(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the file is written");
    path
}

fn inspect(mesh: &std::path::Path, parts: &std::path::Path, args: &[&str]) -> Output {
    let path = |path: &std::path::Path| path.to_str().expect("a path").to_owned();
    let (mesh, parts) = (path(mesh), path(parts));
    run(&[&["inspect", &mesh, &parts], args].concat(), "")
}

/// A closed cube of half extent 1/2 beside these parts.
fn of_cube(name: &str, parts: &str) -> Value {
    let mesh = written(&format!("{name}.off"), CUBE);
    let parts = written(&format!("{name}.json"), parts);
    let output = inspect(&mesh, &parts, &["--json"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    json_lines(&output).remove(0)
}

pub const CUBE: &str = "OFF\n8 12 0\n\
    -0.5 -0.5 -0.5\n0.5 -0.5 -0.5\n-0.5 0.5 -0.5\n0.5 0.5 -0.5\n-0.5 -0.5 0.5\n0.5 -0.5 0.5\n-0.5 0.5 0.5\n0.5 0.5 0.5\n\
    3 0 2 3\n3 0 3 1\n3 4 5 7\n3 4 7 6\n3 0 1 5\n3 0 5 4\n3 2 6 7\n3 2 7 3\n3 0 4 6\n3 0 6 2\n3 1 3 7\n3 1 7 5\n";

/// Half the cube's diagonal, and a thousandth of it: how far the bound may be above what is reached.
const RADIUS: f64 = 0.866_025_403_784_438_6;

fn number(found: &Value, key: &str) -> f64 {
    found[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key}: {found}"))
}

/// What is reached is at most `true_one`, the proved bound at least, and both are near it.
fn undercut_is(found: &Value, true_one: f64) {
    let (most, seen) = (
        number(found, "undercut_at_most"),
        number(found, "undercut_seen"),
    );
    assert!(
        seen <= true_one + 1e-12 && most >= true_one - 1e-12,
        "{found}"
    );
    assert!(most <= seen + 1e-3 * RADIUS * (1.0 + 1e-9), "{found}");
}

#[test]
fn a_smaller_box_leaves_the_corners_outside() {
    let found = of_cube(
        "smaller",
        r#"[{"name": "core", "box": {"half_extents": [0.4, 0.4, 0.4]}}]"#,
    );
    undercut_is(&found, 0.1 * 3.0_f64.sqrt());
    assert!((number(&found, "undercut_seen") - 0.1 * 3.0_f64.sqrt()).abs() < 1e-12);
    assert!((number(&found, "volume_of_parts") - 0.512).abs() < 1e-12);
    assert!((number(&found, "volume_of_mesh") - 1.0).abs() < 1e-12);
    assert_eq!(
        (&found["parts"], &found["closed"]),
        (&1.into(), &true.into())
    );
    assert_eq!(found["overlapping_pairs"], 0);
}

/// Writes a box of the cube's height and depth, half as wide as `half`, with its middle at `x`.
fn slab(half: f64, x: f64) -> String {
    let pose = format!(r#"{{"p": [{x}, 0, 0], "q": [0, 0, 0, 1]}}"#);
    format!(r#"{{"box": {{"half_extents": [{half}, 0.5, 0.5]}}, "pose": {pose}}}"#)
}

/// Farthest outside is the middle of what two slabs leave between them, where no corner is.
#[test]
fn a_gap_between_parts_is_found() {
    let found = of_cube(
        "gap",
        &format!(
            r#"{{"compound": [{}, {}]}}"#,
            slab(0.2, -0.3),
            slab(0.2, 0.3)
        ),
    );
    undercut_is(&found, 0.1);
    assert_eq!(found["overlapping_pairs"], 0);
}

#[test]
fn parts_that_cover_it_overlap() {
    let found = of_cube(
        "cover",
        &format!("[{}, {}]", slab(0.3, -0.25), slab(0.3, 0.25)),
    );
    undercut_is(&found, 0.0);
    assert_eq!(found["overlapping_pairs"], 1);
    assert!((number(&found, "deepest_overlap") - 0.1).abs() < 1e-12);
    assert!((number(&found, "volume_of_parts") - 1.2).abs() < 1e-12);
}

/// Each object of the file is the hull of its faces' corners.
#[test]
fn parts_may_be_those_of_a_mesh_file() {
    let path = written("two.obj", TWO_TETRAHEDRA);
    let found = json_lines(&inspect(&path, &path, &["--json"])).remove(0);
    assert_eq!(
        (&found["parts"], &found["overlapping_pairs"]),
        (&2.into(), &0.into())
    );
    assert!(number(&found, "undercut_at_most") < 1e-9, "{found}");
    assert_eq!(found["closed"], true);
    assert!((number(&found, "volume_of_parts") - 1.0 / 3.0).abs() < 1e-12);
    let text = stdout(&inspect(&path, &path, &[]));
    for line in [
        "mesh: 8 triangles, 8 vertices; 0 degenerate, 0 duplicate; 0 open edges",
        "parts: 2; volume 0.333333 in sum, that of the mesh 0.333333 (ratio 1.000)",
        "undercut: the surface reaches at most 0.000000 outside of the parts (proved; 0.000000 is reached)",
        "overlap: 0 pairs of parts, at most 0.000000 deep",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

const TWO_TETRAHEDRA: &str = "o left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n\
    o right\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";

/// What is far from the origin holds what it holds, and large numbers are short.
#[test]
fn a_part_far_out_has_its_volume() {
    let part = r#"[{"box": {"half_extents": [0.5, 0.5, 0.5]}, "pose": {"p": [FAR, 0, 0], "q": [0, 0, 0, 1]}}]"#;
    let found = of_cube("far", &part.replace("FAR", "1e6"));
    assert!((number(&found, "volume_of_parts") - 1.0).abs() < 1e-9);
    let far = "OFF\n4 4 0\n1e90 0 0\n2e90 0 0\n1e90 1e90 0\n1e90 0 1e90\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
    let (mesh, parts) = (
        written("huge.off", far),
        written("small.json", &part.replace("FAR", "0")),
    );
    let text = stdout(&inspect(&mesh, &parts, &[]));
    assert!(text.contains("that of the mesh 1.666667e269"), "{text}");
    assert!(text.lines().all(|line| line.len() < 200), "{text}");
}

#[test]
fn bad_files_are_refused() {
    let mesh = written("refused.off", CUBE);
    let good = written("refused.json", r#"[{"box": {"half_extents": [1, 1, 1]}}]"#);
    let round = written("round.json", r#"[{"sphere": {"radius": 1}}]"#);
    let cut = written("cut.json", r#"[{"box": {"half_ext"#);
    let odd = written("odd.json", r#"{"compound": [{"bx": 1}]}"#);
    let nested = written("nested.json", r#"{"compound": [{"compound": []}]}"#);
    let none = written("none.json", "[]");
    let empty = written("empty.json", r#"[{"vertices": []}]"#);
    let cloud = written("cloud.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
    let huge = written(
        "beyond.obj",
        "v 0 0 0\nv 1e300 0 0\nv 0 1e300 0\nv 0 0 1e300\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
    );
    let lost = data("no_such_file.obj");
    for (mesh, parts, message) in [
        (
            &mesh,
            &round,
            "`compound[0]`: only parts with corners and without a radius are inspected",
        ),
        (&mesh, &cut, "cut.json"),
        (&mesh, &odd, "bx"),
        (
            &mesh,
            &nested,
            "key `compound`: part 0 of the compound is itself of several pieces",
        ),
        (&mesh, &none, "no parts"),
        (&mesh, &empty, "no parts"),
        (&cloud, &good, "the file has no faces"),
        (&huge, &good, "key `mesh`: a volume beyond f64"),
        (&mesh, &huge, "key `parts`: a volume beyond f64"),
        (&mesh, &lost, "no_such_file.obj"),
        (&lost, &good, "no_such_file.obj"),
        (&data("broken.obj"), &good, "broken.obj"),
        (&good, &good, "refused.json"),
    ] {
        let output = inspect(mesh, parts, &["--json"]);
        assert_eq!((status(&output), stdout(&output)), (2, String::new()));
        assert!(
            stderr(&output).contains(message),
            "{message}: {}",
            stderr(&output)
        );
    }
}
