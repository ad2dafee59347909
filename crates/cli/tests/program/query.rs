//! `interframe query`: errors that name what is wrong, checks and exit statuses.

use crate::common::{POSE, case, data, error_of, json_lines, run, status, stderr, stdout};

#[test]
fn unknown_and_missing_keys_are_named() {
    for (line, message) in [
        (case(&[("speed", "1")]), "unknown key `speed`"),
        (case(&[("motion_a", "{}")]), "unknown key `motion_a`"),
        (
            case(&[("a", r#"{"vertices": [], "colour": 1}"#)]),
            "unknown key `a.colour`",
        ),
        (
            case(&[("a", r#"{"vertexes": []}"#)]),
            "unknown key `a.vertexes`",
        ),
        (
            case(&[("pose_a", r#"{"p": [0,0,0], "q": [0,0,0,1], "r": 1}"#)]),
            "unknown key `pose_a.r`",
        ),
        (case(&[("id", "")]), "missing key `id`"),
        (case(&[("query", "")]), "missing key `query`"),
        (case(&[("b", "")]), "missing key `b`"),
        (case(&[("a", "{}")]), "missing key `a.vertices`"),
        (case(&[("pose_b", "")]), "missing key `pose_b`"),
        (
            case(&[("pose_b", r#"{"p": [0,0,0]}"#)]),
            "missing key `pose_b.q`",
        ),
        (
            case(&[("id", "\"x\""), ("why", "1, \"why\": 2")]),
            "(x): key `why` is given twice",
        ),
    ] {
        let error = error_of(&line);
        assert!(error.contains(message), "{error}\nfor {line}");
    }
}

#[test]
fn bad_values_are_named() {
    for (line, message) in [
        (
            case(&[("a", r#"{"vertices": [[0,0,0],[0,NaN,0]]}"#)]),
            "key `a.vertices[1][1]` is NaN; it must be finite",
        ),
        (
            case(&[("pose_a", r#"{"p": [0,0,1e999], "q": [0,0,0,1]}"#)]),
            "key `pose_a.p[2]` is 1e999; it must be finite",
        ),
        (
            case(&[("pose_a", r#"{"p": [0,-Infinity,0], "q": [0,0,0,1]}"#)]),
            "key `pose_a.p[1]` is -Infinity; it must be finite",
        ),
        (
            case(&[("pose_a", r#"{"p": [0,0], "q": [0,0,0,1]}"#)]),
            "key `pose_a.p` must be a list of 3 numbers",
        ),
        (
            case(&[("pose_a", r#"{"p": [0,0,"1"], "q": [0,0,0,1]}"#)]),
            "key `pose_a.p[2]` must be a number",
        ),
        (
            case(&[("pose_a", r#"{"p": [0,0,0], "q": [0,0,0,2]}"#)]),
            "key `pose_a`: the quaternion's norm is 2",
        ),
        (case(&[("a", "7")]), "key `a` must be an object"),
        (case(&[("id", "7")]), "key `id` must be a string"),
        (case(&[("query", "\"touch\"")]), "unknown query `touch`"),
        (case(&[("method", "\"magic\"")]), "unknown method `magic`"),
        (
            case(&[("a", r#"{"mesh": "none.obj"}"#)]),
            "key `a.mesh`: none.obj: ",
        ),
        (
            case(&[("a", r#"{"mesh": "none.ply"}"#)]),
            "known mesh files are .obj, .stl, .off",
        ),
        (
            case(&[("a", r#"{"box": {"half_extents": [1,-1,1]}}"#)]),
            "key `a.box.half_extents`: half extents must not be negative",
        ),
        ("[1, 2]\n".to_string(), "a case is a JSON object"),
        ("{\"id\": \"x\", \n".to_string(), "not readable as JSON"),
    ] {
        let error = error_of(&line);
        assert!(error.contains(message), "{error}\nfor {line}");
        let has_place = error.starts_with("-:1 (x): ") || error.starts_with("-:1: ");
        assert!(has_place, "{error}");
    }
}

#[test]
fn what_is_known_but_not_answered_says_so() {
    let shape = |text: &str| case(&[("a", text)]);
    for (line, message) in [
        (
            shape(r#"{"cylinder": {"half_length": 1, "radius": -1}}"#),
            "key `a.cylinder.radius`: -1 is negative",
        ),
        (
            shape(r#"{"cone": {"half_length": 1}}"#),
            "missing key `a.cone.radius`",
        ),
        (
            shape(r#"{"ellipsoid": {"radii": [1,-2,3]}}"#),
            "key `a.ellipsoid.radii`: setting radii.y is -2",
        ),
        (
            shape(r#"{"compound": [{"compound": []}]}"#),
            "part 0 of the compound is itself of several pieces",
        ),
        (
            shape(r#"{"yaw_cuboid": {"corners": [[0,0], [1,0], [1,1]], "z": [0,1]}}"#),
            "key `a.yaw_cuboid.corners`: a cuboid has four corners",
        ),
        (
            shape(r#"{"yaw_cuboid": {"corners": [[0,0], [1,0], [1,2], [0,1]], "z": [0,1]}}"#),
            "key `a.yaw_cuboid`: the corners are off those of a rectangle by 0.",
        ),
        (
            case(&[
                ("query", "\"cuboid_separation\""),
                ("pose_a", ""),
                ("pose_b", ""),
            ]),
            "unknown key `a.vertices`",
        ),
        (
            case(&[("query", "\"contains\""), ("motion_a", "{}")]),
            "key `pose_a`: a case has poses or motions, not both",
        ),
        (
            case(&[("query", "\"contains\""), ("budget", "7")]),
            "key `budget`: only motions have this",
        ),
        (
            case(&[
                ("query", "\"contains\""),
                ("pose_a", ""),
                ("pose_b", ""),
                ("motion_b", "{}"),
            ]),
            "missing key `motion_a`",
        ),
        (
            case(&[("method", "\"good_lp\"")]),
            "the method `good_lp` is not built in",
        ),
        (
            case(&[
                ("query", "\"contact_intervals\""),
                ("pose_a", ""),
                ("pose_b", ""),
            ]),
            "missing key `motion_a`",
        ),
    ] {
        let error = error_of(&line);
        assert!(error.contains(message), "{error}\nfor {line}");
    }
}

/// An `interframe` case of two points with this motion of A and these further keys.
fn moving(motion_a: &str, more: &[(&str, &str)]) -> String {
    let rest = format!(r#"{{"start": {POSE}, "end": {POSE}}}"#);
    let mut keys = vec![
        ("query", "\"interframe\""),
        ("sweep", "\"full\""),
        ("pose_a", ""),
        ("pose_b", ""),
        ("motion_a", motion_a),
        ("motion_b", rest.as_str()),
    ];
    keys.extend(more);
    case(&keys)
}

#[test]
fn bad_motions_are_named() {
    let start = format!(r#""start": {POSE}"#);
    for (motion, message) in [
        (
            format!(r#"{{{start}, "end": {POSE}, "turn": [1,0,0]}}"#),
            "key `motion_a.turn`: give either `turn` or `end.q`, not both",
        ),
        (
            format!(r#"{{{start}, "end": {{"p": [0,0,0]}}}}"#),
            "key `motion_a.end`: give `q`, or `turn` beside `end`",
        ),
        (format!(r#"{{{start}}}"#), "missing key `motion_a.end`"),
        (
            format!(r#"{{{start}, "end": {{"p": [0,0,0], "q": [1,0,0,0]}}}}"#),
            "exactly half a turn apart",
        ),
        (
            format!(r#"{{{start}, "end": {POSE}, "pivot": [0,0,inf]}}"#),
            "key `motion_a.pivot[2]` is inf",
        ),
        (
            format!(r#"{{{start}, "end": {POSE}, "pivots": [0,0,0]}}"#),
            "unknown key `motion_a.pivots`",
        ),
    ] {
        let error = error_of(&moving(&motion, &[]));
        assert!(error.contains(message), "{error}\nfor {motion}");
    }
    let rest = format!(r#"{{{start}, "end": {POSE}}}"#);
    for (more, message) in [
        (("sweep", "\"wide\""), "unknown sweep `wide`"),
        (("sweep", ""), "missing key `sweep`"),
        (("frame", "\"moon\""), "unknown frame `moon`"),
        (
            ("sweep", "\"vertices\""),
            "key `motion_a`: a vertex sweep takes no motion",
        ),
    ] {
        let error = error_of(&moving(&rest, &[more]));
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_vertex_sweep_needs_equal_counts_and_the_world() {
    let lists = r#"{"start": [[0,0,0]], "end": [[0,0,0],[1,1,1]]}"#;
    let good = r#"{"start": [[0,0,0]], "end": [[1,1,1]]}"#;
    let line = |a: &str, frame: &str| {
        format!(
            r#"{{"id": "v", "query": "interframe", "sweep": "vertices", "frame": "{frame}", "a": {a}, "b": {good}}}"#
        )
    };
    assert!(error_of(&line(lists, "world")).contains("1 start vertices but 2 end vertices"));
    assert!(error_of(&line(good, "relative")).contains("always in the frame `world`"));
}

#[test]
fn meshes_that_cannot_serve_name_the_file_and_the_reason() {
    let folder = data("");
    let line = |shape: &str| case(&[("a", &shape.replace("DATA/", &folder.to_string_lossy()))]);
    for (shape, message) in [
        (
            r#"{"mesh": "DATA/two_parts.obj", "part": "left cubes"}"#,
            "no part `left cubes`; there are `thing`, `left`, `cubes`, `right`",
        ),
        (
            r#"{"mesh": "DATA/cube.off", "part": "left"}"#,
            "the file names no parts",
        ),
        (
            r#"{"mesh": "DATA/broken.obj"}"#,
            "broken.obj: line 2: position parse error in `v 1 0 zero`",
        ),
        (r#"{"mesh": "DATA/cube.off", "scale": 0}"#, "key `a.scale`"),
    ] {
        let error = error_of(&line(shape));
        assert!(error.contains(message), "{error}\nfor {shape}");
    }
}

#[test]
fn one_bad_case_never_stops_the_others() {
    let file = data("some_bad.jsonl");
    let output = run(
        &[
            "query",
            file.to_str().expect("a path"),
            "missing.jsonl",
            "--json",
        ],
        "",
    );
    assert_eq!(status(&output), 2);
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["verdict"], "hit");
    let error = lines[1]["error"].as_str().expect("an error");
    assert!(
        error.ends_with(
            "some_bad.jsonl:2 (not-finite): key `b.vertices[1][2]` is NaN; it must be finite"
        ),
        "{error}"
    );
    assert_eq!(lines[1]["id"], "not-finite");
    let error = lines[2]["error"].as_str().expect("an error");
    assert!(error.contains("some_bad.jsonl:3: "), "{error}");
    assert_eq!(lines[3]["verdict"], "separated");
    assert!(stderr(&output).contains("missing.jsonl: "));
}

#[test]
fn check_tells_right_wrong_and_undecided_by_id_and_status() {
    let line =
        |id: &str, expected: &str| case(&[("id", &format!("\"{id}\"")), ("expected", expected)]);
    let check = |input: &str| run(&["query", "-", "--check"], input);
    let right = line("r", r#"{"intersect": true}"#) + &line("e", r#"{"intersect": "either"}"#);
    assert_eq!(status(&check(&right)), 0);
    let output = check(&(right.clone() + &line("w", r#"{"intersect": false}"#) + &case(&[])));
    assert_eq!(status(&output), 1);
    let text = stdout(&output);
    assert!(
        text.contains("right 2, wrong 1, undecided 0, nothing expected 1, bad 0"),
        "{text}"
    );
    assert!(text.contains("wrong      w\n"), "{text}");
    assert!(text.contains("hit (expected: intersect false)"), "{text}");
    // A wrong expectation is bad input, and weighs more than a wrong answer.
    let output =
        check(&(line("w", r#"{"intersect": false}"#) + &line("bad", r#"{"intersect": 3}"#)));
    assert_eq!(status(&output), 2);
    assert!(stdout(&output).contains("(bad): key `expected.intersect` must be true, false or"));

    let still = format!(r#"{{"start": {POSE}, "end": {POSE}}}"#);
    let open = |expected: &str| {
        moving(
            &still,
            &[
                ("sweep", "\"certified\""),
                ("frame", "\"world\""),
                ("expected", expected),
            ],
        )
    };
    let output = check(&open(r#"{"hit": true}"#));
    assert_eq!(status(&output), 1);
    assert!(
        stdout(&output).contains("undecided  x (hulls_meet)\n"),
        "{}",
        stdout(&output)
    );
    assert_eq!(
        status(&check(&open(r#"{"verdict": "undecided", "slack": 0}"#))),
        0
    );
    assert_eq!(
        status(&check(&open(r#"{"verdict": "undecided", "slack": 1}"#))),
        1
    );
    assert_eq!(status(&check(&open(r#"{"verdict": "hit"}"#))), 1);
    let truth = moving(
        &still,
        &[
            ("frame", "\"world\""),
            ("expected", r#"{"interframe_hull_intersect": false}"#),
        ],
    );
    assert_eq!(status(&check(&truth)), 1);
    let deforming = r#"{"start": [[0,0,0]], "end": [[1,1,1]]}"#;
    let primitive = format!(
        r#"{{"id": "p", "query": "interframe", "sweep": "vertices", "a": {deforming}, "b": {{"start": [[9,9,9]], "end": [[9,9,9]]}}, "expected": {{"ground_truth": 1}}}}"#
    );
    assert_eq!(status(&check(&primitive)), 1);
}

#[test]
fn json_numbers_read_back_to_the_same_bits() {
    let awkward = [0.1, 1.0 / 3.0, 5e-324, 1.797_693_134_862_315_7e308, 2.5e-17];
    for x in awkward {
        let point = format!(r#"{{"vertices": [[{x:e},0,0]]}}"#);
        let line = case(&[("a", &point), ("b", &point)]);
        let lines = json_lines(&run(&["query", "-", "--json"], &line));
        let point = lines[0]["point"][0].as_f64().expect("a coordinate");
        assert_eq!(point.to_bits(), f64::to_bits(x), "{x:e}");
    }
}

#[test]
fn unfit_and_unknown_flags_are_refused() {
    for (args, message) in [
        (["query", "-", "--certificate"], "--json"),
        (
            ["query", "-", "--method=good_lp"],
            "the method `good_lp` is not built in",
        ),
        (["query", "-", "--method=magic"], "unknown method `magic`"),
        (["query", "-", "--fast"], "--fast"),
    ] {
        let output = run(&args, "");
        assert_eq!(status(&output), 2, "{args:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn other_queries_can_be_asked_as_these_two() {
    let start = r#"{"p": [5,0,0], "q": [0,0,0,1]}"#;
    let motion = format!(r#"{{"start": {start}, "end": {{"p": [-5,0,0], "q": [0,0,0,1]}}}}"#);
    let timed = moving(
        &motion,
        &[
            ("query", "\"time_of_impact\""),
            ("sweep", ""),
            ("tolerance", "1e-6"),
            (
                "expected",
                r#"{"intersect": false, "interframe_hull_intersect": true}"#,
            ),
        ],
    );
    let posed = case(&[
        ("query", "\"distance\""),
        ("expected", r#"{"intersect": true}"#),
    ]);
    for (query, verdicts) in [
        ("intersect", ["separated", "hit"]),
        ("interframe", ["hit", "hit"]),
    ] {
        let input = timed.clone() + &posed;
        let output = run(&["query", "-", "--json", "--check", "--as", query], &input);
        assert_eq!(status(&output), 0, "{}", stdout(&output));
        let lines = json_lines(&output);
        let found: Vec<_> = lines.iter().map(|line| &line["verdict"]).collect();
        assert_eq!(found, verdicts, "{query}");
        assert!(
            lines
                .iter()
                .all(|line| line["query"] == query && line["check"] == "right")
        );
        assert!(stderr(&output).starts_with("right 2, wrong 0"));
    }
}

#[test]
fn point_sets_are_answered_with_their_proof() {
    let lines = r#"
{"id": "apart", "query": "intersect", "a": {"vertices": [[0, 0], [1, 0], [0, 1]]}, "b": {"vertices": [[3, 0], [3, 1]]}}
{"id": "touch", "query": "intersect", "a": {"vertices": [[0, 0, 0, 0], [2, 2, 2, 2]]}, "b": {"vertices": [[1, 1, 1, 1]]}}
{"id": "in", "query": "contains", "a": {"vertices": [[0, 0], [4, 0], [0, 4]]}, "b": {"vertices": [[1, 1]]}}
{"id": "out", "query": "contains", "a": {"vertices": [[0, 0], [4, 0], [0, 4]]}, "b": {"vertices": [[1, 1], [3, 3]]}}
"#;
    let output = run(&["query", "-", "--json"], lines);
    assert_eq!(status(&output), 0);
    let found = json_lines(&output);
    assert_eq!(found[0]["verdict"], "separated");
    assert_eq!(found[0]["method"], "tableau");
    // The sets are 2 apart: of the 1-norm's many planes the one with the widest gap.
    let normal = &found[0]["plane"]["normal"];
    assert_eq!(*normal, serde_json::json!([1.0, 0.0]));
    let least = found[0]["distance_at_least"]["by_plane"].as_f64();
    assert!(least.is_some_and(|d| d <= 2.0 && d > 2.0 - 1e-12));
    assert_eq!(found[1]["verdict"], "hit");
    assert_eq!(found[1]["point"], serde_json::json!([1.0, 1.0, 1.0, 1.0]));
    assert_eq!(found[2]["verdict"], "inside");
    assert_eq!(found[3]["verdict"], "not_inside");
    assert_eq!(found[3]["outside"], 1);
    let table = stdout(&run(&["query", "-"], lines));
    assert!(table.contains("not_inside") && table.contains("vertex 1 is outside"));
    assert!(table.contains("at least 2.0000e0 apart"), "{table}");
}

#[test]
fn what_point_sets_do_not_take_is_named() {
    let ask = |line: &str, method: &str| {
        let output = run(&["query", "-", "--json", "--method", method], line);
        assert_eq!(status(&output), 2);
        json_lines(&output)[0]["error"]
            .as_str()
            .expect("an error")
            .to_owned()
    };
    let posed = r#"{"id": "x", "query": "intersect", "a": {"vertices": [[0, 0]]}, "b": {"vertices": [[1, 1]]}, "pose_a": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}}"#;
    assert!(
        ask(posed, "default")
            .contains("key `pose_a`: points of 2 numbers are compared where they are")
    );
    let mixed = r#"{"id": "x", "query": "intersect", "a": {"vertices": [[0, 0], [0, 0, 1]]}, "b": {"vertices": [[1, 1]]}}"#;
    assert!(ask(mixed, "default").contains("key `a.vertices[1]` must be a list of 2 numbers"));
    let other = r#"{"id": "x", "query": "penetration", "a": {"vertices": [[0, 0]]}, "b": {"vertices": [[1, 1]]}}"#;
    assert!(ask(other, "default").contains("query `penetration` for points of 2 numbers"));
    let good = r#"{"id": "x", "query": "intersect", "a": {"vertices": [[0, 0]]}, "b": {"vertices": [[1, 1]]}}"#;
    assert!(
        ask(good, "ray_simplex")
            .contains("key `method`: the query intersect is not answered by this method")
    );
}

/// Features are places in the line's own lists, in every query that has them: of a hull with points inside it, of a part
/// of a compound with a pose, of a mesh.
#[test]
fn features_are_places_in_the_line() {
    let hull =
        r#"{"vertices": [[0,0,0],[0.5,0,0],[2,0,0],[0,2,0],[0,-2,0],[-2,0,0],[0,0,2],[0,0,-2]]}"#;
    let part = hull.replacen('{', r#"{"pose": {"p": [1,0,0], "q": [0,0,1,0]}, "#, 1);
    let compound =
        format!(r#"{{"compound": [{{"box": {{"half_extents": [0.1,0.1,0.1]}}}}, {part}]}}"#);
    let mesh =
        r#"{"trimesh": {"vertices": [[9,9,9],[2,0,0],[0,-2,0],[0,2,0]], "triangles": [[1,2,3]]}}"#;
    // The compound's part is turned by half a turn: its fifth vertex is the nearest one.
    for (body, place, tip) in [(hull, 2, 2.0), (&compound, 5, 3.0), (mesh, 1, 2.0)] {
        let key = |from: f64| format!(r#"{{"p": [{from},0,0], "q": [0,0,0,1]}}"#);
        let line = |query: &str, places: &str| {
            format!(
                r#"{{"id": "x", "query": "{query}", "a": {body}, "b": {{"vertices": [[7,0,0],[6,0,0],[5,0,0]]}}, {places}}}"#
            )
        };
        let rest = format!(r#"{{"start": {0}, "end": {0}}}"#, key(0.0));
        let comes = format!(
            r#"{{"start": {}, "end": {}}}"#,
            key(0.0),
            key(tip - 5.0 - 0.25)
        );
        let lines = [
            line(
                "distance",
                &format!(r#""pose_a": {0}, "pose_b": {0}"#, key(0.0)),
            ),
            line(
                "time_of_impact",
                &format!(r#""motion_a": {rest}, "motion_b": {comes}"#),
            ),
            line(
                "time_of_impact",
                &format!(
                    r#""motion_a": {rest}, "motion_b": {comes}, "method": "ray_simplex", "tolerance": 1e-9"#
                ),
            ),
        ];
        let expected = serde_json::json!([{"kind": "vertex", "vertices": [place]}, {"kind": "vertex", "vertices": [2]}]);
        for answer in json_lines(&run(&["query", "-", "--json"], &lines.join("\n"))) {
            assert_eq!(answer["features"], expected, "{answer}");
        }
    }
}

/// A point that turns once and a half about z at radius 1, past a post at (0, 1).
fn turning(more: &[(&str, &str)]) -> String {
    let motion =
        format!(r#"{{"start": {POSE}, "end": {{"p": [0,0,0]}}, "turn": [0,0,9.42477796076938]}}"#);
    let mut keys = vec![
        ("query", "\"time_of_impact\""),
        ("sweep", ""),
        ("a", r#"{"vertices": [[1,0,0]]}"#),
        ("b", r#"{"vertices": [[0,1,-1],[0,1,1]]}"#),
    ];
    keys.extend(more);
    moving(&motion, &keys)
}

#[test]
fn times_of_impact_are_answered_and_checked() {
    let bracket =
        |range: &str| format!(r#"{{"hit": true, "toi_bracket": {range}, "toi_tol": 1e-7}}"#);
    let right = bracket("[0.16666666666666, 0.16666666666667]");
    let wrong = bracket("[0.2, 0.3]");
    let line = turning(&[("expected", right.as_str())]);
    let output = run(&["query", "-", "--json", "--check"], &line);
    assert_eq!(status(&output), 0, "{}", stdout(&output));
    let answer = &json_lines(&output)[0];
    assert_eq!(answer["verdict"], "hit");
    assert_eq!(answer["contact"], "near");
    assert_eq!(answer["check"], "right");
    assert!(answer["solves"].as_u64().is_some_and(|n| n > 0));
    assert!(
        answer["t_lo"]
            .as_f64()
            .is_some_and(|t| (t - 1.0 / 6.0).abs() < 1e-7)
    );
    let vertex = serde_json::json!({"kind": "vertex", "vertices": [0]});
    let edge = serde_json::json!({"kind": "edge", "vertices": [0, 1]});
    assert_eq!(answer["features"], serde_json::json!([vertex, edge]));
    let output = run(
        &["query", "-", "--check"],
        &turning(&[("expected", wrong.as_str())]),
    );
    assert_eq!(status(&output), 1);
    let output = run(&["query", "-"], &line);
    assert!(
        stdout(&output).contains("near at t 0.166666"),
        "{}",
        stdout(&output)
    );
    // The options reach the library: a gap of 1 is there at 60 degrees before, in no solve.
    let output = run(
        &["query", "-", "--json"],
        &turning(&[("target_separation", "1.0")]),
    );
    let t = json_lines(&output)[0]["t_hi"].as_f64().expect("a time");
    assert!((t - 30.0 / 540.0).abs() < 1e-6, "{t}");
    let output = run(&["query", "-", "--json"], &turning(&[("budget", "1")]));
    let answer = &json_lines(&output)[0];
    assert_eq!(
        (&answer["verdict"], &answer["reason"]),
        (&"undecided".into(), &"budget".into())
    );
}

#[test]
fn bad_options_of_times_of_impact_are_named() {
    for (key, value, message) in [
        ("tolerance", "0", "key `tolerance`"),
        ("tolerance", "-1e-9", "key `tolerance`"),
        ("target_separation", "-1", "key `target_separation`"),
        ("budget", "0", "key `budget`"),
        ("budget", "1.5", "key `budget`"),
        (
            "initial_contact",
            "\"never\"",
            "unknown initial contact `never`",
        ),
        ("depth", "1", "unknown key `depth`"),
    ] {
        let error = error_of(&turning(&[(key, value)]));
        assert!(error.contains(message), "{error}");
    }
}
