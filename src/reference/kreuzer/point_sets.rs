//! Convex hulls of point sets in D dimensions, 2 to 8: do two meet, is one inside the other?
//!
//! The sets are plain lists: no body is built, nothing is kept between calls. Each question is the
//! program of `tableau`, solved in f64; the basis it ends in is proved on the input's numbers by
//! `proof`, or handed to `exact`, which always ends. `docs/theory/TABLEAU.md` derives the
//! program and the bounds on the distance.

use crate::error::Result;
use crate::numeric::arithmetic::U;
use crate::options::{MAX_PIVOTS, SetsMethod, options};
#[cfg(feature = "good_lp")]
use crate::reference::good_lp::sets::{Opinion, opinion};
use crate::reference::kreuzer::exact::{IntegerPoints, distance_bounds};
#[cfg(feature = "good_lp")]
use crate::reference::kreuzer::proof::gap_along;
use crate::reference::kreuzer::proof::{Proof, prove};
use crate::reference::kreuzer::sets::{
    DistanceBounds, Normalised, SetPlane, SetWeights, SpanColumn, check_points, unit,
};
use crate::reference::kreuzer::tableau::{ColumnKind, MAX_DIMENSION, Points, Tableau, pivot_limit};
use crate::verdict::{ContainmentVerdict, DecidedBy, Reason, Verdict};

/// A gap so far below what the artificial levels reach, on sets of size 1, shows a basis that is not
/// optimal. Smaller, and what `gap_along` takes off for rounding (up to 128 U in 8 dimensions)
/// sends optimal bases to exact arithmetic; larger, and the bound of a pair that is stretched a
/// millionfold falls short.
const LOOSE: f64 = 1024.0 * U;

/// Answer of [`intersect_sets`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SetsIntersection<const D: usize> {
    /// `Separated` or `Hit`, as in real arithmetic: undecided only by the method `GoodLp`.
    pub verdict: Verdict,
    /// Why it is undecided.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Pivots, in f64 and exact together; 0 when a set is empty or both are single points. With `GoodLp`
    /// programs solved.
    pub iterations: u32,
    /// With `Separated`: what proves it. None when a set is empty.
    pub plane: Option<SetPlane<D>>,
    /// With `Separated`: how far apart at least. None when a set is empty.
    pub bounds: Option<DistanceBounds>,
    /// With `Hit`: what proves it.
    pub weights: Option<SetWeights>,
    /// With `Hit`: a common point to rounding, `sum l_i a_i`.
    pub point: Option<[f64; D]>,
}

options! {
    /// Options of [`intersect_sets`], [`contains_point`] and [`is_subset`].
    SetsOptions {
        /// Which solver answers.
        method: SetsMethod = SetsMethod::Default;
        /// Times D + 2, and of more than 64 points times a 64th of their number: pivots in f64 before exact
        /// arithmetic takes over. At least 1, default 64: then the article's limit, columns times rows.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Answer of [`contains_point`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PointMembership<const D: usize> {
    /// Whether the point lies in the hull, its boundary included. Exact; undecided only by the method `GoodLp`.
    pub verdict: ContainmentVerdict,
    /// Why it is undecided.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Pivots; with `GoodLp` programs solved.
    pub iterations: u32,
    /// For a member: indices and weights of at most D + 1 points of the set, as in [`SetWeights`].
    pub weights: Option<Vec<(u32, f64)>>,
    /// For a point outside: a plane with the set on one side and the point on the other, unless the set is empty.
    pub plane: Option<SetPlane<D>>,
}

/// Answer of [`is_subset`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Subset<const D: usize> {
    /// Whether the hull of A lies in the hull of B. Exact; undecided only by the method `GoodLp`.
    pub verdict: ContainmentVerdict,
    /// Why it is undecided.
    pub reason: Reason,
    /// The most exact arithmetic that was needed.
    pub decided_by: DecidedBy,
    /// Pivots over all points that were visited; with `GoodLp` programs solved.
    pub iterations: u32,
    /// If not: the first point of A outside B.
    pub outside: Option<u32>,
    /// If not: a plane with B on one side and that point on the other, normal from B, unless B is
    /// empty.
    pub plane: Option<SetPlane<D>>,
}

