//! How far apart are two bodies at given poses?
//!
//! GJK in f64 between two bounds; where rounding hides the sign or the bounds stay apart, the ray
//! simplex and then exact integers, so that the sign is always that of [`intersect`](crate::intersect).

use std::cmp::Ordering;

use nalgebra::{Matrix3, Vector3};

use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{ConvexPair, Cores, PosedPair, SolverPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot, norm, norm1};
use crate::numeric::length_sum::LengthSum;
use crate::numeric::simd;
use crate::pair::PairState;
pub use crate::query::distance_answer::{Distance, DistanceOptions};
use crate::shape::feature::Feature;
use crate::shape::pieces::PieceId;
use crate::shape::polytope::Polytope;
use crate::solver::bounding_spheres::SphereTest;
use crate::solver::curved_distance::known;
use crate::solver::ellipsoids::{EllipsoidTest, PosedEllipsoids, ellipsoid_test};
use crate::solver::exact;
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::{AnyDifference, Difference};
use crate::solver::portal::common_point_of_balls;
use crate::solver::ray_simplex::RaySimplex;
use crate::solver::rounded_distance;
use crate::solver::thin_cores::{ThinNearest, thin, thin_far};
use crate::solver::within_distance::common_point;
use crate::support::mapping::{AnySet, SupportMapping};
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// An answer whose bounds are farther apart than this, relative to the distance, and than a few
/// roundings, is left to exact arithmetic.
const MAX_BOUNDS_REL_GAP: f64 = 1e-9;

/// The distance of two bodies at given poses, their nearest points and the features that hold them.
///
/// The sign is exact: `Hit`, as in [`intersect`](crate::intersect), when the closed bodies share a
/// point in real arithmetic. `separation` is within `error` of the true distance: a few units of
/// 2^-46 of the size of the pair, or 1e-9 of the distance, whichever is larger; `docs/theory/GJK.md`
/// derives the bounds.
///
/// `state` is the memory of this pair from frame to frame, shared with the other queries: the
/// columns that span the last nearest point. Allocates only when bodies touch to rounding and
/// exact arithmetic decides. Costs about as much as a handful of support queries, one when the
/// pair moved little.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range.
///
/// Source: Gilbert, Johnson, Keerthi, A fast procedure for computing the distance between complex
/// objects in three-dimensional space, 1988; deviations in `docs/theory/GJK.md`.
///
/// ```
/// use interframe::{DistanceOptions, FeatureKind, PairState, Polytope, Pose, PosedPair, distance};
/// use nalgebra::Vector3;
///
/// let cube = Polytope::cuboid([0.5; 3])?;
/// let point = Polytope::new(&[Vector3::new(2.0, 1.5, 0.0)])?;
/// let here = Pose::identity();
/// let mut state = PairState::default();
/// let answer = distance(
///     &PosedPair::new(&cube, &here, &point, &here),
///     &DistanceOptions::default(), &mut state,
/// )?;
/// assert!((answer.separation - (1.5_f64 * 1.5 + 1.0).sqrt()).abs() <= answer.error);
/// assert!(answer.error < 1e-13);
/// let [on_cube, _] = answer.features.unwrap();
/// assert_eq!(on_cube.kind, FeatureKind::Edge);
/// assert!((answer.point_a.unwrap() - Vector3::new(0.5, 0.5, 0.0)).norm() < 1e-15);
/// # Ok::<(), interframe::Error>(())
/// ```
#[inline]
pub fn distance(
    pair: &PosedPair<'_>,
    options: &DistanceOptions,
    state: &mut PairState,
) -> Result<Distance> {
    options.validate()?;
    match pair.polytopes() {
        Some((bodies, poses)) => Ok(plain(bodies, poses, state, options, f64::INFINITY)),
        None => of_other_kinds(pair, options, state),
    }
}

