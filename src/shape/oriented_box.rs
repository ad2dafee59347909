//! A tight oriented box around a body, and the groups of corners nearest to its faces.
//!
//! Problem: a box that fits a thin or tilted body, cheaply. Idea: the smallest box nearly always
//! has one axis along a face normal, a principal axis of the surface or a coordinate axis. Project
//! along each of a few such axes and find the rectangle of least area by rotating calipers
//! (Toussaint, "Solving Geometric Problems with the Rotating Calipers", 1983); take the least
//! box. Large bodies are judged by their extreme corners in 150 directions. The search is
//! rounded; only the final half extents, measured over all corners and rounded up, are a promise.
//! Loses against O'Rourke's exact minimum when that touches edges on all three axes: a few
//! percent.

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{U, cross, dot, norm};
use crate::numeric::predicates::convex_ring;
use crate::numeric::scaling::Local;
use crate::numeric::sort::{sort_by, sorted_indices};
use crate::shape::hull_data::HullData;

/// A box that holds a body, body frame.
///
/// In real arithmetic every corner v satisfies `|axis_k.(v - center)| <= half_extents[k]`, where
/// `axis_k` is column k of `axes` exactly as stored (orthonormal to rounding, right-handed).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrientedBox {
    /// Centre, body frame.
    pub center: Vector3<f64>,
    /// The box's axes as columns: a rotation, to rounding.
    pub axes: Matrix3<f64>,
    /// Half the box's size along each axis, rounded up. May be infinite when the body is wider
    /// than f64 can say.
    pub half_extents: Vector3<f64>,
}

/// Number of face normals that are tried, largest faces first. More rarely finds a smaller box; each costs a sort of
/// the corners.
const FACES_TRIED: usize = 8;

/// Bodies with more corners are judged by their extreme ones.
const JUDGED_WHOLE: usize = 256;

/// Thickness that counts as none, in units of the extent: makes the size of a flat box its area.
const ZERO_THICKNESS: f64 = 1e-8;

/// A point is as near to two faces when their distances differ by less than this part of the
/// largest half extent: far above rounding, far below any shape.
const TIE: f64 = 1e-9;

/// A box must be this much smaller to replace an earlier, simpler one.
const MIN_IMPROVEMENT: f64 = 1.0 - 1e-9;

/// Axis components below this are set to 0, so that no product underflows.
const NEGLIGIBLE: f64 = 1e-18;

impl OrientedBox {
    /// The box of the empty set.
    pub(crate) fn empty() -> Self {
        OrientedBox {
            center: Vector3::zeros(),
            axes: Matrix3::identity(),
            half_extents: Vector3::zeros(),
        }
    }

    /// A small box around `shape`.
    pub(crate) fn around(shape: &HullData<'_>, normals: &[Vector3<f64>]) -> Self {
        let origin = shape.local.points[0];
        let points: Vec<_> = shape.local.points.iter().map(|p| p - origin).collect();
        let axes = best_axes(shape, &points, normals);
        measure(shape.local, axes)
    }

    /// The faces of the box that `point` is nearest to, as a mask: bits 0 to 5 for +x, -x, +y, -y,
    /// +z, -z of the box's axes. Nearly always one; a corner of the box is as near to three.
    pub(crate) fn nearest_faces(&self, point: &Vector3<f64>) -> u8 {
        // Halves, so that nothing overflows.
        let offset = point * 0.5 - self.center * 0.5;
        let mut distances = [0.0; 6];
        for k in 0..3 {
            let along = dot(&self.axes.column(k).into_owned(), &offset);
            let half = self.half_extents[k] * 0.5;
            (distances[2 * k], distances[2 * k + 1]) = (half - along, half + along);
        }
        let least = distances
            .iter()
            .fold(f64::INFINITY, |least, &d| least.min(d));
        let tie = least + TIE * self.half_extents.max();
        // Written so that NaN counts as near.
        let near = (0..6).filter(|&face| !(distances[face] > tie));
        near.fold(0, |mask, face| mask | 1 << face)
    }
}

