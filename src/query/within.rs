//! Is the distance of two bodies at most d?
//!
//! `near` decides; this is the query.

use nalgebra::Vector3;

use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{ConvexPair, Cores, PosedPair, SolverPair};
use crate::motion::pose::Pose;
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::query::fold::{PiecesAnswer, decided_without_pieces, pieces_answer};
use crate::shape::pieces::PieceId;
use crate::solver::curved_distance::known;
use crate::solver::decision::DecisionKind;
use crate::solver::within_distance::bodies_within_distance;
use crate::verdict::{DecidedBy, Reason, Verdict};

options! {
    /// Options of [`within`].
    WithinOptions {
        /// Largest distance that is a hit. Default 0: the question of [`intersect`](crate::intersect).
        distance: f64 = 0.0, "finite and not negative": |x| *x >= 0.0 && x.is_finite();
        /// Support queries in f64 before exact arithmetic takes over. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Answer of [`within`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Within {
    /// `Hit`: the distance is at most that of the options, and equal is a hit. `Separated`: it is larger.
    /// Exactly, on the numbers given.
    pub verdict: Verdict,
    /// `None`; for curved bodies perhaps [`Reason::Touching`].
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Support queries on each body.
    pub iterations: u32,
    /// The options' distance.
    pub distance: f64,
    /// With `Separated`: unit normal from A to B, world axes, along which they are farther apart than that; to
    /// rounding, where exact arithmetic decided. None when a body is empty or of several pieces.
    pub normal: Option<Vector3<f64>>,
    /// With `Hit`: a point of A, world frame, whose distance from `point_b` is at most that of the options, to
    /// rounding.
    pub point_a: Option<Vector3<f64>>,
    /// With `Hit`: that point of B.
    pub point_b: Option<Vector3<f64>>,
    /// Which pieces of the two bodies are that near, or undecided; None where both are convex, and where all pieces are farther apart.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

/// Whether two bodies at given poses are at most a distance apart.
///
/// The verdict is that of real arithmetic on the numbers given, as in [`intersect`](crate::intersect), which this is
/// for a distance of 0. The empty body is near to nothing. Costs less than [`distance`](crate::distance()): it ends as
/// soon as the bounds decide. Allocates nothing, except where the distance is the given one to rounding and exact
/// arithmetic decides.
///
/// `state` is the memory of this pair from frame to frame, shared with the other queries.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range.
///
/// ```
/// use interframe::{PairState, Polytope, Pose, PosedPair, Verdict, WithinOptions, within};
/// use nalgebra::Vector3;
///
/// let point = Polytope::new(&[Vector3::zeros()])?;
/// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(3.0, 4.0, 0.0))?);
/// let pair = PosedPair::new(&point, &here, &point, &there);
/// let ask = |distance: f64| {
///     let options = WithinOptions { distance, ..Default::default() };
///     within(&pair, &options, &mut PairState::default())
/// };
/// assert_eq!(ask(5.0)?.verdict, Verdict::Hit);
/// assert_eq!(ask(5.0_f64.next_down())?.verdict, Verdict::Separated);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn within(
    pair: &PosedPair<'_>,
    options: &WithinOptions,
    state: &mut PairState,
) -> Result<Within> {
    options.validate()?;
    let cores = match pair.kinds(&kinds::WITHIN)? {
        SolverPair::Polytopes(bodies, poses) => Cores::plain(bodies, poses),
        SolverPair::Rounded(cores) => cores,
        SolverPair::Curved(sides) => return Ok(curved(&sides, options, state)),
        SolverPair::Pieces => return of_pieces(pair, options)?.or_inside(pair),
    };
    if cores.has_empty() {
        return Ok(Within::separated(None, DecidedBy::Nothing, options));
    }
    let found = bodies_within_distance(&cores, options.distance, options.max_pivots, state);
    let decision = found.decision();
    let normal = (decision.kind == DecisionKind::Separated).then(|| decision.vector());
    let answer = Within::separated(normal, decision.by, options);
    let points = found.points();
    Ok(Within {
        verdict: match normal {
            Some(_) => Verdict::Separated,
            None => Verdict::Hit,
        },
        iterations: found.queries,
        point_a: points.map(|[a, _]| a),
        point_b: points.map(|[_, b]| b),
        ..answer
    })
}

pieces_answer!(Within);

/// Decides whether any two pieces are within the distance.
#[cold]
fn of_pieces(pair: &PosedPair<'_>, options: &WithinOptions) -> Result<Within> {
    let mut found = Within::separated(None, decided_without_pieces(pair), options);
    let met = pair.over_pieces_to_first(options.distance, &mut |pair, ids| {
        let answer = within(pair, options, &mut PairState::default())?;
        let wins = answer.verdict != Verdict::Separated && found.verdict != Verdict::Hit;
        found.take(answer, ids, wins);
        Ok(match found.verdict {
            Verdict::Hit => -1.0,
            _ => options.distance,
        })
    })?;
    if let Some(met) = met {
        let [point_a, point_b] = met.points().map(Some);
        let answer = Within {
            verdict: Verdict::Hit,
            point_a,
            point_b,
            ..Within::separated(None, DecidedBy::Float, options)
        };
        found.take(answer, met.ids, true);
    }
    Ok(found)
}

/// Decides for two bodies of which one is curved.
#[cold]
fn curved(sides: &ConvexPair<'_, Pose>, options: &WithinOptions, state: &mut PairState) -> Within {
    if sides.bounding_polytopes().has_empty() {
        return Within::separated(None, DecidedBy::Nothing, options);
    }
    let found = known(sides, options.distance, options.max_pivots, state);
    let points = (found.verdict == Verdict::Hit).then_some(found.points);
    let normal = found.normal.filter(|_| found.verdict == Verdict::Separated);
    Within {
        verdict: found.verdict,
        reason: found.reason(),
        iterations: found.iterations,
        point_a: points.map(|[a, _]| a),
        point_b: points.map(|[_, b]| b),
        ..Within::separated(normal, found.decided_by, options)
    }
}

impl Within {
    /// Counts what is inside a solid, and not near its surface, as in contact.
    fn or_inside(self, pair: &PosedPair<'_>) -> Result<Self> {
        let Some(inside) = pair.inside_beyond(self.verdict, self.decided_by)? else {
            return Ok(self);
        };
        let found = Within {
            decided_by: inside.decided_by,
            ..self
        };
        Ok(match inside.point {
            None => found,
            Some(_) => Within {
                verdict: Verdict::Hit,
                reason: Reason::None,
                normal: None,
                point_a: inside.point,
                point_b: inside.point,
                pieces: None,
                ..found
            },
        })
    }

    fn separated(
        normal: Option<Vector3<f64>>,
        decided_by: DecidedBy,
        options: &WithinOptions,
    ) -> Self {
        Within {
            pieces: None,
            verdict: Verdict::Separated,
            reason: Reason::None,
            decided_by,
            iterations: 0,
            distance: options.distance,
            normal,
            point_a: None,
            point_b: None,
        }
    }
}