/// Apart, so that what is left is compiled into the caller.
#[cold]
#[inline(never)]
fn of_other_kinds(
    pair: &PosedPair<'_>,
    options: &DistanceOptions,
    state: &mut PairState,
) -> Result<Distance> {
    Ok(match pair.kinds(&kinds::DISTANCE)? {
        SolverPair::Polytopes(bodies, poses) => plain(bodies, poses, state, options, f64::INFINITY),
        SolverPair::Rounded(cores) => round(&cores, state, options),
        SolverPair::Curved(sides) => curved(&sides, state, options),
        SolverPair::Pieces => between_pieces(pair, options)?.or_inside(pair)?,
    })
}

/// Returns the least distance over all pairs of pieces. Pairs whose boxes are farther apart are left out, so the
/// bounds are those of the pairs that were measured.
#[cold]
pub(super) fn between_pieces(pair: &PosedPair<'_>, options: &DistanceOptions) -> Result<Distance> {
    let mut found = Distance::to_nothing();
    let (mut at_least, mut lower_bound) = (f64::INFINITY, f64::INFINITY);
    pair.over_pieces(f64::INFINITY, &mut |posed, ids| {
        let answer = distance(posed, options, &mut PairState::default())?;
        let iterations = found.iterations + answer.iterations;
        at_least = at_least.min(answer.separation - answer.error);
        lower_bound = lower_bound.min(answer.lower_bound);
        // A pair whose verdict is open beats all that are apart, as far as they are known to be.
        let order = |answer: &Distance, ids: &[PieceId; 2]| {
            let apart = answer.verdict == Verdict::Separated;
            (
                answer.verdict != Verdict::Hit,
                apart,
                answer.separation,
                *ids,
            )
        };
        let nearer = found
            .pieces
            .is_none_or(|its| order(&answer, &ids) < order(&found, &its));
        if nearer {
            let named =
                |of| Feature::both_named_in(of, [&pair.a, &pair.b], ids, [&posed.a, &posed.b]);
            found = Distance {
                pieces: Some(ids),
                features: answer.features.map(named),
                ..answer
            };
        }
        found.iterations = iterations;
        Ok(match found.verdict {
            Verdict::Hit => -1.0,
            _ => found.separation + found.error,
        })
    })?;
    if found.verdict == Verdict::Separated && found.pieces.is_some() {
        found.error = found.error.max(found.separation - at_least);
        found.lower_bound = lower_bound;
    }
    Ok(found)
}

/// Measures polytopes. If f64 leaves the bounds more than `loosest` apart beyond rounding, exact arithmetic decides.
pub(crate) fn plain(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    state: &mut PairState,
    options: &DistanceOptions,
    loosest: f64,
) -> Distance {
    let ([a, b], [pose_a, pose_b]) = (bodies, poses);
    if a.is_empty() || b.is_empty() {
        return Distance::to_nothing();
    }
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    if scale != 1.0 {
        return at_scale(bodies, poses, state, options, (scale, loosest));
    }
    let matrices = [pose_a.matrix(), pose_b.matrix()];
    match simd::fast() {
        Some(fast) => fast.run(
            #[inline(always)]
            || {
                run(
                    bodies,
                    poses,
                    matrices,
                    state,
                    options,
                    (1.0, loosest, true),
                )
            },
        ),
        None => outlined(bodies, poses, matrices, state, options, (1.0, loosest)),
    }
}

/// Measures bodies with radii: the distance of their cores, less the radii. Where rounding hides the sign of that,
/// exact integers compare the squares.
fn round(cores: &Cores<'_, Pose>, state: &mut PairState, options: &DistanceOptions) -> Distance {
    by_thin(cores, thin(cores), || {
        round_by_solvers(cores, state, options)
    })
}

