//! A capsule around a body: all points within a radius of a segment.
//!
//! Problem: a ball about a body eight times as long as wide holds mostly nothing, so its cheap
//! tests decide little. Idea: a capsule along the longest axis of the oriented box; its support
//! value is that of two points. The search is rounded; only the radius, measured from the segment as
//! it is stored to every corner and rounded up, is a promise. Loses on flat and round bodies.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, dot, norm, norm1};
use crate::numeric::scaling::Local;
use crate::shape::oriented_box::OrientedBox;

/// Body frame. In real arithmetic every corner is within `radius` of the segment between `ends`, whose ends
/// lie within twice the body's reach of its origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Capsule {
    pub(crate) ends: [Vector3<f64>; 2],
    /// May be infinite.
    pub(crate) radius: f64,
}

impl Capsule {
    pub(crate) fn point(p: &Vector3<f64>) -> Self {
        Capsule {
            ends: [*p; 2],
            radius: 0.0,
        }
    }

    pub(crate) fn around(local: &Local, around: &OrientedBox) -> Self {
        let (middle, _) = local.enter(&around.center);
        let axis = around.axes.column(around.half_extents.imax()).into_owned();
        let along_and_off = |p: &Vector3<f64>| {
            let d = p - middle;
            let z = dot(&axis, &d);
            (z, norm(&(d - axis * z)))
        };
        let radius = local.points.iter().map(along_and_off);
        let radius = radius.fold(0.0_f64, |most, (_, off)| most.max(off));
        // The ball about each point of the segment covers corners up to there.
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (z, off) in local.points.iter().map(along_and_off) {
            let covered = ((radius - off) * (radius + off)).max(0.0).sqrt();
            (low, high) = (low.min(z + covered), high.max(z - covered));
        }
        if low > high {
            (low, high) = (0.5 * (low + high), 0.5 * (low + high));
        }
        let ends = [low, high].map(|z| local.leave(&(middle + axis * z)));
        if ends.iter().flatten().all(|x| x.is_finite()) {
            Capsule {
                ends,
                radius: local.length_up(farthest_from_segment(local, &ends)),
            }
        } else {
            Capsule {
                radius: f64::INFINITY,
                ..Capsule::point(&local.leave(&local.points[0]))
            }
        }
    }
}

/// No corner is farther from the segment, in local units.
fn farthest_from_segment(local: &Local, ends: &[Vector3<f64>; 2]) -> f64 {
    let [(from, slack_from), (to, slack_to)] = ends.each_ref().map(|p| local.enter(p));
    let whole = to - from;
    let square = dot(&whole, &whole);
    let mut most = 0.0_f64;
    for p in &local.points {
        let d = p - from;
        let part = (dot(&d, &whole) / square).clamp(0.0, 1.0);
        // NaN for a segment that is a point.
        let part = if part >= 0.0 { part } else { 0.0 };
        // Two differences, a product and their sum, then a norm: below 8 U of either length.
        let room = 8.0 * U * (norm1(&d) + norm1(&whole));
        most = most.max(norm(&(d - whole * part)) + room);
    }
    if most.is_finite() {
        most * (1.0 + 4.0 * U) + slack_from + slack_to
    } else {
        f64::INFINITY
    }
}