/// Centre and half extents for given axes, rounded outwards.
fn measure(local: &Local, axes: [Vector3<f64>; 3]) -> OrientedBox {
    let axes = axes.map(|a| a.map(|x| if x.abs() < NEGLIGIBLE { 0.0 } else { x }));
    let origin = local.points[0];
    let middle = axes.iter().fold(Vector3::zeros(), |sum, axis| {
        let (low, high) = extent(&local.points, |p| dot(axis, &(p - origin)));
        sum + axis * (0.5 * (low + high))
    });
    let center = local.leave(&(origin + middle));
    let (entered, slack) = local.enter(&center);
    let half = |k: usize| {
        let axis = &axes[k];
        local.points.iter().fold(0.0, |most: f64, p| {
            let d = p - entered;
            let along = dot(axis, &d);
            // Difference, product and two sums: below 5 U of the terms' magnitudes.
            let error = 5.0 * U * dot(&axis.abs(), &d.abs());
            most.max((along.abs() + error) * (1.0 + 2.0 * U))
        })
    };
    OrientedBox {
        center,
        axes: Matrix3::from_columns(&axes),
        half_extents: Vector3::from_fn(|k, _| local.length_up(half(k) + 4.0 * slack)),
    }
}

fn extent(points: &[Vector3<f64>], along: impl Fn(&Vector3<f64>) -> f64) -> (f64, f64) {
    points
        .iter()
        .map(along)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
            (l.min(x), h.max(x))
        })
}

/// Axes of the smallest box found; `points` are relative to one of them.
fn best_axes(
    shape: &HullData<'_>,
    points: &[Vector3<f64>],
    normals: &[Vector3<f64>],
) -> [Vector3<f64>; 3] {
    let judged = if points.len() > JUDGED_WHOLE {
        extreme_points(points)
    } else {
        points.to_vec()
    };
    let coordinate = [Vector3::x(), Vector3::y(), Vector3::z()];
    let mut best = (size(&judged, &coordinate), coordinate);
    for axis in candidates(shape, points, normals) {
        let Some(axes) = smallest_about(&judged, &axis) else {
            continue;
        };
        let size = size(&judged, &axes);
        if size < best.0 * MIN_IMPROVEMENT {
            best = (size, axes);
        }
    }
    best.1
}

/// Volume, with every thickness raised by [`ZERO_THICKNESS`].
fn size(points: &[Vector3<f64>], axes: &[Vector3<f64>; 3]) -> f64 {
    axes.iter()
        .map(|axis| {
            let (low, high) = extent(points, |p| dot(axis, p));
            high - low + ZERO_THICKNESS
        })
        .product()
}

fn candidates(
    shape: &HullData<'_>,
    points: &[Vector3<f64>],
    normals: &[Vector3<f64>],
) -> Vec<Vector3<f64>> {
    let mut axes = vec![Vector3::x(), Vector3::y(), Vector3::z()];
    if normals.is_empty() {
        // A segment: across its direction.
        let along = points[points.len() - 1];
        axes.push(perpendicular(&along));
        return axes;
    }
    let mut areas = Vec::with_capacity(normals.len());
    let mut covariance = Covariance::default();
    for face in shape.faces() {
        let a = points[face[0] as usize];
        let mut area = 0.0;
        for pair in face[1..].windows(2) {
            area += covariance.add(&a, &points[pair[0] as usize], &points[pair[1] as usize]);
        }
        areas.push(area);
    }
    axes.extend(covariance.axes());
    let largest = sorted_indices(normals.len(), &|i, j| areas[j].total_cmp(&areas[i]));
    let first_face = axes.len();
    for i in largest {
        if axes.len() == first_face + FACES_TRIED {
            break;
        }
        let parallel = |axis: &Vector3<f64>| dot(axis, &normals[i]).abs() > 1.0 - 1e-6;
        if !axes[first_face..].iter().any(parallel) {
            axes.push(normals[i]);
        }
    }
    axes
}

/// Second moments of a surface.
#[derive(Default)]
struct Covariance {
    area: f64,
    first: Vector3<f64>,
    second: Matrix3<f64>,
}

