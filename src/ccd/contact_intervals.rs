//! All times of contact within a frame.
//!
//! The advance finds where a contact begins, and proves that the bodies are apart before. `interval_search` finds where it ends, and
//! the contacts after it. Outside the intervals every time is proved. Inside they are only
//! sampled, so a short gap may stay unseen inside one interval.
//!
//! Bodies that do not turn are in contact during one interval: two linear programs, the second of the motion run
//! backwards.

use crate::advance::convex_time::{refuse_method, time_of_impact};
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::impact_query::ask;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::Advance;
use crate::ccd::interval_list::{ContactInterval, ContactIntervals, IntervalList};
use crate::ccd::interval_search::{MovingCurved, MovingPolytopes, search};
use crate::ccd::rubbing::is_exact;
use crate::ccd::solid_intervals::{Gap, gap};
use crate::error::{Error, Result};
use crate::motion::kinds;
use crate::motion::pairs::MovingPair;
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::sort::sort_by;
use crate::pair::PairState;
use crate::verdict::{Reason, Verdict};

/// All times at which two moving bodies are in contact, as brackets of where each contact begins
/// and ends. Bodies of several pieces are in contact while any two of them are.
///
/// - Outside the intervals, from the second time of `exit` to the first of the next `enter`, the bodies
///   are proved apart (by more than the target separation), rounding included.
/// - Every interval holds a certified overlap or a gap within the tolerance, or says why not.
/// - A contact has ended when the gap exceeds twice the tolerance. Bodies that part and meet again
///   within a 64th of the frame, or a turn of 1/10 radian, may be one interval.
///
/// `out` receives the intervals in the order of time. When it is too short, `count` says how many
/// there are; none is dropped silently. Nothing is allocated, except where
/// [`time_of_impact`](crate::time_of_impact) does, and a list of the contacts of pieces. `options` are that query's; `budget`
/// is for the whole frame, or for bodies of several pieces for each pair of pieces.
///
/// # Errors
/// As [`time_of_impact`](crate::time_of_impact); [`Error::Setting`] when `initial_contact` is not `Report`.
///
/// ```
/// use interframe::{
///     ContactInterval, Motion, MovingPair, PairState, Polytope, Pose, TimeOfImpactOptions,
///     contact_intervals,
/// };
/// use nalgebra::Vector3;
///
/// // A bar turns one and a half times about its middle; a post stands in its way.
/// let bar = Polytope::new(&[Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)])?;
/// let post = Polytope::new(&[Vector3::new(0.0, 4.0, -1.0), Vector3::new(0.0, 4.0, 1.0)])?;
/// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
/// let spinning = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
/// let still = Motion::fixed(Pose::identity());
/// let mut found = [ContactInterval::default(); 8];
/// let answer = contact_intervals(
///     &MovingPair::new(&bar, &spinning, &post, &still),
///     &TimeOfImpactOptions::default(), &mut PairState::default(), &mut found,
/// )?;
/// // After one, three and five quarters of a turn.
/// assert!(answer.is_whole() && answer.count == 3);
/// for (k, interval) in found[..3].iter().enumerate() {
///     let t = (1.0 + 2.0 * k as f64) / 6.0;
///     assert!((interval.enter[1] - t).abs() < 1e-6 && (interval.exit[0] - t).abs() < 1e-6);
/// }
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contact_intervals(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
    out: &mut [ContactInterval],
) -> Result<ContactIntervals> {
    let capacity = out.len();
    let put = &mut |k: usize, interval| out[k] = interval;
    into_list(pair, options, state, IntervalList::new(capacity, put))
}

/// Searches the contacts and puts them in any kind of list.
pub fn into_list(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
    mut list: IntervalList<'_>,
) -> Result<ContactIntervals> {
    if options.initial_contact != InitialContact::Report {
        return Err(Error::Setting {
            name: "initial_contact",
            value: f64::from(options.initial_contact as i32),
            range: "report for contact intervals",
        });
    }
    if pair.has_pieces() {
        options.validate()?;
        kinds::CONTACT_INTERVALS.check([pair.a, pair.b])?;
        refuse_method(pair, options)?;
        of_pieces(pair, options, &mut list)?;
        return Ok(list.answer());
    }
    let first = time_of_impact(pair, options, state)?;
    (list.solves, list.iterations) = (first.solves, first.iterations);
    if first.verdict == Verdict::Separated {
        return Ok(list.answer());
    }
    let sides = pair.convex_pair();
    let scaled = ScaledMotions::new(&sides.bounding_polytopes());
    let cores = sides.uncurved();
    // One contact, of which the motions run backwards tell the end.
    let is_linear = cores.is_none() || options.target_separation == 0.0;
    if !scaled.is_turning() && is_linear {
        let exit = match first.verdict {
            Verdict::Hit => {
                let [back_a, back_b] = [backwards(pair.motion_a)?, backwards(pair.motion_b)?];
                let fresh = &mut PairState::default();
                let back = MovingPair::new(pair.a, &back_a, pair.b, &back_b);
                let last = time_of_impact(&back, options, fresh)?;
                list.iterations += last.iterations;
                exit_of(&last, [first.t_lo, first.t_hi])
            }
            _ => [first.t_lo, 1.0],
        };
        // The two brackets of a graze may overlap: nothing is in contact after the end.
        let ContactInterval { enter, .. } = entered(&first);
        list.push(ContactInterval {
            enter: [enter[0], enter[1].min(exit[1])],
            exit,
            ..entered(&first)
        });
        return Ok(list.answer());
    }
    let entered = entered(&first);
    match cores {
        Some(_) => {
            let motion = &RelativeMotion::new(&scaled);
            let ask = ask(&scaled, options, Advance::MovingPlane);
            search(
                &mut MovingPolytopes::new(motion, ask, state),
                entered,
                &mut list,
            );
        }
        None => {
            let advance = &CurvedAdvance::new(pair, &scaled, options);
            search(&mut MovingCurved { advance }, entered, &mut list);
        }
    }
    Ok(list.answer())
}

