//! A triangle as a convex body, in memory that serves for one triangle after the other.
//!
//! Problem: a polytope has a dozen lists, and a mesh is queried by the thousand triangles. Idea: the lists of a triangle
//! are the same for all but its three corners; what was measured of one is measured again in place. Its promises are those of
//! any polytope, rounded outwards. Loses nothing but tightness: its capsule lies along its longest edge.

use std::sync::LazyLock;

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, perpendicular};
use crate::numeric::predicates::collinear;
use crate::numeric::scaling::is_ordinary;
use crate::shape::capsule::Capsule;
use crate::shape::oriented_box::OrientedBox;
use crate::shape::polytope::Polytope;

/// A polytope that has the lists of all triangles.
static ANY: LazyLock<Polytope> = LazyLock::new(|| {
    let points = [Vector3::zeros(), Vector3::x(), Vector3::y()];
    Polytope::few(&points).expect("three points")
});

/// The polytope that has the lists of all triangles: faces, edges and neighbours, of corners in the order of their coordinates.
pub(crate) fn any_triangle() -> &'static Polytope {
    &ANY
}

/// Three corners in the order of their coordinates, as a polytope has them, each with its number before.
pub(crate) fn in_order(corners: &[Vector3<f64>; 3]) -> [(Vector3<f64>, u32); 3] {
    let mut sorted = [0, 1, 2].map(|i: u32| (corners[i as usize], i));
    let before = |p: &(Vector3<f64>, u32), q: &(Vector3<f64>, u32)| {
        let (p, q) = (p.0, q.0);
        (p.x < q.x) | (p.x == q.x && ((p.y < q.y) | (p.y == q.y && p.z < q.z)))
    };
    for [i, j] in [[0, 1], [1, 2], [0, 1]] {
        if before(&sorted[j], &sorted[i]) {
            sorted.swap(i, j);
        }
    }
    sorted
}

/// Not below the length of a difference of points of ordinary size that was computed in f64.
fn ordinary_length_up(d: &Vector3<f64>) -> f64 {
    // What underflows in the squares is below the last term.
    norm(d) * (1.0 + 8.0 * U) + 1e-150
}

/// Where a triangle becomes a body.
#[derive(Debug, Clone)]
pub(crate) struct TriangleBuffer {
    flat: Option<Box<Polytope>>,
    /// One whose corners are on a line, or far from 1 in size.
    other: Option<Box<Polytope>>,
}

impl TriangleBuffer {
    pub(crate) const EMPTY: TriangleBuffer = TriangleBuffer {
        flat: None,
        other: None,
    };

    /// The hull of three points. The first call allocates; others for corners on a line or of extreme lengths only.
    pub(crate) fn hull(&mut self, corners: [Vector3<f64>; 3]) -> &Polytope {
        let [a, b, c] = &corners;
        let sides = norm1(&(b - a)) + norm1(&(c - a));
        let size = norm1(a) + sides;
        if !(is_ordinary(size) && is_ordinary(sides)) || collinear(a, b, c) {
            let body = Polytope::new(&corners).expect("finite corners");
            return self.other.insert(Box::new(body));
        }
        let flat = self.flat.get_or_insert_with(|| Box::new(ANY.clone()));
        flat.become_triangle(corners);
        flat
    }
}

impl Polytope {
    /// The face of a triangle whose loop goes round as its corners do, or the other one.
    pub(crate) fn face_about(&self, goes_on: bool) -> u32 {
        let first = self.face(0);
        u32::from(((first[0] + 1) % 3 == first[1]) != goes_on)
    }