/// Decides by the nearest points of thin cores if they suffice, `otherwise` if they do not.
#[inline(always)]
fn by_thin(
    cores: &Cores<'_, Pose>,
    found: Option<ThinNearest>,
    otherwise: impl FnOnce() -> Distance,
) -> Distance {
    let Some(found) = &found else {
        return otherwise();
    };
    let bounds = cores.touching_distance(0.0).bounds(1.0);
    if found.upper < bounds[0] {
        let [point, _] = rounded_distance::nearer(found.points, cores.radii);
        Distance::meeting(point, DecidedBy::Float)
    } else if found.lower > bounds[1] && found.is_tight(bounds[1]) {
        of_thin(cores, bounds, found)
    } else {
        otherwise()
    }
}

/// Measures bodies with radii whose cores are not thin, or whose nearest points leave the answer open.
#[cold]
#[inline(never)]
fn round_by_solvers(
    cores: &Cores<'_, Pose>,
    state: &mut PairState,
    options: &DistanceOptions,
) -> Distance {
    let far = thin_far(cores);
    by_thin(cores, far, || round_beside(cores, far, state, options))
}

/// Measures bodies with radii where the nearest points of thin cores do not suffice: those that are `far` from each other, if
/// they are.
fn round_beside(
    cores: &Cores<'_, Pose>,
    far: Option<ThinNearest>,
    state: &mut PairState,
    options: &DistanceOptions,
) -> Distance {
    let reach = cores.touching_distance(0.0);
    let bounds = reach.bounds(1.0);
    if let Some(found) = thin(cores).or(far)
        && let found = found.again(cores)
        && found.lower > bounds[1]
        && found.is_tight(bounds[1])
    {
        return of_thin(cores, bounds, &found);
    }
    let loosest = cores.loosest();
    let found = plain(cores.bodies, cores.places, state, options, loosest);
    let (Some(point_a), Some(point_b)) = (found.point_a, found.point_b) else {
        return found;
    };
    let points = [point_a, point_b];
    let [below, above] = bounds;
    let at_most = found.separation + found.error;
    let (order, decided_by) = if found.lower_bound > above {
        (Ordering::Greater, found.decided_by)
    } else if at_most < below {
        (Ordering::Less, found.decided_by)
    } else {
        (compare(cores, &reach), DecidedBy::Exact)
    };
    let answer = match (found.normal, found.features) {
        (Some(normal), Some(features)) if order == Ordering::Greater => {
            let known = [found.lower_bound, found.separation, at_most];
            Distance::less_radii(cores, bounds, known, normal, points, features)
        }
        _ => Distance::meeting(rounded_distance::nearer(points, cores.radii)[0], decided_by),
    };
    Distance {
        decided_by,
        iterations: found.iterations,
        ..answer
    }
}

/// The distance of thin cores that are apart by more than the radii.
#[inline(always)]
fn of_thin(cores: &Cores<'_, Pose>, bounds: [f64; 2], found: &ThinNearest) -> Distance {
    let feature = |k: usize| {
        let [from, to] = match found.along[k] {
            0.0 => [0, 0],
            1.0 => [1, 1],
            _ => [0, 1],
        };
        Feature::of_edge(from, to)
    };
    let known = [found.lower, found.between, found.upper];
    let features = [feature(0), feature(1)];
    Distance::less_radii(cores, bounds, known, found.normal, found.points, features)
}

/// Measures two bodies of which one is curved.
#[cold]
fn curved(
    sides: &ConvexPair<'_, Pose>,
    state: &mut PairState,
    options: &DistanceOptions,
) -> Distance {
    if sides.bounding_polytopes().has_empty() {
        return Distance::to_nothing();
    }
    let found = known(sides, 0.0, options.max_pivots, state);
    let meeting = Distance {
        iterations: found.iterations,
        ..Distance::meeting(found.points[0], found.decided_by)
    };
    if found.verdict == Verdict::Hit {
        return meeting;
    }
    let [lower, between, upper] = found.distance;
    // What is not proved to be apart may be at no distance.
    let least = match found.verdict {
        Verdict::Separated => f64::from_bits(1),
        _ => 0.0,
    };
    let separation = between.max(least);
    let error = (upper - separation)
        .max(separation - lower.max(0.0))
        .max(0.0);
    Distance {
        verdict: found.verdict,
        reason: found.reason(),
        separation,
        error: error + 4.0 * U * separation + f64::from_bits(1),
        lower_bound: (lower * (1.0 - 4.0 * U)).max(0.0),
        point_b: Some(found.points[1]),
        normal: found.normal,
        ..meeting
    }
}

