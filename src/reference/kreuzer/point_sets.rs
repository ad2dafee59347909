//! Convex hulls of point sets in D dimensions, 2 to 8: do two meet, is one inside the other?
//!
//! The sets are plain lists: no body is built, nothing is kept between calls. Each question is the
//! program of `tableau`, solved in f64; the basis it ends in is proved on the input's numbers by
//! `basis_proof`, or handed to `tableau_exact`, which always ends. `docs/TABLEAU.md` derives the
//! program and the bounds on the distance.

use crate::error::{Error, Result};
use crate::numeric::arithmetic::U;
#[cfg(feature = "good_lp")]
use crate::reference::good_lp::sets::{Opinion, opinion};
use crate::reference::kreuzer::exact::{IntegerPoints, distance_bounds};
#[cfg(feature = "good_lp")]
use crate::reference::kreuzer::proof::gap_along;
use crate::reference::kreuzer::proof::{Proof, prove};
use crate::reference::kreuzer::sets::{
    DistanceBounds, Normalised, SetPlane, SetWeights, SpanColumn, check_points, unit,
};
use crate::reference::kreuzer::tableau::{ColumnKind, MAX_DIMENSION, Points, Tableau};
use crate::settings::{Method, Settings};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// A gap so far below what the artificial levels reach, on sets of size 1, shows a basis that is not
/// optimal. Smaller, and what `gap_along` takes off for rounding (up to 128 U in 8 dimensions)
/// sends optimal bases to exact arithmetic; larger, and the bound of a pair that is stretched a
/// millionfold falls short.
const LOOSE: f64 = 1024.0 * U;

/// Answer of [`intersect_sets`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SetsIntersection<const D: usize> {
    /// `Separated` or `Hit`, as in real arithmetic: never undecided.
    pub verdict: Verdict,
    /// With `Separated`: what proves it. None when a set is empty.
    pub plane: Option<SetPlane<D>>,
    /// With `Separated`: how far apart at least. None when a set is empty.
    pub bounds: Option<DistanceBounds>,
    /// With `Hit`: what proves it.
    pub weights: Option<SetWeights>,
    /// With `Hit`: a common point to rounding, `sum l_i a_i`.
    pub point: Option<[f64; D]>,
    /// Pivots, in f64 and exact together; 0 when a set is empty or both are single points.
    pub iterations: u32,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Why it is undecided, which only the method `GoodLp` may leave it.
    pub reason: Reason,
}

/// Answer of [`contains_point`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PointMembership<const D: usize> {
    /// Whether the point lies in the hull, its boundary included. Exact.
    pub is_member: bool,
    /// Of a member: indices and weights of at most D + 1 points of the set, as in [`SetWeights`].
    pub weights: Option<Vec<(u32, f64)>>,
    /// Of a point outside: a plane with the set on one side and the point on the other, unless the
    /// set is empty.
    pub plane: Option<SetPlane<D>>,
    /// Pivots.
    pub iterations: u32,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
}

/// Answer of [`is_subset`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Subset<const D: usize> {
    /// Whether the hull of A lies in the hull of B. Exact.
    pub is_subset: bool,
    /// If not: the first point of A outside B.
    pub outside: Option<u32>,
    /// If not: a plane with B on one side and that point on the other, normal from B, unless B is
    /// empty.
    pub plane: Option<SetPlane<D>>,
    /// Pivots over all points that were looked at.
    pub iterations: u32,
    /// The most exact arithmetic that was needed.
    pub decided_by: DecidedBy,
}

/// Whether the convex hulls of two point sets share a point, in D = 2 to 8 dimensions.
///
/// The verdict is that of real arithmetic on the numbers given: touching is a hit. Any order,
/// duplicates, interior points, flat sets. The empty set meets nothing.
///
/// For bodies in three dimensions that are asked about more than once,
/// [`intersect`](crate::intersect) is faster by far. Allocates. Cost: some tens of pivots, each
/// of (D + 2) times the number of points; `settings.max_pivots` times D + 2 pivots in f64 at most,
/// then exact arithmetic.
///
/// # Errors
/// [`Error::NonFiniteCoordinate`] (B's points count on from A's), [`Error::TooManyVertices`],
/// [`Error::Setting`], also for a method other than `Default`, `Tableau` and `GoodLp`. That one
/// may leave the verdict `Undecided`, and only here.
///
/// Source: A. Kreuzer, "On Convex Polytopes, Collision Detection, and the Simplex Method" (2016).
/// Deviations: artificial columns of both signs; exact verdicts; single points are compared.
///
/// ```
/// use interframe::{Settings, Verdict, intersect_sets};
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
/// let settings = Settings::default();
///
/// let answer = intersect_sets(&square, &[[1.0, 0.5], [2.0, 0.5]], &settings)?;
/// assert_eq!(answer.verdict, Verdict::Hit); // touching
///
/// let answer = intersect_sets(&square, &[[3.0, 0.0], [3.0, 1.0]], &settings)?;
/// assert_eq!(answer.verdict, Verdict::Separated);
/// assert_eq!(answer.plane.unwrap().normal, [1.0, 0.0]);
/// let bounds = answer.bounds.unwrap();
/// assert!(bounds.by_plane <= 2.0 && bounds.by_plane > 1.999);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn intersect_sets<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    settings: &Settings,
) -> Result<SetsIntersection<D>> {
    settings.validate()?;
    check_points(a, b)?;
    #[cfg(feature = "good_lp")]
    if settings.method == Method::GoodLp {
        return Ok(by_good_lp(&Points::new(a, b)).narrow());
    }
    check_method(settings)?;
    Ok(intersect(&Points::new(a, b), settings.max_pivots).narrow())
}