impl Covariance {
    /// Adds a triangle and returns its area.
    fn add(&mut self, a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> f64 {
        let area = 0.5 * norm(&cross(&(b - a), &(c - a)));
        let sum = (a + b) + c;
        self.area += area;
        self.first += sum * (area / 3.0);
        // Integral of x x^T over a triangle: area/12 (aa + bb + cc + ss), s = a + b + c.
        for p in [a, b, c, &sum] {
            self.second += p * p.transpose() * (area / 12.0);
        }
        area
    }

    /// Eigenvectors by Jacobi rotations.
    fn axes(&self) -> [Vector3<f64>; 3] {
        let mean = self.first / self.area;
        let mut m = self.second / self.area - mean * mean.transpose();
        let mut v = Matrix3::identity();
        for _ in 0..8 {
            for (p, q) in [(0, 1), (0, 2), (1, 2)] {
                if m[(p, q)].abs() <= 1e-16 * m.diagonal().abs().max() {
                    continue;
                }
                let tau = (m[(q, q)] - m[(p, p)]) / (2.0 * m[(p, q)]);
                let t = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
                let c = 1.0 / (1.0 + t * t).sqrt();
                let mut turn = Matrix3::identity();
                (turn[(p, p)], turn[(q, q)]) = (c, c);
                (turn[(p, q)], turn[(q, p)]) = (t * c, -t * c);
                m = turn.transpose() * m * turn;
                v *= turn;
            }
        }
        std::array::from_fn(|k| v.column(k).into_owned())
    }
}

/// Axes of the box of least area seen along `axis`; `None` when `axis` is not a direction.
fn smallest_about(points: &[Vector3<f64>], axis: &Vector3<f64>) -> Option<[Vector3<f64>; 3]> {
    let length = norm(axis);
    if !(length > 0.5 && length < 2.0) {
        return None;
    }
    let n = axis / length;
    let u = perpendicular(&n);
    let v = cross(&n, &u);
    let mut flat: Vec<[f64; 2]> = points.iter().map(|p| [dot(&u, p), dot(&v, p)]).collect();
    let direction = calipers(&outline(&mut flat));
    let first = u * direction[0] + v * direction[1];
    let first = first / norm(&first);
    Some([first, cross(&n, &first), n])
}

/// A unit vector perpendicular to `n`; x for 0.
fn perpendicular(n: &Vector3<f64>) -> Vector3<f64> {
    let across = match n.abs().imin() {
        0 => Vector3::x(),
        1 => Vector3::y(),
        _ => Vector3::z(),
    };
    let p = cross(&across, n);
    let length = norm(&p);
    if length > 0.0 {
        p / length
    } else {
        Vector3::x()
    }
}

/// The convex outline of plane points, to rounding, counter-clockwise.
fn outline(points: &mut [[f64; 2]]) -> Vec<[f64; 2]> {
    sort_by(points, |p, q| {
        p[0].total_cmp(&q[0]).then(p[1].total_cmp(&q[1]))
    });
    convex_ring(points, |a, b, p| {
        (b[0] - a[0]) * (p[1] - a[1]) > (b[1] - a[1]) * (p[0] - a[0])
    })
}

/// Direction of one side of the rectangle of least area around a convex outline.
fn calipers(outline: &[[f64; 2]]) -> [f64; 2] {
    let n = outline.len();
    let mut best = (f64::INFINITY, [1.0, 0.0]);
    // Indices, not reduced by n, of the corners farthest along the edge, across it and against
    // it. They only ever move forwards.
    let (mut right, mut top, mut left) = (0, 0, 0);
    for i in 0..n {
        let (a, b) = (outline[i], outline[(i + 1) % n]);
        let edge = [b[0] - a[0], b[1] - a[1]];
        let length = (edge[0] * edge[0] + edge[1] * edge[1]).sqrt();
        if length == 0.0 {
            continue;
        }
        let e = [edge[0] / length, edge[1] / length];
        let along = |k: usize| e[0] * outline[k % n][0] + e[1] * outline[k % n][1];
        let across = |k: usize| e[0] * outline[k % n][1] - e[1] * outline[k % n][0];
        let advance = |from: usize, value: &dyn Fn(usize) -> f64| {
            let mut k = from;
            while k < from + n && value(k + 1) >= value(k) {
                k += 1;
            }
            k
        };
        right = advance(right.max(i + 1), &along);
        top = advance(top.max(right), &across);
        left = advance(left.max(top), &|k| -along(k));
        let area = (along(right) - along(left) + ZERO_THICKNESS)
            * (across(top) - across(i) + ZERO_THICKNESS);
        if area < best.0 {
            best = (area, e);
        }
    }
    best.1
}

/// The corners that are extreme along 75 axes of a grid over the cube, without repetition.
fn extreme_points(points: &[Vector3<f64>]) -> Vec<Vector3<f64>> {
    let mut chosen = Vec::new();
    for face in 0..3 {
        for i in -2..=2 {
            for j in -2..=2 {
                let mut d = Vector3::zeros();
                d[face] = 1.0;
                d[(face + 1) % 3] = f64::from(i) * 0.4;
                d[(face + 2) % 3] = f64::from(j) * 0.4;
                let (mut low, mut high) = ((f64::INFINITY, 0), (f64::NEG_INFINITY, 0));
                for (k, p) in points.iter().enumerate() {
                    let x = dot(&d, p);
                    if x < low.0 {
                        low = (x, k);
                    }
                    if x > high.0 {
                        high = (x, k);
                    }
                }
                chosen.extend([low.1, high.1]);
            }
        }
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|k| points[k]).collect()
}
