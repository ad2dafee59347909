//! The Minkowski difference and sum of two polygons, written out.

use nalgebra::Vector2;

use crate::numeric::predicates::orient2d;
use crate::planar::pairs::PosedPair2;

/// A corner of a difference or a sum, and the pair of vertices that makes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DifferenceVertex2 {
    /// Vertex of A less (or plus) vertex of B, world axes, rounded.
    pub point: Vector2<f64>,
    /// Vertex of A, as in [`Polygon::vertices`](crate::Polygon::vertices).
    pub id_a: u32,
    /// Vertex of B.
    pub id_b: u32,
}

/// A - B, counter-clockwise from the lowest corner: the polygons meet iff it holds the origin, and
/// they are as far apart as the origin is from it.
///
/// At most as many corners as both have together; empty when one of them is. The vertices are
/// posed in f64 and their edges ordered exactly. For looking at: queries
/// never build it. Of polygons with a radius it is that of their cores; the radii's sum is about it.
///
/// Source: Guibas, Ramshaw, Stolfi, A kinetic framework for computational geometry, 1983 (the
/// edges of a sum are those of both, merged by angle).
///
/// ```
/// use interframe::{Polygon, Pose2, PosedPair2, minkowski_difference_2d};
/// use nalgebra::Vector2;
/// let triangle = Polygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vector2::from))?;
/// let here = Pose2::identity();
/// // Of a triangle with itself: a hexagon about the origin.
/// let hexagon = minkowski_difference_2d(&PosedPair2::new(&triangle, &here, &triangle, &here));
/// let corners: Vec<[f64; 2]> = hexagon.iter().map(|v| v.point.into()).collect();
/// let expected = [[0.0, -1.0], [1.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 1.0], [-1.0, 0.0]];
/// assert_eq!(corners, expected);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn minkowski_difference_2d(pair: &PosedPair2<'_>) -> Vec<DifferenceVertex2> {
    // Turned by half a turn, a ring keeps its sense.
    merged(pair, |of_b| -of_b)
}

/// A + B, all sums of their points, counter-clockwise from the lowest corner; otherwise as
/// [`minkowski_difference_2d`].
///
/// ```
/// use interframe::{Polygon, Pose2, PosedPair2, minkowski_sum_2d};
/// use nalgebra::Vector2;
/// let triangle = Polygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vector2::from))?;
/// let here = Pose2::identity();
/// // Of a triangle with itself: the triangle twice as large.
/// let sum = minkowski_sum_2d(&PosedPair2::new(&triangle, &here, &triangle, &here));
/// let corners: Vec<[f64; 2]> = sum.iter().map(|v| v.point.into()).collect();
/// assert_eq!(corners, [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn minkowski_sum_2d(pair: &PosedPair2<'_>) -> Vec<DifferenceVertex2> {
    merged(pair, |of_b| of_b)
}

/// The edges of A and of what `made` makes of B, merged by their angle.
fn merged(pair: &PosedPair2<'_>, made: fn(Vector2<f64>) -> Vector2<f64>) -> Vec<DifferenceVertex2> {
    let ([a, b], [pose_a, pose_b]) = ([pair.a, pair.b], [pair.pose_a, pair.pose_b]);
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let of_a = Ring::new(a.vertices().iter().map(|v| pose_a.transform_point(v)));
    let of_b = Ring::new(b.vertices().iter().map(|v| made(pose_b.transform_point(v))));
    let mut out = Vec::with_capacity(of_a.edges() + of_b.edges());
    let (mut i, mut j) = (0, 0);
    loop {
        let ((p, id_a), (q, id_b)) = (of_a.at(i), of_b.at(j));
        out.push(DifferenceVertex2 {
            point: p + q,
            id_a,
            id_b,
        });
        let turn = match (i < of_a.edges(), j < of_b.edges()) {
            (true, true) => orient2d([0.0; 2], of_a.edge(i).into(), of_b.edge(j).into()),
            (true, false) => 1,
            (false, true) => -1,
            // Two single points.
            (false, false) => break,
        };
        // Parallel edges make one.
        i += usize::from(turn >= 0);
        j += usize::from(turn <= 0);
        if i >= of_a.edges() && j >= of_b.edges() {
            break;
        }
    }
    out
}

/// Corners counter-clockwise from the lowest, of these the leftmost.
struct Ring {
    points: Vec<Vector2<f64>>,
    first: usize,
}

impl Ring {
    fn new(points: impl Iterator<Item = Vector2<f64>>) -> Self {
        let points: Vec<_> = points.collect();
        let height = |k: usize| (points[k].y, points[k].x);
        let lower = |first, k| if height(k) < height(first) { k } else { first };
        let first = (0..points.len()).fold(0, lower);
        Ring { points, first }
    }

    /// A single point has none, a segment the same one there and back.
    fn edges(&self) -> usize {
        if self.points.len() == 1 {
            0
        } else {
            self.points.len()
        }
    }

    fn at(&self, k: usize) -> (Vector2<f64>, u32) {
        let index = (self.first + k) % self.points.len();
        (self.points[index], index as u32)
    }

    fn edge(&self, k: usize) -> Vector2<f64> {
        self.at(k + 1).0 - self.at(k).0
    }
}
