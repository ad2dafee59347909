//! The pages that the tests look at, written once, and samples of poses beside them.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use interframe::{Motion, Pose};
use nalgebra::{Quaternion, Vector3};
use serde_json::{Value, json};

use crate::common::{root, run, status, stderr, stdout};

/// A trimesh roof, and a bolt that turns while it falls onto it.
const MESH_CASE: &str = r#"{"id": "bolt on a roof", "query": "time_of_impact",
    "a": {"trimesh": {"vertices": [[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0],[0,0,1]], "triangles": [[0,1,4],[1,2,4],[2,3,4],[3,0,4]]}},
    "b": {"box": {"half_extents": [0.3,0.1,0.1]}},
    "motion_a": {"start": {"p": [0,0,0], "q": [0,0,0,1]}, "end": {"p": [0,0,0], "q": [0,0,0,1]}},
    "motion_b": {"start": {"p": [0.9,0.2,3], "q": [0,0,0,1]}, "end": {"p": [0.9,0.2,-3]}, "turn": [3,9,1]}}"#;

/// A bar that is bent in the middle, so its hull is larger: two tetrahedra with a face in common.
const BENT: &str = "v 0 0 0\nv 0 1 0\nv 0 0 1\nv 3 0 2\nv -3 0 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\nf 2 1 5\nf 3 2 5\nf 1 3 5\n";

/// A proof whose plane goes the wrong way.
const REFUSED: &str = r#"{"a": [[0, 0, 0]], "b": [[1, 0, 0]], "placement": {"poses": [{"p": [0, 0, 0], "q": [0, 0, 0, 1]},
    {"p": [0, 0, 0], "q": [0, 0, 0, 1]}]}, "certificate": {"plane": {"normal": [-1, 0, 0]}}}"#;

/// Folder of all pages.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("view");
        std::fs::create_dir_all(&folder).expect("a folder");
        write_all(&folder);
        folder
    })
}

/// The HTML of a page.
pub fn html(name: &str) -> String {
    let path = folder().join(format!("{name}.html"));
    std::fs::read_to_string(path).expect("a page")
}

