//! The normal of bodies that turn, where they touch or nearly do: one that separates them there, or none.
//!
//! Problem: the nearest points of bodies near contact may differ by rounding alone, and then the direction between
//! them is noise. Idea: all vertices together decide whether a direction separates two bodies. If the direction of
//! the distance does not, those of faces are tried: just before the contact, while the bodies are apart by more
//! than rounding.

use nalgebra::Vector3;

use crate::advance::distance_at::measure_carefully;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::numeric::arithmetic::{U, is_unit};
use crate::solver::gjk::NearestPoints;
use crate::solver::minkowski_difference::scanned_gap;

/// Times before a contact at which the bodies are measured, in the times in which they may move by a rounding.
const TIMES_BEFORE_CONTACT: [f64; 4] = [0.0, 8.0, 64.0, 4096.0];

/// Roundings of the pair by which bodies may reach beyond a plane that parts them: more than they move from where f64 last tells
/// them apart to where it tells that they meet.
pub(crate) const PLANE_OVERLAP_ROUNDINGS: f64 = 12.0;

/// A unit normal from A to B along which the cores are at least `apart` from each other, to twelve roundings of the pair; that of
/// `found`, the distance there, or another one. None where there is none.
#[inline(always)]
pub(crate) fn parting_normal(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    found: &NearestPoints,
    apart: f64,
    queries: &mut u32,
) -> Option<Vector3<f64>> {
    let least = least(pair, apart);
    match found.lower >= least {
        true => Some(found.normal),
        false => searched(pair, posed, &found.normal, least, queries),
    }
}

/// The least gap along a normal that parts cores `apart` from each other.
#[inline(always)]
fn least(pair: &RelativeMotion<'_>, apart: f64) -> f64 {
    apart * (1.0 - 8.0 * U) - PLANE_OVERLAP_ROUNDINGS * pair.rounding()
}

/// Whether the cores are at least `apart` from each other along a unit normal, to twelve roundings of the pair.
pub(crate) fn is_parting(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    n: &Vector3<f64>,
    apart: f64,
) -> bool {
    let (a, b) = pair.bodies(posed);
    is_unit(n) && scanned_gap(a, b, *n) >= least(pair, apart)
}

#[cold]
#[inline(never)]
fn searched(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    found: &Vector3<f64>,
    least: f64,
    queries: &mut u32,
) -> Option<Vector3<f64>> {
    let (a, b) = pair.bodies(posed);
    let parts = |n: &Vector3<f64>| is_unit(n) && scanned_gap(a, b, *n) >= least;
    if parts(found) {
        return Some(*found);
    }
    let moment = pair.rounding() / pair.fastest();
    let mut before = TIMES_BEFORE_CONTACT.iter().map(|roundings| {
        let t = (posed.t - roundings * moment).max(0.0);
        measure_carefully(pair, &pair.pose_outlined(t), 0.0, queries).normal
    });
    before.find(parts)
}