/// Whether a point lies in the convex hull of a set, in D = 2 to 8 dimensions.
///
/// Exact, as [`intersect_sets`]: the boundary belongs to the hull. Nothing lies in the empty set.
/// Allocates.
///
/// # Errors
/// As [`intersect_sets`]; the point counts on from the set.
///
/// ```
/// use interframe::{Settings, contains_point};
/// let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
/// let answer = contains_point(&triangle, &[1.0, 1.0], &Settings::default())?;
/// let weights = answer.weights.unwrap();
/// assert_eq!(weights, [(0, 0.5), (1, 0.25), (2, 0.25)]);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contains_point<const D: usize>(
    set: &[[f64; D]],
    point: &[f64; D],
    settings: &Settings,
) -> Result<PointMembership<D>> {
    settings.validate()?;
    check_method(settings)?;
    check_points(set, std::slice::from_ref(point))?;
    Ok(member(set, point, settings.max_pivots))
}

/// Whether the convex hull of A lies in the convex hull of B, in D = 2 to 8 dimensions.
///
/// Exact: A may touch B's boundary from inside. The empty set is a subset of every set; nothing
/// but the empty set is a subset of the empty set. One membership for each point of A, until the
/// first that fails. Allocates.
///
/// # Errors
/// As [`intersect_sets`].
///
/// ```
/// use interframe::{Settings, is_subset};
/// let big = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
/// let small = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]];
/// assert!(is_subset(&small, &big, &Settings::default())?.is_subset);
/// let answer = is_subset(&big, &small, &Settings::default())?;
/// assert_eq!(answer.outside, Some(1));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn is_subset<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    settings: &Settings,
) -> Result<Subset<D>> {
    settings.validate()?;
    check_method(settings)?;
    check_points(a, b)?;
    let mut answer = Subset {
        is_subset: true,
        outside: None,
        plane: None,
        iterations: 0,
        decided_by: DecidedBy::Nothing,
    };
    for (index, point) in a.iter().enumerate() {
        let one = member(b, point, settings.max_pivots);
        answer.iterations = answer.iterations.saturating_add(one.iterations);
        if one.decided_by as i32 > answer.decided_by as i32 {
            answer.decided_by = one.decided_by;
        }
        if !one.is_member {
            answer.is_subset = false;
            answer.outside = Some(index as u32);
            answer.plane = one.plane;
            break;
        }
    }
    Ok(answer)
}

fn member<const D: usize>(
    set: &[[f64; D]],
    point: &[f64; D],
    max_pivots: u32,
) -> PointMembership<D> {
    // A set's own corners are the commonest points of its boundary.
    if let Some(index) = set.iter().position(|p| p == point) {
        return PointMembership {
            is_member: true,
            weights: Some(vec![(index as u32, 1.0)]),
            plane: None,
            iterations: 0,
            decided_by: DecidedBy::Float,
        };
    }
    let points = Points::new(set, std::slice::from_ref(point));
    let found = intersect(&points, max_pivots).narrow();
    PointMembership {
        is_member: found.verdict == Verdict::Hit,
        weights: found.weights.map(|weights| weights.on_a),
        plane: found.plane,
        iterations: found.iterations,
        decided_by: found.decided_by,
    }
}

fn check_method(settings: &Settings) -> Result<()> {
    match settings.method {
        Method::Default | Method::Tableau => Ok(()),
        other => Err(Error::Setting {
            name: "method",
            value: f64::from(other as i32),
            range: "0 (default) or 3 (tableau) for point sets; for whether two meet also 6 (good_lp) where that is built in",
        }),
    }
}

/// An answer in as many dimensions as there may be: how it is found is compiled once.
type Wide = SetsIntersection<MAX_DIMENSION>;

