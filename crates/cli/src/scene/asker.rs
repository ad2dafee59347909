//! Queries pairs of a scene one by one, for what a run prints, captures and proves.

use std::collections::HashMap;

use interframe::case::{Bodies, Case, Query};
use interframe::{
    IntersectOptions, Motion, MovingPair, PairState, Pose, PosedPair, TimeOfImpact,
    TimeOfImpactOptions, Verdict, intersect, time_of_impact,
};

use super::capture::Capture;
use super::model::Scene;
use super::proofs::Proofs;
use super::track::{Track, TrackedQuery};
use crate::error::{Result, at_key};

/// Files and memory that keep the queries of a run.
#[derive(Debug, Default)]
pub struct Outputs {
    pub capture: Option<Capture>,
    pub proofs: Option<Proofs>,
    pub track: Option<Track>,
}

impl Outputs {
    /// Whether every pair is to be kept, those proved apart as well.
    pub fn keeps_all(&self) -> bool {
        self.proofs.is_some() || self.capture.as_ref().is_some_and(|c| c.wants(false))
    }
}

#[derive(Debug)]
pub struct Asker<'a> {
    scene: &'a Scene,
    pub kept: Outputs,
    /// A frame, and the number of queries about each pair in it.
    asked: (u64, HashMap<[usize; 2], u64>),
}

impl<'a> Asker<'a> {
    pub fn new(scene: &'a Scene, kept: Outputs) -> Self {
        Asker {
            scene,
            kept,
            asked: (0, HashMap::new()),
        }
    }

    /// Whether two bodies are a pair.
    pub fn allows(&self, [a, b]: [usize; 2]) -> bool {
        let [a, b] = [a, b].map(|k| &self.scene.bodies[k]);
        !(a.is_fixed() && b.is_fixed()) && a.filter.allows(&b.filter)
    }

    /// Time of impact of two bodies from an empty state, so that earlier frames do not matter.
    pub fn ask(&self, [a, b]: [usize; 2], motions: [&Motion; 2]) -> Result<TimeOfImpact> {
        let (a, b) = (&self.scene.bodies[a], &self.scene.bodies[b]);
        let pair = MovingPair::new(&a.shape, motions[0], &b.shape, motions[1]);
        let options = TimeOfImpactOptions::default();
        time_of_impact(&pair, &options, &mut PairState::default()).map_err(at_key(&a.name))
    }

    /// Whether they meet at these poses.
    pub fn meet(&self, [a, b]: [usize; 2], [pose_a, pose_b]: [&Pose; 2]) -> bool {
        let [a, b] = [a, b].map(|k| &self.scene.bodies[k].shape);
        let pair = PosedPair::new(a, pose_a, b, pose_b);
        let options = IntersectOptions::default();
        intersect(&pair, &options, &mut PairState::default())
            .is_ok_and(|found| found.verdict == Verdict::Hit)
    }

    /// Captures and proves an answer about a whole frame, if the run does that.
    pub fn keep(
        &mut self,
        frame: u64,
        pair: [usize; 2],
        motions: [&Motion; 2],
        found: &TimeOfImpact,
    ) {
        self.keep_from(0.0, frame, pair, motions, found);
    }

    /// Captures and proves an answer about a frame from a time on, if the run does that.
    pub fn keep_from(
        &mut self,
        from: f64,
        frame: u64,
        pair: [usize; 2],
        motions: [&Motion; 2],
        found: &TimeOfImpact,
    ) {
        if let Some(track) = self.kept.track.as_mut().filter(|_| found.verdict.may_hit()) {
            track.queries.push(TrackedQuery {
                frame,
                pair,
                from,
                motions: motions.map(|motion| *motion),
                found: *found,
            });
        }
        let [a, b] = pair.map(|k| &self.scene.bodies[k]);
        let wanted = self.kept.capture.as_ref();
        let wanted = wanted.is_some_and(|capture| capture.wants(found.verdict.may_hit()));
        if !wanted && self.kept.proofs.is_none() {
            return;
        }
        let id = self.next_id(frame, pair);
        if let Some(proofs) = &mut self.kept.proofs {
            proofs.add(&id, [(a, motions[0]), (b, motions[1])], found);
        }
        if let Some(capture) = self.kept.capture.as_mut().filter(|_| wanted) {
            let about = Bodies {
                bodies: [a.shape.clone(), b.shape.clone()],
                places: motions.map(|motion| *motion),
            };
            let query = Query::TimeOfImpact(about, TimeOfImpactOptions::default());
            capture.add(&Case::new(&id, query, None));
        }
    }

    /// Id of each answer: a pair is queried again in a frame if one of its bodies stopped.
    fn next_id(&mut self, frame: u64, pair: [usize; 2]) -> String {
        if self.asked.0 != frame {
            self.asked = (frame, HashMap::new());
        }
        let [a, b] = pair.map(|k| &self.scene.bodies[k].name);
        let count = self.asked.1.entry(pair).or_default();
        *count += 1;
        match *count {
            1 => format!("frame {frame}: {a}, {b}"),
            again => format!("frame {frame} ({again}): {a}, {b}"),
        }
    }
}
