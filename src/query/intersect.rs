//! Do two bodies meet at given poses?
//!
//! Balls about the centres and one look at the last plane or portal come first, then the ray simplex in f64, then exact
//! arithmetic: closed forms for boxes with parallel faces, integers for all others. Each stage proves its answer or passes
//! on, and the last always answers.

use nalgebra::{Matrix3, Vector3};

use crate::error::Result;
use crate::midphase::piece_pairs::AskPosed;
use crate::motion::kinds;
use crate::motion::pairs::{ConvexPair, Cores, PosedPair, SolverPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::norm1;
use crate::numeric::simd;
use crate::options::{MAX_PIVOTS, Method, options};
use crate::pair::PairState;
use crate::plane::{Plane, Span};
use crate::query::fold::{PiecesAnswer, decided_without_pieces, pieces_answer};
use crate::query::method::{BooleanRequest, Decided, decide, decide_outlined};
use crate::shape::pieces::PieceId;
use crate::shape::polytope::Polytope;
use crate::solver::curved_distance::known;
use crate::solver::decide::{by_ellipsoids, by_spheres};
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::ellipsoids::PosedEllipsoids;
use crate::solver::within_distance::bodies_within_distance;
use crate::support::swept_hull::{ExtendedHull, pair_rounding, scale_of_size};
use crate::verdict::{DecidedBy, DistanceBracket, Reason, Verdict};

/// Answer of [`intersect`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Intersection {
    /// `Separated` or `Hit`: static queries are exact. Undecided only by the method `GoodLp`, and for curved bodies
    /// that touch ([`Reason::Touching`]).
    pub verdict: Verdict,
    /// Why it is undecided: only by the method `GoodLp`, and for curved bodies that touch.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// The solver that decided, never `Default`: another than the option's if that one left the
    /// answer to the ray simplex.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub solver: Method,
    /// Support queries on each body; with [`Method::InteriorPoint`] its steps. 0 when a body is
    /// empty.
    pub iterations: u32,
    /// With `Separated`: the plane that proves it. None when a body is empty or of several pieces, because no one plane
    /// separates these.
    pub plane: Option<Plane>,
    /// With `Hit`: a common point to rounding, world frame.
    pub point: Option<Vector3<f64>>,
    /// Bounds of the distance that the method proved on the way to its verdict; only with [`Method::InteriorPoint`].
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub bounds: Option<DistanceBracket>,
    /// Which pieces of the two bodies meet, or are undecided; None where both are convex, where all pieces are apart, and where
    /// one body is wholly inside the other, a solid.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

options! {
    /// Options of [`intersect`].
    IntersectOptions {
        /// Which solver answers.
        method: Method = Method::Default;
        /// Pivots in f64 before exact arithmetic takes over. For the tableau the number is multiplied by its rows, and
        /// with more than 64 vertices by a 64th of their number. Never decides a verdict. From 1 to 1,000,000, default
        /// 64: random pairs need fewer than 16; more than 64 only waste time on pairs that touch within rounding, fewer
        /// send easy pairs to the slow exact path.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Whether two bodies at given poses share a point.
///
/// The verdict is that of real arithmetic on the numbers given: `Separated` when a plane separates strictly, `Hit` when
/// the closed bodies share a point (touching is a hit). `Undecided` only by the method `GoodLp`, and for curved bodies
/// that touch ([`Reason::Touching`]). Swapping A and B gives the mirrored verdict. Degenerate bodies (points, segments,
/// flat polygons) are bodies like any other; the empty body meets nothing.
///
/// `state` is the memory of this pair from frame to frame; a fresh or foreign one is only slower.
/// Allocates nothing, except when bodies touch to rounding and exact arithmetic decides; for boxes with parallel faces
/// not even then.
///
/// Source: the ray LP, see `docs/theory/DESIGN.md`; deviations from Minkowski Portal Refinement: bodies
/// need no interior, every answer is proved, and no iteration limit answers.
///
/// ```
/// use interframe::{IntersectOptions, PairState, Polytope, Pose, PosedPair, Verdict, intersect};
/// use nalgebra::{Quaternion, Vector3};
///
/// let cube = Polytope::cuboid([0.5; 3])?;
/// let here = Pose::identity();
/// let beside = Pose::from_translation(Vector3::new(1.25, 0.0, 0.0))?;
/// let mut state = PairState::default();
/// let answer = intersect(
///     &PosedPair::new(&cube, &here, &cube, &beside),
///     &IntersectOptions::default(), &mut state,
/// )?;
/// assert_eq!(answer.verdict, Verdict::Separated);
/// assert!(answer.plane.unwrap().normal.x > 0.0); // from A to B
///
/// let touching = Pose::from_translation(Vector3::new(1.0, 0.0, 0.0))?;
/// let answer = intersect(
///     &PosedPair::new(&cube, &here, &cube, &touching),
///     &IntersectOptions::default(), &mut state,
/// )?;
/// assert_eq!(answer.verdict, Verdict::Hit);
/// # Ok::<(), interframe::Error>(())
/// ```
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when `max_pivots` is out of range, [`Error::Method`](crate::Error::Method) for bodies
/// with radii and curved ones by methods that do not take them.
#[inline]
pub fn intersect(
    pair: &PosedPair<'_>,
    options: &IntersectOptions,
    state: &mut PairState,
) -> Result<Intersection> {
    options.validate()?;
    match pair.polytopes() {
        Some(([a, b], [pose_a, pose_b])) => Ok(answer(a, pose_a, b, pose_b, state, options)),
        None => of_other_kinds(pair, options, state),
    }
}

impl Intersection {
    /// Where there is nothing to meet.
    fn of_nothing(options: &IntersectOptions) -> Self {
        Intersection {
            verdict: Verdict::Separated,
            reason: Reason::None,
            decided_by: DecidedBy::Nothing,
            solver: options.method.solver(),
            iterations: 0,
            plane: None,
            point: None,
            bounds: None,
            pieces: None,
        }
    }
}

/// Apart, so that what is left is compiled into the caller.
#[cold]
#[inline(never)]
fn of_other_kinds(
    pair: &PosedPair<'_>,
    options: &IntersectOptions,
    state: &mut PairState,
) -> Result<Intersection> {
    match pair.kinds(&kinds::INTERSECT)? {
        SolverPair::Polytopes([a, b], [pose_a, pose_b]) => {
            Ok(answer(a, pose_a, b, pose_b, state, options))
        }
        SolverPair::Rounded(cores) => round(&cores, state, options),
        SolverPair::Curved(sides) => curved(&sides, state, options),
        SolverPair::Pieces => of_pieces(pair, options)?.or_inside(pair),
    }
}

pieces_answer!(Intersection);

/// Answers for bodies of several pieces whether any two of them meet.
#[cold]
fn of_pieces(pair: &PosedPair<'_>, options: &IntersectOptions) -> Result<Intersection> {
    if pair.a.is_round() || pair.b.is_round() {
        options.method.of_round_bodies("intersect")?;
    }
    let mut found = Intersection {
        decided_by: decided_without_pieces(pair),
        ..Intersection::of_nothing(options)
    };
    let ask: &mut AskPosed<'_> = &mut |pair, ids| {
        let answer = intersect(pair, options, &mut PairState::default())?;
        let wins = answer.verdict != Verdict::Separated && found.verdict != Verdict::Hit;
        found.take(answer, ids, wins);
        Ok(match found.verdict {
            Verdict::Hit => -1.0,
            _ => 0.0,
        })
    };
    if !matches!(options.method, Method::Default | Method::RaySimplex) {
        pair.over_pieces(0.0, ask)?;
        return Ok(found);
    }
    if let Some(met) = pair.over_pieces_to_first(0.0, ask)? {
        let answer = Intersection {
            verdict: Verdict::Hit,
            decided_by: DecidedBy::Float,
            solver: match met.radii {
                [0.0, 0.0] => Method::RaySimplex,
                _ => Method::Gjk,
            },
            point: Some(met.points()[0]),
            ..Intersection::of_nothing(options)
        };
        found.take(answer, met.ids, true);
    }
    Ok(found)
}

impl Intersection {
    /// Counts what is inside a solid, where no two pieces meet, as in contact.
    fn or_inside(self, pair: &PosedPair<'_>) -> Result<Self> {
        let Some(inside) = pair.inside_beyond(self.verdict, self.decided_by)? else {
            return Ok(self);
        };
        let found = Intersection {
            decided_by: inside.decided_by,
            ..self
        };
        Ok(match inside.point {
            None => found,
            Some(_) => Intersection {
                verdict: Verdict::Hit,
                reason: Reason::None,
                point: inside.point,
                pieces: None,
                ..found
            },
        })
    }
}

/// Answers for bodies with radii: their cores are within the sum of the radii or not.
fn round(
    cores: &Cores<'_, Pose>,
    state: &mut PairState,
    options: &IntersectOptions,
) -> Result<Intersection> {
    options.method.of_round_bodies("intersect")?;
    let ([a, b], [pose_a, pose_b]) = cores.both();
    if cores.has_empty() {
        return Ok(answer(a, pose_a, b, pose_b, state, options));
    }
    let found = bodies_within_distance(cores, 0.0, options.max_pivots, state);
    let decision = found.decision();
    Ok(Intersection {
        pieces: None,
        verdict: match decision.kind {
            DecisionKind::Separated => Verdict::Separated,
            _ => Verdict::Hit,
        },
        reason: Reason::None,
        decided_by: decision.by,
        solver: Method::Gjk,
        iterations: found.queries,
        plane: found.plane(),
        point: found.point(),
        bounds: None,
    })
}

/// Answers for bodies of which one is curved.
#[cold]
fn curved(
    sides: &ConvexPair<'_, Pose>,
    state: &mut PairState,
    options: &IntersectOptions,
) -> Result<Intersection> {
    options.method.of_round_bodies("intersect")?;
    if sides.bounding_polytopes().has_empty() {
        let ([a, b], [pose_a, pose_b]) = sides.bounding_polytopes().both();
        return Ok(answer(a, pose_a, b, pose_b, state, options));
    }
    let found = known(sides, 0.0, options.max_pivots, state);
    Ok(Intersection {
        pieces: None,
        verdict: found.verdict,
        reason: found.reason(),
        decided_by: found.decided_by,
        solver: Method::Gjk,
        iterations: found.iterations,
        plane: found.plane(),
        point: (found.verdict == Verdict::Hit).then_some(found.points[0]),
        bounds: None,
    })
}

/// Apart from the checks, which are compiled into the caller: handing over a pair in memory and an answer in
/// a `Result` costs the shortest queries 8%.
fn answer(
    a: &Polytope,
    pose_a: &Pose,
    b: &Polytope,
    pose_b: &Pose,
    state: &mut PairState,
    options: &IntersectOptions,
) -> Intersection {
    if a.is_empty() || b.is_empty() {
        return Intersection::of_nothing(options);
    }
    let apart = pose_b.translation() - pose_a.translation();
    let size = (a.reach() + b.reach()) + norm1(&apart);
    let scale = scale_of_size(size);
    if scale != 1.0 {
        let query = PoseQuery {
            a,
            pose_a,
            b,
            pose_b,
            scale,
        };
        return at_scale(query, size, state, options);
    }
    let query = PoseQuery {
        a,
        pose_a,
        b,
        pose_b,
        scale: 1.0,
    };
    // The method as a constant: no other method's code gets into the default's.
    match options.method {
        Method::Default | Method::RaySimplex => {
            // Outside of the wide code, which saves registers that this does not need; what it
            // computes again for the pairs that are left is half of what handing it over costs.
            let near = query.unscaled();
            if near.is_round() {
                let [hull_a, hull_b] = near.hulls([pose_a.matrix(), pose_b.matrix()]);
                let rounding = pair_rounding(size);
                if let Some(decision) = by_spheres(&hull_a, &hull_b, 0.0, rounding, state) {
                    return near.answer(&by_the_bounds(decision), &None);
                }
            }
            let Some(fast) = simd::fast() else {
                return at_scale(query, size, state, options);
            };
            if query.is_oval()
                && let Some(decision) = fast.run(
                    #[inline(always)]
                    || {
                        query
                            .unscaled()
                            .by_ellipsoids([pose_a.matrix(), pose_b.matrix()], state)
                    },
                )
            {
                return query.answer(&by_the_bounds(decision), &None);
            }
            fast.run(
                #[inline(always)]
                || {
                    let query = query.unscaled();
                    let hulls = query.hulls([pose_a.matrix(), pose_b.matrix()]);
                    query.decide(Method::RaySimplex, hulls, state, options)
                },
            )
        }
        Method::InteriorPoint => match simd::fast() {
            Some(fast) => fast.run(
                #[inline(always)]
                || {
                    let hulls = query.hulls([pose_a.matrix(), pose_b.matrix()]);
                    query.decide(Method::InteriorPoint, hulls, state, options)
                },
            ),
            None => at_scale(query, size, state, options),
        },
        Method::Gjk => match simd::fast() {
            Some(fast) => fast.run(
                #[inline(always)]
                || {
                    let hulls = query.hulls([pose_a.matrix(), pose_b.matrix()]);
                    query.decide(Method::Gjk, hulls, state, options)
                },
            ),
            None => at_scale(query, size, state, options),
        },
        _ => at_scale(query, size, state, options),
    }
}

/// Bodies of extreme size, brought near 1; the slow methods; and every pair on slow machines.
#[cold]
fn at_scale(
    query: PoseQuery<'_>,
    size: f64,
    state: &mut PairState,
    options: &IntersectOptions,
) -> Intersection {
    let scaled = [query.pose_a, query.pose_b].map(|pose| pose.matrix() * query.scale);
    // Of another lifetime than the bodies'.
    let query = PoseQuery { ..query };
    let matrices = [&scaled[0], &scaled[1]];
    let [hull_a, hull_b] = &query.hulls(matrices);
    if options.method.solver() == Method::RaySimplex {
        let rounding = pair_rounding(size * query.scale);
        let found = if query.is_round() {
            by_spheres(hull_a, hull_b, 0.0, rounding, state)
        } else if query.is_oval() {
            query.by_ellipsoids(matrices, state)
        } else {
            None
        };
        if let Some(decision) = found {
            return query.answer(&by_the_bounds(decision), &None);
        }
    }
    let mut span = None;
    let ask = BooleanRequest::exact(options.method, options.max_pivots);
    let decided = decide_outlined(ask, hull_a, hull_b, state, &mut span);
    query.answer(&decided, &span)
}

/// The answer of spheres or ellipsoids, before the first support query.
#[inline(always)]
fn by_the_bounds(decision: Decision) -> Decided {
    Decided {
        decision,
        solver: Method::RaySimplex,
        iterations: 0,
        bounds: None,
    }
}

/// Pairs whose inscribed balls reach this part of the balls around them: from a dodecahedron (0.79)
/// on balls decide at least half of all pairs, of boxes (0.58) a third.
const MIN_ROUND_RATIO: f64 = 0.7;

/// Two bodies at their poses, lengths times a power of two.
#[derive(Clone, Copy)]
struct PoseQuery<'a> {
    a: &'a Polytope,
    pose_a: &'a Pose,
    b: &'a Polytope,
    pose_b: &'a Pose,
    scale: f64,
}

impl<'a> PoseQuery<'a> {
    /// The bodies as solvers see them; the origin is A's position. `matrices` are the poses', times
    /// the scale.
    #[inline(always)]
    fn hulls(&self, matrices: [&'a Matrix3<f64>; 2]) -> [ExtendedHull<'a>; 2] {
        let (origin, scale) = (self.pose_a.translation(), self.scale);
        [
            ExtendedHull::at_origin(self.a, self.pose_a, matrices[0], scale),
            ExtendedHull::at_pose(self.b, self.pose_b, matrices[1], origin, scale),
        ]
    }

    /// Returns the pair with a scale that the compiler sees to be 1: what is passed to wide code lies in
    /// memory, and a division by it costs a sixth of the shortest query.
    #[inline(always)]
    fn unscaled(self) -> Self {
        PoseQuery { scale: 1.0, ..self }
    }

    /// Whether balls about the centres decide most pairs of such bodies.
    #[inline(always)]
    fn is_round(&self) -> bool {
        let inner = self.a.inscribed_radius() + self.b.inscribed_radius();
        inner > MIN_ROUND_RATIO * (self.a.outer_radius() + self.b.outer_radius())
    }

    /// Whether ellipsoids about the centres decide most.
    #[inline(always)]
    fn is_oval(&self) -> bool {
        self.a.ellipsoids().is_tight() && self.b.ellipsoids().is_tight() && !self.is_round()
    }

    #[inline(always)]
    fn by_ellipsoids(
        &self,
        matrices: [&'a Matrix3<f64>; 2],
        state: &mut PairState,
    ) -> Option<Decision> {
        let [hull_a, hull_b] = self.hulls(matrices);
        let posed = |body: &'a Polytope, matrix| PosedEllipsoids {
            ellipsoids: body.ellipsoids(),
            matrix,
            scale: self.scale,
        };
        let (ellipsoids_a, ellipsoids_b) = (posed(self.a, matrices[0]), posed(self.b, matrices[1]));
        by_ellipsoids(&hull_a, &ellipsoids_a, &hull_b, &ellipsoids_b, state)
    }

    #[inline(always)]
    fn decide(
        &self,
        method: Method,
        [hull_a, hull_b]: [ExtendedHull<'_>; 2],
        state: &mut PairState,
        options: &IntersectOptions,
    ) -> Intersection {
        let mut span = None;
        let ask = BooleanRequest::exact(method, options.max_pivots);
        let decided = decide(ask, &hull_a, &hull_b, state, &mut span);
        self.answer(&decided, &span)
    }

    #[inline(always)]
    fn answer(&self, decided: &Decided, span: &Option<Span>) -> Intersection {
        let (decision, origin) = (&decided.decision, self.pose_a.translation());
        Intersection {
            pieces: None,
            verdict: match decision.kind {
                DecisionKind::Hit => Verdict::Hit,
                DecisionKind::Separated => Verdict::Separated,
                // Dilated hulls, which are none of this query's, or a solver's tolerance.
                _ => Verdict::Undecided,
            },
            reason: decision.kind.reason(),
            decided_by: decision.by,
            solver: decided.solver,
            iterations: decided.iterations,
            plane: decision.plane(&origin, self.scale, span),
            point: decision.point(&origin, self.scale),
            bounds: decided.bounds.map(|bounds| bounds.over(self.scale)),
        }
    }
}
