//! Do bodies whose vertices move on their own meet between two frames?

use nalgebra::Vector3;

use crate::error::{Error, Result};
use crate::numeric::arithmetic::norm1;
use crate::options::{MAX_PIVOTS, Method, options};
use crate::pair::PairState;
use crate::query::interframe::Interframe;
use crate::query::method::{BooleanRequest, decide_outlined};
use crate::shape::points::{MAX_POINTS, check_count, check_vertices};
use crate::support::swept_hull::pair_scale;
use crate::support::vertex_lists::VertexLists;
use crate::verdict::About;

/// A body that deforms: `start[i]` moves to `end[i]`, world frame.
#[derive(Debug, Clone, Copy)]
pub struct VertexSweep<'a> {
    /// Vertices at t = 0.
    pub start: &'a [Vector3<f64>],
    /// Vertices at t = 1, the same number.
    pub end: &'a [Vector3<f64>],
}

/// Two bodies that deform.
#[derive(Debug, Clone, Copy)]
pub struct DeformingPair<'a> {
    /// The first body.
    pub a: VertexSweep<'a>,
    /// The other body.
    pub b: VertexSweep<'a>,
}

options! {
    /// Options of [`interframe_vertices`].
    InterframeVerticesOptions {
        /// Which solver answers.
        method: Method = Method::Default;
        /// Largest number of pivots in f64; see [`IntersectOptions`](crate::IntersectOptions).
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Whether the hulls of two deforming bodies' start and end vertices share a point, exactly, in
/// the world frame; about `Hull`.
///
/// For bodies whose vertices move on their own, such as soft bodies and the primitives of a mesh. The hull holds every
/// vertex path that is a straight line. Each query reads every vertex; [`Polytope`](crate::Polytope) is faster for rigid bodies. Empty
/// lists meet nothing.
///
/// # Errors
/// [`Error::Setting`], [`Error::MismatchedCounts`], [`Error::NonFiniteVertex`] (the end list counts on from the start
/// list), [`Error::TooManyVertices`].
///
/// ```
/// use interframe::{
///     DeformingPair, InterframeVerticesOptions, PairState, Verdict, VertexSweep, interframe_vertices,
/// };
/// use nalgebra::Vector3;
/// let a = VertexSweep { start: &[Vector3::zeros()], end: &[Vector3::new(2.0, 0.0, 0.0)] };
/// let b = VertexSweep { start: &[Vector3::new(1.0, 1.0, 0.0)], end: &[Vector3::new(1.0, -1.0, 0.0)] };
/// let options = InterframeVerticesOptions::default();
/// let answer = interframe_vertices(&DeformingPair { a, b }, &options, &mut PairState::default())?;
/// assert_eq!(answer.verdict, Verdict::Hit);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn interframe_vertices(
    pair: &DeformingPair<'_>,
    options: &InterframeVerticesOptions,
    state: &mut PairState,
) -> Result<Interframe> {
    options.validate()?;
    let DeformingPair { a, b } = *pair;
    a.validate()?;
    b.validate()?;
    let (Some(origin), false) = (a.start.first().copied(), b.start.is_empty()) else {
        return Ok(Interframe::nothing_to_meet(About::Hull, options.method));
    };
    let (hull_a, hull_b, scale) = vertex_hulls(a, b, origin);
    let mut span = None;
    let ask = BooleanRequest::exact(options.method, options.max_pivots);
    let decided = decide_outlined(ask, &hull_a, &hull_b, state, &mut span);
    let place = (origin, scale);
    Ok(Interframe::new(
        decided,
        &span,
        About::Hull,
        true,
        0.0,
        place,
    ))
}

/// Both hulls, seen from `origin` (world), and the scale of their lengths.
pub(crate) fn vertex_hulls<'a>(
    a: VertexSweep<'a>,
    b: VertexSweep<'a>,
    origin: Vector3<f64>,
) -> (VertexLists<'a>, VertexLists<'a>, f64) {
    let reach = |body: VertexSweep<'_>| {
        let points = body.start.iter().chain(body.end);
        points.fold(0.0, |reach: f64, p| reach.max(norm1(&(p - origin))))
    };
    let scale = pair_scale(reach(a), reach(b), 0.0);
    let hull = |body: VertexSweep<'a>| VertexLists::new(body.start, body.end, origin, scale);
    (hull(a), hull(b), scale)
}

impl VertexSweep<'_> {
    pub(crate) fn validate(&self) -> Result<()> {
        if self.start.len() != self.end.len() {
            return Err(Error::MismatchedCounts {
                start: self.start.len(),
                end: self.end.len(),
            });
        }
        check_count(self.start.len(), MAX_POINTS)?;
        check_vertices(self.start.iter().chain(self.end))
    }
}
