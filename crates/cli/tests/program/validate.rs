//! `interframe validate`: two methods on every case.

use crate::common::{json_lines, run, status};

const PAIR: &str = r#"{"id": "p", "query": "intersect", "a": {"box": {"half_extents": [1, 1, 1]}}, "b": {"box": {"half_extents": [1, 1, 1]}}, "pose_a": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}, "pose_b": {"p": [2, 0, 0], "q": [0, 0, 0, 1]}}"#;

fn counts(output: &std::process::Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

#[test]
fn the_projects_cases_agree() {
    for file in ["intersect", "interframe", "point_sets"] {
        let path = format!(
            "{}/../../tests/cases/{file}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
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
    let line = r#"{"id": "x", "query": "penetration", "a": {"vertices": [[0, 0]]}, "b": {"vertices": [[1, 1]]}}"#;
    let output = run(&["validate", "-"], line);
    assert!(
        counts(&output).contains("not answered by both 1"),
        "{}",
        counts(&output)
    );
}

/// A query that only one of two methods answers is no bad case.
#[test]
fn methods_that_do_not_answer_are_counted() {
    let moving = "{\"id\": \"t\", \"query\": \"time_of_impact\", \"a\": {\"vertices\": [[0, 0, 0]]}, \"b\": {\"vertices\": [[2, 0, 0]]}, \"motion_a\": {\"start\": {\"p\": [0, 0, 0], \"q\": [0, 0, 0, 1]}, \"end\": {\"p\": [4, 0, 0], \"q\": [0, 0, 0, 1]}}, \"motion_b\": {\"start\": {\"p\": [0, 0, 0], \"q\": [0, 0, 0, 1]}, \"end\": {\"p\": [0, 0, 0], \"q\": [0, 0, 0, 1]}}}";
    let inside = PAIR.replace("intersect", "contains");
    let output = run(&["validate", "-"], &format!("{moving}\n{inside}\n"));
    let said = counts(&output);
    assert!(said.contains("not answered by both 2, bad 0"), "{said}");
    assert_eq!(status(&output), 0);
    let output = run(
        &["validate", "-", "--methods", "default,ray_simplex"],
        moving,
    );
    assert!(counts(&output).contains("agree 1, disagree 0"));
}

/// A good case whose bodies or keys one of the methods does not take is no bad case.
#[test]
fn bodies_and_keys_that_one_method_does_not_take_are_counted() {
    for (file, unanswered) in [("penetration", 14), ("pieces", 44)] {
        let path = format!(
            "{}/../../tests/cases/{file}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
        let output = run(&["validate", "--methods", "default,mpr", &path], "");
        let said = counts(&output);
        let end = format!("not answered by both {unanswered}, bad 0");
        assert!(said.contains(&end), "{said}");
        assert_eq!(status(&output), 0, "{said}");
    }
    let unknown = PAIR
        .replace("intersect", "penetration")
        .replace("\"pose_a\"", "\"far\": 1, \"pose_a\"");
    let output = run(&["validate", "-", "--methods", "default,mpr"], &unknown);
    let said = counts(&output);
    assert!(said.contains("-:1 (p): unknown key `far`"), "{said}");
    assert_eq!(status(&output), 2, "{said}");
}

#[cfg(feature = "good_lp")]
mod good_lp {
    use super::*;
    use crate::fits::{fits, schema};

    /// Every case file by good_lp: nothing contradicted, and each open case with its cause.
    #[test]
    fn open_cases_are_counted_by_cause() {
        let mut files = Vec::new();
        for folder in ["tests/cases", "../shared/data/cases"] {
            let Ok(folder) = std::fs::read_dir(crate::common::root(folder)) else {
                continue;
            };
            let paths = folder.map(|entry| entry.expect("a file").path());
            files.extend(paths.filter(|path| path.extension().is_some_and(|e| e == "jsonl")));
        }
        files.sort();
        let files: Vec<_> = files.iter().map(|f| f.to_str().expect("text")).collect();
        let mut arguments = vec!["validate", "--open", "--methods", "default,good_lp"];
        arguments.extend(&files);
        let output = run(&arguments, "");
        let said = counts(&output);
        assert_eq!(status(&output), 0, "{said}");
        assert!(said.contains("disagree 0, open "), "{said}");
        let causes = said.lines().filter(|line| line.starts_with("open because"));
        let numbers = causes.map(|line| {
            let (_, numbers) = line.split_once(": ").expect("a count");
            let Some((number, measured)) = numbers.split_once(" (") else {
                // Of no bodies at rest: a point that flies past a rim.
                assert!(line.contains("the solver failed"), "{line}");
                let number: usize = numbers.parse().expect("a number");
                assert!(number <= 1, "{line}");
                return number;
            };
            let (_, farthest) = measured.split_once("at most ").expect("measured");
            let (farthest, _) = farthest.split_once(" of").expect("measured");
            let (number, farthest): (usize, f64) = (
                number.parse().expect("a number"),
                farthest.parse().expect("a number"),
            );
            if line.contains("which is not true") {
                assert!(number <= 1 && farthest > 1e-6, "{line}");
            } else {
                assert!(line.contains("nearer to touching than the solver's tolerance"));
                assert!(farthest < 1e-8, "{line}");
            }
            number
        });
        assert_eq!(numbers.sum::<usize>(), json_lines(&output).len(), "{said}");
        assert!(!json_lines(&output).is_empty());
        let schema = schema(&["case"]);
        for line in json_lines(&output) {
            assert!(fits(&schema, &schema, &line), "{line}");
        }
    }
}
