//! All times of contact within a frame.
//!
//! The advance finds where a contact begins, and proves that the bodies are apart before. From there the bodies are
//! sampled at times that double, until they are apart again. That time is drawn back by halving to where they were
//! last in contact, and the advance goes on. Outside the intervals every time is proved. Inside they are only
//! sampled, so a short gap may stay unseen inside one interval.
//!
//! Bodies that do not turn are in contact during one interval: two linear programs, the second of the motion run
//! backwards.

use crate::advance::advance::AdvanceEnd;
use crate::advance::contact_at::surface_gap;
use crate::advance::convex_time::{refuse_method, time_of_impact};
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::impact_query::ask;
use crate::advance::polytope_advance::advance_outlined;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::sample::{Sample, sample};
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::{Advance, AdvanceRequest};
use crate::advance::time_search::{doubling, first_step, halving, longest_step};
use crate::ccd::rubbing::is_exact;
use crate::ccd::solid_intervals::{Gap, gap};
use crate::error::{Error, Result};
use crate::motion::kinds;
use crate::motion::pairs::MovingPair;
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::sort::sort_by;
use crate::pair::PairState;
use crate::shape::pieces::PieceId;
use crate::solver::subsimplex::Subsimplex;
use crate::verdict::{Reason, Verdict};

/// A time of contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct ContactInterval {
    /// Proved apart from the end of the interval before (or t = 0) up to the first of these times; in
    /// contact at some time from the first to the second, unless `contact` is `None`.
    pub enter: [f64; 2],
    /// In contact at some time from the first of these times to the second, unless `contact` is `None`; proved apart from the
    /// second up to the next interval (or t = 1). Both 1: in contact to the end of the frame. Only the second 1: it ends
    /// between the two, or lasts.
    pub exit: [f64; 2],
    /// Kind of contact that is certified about `enter`: `Overlap` a shared point, `Near` a gap within the tolerance.
    /// `None`: nothing; the bodies may have stayed apart, and `enter` and `exit` both are the whole time in which
    /// they are not proved to be.
    pub contact: Contact,
    /// With `Near`: the gap at the second time of `enter` is at most this. Otherwise 0.
    pub gap: f64,
    /// Why nothing is certified, or why the end was not searched: then `exit` ends at 1.
    pub reason: Reason,
    /// Which pieces of the two bodies meet first; None where both are convex.
    pub pieces: Option<[PieceId; 2]>,
}

/// Answer of [`contact_intervals`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ContactIntervals {
    /// `Separated`: apart throughout, no interval. `Hit`: some interval has a certified contact.
    /// `Undecided`: there are intervals, but none has.
    pub verdict: Verdict,
    /// Why it is `Undecided`: the reason of the first interval.
    pub reason: Reason,
    /// Support queries on each body.
    pub iterations: u32,
    /// Distance solves: what the budget counts. 0 when linear programs answered.
    pub solves: u32,
    /// Intervals of the frame. Larger than `written` when the caller's list was too short.
    pub count: usize,
    /// Intervals in the caller's list, the first of all.
    pub written: usize,
    /// Number of intervals, out of `count`, that have no certified contact.
    pub undecided: usize,
}

