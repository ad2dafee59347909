//! The first contact of two moving bodies of any kind.
//!
//! Convex bodies, and contact that is reported from the start, are `time_of_impact`'s. What is left are bodies of several
//! pieces that begin a frame in contact: they have come apart when every pair of pieces has, which all their contacts tell.

use crate::ccd::contact_intervals::{ContactInterval, List, into_list};
use crate::ccd::curved_time::NOT_REPORTED;
use crate::ccd::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::time_of_impact;
use crate::distance::pair_distance::{DistanceOptions, distance};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair, refuse_curved};
use crate::pair::PairState;
use crate::verdict::Verdict;

/// When two moving bodies first meet, or the proof that they do not.
///
/// - `Separated`: a positive gap is proved for all t in [0, 1], rounding included.
/// - `Hit`: proved apart before `t_lo`, in contact by `t_hi`: with [`Contact::Overlap`] a shared
///   point at some time in between is proved; with [`Contact::Near`] the gap at `t_hi` is at most
///   the tolerance. Bodies apart at t = 0 have `t_lo` > 0. In contact at t = 0 is `Overlap` with
///   `t_lo` = `t_hi` = 0, unless `options` says otherwise.
/// - `Undecided`: the budget ran out, or the least gap and the deepest overlap are below what f64 can
///   resolve, about 1e-13 of the larger body, or of the flight where that is longer; `t_lo` is what was proved.
///
/// Bodies that do not turn are one linear program, and without a target separation it is exact whether they share a point: a hit is
/// an `Overlap` if they do, and `Near` only if they never do but come within the tolerance after t = 0. Bodies that turn, by any angle, are walked through the frame by
/// planes that turn with them; each step is proved, several whole turns in a frame included.
///
/// Bodies of several pieces meet when two of their pieces do, and are apart when all are; each pair of pieces has its own
/// budget and, unless one is given, its own tolerance. A contact at the start that is ignored is one of the bodies: until all
/// pieces are apart.
///
/// `state` is the memory of this pair from frame to frame. Allocates only where exact arithmetic
/// decides: at a graze, at contact at t = 0, for ends of the frame to the last place; for bodies of several pieces the memory of
/// a triangle, and where a contact is ignored a list of all of them.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Method`](crate::Error::Method) when
/// the method does not answer this, [`Error::Body`](crate::Error::Body) of curved bodies whose first contact is not to be
/// reported.
///
/// ```
/// use interframe::{
///     Contact, Motion, MovingPair, PairState, Polytope, Pose, TimeOfImpactOptions, Verdict,
///     time_of_impact,
/// };
/// use nalgebra::Vector3;
///
/// // A bar of length 10 turns one and a half times about its middle; a post stands in its way.
/// let bar = Polytope::new(&[Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)])?;
/// let post = Polytope::new(&[Vector3::new(0.0, 4.0, -1.0), Vector3::new(0.0, 4.0, 1.0)])?;
/// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
/// let spinning = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
/// let still = Motion::fixed(Pose::identity());
/// let answer = time_of_impact(
///     &MovingPair::new(&bar, &spinning, &post, &still),
///     &TimeOfImpactOptions::default(), &mut PairState::default(),
/// )?;
/// assert_eq!(answer.verdict, Verdict::Hit);
/// // After a quarter turn: a sixth of the frame.
/// assert!(answer.t_lo <= answer.t_hi && (answer.t_hi - 1.0 / 6.0).abs() < 1e-6);
/// assert!(answer.point_b.unwrap().y == 4.0);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
) -> Result<TimeOfImpact> {
    if options.initial_contact != InitialContact::Report && pair.has_pieces() {
        options.validate()?;
        refuse_curved(NOT_REPORTED, [pair.a, pair.b])?;
        time_of_impact::refuse_method(pair, options)?;
        return of_pieces(pair, options);
    }
    time_of_impact::time_of_impact(pair, options, state)
}

/// Of bodies of several pieces, a contact at the start ignored.
#[cold]
fn of_pieces(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> Result<TimeOfImpact> {
    let state = &mut PairState::default();
    let report = TimeOfImpactOptions {
        initial_contact: InitialContact::Report,
        ..*options
    };
    let first = time_of_impact::time_of_impact(pair, &report, state)?;
    if !(first.initial && first.t_hi == 0.0) {
        return Ok(first);
    }
    if options.initial_contact == InitialContact::OnlyIfApproaching
        && let Some(met) = approaching(pair, &report)?
    {
        return Ok(met);
    }
    let mut all: Vec<ContactInterval> = Vec::new();
    let put = &mut |_, interval| all.push(interval);
    let answer = into_list(pair, &report, state, List::new(usize::MAX, put))?;
    let spent = |found: TimeOfImpact| found.after(answer.solves, answer.iterations);
    let free_from = all.first().map_or(0.0, |start| start.exit[1]);
    let Some(next) = all.get(1) else {
        return Ok(match free_from < 1.0 {
            true => spent(TimeOfImpact::separated(free_from, None)),
            false => spent(first),
        });
    };
    let open = TimeOfImpact {
        pieces: next.pieces,
        ..TimeOfImpact::undecided(next.reason, free_from, next.enter[0])
    };
    if next.contact == Contact::None {
        return Ok(spent(open));
    }
    let t = next.enter[1];
    let met = TimeOfImpact {
        contact: next.contact,
        gap: next.gap,
        free_from,
        t_lo: next.enter[0],
        t_hi: t,
        pieces: next.pieces,
        ..TimeOfImpact::HIT
    };
    let Some(ids) = next.pieces else {
        return Ok(spent(met));
    };
    let seen = pair.of_pieces(ids, |pair| {
        let (pose_a, pose_b) = (pair.motion_a.pose_at(t)?, pair.motion_b.pose_at(t)?);
        let posed = PosedPair::new(pair.a, &pose_a, pair.b, &pose_b);
        distance(&posed, &DistanceOptions::default(), state)
    })??;
    Ok(spent(TimeOfImpact {
        point_a: seen.point_a,
        point_b: seen.point_b,
        normal: seen.normal,
        ..met
    }))
}

/// The first pair of pieces that are in contact at the start and approach each other.
fn approaching(
    pair: &MovingPair<'_>,
    report: &TimeOfImpactOptions,
) -> Result<Option<TimeOfImpact>> {
    let mut met: Option<TimeOfImpact> = None;
    let reach = report.tolerance.unwrap_or(pair.largest_tolerance());
    pair.over_pieces(reach + report.target_separation, 0.0, &mut |pair, ids| {
        let found = time_of_impact::time_of_impact(pair, report, &mut PairState::default())?;
        let counts = found.verdict == Verdict::Hit
            && found.initial
            && found.separation_velocity < 0.0
            && met.is_none_or(|met| Some(ids) < met.pieces);
        if counts {
            met = Some(TimeOfImpact {
                pieces: Some(ids),
                ..found
            });
        }
        Ok(0.0)
    })?;
    Ok(met)
}
