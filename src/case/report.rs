//! What answers say, by the keys of cases: their fields, but for what stands here.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answers::AllContacts;
use super::subjects::{Bodies, Polygons};
use crate::advance::approach::ClosestApproach;
use crate::advance::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::plain_data::refused;
use crate::ccd::time_of_exit::{TimeOfExit, TimeOfExitOptions};
use crate::certificate::{Certificate, Contact as Certified, Exit, Proof};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::sort::sort_by;
use crate::pair::PairState;
use crate::planar::distance::Distance2;
use crate::proof::time_of_impact::certify_time_of_impact;
use crate::query::contact_manifold::ContactManifold;
use crate::query::contains::{Containment, ContainsOptions, contains};
use crate::query::distance::{Distance, DistanceOptions};
use crate::query::mpr::MprDistance;
use crate::query::penetration::penetration;
use crate::query::penetration_answer::PenetrationOptions;
use crate::shape::body::{Body, SharedBody};
use crate::shape::compound::PartShape;
use crate::shape::feature::Feature;
use crate::shape::pieces::{PieceId, PiecesKind};
use crate::shape::polytope::Polytope;
use crate::verdict::{DecidedBy, Verdict};

type Entries = Map<String, Value>;

/// Plain data as JSON.
pub(super) fn value(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("plain data")
}

/// The fields of an answer.
pub(super) fn fields(answer: &impl Serialize) -> Entries {
    match value(answer) {
        Value::Object(entries) => entries,
        _ => Entries::new(),
    }
}

/// Leaves out what says nothing: null (also for what is not finite) and `none`.
pub(super) fn tidy(entries: &mut Entries) {
    entries.retain(|_, value| !value.is_null() && value != "none");
    for value in entries.values_mut() {
        if let Value::Object(inner) = value {
            tidy(inner);
        }
    }
}

fn put(entries: &mut Entries, key: &str, data: impl Serialize) {
    entries.insert(key.into(), value(&data));
}

fn leave_out(entries: &mut Entries, keys: &[&str]) {
    entries.retain(|key, _| !keys.contains(&key.as_str()));
}

/// Features of A and of B, each with its vertices by their places in the caller's lists.
fn put_features(
    entries: &mut Entries,
    features: Option<&[Feature; 2]>,
    place: impl Fn(usize, usize) -> usize,
) {
    let Some(features) = features else {
        return;
    };
    let held = [0, 1].map(|k| {
        let feature = &features[k];
        let ids = feature.vertices().iter().map(|id| place(k, *id as usize));
        let mut vertices: Vec<_> = ids.collect();
        sort_by(&mut vertices, |p, q| p.cmp(q));
        json!({"kind": feature.kind, "vertices": vertices})
    });
    put(entries, "features", held);
}

/// Features of bodies in space. The places are those in a body's own list of vertices, or in that of the part of a compound;
/// of a height field a vertex is counted through the rows.
fn put_features_of(
    entries: &mut Entries,
    bodies: [&SharedBody; 2],
    features: Option<&[Feature; 2]>,
    pieces: Option<[PieceId; 2]>,
) {
    put_features(entries, features, |k, id| {
        let core = core_of(bodies[k], pieces.map(|pieces| pieces[k]));
        core.map_or(id, |core| core.source_index(id))
    });
}

/// The polytope that a body or a part of a compound is, or is about.
fn core_of(body: &SharedBody, piece: Option<PieceId>) -> Option<&Polytope> {
    let Body::Pieces(pieces) = Body::from(body) else {
        return body.core();
    };
    let PiecesKind::Compound(compound) = pieces.kind() else {
        return None;
    };
    match &compound.parts().get(piece?.part as usize)?.shape {
        PartShape::Polytope { core, .. } => Some(core),
        PartShape::Curved { .. } => None,
    }
}

