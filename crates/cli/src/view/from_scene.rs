//! Scenes, recordings and captured frames as views.

use std::path::{Path, PathBuf};

use interframe::{
    Event, FrameCapture, Mode, Motion, PairState, Phase, Role, Serial, TimeOfImpactOptions,
    time_of_impact,
};

use super::data::{Answer, Move, Space, View};
use super::space::{Builder, Pair, impact, moves, seen_by_poses};
use crate::error::{Fatal, Result, at_key};
use crate::scene::contacts::{Contact, event_entries};
use crate::scene::track::{TrackedQuery, TrackedRun};

/// Contacts of which a page has proofs and hulls.
pub const MAX_ANSWERS: usize = 400;

/// Runs a scene and shows the contacts that begin; and the mesh files of it.
pub fn view(path: &Path, frames: Option<u64>) -> std::result::Result<(View, Vec<PathBuf>), Fatal> {
    let run = crate::scene::track(path, frames)?;
    Ok((View::Space(of_run(&run)), run.scene.meshes))
}

fn of_run(run: &TrackedRun) -> Space {
    let (scene, outcome) = (&run.scene, &run.outcome);
    let mut builder = Builder::default();
    builder.space.name = scene.name.clone();
    builder.space.frame_s = Some(scene.frame_s);
    builder.space.frames = outcome.frames;
    let end = outcome.frames.max(1) as f64;
    for body in &scene.bodies {
        let number = builder.body(&body.name, &body.shape);
        let shown = &mut builder.space.bodies[number];
        (shown.fixed, shown.sensor) = (body.is_fixed(), body.role == Role::Sensor);
        if let Some(pose) = body.fixed_pose() {
            builder.moves(number, [0.0, end], &Motion::fixed(pose));
        }
    }
    for way in &run.track.moved {
        let from = way.frame as f64;
        match way.stopped_at {
            None => builder.moves(way.body, [from, from + 1.0], &way.motion),
            Some(t) => builder.moves_until(way.body, from, t, &way.motion),
        }
    }
    let shown = outcome.contacts.iter().take(MAX_ANSWERS);
    builder.space.answers = shown.filter_map(|contact| answer(run, contact)).collect();
    let left_out = outcome.contacts.len().saturating_sub(MAX_ANSWERS);
    if left_out > 0 {
        let note = format!(
            "The page shows the first {MAX_ANSWERS} contacts; {left_out} more are left out."
        );
        builder.space.notes.push(note);
    }
    let missed = outcome
        .contacts
        .iter()
        .filter(|contact| !contact.seen_by_poses)
        .count();
    let begun = match (outcome.contacts.len(), missed) {
        (0, _) => "No contact begins.".into(),
        (1, 0) => "One contact begins. A test of the frame poses alone sees it.".into(),
        (1, _) => "One contact begins. A test of the frame poses alone misses it.".into(),
        (count, missed) => format!(
            "{count} contacts begin. A test of the frame poses alone misses {missed} of them."
        ),
    };
    builder.space.notes.push(begun);
    builder.finish()
}

/// A contact with the query that found it, which may be about the rest of a frame.
fn answer(run: &TrackedRun, contact: &Contact) -> Option<Answer> {
    let same = |query: &&TrackedQuery| {
        let t_lo = query.from + (1.0 - query.from) * query.found.t_lo;
        (query.frame, query.pair) == (contact.frame, contact.pair)
            && (t_lo - contact.met.t_lo()).abs() < 1e-12
    };
    let query = run.track.queries.iter().rfind(same)?;
    let bodies = contact.pair.map(|k| &run.scene.bodies[k].shape);
    let frame = contact.frame as f64;
    let pair = Pair {
        numbers: contact.pair,
        bodies,
        motions: query.motions.each_ref(),
        span: [frame + query.from, frame + 1.0],
    };
    Some(Answer {
        span: [frame, frame + 1.0],
        entries: contact.met.entries(bodies, Mode::First),
        seen_by_poses: Some(contact.seen_by_poses),
        ..impact(&pair, &TimeOfImpactOptions::default(), &query.found)
    })
}