impl ContactIntervals {
    /// Whether the caller's list holds every interval.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.written == self.count
    }
}

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
/// As [`time_of_impact`](crate::time_of_impact); [`Error::Setting`] when `initial_contact` is not `Report`, [`Error::Body`] of curved bodies.
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
    let cores = pair.cores_for(&kinds::CONTACT_INTERVALS)?;
    let first = time_of_impact(pair, options, state)?;
    (list.solves, list.iterations) = (first.solves, first.iterations);
    if first.verdict == Verdict::Separated {
        return Ok(list.answer());
    }
    let scaled = ScaledMotions::new(&cores);
    if !scaled.is_turning() && options.target_separation == 0.0 {
        let exit = match first.verdict {
            Verdict::Hit => {
                let [back_a, back_b] = [backwards(pair.motion_a)?, backwards(pair.motion_b)?];
                let fresh = &mut PairState::default();
                let back = MovingPair::new(pair.a, &back_a, pair.b, &back_b);
                let last = time_of_impact(&back, options, fresh)?;
                list.iterations += last.iterations;
                exit_of(&last, first.t_lo)
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
    let pair = RelativeMotion::new(&scaled);
    let search = IntervalSearch {
        step: longest_step(&pair),
        ask: ask(&scaled, options, Advance::MovingPlane),
        pair: &pair,
    };
    search.run(&first, &mut list, state);
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
fn exit_of(last: &TimeOfImpact, enter: f64) -> [f64; 2] {
    if last.verdict != Verdict::Hit {
        return [enter, 1.0];
    }
    // 1 - t rounds to the nearest; 1 - 0 does not round.
    let low = match last.t_hi > 0.0 {
        true => (1.0 - last.t_hi).next_down(),
        false => 1.0,
    };
    let high = (1.0 - last.t_lo).next_up().min(1.0);
    [low.max(enter), high]
}

/// The caller's list.
pub struct IntervalList<'a> {
    capacity: usize,
    /// Puts an interval into a place below `capacity`.
    put: &'a mut dyn FnMut(usize, ContactInterval),
    count: usize,
    certified: usize,
    reason: Reason,
    pub(crate) solves: u32,
    pub(crate) iterations: u32,
}

impl<'a> IntervalList<'a> {
    /// Up to `capacity` intervals go through `put`.
    pub fn new(capacity: usize, put: &'a mut dyn FnMut(usize, ContactInterval)) -> Self {
        IntervalList {
            capacity,
            put,
            count: 0,
            certified: 0,
            reason: Reason::None,
            solves: 0,
            iterations: 0,
        }
    }

    pub(crate) fn push(&mut self, mut interval: ContactInterval) {
        // Nothing is certified: whatever meets, meets while the two are not proved apart.
        if interval.contact == Contact::None {
            let ContactInterval { enter, exit, .. } = &mut interval;
            (enter[1], exit[0]) = (exit[1], enter[0]);
        }
        if self.count < self.capacity {
            (self.put)(self.count, interval);
        }
        if self.count == 0 {
            self.reason = interval.reason;
        }
        self.count += 1;
        self.certified += usize::from(interval.contact != Contact::None);
    }

    pub(crate) fn answer(&self) -> ContactIntervals {
        let (verdict, reason) = match (self.count, self.certified) {
            (0, _) => (Verdict::Separated, Reason::None),
            (_, 0) => (Verdict::Undecided, self.reason),
            _ => (Verdict::Hit, Reason::None),
        };
        ContactIntervals {
            verdict,
            reason,
            iterations: self.iterations,
            solves: self.solves,
            count: self.count,
            written: self.count.min(self.capacity),
            undecided: self.count - self.certified,
        }
    }
}

/// Bodies apart for less than this part of the longest step have not parted.
const SHORTEST_HOP: f64 = 1e-6;

struct IntervalSearch<'a> {
    pair: &'a RelativeMotion<'a>,
    ask: AdvanceRequest,
    step: f64,
}

impl IntervalSearch<'_> {
    /// From the first contact to the end of the frame.
    fn run(&self, first: &TimeOfImpact, list: &mut IntervalList<'_>, state: &mut PairState) {
        let mut interval = entered(first);
        let since = match first.verdict {
            Verdict::Hit => first.t_hi,
            _ => first.t_lo,
        };
        let (mut since, mut hops) = (since, 0);
        loop {
            let apart = match interval.reason {
                Reason::Budget => None,
                _ => self.leave(since, hops, &mut interval, list),
            };
            let Some(from) = apart.filter(|t| *t < 1.0) else {
                list.push(interval);
                return;
            };
            let rest = self.ask.less(list.solves);
            let rest = rest.above_half(self.pair.rounding());
            let progress = advance_outlined(self.pair, &rest, from, state, &mut |_| {});
            list.solves += progress.solves;
            list.iterations += progress.queries;
            let t = progress.t;
            let (seen, reason) = match progress.end {
                AdvanceEnd::Apart => {
                    list.push(interval);
                    return;
                }
                AdvanceEnd::Near => (Sample::Near(progress.nearest.upper), Reason::None),
                AdvanceEnd::Overlap => (Sample::Overlap, Reason::None),
                AdvanceEnd::Budget => (Sample::Between, Reason::Budget),
                AdvanceEnd::Rounding | AdvanceEnd::Start => (Sample::Between, Reason::Rounding),
            };
            let mut next = ContactInterval {
                enter: [t, t],
                exit: [t, 1.0],
                reason,
                ..ContactInterval::default()
            };
            self.note(seen, t, &mut next);
            since = t;
            if t - from > SHORTEST_HOP * self.step || reason == Reason::Budget {
                list.push(std::mem::replace(&mut interval, next));
                hops = 0;
                continue;
            }
            // Hardly apart before they meet again, or before f64 cannot tell: one contact, and the
            // next look is later.
            hops += 1;
            interval.exit[1] = 1.0;
            self.note(seen, t, &mut interval);
        }
    }

    /// Searches for the end of a contact, and sets it. The time from which the bodies are apart; None when they are not
    /// seen so.
    fn leave(
        &self,
        since: f64,
        hops: i32,
        interval: &mut ContactInterval,
        list: &mut IntervalList<'_>,
    ) -> Option<f64> {
        let mut columns = Subsimplex::default();
        let width = self.ask.tolerance / self.pair.fastest();
        let step =
            libm::ldexp(first_step(self.pair, self.ask.tolerance), hops.min(64)).min(self.step);
        let mut is_apart = |t: f64| {
            // What is known then is a bracket, though a wider one.
            if list.solves >= self.ask.budget {
                return None;
            }
            list.solves += 1;
            let queries = &mut list.iterations;
            let (seen, ..) = sample(self.pair, &self.ask, t, &mut columns, queries);
            self.note(seen, t, interval);
            Some(seen == Sample::Apart)
        };
        let (reached, apart) = doubling([since, 1.0], [step, self.step], &mut is_apart);
        let Some(apart) = apart else {
            if reached < 1.0 {
                interval.reason = Reason::Budget;
            } else if interval.exit[0] < 1.0 {
                // Not in contact at the end for certain, nor apart.
                interval.exit[1] = 1.0;
            }
            return None;
        };
        let high = halving([reached, apart], width, is_apart);
        interval.exit[1] = high;
        Some(high)
    }

    /// Contact seen at time t: the last so far, or the first that is certified.
    fn note(&self, seen: Sample, t: f64, interval: &mut ContactInterval) {
        let (contact, gap) = match seen {
            Sample::Overlap => (Contact::Overlap, 0.0),
            Sample::Near(upper) => match surface_gap(self.pair, upper) {
                Some(gap) => (Contact::Near, gap),
                None => (Contact::Overlap, 0.0),
            },
            Sample::Apart | Sample::Between => return,
        };
        if interval.contact == Contact::None {
            (interval.contact, interval.gap) = (contact, gap);
            (interval.enter[1], interval.reason) = (t, Reason::None);
        }
        interval.exit[0] = t;
    }
}
