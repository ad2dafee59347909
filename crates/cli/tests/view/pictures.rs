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
    assert_eq!(
        drawn.lines().count(),
        shown.lines().count(),
        "draw docs/guide/bullet.svg again"
    );
    let kinds = |svg: &str| {
        svg.lines()
            .map(|line| line.split("points").next().unwrap_or("").to_owned())
            .filter(|l| l.starts_with("<poly"))
            .count()
    };
    assert_eq!(
        kinds(&drawn),
        kinds(&shown),
        "draw docs/guide/bullet.svg again"
    );
}
