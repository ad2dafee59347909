//! Do two triangles share a point beyond their common corners? The signs of real arithmetic decide.
//!
//! Two triangles that share a point do so on an edge of one of them, so it is enough to test edges against triangles: all six if
//! they have no common corner, the two sides opposite the corner if they have one. Two that share a side meet elsewhere only if
//! they lie in one plane on the same side of it.

use nalgebra::Vector3;

use crate::numeric::predicates::{orient2d, orient3d, project};

/// A triangle with corners that are not on a line, and the place of each: equal for corners at the same position.
#[derive(Clone, Copy)]
pub(super) struct PlacedTriangle {
    pub(super) corners: [Vector3<f64>; 3],
    pub(super) places: [u32; 3],
}

impl PlacedTriangle {
    /// The corners that another one has too, as a bit for each.
    fn shared(&self, other: &Self) -> u32 {
        let has = |k: &usize| other.places.contains(&self.places[*k]);
        (0..3).filter(has).map(|k| 1 << k).sum()
    }

    /// Whether the two have a point in common that is on no common corner or side.
    pub(super) fn crosses(&self, other: &Self) -> bool {
        let shared = self.shared(other);
        if shared.count_ones() < 2 && (self.is_beside(other) || other.is_beside(self)) {
            return false;
        }
        match shared.count_ones() {
            0 => {
                self.sides().any(|side| other.meets(side))
                    || other.sides().any(|side| self.meets(side))
            }
            1 => {
                let side = |one: &Self, shared: u32| one.opposite(shared.trailing_zeros() as usize);
                other.meets(side(self, shared)) || self.meets(side(other, other.shared(self)))
            }
            2 => self.folds_onto(other, shared),
            _ => true,
        }
    }

    fn sides(&self) -> impl Iterator<Item = [Vector3<f64>; 2]> {
        (0..3).map(|k| self.opposite(k))
    }

    /// The side opposite a corner.
    fn opposite(&self, corner: usize) -> [Vector3<f64>; 2] {
        [1, 2].map(|k| self.corners[(corner + k) % 3])
    }

    /// Whether its plane has no more of the other than one common corner.
    fn is_beside(&self, other: &Self) -> bool {
        let [a, b, c] = &self.corners;
        let is_shared = |place: u32| self.places.contains(&place);
        let mut sides = (other.corners.iter().zip(other.places))
            .filter(|(_, place)| !is_shared(*place))
            .map(|(p, _)| orient3d(a, b, c, p));
        let first = sides.next().unwrap_or(0);
        first != 0 && sides.all(|side| side == first)
    }

    /// Whether it shares a point with a segment.
    fn meets(&self, [p, q]: [Vector3<f64>; 2]) -> bool {
        let [a, b, c] = &self.corners;
        let sides = [&p, &q].map(|end| orient3d(a, b, c, end));
        match sides {
            [0, 0] => self.meets_in_plane([p, q]),
            [1, 1] | [-1, -1] => false,
            _ => is_one_way([(a, b), (b, c), (c, a)].map(|(u, v)| orient3d(&p, &q, u, v))),
        }
    }

    /// Whether it shares a point with a segment in its plane.
    fn meets_in_plane(&self, segment: [Vector3<f64>; 2]) -> bool {
        let axis = (0..3).find(|&axis| {
            let [a, b, c] = self.corners.map(|p| project(&p, axis));
            orient2d(a, b, c) != 0
        });
        let Some(axis) = axis else {
            return false;
        };
        let [a, b, c] = self.corners.map(|p| project(&p, axis));
        let [p, q] = segment.map(|p| project(&p, axis));
        let sides = [[a, b], [b, c], [c, a]];
        let holds = |p| is_one_way(sides.map(|[u, v]| orient2d(u, v, p)));
        holds(p) || holds(q) || sides.iter().any(|side| segments_meet([p, q], *side))
    }

    /// Whether two triangles with a common side lie on each other.
    fn folds_onto(&self, other: &Self, shared: u32) -> bool {
        let apex = (!shared & 7).trailing_zeros() as usize;
        let its_apex = (!other.shared(self) & 7).trailing_zeros() as usize;
        let ([u, v], p, q) = (
            self.opposite(apex),
            self.corners[apex],
            other.corners[its_apex],
        );
        if orient3d(&u, &v, &p, &q) != 0 {
            return false;
        }
        (0..3).any(|axis| {
            let [u, v, p, q] = [u, v, p, q].map(|p| project(&p, axis));
            orient2d(u, v, p) * orient2d(u, v, q) > 0
        })
    }
}

