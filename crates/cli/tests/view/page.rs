//! The structure of a page: one file, no network, and names that cannot become markup.

use std::process::Command;

use crate::common::{json_lines, root, run, status, stderr, stdout};
use crate::pages::{EVIL, data_of, html};

/// Largest size of the committed scenes' pages.
const MAX_BYTES: usize = 2_000_000;

#[test]
fn pages_are_one_small_file_each_and_fetch_nothing() {
    for name in [
        "projectiles",
        "blades",
        "canyon",
        "mesh",
        "certificate",
        "planar",
        "many",
    ] {
        let html = html(name);
        assert!(html.len() < MAX_BYTES, "{name}: {} bytes", html.len());
        println!("{name}: {} bytes", html.len());
        assert!(html.contains("default-src 'none'"), "{name}");
        let (page, data) = html
            .split_once(r#"<script type="application/json""#)
            .expect("data");
        for outside in [
            "http:", "https:", "//cdn", "@import", "import(", "fetch(", "XMLHttp", " src=",
        ] {
            assert!(!page.contains(outside), "{name} holds {outside}");
        }
        let links = page.matches("href=").count();
        assert_eq!(
            (links, page.matches(r#"href="data:,""#).count()),
            (1, 1),
            "{name}"
        );
        assert!(
            !page
                .lines()
                .any(|line| line.starts_with("import ") || line.starts_with("export "))
        );
        assert_eq!(data.matches("</script>").count(), 1, "{name}");
        assert_eq!(
            (
                html.matches("<script").count(),
                html.matches("</script").count()
            ),
            (2, 2),
            "{name}"
        );
        assert!(!html.contains("{{"), "{name} holds a mark of the template");
    }
}

#[test]
fn a_name_that_is_markup_stays_a_name() {
    let path = crate::pages::evil();
    let html = std::fs::read_to_string(path).expect("a page");
    assert_eq!(
        (
            html.matches("<script").count(),
            html.matches("</script").count()
        ),
        (2, 2)
    );
    assert!(!html.contains("<!--") && !html.contains('\u{2028}'));
    assert!(html.contains("<title>&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)"));
    let data = data_of(&html);
    assert_eq!(data["views"][0]["name"], EVIL);
    assert_eq!(data["views"][0]["bodies"][0]["name"], EVIL);
    assert_eq!(
        data["views"][0]["answers"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn contacts_of_a_scene_are_those_that_the_run_prints_bit_for_bit() {
    for scene in ["projectiles", "blades", "canyon"] {
        let path = root(&format!("examples/scenes/{scene}.json"));
        let output = run(&["run", path.to_str().expect("a path"), "--json"], "");
        let mut lines = json_lines(&output);
        lines.pop();
        let data = data_of(&html(scene));
        let answers = data["views"][0]["answers"]
            .as_array()
            .expect("answers")
            .clone();
        assert_eq!(lines.len(), answers.len(), "{scene}");
        let mut proofs = 0;
        for (line, answer) in lines.iter().zip(&answers) {
            for key in [
                "t_lo", "t_hi", "point_a", "point_b", "normal", "gap", "contact",
            ] {
                assert_eq!(line.get(key), answer["entries"].get(key), "{scene}: {key}");
            }
            assert_eq!(line["seen_by_poses"], answer["seen_by_poses"], "{scene}");
            assert_eq!(line["verdict"], answer["verdict"], "{scene}");
            assert_eq!(answer["span"][0], line["frame"].as_f64().expect("a frame"));
            let body = |key: &str| {
                let number = answer[key].as_u64().expect("a body") as usize;
                data["views"][0]["bodies"][number]["name"].clone()
            };
            assert_eq!(
                [line["a"].clone(), line["b"].clone()],
                [body("a"), body("b")]
            );
            if let Some(proof) = answer.get("proof") {
                assert_eq!(proof.get("refused"), None, "{scene}");
                proofs += 1;
            }
        }
        println!("{scene}: {} contacts, {proofs} with a proof", answers.len());
        assert!(
            proofs * 10 >= answers.len() * 9,
            "{scene}: {proofs} of {}",
            answers.len()
        );
    }
}

#[test]
fn what_cannot_be_shown_is_said_and_the_rest_is_shown() {
    let good = r#"{"id": "good", "query": "intersect", "a": {"vertices": [[0,0,0]]}, "b": {"vertices": [[0,0,0]]}, "pose_a": {"p": [0,0,0], "q": [0,0,0,1]}, "pose_b": {"p": [0,0,0], "q": [0,0,0,1]}}"#;
    let output = run(
        &["view", "-", "--out", "-"],
        &format!("{{\"query\": 7}}\n{good}\n"),
    );
    assert_eq!(status(&output), 2);
    assert!(
        stderr(&output).contains("-:1: key `query`"),
        "{}",
        stderr(&output)
    );
    let html = String::from_utf8(output.stdout).expect("text");
    assert_eq!(data_of(&html)["views"][0]["name"], "good");

    for (args, input, said) in [
        (
            vec!["view", "-", "--out", "-", "--only", "elsewhere"],
            good,
            "no case or proof has `elsewhere`",
        ),
        (
            vec!["view", "-", "--out", "-"],
            "",
            "there is nothing in it",
        ),
        (
            vec!["view", "-", "--out", "-"],
            "not json",
            "not readable as JSON",
        ),
        (
            vec!["view", "-", "--out", "-"],
            r#"{"name": "s", "frame_s": 1, "frames": 1, "bodies": []}"#,
            "a scene is a file of its own",
        ),
        (
            vec!["view", "-", "--out", "-"],
            r#"{"id": "x", "query": "intersect", "a": 1}"#,
            "-:1 (x): ",
        ),
        (vec!["view", "no such.json"], "", "no such.json"),
        (vec!["view", "no such.obj"], "", "no such.obj"),
        (vec!["view"], "", "required"),
        (
            vec!["view", "-", "--out", "no/such/folder/x.html"],
            good,
            "cannot write no/such/folder/x.html",
        ),
    ] {
        let output = run(&args, input);
        assert_eq!(status(&output), 2, "{args:?}");
        assert!(
            stderr(&output).contains(said),
            "{args:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn a_run_ends_with_the_command_that_opens_its_page() {
    let scene = root("examples/scenes/rocks.json");
    let output = run(
        &["run", scene.to_str().expect("a path"), "--frames", "20"],
        "",
    );
    let said = stdout(&output);
    let command = said
        .lines()
        .last()
        .and_then(|line| line.strip_prefix("see it: "))
        .expect("the command");
    let shell = command.strip_suffix(" --open").expect("it opens the page");
    let page = Command::new("sh")
        .args(["-c", &format!("{shell} --out -")])
        .output()
        .expect("a shell");
    assert!(page.status.success(), "{command}");
    let data = data_of(&String::from_utf8(page.stdout).expect("text"));
    assert_eq!(data["views"][0]["frames"], 20);
}
