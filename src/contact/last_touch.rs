//! How far must B move along a direction until it leaves A for good?
//!
//! Problem: along a normal that neither body chose, what is the deepest contact? It is where B, moved along the normal, touches A
//! for the last time: no point of A is higher above one of B. Idea: with M = A - B and h(m) its reach along a unit vector m, the
//! separation of A and B moved by s n is the largest s n.m - h(m): a convex function of s, and every plane m bounds it from
//! below. So Newton's method from beyond the last touch comes down to it and never past it: each step takes the plane of the
//! distance there. Without radii it ends after a few planes, with them it converges as squares do. It also finds out that there
//! is no touch beyond a bound, because each step is itself a bound.
//!
//! Loses, by nothing but steps, where B grazes A: the steps are then halves.

use nalgebra::Vector3;

use crate::contact::contacts::ContactPoint;
use crate::contact::pair_manifold::pair_id;
use crate::motion::pairs::Cores;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot, norm1, rotate_back};
use crate::options::MAX_PIVOTS;
use crate::solver::exact;
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::{AnyDifference, Difference};
use crate::solver::subsimplex::Subsimplex;
use crate::support::mapping::Travel;
use crate::support::swept_hull::{ExtendedHull, pair_scale};

/// Bodies this many of the pair's roundings apart touch.
pub(super) const TOUCHING: f64 = 8.0;

/// Newton's steps. Halves of any length come to its rounding sooner.
pub(super) const MAX_STEPS: u32 = 64;

/// The deepest contact along a direction.
pub(crate) struct LastTouch {
    pub(crate) at: ContactPoint,
    /// Unit normal, from A to B, of the plane in which the two then touch.
    pub(crate) plane: Vector3<f64>,
}

/// How far both bodies, neither empty, reach into each other along a unit normal from A to B.
pub(crate) fn overlap_along(cores: &Cores<'_, Pose>, n: &Vector3<f64>) -> f64 {
    let (bodies, poses) = cores.both();
    let apart = poses[1].translation() - poses[0].translation();
    let far = |k: usize, n: Vector3<f64>| {
        let at = rotate_back(poses[k].matrix(), &n);
        let vertex = bodies[k].support(&at).unwrap_or_default();
        dot(&at, &bodies[k].vertex(vertex))
    };
    (far(0, *n) + far(1, -n)) - dot(n, &apart) + cores.touching_distance(0.0).rounded()
}

/// The deepest contact of two bodies, neither empty, along the unit normal `n`, if it is as deep as `least`. `most` is their
/// reach along it. No contact along it is deeper than what is answered, but for rounding.
pub(crate) fn last_touch(
    cores: &Cores<'_, Pose>,
    n: &Vector3<f64>,
    [least, most]: [f64; 2],
) -> Option<LastTouch> {
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    let matrices = [pose_a, pose_b].map(|pose| pose.matrix() * scale);
    let origin = pose_a.translation();
    let hull_a = ExtendedHull::at_origin(a, pose_a, &matrices[0], scale);
    let hull_b = ExtendedHull::at_pose(b, pose_b, &matrices[1], origin, scale);
    let radii = cores.touching_distance(0.0).rounded() * scale;
    let mut warm = Subsimplex::default();
    let (mut depth, mut plane) = (most, *n);
    let mut steps = 0;
    loop {
        steps += 1;
        let way = Travel {
            from: Vector3::zeros(),
            to: *n,
            t: depth,
        };
        let moved = hull_b.carried(&way);
        let mut m = Difference::new(&hull_a, &moved, 0.0);
        let start = gjk::again(&m, &warm);
        let touching = TOUCHING * m.rounding() + 4.0 * U * radii;
        let stop = StopRule::precise(MAX_PIVOTS);
        // Points that touch need no plane.
        let loosest = |found: &NearestPoints| match found.upper <= radii + touching {
            true => f64::INFINITY,
            false => touching,
        };
        let mut found = m.of_any_float(|m| {
            let found = gjk::nearest_outlined(m, start, &stop);
            gjk::tightened(m, found, &stop, loosest(&found))
        });
        let mut gap = found.extent.gap() - radii;
        if found.kind != GjkProof::Overlap && found.beyond_rounding(&m) > loosest(&found) {
            let distance;
            (found, distance) = m.of_any_kind(|m| exactly(m, &found));
            gap = distance * scale - radii;
        }
        warm = found.simplex;
        let slope = dot(&found.normal, n);
        if found.kind == GjkProof::Apart && gap > touching && steps < MAX_STEPS {
            if !(slope > 0.0) {
                return None;
            }
            let next = depth - gap / (slope * scale);
            if next < least {
                return None;
            }
            if next < depth {
                (depth, plane) = (next, found.normal);
                continue;
            }
        }
        // A gap beyond rounding may still be a part of a small depth.
        if found.kind == GjkProof::Apart && gap > touching / TOUCHING && slope > 0.0 {
            depth = (depth - gap / (slope * scale)).max(least);
        }
        let columns = found.simplex.columns.map(|c| (c.id_a, c.id_b));
        let out = found.normal * cores.radii[0];
        let point_a = found.points(&m)[0] * (1.0 / scale) + origin + out;
        let at = ContactPoint {
            point_a,
            point_b: point_a - n * depth,
            depth,
            id: pair_id(cores, n, &columns[..found.simplex.count]),
        };
        return Some(LastTouch { at, plane });
    }
}

/// The nearest points, and the distance in world units, where f64 does not tell them.
#[cold]
fn exactly(m: &mut AnyDifference<'_>, found: &NearestPoints) -> (NearestPoints, f64) {
    let start = found.simplex.columns[..found.simplex.count].iter();
    let nearest = exact::nearest(m, &mut start.map(|c| (c.id_a, c.id_b)));
    let mut simplex = Subsimplex::default();
    for (&(id_a, id_b), &weight) in nearest.columns.iter().zip(&nearest.weights).take(4) {
        simplex.weights[simplex.count] = weight;
        simplex.push(m.column(id_a, id_b));
    }
    let kind = match nearest.distance > 0.0 {
        true => GjkProof::Apart,
        false => GjkProof::Unclear,
    };
    let found = NearestPoints {
        kind,
        normal: nearest.normal,
        simplex,
        ..*found
    };
    (found, nearest.distance)
}
