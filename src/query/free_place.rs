//! Is a body free after a move, or does it only touch?
//!
//! A move out may end beside another part of the surface, or slide along it: the bodies touch there, and no test of contact tells that
//! from being inside. So the body is moved on a little, to 26 sides of the place. If it is free at one of them, it only touched.

use nalgebra::Vector3;

use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{norm, rotate};
use crate::pair::PairState;
use crate::query::intersect::{IntersectOptions, intersect};
use crate::shape::body::Body;
use crate::verdict::Verdict;

/// The size of two bodies, by which moves past a touch are measured.
pub(super) fn size(pair: &PosedPair<'_>) -> f64 {
    let of = |body: &Body<'_>| body.bounding_polytope().bounding_radius() + body.of_any_kind().1;
    of(&pair.a) + of(&pair.b)
}

/// Whether the bodies are apart after B is moved.
pub(super) fn is_apart(pair: &PosedPair<'_>, by: &Vector3<f64>) -> Result<bool> {
    let pose_b = &Pose::new(pair.pose_b.translation() + by, pair.pose_b.quaternion())?;
    let moved = PosedPair { pose_b, ..*pair };
    let found = intersect(
        &moved,
        &IntersectOptions::default(),
        &mut PairState::default(),
    )?;
    Ok(found.verdict == Verdict::Separated)
}

/// The direction in which the bodies come apart at once after B is moved, if there is one. `more`: how far they are moved for it.
pub(super) fn beside(
    pair: &PosedPair<'_>,
    by: &Vector3<f64>,
    more: f64,
) -> Result<Option<Vector3<f64>>> {
    let solid = match pair.a.solid() {
        Some(_) => pair.pose_a,
        None => pair.pose_b,
    };
    let step = |k: usize| [0.0, 1.0, -1.0][k % 3];
    for k in 1..27 {
        let n = Vector3::new(step(k), step(k / 3), step(k / 9));
        let n = rotate(solid.matrix(), &(n / norm(&n)));
        if is_apart(pair, &(by + n * more))? {
            return Ok(Some(n));
        }
    }
    Ok(None)
}
