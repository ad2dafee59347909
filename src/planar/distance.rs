//! How far apart are two polygons?
//!
//! GJK in the plane, between two bounds, as in space (`docs/theory/GJK.md`): the plane across the
//! direction bounds from below, the simplex' own point from above. What f64 leaves open is asked in
//! space, where exact integers decide.

use nalgebra::{Matrix2, Vector2};

use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::U;
use crate::numeric::length_sum::LengthSum;
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::planar::pairs::PosedPair2;
use crate::planar::polygon::Polygon;
use crate::planar::pose::{Pose2, rotate, rotate_back};
use crate::planar::subsimplex::{Column2, Reduced2, Subsimplex2};
use crate::query::distance as query;
use crate::query::distance::DistanceOptions;
use crate::shape::feature::Feature;
use crate::shape::polytope::Polytope;
use crate::solver::rounded_distance::nearer;
use crate::support::swept_hull::{pair_rounding, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Bounds farther apart than this, relative to the distance, and than a few roundings are left to
/// exact arithmetic.
const MAX_BOUNDS_REL_GAP: f64 = 1e-9;

/// Answer of [`distance_2d`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Distance2 {
    /// `Separated` or `Hit`, as in real arithmetic: touching is a hit.
    pub verdict: Verdict,
    /// `None`: it is never undecided.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Support queries on each polygon.
    pub iterations: u32,
    /// The distance: positive when separated, infinite when a polygon is empty, 0 when they meet.
    pub separation: f64,
    /// The true distance is within this of `separation`.
    pub error: f64,
    /// The true distance is at least this, rounding included.
    pub lower_bound: f64,
    /// Point of A nearest to B, world frame; when they meet, a common point. None when a polygon is
    /// empty.
    pub point_a: Option<Vector2<f64>>,
    /// Point of B nearest to A.
    pub point_b: Option<Vector2<f64>>,
    /// Unit normal from A to B. None when they meet or a polygon is empty.
    pub normal: Option<Vector2<f64>>,
    /// The vertex or edge that holds each of the two points, ids as in [`Polygon::vertices`]. None
    /// when they meet or a polygon is empty.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub features: Option<[Feature; 2]>,
}

/// One step of [`gjk_steps_2d`]: the simplex, its point nearest to the origin, and what the support
/// query found beyond.
#[derive(Debug, Clone, PartialEq)]
pub struct GjkStep2 {
    /// Its one or two columns after the reduction, points of A - B. Three when they hold the origin.
    pub columns: Vec<Vector2<f64>>,
    /// The point of the simplex nearest to the origin; the origin itself when it is held.
    pub nearest: Vector2<f64>,
    /// The column that comes next. None at the end.
    pub support: Option<Vector2<f64>>,
}

/// The distance of two polygons, their nearest points and the features that hold them.
///
/// The sign is exact. `separation` is within `error` of the true distance: a few units of 2^-46 of
/// the size of the pair, or 1e-9 of the distance, whichever is larger.
///
/// `state` is this pair's memory from frame to frame. Allocates only for pairs that touch to
/// rounding, which are asked in space. A support query looks at every vertex of at most 32, and of
/// more at as many as halving takes; three to six queries, one when the pair moved little.
///
/// # Errors
/// See [`distance()`](crate::distance()).
///
/// Source: as [`distance()`](crate::distance()).
///
/// ```
/// use interframe::{DistanceOptions, PairState, Polygon, Pose2, PosedPair2, distance_2d};
/// use nalgebra::{Matrix2, Vector2};
/// let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(Vector2::from);
/// let square = Polygon::new(&square)?;
/// let here = Pose2::identity();
/// // On its corner: half a diagonal from the centre.
/// let there = Pose2::from_angle(Vector2::new(4.0, 0.0), std::f64::consts::FRAC_PI_4)?;
/// let pair = PosedPair2::new(&square, &here, &square, &there);
/// let answer = distance_2d(&pair, &DistanceOptions::default(), &mut PairState::default())?;
/// assert!((answer.separation - (3.0 - 2.0_f64.sqrt())).abs() <= answer.error);
/// assert!((answer.normal.unwrap() - Vector2::new(1.0, 0.0)).norm() < 1e-15);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn distance_2d(
    pair: &PosedPair2<'_>,
    options: &DistanceOptions,
    state: &mut PairState,
) -> Result<Distance2> {
    options.validate()?;
    if pair.a.is_empty() || pair.b.is_empty() {
        return Ok(Distance2::to_nothing());
    }
    let pair = PosedPolygons::new(pair);
    // Two points at the same place: nothing has a length.
    if pair.rounding == 0.0 {
        return in_space(&pair, 0, options);
    }
    let found = pair.solve(pair.kept(state), options.max_pivots, |_, _, _| {});
    keep(state, &found);
    if found.overlap {
        return Ok(pair.meet(pair.points(&found.simplex)[0], found.queries));
    }
    let [low, high] = pair.touching_distance();
    if found.upper <= low {
        let lifted = pair.points(&found.simplex).map(|p| p.push(0.0));
        let radii = pair.bodies.map(|body| body.radius() * pair.scale);
        return Ok(pair.meet(nearer(lifted, radii)[0].xy(), found.queries));
    }
    let loose = 8.0 * pair.rounding + MAX_BOUNDS_REL_GAP * (found.upper - high);
    if found.lower > high && found.upper - found.lower <= loose {
        return Ok(pair.with_radii(pair.apart(&found)));
    }
    in_space(&pair, found.queries, options)
}