/// Whether the convex hulls of two point sets share a point, in D = 2 to 8 dimensions.
///
/// The verdict is that of real arithmetic on the numbers given: touching is a hit. Any order,
/// duplicates, interior points, flat sets. The empty set meets nothing.
///
/// For bodies in three dimensions that are queried more than once,
/// [`intersect`](crate::intersect) is faster by far. Allocates. Cost: some tens of pivots, each
/// of (D + 2) times the number of points; of many points about as many pivots. Limited by `max_pivots`,
/// and to some seconds; then exact arithmetic.
///
/// # Errors
/// [`Error::NonFiniteCoordinate`](crate::Error::NonFiniteCoordinate) (B's points count on from A's),
/// [`Error::TooManyVertices`](crate::Error::TooManyVertices), [`Error::Setting`](crate::Error::Setting).
///
/// Source: A. Kreuzer, "On Convex Polytopes, Collision Detection, and the Simplex Method" (2016).
/// Deviations: artificial columns of both signs; exact verdicts; single points are compared.
///
/// ```
/// use interframe::{SetsOptions, Verdict, intersect_sets};
/// let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
/// let options = SetsOptions::default();
///
/// let answer = intersect_sets(&square, &[[1.0, 0.5], [2.0, 0.5]], &options)?;
/// assert_eq!(answer.verdict, Verdict::Hit); // touching
///
/// let answer = intersect_sets(&square, &[[3.0, 0.0], [3.0, 1.0]], &options)?;
/// assert_eq!(answer.verdict, Verdict::Separated);
/// assert_eq!(answer.plane.unwrap().normal, [1.0, 0.0]);
/// let bounds = answer.bounds.unwrap();
/// assert!(bounds.by_plane <= 2.0 && bounds.by_plane > 1.999);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn intersect_sets<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    options: &SetsOptions,
) -> Result<SetsIntersection<D>> {
    Ok(Sets::new(a, b).intersect(options)?.narrow())
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
/// use interframe::{SetsOptions, contains_point};
/// let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
/// let answer = contains_point(&triangle, &[1.0, 1.0], &SetsOptions::default())?;
/// let weights = answer.weights.unwrap();
/// assert_eq!(weights, [(0, 0.5), (1, 0.25), (2, 0.25)]);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contains_point<const D: usize>(
    set: &[[f64; D]],
    point: &[f64; D],
    options: &SetsOptions,
) -> Result<PointMembership<D>> {
    let found = Sets::new(set, std::slice::from_ref(point)).contains_point(options)?;
    Ok(PointMembership {
        verdict: found.verdict,
        reason: found.reason,
        decided_by: found.decided_by,
        iterations: found.iterations,
        weights: found.weights,
        plane: found.plane.map(SetPlane::narrow),
    })
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
/// use interframe::{ContainmentVerdict, SetsOptions, is_subset};
/// let big = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
/// let small = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]];
/// let inside = is_subset(&small, &big, &SetsOptions::default())?;
/// assert_eq!(inside.verdict, ContainmentVerdict::Inside);
/// let answer = is_subset(&big, &small, &SetsOptions::default())?;
/// assert_eq!(answer.outside, Some(1));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn is_subset<const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    options: &SetsOptions,
) -> Result<Subset<D>> {
    let found = Sets::new(a, b).is_subset(options)?;
    Ok(Subset {
        verdict: found.verdict,
        reason: found.reason,
        decided_by: found.decided_by,
        iterations: found.iterations,
        outside: found.outside,
        plane: found.plane.map(SetPlane::narrow),
    })
}

/// Two sets whose dimension is known when it runs: how questions about them are answered is compiled once.
#[derive(Clone, Copy)]
pub(crate) struct Sets<'a> {
    dimension: usize,
    a: &'a [f64],
    b: &'a [f64],
}

impl<'a> Sets<'a> {
    fn new<const D: usize>(a: &'a [[f64; D]], b: &'a [[f64; D]]) -> Self {
        const { assert!(D >= 2 && D <= MAX_DIMENSION, "2 to 8 dimensions") };
        Sets::of_lists(D, [a.as_flattened(), b.as_flattened()])
    }