/// Compares the distance of two cores with a length, exactly.
#[cold]
pub(crate) fn compare(cores: &Cores<'_, Pose>, reach: &LengthSum) -> Ordering {
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    let matrices = [pose_a, pose_b].map(|pose| pose.matrix() * scale);
    let hull_a = ExtendedHull::at_origin(a, pose_a, &matrices[0], scale);
    let hull_b = ExtendedHull::at_pose(b, pose_b, &matrices[1], pose_a.translation(), scale);
    let (a, b): (AnySet<'_>, AnySet<'_>) = (&hull_a, &hull_b);
    let m = &mut Difference::new(&a, &b, 0.0);
    exact::compare(m, &mut std::iter::empty(), reach).order
}

/// Bodies of extreme size, brought near 1.
#[cold]
fn at_scale(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    state: &mut PairState,
    options: &DistanceOptions,
    (scale, loosest): (f64, f64),
) -> Distance {
    let scaled = poses.map(|pose| pose.matrix() * scale);
    let matrices = scaled.each_ref();
    let mut answer = outlined(bodies, poses, matrices, state, options, (scale, loosest));
    // Lengths of denormal size were rounded once more; nothing to others.
    answer.error += f64::from_bits(2);
    answer.lower_bound = (answer.lower_bound - f64::from_bits(1)).max(0.0);
    answer
}

/// The slow copy of [`run`], with the solver that all kinds of sets share.
#[cold]
#[inline(never)]
fn outlined(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    matrices: [&Matrix3<f64>; 2],
    state: &mut PairState,
    options: &DistanceOptions,
    (scale, loosest): (f64, f64),
) -> Distance {
    let settings = (scale, loosest, false);
    run(bodies, poses, matrices, state, options, settings)
}