/// The steps that [`distance_2d`] takes without a state, for looking at; of polygons with a radius those of their
/// cores. Empty when a polygon is.
///
/// Rounded throughout: it shows how, [`distance_2d`] answers what.
///
/// ```
/// use interframe::{Polygon, Pose2, PosedPair2, gjk_steps_2d};
/// use nalgebra::{Matrix2, Vector2};
/// let triangle = Polygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vector2::from))?;
/// let there = Pose2::from_angle(Vector2::new(3.0, 0.0), 0.0)?;
/// let here = Pose2::identity();
/// let steps = gjk_steps_2d(&PosedPair2::new(&triangle, &here, &triangle, &there));
/// assert_eq!(steps.last().unwrap().nearest, Vector2::new(-2.0, 0.0));
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn gjk_steps_2d(pair: &PosedPair2<'_>) -> Vec<GjkStep2> {
    let mut steps = Vec::new();
    if pair.a.is_empty() || pair.b.is_empty() {
        return steps;
    }
    let pair = PosedPolygons::new(pair);
    pair.solve(
        Subsimplex2::default(),
        MAX_PIVOTS,
        |simplex, nearest, support| {
            steps.push(GjkStep2 {
                columns: simplex.used().iter().map(|c| c.m / pair.scale).collect(),
                nearest: nearest / pair.scale,
                support: support.map(|c: Column2| c.m / pair.scale),
            });
        },
    );
    steps
}