    /// Each set's points one after the other.
    pub(crate) fn of_lists(dimension: usize, [a, b]: [&'a [f64]; 2]) -> Self {
        assert!(
            (2..=MAX_DIMENSION).contains(&dimension),
            "2 to 8 dimensions"
        );
        Sets { dimension, a, b }
    }

    /// B and A.
    pub(crate) fn swapped(&self) -> Self {
        Sets {
            dimension: self.dimension,
            a: self.b,
            b: self.a,
        }
    }

    fn validate(&self, options: &SetsOptions) -> Result<()> {
        options.validate()?;
        check_points(self.dimension, [self.a, self.b])
    }

    /// [`intersect_sets`].
    pub(crate) fn intersect(&self, options: &SetsOptions) -> Result<Wide> {
        self.validate(options)?;
        let points = Points::of_lists(self.dimension, [self.a, self.b]);
        Ok(by_method(&points, options))
    }

    /// [`contains_point`]: B is the point.
    pub(crate) fn contains_point(
        &self,
        options: &SetsOptions,
    ) -> Result<PointMembership<MAX_DIMENSION>> {
        self.validate(options)?;
        Ok(self.member(self.b, options))
    }

    /// [`is_subset`].
    pub(crate) fn is_subset(&self, options: &SetsOptions) -> Result<Subset<MAX_DIMENSION>> {
        self.validate(options)?;
        let mut answer = Subset {
            verdict: ContainmentVerdict::Inside,
            reason: Reason::None,
            decided_by: DecidedBy::Nothing,
            iterations: 0,
            outside: None,
            plane: None,
        };
        let set = self.swapped();
        for (index, point) in self.a.chunks_exact(self.dimension).enumerate() {
            let one = set.member(point, options);
            answer.iterations = answer.iterations.saturating_add(one.iterations);
            if one.decided_by as i32 > answer.decided_by as i32 {
                answer.decided_by = one.decided_by;
            }
            match one.verdict {
                ContainmentVerdict::Inside => {}
                ContainmentVerdict::NotInside => {
                    answer.verdict = one.verdict;
                    answer.reason = Reason::None;
                    answer.outside = Some(index as u32);
                    answer.plane = one.plane;
                    break;
                }
                ContainmentVerdict::Undecided if answer.reason == Reason::None => {
                    (answer.verdict, answer.reason) = (one.verdict, one.reason);
                }
                ContainmentVerdict::Undecided => {}
            }
        }
        Ok(answer)
    }

    /// Whether the point lies in A.
    fn member(&self, point: &[f64], options: &SetsOptions) -> PointMembership<MAX_DIMENSION> {
        // A set's own corners are the commonest points of its boundary.
        let mut corners = self.a.chunks_exact(self.dimension);
        if let Some(index) = corners.position(|p| p == point) {
            return PointMembership {
                verdict: ContainmentVerdict::Inside,
                reason: Reason::None,
                decided_by: DecidedBy::Float,
                iterations: 0,
                weights: Some(vec![(index as u32, 1.0)]),
                plane: None,
            };
        }
        let points = Points::of_lists(self.dimension, [self.a, point]);
        let found = by_method(&points, options);
        PointMembership {
            verdict: match found.verdict {
                Verdict::Hit => ContainmentVerdict::Inside,
                Verdict::Separated => ContainmentVerdict::NotInside,
                Verdict::Undecided => ContainmentVerdict::Undecided,
            },
            reason: found.reason,
            decided_by: found.decided_by,
            iterations: found.iterations,
            weights: found.weights.map(|weights| weights.on_a),
            plane: found.plane,
        }
    }
}

/// An answer in as many dimensions as there may be.
pub(crate) type Wide = SetsIntersection<MAX_DIMENSION>;

fn by_method(points: &Points, options: &SetsOptions) -> Wide {
    match options.method {
        SetsMethod::Default | SetsMethod::Tableau => intersect(points, options.max_pivots),
        #[cfg(feature = "good_lp")]
        SetsMethod::GoodLp => by_good_lp(points),
    }
}

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
    let optimal = tableau.solve(pivot_limit(max_pivots, &numbering));
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
    if optimum.meets() {
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
        SetsIntersection {
            verdict: self.verdict,
            plane: self.plane.map(SetPlane::narrow),
            bounds: self.bounds,
            weights: self.weights,
            point: self.point.map(first),
            iterations: self.iterations,
            decided_by: self.decided_by,
            reason: self.reason,
        }
    }
}

impl SetPlane<MAX_DIMENSION> {
    /// In the dimension of the question.
    fn narrow<const D: usize>(self) -> SetPlane<D> {
        SetPlane {
            normal: first(self.normal),
            offset: self.offset,
            spanned_by: self.spanned_by,
        }
    }
}

fn first<const D: usize>(x: [f64; MAX_DIMENSION]) -> [f64; D] {
    std::array::from_fn(|k| x[k])
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