    /// Makes a triangle another one: not on a line, of ordinary lengths.
    fn become_triangle(&mut self, corners: [Vector3<f64>; 3]) {
        let sorted = in_order(&corners);
        let corners = sorted.map(|(p, _)| p);
        self.vertices.set_three(&corners);
        for (place, (_, source)) in self.source.iter_mut().zip(sorted) {
            *place = source;
        }
        let [a, b, c] = corners;
        let radius_about = |center: &Vector3<f64>| {
            corners
                .iter()
                .map(|p| ordinary_length_up(&(p - center)))
                .fold(0.0, f64::max)
        };
        self.center = (a + b + c) / 3.0;
        // Two sums and a quotient.
        self.center_error = 4.0 * U * (norm1(&a) + norm1(&b) + norm1(&c));
        self.outer_radius = radius_about(&self.center);
        self.reach = radius_about(&Vector3::zeros());
        // From the end of the longest edge on.
        let squares = [b - a, c - b, a - c].map(|e| dot(&e, &e));
        let longest = (1..3).fold(0, |k, l| if squares[l] > squares[k] { l } else { k });
        let [p, q, apex] = [0, 1, 2].map(|k| corners[(longest + k) % 3]);
        let (edge, side) = (q - p, apex - p);
        let normal = cross(&edge, &side);
        let obtuse = dot(&(p - apex), &(q - apex)) <= 0.0;
        let is_thin = |sine: f64| !(norm(&normal) > sine * norm(&edge) * norm(&side));
        self.bounding_center = match obtuse || is_thin(1e-12) {
            true => p + edge * 0.5,
            false => {
                let twice = 2.0 * dot(&normal, &normal);
                let to_center = cross(&(edge * dot(&side, &side)), &normal)
                    - cross(&(side * dot(&edge, &edge)), &normal);
                p - to_center / twice
            }
        };
        self.bounding_radius = radius_about(&self.bounding_center);
        let along = edge / norm(&edge);
        let foot = p + along * dot(&along, &side).clamp(0.0, norm(&edge));
        self.capsule = Capsule {
            ends: [p, q],
            radius: ordinary_length_up(&(apex - foot)) + 8.0 * U * (norm1(&p) + norm1(&edge)),
        };
        // Where rounding turns the normal by more than axes may lean, any across the edge will do: all are near it.
        let up = match is_thin(1e-3) {
            true => perpendicular(&along),
            false => normal,
        };
        let up = up / norm(&up);
        let axes = [along, cross(&up, &along), up];
        let half = |axis: &Vector3<f64>| {
            corners.iter().fold(0.0, |most: f64, v| {
                let d = v - self.bounding_center;
                let error = 8.0 * U * (dot(&axis.abs(), &d.abs()));
                most.max((dot(axis, &d).abs() + error) * (1.0 + 4.0 * U))
            })
        };
        self.oriented_box = OrientedBox {
            center: self.bounding_center,
            axes: Matrix3::from_columns(&axes),
            half_extents: Vector3::from_fn(|k, _| half(&axes[k])),
        };
    }
}

#[cfg(test)]
mod tests {
    use twin::random::case_generator;

    use super::*;

    /// Triangles built one after the other in the same memory keep what they promise, thin ones too.
    #[test]
    fn triangles_hold_their_corners() {
        let random = &mut case_generator(2101, 0);
        let mut buffer = TriangleBuffer::EMPTY;
        let buffer = &mut buffer;
        for _ in 0..2_000 {
            let size = *random.pick(&[1e-12, 1.0, 1e9]);
            let far = *random.pick(&[0.0, 1.0, 1e6]) * size;
            let at = Vector3::from(random.direction()) * far;
            let thin = *random.pick(&[1.0, 1e-3, 1e-9]);
            let mut corners = [0; 3].map(|_| {
                let v = Vector3::from(random.direction());
                at + Vector3::new(v.x, v.y * thin, v.z) * size
            });
            if random.below(4) == 0 {
                // On a line, but for rounding.
                corners[2] = corners[0] + (corners[1] - corners[0]) * random.between(-1.0, 2.0);
            }
            let slow = Polytope::new(&corners).expect("finite");
            let quick = buffer.hull(corners);
            assert_eq!(&slow, quick);
            assert_eq!(slow.source, quick.source);
            assert_eq!(slow.face(0), quick.face(0));
            assert_eq!(slow.face(1), quick.face(1));
            assert_eq!(slow.neighbors(1), quick.neighbors(1));
            let rounding = 1e-14 * (size + far);
            assert!((slow.center() - quick.center()).norm() <= rounding);
            assert!(quick.bounding_radius() <= slow.bounding_radius() * (1.0 + 1e-9) + rounding);
            let tight = quick.oriented_box();
            for v in corners {
                assert!((v - quick.center()).norm() <= quick.outer_radius());
                assert!((v - quick.bounding_center()).norm() <= quick.bounding_radius() + rounding);
                let [from, to] = quick.capsule().ends;
                let edge = to - from;
                let part = ((v - from).dot(&edge) / edge.norm_squared()).clamp(0.0, 1.0);
                assert!((v - from - edge * part).norm() <= quick.capsule().radius + rounding);
                let inside = tight.axes.transpose() * (v - tight.center);
                for k in 0..3 {
                    assert!(inside[k].abs() <= tight.half_extents[k] + rounding);
                }
                assert!((v - tight.center - tight.axes * inside).norm() <= 1e-12 * size + rounding);
            }
        }
    }
}
