//! `contains` over a motion.

use crate::common::{all_right, json_lines, root, run, status, stdout};

#[test]
fn own_cases_are_right() {
    let file = root("tests/cases/contains_motion.jsonl");
    let file = file.to_str().expect("a path");
    all_right(file);
    for line in json_lines(&run(&["query", file, "--json"], "")) {
        let (lo, hi) = (line["t_lo"].as_f64(), line["t_hi"].as_f64());
        assert!(lo.is_some() && lo <= hi && hi <= Some(1.0), "{line}");
        let left = line["verdict"] == "not_inside";
        assert!(left || (line["verdict"] == "inside" && hi == Some(1.0)));
        assert_eq!(
            left && hi > Some(0.0),
            line["point"].is_array() && hi > Some(0.0)
        );
    }
    let table = stdout(&run(&["query", file], ""));
    assert!(
        table.contains("not_inside") && table.contains("t_hi "),
        "{table}"
    );
}

#[test]
fn a_wrong_time_is_told_and_a_small_budget_decides_nothing() {
    let text =
        std::fs::read_to_string(root("tests/cases/contains_motion.jsonl")).expect("the cases");
    let first = text.lines().next().expect("a case");
    let spoiled = first.replace("0.375", "0.5");
    let output = run(&["query", "-", "--check"], &spoiled);
    assert_eq!(status(&output), 1);
    assert!(stdout(&output).contains("(expected: t_lo 0.5)"));
    let spins = text.lines().find(|line| line.contains("room-turns-into"));
    let poor = spins.expect("a case").replacen('{', r#"{"budget": 1, "#, 1);
    let output = run(&["query", "-", "--json"], &poor);
    let line = &json_lines(&output)[0];
    assert_eq!(
        (&line["verdict"], &line["reason"]),
        (&"undecided".into(), &"budget".into())
    );
}
