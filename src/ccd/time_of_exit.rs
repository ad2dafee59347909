//! Until when does one moving body stay inside another?
//!
//! A is the intersection of the half-spaces of its faces, which turn with it. For each of them `half_space`
//! computes how long B stays in it, up to the time at which B left an earlier one. So no memory is needed, and a
//! bound decides most half-spaces without reading B's vertices.
//!
//! Loses on a body that spins along a wall: steps there are as short as the tolerance allows.

use nalgebra::Vector3;

use crate::advance::half_space::{ExitBracket, ExitSearch, HalfSpace, SlackSample};
use crate::advance::relative_motion::{RelativeMotion, origin_at};
use crate::advance::scaled_motions::ScaledMotions;
use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{Cores, MovingPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::motion::tolerance::DEFAULT_REL_TOL;
use crate::numeric::arithmetic::rotate;
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::query::contains::{Containment, half_spaces, witnessed};
use crate::support::mapping::FloatMapping;
use crate::verdict::{ContainmentVerdict, Reason};

options! {
    /// Options of [`time_of_exit`].
    TimeOfExitOptions {
        /// For bodies that turn: how far B may reach beyond a face of A without being noticed, an absolute length.
        /// None: 1e-6 of the smaller body's bounding radius (of the larger, if that is 0; of two points, 1e-6 of how
        /// far apart they come).
        tolerance: Option<f64> = None, "positive and finite": |x| {
            x.is_none_or(|x| x > 0.0 && x.is_finite())
        };
        /// Margin of [`contains`](crate::contains) below which B counts as outside. If it is positive, B must keep that
        /// distance from every face. If it is negative, B may reach that far beyond a face, for example because it rests on
        /// a wall to rounding. 0: B counts as outside once it is not inside.
        target_margin: f64 = 0.0, "finite": |x| x.is_finite();
        /// Largest number of support queries on B; the search may exceed it by two. At least 1. Default 100,000.
        budget: u32 = 100_000, "from 1 to 4294967295": |n| *n >= 1;
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Answer of [`time_of_exit`]. "Inside" means with a margin of at least the target.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TimeOfExit {
    /// `Inside`: at no time of the frame does B reach beyond a face of A by more than the tolerance.
    /// `NotInside`: at `t_hi` a vertex of B is outside. `Undecided`: see `reason`.
    pub verdict: ContainmentVerdict,
    /// Why it is `Undecided`. With `NotInside` and not `None`: why B may have reached farther out than
    /// the tolerance before `t_hi`.
    pub reason: Reason,
    /// Support queries on B; 0 if balls and bodies of revolution decided.
    pub iterations: u32,
    /// B is not inside at t = 0; then both times are 0.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub initial: bool,
    /// Proved inside at every t of [0, `t_lo`), rounding included and without any tolerance. 1 when
    /// that holds throughout; less than 1 with `Inside`: from here on to the tolerance only.
    pub t_lo: f64,
    /// With `NotInside`: a vertex of B is proved outside at this time, so that B is first not inside
    /// at a time from `t_lo` to `t_hi`. Before, it is not beyond any face by more than the tolerance
    /// (unless `reason` says why). Otherwise 1.
    pub t_hi: f64,
    /// With `NotInside`: how far that vertex is beyond the plane of the face (moved inwards by the target)
    /// at `t_hi`; 0 if only exact arithmetic could decide. Otherwise 0.
    pub depth: f64,
    /// That vertex of B. None unless `NotInside`, and when A is empty.
    pub vertex: Option<u32>,
    /// Where it is at `t_hi`, world frame.
    pub point: Option<Vector3<f64>>,
    /// The face of A it is beyond, of a solid or flat A; None at an edge of a flat A.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub face: Option<u32>,
    /// Unit normal of that face, out of A, world axes, at `t_hi`. None where only exact arithmetic
    /// could tell, and when A is empty.
    pub normal: Option<Vector3<f64>>,
}

/// The first time at which moving B is no longer inside moving A, or the proof that it always is.
///
/// Bodies are closed sets: touching from within is inside, as for [`contains`](crate::contains).
/// - `Inside`: proved for all t in [0, 1] that B reaches beyond no face of A by more than the
///   tolerance, rounding included; strictly inside up to `t_lo`.
/// - `NotInside`: strictly inside before `t_lo`, a vertex proved outside at `t_hi`. B outside at t = 0,
///   by however little, is `initial` and `t_lo` = `t_hi` = 0.
/// - `Undecided`: the budget ran out, or the tolerance is below what f64 can resolve. What was proved
///   is `t_lo`.
///
/// When nothing turns and the target is 0, the verdict is exact: `Inside` without a tolerance,
/// and `NotInside` for every body that is outside at t = 1. Bodies that turn, by any angle, are
/// followed in steps each of which is proved; many turns cost nothing away from the walls.
///
/// A body that turns and is at a wall at t = 0 is proved inside all the same where it goes away from it at
/// once, and, of a solid A, where both turn about that wall's normal, exactly, or not at all.
///
/// The empty B is inside everything; nothing else is inside the empty A. Allocates only where
/// exact arithmetic decides: B at a wall to rounding at t = 0 or, when nothing turns across it, later.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Body`](crate::Error::Body) for bodies
/// with radii, curved ones and bodies of several pieces.
///
/// ```
/// use interframe::{
///     ContainmentVerdict, Motion, MovingPair, PairState, Polytope, Pose, TimeOfExitOptions,
///     time_of_exit,
/// };
/// use nalgebra::Vector3;
///
/// let (guard, tool) = (Polytope::cuboid([4.0; 3])?, Polytope::cuboid([1.0; 3])?);
/// let still = Motion::fixed(Pose::identity());
/// // The tool flies towards a wall, turning five times about z as it goes.
/// let turn = Vector3::new(0.0, 0.0, 10.0 * std::f64::consts::PI);
/// let scaled = Motion::from_turn(Pose::identity(), Vector3::new(8.0, 0.0, 0.0), turn, Vector3::zeros())?;
/// let options = TimeOfExitOptions::default();
/// let answer = time_of_exit(
///     &MovingPair::new(&guard, &still, &tool, &scaled),
///     &options, &mut PairState::default(),
/// )?;
/// assert_eq!(answer.verdict, ContainmentVerdict::NotInside);
/// // A corner, 1.4 from the axis, passes x = 4 before the middle does after half the frame.
/// assert!(answer.t_lo > 0.3 && answer.t_lo <= answer.t_hi && answer.t_hi < 0.375);
/// assert!(answer.t_hi - answer.t_lo < 1e-5 && answer.depth < 1e-5);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn time_of_exit(
    pair: &MovingPair<'_>,
    options: &TimeOfExitOptions,
    _state: &mut PairState,
) -> Result<TimeOfExit> {
    let ([a, b], motions) = pair.only_polytopes(&kinds::TIME_OF_EXIT)?;
    options.validate()?;
    if b.is_empty() {
        return Ok(TimeOfExit::inside(1.0));
    }
    if a.is_empty() {
        return Ok(TimeOfExit {
            initial: true,
            t_hi: 0.0,
            ..TimeOfExit::leaves(0.0)
        });
    }
    let query = ExitQuery {
        scaled: ScaledMotions::new(&Cores::plain([a, b], motions)),
        options,
    };
    Ok(query.answer())
}

struct ExitQuery<'a> {
    scaled: ScaledMotions<'a>,
    options: &'a TimeOfExitOptions,
}

/// Tolerance for bodies that turn, scaled.
#[inline(always)]
pub(crate) fn tolerance_of(pair: &RelativeMotion<'_>, options: &TimeOfExitOptions) -> f64 {
    match (options.tolerance, pair.scaled.size()) {
        (Some(given), _) => given * pair.scale,
        (None, size) if size > 0.0 => DEFAULT_REL_TOL * (size * pair.scale),
        _ => DEFAULT_REL_TOL * pair.size,
    }
}

/// Exit through all half-spaces together.
struct ExitOutcome {
    inside_until: f64,
    /// The least of the passages that broke off, and why.
    held_until: f64,
    reason: Reason,
    outside: Option<(SlackSample, HalfSpace)>,
    doubtful_start: bool,
    looks: u32,
}

impl ExitQuery<'_> {
    fn answer(&self) -> TimeOfExit {
        let pair = RelativeMotion::new(&self.scaled);
        let found = self.run(&pair);
        let answer = self.decided(&pair, &found);
        TimeOfExit {
            iterations: found.looks,
            ..answer
        }
    }

    fn run(&self, pair: &RelativeMotion<'_>) -> ExitOutcome {
        let target = self.options.target_margin * pair.scale;
        let bounds = [tolerance_of(pair, self.options), target];
        let mut room = ExitSearch::new(pair, bounds, self.options.budget);
        let mut found = ExitOutcome {
            inside_until: 1.0,
            held_until: 1.0,
            reason: Reason::None,
            outside: None,
            doubtful_start: false,
            looks: 0,
        };
        if !room.holds_the_ball() {
            half_spaces(self.scaled.bodies[0], |normal, corner, face| {
                let half_space = HalfSpace {
                    normal: *normal,
                    corner,
                    face,
                };
                let until = found.outside.as_ref().map_or(1.0, |(sample, _)| sample.t);
                let bracket = room.pass(half_space, until);
                found.add(&bracket, half_space);
            });
        }
        found.doubtful_start = room.doubtful_start;
        found.looks = room.looks;
        found
    }

    fn decided(&self, pair: &RelativeMotion<'_>, found: &ExitOutcome) -> TimeOfExit {
        let exact = self.options.target_margin == 0.0;
        let starts_outside = matches!(found.outside, Some((sample, _)) if sample.t == 0.0);
        if exact && found.doubtful_start && !starts_outside {
            let poses = self.scaled.motions.map(Motion::start);
            if let Some(answer) = self.exactly(poses, 0.0) {
                return TimeOfExit {
                    initial: true,
                    ..answer
                };
            }
        }
        if let Some((sample, half_space)) = &found.outside {
            return self.left(pair, sample, half_space, found);
        }
        if exact && !self.scaled.is_turning() && found.inside_until < 1.0 {
            // Inside at both ends it is so in between: every vertex moves on a straight line through A.
            let poses = self.scaled.motions.map(Motion::end);
            return match self.exactly(poses, 1.0) {
                Some(answer) => TimeOfExit {
                    t_lo: found.inside_until,
                    reason: found.broken_off_before(1.0),
                    ..answer
                },
                None => TimeOfExit::inside(1.0),
            };
        }
        if found.held_until < 1.0 {
            return TimeOfExit {
                verdict: ContainmentVerdict::Undecided,
                reason: found.reason,
                ..TimeOfExit::inside(found.inside_until)
            };
        }
        TimeOfExit::inside(found.inside_until)
    }

    fn left(
        &self,
        pair: &RelativeMotion<'_>,
        sample: &SlackSample,
        half_space: &HalfSpace,
        found: &ExitOutcome,
    ) -> TimeOfExit {
        let posed = pair.pose(sample.t);
        let (_, b) = pair.bodies(&posed);
        let origin = origin_at(self.scaled.motions[0], sample.t);
        let mut depth = (-sample.slack / pair.scale).max(0.0);
        if !depth.is_finite() {
            // Beside such a target all else is nothing.
            depth = self.options.target_margin;
        }
        TimeOfExit {
            reason: found.broken_off_before(sample.t),
            initial: sample.t == 0.0,
            t_lo: found.inside_until.min(sample.t),
            depth,
            vertex: Some(sample.vertex),
            point: Some(b.point(sample.vertex) / pair.scale + origin),
            face: half_space.face,
            normal: Some(rotate(&posed.matrices[0], &half_space.normal) / pair.scale),
            ..TimeOfExit::leaves(sample.t)
        }
    }

    /// None when B is inside A at these poses, by exact arithmetic where f64 leaves it open.
    #[cold]
    fn exactly(&self, poses: [&Pose; 2], t: f64) -> Option<TimeOfExit> {
        let seen = witnessed(self.scaled.bodies, poses, self.options.max_pivots);
        let Containment { margin, face, .. } = seen.found;
        seen.outside.map(|vertex| TimeOfExit {
            depth: margin.map_or(0.0, |margin| (-margin).max(0.0)),
            vertex: Some(vertex),
            point: Some(poses[1].transform_point(&self.scaled.bodies[1].vertex(vertex as usize))),
            face,
            ..TimeOfExit::leaves(t)
        })
    }
}

