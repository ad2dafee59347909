//! A deep point of a body, the ball about it, and the body's reach.
//!
//! Problem: queries start from a point inside the body and from balls inside and around it; each
//! must hold in real arithmetic. Idea: any f64 point is a candidate; what counts is the proof
//! afterwards. Every bound is computed in local units with its rounding error (derived in
//! `docs/theory/DESIGN.md`) added on the safe side. Loses on solids so thin that no f64 point lies
//! inside: they keep a ball of radius 0 and the error of their centre.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, cross, dot, norm_not_below, norm1};
use crate::numeric::predicates::{
    ORIENT3D_ROUNDING, collinear, normal_with_weight, orient2d, orient3d, project,
};
use crate::numeric::scaling::{Local, length_up};
use crate::shape::dimension::Dimension;
use crate::shape::face_normal::{at_apex, spread_corners};
use crate::shape::hull_data::HullData;

/// Pays for underflow in products of numbers of about unit size.
const UNDERFLOW: f64 = f64::from_bits((1023 - 990) << 52);

/// A centre and what was proved about it; body units.
pub(crate) struct Center {
    pub point: Vector3<f64>,
    pub error: f64,
    pub inscribed_radius: f64,
}

/// A point in local units, and a radius about it within which every corner lies; local units.
pub(crate) fn ball_about(local: &Local, center: &Vector3<f64>) -> (Vector3<f64>, f64) {
    let (center, slack) = local.enter(center);
    let radius = local
        .points
        .iter()
        .map(|p| length_up(&(p - center)))
        .fold(0.0, f64::max);
    let radius = if slack > 0.0 {
        (radius + slack).next_up()
    } else {
        radius
    };
    (center, radius)
}

/// Largest distance of a corner from the origin, rounded up; may be infinite.
pub(crate) fn reach(corners: &[Vector3<f64>]) -> f64 {
    corners.iter().map(length_up).fold(0.0, f64::max)
}

/// The volume's centroid if it is proved inside, else the mean of the corners if that is, else
/// the mean with the distance it may be off.
pub(crate) fn center(shape: &HullData<'_>) -> Center {
    let (mean, mean_error) = mean(shape.local);
    if shape.dimension == Dimension::Solid {
        let centroid = centroid(shape, &mean);
        for local_point in [centroid, mean] {
            let point = shape.local.leave(&local_point);
            if !point.iter().all(|x| x.is_finite()) {
                continue;
            }
            if let Some(inscribed_radius) = inscribed_radius(shape, &point) {
                return Center {
                    point,
                    error: 0.0,
                    inscribed_radius,
                };
            }
        }
    }
    let point = shape.local.leave(&mean);
    let error = if contains_exactly(shape, &point) {
        0.0
    } else {
        let (back, slack) = shape.local.enter(&point);
        let off = mean_error + (back - mean).abs();
        shape.local.length_up(length_up(&off) + slack)
    };
    Center {
        point,
        error,
        inscribed_radius: 0.0,
    }
}

/// The corners' mean in local units, and a bound on its error in each coordinate.
fn mean(local: &Local) -> (Vector3<f64>, Vector3<f64>) {
    let n = local.points.len() as f64;
    let (mut mean, mut error) = (Vector3::zeros(), Vector3::zeros());
    for axis in 0..3 {
        // Neumaier's compensated sum: within U |sum| + (n U)^2 sum of magnitudes.
        let (mut sum, mut lost, mut magnitude) = (0.0f64, 0.0f64, 0.0f64);
        for p in &local.points {
            let (x, next) = (p[axis], sum + p[axis]);
            lost += if sum.abs() >= x.abs() {
                (sum - next) + x
            } else {
                (x - next) + sum
            };
            sum = next;
            magnitude += x.abs();
        }
        mean[axis] = (sum + lost) / n;
        error[axis] = 3.0 * U * mean[axis].abs() + 2.0 * (n * U * U) * magnitude;
    }
    (mean, error)
}

/// The volume's centroid in local units, rounded; not finite when the volume vanishes.
fn centroid(shape: &HullData<'_>, mean: &Vector3<f64>) -> Vector3<f64> {
    let at = |i: u32| shape.local.points[i as usize] - mean;
    let (mut volume, mut moment) = (0.0, Vector3::zeros());
    for face in shape.faces() {
        let a = at(face[0]);
        for pair in face[1..].windows(2) {
            let (b, c) = (at(pair[0]), at(pair[1]));
            let v = dot(&a, &cross(&b, &c));
            volume += v;
            moment += ((a + b) + c) * v;
        }
    }
    mean + moment / (4.0 * volume)
}

/// Radius of a ball about `point` that lies in the solid, rounded down; `None` unless `point` is
/// proved to lie strictly inside.
fn inscribed_radius(shape: &HullData<'_>, point: &Vector3<f64>) -> Option<f64> {
    let (center, slack) = shape.local.enter(point);
    let mut radius = f64::INFINITY;
    for face in shape.faces() {
        let corners = spread_corners(face);
        let depth = depth_below(corners.map(|i| shape.local.points[i as usize]), &center) - slack;
        if depth > 0.0 {
            radius = radius.min(depth);
            continue;
        }
        let [a, b, c] = corners.map(|i| &shape.corners[i as usize]);
        if orient3d(a, b, c, point) >= 0 {
            return None;
        }
        radius = 0.0;
    }
    Some(shape.local.length_down(radius))
}

/// Not above the distance of `point` from the plane of a face, positive inside; may be NaN.
fn depth_below(corners: [Vector3<f64>; 3], point: &Vector3<f64>) -> f64 {
    let [a, b, c] = at_apex(corners);
    let (normal, weight) = normal_with_weight(&(b - a), &(c - a));
    let d = a - point;
    let height = dot(&normal, &d) - ORIENT3D_ROUNDING * dot(&weight, &d.abs());
    // Each entry of the normal is within 4 U of its weight, its length within 4 U of itself.
    let length = norm_not_below(&normal) * (1.0 + 5.0 * U) + 5.0 * U * norm1(&weight);
    (height - UNDERFLOW) / (length + UNDERFLOW) * (1.0 - 4.0 * U)
}

/// Whether `point` lies in a body without interior, exactly.
fn contains_exactly(shape: &HullData<'_>, point: &Vector3<f64>) -> bool {
    let corner = |i: u32| &shape.corners[i as usize];
    match shape.dimension {
        Dimension::Segment => {
            let (a, b) = (corner(0), corner(1));
            let between = |k: usize| {
                (a[k] <= point[k] && point[k] <= b[k]) || (b[k] <= point[k] && point[k] <= a[k])
            };
            (0..3).all(between) && collinear(a, b, point)
        }
        Dimension::Flat => {
            let face = &shape.loops[..shape.starts[1] as usize];
            let [a, b, c] = spread_corners(face).map(corner);
            orient3d(a, b, c, point) == 0
                && (0..3).all(|axis| {
                    let flat = |p: &Vector3<f64>| project(p, axis);
                    let turn = orient2d(flat(a), flat(b), flat(c));
                    (0..face.len()).all(|i| {
                        let (p, q) = (corner(face[i]), corner(face[(i + 1) % face.len()]));
                        turn * orient2d(flat(p), flat(q), flat(point)) >= 0
                    })
                })
        }
        Dimension::Empty | Dimension::Point | Dimension::Solid => false,
    }
}
