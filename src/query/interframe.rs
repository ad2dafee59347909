//! Do two bodies meet between two frames?
//!
//! The stages are those of `intersect`; the bodies are extended hulls, which stand for everything
//! a body occupies at the two ends of the frame, or dilated, at any time in it.

use nalgebra::{Matrix3, Vector3};

use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{Cores, MovingPair, SolverPair};
use crate::motion::rigid_motion::Motion;
use crate::names::named;
use crate::numeric::arithmetic::norm1;
use crate::numeric::simd;
use crate::options::{MAX_PIVOTS, Method, options};
use crate::pair::PairState;
use crate::plane::{Plane, Span};
use crate::query::fold::{PiecesAnswer, pieces_answer, rank};
use crate::query::method::{BooleanRequest, Decided, decide, decide_outlined};
use crate::reference::partial_sweeps::{Extension, PartialHull};
use crate::shape::body::Body;
use crate::shape::pieces::PieceId;
use crate::shape::polytope::Polytope;
use crate::solver::decision::DecisionKind;
use crate::solver::minkowski_difference::Difference;
use crate::solver::within_distance::hulls_within_distance;
use crate::support::dilation::slack;
use crate::support::mapping::AnySet;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{About, DecidedBy, DistanceBracket, Reason, Verdict};

named! {
    /// Which extended hull stands for a moving body.
    #[non_exhaustive]
    pub enum Sweep, a "sweep" {
        /// The hull of the start and the end pose dilated until it holds every pose in between.
        Certified = 0: "certified",
        /// The hull of the start and the end pose, nothing else. Misses what a turning body touches
        /// in between.
        Full = 1: "full",
        /// The 2005 paper's partial extension: of each body's vertices, in six groups by the faces of its oriented box, the
        /// group that faces along its motion is taken at the end, all others at the start. Misses contacts of any motion,
        /// at the rates that `docs/theory/INTERIOR_POINT.md` lists; for comparison.
        FaceGrouped = 2: "face_grouped",
        /// The vertices that lead at the end, those that trail at the start, those of the silhouette at
        /// both. Of a body that does not turn the same hull as `Full` from fewer vertices; of a body
        /// that turns a part of it.
        Silhouette = 3: "silhouette",
    }
}

named! {
    /// In which frame the bodies are swept.
    pub enum Frame, a "frame" {
        /// Moving with A's pivot, world axes: exact when neither body turns.
        Relative = 0: "relative",
        /// Fixed in the world: both bodies are swept, as in the 2005 paper.
        World = 1: "world",
    }
}

/// Answer of [`interframe`] and [`interframe_vertices`](crate::interframe_vertices).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Interframe {
    /// The verdict, about what `about` says.
    pub verdict: Verdict,
    /// Why it is `Undecided`.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// The solver that decided, never `Default`: another than the option's if that one left the
    /// answer to the ray simplex.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub solver: Method,
    /// Support queries on each body; with [`Method::InteriorPoint`] its steps.
    pub iterations: u32,
    /// Subject of the verdict.
    pub about: About,
    /// Sum of the two dilation radii of a certified sweep; 0 otherwise. Rounded to nearest when
    /// sizes are so extreme that the query was scaled: may read 0 for bodies of denormal size.
    pub slack: f64,
    /// With `Separated`: the plane that proves it, with at least `slack` between it and the
    /// undilated hulls taken together. In the relative frame it moves with A's pivot and is given
    /// at t = 0. None when a body is empty or of several pieces.
    pub plane: Option<Plane>,
    /// With `Hit`: a point common to the hulls to rounding, in the frame of the query (world
    /// coordinates at t = 0).
    pub point: Option<Vector3<f64>>,
    /// What the method proved of the distance between the undilated hulls on the way to its verdict:
    /// of [`Method::InteriorPoint`] only.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub bounds: Option<DistanceBracket>,
    /// Which pieces of the two bodies are not proved apart; None where both are convex, and where all pieces are apart.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

