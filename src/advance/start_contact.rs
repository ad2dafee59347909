//! The contact of two bodies at the start of a frame: that of the least depth.
//!
//! The shortest translation that parts the bodies has a direction, the normal, and two points, the deepest of each body.
//! Bodies approach each other where these points do along the normal, faster than rounding (`slowest` in
//! `relative_motion.rs`). For bodies of several pieces, every two pieces that
//! touch are tested (`ccd::pieces_start_contact`, `approaching`).

use nalgebra::Vector3;

use crate::advance::impact::{InitialContact, TimeOfImpact};
use crate::advance::relative_motion::{RelativeMotion, origin_at};
use crate::advance::rounded_contacts::RoundedPair;
use crate::advance::scaled_motions::ScaledMotions;
use crate::contact::contacts::{ContactList, ContactPoint};
use crate::contact::curved_manifold::{DeepestContact, of_curved};
use crate::motion::pairs::{ConvexPair, Cores, MovingPair};
use crate::motion::pose::Pose;
use crate::pair::PairState;
use crate::query::contact_manifold::{self, ContactManifoldOptions};
use crate::query::penetration_answer::Penetration;
use crate::shape::body::Core;
use crate::verdict::DecidedBy;

/// The hit at t = 0 that a depth is.
pub(crate) fn of_depth(scaled: &ScaledMotions<'_>, deep: &Penetration) -> TimeOfImpact {
    let deep = deep.in_range();
    let normal = deep.normal.filter(|_| deep.error.is_finite());
    let points = [deep.point_a, deep.point_b].map(Option::unwrap_or_default);
    TimeOfImpact {
        iterations: deep.iterations,
        pieces: deep.pieces,
        point_a: deep.point_a,
        point_b: deep.point_b,
        ..hit(scaled, normal, points, deep.depth)
    }
}

/// The hit at t = 0 that a contact of two bodies is, one of which is curved. Its normal may lean: a rate that this alone may be is 0.
pub(crate) fn of_curved_contact(
    scaled: &ScaledMotions<'_>,
    contact: &DeepestContact,
) -> TimeOfImpact {
    let found = Penetration {
        normal: Some(contact.normal),
        point_a: Some(contact.points[0]),
        point_b: Some(contact.points[1]),
        depth: contact.depth.max(0.0),
        ..Penetration::apart(None, 0, DecidedBy::Nothing)
    };
    without_lean(of_depth(scaled, &found), scaled, contact.lean)
}

/// Returns a contact with a rate of 0 where a normal that leans by this angle may make it.
pub(crate) fn without_lean(
    found: TimeOfImpact,
    scaled: &ScaledMotions<'_>,
    lean: f64,
) -> TimeOfImpact {
    let motion = RelativeMotion::new(scaled);
    let least = lean * motion.fastest() / motion.scale;
    TimeOfImpact {
        separation_velocity: match found.separation_velocity.abs() > least {
            true => found.separation_velocity,
            false => 0.0,
        },
        ..found
    }
}

/// The rate of approach of bodies in contact, or 0 where it is rounding.
pub(crate) fn without_rounding(motion: &RelativeMotion<'_>, speed: f64) -> f64 {
    // NaN, of points too far from each other, is 0 too.
    match speed.abs() > motion.slowest() / motion.scale {
        true => speed,
        false => 0.0,
    }
}

/// A hit at t = 0, by its normal and points in the world.
pub(crate) fn hit(
    scaled: &ScaledMotions<'_>,
    normal: Option<Vector3<f64>>,
    points: [Vector3<f64>; 2],
    depth: f64,
) -> TimeOfImpact {
    let speed = |n: Vector3<f64>| {
        let motion = RelativeMotion::new(scaled);
        without_rounding(&motion, velocity_along(&motion, 0.0, &n, &points))
    };
    TimeOfImpact {
        initial: true,
        depth,
        point_a: Some(points[0]),
        point_b: Some(points[1]),
        normal,
        separation_velocity: normal.map_or(0.0, speed),
        ..TimeOfImpact::HIT
    }
}

/// Contacts of two faces that are looked at.
pub(crate) const MAX_CONTACTS: usize = 64;