impl ExitOutcome {
    /// Why B may have been out before t; None when it is proved that it was not.
    fn broken_off_before(&self, t: f64) -> Reason {
        match self.held_until < t {
            true => self.reason,
            false => Reason::None,
        }
    }

    #[inline(always)]
    fn add(&mut self, bracket: &ExitBracket, half_space: HalfSpace) {
        self.inside_until = self.inside_until.min(bracket.inside_until);
        if bracket.held_until < self.held_until && bracket.reason != Reason::None {
            (self.held_until, self.reason) = (bracket.held_until, bracket.reason);
        }
        if let Some(sample) = bracket.outside {
            let deeper = |(known, _): &(SlackSample, HalfSpace)| {
                sample.t < known.t || sample.slack < known.slack
            };
            if self.outside.as_ref().is_none_or(deeper) {
                self.outside = Some((sample, half_space));
            }
        }
    }
}

impl TimeOfExit {
    fn inside(t_lo: f64) -> Self {
        TimeOfExit {
            verdict: ContainmentVerdict::Inside,
            reason: Reason::None,
            iterations: 0,
            initial: false,
            t_lo,
            t_hi: 1.0,
            depth: 0.0,
            vertex: None,
            point: None,
            face: None,
            normal: None,
        }
    }

    fn leaves(t: f64) -> Self {
        TimeOfExit {
            verdict: ContainmentVerdict::NotInside,
            t_hi: t,
            ..TimeOfExit::inside(t)
        }
    }
}