/// Whether no two of these signs are opposite.
fn is_one_way(signs: [i32; 3]) -> bool {
    signs.iter().all(|sign| *sign >= 0) || signs.iter().all(|sign| *sign <= 0)
}

/// Whether two segments in the plane share a point.
fn segments_meet([p, q]: [[f64; 2]; 2], [u, v]: [[f64; 2]; 2]) -> bool {
    let across = |a, b, [c, d]: [[f64; 2]; 2]| orient2d(a, b, c) * orient2d(a, b, d);
    match [across(p, q, [u, v]), across(u, v, [p, q])] {
        [0, 0] => (0..2).all(|k| {
            let [low, high] = [p[k].min(q[k]), p[k].max(q[k])];
            low <= u[k].max(v[k]) && u[k].min(v[k]) <= high
        }),
        both => both.iter().all(|sign| *sign <= 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(corners: [[f64; 3]; 3], places: [u32; 3]) -> PlacedTriangle {
        PlacedTriangle {
            corners: corners.map(Vector3::from),
            places,
        }
    }

    fn both_ways(a: &PlacedTriangle, b: &PlacedTriangle) -> bool {
        let found = a.crosses(b);
        assert_eq!(found, b.crosses(a));
        let turned = |t: &PlacedTriangle, by: usize| PlacedTriangle {
            corners: [0, 1, 2].map(|k: usize| t.corners[(k + by) % 3]),
            places: [0, 1, 2].map(|k: usize| t.places[(k + by) % 3]),
        };
        for by in 0..3 {
            assert_eq!(found, turned(a, by).crosses(b));
            assert_eq!(found, a.crosses(&turned(b, by)));
        }
        found
    }

    #[test]
    fn triangles_cross_as_they_should() {
        let floor = triangle(
            [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
            [0, 1, 2],
        );
        let ask = |corners, places| both_ways(&floor, &triangle(corners, places));
        // None in common: through it, beside it, a corner on it, above it, in its plane.
        assert!(ask(
            [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 9.0, 1.0]],
            [3, 4, 5]
        ));
        assert!(!ask(
            [[3.0, 3.0, -1.0], [3.0, 3.0, 1.0], [9.0, 9.0, 1.0]],
            [3, 4, 5]
        ));
        assert!(ask(
            [[1.0, 1.0, 0.0], [1.0, 2.0, 1.0], [2.0, 1.0, 1.0]],
            [3, 4, 5]
        ));
        assert!(!ask(
            [[1.0, 1.0, 1e-300], [1.0, 2.0, 1.0], [2.0, 1.0, 1.0]],
            [3, 4, 5]
        ));
        assert!(ask(
            [[1.0, 1.0, 0.0], [1.5, 1.0, 0.0], [1.0, 1.5, 0.0]],
            [3, 4, 5]
        ));
        assert!(ask(
            [[-1.0, 1.0, 0.0], [9.0, 1.0, 0.0], [9.0, 1.5, 0.0]],
            [3, 4, 5]
        ));
        assert!(!ask(
            [[3.0, 3.0, 0.0], [9.0, 3.0, 0.0], [9.0, 9.0, 0.0]],
            [3, 4, 5]
        ));
        // One corner in common: only that, along a side, into the inside, in its plane.
        assert!(!ask(
            [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]],
            [0, 4, 5]
        ));
        assert!(ask(
            [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 1.0, 1.0]],
            [0, 4, 5]
        ));
        assert!(ask(
            [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, -1.0]],
            [0, 4, 5]
        ));
        assert!(!ask(
            [[0.0, 0.0, 0.0], [-1.0, -1.0, 1.0], [-1.0, -1.0, -1.0]],
            [0, 4, 5]
        ));
        assert!(ask(
            [[0.0, 0.0, 0.0], [9.0, 1.0, 0.0], [9.0, 2.0, 0.0]],
            [0, 4, 5]
        ));
        assert!(!ask(
            [[0.0, 0.0, 0.0], [-9.0, 1.0, 0.0], [-9.0, 2.0, 0.0]],
            [0, 4, 5]
        ));
        // Two: a fold, flat, folded onto it. Three: the same triangle.
        assert!(!ask(
            [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, 1.0, 1.0]],
            [0, 1, 5]
        ));
        assert!(!ask(
            [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, -1.0, 0.0]],
            [0, 1, 5]
        ));
        assert!(ask(
            [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [1.0, 9.0, 0.0]],
            [0, 1, 5]
        ));
        assert!(ask(
            [[4.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 4.0, 0.0]],
            [1, 0, 2]
        ));
    }
}
