//! Nearest points of a segment, which may be a point, and of another one or a triangle, to rounding.
//!
//! Source: Ericson, Real-Time Collision Detection, 2005, sections 5.1.9 and 5.1.10.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot};

/// Least square of the sine of a triangle's angle for which its regions are told apart.
const SLIVER: f64 = 1e-8;

/// Parts of the segments at which these are nearest to each other; `apart` is from B's start to A's.
#[inline(always)]
pub(crate) fn nearest_parts(
    d_a: &Vector3<f64>,
    d_b: &Vector3<f64>,
    apart: &Vector3<f64>,
) -> [f64; 2] {
    let (aa, bb) = (dot(d_a, d_a), dot(d_b, d_b));
    let (at_a, at_b) = (dot(d_a, apart), dot(d_b, apart));
    if aa == 0.0 {
        return [0.0, part(at_b, bb)];
    }
    if bb == 0.0 {
        return [part(-at_a, aa), 0.0];
    }
    let ab = dot(d_a, d_b);
    let s = part(ab * at_b - at_a * bb, aa * bb - ab * ab);
    let t = (ab * s + at_b) / bb;
    let clamped = t.clamp(0.0, 1.0);
    let s = if t == clamped {
        s
    } else {
        part(ab * clamped - at_a, aa)
    };
    [s, clamped]
}

/// A quotient, held between 0 and 1; 0 where it is none.
#[inline(always)]
pub(crate) fn part(x: f64, y: f64) -> f64 {
    let quotient = x / y;
    if quotient > 0.0 {
        quotient.min(1.0)
    } else {
        0.0
    }
}

/// Nearest points of a segment about the origin, from -`half` to `half`, and of a triangle, to rounding: of an end and of the
/// face, of the segment and of an edge, or where the segment crosses the face.
#[inline(always)]
pub(crate) fn nearest_to_triangle(
    corners: &[Vector3<f64>; 3],
    half: &Vector3<f64>,
) -> [Vector3<f64>; 2] {
    let [a, b, c] = corners;
    let edges = [b - a, c - b, a - c];
    let normal = &cross(&edges[0], &edges[1]);
    let inwards = [
        cross(normal, &edges[0]),
        cross(normal, &edges[1]),
        cross(normal, &edges[2]),
    ];
    let (mut best, mut best_sq) = ([Vector3::zeros(); 2], f64::INFINITY);
    let mut take = |on: Vector3<f64>, its: Vector3<f64>| {
        let between = its - on;
        let square = dot(&between, &between);
        if square < best_sq {
            (best, best_sq) = ([on, its], square);
        }
    };
    // By weights that are not negative, so that the point is one of the triangle however thin that is.
    let above = |p: &Vector3<f64>| {
        let weight = |k: usize| dot(&inwards[k], &(p - corners[k]));
        let [of_c, of_a, of_b] = [weight(0), weight(1), weight(2)];
        let sum = (of_a + of_b) + of_c;
        let is_inside = (of_a >= 0.0) & (of_b >= 0.0) & (of_c >= 0.0) & (sum > 0.0);
        is_inside.then(|| a * (of_a / sum) + b * (of_b / sum) + c * (of_c / sum))
    };
    let is_point = *half == Vector3::zeros();
    if is_point && let Some(nearest) = nearest_of_triangle(corners) {
        return [Vector3::zeros(), nearest];
    }
    if let Some(foot) = above(half) {
        take(*half, foot);
    }
    if !is_point {
        let other = -half;
        if let Some(foot) = above(&other) {
            take(other, foot);
        }
        let (height, rise) = (dot(normal, a), dot(normal, half));
        if height.abs() < rise.abs() {
            let crossing = half * (height / rise);
            if let Some(foot) = above(&crossing) {
                take(crossing, foot);
            }
        }
    }
    let (whole, from) = (half * 2.0, -half);
    for k in 0..3 {
        let [s, t] = nearest_parts(&whole, &edges[k], &(from - corners[k]));
        take(from + whole * s, corners[k] + edges[k] * t);
    }
    best
}

/// The point of a triangle that is nearest to the origin, by the region in which the origin is; None of a sliver, for which rounding
/// may choose another region.
#[inline(always)]
fn nearest_of_triangle([a, b, c]: &[Vector3<f64>; 3]) -> Option<Vector3<f64>> {
    let (ab, ac) = (b - a, c - a);
    let [a_b, a_c] = [-dot(&ab, a), -dot(&ac, a)];
    if a_b <= 0.0 && a_c <= 0.0 {
        return Some(*a);
    }
    let [b_b, b_c] = [-dot(&ab, b), -dot(&ac, b)];
    if b_b >= 0.0 && b_c <= b_b {
        return Some(*b);
    }
    let [c_b, c_c] = [-dot(&ab, c), -dot(&ac, c)];
    if c_c >= 0.0 && c_b <= c_c {
        return Some(*c);
    }
    let [of_a, of_b, of_c] = [
        b_b * c_c - c_b * b_c,
        c_b * a_c - a_b * c_c,
        a_b * b_c - b_b * a_c,
    ];
    let sum = of_a + of_b + of_c;
    if !(sum > SLIVER * (dot(&ab, &ab) * dot(&ac, &ac))) {
        return None;
    }
    let [from_b, from_c] = [b_c - b_b, c_b - c_c];
    Some(if of_c <= 0.0 && a_b >= 0.0 && b_b <= 0.0 {
        a + ab * (a_b / (a_b - b_b))
    } else if of_b <= 0.0 && a_c >= 0.0 && c_c <= 0.0 {
        a + ac * (a_c / (a_c - c_c))
    } else if of_a <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        b + (c - b) * (from_b / (from_b + from_c))
    } else {
        a + ab * (of_b / sum) + ac * (of_c / sum)
    })
}
