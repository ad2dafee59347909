//! `interframe query` on whole case files, the project's and the public ones: every line right, and what an
//! answer holds.

use crate::common::{
    all_right, case, data, error_of, json_lines, root, run, status, stderr, stdout,
};
use serde_json::Value;

#[test]
fn good_cases_are_right_in_every_output() {
    let file = data("good.jsonl");
    let file = file.to_str().expect("a path");
    let output = run(&["query", file, "--check"], "");
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    assert_eq!(
        stdout(&output),
        "right 7, wrong 0, undecided 0, nothing expected 0, bad 0\n"
    );
    let table = stdout(&run(&["query", file], ""));
    assert!(
        table.contains("7 cases: 2 separated, 4 hit, 1 undecided, 0 bad"),
        "{table}"
    );
    assert!(table.contains("undecided (hulls_meet)"), "{table}");
    let lines = json_lines(&run(&["query", file, "--json"], ""));
    assert_eq!(lines.len(), 7);
    for line in &lines {
        for key in ["id", "query", "verdict", "method", "iterations"] {
            assert!(!line[key].is_null(), "{key} in {line}");
        }
        let proved = match line["verdict"].as_str() {
            Some("separated") => line["plane"]["normal"].is_array(),
            Some("hit") => line["point"].is_array(),
            _ => line["reason"] == "hulls_meet",
        };
        assert!(proved, "{line}");
    }
    assert_eq!(lines[5]["about"], "motion");
    assert!(lines[5]["slack"].as_f64().expect("a slack") > 0.28);
}

#[test]
fn own_cases_of_closest_approach_are_right() {
    all_right(
        root("tests/cases/closest_approach.jsonl")
            .to_str()
            .expect("a path"),
    );
}

#[test]
fn own_cases_of_within_are_right() {
    all_right(root("tests/cases/within.jsonl").to_str().expect("a path"));
}

#[test]
fn own_cases_of_extended_boxes_are_right() {
    all_right(
        root("tests/cases/extended_boxes_meet.jsonl")
            .to_str()
            .expect("a path"),
    );
}

#[test]
fn own_cases_of_upright_cuboids_are_right() {
    all_right(
        root("tests/cases/cuboid_separation.jsonl")
            .to_str()
            .expect("a path"),
    );
}

#[test]
fn own_cases_of_round_bodies_are_right() {
    all_right(root("tests/cases/round.jsonl").to_str().expect("a path"));
}

#[test]
fn own_cases_of_solids_are_right() {
    all_right(root("tests/cases/solids.jsonl").to_str().expect("a path"));
}

