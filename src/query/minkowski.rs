//! The Minkowski difference and sum of two small bodies, written out.

use nalgebra::Vector3;

use crate::error::Result;
use crate::motion::kinds::{self, AcceptedKinds};
use crate::motion::pairs::PosedPair;
use crate::numeric::memory::check_memory;
use crate::shape::points::{MAX_POINTS, check_count};
use crate::shape::polytope::Polytope;

/// A - B as a body: the bodies meet iff it holds the origin, and they are as far apart, or as deep in
/// each other, as the origin is from its surface.
///
/// World axes. Corner k is vertex `i` of A less vertex `j` of B, where [`source_index(k)`](Polytope::source_index) is
/// `i * b.vertex_count() + j`. Empty when one of them is. It is meant for drawing and for comparisons; queries never
/// build it.
///
/// All differences are formed, each rounded once more than a posed vertex, and their hull is built:
/// n log n for n the product of the two vertex counts, 24 bytes and more for each. Meant for bodies
/// of tens of vertices; two of 100 take a few milliseconds. Allocates.
///
/// # Errors
/// [`TooManyVertices`](crate::Error::TooManyVertices) when the product is above [`Polytope::MAX_POINTS`];
/// [`NonFiniteVertex`](crate::Error::NonFiniteVertex) when a difference overflows; [`Body`](crate::Error::Body) for
/// bodies with radii, curved ones and bodies of several pieces.
///
/// ```
/// use interframe::{Polytope, Pose, PosedPair, minkowski_difference};
/// use nalgebra::Vector3;
/// let cube = Polytope::new(&[-1.0, 1.0].map(|x| [-1.0, 1.0].map(|y| [-1.0, 1.0].map(|z|
///     Vector3::new(x, y, z)))).concat().concat())?;
/// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(5.0, 0.0, 0.0))?);
/// let difference = minkowski_difference(&PosedPair::new(&cube, &here, &cube, &there))?;
/// // A cube of twice the size, 5 to the left.
/// assert_eq!((difference.vertex_count(), difference.face_count()), (8, 6));
/// assert_eq!(difference.bounding_center(), Vector3::new(-5.0, 0.0, 0.0));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn minkowski_difference(pair: &PosedPair<'_>) -> Result<Polytope> {
    // Relative to A's position, so that nothing is lost far from the origin.
    let offset = pair.pose_b.translation() - pair.pose_a.translation();
    combined(pair, &kinds::MINKOWSKI_DIFFERENCE, offset, |a, b| a - b)
}

/// A + B as a body: all sums of a point of A and a point of B.
///
/// World axes, and about the sum of both positions. Corner k is vertex `i` of A plus vertex `j` of B, numbered as in
/// [`minkowski_difference`]. Costs and errors are the same.
///
/// ```
/// use interframe::{Polytope, Pose, PosedPair, minkowski_sum};
/// use nalgebra::Vector3;
/// let segment = |v: Vector3<f64>| Polytope::new(&[Vector3::zeros(), v]);
/// let (along, across) = (segment(Vector3::x())?, segment(Vector3::y())?);
/// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(5.0, 0.0, 0.0))?);
/// let square = minkowski_sum(&PosedPair::new(&along, &here, &across, &there))?;
/// assert_eq!(square.vertex_count(), 4);
/// assert_eq!(square.bounding_center(), Vector3::new(5.5, 0.5, 0.0));
/// # Ok::<(), interframe::Error>(())
/// ```
///
/// # Errors
/// See [`minkowski_difference`].
pub fn minkowski_sum(pair: &PosedPair<'_>) -> Result<Polytope> {
    let offset = pair.pose_b.translation() + pair.pose_a.translation();
    combined(pair, &kinds::MINKOWSKI_SUM, offset, |a, b| a + b)
}

/// The hull of what `with` makes of every vertex of A, turned, and every one of B, turned and moved by `offset`.
fn combined(
    pair: &PosedPair<'_>,
    takes: &AcceptedKinds,
    offset: Vector3<f64>,
    with: fn(Vector3<f64>, &Vector3<f64>) -> Vector3<f64>,
) -> Result<Polytope> {
    let ([a, b], [pose_a, pose_b]) = pair.only_polytopes(takes)?;
    let count = a.vertex_count().saturating_mul(b.vertex_count());
    check_count(count, MAX_POINTS)?;
    check_memory(count, 64)?;
    let of_b: Vec<_> = (0..b.vertex_count())
        .map(|j| pose_b.matrix() * b.vertex(j) + offset)
        .collect();
    let mut points = Vec::with_capacity(count);
    for i in 0..a.vertex_count() {
        let of_a = pose_a.matrix() * a.vertex(i);
        points.extend(of_b.iter().map(|of_b| with(of_a, of_b)));
    }
    Polytope::new(&points)
}
