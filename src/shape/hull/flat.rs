//! What a point set spans, and the hull of one that spans less than space.
//!
//! Problem: points, segments and flat polygons are bodies too. Idea: find four points that span
//! as much as the set does, each chosen far away in f64 and confirmed exactly; where that fails,
//! search exactly. A flat set is projected along a coordinate axis that its exact normal is not
//! perpendicular to: that map is injective on the plane, and Andrew's monotone chain on exact signs
//! finds the corners. Loses nothing but time on sets that are nearly flat or nearly straight.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot};
use crate::numeric::predicates::{collinear, convex_ring, orient2d, orient3d, project};
use crate::numeric::sort::sort_by;
use crate::shape::hull::merge_faces::Boundary;
use crate::shape::hull::points::HullPoints;

/// HullPoints that are affinely independent and as many as the set allows.
pub(crate) enum AffineSpan {
    Empty,
    Point,
    Segment,
    Flat([u32; 3]),
    Solid([u32; 4]),
}

/// The affine hull of the sites.
pub(crate) fn span(hull_points: &HullPoints<'_>) -> AffineSpan {
    let n = hull_points.len() as u32;
    match n {
        0 => return AffineSpan::Empty,
        1 => return AffineSpan::Point,
        2 => return AffineSpan::Segment,
        _ => {}
    }
    let (a, b) = (0, n - 1);
    let at = |i: u32| &hull_points.filter[i as usize];
    let along = at(b) - at(a);
    let off_line = |i: u32| {
        !collinear(
            hull_points.exact(a),
            hull_points.exact(b),
            hull_points.exact(i),
        )
    };
    let from_line = |i: u32| {
        let c = cross(&along, &(at(i) - at(a)));
        dot(&c, &c)
    };
    let Some(c) = farthest(n, from_line, off_line) else {
        return AffineSpan::Segment;
    };
    let normal = cross(&along, &(at(c) - at(a)));
    let off_plane = |i: u32| {
        orient3d(
            hull_points.exact(a),
            hull_points.exact(b),
            hull_points.exact(c),
            hull_points.exact(i),
        ) != 0
    };
    let from_plane = |i: u32| dot(&normal, &(at(i) - at(a))).abs();
    match farthest(n, from_plane, off_plane) {
        Some(d) => AffineSpan::Solid([a, b, c, d]),
        None => AffineSpan::Flat([a, b, c]),
    }
}

/// The site of largest `distance` if it `qualifies`, else the first that does.
fn farthest(n: u32, distance: impl Fn(u32) -> f64, qualifies: impl Fn(u32) -> bool) -> Option<u32> {
    let (mut best, mut best_distance) = (0, f64::NEG_INFINITY);
    for i in 0..n {
        let d = distance(i);
        if d > best_distance {
            (best, best_distance) = (i, d);
        }
    }
    if qualifies(best) {
        return Some(best);
    }
    (0..n).find(|&i| qualifies(i))
}

/// The two ends.
pub(crate) fn segment(hull_points: &HullPoints<'_>) -> Boundary {
    let mut keep = vec![false; hull_points.len()];
    keep[0] = true;
    keep[hull_points.len() - 1] = true;
    Boundary::new(&keep, &[0], &[])
}

/// The polygon of a flat set that `span` spans, once for each side.
pub(crate) fn polygon(hull_points: &HullPoints<'_>, span: [u32; 3]) -> Boundary {
    let axis = projection_axis(span.map(|i| hull_points.exact(i)));
    let flat: Vec<[f64; 2]> = (0..hull_points.len() as u32)
        .map(|i| project(hull_points.exact(i), axis))
        .collect();
    let mut order: Vec<u32> = (0..hull_points.len() as u32).collect();
    sort_by(&mut order, |&i, &j| {
        let (p, q) = (flat[i as usize], flat[j as usize]);
        p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1]))
    });
    let at = |i: u32| flat[i as usize];
    let mut outline = convex_ring(&order, |a, b, c| orient2d(at(a), at(b), at(c)) > 0);
    let mut keep = vec![false; hull_points.len()];
    for &i in &outline {
        keep[i as usize] = true;
    }
    let count = outline.len() as u32;
    outline.extend_from_within(..);
    outline[count as usize..].reverse();
    Boundary::new(&keep, &[0, count, 2 * count], &outline)
}

/// An axis along which the plane of three points does not collapse: the one its normal is nearest
/// to, if that can be confirmed.
fn projection_axis([a, b, c]: [&Vector3<f64>; 3]) -> usize {
    let injective =
        |axis: usize| orient2d(project(a, axis), project(b, axis), project(c, axis)) != 0;
    let size = cross(&(b - a), &(c - a)).abs();
    let steepest = size.imax();
    if injective(steepest) {
        return steepest;
    }
    // Not all three projections of a true triangle collapse.
    (0..3).find(|&axis| injective(axis)).unwrap_or(0)
}