/// The data in a page.
pub fn data_of(html: &str) -> Value {
    let (_, data) = html
        .split_once(r#"<script type="application/json" id="data">"#)
        .expect("data");
    serde_json::from_str(data.split("</script>").next().expect("an end")).expect("JSON")
}

/// Runs `view` and returns where the page is.
pub fn view(folder: &Path, name: &str, args: &[&str], input: &str) -> PathBuf {
    let path = folder.join(format!("{name}.html"));
    let out = path.to_str().expect("a path");
    let mut all = vec!["view"];
    all.extend(args);
    all.extend(["--out", out]);
    let output = run(&all, input);
    assert_eq!(status(&output), 0, "{name}: {}", stderr(&output));
    assert_eq!(stdout(&output).trim(), out);
    path
}

fn write_all(folder: &Path) {
    let file = |name: &str| root(name).to_str().expect("a path").to_owned();
    let mut samples = Vec::new();
    for scene in ["projectiles", "blades", "canyon"] {
        let path = file(&format!("examples/scenes/{scene}.json"));
        view(folder, scene, &[&path], "");
        samples.push(json!({"name": scene, "view": 0, "poses": recorded(folder, scene, &path)}));
    }
    for (name, cases) in [("planar", "planar"), ("cases", "time_of_impact")] {
        view(
            folder,
            name,
            &[&file(&format!("tests/cases/{cases}.jsonl"))],
            "",
        );
    }
    view(folder, "mesh", &["-"], &MESH_CASE.replace('\n', " "));
    let proofs = folder.join("certificate.jsonl");
    let cases = file("tests/cases/time_of_impact.jsonl");
    let output = run(&["query", &cases, "--json", "--certificate"], "");
    std::fs::write(&proofs, output.stdout).expect("proofs are written");
    view(
        folder,
        "certificate",
        &[proofs.to_str().expect("a path")],
        "",
    );
    samples.extend(motions(folder));
    view(folder, "many", &["-"], &many(500));
    let bent = folder.join("bent.obj");
    std::fs::write(&bent, BENT).expect("a mesh is written");
    view(folder, "bent", &[bent.to_str().expect("a path")], "");
    let page = folder.join("refused-proof.html");
    run(
        &["view", "-", "--out", page.to_str().expect("a path")],
        &REFUSED.replace('\n', " "),
    );
    let text = Value::Array(samples).to_string();
    std::fs::write(folder.join("samples.json"), text).expect("samples are written");
}

/// Poses at the ends of frames: body, time, p, q.
fn recorded(folder: &Path, scene: &str, path: &str) -> Vec<Value> {
    let record = folder.join(format!("{scene}.jsonl"));
    let record = record.to_str().expect("a path");
    let output = run(&["run", path, "--record", record], "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = std::fs::read_to_string(record).expect("a recording");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut poses = Vec::new();
    for line in lines.filter(|line| line.get("poses").is_some()) {
        let time = line["frame"].as_f64().expect("a frame") + 1.0;
        for row in line["poses"].as_array().expect("poses") {
            let row = row.as_array().expect("a row");
            poses.push(json!([row[0], time, row[1..4], row[4..8]]));
        }
    }
    poses
}

/// Motions by turn and by end pose, some of many turns about a far pivot, and the poses that the library has of them.
fn motions(folder: &Path) -> Vec<Value> {
    let mut seed = 7_u64;
    let mut next = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    let mut lines = String::new();
    let mut samples = Vec::new();
    for k in 0..40 {
        let mut vector = |size: f64| Vector3::new(next(), next(), next()) * size;
        let (p, end, pivot) = (vector(30.0), vector(30.0), vector(2.0));
        let (from, to, turn) = (vector(1.0), vector(1.0), vector([0.5, 3.0, 60.0][k % 3]));
        let unit = |v: Vector3<f64>| {
            let q = Quaternion::new(1.25, v.x, v.y, v.z);
            q / q.norm()
        };
        let pose = |p: Vector3<f64>, v: Vector3<f64>| Pose::new(p, unit(v)).expect("a pose");
        let text = |pose: &Pose| json!({"p": pose.translation(), "q": pose.quaternion().coords});
        let start = pose(p, from);
        let (motion, written) = match k % 2 {
            0 => {
                let motion = Motion::from_turn(start, end, turn, pivot).expect("a motion");
                (
                    motion,
                    json!({"start": text(&start), "end": {"p": end}, "turn": turn, "pivot": pivot}),
                )
            }
            _ => {
                let last = pose(end, to);
                let motion = Motion::between(start, last, pivot).expect("a motion");
                (
                    motion,
                    json!({"start": text(&start), "end": text(&last), "pivot": pivot}),
                )
            }
        };
        let still = json!({"start": {"p": [0, 0, 99], "q": [0, 0, 0, 1]}, "end": {"p": [0, 0, 99], "q": [0, 0, 0, 1]}});
        let body = json!({"box": {"half_extents": [1, 2, 0.5]}});
        let case = json!({"id": format!("motion {k}"), "query": "closest_approach", "a": body, "b": body,
            "motion_a": written, "motion_b": still});
        lines += &format!("{case}\n");
        let poses = (0..=20).map(|i| {
            let t = f64::from(i) / 20.0;
            let pose = motion.pose_at(t).expect("a pose");
            json!([0, t, pose.translation(), pose.quaternion().coords])
        });
        samples.push(json!({"name": "motions", "view": k, "poses": poses.collect::<Vec<_>>()}));
    }
    view(folder, "motions", &["-"], &lines);
    samples
}

/// A recording of this many boxes that fly and turn for some frames, of which one meets another.
fn many(count: usize) -> String {
    let head = json!({"recording": "interframe", "version": 1, "scene": "many bodies", "frame_s": 0.01, "frames": 6,
        "bodies": count, "mode": "first"});
    let mut lines = vec![head.to_string()];
    let at = |k: usize, frame: usize| {
        let (row, column) = (k / 25, k % 25);
        [column as f64 * 3.0 + frame as f64, row as f64 * 3.0, 0.0]
    };
    for k in 0..count {
        let shape = match k {
            0 => json!({"shape": {"box": {"half_extents": [1, 0.5, 0.25]}}}),
            _ => json!({"shape_of": 0}),
        };
        let mut body = json!({"body": k, "name": format!("box {k}"), "pose": {"p": at(k, 0), "q": [0, 0, 0, 1]}});
        body.as_object_mut()
            .expect("an object")
            .extend(shape.as_object().expect("an object").clone());
        lines.push(body.to_string());
    }
    for frame in 0..6 {
        let pose = |k: usize| {
            let half = (frame + 1) as f64 * 0.35;
            let [x, y, z] = at(k, frame + 1);
            json!([k, x, y, z, half.sin(), 0.0, 0.0, half.cos()])
        };
        let poses: Vec<Value> = (0..count).map(pose).collect();
        let turns: Vec<Value> = (0..count).map(|k| json!([k, 0.7, 0.0, 0.0])).collect();
        lines.push(
            json!({"frame": frame, "poses": poses, "turns": turns, "events": []}).to_string(),
        );
    }
    lines.push(json!({"end": true, "frames": 6, "events": 0}).to_string());
    lines.join("\n")
}

/// A name that is markup.
pub const EVIL: &str = "</script><script>alert('1')</script><!-- <b>&amp; \u{2028}";

/// The page of a scene with that name.
pub fn evil() -> PathBuf {
    let scene = json!({"name": EVIL, "frame_s": 0.25, "frames": 1, "bodies": [
        {"name": EVIL, "shape": {"box": {"half_extents": [1, 1, 1]}}, "pose": {"p": [0, 0, 0], "q": [0, 0, 0, 1]}},
        {"name": "ball", "shape": {"sphere": {"radius": 1}}, "pose": {"p": [-9, 0, 0], "q": [0, 0, 0, 1]},
         "velocity": [80, 0, 0]}]});
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let path = folder().join("evil.json");
        std::fs::write(&path, scene.to_string()).expect("a scene is written");
        view(folder(), "evil", &[path.to_str().expect("a path")], "")
    })
    .clone()
}
