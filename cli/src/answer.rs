//! Asks the library, and keeps what every kind of answer has in common.

use std::sync::Arc;

use interframe::certificate::Proof;
use interframe::{
    About, Contact, ContactInterval, ContactManifold, Containment, DecidedBy, Detour, Distance,
    Error, Feature, Interframe, Method, Motion, MovingPair, MprDistance, MprOptions, PairState,
    Penetration, Plane, Polytope, Pose, PosedPair, Reason, Settings, TimeOfImpact, Verdict,
    VertexSweep, certify_contains, certify_interframe, certify_interframe_vertices,
    certify_intersect, certify_time_of_impact, contact_manifold, contains, distance, interframe,
    interframe_vertices, intersect, mpr, penetration, penetration_along, time_of_impact,
};
use nalgebra::{Vector2, Vector3};

use crate::case::{Ask, Case, VertexLists};
use crate::error::{Result, at_key};
use crate::exit;
use crate::intervals;
use crate::planar::difference_in_space;
use crate::point_sets::SetsAnswer;

/// What the library said about one case.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    pub query: &'static str,
    pub verdict: Verdict,
    pub method: &'static str,
    pub iterations: u32,
    pub decided_by: DecidedBy,
    pub plane: Option<Plane>,
    pub point: Option<Vector3<f64>>,
    /// Why it is undecided.
    pub reason: Reason,
    /// What two-frame queries say besides.
    pub sweep: Option<SweepAnswer>,
    /// What queries about point sets say besides.
    pub sets: Option<SetsAnswer>,
    /// What was measured, by its key in the format.
    pub measures: Vec<(&'static str, Measure)>,
    /// With `--certificate`: what an independent checker needs. None for what proves nothing.
    pub proof: Option<Box<Proof>>,
    /// The whole answer of a time of impact.
    pub timed: Option<TimeOfImpact>,
    /// All contacts of a frame.
    pub intervals: Option<Vec<ContactInterval>>,
}

/// A length, a vector, points, what holds a point of A and of B, contacts, or a word.
// One answer has a few of them, for as long as its line is written.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone)]
pub enum Measure {
    Length(f64),
    Vector(Vector3<f64>),
    InPlane(Vector2<f64>),
    Points(Vec<Vec<f64>>),
    /// Places in the caller's two lists.
    Pairs(Vec<[usize; 2]>),
    Features([Held; 2]),
    Contacts(ContactManifold),
    Name(&'static str),
}

/// A feature and its vertices by their places in the caller's list.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    pub kind: &'static str,
    vertices: [usize; 3],
    count: usize,
}

impl Held {
    /// `source_index`: where the caller's list has a vertex.
    pub fn new(source_index: impl Fn(usize) -> usize, feature: &Feature) -> Self {
        let ids = feature.vertices();
        let mut vertices = [0; 3];
        for (place, id) in vertices.iter_mut().zip(ids) {
            *place = source_index(*id as usize);
        }
        vertices[..ids.len()].sort_unstable();
        Held {
            kind: feature.kind.name(),
            vertices,
            count: ids.len(),
        }
    }

    pub fn vertices(&self) -> &[usize] {
        &self.vertices[..self.count]
    }
}

impl Answer {
    /// Why it is undecided, if that is known.
    pub fn reason(&self) -> Option<&'static str> {
        reason_name(self.reason)
    }

    /// The verdict in the words of its query.
    pub fn verdict_name(&self) -> &'static str {
        match (self.query, self.verdict) {
            ("contains", Verdict::Hit) => "inside",
            ("contains", Verdict::Separated) => "not_inside",
            (_, verdict) => verdict.name(),
        }
    }
}

/// The part of an answer that only two-frame queries have.
#[derive(Debug, Clone, Copy)]
pub struct SweepAnswer {
    pub about: About,
    pub slack: f64,
}