fn entered(first: &TimeOfImpact) -> ContactInterval {
    ContactInterval {
        pieces: None,
        enter: [first.t_lo, first.t_hi],
        exit: [first.t_lo, 1.0],
        contact: first.contact,
        gap: first.gap,
        reason: first.reason,
    }
}

/// The motion from its end to its start, of a body that does not turn.
pub(crate) fn backwards(motion: &Motion) -> Result<Motion> {
    let (start, anchor) = (motion.start(), motion.end_translation());
    Motion::translation(Pose::new(anchor, start.quaternion())?, start.translation())
}

/// Lists the contacts of all pairs of pieces, and joins those between which the bodies are not proved apart.
#[cold]
fn of_pieces(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    list: &mut IntervalList<'_>,
) -> Result<()> {
    let mut all: Vec<ContactInterval> = Vec::new();
    let reach = options.tolerance.unwrap_or(pair.largest_tolerance());
    pair.over_pieces(reach + options.target_separation, 1.0, &mut |pair, ids| {
        let put = &mut |_, interval| {
            all.push(ContactInterval {
                pieces: Some(ids),
                ..interval
            });
        };
        let own = IntervalList::new(usize::MAX, put);
        let answer = into_list(pair, options, &mut PairState::default(), own)?;
        list.solves += answer.solves;
        list.iterations += answer.iterations;
        Ok(1.0)
    })?;
    sort_by(&mut all, |p, q| {
        let by_time = p.enter[0].total_cmp(&q.enter[0]);
        by_time
            .then(p.enter[1].total_cmp(&q.enter[1]))
            .then(p.pieces.cmp(&q.pieces))
    });
    if is_exact(pair, options) {
        all = without_near(&all);
    }
    join(&mut all);
    if pair.at_start().has_solid() {
        all = with_insides(pair, all)?;
        join(&mut all);
    }
    all.into_iter().for_each(|interval| list.push(interval));
    Ok(())
}

/// Adds the times between contacts of the surface at which something of one body is inside the other, a solid, or may be.
fn with_insides(
    pair: &MovingPair<'_>,
    surface: Vec<ContactInterval>,
) -> Result<Vec<ContactInterval>> {
    let mut all = Vec::with_capacity(2 * surface.len() + 1);
    let mut from = 0.0;
    for next in surface.into_iter().map(Some).chain([None]) {
        let to = next.map_or(1.0, |next| next.enter[0]);
        let (contact, reason) = match gap(pair, [from, to])? {
            Gap::Inside => (Contact::Overlap, Reason::None),
            Gap::Open => (Contact::None, Reason::Rounding),
            Gap::Outside => (Contact::None, Reason::None),
        };
        let inside = ContactInterval {
            enter: [from; 2],
            exit: [to; 2],
            contact,
            reason,
            ..ContactInterval::default()
        };
        let may_be_inside = contact == Contact::Overlap || reason != Reason::None;
        all.extend(may_be_inside.then_some(inside));
        all.extend(next);
        from = next.map_or(1.0, |next| next.exit[1]);
    }
    Ok(all)
}

/// Joins contacts between which the bodies are not proved apart. They are in the order of time.
fn join(all: &mut Vec<ContactInterval>) {
    all.dedup_by(|next, joined| {
        if next.enter[0] > joined.exit[1] {
            return false;
        }
        let certain = |interval: &ContactInterval| interval.contact != Contact::None;
        // The last contact that is certain; proved apart after the last of all.
        let last = match (certain(joined), certain(next)) {
            (true, true) => joined.exit[0].max(next.exit[0]),
            (false, true) => next.exit[0],
            _ => joined.exit[0],
        };
        let exit = [last, joined.exit[1].max(next.exit[1])];
        // The first that is certain; proved apart before the first of all.
        let first = match (certain(joined), certain(next)) {
            (true, true) if next.enter[1] < joined.enter[1] => *next,
            (false, true) => *next,
            _ => *joined,
        };
        *joined = ContactInterval {
            enter: [joined.enter[0], first.enter[1]],
            exit,
            ..first
        };
        true
    });
}

/// Drops what is only near and joined to contacts that share a point: those pieces never do.
fn without_near(all: &[ContactInterval]) -> Vec<ContactInterval> {
    let (mut kept, mut from) = (Vec::new(), 0);
    while from < all.len() {
        let (mut to, mut end) = (from, all[from].exit[1]);
        while to < all.len() && all[to].enter[0] <= end {
            end = all[to].exit[1].max(end);
            to += 1;
        }
        let joined = &all[from..to];
        let meets = joined.iter().any(|one| one.contact == Contact::Overlap);
        let counts = |one: &&ContactInterval| !meets || one.contact != Contact::Near;
        kept.extend(joined.iter().filter(counts));
        from = to;
    }
    kept
}

/// Where contact ends, by the first contact of the motion run backwards.
fn exit_of(last: &TimeOfImpact, [enter, near]: [f64; 2]) -> [f64; 2] {
    match last.verdict {
        Verdict::Hit => {}
        // A gap of more than half of the tolerance is near, or is proved.
        Verdict::Separated => return [near; 2],
        Verdict::Undecided => return [enter, 1.0],
    }
    // 1 - t rounds to the nearest; 1 - 0 does not round.
    let low = match last.t_hi > 0.0 {
        true => (1.0 - last.t_hi).next_down(),
        false => 1.0,
    };
    let high = (1.0 - last.t_lo).next_up().min(1.0);
    [low.max(enter), high]
}
