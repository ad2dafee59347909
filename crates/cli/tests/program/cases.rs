//! docs/guide/CASES.md, `interframe schema` and the case model: one description of every query.

use interframe::case::{Case, Json, KINDS, Node, Problem};
use serde_json::Value;

use crate::common::{root, run, status, stdout};
use crate::fits::{Spoiled, fits, schema, spoiled};

/// The example lines of docs/guide/CASES.md.
fn examples() -> Vec<String> {
    let text = std::fs::read_to_string(root("docs/guide/CASES.md")).expect("the document");
    let blocks = text.split("```json\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().expect("an end"));
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

fn read(line: &str) -> Result<Case, Problem> {
    line.parse()
}

#[test]
fn every_example_is_answered_as_it_expects() {
    let lines = examples();
    let output = run(&["query", "-", "--check"], &lines.join("\n"));
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    let right = format!("right {}, wrong 0", lines.len());
    assert!(stdout(&output).contains(&right), "{}", stdout(&output));
}

/// A document that forgets a query, or one of its options, is no description.
#[test]
fn every_query_has_an_example_and_every_option_a_word() {
    let text = std::fs::read_to_string(root("docs/guide/CASES.md")).expect("the document");
    let cases: Vec<Case> = examples()
        .iter()
        .map(|line| read(line).expect("a case"))
        .collect();
    for kind in KINDS.iter() {
        let of_kind = |case: &&Case| case.query.variant() == kind.variant;
        let name = kind.variant;
        assert!(
            cases.iter().any(|case| of_kind(&case)),
            "{name} has no example"
        );
        for key in kind.keys() {
            assert!(
                text.contains(&format!("`{key}`")),
                "{name}: `{key}` is not told"
            );
        }
    }
}

/// What a case writes is read as the same case.
#[test]
fn every_example_is_the_same_from_its_own_text() {
    for line in examples() {
        let case = read(&line).expect("a case");
        let back: Case = case.to_json().parse().expect("its own text");
        assert_eq!(back, case, "{line}");
        assert_eq!(back.to_json(), case.to_json());
    }
}

#[test]
fn the_schema_takes_every_line_and_refuses_what_the_program_refuses() {
    let schema = schema(&[]);
    assert_eq!(schema, self::schema(&["case"]));
    let mut lines = examples();
    for file in std::fs::read_dir(root("tests/cases")).expect("the cases") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("text");
        lines.extend(text.lines().map(str::to_owned));
    }
    for line in &lines {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert!(fits(&schema, &schema, &line), "{line}");
    }
    // Without its `dimension` a set in space lacks poses: the schema does not count numbers.
    let exceptions = ["/dimension removed"];
    for example in examples() {
        let line: Value = serde_json::from_str(&example).expect("JSON");
        for Spoiled { value, what } in spoiled(&line) {
            let reads = read(&value.to_string()).is_ok();
            let fits = fits(&schema, &schema, &value);
            assert!(
                reads == fits || exceptions.contains(&what.as_str()),
                "{what}: read {reads}, fits {fits}: {value}"
            );
        }
    }
}

#[test]
fn bad_states_and_options_name_their_keys() {
    let example = examples().pop().expect("the line with a state");
    for (from, to, told) in [
        (
            "[4607182418800017408,",
            "[",
            "key `state` must be a list of 7 numbers",
        ),
        (
            "[4607182418800017408,",
            "[-1,",
            "key `state[0]` must be a whole number",
        ),
        ("[4607182418800017408,", "[NaN,", "key `state[0]` is NaN"),
        (
            "\"state\"",
            "\"max_pivots\": 0, \"state\"",
            "key `max_pivots`: setting max_pivots is 0",
        ),
        (
            "\"state\"",
            "\"max_pivots\": 1.5, \"state\"",
            "key `max_pivots` must be a whole number",
        ),
        (
            "\"state\"",
            "\"rel_tol\": 1, \"state\"",
            "unknown key `rel_tol`",
        ),
    ] {
        let line = example.replacen(from, to, 1);
        let error = read(&line).expect_err(&line).to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_kept_and_named() {
    for word in ["NaN", "Infinity", "-inf", "1e999", "-1e999"] {
        let json = Json::parse(&format!("{{\"a\\\"NaN\": [1, {word}, 3]}}")).unwrap();
        let node = Node::root(&json);
        let fields = node.fields(&["a\"NaN"]).unwrap();
        let error = fields.required("a\"NaN").unwrap().vector().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("key `a\"NaN[1]` is {word}; it must be finite")
        );
    }
}

#[test]
fn a_string_is_never_taken_for_a_number() {
    let json = Json::parse(r#"{"id": "NaN \\", "x": NaN}"#).unwrap();
    assert_eq!(json.get("id"), Some(&Json::Text("NaN \\".into())));
}

#[test]
fn two_equal_keys_are_refused() {
    let error = Json::parse(r#"{"id": 1, "id": 2}"#).unwrap_err();
    assert_eq!(error.to_string(), "key `id` is given twice");
    let error = Json::parse(r#"{"a": {"compound": [1, {"p": 0, "p": 0}]}}"#).unwrap_err();
    assert_eq!(error.to_string(), "key `a.compound[1].p` is given twice");
}

#[test]
fn broken_text_is_a_syntax_error() {
    let marked = Json::parse("\u{feff}{}").unwrap_err();
    assert!(marked.to_string().contains("byte order mark"), "{marked}");
    for text in ["", "{", "{\"a\": \"x", "{\"a\": é}", "\"\\", "\"\\é"] {
        assert!(
            matches!(Json::parse(text), Err(Problem::Syntax(_))),
            "{text}"
        );
    }
}
