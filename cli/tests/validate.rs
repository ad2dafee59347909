//! `interframe validate`: two methods on every case.

mod common;

use common::{json_lines, run, status};

const PAIR: &str = r#"{"id": "p", "query": "intersect", "a": {"box": {"half_extents": [1, 1, 1]}}, "b": {"box": {"half_extents": [1, 1, 1]}}, "pose_a": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}, "pose_b": {"p": [2, 0, 0], "q": [0, 0, 0, 1]}}"#;

fn counts(output: &std::process::Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn the_projects_cases_agree() {
    for file in ["intersect", "interframe", "point_sets"] {
        let path = format!("{}/../cases/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let output = run(&["validate", &path], "");
        assert_eq!(status(&output), 0, "{}", counts(&output));
        assert!(json_lines(&output).is_empty());
        let said = counts(&output);
        assert!(said.contains("default and tableau: agree "), "{said}");
        assert!(
            said.contains("disagree 0, open 0, not answered by both 0, bad 0"),
            "{said}"
        );
    }
}

#[test]
fn bad_cases_and_bad_methods_are_named() {
    let lines = format!("{PAIR}\n{{\"id\": \"broken\", \"query\": \"intersect\"}}\n");
    let output = run(&["validate", "-"], &lines);
    assert_eq!(status(&output), 2);
    assert!(counts(&output).contains("-:2 (broken): missing key"));
    assert!(counts(&output).contains("agree 1, disagree 0, open 0"));
    let output = run(&["validate", "-", "--methods", "default"], PAIR);
    assert_eq!(status(&output), 2);
    assert!(counts(&output).contains("`default` is not two methods"));
    let output = run(&["validate", "-", "--methods", "default,nonsense"], PAIR);
    assert_eq!(status(&output), 2);
    assert!(counts(&output).contains("unknown method `nonsense`"));
}

#[test]
fn a_query_that_no_method_answers_is_counted() {
    let line = r#"{"id": "x", "query": "distance", "a": {"vertices": [[0, 0]]}, "b": {"vertices": [[1, 1]]}}"#;
    let output = run(&["validate", "-"], line);
    assert!(
        counts(&output).contains("not answered by both 1"),
        "{}",
        counts(&output)
    );
}
