//! Convex polygons, built once.

use nalgebra::{Vector2, Vector3};

use crate::error::{Error, Result};
use crate::numeric::predicates::orient2d;

/// The largest number of points: as many as a body may have.
const MAX_POINTS: usize = i32::MAX as usize;

/// The convex hull of a finite set of points in the plane.
///
/// Any order, duplicates, inner and collinear points: the vertices are the corners, decided in
/// exact arithmetic, counter-clockwise from the lowest of the leftmost. No points make the empty
/// polygon, one point or two corners a point or a segment.
///
/// Building sorts the points. Lengths in one unit of your choice, body frame.
///
/// ```
/// use interframe::Polygon;
/// use nalgebra::Vector2;
/// let points = [[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [2.0, 1.0], [1.0, 0.25]].map(Vector2::from);
/// let triangle = Polygon::new(&points)?;
/// assert_eq!(triangle.vertices(), [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0]].map(Vector2::from));
/// assert_eq!(triangle.source_index(2), 3);
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    vertices: Vec<Vector2<f64>>,
    sources: Vec<u32>,
    /// At least the length of every vertex, as |x| + |y| to rounding.
    reach: f64,
    center: Vector2<f64>,
}

impl Polygon {
    /// The hull of `points`.
    ///
    /// # Errors
    /// [`Error::NonFiniteVertex`], [`Error::TooManyVertices`].
    pub fn new(points: &[Vector2<f64>]) -> Result<Self> {
        if points.len() > MAX_POINTS {
            return Err(Error::TooManyVertices {
                count: points.len(),
                max: MAX_POINTS,
            });
        }
        for (index, p) in points.iter().enumerate() {
            for (axis, value) in [('x', p.x), ('y', p.y)] {
                if !value.is_finite() {
                    return Err(Error::NonFiniteVertex { index, axis, value });
                }
            }
        }
        let sources = corners(points);
        let vertices: Vec<_> = sources.iter().map(|&i| points[i as usize]).collect();
        let reach = (vertices.iter()).fold(0.0, |most: f64, v| most.max(v.x.abs() + v.y.abs()));
        // A share of each before the sum, which therefore cannot overflow.
        let share = 1.0 / vertices.len().max(1) as f64;
        let center = vertices
            .iter()
            .fold(Vector2::zeros(), |sum, v| sum + v * share);
        Ok(Polygon {
            vertices,
            sources,
            reach,
            center,
        })
    }

    /// The corners, counter-clockwise.
    #[must_use]
    pub fn vertices(&self) -> &[Vector2<f64>] {
        &self.vertices
    }

    /// Whether there are no points.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Where the caller's list has vertex `index`: the first of equal points.
    ///
    /// # Panics
    /// When there is no such vertex.
    #[must_use]
    pub fn source_index(&self, index: usize) -> usize {
        self.sources[index] as usize
    }

    /// Not below the distance of any vertex from the body's origin.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// The mean of the vertices, rounded: a point of the polygon to rounding.
    pub(crate) fn center(&self) -> Vector2<f64> {
        self.center
    }

    /// The same points in space, on the plane z = 0.
    pub(crate) fn lifted(&self) -> Vec<Vector3<f64>> {
        self.vertices
            .iter()
            .map(|v| Vector3::new(v.x, v.y, 0.0))
            .collect()
    }

    /// The vertex farthest along `n`, and how far. Ties to the lowest index.
    #[inline(always)]
    pub(crate) fn support(&self, n: &Vector2<f64>) -> (f64, u32) {
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, v) in self.vertices.iter().enumerate() {
            let value = n.x * v.x + n.y * v.y;
            if value > best.0 {
                best = (value, index as u32);
            }
        }
        best
    }
}

/// Indices of the corners, counter-clockwise. Andrew's monotone chain (1979) on exact predicates.
fn corners(points: &[Vector2<f64>]) -> Vec<u32> {
    let at = |i: u32| -> [f64; 2] { points[i as usize].into() };
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    // -0 is 0: compared by value. Equal points in the order of the list.
    order.sort_by(|&i, &j| {
        let (p, q) = (at(i), at(j));
        let by_value = |k: usize| p[k].partial_cmp(&q[k]).expect("finite");
        by_value(0).then(by_value(1)).then(i.cmp(&j))
    });
    order.dedup_by(|j, i| at(*i) == at(*j));
    if order.len() < 3 {
        return order;
    }
    let half = |chain: &mut Vec<u32>, i: u32| {
        while let [.., p, q] = chain[..]
            && orient2d(at(p), at(q), at(i)) <= 0
        {
            chain.pop();
        }
        chain.push(i);
    };
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    order.iter().for_each(|&i| half(&mut lower, i));
    order.iter().rev().for_each(|&i| half(&mut upper, i));
    // Each ends where the other begins.
    lower.pop();
    upper.pop();
    lower.append(&mut upper);
    lower
}
