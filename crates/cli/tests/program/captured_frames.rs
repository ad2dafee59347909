//! `interframe replay`: frames from their lines alone.

use interframe::{
    AdvanceOptions, BodyInput, Mode, Motion, Pose, Response, Serial, SharedBody, World,
};
use nalgebra::Vector3;
use serde_json::json;

use crate::common::{json_lines, run, status, stderr};

pub fn world() -> (World, Vec<(interframe::BodyId, Motion)>) {
    let ball = SharedBody::sphere(0.5).expect("a sphere");
    let mut world = World::new();
    let mut motions = Vec::new();
    for k in 0..6 {
        let start = Pose::from_translation(Vector3::new(f64::from(k), 0.1, 0.2)).expect("finite");
        let id = world.add(BodyInput::new(ball.clone(), start));
        let to =
            start.translation() + Vector3::new(if k % 2 == 0 { 0.75 } else { -0.3 }, 0.0, 0.01);
        motions.push((id, Motion::translation(start, to).expect("finite")));
    }
    (world, motions)
}

#[test]
fn a_captured_frame_has_the_events_of_the_first_run() {
    let (mut world, motions) = world();
    let options = AdvanceOptions {
        mode: Mode::All,
        ..AdvanceOptions::default()
    };
    let line = world.capture(&motions, &options);
    let frame = world.advance(&motions, &options, &Serial).expect("a frame");
    assert!(!frame.events.is_empty());
    let output = run(&["replay", "-"], &format!("{line}\n"));
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let mut wanted: Vec<_> = (frame.events.iter())
        .map(|event| json!({"frame": 1, "event": event}))
        .collect();
    wanted.push(json!({"frame": 1, "events": frame.events.len()}));
    assert_eq!(json_lines(&output), wanted);
}

#[test]
fn a_line_that_is_wrong_is_named() {
    let (world, motions) = world();
    let line = world.capture(&motions, &AdvanceOptions::default());
    let changed = |from: &str, to: &str| {
        assert!(line.contains(from), "{from} is not in {line}");
        line.replacen(from, to, 1)
    };
    let options = "\"target_separation\":";
    for (bad, why) in [
        ("{}".into(), "missing key `capture`"),
        (
            changed("\"frame\"", "\"pair\""),
            "key `capture` must be \"frame\"",
        ),
        (
            changed("\"version\":1", "\"version\":2"),
            "key `version` must be 1",
        ),
        (changed("\"motions\"", "\"moves\""), "unknown key `moves`"),
        (
            changed("\"shapes\":[\"", "\"shapes\":[\"x"),
            "key `shapes[0]` must be bytes",
        ),
        (
            changed("\"shapes\":[\"", "\"shapes\":[\"00"),
            "key `shapes[0]`: ",
        ),
        (
            changed("\"bodies\":[[", "\"bodies\":[[9"),
            "a body whose shape was not given",
        ),
        (
            changed("\"bodies\":[[", "\"bodies\":[[],["),
            "key `bodies[0]` must be a list of an id and",
        ),
        (
            changed("\"world\":\"", "\"world\":\"7"),
            "key `world` must be bytes",
        ),
        (
            changed("\"start\"", "\"begin\""),
            "key `motions[0][1].begin`",
        ),
        (
            changed(options, "\"target_separation\":\"far\",\"x\":"),
            "key `options.time_of_impact.",
        ),
        (
            changed(options, "\"target_separation\":\"far\",\"tolerance\":"),
            "given twice",
        ),
        (
            changed("\"options\":{", "\"options\":{\"mood\":1,"),
            "key `options.mood`: unknown field",
        ),
        (line[..line.len() / 2].into(), "not readable as JSON: EOF"),
    ] {
        let output = run(&["replay", "-"], &bad);
        assert_eq!(status(&output), 2, "{bad}");
        assert!(
            stderr(&output).contains("-:1: ") && stderr(&output).contains(why),
            "{}",
            stderr(&output)
        );
    }
}

/// A frame in which contacts change motions is passed with the same responses, and its changes are printed and shown.
#[test]
fn a_captured_frame_with_responses_has_the_changes_of_the_first_run() {
    let (mut world, motions) = world();
    let before = world.clone();
    let options = AdvanceOptions::default();
    let frame = world
        .advance_with_responses(&motions, &options, &Serial, &mut |_| [Response::Stop; 2])
        .expect("a frame");
    assert!(!frame.changes.is_empty());
    let line = before.capture_with_responses(&motions, &options, &frame.responses);
    let output = run(&["replay", "-"], &format!("{line}\n"));
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let lines = json_lines(&output);
    let changes: Vec<_> = lines.iter().filter_map(|line| line.get("change")).collect();
    assert_eq!(changes.len(), frame.changes.len());
    assert_eq!(changes[0]["t"], json!(frame.changes[0].t));
    assert_eq!(changes[0]["cause"], json!("stop"));
    let page = std::env::temp_dir().join(format!("responses-{}.html", std::process::id()));
    let path = page.to_str().expect("a path");
    let shown = run(&["view", "-", "--out", path], &format!("{line}\n"));
    assert_eq!(status(&shown), 0, "{}", stderr(&shown));
    assert!(
        std::fs::read_to_string(&page)
            .expect("a page")
            .contains("</html>")
    );
    std::fs::remove_file(&page).expect("it is there");
    for (responses, why) in [
        ("[]", "one pair of responses for each contact"),
        ("[[\"stop\"]]", "key `responses[0]` must be"),
        ("[[\"stop\", \"halt\"]]", "responses[0][1]"),
    ] {
        let at = line.find("\"responses\":").expect("it has them") + "\"responses\":".len();
        let end = at + line[at..].find("]]").expect("it ends") + 2;
        let bad = format!("{}{responses}{}", &line[..at], &line[end..]);
        let output = run(&["replay", "-"], &format!("{bad}\n"));
        assert_eq!(status(&output), 2);
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }
}
