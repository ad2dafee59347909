//! Where a ball touches a ball or a capsule: in closed form, if f64 decides it.
//!
//! Loses nothing: what the nearest points of the cores leave open is left to the general search.

use crate::contact::clip::feature_id;
use crate::contact::contacts::{ContactList, ContactManifold, ContactPoint};
use crate::motion::pairs::Cores;
use crate::motion::pose::Pose;
use crate::solver::rounded_distance::surfaces;
use crate::solver::thin_cores::{thin, thin_far};
use crate::verdict::{DecidedBy, Verdict};

/// The manifold of two bodies with radii, one of them a ball and the other a ball or a capsule; None of others, and if
/// rounding hides whether they touch or where.
#[inline(always)]
pub(crate) fn ball_contact(
    cores: &Cores<'_, Pose>,
    prediction: f64,
    all: Option<&mut ContactList<'_>>,
) -> Option<ContactManifold> {
    if cores.bodies.iter().all(|body| body.vertex_count() > 1) {
        return None;
    }
    let found = thin(cores).or_else(|| thin_far(cores))?;
    let touching = cores.touching_distance(0.0);
    let ([surely, at_most], reach) = (
        touching.bounds(1.0),
        cores.touching_distance(prediction).bounds(1.0),
    );
    let by = DecidedBy::Float;
    if found.lower > reach[1] {
        return Some(ContactManifold::none(Verdict::Separated, 0, by));
    }
    let verdict = match found.lower > at_most {
        true => Verdict::Separated,
        false => Verdict::Hit,
    };
    let is_decided = verdict == Verdict::Separated || found.upper <= surely;
    let is_known = found.lower > 0.0 && found.upper <= reach[0] && found.is_tight(at_most);
    if !(is_decided && is_known) {
        return None;
    }
    let id = |k: usize| {
        let (body, last) = (cores.bodies[k], cores.bodies[k].vertex_count() as u32 - 1);
        let ends = match found.along[k] {
            0.0 => [0, 0],
            1.0 => [last; 2],
            _ => [0, last],
        };
        u64::from(feature_id(body, ends.into_iter(), || 0))
    };
    let [point_a, point_b] = surfaces(found.points, &found.normal, cores.radii);
    let mut manifold = ContactManifold {
        normal: Some(found.normal),
        count: 1,
        ..ContactManifold::none(verdict, 0, by)
    };
    manifold.points[0] = ContactPoint {
        point_a,
        point_b,
        depth: touching.rounded() - found.between,
        id: id(0) << 32 | id(1),
    };
    if let Some(all) = all {
        all.set_one(manifold.points[0]);
    }
    Some(manifold)
}