options! {
    /// Options of [`interframe`].
    InterframeOptions {
        /// Which extended hull stands for a moving body.
        sweep: Sweep = Sweep::Certified;
        /// In which frame the bodies are swept.
        frame: Frame = Frame::Relative;
        /// Which solver answers.
        method: Method = Method::Default;
        /// Largest number of pivots in f64; see [`IntersectOptions`](crate::IntersectOptions).
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
        /// A certified sweep of bodies that turn gives up, Undecided, when the gap between its
        /// dilated hulls is known to this fraction of the size (the smaller body's bounding radius;
        /// the larger's, if that is 0). Between 1e-12 and 1e-2, default 1e-6.
        sweep_rel_tol: f64 = 1e-6, "between 1e-12 and 1e-2": |x| *x >= 1e-12 && *x <= 1e-2;
    }
}

/// Whether two moving bodies, or their extended hulls, share a point between two frames.
///
/// A certified sweep takes bodies of several pieces, the other sweeps do not.
///
/// - [`Sweep::Full`]: about `Hull`. The hulls of each body's two end poses, exactly: `Separated` or
///   `Hit`, never `Undecided`. Of a body that turns, nothing follows for the motion.
/// - [`Sweep::Certified`]: about `Motion`. `Separated` holds for every t in [0, 1] and any turn,
///   several whole ones included. When neither body turns and the frame is `Relative`, the query
///   is exact: `Separated` or `Hit`. Otherwise hulls that meet leave it `Undecided`
///   ([`Reason::HullsMeet`]): bodies that turn may have missed each other.
///
/// An end pose given by `turn` stands, in the hull, for its f64 quaternion ([`Motion::end`]);
/// a certified sweep covers the difference.
///
/// Cost: as [`intersect`](crate::intersect), with two support queries on each body that turns; a certified sweep of a
/// body that turns also reads each of its corners once. Allocates nothing, except when hulls touch to rounding and
/// exact arithmetic decides.
///
/// Source: extended hulls, Akgunduz, Banerjee and Mehrotra (2005), section 5, eq. 34. Deviations:
/// support mappings instead of doubled vertex lists; the frame moves with A's pivot by default;
/// the dilation that makes turning bodies safe is ours.
///
/// ```
/// use interframe::{
///     InterframeOptions, Motion, MovingPair, PairState, Polytope, Pose, Verdict, interframe,
/// };
/// use nalgebra::{Quaternion, Vector3};
///
/// let bullet = Polytope::new(&[Vector3::zeros(), Vector3::new(0.03, 0.0, 0.0)])?;
/// let plate = Polytope::new(&[
///     Vector3::new(0.0, -1.0, -1.0), Vector3::new(0.0, 1.0, -1.0), Vector3::new(0.0, 0.0, 1.0),
/// ])?;
/// // 12 units in one frame, through the plate at x = 5: both ends of the frame are free.
/// let scaled = Motion::translation(Pose::identity(), Vector3::new(12.0, 0.0, 0.0))?;
/// let fixed = Motion::fixed(Pose::from_translation(Vector3::new(5.0, 0.0, 0.0))?);
/// let answer = interframe(
///     &MovingPair::new(&bullet, &scaled, &plate, &fixed),
///     &InterframeOptions::default(), &mut PairState::default(),
/// )?;
/// assert_eq!(answer.verdict, Verdict::Hit);
/// # Ok::<(), interframe::Error>(())
/// ```
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Body`](crate::Error::Body) for curved bodies,
/// for bodies with radii by a partial sweep and for bodies of several pieces by any sweep but `Certified`,
/// [`Error::Method`](crate::Error::Method) for bodies with radii by a method that does not take them.
#[inline]
pub fn interframe(
    pair: &MovingPair<'_>,
    options: &InterframeOptions,
    state: &mut PairState,
) -> Result<Interframe> {
    options.validate()?;
    match pair.kinds(&kinds::INTERFRAME)? {
        SolverPair::Polytopes(bodies, motions) => {
            Ok(answer(&Cores::plain(bodies, motions), options, state))
        }
        SolverPair::Rounded(cores) => round(pair, &cores, options, state),
        SolverPair::Curved(_) | SolverPair::Pieces => of_pieces(pair, options),
    }
}

pieces_answer!(Interframe);

/// Answers for bodies of several pieces whether any two of them may meet. A hit ends it; then what is undecided.
#[cold]
fn of_pieces(pair: &MovingPair<'_>, options: &InterframeOptions) -> Result<Interframe> {
    let bodies = [pair.a, pair.b];
    if options.sweep != Sweep::Certified {
        kinds::INTERFRAME_HULLS.check(bodies)?;
    }
    if bodies.iter().any(Body::is_round) {
        options.method.of_round_bodies("interframe")?;
    }
    let mut found = Interframe::nothing_to_meet(About::Motion, options.method);
    pair.over_pieces(0.0, 1.0, &mut |pair, ids| {
        let answer = interframe(pair, options, &mut PairState::default())?;
        let slack = answer.slack;
        let wins = rank(answer.verdict) > rank(found.verdict);
        found.take(answer, ids, wins);
        found.slack = found.slack.max(slack);
        Ok(match found.verdict {
            Verdict::Hit => -1.0,
            _ => 1.0,
        })
    })?;
    if found.verdict != Verdict::Hit
        && let Some(inside) = pair.at_start().inside()?
    {
        found.decided_by = found.decided_by.max(inside.decided_by);
        if inside.point.is_some() {
            (found.verdict, found.reason) = (Verdict::Hit, Reason::None);
            (found.point, found.pieces) = (inside.point, None);
        }
    }
    Ok(found)
}

fn answer(
    cores: &Cores<'_, Motion>,
    options: &InterframeOptions,
    state: &mut PairState,
) -> Interframe {
    let ([a, b], [motion_a, motion_b]) = cores.both();
    let about = match options.sweep {
        Sweep::Certified => About::Motion,
        Sweep::Full | Sweep::FaceGrouped | Sweep::Silhouette => About::Hull,
    };
    if a.is_empty() || b.is_empty() {
        return Interframe::nothing_to_meet(about, options.method);
    }
    let scale = motion_scale(a, motion_a, b, motion_b);
    let query = HullQuery {
        bodies: [a, b],
        motions: [motion_a, motion_b],
        about,
        relative: options.frame == Frame::Relative,
        tolerance: options.sweep_rel_tol * cores.size(),
        max_pivots: options.max_pivots,
        method: options.method,
    };
    let extension = match options.sweep {
        Sweep::Certified | Sweep::Full => None,
        Sweep::FaceGrouped => Some(Extension::FaceGrouped),
        Sweep::Silhouette => Some(Extension::Silhouette),
    };
    if scale != 1.0 || extension.is_some() {
        return query.at_scale(state, extension, scale);
    }
    let Some(fast) = simd::fast() else {
        return query.at_scale(state, None, 1.0);
    };
    let matrices = [
        motion_a.start().matrix(),
        motion_a.end().matrix(),
        motion_b.start().matrix(),
        motion_b.end().matrix(),
    ];
    // The method as a constant: no other method's code gets into the default's.
    match options.method {
        Method::Default | Method::RaySimplex => fast.run(
            #[inline(always)]
            || query.run(matrices, state, Method::RaySimplex, 1.0, Speed::Inlined),
        ),
        Method::InteriorPoint => fast.run(
            #[inline(always)]
            || query.run(matrices, state, Method::InteriorPoint, 1.0, Speed::Inlined),
        ),
        _ => query.at_scale(state, None, 1.0),
    }
}

/// Answers for bodies with radii, by the hulls of their cores, dilated by the radii too.
#[cold]
fn round(
    pair: &MovingPair<'_>,
    cores: &Cores<'_, Motion>,
    options: &InterframeOptions,
    state: &mut PairState,
) -> Result<Interframe> {
    options.method.of_round_bodies("interframe")?;
    let about = match options.sweep {
        Sweep::Certified => About::Motion,
        Sweep::Full => About::Hull,
        Sweep::FaceGrouped | Sweep::Silhouette => {
            return Err(kinds::INTERFRAME_PARTIAL.refused([pair.a, pair.b]));
        }
    };
    if cores.has_empty() {
        return Ok(Interframe::nothing_to_meet(about, options.method));
    }
    let ([a, b], [motion_a, motion_b]) = cores.both();
    let scale = motion_scale(a, motion_a, b, motion_b);
    let relative = options.frame == Frame::Relative;
    let scaled = cores
        .places
        .map(|m| [m.start(), m.end()].map(|pose| pose.matrix() * scale));
    let [hull_a, hull_b] = placed_hulls(cores, &scaled, relative, scale);
    let slack = match about {
        About::Motion => slack(a, motion_a, scale) + slack(b, motion_b, scale),
        About::Hull => 0.0,
    };
    let reach = cores.touching_distance(0.0);
    let (decided, span) = if slack > 0.0 {
        let [_, most] = reach.bounds(scale);
        let ask = BooleanRequest {
            method: Method::RaySimplex,
            slack: (slack + most).next_up(),
            max_pivots: options.max_pivots,
            tolerance: options.sweep_rel_tol * cores.size() * scale,
        };
        let mut span = None;
        (
            decide_outlined(ask, &hull_a, &hull_b, state, &mut span),
            span,
        )
    } else {
        let (a, b): (AnySet<'_>, AnySet<'_>) = (&hull_a, &hull_b);
        let mut m = Difference::new(&a, &b, 0.0);
        let found = hulls_within_distance(&mut m, &reach, options.max_pivots, scale, state);
        let decided = Decided {
            decision: found.decision,
            solver: Method::Gjk,
            iterations: m.queries,
            bounds: None,
        };
        (decided, found.span)
    };
    let turning = motion_a.is_turning() || motion_b.is_turning();
    let exact = about == About::Hull || (relative && !turning);
    let origin = motion_a.start().translation();
    Ok(Interframe::new(
        decided,
        &span,
        about,
        exact,
        slack,
        (origin, scale),
    ))
}

/// The hulls of both bodies' cores at the ends of the frame; `matrices` are those of the poses, times `scale`.
pub(crate) fn placed_hulls<'a>(
    cores: &Cores<'a, Motion>,
    matrices: &'a [[Matrix3<f64>; 2]; 2],
    relative: bool,
    scale: f64,
) -> [ExtendedHull<'a>; 2] {
    let reference = cores.places[0];
    [0, 1].map(|k| {
        let (body, motion) = (cores.bodies[k], cores.places[k]);
        ExtendedHull::of_motion(
            body,
            motion,
            matrices[k].each_ref(),
            reference,
            relative,
            scale,
        )
    })
}

/// Which copy of the solvers to run; a constant wherever it is passed.
#[derive(Clone, Copy)]
enum Speed {
    Inlined,
    Shared,
}

struct HullQuery<'a> {
    bodies: [&'a Polytope; 2],
    motions: [&'a Motion; 2],
    about: About,
    relative: bool,
    /// For dilated hulls, in length.
    tolerance: f64,
    max_pivots: u32,
    method: Method,
}

impl<'a> HullQuery<'a> {
    /// Bodies of extreme size, brought near 1; partial extensions of any size; the slow methods; and every
    /// pair on slow machines.
    #[cold]
    fn at_scale(
        &self,
        state: &mut PairState,
        extension: Option<Extension>,
        scale: f64,
    ) -> Interframe {
        let scaled = (self.motions).map(|m| [m.start(), m.end()].map(|pose| pose.matrix() * scale));
        let [[a0, a1], [b0, b1]] = &scaled;
        let matrices = [a0, a1, b0, b1];
        match extension {
            None => self.run(matrices, state, self.method, scale, Speed::Shared),
            Some(extension) => self.run_partial(extension, matrices, state, scale),
        }
    }

    #[inline(always)]
    fn hulls<'m>(&self, matrices: [&'m Matrix3<f64>; 4], scale: f64) -> [ExtendedHull<'m>; 2]
    where
        'a: 'm,
    {
        let ([a, b], [motion_a, motion_b]) = (self.bodies, self.motions);
        let [a0, a1, b0, b1] = matrices;
        [
            ExtendedHull::of_motion(a, motion_a, [a0, a1], motion_a, self.relative, scale),
            ExtendedHull::of_motion(b, motion_b, [b0, b1], motion_a, self.relative, scale),
        ]
    }

    /// `matrices` are those of A's and B's start and end poses, times `scale`.
    #[inline(always)]
    fn run(
        &self,
        matrices: [&Matrix3<f64>; 4],
        state: &mut PairState,
        method: Method,
        scale: f64,
        speed: Speed,
    ) -> Interframe {
        let [hull_a, hull_b] = self.hulls(matrices, scale);
        let ([a, b], [motion_a, motion_b]) = (self.bodies, self.motions);
        let slack = match self.about {
            About::Motion => slack(a, motion_a, scale) + slack(b, motion_b, scale),
            About::Hull => 0.0,
        };
        // Of hulls that meet a hit follows: about hulls always, about motions in this case.
        let turning = motion_a.is_turning() || motion_b.is_turning();
        let exact = self.about == About::Hull || (self.relative && !turning);
        let mut span = None;
        let ask = BooleanRequest {
            method,
            slack,
            max_pivots: self.max_pivots,
            tolerance: self.tolerance * scale,
        };
        let decided = match speed {
            Speed::Inlined => decide(ask, &hull_a, &hull_b, state, &mut span),
            Speed::Shared => decide_outlined(ask, &hull_a, &hull_b, state, &mut span),
        };
        let origin = motion_a.start().translation();
        Interframe::new(decided, &span, self.about, exact, slack, (origin, scale))
    }

    /// Runs with a part of each body's vertices. The verdict is exact for these.
    #[inline(always)]
    fn run_partial(
        &self,
        extension: Extension,
        matrices: [&Matrix3<f64>; 4],
        state: &mut PairState,
        scale: f64,
    ) -> Interframe {
        let [hull_a, hull_b] = self.hulls(matrices, scale);
        let part_a = PartialHull::new(&hull_a, extension);
        let part_b = PartialHull::new(&hull_b, extension);
        let mut span = None;
        let ask = BooleanRequest::exact(self.method, self.max_pivots);
        let decided = decide_outlined(ask, &part_a, &part_b, state, &mut span);
        let origin = self.motions[0].start().translation();
        Interframe::new(decided, &span, self.about, true, 0.0, (origin, scale))
    }
}

/// The power of two that brings a moving pair near size 1.
#[inline(always)]
pub(crate) fn motion_scale(
    a: &Polytope,
    motion_a: &Motion,
    b: &Polytope,
    motion_b: &Motion,
) -> f64 {
    let origin = motion_a.start().translation();
    let reach = |body: &Polytope, motion: &Motion| body.reach() + norm1(&motion.pivot());
    pair_scale(
        reach(a, motion_a),
        reach(b, motion_b),
        norm1(&(motion_b.start().translation() - origin))
            + norm1(&(motion_a.end_translation() - origin))
            + norm1(&(motion_b.end_translation() - origin)),
    )
}

impl Interframe {
    pub(crate) fn nothing_to_meet(about: About, method: Method) -> Self {
        Interframe {
            pieces: None,
            verdict: Verdict::Separated,
            reason: Reason::None,
            decided_by: DecidedBy::Nothing,
            solver: method.solver(),
            iterations: 0,
            about,
            slack: 0.0,
            plane: None,
            point: None,
            bounds: None,
        }
    }

    /// The decision in world coordinates. Hulls that meet are a hit only if `exact`.
    #[inline(always)]
    pub(crate) fn new(
        decided: Decided,
        span: &Option<Span>,
        about: About,
        exact: bool,
        slack: f64,
        (origin, scale): (Vector3<f64>, f64),
    ) -> Self {
        let decision = decided.decision;
        let (verdict, reason) = match decision.kind {
            DecisionKind::Separated => (Verdict::Separated, Reason::None),
            DecisionKind::Hit if exact => (Verdict::Hit, Reason::None),
            DecisionKind::Hit => (Verdict::Undecided, Reason::HullsMeet),
            kind => (Verdict::Undecided, kind.reason()),
        };
        let proved = verdict != Verdict::Undecided;
        Interframe {
            pieces: None,
            verdict,
            reason,
            decided_by: if proved {
                decision.by
            } else {
                DecidedBy::Nothing
            },
            solver: decided.solver,
            iterations: decided.iterations,
            about,
            slack: slack / scale,
            plane: decision.plane(&origin, scale, span),
            point: decision.point(&origin, scale).filter(|_| proved),
            bounds: decided.bounds.map(|bounds| bounds.over(scale)),
        }
    }
}