/// A captured frame, passed again.
pub fn captured(line: &str) -> Result<View> {
    let capture: FrameCapture = line.parse()?;
    let (_, frame) = capture.replay(&Serial).map_err(at_key("motions"))?;
    let mut builder = Builder::default();
    builder.space.name = format!("captured frame {}", frame.number);
    builder.space.frames = 1;
    let mut ways = Vec::new();
    for body in capture.world.bodies() {
        let motion = capture.motions.iter().find(|(id, _)| *id == body.id());
        let motion = motion.map_or(Motion::fixed(*body.pose()), |(_, motion)| *motion);
        let number = builder.body(&format!("body {}", body.user()), body.shape());
        let mut way = vec![(0, 0.0, motion)];
        let own = frame.changes.iter().filter(|c| c.body == body.id());
        way.extend(own.map(|change| (change.event + 1, change.t, change.motion)));
        for (k, (_, from, motion)) in way.iter().enumerate() {
            let to = way.get(k + 1).map_or(1.0, |next| next.1);
            let part = motion.split(share(*from, to)).map_err(at_key("motions"))?;
            if to > *from {
                builder.moves(number, [*from, to], &part[0]);
            }
        }
        let shown = &mut builder.space.bodies[number];
        (shown.fixed, shown.sensor) = (!moves(&motion), body.role() == Role::Sensor);
        ways.push((body.id(), body.shape(), way));
    }
    let of_event = |(event_number, event): (usize, &Event)| -> Option<Answer> {
        let at = [event.key.a.body, event.key.b.body];
        let numbers = at.map(|id| ways.iter().position(|(known, ..)| *known == id));
        let [Some(a), Some(b)] = numbers else {
            return None;
        };
        // The motions that the two have when they meet, from the later of their last changes on.
        let last = |k: usize| {
            let before = |(since, ..): &&(usize, f64, Motion)| *since <= event_number;
            ways[k].2.iter().rev().find(before).copied()
        };
        let ((_, from_a, motion_a), (_, from_b, motion_b)) = (last(a)?, last(b)?);
        let from = f64::max(from_a, from_b);
        let rest = |motion: &Motion, begins: f64| motion.split(share(begins, from)).ok();
        let ([_, motion_a], [_, motion_b]) = (rest(&motion_a, from_a)?, rest(&motion_b, from_b)?);
        let pair = Pair {
            numbers: [a, b],
            bodies: [ways[a].1, ways[b].1],
            motions: [&motion_a, &motion_b],
            span: [from, 1.0],
        };
        Some(about_event(&pair, event, capture.options.mode))
    };
    let events = frame
        .events
        .iter()
        .enumerate()
        .filter(|(_, event)| event.phase != Phase::End);
    builder.space.answers = events.take(MAX_ANSWERS).filter_map(of_event).collect();
    Ok(View::Space(builder.finish()))
}

/// A time of the frame as a time of a motion that begins at `from` and lasts to the end.
fn share(from: f64, t: f64) -> f64 {
    match t > from {
        true => ((t - from) / (1.0 - from)).min(1.0),
        false => 0.0,
    }
}

/// An event of a world, beside the time of impact of its pair, which is found again for the proof.
fn about_event(pair: &Pair<'_>, event: &Event, mode: Mode) -> Answer {
    let options = TimeOfImpactOptions::default();
    let moving = pair.moving();
    let found = time_of_impact(&moving, &options, &mut PairState::default());
    let mut answer = match found {
        Ok(found) => impact(pair, &options, &found),
        Err(_) => super::space::about(pair),
    };
    answer.query = "event".into();
    answer.verdict = event.verdict.name().into();
    answer.entries = event_entries(event, mode);
    answer.seen_by_poses = seen_by_poses(pair);
    answer
}

impl Builder {
    /// Adds a motion of the frame that begins at `from`, up to its time `t`, at which the body stops.
    pub fn moves_until(&mut self, body: usize, from: f64, t: f64, motion: &Motion) {
        let part = |x: f64| x * t;
        let whole: Move = self.move_of(body, [from, from + 1.0], motion);
        self.push(Move {
            to: from + t,
            way: whole.way.map(part),
            turn: whole.turn.map(part),
            ..whole
        });
    }
}
