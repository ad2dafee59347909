//! Recordings as `interframe run --record` writes them (`docs/guide/RECORDING.md`): bodies, poses and events of every frame.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use interframe::case::written_shape;
use interframe::{BodyId, Pose, World};
use serde_json::{Value, json};

use crate::drive::{Outcome, Result};

fn numbers(pose: &Pose) -> [f64; 7] {
    let (p, q) = (pose.translation(), pose.quaternion().coords);
    [p.x, p.y, p.z, q.x, q.y, q.z, q.w]
}

/// Writes what a simulation showed; `world` as it began, `names` of its bodies by their places.
///
/// # Errors
/// Of the file.
pub fn write(
    path: &Path,
    scene: &str,
    frame_s: f64,
    world: &World,
    names: &[&str],
    found: &Outcome,
) -> Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let frames = found.frames.len();
    let count = world.len();
    writeln!(
        out,
        "{}",
        json!({"recording": "interframe", "version": 1, "scene": scene, "frame_s": frame_s, "frames": frames, "bodies": count, "mode": "simulation"})
    )?;
    for (k, body) in world.bodies().enumerate() {
        let [x, y, z, qx, qy, qz, qw] = numbers(body.pose());
        let mut line = json!({"body": k, "name": names[k], "shape": written_shape(body.shape()), "pose": {"p": [x, y, z], "q": [qx, qy, qz, qw]}});
        if body.mobility() == interframe::Mobility::Static {
            line["static"] = json!(true);
        }
        writeln!(out, "{line}")?;
    }
    let place = |id: BodyId| world.bodies().position(|body| body.id() == id);
    let mut events = found.events.iter().peekable();
    let mut told = 0;
    for (number, frame) in found.frames.iter().enumerate() {
        let poses = frame.poses.iter().map(|(id, pose)| {
            let mut line = vec![json!(place(*id))];
            line.extend(numbers(pose).map(|x| json!(x)));
            Value::from(line)
        });
        let poses: Vec<_> = poses.collect();
        let mut here: Vec<Value> = Vec::new();
        while let Some(event) = events.next_if(|event| event.t <= frame.t) {
            let t = ((event.t - frame.t) / frame_s + 1.0).clamp(0.0, 1.0);
            let mut pair = event.pair.map(|side| place(side.id));
            pair.sort_unstable();
            let (phase, verdict) = match event.begins {
                true => ("begin", "hit"),
                false => ("end", "separated"),
            };
            here.push(json!({"a": pair[0], "b": pair[1], "phase": phase, "verdict": verdict, "t_lo": t, "t_hi": t}));
        }
        let number_of = |event: &Value, key: &str| event[key].as_f64().unwrap_or(0.0);
        here.sort_by(|one, other| {
            let keys = ["t_lo", "a", "b"].into_iter();
            let order = |key| number_of(one, key).total_cmp(&number_of(other, key));
            keys.map(order)
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        });
        let (mut group, mut before) = (0, None);
        for event in &mut here {
            let t = number_of(event, "t_lo");
            group += u32::from(before.is_some_and(|before| before < t));
            (event["order_group"], before) = (json!(group), Some(t));
        }
        told += here.len();
        writeln!(
            out,
            "{}",
            json!({"frame": number, "poses": poses, "events": here})
        )?;
    }
    writeln!(
        out,
        "{}",
        json!({"end": true, "frames": frames, "events": told})
    )?;
    out.flush()?;
    Ok(())
}
