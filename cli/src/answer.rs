//! Asks the library, and keeps what every kind of answer has in common.

use interframe::certificate::Proof;
use interframe::{
    About, Contact, ContactInterval, ContactManifold, Containment, DecidedBy, Detour, Distance,
    Error, Feature, FeatureKind, Interframe, Method, MprDistance, MprOptions, PairState,
    Penetration, Plane, Polytope, Reason, Route, Settings, TimeOfImpact, Verdict, VertexSweep,
    certify_contains, certify_interframe, certify_interframe_vertices, certify_intersect,
    certify_time_of_impact, contact_manifold, contains, distance, interframe, interframe_vertices,
    intersect, mpr, penetration, penetration_along, time_of_impact,
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
            kind: match feature.kind {
                FeatureKind::None => "none",
                FeatureKind::Vertex => "vertex",
                FeatureKind::Edge => "edge",
                FeatureKind::Face => "face",
            },
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
            (_, verdict) => verdict_name(verdict),
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
        Ask::Intersect {
            bodies: [a, b],
            poses: [pose_a, pose_b],
        } => {
            let found = intersect(a, pose_a, b, pose_b, state, &settings);
            Answer {
                query: "intersect",
                verdict: found.verdict,
                method,
                iterations: found.iterations,
                decided_by: found.decided_by,
                plane: found.plane,
                point: found.point,
                reason: found.reason,
                proof: certify.then(|| Box::new(certify_intersect(a, pose_a, b, pose_b, &found))),
                ..Answer::default()
            }
        }
        Ask::Distance {
            bodies: [a, b],
            poses: [pose_a, pose_b],
        } => {
            if case.method == Method::Mpr {
                let found = mpr(a, pose_a, b, pose_b, &MprOptions::default(), &settings);
                return Ok(refined("distance", &found.map_err(at_key("method"))?));
            }
            let found = distance(a, pose_a, b, pose_b, state, &settings);
            let found = found.map_err(at_key("method"))?;
            let depth = match found.verdict {
                Verdict::Hit => {
                    let depth = penetration(a, pose_a, b, pose_b, &Settings::default());
                    Some(depth.map_err(at_key("method"))?)
                }
                _ => None,
            };
            distant([a, b], &found, depth.as_ref())
        }
        Ask::Penetration {
            bodies: [a, b],
            poses: [pose_a, pose_b],
            direction: None,
        } => {
            if case.method == Method::Mpr {
                let found = mpr(a, pose_a, b, pose_b, &MprOptions::default(), &settings);
                return Ok(refined("penetration", &found.map_err(at_key("method"))?));
            }
            let found = penetration(a, pose_a, b, pose_b, &settings).map_err(at_key("method"))?;
            penetrating(&found, "expanding_polytope")
        }
        Ask::Penetration {
            bodies: [a, b],
            poses: [pose_a, pose_b],
            direction: Some(direction),
        } => {
            let found = penetration_along(a, pose_a, b, pose_b, direction, &settings);
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
            bodies: [a, b],
            poses: [pose_a, pose_b],
            prediction,
        } => {
            let found = contact_manifold(a, pose_a, b, pose_b, *prediction, state, &settings);
            let found = found.map_err(|error| {
                let key = match error {
                    Error::Method { .. } => "method",
                    _ => "prediction",
                };
                at_key(key)(error)
            });
            contacts(&found?)
        }
        Ask::Contains {
            bodies: [a, b],
            poses: [pose_a, pose_b],
        } => {
            let found = contains(a, pose_a, b, pose_b, &settings).map_err(at_key("method"))?;
            let proof = certify.then(|| certify_contains(a, pose_a, b, pose_b, &found));
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
            bodies: [a, b],
            motions,
            sweep,
            frame,
        } => {
            let [ma, mb] = &**motions;
            let found = interframe(a, ma, b, mb, *sweep, *frame, state, &settings);
            let proof = certify
                .then(|| certify_interframe(a, ma, b, mb, *sweep, *frame, &found))
                .flatten();
            two_frames(found, method, proof)
        }
        Ask::PointSets(sets) => sets.answer(&settings)?,
        Ask::Planar(pair) => pair.answer(&settings)?,
        Ask::MinkowskiDifference {
            bodies: [a, b],
            poses: [pose_a, pose_b],
        } => difference_in_space([a, b], [pose_a, pose_b], &settings)?,
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
            bodies: [a, b],
            motions,
            options,
        } => {
            let [ma, mb] = &**motions;
            let found = time_of_impact(a, ma, b, mb, options, state, &settings);
            let found = found.map_err(at_key("method"))?;
            let proof = certify.then(|| certify_time_of_impact(a, ma, b, mb, options, &found));
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
    measures.push(("route", Measure::Name(route_name(found.route))));
    if let Some(detour) = detour_name(found.detour) {
        measures.push(("detour", Measure::Name(detour)));
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

fn route_name(route: Route) -> &'static str {
    match route {
        Route::Nothing => "nothing",
        Route::Portal => "portal",
        Route::Axis => "axis",
        Route::Distance => "distance",
        Route::Penetration => "penetration",
    }
}

fn detour_name(detour: Detour) -> Option<&'static str> {
    match detour {
        Detour::None => None,
        Detour::CoincidentCenters => Some("coincident_centers"),
        Detour::Flat => Some("flat"),
        Detour::DegeneratePortal => Some("degenerate_portal"),
        Detour::Limit => Some("limit"),
        Detour::SignUnclear => Some("sign_unclear"),
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
        Reason::SolverTolerance => Some("solver_tolerance"),
        Reason::SolverFailed => Some("solver_failed"),
        Reason::Unproved => Some("unproved"),
        Reason::Budget => Some("budget"),
        Reason::Rounding => Some("rounding"),
    }
}

pub fn contact_name(contact: Contact) -> Option<&'static str> {
    match contact {
        Contact::None => None,
        Contact::Overlap => Some("overlap"),
        Contact::Near => Some("near"),
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