/// Answers a case from an empty pair state, so that the order of cases changes nothing.
pub fn answer(case: &Case, certify: bool) -> Result<Answer> {
    let settings = Settings {
        method: case.method,
        ..Settings::default()
    };
    let state = &mut PairState::default();
    let method = case.method.solver().name();
    Ok(match &case.ask {
        Ask::Intersect { bodies, poses } => {
            let found =
                intersect(&posed(bodies, poses), &settings, state).map_err(at_key("method"))?;
            Answer {
                query: "intersect",
                verdict: found.verdict,
                method,
                iterations: found.iterations,
                decided_by: found.decided_by,
                plane: found.plane,
                point: found.point,
                reason: found.reason,
                proof: certify.then(|| Box::new(certify_intersect(&posed(bodies, poses), &found))),
                ..Answer::default()
            }
        }
        Ask::Distance { bodies, poses } => {
            if case.method == Method::Mpr {
                let found = mpr(&posed(bodies, poses), &MprOptions::default(), &settings);
                return Ok(refined("distance", &found.map_err(at_key("method"))?));
            }
            let found = distance(&posed(bodies, poses), &settings, state);
            let found = found.map_err(at_key("method"))?;
            let depth = match found.verdict {
                Verdict::Hit => {
                    let depth = penetration(&posed(bodies, poses), &Settings::default());
                    Some(depth.map_err(at_key("method"))?)
                }
                _ => None,
            };
            distant([&bodies[0], &bodies[1]], &found, depth.as_ref())
        }
        Ask::Penetration {
            bodies,
            poses,
            direction: None,
        } => {
            if case.method == Method::Mpr {
                let found = mpr(&posed(bodies, poses), &MprOptions::default(), &settings);
                return Ok(refined("penetration", &found.map_err(at_key("method"))?));
            }
            let found = penetration(&posed(bodies, poses), &settings).map_err(at_key("method"))?;
            penetrating(&found, "expanding_polytope")
        }
        Ask::Penetration {
            bodies,
            poses,
            direction: Some(direction),
        } => {
            let found = penetration_along(&posed(bodies, poses), direction, &settings);
            let found = found.map_err(|error| {
                let key = match error {
                    Error::Method { .. } => "method",
                    _ => "direction",
                };
                at_key(key)(error)
            });
            penetrating(&found?, "ray_simplex")
        }
        Ask::ContactManifold {
            bodies,
            poses,
            prediction,
        } => {
            let found = contact_manifold(&posed(bodies, poses), *prediction, &settings, state);
            let found = found.map_err(|error| {
                let key = match error {
                    Error::Method { .. } => "method",
                    _ => "prediction",
                };
                at_key(key)(error)
            });
            contacts(&found?)
        }
        Ask::Contains { bodies, poses } => {
            let found = contains(&posed(bodies, poses), &settings).map_err(at_key("method"))?;
            let proof = certify.then(|| certify_contains(&posed(bodies, poses), &found));
            Answer {
                proof: proof.map(Box::new),
                ..containing(&found)
            }
        }
        Ask::ContainsMotion {
            bodies: [a, b],
            motions,
            options,
        } => exit::answer([a, b], motions, options, &settings, certify)?,
        Ask::Interframe {
            bodies,
            motions,
            sweep,
            frame,
        } => {
            let found = interframe(&moving(bodies, motions), *sweep, *frame, &settings, state)
                .map_err(at_key("method"))?;
            let proof = certify
                .then(|| certify_interframe(&moving(bodies, motions), *sweep, *frame, &found))
                .flatten();
            two_frames(found, method, proof)
        }
        Ask::PointSets(sets) => sets.answer(&settings)?,
        Ask::Planar(pair) => pair.answer(&settings)?,
        Ask::MinkowskiDifference { bodies, poses } => {
            difference_in_space([&bodies[0], &bodies[1]], &posed(bodies, poses), &settings)?
        }
        Ask::Vertices { a, b } => {
            let (a, b) = (vertex_sweep(a), vertex_sweep(b));
            let lists = "a or b";
            let found = interframe_vertices(a, b, state, &settings).map_err(at_key(lists))?;
            let proof = certify
                .then(|| certify_interframe_vertices(a, b, &found))
                .transpose();
            two_frames(found, method, proof.map_err(at_key(lists))?)
        }
        Ask::ContactIntervals {
            bodies: [a, b],
            motions,
            options,
        } => intervals::answer([a, b], motions, options, &settings, certify)?,
        Ask::TimeOfImpact {
            bodies,
            motions,
            options,
        } => {
            let found = time_of_impact(&moving(bodies, motions), options, &settings, state);
            let found = found.map_err(at_key("method"))?;
            let proof =
                certify.then(|| certify_time_of_impact(&moving(bodies, motions), options, &found));
            Answer {
                query: "time_of_impact",
                verdict: found.verdict,
                method,
                iterations: found.iterations,
                decided_by: DecidedBy::Nothing,
                reason: found.reason,
                proof: proof.map(Box::new),
                timed: Some(found),
                measures: intervals::target(options),
                ..Answer::default()
            }
        }
    })
}

fn posed<'a>(bodies: &'a [Arc<Polytope>; 2], poses: &'a [Pose; 2]) -> PosedPair<'a> {
    PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1])
}

fn moving<'a>(bodies: &'a [Arc<Polytope>; 2], motions: &'a [Motion; 2]) -> MovingPair<'a> {
    MovingPair::new(&bodies[0], &motions[0], &bodies[1], &motions[1])
}

fn vertex_sweep(body: &VertexLists) -> VertexSweep<'_> {
    VertexSweep {
        start: &body.start,
        end: &body.end,
    }
}

fn two_frames(found: Interframe, method: &'static str, proof: Option<Proof>) -> Answer {
    Answer {
        query: "interframe",
        verdict: found.verdict,
        method,
        iterations: found.iterations,
        decided_by: found.decided_by,
        plane: found.plane,
        point: found.point,
        reason: found.reason,
        sweep: Some(SweepAnswer {
            about: found.about,
            slack: found.slack,
        }),
        proof: proof.map(Box::new),
        ..Answer::default()
    }
}

