//! Depth, last touch and contacts of two convex pieces, neither empty, of any kind.

use nalgebra::Vector3;

use crate::contact::contacts::ContactPoint;
use crate::contact::last_touch::LastTouch;
use crate::contact::pair_manifold::PairDepth;
use crate::contact::{curved_last_touch, curved_manifold, last_touch, pair_manifold};
use crate::motion::pairs::ConvexPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::norm1;
use crate::numeric::length_sum::LengthSum;

/// Measures two pieces that may be `prediction` apart. The sign of the depth is that of the verdict.
pub(super) fn meeting(sides: &ConvexPair<'_, Pose>, prediction: f64, max_pivots: u32) -> PairDepth {
    match sides.uncurved() {
        Some(cores) => pair_manifold::meeting(&cores, prediction, max_pivots),
        None => curved_manifold::meeting(sides, prediction, max_pivots),
    }
}

/// Returns how far both pieces reach into each other along a unit normal from A to B.
pub(crate) fn overlap_along(sides: &ConvexPair<'_, Pose>, n: &Vector3<f64>) -> f64 {
    match sides.uncurved() {
        Some(cores) => last_touch::overlap_along(&cores, n),
        None => curved_manifold::overlap_along(sides, n),
    }
}

/// Finds the deepest contact along the unit normal `n`, if it is as deep as `between[0]`; `between[1]` is what both reach into each
/// other along it.
pub(crate) fn last_touch(
    sides: &ConvexPair<'_, Pose>,
    n: &Vector3<f64>,
    between: [f64; 2],
) -> Option<LastTouch> {
    match sides.uncurved() {
        Some(cores) => last_touch::last_touch(&cores, n, between),
        None => curved_last_touch::last_touch(sides, n, between),
    }
}

/// Adds all contacts along a unit normal from A to B, no less deep than `-prediction`, at the end of `out`. They are found whether the
/// pieces meet or not.
pub(super) fn contacts_along(
    sides: &ConvexPair<'_, Pose>,
    n: &Vector3<f64>,
    prediction: f64,
    out: &mut Vec<ContactPoint>,
) {
    match sides.uncurved() {
        Some(cores) => pair_manifold::contacts_along(&cores, n, prediction, out),
        None => curved_manifold::contacts_along(sides, n, prediction, out),
    }
}

/// Returns the reach of both cores, the way between them and the radii.
pub(super) fn size(sides: &ConvexPair<'_, Pose>) -> f64 {
    let apart = sides.places[1].translation() - sides.places[0].translation();
    let [a, b] = sides.reaches();
    a + b + norm1(&apart) + LengthSum([0.0, sides.radii[0], sides.radii[1]]).rounded()
}
