//! The first contact of two moving bodies of any kind: convex ones, or bodies of several pieces, and what an ignored contact at the
//! start leaves of these.

use nalgebra::Vector3;

use crate::advance::convex_time;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::ignored_pairs::ignored_pairs;
use crate::ccd::level_contacts::{
    StartPlanes, begins_at_once, finer_tolerance, level_start, stays_level,
};
use crate::ccd::pieces_first_contact::first_of_pieces;
use crate::ccd::pieces_start_contact::{approaching, not_approaching};
use crate::ccd::rubbing::is_exact;
use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::MovingPair;
use crate::pair::PairState;

/// When two moving bodies first meet, or the proof that they do not.
///
/// - `Separated`: a positive gap is proved for all t in [0, 1], rounding included.
/// - `Hit`: proved apart before `t_lo`, in contact by `t_hi`: with [`Contact::Overlap`](crate::Contact::Overlap) a shared
///   point at some time in between is proved; with [`Contact::Near`](crate::Contact::Near) the gap at `t_hi` is at most
///   the tolerance. Bodies apart at t = 0 have `t_lo` > 0. In contact at t = 0 is `Overlap` with
///   `t_lo` = `t_hi` = 0, unless `options` says otherwise.
/// - `Undecided`: the budget ran out, or the least gap and the deepest overlap are below what f64 can resolve: about
///   1e-13 of the larger body's size, or of the distance travelled if that is larger. Before `t_lo` they are proved
///   apart.
///
/// Bodies that do not turn are one linear program, and without a target separation it is exact whether they share a
/// point: a hit is an `Overlap` if they do, and `Near` only if they never do but come within the tolerance after t = 0.
/// Bodies that turn, by any angle, are advanced through the frame along planes that turn with them. Each step is
/// proved, also over several whole turns in a frame.
///
/// Bodies of several pieces meet when two of their pieces do, and are apart when all are; each pair of pieces has its own
/// budget and, unless one is given, its own tolerance. Where a contact at t = 0 is ignored ([`InitialContact`]), `Separated`
/// holds from `free_from` on, and no two pieces met before that of which the contact is not ignored.
///
/// `state` is the memory of this pair from frame to frame. Allocates only where exact arithmetic
/// decides: at a graze, at contact at t = 0, for ends of the frame to the last place; for bodies of several pieces the memory of
/// a triangle, and where a contact is ignored a list of all of them.
///
/// A solid is in contact with what is inside it. A body wholly inside at t = 0 is a hit at t = 0 without normal and depth. To
/// ignore a contact at the start is refused for solids.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Method`](crate::Error::Method)
/// when the method does not answer this, [`Error::Body`](crate::Error::Body) for solids unless `initial_contact` is `Report`.
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
    if !pair.has_pieces() {
        return convex_time::time_of_impact(pair, options, state);
    }
    options.validate()?;
    if options.initial_contact != InitialContact::Report {
        kinds::START_IGNORED.check([pair.a, pair.b])?;
    }
    convex_time::refuse_method(pair, options)?;
    of_pieces(pair, options)
}

/// Returns the first contact over all pairs of pieces, and treats one at t = 0 as `initial_contact` says.
#[cold]
fn of_pieces(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> Result<TimeOfImpact> {
    let report = options.with_start(InitialContact::Report);
    if let Some(point) = pair.at_start().inside()?.and_then(|inside| inside.point) {
        return Ok(inside_at_start(point));
    }
    let first = first_of_pieces(pair, &report, None, f64::INFINITY)?;
    if options.initial_contact == InitialContact::Report {
        return Ok(first);
    }
    if first.contact == Contact::Near
        && is_exact(pair, &report)
        && let Some(planes) = StartPlanes::between(pair, &report)?
    {
        let next = first_of_pieces(pair, &report, Some(&planes), f64::INFINITY)?;
        return Ok(next.after(first.solves, first.iterations));
    }
    let is_at_once = begins_at_once(pair, first.t_lo);
    let may_be_level = match is_exact(pair, &report) {
        true => first.contact == Contact::Overlap,
        false => options.target_separation == 0.0 && (is_at_once || first.contact == Contact::Near),
    };
    // What is near later may have come deeper than a contact at the start.
    let is_start = |start: &TimeOfImpact| {
        let stays = |n: &Vector3<f64>| stays_level(pair, n);
        first.contact == Contact::Overlap || is_at_once || start.normal.as_ref().is_some_and(stays)
    };
    if may_be_level
        && !first.is_at_start()
        && let Some(start) = level_start(pair, &report)?.filter(is_start)
    {
        let stops_deeper = options.initial_contact == InitialContact::OnlyIfApproaching;
        let after = ignored_pairs(pair, &report, &start, stops_deeper)?;
        return Ok(match options.initial_contact {
            InitialContact::IgnoreUntilSeparated => after.whole(),
            _ => after.answer,
        });
    }
    if !first.is_at_start() {
        let finer = match first.contact == Contact::Near {
            true => finer_tolerance(pair, &report)?,
            false => None,
        };
        let Some(finest) = finer else {
            return Ok(first);
        };
        let next = first_of_pieces(pair, &report, None, finest)?;
        return Ok(next.after(first.solves, first.iterations));
    }
    match options.initial_contact {
        InitialContact::Report => Ok(first),
        InitialContact::OnlyIfApproaching => match approaching(pair, &report, &first)? {
            Some(found) => Ok(found),
            None => {
                let first = not_approaching(pair, &first)?;
                Ok(ignored_pairs(pair, &report, &first, true)?.answer)
            }
        },
        InitialContact::IgnorePairs => Ok(ignored_pairs(pair, &report, &first, false)?.answer),
        InitialContact::IgnoreUntilSeparated => {
            Ok(ignored_pairs(pair, &report, &first, false)?.whole())
        }
    }
}

/// The contact of a body that begins the frame inside a solid. `point` is a point of both at t = 0. What is neither inside nor in
/// contact with the surface then cannot get inside before it meets the surface, so later times need no such test.
fn inside_at_start(point: Vector3<f64>) -> TimeOfImpact {
    TimeOfImpact {
        initial: true,
        point_a: Some(point),
        point_b: Some(point),
        ..TimeOfImpact::HIT
    }
}