/// A distance, or minus the depth of bodies that meet. Nothing is measured to an empty body.
fn distant(bodies: [&Polytope; 2], found: &Distance, depth: Option<&Penetration>) -> Answer {
    let mut measures = Vec::new();
    if let Some(depth) = depth {
        measures.push(("separation", Measure::Length(-depth.depth)));
        measures.push(("error", Measure::Length(depth.error)));
        put_witnesses(&mut measures, [depth.point_a, depth.point_b, depth.normal]);
    } else if found.separation.is_finite() {
        measures.push(("separation", Measure::Length(found.separation)));
        measures.push(("error", Measure::Length(found.error)));
        measures.push(("lower_bound", Measure::Length(found.lower_bound)));
        put_witnesses(&mut measures, [found.point_a, found.point_b, found.normal]);
    }
    if let Some([of_a, of_b]) = &found.features {
        let [a, b] = bodies;
        let held = [
            Held::new(|id| a.source_index(id), of_a),
            Held::new(|id| b.source_index(id), of_b),
        ];
        measures.push(("features", Measure::Features(held)));
    }
    Answer {
        query: "distance",
        verdict: found.verdict,
        method: Method::Gjk.name(),
        iterations: found.iterations + depth.map_or(0, |depth| depth.iterations),
        decided_by: found.decided_by,
        measures,
        ..Answer::default()
    }
}

/// The portal's distance or, with its sign turned, its depth; and bounds of the true one.
fn refined(query: &'static str, found: &MprDistance) -> Answer {
    let mut measures = Vec::new();
    if found.normal.is_some() {
        let lengths = if query == "penetration" {
            // Bodies that are apart have no depth.
            let bound = |x: f64| if x < 0.0 { -x } else { 0.0 };
            [
                ("depth", bound(found.separation)),
                ("depth_at_least", bound(found.upper_bound)),
                ("depth_at_most", bound(found.lower_bound)),
            ]
        } else {
            [
                ("separation", found.separation),
                ("lower_bound", found.lower_bound),
                ("upper_bound", found.upper_bound),
            ]
        };
        measures.extend(lengths.map(|(key, x)| (key, Measure::Length(x))));
        put_witnesses(&mut measures, [found.point_a, found.point_b, found.normal]);
    }
    measures.push(("route", Measure::Name(found.route.name())));
    if found.detour != Detour::None {
        measures.push(("detour", Measure::Name(found.detour.name())));
    }
    Answer {
        query,
        verdict: found.verdict,
        method: Method::Mpr.name(),
        iterations: found.iterations,
        decided_by: found.decided_by,
        measures,
        ..Answer::default()
    }
}

/// Point of A, point of B and normal, as far as they are given.
fn put_witnesses(measures: &mut Vec<(&'static str, Measure)>, given: [Option<Vector3<f64>>; 3]) {
    let keys = ["point_a", "point_b", "normal"].into_iter();
    let vectors = keys.zip(given);
    measures.extend(vectors.filter_map(|(key, v)| Some((key, Measure::Vector(v?)))));
}

fn penetrating(found: &Penetration, method: &'static str) -> Answer {
    let mut measures = vec![
        ("depth", Measure::Length(found.depth)),
        ("error", Measure::Length(found.error)),
    ];
    put_witnesses(&mut measures, [found.point_a, found.point_b, found.normal]);
    Answer {
        query: "penetration",
        verdict: found.verdict,
        method,
        iterations: found.iterations,
        decided_by: found.decided_by,
        plane: found.plane,
        measures,
        ..Answer::default()
    }
}

fn contacts(found: &ContactManifold) -> Answer {
    let count = found.points().len();
    let mut measures = vec![("count", Measure::Length(count as f64))];
    if let Some(deepest) = found.points().first() {
        measures.push(("depth", Measure::Length(deepest.depth)));
    }
    if let Some(normal) = found.normal {
        measures.push(("normal", Measure::Vector(normal)));
    }
    measures.push(("contacts", Measure::Contacts(*found)));
    Answer {
        query: "contact_manifold",
        verdict: found.verdict,
        method: "clipping",
        iterations: found.iterations,
        decided_by: found.decided_by,
        measures,
        ..Answer::default()
    }
}

/// Its verdict reads as Hit for inside, Separated for not inside.
fn containing(found: &Containment) -> Answer {
    let lengths = [
        ("margin", found.margin),
        ("error", found.margin.map(|_| found.error)),
    ];
    let given = lengths.into_iter();
    Answer {
        query: "contains",
        verdict: if found.inside {
            Verdict::Hit
        } else {
            Verdict::Separated
        },
        method: "half_spaces",
        iterations: found.half_spaces,
        decided_by: found.decided_by,
        measures: given
            .filter_map(|(key, x)| Some((key, Measure::Length(x?))))
            .collect(),
        ..Answer::default()
    }
}

/// The reason's name, unless there is none.
pub fn reason_name(reason: Reason) -> Option<&'static str> {
    (reason != Reason::None).then(|| reason.name())
}

/// The contact's name, unless there is none.
pub fn contact_name(contact: Contact) -> Option<&'static str> {
    (contact != Contact::None).then(|| contact.name())
}
