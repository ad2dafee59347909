//! A corner of a body that flies straight into a triangle, in closed form.
//!
//! Problem: nearly all shots at a mesh end with a corner in a face, and for each a program would be solved. Idea: before the
//! foremost corner of a body reaches the triangle's plane nothing of it meets the triangle; where it then lies in the triangle by
//! more than rounding, that is the first contact. Whatever is nearer to an edge than that is left to the program, and so is a
//! body that begins at the plane.

use nalgebra::Vector3;

use crate::body::polytope::Polytope;
use crate::ccd::impact::TimeOfImpact;
use crate::distance::pair_distance::Feature;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate};

/// The first contact of a body and a triangle, neither of which turns; None where this cannot tell.
///
/// The answer is that of the pair (body, triangle); `ids` are the triangle's names for its corners.
pub(crate) fn corner_first(
    body: &Polytope,
    motion: &Motion,
    corners: &[Vector3<f64>; 3],
    (of_triangle, ids): (&Motion, [u32; 3]),
) -> Option<TimeOfImpact> {
    let (start, its_start) = (motion.start(), of_triangle.start());
    let apart = start.translation() - its_start.translation();
    let [(travel, error), (its_travel, its_error)] =
        [motion, of_triangle].map(|motion| motion.pivot_travel(1.0));
    let by = travel - its_travel;
    let [a, b, c] = corners.map(|p| rotate(its_start.matrix(), &p));
    let (u, v) = (b - a, c - a);
    let n = cross(&u, &v);
    let place = |id: usize| rotate(start.matrix(), &body.vertex(id)) + apart;
    // No coordinate of a corner, and no difference of two, is off by more.
    let longest = norm1(&a).max(norm1(&b)).max(norm1(&c));
    let off = 256.0 * U * (body.reach() + longest + norm1(&apart)) + f64::MIN_POSITIVE;
    let way_off = error + its_error + 4.0 * U * norm1(&by);
    let sides = norm1(&u) + norm1(&v);
    // How far a product with the normal is off, of a vector that is off by so much.
    let bound = |x: &Vector3<f64>, its: f64| 2.0 * norm1(&n) * its + 16.0 * sides * off * norm1(x);
    let heights = (0..body.vertex_count()).map(|id| {
        let from = place(id) - a;
        (dot(&n, &from), id, bound(&from, off))
    });
    let none = (f64::INFINITY, 0, 0.0);
    let (mut lowest, mut highest, mut room) = (none, none, 0.0_f64);
    for height in heights {
        lowest = if height.0 < lowest.0 { height } else { lowest };
        highest = if -height.0 < highest.0 {
            (-height.0, height.1, height.2)
        } else {
            highest
        };
        room = room.max(height.2);
    }
    let (side, (height, id, _)) = match (lowest.0 > room, highest.0 > room) {
        (true, _) => (1.0, lowest),
        (_, true) => (-1.0, highest),
        _ => return None,
    };
    let speed = -side * dot(&n, &by);
    let slack = bound(&by, way_off);
    if speed + slack <= 0.0 || (height - room) / (speed + slack) * (1.0 - 8.0 * U) > 1.0 {
        return Some(TimeOfImpact::separated(0.0, None));
    }
    if !(speed > 2.0 * slack) {
        return None;
    }
    let t_lo = (height - room) / (speed + slack) * (1.0 - 8.0 * U);
    let t_hi = (height + room) / (speed - slack) * (1.0 + 8.0 * U);
    if !(t_hi <= 1.0 && t_lo > 0.0) {
        return None;
    }
    let met = place(id) + by * t_hi;
    let met_off = 2.0 * ((t_hi - t_lo) * norm1(&by) + off + way_off + 4.0 * U * norm1(&met));
    let is_inside = |from: &Vector3<f64>, to: &Vector3<f64>| {
        let edge = to - from;
        let inward = cross(&n, &edge);
        let beyond = met - from;
        let room = norm1(&inward) * met_off
            + 16.0 * off * norm1(&beyond) * (sides * norm1(&edge) + norm1(&n));
        dot(&inward, &beyond) > 2.0 * room
    };
    if !(is_inside(&a, &b) && is_inside(&b, &c) && is_inside(&c, &a)) {
        return None;
    }
    let point = met + its_start.translation() + its_travel * t_hi;
    let up = n * (side / norm(&n));
    Some(TimeOfImpact {
        iterations: 1,
        t_lo,
        t_hi,
        point_a: Some(point),
        point_b: Some(point),
        normal: Some(-up),
        features: Some([
            Feature::of_edge(id as u32, id as u32),
            Feature::of_triangle(ids),
        ]),
        separation_velocity: dot(&up, &by),
        ..TimeOfImpact::HIT
    })
}

/// The same of the pair (triangle, body).
pub(crate) fn swapped(found: TimeOfImpact) -> TimeOfImpact {
    TimeOfImpact {
        point_a: found.point_b,
        point_b: found.point_a,
        normal: found.normal.map(|n| -n),
        features: found.features.map(|[a, b]| [b, a]),
        ..found
    }
}