/// `inlined`: with a copy of the solver for these bodies alone.
#[inline(always)]
fn run(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    matrices: [&Matrix3<f64>; 2],
    state: &mut PairState,
    options: &DistanceOptions,
    (scale, loosest, inlined): (f64, f64, bool),
) -> Distance {
    let ([a, b], [pose_a, pose_b]) = (bodies, poses);
    let origin = pose_a.translation();
    let hull_a = ExtendedHull::at_origin(a, pose_a, matrices[0], scale);
    let hull_b = ExtendedHull::at_pose(b, pose_b, matrices[1], origin, scale);
    let mut m = Difference::new(&hull_a, &hull_b, 0.0);
    (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
    let stop = StopRule::precise(options.max_pivots);
    let world = |p: Vector3<f64>| p * (1.0 / scale) + origin;
    let mut start = gjk::kept(&m, state);
    // No plane was kept: the pair is new, or met in the frame before.
    if state.plane().is_none() {
        match look(&m, [a, b], matrices, scale) {
            QuickAnswer::Meet(point) => return Distance::meeting(world(point), DecidedBy::Float),
            QuickAnswer::Along(n) if start.count == 0 => start.push(gjk::column_along(&mut m, &n)),
            _ => {}
        }
    }
    let found = match inlined {
        true => gjk::nearest(&mut m, start, &stop),
        false => m.of_any_float(|m| gjk::nearest_outlined(m, start, &stop)),
    };
    let tight = found.upper - found.lower <= 8.0 * m.rounding() + MAX_BOUNDS_REL_GAP * found.upper
        && found.beyond_rounding(&m) <= loosest * scale;
    if found.kind == GjkProof::Apart && tight {
        gjk::keep(state, &found);
        (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
        return apart(&found, &m, [a, b], scale, world);
    }
    let answer = if found.kind == GjkProof::Overlap {
        gjk::keep(state, &found);
        Distance::meeting(world(found.points(&m)[0]), DecidedBy::Float)
    } else {
        m.of_any_kind(|m| beyond_f64(m, &found, [a, b], state, options, &world))
    };
    (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
    Distance {
        iterations: m.queries,
        ..answer
    }
}

/// Result of the tests that need no support query.
enum QuickAnswer {
    Meet(Vector3<f64>),
    /// They are apart, and nearest to each other about along this normal.
    Along(Vector3<f64>),
    Nothing,
}

/// Balls in the bodies, or the ellipsoids in and around long ones.
#[inline(always)]
fn look(
    m: &Difference<'_, ExtendedHull<'_>, ExtendedHull<'_>>,
    [a, b]: [&Polytope; 2],
    matrices: [&Matrix3<f64>; 2],
    scale: f64,
) -> QuickAnswer {
    let ray = RaySimplex::new(m);
    match ray.sphere_test(m, m.rounding()) {
        SphereTest::Meet => QuickAnswer::Meet(common_point_of_balls(m)),
        _ if a.ellipsoids().is_tight()
            && b.ellipsoids().is_tight()
            && !(is_round(a) && is_round(b)) =>
        {
            look_at_ovals(m, [a, b], matrices, scale)
        }
        _ => QuickAnswer::Nothing,
    }
}

/// Balls say as much of such a body as ellipsoids.
fn is_round(body: &Polytope) -> bool {
    body.inscribed_radius() > 0.8 * body.outer_radius()
}

#[inline(never)]
fn look_at_ovals(
    m: &Difference<'_, ExtendedHull<'_>, ExtendedHull<'_>>,
    [a, b]: [&Polytope; 2],
    [matrix_a, matrix_b]: [&Matrix3<f64>; 2],
    scale: f64,
) -> QuickAnswer {
    let (ellipsoids_a, ellipsoids_b) = (a.ellipsoids(), b.ellipsoids());
    let posed_a = PosedEllipsoids {
        ellipsoids: ellipsoids_a,
        matrix: matrix_a,
        scale,
    };
    let posed_b = PosedEllipsoids {
        ellipsoids: ellipsoids_b,
        matrix: matrix_b,
        scale,
    };
    match ellipsoid_test(m, &posed_a, &posed_b, None) {
        EllipsoidTest::Meet(point) => QuickAnswer::Meet(point),
        EllipsoidTest::Apart { normal, .. } => QuickAnswer::Along(normal),
        EllipsoidTest::Unclear => QuickAnswer::Nothing,
    }
}

/// The answer of two bounds.
#[inline(always)]
fn apart<A: SupportMapping, B: SupportMapping>(
    found: &NearestPoints,
    m: &Difference<'_, A, B>,
    bodies: [&Polytope; 2],
    scale: f64,
    world: impl Fn(Vector3<f64>) -> Vector3<f64>,
) -> Distance {
    let simplex = &found.simplex;
    let [c0, c1, c2, _] = &simplex.columns;
    // Along the normal, where an error of the weights does not matter.
    let along = -dot(&found.normal, &simplex.point());
    let separation = along.clamp(found.lower, found.upper);
    let error = (found.upper - separation).max(separation - found.lower) + U * m.rounding();
    let [point_a, point_b] = found.points(m);
    Distance {
        pieces: None,
        verdict: Verdict::Separated,
        reason: Reason::None,
        decided_by: DecidedBy::Float,
        iterations: m.queries,
        separation: (separation / scale).max(f64::from_bits(1)),
        error: error / scale,
        lower_bound: found.lower / scale,
        point_a: Some(world(point_a)),
        point_b: Some(world(point_b)),
        normal: Some(found.normal),
        features: Some([
            Feature::of_three(bodies[0], [c0.id_a, c1.id_a, c2.id_a]),
            Feature::of_three(bodies[1], [c0.id_b, c1.id_b, c2.id_b]),
        ]),
    }
}

impl Distance {
    /// The distance of round bodies that are apart: that of their cores (lower bound, value, upper bound), less the
    /// radii, whose sum lies between `below` and `above`.
    #[inline(always)]
    fn less_radii(
        cores: &Cores<'_, Pose>,
        [below, above]: [f64; 2],
        [lower, between, upper]: [f64; 3],
        normal: Vector3<f64>,
        points: [Vector3<f64>; 2],
        features: [Feature; 2],
    ) -> Self {
        let mut separation =
            (between - cores.touching_distance(0.0).rounded()).max(f64::from_bits(1));
        let mut error = (upper - between).max(between - lower)
            + (above - below)
            + U * separation
            + f64::from_bits(1);
        let mut lower_bound = ((lower - above) * (1.0 - 2.0 * U)).max(0.0);
        if !(upper + above < f64::INFINITY) {
            (separation, error, lower_bound) = (beyond_radii(cores, &points), f64::INFINITY, 0.0);
        }
        let [point_a, point_b] = rounded_distance::surfaces(points, &normal, cores.radii);
        Distance {
            pieces: None,
            verdict: Verdict::Separated,
            reason: Reason::None,
            decided_by: DecidedBy::Float,
            iterations: 0,
            separation,
            error,
            lower_bound,
            point_a: Some(point_a),
            point_b: Some(point_b),
            normal: Some(normal),
            features: Some(features),
        }
    }
}

/// Distance of round bodies, from the nearest points of their cores, where these are farther apart than f64 tells or
/// the radii come to more: infinite if it overflows. Nothing is proved of it.
#[cold]
fn beyond_radii(cores: &Cores<'_, Pose>, [a, b]: &[Vector3<f64>; 2]) -> f64 {
    const UNIT: f64 = f64::from_bits((1023 - 520) << 52);
    let between = norm(&(b * UNIT - a * UNIT));
    let separation = between - (cores.radii[0] * UNIT + cores.radii[1] * UNIT);
    separation.max(f64::MIN_POSITIVE) / UNIT
}

/// Decides what GJK left open: the ray simplex for bodies that seem to meet, then exact integers.
#[cold]
fn beyond_f64(
    m: &mut AnyDifference<'_>,
    found: &NearestPoints,
    bodies: [&Polytope; 2],
    state: &mut PairState,
    options: &DistanceOptions,
    world: &dyn Fn(Vector3<f64>) -> Vector3<f64>,
) -> Distance {
    if found.kind != GjkProof::Apart
        && let Some(point) = common_point(m, options.max_pivots)
    {
        gjk::keep(state, found);
        return Distance::meeting(world(point), DecidedBy::Float);
    }
    let start = found.simplex.columns[..found.simplex.count].iter();
    let exact = exact::nearest(m, &mut start.map(|c| (c.id_a, c.id_b)));
    gjk::keep_exact(state, &exact);
    let points = exact.points(m);
    if exact.distance == 0.0 {
        return Distance::meeting(world(points[0]), DecidedBy::Exact);
    }
    // Each of a square root, two quotients and four leading parts is within 2 U; and the last
    // one may be rounded to a denormal.
    let error = 16.0 * U * exact.distance + f64::from_bits(1);
    Distance {
        pieces: None,
        verdict: Verdict::Separated,
        reason: Reason::None,
        decided_by: DecidedBy::Exact,
        iterations: 0,
        separation: exact.distance,
        error,
        lower_bound: (exact.distance - error).max(0.0),
        point_a: Some(world(points[0])),
        point_b: Some(world(points[1])),
        normal: Some(exact.normal),
        features: Some([
            Feature::new(bodies[0], exact.columns.iter().map(|c| c.0)),
            Feature::new(bodies[1], exact.columns.iter().map(|c| c.1)),
        ]),
    }
}
