//! Bullets over moving targets: what a run says of 20 frames, beside all pairs of them asked one by one.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::common::{root, run, status, stderr};
use interframe::{
    Motion, MovingPair, PairState, Polytope, Pose, SharedBody, TimeOfImpactOptions, Verdict,
    certify_time_of_impact, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use serde_json::{Value, json};

fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().expect("a list");
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn vector(list: &[f64]) -> Vector3<f64> {
    Vector3::new(list[0], list[1], list[2])
}

fn pose(at: &[f64], q: &[f64]) -> Pose {
    Pose::new(vector(at), Quaternion::new(q[3], q[0], q[1], q[2])).expect("a pose")
}

/// The scene with so many bullets of each gun, its shapes found from anywhere.
fn scene(bullets: u64) -> Value {
    let text = std::fs::read_to_string(root("examples/scenes/gatling.json")).expect("the scene");
    let mut scene: Value = serde_json::from_str(&text).expect("JSON");
    for body in scene["bodies"].as_array_mut().expect("bodies") {
        let mesh = body["shape"]["mesh"].as_str().expect("a mesh");
        body["shape"]["mesh"] = json!(root("examples/scenes").join(mesh));
        if body["name"].as_str().expect("a name").starts_with("gun") {
            body["copies"]["count"] = json!(bullets);
        }
    }
    scene
}

/// Where bodies are, frame by frame, and what happened.
struct Replay {
    shapes: Vec<SharedBody>,
    /// About each body's origin.
    radii: Vec<f64>,
    poses: Vec<Pose>,
}

impl Replay {
    fn new(lines: &[Value]) -> Self {
        let mut shapes: Vec<SharedBody> = Vec::new();
        for line in lines {
            shapes.push(match line["shape_of"].as_u64() {
                Some(first) => shapes[first as usize].clone(),
                None => {
                    let corners = line["shape"]["vertices"].as_array().expect("corners");
                    let corners: Vec<_> = corners.iter().map(|p| vector(&numbers(p))).collect();
                    SharedBody::new(Polytope::new(&corners).expect("finite"))
                }
            });
        }
        let radius = |shape: &SharedBody| {
            let corners = shape.core().expect("a polytope").vertices();
            corners.map(|p| p.norm()).fold(0.0, f64::max)
        };
        let poses = lines.iter().map(|line| {
            let at = &line["pose"];
            pose(&numbers(&at["p"]), &numbers(&at["q"]))
        });
        Replay {
            radii: shapes.iter().map(radius).collect(),
            poses: poses.collect(),
            shapes,
        }
    }

    /// How all move in the next frame.
    fn step(&mut self, frame: &Value) -> Vec<Motion> {
        let mut turns = vec![Vector3::zeros(); self.poses.len()];
        for turn in frame["turns"].as_array().expect("turns") {
            let turn = numbers(turn);
            turns[turn[0] as usize] = vector(&turn[1..]);
        }
        let poses = frame["poses"].as_array().expect("poses");
        let motions = poses.iter().zip(0..).map(|(there, body)| {
            let there = numbers(there);
            assert_eq!(there[0] as usize, body, "all bodies move");
            let (to, zero) = (vector(&there[1..4]), Vector3::zeros());
            let motion = Motion::from_turn(self.poses[body], to, turns[body], zero);
            self.poses[body] = pose(&there[1..4], &there[4..]);
            motion.expect("a motion")
        });
        motions.collect()
    }

    /// Every pair that meets in the frame, or may, with its verdict and bracket. Balls about the origins, which fly straight
    /// on, prove most pairs apart; all others are asked, and every hit is proved to the checker.
    fn meet(&self, motions: &[Motion]) -> BTreeMap<[usize; 2], (Verdict, [f64; 2])> {
        let way = |motion: &Motion| {
            let start = motion.start().translation();
            (start, motion.end().translation() - start)
        };
        let ways: Vec<_> = motions.iter().map(way).collect();
        let options = TimeOfImpactOptions::default();
        let mut found = BTreeMap::new();
        for a in 0..ways.len() {
            for b in a + 1..ways.len() {
                let (from, by) = (ways[b].0 - ways[a].0, ways[b].1 - ways[a].1);
                let nearest = (-from.dot(&by) / by.norm_squared()).clamp(0.0, 1.0);
                let reach = (self.radii[a] + self.radii[b]) * 1.001 + 1e-6;
                if (from + by * nearest).norm_squared() > reach * reach {
                    continue;
                }
                let [shape_a, shape_b] = [a, b].map(|k| &self.shapes[k]);
                let pair = MovingPair::new(shape_a, &motions[a], shape_b, &motions[b]);
                let answer = time_of_impact(&pair, &options, &mut PairState::default());
                let answer = answer.expect("an answer");
                if answer.verdict == Verdict::Separated {
                    continue;
                }
                let proof = certify_time_of_impact(&pair, &options, &answer);
                let proved = proof.verify().expect("the checker accepts it");
                assert_eq!(proved.verdict, answer.verdict, "{a}, {b}");
                found.insert([a, b], (answer.verdict, [answer.t_lo, answer.t_hi]));
            }
        }
        found
    }
}

#[test]
fn no_pair_is_missed_and_none_is_extra() {
    let (bullets, frames, every) = match std::env::var_os("INTERFRAME_LONG") {
        Some(_) => (1_000, 60, 3),
        None => (50, 20, 2),
    };
    let file = |name: &str| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (path, record) = (file("gatling.json"), file("gatling.jsonl"));
    std::fs::write(&path, scene(bullets).to_string()).expect("the scene is written");
    let [path, kept] = [&path, &record].map(|path| path.to_str().expect("a path"));
    let count = frames.to_string();
    let args = [
        "run",
        path,
        "--frames",
        &count,
        "--threads",
        "2",
        "--record",
        kept,
    ];
    let output = run(&args, "");
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let text = std::fs::read_to_string(&record).expect("a recording");
    let mut lines = text
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).expect("a JSON line") });
    let head = lines.next().expect("the head");
    let bodies = head["bodies"].as_u64().expect("a count") as usize;
    assert_eq!(bodies as u64, 10 * bullets + 1_000);
    let bodies: Vec<Value> = lines.by_ref().take(bodies).collect();
    let mut replay = Replay::new(&bodies);
    let (mut sampled, mut hits) = (0, 0);
    for (number, frame) in lines.take(frames).enumerate() {
        let motions = replay.step(&frame);
        if number % every != every - 1 {
            continue;
        }
        sampled += 1;
        let mut wanted = replay.meet(&motions);
        hits += wanted.len();
        for event in frame["events"].as_array().expect("events") {
            let pair = ["a", "b"].map(|key| event[key].as_u64().expect("a body") as usize);
            let (verdict, [low, high]) = wanted
                .remove(&pair)
                .unwrap_or_else(|| panic!("frame {number}: {pair:?} is extra"));
            assert_eq!(event["verdict"], json!(verdict));
            // A gap within the tolerance is contact, at whichever of such times it is seen.
            let slack = if event["contact"] == "near" {
                1e-3
            } else {
                0.0
            };
            let time = |key: &str| event[key].as_f64().expect("a time");
            assert!(
                time("t_lo") <= high + slack && low <= time("t_hi") + slack,
                "{event}"
            );
        }
        assert!(wanted.is_empty(), "frame {number}: missed {wanted:?}");
    }
    println!("{sampled} frames, {hits} hits");
    assert!(
        sampled == frames / every && hits >= 5,
        "{sampled} frames, {hits} hits"
    );
}