/// Signed distance: minus the depth of bodies that overlap. Nothing is measured to an empty body.
pub(super) fn signed_distance(
    bodies: &Bodies<Pose>,
    options: &DistanceOptions,
    found: &Distance,
    entries: &mut Entries,
) -> Result<()> {
    if found.verdict == Verdict::Hit {
        let options = PenetrationOptions {
            max_pivots: options.max_pivots,
            ..PenetrationOptions::default()
        };
        let depth = penetration(&bodies.pair(), &options, &mut PairState::default())?;
        put(entries, "iterations", found.iterations + depth.iterations);
        put(entries, "separation", -depth.depth);
        put(entries, "error", depth.error);
        put(entries, "point_a", depth.point_a);
        put(entries, "point_b", depth.point_b);
        put(entries, "normal", depth.normal);
        put(entries, "pieces", depth.pieces);
        leave_out(entries, &["lower_bound"]);
    } else if !found.separation.is_finite() {
        leave_out(entries, &["separation", "error", "lower_bound"]);
    }
    let [a, b] = &bodies.bodies;
    put_features_of(entries, [a, b], found.features.as_ref(), found.pieces);
    Ok(())
}

pub(super) fn planar_distance(
    polygons: &Polygons,
    found: &Distance2,
    entries: &mut Entries,
) -> Result<()> {
    if !found.separation.is_finite() {
        leave_out(entries, &["separation", "error", "lower_bound"]);
    }
    put_features(entries, found.features.as_ref(), |k, id| {
        polygons.bodies[k].source_index(id)
    });
    Ok(())
}

/// Its separation with the sign turned. Bodies that are apart have no depth.
pub(super) fn mpr_depth(found: &MprDistance, entries: &mut Entries) -> Result<()> {
    if found.normal.is_some() {
        let bound = |x: f64| if x < 0.0 { -x } else { 0.0 };
        put(entries, "depth", bound(found.separation));
        put(entries, "depth_at_least", bound(found.upper_bound));
        put(entries, "depth_at_most", bound(found.lower_bound));
    }
    leave_out(entries, &["separation", "lower_bound", "upper_bound"]);
    Ok(())
}

pub(super) fn contacts(found: &ContactManifold, entries: &mut Entries) -> Result<()> {
    let points = found.points();
    put(entries, "count", points.len());
    let depth = points.first().map(|deepest| deepest.depth);
    put(entries, "depth", depth);
    put(entries, "contacts", points);
    Ok(())
}

/// Nothing is measured of an empty body.
pub(super) fn margin(found: &Containment, entries: &mut Entries) -> Result<()> {
    if found.margin.is_none() {
        leave_out(entries, &["error"]);
    }
    Ok(())
}

/// With the proof of bodies apart: the separation that it is about. A hit's proof knows of a gap, that of an undecided
/// answer of a part of the frame, and so of no lower bound.
pub(super) fn approach(
    found: &ClosestApproach,
    proof: Option<&Proof>,
    entries: &mut Entries,
) -> Result<()> {
    if !found.distance.is_finite() {
        leave_out(entries, &["distance", "error", "lower_bound"]);
    }
    if found.verdict == Verdict::Hit {
        put(entries, "gap", found.error);
    }
    if let Some(Certificate::Chain(chain)) = proof.map(|proof| &proof.certificate) {
        if chain.separation > 0.0 {
            put(entries, "target_separation", chain.separation);
        }
        if found.verdict == Verdict::Undecided && found.lower_bound > 0.0 {
            leave_out(entries, &["lower_bound"]);
            let bound = json!({"lower_bound": found.lower_bound});
            put(entries, "not_certified", bound);
        }
    }
    Ok(())
}

pub(super) fn exit(
    bodies: &Bodies<Motion>,
    options: &TimeOfExitOptions,
    found: &TimeOfExit,
    proof: Option<&Proof>,
    entries: &mut Entries,
) -> Result<()> {
    put(entries, "decided_by", DecidedBy::Nothing);
    let ([a, b], [of_a, of_b]) = (&bodies.bodies, &bodies.places);
    let start = PosedPair::new(a, of_a.start(), b, of_b.start());
    let at_start = ContainsOptions {
        max_pivots: options.max_pivots,
    };
    let start = contains(&start, &at_start, &mut PairState::default())?;
    put(entries, "margin", start.margin);
    if options.target_margin != 0.0 {
        put(entries, "target_margin", options.target_margin);
    }
    if let Some(Certificate::Exit(Exit {
        held: Some(held), ..
    })) = proof.map(|proof| &proof.certificate)
    {
        put(entries, "tolerance", held.beyond);
    }
    let place = (found.vertex.zip(b.core())).map(|(id, body)| body.source_index(id as usize));
    put(entries, "vertex", place);
    if place.is_none() {
        leave_out(entries, &["depth"]);
    }
    Ok(())
}

