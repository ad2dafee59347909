//! `--record`: what a run showed, for viewers. `docs/guide/RECORDING.md` says what the lines hold.

use std::path::Path;

use interframe::case::written_shape;
use interframe::{Mode, Motion, Pose, Role};
use nalgebra::Vector3;
use serde_json::{Value, json};

use super::line_file::LineFile;
use super::model::{Body, Scene};
use super::recorded_contact::{RecordedContact, in_order};
use super::walker::Walker;
use crate::error::Fatal;

const VERSION: u32 = 1;

/// A recording that is being written.
#[derive(Debug)]
pub struct Recording {
    file: LineFile,
    mode: Mode,
    frames: u64,
    events: u64,
}

/// Motion of a body in a frame, and the time at which it stopped.
#[derive(Debug, Clone, Copy)]
pub struct Moved {
    pub body: usize,
    pub end: Pose,
    pub turn: Option<Vector3<f64>>,
    pub stopped_at: Option<f64>,
}

impl Moved {
    /// Through the whole frame.
    pub fn whole(body: usize, motion: &Motion) -> Self {
        Moved {
            body,
            end: *motion.end(),
            turn: motion.turn(),
            stopped_at: None,
        }
    }
}

impl Recording {
    /// Starts the file anew with the scene and its bodies.
    pub fn create(path: &Path, scene: &Scene, frames: u64, mode: Mode) -> Result<Self, Fatal> {
        let mut recording = Recording {
            file: LineFile::create(path)?,
            mode,
            frames: 0,
            events: 0,
        };
        recording.file.line(json!({
            "recording": "interframe",
            "version": VERSION,
            "scene": scene.name,
            "frame_s": scene.frame_s,
            "frames": frames,
            "bodies": scene.bodies.len(),
            "mode": mode,
        }));
        for (number, body) in scene.bodies.iter().enumerate() {
            recording.body(number, body);
        }
        Ok(recording)
    }

    fn body(&mut self, number: usize, body: &Body) {
        let mut line = json!({"body": number, "name": body.name});
        if body.first == number {
            line["shape"] = written_shape(&body.shape);
        } else {
            line["shape_of"] = json!(body.first);
        }
        let pose = *Walker::new(body).pose();
        let (p, q) = (pose.translation(), pose.quaternion().coords);
        line["pose"] = json!({"p": p, "q": q});
        if body.pivot != Vector3::zeros() {
            line["pivot"] = json!(body.pivot);
        }
        if body.is_fixed() {
            line["static"] = json!(true);
        }
        if body.role == Role::Sensor {
            line["role"] = json!(body.role.name());
        }
        self.file.line(line);
    }

    /// A frame: where its bodies are at its end, and what happened.
    pub fn frame(&mut self, number: u64, moved: &[Moved], recorded: Vec<RecordedContact>) {
        let poses = moved.iter().map(|moved| {
            let (p, q) = (moved.end.translation(), moved.end.quaternion().coords);
            json!([moved.body, p.x, p.y, p.z, q.x, q.y, q.z, q.w])
        });
        let mut line = json!({"frame": number, "poses": poses.collect::<Vec<_>>()});
        let turns = moved.iter().filter_map(|moved| {
            let turn = moved.turn.filter(|turn| *turn != Vector3::zeros())?;
            Some(json!([moved.body, turn.x, turn.y, turn.z]))
        });
        let turns: Vec<Value> = turns.collect();
        if !turns.is_empty() {
            line["turns"] = json!(turns);
        }
        let stops = moved
            .iter()
            .filter_map(|moved| Some(json!([moved.body, moved.stopped_at?])));
        let stops: Vec<Value> = stops.collect();
        if !stops.is_empty() {
            line["stops"] = json!(stops);
        }
        let events = in_order(recorded, self.mode);
        self.frames += 1;
        self.events += events.len() as u64;
        line["events"] = Value::Array(events);
        self.file.line(line);
    }

    /// Ends the file and says on standard error how much is in it.
    pub fn finish(mut self) -> Result<(), Fatal> {
        let (frames, events) = (self.frames, self.events);
        self.file
            .line(json!({"end": true, "frames": frames, "events": events}));
        let path = self.file.finish(|_| Ok(()))?;
        eprintln!(
            "interframe: {frames} frames with {events} events recorded in {}",
            path.display()
        );
        Ok(())
    }
}