/// The contact of two convex bodies in which they approach each other fastest at t = 0, of all contacts of their manifold with a gap
/// of at most `most`; None if they approach in none.
///
/// Bodies that turn approach at one corner of a flat contact while they part at another. The manifold of a rounded body that
/// leans has the lowest of its corners alone. So all are looked for once more, on the cores as they are when the radii
/// are gone by along the normal.
#[cold]
pub(crate) fn approaching_face(
    scaled: &ScaledMotions<'_>,
    sides: &ConvexPair<'_, Pose>,
    most: f64,
    max_pivots: u32,
) -> Option<TimeOfImpact> {
    let ask = ContactManifoldOptions {
        prediction: most,
        max_pivots,
    };
    let mut out = [ContactPoint::default(); MAX_CONTACTS];
    let mut contacts_of = |sides: &ConvexPair<'_, Pose>| {
        let mut all = ContactList {
            out: &mut out,
            count: 0,
        };
        let state = &mut PairState::default();
        let found = match sides.uncurved() {
            Some(cores) => contact_manifold::of_cores(&cores, &ask, state, Some(&mut all)),
            None => of_curved(sides, &ask, state, Some(&mut all)),
        };
        let count = all.count.min(MAX_CONTACTS);
        (found.normal, out, count)
    };
    let (normal, contacts, count) = contacts_of(sides);
    let n = normal?;
    let corner = fastest(scaled, &n, most, &contacts[..count]);
    let [radius_a, radius_b] = sides.radii;
    if corner.is_some() || radius_a + radius_b == 0.0 {
        return corner;
    }
    let to = sides.places[1].translation() - n * (radius_a + radius_b);
    let pose_b = sides.places[1].moved_to(to).ok()?;
    let sharp = ConvexPair {
        places: [sides.places[0], &pose_b],
        radii: [0.0; 2],
        ..*sides
    };
    let (sharp_normal, mut contacts, count) = contacts_of(&sharp);
    let bodies = sides.cores.map(|core| match core {
        Core::Polytope(body) => Some(body),
        Core::Curved(_) => None,
    });
    let rounded = RoundedPair::new(bodies, sides.places, sides.radii);
    let count = rounded.rounded(&n, sharp_normal, &mut contacts[..count]);
    fastest(scaled, &n, most, &contacts[..count])
}

/// The contact with a gap of at most `most` in which bodies approach each other fastest along a normal, if they do in any.
pub(crate) fn fastest(
    scaled: &ScaledMotions<'_>,
    normal: &Vector3<f64>,
    most: f64,
    contacts: &[ContactPoint],
) -> Option<TimeOfImpact> {
    let found = contacts.iter().filter(|c| c.depth >= -most).map(|c| {
        let points = [c.point_a, c.point_b];
        hit(scaled, Some(*normal), points, c.depth.max(0.0))
    });
    let speed = |p: &TimeOfImpact, q: &TimeOfImpact| {
        p.separation_velocity.total_cmp(&q.separation_velocity)
    };
    found.min_by(speed).filter(is_approaching)
}

/// Rate of the gap between two points of the bodies, world frame, along a normal at time `t`, in lengths a frame.
pub(crate) fn separation_velocity(
    scaled: &ScaledMotions<'_>,
    t: f64,
    n: &Vector3<f64>,
    points: &[Vector3<f64>; 2],
) -> f64 {
    velocity_along(&RelativeMotion::new(scaled), t, n, points)
}

fn velocity_along(
    motion: &RelativeMotion<'_>,
    t: f64,
    n: &Vector3<f64>,
    points: &[Vector3<f64>; 2],
) -> f64 {
    let origin = origin_at(motion.scaled.motions[0], t);
    let points = points.map(|p| (p - origin) * motion.scale);
    motion.separation_velocity(&motion.pose(t), n, &points) / motion.scale
}

/// The scaled of the hulls around two bodies of any kind.
pub(crate) fn bounding_motions<'a>(pair: &MovingPair<'a>) -> ScaledMotions<'a> {
    ScaledMotions::new(&Cores {
        bodies: [pair.a.bounding_polytope(), pair.b.bounding_polytope()],
        places: [pair.motion_a, pair.motion_b],
        radii: [0.0; 2],
    })
}

impl InitialContact {
    /// Whether a contact at t = 0 is a hit. One without a normal may be one of bodies that approach.
    pub(crate) fn counts(self, start: &TimeOfImpact) -> bool {
        match self {
            InitialContact::Report => true,
            InitialContact::IgnoreUntilSeparated | InitialContact::IgnorePairs => false,
            InitialContact::OnlyIfApproaching => is_approaching(start),
        }
    }
}

/// Whether two bodies in contact approach each other, as far as is known.
pub(crate) fn is_approaching(start: &TimeOfImpact) -> bool {
    start.normal.is_none() || start.separation_velocity < 0.0
}