pub(super) fn impact(
    bodies: &Bodies<Motion>,
    options: &TimeOfImpactOptions,
    found: &TimeOfImpact,
    proof: Option<&Proof>,
    entries: &mut Entries,
) -> Result<()> {
    let [a, b] = &bodies.bodies;
    *entries = impact_entries_of([a, b], found);
    put_target(entries, options);
    // That bodies meet at t = 0 is proved, not how deep.
    if proof.is_some() && entries.contains_key("depth") {
        leave_out(entries, &["depth"]);
        put(entries, "not_certified", json!({"depth": found.depth}));
    }
    Ok(())
}

/// Entries for a time of impact of these two bodies.
#[must_use]
pub fn impact_entries_of(bodies: [&SharedBody; 2], found: &TimeOfImpact) -> Entries {
    let mut entries = impact_entries(found);
    put_features_of(&mut entries, bodies, found.features.as_ref(), found.pieces);
    entries
}

/// Entries for a time of impact, except its features, for which the bodies' lists of vertices are needed.
#[must_use]
pub fn impact_entries(found: &TimeOfImpact) -> Entries {
    let mut entries = fields(found);
    leave_out(&mut entries, &["features"]);
    if found.contact == Contact::None {
        leave_out(&mut entries, &["initial", "gap", "separation_velocity"]);
    }
    if found.free_from == 0.0 {
        leave_out(&mut entries, &["free_from"]);
    }
    if !found.initial {
        leave_out(&mut entries, &["depth"]);
    }
    tidy(&mut entries);
    entries
}

/// The proof of a time of impact, if there is one.
#[must_use]
pub fn impact_proof(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    found: &TimeOfImpact,
) -> Option<Proof> {
    // A curved hit by less than f64 measures has no points that a checker could see.
    let proves_less = |proof: &Proof| match &proof.certificate {
        Certificate::Chain(chain) => found.verdict == Verdict::Hit && chain.contact.is_none(),
        _ => false,
    };
    Some(certify_time_of_impact(pair, options, found))
        .filter(|proof| *proof != refused() && !proves_less(proof))
}

/// Writes the distance that counts as contact, if it is not 0.
fn put_target(entries: &mut Entries, options: &TimeOfImpactOptions) {
    if options.target_separation > 0.0 {
        put(entries, "target_separation", options.target_separation);
    }
}

/// The brackets, and what is known of each contact; of the last one of an interval only what was certified.
pub(super) fn intervals(
    options: &TimeOfImpactOptions,
    found: &AllContacts,
    proof: Option<&Proof>,
    entries: &mut Entries,
) -> Result<()> {
    put(entries, "decided_by", DecidedBy::Nothing);
    let list = &found.intervals;
    let brackets: Vec<_> = list.iter().map(|i| [i.enter, i.exit]).collect();
    put(entries, "intervals", brackets);
    let exit_gap = |k: usize| match proof.map(|proof| &proof.certificate) {
        Some(Certificate::Intervals(found)) => match found.contacts.get(k)?.exit {
            Some(Certified::Near { gap, .. }) => Some(gap),
            _ => None,
        },
        _ => None,
    };
    let contacts = list.iter().enumerate().map(|(k, interval)| {
        let gap = (interval.contact != Contact::None).then_some(interval.gap);
        let mut contact = Entries::new();
        put(&mut contact, "contact", interval.contact);
        put(&mut contact, "gap", gap);
        put(&mut contact, "exit_gap", exit_gap(k));
        put(&mut contact, "reason", interval.reason);
        put(&mut contact, "pieces", interval.pieces);
        tidy(&mut contact);
        Value::Object(contact)
    });
    put(entries, "contacts", contacts.collect::<Vec<_>>());
    put_target(entries, options);
    if proof.is_some() {
        // Looked at here and there, or not proved to be a contact at all.
        let spans = list.iter().map(|i| match i.contact {
            Contact::None => [i.enter[0], i.exit[1]],
            _ => [i.enter[1], i.exit[0]],
        });
        let spans: Vec<_> = spans.filter(|[from, to]| from < to).collect();
        put(entries, "not_certified", spans);
    }
    Ok(())
}
