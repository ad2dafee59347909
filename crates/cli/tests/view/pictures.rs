//! `--svg`: pictures of answers, by the shapes in them.

use crate::common::{root, run, status, stderr, stdout};

/// The picture of these arguments.
fn svg(args: &[&str], input: &str) -> String {
    let mut all = vec!["view"];
    all.extend(args);
    all.extend(["--svg", "--out", "-"]);
    let output = run(&all, input);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let svg = stdout(&output);
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    svg
}

fn count(svg: &str, element: &str) -> usize {
    svg.matches(element).count()
}

const BOXES: &str = r#"{"id": "<boxes>", "query": "time_of_impact", "a": {"box": {"half_extents": [1,1,1]}}, "b": {"box": {"half_extents": [1,1,1]}}, "motion_a": {"start": {"p": [0,0,0], "q": [0,0,0,1]}, "end": {"p": [0,0,0], "q": [0,0,0,1]}}, "motion_b": {"start": {"p": [-20,0,0], "q": [0,0,0,1]}, "end": {"p": [20,0,0]}, "turn": [0,0,1]}}"#;

#[test]
fn a_picture_of_a_contact_has_the_frame_and_the_contact() {
    let svg = svg(&["-"], BOXES);
    // Six triangles of a box are seen. In the frame: both boxes at the contact, and B at both ends. Near the contact: A, of which
    // two faces are seen from their sides, and B with two earlier poses.
    assert_eq!(count(&svg, "<polygon"), (6 + 3 * 6) + (4 + 3 * 6), "{svg}");
    assert_eq!(count(&svg, "class=\"a solid s"), 6 + 4);
    assert_eq!(count(&svg, "class=\"b ghost s"), 12 + 12);
    assert_eq!(count(&svg, "<clipPath"), 2);
    assert_eq!(count(&svg, "class=\"path\""), 1);
    assert_eq!(count(&svg, "class=\"plane\""), 1);
    assert_eq!(count(&svg, "t = 0<"), 1);
    assert!(svg.contains("A and B: in contact at t = "));
    assert!(svg.contains("a test of the frame poses alone misses it"));
    assert!(svg.contains("prefers-color-scheme:dark"));
}

#[test]
fn a_picture_of_polygons_has_sum_difference_and_steps() {
    let cases = root("tests/cases/planar.jsonl");
    let svg = svg(
        &[
            cases.to_str().expect("a path"),
            "--only",
            "flat-squares-edge",
        ],
        "",
    );
    assert_eq!(count(&svg, "<polygon"), 4);
    assert_eq!(
        count(&svg, "class=\"path\""),
        count(&svg, "class=\"plane\"")
    );
    assert!(svg.contains("GJK takes 2 steps"), "{svg}");
}

/// Two boxes of this half size, one of which flies at the other, about a place.
fn boxes(half: f64, far: f64) -> String {
    let body = serde_json::json!({"box": {"half_extents": [half, half, half]}});
    let motion = |from: f64, to: f64| {
        let pose = |x: f64| serde_json::json!({"p": [far + x, 0, 0], "q": [0, 0, 0, 1]});
        serde_json::json!({"start": pose(from), "end": pose(to)})
    };
    serde_json::json!({"id": "x", "query": "time_of_impact", "a": body, "b": body, "motion_a": motion(0.0, 0.0),
        "motion_b": motion(-20.0 * half, 20.0 * half)})
    .to_string()
}

#[test]
fn bodies_of_any_size_and_at_any_place_fill_the_picture() {
    let usual = count(&svg(&["-"], &boxes(1.0, 0.0)), "<polygon");
    for (half, far) in [
        (1e-12, 0.0),
        (1e-20, 0.0),
        (1e-45, 0.0),
        (1e12, 0.0),
        (1e38, 0.0),
        (1e100, 0.0),
        (1.0, 1e12),
        (1e-3, 1e9),
    ] {
        let drawn = svg(&["-"], &boxes(half, far));
        assert_eq!(count(&drawn, "<polygon"), usual, "{half} at {far}");
        // The first face is some pixels wide.
        let points = drawn.split("points=\"").nth(1).expect("a polygon");
        let points = points.split('"').next().unwrap_or_default();
        let xs = points.split_whitespace().map(|p| {
            let x = p.split(',').next().unwrap_or_default();
            x.parse::<f64>().expect("a number")
        });
        let (low, high) = xs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
            (low.min(x), high.max(x))
        });
        assert!(high - low > 2.0 && low > -1e5 && high < 1e5, "{points}");
    }
    // Steps of 1e284 between neighbouring numbers.
    let scene = r#"{"name": "s", "frame_s": 0.01, "frames": 2, "bodies": [
        {"name": "a", "shape": {"box": {"half_extents": [0.1, 0.1, 0.1]}}, "pose": {"p": [1e300, 0, 0], "q": [0, 0, 0, 1]}},
        {"name": "b", "shape": {"box": {"half_extents": [0.1, 0.1, 0.1]}}, "pose": {"p": [1e300, 0, 0], "q": [0, 0, 0, 1]},
         "velocity": [1e300, 0, 0]}]}"#;
    let path = crate::pages::folder().join("far.json");
    std::fs::write(&path, scene).expect("a scene is written");
    svg(&[path.to_str().expect("a path")], "");
}

#[test]
fn a_long_heading_is_broken_into_lines_and_turns_no_text() {
    let id = "a name of many words ".repeat(12);
    let cases = root("tests/cases/planar.jsonl");
    let text = std::fs::read_to_string(cases).expect("cases");
    let line = text
        .lines()
        .find(|line| line.contains("\"flat-squares-edge\""))
        .expect("the case");
    let named = line.replace("flat-squares-edge", &format!("{id}\u{202e}end"));
    let svg = svg(&["-"], &named);
    let lines: Vec<&str> = svg
        .lines()
        .filter(|line| line.starts_with("<text x=\"10.0\""))
        .collect();
    assert!(lines.len() >= 3, "{svg}");
    assert!(lines.iter().all(|line| line.len() < 180), "{lines:?}");
    assert!(lines.concat().contains("\\u{202e}end"), "{lines:?}");
    assert!(!svg.contains('\u{202e}'));
    assert!(svg.contains("viewBox=\"0 -"), "{svg}");
}

#[test]
fn a_picture_of_a_scene_is_of_the_answer_that_is_asked_for() {
    let scene = root("examples/scenes/projectiles.json");
    let scene = scene.to_str().expect("a path");
    let second = svg(&[scene, "--answer", "2"], "");
    assert!(
        second.contains("near-1 and rifle-1: in contact at t = 0.830775"),
        "{second}"
    );
    assert!(second.len() < 200_000, "{} bytes", second.len());
    let output = run(
        &["view", scene, "--svg", "--answer", "99", "--out", "-"],
        "",
    );
    assert_eq!(status(&output), 2);
    assert!(
        stderr(&output).contains("--answer 99: there are 70 answers"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_picture_in_the_readme_is_the_one_that_the_program_draws() {
    let scene = root("examples/scenes/projectiles.json");
    let drawn = svg(&[scene.to_str().expect("a path"), "--answer", "2"], "");
    let shown = std::fs::read_to_string(root("docs/guide/bullet.svg")).expect("the picture");
    let command = "interframe view examples/scenes/projectiles.json --svg --answer 2 --out docs/guide/bullet.svg";
    let first = drawn
        .lines()
        .zip(shown.lines())
        .find(|(new, old)| new != old);
    assert!(drawn == shown, "draw it again by `{command}`: {first:?}");
}
