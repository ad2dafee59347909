//! A run that is kept in memory, for `interframe view`.

use interframe::{Motion, TimeOfImpact};

use super::model::Scene;
use super::simulate::Outcome;

/// Motions of every frame, and every query that was not proved apart.
#[derive(Debug, Default)]
pub struct Track {
    /// In the order of frames.
    pub moved: Vec<TrackedMotion>,
    pub queries: Vec<TrackedQuery>,
}

/// Motion of a body in a frame, and the time at which it stopped.
#[derive(Debug)]
pub struct TrackedMotion {
    pub frame: u64,
    pub body: usize,
    pub motion: Motion,
    pub stopped_at: Option<f64>,
}

/// A query about a pair, from a time of the frame to its end, with its answer.
#[derive(Debug)]
pub struct TrackedQuery {
    pub frame: u64,
    pub pair: [usize; 2],
    pub from: f64,
    pub motions: [Motion; 2],
    pub found: TimeOfImpact,
}

/// A scene and its run.
#[derive(Debug)]
pub struct TrackedRun {
    pub scene: Scene,
    pub outcome: Outcome,
    pub track: Track,
}
