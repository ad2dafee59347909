//! Contacts of bodies that move straight which cannot stop a body that is in contact at the start.
//!
//! Problem: a box of triangles that lies slightly in a floor of triangles shares points with it by its sides alone.
//! Its bottom is under the floor by less than the tolerance. So it is near every triangle on its way, and passes
//! through those above it when the box leaves. Idea: the normal of the contact at the start distinguishes these
//! contacts from walls. Pieces that never share a point, and that were level with that contact from the start, are
//! seams. Pieces that are on their own sides of a plane across the normal when they meet, and move apart along it,
//! cannot stop each other.

use nalgebra::Vector3;

use crate::advance::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::start_contact::{SLOWEST, flight_around};
use crate::ccd::pieces_start_contact::{SAME_DEPTH, overlap};
use crate::error::Result;
use crate::motion::pairs::{DEFAULT_REL_TOL, MovingPair};
use crate::numeric::arithmetic::dot;
use crate::pair::PairState;
use crate::query::contact_manifold::{ContactManifoldOptions, contact_manifold};

/// The contacts at the start.
pub(crate) struct StartPlanes {
    /// Unit, from A to B, world axes.
    normals: Vec<Vector3<f64>>,
    /// Depth of the deepest; 0 if the bodies are apart.
    depth: f64,
    /// How far B goes relative to A.
    travel: Vector3<f64>,
    /// Bodies that go no farther along a normal do not move along it.
    least: f64,
    tolerance: Option<f64>,
}

/// Whether two bodies that are near each other never share a point: neither turns, and contact is at no distance.
pub(crate) fn is_exact(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> bool {
    let is_turning = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    !is_turning && options.target_separation == 0.0
}

impl StartPlanes {
    pub(crate) fn new(
        pair: &MovingPair<'_>,
        options: &TimeOfImpactOptions,
        normals: Vec<Vector3<f64>>,
        depth: f64,
    ) -> Self {
        let [(a, _), (b, _)] = [pair.motion_a, pair.motion_b].map(|m| m.pivot_travel(1.0));
        let motion = RelativeMotion::new(&flight_around(pair));
        StartPlanes {
            normals,
            depth,
            travel: b - a,
            least: SLOWEST * (motion.fastest() / motion.scale),
            tolerance: options.tolerance,
        }
    }

    /// The plane between bodies that are apart, but near each other at the start; None if they approach across it.
    pub(crate) fn between(
        pair: &MovingPair<'_>,
        options: &TimeOfImpactOptions,
    ) -> Result<Option<Self>> {
        let ask = ContactManifoldOptions {
            prediction: options.tolerance.unwrap_or(pair.largest_tolerance()),
            max_pivots: options.max_pivots,
        };
        let found = contact_manifold(&pair.at_start(), &ask, &mut PairState::default())?;
        let planes = StartPlanes::new(pair, options, found.normal.into_iter().collect(), 0.0);
        let parts = |n: &Vector3<f64>| dot(n, &planes.travel) >= -planes.least;
        Ok(planes.normals.first().is_some_and(parts).then_some(planes))
    }

    /// Whether a contact of two pieces at the time `t` stops nothing.
    pub(crate) fn passes(&self, two: &MovingPair<'_>, contact: Contact, t: f64) -> Result<bool> {
        let size = || DEFAULT_REL_TOL * two.sides().size();
        let blur = SAME_DEPTH * (two.a.around().reach() + two.b.around().reach());
        let near = self.tolerance.unwrap_or_else(size) + blur;
        for n in &self.normals {
            let (before, apart) = (overlap(&two.at_start(), n)?, dot(n, &self.travel));
            let then = before - apart * t;
            let passes = match contact {
                Contact::Near => -near <= before && before <= self.depth + blur && then <= near,
                Contact::Overlap => apart > self.least && then <= blur,
                Contact::None => false,
            };
            if passes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an answer about two pieces is such a contact.
    pub(crate) fn hide(&self, two: &MovingPair<'_>, answer: &TimeOfImpact) -> Result<bool> {
        self.passes(two, answer.contact, answer.t_hi)
    }
}
