//! Asks the library, and keeps what every kind of answer has in common.

use interframe::{
    About, DecidedBy, Interframe, PairState, Plane, Reason, Settings, Verdict, VertexSweep,
    interframe, interframe_vertices, intersect,
};
use nalgebra::Vector3;

use crate::case::{Ask, Case, VertexLists};
use crate::error::{Result, at_key};

/// What the library said about one case.
#[derive(Debug, Clone)]
pub struct Answer {
    pub query: &'static str,
    pub verdict: Verdict,
    pub method: &'static str,
    pub iterations: u32,
    pub decided_by: DecidedBy,
    pub plane: Option<Plane>,
    pub point: Option<Vector3<f64>>,
    /// What two-frame queries say besides.
    pub sweep: Option<SweepAnswer>,
}

/// The part of an answer that only two-frame queries have.
#[derive(Debug, Clone, Copy)]
pub struct SweepAnswer {
    pub about: About,
    pub slack: f64,
    pub reason: Reason,
}

/// Answers a case from an empty pair state, so that the order of cases changes nothing.
pub fn answer(case: &Case) -> Result<Answer> {
    let settings = Settings {
        method: case.method,
        ..Settings::default()
    };
    let state = &mut PairState::default();
    Ok(match &case.ask {
        Ask::Intersect {
            bodies: [a, b],
            poses: [pose_a, pose_b],
        } => {
            let found = intersect(a, pose_a, b, pose_b, state, &settings);
            Answer {
                query: "intersect",
                verdict: found.verdict,
                method: method_name(),
                iterations: found.iterations,
                decided_by: found.decided_by,
                plane: found.plane,
                point: found.point,
                sweep: None,
            }
        }
        Ask::Interframe {
            bodies: [a, b],
            motions,
            sweep,
            frame,
        } => two_frames(interframe(
            a,
            &motions[0],
            b,
            &motions[1],
            *sweep,
            *frame,
            state,
            &settings,
        )),
        Ask::Vertices { a, b } => {
            let found = interframe_vertices(vertex_sweep(a), vertex_sweep(b), state, &settings);
            two_frames(found.map_err(at_key("a or b"))?)
        }
    })
}

fn vertex_sweep(body: &VertexLists) -> VertexSweep<'_> {
    VertexSweep {
        start: &body.start,
        end: &body.end,
    }
}

fn two_frames(found: Interframe) -> Answer {
    Answer {
        query: "interframe",
        verdict: found.verdict,
        method: method_name(),
        iterations: found.iterations,
        decided_by: found.decided_by,
        plane: found.plane,
        point: found.point,
        sweep: Some(SweepAnswer {
            about: found.about,
            slack: found.slack,
            reason: found.reason,
        }),
    }
}

/// The solver that answered: the library has one today, whichever of its names was asked for.
fn method_name() -> &'static str {
    "ray_simplex"
}

pub fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Undecided => "undecided",
        Verdict::Separated => "separated",
        Verdict::Hit => "hit",
    }
}

pub fn about_name(about: About) -> &'static str {
    match about {
        About::Hull => "hull",
        About::Motion => "motion",
    }
}

pub fn reason_name(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::None => None,
        Reason::HullsMeet => Some("hulls_meet"),
        Reason::NearSlack => Some("near_slack"),
    }
}

pub fn decided_by_name(by: DecidedBy) -> &'static str {
    match by {
        DecidedBy::Nothing => "nothing",
        DecidedBy::State => "state",
        DecidedBy::Float => "float",
        DecidedBy::Exact => "exact",
    }
}
