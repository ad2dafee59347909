//! How far must B move along a direction until it leaves A for good, where one of them is curved?
//!
//! Idea: that of [`last_touch`](crate::contact::last_touch): the plane of the nearest points of B moved by s bounds the last touch from
//! beyond, and the next s is where that plane touches both. On curved bodies this converges as squares do.

use nalgebra::Vector3;

use crate::contact::contacts::ContactPoint;
use crate::contact::curved_manifold::overlap_along;
use crate::contact::last_touch::{LastTouch, MAX_STEPS, TOUCHING};
use crate::motion::pairs::ConvexPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot};
use crate::options::MAX_PIVOTS;
use crate::solver::curved_distance::nearest_cores;
use crate::solver::rounded_distance;

/// Finds the deepest contact of two bodies, neither empty, along the unit normal `n`, if it is as deep as `least`. `most` is their
/// reach along it. No contact along it is deeper than what is answered, but for rounding.
pub(super) fn last_touch(
    sides: &ConvexPair<'_, Pose>,
    n: &Vector3<f64>,
    [least, most]: [f64; 2],
) -> Option<LastTouch> {
    let from = sides.places[1].translation();
    let radii = sides.radii[0] + sides.radii[1];
    let (mut depth, mut plane) = (most, *n);
    let (mut point_a, mut steps) = (sides.places[0].translation(), 0);
    // A place that f64 has not is no nearer.
    while let Ok(place_b) = sides.places[1].moved_to(from + n * depth) {
        steps += 1;
        let there = ConvexPair {
            places: [sides.places[0], &place_b],
            ..*sides
        };
        let found = nearest_cores(&there, MAX_PIVOTS);
        let touching = TOUCHING * found.rounding + 4.0 * U * radii;
        let gap = -overlap_along(&there, &found.normal);
        let slope = dot(&found.normal, n);
        if gap > touching && steps < MAX_STEPS {
            if !(slope > 0.0) {
                return None;
            }
            let next = depth - gap / slope;
            if next < least {
                return None;
            }
            if next < depth {
                (depth, plane) = (next, found.normal);
                continue;
            }
        }
        [point_a, _] = rounded_distance::surfaces(found.points, &found.normal, sides.radii);
        break;
    }
    let at = ContactPoint {
        point_a,
        point_b: point_a - n * depth,
        depth,
        id: 0,
    };
    Some(LastTouch { at, plane })
}