/// Two polygons at their poses, relative to A's position, lengths times `scale`.
struct PosedPolygons<'a> {
    bodies: [&'a Polygon; 2],
    poses: [&'a Pose2; 2],
    /// The poses', times the scale.
    matrices: [Matrix2<f64>; 2],
    offset: Vector2<f64>,
    scale: f64,
    /// Error of a support value of both for |n| = 1, and of a column.
    rounding: f64,
}

/// Answer of the iteration.
struct GjkOutcome2 {
    overlap: bool,
    normal: Vector2<f64>,
    lower: f64,
    upper: f64,
    simplex: Subsimplex2,
    queries: u32,
}

impl<'a> PosedPolygons<'a> {
    fn new(pair: &PosedPair2<'a>) -> Self {
        let ([a, b], [pose_a, pose_b]) = ([pair.a, pair.b], [pair.pose_a, pair.pose_b]);
        let (from, to) = (pose_a.translation(), pose_b.translation());
        let norm1 = |v: &Vector2<f64>| v.x.abs() + v.y.abs();
        let [whole_a, whole_b] = [a, b].map(|body| body.reach() + body.radius());
        let scale = pair_scale(whole_a, whole_b, norm1(&(to - from)));
        let offset = if scale < 1.0 {
            // The difference of large positions would overflow.
            to * scale - from * scale
        } else {
            (to - from) * scale
        };
        let size = (a.reach() * scale + b.reach() * scale) + norm1(&offset);
        PosedPolygons {
            bodies: [a, b],
            poses: [pose_a, pose_b],
            matrices: [pose_a, pose_b].map(|pose| pose.matrix() * scale),
            offset,
            scale,
            rounding: pair_rounding(size) + (a.search_error() + b.search_error()) * scale,
        }
    }

    /// Distance of the cores of bodies that touch, scaled: from below and from above.
    fn touching_distance(&self) -> [f64; 2] {
        match self.bodies.map(Polygon::radius) {
            [0.0, 0.0] => [0.0; 2],
            [of_a, of_b] => LengthSum([0.0, of_a, of_b]).bounds(self.scale),
        }
    }

    /// The answer about bodies with a common point, given relative to A's position.
    fn meet(&self, point: Vector2<f64>, queries: u32) -> Distance2 {
        let point = self.in_world(&point);
        Distance2 {
            verdict: Verdict::Hit,
            separation: 0.0,
            lower_bound: 0.0,
            point_a: Some(point),
            point_b: Some(point),
            iterations: queries,
            decided_by: DecidedBy::Float,
            ..Distance2::to_nothing()
        }
    }

    /// The answer about the bodies from that about cores that are farther apart than both radii.
    fn with_radii(&self, cores: Distance2) -> Distance2 {
        let [of_a, of_b] = self.bodies.map(Polygon::radius);
        if of_a == 0.0 && of_b == 0.0 {
            return cores;
        }
        let reach = of_a + of_b;
        let off = 2.0 * U * (reach + cores.separation) + f64::from_bits(2);
        let moved = |point: Option<Vector2<f64>>, by: f64| {
            point
                .zip(cores.normal)
                .map(|(point, normal)| point + normal * by)
        };
        Distance2 {
            separation: (cores.separation - reach).max(f64::from_bits(1)),
            error: cores.error + off,
            lower_bound: (cores.lower_bound - reach - off).max(0.0),
            point_a: moved(cores.point_a, of_a),
            point_b: moved(cores.point_b, -of_b),
            ..cores
        }
    }

    fn in_world(&self, p: &Vector2<f64>) -> Vector2<f64> {
        p * (1.0 / self.scale) + self.poses[0].translation()
    }

    /// Vertices of A and of B.
    fn vertices(&self, id_a: u32, id_b: u32) -> [Vector2<f64>; 2] {
        let at =
            |k: usize, id: u32| rotate(&self.matrices[k], &self.bodies[k].vertices()[id as usize]);
        [at(0, id_a), at(1, id_b) + self.offset]
    }

    fn column(&self, id_a: u32, id_b: u32) -> Column2 {
        let [a, b] = self.vertices(id_a, id_b);
        Column2 {
            m: a - b,
            id_a,
            id_b,
        }
    }

    /// The column farthest along `n`, and the gap between the bodies along it.
    fn support(&self, n: &Vector2<f64>) -> (f64, u32, u32) {
        let local = |k: usize, n: &Vector2<f64>| rotate_back(&self.matrices[k], n);
        let (max_a, id_a) = self.bodies[0].support(&local(0, n));
        let (max_b, id_b) = self.bodies[1].support(&local(1, &-n));
        let min_b = n.dot(&self.offset) - max_b;
        (min_b - max_a, id_a, id_b)
    }

    /// The columns of the last frame that name vertices of these polygons.
    fn kept(&self, state: &PairState) -> Subsimplex2 {
        let mut simplex = Subsimplex2::default();
        // Two: with a third it might hold the origin at once, which no support query would test.
        for (id_a, id_b) in state.columns().into_iter().take(2) {
            let has = |k: usize, id: u32| (id as usize) < self.bodies[k].vertices().len();
            if has(0, id_a) && has(1, id_b) {
                simplex.push(self.column(id_a, id_b));
            }
        }
        simplex
    }

    /// The iteration; calls `watch` at every step.
    fn solve(
        &self,
        start: Subsimplex2,
        limit: u32,
        mut watch: impl FnMut(&Subsimplex2, Vector2<f64>, Option<Column2>),
    ) -> GjkOutcome2 {
        let mut simplex = start;
        let mut queries = 0;
        if simplex.count == 0 {
            let [a, b] = [0, 1].map(|k| rotate(&self.matrices[k], &self.bodies[k].center()));
            let (_, id_a, id_b) = self.support(&(b + self.offset - a));
            queries += 1;
            simplex.push(self.column(id_a, id_b));
        }
        let mut found = GjkOutcome2 {
            overlap: false,
            normal: Vector2::zeros(),
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            simplex,
            queries,
        };
        let mut nearest_sq = f64::INFINITY;
        loop {
            let (point, towards) = match simplex.reduce() {
                Reduced2::Nearest { point, towards } => (point, towards),
                Reduced2::Holds => {
                    watch(&simplex, Vector2::zeros(), None);
                    found.simplex = simplex;
                    if let Some(weights) = simplex.holds_origin(self.rounding) {
                        found.overlap = true;
                        found.simplex.weights = weights;
                    }
                    break;
                }
            };
            let distance_sq = point.dot(&point);
            // A step that comes no nearer is rounding. NaN ends here too.
            if !(distance_sq < nearest_sq) {
                break;
            }
            nearest_sq = distance_sq;
            found.simplex = simplex;
            let distance = distance_sq.sqrt();
            found.upper = distance + self.rounding;
            let length = towards.norm();
            if !(distance > self.rounding && length > 1e-140) {
                watch(&simplex, point, None);
                break;
            }
            let n = -towards / length;
            let (gap, id_a, id_b) = self.support(&n);
            found.queries += 1;
            // Every vertex was looked at: the gap is as good as its rounding.
            if gap - self.rounding > found.lower {
                found.lower = gap - self.rounding;
                found.normal = n;
            }
            if distance - gap <= 2.0 * self.rounding
                || found.queries >= limit
                || simplex.holds(id_a, id_b)
            {
                watch(&simplex, point, None);
                break;
            }
            let column = self.column(id_a, id_b);
            watch(&simplex, point, Some(column));
            simplex.push(column);
        }
        found
    }

    /// The nearest points of A and B, relative to A's position.
    fn points(&self, simplex: &Subsimplex2) -> [Vector2<f64>; 2] {
        let mut points = [Vector2::zeros(); 2];
        for (column, &weight) in simplex.used().iter().zip(&simplex.weights) {
            let [a, b] = self.vertices(column.id_a, column.id_b);
            points[0] += a * weight;
            points[1] += b * weight;
        }
        points
    }

    fn apart(&self, found: &GjkOutcome2) -> Distance2 {
        let columns = found.simplex.used();
        let [a, b] = self.points(&found.simplex);
        let separation = found.normal.dot(&(b - a)).clamp(found.lower, found.upper);
        let error = (found.upper - separation).max(separation - found.lower) + U * self.rounding;
        Distance2 {
            verdict: Verdict::Separated,
            // The last steps pay for denormals.
            separation: (separation / self.scale).max(f64::from_bits(1)),
            error: error / self.scale + f64::from_bits(2),
            lower_bound: (found.lower / self.scale - f64::from_bits(1)).max(0.0),
            point_a: Some(self.in_world(&a)),
            point_b: Some(self.in_world(&b)),
            normal: Some(found.normal),
            features: Some([
                Feature::of_polygon(columns.iter().map(|c| c.id_a)),
                Feature::of_polygon(columns.iter().map(|c| c.id_b)),
            ]),
            iterations: found.queries,
            reason: Reason::None,
            decided_by: DecidedBy::Float,
        }
    }
}

/// Leaves the columns to the next frame.
fn keep(state: &mut PairState, found: &GjkOutcome2) {
    *state = PairState::default();
    let simplex = &found.simplex;
    state.keep_columns(simplex.columns.map(|c| (c.id_a, c.id_b)), simplex.count);
}

/// Answers by the query in space, with the bodies on the plane z = 0.
#[cold]
fn in_space(
    pair: &PosedPolygons<'_>,
    queries: u32,
    options: &DistanceOptions,
) -> Result<Distance2> {
    let [a, b] = pair.bodies.map(|body| Polytope::few(&body.lifted()));
    let (a, b) = (a?, b?);
    let [pose_a, pose_b] = pair.poses.map(Pose2::lifted);
    let mut state = PairState::default();
    let found = query::distance(
        &PosedPair::new(
            a.rounded(pair.bodies[0].radius())?,
            &pose_a,
            b.rounded(pair.bodies[1].radius())?,
            &pose_b,
        ),
        options,
        &mut state,
    )?;
    let polygon_ids = |body: &Polytope, feature: &Feature| {
        let ids = feature.vertices().iter();
        Feature::of_polygon(ids.map(|&id| body.source_index(id as usize) as u32))
    };
    Ok(Distance2 {
        verdict: found.verdict,
        separation: found.separation,
        error: found.error,
        lower_bound: found.lower_bound,
        point_a: found.point_a.map(|p| p.xy()),
        point_b: found.point_b.map(|p| p.xy()),
        normal: found.normal.map(|n| n.xy()),
        features: found
            .features
            .map(|[on_a, on_b]| [polygon_ids(&a, &on_a), polygon_ids(&b, &on_b)]),
        iterations: queries + found.iterations,
        reason: Reason::None,
        decided_by: found.decided_by,
    })
}

impl Distance2 {
    fn to_nothing() -> Self {
        Distance2 {
            verdict: Verdict::Separated,
            separation: f64::INFINITY,
            error: 0.0,
            lower_bound: f64::INFINITY,
            point_a: None,
            point_b: None,
            normal: None,
            features: None,
            iterations: 0,
            reason: Reason::None,
            decided_by: DecidedBy::Nothing,
        }
    }
}