#[test]
fn own_contact_intervals_are_right() {
    let file = root("tests/cases/contact_intervals.jsonl");
    let file = file.to_str().expect("a path");
    all_right(file);
    let lines = json_lines(&run(&["query", file, "--json"], ""));
    for line in &lines {
        let count = line["intervals"].as_array().expect("a list").len();
        assert_eq!(line["contacts"].as_array().expect("a list").len(), count);
        assert_eq!(line["verdict"] == "separated", count == 0, "{line}");
    }
    // Brackets of the first contact: [enter, exit].
    let first = &lines[0]["intervals"][0];
    assert!(first[0][1].as_f64() <= first[1][1].as_f64(), "{first}");
    // A wrong expectation is told.
    let text = std::fs::read_to_string(file).expect("the cases");
    let spoiled = text
        .lines()
        .next()
        .expect("a case")
        .replace("0.5, 0.5", "0.6, 0.6");
    let output = run(&["query", "-", "--check"], &spoiled);
    assert_eq!(status(&output), 1);
    assert!(
        stdout(&output).contains("3 intervals"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn own_distances_are_right() {
    let file = root("tests/cases/distance.jsonl");
    let file = file.to_str().expect("a path");
    all_right(file);
    let lines = json_lines(&run(&["query", file, "--json"], ""));
    for line in &lines {
        let (hit, empty) = (line["verdict"] == "hit", line["id"] == "dist-empty");
        for key in ["normal", "point_a", "point_b"] {
            assert_eq!(line[key].is_array(), !empty, "{key} in {line}");
        }
        assert_eq!(line["separation"].is_number(), !empty, "{line}");
        assert_eq!(line["features"].is_array(), !hit && !empty, "{line}");
        assert_eq!(line["method"], "gjk");
    }
    // Vertices by their places in the line.
    let line = lines
        .iter()
        .find(|l| l["id"] == "dist-repeated-and-inner-points");
    let features = &line.expect("the case")["features"];
    assert_eq!(features[0]["kind"], "face");
    assert_eq!(features[0]["vertices"], serde_json::json!([0, 1, 2]));
    assert_eq!(
        features[1],
        serde_json::json!({"kind": "vertex", "vertices": [0]})
    );
    // A wrong expectation is told; a separation below 0 is a distance of 0.
    for (expected, told) in [
        (r#"{"distance": 0.5}"#, Some("(expected: distance 0.5)")),
        (r#"{"separation": 0.5}"#, Some("(expected: separation 0.5)")),
        (r#"{"distance": 0}"#, None),
    ] {
        let line = case(&[("query", "\"distance\""), ("expected", expected)]);
        let output = run(&["query", "-", "--check"], &line);
        assert_eq!(status(&output), i32::from(told.is_some()));
        assert!(
            stdout(&output).contains(told.unwrap_or("right 1")),
            "{}",
            stdout(&output)
        );
    }
    let refused = case(&[("query", "\"distance\""), ("method", "\"tableau\"")]);
    assert!(error_of(&refused).contains("not answered by this method"));
}

#[test]
fn own_portals_are_right() {
    let file = root("tests/cases/mpr.jsonl");
    let file = file.to_str().expect("a path");
    let output = run(&["query", file, "--check"], "");
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    let text = stdout(&output);
    assert!(text.contains("right 23, wrong 0, undecided 0"), "{text}");
    for line in json_lines(&run(&["query", file, "--json"], "")) {
        assert_eq!(line["method"], "mpr");
        let empty = line["route"] == "nothing";
        assert_eq!(line["normal"].is_array(), !empty, "{line}");
        let by_portal = line["route"] == "portal" || line["route"] == "axis";
        assert_eq!(line["detour"].is_null(), by_portal || empty, "{line}");
        if line["query"] == "distance" && !empty {
            let number = |key: &str| line[key].as_f64().expect("a number");
            assert!(number("lower_bound") <= number("upper_bound"), "{line}");
        }
    }
    // A wrong route is told: both bodies are the same point.
    let wrong = case(&[
        ("query", "\"distance\""),
        ("method", "\"mpr\""),
        ("expected", r#"{"route": "portal"}"#),
    ]);
    let output = run(&["query", "-", "--check"], &wrong);
    assert!(stdout(&output).contains("(expected: portal)"));
}

/// The public files, asked for distances.
#[test]
fn public_distances_are_right() {
    for file in ["hard", "real"] {
        let file = root(&format!("../shared/data/cases/{file}.jsonl"));
        if !file.exists() {
            println!("skipped, no {}", file.display());
            continue;
        }
        let file = file.to_str().expect("a path");
        let output = run(&["query", file, "--as", "distance", "--check"], "");
        assert_eq!(status(&output), 0, "{}", stdout(&output));
    }
}

#[test]
fn own_depths_are_right() {
    let file = root("tests/cases/penetration.jsonl");
    let file = file.to_str().expect("a path");
    all_right(file);
    let lines = json_lines(&run(&["query", file, "--json"], ""));
    for line in &lines {
        let hit = line["verdict"] == "hit";
        for key in ["normal", "point_a", "point_b"] {
            assert_eq!(line[key].is_array(), hit, "{key} in {line}");
        }
        assert!(
            line["depth"].is_number() && line["error"].is_number(),
            "{line}"
        );
        let id = line["id"].as_str().expect("an id");
        let along = id.starts_with("pen-along");
        assert_eq!(
            line["method"],
            ["expanding_polytope", "ray_simplex"][usize::from(along)]
        );
    }
    // A wrong expectation is told.
    let wrong = case(&[
        ("query", "\"penetration\""),
        (
            "expected",
            r#"{"depth": 0.5, "normal": [0, 0, 1], "normal_tol": 3}"#,
        ),
    ]);
    let output = run(&["query", "-", "--check"], &wrong);
    assert_eq!(status(&output), 1);
    assert!(
        stdout(&output).contains("(expected: depth 0.5)"),
        "{}",
        stdout(&output)
    );
    let nowhere = case(&[("query", "\"penetration\""), ("direction", "[0, 0, 0]")]);
    assert!(error_of(&nowhere).contains("key `direction`: setting direction is 0"));
    let refused = case(&[("query", "\"penetration\""), ("method", "\"ray_simplex\"")]);
    assert!(error_of(&refused).contains("not answered by this method"));
}

#[test]
fn own_contacts_are_right() {
    let file = root("tests/cases/contact_manifold.jsonl");
    let file = file.to_str().expect("a path");
    all_right(file);
    for line in &json_lines(&run(&["query", file, "--json"], "")) {
        let contacts = line["contacts"].as_array().expect("a list");
        assert_eq!(
            line["count"].as_f64(),
            Some(contacts.len() as f64),
            "{line}"
        );
        assert_eq!(line["normal"].is_array(), !contacts.is_empty(), "{line}");
        for contact in contacts {
            assert!(contact["point_a"].is_array() && contact["point_b"].is_array());
            assert!(contact["depth"].is_number() && contact["id"].is_u64());
        }
    }
    let bad = case(&[("query", "\"contact_manifold\""), ("prediction", "-1")]);
    assert!(error_of(&bad).contains("key `prediction`: setting prediction is -1"));
}

#[test]
fn polygons_and_differences_are_right() {
    all_right("tests/cases/planar.jsonl");
    all_right("tests/cases/minkowski_difference.jsonl");
    let line = |pose_b: &str, query: &str| {
        format!(
            r#"{{"id": "x", "query": "{query}", "a": {{"vertices": [[0, 0], [1, 0]]}}, "b": {{"vertices": [[0, 0]]}}, "pose_a": {{"p": [0, 0], "angle": 0}}, "pose_b": {pose_b}}}"#
        )
    };
    let answer = |line: &str| json_lines(&run(&["query", "-", "--json"], line))[0].clone();
    let apart = answer(&line(r#"{"p": [2, 0], "half_angle": [0, 1]}"#, "distance"));
    assert_eq!(apart["separation"], 1.0, "{apart}");
    assert_eq!(apart["normal"], serde_json::json!([1.0, 0.0]), "{apart}");
    let both = line(r#"{"p": [2, 0]}"#, "distance");
    assert!(error_of(&both).contains("key `pose_b`: give `angle` or `half_angle`"));
    let long = line(r#"{"p": [2, 0], "half_angle": [1, 1]}"#, "distance");
    assert!(
        error_of(&long).contains("key `pose_b.half_angle`"),
        "{}",
        error_of(&long)
    );
    let unknown = line(r#"{"p": [2, 0], "angle": 0}"#, "penetration");
    assert!(error_of(&unknown).contains("for points of 2 numbers"));
}

#[test]
fn own_containment_cases_are_right() {
    let file = root("tests/cases/contains.jsonl");
    let file = file.to_str().expect("a path");
    all_right(file);
    let table = stdout(&run(&["query", file], ""));
    assert!(
        table.contains("not_inside") && table.contains("margin "),
        "{table}"
    );
    let wrong = case(&[
        ("query", "\"contains\""),
        ("expected", r#"{"verdict": "not_inside"}"#),
    ]);
    let output = run(&["query", "-", "--check"], &wrong);
    assert_eq!(status(&output), 1);
    assert!(
        stdout(&output).contains("inside (expected: not_inside)"),
        "{}",
        stdout(&output)
    );
}

/// The committed cases, by every method.
#[test]
fn the_cases_of_the_project_are_right() {
    for file in [
        "tests/cases/intersect.jsonl",
        "tests/cases/interframe.jsonl",
    ] {
        for method in interframe::Method::ALL.iter().map(|m| m.name()) {
            let path = root(file);
            let path = path.to_str().expect("a path");
            let output = run(&["query", path, "--check", "--method", method], "");
            assert_eq!(status(&output), 0, "{file} {method}\n{}", stdout(&output));
        }
    }
}

/// The public cases, where they are present.
#[test]
fn the_public_cases_are_right() {
    for (file, queries) in [
        ("vertex_sweeps", &[""][..]),
        ("hard", &["intersect", "interframe"]),
        ("real", &["intersect", "interframe"]),
    ] {
        let path = root(&format!("../shared/data/cases/{file}.jsonl"));
        if !path.exists() {
            println!("skipped: ../shared/data/cases/{file}.jsonl is absent");
            continue;
        }
        let path = path.to_str().expect("a path");
        for query in queries {
            let mut args = vec!["query", path, "--json", "--check"];
            if !query.is_empty() {
                args.extend(["--as", query]);
            }
            let output = run(&args, "");
            assert_eq!(status(&output), 0, "{file} {query}\n{}", stderr(&output));
            let right = |line: &Value| line["check"] == "right";
            assert!(json_lines(&output).iter().all(right), "{file} {query}");
        }
    }
}

#[test]
fn the_point_set_cases_are_right() {
    let path = root("tests/cases/point_sets.jsonl");
    let path = path.to_str().expect("a path");
    for method in ["default", "tableau"] {
        let output = run(&["query", path, "--check", "--method", method], "");
        assert_eq!(status(&output), 0, "{}", stdout(&output));
        assert!(stdout(&output).contains("wrong 0, undecided 0, nothing expected 0, bad 0"));
    }
}