fn intersect(points: &Points, max_pivots: u32) -> Wide {
    let numbering = points.numbering;
    if numbering.count_a == 0 || numbering.count_b == 0 {
        return Wide::open(Verdict::Separated, 0, DecidedBy::Nothing);
    }
    if (numbering.count_a, numbering.count_b) == (1, 1) && points.point(0) == points.point(1) {
        let weights = SetWeights {
            on_a: vec![(0, 1.0)],
            on_b: vec![(0, 1.0)],
        };
        return Wide::hit(points, weights, 0, DecidedBy::Float);
    }
    let near = Normalised::new(points);
    let mut tableau = Tableau::new(&near.points);
    let optimal = tableau.solve(max_pivots.saturating_mul(numbering.rows as u32));
    // Of a basis that is not optimal a plane might do, but no good bound would come with it.
    let proof = if optimal {
        prove(&near.points, &tableau.basis, Normalised::ERROR)
    } else {
        Proof::Nothing
    };
    match proof {
        Proof::Meet { level } => {
            let basis = tableau.basis.into_iter().zip(level).take(numbering.rows);
            let weights = SetWeights::new(&numbering, basis);
            Wide::hit(points, weights, tableau.pivots, DecidedBy::Float)
        }
        // What the levels reach and what the prices prove are the same at the optimum; a basis
        // that only seemed optimal has a plane, but a bound far below the distance.
        Proof::Apart {
            price,
            gap,
            reached,
        } if gap >= reached - LOOSE => match near.separated(&price, gap) {
            Some(found) => Wide::separated(found, tableau.pivots, DecidedBy::Float),
            None => exactly(points, &near, &tableau),
        },
        _ => exactly(points, &near, &tableau),
    }
}

#[cold]
fn exactly(points: &Points, near: &Normalised, tableau: &Tableau) -> Wide {
    let integers = IntegerPoints::new(points, points.point(0));
    let numbering = points.numbering;
    let optimum = integers.solve(&tableau.basis[..numbering.rows]);
    let pivots = tableau.pivots.saturating_add(optimum.pivots);
    if optimum.meet {
        let weights = SetWeights::new(&numbering, optimum.weights().into_iter());
        return Wide::hit(points, weights, pivots, DecidedBy::Exact);
    }
    let mut plane = near.plane(unit(&optimum.direction().0));
    if !integers.separated_by(&plane.normal) {
        let columns = optimum.basis.iter().map(|&c| numbering.kind(c));
        plane.spanned_by = Some(columns.map(SpanColumn::from).collect());
    }
    let bounds = distance_bounds(&integers, &optimum);
    Wide::separated((plane, bounds), pivots, DecidedBy::Exact)
}

/// The second opinion. Open when it cannot be proved.
#[cfg(feature = "good_lp")]
fn by_good_lp(points: &Points) -> Wide {
    if points.numbering.count_a == 0 || points.numbering.count_b == 0 {
        return intersect(points, 1);
    }
    match opinion(points) {
        Opinion::Apart { normal } => {
            let near = Normalised::new(points);
            let gap = gap_along(&near.points, &normal, Normalised::ERROR);
            let found = near.separated(&normal, gap.max(0.0)).unwrap_or_else(|| {
                let nothing = DistanceBounds {
                    by_optimum: 0.0,
                    by_plane: 0.0,
                };
                (near.plane(normal), nothing)
            });
            Wide::separated(found, 1, DecidedBy::Exact)
        }
        Opinion::Meet(weights) => Wide::hit(points, weights, 2, DecidedBy::Exact),
        Opinion::Open(reason) => Wide {
            reason,
            ..Wide::open(Verdict::Undecided, 2, DecidedBy::Nothing)
        },
    }
}

impl Wide {
    /// Without a proof.
    fn open(verdict: Verdict, iterations: u32, decided_by: DecidedBy) -> Self {
        SetsIntersection {
            verdict,
            plane: None,
            bounds: None,
            weights: None,
            point: None,
            iterations,
            decided_by,
            reason: Reason::None,
        }
    }

    fn separated(
        (plane, bounds): (SetPlane<MAX_DIMENSION>, DistanceBounds),
        pivots: u32,
        by: DecidedBy,
    ) -> Self {
        SetsIntersection {
            plane: Some(plane),
            bounds: Some(bounds),
            ..Wide::open(Verdict::Separated, pivots, by)
        }
    }

    fn hit(points: &Points, weights: SetWeights, pivots: u32, by: DecidedBy) -> Self {
        let mut point = [0.0; MAX_DIMENSION];
        for &(index, weight) in &weights.on_a {
            for (x, s) in point.iter_mut().zip(points.point(index as usize)) {
                *x += weight * s;
            }
        }
        SetsIntersection {
            weights: Some(weights),
            point: Some(point),
            ..Wide::open(Verdict::Hit, pivots, by)
        }
    }

    /// In the dimension of the question.
    fn narrow<const D: usize>(self) -> SetsIntersection<D> {
        let first = |x: [f64; MAX_DIMENSION]| std::array::from_fn(|k| x[k]);
        SetsIntersection {
            verdict: self.verdict,
            plane: self.plane.map(|plane| SetPlane {
                normal: first(plane.normal),
                offset: plane.offset,
                spanned_by: plane.spanned_by,
            }),
            bounds: self.bounds,
            weights: self.weights,
            point: self.point.map(first),
            iterations: self.iterations,
            decided_by: self.decided_by,
            reason: self.reason,
        }
    }
}

impl From<ColumnKind> for SpanColumn {
    fn from(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::A(i) => SpanColumn::A(i as u32),
            ColumnKind::B(j) => SpanColumn::B(j as u32),
            ColumnKind::Plus(row) => SpanColumn::Plus(row as u32),
            ColumnKind::Minus(axis) => SpanColumn::Minus(axis as u32),
        }
    }
}
