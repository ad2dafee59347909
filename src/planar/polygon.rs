//! Convex polygons, built once.

use nalgebra::{Vector2, Vector3};

use crate::error::{Error, Result, check_length};
use crate::numeric::arithmetic::U;
use crate::numeric::predicates::{convex_ring, orient2d};
use crate::numeric::sort::sort_by;
use crate::shape::points::check_count;

/// The largest number of points: as many as a body may have.
const MAX_POINTS: usize = i32::MAX as usize;

/// Polygons of more corners are searched, not scanned, for the one that is farthest along a direction.
const SEARCHED_ABOVE: usize = 32;

/// The convex hull of a finite set of points in the plane, and all within a radius of it.
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
    /// The highest of the rightmost vertices: from there on the chain runs back to the left.
    right: usize,
    radius: f64,
}

impl Polygon {
    /// The hull of `points`.
    ///
    /// # Errors
    /// [`Error::NonFiniteVertex`], [`Error::TooManyVertices`].
    pub fn new(points: &[Vector2<f64>]) -> Result<Self> {
        check_count(points.len(), MAX_POINTS)?;
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
        let key = |k: usize| (vertices[k].x, vertices[k].y);
        let right = |best, k| if key(k) > key(best) { k } else { best };
        let right = (0..vertices.len()).fold(0, right);
        Ok(Polygon {
            vertices,
            sources,
            reach,
            center,
            right,
            radius: 0.0,
        })
    }

    /// The polygon with this radius in place of its own: all points within that of it. A point becomes a disc, a
    /// segment a stadium. Verdicts stay exact.
    ///
    /// # Errors
    /// [`Error::Setting`] when the radius is negative, NaN or infinite.
    ///
    /// ```
    /// use interframe::{DistanceOptions, PairState, Polygon, Pose2, PosedPair2, distance_2d};
    /// use nalgebra::Vector2;
    /// let disc = Polygon::new(&[Vector2::zeros()])?.rounded(1.0)?;
    /// let (here, there) = (Pose2::identity(), Pose2::from_angle(Vector2::new(3.0, 0.0), 0.0)?);
    /// let pair = PosedPair2::new(&disc, &here, &disc, &there);
    /// let found = distance_2d(&pair, &DistanceOptions::default(), &mut PairState::default())?;
    /// assert!((found.separation - 1.0).abs() <= found.error);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn rounded(self, radius: f64) -> Result<Self> {
        check_length("radius", radius)?;
        Ok(Polygon { radius, ..self })
    }

    /// 0 of a polygon without one.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
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

    /// Not below the distance of any vertex from the body's origin; the radius is not in it.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.reach
    }

    /// The mean of the vertices, rounded: a point of the polygon to rounding.
    pub(crate) fn center(&self) -> Vector2<f64> {
        self.center
    }

    /// Returns the points in space, on the plane z = 0.
    pub(crate) fn lifted(&self) -> Vec<Vector3<f64>> {
        self.vertices
            .iter()
            .map(|v| Vector3::new(v.x, v.y, 0.0))
            .collect()
    }

    /// By how much, for |n| = 1, a vertex may be farther along `n` than the one that [`support`](Self::support) finds,
    /// beyond the rounding of a scan.
    pub(crate) fn search_error(&self) -> f64 {
        if self.vertices.len() <= SEARCHED_ABOVE {
            return 0.0;
        }
        // An edge is judged by its own product with n, to 3 U of its length; those that may be judged wrongly are
        // together no longer than half of the outline, which is below pi times the reach.
        13.0 * U * self.reach
    }

    /// The vertex farthest along `n`, and how far; of many corners to [`search_error`](Self::search_error). Ties to the
    /// lowest index of a scan.
    #[inline(always)]
    pub(crate) fn support(&self, n: &Vector2<f64>) -> (f64, u32) {
        if self.vertices.len() > SEARCHED_ABOVE {
            return self.search(n);
        }
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

impl Polygon {
    /// Finds the support by halving one of the two chains from the leftmost vertex to the rightmost. Along each the edges turn
    /// one way and by half a turn at most, so those that climb along `n` come first: below for an `n` that does not
    /// look up, above for one that does not look down.
    fn search(&self, n: &Vector2<f64>) -> (f64, u32) {
        let count = self.vertices.len();
        let (mut low, mut high) = match n.y <= 0.0 {
            true => (0, self.right),
            false => (self.right, count),
        };
        while low < high {
            let middle = (low + high) / 2;
            let next = if middle + 1 < count { middle + 1 } else { 0 };
            let edge = self.vertices[next] - self.vertices[middle];
            match n.x * edge.x + n.y * edge.y > 0.0 {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        let found = if low < count { low } else { 0 };
        let v = &self.vertices[found];
        (n.x * v.x + n.y * v.y, found as u32)
    }
}

/// Indices of the corners, counter-clockwise.
fn corners(points: &[Vector2<f64>]) -> Vec<u32> {
    let at = |i: u32| -> [f64; 2] { points[i as usize].into() };
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    // -0 is 0: compared by value. Equal points in the order of the list.
    sort_by(&mut order, |&i, &j| {
        let (p, q) = (at(i), at(j));
        let by_value = |k: usize| p[k].partial_cmp(&q[k]).expect("finite");
        by_value(0).then(by_value(1)).then(i.cmp(&j))
    });
    order.dedup_by(|j, i| at(*i) == at(*j));
    if order.len() < 3 {
        return order;
    }
    convex_ring(&order, |i, j, k| orient2d(at(i), at(j), at(k)) > 0)
}
